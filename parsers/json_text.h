#ifndef PARSERS_JSON_TEXT_H
#define PARSERS_JSON_TEXT_H

#include <glib.h>
#include <stdbool.h>

/*
 * Appends the text that the bytes of a JSON string, whose escapes were checked, stand for; false
 * when that is no text.  A lone low surrogate is a byte that was no UTF-8.
 */
bool json_text(const char *s, const char *end, GString *out);

#endif
