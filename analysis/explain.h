#ifndef ANALYSIS_EXPLAIN_H
#define ANALYSIS_EXPLAIN_H

#include "model/sink.h"

/*
 * How one line of one input was read.  Push the input into the sink; all else is final when the
 * input ends.
 *
 * A line belongs to the run that has a figure, layout or factor from it, or else to the one whose
 * first and last known line are around it.  A line of records belongs to the run of its row.
 */
struct explain {
	struct sink sink; /* first */
	const char *file; /* the input's name; of the caller */
	guint32 line;
	guint32 last_line; /* of the input */

	bool classed; /* false: the line was skipped, or is not there */
	enum line_class class;
	GString *text; /* bytes of any kind */

	bool has_run;
	struct run run;   /* strings and origins live as long as this */
	guint32 run_last; /* its last known line; 0: it is not a run of this file (records) */
	guint more_runs;  /* how many more have something from this line */
	GArray *figures;  /* struct measurement: those that stand on the line */

	/* While reading. */
	guint32 known_last; /* the last line so far that is part of some run */
	bool open, foreign, touched;
	GArray *origins; /* struct origin: of `run` */
	GArray *waiting; /* struct measurement: of other files, since the last line */
};

/* `file` must live on. */
struct explain *explain_new(
	const char *file, guint32 line, struct metrics *metrics, struct diag *diag);
void explain_free(struct explain *explain);

/*
 * Where in the line one of `figures` stands, columns from 1 in bytes; false when its number is not
 * there exactly as often as figures have it, which then stand from left to right.
 */
bool explain_columns(
	const struct explain *explain, const struct measurement *m, size_t *first, size_t *last);

#endif
