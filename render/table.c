#include "render/table.h"

#include "model/error.h"
#include "model/near.h"
#include "render/table_names.h"
#include "render/table_scale.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct {
	const char *name, *help;
} cells[] = {
	[TABLE_RAW] = {"raw", "the figure exactly as printed, one row per run"},
	[TABLE_MEAN] = {"mean", "arithmetic mean over runs"},
	[TABLE_MEAN_SD] = {"mean±sd", "mean and sample standard deviation over runs"},
	[TABLE_MEDIAN] = {"median", "median over runs"},
	[TABLE_MIN] = {"min", "least figure"},
	[TABLE_MAX] = {"max", "greatest figure"},
	[TABLE_N] = {"n", "how many figures there are"},
};

G_STATIC_ASSERT(G_N_ELEMENTS(cells) == TABLE_CELL_COUNT);

const char *table_cell_name(enum table_cell cell)
{
	return cells[cell].name;
}

const char *table_cell_help(enum table_cell cell)
{
	return cells[cell].help;
}

enum table_cell table_cell_by_name(const char *name)
{
	enum table_cell c = 0;

	if (g_str_equal(name, "mean+-sd"))
		return TABLE_MEAN_SD;
	while (c < TABLE_CELL_COUNT && !g_str_equal(cells[c].name, name))
		c++;
	return c;
}

struct builder {
	const struct pivot *pivot;
	const struct pivot_spec *spec;
	const struct table_options *options;
	bool metric_in_rows;
	struct scale *scale; /* per row or per column: where the metric is */
	struct doc_table *table;
	size_t *order; /* of rows */
	guint64 n_missing;
	guint32 missing_flags;
	guint64 n_least, n_most;
	guint32 windows_least, windows_most; /* 0: no figure of a log over time was shown */
};

static void add_columns(struct builder *b)
{
	const struct pivot *p = b->pivot;
	const struct pivot_spec *s = b->spec;
	bool clash = table_labels_clash(p->col, p->n_cols, s->cols, s->n_cols);

	for (size_t i = 0; i < s->n_rows; i++)
		doc_table_column(b->table, s->rows[i], NULL, true, false);
	for (size_t c = 0; c < p->n_cols; c++) {
		g_autoptr(GString) head = g_string_new(NULL);

		for (size_t i = 0; i < s->n_cols; i++) {
			g_autofree char *text = table_level(&p->col[c], i, s->cols, clash);
			bool plain = g_str_equal(s->cols[i], PIVOT_METRIC) ||
				     g_str_equal(s->cols[i], FOLD_KEY_LAYOUT);

			if (head->len)
				g_string_append(head, ", ");
			if (!plain)
				g_string_append_printf(head, "%s ", s->cols[i]);
			g_string_append(head, text ? text : "-");
		}
		doc_table_column(b->table, head->str, b->metric_in_rows ? NULL : b->scale[c].unit,
			false, true);
	}
}

static void print_number(double value, const struct scale *s, GString *out)
{
	char text[G_ASCII_DTOSTR_BUF_SIZE + 320];

	g_snprintf(text, sizeof(text), "%.*f", s->digits, value / s->divisor);
	g_string_append(out, text);
}

static double shown_value(const struct table_options *options, const struct pivot_cell *c)
{
	switch (options->cell) {
	case TABLE_MEDIAN:
		return c->sum.values ? table_median((double *)(void *)c->sum.values->data,
					       c->sum.values->len)
				     : NAN;
	case TABLE_MIN:
		return c->sum.min;
	case TABLE_MAX:
		return c->sum.max;
	case TABLE_N:
		return options->over_time ? c->sum.windows : c->sum.n;
	default:
		return c->sum.mean;
	}
}

/* Runs of one kind have no common spread over time. */
static bool repeats(const struct builder *b, const struct pivot_cell *c)
{
	return b->options->over_time && c->sum.n > 1;
}

/* Over time their number is asked for, and a total has none. */
static bool lacks_windows(const struct builder *b, const struct pivot_cell *c)
{
	return b->options->over_time && b->options->cell == TABLE_N && !c->sum.windows;
}

