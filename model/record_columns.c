#include "model/record_columns.h"

#include <glib.h>
#include <string.h>

static const char *const names[] = {
	[RECORD_RUN] = "run",
	[RECORD_TOOL] = "tool",
	[RECORD_VERSION] = "version",
	[RECORD_STATUS] = "status",
	[RECORD_LAYOUT] = "layout",
	[RECORD_LABEL] = "label",
	[RECORD_FACTORS] = "factors",
	[RECORD_AT] = "at",
	[RECORD_METRIC] = "metric",
	[RECORD_VALUE] = "value",
	[RECORD_UNIT] = "unit",
	[RECORD_STDDEV] = "stddev",
	[RECORD_N] = "n",
	[RECORD_ORIGINAL] = "original",
	[RECORD_ORIGINAL_UNIT] = "original_unit",
	[RECORD_FLAGS] = "flags",
	[RECORD_FILE] = "file",
	[RECORD_LINE] = "line",
	[RECORD_WHEN] = "when",
	[RECORD_HOST] = "host",
	[RECORD_COMMAND] = "command",
	[RECORD_ERROR] = "error",
};

G_STATIC_ASSERT(G_N_ELEMENTS(names) == RECORD_COLUMNS);

const char *record_column_name(enum record_column column)
{
	return names[column];
}

enum record_column record_column_by_name(const char *name, size_t n, enum record_column first)
{
	for (int i = 0; i < RECORD_COLUMNS; i++) {
		int c = ((int)first + i) % RECORD_COLUMNS;

		if (strncmp(names[c], name, n) == 0 && names[c][n] == '\0')
			return (enum record_column)c;
	}
	return RECORD_COLUMNS;
}

void record_column_wide_name(enum record_column column, const char *key, GString *out)
{
	g_string_append_printf(out, "%s.%s", names[column], key);
}

enum record_column record_column_wide(const char *name, const char **key)
{
	static const enum record_column sets[] = {RECORD_FACTORS, RECORD_AT};

	for (size_t i = 0; i < G_N_ELEMENTS(sets); i++) {
		size_t n = strlen(names[sets[i]]);

		if (strncmp(name, names[sets[i]], n) == 0 && name[n] == '.') {
			*key = name + n + 1;
			return sets[i];
		}
	}
	return RECORD_COLUMNS;
}
