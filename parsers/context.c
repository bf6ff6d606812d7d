#include "parsers/context.h"

#include "model/layout.h"
#include "model/study_walk.h"
#include "parsers/marker_levels.h"
#include <math.h>
#include <string.h>

/* How many different begin markers are remembered. */
#define KNOWN_MAX 4096

/* Groups of a marker and levels in one of them. */
#define MARK_VALUES (MARKER_GROUPS + 64)

/* Lines that a runner writes for people: never a tool's. */
static const char *const notes[] = {"iorun: # ", "iorun: | "};

/* A marker line, kept while the parser closes its run and as long as its section is open. */
struct mark {
	bool begin, cut;
	bool again;    /* the second try of a section that was cut off */
	gssize status; /* of an end marker, what its campaign says; as of `value` */
	size_t pair;
	guint32 line;
	size_t n;
	const char *name[MARK_VALUES];
	gssize value[MARK_VALUES]; /* offset in `text`; -1: took no part; -2: cut */
	GString *text;
};

/* A layout name with the level that completes it, and the key they make. */
struct named_layout {
	const char *label, *raid;
	const char *key; /* NULL: no layout name */
};

struct context {
	struct sink sink; /* first: what the parser sees */
	struct input_filter filter;
	struct context_facts facts;
	struct sink *inner;
	struct input *in;
	struct marker_scan *scan;
	struct mark pending, section; /* the line just taken; the begin marker in force */
	bool has_pending, at_end;
	bool open;
	unsigned runs; /* so far in this section */

	/* What the section, path and command line say of each run; `bare`: outside of sections. */
	struct facts_of_run {
		const struct keyset *factors;
		const char *label, *layout, *host;
	} now, bare;
	GArray *origins;     /* struct origin: of `now`; only for a sink that wants them */
	GHashTable *layouts; /* set of struct named_layout */
	GHashTable *known;   /* text of a begin marker -> struct facts_of_run: campaigns repeat */
	const struct metric **own; /* of facts.study->metrics */
};

static struct context *of_sink(struct sink *sink)
{
	return (struct context *)sink;
}

static struct context *of_filter(struct input_filter *filter)
{
	return (struct context *)((char *)filter - offsetof(struct context, filter));
}

/* The study's own shape for a layout name; NULL: the name has to tell it. */
static const char *shape_of(const struct study *study, const char *label)
{
	for (guint i = 0; i < study->layouts->len; i++) {
		const struct study_layout *l = g_ptr_array_index(study->layouts, i);

		if (l->shape && g_str_equal(l->name, label))
			return l->shape;
	}
	return NULL;
}

static guint named_hash(gconstpointer key)
{
	const struct named_layout *l = key;

	return g_direct_hash(l->label) * 31 + g_direct_hash(l->raid);
}

static gboolean named_equal(gconstpointer a, gconstpointer b)
{
	const struct named_layout *x = a, *y = b;

	return x->label == y->label && x->raid == y->raid;
}

static const char *read_layout(struct context *c, const char *label, const char *raid)
{
	const char *said = shape_of(c->facts.study, label), *shape = said ? said : label;
	const char *key = NULL;
	g_autoptr(GString) text = g_string_new(NULL);
	struct layout layout;

	if (layout_parse(shape, raid, &layout) || layout_parse(shape, NULL, &layout)) {
		layout_print_key(&layout, text);
		key = pool_str(c->sink.pool, text->str);
	} else {
		diag_at(c->sink.diag, DIAG_LAYOUT_UNKNOWN, input_name(c->in), c->section.line,
			"'%s'", label);
	}
	return key;
}

static const char *layout_key(struct context *c, const char *label, const char *raid)
{
	const struct named_layout wanted = {label, raid, NULL};
	struct named_layout *known;

	if (!label)
		return NULL;
	known = g_hash_table_lookup(c->layouts, &wanted);
	if (!known) {
		known = g_new(struct named_layout, 1);
		*known = (struct named_layout){label, raid, read_layout(c, label, raid)};
		g_hash_table_add(c->layouts, known);
	}
	return known->key;
}