static bool mixes(const struct builder *b, const struct pivot_cell *c)
{
	return (c->pooled || repeats(b, c)) && c->sum.n > 1 && b->options->cell != TABLE_RAW &&
	       b->options->cell != TABLE_N;
}

void table_fill_range(const struct table_options *options, const struct pivot_cell *c,
	const struct scale *s, struct doc_cell *out, GString *text)
{
	out->kind = CELL_RANGE;
	out->lo = c->sum.min / s->divisor;
	out->hi = c->sum.max / s->divisor;
	print_number(c->sum.min, s, text);
	g_string_append(text, options->ascii ? "-" : "–");
	print_number(c->sum.max, s, text);
}

void table_fill_cell(const struct table_options *options, const struct pivot_cell *c,
	const struct scale *s, struct doc_cell *out, GString *text)
{
	bool wanted = options->cell == TABLE_MEAN_SD;
	double sd = wanted ? fold_cell_sd(&c->sum) : NAN;

	out->value = shown_value(options, c) / s->divisor;
	out->kind = CELL_VALUE;
	if (c->sum.original && options->cell == TABLE_RAW) {
		g_string_append(text, c->sum.original);
		out->value = g_ascii_strtod(c->sum.original, NULL);
		return;
	}
	print_number(shown_value(options, c), s, text);
	/* One published figure keeps the deviation published with it; that over time is asked for.
	 */
	if (wanted && c->sum.n == 1 && (options->over_time || !c->sum.windows))
		sd = c->sum.stddev;
	if (isnan(sd))
		return;
	out->kind = CELL_MEAN_SD;
	out->sd = sd / s->divisor;
	g_string_append(text, options->ascii ? " +- " : " ± ");
	print_number(sd, s, text);
}

static void count_missing(struct builder *b, const struct pivot_cell *c)
{
	b->n_missing += c->sum.missing;
	b->missing_flags |= c->sum.missing_flags;
}

static unsigned pooled_note(const struct builder *b, const char *pooled)
{
	g_autofree char *text =
		pooled ? g_strdup_printf(
				 "pools %s, which differ: n and range only, no mean", pooled)
		       : g_strdup(
				 "has several runs, each with a spread over time of its own: n and "
				 "range only; a row or column key such as source tells them apart");

	return doc_table_note(b->table, text);
}

static void count_windows(struct builder *b, const struct pivot_cell *c)
{
	if (!c->sum.windows)
		return;
	b->windows_least = b->windows_most ? MIN(b->windows_least, c->sum.windows) : c->sum.windows;
	b->windows_most = MAX(b->windows_most, c->sum.windows);
}

static void add_cell(struct builder *b, size_t row, size_t col)
{
	const struct pivot_cell *c = cell_at(b->pivot, row, col);
	const struct scale *s = &b->scale[b->metric_in_rows ? row : col];
	struct doc_cell out = {.value = NAN, .sd = NAN, .lo = NAN, .hi = NAN};
	g_autoptr(GString) text = g_string_new(NULL);

	out.flags = c->sum.flags;
	out.n = c->sum.n;
	if (c->used)
		count_missing(b, c);
	if (!c->used || (!c->sum.n && b->options->cell != TABLE_N) || lacks_windows(b, c)) {
		out.kind = CELL_MISSING;
	} else if (mixes(b, c)) {
		out.mark = pooled_note(b, c->pooled);
		table_fill_range(b->options, c, s, &out, text);
		g_string_append_printf(text, " (n %u)", c->sum.n);
	} else {
		table_fill_cell(b->options, c, s, &out, text);
		count_windows(b, c);
		b->n_least = b->n_least ? MIN(b->n_least, c->sum.n) : c->sum.n;
		b->n_most = MAX(b->n_most, c->sum.n);
	}
	out.text = out.kind == CELL_MISSING ? NULL : text->str;
	out.unit = b->metric_in_rows ? (char *)s->unit : NULL;
	if (b->options->cell == TABLE_RAW && !s->unit)
		out.unit = (char *)c->sum.original_unit;
	doc_table_cell(b->table, &out);
}

