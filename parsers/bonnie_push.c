#include "parsers/bonnie_push.h"

#include "model/layout.h"
#include "parsers/bonnie_fields.h"
#include <math.h>
#include <string.h>

#define FIGURES    (BONNIE_TESTS * BONNIE_PARTS)
#define AT_CACHE   64
#define SPAN_CACHE 256

/* How many bytes of a line may say how a run was made, and how many names are remembered. */
#define SPAN_TEXT 64
#define NAMES_MAX 4096

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

/* The same by the bytes of csv lines that say it. */
struct span_entry {
	char text[SPAN_TEXT];
	size_t n;
	const struct keyset *at[GROUPS];
};

struct bonnie_push {
	struct sink *out;
	const char *file;
	struct wanted {
		const struct metric *metric;
		unsigned char test, part;
	} wanted[FIGURES];
	size_t n[GROUPS]; /* how many of them are of which group */
	struct at_entry cache[AT_CACHE];
	struct span_entry spans[SPAN_CACHE];
	struct bonnie_csv_line csv;
	struct bonnie_run *looked; /* a line of csv, for what it says of itself */
	GHashTable
		*layouts; /* name -> its layout, "" where it is the name of none; both interned */
	size_t bad;
	struct measurement m[FIGURES];
	char text[FIGURES][BONNIE_DIGITS + 1];
};

static void want(struct bonnie_push *p, enum group group, int test, int part)
{
	static const char *const suffix[] = {"", ".cpu", ".latency"};
	char name[48];
	const struct metric *metric;
	size_t n = p->n[IO] + p->n[SEEKS] + p->n[FILES];

	g_snprintf(name, sizeof(name), "bonnie:%s%s", bonnie_test_name(test), suffix[part]);
	metric = metrics_get(p->out->metrics, name);
	if (p->out->wants && !p->out->wants(p->out, metric))
		return;
	p->wanted[n] = (struct wanted){metric, (unsigned char)test, (unsigned char)part};
	p->n[group]++;
}

struct bonnie_push *bonnie_push_new(struct sink *out, const char *file)
{
	struct bonnie_push *p = g_new0(struct bonnie_push, 1);

	p->out = out;
	p->file = file;
	p->layouts = g_hash_table_new(g_str_hash, g_str_equal);
	p->looked = bonnie_run_new();
	bonnie_csv_init(&p->csv);
	for (int g = 0; g < GROUPS; g++)
		for (int t = groups[g].first; t < groups[g].end; t++)
			for (int part = 0; part < BONNIE_PARTS; part++)
				want(p, g, t, part);
	return p;
}

