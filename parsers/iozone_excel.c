#include "parsers/iozone_excel.h"
#include <string.h>

/* A run has some thousands at most; more is no report. */
#define FIGURES_MAX 65536

/* All doublings of a kB that are record sizes, and some. */
#define SIZES_MAX 64

/* What a block is called, without " report" or " CPU utilization report". */
static const struct {
	const char *title;
	const char *test;
} blocks[] = {
	{"Writer", "write"},
	{"Re-writer", "rewrite"},
	{"Reader", "read"},
	{"Re-Reader", "reread"},
	{"Random read", "random-read"},
	{"Random write", "random-write"},
	{"Backward read", "backward-read"},
	{"Record rewrite", "record-rewrite"},
	{"Stride read", "stride-read"},
	{"Fwrite", "fwrite"},
	{"Re-Fwrite", "frewrite"},
	{"Fread", "fread"},
	{"Re-Fread", "freread"},
	{"Pwrite", "pwrite"},
	{"Re-Pwrite", "repwrite"},
	{"Pread", "pread"},
	{"Re-Pread", "repread"},
	{"Pwritev", "pwritev"},
	{"Re-Pwritev", "repwritev"},
	{"Preadv", "preadv"},
	{"Re-Preadv", "repreadv"},
};

/* What a line of throughput mode is called; without a test 0, its second line has no name. */
static const struct {
	const char *title;
	const char *test;
} phases[] = {
	{"Initial write", "write"},
	{"Rewrite", "rewrite"},
	{"Read", "read"},
	{"Re-read", "reread"},
	{"Reverse Read", "backward-read"},
	{"Stride read", "stride-read"},
	{"Random read", "random-read"},
	{"Mixed workload", "mixed"},
	{"Random write", "random-write"},
	{"Pwrite", "pwrite"},
	{"Pread", "pread"},
	{"Fwrite", "fwrite"},
	{"Fread", "fread"},
	{"", NULL},
};

G_STATIC_ASSERT(G_N_ELEMENTS(blocks) <= 32);

struct iozone_excel {
	struct diag *diag;
	const char *file;
	GArray *figures; /* struct iozone_reported */
	bool damaged;
	enum { NOWHERE, IN_BLOCK, IN_PHASES } where;
	bool cpu, ops, kb;
	guint32 seen[2];   /* bits: blocks that were there; [1] of CPU use */
	const char *test;  /* of the block */
	guint64 record_kb; /* of throughput mode */
	size_t n_sizes;    /* record sizes of the block */
	guint64 size[SIZES_MAX];
	/* The line before, which mail may have broken in two. */
	enum { OTHER, SIZES, DATA } last;
	guint32 last_line;
	guint64 file_kb;
	size_t n_data; /* figures of it so far */
	bool whole;    /* it ended in a blank: no figure was broken */
};

double iozone_share(const char *text)
{
	char scaled[32];

	g_snprintf(scaled, sizeof(scaled), "%se-2", text);
	return g_ascii_strtod(scaled, NULL);
}

struct iozone_excel *iozone_excel_new(struct diag *diag, const char *file)
{
	struct iozone_excel *e = g_new0(struct iozone_excel, 1);

	e->diag = diag;
	e->file = file;
	e->figures = g_array_new(FALSE, FALSE, sizeof(struct iozone_reported));
	return e;
}

void iozone_excel_free(struct iozone_excel *e)
{
	g_array_free(e->figures, TRUE);
	g_free(e);
}

void iozone_excel_reset(struct iozone_excel *e)
{
	struct iozone_excel fresh = {.diag = e->diag, .file = e->file, .figures = e->figures};

	g_array_set_size(fresh.figures, 0);
	*e = fresh;
}

const struct iozone_reported *iozone_excel_figures(
	const struct iozone_excel *e, size_t *n, bool *damaged)
{
	*n = e->figures->len;
	*damaged = e->damaged;
	return (const struct iozone_reported *)(void *)e->figures->data;
}

/* ---- words ---- */

static bool between(char c)
{
	return c == ' ' || c == '\t' || c == ',' || c == ';';
}

/* The next word of the line: without its quotes, and without the blanks inside them at its ends. */
static bool next_word(const char **s, const char *end, struct text *word, bool *quoted)
{
	const char *p = *s, *start;

	while (p < end && between(*p))
		p++;
	if (p == end)
		return false;
	*quoted = *p == '"';
	start = *quoted ? ++p : p;
	while (p < end && (*quoted ? *p != '"' : !between(*p) && *p != '"'))
		p++;
	if (*quoted && p == end)
		return false; /* it does not close */
	*s = *quoted ? p + 1 : p;
	while (start < p && *start == ' ')
		start++;
	while (p > start && p[-1] == ' ')
		p--;
	*word = (struct text){.s = start, .n = (size_t)(p - start)};
	return true;
}