static void add_rows(struct builder *b)
{
	const struct pivot *p = b->pivot;
	const struct pivot_spec *s = b->spec;
	bool clash = table_labels_clash(p->row, p->n_rows, s->rows, s->n_rows);

	for (size_t r = 0; r < p->n_rows; r++) {
		size_t row = b->order[r];

		doc_table_row(b->table);
		for (size_t i = 0; i < s->n_rows; i++) {
			g_autofree char *text = table_level(&p->row[row], i, s->rows, clash);

			doc_table_text(b->table, text);
		}
		for (size_t col = 0; col < p->n_cols; col++)
			add_cell(b, row, col);
	}
}

static struct doc_cell *doc_cell_at(struct doc_table *table, size_t row, size_t col)
{
	return &g_array_index((GArray *)g_ptr_array_index(table->rows, row), struct doc_cell, col);
}

/* Marks the best of one line; equal figures are all best. */
static bool mark_best(struct builder *b, const struct metric *metric, size_t line)
{
	const struct pivot *p = b->pivot;
	size_t most = b->metric_in_rows ? p->n_cols : p->n_rows, n = 0;
	double best = NAN;

	if (!metric || metric->better == BETTER_NONE)
		return false;
	for (int pass = 0; pass < 2; pass++)
		for (size_t i = 0; i < most; i++) {
			struct doc_cell *c =
				b->metric_in_rows
					? doc_cell_at(b->table, line, b->spec->n_rows + i)
					: doc_cell_at(b->table, i, b->spec->n_rows + line);

			if (c->kind != CELL_VALUE && c->kind != CELL_MEAN_SD)
				continue;
			n += !pass;
			if (pass && n > 1)
				c->best = c->value == best;
			else if (isnan(best) || (metric->better == BETTER_HIGHER ? c->value > best
										 : c->value < best))
				best = c->value;
		}
	return n > 1;
}

static void add_best(struct builder *b)
{
	const struct pivot *p = b->pivot;
	size_t n = b->metric_in_rows ? p->n_rows : p->n_cols;
	bool any = false;

	for (size_t i = 0; i < n; i++)
		any |= mark_best(
			b, b->metric_in_rows ? p->row[b->order[i]].metric : p->col[i].metric, i);
	if (any)
		doc_table_note(b->table, "best: the best figure of its metric by itself; its "
					 "spread is not considered");
}

/* One pooling for every cell needs no marks. */
static void drop_marks(struct builder *b)
{
	bool all = b->table->notes->len == 1;
	char *note;

	for (guint r = 0; r < b->table->rows->len && all; r++)
		for (guint c = 0; c < b->table->columns->len && all; c++) {
			struct doc_cell *cell = doc_cell_at(b->table, r, c);

			all = c < b->spec->n_rows || cell->kind == CELL_MISSING || cell->mark;
		}
	if (!all)
		return;
	for (guint r = 0; r < b->table->rows->len; r++)
		for (guint c = 0; c < b->table->columns->len; c++)
			doc_cell_at(b->table, r, c)->mark = 0;
	note = g_strconcat("every cell ", b->table->notes->pdata[0], NULL);
	g_free(b->table->notes->pdata[0]);
	b->table->notes->pdata[0] = note;
}

/* Rows with figures of a test that was begun again; without keys of rows there is just the note. */
static void mark_repeated(struct builder *b)
{
	const size_t keys = b->spec->n_rows;
	unsigned note = 0;

	for (guint r = 0; r < b->table->rows->len; r++) {
		bool repeated = false;

		for (guint c = (guint)keys; c < b->table->columns->len; c++)
			repeated |=
				doc_cell_at(b->table, r, c)->flags & QUALITY_BIT(QUALITY_REPEATED);
		if (!repeated)
			continue;
		if (!note)
			note = doc_table_note(b->table, "a test was cut off and begun again; its "
							"figures are of the last try");
		if (keys)
			doc_cell_at(b->table, r, 0)->mark = note;
	}
}

static void note_missing(struct builder *b)
{
	g_autoptr(GString) text = g_string_new(NULL), flags = g_string_new(NULL);

	if (!b->n_missing)
		return;
	quality_print(b->missing_flags, flags);
	g_string_replace(flags, ";", ", ", 0);
	if (b->n_missing == 1)
		g_string_printf(text, "1 figure is missing or no sample (%s)", flags->str);
	else
		g_string_printf(text,
			"%" G_GUINT64_FORMAT " figures are missing or no samples (%s)",
			b->n_missing, flags->str);
	g_string_append_printf(text, "; `iotab records` gives file and line%s",
		b->n_missing > 1 ? " of each" : "");
	doc_table_note(b->table, text->str);
}

