#ifndef PARSERS_FIO_HIST_H
#define PARSERS_FIO_HIST_H

#include "model/sink.h"
#include "parsers/fio_windows.h"

/*
 * Completion latencies counted in bins, added up over time and jobs.  A row is a time, a direction,
 * a block size and one count per bin: 29 groups of 64 bins in nanoseconds (2.99 and later) or 19 in
 * microseconds, or one of 2, 4 ... 64 bins together (log_hist_coarseness).
 */
struct fio_hist;

struct fio_hist *fio_hist_new(unsigned sections);
void fio_hist_free(struct fio_hist *hist);

/* How sure one may be that these are the first bytes of such a log, 0 to 100. */
int fio_hist_sniff(const char *head, size_t n);

/* Adds one log; damage goes to the diagnostics of `out`.  Sets `rows` and `rest` of the part. */
void fio_hist_add(struct fio_hist *hist, struct fio_part *part, struct sink *out);

/* How many I/Os were counted. */
guint64 fio_hist_count(const struct fio_hist *hist, unsigned section, unsigned direction);

/*
 * The latency in seconds that `percent` of the I/Os did not exceed: the middle of the first bin
 * with which that share is reached, as fio's own reports have it.  NAN without I/Os.
 */
double fio_hist_percentile(
	const struct fio_hist *hist, unsigned section, unsigned direction, double percent);

/* Mean time in ms between rows of one log and direction; of a single row, its time. */
double fio_hist_interval(const struct fio_hist *hist);

/* Does it count nanoseconds?  -1: no row was read. */
int fio_hist_is_nsec(const struct fio_hist *hist);

/* Bins that a row of `columns` has, and how many fine ones each holds; 0: none. */
unsigned fio_hist_bins(size_t columns, unsigned *stride, bool *is_nsec);

/* Where fine bin `i` begins, in its unit. */
guint64 fio_hist_edge(unsigned i);

#endif
