#ifndef PARSERS_FIO_JSON_JOB_H
#define PARSERS_FIO_JSON_JOB_H

#include "parsers/fio_run.h"

/* Text cut out of a document, with the lines it stands in. */
struct fio_json_text {
	GString *bytes;
	GArray *lines; /* struct fio_json_line_start */
	guint32 line;  /* the first */
};

struct fio_json_line_start {
	guint32 offset, line;
};

void fio_json_text_init(struct fio_json_text *text);
void fio_json_text_clear(struct fio_json_text *text);

/* Empties it; what is added next stands in this line. */
void fio_json_text_start(struct fio_json_text *text, guint32 line);

/* A line begins; the one before it ended. */
void fio_json_text_line(struct fio_json_text *text, guint32 line);
void fio_json_text_add(struct fio_json_text *text, const char *s, const char *end);

/* Takes the last line out again. */
void fio_json_text_drop_line(struct fio_json_text *text);

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
