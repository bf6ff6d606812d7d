#ifndef ANALYSIS_FOLD_H
#define ANALYSIS_FOLD_H

#include "analysis/where.h"
#include "model/sink.h"

/*
 * A fold takes the stream of runs and keeps, per finest group, running statistics: memory depends
 * on how many different things were measured, not on how often.  A group is one run class (layout,
 * factors, tool, version, host) at one `at` set.  Mean and spread by Welford's update
 * (Technometrics 4, 1962), partial folds joined by Chan, Golub and LeVeque's formula (1979), always
 * in canonical order, so that threads do not show in the result.  The points of series are left
 * out.
 */

/* Run facts beyond the class that groups are to be kept apart by. */
enum {
	FOLD_BY_SOURCE = 1,
	FOLD_BY_WHEN = 2,
	FOLD_BY_STATUS = 4,
	FOLD_BY_RUN = 8 /* every run, and every repeat of a figure in it, is a group of its own */
};

struct fold_options {
	const struct where *where;           /* NULL: everything */
	const struct metric *const *metrics; /* only these; NULL: all */
	size_t n_metrics;
	unsigned by;
	bool keep_values;   /* for medians */
	bool keep_original; /* as printed; only with FOLD_BY_RUN */
};

struct fold_cell {
	const struct metric *metric;
	guint32 n;       /* figures that entered */
	guint32 runs;    /* that they come from: fewer than n where runs repeat a test */
	guint32 run;     /* the last that brought one, while the fold is filled */
	guint32 missing; /* figures that are not there or no samples */
	double mean, m2; /* m2: sum of squared deviations */
	double min, max;
	double stddev;    /* as printed with the first figure; NAN */
	const char *file; /* of the first figure, missing or not */
	guint32 line;
	guint32 flags;         /* of all figures, or-ed */
	guint32 missing_flags; /* of the missing ones only */
	guint32 windows; /* behind the first figure, and its stddev, when it is one over time */
	const char *original; /* interned; only when kept */
	const char *original_unit;
	GArray *values; /* double; only when kept */
};

struct fold_group {
	const struct keyset *class; /* factors and FOLD_KEY_* levels */
	const struct keyset *at;
	size_t n, room;
	struct fold_cell *cell;
	struct fold_group *again; /* FOLD_BY_RUN: the same figures once more */
	bool bare;          /* a run without figures was here: the group shows even when empty */
	signed char chosen; /* enum where_truth when it holds for the whole group, else -1 */
};

/* Keys of a class beside the factors; no factor has these names. */
#define FOLD_KEY_LAYOUT  "layout" /* canonical key, else the label */
#define FOLD_KEY_LABEL   "=label" /* of the layout; a factor may be called "label" */
#define FOLD_KEY_TOOL    "tool"
#define FOLD_KEY_VERSION "version"
#define FOLD_KEY_HOST    "host"
#define FOLD_KEY_SOURCE  "source"
#define FOLD_KEY_WHEN    "when"
#define FOLD_KEY_STATUS  "status"
#define FOLD_KEY_RUN     "=run"

/* The `at` key of figures of logs over time; see series.h. */
#define FOLD_AT_WINDOW "window"

struct fold;

/* `options` and all it points to outlive the fold; `metrics` is shared. */
struct fold *fold_new(
	const struct fold_options *options, struct metrics *metrics, struct diag *diag);
void fold_free(struct fold *fold);

/* The sink to fill it through.  A where on status needs sink_hold() before it. */
struct sink *fold_sink(struct fold *fold);

/* Adds what `from` holds as if its runs had come after those of `to`. */
void fold_join(struct fold *to, const struct fold *from);

/* Lets go of the groups for which `keeps` says no. */
void fold_keep(struct fold *fold, bool (*keeps)(const void *user, const struct fold_group *group),
	const void *user);

/* Lets go of the groups once they have been arranged; keys, strings and counts stay. */
void fold_drop_groups(struct fold *fold);

/* The groups in order of first appearance. */
size_t fold_count(const struct fold *fold);
const struct fold_group *fold_get(const struct fold *fold, size_t i);

/* Has any group a figure of this metric, be it missing? */
bool fold_has(const struct fold *fold, const struct metric *metric);

/* Where the strings and sets of its groups live. */
struct pool *fold_pool(const struct fold *fold);

/*
 * Keys in order of first appearance: of run factors, and of `at` sets; `*n` of them, valid until
 * more is read.
 */
const char *const *fold_factor_keys(const struct fold *fold, size_t *n);
const char *const *fold_at_keys(const struct fold *fold, size_t *n);

/* How many runs were read, and of how many the where left a figure or the empty row. */
size_t fold_runs(const struct fold *fold);
size_t fold_runs_chosen(const struct fold *fold);

/* Joins two cells' statistics; `to` may be zero (n 0, missing 0). */
void fold_cell_join(struct fold_cell *to, const struct fold_cell *from);

/* Sample standard deviation, NAN below two figures. */
double fold_cell_sd(const struct fold_cell *cell);

#endif
