#ifndef PARSERS_IOZONE_LINE_H
#define PARSERS_IOZONE_LINE_H

#include "parsers/input.h"
#include "parsers/iozone_table.h"

/* What a line of iozone's output looks like by itself, whatever stands around it. */

/* Bytes of white space it starts with. */
size_t iozone_line_margin(const struct text *line);

/* Nothing but white space in `n` bytes? */
bool iozone_blank(const char *s, size_t n);

/* Is it the first header line: some of the words random random bkwd record stride, nothing else? */
bool iozone_header_words(const char *s, size_t n);

/* Sizes as iozone can have them, and at least two figures. */
bool iozone_usual_row(const struct iozone_row *row);

/* Is a line a row by itself, without anything that says so before it? */
bool iozone_stands_alone(const char *s, size_t n, struct iozone_memo *memo);

/* How likely the first bytes of an input are iozone's output, 0 to 100 (parser.h). */
int iozone_sniff(const char *head, size_t n);

#endif
