#ifndef PARSERS_FIO_WINDOWS_H
#define PARSERS_FIO_WINDOWS_H

#include "model/sink.h"
#include "parsers/fio_name.h"
#include "parsers/fio_row.h"
#include "parsers/fio_series.h"
#include "parsers/input.h"

/*
 * Sums the logs of one run over its jobs, window by window, reading all of them side by side: of
 * each file one buffer is in memory, of each series the few windows that rows at hand may touch.
 *
 * A row of averages is a rate that holds from the row before it, of the same file and direction, to
 * its own time, and is spread by overlap onto a grid of windows that all jobs share; rows of
 * different files are never matched by number or time.  Where the row before it is 7/4 windows away
 * or more, windows without I/O, which fio does not write, lie between: it then holds for one window
 * and the rest is 0; unless a row between them could not be read, for which it stands in.  Rows of
 * single I/Os are counted where they fall.  The last window counts when nine tenths of it are
 * covered, with what is covered.
 *
 * The latency of several jobs is their mean weighted by the I/Os each has in the window: by its
 * IOPS log, or by its rows where these are single I/Os; without IOPS logs it is the plain mean.
 */

/* One log, or the part of it that belongs to one run and job. */
struct fio_part {
	const char *path;       /* lives as long as the bundle */
	enum fio_log_type type; /* not FIO_LOG_HIST */
	unsigned job, section;  /* from 0 */
	struct input_place start;
	guint32 last_line; /* 0: until its time runs back */
	bool may_go_on;    /* what follows then is another run's */
	/* Set by fio_windows_sum(): where that begins; offset 0: nowhere. */
	struct input_place rest;
	guint64 rows;
};

/* A series: of one job, or the total of a section's jobs. */
struct fio_track {
	enum fio_log_type type;
	enum fio_log_direction direction;
	unsigned section, job;     /* `job` not for totals */
	const char *path;          /* of the first part in it */
	struct fio_series windows; /* bw in KiB/s, iops in 1/s, latencies as logged */
	double amount;             /* integral over time: KiB/s x ms, 1/s x ms */
	guint64 end;               /* ms: until then the logs of its type and section reach */
};

struct fio_windows {
	struct fio_part *part;
	size_t n;
	unsigned jobs, sections;
	guint64 window;                  /* ms, above 0 */
	guint64 origin;                  /* where the grid begins, ms */
	bool is_epoch;                   /* times are a clock's: a job does not begin at 0 */
	bool single[FIO_LOG_TYPE_COUNT]; /* rows are single I/Os */
	struct fio_row_form form;
	struct sink *out; /* for lines and diagnostics */
	/* Each window of each series as it is complete, `time` its end in ms; NULL: not wanted. */
	void (*point)(
		void *user, const struct fio_track *track, bool total, guint64 time, double value);
	void *user;
	/* Results: struct fio_track *, in order of section, direction, type and job; owned. */
	GPtrArray *totals, *tracks;
	bool plain; /* a latency was averaged over jobs without IOPS */
};

void fio_windows_sum(struct fio_windows *windows);
void fio_windows_clear(struct fio_windows *windows);

/* May a time that follows `last` in one log belong to the same job? */
bool fio_time_goes_on(guint64 last, guint64 time, guint64 window);

#endif
