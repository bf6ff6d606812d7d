#include "iozone.h"

#include "iorun.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/*
 * Options come one after the other, clustered or not, as getopt() has them, which cannot know -+n
 * and --data beside each other.  Each that says something does so in the order of the command line.
 */
struct words {
	int argc, at;
	char **argv;
	const char *rest; /* of a cluster, behind the letter */
};

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static void
echo(struct iozone *z, const char *format, ...)
{
	size_t used = strlen(z->echo);
	va_list args;

	va_start(args, format);
	vsnprintf(z->echo + used, sizeof(z->echo) - used, format, args);
	va_end(args);
}

static int refuse(int status, const char *text)
{
	printf("%s\n", text);
	fflush(stdout);
	return status;
}

static int no_such(const struct words *w, const char *name, const char *why)
{
	printf("%s: invalid option -- '%s'%s%s\n", w->argv[0], name, why ? ": " : "",
		why ? why : "");
	if (!why)
		puts("Unsupported option -> (null) <-");
	fflush(stdout);
	return IOZONE_USAGE;
}

/* The value of the option at hand, glued or the next word; NULL: there is none. */
static const char *value_of(struct words *w)
{
	const char *value = w->rest;

	w->rest = "";
	if (*value)
		return value;
	return w->at + 1 < w->argc ? w->argv[++w->at] : NULL;
}

/* Bytes: a number counts kB unless k, m or g stands behind it.  0: it is none. */
static uint64_t size_of(const char *text)
{
	char *end;
	double number = strtod(text, &end);
	double unit = 1024;

	if (*end == 'm' || *end == 'M')
		unit = 1024.0 * 1024;
	else if (*end == 'g' || *end == 'G')
		unit = 1024.0 * 1024 * 1024;
	if (!(number >= 1) || number * unit > 9e18)
		return 0;
	return (uint64_t)number * (uint64_t)unit;
}

static uint64_t kb(uint64_t bytes)
{
	return bytes / 1024;
}

static bool add(struct iozone_list *list, uint64_t value)
{
	if (list->n == IOZONE_LIST)
		return false;
	list->value[list->n++] = value;
	return true;
}

static int too_many(const struct words *w, char letter)
{
	printf("%s: option -%c stands there more than %d times\n", w->argv[0], letter, IOZONE_LIST);
	return IOZONE_USAGE;
}

static int check_record(uint64_t bytes)
{
	if (bytes <= IOZONE_LARGEST)
		return 0;
	/* The original says so before anything else, its banner too. */
	printf("Error: maximum record size %llu kB is greater than maximum buffer size %u kB\n ",
		(unsigned long long)kb(bytes), IOZONE_LARGEST / 1024);
	fflush(stdout);
	return IOZONE_SIZES;
}

static void take_test(struct iozone *z, const char *value)
{
	long test = strtol(value, NULL, 10);

	/* As the original where there is no preadv(). */
	if (test < 0 || test >= IOZONE_TESTS - 1) {
		echo(z, "\tSelected test not available on the version.\n");
		test = 0;
	}
	z->tests |= 1u << test;
}

/* Flags with nothing behind them: what they set, what they say. */
struct flag {
	char letter;
	size_t at;
	const char *echo;
};

#define FLAG(letter, member, text)                                                                 \
	{                                                                                          \
		letter, offsetof(struct iozone, member), text                                      \
	}

static const struct flag flags[] = {
	FLAG('a', automatic, "\tAuto Mode\n"),
	FLAG('A', plain_auto, "\tAuto Mode 2. This option is obsolete. Use -az -i0 -i1 \n"),
	FLAG('z', no_crossover, "\tCross over of record size disabled.\n"),
	FLAG('e', fsync, "\tInclude fsync in write timing\n"),
	FLAG('c', close, "\tInclude close in write timing\n"),
	FLAG('o', sync, "\tSYNC Mode. \n"),
	FLAG('I', direct, "\tO_DIRECT feature enabled\n"),
	FLAG('R', excel, "\tExcel chart generation enabled\n"),
	FLAG('p', purge, "\tPurge Mode On\n"),
	FLAG('w', keep, "\tSetting no_unlink\n"),
	FLAG('K', disrupt, "\tDisrupted read patterns selected.\n"),
	FLAG('x', no_stonewall, "\tStonewall disabled\n"),
	FLAG('E', pread, ""),
	FLAG('C', children, ""),
	FLAG('T', threads, ""),
};

