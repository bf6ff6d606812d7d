#include "parsers/iozone_throughput.h"
#include <math.h>
#include <string.h>

/* More processes than any release can start. */
#define CHILDREN_MAX 65535

#define DIGITS 20

/* The lines of a phase, in the order of their words in enum iozone_word. */
enum { CHILDREN, PARENT, MIN_RATE, MAX_RATE, AVG_RATE, MIN_XFER, FIGURES };

G_STATIC_ASSERT(IOZONE_XFER - IOZONE_CHILDREN == MIN_XFER);

static const char *const suffixes[] = {
	[CHILDREN] = "",
	[PARENT] = ".parent",
	[MIN_RATE] = ".min",
	[MAX_RATE] = ".max",
	[AVG_RATE] = ".avg",
	[MIN_XFER] = ".min-xfer",
};

G_STATIC_ASSERT(G_N_ELEMENTS(suffixes) == FIGURES);

/* What the tool calls a phase, and the test it is. */
static const struct {
	const char *words;
	const char *test;
} phases[] = {
	{"initial writers", "write"},
	{"rewriters", "rewrite"},
	{"readers", "read"},
	{"re-readers", "reread"},
	{"reverse readers", "backward-read"},
	{"stride readers", "stride-read"},
	{"random readers", "random-read"},
	{"mixed workload", "mixed"},
	{"random writers", "random-write"},
	{"pwrite writers", "pwrite"},
	{"pread readers", "pread"},
	{"fwriters", "fwrite"},
	{"freaders", "fread"},
};

struct figure {
	bool there, cut;
	bool ops; /* operations, not kB */
	double value;
	guint32 line, flags;
	char text[DIGITS + 1];
	char unit[12];
};

struct child {
	unsigned index;
	struct figure xfer, rate;
};

struct phase {
	enum { PHASE_NONE, PHASE_OPEN, PHASE_LOST } state;
	const char *test;
	unsigned threads;
	bool failed;
	struct figure figure[FIGURES];
};

struct iozone_throughput {
	struct sink *out;
	const struct iozone_head *head;
	const char *file;
	guint64 file_kb, record_kb; /* 0: not told */
	bool error;                 /* since the last phase */
	struct phase phase;
	GArray *children; /* struct child, of the open phase */
	size_t good;
	bool damaged;
};

struct iozone_throughput *iozone_throughput_new(
	struct sink *out, const struct iozone_head *head, const char *file)
{
	struct iozone_throughput *t = g_new0(struct iozone_throughput, 1);

	t->out = out;
	t->head = head;
	t->file = file;
	t->children = g_array_new(FALSE, FALSE, sizeof(struct child));
	return t;
}

void iozone_throughput_free(struct iozone_throughput *t)
{
	g_array_free(t->children, TRUE);
	g_free(t);
}

/* ---- reading ---- */

static const char *skip_blanks(const char *s, const char *end)
{
	while (s < end && (*s == ' ' || *s == '\t'))
		s++;
	return s;
}

/* A whole number; NULL: there is none, or one too long to be any size or count. */
static const char *read_whole(const char *s, const char *end, guint64 *number)
{
	const char *start = s = skip_blanks(s, end);

	for (*number = 0; s < end && g_ascii_isdigit(*s); s++)
		if (s - start < 15)
			*number = *number * 10 + (guint64)(*s - '0');
	return s == start || s - start > 15 ? NULL : s;
}

/* kB is 1024 in every release and spelling. */
static bool read_unit(struct figure *f, bool rate)
{
	static const char *const units[] = {"kB", "KB", "ops"};

	for (size_t i = 0; i < G_N_ELEMENTS(units); i++) {
		size_t n = strlen(units[i]);

		if (strncmp(f->unit, units[i], n) != 0 ||
			strcmp(f->unit + n, rate ? "/sec" : "") != 0)
			continue;
		f->ops = i == 2;
		return true;
	}
	return false;
}

/*
 * "=    3456.00 kB": the figure behind the next `=`.  What touches the end of a cut line may lack
 * digits or be another unit.  NULL: no figure, f->cut says whether that is why.
 */
