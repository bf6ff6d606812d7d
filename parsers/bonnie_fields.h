#ifndef PARSERS_BONNIE_FIELDS_H
#define PARSERS_BONNIE_FIELDS_H

#include "parsers/bonnie_csv.h"

/*
 * Most lines of big files are read for a few of their fields.  Finds where the fields of a line
 * begin that has no blanks, no quotes and no odd bytes, and the number of fields of its release;
 * false: bonnie_csv_read() has to see it.
 */
bool bonnie_fields_find(const char *s, size_t n, struct bonnie_fields *fields);

/* Makes the run such a line, of which no more is looked at than what is asked for. */
void bonnie_fields_keep(
	struct bonnie_run *run, const struct bonnie_fields *fields, const char *s, size_t n);

/* Sets one cell of such a run; a figure is not checked. */
void bonnie_fields_cell(struct bonnie_run *run, enum bonnie_test test, enum bonnie_part part);

/* Sets name and version of such a run. */
void bonnie_fields_name(struct bonnie_run *run);

/* The parts of the line that say how the run was made, one after the other in the text. */
struct bonnie_span {
	guint16 start, n;
};
#define BONNIE_SPANS 3
void bonnie_fields_spans(const struct bonnie_run *run, struct bonnie_span span[BONNIE_SPANS]);

/*
 * Looks at all of such a run, which is a run like others then.  Returns how many of its fields are
 * no figures.
 */
size_t bonnie_fields_look(struct bonnie_run *run, struct bonnie_csv_line *line);

#endif
