/* The facts of the overview; its table of the best is in render/overview_best.c. */
#include "render/overview.h"

#include "model/unit.h"
#include "render/fit.h"
#include "render/overview_best.h"
#include "render/table_names.h"
#include <string.h>

/* "layouts" and two blanks stand before a fact. */
#define FACT_KEY   8
#define FACT_WIDTH (OVERVIEW_WIDTH - FACT_KEY - 2)

struct page {
	const struct overview *o;
	const struct overview_facts *facts;
	struct doc_table *table;
	bool ascii;
};

static void fact(struct page *p, const char *key, const char *text)
{
	g_autofree char *fits = fit_end(text, FACT_WIDTH, p->ascii);

	doc_table_row(p->table);
	doc_table_text(p->table, key);
	doc_table_text(p->table, fits);
}

/* A list as a fact of at most two rows, the second under the key "and". */
static void fact_list(
	struct page *p, const char *key, GString *text, const GPtrArray *texts, const char *behind)
{
	size_t width = FACT_WIDTH - fit_width(behind);
	g_autoptr(GString) first = g_string_new(text->str), second = g_string_new(NULL);
	guint n = fit_list(first, texts, 0, width, false, p->ascii);

	if (n == texts->len) {
		g_string_append(first, behind);
		fact(p, key, first->str);
		return;
	}
	fact(p, key, first->str);
	fit_list(second, texts, n, width, true, p->ascii);
	g_string_append(second, behind);
	fact(p, "and", second->str);
}

static void count(GString *out, guint64 n, const char *one, const char *many)
{
	g_string_append_printf(out, "%" G_GUINT64_FORMAT " %s", n, n == 1 ? one : many);
}

static GPtrArray *texts_new(void)
{
	return g_ptr_array_new_with_free_func(g_free);
}

/* "412 KiB" */
static void append_size(GString *out, guint64 bytes)
{
	double divisor;
	const char *unit = unit_for_display(UNIT_BYTE, (double)bytes, &divisor);
	double n = (double)bytes / divisor;

	g_string_append_printf(out, "%.*f %s", divisor > 1 && n < 10 ? 1 : 0, n, unit);
}

static void show_head(struct page *p)
{
	const struct overview_facts *f = p->facts;
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
	doc_table_column(p->table, "overview", NULL, true, false);
	doc_table_column(p->table, fits, NULL, false, false);
}

static void show_inputs(struct page *p)
{
	const struct overview_facts *f = p->facts;
	size_t logs = p->o->counts.logs;
	g_autoptr(GString) text = g_string_new(NULL);
	g_autofree char *study = NULL;
	size_t used;

	count(text, f->files, "file", "files");
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
	fact(p, "inputs", text->str);
}

static gint by_runs(gconstpointer pa, gconstpointer pb)
{
	const struct overview_tool *a = pa, *b = pb;

	return (a->runs < b->runs) - (a->runs > b->runs);
}

static GPtrArray *tool_texts(const struct overview *o)
{
	GPtrArray *texts = texts_new();
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
	count(out, c->figures, "figure", "figures");
	if (c->missing)
		g_string_append_printf(out, ", %" G_GUINT64_FORMAT " missing", c->missing);
}

/* Tools, status and figures: in one row where they fit. */
static void show_runs(struct page *p)
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
		fact(p, "runs", all ? tools->str : "none");
		return;
	}
	g_string_printf(row, "%s: %s; %s", tools->str, status->str, figures->str);
	if (fit_width(row->str) <= FACT_WIDTH) {
		fact(p, "runs", row->str);
		return;
	}
	fact(p, "runs", tools->str);
	g_string_printf(row, "%s; %s", status->str, figures->str);
	if (fit_width(row->str) <= FACT_WIDTH) {
		fact(p, "status", row->str);
		return;
	}
	fact(p, "status", status->str);
	fact(p, "figures", figures->str);
}

static void show_error(struct page *p)
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
	fact(p, "error", text->str);
}

static const struct overview_layout *layout_at(const struct overview *o, guint i)
{
	return &g_array_index(o->layouts, struct overview_layout, i);
}

static bool labels_clash(const struct overview *o)
{
	for (guint i = 1; i < o->layouts->len; i++)
		if (!g_strcmp0(layout_at(o, i)->label, layout_at(o, i - 1)->label))
			return true;
	return false;
}

