#ifndef RENDER_OVERVIEW_H
#define RENDER_OVERVIEW_H

#include "analysis/overview.h"
#include "render/doc.h"

/* What only the command knows of an overview. */
struct overview_facts {
	const char *title;        /* of the study, or NULL */
	const char *study;        /* its path, or NULL */
	const char *const *paths; /* inputs as given */
	size_t n_paths;
	size_t files;      /* that were found, without copies of others */
	size_t units;      /* a file each, or all logs of a run that has several */
	guint64 bytes;     /* of all files; 0: not known */
	size_t copies;     /* left out, as they have the same bytes as others */
	size_t lost_lines; /* lines of which figures were lost */
	size_t partial_rows;
	const GPtrArray *rules; /* struct rule *; NULL: none */
	const GPtrArray *next;  /* char *: commands to type next, of one line or several */
	bool ascii;
};

/* The screen it is made for: no line of it is wider, and as text it has no more lines. */
#define OVERVIEW_WIDTH 80
#define OVERVIEW_LINES 33

/*
 * Adds the overview to a document: a table of facts, a table of the best rows, the next commands.
 * Lists are cut with "and 12 more", long names with an ellipsis, in every dialect alike.
 */
void overview_show(
	struct doc *doc, const struct overview *overview, const struct overview_facts *facts);

#endif
