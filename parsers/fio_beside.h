#ifndef PARSERS_FIO_BESIDE_H
#define PARSERS_FIO_BESIDE_H

#include "parsers/bundle.h"
#include "parsers/fio_job.h"
#include "parsers/fio_name.h"

/*
 * What the reports and job files of a directory say of the logs there.  Reports are looked at only
 * as far as their first INPUT_HEAD bytes, for the release of fio.
 */
struct fio_beside;

struct fio_beside *fio_beside_new(struct bundle_input *const *inputs, size_t n);
void fio_beside_free(struct fio_beside *beside);

/* The release that a text names as "fio-3.33", `n` bytes; the caller frees it; NULL: none. */
char *fio_release(const char *text, size_t n);

/* Does a release log latencies in nanoseconds? */
bool fio_release_is_nsec(const char *release);

/*
 * The release that wrote the logs of a prefix: that of the report called PREFIX.*, else the one of
 * all reports there.  NULL: not known.
 */
const char *fio_beside_release(const struct fio_beside *beside, const char *prefix);

/*
 * Do all reports there that might be of these logs agree on the unit of latencies, and which one?
 * 1: nanoseconds, 0: microseconds, -1: not known.
 */
int fio_beside_is_nsec(const struct fio_beside *beside, const char *prefix);

/*
 * The one job file of which a section writes logs with this prefix; NULL: none, or several.
 */
const struct fio_job_file *fio_beside_job(const struct fio_beside *beside, const char *prefix);

/* Does this section write logs with this prefix? */
bool fio_section_writes(const struct fio_section *section, const char *prefix);

#endif
