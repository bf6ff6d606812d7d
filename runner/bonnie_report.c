#include "bonnie.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* What is faster than this gets no figure. */
#define TOO_FAST 0.5

/* A row's label, and in it the part for name and size. */
#define LABEL 19

#define DEFAULT_CHUNK   8192
#define DEFAULT_SEEKS   8192
#define DEFAULT_SEEKERS 5

/* A seeker count below this has no room in the text of the original. */
#define SHOWN_SEEKERS 10

/* ---- pieces ---------------------------------------------------------------------------------- */

void bonnie_size_text(long long mib, char *out, size_t n)
{
	if (mib % 1024 == 0)
		snprintf(out, n, "%lldG", mib / 1024);
	else
		snprintf(out, n, "%lldM", mib);
}

static void chunk_text(long long chunk, char *out, size_t n)
{
	if (chunk % (1024 * 1024) == 0)
		snprintf(out, n, "%lldm", chunk / 1024 / 1024);
	else if (chunk % 1024 == 0)
		snprintf(out, n, "%lldk", chunk / 1024);
	else
		snprintf(out, n, "%lld", chunk);
}

/* Places tell what a number is, so that colons stay; not those at the end. */
static void size_description(const struct bonnie_options *o, char *out, size_t n)
{
	char size[32], chunk[32] = "", concurrency[32] = "", seeks[32] = "", seekers[32] = "";

	bonnie_size_text(o->size, size, sizeof(size));
	if (o->chunk != DEFAULT_CHUNK)
		chunk_text(o->chunk, chunk, sizeof(chunk));
	if (o->concurrency != 1)
		snprintf(concurrency, sizeof(concurrency), "%lld", o->concurrency);
	if (o->seeks != DEFAULT_SEEKS)
		snprintf(seeks, sizeof(seeks), "%lld", o->seeks);
	if (o->seekers != DEFAULT_SEEKERS && o->seekers >= SHOWN_SEEKERS)
		snprintf(seekers, sizeof(seekers), "%lld", o->seekers);
	snprintf(out, n, "%s:%s:%s:%s:%s", size, chunk, concurrency, seeks, seekers);
	while (out[strlen(out) - 1] == ':')
		out[strlen(out) - 1] = 0;
}

static void max_text(const struct bonnie_options *o, char *out, size_t n)
{
	if (o->max == BONNIE_LINK)
		snprintf(out, n, "link");
	else if (o->max == BONNIE_SYMLINK)
		snprintf(out, n, "symlink");
	else
		snprintf(out, n, "%lld", o->max);
}

static void files_description(const struct bonnie_options *o, char *out, size_t n)
{
	char max[32], size[80] = "", dirs[32] = "";

	max_text(o, max, sizeof(max));
	if (o->max > 0)
		snprintf(size, sizeof(size), ":%s:%lld", max, o->min);
	else if (o->max < 0)
		snprintf(size, sizeof(size), ":%s", max);
	if (o->dirs > 1)
		snprintf(dirs, sizeof(dirs), "/%lld", o->dirs);
	snprintf(out, n, "%lld%s%s", o->files, size, dirs);
}

/* Longest operation; nothing for what took no time. */
static void latency_text(double seconds, char *out, size_t n)
{
	long long us = (long long)(seconds * 1e6);

	if (us == 0)
		snprintf(out, n, "%s", "");
	else if (us > 99999999)
		snprintf(out, n, "%llds", us / 1000000);
	else if (us > 99999)
		snprintf(out, n, "%lldms", us / 1000);
	else
		snprintf(out, n, "%lldus", us);
}

/* ---- rates ----------------------------------------------------------------------------------- */

/* How much a test did: KiB, seeks or files. */
static double amount(const struct bonnie_options *o, int test)
{
	long long per_char = o->per_char < o->size ? o->per_char : o->size;

	if (test == BONNIE_SEEKS)
		return (double)o->seeks;
	if (test > BONNIE_SEEKS)
		return (double)o->files * 1024;
	return 1024.0 * (double)(test == BONNIE_PUTC || test == BONNIE_GETC ? per_char : o->size);
}

static void seeks_text(double per_second, bool decimal, char *out, size_t n)
{
	snprintf(out, n, decimal || per_second < 1000 ? "%.1f" : "%.0f", per_second);
}

