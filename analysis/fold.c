#include "analysis/fold.h"

#include <math.h>
#include <string.h>

/*
 * Groups of recent rows, looked at before the hash: the rows of a sweep come again run after run.
 * The keys stand in the table itself, so that a wrong guess touches no group.  It grows with the
 * groups: a small log is not worth a big table.
 */
#define NEAR_LEAST 256
#define NEAR_MOST  32768

struct near {
	const struct keyset *class, *at;
	struct fold_group *group;
};

/* Classes of recent runs, found by what makes them. */
#define RECENT 64

struct recent {
	const struct keyset *factors;
	const char *label, *layout, *tool, *version, *host;
	const struct keyset *class;
};

struct fold {
	struct sink sink; /* first */
	struct fold_options options;
	unsigned where_needs;
	struct pool *pool;
	GPtrArray *groups;
	GHashTable *index; /* set of groups by class and at */
	GHashTable *seen;  /* factor and at sets whose keys were noted */
	GPtrArray *factor_keys, *at_keys;
	struct recent recent[RECENT];
	struct near *near;
	guint n_near;
	size_t runs, chosen;

	/* The open run. */
	struct run run;
	const struct keyset *class;
	enum where_truth truth;
	bool measured;
};

static guint group_hash(gconstpointer key)
{
	const struct fold_group *g = key;
	guint64 h = (guint64)(gsize)g->class * 0x9e3779b97f4a7c15u ^ (guint64)(gsize)g->at;

	return (guint)((h * 0x9e3779b97f4a7c15u) >> 32);
}

static gboolean group_equal(gconstpointer a, gconstpointer b)
{
	const struct fold_group *x = a, *y = b;

	return x->class == y->class && x->at == y->at;
}

static void group_free(gpointer data)
{
	struct fold_group *g = data;

	if (!g)
		return;
	for (size_t i = 0; i < g->n; i++)
		if (g->cell[i].values)
			g_array_free(g->cell[i].values, TRUE);
	g_free(g->cell);
	group_free(g->again);
	g_free(g);
}

static struct fold_group *group_new(const struct keyset *class, const struct keyset *at)
{
	struct fold_group *g = g_new0(struct fold_group, 1);

	g->class = class;
	g->at = at;
	g->chosen = -1;
	return g;
}

static bool contains(const struct keyset *set, const char *key)
{
	for (size_t i = 0; i < set->n; i++)
		if (set->level[i].key == key)
			return true;
	return false;
}

/* Adds the keys of a set that are new to the list, in the order of the pool. */
static void note_keys(struct fold *f, GPtrArray *list, const struct keyset *set)
{
	size_t n;
	const char *const *keys;

	if (!g_hash_table_add(f->seen, (gpointer)set))
		return;
	keys = pool_keys(f->pool, &n);
	for (size_t i = 0; i < n; i++)
		if (contains(set, keys[i]) && !g_ptr_array_find(list, keys[i], NULL))
			g_ptr_array_add(list, (gpointer)keys[i]);
}

/* Forgets all and makes room for so many. */
static void near_reset(struct fold *f, guint n)
{
	g_free(f->near);
	f->near = g_new0(struct near, n);
	f->n_near = n;
}

static struct fold_group *group_of(
	struct fold *f, const struct keyset *class, const struct keyset *at)
{
	const struct fold_group wanted = {.class = class, .at = at};
	struct near *near = &f->near[group_hash(&wanted) % f->n_near];
	struct fold_group *g;

	if (near->class == class && near->at == at)
		return near->group;
	g = g_hash_table_lookup(f->index, &wanted);
	if (!g) {
		g = group_new(class, at);
		g_ptr_array_add(f->groups, g);
		g_hash_table_add(f->index, g);
		note_keys(f, f->at_keys, at);
		if (f->groups->len > f->n_near && f->n_near < NEAR_MOST) {
			near_reset(f, f->n_near * 8);
			near = &f->near[group_hash(&wanted) % f->n_near];
		}
	}
	*near = (struct near){class, at, g};
	return g;
}

static struct fold_cell *cell_of(struct fold_group *g, const struct metric *metric, size_t guess)
{
	if (G_LIKELY(guess < g->n && g->cell[guess].metric == metric))
		return &g->cell[guess];
	for (size_t i = 0; i < g->n; i++)
		if (g->cell[i].metric == metric)
			return &g->cell[i];
	if (g->n == g->room) {
		g->room = g->room ? g->room * 2 : 4;
		g->cell = g_renew(struct fold_cell, g->cell, g->room);
	}
	g->cell[g->n] = (struct fold_cell){.metric = metric, .stddev = NAN};
	return &g->cell[g->n++];
}

/* Room for all figures of a row at once, so that groups are no larger than they must be. */
static void group_room(struct fold_group *g, size_t n)
{
	if (g->n || g->room >= n)
		return;
	g->room = n;
	g->cell = g_renew(struct fold_cell, g->cell, n);
}

