#ifndef PARSERS_FIO_JSON_JOB_H
#define PARSERS_FIO_JSON_JOB_H

#include "parsers/fio_json_text.h"
#include "parsers/fio_run.h"

/* Reads the values that were cut out of one document. */
struct fio_json_reader;

struct fio_json_reader *fio_json_reader_new(
	struct fio_runs *runs, struct sink *out, const char *file);
void fio_json_reader_free(struct fio_json_reader *reader);

/* Forgets the options of the document. */
void fio_json_reader_reset(struct fio_json_reader *reader);

/* Reads "global options": an object, or of several clients an array of them. */
void fio_json_reader_global(struct fio_json_reader *reader, const struct fio_json_text *text);

/*
 * Reads a member of jobs[] into the report; what is no job is reported, unless nothing says that
 * the document is fio's.  `whole`: false when the text ends inside the member.
 */
void fio_json_reader_job(struct fio_json_reader *reader, struct fio_report *report,
	const struct fio_json_text *text, bool whole, bool fio);

#endif