static bool is_axis(const struct pivot_spec *s, const char *key)
{
	for (size_t i = 0; i < s->n_rows; i++)
		if (g_str_equal(s->rows[i], key))
			return true;
	for (size_t i = 0; i < s->n_cols; i++)
		if (g_str_equal(s->cols[i], key))
			return true;
	return false;
}

static void print_windows(const struct builder *b, GString *out)
{
	if (b->options->cell == TABLE_MEAN_SD)
		g_string_append(out, b->options->ascii ? "+- " : "± ");
	g_string_append(out, "over time, ");
	if (b->windows_least < b->windows_most)
		g_string_append_printf(out, "%u to ", b->windows_least);
	g_string_append_printf(
		out, "%u window%s, 1 run", b->windows_most, b->windows_most == 1 ? "" : "s");
}

static void note_windows(struct builder *b)
{
	if (!b->windows_most || b->options->cell != TABLE_MEAN_SD)
		return;
	doc_table_note(b->table,
		b->options->ascii ? "+- is the sample standard deviation over the windows of "
				    "one run, not over runs"
				  : "± is the sample standard deviation over the windows of "
				    "one run, not over runs");
}

/* The caption comes first and says what is known last. */
static void caption_windows(struct builder *b)
{
	g_autoptr(GString) text = g_string_new(b->table->caption);

	if (!b->options->over_time || !b->windows_most)
		return;
	if (text->len)
		g_string_append(text, "; ");
	print_windows(b, text);
	g_free(b->table->caption);
	b->table->caption = g_strdup(text->str);
}

/* What the figures of cells with several runs are, and over what they are taken. */
static void note_cells(struct builder *b)
{
	static const char *const what[TABLE_CELL_COUNT] = {
		[TABLE_MEAN] = "figures are the mean",
		[TABLE_MEAN_SD] = "± is the sample standard deviation",
		[TABLE_MEDIAN] = "figures are the median",
		[TABLE_MIN] = "figures are the least",
		[TABLE_MAX] = "figures are the greatest",
	};
	const struct pivot_spec *s = b->spec;
	g_autoptr(GString) text = g_string_new(what[b->options->cell]);

	if (b->windows_most && !b->options->over_time)
		doc_table_note(b->table, "figures of logs over time are means over their windows; "
					 "--over time shows their spread");
	if (b->options->over_time) {
		note_windows(b);
		return;
	}
	if (!what[b->options->cell] || b->n_most < 2)
		return;
	if (b->options->ascii)
		g_string_replace(text, "±", "+-", 0);
	g_string_append(text, " over runs");
	for (size_t i = 0, k = 0; i < s->n_over; i++)
		if (!is_axis(s, s->over[i]))
			g_string_append_printf(text, "%s%s", k++ ? ", " : " of any ", s->over[i]);
	g_string_append(text, ", n = ");
	if (b->n_least < b->n_most)
		g_string_append_printf(text, "%" G_GUINT64_FORMAT " to ", b->n_least);
	g_string_append_printf(text, "%" G_GUINT64_FORMAT " per cell", b->n_most);
	doc_table_note(b->table, text->str);
}

/* What rows are sorted by: a row key, or a column. */
struct sorting {
	const struct builder *b;
	size_t key; /* G_MAXSIZE: by column */
	size_t column;
	bool down;
};

