#include "bonnie.h"

#include "sys.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#define USAGE 1

/* As the original: bytes that it keeps of each file in memory. */
#define PER_FILE (22 + 6 + 1 + 8)

#define SIZE       300 /* MiB, where the RAM is not known */
#define SEEKERS    1000
#define SEEKS      (1 << 28)
#define DIRS       100000
#define CONCURRENT 200
#define CHUNK_MIN  256
#define CHUNK_MAX  (1 << 20)

/* So that files and bytes can be counted. */
#define MIB_MAX   (1LL << 42)
#define FILES_MAX (1LL << 30)

static int usage(FILE *to)
{
	fputs("usage:\n"
	      "bonnie++ [-d scratch-dir] [-c concurrency] [-s size(MiB)[:chunk-size(b)]]\n"
	      "      [-n number-to-stat[:max-size[:min-size][:num-directories[:chunk-size]]]]\n"
	      "      [-m machine-name] [-r ram-size-in-MiB]\n"
	      "      [-x number-of-tests] [-u uid-to-use:gid-to-use] [-g gid-to-use]\n"
	      "      [-q] [-f] [-b] [-p processes | -y] [-z seed | -Z random-file]\n"
	      "      [-D]\n"
	      "      [--data zero|pattern|random|mixed:SHARE] [--verify] [--drop-caches]\n"
	      "      [--csv 1.03|2.00]\n"
	      "\n"
	      "Version: " BONNIE_VERSION "\n",
		to);
	return to == stdout ? 0 : USAGE;
}

/* ---- values ---------------------------------------------------------------------------------- */

/* A number with one of the letters of `units`, each 1024 times the one before; like the original
 * takes what else follows for nothing.  False: it is none. */
static bool number(const char *text, const char *units, long long *value)
{
	static const char scale[] = "kmgt";
	const char *unit;
	char *end;
	int letter;

	errno = 0;
	*value = strtoll(text, &end, 10);
	if (end == text || errno != 0)
		return false;
	letter = *end >= 'A' && *end <= 'Z' ? *end - 'A' + 'a' : *end;
	unit = letter ? strchr(units, letter) : NULL;
	for (const char *s = scale; unit && *s; s++) {
		if (strchr(units, *s)) {
			if (*value > MIB_MAX * 1024 || *value < -MIB_MAX)
				return false;
			*value *= 1024;
		}
		if (*s == letter)
			break;
	}
	return true;
}

/* The pieces between colons; an empty one keeps its default.  `units` and `values` are of as many
 * pieces as there may be. */
static bool pieces(
	const char *text, size_t most, const char *const *units, long long *const *values)
{
	char copy[256], *piece = copy;

	if (strlen(text) >= sizeof(copy))
		return false;
	strcpy(copy, text);
	for (size_t i = 0; piece; i++) {
		char *colon = strchr(piece, ':');

		if (colon)
			*colon = 0;
		if (i == most || (*piece && !number(piece, units[i], values[i])))
			return false;
		piece = colon ? colon + 1 : NULL;
	}
	return true;
}

static bool size_option(struct bonnie_options *o, const char *text)
{
	/* MiB unless said: "g" is one step up from them. */
	static const char *const units[] = {"gt", "k", "k", ""};
	long long *const values[] = {&o->size, &o->chunk, &o->seeks, &o->seekers};
	char letter = text[strspn(text, "0123456789")];

	o->size_given = true;
	if (letter == 'k' || letter == 'K' || letter == 'b' || letter == 'B')
		fprintf(stderr, "iorun: warning: -s %s: the size is in MiB, as bonnie++ takes it\n",
			text);
	return pieces(text, 4, units, values);
}

static bool files_option(struct bonnie_options *o, const char *text)
{
	static const char *const units[] = {"m", "kmg", "kmg", "k", "km"};
	long long *const values[] = {&o->files, &o->max, &o->min, &o->dirs, &o->file_chunk};

	return pieces(text, 5, units, values);
}

static bool sync_option(struct bonnie_options *o, const char *text)
{
	o->sync = *text == 's' ? BONNIE_SEMAPHORE : BONNIE_PROMPT;
	return strcmp(text, "s") == 0 || strcmp(text, "p") == 0;
}

