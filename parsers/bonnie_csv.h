#ifndef PARSERS_BONNIE_CSV_H
#define PARSERS_BONNIE_CSV_H

#include "parsers/bonnie_run.h"

/*
 * Lines of csv: 27 fields up to 1.04, 45 to 47 in 1.90 to 1.92a and with -s 0 up to 1.96, 48 up to
 * 1.97, 50 from 1.98 on.  What a line is shows in its first fields and their number; the header
 * that -x prints does not fit the lines below it and is not used.
 */
enum bonnie_csv {
	BONNIE_CSV_NONE,
	BONNIE_CSV_HEADER,
	BONNIE_CSV_EMPTY, /* nothing but commas, as spreadsheets write */
	BONNIE_CSV_SHORT, /* begins as a line, but has too few fields: it may go on in the next one
			   */
	BONNIE_CSV_WHOLE,
	BONNIE_CSV_BAD,   /* begins as a line, but its fields do not fit */
	BONNIE_CSV_QUOTE, /* a quote is not closed */
};

#define BONNIE_CSV_FIELDS 64

struct bonnie_csv_line {
	size_t n; /* fields; beyond the greatest number they are counted only */
	struct bonnie_csv_field {
		const char *s;
		size_t n;
	} field[BONNIE_CSV_FIELDS];
	const struct bonnie_csv_shape *shape; /* WHOLE and SHORT: NULL when not clear yet */
	size_t extra;                         /* commas in the name */
	GString *unquoted;                    /* the fields of a line with quotes */
};

void bonnie_csv_init(struct bonnie_csv_line *line);
void bonnie_csv_clear(struct bonnie_csv_line *line);

/* Cuts a line into fields, which point into it, and judges it. */
enum bonnie_csv bonnie_csv_read(struct bonnie_csv_line *line, const char *s, size_t n);

/*
 * Puts the figures of a line that is WHOLE, or SHORT with a known shape, into a new run; `cut`: its
 * last field lacks its end.  Returns how many fields are no figures.
 */
size_t bonnie_csv_take(
	const struct bonnie_csv_line *line, bool cut, guint32 at, struct bonnie_run *run);

/* Are all fields of a line that is SHORT, but the last, what they should be in its shape? */
bool bonnie_csv_typed(const struct bonnie_csv_line *line);

/* May these bytes be the rest of a line that was broken? */
bool bonnie_csv_piece(const char *s, size_t n);

#endif