static void show_layouts(struct page *p)
{
	const struct overview *o = p->o;
	bool clash = labels_clash(o);
	g_autoptr(GString) text = g_string_new(NULL);
	g_autoptr(GPtrArray) names = texts_new();

	for (guint i = 0; i < o->layouts->len; i++) {
		const struct overview_layout *l = layout_at(o, i);
		const char *label = l->label ? l->label : l->key;

		g_ptr_array_add(names, clash && l->raid ? g_strconcat(label, " ", l->raid, NULL)
							: g_strdup(label));
	}
	if (names->len)
		g_string_printf(text, "%u: ", names->len);
	else
		g_string_append(text, "none named (--set layout=NAME before an input names one)");
	fit_list(text, names, 0, FACT_WIDTH, true, p->ascii);
	fact(p, "layouts", text->str);
}

/* A level as tables show it; the caller frees. */
static char *level_text(const char *key, const char *level)
{
	const char *levels[] = {level};
	const struct pivot_line line = {.level = levels};

	return level ? table_level(&line, 0, &key, false) : g_strdup("-");
}

/* "cache 0, 1, 2", "record-size 4 KiB to 16 MiB (13)" */
static char *key_text(const struct overview_key *k, size_t most)
{
	GString *text = g_string_new(k->key);
	const GPtrArray *levels = k->levels;

	if (levels->len > most) {
		g_autofree char *first = level_text(k->key, levels->pdata[0]);
		g_autofree char *last = level_text(k->key, levels->pdata[levels->len - 1]);

		g_string_append_printf(text, " %s to %s (%u)", first, last, levels->len);
	}
	for (guint i = 0; i < levels->len && levels->len <= most; i++) {
		g_autofree char *level = level_text(k->key, levels->pdata[i]);

		g_string_append_printf(text, "%s%s", i ? "|" : " ", level);
	}
	return g_string_free(text, FALSE);
}

static void show_factors(struct page *p)
{
	const struct overview *o = p->o;
	g_autoptr(GString) text = g_string_new(NULL);
	g_autoptr(GPtrArray) names = texts_new();

	for (guint i = 0; i < o->factors->len; i++)
		g_ptr_array_add(
			names, key_text(&g_array_index(o->factors, struct overview_key, i), 4));
	if (names->len)
		fact_list(p, "factors", text, names, "");
}

/* Sizes, or modes: those that differ first, as the levels show, then what all have. */
static void show_ats(struct page *p, bool sizes)
{
	const struct overview *o = p->o;
	g_autoptr(GString) text = g_string_new(NULL);
	g_autoptr(GPtrArray) names = texts_new();

	for (int differ = 1; differ >= 0; differ--)
		for (guint i = 0; i < o->ats->len; i++) {
			const struct overview_key *at =
				&g_array_index(o->ats, struct overview_key, i);
			g_autofree char *name = key_text(at, 3);

			if (overview_differs(at) == differ &&
				g_str_has_suffix(at->key, "-size") == sizes)
				g_ptr_array_add(names,
					g_strconcat(name, at->some ? " or none" : NULL, NULL));
		}
	if (names->len)
		fact_list(p, sizes ? "sizes" : "modes", text, names, "");
}

static gint by_level(gconstpointer a, gconstpointer b)
{
	return level_compare(*(const char *const *)a, *(const char *const *)b);
}

/* "hosts a|b", "iozone 3.414|3.430", "12 iozone versions" */
static void add_mixed(GPtrArray *out, const GPtrArray *levels, const char *few, const char *many)
{
	GString *text;

	if (levels->len < 2)
		return;
	text = g_string_new(NULL);
	if (levels->len > 4)
		g_string_printf(text, "%u %s", levels->len, many);
	else
		g_string_append(text, few);
	for (guint i = 0; i < levels->len && levels->len <= 4; i++)
		g_string_append_printf(text, "%s%s", i ? "|" : " ", (const char *)levels->pdata[i]);
	g_ptr_array_add(out, g_string_free(text, FALSE));
}

/* Versions of one tool after the other; tools themselves never share a cell. */
static void add_versions(const struct overview *o, GPtrArray *out)
{
	g_autoptr(GPtrArray) done = g_ptr_array_new();

	for (guint i = 0; i < o->tools->len; i++) {
		const struct overview_tool *t = &g_array_index(o->tools, struct overview_tool, i);
		g_autoptr(GPtrArray) versions = g_ptr_array_new();
		g_autofree char *many = NULL;

		if (!t->tool || !t->measured || g_ptr_array_find(done, t->tool, NULL))
			continue;
		g_ptr_array_add(done, (gpointer)t->tool);
		for (guint k = i; k < o->tools->len; k++) {
			const struct overview_tool *u =
				&g_array_index(o->tools, struct overview_tool, k);

			if (u->tool == t->tool && u->measured)
				g_ptr_array_add(
					versions, (gpointer)(u->version ? u->version : "unknown"));
		}
		g_ptr_array_sort(versions, by_level);
		many = g_strconcat(t->tool, " versions", NULL);
		add_mixed(out, versions, t->tool, many);
	}
}