static const struct flag plus_flags[] = {
	FLAG('n', no_retest, "\tNo retest option selected\n"),
	FLAG('D', dsync, "\t>>> O_DSYNC mode enabled. <<<\n"),
	FLAG('u', cpu,
		"\tCPU utilization Resolution = 0.000 seconds.\n"
		"\tCPU utilization Excel chart enabled\n"),
};

static const struct flag long_flags[] = {
	FLAG('v', verify, "verify"),
	FLAG('d', drop_caches, "drop-caches"),
	FLAG('o', overwrite, "overwrite"),
	FLAG('s', no_space_check, "no-space-check"),
};

static void set(struct iozone *z, const struct flag *flag)
{
	*(bool *)((char *)z + flag->at) = true;
}

static bool take_flag(struct iozone *z, const struct flag *table, size_t n, char letter)
{
	for (size_t i = 0; i < n; i++)
		if (table[i].letter == letter) {
			set(z, &table[i]);
			echo(z, "%s", table[i].echo);
			return true;
		}
	return false;
}

/* What the original can do and this program does not, so that nobody searches for it. */
static const char *out_of_scope(char letter)
{
	switch (letter) {
	case 'B':
	case 'D':
	case 'G':
	case 'Z':
		return "files mapped into memory are not supported";
	case 'H':
	case 'k':
		return "asynchronous I/O is not supported";
	case 'b':
		return "no spreadsheet file is written, -R prints the report";
	case 'V':
		return "--verify checks every byte";
	case 'd':
	case 'J':
	case 'M':
	case 'P':
	case 'Q':
	case 'U':
	case 'W':
	case 'X':
	case 'Y':
	case 'm':
		return "not supported";
	default:
		return NULL;
	}
}

static const char *plus_out_of_scope(char letter)
{
	return letter && strchr("ABCEFGHIKLMNOPRSTUVWXYZabcdefghijklmorstvwyz", letter)
		       ? "not supported"
		       : NULL;
}

static int need_value(const struct words *w, const char *name)
{
	printf("%s: option requires an argument -- '%s'\n", w->argv[0], name);
	printf("Unsupported option -> (null) <-\n");
	fflush(stdout);
	return IOZONE_USAGE;
}

static uint64_t number_of(const char *value)
{
	long number = strtol(value, NULL, 10);

	return number > 0 ? (uint64_t)number : 0;
}

static int take_plus(struct iozone *z, struct words *w)
{
	char letter = *w->rest, name[3] = {'+', letter, 0};
	const char *value;

	if (letter)
		w->rest++;
	/* A cluster ends here: -+nE is no option of the original. */
	if (take_flag(z, plus_flags, sizeof(plus_flags) / sizeof(plus_flags[0]), letter))
		return *w->rest ? no_such(w, name, "nothing may follow it in its word") : 0;
	if (!letter || !strchr("pqx", letter))
		return no_such(w, name, plus_out_of_scope(letter));
	value = value_of(w);
	if (!value)
		return need_value(w, name);
	if (letter == 'p') {
		z->percent = number_of(value) > 100 ? 100 : number_of(value);
		z->percent_given = true;
		echo(z, "\tPercent read in mix test is %llu\n", (unsigned long long)z->percent);
	} else if (letter == 'q') {
		z->delay = number_of(value);
		echo(z, "\tDelay %llu seconds between tests enabled.\n",
			(unsigned long long)z->delay);
	} else {
		z->multiplier = number_of(value) > 1 ? number_of(value) : 2;
	}
	return 0;
}

static uint64_t at_least(uint64_t value, uint64_t least)
{
	return value < least ? least : value;
}