/* K/s with a letter for the text, which has room for four characters. */
static void speed_text(double kib, char *out, size_t n)
{
	double mib = kib / 1024;

	if (kib < 10000)
		snprintf(out, n, "%4lldk", (long long)kib);
	else if (mib < 100)
		snprintf(out, n, "%4.1fm", mib);
	else if (mib < 1000)
		snprintf(out, n, "%4.0fm", mib);
	else
		snprintf(out, n, "%4.1fg", mib / 1024);
}

static void value_text(const struct bonnie_run *run, int test, bool letters, char *out, size_t n)
{
	double value = amount(run->o, test) / run->results[test].elapsed;

	if (test == BONNIE_SEEKS)
		seeks_text(value, !letters && run->o->csv_103, out, n);
	else if (test < BONNIE_SEEKS && letters)
		speed_text(value, out, n);
	else
		snprintf(out, n, "%lld", (long long)value);
}

/* The value and the percentage of CPU time of a test; empty: not run. */
struct cell {
	char value[48], cpu[16];
};

static struct cell cell_of(const struct bonnie_run *run, int test, bool letters)
{
	const struct bonnie_result *result = &run->results[test];
	struct cell cell = {"", ""};

	if (result->elapsed == 0)
		return cell;
	if (result->elapsed < TOO_FAST)
		return (struct cell){"+++++", "+++"};
	value_text(run, test, letters, cell.value, sizeof(cell.value));
	snprintf(cell.cpu, sizeof(cell.cpu), "%d", (int)(result->cpu / result->elapsed * 100));
	return cell;
}

/* ---- text ------------------------------------------------------------------------------------ */

static void pairs(const struct bonnie_run *run, int from, FILE *to)
{
	for (int test = from; test < from + 6; test++) {
		struct cell cell = cell_of(run, test, true);

		fprintf(to, " %5s %3s", cell.value, cell.cpu);
	}
	fputs("\nLatency          ", to);
	for (int test = from; test < from + 6; test++) {
		char text[48];

		latency_text(run->results[test].latency, text, sizeof(text));
		fprintf(to, " %9s", text);
	}
	fputc('\n', to);
}

static void heading(
	const char *first, const char *second, const char *label, const char *third, FILE *to)
{
	fprintf(to, "Version %5s       %s\n", BONNIE_VERSION, first);
	fprintf(to, "%-19.19s %s\n", label, second);
	fprintf(to, "%s /sec %%CP  /sec %%CP  /sec %%CP  /sec %%CP  /sec %%CP  /sec %%CP\n", third);
}

static void io_table(const struct bonnie_run *run, FILE *to)
{
	const struct bonnie_options *o = run->o;
	char size[160];
	int room;

	heading("------Sequential Output------ --Sequential Input- --Random-",
		"-Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--", "",
		"Name:Size etc       ", to);
	size_description(o, size, sizeof(size));
	room = LABEL - 1 - (int)strlen(size);
	if (room < 0)
		fputs(size, to);
	else
		fprintf(to, "%-*.*s %s", room, room, o->machine, size);
	pairs(run, BONNIE_PUTC, to);
}

static void file_table(const struct bonnie_run *run, FILE *to)
{
	const struct bonnie_options *o = run->o;
	char files[160];

	heading("------Sequential Create------ --------Random Create--------",
		"-Create-- --Read--- -Delete-- -Create-- --Read--- -Delete--", o->machine,
		o->min   ? "files:max:min       "
		: o->max ? "files:max           "
			 : "              files ",
		to);
	files_description(o, files, sizeof(files));
	fprintf(to, "%*s", LABEL, files);
	pairs(run, BONNIE_SEQ_CREATE, to);
}

static void text(const struct bonnie_run *run, FILE *to)
{
	if (run->o->size)
		io_table(run, to);
	if (run->o->files)
		file_table(run, to);
	else
		fputc('\n', to);
}

/* ---- csv ------------------------------------------------------------------------------------- */

static void csv_pairs(const struct bonnie_run *run, int from)
{
	for (int test = from; test < from + 6; test++) {
		struct cell cell = cell_of(run, test, false);

		printf(",%s,%s", cell.value, cell.cpu);
	}
}

static void csv_103(const struct bonnie_run *run)
{
	const struct bonnie_options *o = run->o;
	char size[80] = "", chunk[40] = "", files[160] = "";

	if (o->size) {
		bonnie_size_text(o->size, size, sizeof(size));
		if (o->chunk != DEFAULT_CHUNK) {
			chunk_text(o->chunk, chunk + 1, sizeof(chunk) - 1);
			chunk[0] = ':';
		}
	}
	if (o->files)
		files_description(o, files, sizeof(files));
	printf("%s,%s%s", o->machine, size, chunk);
	csv_pairs(run, BONNIE_PUTC);
	printf(",%s", files);
	csv_pairs(run, BONNIE_SEQ_CREATE);
	putchar('\n');
}