static bool read_size(const struct text *word, guint64 *kb)
{
	*kb = 0;
	if (!word->n || word->n > 12)
		return false;
	for (size_t i = 0; i < word->n; i++) {
		if (!g_ascii_isdigit(word->s[i]))
			return false;
		*kb = *kb * 10 + (guint64)(word->s[i] - '0');
	}
	return *kb > 0;
}

/* Digits, with one point among them or none. */
static bool is_figure(const struct text *word)
{
	size_t points = 0;

	for (size_t i = 0; i < word->n; i++) {
		points += word->s[i] == '.';
		if (!g_ascii_isdigit(word->s[i]) && word->s[i] != '.')
			return false;
	}
	return word->n && word->n <= IOZONE_REPORTED_DIGITS && points <= 1 &&
	       g_ascii_isdigit(word->s[0]);
}

static void unreadable(struct iozone_excel *e, guint32 line, const char *why)
{
	diag_at(e->diag, DIAG_REPORT_UNREADABLE, e->file, line, "%s", why);
	e->damaged = true;
}

static void add(
	struct iozone_excel *e, const struct text *word, const struct iozone_reported *facts)
{
	struct iozone_reported figure = *facts;

	if (e->figures->len == FIGURES_MAX)
		return;
	figure.test = e->test;
	figure.cpu = e->cpu;
	figure.n = (unsigned char)word->n;
	memcpy(figure.text, word->s, word->n);
	g_array_append_val(e->figures, figure);
}

/* Does the last word of a cut line touch the cut? */
static bool is_cut(const struct text *line, const struct text *word)
{
	return line->cut && word->s + word->n == line->s + line->n;
}

/* ---- titles ---- */

/* "Random read report", "Random read CPU utilization report (Zero values should be ignored)" */
static int block_of(const struct text *title, bool *cpu)
{
	static const char report[] = " report", use[] = " CPU utilization report";
	const char *rest = memmem(title->s, title->n, use, sizeof(use) - 1);
	size_t n;

	*cpu = rest != NULL;
	if (!rest)
		rest = memmem(title->s, title->n, report, sizeof(report) - 1);
	if (!rest)
		return -1;
	n = (size_t)(rest - title->s);
	for (size_t i = 0; i < G_N_ELEMENTS(blocks); i++)
		if (strlen(blocks[i].title) == n && !memcmp(blocks[i].title, title->s, n))
			return (int)i;
	return -1;
}

static int phase_of(const struct text *title)
{
	for (size_t i = 0; i < G_N_ELEMENTS(phases); i++)
		if (strlen(phases[i].title) == title->n &&
			!memcmp(phases[i].title, title->s, title->n))
			return (int)i;
	return -1;
}

static bool starts(const struct text *t, const char *words)
{
	return t->n >= strlen(words) && !memcmp(t->s, words, strlen(words));
}

/* "Record size = 64 kBytes " */
static void take_record_size(struct iozone_excel *e, const struct text *title)
{
	const char *s = memchr(title->s, '=', title->n), *end = title->s + title->n;
	struct text word;
	bool quoted;

	if (s)
		s++;
	if (!s || !next_word(&s, end, &word, &quoted) || !read_size(&word, &e->record_kb))
		e->record_kb = 0;
}

/* The lines above the figures of throughput mode. */
static bool take_heading(struct iozone_excel *e, const struct text *title)
{
	bool rates = starts(title, "Throughput report Y-axis");

	if (rates || starts(title, "CPU utilization report Y-axis")) {
		e->where = IN_PHASES;
		e->cpu = !rates;
		e->ops = e->kb = false;
		return true;
	}
	if (e->where != IN_PHASES)
		return false;
	if (starts(title, "Record size = ")) {
		take_record_size(e, title);
	} else if (starts(title, "Output is in ")) {
		e->ops = starts(title, "Output is in ops");
		e->kb = starts(title, "Output is in k") || starts(title, "Output is in K");
	} else {
		return false;
	}
	return true;
}

/* ---- figures ---- */

static void take_phase(struct iozone_excel *e, int which, const char *s, const struct text *line)
{
	struct iozone_reported facts = {
		.phase = true,
		.ops = e->ops,
		.kb = e->kb,
		.record_kb = e->record_kb,
		.line = line->line,
	};
	struct text word;
	bool quoted;

	e->test = phases[which].test;
	for (; next_word(&s, line->s + line->n, &word, &quoted); facts.nth++) {
		if (quoted || !is_figure(&word) || is_cut(line, &word)) {
			unreadable(e, line->line, "figure");
			return;
		}
		if (e->test)
			add(e, &word, &facts);
	}
}

