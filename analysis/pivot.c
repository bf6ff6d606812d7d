#include "analysis/pivot.h"

#include <string.h>

/* The distinct levels of one key inside one cell, beyond the first. */
struct differing {
	const char *key;
	GPtrArray *levels;
};

struct builder {
	const struct fold *fold;
	const struct pivot_spec *spec;
	struct pool *pool;
	GHashTable *rows, *cols; /* key tuple -> index + 1 */
	GArray *row, *col;       /* struct pivot_line */
	GPtrArray *cells;        /* per row: GArray of struct built, by column */
	GHashTable
		*metric_cols; /* metric -> column + 1, when the columns are nothing but metrics */
	bool metric_in_rows;
	/* What differs between two groups, of the last two that were compared. */
	const struct fold_group *other;
	const struct keyset *first_class, *first_at;
	GArray *differs;         /* struct difference */
	GArray *shared;          /* struct shared */
	guint groups, at_groups; /* that are shown; of them, with an `at` set */
	GHashTable *run_rows;    /* by_run: number of a run -> struct run_rows * */
};

/* The rows that one run has so far. */
struct run_rows {
	guint first, n;
};

/* A key of the groups that are shown, and its level as long as there is only one. */
struct shared {
	struct level level;
	guint groups; /* how many have it */
	bool at, differs;
};

struct difference {
	const char *key, *first, *other;
};

/* A cell while it is filled: the first group in it, and what later ones have different. */
struct built {
	struct pivot_cell cell;
	const struct keyset *class, *at;
	GArray *differing;
};

static bool in_list(const char *const *list, size_t n, const char *key)
{
	for (size_t i = 0; i < n; i++)
		if (g_str_equal(list[i], key))
			return true;
	return false;
}

const char *pivot_level(const struct fold_group *g, const struct metric *metric, const char *key)
{
	const char *level;

	if (g_str_equal(key, PIVOT_METRIC))
		return metric ? metric->name : NULL;
	level = keyset_get(g->class, key);
	return level ? level : keyset_get(g->at, key);
}

/* Which of the repeats of one metric in one row this is. */
static struct pivot_line make_line(const struct fold_group *g, const struct metric *metric,
	const char *const *keys, size_t n, unsigned again)
{
	struct pivot_line line = {.level = g_new0(const char *, n + 1), .again = again};
	const char *run = keyset_get(g->class, FOLD_KEY_RUN);

	for (size_t i = 0; i < n; i++) {
		line.level[i] = pivot_level(g, metric, keys[i]);
		if (g_str_equal(keys[i], PIVOT_METRIC))
			line.metric = metric;
	}
	line.layout = keyset_get(g->class, FOLD_KEY_LAYOUT);
	line.label = keyset_get(g->class, FOLD_KEY_LABEL);
	line.raid = keyset_get(g->class, "raid");
	line.run = run ? g_ascii_strtoull(run, NULL, 10) : 0;
	return line;
}

/* A text that is equal for equal lines and for no others. */
static char *line_name(const struct pivot_line *line, size_t n, bool by_run)
{
	GString *name = g_string_new(NULL);

	for (size_t i = 0; i < n; i++) {
		g_string_append_c(name, line->level[i] ? '=' : '-');
		g_string_append(name, line->level[i] ? line->level[i] : "");
		g_string_append_c(name, '\n');
	}
	if (by_run)
		g_string_append_printf(name, "%" G_GUINT64_FORMAT " %u", line->run, line->again);
	return g_string_free(name, FALSE);
}

static guint line_index(
	GHashTable *index, GArray *lines, struct pivot_line line, size_t n, bool by_run)
{
	char *name = line_name(&line, n, by_run);
	gpointer known = g_hash_table_lookup(index, name);

	if (known) {
		g_free(name);
		g_free(line.level);
		return GPOINTER_TO_UINT(known) - 1;
	}
	g_array_append_val(lines, line);
	g_hash_table_insert(index, name, GUINT_TO_POINTER(lines->len));
	return lines->len - 1;
}

static struct built *built_at(struct builder *b, guint row, guint col)
{
	GArray *cells;

	while (b->cells->len <= row)
		g_ptr_array_add(b->cells, g_array_new(FALSE, TRUE, sizeof(struct built)));
	cells = b->cells->pdata[row];
	if (cells->len <= col)
		g_array_set_size(cells, col + 1);
	return &g_array_index(cells, struct built, col);
}

