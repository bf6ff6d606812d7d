#ifndef PARSERS_MARKER_LEVELS_H
#define PARSERS_MARKER_LEVELS_H

#include <glib.h>
#include <stdbool.h>

/* The group of a begin marker that holds levels: words `key=level`, levels in quotes where they
 * have blanks or are empty. */
#define MARKER_LEVELS "levels"

/* The group that takes part where a section is the second try of one that was cut off. */
#define MARKER_AGAIN "again"

/* The group of an end marker with what its campaign says of the section: `ok`, or why not. */
#define MARKER_STATUS "status"

/*
 * Takes the next word from `*at`, which moves on; false: there is none.  `key` is empty where the
 * word is no `key=level`, and then `level` is the whole word.  In quotes `\` keeps the next byte
 * as it is; a quote that never closes ends with the text, and then the word is none.
 */
bool marker_levels_next(const char **at, const char *end, GString *key, GString *level);

#endif
