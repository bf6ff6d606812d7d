#ifndef MODEL_RECORD_H
#define MODEL_RECORD_H

#include "model/metric.h"
#include "model/pool.h"
#include "model/quality.h"
#include <glib.h>
#include <stdbool.h>

/* Where something was read: an input's name and a line, from 1; line 0: the input as a whole. */
struct pos {
	const char *file;
	guint32 line;
};

enum run_status {
	RUN_COMPLETE,    /* the tool said that it finished */
	RUN_PARTIAL,     /* it has figures, but not all that its command asked for */
	RUN_FAILED,      /* it has none; `error` says why */
	RUN_INTERRUPTED, /* somebody stopped it */
	RUN_STATUS_COUNT
};

const char *run_status_name(enum run_status status);
enum run_status run_status_by_name(const char *name); /* RUN_STATUS_COUNT: none */

/* Is it the name of a fact of its own, so that no factor or metric may have it? */
bool run_fact_name(const char *name);

/* Where a layout, host or factor of a run comes from, where its tool did not print it. */
enum origin_kind {
	ORIGIN_MARKER, /* the run marker on a line of the input */
	ORIGIN_STUDY,
	ORIGIN_PATH, /* the input's path, by a template */
	ORIGIN_SET,  /* the command line: --set, LABEL=PATH */
	ORIGIN_KIND_COUNT
};

struct origin {
	const char *key; /* "layout", "host", a factor's key, or ORIGIN_SHAPE */
	enum origin_kind kind;
	guint32 line; /* of the marker; else 0 */
};

/* The key for the shape of a layout (its canonical key) where not its name tells it. */
#define ORIGIN_SHAPE ""

/* Appends "marker at line 12", "study", "path", "command line". */
void origin_print(const struct origin *origin, GString *out);

/*
 * The facts of one invocation of a benchmark tool.  A string is NULL when the log does not tell.
 * In the calls of a sink the structure lives until the call returns, the strings of run_begin until
 * run_end has returned, the sets as long as the pool.
 */
struct run {
	const char *tool;    /* "iozone"; NULL: a section in which no tool printed anything */
	const char *version; /* "3.508" */
	const char *command; /* as the log shows it */
	const char *host;
	const char *when;             /* the log's own date, ISO 8601 where it could be read */
	const char *layout;           /* canonical key (model/layout.h): "6*raidz2(5+2)" */
	const char *label;            /* the layout as found: "6x7" */
	const struct keyset *factors; /* raid, slog, cache, label, path pieces ... */
	enum run_status status;
	const char *error; /* the first cause, in the tool's own words */
	struct pos pos;    /* the first line that belongs to it */
	/* Where layout, host and factors come from; NULL and 0 unless the sink wants to know. */
	const struct origin *origins;
	size_t n_origins;
};

/* The origin of a layout ("layout"), host or factor; NULL: the tool, or not known. */
const struct origin *run_origin(const struct run *run, const char *key);

/*
 * One figure.  `value` is in the base unit `metric->unit`, NAN when there is none, and then at
 * least one flag says why.
 */
struct measurement {
	const struct metric *metric;
	const struct keyset *at; /* file-size, record-size, threads, ...: sizes in bytes */
	double value;
	double stddev;             /* as the tool or page printed it, NAN when it did not */
	const char *original;      /* the number exactly as printed; NULL when not asked for */
	const char *original_unit; /* its unit exactly as printed */
	const char *file;          /* interned */
	guint32 line;
	guint32 n;     /* how many the tool averaged; 0: unknown */
	guint32 flags; /* QUALITY_BIT()s */
};

G_STATIC_ASSERT(sizeof(struct measurement) <= 72);

#endif
