#include "parsers/iozone_throughput.h"

#include "parsers/iozone_phase.h"
#include <math.h>
#include <string.h>

/* More phases than a run with a report can have: beyond them nothing is compared with it. */
#define PHASES_MAX 1024

static const char *const suffixes[] = {
	[IOZONE_SUM] = "",
	[IOZONE_BY_PARENT] = ".parent",
	[IOZONE_MIN_RATE] = ".min",
	[IOZONE_MAX_RATE] = ".max",
	[IOZONE_AVG_RATE] = ".avg",
	[IOZONE_MIN_XFER] = ".min-xfer",
	[IOZONE_CPU_USE] = ".cpu",
};

G_STATIC_ASSERT(G_N_ELEMENTS(suffixes) == IOZONE_PHASE_FIGURES);

struct iozone_throughput {
	struct sink *out;
	const struct iozone_head *head;
	const char *file;
	guint64 file_kb, record_kb; /* 0: not told */
	bool error;                 /* since the last phase */
	struct iozone_phase phase;
	/* struct iozone_phase: those that are over, when a report of them may follow. */
	GArray *phases;
	bool crowded;   /* too many of them */
	GArray *counts; /* unsigned: the numbers of processes of these phases */
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
	t->phase.children = g_array_new(FALSE, FALSE, sizeof(struct iozone_child));
	t->phases = g_array_new(FALSE, FALSE, sizeof(struct iozone_phase));
	g_array_set_clear_func(t->phases, iozone_phase_clear);
	t->counts = g_array_new(FALSE, FALSE, sizeof(unsigned));
	return t;
}

void iozone_throughput_free(struct iozone_throughput *t)
{
	g_array_free(t->phases, TRUE);
	g_array_free(t->counts, TRUE);
	iozone_phase_clear(&t->phase);
	g_free(t);
}

static void not_read(struct iozone_throughput *t, const struct text *line, bool cut)
{
	diag_at(t->out->diag, cut ? DIAG_CUT_FIGURE : DIAG_PHASE_UNREADABLE, t->file, line->line,
		NULL);
	t->damaged = true;
}

/* ---- pushing ---- */

/* `threads` 0: not known. */
static const struct keyset *where_of(const struct iozone_throughput *t, unsigned n_threads)
{
	const struct iozone_head *h = t->head;
	struct level level[IOZONE_MODES + 4];
	char file[24], record[24], threads[24];
	size_t n = 0;

	for (; n < h->n_modes; n++)
		level[n] = (struct level){h->mode_key[n], h->mode_value[n]};
	g_snprintf(file, sizeof(file), "%" G_GUINT64_FORMAT, t->file_kb * 1024);
	g_snprintf(record, sizeof(record), "%" G_GUINT64_FORMAT, t->record_kb * 1024);
	g_snprintf(threads, sizeof(threads), "%u", n_threads);
	if (t->file_kb)
		level[n++] = (struct level){"file-size", file};
	if (t->record_kb)
		level[n++] = (struct level){"record-size", record};
	if (n_threads)
		level[n++] = (struct level){"threads", threads};
	if (h->threaded)
		level[n++] = (struct level){"workers", "threads"};
	return pool_set(t->out->pool, level, n);
}

static guint32 phase_flags(const struct iozone_throughput *t, const struct iozone_phase *p)
{
	const char *test = p->test;
	guint32 flags = 0;

	if (p->failed)
		flags |= QUALITY_BIT(QUALITY_TOOL_ERROR);
	if (t->head->invalid)
		flags |= QUALITY_BIT(QUALITY_INVALID_MODE);
	/* stdio ignores O_DIRECT: these stay figures of the page cache. */
	if (t->head->direct && (g_str_equal(test, "fwrite") || g_str_equal(test, "fread")))
		flags |= QUALITY_BIT(QUALITY_IN_CACHE);
	return flags;
}

/* False: nobody wants it. */
static bool fill(const struct iozone_throughput *t, const struct iozone_phase *p,
	const struct iozone_figure *f, const char *suffix, const struct keyset *at,
	struct measurement *m)
{
	struct sink *out = t->out;
	char name[64];