static const char *read_figure(const char *s, const struct text *line, bool rate, struct figure *f)
{
	const char *end = line->s + line->n, *number, *unit;

	*f = (struct figure){.line = line->line, .cut = line->cut};
	s = memchr(s, '=', (size_t)(end - s));
	if (!s)
		return NULL;
	number = s = skip_blanks(s + 1, end);
	while (s < end && (g_ascii_isdigit(*s) || *s == '.'))
		s++;
	if (s == number || s - number > DIGITS)
		return NULL;
	memcpy(f->text, number, (size_t)(s - number));
	unit = s = skip_blanks(s, end);
	while (s < end && (g_ascii_isalpha(*s) || *s == '/'))
		s++;
	if ((s == end && line->cut) || (size_t)(s - unit) >= sizeof(f->unit))
		return NULL;
	memcpy(f->unit, unit, (size_t)(s - unit));
	f->cut = false;
	if (!read_unit(f, rate) || strchr(f->text, '.') != strrchr(f->text, '.'))
		return NULL;
	f->value = g_ascii_strtod(f->text, NULL) * (f->ops ? 1 : 1024);
	f->there = true;
	return s;
}

static void not_read(struct iozone_throughput *t, const struct text *line, bool cut)
{
	diag_at(t->out->diag, cut ? DIAG_CUT_FIGURE : DIAG_PHASE_UNREADABLE, t->file, line->line,
		NULL);
	t->damaged = true;
}

static const char *phase_test(const char *s, size_t n)
{
	while (n && (s[n - 1] == ' ' || s[n - 1] == '\t'))
		n--;
	for (size_t i = 0; i < G_N_ELEMENTS(phases); i++)
		if (strlen(phases[i].words) == n && !memcmp(phases[i].words, s, n))
			return phases[i].test;
	return NULL;
}

/* " for  4 re-readers \t= 14061400.06 kB/sec" */
static bool read_children(struct phase *phase, const char *s, const struct text *line)
{
	const char *end = line->s + line->n;
	const char *equals = memchr(s, '=', (size_t)(end - s));
	struct figure *f = &phase->figure[CHILDREN];
	guint64 threads;

	*f = (struct figure){.cut = line->cut};
	s = skip_blanks(s, end);
	if (!equals || equals - s < 4 || memcmp(s, "for", 3) != 0)
		return false;
	f->cut = false;
	s = read_whole(s + 3, equals, &threads);
	if (!s || !threads || threads > CHILDREN_MAX)
		return false;
	s = skip_blanks(s, equals);
	phase->threads = (unsigned)threads;
	phase->test = phase_test(s, (size_t)(equals - s));
	if (!phase->test)
		return false;
	return read_figure(equals, line, true, f) || f->cut;
}

/* ---- pushing ---- */

static const struct keyset *where(const struct iozone_throughput *t)
{
	const struct iozone_head *h = t->head;
	struct level level[IOZONE_MODES + 4];
	char file[24], record[24], threads[24];
	size_t n = 0;

	for (; n < h->n_modes; n++)
		level[n] = (struct level){h->mode_key[n], h->mode_value[n]};
	g_snprintf(file, sizeof(file), "%" G_GUINT64_FORMAT, t->file_kb * 1024);
	g_snprintf(record, sizeof(record), "%" G_GUINT64_FORMAT, t->record_kb * 1024);
	g_snprintf(threads, sizeof(threads), "%u", t->phase.threads);
	if (t->record_kb) {
		level[n++] = (struct level){"file-size", file};
		level[n++] = (struct level){"record-size", record};
	}
	level[n++] = (struct level){"threads", threads};
	if (h->threaded)
		level[n++] = (struct level){"workers", "threads"};
	return pool_set(t->out->pool, level, n);
}

static guint32 phase_flags(const struct iozone_throughput *t)
{
	const char *test = t->phase.test;
	guint32 flags = 0;

	if (t->phase.failed)
		flags |= QUALITY_BIT(QUALITY_TOOL_ERROR);
	if (t->head->invalid)
		flags |= QUALITY_BIT(QUALITY_INVALID_MODE);
	/* stdio ignores O_DIRECT: these stay figures of the page cache. */
	if (t->head->direct && (g_str_equal(test, "fwrite") || g_str_equal(test, "fread")))
		flags |= QUALITY_BIT(QUALITY_IN_CACHE);
	return flags;
}

