/* What was tested, as the overview tells it. */
#include "render/overview_facts.h"

#include "render/fit.h"
#include "render/table_names.h"
#include <string.h>

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

static void show_layouts(struct facts *p)
{
	const struct overview *o = p->o;
	bool clash = labels_clash(o);
	g_autoptr(GString) text = g_string_new(NULL);
	g_autoptr(GPtrArray) names = facts_list_new();

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
	facts_add(p, "layouts", text->str);
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

static void show_factors(struct facts *p)
{
	const struct overview *o = p->o;
	g_autoptr(GPtrArray) names = facts_list_new();

	for (guint i = 0; i < o->factors->len; i++)
		g_ptr_array_add(
			names, key_text(&g_array_index(o->factors, struct overview_key, i), 4));
	if (names->len)
		facts_add_list(p, "factors", names, "");
}

/* Sizes, or modes: those that differ first, as the levels show, then what all have. */
static void show_ats(struct facts *p, bool sizes)
{
	const struct overview *o = p->o;
	g_autoptr(GPtrArray) names = facts_list_new();

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
		facts_add_list(p, sizes ? "sizes" : "modes", names, "");
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

static void show_mixed(struct facts *p)
{
	static const char warning[] = ": not pooled";
	const struct overview *o = p->o;
	g_autoptr(GString) text = g_string_new(NULL);
	g_autoptr(GPtrArray) mixed = facts_list_new(), hosts = g_ptr_array_new();

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
	facts_add(p, "mixed", text->str);
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

static void show_repeats(struct facts *p)
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
	facts_add(p, "repeats", text->str);
}

void facts_tested(struct facts *p)
{
	show_layouts(p);
	show_factors(p);
	show_ats(p, true);
	show_ats(p, false);
	show_mixed(p);
	show_repeats(p);
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
void facts_fixed(struct facts *p)
{
	const struct overview *o = p->o;
	static const char why[] = " (largest that most share)";
	const char *key = "best at";

	if (!o->n_best) {
		if (o->combinations)
			facts_add(p, "best", "no sequential or random reads or writes to compare");
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
		facts_add(p, key, text);
		key = "and at";
	}
}
