/* The best rows of each class for the overview, and whether the first of them is a clear winner. */
#include "analysis/ci.h"
#include "analysis/overview.h"

#include <math.h>
#include <string.h>

static const enum metric_class classes[] = {
	CLASS_SEQUENTIAL_WRITE,
	CLASS_SEQUENTIAL_READ,
	CLASS_RANDOM_READ,
	CLASS_RANDOM_WRITE,
	CLASS_WRITE,
	CLASS_READ,
};

G_STATIC_ASSERT(G_N_ELEMENTS(classes) == OVERVIEW_CLASSES);

/* Figures of a class are compared in throughput, else iops, else latency; 0: none of these. */
static int preference(const struct metric *m)
{
	static const int by_kind[KIND_COUNT] = {
		[KIND_THROUGHPUT] = 3, [KIND_IOPS] = 2, [KIND_LATENCY] = 1};

	for (size_t i = 0; i < OVERVIEW_CLASSES; i++)
		if (m->class == classes[i] && m->better != BETTER_NONE)
			return by_kind[m->kind];
	return 0;
}

/* Levels of `at` keys, and whose figures are looked at. */
struct finder {
	const struct overview *o;
	GArray *fixed; /* struct level */
};

static const struct level *fixed_at(const struct finder *f, guint i)
{
	return &g_array_index(f->fixed, struct level, i);
}

/* Does that cell count for one of the classes from `first` on? */
static bool counts(const struct overview *o, const struct fold_cell *c, size_t first, size_t n)
{
	if (!c->n || !preference(c->metric) || (o->hides && o->hides(c->metric)))
		return false;
	for (size_t i = first; i < first + n; i++)
		if (c->metric->class == classes[i])
			return true;
	return false;
}

/* One combination of levels, and how many cells and figures have it. */
struct choice {
	const struct fold_group *group; /* the first with it */
	guint64 cells, figures;
};

static char *choice_name(const struct finder *f, const struct fold_group *g)
{
	GString *name = g_string_new(NULL);

	for (guint i = 0; i < f->fixed->len; i++) {
		const char *level = keyset_get(g->at, fixed_at(f, i)->key);

		g_string_append_printf(name, "%c%s\n", level ? '=' : '-', level ? level : "");
	}
	return g_string_free(name, FALSE);
}

static void count_group(const struct finder *f, const struct fold_group *g, size_t first, size_t n,
	struct choice *choice)
{
	for (size_t i = 0; i < g->n; i++)
		if (counts(f->o, &g->cell[i], first, n)) {
			choice->cells++;
			choice->figures += g->cell[i].n;
		}
}

/* The largest sizes, then the highest levels. */
static bool is_larger(
	const struct finder *f, const struct fold_group *a, const struct fold_group *b)
{
	for (int sizes = 1; sizes >= 0; sizes--)
		for (guint i = 0; i < f->fixed->len; i++) {
			const char *key = fixed_at(f, i)->key;
			const char *x = keyset_get(a->at, key), *y = keyset_get(b->at, key);
			int c;

			if (g_str_has_suffix(key, "-size") != sizes)
				continue;
			c = x && y ? level_compare(x, y) : !!x - !!y;
			if (c)
				return c > 0;
		}
	return false;
}

/* What most cells share, then most figures, then the largest. */
static bool is_better(const struct finder *f, const struct choice *a, const struct choice *b)
{
	if (a->cells != b->cells)
		return a->cells > b->cells;
	if (a->figures != b->figures)
		return a->figures > b->figures;
	return is_larger(f, a->group, b->group);
}

static const struct fold_group *choose(const struct finder *f, GHashTable *choices)
{
	const struct choice *best = NULL;
	GHashTableIter iter;
	gpointer each;

	g_hash_table_iter_init(&iter, choices);
	while (g_hash_table_iter_next(&iter, NULL, &each)) {
		const struct choice *c = each;

		if (!best || is_better(f, c, best))
			best = c;
	}
	return best ? best->group : NULL;
}

/* Have figures of these classes the key? */
static bool concerns(const struct finder *f, const char *key, size_t first, size_t n)
{
	for (size_t i = 0; i < fold_count(f->o->fold); i++) {
		const struct fold_group *g = fold_get(f->o->fold, i);
		struct choice one = {.group = g};

		if (!keyset_get(g->at, key))
			continue;
		count_group(f, g, first, n, &one);
		if (one.cells)
			return true;
	}
	return false;
}