/* Puts together what the next runs share; of two levels with one key the later one holds. */
static struct facts_of_run settle(struct context *c, const struct level *section, size_t n)
{
	const struct {
		const struct level *level;
		size_t n;
	} sources[] = {
		/* weakest first */
		{section, n},                     /* run markers */
		{c->facts.path, c->facts.n_path}, /* the input's path, by --path or the study */
		{c->facts.set, c->facts.n_set},   /* --set and LABEL=PATH */
	};
	struct level *level = g_newa(struct level, n + c->facts.n_path + c->facts.n_set + 1);
	struct facts_of_run f = {NULL};
	size_t kept = 0;

	for (size_t s = 0; s < G_N_ELEMENTS(sources); s++)
		for (size_t i = 0; i < sources[s].n; i++) {
			const struct level *l = &sources[s].level[i];

			if (g_str_equal(l->key, "layout"))
				f.label = l->value;
			else if (g_str_equal(l->key, "host"))
				f.host = l->value;
			else
				level[kept++] = *l;
		}
	f.factors = pool_set(c->sink.pool, level, kept);
	f.label = pool_str(c->sink.pool, f.label);
	f.host = pool_str(c->sink.pool, f.host);
	f.layout = layout_key(c, f.label, keyset_get(f.factors, "raid"));
	return f;
}

/* Which of the study's metrics a marker group is; -1: a factor. */
static int figure(const struct context *c, const char *name)
{
	for (guint i = 0; i < c->facts.study->metrics->len; i++) {
		const struct study_metric *m = g_ptr_array_index(c->facts.study->metrics, i);

		if (g_str_equal(m->name, name))
			return (int)i;
	}
	return -1;
}

static const char *mark_value(const struct mark *mark, size_t i)
{
	return mark->value[i] < 0 ? NULL : mark->text->str + mark->value[i];
}

static guint32 again_flag(const struct context *c)
{
	return c->open && c->section.again ? QUALITY_BIT(QUALITY_REPEATED) : 0;
}

static void push_figure(struct context *c, int index, const char *value, guint32 line)
{
	const struct study_metric *sm = g_ptr_array_index(c->facts.study->metrics, index);
	char *end = NULL;
	double number = value ? g_ascii_strtod(value, &end) : NAN;
	struct measurement m = {
		.metric = c->own[index],
		.at = pool_set(c->sink.pool, NULL, 0),
		.value = number * sm->factor,
		.stddev = NAN,
		.original = value,
		.original_unit = sm->unit_text,
		.file = input_name(c->in),
		.line = line,
		.flags = (c->runs > 1 ? QUALITY_BIT(QUALITY_AGGREGATE) : 0) | again_flag(c),
	};

	if (!value) {
		m.flags |= QUALITY_BIT(QUALITY_TRUNCATED);
	} else if (*end || end == value || !isfinite(number)) {
		m.value = NAN;
		m.flags |= QUALITY_BIT(QUALITY_UNREADABLE);
	}
	c->inner->measure(c->inner, &m, 1);
}

static void push_figures_of(struct context *c, const struct mark *mark)
{
	for (size_t i = 0; i < mark->n; i++) {
		int index = figure(c, mark->name[i]);

		if (index >= 0 && mark->value[i] != -1)
			push_figure(c, index, mark_value(mark, i), mark->line);
	}
}

/* The figures of the section's begin and end markers, onto its last run. */
static void push_figures(struct context *c)
{
	const char *names[MARKER_GROUPS];
	size_t n;

	push_figures_of(c, &c->section);
	if (c->has_pending && !c->pending.begin) {
		push_figures_of(c, &c->pending);
		return;
	}
	n = markers_end_groups(c->facts.markers, c->section.pair, names);
	for (size_t i = 0; i < n; i++)
		if (figure(c, names[i]) >= 0)
			push_figure(c, figure(c, names[i]), NULL, c->section.line);
	if (n)
		diag_at(c->sink.diag, DIAG_NO_END_MARKER, input_name(c->in), c->section.line, NULL);
}

static const struct keyset *with_set(const struct context *c, const struct keyset *factors)
{
	for (size_t i = 0; i < c->bare.factors->n; i++)
		factors = pool_set_with(c->sink.pool, factors, c->bare.factors->level[i].key,
			c->bare.factors->level[i].value);
	return factors;
}

static void complete(const struct context *c, const struct run *from, struct run *to)
{
	*to = *from;
	to->factors = c->facts.overlay ? with_set(c, from->factors) : c->now.factors;
	if (c->now.label) {
		to->label = c->now.label;
		to->layout = c->now.layout;
	}
	if (c->now.host)
		to->host = c->now.host;
	if (c->origins) {
		to->origins = (const struct origin *)(const void *)c->origins->data;
		to->n_origins = c->origins->len;
	}
}

