#ifndef RENDER_DIALECTS_COMMON_H
#define RENDER_DIALECTS_COMMON_H

#include "render/dialect.h"

/* What the dialects share: text without markup, and the walks through a document. */

/* The next character of a text of any bytes; U+FFFD, and one byte on, where it is not UTF-8. */
gunichar common_next(const char **text);

/*
 * The text as people are to see it, in valid UTF-8: runs of blanks are one blank, none at the ends
 * and around line breaks; line breaks are `\n`; control characters, also those that only turn the
 * writing direction, are shown as \xNN or \uNNNN.  An escaper starts from this.
 */
char *common_clean(const char *text);

/* common_clean() without line breaks, for places that cannot hold one. */
char *common_clean_line(const char *text);

/* Whether a spreadsheet might run the text as a formula; numbers are none. */
bool common_is_formula(const char *text);

/* Columns of a terminal that the `n` bytes of a clean text take. */
size_t common_width(const char *text, size_t n);

/* The text with what the options ask for; may be NULL. */
char *common_shown(const char *text, const struct dialect_options *options);

/* "random read [MiB/s]", or the head alone. */
char *common_head(const struct doc_column *column, const struct dialect_options *options);

/* Text and own unit of a cell without its mark; a missing one is `missing`. */
char *common_cell(
	const struct doc_cell *cell, const char *missing, const struct dialect_options *options);

static inline const struct doc_column *common_column_at(const struct doc_table *table, size_t i)
{
	return &g_array_index(table->columns, struct doc_column, i);
}

const struct doc_cell *common_cell_at(const struct doc_table *table, size_t row, size_t column);

/* How a dialect for people writes blocks; texts come as common_shown(), not escaped. */
struct common_page {
	/* level 1 ... 6 */
	void (*heading)(const char *text, int level, GString *out);
	void (*paragraph)(const char *text, GString *out);
	void (*table)(
		const struct doc_table *table, const struct dialect_options *options, GString *out);
};

/*
 * Writes title, headings, paragraphs, notes and tables in order with an empty line between two
 * blocks.  A title is the heading of level 1, and the document's own headings then start at 2.
 */
void common_write_page(const struct common_page *page, const struct doc *doc,
	const struct dialect_options *options, GString *out);

/*
 * The footnotes of a table, if any, as one paragraph, after an empty line; those that cells refer
 * to start with their number, "[1] ...".
 */
void common_write_notes(const struct common_page *page, const struct doc_table *table,
	const struct dialect_options *options, GString *out);

/* A dialect that is nothing but records of fields. */
struct common_records {
	char separator;
	const char *end; /* of a record */
	/* `alone`: the record has no other field */
	void (*field)(
		const char *text, bool alone, const struct dialect_options *options, GString *out);
};

/* Writes the tables only: heads, then rows; an empty record between two tables. */
void common_write_records(const struct common_records *form, const struct doc *doc,
	const struct dialect_options *options, GString *out);

#endif