static void add_value(struct fold_cell *c, double value)
{
	double d = value - c->mean;

	c->n++;
	c->mean += d / c->n;
	c->m2 += d * (value - c->mean);
	if (c->n == 1 || value < c->min)
		c->min = value;
	if (c->n == 1 || value > c->max)
		c->max = value;
}

static void add(struct fold *f, struct fold_group *g, const struct measurement *m, size_t guess)
{
	struct fold_cell *c = cell_of(g, m->metric, guess);

	if (G_UNLIKELY(f->options.by & FOLD_BY_RUN)) {
		for (; c->n + c->missing; c = cell_of(g, m->metric, guess)) {
			if (!g->again)
				g->again = group_new(g->class, g->at);
			g = g->again;
		}
		c->original = f->options.keep_original ? pool_str(f->pool, m->original) : NULL;
		c->original_unit =
			f->options.keep_original ? pool_str(f->pool, m->original_unit) : NULL;
	}
	if (!c->file) {
		c->file = m->file;
		c->line = m->line;
		c->stddev = m->stddev;
		if (G_UNLIKELY(m->n) && keyset_get(m->at, FOLD_AT_WINDOW))
			c->windows = m->n;
	}
	c->flags |= m->flags;
	if (isnan(m->value) || (m->flags & QUALITY_NO_SAMPLE)) {
		c->missing++;
		c->missing_flags |= m->flags;
		return;
	}
	if (c->run != (guint32)f->runs) {
		c->run = (guint32)f->runs;
		c->runs++;
	}
	add_value(c, m->value);
	if (f->options.keep_values) {
		if (!c->values)
			c->values = g_array_new(FALSE, FALSE, sizeof(double));
		g_array_append_val(c->values, m->value);
	}
}

static void put(struct level *level, size_t *n, const char *key, const char *value)
{
	if (value)
		level[(*n)++] = (struct level){key, value};
}

static const struct keyset *make_class(struct fold *f, const struct run *run)
{
	struct level *level = g_newa(struct level, run->factors->n + 9);
	char number[32];
	size_t n = 0;

	for (; n < run->factors->n; n++)
		level[n] = run->factors->level[n];
	put(level, &n, FOLD_KEY_LAYOUT, run->layout ? run->layout : run->label);
	put(level, &n, FOLD_KEY_LABEL, run->label);
	put(level, &n, FOLD_KEY_TOOL, run->tool);
	put(level, &n, FOLD_KEY_VERSION, run->version);
	put(level, &n, FOLD_KEY_HOST, run->host);
	if (f->options.by & FOLD_BY_SOURCE)
		put(level, &n, FOLD_KEY_SOURCE, run->pos.file);
	if (f->options.by & FOLD_BY_WHEN)
		put(level, &n, FOLD_KEY_WHEN, run->when);
	if (f->options.by & FOLD_BY_STATUS)
		put(level, &n, FOLD_KEY_STATUS, run_status_name(run->status));
	if (f->options.by & FOLD_BY_RUN) {
		g_snprintf(number, sizeof(number), "%zu", f->runs);
		put(level, &n, FOLD_KEY_RUN, number);
	}
	return pool_set(f->pool, level, n);
}

static bool same_text(const char *a, const char *b)
{
	return a == b || (a && b && g_str_equal(a, b));
}

static const struct keyset *class_of(struct fold *f, const struct run *run)
{
	gsize mix = (gsize)run->factors ^ (gsize)run->layout * 7 ^ (gsize)run->label * 3 ^
		    (gsize)run->host * 5;
	struct recent *r = &f->recent[(mix >> 4 ^ mix >> 10) % RECENT];

	if (f->options.by)
		return make_class(f, run);
	if (r->class && r->factors == run->factors && same_text(r->label, run->label) &&
		same_text(r->layout, run->layout) && same_text(r->tool, run->tool) &&
		same_text(r->version, run->version) && same_text(r->host, run->host))
		return r->class;
	*r = (struct recent){run->factors, pool_str(f->pool, run->label),
		pool_str(f->pool, run->layout), pool_str(f->pool, run->tool),
		pool_str(f->pool, run->version), pool_str(f->pool, run->host), make_class(f, run)};
	return r->class;
}

static void run_begin(struct sink *sink, const struct run *run)
{
	struct fold *f = (struct fold *)sink;

	f->runs++;
	note_keys(f, f->factor_keys, run->factors);
	f->run = *run;
	f->measured = false;
	f->truth = f->options.where ? where_eval(f->options.where, run, NULL, NULL) : WHERE_YES;
	f->class = f->truth == WHERE_NO ? NULL : class_of(f, run);
}

