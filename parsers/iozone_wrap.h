#ifndef PARSERS_IOZONE_WRAP_H
#define PARSERS_IOZONE_WRAP_H

#include "parsers/input.h"
#include "parsers/iozone_table.h"

/*
 * Rows that mail or a terminal has broken into several lines.  The start of a row that is too
 * short, or fits no columns since a figure was broken, is held until the next line shows whether it
 * goes on there: only a whole row that ends where it has to is believed.
 *
 * A terminal breaks anywhere and keeps every blank, so its pieces are put together as they are.
 * Mail breaks between figures and drops the blanks there: each figure of the next line is put where
 * the columns of the row want it to end.
 */
struct iozone_wrap {
	GString *text; /* of the row so far */
	guint32 line;  /* where it begins; 0: nothing is held */
	guint32 last;  /* where its last piece stands */
	size_t width;  /* bytes of the first line: all but the last of a terminal are as long */
	/* Of the first piece, as a row by itself: its cells' columns and how far they are moved. */
	struct iozone_plan plan; /* n 0: it is none */
	size_t cells;
	long shift;
};

void iozone_wrap_init(struct iozone_wrap *wrap);
void iozone_wrap_clear(struct iozone_wrap *wrap);

/* Holds a line; `fit` and `row` are what iozone_row_read() made of it. */
void iozone_wrap_hold(struct iozone_wrap *wrap, const struct text *line, enum iozone_fit fit,
	const struct iozone_row *row);

enum iozone_wrap_result {
	IOZONE_WRAP_NONE,  /* the line belongs to nothing that is held */
	IOZONE_WRAP_MORE,  /* it does, but the row is still too short; it is held, too */
	IOZONE_WRAP_WHOLE, /* it does, and this is the whole row */
};

/*
 * Tries a line of numbers behind what is held.  IOZONE_WRAP_WHOLE: *whole is the row as it was,
 * with the line number of its beginning, and nothing is held any more; it is valid until the next
 * call.
 */
enum iozone_wrap_result iozone_wrap_join(struct iozone_wrap *wrap, const struct text *line,
	const struct iozone_shape *shape, struct text *whole);

/*
 * What is held did not become a whole row: its first line as it was, and the number of its last
 * line.  Nothing is held after that; false: nothing was.
 */
bool iozone_wrap_drop(struct iozone_wrap *wrap, struct text *line, guint32 *last);

#endif
