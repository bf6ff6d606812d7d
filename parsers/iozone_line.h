#ifndef PARSERS_IOZONE_LINE_H
#define PARSERS_IOZONE_LINE_H

#include "parsers/input.h"
#include "parsers/iozone_table.h"

/* What a line of iozone's output looks like by itself, whatever stands around it. */

/* Bytes of white space it starts with. */
size_t iozone_line_margin(const struct text *line);

/* Columns of white space it starts with, tabs being 8 wide; no more are counted than `most` and 7.
 */
size_t iozone_line_columns(const struct text *line, size_t most);

/* May it be a piece of a list of names: letters and the signs names have, a comma or stop at its
 * end? */
bool iozone_line_names(const struct text *line);

/*
 * Nothing but words of the two header lines: the first one, random random bkwd record stride, or
 * what is left of them when the lines are broken?
 */
bool iozone_header_words(const char *s, size_t n);

/* Sizes as iozone can have them, and at least two figures. */
bool iozone_usual_row(const struct iozone_row *row);

/* Is a line a row by itself, without anything that says so before it? */
bool iozone_stands_alone(const char *s, size_t n, struct iozone_memo *memo);

/* How likely the first bytes of an input are iozone's output, 0 to 100 (parser.h). */
int iozone_sniff(const char *head, size_t n);

#endif