static void differing_free(GArray *differing)
{
	for (guint i = 0; i < differing->len; i++)
		g_ptr_array_free(g_array_index(differing, struct differing, i).levels, TRUE);
	g_array_free(differing, TRUE);
}

static void note_level(struct built *built, const char *key, const char *first, const char *other)
{
	struct differing fresh = {key, NULL};
	struct differing *d = NULL;

	if (!built->differing)
		built->differing = g_array_new(FALSE, FALSE, sizeof(struct differing));
	for (guint i = 0; i < built->differing->len && !d; i++)
		if (g_str_equal(g_array_index(built->differing, struct differing, i).key, key))
			d = &g_array_index(built->differing, struct differing, i);
	if (!d) {
		fresh.levels = g_ptr_array_new();
		g_ptr_array_add(fresh.levels, (gpointer)(first ? first : "-"));
		g_array_append_val(built->differing, fresh);
		d = &g_array_index(built->differing, struct differing, built->differing->len - 1);
	}
	other = other ? other : "-";
	for (guint i = 0; i < d->levels->len; i++)
		if (g_str_equal(d->levels->pdata[i], other))
			return;
	g_ptr_array_add(d->levels, (gpointer)other);
}

/* Keys that must not differ inside a cell and do: in both sets, or in one of them only. */
static void compare_sets(
	struct builder *b, const struct keyset *first, const struct keyset *other, bool forward)
{
	const struct pivot_spec *s = b->spec;
	const struct keyset *from = forward ? first : other;

	for (size_t i = 0; i < from->n; i++) {
		const char *key = from->level[i].key;
		const struct difference d = {key, keyset_get(first, key), keyset_get(other, key)};

		if ((d.first && d.other && (!forward || g_str_equal(d.first, d.other))) ||
			g_str_equal(key, FOLD_KEY_LABEL) || g_str_equal(key, FOLD_KEY_RUN) ||
			in_list(s->rows, s->n_rows, key) || in_list(s->cols, s->n_cols, key) ||
			in_list(s->over, s->n_over, key))
			continue;
		g_array_append_val(b->differs, d);
	}
}

/* The cells of one group mostly meet cells that one other group began. */
static void compare_groups(struct builder *b, const struct built *built, const struct fold_group *g)
{
	if (b->other == g && b->first_class == built->class && b->first_at == built->at)
		return;
	b->other = g;
	b->first_class = built->class;
	b->first_at = built->at;
	g_array_set_size(b->differs, 0);
	for (int forward = 1; forward >= 0; forward--) {
		if (built->class != g->class)
			compare_sets(b, built->class, g->class, forward);
		if (built->at != g->at)
			compare_sets(b, built->at, g->at, forward);
	}
}

static void add_cell(struct builder *b, const struct fold_group *g, const struct fold_cell *c,
	guint row, guint col)
{
	struct built *built = built_at(b, row, col);

	if (!built->cell.used) {
		built->class = g->class;
		built->at = g->at;
	} else {
		compare_groups(b, built, g);
		for (guint i = 0; i < b->differs->len; i++) {
			const struct difference *d =
				&g_array_index(b->differs, struct difference, i);

			note_level(built, d->key, d->first, d->other);
		}
	}
	built->cell.used = true;
	built->cell.sum.metric = c->metric;
	fold_cell_join(&built->cell.sum, c);
}

static guint column_of(struct builder *b, const struct fold_group *g, const struct metric *metric)
{
	const struct pivot_spec *s = b->spec;
	bool plain = s->n_cols == 1 && g_str_equal(s->cols[0], PIVOT_METRIC);
	gpointer known = plain ? g_hash_table_lookup(b->metric_cols, metric) : NULL;
	guint col;

	if (known)
		return GPOINTER_TO_UINT(known) - 1;
	col = line_index(
		b->cols, b->col, make_line(g, metric, s->cols, s->n_cols, 0), s->n_cols, false);
	if (plain)
		g_hash_table_insert(b->metric_cols, (gpointer)metric, GUINT_TO_POINTER(col + 1));
	return col;
}

static guint row_of(
	struct builder *b, const struct fold_group *g, const struct metric *metric, unsigned again)
{
	const struct pivot_spec *s = b->spec;