static void run_begin(struct sink *sink, const struct run *run)
{
	struct context *c = of_sink(sink);
	struct run full;

	c->runs++;
	complete(c, run, &full);
	c->inner->run_begin(c->inner, &full);
}

static void measure(struct sink *sink, const struct measurement *m, size_t n)
{
	const struct context *c = of_sink(sink);
	guint32 flag = again_flag(c);

	if (!flag) {
		c->inner->measure(c->inner, m, n);
		return;
	}
	for (size_t i = 0; i < n; i++) {
		struct measurement flagged = m[i];

		flagged.flags |= flag;
		c->inner->measure(c->inner, &flagged, 1);
	}
}

/* True when the run that ends now is the last one of its section. */
static bool section_ends(const struct context *c)
{
	return c->open && (c->has_pending || c->at_end);
}

/* What the section's end marker says of its last run; the text of an error that is new. */
static char *judge(const struct context *c, struct run *run)
{
	const char *status;
	char *error;

	if (!section_ends(c) || !c->has_pending || c->pending.begin || c->pending.status < 0)
		return NULL;
	status = c->pending.text->str + c->pending.status;
	if (g_str_equal(status, "ok"))
		return NULL;
	if (run->status == RUN_COMPLETE)
		run->status = RUN_PARTIAL;
	if (run->error && run->tool)
		return NULL;
	run->error = error = g_strdup_printf("its campaign says: %s", status);
	return error;
}

static void run_end(struct sink *sink, const struct run *run)
{
	struct context *c = of_sink(sink);
	g_autofree char *error = NULL;
	struct run full;

	complete(c, run, &full);
	error = judge(c, &full);
	if (section_ends(c))
		push_figures(c);
	c->inner->run_end(c->inner, &full);
}

static bool wants(struct sink *sink, const struct metric *metric)
{
	struct sink *inner = of_sink(sink)->inner;

	return !inner->wants || inner->wants(inner, metric);
}

static bool skips(struct sink *sink, const struct keyset *at)
{
	struct sink *inner = of_sink(sink)->inner;

	return inner->skips(inner, at);
}

static void line(
	struct sink *sink, struct pos pos, enum line_class class, const char *text, size_t n)
{
	struct sink *inner = of_sink(sink)->inner;

	inner->line(inner, pos, class, text, n);
}

/* Of two origins of one key the later one holds, as of two levels. */
static void add_origin(struct context *c, const char *key, enum origin_kind kind, guint32 line)
{
	struct origin origin = {key, kind, line};

	for (guint i = 0; i < c->origins->len; i++) {
		if (g_str_equal(g_array_index(c->origins, struct origin, i).key, key)) {
			g_array_index(c->origins, struct origin, i) = origin;
			return;
		}
	}
	g_array_append_val(c->origins, origin);
}

/* Where what settle() put together comes from, in the same order. */
static void settle_origins(struct context *c)
{
	if (!c->origins)
		return;
	g_array_set_size(c->origins, 0);
	for (size_t i = 0; c->open && i < c->section.n; i++)
		if (mark_value(&c->section, i) && figure(c, c->section.name[i]) < 0)
			add_origin(c, c->section.name[i], ORIGIN_MARKER, c->section.line);
	for (size_t i = 0; i < c->facts.n_path; i++)
		add_origin(c, c->facts.path[i].key, ORIGIN_PATH, 0);
	for (size_t i = 0; i < c->facts.n_set; i++)
		add_origin(c, c->facts.set[i].key, ORIGIN_SET, 0);
	if (c->now.label && shape_of(c->facts.study, c->now.label))
		add_origin(c, ORIGIN_SHAPE, ORIGIN_STUDY, 0);
}

static void close_section(struct context *c)
{
	if (c->open && !c->runs && !c->section.cut) {
		struct run run = {
			.status = RUN_FAILED,
			.error = "no benchmark output between the markers",
			.pos = {input_name(c->in), c->section.line},
		};
		g_autofree char *error = judge(c, &run);

		complete(c, &run, &run);
		diag_at(c->sink.diag, DIAG_NO_OUTPUT, input_name(c->in), c->section.line, NULL);
		c->inner->run_begin(c->inner, &run);
		push_figures(c);
		c->inner->run_end(c->inner, &run);
	}
	c->open = false;
	c->now = c->bare;
	settle_origins(c);
}

