#ifndef PARSERS_FIO_JSON_H
#define PARSERS_FIO_JSON_H

#include "parsers/fio_run.h"
#include "parsers/input.h"

/*
 * Reads json and json+ output.  Members of jobs[] and client_stats[] are cut out by counting braces
 * and read one by one, so that memory stays flat and whole members of a cut file survive; around
 * them anything may stand: arrays, wrapping objects, several documents.
 */
struct fio_json;

/* `runs` outlives it. */
struct fio_json *fio_json_new(struct fio_runs *runs, struct sink *out, const char *file);
void fio_json_free(struct fio_json *json);

/* Is it inside a document? */
bool fio_json_is_open(const struct fio_json *json);

/* Reads a line of a document, or the first one.  Returns what it is. */
enum line_class fio_json_line(struct fio_json *json, const struct text *line);

/* The document is over, though its end did not come. */
void fio_json_end(struct fio_json *json);

#endif
