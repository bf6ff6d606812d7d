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

struct bonnie_csv_shape; /* which field is what */

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

/*
 * Most lines of big files are read for a few of their fields.  Finds where the fields of a line
 * begin that has no blanks, no quotes and no odd bytes, and the number of fields of its release;
 * false: bonnie_csv_read() has to see it.
 */
bool bonnie_csv_fields(const char *s, size_t n, struct bonnie_fields *fields);

/* Makes the run such a line, of which no more is looked at than what is asked for. */
void bonnie_csv_keep(
	struct bonnie_run *run, const struct bonnie_fields *fields, const char *s, size_t n);

/* Sets one cell of such a run; a figure is not checked. */
void bonnie_csv_cell(struct bonnie_run *run, enum bonnie_test test, enum bonnie_part part);

/* Sets name and version of such a run. */
void bonnie_csv_name(struct bonnie_run *run);

/* The parts of the line that say how the run was made, one after the other in the text. */
struct bonnie_span {
	guint16 start, n;
};
#define BONNIE_SPANS 3
void bonnie_csv_spans(const struct bonnie_run *run, struct bonnie_span span[BONNIE_SPANS]);

/* Looks at all of such a run, which is a run like others then. */
void bonnie_csv_look(struct bonnie_run *run, struct bonnie_csv_line *line);

/* Are all fields of a line that is SHORT, but the last, what they should be in its shape? */
bool bonnie_csv_typed(const struct bonnie_csv_line *line);

/* May these bytes be the rest of a line that was broken? */
bool bonnie_csv_piece(const char *s, size_t n);

#endif
