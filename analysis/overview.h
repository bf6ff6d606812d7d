#ifndef ANALYSIS_OVERVIEW_H
#define ANALYSIS_OVERVIEW_H

#include "analysis/fold.h"
#include "analysis/judge.h"
#include "analysis/shown.h"

/*
 * What an administrator asks first of a heap of logs, collected while they are read: counts, and
 * one fold, so that memory depends on how many different things were measured.  One part per input,
 * joined in canonical order, then settled once.
 */

struct overview_tool {
	const char *tool, *version; /* NULL: not told */
	guint64 runs, measured;     /* all, and those with figures */
};

/* The first cause of trouble: of the first failed run, else of the first run with an error. */
struct overview_error {
	const char *text; /* NULL: none */
	const char *file;
	guint32 line;
	bool failed;
	guint64 runs; /* how many have one */
};

struct overview_counts {
	size_t logs;
	guint64 runs[RUN_STATUS_COUNT];
	guint64 figures, missing;       /* figures that are there and that are not */
	guint64 flagged[QUALITY_COUNT]; /* figures, there or not, with each flag */
	guint64 unknown_lines;
	struct overview_error error;
};

/* A key of factors or `at` sets with the levels that shown figures have, in their order. */
struct overview_key {
	const char *key;
	GPtrArray *levels; /* const char * */
	bool some;         /* others have none */
};

struct overview_layout {
	const char *key;          /* canonical, else the label */
	const char *label, *raid; /* as found first; may be NULL */
	enum verdict verdict;     /* of all rules; unknown without any */
	char *reason;
};

/* Why the first row of a metric is or is not a clear winner, first reason first. */
enum overview_verdict {
	OVERVIEW_ALONE,     /* there is no other row */
	OVERVIEW_MIXED,     /* rows differ in what is no row: a version, a host */
	OVERVIEW_ONE_RUN,   /* a row has but one run: there is no noise to compare with */
	OVERVIEW_INSIDE,    /* figures are repeats inside one run, which are not independent */
	OVERVIEW_NO_SPREAD, /* runs are equal to the last digit: nothing to compare with */
	OVERVIEW_TIE,       /* at least one row is not significantly worse */
	OVERVIEW_CLEAR,     /* Welch's p < 0.05 against every other row */
	OVERVIEW_VERDICT_COUNT
};

/* The rows of one metric, best first. */
struct overview_best {
	const struct metric *metric;
	/*
	 * Figures of different sizes or modes are never averaged: the level of each `at` key that
	 * differs (NULL: without it) at which this metric is looked at.
	 */
	GArray *fixed; /* struct level */
	bool own;      /* it has no figures at the levels of the others */
	struct pivot *pivot;
	size_t col;        /* in the pivot */
	size_t *row, rows; /* rows of the pivot that have a mean */
	double *p;         /* per row: that it is no worse than the first; NAN: not tested */
	enum overview_verdict verdict;
	const char *mixed; /* OVERVIEW_MIXED: the key that differs */
	size_t ties;       /* OVERVIEW_TIE: how many others are not significantly worse */
};

/* Sequential and random writes and reads, and those without either: at most one metric each. */
#define OVERVIEW_CLASSES 6

struct overview {
	struct overview_counts counts;
	GArray *tools; /* struct overview_tool, in order of appearance */
	struct fold *fold;

	/* From here on known once it is settled. */
	shown_hides *hides;
	GArray *factors; /* struct overview_key: factors that vary */
	GArray *ats;     /* struct overview_key: all `at` keys of shown figures */
	struct overview_key hosts;
	GArray *layouts; /* struct overview_layout, in the order of their labels */
	guint n_safe, n_unknown;
	struct judge *judge; /* of these layouts; NULL: no rules */

	/*
	 * Runs that are equal in everything, least and most; a combination is one of those of
	 * class, `at` set and metric.  `inside`: some figures repeat inside one run.
	 */
	guint64 combinations;
	guint runs_least, runs_most;
	bool inside;

	/*
	 * Keys that could be pooled for a mean per layout: factors that vary and are no part of the
	 * layout; NULL-terminated, empty where that makes no sense.  How many runs a cell then has.
	 */
	const char **pool, **pool_rows; /* to be pooled over; what then stays apart */
	guint pool_least, pool_most;

	struct pivot_spec
		spec;   /* rows: layout and factors that vary, NULL behind; columns: metrics */
	bool safe_only; /* rules were given and some layout keeps them: only such rows */
	struct overview_best best[OVERVIEW_CLASSES];
	size_t n_best;
};

/* What is shared by all parts; what `options` points to outlives them. */
struct overview_part;
struct overview_part *overview_part_new(
	const struct fold_options *options, struct metrics *metrics, struct diag *diag);

/* The sink to fill it through.  A where on status needs sink_hold() before it. */
struct sink *overview_part_sink(struct overview_part *part);

struct overview *overview_new(void);

/*
 * Adds a part as if its runs had come after those so far; frees it.  `lines` are the counts of the
 * sink that the parser was given (LINE_CLASS_COUNT), NULL: those of the part itself.
 */
void overview_join(struct overview *overview, struct overview_part *part, const size_t *lines);

/*
 * After the last part: draws the conclusions.  `rules` (struct rule *) may be NULL, then `study`,
 * too; both outlive the overview.
 */
void overview_settle(struct overview *overview, const struct study *study, const GPtrArray *rules);

void overview_free(struct overview *overview);

/* For overview_settle() only: looks for the best rows of each class. */
void overview_find_best(struct overview *overview);

/* Does that `at` key differ between shown figures, or do only some have it? */
bool overview_differs(const struct overview_key *at);

#endif