/* False: nobody wants it. */
static bool fill(const struct iozone_throughput *t, const struct figure *f, const char *suffix,
	const struct keyset *at, struct measurement *m)
{
	const struct phase *p = &t->phase;
	struct sink *out = t->out;
	char name[64];

	g_snprintf(name, sizeof(name), "iozone:%s%s%s", p->test,
		p->figure[CHILDREN].ops ? ".iops" : "", suffix);
	*m = (struct measurement){
		.metric = metrics_get(out->metrics, name),
		.at = at,
		.value = p->failed || f->cut ? NAN : f->value,
		.stddev = NAN,
		.original = out->want_original && f->there ? f->text : NULL,
		.original_unit = f->there ? f->unit : NULL,
		.file = t->file,
		.line = f->line,
		.flags = f->flags | phase_flags(t),
	};
	if (f->cut)
		m->flags |= QUALITY_BIT(QUALITY_TRUNCATED);
	return !out->wants || out->wants(out, m->metric);
}

/* Figures are printed with two decimals, from single precision. */
static bool differ(const struct figure *f, double other)
{
	double last = f->ops ? 0.01 : 10.24;

	return fabs(f->value - other) > 2 * last + 1e-6 * MAX(f->value, other);
}

static const struct figure *least(const GArray *children, bool rate)
{
	const struct figure *least = NULL;

	for (guint i = 0; i < children->len; i++) {
		const struct child *c = &g_array_index(children, struct child, i);
		const struct figure *f = rate ? &c->rate : &c->xfer;

		if (!least || f->value < least->value)
			least = f;
	}
	return least;
}

static void take_least(struct figure *f, const struct figure *least)
{
	if (!f->there || !differ(f, least->value))
		return;
	*f = *least;
	f->flags = QUALITY_BIT(QUALITY_DERIVED);
}

static void distrust(struct figure *f)
{
	f->value = NAN;
	f->flags = QUALITY_BIT(QUALITY_BOGUS_TEXT);
}

/*
 * While the least figure is 0 the tool lets the next child replace it, so that its least may be any
 * child's.  The lines of the children, all there, tell the true one; else a least above the mean
 * gives it away.
 */
static void mend_least(struct iozone_throughput *t)
{
	struct phase *p = &t->phase;
	struct figure *min = &p->figure[MIN_RATE], *xfer = &p->figure[MIN_XFER];
	double mean = p->figure[CHILDREN].value / p->threads;

	if (t->children->len == p->threads) {
		take_least(min, least(t->children, true));
		take_least(xfer, least(t->children, false));
	} else if (min->there && min->value > mean && differ(min, mean)) {
		distrust(min);
		distrust(xfer);
	}
}

static void push_children(const struct iozone_throughput *t, const struct keyset *at)
{
	struct sink *out = t->out;

	for (guint i = 0; i < t->children->len; i++) {
		const struct child *c = &g_array_index(t->children, struct child, i);
		struct measurement m;
		char index[16];

		g_snprintf(index, sizeof(index), "%u", c->index);
		if (fill(t, &c->rate, ".child", pool_set_with(out->pool, at, "child", index), &m))
			out->measure(out, &m, 1);
	}
}

static void push_phase(struct iozone_throughput *t)
{
	const struct keyset *at = where(t);
	struct measurement m[FIGURES];
	struct sink *out = t->out;
	size_t n = 0;

	if (out->skips && out->skips(out, at))
		return;
	for (size_t i = 0; i < FIGURES; i++)
		if (t->phase.figure[i].there || t->phase.figure[i].cut)
			n += fill(t, &t->phase.figure[i], suffixes[i], at, &m[n]);
	if (n)
		out->measure(out, m, n);
	push_children(t, at);
}

static void end_phase(struct iozone_throughput *t)
{
	struct phase *p = &t->phase;

	if (p->state == PHASE_OPEN) {
		p->failed = p->failed || (p->figure[CHILDREN].there && !p->figure[CHILDREN].value);
		if (p->failed || p->figure[CHILDREN].cut)
			t->damaged = true;
		else
			t->good++;
		if (!p->failed)
			mend_least(t);
		push_phase(t);
	}
	*p = (struct phase){.state = PHASE_NONE};
	g_array_set_size(t->children, 0);
}