	g_snprintf(name, sizeof(name), "iozone:%s%s%s", p->test,
		p->figure[IOZONE_SUM].ops && !f->cpu ? ".iops" : "", suffix);
	*m = (struct measurement){
		.metric = metrics_get(out->metrics, name),
		.at = at,
		.value = p->failed || f->cut ? NAN : f->value,
		.stddev = NAN,
		.original = out->want_original && f->there ? f->text : NULL,
		.original_unit = f->there ? f->unit : NULL,
		.file = t->file,
		.line = f->line,
		.flags = f->flags | phase_flags(t, p),
	};
	if (f->cut)
		m->flags |= QUALITY_BIT(QUALITY_TRUNCATED);
	return !out->wants || out->wants(out, m->metric);
}

/* Figures are printed with two decimals, from single precision. */
static bool differ(const struct iozone_figure *f, double other)
{
	double last = f->ops ? 0.01 : 10.24;

	return fabs(f->value - other) > 2 * last + 1e-6 * MAX(f->value, other);
}

static const struct iozone_figure *least(const GArray *children, bool rate)
{
	const struct iozone_figure *least = NULL;

	for (guint i = 0; i < children->len; i++) {
		const struct iozone_child *c = &g_array_index(children, struct iozone_child, i);
		const struct iozone_figure *f = rate ? &c->rate : &c->xfer;

		if (!least || f->value < least->value)
			least = f;
	}
	return least;
}

static void take_least(struct iozone_figure *f, const struct iozone_figure *least)
{
	if (!f->there || !differ(f, least->value))
		return;
	*f = *least;
	f->flags = QUALITY_BIT(QUALITY_DERIVED);
}

static void distrust(struct iozone_figure *f)
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
	struct iozone_phase *p = &t->phase;
	struct iozone_figure *min = &p->figure[IOZONE_MIN_RATE],
			     *xfer = &p->figure[IOZONE_MIN_XFER];
	double mean = p->figure[IOZONE_SUM].value / p->threads;

	if (p->children->len == p->threads) {
		take_least(min, least(p->children, true));
		take_least(xfer, least(p->children, false));
	} else if (min->there && min->value > mean && differ(min, mean)) {
		distrust(min);
		distrust(xfer);
	}
}

static void push_child(const struct iozone_throughput *t, const struct iozone_phase *p,
	const struct iozone_figure *f, const char *suffix, const struct keyset *at)
{
	struct measurement m;

	if (f->there && fill(t, p, f, suffix, at, &m))
		t->out->measure(t->out, &m, 1);
}

static void push_children(const struct iozone_throughput *t, const struct iozone_phase *p)
{
	for (guint i = 0; i < p->children->len; i++) {
		const struct iozone_child *c = &g_array_index(p->children, struct iozone_child, i);
		const struct keyset *at;
		char index[16];

		g_snprintf(index, sizeof(index), "%u", c->index);
		at = pool_set_with(t->out->pool, p->at, "child", index);
		push_child(t, p, &c->rate, ".child", at);
		push_child(t, p, &c->cpu, ".child-cpu", at);
	}
}

static void push_phase(const struct iozone_throughput *t, const struct iozone_phase *p)
{
	struct measurement m[IOZONE_PHASE_FIGURES];
	struct sink *out = t->out;
	size_t n = 0;

	if (out->skips && out->skips(out, p->at))
		return;
	for (size_t i = 0; i < IOZONE_PHASE_FIGURES; i++)
		if (p->figure[i].there || p->figure[i].cut)
			n += fill(t, p, &p->figure[i], suffixes[i], p->at, &m[n]);
	if (n)
		out->measure(out, m, n);
	push_children(t, p);
}

static void push_phases(struct iozone_throughput *t)
{
	for (guint i = 0; i < t->phases->len; i++)
		push_phase(t, &g_array_index(t->phases, struct iozone_phase, i));
	g_array_set_size(t->phases, 0);
}

/* Now, or when the report has been compared. */
static void give_phase(struct iozone_throughput *t)
{
	if (iozone_head_reports(t->head) && !t->crowded && t->phases->len < PHASES_MAX) {
		g_array_append_val(t->phases, t->phase);
		t->phase.children = g_array_new(FALSE, FALSE, sizeof(struct iozone_child));
		return;
	}
	t->crowded = t->phases->len > 0;
	push_phases(t);
	push_phase(t, &t->phase);
}

