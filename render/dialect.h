#ifndef RENDER_DIALECT_H
#define RENDER_DIALECT_H

#include "render/doc.h"

/* Choices that hold for every dialect; one that does not know a choice ignores it. */
struct dialect_options {
	bool ascii;    /* `+-` for `±`, `-` for dashes */
	bool csv_safe; /* csv: guard text cells a spreadsheet would run */
	bool csv_bom;  /* csv: start with a byte order mark */
	bool bold;     /* text: heads of columns and rows in bold, for a terminal */
};

/* One dialect: one file under render/dialects/, its own escaper in it, one row in dialect.c. */
struct dialect {
	const char *name;           /* "twiki" */
	const char *title;          /* "TWiki and Foswiki" */
	const char *const *endings; /* file name endings that choose it: ".twiki", NULL */
	/* Appends the whole document. */
	void (*render)(const struct doc *doc, const struct dialect_options *options, GString *out);
	/* Appends one text as the content of a data cell; what the referees judge. */
	void (*escape)(const char *text, GString *out);
	/* Around a comment that shows nothing, alone on its line; NULL where there is none. */
	const char *comment_open, *comment_close;
};

/* The table, in the order of `iotab list dialects`. */
const struct dialect *const *dialects(size_t *n);
const struct dialect *dialect_by_name(const char *name);
/* By the ending of a file name; NULL when none fits. */
const struct dialect *dialect_by_ending(const char *path);

#endif