	return line_index(b->rows, b->row, make_line(g, metric, s->rows, s->n_rows, again),
		s->n_rows, s->by_run);
}

static struct run_rows *rows_of_run(struct builder *b, const struct fold_group *g)
{
	const char *run = keyset_get(g->class, FOLD_KEY_RUN);
	struct run_rows *rows = run ? g_hash_table_lookup(b->run_rows, run) : NULL;

	if (run && !rows) {
		rows = g_new0(struct run_rows, 1);
		g_hash_table_insert(b->run_rows, (gpointer)run, rows);
	}
	return rows;
}

/* by_run: the first row of this run in which the cell is still free. */
static void place_by_run(struct builder *b, const struct fold_group *g, const struct fold_cell *c)
{
	guint col = column_of(b, g, c->metric), row;
	struct run_rows *rows = rows_of_run(b, g);
	const struct built *taken;
	unsigned again = 0;

	/* Figures of the whole run, such as its time, go to its row where it has but one. */
	if (rows && rows->n == 1 && !g->at->n && !built_at(b, rows->first, col)->cell.used) {
		add_cell(b, g, c, rows->first, col);
		return;
	}
	do {
		row = row_of(b, g, c->metric, again++);
		taken = built_at(b, row, col);
	} while (taken->cell.used);
	if (rows && !rows->n)
		rows->first = row;
	if (rows && (!rows->n || row != rows->first))
		rows->n++;
	add_cell(b, g, c, row, col);
}

static void note_shared(struct builder *b, const struct keyset *set, bool at)
{
	for (size_t i = 0; i < set->n; i++) {
		struct shared fresh = {set->level[i], 0, at, false}, *s = NULL;

		for (guint k = 0; k < b->shared->len && !s; k++) {
			struct shared *known = &g_array_index(b->shared, struct shared, k);

			s = known->at == at && known->level.key == fresh.level.key ? known : NULL;
		}
		if (!s) {
			g_array_append_val(b->shared, fresh);
			s = &g_array_index(b->shared, struct shared, b->shared->len - 1);
		}
		s->groups++;
		s->differs |= s->level.value != fresh.level.value;
	}
}

/* Keys that all groups have with one level; for `at` keys, all that have any. */
static void take_common(const struct builder *b, struct pivot *p)
{
	const struct pivot_spec *s = b->spec;

	p->common = g_new0(struct level, b->shared->len + 1);
	for (guint i = 0; i < b->shared->len; i++) {
		const struct shared *shared = &g_array_index(b->shared, struct shared, i);
		const char *key = shared->level.key;

		if (!shared->differs && shared->groups == (shared->at ? b->at_groups : b->groups) &&
			!in_list(s->rows, s->n_rows, key) && !in_list(s->cols, s->n_cols, key))
			p->common[p->n_common++] = shared->level;
	}
}

static void place_group(struct builder *b, const struct fold_group *g)
{
	guint row = 0;

	if (g->n || g->bare) {
		b->groups++;
		b->at_groups += g->at->n > 0;
		note_shared(b, g->class, false);
		note_shared(b, g->at, true);
	}
	if (!b->metric_in_rows && !(b->spec->by_run && g->n) && (g->n || g->bare))
		row = row_of(b, g, NULL, 0);
	for (size_t i = 0; i < g->n; i++) {
		const struct fold_cell *c = &g->cell[i];

		if (b->spec->hides && b->spec->hides(c->metric))
			continue;
		if (b->spec->by_run)
			place_by_run(b, g, c);
		else
			add_cell(b, g, c, b->metric_in_rows ? row_of(b, g, c->metric, 0) : row,
				column_of(b, g, c->metric));
	}
	if (g->again)
		place_group(b, g->again);
}

/* What orders lines: their keys, and where each stood before. */
struct order {
	const char *const *keys;
	size_t n;
	const struct pivot_line *lines;
};

int pivot_compare_level(
	const char *key, size_t i, const struct pivot_line *a, const struct pivot_line *b)
{
	const char *x = a->level[i], *y = b->level[i];
	int c;

	if (!x || !y)
		return !x - !y;
	if (a->metric && b->metric && g_str_equal(key, PIVOT_METRIC))
		return metric_compare(a->metric, b->metric);
	if (g_str_equal(key, FOLD_KEY_LAYOUT) && a->label && b->label &&
		(c = level_compare(a->label, b->label)))
		return c;
	return level_compare(x, y);
}

