#ifndef PARSERS_IOZONE_THROUGHPUT_H
#define PARSERS_IOZONE_THROUGHPUT_H

#include "model/sink.h"
#include "parsers/input.h"
#include "parsers/iozone_excel.h"
#include "parsers/iozone_head.h"

/*
 * Reads the phases of throughput mode (-t, -l, -u).  A phase is a line "Children see throughput for
 * N readers = ..." and the lines that belong to it, up to the next such line or the end of the run.
 * The sum over the children is the figure, under the metric that table mode has for the same test;
 * what stands beside it (parent, least, greatest, mean, least transfer, each child, and the share
 * of CPU with -+u) are figures of their own.
 */
struct iozone_throughput;

/* `out`, `head` and `file` outlive it. */
struct iozone_throughput *iozone_throughput_new(
	struct sink *out, const struct iozone_head *head, const char *file);
void iozone_throughput_free(struct iozone_throughput *t);

/*
 * Takes a line whose phrase has one of the words of throughput mode; `rest` is what follows the
 * phrase.  A phase is pushed when the next one starts, or at the end of a run whose report may
 * follow; the run must be open in the sink.
 */
void iozone_throughput_line(struct iozone_throughput *t, enum iozone_word word, const char *rest,
	const struct text *line);

/* A child has reported an error: the phase whose lines come next is no measurement. */
void iozone_throughput_error(struct iozone_throughput *t);

/*
 * The run is over and this is what its report (iozone_excel.h) says: compares it with the phases.
 * Where both differ neither is used; what only the report has is taken from there.
 */
void iozone_throughput_report(
	struct iozone_throughput *t, const struct iozone_reported *figures, size_t n);

/*
 * The run is over: pushes what has not been pushed and forgets the run.  Returns how many phases of
 * it have a figure; sets *damaged when some have none, or a line of them could not be read.
 */
size_t iozone_throughput_end(struct iozone_throughput *t, bool *damaged);

#endif
