#ifndef PARSERS_TWINS_H
#define PARSERS_TWINS_H

#include <glib.h>
#include <stdbool.h>

/*
 * Runs that stand in more than one input: the text of a run in one file, its csv in another, a log
 * kept twice.  Before anything is parsed, every input that may hold such runs is read once and its
 * runs are noted by a number that is the same in all their forms; after that each reader can tell
 * whether a run of its input stands better or earlier in another one.  Repeats inside one input are
 * no twins.
 */
struct twins;

/* One input's view: what its parser is given. */
struct twins_view {
	struct twins *twins; /* NULL: there are no other inputs */
	const char *file;    /* its name, which outlives the twins */
	guint32 input;       /* its place in the order of inputs */
	guint64 salt;        /* differs for inputs of which different levels are said */
};

#define TWINS_EXTRAS 2

/* What is known of a run in one input. */
struct twin {
	guint64 print;               /* never 0 */
	guint64 extra[TWINS_EXTRAS]; /* facts that not all forms have; 0: this one has not */
	guint32 input;
	guint32 rank; /* of several forms the one of the greatest rank is kept */
};

struct twins *twins_new(void);
void twins_free(struct twins *twins);

/* Notes a run, of which the input is that of the view; a print of 0 is not noted. */
void twins_note(const struct twins_view *view, struct twin twin);

/* After the last note, before the first question. */
void twins_settle(struct twins *twins);

/*
 * The name of the input that has the run in a form to be kept instead of this one: of a greater
 * rank, or of the same and earlier in the order of inputs.  NULL: this one is kept, and its extras
 * that are 0 become what the others know.  For several threads at once.
 */
const char *twins_better(const struct twins_view *view, struct twin *twin);

#endif
