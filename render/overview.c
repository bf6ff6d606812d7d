/* The overview as a whole; its facts are made in overview_facts.c and overview_tested.c. */
#include "render/overview.h"

#include "model/unit.h"
#include "render/fit.h"
#include "render/overview_best.h"
#include "render/overview_facts.h"
#include <string.h>

/* "412 KiB" */
static void append_size(GString *out, guint64 bytes)
{
	double divisor;
	const char *unit = unit_for_display(UNIT_BYTE, (double)bytes, &divisor);
	double n = (double)bytes / divisor;

	g_string_append_printf(out, "%.*f %s", divisor > 1 && n < 10 ? 1 : 0, n, unit);
}

static void show_head(const struct facts *p, struct doc_table *table)
{
	const struct overview_facts *f = p->given;
	g_autoptr(GString) text = g_string_new(f->title);
	g_autoptr(GPtrArray) paths = g_ptr_array_new();
	g_autofree char *fits = NULL;

	for (size_t i = 0; i < f->n_paths; i++)
		g_ptr_array_add(paths, (gpointer)f->paths[i]);
	if (!f->title && f->n_paths == 1)
		g_string_append(text, f->paths[0]);
	else if (!f->title)
		fit_list(text, paths, 0, FACT_WIDTH, true, p->ascii);
	fits = (f->title ? fit_end : fit_middle)(text->str, FACT_WIDTH, p->ascii);
	doc_table_column(table, "overview", NULL, true, false);
	doc_table_column(table, fits, NULL, false, false);
}

static void show_inputs(struct facts *p)
{
	const struct overview_facts *f = p->given;
	size_t logs = p->o->counts.logs;
	g_autoptr(GString) text = g_string_new(NULL);
	g_autofree char *study = NULL;
	size_t used;

	facts_count(text, f->files, "file", "files");
	if (f->bytes) {
		g_string_append(text, ", ");
		append_size(text, f->bytes);
	}
	if (logs < f->units)
		g_string_append_printf(
			text, ", %zu no log%s", f->units - logs, f->units - logs == 1 ? "" : "s");
	if (f->copies)
		g_string_append_printf(text, ", %zu left out as %s", f->copies,
			f->copies == 1 ? "a copy" : "copies");
	g_string_append(text, f->study ? "; study " : "; no study");
	used = fit_width(text->str);
	if (f->study && used + 12 < FACT_WIDTH) {
		study = fit_middle(f->study, FACT_WIDTH - used, p->ascii);
		g_string_append(text, study);
	}
	facts_add(p, "inputs", text->str);
}

static gint by_runs(gconstpointer pa, gconstpointer pb)
{
	const struct overview_tool *a = pa, *b = pb;

	return (a->runs < b->runs) - (a->runs > b->runs);
}

static GPtrArray *tool_texts(const struct overview *o)
{
	GPtrArray *texts = facts_list_new();
	g_autoptr(GArray) tools = g_array_copy(o->tools);

	g_array_sort(tools, by_runs); /* stable */
	for (guint i = 0; i < tools->len; i++) {
		const struct overview_tool *t = &g_array_index(tools, struct overview_tool, i);

		g_ptr_array_add(texts, g_strdup_printf("%" G_GUINT64_FORMAT " %s %s", t->runs,
					       t->tool ? t->tool : "without",
					       !t->tool     ? "a tool"
					       : t->version ? t->version
							    : "without version"));
	}
	return texts;
}

static void append_figures(const struct overview_counts *c, GString *out)
{
	facts_count(out, c->figures, "figure", "figures");
	if (c->missing)
		g_string_append_printf(out, ", %" G_GUINT64_FORMAT " missing", c->missing);
}

