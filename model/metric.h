#ifndef MODEL_METRIC_H
#define MODEL_METRIC_H

#include "model/unit.h"
#include <glib.h>
#include <stdbool.h>

enum metric_better { BETTER_NONE, BETTER_HIGHER, BETTER_LOWER };

enum metric_kind {
	KIND_THROUGHPUT,
	KIND_IOPS,
	KIND_LATENCY,
	KIND_TIME,
	KIND_CPU,
	KIND_CAPACITY,
	KIND_OTHER,
	KIND_COUNT
};

enum metric_class {
	CLASS_SEQUENTIAL_WRITE,
	CLASS_SEQUENTIAL_READ,
	CLASS_RANDOM_WRITE,
	CLASS_RANDOM_READ,
	CLASS_MIXED,
	CLASS_METADATA,
	CLASS_TIME,
	CLASS_CPU,
	CLASS_OTHER, /* shown, never ranked */
	CLASS_COUNT
};

struct metric {
	const char *name;  /* full: "iozone:random-read", "x:tottime" */
	const char *title; /* for people: "random read" */
	enum unit unit;
	enum metric_better better;
	enum metric_kind kind;
	enum metric_class class;
	unsigned index; /* dense, for arrays; built-in metrics first, in table order */
};

/*
 * All metrics of one invocation: the built-in table and those that studies and logs bring
 * ("x:NAME").  Safe for use by several threads; a metric's address is its identity.
 */
struct metrics;

struct metrics *metrics_new(void);
void metrics_free(struct metrics *metrics);

/* The metric with that full name, or NULL. */
const struct metric *metrics_get(struct metrics *metrics, const char *name);

/* The metric "x:NAME" for a bare NAME; made with the given facts when it does not exist yet. */
const struct metric *metrics_own(struct metrics *metrics, const char *name, enum unit unit,
	enum metric_better better, enum metric_class class);

/* Gives a metric another title (study `titles:`).  Before any thread runs. */
void metrics_set_title(struct metrics *metrics, const struct metric *metric, const char *title);

/*
 * The metric a person means: a full name, or a short one ("write", "ranread" by title) where it
 * means one thing.  NULL and *why set (caller frees) when none or several fit; the message lists
 * the candidates or the nearest name.
 */
const struct metric *metrics_find(struct metrics *metrics, const char *word, char **why);

/*
 * All metrics a person may mean, where the data will tell which: one, or one of several tools.  The
 * caller frees the array; NULL, and *why set unless `why` is NULL (caller frees), when none fits.
 */
GPtrArray *metrics_find_all(struct metrics *metrics, const char *word, char **why);

/* "metric 'rewrite' may mean 'iozone:rewrite' or 'bonnie:rewrite'"; the caller frees it. */
char *metrics_several(const char *word, const GPtrArray *found);

/* How many there are now: one more than the greatest index. */
size_t metrics_count(struct metrics *metrics);

/* The one with that index. */
const struct metric *metrics_at(struct metrics *metrics, size_t index);

/* Order for output: built-in ones as in the table, then others by name. */
int metric_compare(const struct metric *a, const struct metric *b);

const char *metric_kind_name(enum metric_kind kind);
const char *metric_class_name(enum metric_class class);
enum metric_class metric_class_by_name(const char *name);  /* CLASS_COUNT: none */
const char *metric_better_name(enum metric_better better); /* "higher", "lower", "none" */

#endif
