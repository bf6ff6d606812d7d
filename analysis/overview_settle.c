/* What the overview concludes once everything is read: keys, layouts, repeats. */
#include "analysis/overview.h"
#include "analysis/series.h"

#include <string.h>

static bool shows(const struct overview *o, const struct fold_group *g)
{
	for (size_t i = 0; i < g->n; i++)
		if (!o->hides || !o->hides(g->cell[i].metric))
			return true;
	return false;
}

static gint by_level(gconstpointer a, gconstpointer b)
{
	return level_compare(*(const char *const *)a, *(const char *const *)b);
}

/* Is one of the metrics that are shown of the group in the set?  `add`: all of them are, then. */
static bool touches(
	const struct overview *o, const struct fold_group *g, GHashTable *metrics, bool add)
{
	bool found = false;

	for (size_t i = 0; i < g->n; i++) {
		const struct metric *m = g->cell[i].metric;

		if (o->hides && o->hides(m))
			continue;
		found |= add ? g_hash_table_add(metrics, (gpointer)m)
			     : g_hash_table_contains(metrics, m);
	}
	return found;
}

/* Are there figures without the key of metrics that have it elsewhere? */
static bool some_without(const struct overview *o, const char *key)
{
	GHashTable *metrics = g_hash_table_new(NULL, NULL);
	bool some = false;

	for (int add = 1; add >= 0; add--)
		for (size_t i = 0; i < fold_count(o->fold); i++) {
			const struct fold_group *g = fold_get(o->fold, i);

			if (g->at->n && !keyset_get(g->at, key) == !add)
				some |= touches(o, g, metrics, add) && !add;
		}
	g_hash_table_destroy(metrics);
	return some;
}

/* The distinct levels of one key; of `at` keys those of figures that are shown. */
static struct overview_key gather(const struct overview *o, const char *key, bool at)
{
	struct overview_key k = {key, g_ptr_array_new(), false};
	GHashTable *seen = g_hash_table_new(NULL, NULL); /* the fold has each level once */

	for (size_t i = 0; i < fold_count(o->fold); i++) {
		const struct fold_group *g = fold_get(o->fold, i);
		const char *level = keyset_get(at ? g->at : g->class, key);

		if (at ? !g->at->n || !shows(o, g) : !g->n && !g->bare)
			continue;
		if (level && g_hash_table_add(seen, (gpointer)level))
			g_ptr_array_add(k.levels, (gpointer)level);
		k.some |= !level && !at;
	}
	if (at)
		k.some = some_without(o, key);
	g_hash_table_destroy(seen);
	g_ptr_array_sort(k.levels, by_level);
	return k;
}

static void gather_keys(struct overview *o)
{
	size_t factors, ats;
	const char *const *factor = fold_factor_keys(o->fold, &factors);
	const char *const *at = fold_at_keys(o->fold, &ats);

	o->hosts = gather(o, FOLD_KEY_HOST, false);
	for (size_t i = 0; i < factors + ats; i++) {
		bool is_at = i >= factors;
		struct overview_key k = gather(o, is_at ? at[i - factors] : factor[i], is_at);

		if (k.levels->len > (is_at ? 0 : 1) || (k.levels->len && k.some))
			g_array_append_val(is_at ? o->ats : o->factors, k);
		else
			g_ptr_array_free(k.levels, TRUE);
	}
}

bool overview_differs(const struct overview_key *at)
{
	return at->levels->len > 1 || at->some;
}

static gint by_label(gconstpointer pa, gconstpointer pb)
{
	const struct overview_layout *a = pa, *b = pb;
	int c = a->label && b->label ? level_compare(a->label, b->label) : 0;

	return c ? c : level_compare(a->key, b->key);
}

static void judge(struct overview *o, struct overview_layout *l, const struct fold_group *group)
{
	const char *why;

	l->verdict = judge_verdict(o->judge, group, &why);
	l->reason = g_strdup(why);
	o->n_safe += l->verdict == VERDICT_YES;
	o->n_unknown += l->verdict == VERDICT_UNKNOWN;
}

static void gather_layouts(struct overview *o)
{
	GHashTable *seen = g_hash_table_new(NULL, NULL);

	for (size_t i = 0; i < fold_count(o->fold); i++) {
		const struct fold_group *g = fold_get(o->fold, i);
		struct overview_layout l = {.key = keyset_get(g->class, FOLD_KEY_LAYOUT)};

		if (!l.key || (!g->n && !g->bare) || !g_hash_table_add(seen, (gpointer)l.key))
			continue;
		l.label = keyset_get(g->class, FOLD_KEY_LABEL);
		l.raid = keyset_get(g->class, "raid");
		if (o->judge)
			judge(o, &l, g);
		g_array_append_val(o->layouts, l);
	}
	g_array_sort(o->layouts, by_label);
	g_hash_table_destroy(seen);
}

