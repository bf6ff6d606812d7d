/* What a benchmark writes and reads, by its options, where these tell. */
#include "matrix.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define WORDS 128

struct command {
	char *word[WORDS];
	size_t n;
};

/* Words behind the one that names the tool; quotes are left out, for options have none. */
static bool find_tool(char *text, const char *tool, struct command *c)
{
	size_t length = strlen(tool);
	bool found = false;

	c->n = 0;
	for (char *p = strtok(text, " \t'\""); p && c->n < WORDS; p = strtok(NULL, " \t'\"")) {
		size_t n = strlen(p);

		if (found && strpbrk(p, ";&|"))
			break;
		if (found)
			c->word[c->n++] = p;
		else
			found = n >= length && strcmp(p + n - length, tool) == 0 &&
				(n == length || p[n - length - 1] == '/');
	}
	return found;
}

/* The value of an option in this word or the next, "-s64M", "-s 64M". */
static const char *value_of(const struct command *c, size_t *i, const char *option)
{
	size_t n = strlen(option);

	if (strncmp(c->word[*i], option, n) != 0)
		return NULL;
	if (c->word[*i][n])
		return c->word[*i] + n;
	return *i + 1 < c->n ? c->word[++*i] : NULL;
}

/* A size whose bare number counts in `unit` bytes. */
static double size_of(const char *s, double unit)
{
	char *copy = words_copy(s, strcspn(s, ":,"));
	uint64_t bytes;
	double size = words_size(copy, &bytes) ? (double)bytes : 0;

	if (*copy && isdigit((unsigned char)copy[strlen(copy) - 1]))
		size *= unit;
	free(copy);
	return size;
}

struct iozone {
	bool automatic, once, explicit_tests;
	unsigned tests; /* bits */
	double least, most, sizes, largest, threads;
	double records;
};

static void iozone_option(const struct command *c, size_t *i, struct iozone *z)
{
	const char *v;

	if (strcmp(c->word[*i], "-+n") == 0) {
		z->once = true;
	} else if (c->word[*i][0] == '-' && c->word[*i][1] == '+') {
		return;
	} else if ((v = value_of(c, i, "-s"))) {
		z->sizes += size_of(v, 1024);
		z->largest = z->sizes;
	} else if ((v = value_of(c, i, "-g"))) {
		z->most = size_of(v, 1024);
	} else if ((v = value_of(c, i, "-n"))) {
		z->least = size_of(v, 1024);
	} else if ((v = value_of(c, i, "-r"))) {
		z->records += 1;
	} else if ((v = value_of(c, i, "-t"))) {
		z->threads = strtod(v, NULL);
	} else if ((v = value_of(c, i, "-i"))) {
		z->explicit_tests = true;
		z->tests |= 1u << (strtoul(v, NULL, 10) & 15);
	} else if (strncmp(c->word[*i], "-a", 2) == 0 || strncmp(c->word[*i], "-A", 2) == 0) {
		z->automatic = true;
	}
}

/* Passes over the file that write and read, by test. */
static const struct {
	double writes, reads, again; /* `again`: the share that a second pass has */
} passes[16] = {{2, 0, 1}, {0, 2, 1}, {1, 1, 0}, {0, 1, 0}, {1, 0, 0}, {0, 1, 0}, {2, 0, 1},
	{0, 2, 1}, {.5, .5, 0}, {2, 0, 1}, {0, 2, 1}, {2, 0, 1}, {0, 2, 1}, {0, 0, 0}, {0, 0, 0},
	{0, 0, 0}};

static bool iozone_bytes(const struct command *c, double *written, double *read)
{
	struct iozone z = {.tests = 0, .least = 65536, .most = 512.0 * 1048576, .threads = 1};
	double total = 0;

	for (size_t i = 0; i < c->n; i++)
		iozone_option(c, &i, &z);
	if (!z.explicit_tests)
		z.tests = z.threads > 1 ? 0x1ffu : 0xffu;
	if (z.sizes > 0) {
		total = z.sizes * (z.records > 0 ? z.records : z.automatic ? 13 : 1);
	} else if (z.automatic && z.least > 0) {
		for (double size = z.least; size <= z.most; size *= 2) {
			double records = z.records;

			for (double r = size < 32 * 1048576.0 ? 4096 : 65536;
				z.records < 1 && r <= size && r <= 16 * 1048576.0; r *= 2)
				records++;
			total += size * records;
		}
	} else {
		total = 512 * 1024;
	}
	for (size_t t = 0; t < 16; t++) {
		double share = z.once ? 1 - passes[t].again / 2 : 1;

		if (!(z.tests & 1u << t))
			continue;
		*written += passes[t].writes * share * total * z.threads;
		*read += passes[t].reads * share * total * z.threads;
	}
	return true;
}

static bool bonnie_bytes(const struct command *c, double *written, double *read)
{
	double size = -1, runs = 1, chars = 1;
	const char *v;

	for (size_t i = 0; i < c->n; i++)
		if ((v = value_of(c, &i, "-s")))
			size = size_of(v, 1048576);
		else if ((v = value_of(c, &i, "-x")))
			runs = strtod(v, NULL);
		else if (strcmp(c->word[i], "-f") == 0)
			chars = 0;
	if (size < 0)
		return false; /* it takes twice the memory of the machine it runs on */
	*written = *read = size * (2 + chars) * runs;
	return true;
}

bool matrix_bytes(const struct matrix *m, size_t row, double *written, double *read)
{
	struct text text = {0}, error = {0};
	struct command c;
	char *copy;
	bool known = false;

	*written = *read = 0;
	if (matrix_expand(m, row, PLAN_BENCHMARK, &text, &error)) {
		copy = words_copy(text.s, text.n);
		known = find_tool(copy, "iozone", &c) && iozone_bytes(&c, written, read);
		free(copy);
		copy = words_copy(text.s, text.n);
		known = known ||
			(find_tool(copy, "bonnie++", &c) && bonnie_bytes(&c, written, read));
		free(copy);
	}
	if (m->plan.has_writes || m->plan.has_reads) {
		*written = m->plan.has_writes ? (double)m->plan.writes : *written;
		*read = m->plan.has_reads ? (double)m->plan.reads : *read;
		known = true;
	}
	text_free(&text);
	text_free(&error);
	return known;
}
