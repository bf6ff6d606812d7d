#include "parsers/bonnie_csv.h"

#include "parsers/bonnie_shape.h"
#include <csv.h>
#include <string.h>

/* A name with more commas than this is none. */
#define EXTRA_MAX 8

void bonnie_csv_init(struct bonnie_csv_line *line)
{
	line->n = 0;
	line->shape = NULL;
	line->unquoted = g_string_new(NULL);
}

void bonnie_csv_clear(struct bonnie_csv_line *line)
{
	g_string_free(line->unquoted, TRUE);
}

/* ---- cutting ------------------------------------------------------------------------------- */

static void add_field(struct bonnie_csv_line *line, const char *s, size_t n)
{
	while (n && (*s == ' ' || *s == '\t'))
		s++, n--;
	while (n && (s[n - 1] == ' ' || s[n - 1] == '\t'))
		n--;
	if (line->n < BONNIE_CSV_FIELDS)
		line->field[line->n] = (struct bonnie_csv_field){s, n};
	line->n++;
}

static void split(struct bonnie_csv_line *line, const char *s, size_t n)
{
	const char *end = s + n, *from = s;

	line->n = 0;
	for (; s < end; s++)
		if (*s == ',') {
			add_field(line, from, (size_t)(s - from));
			from = s + 1;
		}
	add_field(line, from, (size_t)(end - from));
}

static void take_field(void *bytes, size_t n, void *user)
{
	struct bonnie_csv_line *line = user;

	if (line->n < BONNIE_CSV_FIELDS) {
		line->field[line->n].n = n;
		g_string_append_len(line->unquoted, bytes, (gssize)n);
	}
	line->n++;
}

/* Spreadsheets may quote what never had quotes.  False: one is not closed. */
static bool split_quoted(struct bonnie_csv_line *line, const char *s, size_t n)
{
	struct csv_parser parser;
	const char *at;
	bool closed;

	line->n = 0;
	g_string_truncate(line->unquoted, 0);
	csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI);
	closed = csv_parse(&parser, s, n, take_field, NULL, line) == n &&
		 !csv_fini(&parser, take_field, NULL, line);
	csv_free(&parser);
	at = line->unquoted->str;
	for (size_t i = 0; i < MIN(line->n, BONNIE_CSV_FIELDS); i++) {
		line->field[i].s = at;
		at += line->field[i].n;
	}
	return closed;
}

/* ---- what is it? --------------------------------------------------------------------------- */

/* A number or plus signs, or nothing. */
static bool is_cell(const struct bonnie_csv_field *f)
{
	size_t i = 0;

	if (f->n && f->s[0] == '+')
		while (i < f->n && f->s[i] == '+')
			i++;
	else
		while (i < f->n && (g_ascii_isdigit(f->s[i]) || f->s[i] == '.'))
			i++;
	return i == f->n;
}

static bool is_size(const struct bonnie_csv_field *f, bool letter)
{
	return bonnie_is_size(f->s, f->n, letter);
}

static bool is_format(const struct bonnie_csv_field *f)
{
	return bonnie_is_format(f->s, f->n);
}

/* How many of the twelve fields from `from` on are cells, and how many of them are not empty. */
static size_t cells(const struct bonnie_csv_line *line, size_t from, size_t *full)
{
	size_t n = 0;

	for (size_t i = from; i < from + 12 && i < MIN(line->n, BONNIE_CSV_FIELDS); i++) {
		n += is_cell(&line->field[i]);
		*full += is_cell(&line->field[i]) && line->field[i].n;
	}
	return n;
}

/* Do the fields fit the shape, `extra` of them being parts of the name? */
static bool fits(
	const struct bonnie_csv_line *line, const struct bonnie_csv_shape *shape, size_t extra)
{
	const struct bonnie_csv_field *size = &line->field[shape->size + extra];
	size_t full = 0, good = 0, all = 12;

	if (line->n != shape->n + extra)
		return false;
	if (shape->size && size->n && !is_size(size, false))
		return false;
	if (shape->io) {
		good += cells(line, shape->io + extra, &full);
		all += 12;
	}
	good += cells(line, shape->create + extra, &full);
	/* One that is damaged costs that figure, not the line. */
	return full && good + (extra ? 0 : 4) >= all;
}

static enum bonnie_csv judge_versioned(struct bonnie_csv_line *line)
{
	const struct bonnie_csv_shape *shape = bonnie_shape_of(line->field[0].s, line->field[0].n);

