#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include "model/diag.h"
#include "render/dialect.h"
#include <glib.h>
#include <stdbool.h>

#define IOTAB_VERSION "0.1"

/* Exit statuses (see `iotab help`). */
enum {
	EXIT_WRITTEN = 0, /* results written, warnings included */
	EXIT_LEVEL = 1,   /* -W LEVEL was given and reached */
	EXIT_LOST = 2,    /* a recognised log lost figures, or nothing usable */
	EXIT_USAGE = 3,   /* options, names, expressions, the study */
	EXIT_SYSTEM = 4   /* files that cannot be read or written */
};

/* One command: one file cmd_NAME.c, one row in commands.c. */
struct command {
	const char *name;    /* "": the overview, which has no name */
	const char *summary; /* one line, for `iotab help` */
	const char *usage;   /* what follows the name */
	const char *help;    /* paragraphs under the options */
	bool renders;        /* writes a document: takes --ascii, --csv-safe and --csv-bom */
	bool selects;        /* takes --where */
	bool judges;         /* takes --require and --hw */
	bool embeds;         /* takes --into, --block and --markers */
	bool screen;         /* made for one screen: few messages, bold heads, the study in it */
	/* argv[0] is the command's name; returns the exit status. */
	int (*run)(const struct command *command, int argc, char **argv);
};

extern const struct command command_check, command_records, command_table, command_init,
	command_list, command_help;

/* What runs when the first word is no command; not in the table. */
extern const struct command command_overview;

#define COMMANDS_MAX 16
const struct command *const *commands(size_t *n);
const struct command *command_by_name(const char *name);

/* Writes a text to the standard output; returns the exit status, and says why when it failed. */
int command_print(const char *text);

/* The dialect of that name; NULL and a usage error with the nearest one. */
const struct dialect *command_dialect(const char *name, GError **error);

/* Prints "iotab: MESSAGE" (nothing for an empty one: all is said) and returns the status the error
 * stands for. */
int command_fail(const GError *error);

#endif
