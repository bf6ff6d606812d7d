#include "render/overview_best.h"

#include "render/fit.h"
#include "render/overview.h"
#include "render/table_names.h"
#include "render/table_scale.h"
#include <math.h>
#include <string.h>

#define BEST_ROWS  3
#define TITLE_MOST 16
#define WINNER     "clear winner?"

struct best_table {
	const struct overview *o;
	struct doc_table *table;
	struct scale *scale[OVERVIEW_CLASSES]; /* of all columns of its pivot */
	const char *unit;                      /* of all figures; NULL: each has its own */
	bool verdicts;                         /* is there anything to compare? */
	size_t name_width;
	bool ascii;
};

static struct table_options options_for(const struct best_table *t)
{
	return (struct table_options){.cell = TABLE_MEAN_SD, .digits = -1, .ascii = t->ascii};
}

static const struct scale *scale_of(const struct best_table *t, size_t i)
{
	return &t->scale[i][t->o->best[i].col];
}

static void choose_scales(struct best_table *t)
{
	const struct table_options options = options_for(t);

	for (size_t i = 0; i < t->o->n_best; i++)
		t->scale[i] = table_scales(t->o->best[i].pivot, false, &options, NULL);
	t->unit = scale_of(t, 0)->unit;
	for (size_t i = 1; i < t->o->n_best; i++)
		if (g_strcmp0(t->unit, scale_of(t, i)->unit))
			t->unit = NULL;
}

/* "no: tied with 5"; at most 20 columns. */
static char *verdict_text(const struct best_table *t, const struct overview_best *b)
{
	switch (b->verdict) {
	case OVERVIEW_MIXED:
		return g_strdup_printf("no: %ss differ", b->mixed);
	case OVERVIEW_ONE_RUN:
		return g_strdup(t->o->runs_most > 1 ? "no: some have 1 run" : "no: one run each");
	case OVERVIEW_INSIDE:
		return g_strdup("no: not over runs");
	case OVERVIEW_NO_SPREAD:
		return g_strdup("no: no spread");
	case OVERVIEW_TIE:
		return g_strdup_printf("no: tied with %zu", b->ties);
	case OVERVIEW_CLEAR:
		return g_strdup("yes");
	default:
		return NULL;
	}
}

/* Rows of a metric that are shown: one at least, as there may be only those that mix. */
static size_t rows_of(const struct overview_best *b, size_t most)
{
	return CLAMP(b->rows, 1, most);
}

/* The row of the pivot that stands there; without any mean the first range. */
static size_t row_at(const struct overview_best *b, size_t rank)
{
	size_t row = 0;

	if (rank < b->rows)
		return b->row[rank];
	while (!b->pivot->cell[row][b->col].sum.n)
		row++;
	return row;
}

/* How sure it is that a row is worse than the first: "p 0.21". */
static char *odds_text(double p)
{
	return isnan(p) ? NULL : p < 0.001 ? g_strdup("p < 0.001") : g_strdup_printf("p %.3f", p);
}

/* Is there nothing by which rows could be named? */
static bool is_all(const struct overview *o)
{
	return !o->layouts->len && !o->factors->len;
}

/* "7x6 z n 1"; "all" where nothing that varies has a name. */
static char *row_name(const struct best_table *t, const struct overview_best *b, size_t row)
{
	const struct pivot_spec *s = &t->o->spec;
	const struct pivot_line *line = &b->pivot->row[row];
	bool clash = table_labels_clash(b->pivot->row, b->pivot->n_rows, s->rows, s->n_rows);
	GString *name;

	if (is_all(t->o))
		return g_strdup("all");
	name = g_string_new(NULL);
	for (size_t i = 0; i < s->n_rows; i++) {
		g_autofree char *level = table_level(line, i, s->rows, clash);

		g_string_append_printf(name, "%s%s", i ? " " : "", level ? level : "-");
	}
	return g_string_free(name, FALSE);
}

static struct doc_cell figure(const struct best_table *t, size_t i, size_t row, GString *text)
{
	const struct table_options options = options_for(t);
	const struct overview_best *b = &t->o->best[i];
	const struct pivot_cell *c = &b->pivot->cell[row][b->col];
	struct doc_cell cell = {.value = NAN, .sd = NAN, .lo = NAN, .hi = NAN};

	(c->pooled ? table_fill_range : table_fill_cell)(&options, c, scale_of(t, i), &cell, text);
	cell.n = c->sum.n;
	cell.flags = c->sum.flags;
	cell.unit = t->unit ? NULL : (char *)scale_of(t, i)->unit;
	return cell;
}

