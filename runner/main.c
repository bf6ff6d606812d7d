#include "iorun.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
	const char *name;
	int (*run)(int argc, char **argv);
	const char *help;
} programs[] = {
	{"iozone", iozone_main,
		"iozone's options and output: iorun iozone -i 0 -i 1 -s 512M -r 64k"},
	{"bonnie++", bonnie_main,
		"bonnie++'s options and output: iorun bonnie++ -d DIR -s 1G -n 16"},
	{"matrix", matrix_main, "a campaign over many layouts, safe to repeat: iorun matrix PLAN"},
};

#define PROGRAMS (sizeof(programs) / sizeof(programs[0]))

static int usage(FILE *to, int status)
{
	fputs("usage: iorun PROGRAM [OPTION...]\n", to);
	for (size_t i = 0; i < PROGRAMS; i++)
		fprintf(to, "  %-10s%s\n", programs[i].name, programs[i].help);
	fputs("  --version, --help\n", to);
	return status;
}

/* Called by another name, as a link to it, it is that program. */
int main(int argc, char **argv)
{
	const char *slash = argc ? strrchr(argv[0], '/') : NULL;
	const char *name = slash ? slash + 1 : argc ? argv[0] : "";

	if (argc)
		setenv("IORUN", argv[0], 1); /* for what a plan runs */
	for (size_t i = 0; i < PROGRAMS; i++)
		if (strcmp(programs[i].name, name) == 0)
			return programs[i].run(argc, argv);
	if (argc < 2)
		return usage(stderr, 2);
	for (size_t i = 0; i < PROGRAMS; i++)
		if (strcmp(programs[i].name, argv[1]) == 0)
			return programs[i].run(argc - 1, argv + 1);
	if (strcmp(argv[1], "--version") == 0)
		return puts("iorun " IORUN_VERSION) == EOF;
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
		return usage(stdout, 0);
	fprintf(stderr, "iorun: no program '%s'\n", argv[1]);
	return usage(stderr, 2);
}