/* One or more figures behind those the line has so far. */
static void take_data(struct iozone_excel *e, const char *s, const struct text *line)
{
	struct iozone_reported facts = {.file_kb = e->file_kb, .line = line->line};
	struct text word;
	bool quoted;

	for (; next_word(&s, line->s + line->n, &word, &quoted); e->n_data++) {
		/* No record is larger than its file: such a figure is not of this line. */
		if (e->n_data >= e->n_sizes || e->size[e->n_data] > e->file_kb) {
			unreadable(e, line->line, "more figures than record sizes");
			return;
		}
		if (quoted || !is_figure(&word) || is_cut(line, &word)) {
			unreadable(e, line->line, "figure");
			return;
		}
		facts.record_kb = e->size[e->n_data];
		add(e, &word, &facts);
	}
	e->last = DATA;
	e->last_line = line->line;
	e->whole = line->n && between(line->s[line->n - 1]);
}

static void take_sizes(struct iozone_excel *e, const char *s, const struct text *line)
{
	struct text word;
	bool quoted;

	while (next_word(&s, line->s + line->n, &word, &quoted)) {
		if (!quoted || e->n_sizes == SIZES_MAX || !read_size(&word, &e->size[e->n_sizes])) {
			unreadable(e, line->line, "record sizes");
			return;
		}
		e->n_sizes++;
	}
	e->last = SIZES;
	e->last_line = line->line;
}

/* Nothing but quoted words? */
static bool all_quoted(const char *s, const char *end)
{
	struct text word;
	bool quoted = true;

	while (quoted && next_word(&s, end, &word, &quoted))
		;
	return quoted;
}

/* `"64"   1033216  2133730`, or the record sizes above such lines. */
static bool take_block_line(
	struct iozone_excel *e, const struct text *first, const char *rest, const struct text *line)
{
	bool sizes = all_quoted(rest, line->s + line->n);
	bool goes_on = e->last == SIZES && e->last_line + 1 == line->line;
	guint64 kb;

	if (e->where != IN_BLOCK || !read_size(first, &kb))
		return false;
	if (sizes && (!e->n_sizes || goes_on)) {
		take_sizes(e, line->s, line);
		return true;
	}
	e->file_kb = kb;
	e->n_data = 0;
	take_data(e, rest, line);
	return true;
}

static void start_block(struct iozone_excel *e, int which, bool cpu)
{
	e->where = IN_BLOCK;
	e->cpu = cpu;
	e->test = blocks[which].test;
	e->n_sizes = 0;
	e->last = OTHER;
}

/*
 * Figures alone: mail has broken the line before them.  When it may have been inside a figure, the
 * last one of that line and what follows are not to be trusted.
 */
static bool take_broken(struct iozone_excel *e, const struct text *line)
{
	const char *s = line->s;
	struct text word;
	bool quoted;

	if (e->where != IN_BLOCK || e->last != DATA || e->last_line + 1 != line->line ||
		!next_word(&s, line->s + line->n, &word, &quoted) || !is_figure(&word))
		return false;
	if (e->whole || between(line->s[0])) {
		take_data(e, line->s, line);
		return true;
	}
	if (e->n_data && e->figures->len)
		g_array_set_size(e->figures, e->figures->len - 1);
	e->last = OTHER;
	unreadable(e, line->line, "line was broken, perhaps inside a figure");
	return true;
}

/* The block that the line is the title of; -1: it is none. */
static int title_block(
	const struct text *line, const struct text *title, const char *rest, bool *cpu)
{
	for (; rest < line->s + line->n; rest++)
		if (!between(*rest))
			return -1;
	return block_of(title, cpu);
}

/* The quoted word a line starts with; NULL: none. */
static const char *title_of(const struct text *line, struct text *title)
{
	const char *s = line->s;
	bool quoted;

	return next_word(&s, line->s + line->n, title, &quoted) && quoted ? s : NULL;
}

bool iozone_excel_repeats(const struct iozone_excel *e, const struct text *line)
{
	struct text title;
	const char *rest = title_of(line, &title);
	bool cpu;
	int which;

	if (!rest)
		return false;
	which = title_block(line, &title, rest, &cpu);
	return which >= 0 && e->seen[cpu] >> which & 1;
}

bool iozone_excel_line(struct iozone_excel *e, const struct text *line)
{
	struct text title;
	const char *rest = title_of(line, &title);
	int which;
	bool cpu;

	if (!rest)
		return take_broken(e, line);
	which = title_block(line, &title, rest, &cpu);
	if (which >= 0) {
		start_block(e, which, cpu);
		e->seen[cpu] |= (guint32)1 << which;
		return true;
	}
	if (take_heading(e, &title))
		return true;
	which = e->where == IN_PHASES ? phase_of(&title) : -1;
	if (which < 0)
		return take_block_line(e, &title, rest, line);
	take_phase(e, which, rest, line);
	return true;
}