static void count_repeats(struct overview *o)
{
	for (size_t i = 0; i < fold_count(o->fold); i++) {
		const struct fold_group *g = fold_get(o->fold, i);

		for (size_t k = 0; k < g->n; k++) {
			const struct fold_cell *c = &g->cell[k];

			if (!c->n || (o->hides && o->hides(c->metric)))
				continue;
			o->runs_least = o->combinations ? MIN(o->runs_least, c->runs) : c->runs;
			o->runs_most = MAX(o->runs_most, c->runs);
			o->inside |= c->n > c->runs;
			o->combinations++;
		}
	}
}

static bool layout_varies(const struct overview *o)
{
	for (size_t i = 0; o->layouts->len && i < fold_count(o->fold); i++) {
		const struct fold_group *g = fold_get(o->fold, i);

		if ((g->n || g->bare) && !keyset_get(g->class, FOLD_KEY_LAYOUT))
			return true;
	}
	return o->layouts->len > 1;
}

/* Is the factor a part of the layout's name? */
static bool completes_layout(const char *key)
{
	return g_str_equal(key, "raid");
}

static void choose_rows(struct overview *o)
{
	GPtrArray *rows = g_ptr_array_new();
	static const char *const metric[] = {PIVOT_METRIC};

	if (layout_varies(o))
		g_ptr_array_add(rows, (gpointer)FOLD_KEY_LAYOUT);
	for (guint i = 0; i < o->factors->len; i++)
		g_ptr_array_add(
			rows, (gpointer)g_array_index(o->factors, struct overview_key, i).key);
	if (!rows->len)
		g_ptr_array_add(rows, (gpointer)FOLD_KEY_LAYOUT);
	o->spec = (struct pivot_spec){
		.n_rows = rows->len,
		.cols = metric,
		.n_cols = 1,
		.hides = o->hides,
		.user = o,
	};
	g_ptr_array_add(rows, NULL);
	o->spec.rows = (const char *const *)g_ptr_array_free(rows, FALSE);
}

/* Which keys to pool for a mean per layout, and which stay. */
static void choose_pool(struct overview *o)
{
	GPtrArray *pool = g_ptr_array_new(), *rows = g_ptr_array_new();
	bool layouts = layout_varies(o);

	if (layouts)
		g_ptr_array_add(rows, (gpointer)FOLD_KEY_LAYOUT);
	for (guint i = 0; layouts && i < o->factors->len; i++) {
		const char *key = g_array_index(o->factors, struct overview_key, i).key;

		g_ptr_array_add(completes_layout(key) ? rows : pool, (gpointer)key);
	}
	for (guint i = 0; i < o->ats->len; i++) {
		const struct overview_key *at = &g_array_index(o->ats, struct overview_key, i);

		if (overview_differs(at))
			g_ptr_array_add(rows, (gpointer)at->key);
	}
	g_ptr_array_add(pool, NULL);
	g_ptr_array_add(rows, NULL);
	o->pool = (const char **)g_ptr_array_free(pool, FALSE);
	o->pool_rows = (const char **)g_ptr_array_free(rows, FALSE);
}

/* How many runs a cell has when these keys are pooled. */
static void count_pool(struct overview *o)
{
	struct pivot_spec spec = o->spec;
	struct pivot *p;

	if (!o->pool[0])
		return;
	spec.rows = (const char *const *)o->pool_rows;
	spec.n_rows = g_strv_length((char **)o->pool_rows);
	spec.over = (const char *const *)o->pool;
	spec.n_over = g_strv_length((char **)o->pool);
	p = pivot_new(o->fold, &spec);
	for (size_t r = 0; r < p->n_rows; r++)
		for (size_t c = 0; c < p->n_cols; c++) {
			guint runs = p->cell[r][c].sum.runs;

			if (!p->cell[r][c].sum.n || p->cell[r][c].pooled)
				continue;
			o->pool_least = o->pool_most ? MIN(o->pool_least, runs) : runs;
			o->pool_most = MAX(o->pool_most, runs);
		}
	pivot_free(p);
}

/* One screen has no room for single jobs and parts of the time. */
static bool none_named(const void *user, const char *key)
{
	(void)user;
	(void)key;
	return false;
}

/* By layout only: one is safe when it is so on the hardware of every host that has it. */
static struct judge *ask(
	const struct overview *o, const struct study *study, const GPtrArray *rules)
{
	static const char *const keys[] = {FOLD_KEY_LAYOUT};
	const struct judge_question question = {
		.study = study,
		.rules = rules,
		.keys = keys,
		.n_keys = 1,
	};

	return judge_new(o->fold, &question);
}

void overview_settle(struct overview *o, const struct study *study, const GPtrArray *rules)
{
	o->hides = shown_by_default(o->fold);
	series_choose(o->fold, SERIES_OVER_RUNS, o->hides, none_named, NULL);
	o->factors = g_array_new(FALSE, FALSE, sizeof(struct overview_key));
	o->ats = g_array_new(FALSE, FALSE, sizeof(struct overview_key));
	o->layouts = g_array_new(FALSE, FALSE, sizeof(struct overview_layout));
	gather_keys(o);
	if (rules)
		o->judge = ask(o, study, rules);
	gather_layouts(o);
	count_repeats(o);
	choose_rows(o);
	choose_pool(o);
	count_pool(o);
	o->safe_only = rules && o->n_safe;
	overview_find_best(o);
}
