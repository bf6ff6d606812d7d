#ifndef PARSERS_CONTEXT_H
#define PARSERS_CONTEXT_H

#include "model/sink.h"
#include "model/study.h"
#include "parsers/input.h"
#include "parsers/markers.h"

/*
 * What surrounds the runs of one input and is not in the tool's own output: levels given on the
 * command line and by the input's path, run markers, the study's layouts.  A context is the sink a
 * parser pushes to; it completes each run's layout and factors, says where they come from, and
 * passes everything on.  It is also the input's filter: the lines of markers never reach the
 * parser.
 *
 * A section begins at a begin marker and ends at an end marker, the next begin marker or the end of
 * the input.  Figures of its end marker belong to its last run; when it held several they are
 * flagged as aggregate.  A section in which no tool printed anything becomes one failed run.
 * One whose end marker says that it did not end well is not complete, whatever its tool says.
 */
struct context_facts {
	const struct markers *markers; /* may be NULL: no markers in this input */
	const struct study *study;
	/*
	 * Levels from outside of the log, which may hold `layout` and `host`: from the input's
	 * path, and from the command line.
	 */
	const struct level *path, *set;
	size_t n_path, n_set;
	bool overlay; /* runs come with layout and factors of their own, onto which these go */
};

struct context;

struct context *context_new(
	const struct context_facts *facts, struct input *in, struct sink *inner);

/* The sink to hand to the parser; it and the filter live as long as the context. */
struct sink *context_sink(struct context *context);

/* After the parser has returned: ends an open section. */
void context_finish(struct context *context);
void context_free(struct context *context);

#endif
