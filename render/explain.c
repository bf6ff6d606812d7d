#include "render/explain.h"

#include "model/layout.h"
#include "render/table_names.h"
#include <math.h>
#include <string.h>

/* Longer lines and commands are cut here. */
#define TEXT_MAX 400

static void heads(struct doc_table *t, const char *const *names, size_t n)
{
	for (size_t i = 0; i < n; i++)
		doc_table_column(t, names[i], NULL, i == 0, false);
}

static void put_row(struct doc_table *t, const char *fact, const char *value, const char *from)
{
	if (!value)
		return;
	doc_table_row(t);
	doc_table_text(t, fact);
	doc_table_text(t, value);
	doc_table_text(t, from);
}

/* Bytes of any kind as text: what is no character is shown as \xNN. */
static char *visible(const char *text, size_t n)
{
	g_autofree char *start = g_strndup(text, MIN(n, TEXT_MAX));
	GString *out = g_string_new(NULL);

	diag_print_visible(start, out);
	if (n > TEXT_MAX)
		g_string_append_printf(out, " ... (%zu bytes)", n);
	return g_string_free(out, FALSE);
}

static void show_line(const struct explain *e, struct doc *doc)
{
	static const char *const names[] = {"the line", ""};
	struct doc_table *t = doc_table(doc, NULL);
	g_autofree char *text = visible(e->text->str, e->text->len);
	g_autofree char *class = NULL;

	heads(t, names, 2);
	if (!e->classed)
		text[0] = '\0';
	class = e->classed ? g_strdup_printf(
				     "%s: %s", line_class_name(e->class), line_class_help(e->class))
			   : g_strdup("none: the line was skipped");
	doc_table_row(t);
	doc_table_text(t, "text");
	doc_table_text(t, e->classed ? text : NULL);
	doc_table_row(t);
	doc_table_text(t, "taken for");
	doc_table_text(t, class);
}

static char *origin_of(const struct run *run, const char *key)
{
	const struct origin *origin = run_origin(run, key);
	GString *out = g_string_new(NULL);

	if (origin)
		origin_print(origin, out);
	else
		g_string_append(out, "input");
	return g_string_free(out, FALSE);
}

/* What the canonical key was read from. */
static const char *shape_from(const struct run *run)
{
	g_autoptr(GString) key = g_string_new(NULL);
	struct layout layout;

	if (run_origin(run, ORIGIN_SHAPE))
		return "study";
	if (!run_origin(run, "layout"))
		return "input";
	if (layout_parse(run->label, NULL, &layout))
		layout_print_key(&layout, key);
	return g_str_equal(key->str, run->layout) ? "its name" : "its name and raid";
}

static void show_layout(const struct run *run, struct doc_table *t)
{
	g_autofree char *from = origin_of(run, "layout");

	put_row(t, "layout", run->label, from);
	if (run->layout)
		put_row(t, "layout key", run->layout, shape_from(run));
	else if (run->label)
		put_row(t, "layout key", "none", "its name is not understood");
	else
		put_row(t, "layout", "not said", "-");
}

static void show_run(const struct explain *e, struct doc *doc)
{
	static const char *const names[] = {"the run", "", "from"};
	const struct run *run = &e->run;
	struct doc_table *t = doc_table(doc, NULL);
	g_autofree char *host = origin_of(run, "host");
	g_autofree char *command =
		run->command ? visible(run->command, strlen(run->command)) : NULL;
	g_autofree char *lines =
		e->run_last ? g_strdup_printf("%u to %u", run->pos.line, e->run_last)
			    : g_strdup_printf("from %u of %s", run->pos.line, run->pos.file);
	g_autofree char *tool = run->tool ? g_strjoin(" ", run->tool, run->version, NULL)
					  : g_strdup("none: no tool printed anything");

	heads(t, names, 3);
	put_row(t, "lines", lines, "input");
	put_row(t, "tool", tool, "input");
	put_row(t, "status", run_status_name(run->status), "input");
	put_row(t, "error", run->error, "input");
	put_row(t, "command", command, "input");
	put_row(t, "date", run->when, "input");
	put_row(t, "host", run->host, host);
	show_layout(run, t);
	for (size_t i = 0; i < run->factors->n; i++) {
		g_autofree char *from = origin_of(run, run->factors->level[i].key);

		put_row(t, run->factors->level[i].key, run->factors->level[i].value, from);
	}
}

static char *at_text(const struct keyset *at)
{
	GString *out = g_string_new(NULL);

	for (size_t i = 0; i < at->n; i++) {
		g_autofree char *level = table_level_text(at->level[i].key, at->level[i].value);

		g_string_append_printf(out, "%s%s %s", i ? ", " : "", at->level[i].key, level);
	}
	return g_string_free(out, FALSE);
}

static char *value_text(const struct measurement *m)
{
	GString *out = g_string_new(NULL);

	if (isnan(m->value)) {
		g_string_free(out, TRUE);
		return NULL;
	}
	number_print(m->value, out);
	if (m->metric->unit != UNIT_ONE)
		g_string_append_printf(out, " %s", unit_name(m->metric->unit));
	return g_string_free(out, FALSE);
}