/* ---- lines ---- */

static void start_phase(struct iozone_throughput *t, const char *rest, const struct text *line)
{
	struct phase *p = &t->phase;

	end_phase(t);
	p->state = read_children(p, rest, line) ? PHASE_OPEN : PHASE_LOST;
	p->failed = t->error;
	t->error = false;
	if (p->state == PHASE_LOST || p->figure[CHILDREN].cut)
		not_read(t, line, p->figure[CHILDREN].cut);
}

/* "Each process writes a 4096 kByte file in 64 kByte records": here from the first number on. */
static void take_sizes(struct iozone_throughput *t, const char *s, const struct text *line)
{
	static const char between[] = " file in ";
	const char *end = line->s + line->n, *at;
	guint64 file, record;

	t->file_kb = t->record_kb = 0;
	s = read_whole(s, end, &file);
	at = s ? memmem(s, (size_t)(end - s), between, sizeof(between) - 1) : NULL;
	s = at ? read_whole(at + sizeof(between) - 1, end, &record) : NULL;
	if (!s || s == end || !file || !record) {
		not_read(t, line, line->cut);
		return;
	}
	t->file_kb = file;
	t->record_kb = record;
}

/* Of lines that belong to no phase, or to one that is lost, the first is told. */
static bool has_phase(struct iozone_throughput *t, const struct text *line)
{
	if (t->phase.state == PHASE_NONE) {
		t->phase.state = PHASE_LOST;
		not_read(t, line, false);
	}
	return t->phase.state == PHASE_OPEN;
}

static void take_figure(
	struct iozone_throughput *t, size_t which, const char *rest, const struct text *line)
{
	struct figure *f = &t->phase.figure[which];

	if (!has_phase(t, line))
		return;
	if (!read_figure(rest, line, which != MIN_XFER, f) ||
		f->ops != t->phase.figure[CHILDREN].ops) {
		not_read(t, line, f->cut);
		f->there = false;
	}
}

/* "Child[0] xfer count =    4096.00 kB, Throughput = 3088901.50 kB/sec" */
static void take_child(struct iozone_throughput *t, const char *rest, const struct text *line)
{
	struct child child = {.rate.there = false};
	const char *end = line->s + line->n, *s;
	guint64 index;

	if (!has_phase(t, line))
		return;
	s = read_whole(rest, end, &index);
	child.xfer.cut = line->cut;
	s = s ? read_figure(s, line, false, &child.xfer) : NULL;
	child.rate.cut = child.xfer.cut;
	s = s ? read_figure(s, line, true, &child.rate) : NULL;
	child.index = (unsigned)index;
	if (s && index < t->phase.threads && t->children->len < t->phase.threads &&
		child.rate.ops == t->phase.figure[CHILDREN].ops)
		g_array_append_val(t->children, child);
	else
		not_read(t, line, child.rate.cut);
}

void iozone_throughput_line(struct iozone_throughput *t, enum iozone_word word, const char *rest,
	const struct text *line)
{
	switch (word) {
	case IOZONE_SIZES:
		end_phase(t);
		take_sizes(t, rest, line);
		break;
	case IOZONE_CHILDREN:
		start_phase(t, rest, line);
		break;
	case IOZONE_PARENT:
	case IOZONE_MIN:
	case IOZONE_MAX:
	case IOZONE_AVG:
	case IOZONE_XFER:
		take_figure(t, word - IOZONE_CHILDREN, rest, line);
		break;
	case IOZONE_CHILD:
		take_child(t, rest, line);
		break;
	default:
		break;
	}
}

void iozone_throughput_error(struct iozone_throughput *t)
{
	t->error = true;
}

size_t iozone_throughput_end(struct iozone_throughput *t, bool *damaged)
{
	size_t good;

	end_phase(t);
	good = t->good;
	*damaged = t->damaged;
	t->good = 0;
	t->damaged = t->error = false;
	t->file_kb = t->record_kb = 0;
	return good;
}
