#ifndef ANALYSIS_WHERE_H
#define ANALYSIS_WHERE_H

#include "model/record.h"

/*
 * The --where language: comparisons `NAME OP VALUE` with = != < <= > >= =~ joined by `and`, `or`,
 * `not`, `( )`.  NAME is a factor or `at` key, or one of: metric, layout, vdevs, width, parity,
 * flag, status, when, host, source, version, tool, label.  VALUE is a word or a quoted string
 * ("..",
 * '..', with \ escapes), sizes and durations may carry units (file-size >= 1G).
 *
 * `=` holds for equal text, for equal quantities, for a layout when label or key is the same
 * layout, for `flag` when the measurement has it.  <, > compare quantities; where either side is
 * none they compare as levels do (level_compare).  =~ searches a PCRE2 pattern.  A name the record
 * does not have makes every comparison false but `!=`.
 */
struct where;

enum where_truth { WHERE_NO, WHERE_YES, WHERE_OPEN };

/* Which facts an expression looks at. */
enum {
	WHERE_NEEDS_CLASS = 1,   /* factors, layout, label, tool, version: equal for like runs */
	WHERE_NEEDS_RUN = 2,     /* when, host, source: differ from run to run */
	WHERE_NEEDS_RUN_END = 4, /* status */
	WHERE_NEEDS_AT = 8, /* `at` keys; a key that may be a factor as well sets CLASS and AT */
	WHERE_NEEDS_METRIC = 16, /* metric, flag */
};

/* NULL and a usage error that points at the place, names the nearest name or operator. */
struct where *where_new(const char *text, struct metrics *metrics, GError **error);
void where_free(struct where *where);

unsigned where_needs(const struct where *where);

/* Does it look at a factor or `at` key of this name? */
bool where_names(const struct where *where, const char *key);

/*
 * Three-valued: with `at` or `m` NULL, comparisons that need them are open, and `x and open` is NO
 * when x is.  With both given never WHERE_OPEN.  `m` may be NULL while `at` is given.
 */
enum where_truth where_eval(const struct where *where, const struct run *run,
	const struct keyset *at, const struct measurement *m);

/*
 * After all input was read: are all names that are neither built in nor among the `n` known factor
 * and `at` keys a mistake?  Returns false and sets a usage error with the nearest known name.
 */
bool where_names_known(
	const struct where *where, const char *const *known, size_t n, GError **error);

#endif
