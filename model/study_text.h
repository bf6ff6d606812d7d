#ifndef MODEL_STUDY_TEXT_H
#define MODEL_STUDY_TEXT_H

#include <glib.h>
#include <stdbool.h>

/* Texts from logs as they can stand in a study file. */

/*
 * Appends the text as a YAML scalar on one line, quoted where it has to be, good as a key and
 * inside of brackets; reads back to the same.  `quoted`: in any case.  False, and nothing appended,
 * for what a study cannot hold: bytes that are not UTF-8, or a text that is empty or too long for a
 * key.
 */
bool study_text_quote(const char *text, bool quoted, GString *out);

/* Appends a text of any bytes so that it can stand in a comment. */
void study_text_comment(const char *text, GString *out);

/* What stands in the place of a value that nobody knows yet; the reader takes it as not said. */
#define STUDY_OPEN "?"

#endif
