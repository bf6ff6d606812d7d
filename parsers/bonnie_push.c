#include "parsers/bonnie_push.h"

#include "model/layout.h"
#include <math.h>
#include <string.h>

#define FIGURES  (BONNIE_TESTS * BONNIE_PARTS)
#define AT_CACHE 64

/* Tests that have their `at` in common. */
enum group { IO, SEEKS, FILES, GROUPS };

static const struct {
	unsigned char first, end;
} groups[GROUPS] = {
	[IO] = {BONNIE_PUTC, BONNIE_SEEKS},
	[SEEKS] = {BONNIE_SEEKS, BONNIE_SEQ_CREATE},
	[FILES] = {BONNIE_SEQ_CREATE, BONNIE_TESTS},
};

struct at_entry {
	struct bonnie_facts facts;
	const struct keyset *at[GROUPS];
};

struct bonnie_push {
	struct sink *out;
	const char *file;
	const struct metric *metric[BONNIE_TESTS][BONNIE_PARTS]; /* NULL: nobody wants it */
	struct at_entry cache[AT_CACHE];
	GString *name; /* of the last run, and its layout where it is the name of one */
	const char *layout;
	bool named;
	struct measurement m[FIGURES];
	char text[FIGURES][BONNIE_DIGITS + 1];
};

static const struct metric *wanted_metric(struct sink *out, int test, int part)
{
	static const char *const suffix[] = {"", ".cpu", ".latency"};
	char name[48];
	const struct metric *metric;

	g_snprintf(name, sizeof(name), "bonnie:%s%s", bonnie_test_name(test), suffix[part]);
	metric = metrics_get(out->metrics, name);
	return !out->wants || out->wants(out, metric) ? metric : NULL;
}

struct bonnie_push *bonnie_push_new(struct sink *out, const char *file)
{
	struct bonnie_push *p = g_new0(struct bonnie_push, 1);

	p->out = out;
	p->file = file;
	p->name = g_string_new(NULL);
	for (int t = 0; t < BONNIE_TESTS; t++)
		for (int i = 0; i < BONNIE_PARTS; i++)
			p->metric[t][i] = wanted_metric(out, t, i);
	return p;
}

void bonnie_push_free(struct bonnie_push *p)
{
	g_string_free(p->name, TRUE);
	g_free(p);
}

/* ---- sizes --------------------------------------------------------------------------------- */

struct levels {
	struct level level[8];
	char text[8][24];
	size_t n;
};

static void add(struct levels *l, const char *key, guint64 value)
{
	if (!value)
		return;
	g_snprintf(l->text[l->n], sizeof(l->text[l->n]), "%" G_GUINT64_FORMAT, value);
	l->level[l->n] = (struct level){key, l->text[l->n]};
	l->n++;
}

static const struct keyset *make_at(
	struct bonnie_push *p, const struct bonnie_facts *f, enum group group)
{
	static const char *const links[] = {
		[BONNIE_HARD_LINKS] = "hard", [BONNIE_SYMBOLIC_LINKS] = "symbolic"};
	struct levels l = {.n = 0};

	add(&l, "concurrency", f->concurrency);
	if (group == FILES) {
		add(&l, "files", f->files);
		add(&l, "file-max", f->file_max);
		add(&l, "file-min", f->file_min);
		add(&l, "directories", f->directories);
		if (f->links)
			l.level[l.n++] = (struct level){"links", links[f->links]};
	} else {
		add(&l, "file-size", f->file_size);
		add(&l, "chunk-size", f->chunk);
	}
	if (group == SEEKS) {
		add(&l, "seeks", f->seeks);
		add(&l, "seekers", f->seekers);
	}
	return pool_set(p->out->pool, l.level, l.n);
}

static const struct at_entry *at_of(struct bonnie_push *p, const struct bonnie_facts *facts)
{
	guint64 hash = facts->file_size + facts->files * 31 + facts->concurrency * 17;
	struct at_entry *e = &p->cache[hash * 0x9e3779b97f4a7c15u >> 58];

	G_STATIC_ASSERT(AT_CACHE == 1 << (64 - 58));
	if (e->at[0] && !memcmp(&e->facts, facts, sizeof(*facts)))
		return e;
	e->facts = *facts;
	for (int g = 0; g < GROUPS; g++)
		e->at[g] = make_at(p, facts, g);
	return e;
}

/* ---- figures ------------------------------------------------------------------------------- */

/* Why there is no figure, or 0. */
static guint32 state_flags(const struct bonnie_cell *cell)
{
	static const guint32 flags[] = {
		[BONNIE_ABSENT] = 0,
		[BONNIE_BLANK] = QUALITY_BIT(QUALITY_NOT_RUN),
		[BONNIE_FAST] = QUALITY_BIT(QUALITY_TOO_FAST),
		[BONNIE_FIGURE] = 0,
		[BONNIE_BELOW] = QUALITY_BIT(QUALITY_BELOW_RESOLUTION),
		[BONNIE_BOGUS] = QUALITY_BIT(QUALITY_BOGUS_TEXT),
		[BONNIE_DISPUTED] = QUALITY_BIT(QUALITY_UNREADABLE),
		[BONNIE_CUT] = QUALITY_BIT(QUALITY_TRUNCATED),
		[BONNIE_UNREADABLE] = QUALITY_BIT(QUALITY_UNREADABLE),
	};

	return flags[cell->state];
}

