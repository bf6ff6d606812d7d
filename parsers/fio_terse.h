#ifndef PARSERS_FIO_TERSE_H
#define PARSERS_FIO_TERSE_H

#include "parsers/fio_run.h"
#include "parsers/input.h"

/*
 * Reads terse (minimal) output, versions 2 to 5: one line a job, fields parted by `;`.  Lines that
 * say the same of the disks are one report: the disks are read once, at its end.
 */
struct fio_terse;

/* `runs` outlives it. */
struct fio_terse *fio_terse_new(struct fio_runs *runs, struct sink *out, const char *file);
void fio_terse_free(struct fio_terse *terse);

/* Does a line of terse output start here? */
bool fio_terse_starts(const char *s, size_t n);

/* Reads a line; false, which has been reported, when it is none. */
bool fio_terse_line(struct fio_terse *terse, const struct text *line);

/* Ends the open report, if there is one. */
void fio_terse_end(struct fio_terse *terse);

#endif
