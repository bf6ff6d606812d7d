#ifndef PARSERS_IOZONE_RUN_H
#define PARSERS_IOZONE_RUN_H

#include "model/sink.h"
#include "parsers/input.h"
#include "parsers/iozone_excel.h"
#include "parsers/iozone_head.h"
#include "parsers/iozone_kept.h"
#include "parsers/iozone_rows.h"
#include "parsers/iozone_throughput.h"
#include "parsers/iozone_wrap.h"

/*
 * The run that is being read: what is known of it and the readers of its parts.  iozone.c finds out
 * what a line is; what becomes of a row, and of everything at the end of a run, is decided here.
 */
struct iozone_run {
	struct sink *out;
	const char *file;

	bool present; /* some line of it was seen */
	bool begun;   /* the sink knows of it */
	bool header;
	bool complete, interrupted, refused, damaged;
	bool error_open;          /* the line before was an error: a reason may follow */
	bool reported;            /* lines of its report were seen */
	bool crowded;             /* it has more rows than can be kept for a report */
	size_t n_rows, n_figures; /* a phase of throughput mode counts as a row */
	guint32 line;
	GString *error;
	struct iozone_shape shape;
	struct iozone_memo memo;

	struct iozone_head head;
	struct iozone_rows *rows;
	struct iozone_throughput *throughput;
	struct iozone_excel *excel;
	struct iozone_kept *kept;
	struct iozone_wrap wrap; /* a row that may go on in the next line */
	struct iozone_memo lone; /* of rows after the completion line */
	bool read_something;     /* a run has ended */
};

/* `out` and `file` outlive it. */
void iozone_run_init(struct iozone_run *run, struct sink *out, const char *file);
void iozone_run_clear(struct iozone_run *run);

/* A line belongs to a run: the open one, or a new one that begins with it. */
void iozone_run_start(struct iozone_run *run, guint32 line);

/* Tells the sink of the run, once; before its first figure. */
void iozone_run_begin(struct iozone_run *run);

/* Takes a line that begins with a number, as a row or a piece of one; LINE_CLASS_COUNT: it is none.
 */
enum line_class iozone_run_row(struct iozone_run *run, const struct text *line);

/* A line that begins otherwise came: a row that was held does not go on. */
void iozone_run_no_row(struct iozone_run *run);

/* The run that is open, if one is, has ended. */
void iozone_run_finish(struct iozone_run *run);

#endif