static struct facts_of_run settle_section(struct context *c)
{
	struct level level[MARK_VALUES];
	size_t n = 0;

	for (size_t i = 0; i < c->section.n; i++) {
		const char *value = mark_value(&c->section, i);

		if (value && figure(c, c->section.name[i]) < 0)
			level[n++] = (struct level){c->section.name[i], value};
	}
	return settle(c, level, n);
}

static void open_section(struct context *c)
{
	const struct mark old = c->section;
	struct facts_of_run *known;

	c->section = c->pending;
	c->pending = old;
	c->open = true;
	c->runs = 0;
	known = g_hash_table_lookup(c->known, c->section.text);
	if (!known) {
		known = g_new(struct facts_of_run, 1);
		*known = settle_section(c);
		if (g_hash_table_size(c->known) == KNOWN_MAX)
			g_hash_table_remove_all(c->known);
		g_hash_table_insert(c->known,
			g_string_new_len(c->section.text->str, (gssize)c->section.text->len),
			known);
	}
	c->now = *known;
	settle_origins(c);
}

/* Puts the value of a group into the mark's text; where it is, as of struct mark. */
static gssize keep_value(
	struct context *c, struct mark *mark, const struct marker_group *g, bool cut_line)
{
	bool cut = cut_line && g->at_end;
	gssize at = !g->value ? -1 : cut ? -2 : (gssize)mark->text->len;

	if (cut)
		diag_at(c->sink.diag, DIAG_MARKER_CUT, input_name(c->in), mark->line, "'%s'",
			g->name);
	if (at >= 0)
		g_string_append_len(mark->text, g->value, (gssize)g->n);
	g_string_append_len(mark->text, at < 0 ? "\0-" : "\0=", 2);
	return at;
}

static void keep_value_as(struct mark *mark, const char *name, gssize at)
{
	mark->name[mark->n] = name;
	mark->value[mark->n++] = at;
}

/* A word of a group of levels; the names of levels are told apart by the mark's text, too. */
static void keep_level(struct context *c, struct mark *mark, const GString *key,
	const struct marker_group *level, bool cut)
{
	if (!key->len || mark->n == MARK_VALUES - MARKER_GROUPS || run_fact_name(key->str) ||
		!study_name_is_good(key->str)) {
		diag_at(c->sink.diag, DIAG_MARKER_LEVEL, input_name(c->in), mark->line,
			"'%s%s%.*s'", key->str, key->len ? "=" : "", (int)level->n, level->value);
		return;
	}
	g_string_append_len(mark->text, key->str, (gssize)key->len + 1);
	keep_value_as(mark, level->name, keep_value(c, mark, level, cut));
}

static void keep_levels(
	struct context *c, struct mark *mark, const struct marker_group *g, bool cut)
{
	g_autoptr(GString) key = g_string_new(NULL), value = g_string_new(NULL);
	const char *at = g->value, *end = g->value + g->n;

	while (marker_levels_next(&at, end, key, value)) {
		const struct marker_group level = {
			.name = pool_str(c->sink.pool, key->str),
			.value = value->str,
			.n = value->len,
			.at_end = at == end && g->at_end,
		};

		keep_level(c, mark, key, &level, cut);
	}
}

static void keep(struct context *c, const struct marker_hit *hit, const struct text *text)
{
	struct mark *mark = &c->pending;

	mark->begin = hit->begin;
	mark->pair = hit->pair;
	mark->line = text->line;
	mark->n = 0;
	mark->cut = text->cut;
	mark->again = false;
	mark->status = -1;
	g_string_truncate(mark->text, 0);
	g_string_append_c(mark->text, (char)hit->pair); /* the text tells markers apart */
	for (size_t i = 0; i < hit->n; i++) {
		const struct marker_group *g = &hit->group[i];

		if (g->value && g_str_equal(g->name, MARKER_LEVELS))
			keep_levels(c, mark, g, text->cut);
		else if (hit->begin && g_str_equal(g->name, MARKER_AGAIN))
			mark->again = g->value;
		else if (!hit->begin && g_str_equal(g->name, MARKER_STATUS))
			mark->status = keep_value(c, mark, g, text->cut);
		else
			keep_value_as(mark, g->name, keep_value(c, mark, g, text->cut));
	}
	c->has_pending = true;
}