/* The levels that most figures of these classes share. */
static GArray *choose_fixed(const struct overview *o, size_t first, size_t n)
{
	struct finder f = {o, g_array_new(FALSE, FALSE, sizeof(struct level))};
	GHashTable *choices = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	const struct fold_group *best;

	for (guint i = 0; i < o->ats->len; i++) {
		const struct overview_key *at = &g_array_index(o->ats, struct overview_key, i);
		struct level level = {at->key, NULL};

		if (overview_differs(at) && concerns(&f, at->key, first, n))
			g_array_append_val(f.fixed, level);
	}
	for (size_t i = 0; f.fixed->len && i < fold_count(o->fold); i++) {
		struct choice one = {.group = fold_get(o->fold, i)}, *c;
		g_autofree char *name = NULL;

		count_group(&f, one.group, first, n, &one);
		if (!one.cells)
			continue;
		name = choice_name(&f, one.group);
		c = g_hash_table_lookup(choices, name);
		if (!c)
			g_hash_table_insert(
				choices, g_steal_pointer(&name), g_memdup2(&one, sizeof(one)));
		else
			*c = (struct choice){
				c->group, c->cells + one.cells, c->figures + one.figures};
	}
	best = choose(&f, choices);
	for (guint i = 0; best && i < f.fixed->len; i++)
		g_array_index(f.fixed, struct level, i).value =
			keyset_get(best->at, fixed_at(&f, i)->key);
	g_hash_table_destroy(choices);
	return f.fixed;
}

static bool is_safe(const struct overview *o, const char *key)
{
	for (guint i = 0; key && i < o->layouts->len; i++) {
		const struct overview_layout *l =
			&g_array_index(o->layouts, struct overview_layout, i);

		if (g_str_equal(l->key, key))
			return l->verdict == VERDICT_YES;
	}
	return false;
}

static bool keep(const void *user, const struct fold_group *g)
{
	const struct finder *f = user;

	for (guint i = 0; i < f->fixed->len; i++)
		if (g_strcmp0(keyset_get(g->at, fixed_at(f, i)->key), fixed_at(f, i)->value))
			return false;
	return !f->o->safe_only || is_safe(f->o, keyset_get(g->class, FOLD_KEY_LAYOUT));
}

static struct pivot *make_pivot(const struct overview *o, GArray *fixed)
{
	const struct finder f = {o, fixed};
	struct pivot_spec spec = o->spec;

	spec.keep = keep;
	spec.user = &f;
	return pivot_new(o->fold, &spec);
}

static size_t column_rows(const struct pivot *p, size_t col)
{
	size_t n = 0;

	for (size_t r = 0; r < p->n_rows; r++)
		n += p->cell[r][col].sum.n > 0;
	return n;
}

/* The metric that speaks for a class, the one with most rows; none: n_cols. */
static size_t column_for(const struct pivot *p, enum metric_class class)
{
	size_t best = p->n_cols, most = 0;

	for (size_t c = 0; c < p->n_cols; c++) {
		const struct metric *m = p->col[c].metric;
		size_t n = column_rows(p, c);
		int more;

		if (m->class != class || !n || !preference(m))
			continue;
		more = best < p->n_cols ? preference(m) - preference(p->col[best].metric) : 1;
		if (more < 0 || (!more && n <= most))
			continue;
		best = c;
		most = n;
	}
	return best;
}

static const struct fold_cell *cell_of(const struct overview_best *b, size_t row)
{
	return &b->pivot->cell[row][b->col].sum;
}

static int by_mean(gconstpointer pa, gconstpointer pb, gpointer data)
{
	const struct overview_best *b = data;
	size_t x = *(const size_t *)pa, y = *(const size_t *)pb;
	double u = cell_of(b, x)->mean, v = cell_of(b, y)->mean;
	int c = (u < v) - (u > v);

	if (b->metric->better == BETTER_LOWER)
		c = -c;
	return c ? c : (x > y) - (x < y);
}