static int compare_lines(gconstpointer pa, gconstpointer pb, gpointer data)
{
	const struct order *o = data;
	const guint ia = *(const guint *)pa, ib = *(const guint *)pb;
	const struct pivot_line *a = &o->lines[ia], *b = &o->lines[ib];
	int c = 0;

	for (size_t i = 0; i < o->n && !c; i++)
		c = pivot_compare_level(o->keys[i], i, a, b);
	if (!c && a->run != b->run)
		c = a->run < b->run ? -1 : 1;
	if (!c && a->again != b->again)
		c = a->again < b->again ? -1 : 1;
	return c ? c : (ia > ib) - (ia < ib);
}

/* New place of each line. */
static guint *sort_lines(GArray *lines, const char *const *keys, size_t n)
{
	struct order o = {keys, n, (const struct pivot_line *)(const void *)lines->data};
	guint *by_rank = g_new(guint, lines->len + 1), *rank = g_new(guint, lines->len + 1);

	for (guint i = 0; i < lines->len; i++)
		by_rank[i] = i;
	g_qsort_with_data(by_rank, (gint)lines->len, sizeof(guint), compare_lines, &o);
	for (guint i = 0; i < lines->len; i++)
		rank[by_rank[i]] = i;
	g_free(by_rank);
	return rank;
}

static int compare_names(gconstpointer a, gconstpointer b)
{
	return level_compare(*(const char *const *)a, *(const char *const *)b);
}

/* "slog{n,y} cache{0,1,2}": keys in order of appearance in the fold. */
static const char *pooled_text(const struct builder *b, const struct built *built)
{
	g_autoptr(GString) text = g_string_new(NULL);
	size_t n;
	const char *const *keys = fold_factor_keys(b->fold, &n);

	for (size_t pass = 0; pass <= n; pass++)
		for (guint i = 0; i < built->differing->len; i++) {
			struct differing *d = &g_array_index(built->differing, struct differing, i);

			/* The last pass takes what is no factor. */
			if (pass < n ? !g_str_equal(d->key, keys[pass]) : in_list(keys, n, d->key))
				continue;
			g_ptr_array_sort(d->levels, compare_names);
			g_string_append_printf(text, "%s%s{", text->len ? " " : "", d->key);
			for (guint k = 0; k < d->levels->len; k++)
				g_string_append_printf(text, "%s%s", k ? "," : "",
					(const char *)d->levels->pdata[k]);
			g_string_append_c(text, '}');
		}
	return pool_str(b->pool, text->str);
}

static struct pivot_line *in_order(GArray *lines, const guint *rank)
{
	struct pivot_line *out = g_new0(struct pivot_line, lines->len + 1);

	for (guint i = 0; i < lines->len; i++)
		out[rank[i]] = g_array_index(lines, struct pivot_line, i);
	return out;
}

/* The cells of one row in the order of columns; frees what they were built in. */
static struct pivot_cell *finish_row(struct builder *b, guint row, const guint *col)
{
	struct pivot_cell *out = g_new0(struct pivot_cell, b->col->len + 1);
	GArray *cells = row < b->cells->len ? b->cells->pdata[row] : NULL;

	for (guint i = 0; cells && i < cells->len; i++) {
		struct built *built = &g_array_index(cells, struct built, i);

		if (built->differing) {
			built->cell.pooled = pooled_text(b, built);
			differing_free(built->differing);
		}
		out[col[i]] = built->cell;
	}
	if (cells)
		g_array_free(cells, TRUE);
	return out;
}

static struct pivot *assemble(struct builder *b)
{
	struct pivot *p = g_new0(struct pivot, 1);
	g_autofree guint *row = sort_lines(b->row, b->spec->rows, b->spec->n_rows);
	g_autofree guint *col = sort_lines(b->col, b->spec->cols, b->spec->n_cols);

	p->n_rows = b->row->len;
	p->n_cols = b->col->len;
	p->row = in_order(b->row, row);
	p->col = in_order(b->col, col);
	p->pool = b->pool;
	p->cell = g_new0(struct pivot_cell *, p->n_rows + 1);
	for (guint i = 0; i < p->n_rows; i++)
		p->cell[row[i]] = finish_row(b, i, col);
	return p;
}

