#include "cli/command.h"
#include "model/error.h"
#include "model/near.h"

static const char head[] =
	"iotab - tables from raw storage benchmark logs\n"
	"\n"
	"usage: iotab [OPTION...] INPUT...\n"
	"       iotab COMMAND [OPTION...] INPUT...\n"
	"\n"
	"INPUT is a log file, a directory (all logs below it), or - for standard input.\n"
	"Without COMMAND: an overview on one screen, with what to type next.\n"
	"\n"
	"commands:\n";

static const char tail[] = "\n"
			   "iotab COMMAND --help shows the options of a command,\n"
			   "iotab INPUT --help those of the overview.\n"
			   "\n"
			   "exit status:\n"
			   "  0  results written, with or without warnings\n"
			   "  1  -W LEVEL was given and a message of that level came\n"
			   "  2  a recognised log lost figures, or nothing was usable\n"
			   "  3  usage: an option, a name, an expression or the study\n"
			   "  4  system: a file could not be read or written\n";

static int run(const struct command *command, int argc, char **argv)
{
	size_t n;
	const struct command *const *all = commands(&n);
	const struct command *wanted = argc > 1 ? command_by_name(argv[1]) : NULL;
	g_autoptr(GString) text = g_string_new(NULL);

	(void)command;
	if (argc > 1 && (g_str_equal(argv[1], "--help") || g_str_equal(argv[1], "-h")))
		argc = 1;
	if (wanted && wanted != &command_help) {
		char *help[] = {argv[1], (char *)"--help", NULL};

		return wanted->run(wanted, 2, help);
	}
	if (argc > 1 && !wanted) {
		const char *names[COMMANDS_MAX];
		g_autoptr(GError) error = NULL;

		for (size_t i = 0; i < n; i++)
			names[i] = all[i]->name;
		g_string_printf(text, "no command '%s'", argv[1]);
		near_hint(text, argv[1], names, n);
		g_set_error_literal(&error, IOTAB_ERROR, IOTAB_ERROR_USAGE, text->str);
		return command_fail(error);
	}
	g_string_append(text, head);
	for (size_t i = 0; i < n; i++)
		g_string_append_printf(text, "  %-8s  %s\n", all[i]->name, all[i]->summary);
	g_string_append(text, tail);
	return command_print(text->str);
}

const struct command command_help = {
	.name = "help",
	.summary = "Show this overview, or the options of a command",
	.usage = "[COMMAND]",
	.help = "",
	.run = run,
};