static void add_count(struct doc_table *table, guint n)
{
	char text[16];
	const struct doc_cell cell = {
		.kind = CELL_VALUE, .text = text, .value = n, .sd = NAN, .lo = NAN, .hi = NAN};

	g_snprintf(text, sizeof(text), "%u", n);
	doc_table_cell(table, &cell);
}

static void add_row(struct best_table *t, size_t i, size_t rank)
{
	const struct overview_best *b = &t->o->best[i];
	g_autofree char *title = fit_end(b->metric->title, TITLE_MOST, t->ascii);
	g_autofree char *whole = NULL, *name = NULL, *verdict = NULL;
	g_autoptr(GString) text = g_string_new(NULL);
	size_t row = row_at(b, rank);
	struct doc_cell cell;

	doc_table_row(t->table);
	doc_table_text(t->table, title);
	whole = row_name(t, b, row);
	name = fit_middle(whole, t->name_width, t->ascii);
	cell = figure(t, i, row, text);
	cell.text = text->str;
	doc_table_text(t->table, name);
	doc_table_cell(t->table, &cell);
	add_count(t->table, b->pivot->cell[row][b->col].sum.n);
	if (!t->verdicts)
		return;
	verdict = rank ? odds_text(b->p[rank]) : verdict_text(t, b);
	doc_table_text(t->table, verdict);
}

static size_t most_rows(const struct overview *o, size_t lines)
{
	size_t most = BEST_ROWS, all;

	do {
		all = 2;
		for (size_t i = 0; i < o->n_best; i++)
			all += rows_of(&o->best[i], most);
	} while (all > lines && --most > 1);
	return most;
}

/* What the other columns leave of the screen to the names of rows. */
static size_t name_room(const struct best_table *t, size_t most, const char *head, const char *unit)
{
	size_t title = fit_width(head), value = fit_width(unit), n = 1;
	size_t verdict = fit_width(WINNER), behind;

	for (size_t i = 0; i < t->o->n_best; i++) {
		const struct overview_best *b = &t->o->best[i];
		g_autofree char *name = fit_end(b->metric->title, TITLE_MOST, t->ascii);
		g_autofree char *why = verdict_text(t, b);

		title = MAX(title, fit_width(name));
		verdict = MAX(verdict, why ? fit_width(why) : 0);
		for (size_t k = 0; k < rows_of(b, most); k++) {
			g_autoptr(GString) text = g_string_new(NULL);
			struct doc_cell cell = figure(t, i, row_at(b, k), text);

			if (cell.unit)
				g_string_append_printf(text, " %s", cell.unit);
			value = MAX(value, fit_width(text->str));
			n = MAX(n, (size_t)snprintf(NULL, 0, "%" G_GUINT64_FORMAT, cell.n));
		}
	}
	behind = value + n + 3 * 2 + (t->verdicts ? verdict + 2 : 0);
	return MAX(OVERVIEW_WIDTH - title - behind, 8);
}

void overview_show_best(struct doc *doc, const struct overview *o, size_t lines, bool ascii)
{
	struct best_table t = {.o = o, .ascii = ascii};
	const char *head = o->safe_only ? "best safe" : "best";
	const char *what = o->runs_most > 1 || o->inside ? "mean ± sd" : "one run";
	g_autofree char *unit = NULL, *joined = NULL, *keys = NULL, *shown = NULL;
	size_t most = most_rows(o, lines);

	for (size_t i = 0; i < o->n_best; i++)
		t.verdicts |= o->best[i].verdict != OVERVIEW_ALONE;
	choose_scales(&t);
	unit = t.unit ? g_strdup_printf("%s [%s]", what, t.unit) : g_strdup(what);
	t.name_width = name_room(&t, most, head, unit);
	joined = is_all(o) ? g_strdup("runs") : g_strjoinv(" ", (char **)o->spec.rows);
	keys = fit_middle(joined, t.name_width, ascii);
	shown = fit_plain(what, ascii);
	t.table = doc_table(doc, NULL);
	doc_table_column(t.table, head, NULL, true, false);
	doc_table_column(t.table, keys, NULL, false, false);
	doc_table_column(t.table, shown, t.unit, false, true);
	doc_table_column(t.table, "n", NULL, false, true);
	if (t.verdicts)
		doc_table_column(t.table, WINNER, NULL, false, false);
	for (size_t i = 0; i < o->n_best; i++)
		for (size_t k = 0; k < rows_of(&o->best[i], most); k++)
			add_row(&t, i, k);
	for (size_t i = 0; i < o->n_best; i++)
		g_free(t.scale[i]);
}
