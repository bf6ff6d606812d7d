#ifndef MODEL_SINK_H
#define MODEL_SINK_H

#include "model/diag.h"
#include "model/record.h"

/* What a line of a log was taken for; counted for `check`. */
enum line_class {
	LINE_BLANK,
	LINE_BANNER,  /* the tool's name, version, authors, date */
	LINE_HEAD,    /* options, command line, units */
	LINE_HEADER,  /* column heads */
	LINE_FIGURES, /* rows and other lines with figures */
	LINE_REPORT,  /* a second form of the same figures */
	LINE_HINT,    /* the tool's advice between rows */
	LINE_ERROR,   /* error texts of tool or system */
	LINE_END,     /* completion and interruption */
	LINE_MARKER,  /* a study's or built-in run marker */
	LINE_NOISE,   /* known to mean nothing here */
	LINE_UNKNOWN,
	LINE_CLASS_COUNT
};

const char *line_class_name(enum line_class c);

/* What it means, for people: "heads of columns". */
const char *line_class_help(enum line_class c);

/*
 * Where parsers push what they read.  Per run: run_begin, measure any number of times, run_end;
 * runs do not nest.  At run_begin layout, factors, tool and position are known; status, error and
 * whatever the log tells late only at run_end.  A sink that needs those first is put behind
 * sink_hold().  A sink copies what it keeps.
 */
struct sink {
	struct pool *pool;       /* sets and file names handed to this sink are interned here */
	struct metrics *metrics; /* shared by all sinks of the invocation */
	struct diag *diag;
	bool want_original; /* false: measurement.original may be NULL */
	bool want_origins;  /* false: run.origins may be NULL */
	bool want_series;   /* logs over time: each window as a figure of its own, too */
	size_t lines[LINE_CLASS_COUNT];

	void (*run_begin)(struct sink *sink, const struct run *run);
	/* `n` measurements of the open run, all with the same `at`. */
	void (*measure)(struct sink *sink, const struct measurement *m, size_t n);
	void (*run_end)(struct sink *sink, const struct run *run);
	/* NULL: everything.  A parser need not convert a metric for which this says no. */
	bool (*wants)(struct sink *sink, const struct metric *metric);
	/* NULL: never.  True: nothing of the open run at this `at` set is wanted. */
	bool (*skips)(struct sink *sink, const struct keyset *at);
	/* One line the parser has classed; NULL: nobody listens.  `text` has `len` bytes. */
	void (*line)(
		struct sink *sink, struct pos pos, enum line_class c, const char *text, size_t len);
};

/*
 * A sink that keeps one run and hands it to `inner` at run_end, when all facts are known, so that
 * run_begin already sees the final status.  Pool, metrics, diag and what is wanted are those
 * `inner` has now; lines are handed on at once, and counted in the sink the parser was given:
 * `lines` of the hold.  The caller keeps `inner`; free with sink_hold_free().
 */
struct sink *sink_hold_new(struct sink *inner);
void sink_hold_free(struct sink *hold);

#endif