static int take_size(struct iozone *z, const struct words *w, char letter, const char *value)
{
	uint64_t bytes = size_of(value);

	switch (letter) {
	case 's':
		bytes = bytes ? bytes : 512 * 1024;
		echo(z, "\tFile size set to %llu kB\n", (unsigned long long)kb(bytes));
		return add(&z->sizes, bytes) ? 0 : too_many(w, letter);
	case 'r':
		bytes = bytes ? bytes : 4096;
		echo(z, "\tRecord Size %llu kB\n", (unsigned long long)kb(bytes));
		if (!add(&z->records, bytes))
			return too_many(w, letter);
		return check_record(bytes);
	case 'n':
		z->least_size = at_least(bytes, 4096);
		echo(z, "\tUsing minimum file size of %llu kilobytes.\n",
			(unsigned long long)kb(z->least_size));
		return 0;
	case 'g':
		z->most_size = at_least(bytes, 4096);
		echo(z, "\tUsing maximum file size of %llu kilobytes.\n",
			(unsigned long long)kb(z->most_size));
		return 0;
	case 'y':
		z->least_record = bytes ? bytes : 4096;
		echo(z, "\tUsing Minimum Record Size %llu kB\n",
			(unsigned long long)kb(z->least_record));
		return check_record(z->least_record);
	default:
		z->most_record = bytes ? bytes : IOZONE_LARGEST;
		echo(z, "\tUsing Maximum Record Size %llu kB\n",
			(unsigned long long)kb(z->most_record));
		return check_record(z->most_record);
	}
}

/* All words up to the next option are names of files. */
static void take_names(struct iozone *z, struct words *w, char *first)
{
	free(z->paths);
	z->n_paths = 0;
	z->paths = calloc((size_t)w->argc + 1, sizeof(z->paths[0]));
	if (!z->paths)
		return;
	z->paths[z->n_paths++] = first;
	while (w->at + 1 < w->argc && w->argv[w->at + 1][0] != '-')
		z->paths[z->n_paths++] = w->argv[++w->at];
}

static int take_value(struct iozone *z, struct words *w, char letter, const char *value)
{
	uint64_t number = number_of(value);

	switch (letter) {
	case 'i':
		take_test(z, value);
		return 0;
	case 'f':
		z->path = value;
		return 0;
	case 'F':
		take_names(z, w, (char *)value);
		return 0;
	case 'j':
		z->stride = number ? number : 17;
		return 0;
	case 'S':
		z->cache_size = number ? number : 1024;
		return 0;
	case 'L':
		z->line_size = number ? number : 32;
		return 0;
	case 't':
	case 'l':
	case 'u':
		number = number ? number : 1;
		if (number > IOZONE_WORKERS)
			return refuse(IOZONE_USAGE, "iozone: invalid option -- 't': at most 1024");
		if (letter == 'l')
			z->least_workers = number;
		else if (letter == 'u')
			z->most_workers = number;
		else
			return add(&z->counts, number) ? 0 : too_many(w, letter);
		return 0;
	default:
		return take_size(z, w, letter, value);
	}
}

static int take_cluster(struct iozone *z, struct words *w)
{
	while (*w->rest) {
		char letter = *w->rest++, name[2] = {letter, 0};
		const char *value;
		int status;

		if (letter == '+')
			return take_plus(z, w);
		if (letter == 'O' || letter == 'N') {
			z->unit = letter == 'O' ? UNIT_OPS : UNIT_USEC;
			echo(z, letter == 'O'
					? "\tOPS Mode. Output is in operations per second.\n"
					: "\tMicroseconds/op Mode. Output is in microseconds per "
					  "operation.\n");
			continue;
		}
		if (take_flag(z, flags, sizeof(flags) / sizeof(flags[0]), letter))
			continue;
		if (!strchr("ifFjSLtlusrngyq", letter))
			return no_such(w, name, out_of_scope(letter));
		value = value_of(w);
		if (!value)
			return need_value(w, name);
		status = take_value(z, w, letter, value);
		if (status)
			return status;
	}
	return 0;
}

static bool take_pause(struct iozone *z, const char *value)
{
	char *end;

	z->pause = strtod(value, &end);
	return end != value && !*end && z->pause >= 0;
}