static bool directory_option(const char *text)
{
	if (chdir(text) == 0)
		return true;
	fprintf(stderr, "Can't change to directory \"%s\".\n", text);
	return false;
}

/* ---- the command line ------------------------------------------------------------------------ */

static bool with_value(struct bonnie_options *o, char letter, const char *value)
{
	switch (letter) {
	case 'c':
		return number(value, "", &o->concurrency);
	case 'd':
		return directory_option(value);
	case 'f':
		return number(value, "", &o->per_char);
	case 'g':
		o->group = value;
		return true;
	case 'l': /* nothing, as in the original */
		return true;
	case 'm':
		o->machine = value;
		return true;
	case 'n':
		return files_option(o, value);
	case 'p':
		return number(value, "", &o->semaphores) && o->semaphores != 0;
	case 'r':
		return number(value, "", &o->ram);
	case 's':
		return size_option(o, value);
	case 'u':
		o->user = value;
		return true;
	case 'x':
		return number(value, "", &o->runs) && o->runs >= 0;
	case 'y':
		return sync_option(o, value);
	case 'z':
		return number(value, "", &o->seed) && o->seed >= 0 && o->seed <= UINT32_MAX;
	case 'Z':
		o->random_file = value;
		return true;
	}
	return false;
}

static void without_value(struct bonnie_options *o, char letter)
{
	o->flush = o->flush || letter == 'b';
	o->direct = o->direct || letter == 'D';
	o->quiet = o->quiet || letter == 'q';
	if (letter == 'f')
		o->per_char = 0;
}

/* "-qd DIR", "-dDIR"; -f takes only a number that is attached.  Moves `at` to the last argument
 * used. */
static bool short_options(struct bonnie_options *o, int argc, char **argv, int *at)
{
	for (const char *s = argv[*at] + 1; *s; s++) {
		bool number_of_f = *s == 'f' && s[1] >= '0' && s[1] <= '9';

		if (strchr("bDfq", *s) && !number_of_f) {
			without_value(o, *s);
			continue;
		}
		if (!number_of_f && !strchr("cdglmnprsuxyzZ", *s)) {
			fprintf(stderr, "%s: invalid option -- '%c'\n", o->program, *s);
			return false;
		}
		if (s[1])
			return with_value(o, *s, s + 1);
		if (*at + 1 < argc)
			return with_value(o, *s, argv[++*at]);
		fprintf(stderr, "%s: option requires an argument -- '%c'\n", o->program, *s);
		return false;
	}
	return true;
}

static bool long_value(struct bonnie_options *o, const char *name, const char *value)
{
	if (strcmp(name, "data") == 0 && data_parse(value, &o->data))
		return true;
	o->csv_103 = strcmp(value, "1.03") == 0;
	if (strcmp(name, "csv") == 0 && (o->csv_103 || strcmp(value, "2.00") == 0))
		return true;
	fprintf(stderr, "%s: no --%s '%s'\n", o->program, name, value);
	return false;
}

/* "--data random" and "--data=random". */
static bool long_option(struct bonnie_options *o, int argc, char **argv, int *at)
{
	static const char *const valued[] = {"data", "csv"};
	const char *text = argv[*at] + 2;
	size_t n = strcspn(text, "=");

	if (strcmp(text, "verify") == 0)
		return o->verify = true;
	if (strcmp(text, "drop-caches") == 0)
		return o->drop_caches = true;
	for (size_t i = 0; i < sizeof(valued) / sizeof(valued[0]); i++) {
		if (strlen(valued[i]) != n || strncmp(text, valued[i], n) != 0)
			continue;
		if (text[n])
			return long_value(o, valued[i], text + n + 1);
		if (*at + 1 < argc)
			return long_value(o, valued[i], argv[++*at]);
		fprintf(stderr, "%s: option '--%s' requires an argument\n", o->program, text);
		return false;
	}
	fprintf(stderr, "%s: unrecognized option '%s'\n", o->program, argv[*at]);
	return false;
}

static bool read_arguments(struct bonnie_options *o, int argc, char **argv)
{
	int i;

	for (i = 1; i < argc && argv[i][0] == '-' && argv[i][1]; i++) {
		if (strcmp(argv[i], "--") == 0)
			return i + 1 == argc;
		if (!(argv[i][1] == '-' ? long_option : short_options)(o, argc, argv, &i))
			return false;
	}
	return i == argc;
}

