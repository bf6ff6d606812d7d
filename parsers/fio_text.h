#ifndef PARSERS_FIO_TEXT_H
#define PARSERS_FIO_TEXT_H

#include "parsers/fio_run.h"
#include "parsers/input.h"

/* Reads normal output, from 2.0 on: heads of runs, blocks of jobs, lines of groups. */
struct fio_text;

/* `runs` outlives it. */
struct fio_text *fio_text_new(struct fio_runs *runs, struct sink *out, const char *file);
void fio_text_free(struct fio_text *text);

/*
 * Reads a line, which is ended by a NUL byte as well.  Returns what it is; LINE_CLASS_COUNT: none
 * of this form.
 */
enum line_class fio_text_line(struct fio_text *text, const struct text *line);

/* Ends the open report, if there is one. */
void fio_text_end(struct fio_text *text);

/* Does the line have one of the forms that nothing else has: a head, a block, a group? */
bool fio_text_is(const char *s);

#endif