/* The where of a whole batch, which has one `at`; remembered where only class and `at` count. */
static enum where_truth batch_truth(struct fold *f, struct fold_group *g, const struct keyset *at)
{
	enum where_truth truth;

	if (f->truth != WHERE_OPEN)
		return f->truth;
	if (g->chosen >= 0)
		return (enum where_truth)g->chosen;
	truth = where_eval(f->options.where, &f->run, at, NULL);
	if (!(f->where_needs & ~(unsigned)(WHERE_NEEDS_CLASS | WHERE_NEEDS_AT)))
		g->chosen = (signed char)truth;
	return truth;
}

static bool metric_wanted(const struct fold *f, const struct metric *metric)
{
	if (!f->options.metrics)
		return true;
	for (size_t i = 0; i < f->options.n_metrics; i++)
		if (f->options.metrics[i] == metric)
			return true;
	return false;
}

/*
 * Sums of parts that stand at other places, such as the lines of a group: a place that has nothing
 * else is none of a cell.  What is not at any place is of the run, and stays.
 */
static bool only_sums(const struct measurement *m, size_t n)
{
	if (!m->at->n)
		return false;
	for (size_t i = 0; i < n; i++)
		if (!(m[i].flags & QUALITY_BIT(QUALITY_AGGREGATE)))
			return false;
	return true;
}

static void measure(struct sink *sink, const struct measurement *m, size_t n)
{
	struct fold *f = (struct fold *)sink;
	struct fold_group *g;
	enum where_truth truth;
	size_t guess = 0;

	if (f->truth == WHERE_NO || !n || only_sums(m, n) ||
		G_UNLIKELY(m->flags & QUALITY_BIT(QUALITY_POINT)))
		return;
	g = group_of(f, f->class, m->at);
	truth = batch_truth(f, g, m->at);
	if (truth == WHERE_NO)
		return;
	group_room(g, n);
	for (size_t i = 0; i < n; i++) {
		if (f->options.metrics && !metric_wanted(f, m[i].metric))
			continue;
		if (truth == WHERE_OPEN &&
			where_eval(f->options.where, &f->run, m[i].at, &m[i]) != WHERE_YES)
			continue;
		add(f, g, &m[i], guess++);
		f->measured = true;
	}
}

static bool skips(struct sink *sink, const struct keyset *at)
{
	struct fold *f = (struct fold *)sink;

	return f->truth == WHERE_NO || batch_truth(f, group_of(f, f->class, at), at) == WHERE_NO;
}

static void run_end(struct sink *sink, const struct run *run)
{
	struct fold *f = (struct fold *)sink;

	f->chosen += f->truth == WHERE_YES || f->measured;
	/* A run without figures keeps its row, empty. */
	if (!f->measured && f->truth == WHERE_YES)
		group_of(f, f->class, pool_set(f->pool, NULL, 0))->bare = true;
	(void)run;
}

static bool wants(struct sink *sink, const struct metric *metric)
{
	return metric_wanted((struct fold *)sink, metric);
}

struct fold *fold_new(
	const struct fold_options *options, struct metrics *metrics, struct diag *diag)
{
	struct fold *f = g_new0(struct fold, 1);

	f->options = *options;
	f->where_needs = options->where ? where_needs(options->where) : 0;
	f->pool = pool_new();
	near_reset(f, NEAR_LEAST);
	f->groups = g_ptr_array_new_with_free_func(group_free);
	f->index = g_hash_table_new(group_hash, group_equal);
	f->seen = g_hash_table_new(NULL, NULL);
	f->factor_keys = g_ptr_array_new();
	f->at_keys = g_ptr_array_new();
	f->sink = (struct sink){
		.pool = f->pool,
		.metrics = metrics,
		.diag = diag,
		.want_original = options->keep_original,
		.run_begin = run_begin,
		.measure = measure,
		.run_end = run_end,
		.wants = options->metrics ? wants : NULL,
		.skips = options->where ? skips : NULL,
	};
	return f;
}

void fold_free(struct fold *f)
{
	if (!f)
		return;
	g_hash_table_destroy(f->index);
	g_hash_table_destroy(f->seen);
	g_ptr_array_free(f->groups, TRUE);
	g_ptr_array_free(f->factor_keys, TRUE);
	g_ptr_array_free(f->at_keys, TRUE);
	pool_free(f->pool);
	g_free(f->near);
	g_free(f);
}

struct sink *fold_sink(struct fold *fold)
{
	return &fold->sink;
}

double fold_cell_sd(const struct fold_cell *cell)
{
	return cell->n > 1 ? sqrt(cell->m2 / (cell->n - 1)) : NAN;
}