static void end_phase(struct iozone_throughput *t)
{
	struct iozone_phase *p = &t->phase;

	if (p->state == IOZONE_PHASE_OPEN) {
		p->failed =
			p->failed || (p->figure[IOZONE_SUM].there && !p->figure[IOZONE_SUM].value);
		if (p->failed || p->figure[IOZONE_SUM].cut)
			t->damaged = true;
		else
			t->good++;
		if (!p->failed)
			mend_least(t);
		p->at = where_of(t, p->threads);
		give_phase(t);
	}
	g_array_set_size(p->children, 0);
	*p = (struct iozone_phase){.state = IOZONE_PHASE_NONE, .children = p->children};
}

/* ---- the report ---- */

/* The numbers of processes of the run, in the order of its phases and of each line of its report.
 */
static void count_threads(struct iozone_throughput *t)
{
	g_array_set_size(t->counts, 0);
	for (guint i = 0; i < t->phases->len; i++) {
		unsigned count = g_array_index(t->phases, struct iozone_phase, i).threads;
		guint k = 0;

		while (k < t->counts->len && g_array_index(t->counts, unsigned, k) != count)
			k++;
		if (k == t->counts->len)
			g_array_append_val(t->counts, count);
	}
}

/* 0: not known. */
static unsigned threads_of(const struct iozone_throughput *t, guint32 nth)
{
	return nth < t->counts->len ? g_array_index(t->counts, unsigned, nth) : 0;
}

/* By the number of processes; when one was given twice, by the order of phases. */
static struct iozone_phase *phase_of(
	const struct iozone_throughput *t, const struct iozone_reported *figure)
{
	unsigned threads = threads_of(t, figure->nth);
	guint32 nth = 0;

	for (guint i = 0; i < t->phases->len; i++) {
		struct iozone_phase *p = &g_array_index(t->phases, struct iozone_phase, i);

		if (g_str_equal(p->test, figure->test) &&
			(threads ? p->threads == threads : nth++ == figure->nth))
			return p;
	}
	return NULL;
}

/* Compares; a figure that only the report has becomes the phase's own. */
static void match_phase(
	struct iozone_throughput *t, struct iozone_phase *p, const struct iozone_reported *figure)
{
	struct iozone_figure *f = &p->figure[figure->cpu ? IOZONE_CPU_USE : IOZONE_SUM];

	if (p->failed || f->cut || (f->there && !strcmp(f->text, figure->text)))
		return;
	if (f->there) {
		diag_at(t->out->diag, DIAG_REPORT_DIFFERS, t->file, figure->line,
			"%s%s, %u processes: '%s', but '%s' in line %u", figure->test,
			figure->cpu ? " CPU" : "", p->threads, figure->text, f->text, f->line);
		f->value = NAN;
		f->flags |= QUALITY_BIT(QUALITY_UNREADABLE);
		t->damaged = true;
		return;
	}
	*f = (struct iozone_figure){.there = true, .cpu = figure->cpu, .line = figure->line};
	memcpy(f->text, figure->text, figure->n);
	f->unit[0] = '%';
	f->value = iozone_share(f->text);
}

/*
 * A figure whose phase is not in the log.  0: that phase was not run.  `several`: its line has more
 * of them, each for another number of processes.
 */
static void push_reported(
	struct iozone_throughput *t, const struct iozone_reported *figure, bool several)
{
	static const char *const units[] = {"kBytes/sec", "ops/sec"};
	struct iozone_phase p = {.test = figure->test, .children = t->phase.children};
	struct iozone_figure *f = &p.figure[figure->cpu ? IOZONE_CPU_USE : IOZONE_SUM];
	double value = g_ascii_strtod(figure->text, NULL);

	if (!(value > 0))
		return;
	p.threads = threads_of(t, figure->nth);
	if (!p.threads && several) {
		if (!figure->nth)
			diag_at(t->out->diag, DIAG_REPORT_UNREADABLE, t->file, figure->line,
				"numbers of processes are not told");
		t->damaged = true;
		return;
	}
	if (!t->record_kb)
		t->record_kb = figure->record_kb;
	p.at = where_of(t, p.threads);
	p.figure[IOZONE_SUM].ops = figure->ops;
	*f = (struct iozone_figure){.there = true, .cpu = figure->cpu, .ops = figure->ops};
	f->line = figure->line;
	f->value = figure->cpu ? iozone_share(figure->text) : value * (figure->ops ? 1 : 1024);
	f->flags = figure->cpu || figure->ops || figure->kb ? 0 : QUALITY_BIT(QUALITY_UNIT_GUESSED);
	memcpy(f->text, figure->text, figure->n);
	g_strlcpy(f->unit, figure->cpu ? "%" : units[figure->ops], sizeof(f->unit));
	push_phase(t, &p);
	t->good += !figure->cpu;
}

