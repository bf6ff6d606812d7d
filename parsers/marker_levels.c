#include "parsers/marker_levels.h"

#include <string.h>

/* Behind the opening quote; false: it never closes. */
static bool quoted(const char **at, const char *end, GString *level)
{
	for (const char *p = *at; p < end; p++) {
		if (*p == '"') {
			*at = p + 1;
			return true;
		}
		if (*p == '\\' && p + 1 < end)
			p++;
		g_string_append_c(level, *p);
	}
	*at = end;
	return false;
}

bool marker_levels_next(const char **at, const char *end, GString *key, GString *level)
{
	const char *p = *at, *word, *equals;

	g_string_truncate(key, 0);
	g_string_truncate(level, 0);
	while (p < end && g_ascii_isspace(*p))
		p++;
	for (word = p; p < end && *p != '=' && !g_ascii_isspace(*p);)
		p++;
	equals = p;
	if (p < end && *p == '=') {
		g_string_append_len(key, word, equals - word);
		p++;
	}
	if (key->len && p < end && *p == '"') {
		p++;
		if (quoted(&p, end, level) && (p == end || g_ascii_isspace(*p))) {
			*at = p;
			return true;
		}
	}
	while (p < end && !g_ascii_isspace(*p))
		p++;
	*at = p;
	if (key->len && equals[1] != '"') {
		g_string_append_len(level, equals + 1, p - equals - 1);
		return true;
	}
	g_string_truncate(key, 0);
	g_string_truncate(level, 0);
	g_string_append_len(level, word, p - word);
	return p > word;
}