void fold_cell_join(struct fold_cell *to, const struct fold_cell *from)
{
	guint32 n = to->n + from->n;
	double d = from->mean - to->mean;

	if (!to->file) {
		to->file = from->file;
		to->line = from->line;
		to->stddev = from->stddev;
		to->windows = from->windows;
		to->original = from->original;
		to->original_unit = from->original_unit;
	}
	to->flags |= from->flags;
	to->runs += from->runs;
	to->missing += from->missing;
	to->missing_flags |= from->missing_flags;
	if (!from->n)
		return;
	to->min = to->n ? MIN(to->min, from->min) : from->min;
	to->max = to->n ? MAX(to->max, from->max) : from->max;
	to->m2 += from->m2 + d * d * ((double)to->n * from->n / n);
	to->mean = to->n ? to->mean + d * from->n / n : from->mean;
	to->n = n;
	if (from->values) {
		if (!to->values)
			to->values = g_array_new(FALSE, FALSE, sizeof(double));
		g_array_append_vals(to->values, from->values->data, from->values->len);
	}
}

/* Run numbers start anew in every partial. */
static const struct keyset *class_copy(struct fold *to, const struct keyset *class, size_t runs)
{
	const struct keyset *copy = pool_set_copy(to->pool, class);
	const char *run = keyset_get(copy, FOLD_KEY_RUN);
	char number[32];

	if (!run || !(to->options.by & FOLD_BY_RUN))
		return copy;
	g_snprintf(number, sizeof(number), "%" G_GUINT64_FORMAT,
		g_ascii_strtoull(run, NULL, 10) + runs);
	return pool_set_with(to->pool, copy, FOLD_KEY_RUN, number);
}

static void group_join(struct fold *to, struct fold_group *g, const struct fold_group *from)
{
	group_room(g, from->n);
	g->bare = g->bare || from->bare;
	for (size_t i = 0; i < from->n; i++) {
		struct fold_cell one = from->cell[i];

		one.file = pool_str(to->pool, one.file);
		one.original = pool_str(to->pool, one.original);
		one.original_unit = pool_str(to->pool, one.original_unit);
		fold_cell_join(cell_of(g, one.metric, i), &one);
	}
	if (from->again) {
		if (!g->again)
			g->again = group_new(g->class, g->at);
		group_join(to, g->again, from->again);
	}
}

void fold_join(struct fold *to, const struct fold *from)
{
	size_t n;
	const char *const *keys = pool_keys(from->pool, &n);

	for (size_t i = 0; i < n; i++)
		pool_key(to->pool, keys[i]);
	for (guint i = 0; i < from->groups->len; i++) {
		const struct fold_group *g = g_ptr_array_index(from->groups, i);

		group_join(to,
			group_of(to, class_copy(to, g->class, to->runs),
				pool_set_copy(to->pool, g->at)),
			g);
	}
	for (guint i = 0; i < from->factor_keys->len; i++) {
		const char *key = pool_str(to->pool, g_ptr_array_index(from->factor_keys, i));

		if (!g_ptr_array_find(to->factor_keys, key, NULL))
			g_ptr_array_add(to->factor_keys, (gpointer)key);
	}
	to->runs += from->runs;
	to->chosen += from->chosen;
}

void fold_keep(struct fold *f, bool (*keeps)(const void *user, const struct fold_group *group),
	const void *user)
{
	for (guint i = 0; i < f->groups->len;) {
		struct fold_group *g = g_ptr_array_index(f->groups, i);

		if (keeps(user, g)) {
			i++;
			continue;
		}
		g_hash_table_remove(f->index, g);
		g_ptr_array_remove_index(f->groups, i);
	}
	near_reset(f, f->n_near);
}

void fold_drop_groups(struct fold *f)
{
	g_hash_table_remove_all(f->index);
	g_ptr_array_set_size(f->groups, 0);
	near_reset(f, NEAR_LEAST);
}

size_t fold_count(const struct fold *fold)
{
	return fold->groups->len;
}

const struct fold_group *fold_get(const struct fold *fold, size_t i)
{
	return g_ptr_array_index(fold->groups, i);
}

bool fold_has(const struct fold *fold, const struct metric *metric)
{
	for (size_t i = 0; i < fold_count(fold); i++) {
		const struct fold_group *g = fold_get(fold, i);

		for (size_t k = 0; k < g->n; k++)
			if (g->cell[k].metric == metric)
				return true;
	}
	return false;
}

struct pool *fold_pool(const struct fold *fold)
{
	return fold->pool;
}

const char *const *fold_factor_keys(const struct fold *fold, size_t *n)
{
	*n = fold->factor_keys->len;
	return (const char *const *)fold->factor_keys->pdata;
}

const char *const *fold_at_keys(const struct fold *fold, size_t *n)
{
	*n = fold->at_keys->len;
	return (const char *const *)fold->at_keys->pdata;
}

size_t fold_runs(const struct fold *fold)
{
	return fold->runs;
}

size_t fold_runs_chosen(const struct fold *fold)
{
	return fold->chosen;
}
