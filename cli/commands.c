#include "cli/command.h"

#include <stdio.h>
#include "model/error.h"

static const struct command *const table[] = {
	&command_check,
	&command_records,
	&command_table,
	&command_list,
	&command_help,
};

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

int command_fail(const GError *error)
{
	fprintf(stderr, "iotab: %s\n", error->message);
	if (g_error_matches(error, IOTAB_ERROR, IOTAB_ERROR_DATA))
		return EXIT_LOST;
	if (error->domain == G_FILE_ERROR ||
		g_error_matches(error, IOTAB_ERROR, IOTAB_ERROR_SYSTEM))
		return EXIT_SYSTEM;
	return EXIT_USAGE;
}
