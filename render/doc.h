#ifndef RENDER_DOC_H
#define RENDER_DOC_H

#include <glib.h>
#include <stdbool.h>
#include <stdio.h>

/*
 * The neutral document: what is shown, in which order, with which digits.  Never markup: a dialect
 * (render/dialect.h) turns it into text and may not change a figure.  Strings are UTF-8 and copied.
 */
enum cell_kind {
	CELL_MISSING, /* shown as `-`, or nothing in csv and tsv; json: null, or its flags and note
		       */
	CELL_TEXT,
	CELL_VALUE,   /* value */
	CELL_MEAN_SD, /* value, sd, n */
	CELL_RANGE    /* lo, hi, n: pooled over something that differs */
};

struct doc_cell {
	enum cell_kind kind;
	char *text; /* as shown, without unit: "1034.55 ± 46.04"; for CELL_MISSING NULL */
	/* The figures behind the text, in the unit of the column or cell; NAN when not there. */
	double value, sd, lo, hi;
	guint64 n;
	char *unit; /* only where it differs from the column's, else NULL; shown after the text */
	guint32 flags; /* QUALITY_BIT()s */
	unsigned mark; /* number of the table note that belongs to it, 0: none; shown as [1] */
	bool best;     /* to be set off: bold, or a star */
};

struct doc_column {
	char *head;   /* "random read" */
	char *unit;   /* "MiB/s", or NULL; shown once in the head: "random read [MiB/s]" */
	bool key;     /* names the row: left aligned, a row head where the dialect has them */
	bool numeric; /* right aligned */
};

struct doc_table {
	char *caption;   /* or NULL */
	GArray *columns; /* struct doc_column */
	GPtrArray *rows; /* GArray * of struct doc_cell, one per column */
	GPtrArray
		*notes; /* char *: footnotes; note k (from 1) is what cells with mark k refer to */
};

enum block_kind { BLOCK_HEADING, BLOCK_PARAGRAPH, BLOCK_TABLE, BLOCK_NOTE };

struct doc_block {
	enum block_kind kind;
	int level; /* headings: 1 ... */
	char *text;
	struct doc_table *table;
};

struct doc {
	char *title;       /* or NULL */
	GPtrArray *blocks; /* struct doc_block * */
};

struct doc *doc_new(const char *title);
void doc_free(struct doc *doc);
void doc_heading(struct doc *doc, int level, const char *text);
void doc_paragraph(struct doc *doc, const char *text);
void doc_note(struct doc *doc, const char *text);

/* A new, empty table at the end of the document, owned by it. */
struct doc_table *doc_table(struct doc *doc, const char *caption);
void doc_table_column(
	struct doc_table *table, const char *head, const char *unit, bool key, bool numeric);
/* Starts a row; cells are then added left to right, exactly one per column. */
void doc_table_row(struct doc_table *table);
/* Adds a cell of text; NULL: a missing one. */
void doc_table_text(struct doc_table *table, const char *text);
/* Adds a cell; `text` and `unit` of it are copied.  A mark needs its note first. */
void doc_table_cell(struct doc_table *table, const struct doc_cell *cell);
/* Adds a footnote and returns its number, from 1; the same text twice is one footnote. */
unsigned doc_table_note(struct doc_table *table, const char *text);

#endif