	if (shape->n == 48 && line->n == bonnie_shape_no_size.n && !line->field[5].n &&
		fits(line, &bonnie_shape_no_size, 0)) {
		line->shape = &bonnie_shape_no_size;
		return BONNIE_CSV_WHOLE;
	}
	line->shape = line->n < shape->n ? NULL : shape;
	if (line->n < shape->n) {
		if (line->n > 7 && line->field[5].n)
			line->shape = shape;
		return BONNIE_CSV_SHORT;
	}
	line->extra = line->n - shape->n;
	return line->extra <= EXTRA_MAX && fits(line, shape, line->extra) ? BONNIE_CSV_WHOLE
									  : BONNIE_CSV_BAD;
}

/* Without a letter at the size, as in 1.00, it may be any table of numbers: CPUs are small. */
static bool plausible(const struct bonnie_csv_line *line)
{
	const struct bonnie_csv_field *f = line->field;

	if (is_size(&f[1 + line->extra], true))
		return true;
	for (size_t i = 3; i < 27; i += i == 13 ? 3 : 2)
		if (f[i + line->extra].n > 3 ||
			memchr(f[i + line->extra].s, '.', f[i + line->extra].n))
			return false;
	return f[0].n && !g_ascii_isdigit(f[0].s[0]);
}

static enum bonnie_csv judge_103(struct bonnie_csv_line *line)
{
	line->shape = &bonnie_shape_103;
	line->extra = line->n >= 27 ? line->n - 27 : 0;
	if (line->n >= 27 && line->extra <= EXTRA_MAX &&
		fits(line, &bonnie_shape_103, line->extra) && plausible(line))
		return BONNIE_CSV_WHOLE;
	line->extra = 0;
	if (line->n < 4 || line->n > 27 || !is_size(&line->field[1], true))
		return BONNIE_CSV_NONE;
	for (size_t i = 2; i < line->n && i < 14; i++)
		if (!is_cell(&line->field[i]))
			return BONNIE_CSV_NONE;
	return line->n < 27 ? BONNIE_CSV_SHORT : BONNIE_CSV_BAD;
}

static bool begins(const char *s, size_t n, const char *with)
{
	return n >= strlen(with) && !memcmp(s, with, strlen(with));
}

enum bonnie_csv bonnie_csv_read(struct bonnie_csv_line *line, const char *s, size_t n)
{
	size_t i = 0;

	line->shape = NULL;
	line->extra = 0;
	if (n < 8 || !memchr(s, ',', n))
		return BONNIE_CSV_NONE;
	if (begins(s, n, "format_version,") || begins(s, n, "name,file_size,"))
		return BONNIE_CSV_HEADER;
	if (G_UNLIKELY(memchr(s, '"', n))) {
		split(line, s, n);
		if (line->n < 8)
			return BONNIE_CSV_NONE;
		if (!split_quoted(line, s, n))
			return BONNIE_CSV_QUOTE;
	} else {
		split(line, s, n);
	}
	if (line->n < 3 || line->n > BONNIE_CSV_FIELDS)
		return BONNIE_CSV_NONE;
	while (i < n && s[i] == ',')
		i++;
	if (i == n)
		return BONNIE_CSV_EMPTY;
	if (line->n == 27 && is_size(&line->field[1], true))
		return judge_103(line);
	if (is_format(&line->field[0]) && (line->n > 8 || is_format(&line->field[1])))
		return judge_versioned(line);
	if (line->n >= 14 && memmem(s, n, "Sequential", 10))
		return BONNIE_CSV_HEADER;
	return judge_103(line);
}

bool bonnie_csv_typed(const struct bonnie_csv_line *line)
{
	const struct bonnie_csv_shape *s = line->shape;

	if (!s || line->n < s->io + 2u ||
		(line->field[s->size].n && !is_size(&line->field[s->size], false)))
		return false;
	for (size_t i = s->io; i + 1 < line->n && i < s->create + 12u; i++)
		if ((i < s->io + 12u || i >= s->create) && !is_cell(&line->field[i]))
			return false;
	return true;
}

bool bonnie_csv_piece(const char *s, size_t n)
{
	bool comma = false;

	for (size_t i = 0; i < n; i++) {
		comma = comma || s[i] == ',';
		if (!g_ascii_isalnum(s[i]) && !strchr(",+.:/-", s[i]))
			return false;
	}
	return n && (comma || n < 12);
}

/* ---- taking -------------------------------------------------------------------------------- */

struct taking {
	const struct bonnie_csv_line *line;
	struct bonnie_run *run;
	size_t shift; /* of fields behind the name */
	size_t whole; /* so many fields are there with their ends */
	guint32 at;
	size_t bad;
};

static const struct bonnie_csv_field *field(const struct taking *t, unsigned char i)
{
	static const struct bonnie_csv_field none = {"", 0};

	return i && i + t->shift < t->whole ? &t->line->field[i + t->shift] : &none;
}