void iozone_throughput_report(
	struct iozone_throughput *t, const struct iozone_reported *figures, size_t n)
{
	end_phase(t);
	count_threads(t);
	for (size_t i = 0; i < n && !t->crowded; i++) {
		struct iozone_phase *p;

		if (!figures[i].phase)
			continue;
		p = phase_of(t, &figures[i]);
		if (p)
			match_phase(t, p, &figures[i]);
		else
			push_reported(t, &figures[i],
				figures[i].nth || (i + 1 < n && figures[i + 1].nth));
	}
}

/* ---- lines ---- */

static void start_phase(struct iozone_throughput *t, const char *rest, const struct text *line)
{
	struct iozone_phase *p = &t->phase;

	end_phase(t);
	p->state = iozone_sum_read(p, rest, line) ? IOZONE_PHASE_OPEN : IOZONE_PHASE_LOST;
	p->failed = t->error;
	t->error = false;
	if (p->state == IOZONE_PHASE_LOST || p->figure[IOZONE_SUM].cut)
		not_read(t, line, p->figure[IOZONE_SUM].cut);
}

/* "Each process writes a 4096 kByte file in 64 kByte records": here from the first number on. */
static void take_sizes(struct iozone_throughput *t, const char *s, const struct text *line)
{
	static const char between[] = " file in ";
	const char *end = line->s + line->n, *at;
	guint64 file, record;

	t->file_kb = t->record_kb = 0;
	s = iozone_whole_read(s, end, &file);
	at = s ? memmem(s, (size_t)(end - s), between, sizeof(between) - 1) : NULL;
	s = at ? iozone_whole_read(at + sizeof(between) - 1, end, &record) : NULL;
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
	if (t->phase.state == IOZONE_PHASE_NONE) {
		t->phase.state = IOZONE_PHASE_LOST;
		not_read(t, line, false);
	}
	return t->phase.state == IOZONE_PHASE_OPEN;
}

static void take_figure(
	struct iozone_throughput *t, size_t which, const char *rest, const struct text *line)
{
	struct iozone_figure *f = &t->phase.figure[which];

	if (f->there)
		end_phase(t); /* the first line of the next one is not there */
	if (!has_phase(t, line))
		return;
	if (!iozone_figure_read(rest, line, which != IOZONE_MIN_XFER, f) ||
		f->ops != t->phase.figure[IOZONE_SUM].ops) {
		not_read(t, line, f->cut);
		f->there = false;
	}
}

/* "Child[0] xfer count =    4096.00 kB, Throughput = 3088901.50 kB/sec" */
static void take_child(struct iozone_throughput *t, const char *rest, const struct text *line)
{
	struct iozone_child child = {.rate.there = false};
	const char *end = line->s + line->n, *s;
	guint64 index;

	if (!has_phase(t, line))
		return;
	s = iozone_whole_read(rest, end, &index);
	child.xfer.cut = line->cut;
	s = s ? iozone_figure_read(s, line, false, &child.xfer) : NULL;
	child.rate.cut = child.xfer.cut;
	s = s ? iozone_figure_read(s, line, true, &child.rate) : NULL;
	child.index = (unsigned)index;
	if (s)
		iozone_share_read(s, line, &child.cpu);
	if (s && index < t->phase.threads && t->phase.children->len < t->phase.threads &&
		child.rate.ops == t->phase.figure[IOZONE_SUM].ops)
		g_array_append_val(t->phase.children, child);
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
	case IOZONE_CPU:
		if (has_phase(t, line) &&
			!iozone_share_read(rest, line, &t->phase.figure[IOZONE_CPU_USE]))
			not_read(t, line, line->cut);
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
	push_phases(t);
	good = t->good;
	*damaged = t->damaged;
	t->good = 0;
	t->damaged = t->error = t->crowded = false;
	t->file_kb = t->record_kb = 0;
	return good;
}