static const char *unit_of(const struct bonnie_run *run, int test, int part, int prefix)
{
	if (part == BONNIE_CPU)
		return "%";
	if (part == BONNIE_LATENCY)
		return NULL;
	if (test >= BONNIE_SEEKS)
		return "/sec";
	return prefix == 'k'   ? "k/sec"
	       : prefix == 'm' ? "m/sec"
	       : prefix == 'g' ? "g/sec"
	       : run->mega     ? "M/sec"
			       : "K/sec";
}

static void fill_text(struct measurement *m, char *text, const struct bonnie_run *run,
	const struct bonnie_cell *cell, size_t digits, int test, int part, int prefix)
{
	const char *s = bonnie_cell_text(run, cell);

	memcpy(text, s, digits);
	text[digits] = '\0';
	m->original = digits ? text : NULL;
	m->original_unit = unit_of(run, test, part, prefix);
	if (part != BONNIE_LATENCY || digits == cell->n)
		return;
	m->original_unit = s[digits] == 'u' ? "us" : s[digits] == 'm' ? "ms" : "s";
}

static void fill(struct bonnie_push *p, struct measurement *m, const struct bonnie_run *run,
	int test, int part)
{
	const struct bonnie_cell *cell = &run->cell[test][part];
	struct bonnie_number number = {NAN, 0, cell->n, 0};

	m->metric = p->metric[test][part];
	m->value = NAN;
	m->stddev = NAN;
	m->file = p->file;
	m->line = cell->line;
	m->flags = state_flags(cell);
	m->n = 0;
	m->original = m->original_unit = NULL;
	if (cell->state == BONNIE_FIGURE && bonnie_number_read(bonnie_cell_text(run, cell), cell->n,
						    test, part, run->mega, &number)) {
		m->value = number.value;
		/* Fewer digits than the program had: it printed four for numbers of any size. */
		if (number.prefix == 'm' || number.prefix == 'g' ||
			(run->mega && part == BONNIE_RATE && test < BONNIE_SEEKS))
			m->flags |= QUALITY_BIT(QUALITY_ROUNDED);
	}
	if (p->out->want_original && cell->n)
		fill_text(
			m, p->text[m - p->m], run, cell, number.digits, test, part, number.prefix);
}

static void push_group(struct bonnie_push *p, const struct bonnie_run *run, enum group group,
	const struct keyset *at)
{
	size_t n = 0;

	if (p->out->skips && p->out->skips(p->out, at))
		return;
	for (int t = groups[group].first; t < groups[group].end; t++)
		for (int part = 0; part < BONNIE_PARTS; part++) {
			if (!p->metric[t][part] || run->cell[t][part].state == BONNIE_ABSENT)
				continue;
			p->m[n].at = at;
			fill(p, &p->m[n++], run, t, part);
		}
	if (n)
		p->out->measure(p->out, p->m, n);
}

/* ---- runs ---------------------------------------------------------------------------------- */

/* A machine name that reads as a layout is one; names repeat from run to run. */
static void note_name(struct bonnie_push *p, const GString *name)
{
	struct layout layout;
	g_autoptr(GString) key = NULL;

	if (p->named && g_string_equal(p->name, name))
		return;
	p->named = true;
	g_string_assign(p->name, name->str);
	p->layout = NULL;
	if (!name->len || !layout_parse(name->str, NULL, &layout))
		return;
	key = g_string_new(NULL);
	layout_print_key(&layout, key);
	p->layout = pool_str(p->out->pool, key->str);
}

static size_t count_figures(const struct bonnie_run *run, bool *missing)
{
	size_t n = 0;

	*missing = false;
	for (int t = 0; t < BONNIE_TESTS; t++)
		for (int part = 0; part < BONNIE_PARTS; part++) {
			unsigned state = run->cell[t][part].state;

			n += state == BONNIE_FIGURE || state == BONNIE_FAST;
			*missing |= state == BONNIE_CUT || state == BONNIE_UNREADABLE ||
				    state == BONNIE_DISPUTED;
		}
	return n;
}

void bonnie_push_run(struct bonnie_push *p, const struct bonnie_run *run)
{
	const struct at_entry *at = at_of(p, &run->facts);
	bool missing;
	size_t figures = count_figures(run, &missing);
	struct run facts = {
		.tool = "bonnie",
		.version = run->version->len ? run->version->str : NULL,
		.command = run->command->len ? run->command->str : NULL,
		.error = run->error->len ? run->error->str : NULL,
		.pos = {p->file, run->line},
		.status = run->error->len                    ? RUN_FAILED
			  : figures && !run->cut && !missing ? RUN_COMPLETE
			  : figures                          ? RUN_PARTIAL
							     : RUN_FAILED,
	};

	note_name(p, run->name);
	if (p->layout) {
		facts.layout = p->layout;
		facts.label = run->name->str;
	} else if (run->name->len) {
		facts.host = run->name->str;
	}
	if (facts.status == RUN_FAILED && !facts.error)
		facts.error = "no figure";
	p->out->run_begin(p->out, &facts);
	for (int g = 0; g < GROUPS; g++)
		push_group(p, run, g, at->at[g]);
	p->out->run_end(p->out, &facts);
}