/* As the original writes it: no chunk of the file, and the directories a field too late. */
static void csv_200(const struct bonnie_run *run)
{
	const struct bonnie_options *o = run->o;
	char size[80] = "", seeks[80] = ",", max[32] = "", min[32] = "", dirs[32] = "",
	     files[32] = "";

	if (o->size) {
		bonnie_size_text(o->size, size, sizeof(size));
		snprintf(seeks, sizeof(seeks), "%lld,%lld", o->seeks, o->seekers);
	}
	if (o->files) {
		snprintf(files, sizeof(files), "%lld", o->files);
		if (o->max)
			max_text(o, max, sizeof(max));
		if (o->min)
			snprintf(min, sizeof(min), "%lld", o->min);
		if (o->dirs > 1)
			snprintf(dirs, sizeof(dirs), "%lld", o->dirs);
	}
	printf(BONNIE_FORMAT "," BONNIE_VERSION ",%s,%lld,", o->machine, o->concurrency);
	if (o->random_file)
		fputs(o->random_file, stdout);
	else
		printf("%lld", o->seed);
	printf(",%s,,%s", size, seeks);
	csv_pairs(run, BONNIE_PUTC);
	printf(",%s,%s,%s,,%s", files, max, min, dirs);
	csv_pairs(run, BONNIE_SEQ_CREATE);
	for (int test = 0; test < BONNIE_TESTS; test++) {
		char latency[48];

		latency_text(run->results[test].latency, latency, sizeof(latency));
		printf(",%s", latency);
	}
	putchar('\n');
}

static bool written(FILE *to)
{
	if (fflush(to) == 0 && !ferror(to))
		return true;
	fprintf(stderr, "iorun: cannot write the results: %s\n", strerror(errno));
	return false;
}

bool bonnie_report(const struct bonnie_run *run)
{
	FILE *to = run->o->quiet ? stderr : stdout;

	if (run->o->runs < 0) {
		text(run, to);
		if (!written(to))
			return false;
	}
	if (run->o->csv_103)
		csv_103(run);
	else
		csv_200(run);
	return written(stdout);
}

/* The names of the tests as columns of a header. */
static void test_names(int from, int to, const char *suffix, bool cpu)
{
	static const char *const names[] = {
		[BONNIE_PUTC] = "putc",
		[BONNIE_PUT_BLOCK] = "put_block",
		[BONNIE_REWRITE] = "rewrite",
		[BONNIE_GETC] = "getc",
		[BONNIE_GET_BLOCK] = "get_block",
		[BONNIE_SEEKS] = "seeks",
		[BONNIE_SEQ_CREATE] = "seq_create",
		[BONNIE_SEQ_STAT] = "seq_stat",
		[BONNIE_SEQ_DELETE] = "seq_del",
		[BONNIE_RAN_CREATE] = "ran_create",
		[BONNIE_RAN_STAT] = "ran_stat",
		[BONNIE_RAN_DELETE] = "ran_del",
	};

	for (int test = from; test <= to; test++) {
		printf(",%s%s", names[test], suffix);
		if (cpu)
			printf(",%s_cpu", names[test]);
	}
}

/* The header of 2.00 lacks two columns, as the original's does. */
void bonnie_report_header(const struct bonnie_options *o)
{
	if (o->csv_103) {
		fputs("name,file_size", stdout);
		test_names(BONNIE_PUTC, BONNIE_SEEKS, "", true);
		fputs(",num_files", stdout);
		test_names(BONNIE_SEQ_CREATE, BONNIE_RAN_DELETE, "", true);
	} else {
		fputs("format_version,bonnie_version,name,concurrency,seed,file_size,io_chunk_size",
			stdout);
		test_names(BONNIE_PUTC, BONNIE_SEEKS, "", true);
		fputs(",num_files,max_size,min_size,num_dirs,file_chunk_size", stdout);
		test_names(BONNIE_SEQ_CREATE, BONNIE_RAN_DELETE, "", true);
		test_names(BONNIE_PUTC, BONNIE_RAN_DELETE, "_latency", false);
	}
	putchar('\n');
	fflush(stdout);
}