static void show_mixed(struct page *p)
{
	static const char warning[] = ": not alike, never pooled";
	const struct overview *o = p->o;
	g_autoptr(GString) text = g_string_new(NULL);
	g_autoptr(GPtrArray) mixed = texts_new(), hosts = g_ptr_array_new();

	add_versions(o, mixed);
	if (o->hosts.levels->len && o->hosts.some)
		g_ptr_array_add(hosts, (gpointer) "unknown");
	for (guint i = 0; i < o->hosts.levels->len; i++)
		g_ptr_array_add(hosts, o->hosts.levels->pdata[i]);
	add_mixed(mixed, hosts, "hosts", "hosts");
	for (guint i = 0; i < o->ats->len; i++) {
		const struct overview_key *at = &g_array_index(o->ats, struct overview_key, i);

		if (g_str_equal(at->key, "file-size") && at->levels->len > 1)
			g_ptr_array_add(mixed, g_strdup_printf("%u file sizes", at->levels->len));
	}
	if (!mixed->len)
		return;
	fit_list(text, mixed, 0, FACT_WIDTH - strlen(warning), true, p->ascii);
	g_string_append(text, warning);
	fact(p, "mixed", text->str);
}

/* "--over slog,cache would pool 6" */
static void append_pool(const struct overview *o, GString *out)
{
	g_autofree char *keys = g_strjoinv(",", (char **)o->pool);

	if (o->runs_most > 1 || o->pool_most < 2)
		return;
	g_string_append_printf(out, "; --over %s would pool ", keys);
	if (o->pool_least < o->pool_most)
		g_string_append_printf(out, "%u to ", o->pool_least);
	g_string_append_printf(out, "%u", o->pool_most);
}

static void show_repeats(struct page *p)
{
	const struct overview *o = p->o;
	g_autoptr(GString) text = g_string_new(NULL);

	if (!o->combinations)
		return;
	if (o->runs_most < 2)
		g_string_append(text, o->inside ? "one run per combination: ± is inside a run"
						: "one run per combination: no ±");
	else if (o->runs_least == o->runs_most)
		g_string_printf(text, "%u runs per combination: ± is over runs", o->runs_most);
	else
		g_string_printf(text, "%u to %u runs per combination: ± is over runs",
			o->runs_least, o->runs_most);
	if (o->runs_most > 1 && o->runs_least == 1)
		g_string_append(text, ", none where there is 1");
	append_pool(o, text);
	fact(p, "repeats", text->str);
}

/* What casts doubt on figures, worst first; the rest of the flags explains and accuses nobody. */
static const enum quality suspects[] = {
	QUALITY_UNREADABLE,
	QUALITY_TOOL_ERROR,
	QUALITY_BOGUS_TEXT,
	QUALITY_INVALID_MODE,
	QUALITY_TRUNCATED,
	QUALITY_INTERRUPTED,
	QUALITY_OUTLIER,
	QUALITY_IN_CACHE,
	QUALITY_BELOW_RESOLUTION,
	QUALITY_TOO_FAST,
	QUALITY_FUSED,
	QUALITY_UNIT_GUESSED,
	QUALITY_PREFIX_AMBIGUOUS,
	QUALITY_DUPLICATE,
};

static void add_suspect(GPtrArray *out, guint64 n, const char *one, const char *many)
{
	if (n)
		g_ptr_array_add(
			out, g_strdup_printf("%" G_GUINT64_FORMAT " %s", n, n == 1 ? one : many));
}

static void show_suspects(struct page *p)
{
	const struct overview_counts *c = &p->o->counts;
	g_autoptr(GString) text = g_string_new(NULL);
	g_autoptr(GPtrArray) found = texts_new();

	add_suspect(found, p->facts->lost_lines, "line lost", "lines lost");
	for (size_t i = 0; i < G_N_ELEMENTS(suspects); i++) {
		const char *name = quality_name(suspects[i]);

		add_suspect(found, c->flagged[suspects[i]], name, name);
	}
	add_suspect(found, p->facts->partial_rows, "partial row", "partial rows");
	add_suspect(found, c->unknown_lines, "unknown line", "unknown lines");
	if (found->len)
		fact_list(p, "suspect", text, found, " (iotab check -v)");
	else
		fact(p, "suspect", "nothing");
}

static void show_unknown_safety(struct page *p)
{
	const struct overview *o = p->o;
	g_autoptr(GString) text = g_string_new(NULL);

	if (!o->n_unknown)
		return;
	count(text, o->n_unknown, "layout: ", "layouts: ");
	for (guint i = 0; i < o->layouts->len; i++)
		if (layout_at(o, i)->verdict == VERDICT_UNKNOWN) {
			g_string_append(text, layout_at(o, i)->reason);
			break;
		}
	fact(p, "unknown", text->str);
}