/* Tools, status and figures: in one row where they fit. */
static void show_runs(struct facts *p)
{
	const struct overview_counts *c = &p->o->counts;
	g_autoptr(GString) tools = g_string_new(NULL), status = g_string_new(NULL);
	g_autoptr(GString) figures = g_string_new(NULL), row = g_string_new(NULL);
	g_autoptr(GPtrArray) texts = tool_texts(p->o);
	size_t all = fold_runs(p->o->fold), chosen = fold_runs_chosen(p->o->fold);

	if (chosen < all)
		g_string_append_printf(
			tools, "%zu of %zu chosen%s", chosen, all, chosen ? ": " : "");
	fit_list(tools, texts, 0, FACT_WIDTH, true, p->ascii);
	for (int i = 0, n = 0; i < RUN_STATUS_COUNT; i++)
		if (c->runs[i])
			g_string_append_printf(status, "%s%" G_GUINT64_FORMAT " %s",
				n++ ? ", " : "", c->runs[i], run_status_name((enum run_status)i));
	append_figures(c, figures);
	if (!chosen) {
		facts_add(p, "runs", all ? tools->str : "none");
		return;
	}
	g_string_printf(row, "%s: %s; %s", tools->str, status->str, figures->str);
	if (fit_width(row->str) <= FACT_WIDTH) {
		facts_add(p, "runs", row->str);
		return;
	}
	facts_add(p, "runs", tools->str);
	g_string_printf(row, "%s; %s", status->str, figures->str);
	if (fit_width(row->str) <= FACT_WIDTH) {
		facts_add(p, "status", row->str);
		return;
	}
	facts_add(p, "status", status->str);
	facts_add(p, "figures", figures->str);
}

static void show_error(struct facts *p)
{
	const struct overview_error *e = &p->o->counts.error;
	g_autoptr(GString) text = g_string_new(NULL), more = g_string_new(NULL);
	g_autofree char *file = NULL, *plain = NULL, *why = NULL;
	char line[16];
	size_t room;

	if (!e->text)
		return;
	g_snprintf(line, sizeof(line), ":%u: ", e->line);
	if (e->runs > 1)
		g_string_printf(more, " (and %" G_GUINT64_FORMAT " more)", e->runs - 1);
	plain = fit_plain(e->text, p->ascii);
	room = FACT_WIDTH - strlen(line) - more->len;
	file = fit_middle(
		e->file, room > 30 + fit_width(plain) ? room - fit_width(plain) : 30, p->ascii);
	why = fit_end(plain, room - fit_width(file), p->ascii);
	g_string_printf(text, "%s%s%s%s", file, line, why, more->str);
	facts_add(p, "error", text->str);
}

/* With as many rows as there is something to say, or tight. */
static void gather_facts(struct facts *p, bool tight)
{
	const struct overview *o = p->o;

	p->tight = tight;
	g_ptr_array_set_size(p->rows, 0);
	show_inputs(p);
	show_runs(p);
	show_error(p);
	if (fold_runs_chosen(o->fold))
		facts_tested(p);
	facts_suspects(p);
	if (o->layouts->len)
		facts_safety(p);
	facts_fixed(p);
}

static void show_facts(const struct facts *p, struct doc *doc)
{
	struct doc_table *table = doc_table(doc, NULL);

	show_head(p, table);
	for (guint i = 0; i < p->rows->len; i += 2) {
		doc_table_row(table);
		doc_table_text(table, p->rows->pdata[i]);
		doc_table_text(table, p->rows->pdata[i + 1]);
	}
}

/* The first `n` commands, under a word, as lines of one paragraph; NULL: none. */
static char *next_text(const struct facts *p, guint n)
{
	GString *text = g_string_new("Next:");

	for (guint i = 0; i < MIN(n, p->given->next->len); i++)
		g_string_append_printf(text, "\n%s", (const char *)p->given->next->pdata[i]);
	return g_string_free(text, !p->given->next->len);
}

/* With the empty line before it. */
static size_t text_lines(const char *text)
{
	size_t n = text ? 2 : 0;

	for (; text && *text; text++)
		n += *text == '\n';
	return n;
}

/* What is left for the best rows. */
static size_t lines_left(const struct facts *p, const char *next)
{
	size_t used = 2 + p->rows->len / 2 + text_lines(next) + 1;

	return used < OVERVIEW_LINES ? OVERVIEW_LINES - used : 0;
}

void overview_show(struct doc *doc, const struct overview *o, const struct overview_facts *facts)
{
	struct facts p = {.o = o, .given = facts, .rows = facts_list_new(), .ascii = facts->ascii};
	g_autofree char *next = next_text(&p, G_MAXUINT);
	size_t least = o->n_best ? 2 + o->n_best : 0;

	gather_facts(&p, false);
	if (lines_left(&p, next) < least)
		gather_facts(&p, true);
	if (lines_left(&p, next) < least) {
		g_free(next);
		next = next_text(&p, 1);
	}
	show_facts(&p, doc);
	if (o->n_best)
		overview_show_best(doc, o, lines_left(&p, next), p.ascii);
	if (next)
		doc_paragraph(doc, next);
	g_ptr_array_free(p.rows, TRUE);
}