static int take_long(struct iozone *z, struct words *w)
{
	const char *name = w->argv[w->at] + 2, *value;

	for (size_t i = 0; i < sizeof(long_flags) / sizeof(long_flags[0]); i++)
		if (strcmp(name, long_flags[i].echo) == 0) {
			set(z, &long_flags[i]);
			return 0;
		}
	if (strcmp(name, "data") != 0 && strcmp(name, "pause") != 0 &&
		strcmp(name, "i-mean-this-device") != 0)
		return no_such(w, name - 1, NULL);
	w->rest = "";
	value = value_of(w);
	if (!value)
		return need_value(w, name - 1);
	if (*name == 'i')
		z->device = value;
	else if (*name == 'p' && !take_pause(z, value))
		return no_such(w, name - 1, "it is a number of seconds");
	else if (*name == 'd' && !data_parse(value, &z->data))
		return no_such(w, name - 1, "it is zero, pattern, random or mixed:RATIO");
	return 0;
}

static int usage(void)
{
	return refuse(IOZONE_USAGE, "\tUsage: For usage information type iozone -h \n");
}

static int help(void)
{
	fputs("usage: iorun iozone [OPTION...]; iorun(1) tells more\n"
	      "  -a -A -z -+x N      sweep over sizes; no crossover; sizes times N\n"
	      "  -s -r SIZE          file, record, several allowed; -n -g, -y -q: bounds of the "
	      "sweep\n"
	      "  -i N                test: 0 write, 1 read, 2 random, 3 backward, 4 record "
	      "rewrite,\n"
	      "                      5 stride, 6 fwrite, 7 fread, 8 mixed, 9 pwrite, 10 pread "
	      "(-E)\n"
	      "  -f FILE -w          file under test; keep it\n"
	      "  -e -c -o -+D -I     time fsync, close; O_SYNC, O_DSYNC, O_DIRECT\n"
	      "  -p -S -L -j -K      purge, its geometry; stride; disrupted reads\n"
	      "  -R -O -N -+n -+u    report; ops/s, us/op; no second passes; CPU\n"
	      "  -t -l -u N -T -F    throughput of N processes, or threads, on files\n"
	      "  -C -x -+p N         each child's figures; no stonewall; reads of mixed workload\n"
	      "  -+q SECONDS         pause after each test\n"
	      "  --data zero|pattern|random|mixed:RATIO   what is written\n"
	      "  --verify            check every byte that is read\n"
	      "  --drop-caches       drop the system's caches before each test\n"
	      "  --overwrite         write into a file that is there already\n"
	      "  --i-mean-this-device NAME   write to this block device\n"
	      "  --no-space-check    start even where the file will not fit\n"
	      "  --pause SECONDS     after each phase of -t, 2 unless told\n",
		stdout);
	return 0;
}

static int take_all(struct iozone *z, int argc, char **argv)
{
	struct words w = {.argc = argc, .argv = argv};
	int status = 0;

	for (w.at = 1; w.at < argc && !status; w.at++) {
		const char *word = argv[w.at];

		if (word[0] != '-' || !word[1])
			continue; /* as getopt() leaves it aside */
		if (word[1] == '-') {
			status = take_long(z, &w);
		} else {
			w.rest = word + 1;
			status = take_cluster(z, &w);
		}
	}
	return status;
}

int iozone_options(struct iozone *z, int argc, char **argv)
{
	struct iozone fresh = {
		.argc = argc,
		.argv = argv,
		.stride = 17,
		.cache_size = 1024,
		.line_size = 32,
		.multiplier = 2,
		.pause = 2,
	};

	*z = fresh;
	if (argc < 2)
		return usage();
	if (strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "--help") == 0) {
		z->status = -1;
		return help();
	}
	if (strcmp(argv[1], "-v") == 0 || strcmp(argv[1], "--version") == 0) {
		puts("iorun " IORUN_VERSION ", prints as iozone " IOZONE_RELEASE);
		z->status = -1;
		return 0;
	}
	return take_all(z, argc, argv);
}
