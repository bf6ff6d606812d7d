#include "cli/command.h"
#include "model/error.h"
#include "model/near.h"
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

static int no_command(const char *word)
{
	g_autoptr(GString) text = g_string_new(NULL);
	g_autoptr(GError) error = NULL;
	const char *names[COMMANDS_MAX];
	size_t n;
	const struct command *const *all = commands(&n);

	for (size_t i = 0; i < n; i++)
		names[i] = all[i]->name;
	if (word)
		g_string_printf(text, "no command '%s'", word);
	else
		g_string_append(text, "no command given");
	if (word)
		near_hint(text, word, names, n);
	g_string_append(text, " (iotab help)");
	g_set_error_literal(&error, IOTAB_ERROR, IOTAB_ERROR_USAGE, text->str);
	return command_fail(error);
}

/* A bare word that names no file was meant as a command. */
static bool is_slip(const char *word)
{
	return *word != '-' && !strpbrk(word, "/.") && !g_file_test(word, G_FILE_TEST_EXISTS);
}

/* One run may have thousands of logs, which are read side by side. */
static void allow_files(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit))
		return;
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit); /* else a file that cannot be opened is reported */
}

int main(int argc, char **argv)
{
	const struct command *command = argc > 1 ? command_by_name(argv[1]) : NULL;

	allow_files();
	signal(SIGXFSZ, SIG_IGN); /* a write that fails is reported, and its file removed */
	if (argc > 1 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")))
		return command_help.run(&command_help, 1, argv);
	if (argc > 1 && !strcmp(argv[1], "--version"))
		return command_print("iotab " IOTAB_VERSION "\n");
	if (command)
		return command->run(command, argc - 1, argv + 1);
	if (argc < 2 || is_slip(argv[1]))
		return no_command(argc > 1 ? argv[1] : NULL);
	return command_overview.run(&command_overview, argc, argv);
}