static void take_cell(struct taking *t, int test, enum bonnie_part part, size_t i)
{
	i += t->shift;
	if (i < t->whole) {
		const struct bonnie_csv_field *f = &t->line->field[i];

		t->bad += !bonnie_run_set(t->run, test, part, f->s, f->n, t->at);
	} else {
		t->run->cell[test][part] = (struct bonnie_cell){.line = t->at, .state = BONNIE_CUT};
	}
}

static void take_latency(struct taking *t, int test, size_t i)
{
	struct bonnie_cell *cell = &t->run->cell[test][BONNIE_LATENCY];

	take_cell(t, test, BONNIE_LATENCY, i);
	/* A test that was run and has none: it is too small to be printed. */
	if (cell->state == BONNIE_BLANK && t->run->cell[test][BONNIE_RATE].state != BONNIE_BLANK)
		cell->state = BONNIE_BELOW;
}

static void take_cells(struct taking *t)
{
	const struct bonnie_csv_shape *s = t->line->shape;

	for (int test = 0; test < BONNIE_TESTS; test++) {
		size_t first = test <= BONNIE_SEEKS ? s->io : s->create;
		size_t nth = (size_t)(test <= BONNIE_SEEKS ? test : test - BONNIE_SEQ_CREATE);

		if (first) {
			take_cell(t, test, BONNIE_RATE, first + 2 * nth);
			take_cell(t, test, BONNIE_CPU, first + 2 * nth + 1);
		} else {
			t->run->cell[test][BONNIE_RATE].state = BONNIE_BLANK;
			t->run->cell[test][BONNIE_CPU].state = BONNIE_BLANK;
			t->run->cell[test][BONNIE_RATE].line = t->at;
			t->run->cell[test][BONNIE_CPU].line = t->at;
		}
		if (s->latency)
			take_latency(t, test, s->latency + (size_t)test);
	}
}

static guint64 count_of(const struct taking *t, unsigned char i, guint64 usual)
{
	const struct bonnie_csv_field *f = field(t, i);
	guint64 count = 0;

	return f->n && bonnie_count_read(f->s, f->n, &count) && count != usual ? count : 0;
}

static void take_files(struct taking *t)
{
	const struct bonnie_csv_shape *s = t->line->shape;
	const struct bonnie_csv_field *files = field(t, s->files), *max = field(t, s->max);
	struct bonnie_facts *facts = &t->run->facts;

	if (!files->n)
		return;
	bonnie_files_read(files->s, files->n, facts);
	if (!s->max)
		return;
	if (max->n == 4 && !memcmp(max->s, "link", 4))
		facts->links = BONNIE_HARD_LINKS;
	else if (max->n == 7 && !memcmp(max->s, "symlink", 7))
		facts->links = BONNIE_SYMBOLIC_LINKS;
	else
		facts->file_max = count_of(t, s->max, 0);
	facts->file_min = count_of(t, s->min, 0);
	/* They stand in the column of the chunk size, all others being one off. */
	facts->directories = count_of(t, s->directories[0], 1);
	if (!facts->directories)
		facts->directories = count_of(t, s->directories[1], 1);
}

static void take_facts(struct taking *t)
{
	const struct bonnie_csv_shape *s = t->line->shape;
	const struct bonnie_csv_field *size = field(t, s->size), *chunk = field(t, s->chunk);
	const struct bonnie_csv_field *name = &t->line->field[s->name];
	const char *end = name[t->shift].s + name[t->shift].n;
	struct bonnie_facts *facts = &t->run->facts, more;

	g_string_append_len(t->run->name, name->s, end - name->s);
	if (s->version)
		g_string_append_len(t->run->version, t->line->field[s->version].s,
			(gssize)t->line->field[s->version].n);
	memset(&more, 0, sizeof(more));
	if (size->n && bonnie_description_read(size->s, size->n, false, &more)) {
		facts->file_size = more.file_size;
		facts->chunk = more.chunk;
	}
	if (chunk->n) {
		g_autofree char *both =
			g_strdup_printf("1M:%.*s", (int)MIN(chunk->n, 16), chunk->s);

		if (bonnie_description_read(both, strlen(both), true, &more))
			facts->chunk = more.chunk;
	}
	facts->concurrency = count_of(t, s->concurrency, 1);
	facts->seeks = count_of(t, s->seeks, 8192);
	facts->seekers = count_of(t, s->seekers, 5);
	take_files(t);
}

size_t bonnie_csv_take(
	const struct bonnie_csv_line *line, bool cut, guint32 at, struct bonnie_run *run)
{
	struct taking t = {
		.line = line,
		.run = run,
		.shift = line->extra,
		.whole = line->n - (cut ? 1 : 0),
		.at = at,
	};

	run->csv = true;
	run->cut = cut;
	take_facts(&t);
	take_cells(&t);
	return t.bad;
}
