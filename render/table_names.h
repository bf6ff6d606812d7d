#ifndef RENDER_TABLE_NAMES_H
#define RENDER_TABLE_NAMES_H

#include "analysis/pivot.h"

/*
 * The `i`th level of a line as people know it: sizes with units, layouts by their label, metrics by
 * title.  `clash`: the label alone does not tell layouts apart.  NULL where the key does not apply;
 * the caller frees.
 */
char *table_level(const struct pivot_line *line, size_t i, const char *const *keys, bool clash);

/* The level of any other key: a size in the largest unit of which it is a whole number.  The caller
 * frees. */
char *table_level_text(const char *key, const char *level);

/* Do two of the lines show the same label for different layouts? */
bool table_labels_clash(
	const struct pivot_line *lines, size_t count, const char *const *keys, size_t n);

/* Appends "iozone 3.327, file-size 32 GiB, record-size 64 KiB": what no row or column says. */
void table_common(const struct pivot *pivot, GString *out);

/* Appends the name of a line for messages: its levels, "2x21 z n 0". */
void table_line_name(
	const struct pivot_line *line, const char *const *keys, size_t n, GString *out);

#endif