struct pivot *pivot_new(const struct fold *fold, const struct pivot_spec *spec)
{
	struct builder b = {
		.fold = fold,
		.spec = spec,
		.pool = pool_new(),
		.rows = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
		.cols = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
		.row = g_array_new(FALSE, FALSE, sizeof(struct pivot_line)),
		.col = g_array_new(FALSE, FALSE, sizeof(struct pivot_line)),
		.cells = g_ptr_array_new(),
	};
	struct pivot *pivot;

	b.metric_cols = g_hash_table_new(NULL, NULL);
	b.shared = g_array_new(FALSE, FALSE, sizeof(struct shared));
	b.differs = g_array_new(FALSE, FALSE, sizeof(struct difference));
	b.metric_in_rows = in_list(spec->rows, spec->n_rows, PIVOT_METRIC);
	b.run_rows = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_free);
	for (int whole_run = false; whole_run <= true; whole_run++)
		for (size_t i = 0; i < fold_count(fold); i++) {
			const struct fold_group *g = fold_get(fold, i);

			if ((g->at->n == 0) == whole_run &&
				(!spec->keep || spec->keep(spec->user, g)))
				place_group(&b, g);
		}
	pivot = assemble(&b);
	take_common(&b, pivot);
	g_array_free(b.shared, TRUE);
	g_hash_table_destroy(b.rows);
	g_hash_table_destroy(b.cols);
	g_ptr_array_free(b.cells, TRUE);
	g_hash_table_destroy(b.metric_cols);
	g_hash_table_destroy(b.run_rows);
	g_array_free(b.differs, TRUE);
	g_array_free(b.row, TRUE);
	g_array_free(b.col, TRUE);
	return pivot;
}

void pivot_free(struct pivot *p)
{
	if (!p)
		return;
	for (size_t i = 0; i < p->n_rows; i++)
		g_free(p->row[i].level);
	for (size_t i = 0; i < p->n_cols; i++)
		g_free(p->col[i].level);
	for (size_t r = 0; r < p->n_rows; r++) {
		for (size_t c = 0; c < p->n_cols; c++)
			if (p->cell[r][c].sum.values)
				g_array_free(p->cell[r][c].sum.values, TRUE);
		g_free(p->cell[r]);
	}
	g_free(p->row);
	g_free(p->col);
	g_free(p->cell);
	g_free(p->common);
	pool_free(p->pool);
	g_free(p);
}

bool pivot_same_line(const struct pivot_line *a, const struct pivot_line *b, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (g_strcmp0(a->level[i], b->level[i]))
			return false;
	return a->run == b->run && a->again == b->again;
}

/* Does `key` have two levels among the groups that show, absent counting where `absent` says? */
static bool varies(const struct fold *fold, const char *key, bool factor)
{
	const char *first = NULL;
	bool any = false, missing = false;

	for (size_t i = 0; i < fold_count(fold); i++) {
		const struct fold_group *g = fold_get(fold, i);
		const char *level = keyset_get(factor ? g->class : g->at, key);

		if (!g->n && !g->bare)
			continue;
		if (!level) {
			missing = missing || factor;
			continue;
		}
		if (any && !g_str_equal(first, level))
			return true;
		first = level;
		any = true;
	}
	return any && missing;
}

const char **pivot_varying(const struct fold *fold, size_t *count)
{
	size_t factors, ats;
	const char *const *factor = fold_factor_keys(fold, &factors);
	const char *const *at = fold_at_keys(fold, &ats);
	const char **keys = g_new0(const char *, factors + ats + 3);
	size_t n = 0;

	if (varies(fold, FOLD_KEY_LAYOUT, true))
		keys[n++] = FOLD_KEY_LAYOUT;
	if (varies(fold, FOLD_KEY_HOST, true))
		keys[n++] = FOLD_KEY_HOST;
	for (size_t i = 0; i < factors; i++)
		if (varies(fold, factor[i], true))
			keys[n++] = factor[i];
	for (size_t i = 0; i < ats; i++)
		if (varies(fold, at[i], false))
			keys[n++] = at[i];
	if (!n)
		keys[n++] = FOLD_KEY_LAYOUT;
	*count = n;
	return keys;
}