/* ---- what goes together ---------------------------------------------------------------------- */

static bool is_chunk(long long n)
{
	return n >= CHUNK_MIN && n <= CHUNK_MAX && (n & (n - 1)) == 0;
}

static bool is_sane(const struct bonnie_options *o)
{
	long long bytes = o->max < 0 ? 0 : o->max;

	return o->size >= 0 && o->size <= MIB_MAX && o->files >= 0 && o->files <= FILES_MAX &&
	       (o->size || o->files) && is_chunk(o->chunk) && is_chunk(o->file_chunk) &&
	       o->seeks > 0 && o->seeks <= SEEKS && o->seekers > 0 && o->seekers <= SEEKERS &&
	       o->max >= BONNIE_SYMLINK && o->min >= 0 && bytes >= o->min && o->dirs > 0 &&
	       o->dirs < DIRS && o->concurrency > 0 && o->concurrency <= CONCURRENT &&
	       o->ram >= 0 && o->per_char >= 0 && o->per_char <= MIB_MAX;
}

/* At least twice the RAM, and from the middle of a GiB on the next whole one. */
static long long default_size(long long ram)
{
	long long size = ram * 2 > SIZE ? ram * 2 : SIZE;

	return size % 1024 > 512 ? (size / 1024 + 1) * 1024 : size;
}

static bool enough_memory(const struct bonnie_options *o)
{
	long long bytes = o->files * 1024 * PER_FILE;

	if (o->ram && bytes * 2 > o->ram * 1024 * 1024) {
		fprintf(stderr,
			"When testing %lldK of files in %lld MiB of RAM there is a risk that what\n"
			"bonnie++ keeps of them in memory is swapped, which would spoil the "
			"figures.\n"
			"Use fewer files with -n, or -r 0 for no check.\n",
			o->files, o->ram);
		return false;
	}
	if (bytes > 1LL << 30) {
		fprintf(stderr, "Not enough ram to test with %lldK files.\n", o->files);
		return false;
	}
	return true;
}

/* -1: all is well. */
static int check(const struct bonnie_options *o)
{
	if (o->size_given && o->ram && o->size && o->size * o->concurrency < o->ram * 2) {
		fprintf(stderr, "File size should be double RAM for good results, RAM is %lldM.\n",
			o->ram);
		return usage(stderr);
	}
	return enough_memory(o) ? -1 : USAGE;
}

/* The root user has to say whose rights are meant. */
static int become(const struct bonnie_options *o)
{
	if (geteuid() == 0 && !o->user) {
		fputs("You must use the \"-u\" switch when running as root.\n", stderr);
		return usage(stderr);
	}
	return bonnie_become(o, o->drop_caches) ? -1 : USAGE;
}

static const char *machine_name(void)
{
	static struct utsname system;

	return uname(&system) == -1 ? "" : system.nodename;
}

static void set_defaults(struct bonnie_options *o, const char *program)
{
	memset(o, 0, sizeof(*o));
	o->program = program;
	o->machine = machine_name();
	o->chunk = o->seeks = o->file_chunk = 8192;
	o->seekers = 5;
	o->per_char = 3;
	o->files = 16;
	o->dirs = o->concurrency = 1;
	o->ram = (long long)(sys_ram() >> 20);
	o->runs = -1;
	o->seed = (long long)((uint32_t)getpid() ^ (uint32_t)time(NULL));
}

int bonnie_options(int argc, char **argv, struct bonnie_options *o)
{
	int status;

	set_defaults(o, argv[0]);
	if (argc == 2 && strcmp(argv[1], "--help") == 0)
		return usage(stdout);
	if (!read_arguments(o, argc, argv))
		return usage(stderr);
	status = become(o);
	if (status != -1)
		return status;
	if (o->semaphores)
		return bonnie_semaphores(o) ? 0 : USAGE;
	if (!o->size_given)
		o->size = default_size(o->ram);
	if (!is_sane(o))
		return usage(stderr);
	status = check(o);
	return status == -1 && o->runs == 0 ? 0 : status;
}
