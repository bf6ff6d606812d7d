#ifndef PARSERS_BONNIE_HEAD_H
#define PARSERS_BONNIE_HEAD_H

#include "model/diag.h"
#include "parsers/input.h"

/* The words of a line, and the headings of the text tables of bonnie++. */

struct bonnie_word {
	const char *s;
	size_t n;
};

/* No line of a table has more. */
#define BONNIE_WORDS 48

static inline bool bonnie_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* Returns how many there are; BONNIE_WORDS + 1: too many. */
size_t bonnie_words(const char *s, size_t n, struct bonnie_word word[BONNIE_WORDS]);
bool bonnie_word_is(const struct bonnie_word *word, const char *text);

enum bonnie_table { BONNIE_NO_TABLE, BONNIE_IO_TABLE, BONNIE_FILE_TABLE };

/* What the headings so far say. */
struct bonnie_head {
	struct diag *diag;
	const char *file;
	enum bonnie_table table;
	GString *version;
	GString *name;    /* in the heading of the file tests */
	bool modern;      /* 1.98 or later */
	bool plain_sizes; /* MB or GB stand in the heading, not in the rows */
	bool mega;        /* rates are M/sec */
	bool original;    /* Bonnie, which has no file tests */
	guint64 concurrency;
};

void bonnie_head_init(struct bonnie_head *head, struct diag *diag, const char *file);
void bonnie_head_clear(struct bonnie_head *head);

/* No table is open any more. */
void bonnie_head_reset(struct bonnie_head *head);

/* Does the text hold the first heading of a table? */
bool bonnie_heading(const char *s, size_t n);

enum bonnie_heading {
	BONNIE_HEADING_NONE,
	BONNIE_HEADING_MORE,  /* of the table that is open */
	BONNIE_HEADING_FILES, /* of the file tests of the runs in the table above */
	BONNIE_HEADING_NEW    /* of a table of other runs */
};

/* Takes the line if it is a heading or a piece of one; `word` are its words. */
enum bonnie_heading bonnie_head_line(struct bonnie_head *head, const struct text *line,
	const struct bonnie_word *word, size_t n);

#endif
