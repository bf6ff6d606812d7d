#ifndef ANALYSIS_PIVOT_H
#define ANALYSIS_PIVOT_H

#include "analysis/fold.h"

/*
 * A pivot arranges the groups of a fold in rows and columns.  A cell pools all groups that fall
 * into it; pooling is only sound over things that are equal in every factor, in tool and version
 * and in every `at` key, so a cell knows what differs in it beyond what the caller said may.
 */

#define PIVOT_METRIC "metric" /* the pseudo key that stands for the figure's name */

struct pivot_spec {
	const char *const *rows; /* keys of factors, `at` sets, FOLD_KEY_*, PIVOT_METRIC */
	size_t n_rows;
	const char *const *cols;
	size_t n_cols;
	const char *const *over; /* keys that may differ inside a cell */
	size_t n_over;
	bool by_run; /* every run has rows of its own (FOLD_BY_RUN) */
	/* NULL: all groups; else those for which it says yes. */
	bool (*keep)(const void *user, const struct fold_group *group);
	const void *user;
	bool (*hides)(const struct metric *metric); /* NULL: shows all metrics */
};

/* One row or column: a level per key, NULL where the key does not apply; living in the fold. */
struct pivot_line {
	const char **level;
	const struct metric *metric;       /* when PIVOT_METRIC is one of the keys */
	const char *layout, *label, *raid; /* of the first group in it */
	guint64 run;                       /* by_run: in input order */
	unsigned again;                    /* by_run: repeats inside one run */
};

struct pivot_cell {
	struct fold_cell sum;
	const char *pooled; /* "slog{n,y} cache{0,1,2}"; NULL: nothing differs */
	bool used;
};

struct pivot {
	size_t n_rows, n_cols;
	struct pivot_line *row, *col;
	struct pivot_cell **cell; /* [row][col] */
	/* What all that is shown has in common and no row or column says; keys as in pivot_spec. */
	size_t n_common;
	struct level *common;
	struct pool *pool; /* of the pooled texts */
};

/*
 * Rows are in the order of their levels (level_compare, layouts by label), by_run ones with equal
 * levels in input order; columns likewise, metrics in table order.
 */
struct pivot *pivot_new(const struct fold *fold, const struct pivot_spec *spec);
void pivot_free(struct pivot *pivot);

/* How two lines compare in their level of `key`, the `i`th of both; none comes last. */
int pivot_compare_level(
	const char *key, size_t i, const struct pivot_line *a, const struct pivot_line *b);

/* Are two lines, of pivots of one fold and with the same `n` keys, the same one? */
bool pivot_same_line(const struct pivot_line *a, const struct pivot_line *b, size_t n);

/* The level that a group has of a key, NULL: none; `metric` is that of PIVOT_METRIC. */
const char *pivot_level(
	const struct fold_group *group, const struct metric *metric, const char *key);

/*
 * The keys that vary between groups: the host, factors in order of appearance, `at` keys.  A factor
 * that only some runs have varies; an `at` key must show two levels.  Layout first when it varies
 * or when nothing else does.  NULL-terminated; free the array, not the strings.
 */
const char **pivot_varying(const struct fold *fold, size_t *n);

#endif
