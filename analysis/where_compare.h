#ifndef ANALYSIS_WHERE_COMPARE_H
#define ANALYSIS_WHERE_COMPARE_H

#include "analysis/where.h"

/* Private to the where files of analysis/: one comparison `NAME OP VALUE`. */
enum where_op {
	WHERE_EQUAL,
	WHERE_UNEQUAL,
	WHERE_LESS,
	WHERE_AT_MOST,
	WHERE_MORE,
	WHERE_AT_LEAST,
	WHERE_MATCH,
	WHERE_OP_COUNT
};

struct where_compare;

/* "<=" and so on. */
const char *where_op_name(enum where_op op);

/*
 * Takes over `key` and `text`.  The columns of both, from 1, are for messages.  NULL and a usage
 * error when the value does not fit the name or is a broken pattern.
 */
struct where_compare *where_compare_new(char *key, size_t key_column, enum where_op op, char *text,
	size_t text_column, struct metrics *metrics, GError **error);
void where_compare_free(struct where_compare *compare);

/* Does it look at a factor or `at` key of this name? */
bool where_compare_names(const struct where_compare *compare, const char *key);

unsigned where_compare_needs(const struct where_compare *compare);
enum where_truth where_compare_eval(const struct where_compare *compare, const struct run *run,
	const struct keyset *at, const struct measurement *m);

/* Is the name built in or one of the `n`?  False and a usage error when not. */
bool where_compare_known(
	const struct where_compare *compare, const char *const *known, size_t n, GError **error);

/* "--where: WHAT at column N" and the hint, which may be "". */
void where_fail(GError **error, size_t column, const char *hint, const char *format, ...)
	G_GNUC_PRINTF(4, 5);

#endif