static int compare_rows(gconstpointer pa, gconstpointer pb, gpointer data)
{
	const struct sorting *s = data;
	size_t x = *(const size_t *)pa, y = *(const size_t *)pb;
	const struct pivot *p = s->b->pivot;
	int c = 0;

	if (s->key != G_MAXSIZE) {
		const struct pivot_line *a = &p->row[x], *b = &p->row[y];

		c = pivot_compare_level(s->b->spec->rows[s->key], s->key, a, b);
		c = s->down && a->level[s->key] && b->level[s->key] ? -c : c;
	} else {
		const struct pivot_cell *a = cell_at(p, x, s->column),
					*b = cell_at(p, y, s->column);

		if (!a->sum.n || !b->sum.n) {
			c = !a->sum.n - !b->sum.n; /* missing last, either way round */
		} else {
			double u = shown_value(s->b->options, a), v = shown_value(s->b->options, b);

			c = s->down ? (u < v) - (u > v) : (u > v) - (u < v);
		}
	}
	return c ? c : (x > y) - (x < y);
}

static bool find_sorting(const struct builder *b, struct metrics *metrics, const char *name,
	struct sorting *s, GError **error)
{
	const struct pivot *p = b->pivot;
	g_autoptr(GPtrArray) meant = NULL;
	g_autofree char *why = NULL;
	g_autoptr(GPtrArray) names = g_ptr_array_new();
	g_autoptr(GString) text = g_string_new(NULL);
	size_t heads = 0;

	for (s->key = 0; s->key < b->spec->n_rows; s->key++)
		if (g_str_equal(b->spec->rows[s->key], name))
			return true;
	s->key = G_MAXSIZE;
	meant = metrics_find_all(metrics, name, &why);
	for (size_t i = 0; meant && i < p->n_cols; i++)
		if (g_ptr_array_find(meant, p->col[i].metric, NULL) && !heads++)
			s->column = i;
	if (heads > 1)
		g_set_error(error, IOTAB_ERROR, IOTAB_ERROR_USAGE,
			"--sort: '%s' heads %zu columns of this table", name, heads);
	if (heads)
		return heads == 1;
	g_string_printf(text, "--sort: '%s' is neither a row key nor a column of this table", name);
	for (size_t i = 0; i < b->spec->n_rows; i++)
		g_ptr_array_add(names, (gpointer)b->spec->rows[i]);
	for (size_t i = 0; i < p->n_cols; i++)
		if (p->col[i].metric)
			g_ptr_array_add(names, (gpointer)(strchr(p->col[i].metric->name, ':') + 1));
	near_hint(text, name, (const char *const *)names->pdata, names->len);
	g_set_error_literal(error, IOTAB_ERROR, IOTAB_ERROR_USAGE, text->str);
	return false;
}

static bool sort_rows(struct builder *b, struct metrics *metrics, GError **error)
{
	struct sorting s = {.b = b};
	g_autofree char *name = g_strdup(b->options->sort);

	b->order = g_new(size_t, b->pivot->n_rows + 1);
	for (size_t i = 0; i < b->pivot->n_rows; i++)
		b->order[i] = i;
	if (!name)
		return true;
	if (g_str_has_suffix(name, ":desc") || g_str_has_suffix(name, ":asc")) {
		s.down = g_str_has_suffix(name, ":desc");
		*strrchr(name, ':') = 0;
	}
	if (!find_sorting(b, metrics, name, &s, error))
		return false;
	g_qsort_with_data(b->order, (gint)b->pivot->n_rows, sizeof(size_t), compare_rows, &s);
	return true;
}

bool table_build(struct doc *doc, const struct pivot *pivot, const struct pivot_spec *spec,
	struct metrics *metrics, const struct table_options *options, const char *caption,
	GError **error)
{
	struct builder b = {.pivot = pivot, .spec = spec, .options = options};
	g_autoptr(GString) said = g_string_new(caption);
	bool ok;

	for (size_t i = 0; i < spec->n_rows; i++)
		b.metric_in_rows |= g_str_equal(spec->rows[i], PIVOT_METRIC);
	b.scale = table_scales(pivot, b.metric_in_rows, options, error);
	ok = b.scale && sort_rows(&b, metrics, error);
	if (ok) {
		table_common(pivot, said);
		b.table = doc_table(doc, said->len ? said->str : NULL);
		add_columns(&b);
		add_rows(&b);
		drop_marks(&b);
		mark_repeated(&b);
		if (options->best && options->cell != TABLE_N) /* more runs are no better */
			add_best(&b);
		caption_windows(&b);
		note_cells(&b);
		note_missing(&b);
	}
	g_free(b.scale);
	g_free(b.order);
	return ok;
}
