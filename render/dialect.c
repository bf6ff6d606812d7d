#include "render/dialect.h"

#include <string.h>

#include "render/dialects/dialects.h"

static const struct dialect *const table[] = {
	&dialect_text,
	&dialect_markdown,
	&dialect_twiki,
	&dialect_mediawiki,
	&dialect_dokuwiki,
	&dialect_csv,
	&dialect_tsv,
	&dialect_json,
};

const struct dialect *const *dialects(size_t *n)
{
	*n = G_N_ELEMENTS(table);
	return table;
}

const struct dialect *dialect_by_name(const char *name)
{
	for (size_t i = 0; i < G_N_ELEMENTS(table); i++)
		if (strcmp(table[i]->name, name) == 0)
			return table[i];
	return NULL;
}

static bool ends_with(const char *path, const char *ending)
{
	size_t n = strlen(path), m = strlen(ending);

	return n >= m && g_ascii_strcasecmp(path + n - m, ending) == 0;
}

const struct dialect *dialect_by_ending(const char *path)
{
	for (size_t i = 0; i < G_N_ELEMENTS(table); i++)
		for (const char *const *ending = table[i]->endings; *ending; ending++)
			if (ends_with(path, *ending))
				return table[i];
	return NULL;
}
