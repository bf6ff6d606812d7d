#ifndef PARSERS_RECORDS_ROW_H
#define PARSERS_RECORDS_ROW_H

#include "model/record_columns.h"
#include "model/sink.h"
#include "parsers/input.h"

/* What the two forms of records share: from one row's fields to runs and measurements. */

/* One row: its fields one after the other in `text`, each ended by a NUL byte. */
struct records_row {
	guint32 line; /* where it begins in the records file */
	GString *text;
	gssize at[RECORD_COLUMNS]; /* offset in `text`; -1: no value */
};

void records_row_init(struct records_row *row);
void records_row_clear(struct records_row *row);

/* Makes it a row without fields. */
void records_row_begin(struct records_row *row, guint32 line);

/* Reads `factors` or `at` as its form writes it; NULL when it cannot. */
typedef const struct keyset *records_read_set(struct pool *pool, const char *text);

/*
 * Pushes rows to a sink.  Rows of one run are consecutive and say the same of it; the first row
 * that does not begins the next run.
 */
struct records_reader;

struct records_reader *records_reader_new(
	struct input *in, struct sink *out, records_read_set *read_set);

/* Ends the open run; 0, or -1 when no row could be read. */
int records_reader_free(struct records_reader *r);

/* Takes a row; a bad one is reported and costs nothing but itself. */
void records_reader_take(struct records_reader *r, const struct records_row *row);

/* The next row begins a run whatever it says. */
void records_reader_break(struct records_reader *r);

/* Reports a row that begins at `line`. */
void records_reader_bad(struct records_reader *r, guint32 line, const char *format, ...)
	G_GNUC_PRINTF(3, 4);

/* Counts a line and tells the sink. */
void records_reader_line(struct records_reader *r, const struct text *line, enum line_class class);

#endif