static void show_safety(struct page *p)
{
	const struct overview *o = p->o;
	g_autoptr(GString) text = g_string_new(NULL), assumed = g_string_new(NULL);

	if (!p->facts->rules) {
		fact(p, "safe", "no rule; say --require survive=controller:1 --hw controllers=6");
		return;
	}
	g_string_printf(text, "%u of %u layouts by ", o->n_safe, o->layouts->len);
	for (guint i = 0; i < p->facts->rules->len; i++) {
		const struct rule *rule = p->facts->rules->pdata[i];

		g_string_append_printf(text, "%s%s", i ? " and " : "", rule->text);
	}
	if (!o->n_safe && o->n_best)
		g_string_append(text, "; the best are of all");
	for (guint i = 0; i < p->facts->rules->len && !assumed->len; i++)
		safety_assumption(p->facts->rules->pdata[i], p->facts->hardware, assumed);
	if (assumed->len && fit_width(text->str) + fit_width(assumed->str) + 3 <= FACT_WIDTH)
		g_string_append_printf(text, " (%s)", assumed->str);
	fact(p, "safe", text->str);
	if (assumed->len && !strchr(text->str, '('))
		fact(p, "assumed", assumed->str);
	show_unknown_safety(p);
}

/* "file-size 4 MiB, record-size 64 KiB" */
static char *fixed_text(const GArray *fixed)
{
	GString *text = g_string_new(NULL);
	g_autoptr(GString) unset = g_string_new(NULL);
	guint none = 0;

	for (guint i = 0; i < fixed->len; i++) {
		const struct level *l = &g_array_index(fixed, struct level, i);
		g_autofree char *level = level_text(l->key, l->value);

		if (l->value) {
			g_string_append_printf(
				text, "%s%s %s", text->len ? ", " : "", l->key, level);
		} else {
			g_string_append_printf(unset, "%sno %s", none ? ", " : "", l->key);
			none++;
		}
	}
	if (none > 3)
		g_string_printf(unset, "%u modes unset", none);
	g_string_append_printf(text, "%s%s", text->len && none ? ", " : "", unset->str);
	return g_string_free(text, FALSE);
}

/* At which sizes the best are looked for, where sizes differ. */
static void show_fixed(struct page *p)
{
	const struct overview *o = p->o;
	static const char why[] = " (largest that most share)";
	const char *key = "best at";

	if (!o->n_best) {
		if (o->combinations)
			fact(p, "best", "no sequential or random reads or writes to compare");
		return;
	}
	for (size_t i = 0; i < o->n_best; i++) {
		const struct overview_best *b = &o->best[i];
		g_autofree char *at = fixed_text(b->fixed), *text = NULL;

		if (!b->fixed->len || (!b->own && !g_str_equal(key, "best at")))
			continue;
		if (b->own)
			text = g_strconcat(b->metric->title, " at ", at, NULL);
		else if (fit_width(at) + strlen(why) <= FACT_WIDTH)
			text = g_strconcat(at, why, NULL);
		else
			text = g_steal_pointer(&at);
		fact(p, key, text);
		key = "and at";
	}
}

static size_t facts_lines(const struct page *p)
{
	return 2 + p->table->rows->len;
}

static void show_next(const struct page *p, struct doc *doc)
{
	g_autoptr(GString) text = g_string_new("Next:");

	for (guint i = 0; i < p->facts->next->len; i++)
		g_string_append_printf(text, "\n%s", (const char *)p->facts->next->pdata[i]);
	if (p->facts->next->len)
		doc_paragraph(doc, text->str);
}

void overview_show(struct doc *doc, const struct overview *o, const struct overview_facts *facts)
{
	struct page p = {o, facts, doc_table(doc, NULL), facts->ascii};
	size_t next = facts->next->len ? facts->next->len + 2 : 0;

	show_head(&p);
	show_inputs(&p);
	show_runs(&p);
	show_error(&p);
	if (fold_runs_chosen(o->fold)) {
		show_layouts(&p);
		show_factors(&p);
		show_ats(&p, true);
		show_ats(&p, false);
		show_mixed(&p);
		show_repeats(&p);
	}
	show_suspects(&p);
	if (o->layouts->len)
		show_safety(&p);
	show_fixed(&p);
	if (o->n_best)
		overview_show_best(doc, o, OVERVIEW_LINES - facts_lines(&p) - next - 1, p.ascii);
	show_next(&p, doc);
}
