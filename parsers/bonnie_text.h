#ifndef PARSERS_BONNIE_TEXT_H
#define PARSERS_BONNIE_TEXT_H

#include "model/sink.h"
#include "parsers/bonnie_run.h"

/*
 * Reads the text tables of bonnie++, bon_csv2txt and the original Bonnie.  Headings say which table
 * it is and of which release; rows are read by their words from the right, as the name may be
 * anything: two for each of the six tests, or for four of them with -f.  Columns and units of the
 * headings decide nothing.
 */
struct bonnie_text;

/*
 * A new run of the line, which stays where it is at least as long as it is `open`.
 */
typedef struct bonnie_run *bonnie_new_run(void *user, guint32 line);

struct bonnie_text *bonnie_text_new(
	struct diag *diag, const char *file, bonnie_new_run *new_run, void *user);
void bonnie_text_free(struct bonnie_text *text);

/* LINE_CLASS_COUNT: the line is none of a table. */
enum line_class bonnie_text_line(struct bonnie_text *text, const struct text *line);

/* A line that is none of a table and may be the title of the next: "3)zfs". */
void bonnie_text_title(struct bonnie_text *text, const struct text *line);

/* The tables are over; `cut`: the input ends inside a line. */
void bonnie_text_end(struct bonnie_text *text, bool cut);

#endif
