#ifndef ANALYSIS_MARKER_GUESS_H
#define ANALYSIS_MARKER_GUESS_H

#include "model/sink.h"

/*
 * Guesses the lines of a campaign's script that say what was tested: of the unknown lines before
 * the tool's banner those that come again and again, at most once before each run, with words that
 * stay and words that change.  Nothing but a proposal for a study ever comes of it.
 */
struct marker_guess;

struct marker_guess *marker_guess_new(void);
void marker_guess_free(struct marker_guess *guess);

/* The next line of the input. */
void marker_guess_line(
	struct marker_guess *guess, enum line_class class, const char *text, size_t n);

/* The input ends. */
void marker_guess_end(struct marker_guess *guess);

/* A marker as a study has it; strings are UTF-8 or NULL, of the caller of guessed_marker_clear().
 */
struct guessed_marker {
	char *begin, *end; /* patterns; begin NULL: nothing was found */
	char *begin_example, *end_example;
	size_t begins, ends; /* how many lines are like these */
	GPtrArray *figures;  /* char *: groups of `end`, which are numbers */
};

void marker_guess_result(const struct marker_guess *guess, struct guessed_marker *out);
void guessed_marker_clear(struct guessed_marker *marker);

#endif
