#ifndef PARSERS_FIO_LOG_H
#define PARSERS_FIO_LOG_H

#include "model/sink.h"
#include "parsers/fio_beside.h"
#include "parsers/fio_hist.h"
#include "parsers/fio_windows.h"

/*
 * The logs of one run of fio: PREFIX_TYPE.N.log for N = 1 to the number of jobs, or PREFIX_TYPE.log
 * for all jobs, one behind the other.
 */
struct fio_logs {
	struct sink *out;
	const char *prefix, *host, *release; /* NULL: not known */
	const struct fio_job_file *job;      /* NULL: not known */
	GArray *parts;                       /* struct fio_part */
	GArray *numbers; /* unsigned, of each job: N, or its place in the file */
	unsigned sections;
	struct fio_windows windows; /* its window 0: there are no logs over time */
	struct fio_hist *hist;      /* NULL: there are no histograms */
	guint64 hist_window;        /* ms */
	bool is_nsec, unit_guessed;
};

/* The section of the job file that a section of parts stands for; NULL: not known. */
const struct fio_section *fio_logs_section(const struct fio_logs *logs, unsigned section);

/* How many jobs of a section have logs of a type. */
unsigned fio_logs_jobs(const struct fio_logs *logs, unsigned section, enum fio_log_type type);

/*
 * Reads the parts of one run and pushes it.  `first` is where it stands when there are no parts;
 * `incomplete`: some of its logs are missing.  False: there was no row in them.
 */
bool fio_logs_read(
	struct fio_logs *logs, const struct fio_beside *beside, const char *first, bool incomplete);

/* Goes on with the parts in which another run follows; false: there are none. */
bool fio_logs_next(struct fio_logs *logs);

/* Pushes the figures of a run whose logs were read. */
void fio_figures_push(const struct fio_logs *logs);

/* Pushes one window; `user` is the struct fio_logs.  For fio_windows_sum(). */
void fio_figures_point(
	void *user, const struct fio_track *track, bool total, guint64 time, double value);

/* The usual number near a measured one: 504 ms are windows of 500. */
guint64 fio_window_tidy(double ms);

#endif
