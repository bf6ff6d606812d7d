#ifndef PARSERS_FIO_RUN_H
#define PARSERS_FIO_RUN_H

#include "parsers/fio_report.h"

/*
 * Puts the runs of one input together from what its readers find: heads, errors, and reports in
 * any form.  A report goes to the open run when it is a later one of the same jobs (of those only
 * the last counts) or the same one in another form (then each figure is taken from the form that
 * tells it most precisely); else it begins a run.  Figures are held until the run's end.
 */
struct fio_runs;

/* More figures of one report than this are not held but handed on job by job. */
#define FIO_HELD_FIGURES (64u << 10)

/* fio starts 4096 jobs at most; a client adds up those of several servers. */
#define FIO_JOBS_MAX (32u << 10)

struct fio_runs *fio_runs_new(struct sink *out, const char *file);

/* Ends the open run.  Returns how many there were. */
size_t fio_runs_free(struct fio_runs *runs);

struct fio_wanted *fio_runs_wanted(struct fio_runs *runs);

/* `NAME: (g=N): rw=...`: may begin a run. */
void fio_runs_section(struct fio_runs *runs, const char *name, size_t n, int group,
	const struct fio_setup *setup, guint32 line);

/* `fio-3.33` and `Starting 4 processes`. */
void fio_runs_version(struct fio_runs *runs, const char *version, size_t n, guint32 line);
/* The release that the head told; NULL: none. */
const char *fio_runs_version_now(const struct fio_runs *runs);
void fio_runs_started(struct fio_runs *runs, guint32 line);

/* Client mode, with the host of a server, NULL: not told. */
void fio_runs_client(struct fio_runs *runs, const char *host, guint32 line);
bool fio_runs_is_client(const struct fio_runs *runs);

/* What fio says of an error, and that somebody stopped it. */
void fio_runs_error(struct fio_runs *runs, const char *text, guint32 line);
void fio_runs_signal(struct fio_runs *runs, guint32 line);

/* The command line, as a prompt shows it. */
void fio_runs_command(struct fio_runs *runs, const char *text);

/* What the head says of the job of that name; an empty one when it says nothing. */
struct fio_setup fio_runs_setup(const struct fio_runs *runs, const char *name, int group);

/*
 * Starts a job of the report that is being read; NULL when it has too many.  Hands on what there is
 * of the report when it is too much to be held.
 */
struct fio_job *fio_runs_job(
	struct fio_runs *runs, struct fio_report *report, const char *name, guint32 line);

/* Takes a report, whose end was reached. */
void fio_runs_report(struct fio_runs *runs, struct fio_report *report);

/* Ends the open run. */
void fio_runs_end(struct fio_runs *runs);

#endif