static void show_figure(const struct explain *e, const struct measurement *m, struct doc_table *t)
{
	g_autofree char *at = at_text(m->at), *value = value_text(m), *place = NULL;
	g_autofree char *printed =
		m->original ? g_strjoin(" ", m->original, m->original_unit, NULL) : NULL;
	g_autoptr(GString) flags = g_string_new(NULL);
	size_t first, last;

	if (explain_columns(e, m, &first, &last))
		place = last > first ? g_strdup_printf("%zu-%zu", first, last)
				     : g_strdup_printf("%zu", first);
	quality_print(m->flags, flags);
	doc_table_row(t);
	doc_table_text(t, m->metric->name);
	doc_table_text(t, *at ? at : NULL);
	doc_table_text(t, value);
	doc_table_text(t, printed);
	doc_table_text(t, place);
	doc_table_text(t, flags->len ? flags->str : NULL);
	doc_table_text(t, isnan(m->value)                ? "no: missing"
			  : m->flags & QUALITY_NO_SAMPLE ? "no: flagged"
							 : "yes");
}

static void show_flags(const struct explain *e, struct doc *doc)
{
	static const char *const names[] = {"flag", "means", "in tables"};
	struct doc_table *t = NULL;
	guint32 flags = 0;

	for (guint i = 0; i < e->figures->len; i++)
		flags |= g_array_index(e->figures, struct measurement, i).flags;
	for (int q = 0; q < QUALITY_COUNT; q++) {
		if (!(flags & QUALITY_BIT(q)))
			continue;
		if (!t) {
			t = doc_table(doc, NULL);
			heads(t, names, 3);
		}
		put_row(t, quality_name((enum quality)q), quality_help((enum quality)q),
			QUALITY_BIT(q) & QUALITY_NO_SAMPLE ? "never" : NULL);
	}
}

static void show_figures(const struct explain *e, struct doc *doc)
{
	static const char *const names[] = {
		"figure", "at", "value", "as printed", "columns", "flags", "in tables"};
	struct doc_table *t;

	if (!e->figures->len) {
		doc_paragraph(doc, "No figure was read from this line.");
		return;
	}
	t = doc_table(doc, NULL);
	heads(t, names, G_N_ELEMENTS(names));
	for (guint i = 0; i < e->figures->len; i++)
		show_figure(e, &g_array_index(e->figures, struct measurement, i), t);
	show_flags(e, doc);
}

static void show_diagnostics(const struct explain *e, const struct diag *diag, struct doc *doc)
{
	static const char *const names[] = {"message", "", "level"};
	struct doc_table *t = NULL;

	for (size_t i = 0; i < diag_count(diag); i++) {
		const struct diag_entry *entry = diag_get(diag, i);
		const struct diag_info *info = diag_info(entry->code);
		g_autofree char *detail = NULL, *text = NULL;

		if (entry->line != e->line || !entry->file || !g_str_equal(entry->file, e->file))
			continue;
		if (!t) {
			t = doc_table(doc, NULL);
			heads(t, names, 3);
		}
		detail = entry->detail ? visible(entry->detail, strlen(entry->detail)) : NULL;
		text = g_strjoin(": ", info->text, detail, NULL);
		put_row(t, info->name, text, diag_level_name(info->level));
	}
}

void explain_show(const struct explain *e, const struct diag *diag, struct doc *doc)
{
	show_line(e, doc);
	if (e->has_run)
		show_run(e, doc);
	else
		doc_paragraph(doc, "It belongs to no run.");
	if (e->more_runs) {
		g_autofree char *more = g_strdup_printf("%u more run%s something from this line.",
			e->more_runs, e->more_runs > 1 ? "s have" : " has");

		doc_paragraph(doc, more);
	}
	show_figures(e, doc);
	show_diagnostics(e, diag, doc);
}

static bool same_place(const struct origin *a, const struct origin *b)
{
	return a->kind == b->kind && a->line == b->line;
}

/* " (layout, raid)": what all comes from there. */
static void print_keys(const struct run *run, const struct origin *from, GString *out)
{
	const char *separator = " (";

	for (size_t i = 0; i < run->n_origins; i++) {
		const struct origin *o = &run->origins[i];

		if (!same_place(o, from))
			continue;
		g_string_append_printf(out, "%s%s", separator,
			g_str_equal(o->key, ORIGIN_SHAPE) ? "shape" : o->key);
		separator = ", ";
	}
	g_string_append_c(out, ')');
}

void explain_print_origins(const struct run *run, GString *out)
{
	const struct origin *o = run->origins;
	bool several = false;

	for (size_t i = 1; i < run->n_origins; i++)
		several = several || !same_place(&o[i], &o[0]);
	for (size_t i = 0; i < run->n_origins; i++) {
		bool seen = false;

		for (size_t k = 0; k < i; k++)
			seen = seen || same_place(&o[k], &o[i]);
		if (seen)
			continue;
		if (i)
			g_string_append(out, ", ");
		origin_print(&o[i], out);
		if (several)
			print_keys(run, &o[i], out);
	}
}