static void count_line(struct context *c, const struct text *text, enum line_class class)
{
	c->sink.lines[class]++;
	if (c->inner->line)
		c->inner->line(c->inner, (struct pos){input_name(c->in), text->line}, class,
			text->s, text->n);
}

static bool is_note(const struct text *text)
{
	for (size_t i = 0; i < G_N_ELEMENTS(notes); i++) {
		size_t n = strlen(notes[i]);

		if (text->n >= n && memcmp(text->s, notes[i], n) == 0)
			return true;
	}
	return false;
}

static enum input_verdict take(
	struct input_filter *filter, const struct text *text, const char *limit, bool fresh)
{
	struct context *c = of_filter(filter);
	struct marker_hit hit;

	bool found = marker_scan_line(c->scan, text, input_name(c->in), limit, fresh, &hit);

	if (is_note(text)) {
		count_line(c, text, LINE_NOISE);
		return INPUT_SKIP;
	}
	/* An end marker without its section is a line like any other to the parser. */
	if (!found || (!hit.begin && (!c->open || hit.pair != c->section.pair)))
		return INPUT_PASS;
	keep(c, &hit, text);
	count_line(c, text, LINE_MARKER);
	return INPUT_TAKE;
}

static void taken(struct input_filter *filter)
{
	struct context *c = of_filter(filter);

	close_section(c);
	c->has_pending = false;
	if (c->pending.begin)
		open_section(c);
}

static void at_end(struct input_filter *filter)
{
	of_filter(filter)->at_end = true;
}

static const struct metric **own_metrics(struct sink *sink, const struct study *study)
{
	const struct metric **own = g_new0(const struct metric *, study->metrics->len + 1);

	for (guint i = 0; i < study->metrics->len; i++) {
		const struct study_metric *m = g_ptr_array_index(study->metrics, i);

		own[i] = metrics_own(sink->metrics, m->name, m->unit, m->better, m->class);
	}
	return own;
}

static void free_text(gpointer text)
{
	g_string_free(text, TRUE);
}

struct context *context_new(const struct context_facts *facts, struct input *in, struct sink *inner)
{
	struct context *c = g_new0(struct context, 1);

	c->facts = *facts;
	c->in = in;
	c->inner = inner;
	c->sink = (struct sink){
		.pool = inner->pool,
		.metrics = inner->metrics,
		.diag = inner->diag,
		.want_original = inner->want_original,
		.want_origins = inner->want_origins,
		.want_series = inner->want_series,
		.run_begin = run_begin,
		.measure = measure,
		.run_end = run_end,
		.wants = wants,
		.skips = inner->skips ? skips : NULL,
		.line = inner->line ? line : NULL,
	};
	c->layouts = g_hash_table_new_full(named_hash, named_equal, g_free, NULL);
	c->known = g_hash_table_new_full(
		(GHashFunc)g_string_hash, (GEqualFunc)g_string_equal, free_text, g_free);
	c->own = own_metrics(inner, facts->study);
	c->pending.text = g_string_new(NULL);
	c->section.text = g_string_new(NULL);
	c->now = c->bare = settle(c, NULL, 0);
	if (inner->want_origins)
		c->origins = g_array_new(FALSE, FALSE, sizeof(struct origin));
	settle_origins(c);
	if (facts->markers) {
		c->scan = marker_scan_new(facts->markers, inner->diag);
		c->filter = (struct input_filter){take, taken, at_end};
		input_set_filter(in, &c->filter);
	}
	return c;
}

struct sink *context_sink(struct context *context)
{
	return &context->sink;
}

void context_finish(struct context *c)
{
	c->at_end = true;
	close_section(c);
	for (size_t i = 0; i < LINE_CLASS_COUNT; i++)
		c->inner->lines[i] += c->sink.lines[i];
}

void context_free(struct context *c)
{
	if (!c)
		return;
	g_string_free(c->pending.text, TRUE);
	g_string_free(c->section.text, TRUE);
	if (c->origins)
		g_array_free(c->origins, TRUE);
	g_hash_table_destroy(c->layouts);
	g_hash_table_destroy(c->known);
	g_free(c->own);
	if (c->scan)
		marker_scan_free(c->scan);
	g_free(c);
}
