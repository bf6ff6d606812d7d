#ifndef PARSERS_FIO_JOB_H
#define PARSERS_FIO_JOB_H

#include <glib.h>
#include <stdbool.h>

/*
 * A job file of fio: sections with what `[global]` sections above them say.  It has no figures; it
 * describes the runs whose logs or reports lie beside it.
 */
struct fio_job_file {
	GPtrArray *sections; /* struct fio_section * */
};

struct fio_section {
	char *name;
	GHashTable *option; /* char * -> char *: as written, aliases by their main name */
};

/* How sure one may be that these are the first bytes of a job file, 0 to 100. */
int fio_job_sniff(const char *head, size_t n);

struct fio_job_file *fio_job_read(const char *text, size_t n);
void fio_job_free(struct fio_job_file *job);

/* The value of an option, "" for a bare one; NULL where the section does not have it. */
const char *fio_section_get(const struct fio_section *section, const char *option);

/* "write", "randrw": the option rw without what follows a colon; the caller frees it. */
char *fio_section_mode(const struct fio_section *section);

/* A whole number; `otherwise` where there is none. */
guint64 fio_section_number(
	const struct fio_section *section, const char *option, guint64 otherwise);

/* How many clones it starts, at least 1. */
unsigned fio_section_clones(const struct fio_section *section);

/*
 * Reads a size as fio does: with the usual kb_base of 1024, "4k" and "4kb" are 4096 and "4KiB" is
 * 4000; with 1000 the other way round.  False when it is none.
 */
bool fio_size(const char *text, bool kb_is_1000, guint64 *bytes);

/* The block size of a direction (fio_row.h), of "4k" or "4k,64k"; 0: none or not one size. */
guint64 fio_section_block_size(const struct fio_section *section, unsigned direction);

#endif