/* The first key that is no row and not the same for all figures of the metric; NULL: none. */
static const char *mixed_key(const struct overview *o, const struct overview_best *b)
{
	static const char *const keys[] = {FOLD_KEY_TOOL, FOLD_KEY_VERSION, FOLD_KEY_HOST};
	const struct finder f = {o, b->fixed};
	const struct fold_group *first = NULL;

	for (size_t i = 0; i < fold_count(o->fold); i++) {
		const struct fold_group *g = fold_get(o->fold, i);
		bool has = false;

		for (size_t k = 0; k < g->n && !has; k++)
			has = g->cell[k].metric == b->metric && g->cell[k].n;
		if (!has || !keep(&f, g))
			continue;
		if (!first)
			first = g;
		for (size_t k = 0; k < G_N_ELEMENTS(keys); k++)
			if (g_strcmp0(keyset_get(g->class, keys[k]),
				    keyset_get(first->class, keys[k])))
				return keys[k];
	}
	return NULL;
}

static struct ci_sample sample(const struct fold_cell *c)
{
	return (struct ci_sample){c->mean, fold_cell_sd(c), c->n};
}

/* The first must be better than each of the others, so their number needs no correction. */
static enum overview_verdict compare(struct overview_best *b)
{
	const struct ci_sample first = sample(cell_of(b, b->row[0]));
	bool flat = false;

	for (size_t i = 1; i < b->rows; i++) {
		const struct ci_sample other = sample(cell_of(b, b->row[i]));

		b->p[i] = ci_welch_p(&first, &other);
		flat |= isnan(b->p[i]);
		b->ties += !(b->p[i] < CI_LEVEL);
	}
	if (flat)
		return OVERVIEW_NO_SPREAD;
	return b->ties ? OVERVIEW_TIE : OVERVIEW_CLEAR;
}

static enum overview_verdict judge(struct overview_best *b)
{
	bool one = false, inside = false;

	for (size_t i = 0; i < b->rows; i++) {
		one |= cell_of(b, b->row[i])->runs < 2;
		inside |= cell_of(b, b->row[i])->n > cell_of(b, b->row[i])->runs;
	}
	if (b->mixed)
		return OVERVIEW_MIXED;
	if (b->rows < 2)
		return OVERVIEW_ALONE;
	if (one)
		return OVERVIEW_ONE_RUN;
	return inside ? OVERVIEW_INSIDE : compare(b);
}

static void rank(const struct overview *o, struct overview_best *b)
{
	const struct pivot *p = b->pivot;

	b->metric = p->col[b->col].metric;
	b->row = g_new(size_t, p->n_rows + 1);
	b->p = g_new(double, p->n_rows + 1);
	for (size_t r = 0; r < p->n_rows; r++) {
		b->p[r] = NAN;
		if (p->cell[r][b->col].sum.n && !p->cell[r][b->col].pooled)
			b->row[b->rows++] = r;
	}
	g_qsort_with_data(b->row, (gint)b->rows, sizeof(size_t), by_mean, b);
	b->mixed = mixed_key(o, b);
	b->verdict = judge(b);
}

/* One class at the levels that all share, or at its own where it has no figures there. */
static void find_class(struct overview *o, size_t class, GArray *shared)
{
	struct overview_best *b = &o->best[o->n_best];

	*b = (struct overview_best){.fixed = g_array_ref(shared), .pivot = make_pivot(o, shared)};
	b->col = column_for(b->pivot, classes[class]);
	if (b->col == b->pivot->n_cols && shared->len) {
		g_array_unref(b->fixed);
		pivot_free(b->pivot);
		b->own = true;
		b->fixed = choose_fixed(o, class, 1);
		b->pivot = make_pivot(o, b->fixed);
		b->col = column_for(b->pivot, classes[class]);
	}
	if (b->col == b->pivot->n_cols) {
		g_array_unref(b->fixed);
		pivot_free(b->pivot);
		return;
	}
	rank(o, b);
	o->n_best++;
}

void overview_find_best(struct overview *o)
{
	GArray *shared = choose_fixed(o, 0, OVERVIEW_CLASSES);

	for (size_t i = 0; i < OVERVIEW_CLASSES; i++)
		find_class(o, i, shared);
	g_array_unref(shared);
}