void bonnie_push_free(struct bonnie_push *p)
{
	g_hash_table_destroy(p->layouts);
	bonnie_run_free(p->looked);
	bonnie_csv_clear(&p->csv);
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

static const struct keyset *const *at_of(struct bonnie_push *p, const struct bonnie_facts *facts)
{
	guint64 hash = facts->file_size + facts->files * 31 + facts->concurrency * 17;
	struct at_entry *e = &p->cache[hash * 0x9e3779b97f4a7c15u >> 58];

	G_STATIC_ASSERT(AT_CACHE == 1 << (64 - 58));
	if (e->at[0] && !memcmp(&e->facts, facts, sizeof(*facts)))
		return e->at;
	e->facts = *facts;
	for (int g = 0; g < GROUPS; g++)
		e->at[g] = make_at(p, facts, g);
	return e->at;
}

/* The bytes that say how a run was made; 0: too many. */
static size_t span_text(const struct bonnie_run *run, char text[SPAN_TEXT], guint64 *hash)
{
	struct bonnie_span span[BONNIE_SPANS];
	size_t n = 0;

	bonnie_fields_spans(run, span);
	*hash = 0xcbf29ce484222325u;
	for (size_t i = 0; i < BONNIE_SPANS; i++) {
		if (n + span[i].n > SPAN_TEXT)
			return 0;
		memcpy(text + n, run->text->str + span[i].start, span[i].n);
		n += span[i].n;
	}
	for (size_t i = 0; i < n; i++)
		*hash = (*hash ^ (guchar)text[i]) * 0x100000001b3u;
	return n;
}

/* The place for these bytes: where they stand, else one of two that may be used. */
static struct span_entry *find_span(
	struct bonnie_push *p, const char *text, size_t n, guint64 hash, bool *found)
{
	size_t first = (hash ^ hash >> 32) * 0x9e3779b97f4a7c15u >> (64 - 8);
	struct span_entry *e = &p->spans[first];

	G_STATIC_ASSERT(SPAN_CACHE == 1 << 8);
	*found = true;
	if (e->n == n && !memcmp(e->text, text, n))
		return e;
	e = &p->spans[first ^ 1];
	*found = e->n == n && !memcmp(e->text, text, n);
	return *found || !e->n ? e : &p->spans[first];
}

static const struct keyset *const *at_of_line(struct bonnie_push *p, const struct bonnie_run *run)
{
	char text[SPAN_TEXT];
	guint64 hash;
	size_t n = span_text(run, text, &hash);
	bool found;
	struct span_entry *e = find_span(p, text, n, hash, &found);

	if (found && n)
		return e->at;
	bonnie_run_reset(p->looked, run->line);
	bonnie_fields_keep(p->looked, &run->fields, run->text->str, run->text->len);
	bonnie_fields_look(p->looked, &p->csv);
	e->n = n;
	memcpy(e->text, text, n);
	memcpy(e->at, at_of(p, &p->looked->facts), sizeof(e->at));
	return e->at;
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

/* Reads the figure of a cell into *m; returns how many bytes of its text are the number. */
static size_t read_figure(struct bonnie_push *p, struct measurement *m,
	const struct bonnie_run *run, const struct bonnie_cell *cell, int test, int part,
	int *prefix)
{
	struct bonnie_number number;

	if (!bonnie_number_read(
		    bonnie_cell_text(run, cell), cell->n, test, part, run->mega, &number)) {
		m->flags = QUALITY_BIT(QUALITY_UNREADABLE);
		p->bad++;
		return cell->n;
	}
	m->value = number.value;
	*prefix = number.prefix;
	/* Fewer digits than the program had: it printed four for numbers of any size. */
	if (number.prefix == 'm' || number.prefix == 'g' ||
		(run->mega && part == BONNIE_RATE && test < BONNIE_SEEKS))
		m->flags |= QUALITY_BIT(QUALITY_ROUNDED);
	return number.digits;
}

/* Of a text that is no figure of the run, but may look like one. */
static size_t digits_of(const struct bonnie_run *run, const struct bonnie_cell *cell,
	const struct wanted *w, int *prefix)
{
	struct bonnie_number number;

	if (!bonnie_number_read(
		    bonnie_cell_text(run, cell), cell->n, w->test, w->part, run->mega, &number))
		return cell->n;
	*prefix = number.prefix;
	return number.digits;
}

static void fill(struct bonnie_push *p, struct measurement *m, const struct bonnie_run *run,
	const struct wanted *w)
{
	const struct bonnie_cell *cell = &run->cell[w->test][w->part];
	size_t digits = cell->n;
	int prefix = 0;

	m->metric = w->metric;
	m->value = NAN;
	m->stddev = NAN;
	m->file = p->file;
	m->line = cell->line;
	m->flags = state_flags(cell);
	m->n = 0;
	m->original = m->original_unit = NULL;
	/* Of lines that were looked into it has been said. */
	p->bad += cell->state == BONNIE_UNREADABLE && run->fields.shape;
	if (cell->state == BONNIE_FIGURE)
		digits = read_figure(p, m, run, cell, w->test, w->part, &prefix);
	else if (p->out->want_original)
		digits = digits_of(run, cell, w, &prefix);
	if (p->out->want_original && cell->n)
		fill_text(m, p->text[m - p->m], run, cell, digits, w->test, w->part, prefix);
}

static void push_group(struct bonnie_push *p, const struct bonnie_run *run,
	const struct wanted *wanted, size_t count, const struct keyset *at)
{
	size_t n = 0;

	if (!count || (p->out->skips && p->out->skips(p->out, at)))
		return;
	for (size_t i = 0; i < count; i++) {
		if (run->cell[wanted[i].test][wanted[i].part].state == BONNIE_ABSENT)
			continue;
		p->m[n].at = at;
		fill(p, &p->m[n++], run, &wanted[i]);
	}
	if (n)
		p->out->measure(p->out, p->m, n);
}

/* ---- runs ---------------------------------------------------------------------------------- */

static const char *read_layout(struct bonnie_push *p, const char *name)
{
	struct layout layout;
	g_autoptr(GString) key = g_string_new(NULL);

	if (layout_parse(name, NULL, &layout))
		layout_print_key(&layout, key);
	return pool_str(p->out->pool, key->str);
}

/*
 * A machine name that reads as a layout is one.  Names repeat from run to run, and those that are
 * given are always the same bytes.
 */
static void name_run(struct bonnie_push *p, const struct bonnie_run *run, struct run *facts)
{
	gpointer name, layout;

	if (!run->name->len)
		return;
	if (!g_hash_table_lookup_extended(p->layouts, run->name->str, &name, &layout)) {
		if (g_hash_table_size(p->layouts) == NAMES_MAX)
			g_hash_table_remove_all(p->layouts);
		name = (gpointer)pool_str(p->out->pool, run->name->str);
		layout = (gpointer)read_layout(p, name);
		g_hash_table_insert(p->layouts, name, layout);
	}
	if (*(const char *)layout) {
		facts->layout = layout;
		facts->label = name;
	} else {
		facts->host = name;
	}
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

static enum run_status status_of(const struct bonnie_run *run)
{
	bool missing;
	size_t figures;

	if (run->error->len)
		return RUN_FAILED;
	if (run->fields.shape)
		return RUN_COMPLETE; /* a whole line has figures */
	figures = count_figures(run, &missing);
	if (!figures)
		return RUN_FAILED;
	return run->cut || missing ? RUN_PARTIAL : RUN_COMPLETE;
}

/* Of a line of csv, what is wanted. */
static void look_at_wanted(const struct bonnie_push *p, struct bonnie_run *run)
{
	size_t n = p->n[IO] + p->n[SEEKS] + p->n[FILES];

	bonnie_fields_name(run);
	for (size_t i = 0; i < n; i++)
		bonnie_fields_cell(run, p->wanted[i].test, p->wanted[i].part);
}

size_t bonnie_push_run(struct bonnie_push *p, struct bonnie_run *run)
{
	const struct keyset *const *at =
		run->fields.shape ? at_of_line(p, run) : at_of(p, &run->facts);
	const struct wanted *wanted = p->wanted;
	struct run facts = {.tool = "bonnie", .pos = {p->file, run->line}};

	if (run->fields.shape)
		look_at_wanted(p, run);
	facts.version = run->version->len ? run->version->str : NULL;
	facts.command = run->command->len ? run->command->str : NULL;
	facts.error = run->error->len ? run->error->str : NULL;
	facts.status = status_of(run);
	name_run(p, run, &facts);
	if (facts.status == RUN_FAILED && !facts.error)
		facts.error = "no figure";
	p->bad = 0;
	p->out->run_begin(p->out, &facts);
	for (int g = 0; g < GROUPS; wanted += p->n[g++])
		push_group(p, run, wanted, p->n[g], at[g]);
	if (p->bad)
		facts.status = RUN_PARTIAL;
	p->out->run_end(p->out, &facts);
	return p->bad;
}
