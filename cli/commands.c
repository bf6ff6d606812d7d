#include "cli/command.h"

#include "cli/output.h"
#include "model/error.h"
#include "model/near.h"
#include <stdio.h>
#include <string.h>

static const struct command *const table[] = {
	&command_check,
	&command_records,
	&command_table,
	&command_init,
	&command_list,
	&command_help,
};

G_STATIC_ASSERT(G_N_ELEMENTS(table) <= COMMANDS_MAX);

const struct command *const *commands(size_t *n)
{
	*n = G_N_ELEMENTS(table);
	return table;
}

const struct command *command_by_name(const char *name)
{
	for (size_t i = 0; i < G_N_ELEMENTS(table); i++)
		if (g_str_equal(table[i]->name, name))
			return table[i];
	return NULL;
}

const struct dialect *command_dialect(const char *name, GError **error)
{
	size_t n;
	const struct dialect *const *all = dialects(&n);
	const struct dialect *d = dialect_by_name(name);
	g_autofree const char **names = g_new(const char *, n);
	g_autoptr(GString) text = g_string_new(NULL);

	if (d)
		return d;
	for (size_t i = 0; i < n; i++)
		names[i] = all[i]->name;
	g_string_printf(text, "--to: no format '%s'", name);
	near_hint(text, name, names, n);
	g_string_append(text, " (iotab list dialects)");
	g_set_error_literal(error, IOTAB_ERROR, IOTAB_ERROR_USAGE, text->str);
	return NULL;
}

int command_print(const char *text)
{
	g_autoptr(GError) error = NULL;
	struct output *output = output_open(NULL, &error);

	output_write(output, text, strlen(text));
	return output_commit(output, &error) ? EXIT_WRITTEN : command_fail(error);
}

int command_fail(const GError *error)
{
	if (*error->message)
		fprintf(stderr, "iotab: %s\n", error->message);
	if (g_error_matches(error, IOTAB_ERROR, IOTAB_ERROR_DATA))
		return EXIT_LOST;
	if (error->domain == G_FILE_ERROR ||
		g_error_matches(error, IOTAB_ERROR, IOTAB_ERROR_SYSTEM))
		return EXIT_SYSTEM;
	return EXIT_USAGE;
}
