#ifndef ANALYSIS_SURVEY_H
#define ANALYSIS_SURVEY_H

#include "analysis/marker_guess.h"
#include "model/sink.h"

/* One layout name as found; `raid` completes it, or is NULL. */
struct survey_layout {
	char *label, *raid;
	char *key; /* NULL: not understood */
};

struct survey_factor {
	char *key;
	GPtrArray *levels; /* char * */
};

/*
 * What inputs hold, for a first study: each thing once, in an order that does not depend on theirs.
 * Push one input after the other into the sink, survey_next() before each.
 */
struct survey {
	struct sink sink;     /* first */
	GPtrArray *files;     /* char *: inputs that are logs */
	GPtrArray *tools;     /* char *: "iozone 3.508" */
	GPtrArray *hosts;     /* char * */
	GPtrArray *layouts;   /* struct survey_layout * */
	GPtrArray *factors;   /* struct survey_factor * */
	GPtrArray *metrics;   /* const struct metric *, in the order of metric_compare() */
	size_t runs, unnamed; /* all; those without a layout */
	struct marker_guess *guess;

	GHashTable *seen;
	bool fresh; /* no line so far of this input */
};

struct survey *survey_new(struct metrics *metrics);
void survey_free(struct survey *survey);

/* The next input comes, and its diagnostics go to `diag`. */
void survey_next(struct survey *survey, struct diag *diag);

/* After the last input: puts all in order. */
void survey_finish(struct survey *survey);

#endif
