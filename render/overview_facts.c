/* Facts of the overview: how they are made, and those that warn. */
#include "render/overview_facts.h"

#include "render/fit.h"
#include <string.h>

void facts_add(struct facts *p, const char *key, const char *text)
{
	g_ptr_array_add(p->rows, g_strdup(key));
	g_ptr_array_add(p->rows, fit_end(text, FACT_WIDTH, p->ascii));
}

void facts_add_list(struct facts *p, const char *key, const GPtrArray *list, const char *behind)
{
	size_t width = FACT_WIDTH - fit_width(behind);
	g_autoptr(GString) first = g_string_new(NULL), second = g_string_new(NULL);
	guint n = fit_list(first, list, 0, width, p->tight, p->ascii);

	if (n == list->len || p->tight) {
		g_string_append(first, behind);
		facts_add(p, key, first->str);
		return;
	}
	facts_add(p, key, first->str);
	fit_list(second, list, n, width, true, p->ascii);
	g_string_append(second, behind);
	facts_add(p, "and", second->str);
}

void facts_count(GString *out, guint64 n, const char *one, const char *many)
{
	g_string_append_printf(out, "%" G_GUINT64_FORMAT " %s", n, n == 1 ? one : many);
}

GPtrArray *facts_list_new(void)
{
	return g_ptr_array_new_with_free_func(g_free);
}

static const struct overview_layout *layout_at(const struct overview *o, guint i)
{
	return &g_array_index(o->layouts, struct overview_layout, i);
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

void facts_suspects(struct facts *p)
{
	const struct overview_counts *c = &p->o->counts;
	g_autoptr(GPtrArray) found = facts_list_new();

	add_suspect(found, p->given->lost_lines, "line lost", "lines lost");
	for (size_t i = 0; i < G_N_ELEMENTS(suspects); i++) {
		const char *name = quality_name(suspects[i]);

		add_suspect(found, c->flagged[suspects[i]], name, name);
	}
	add_suspect(found, p->given->partial_rows, "partial row", "partial rows");
	add_suspect(found, c->unknown_lines, "unknown line", "unknown lines");
	if (found->len)
		facts_add_list(p, "suspect", found, " (iotab check -v)");
	else
		facts_add(p, "suspect", "nothing");
}

static void show_unknown_safety(struct facts *p)
{
	const struct overview *o = p->o;
	g_autoptr(GString) text = g_string_new(NULL);

	if (!o->n_unknown)
		return;
	facts_count(text, o->n_unknown, "layout: ", "layouts: ");
	for (guint i = 0; i < o->layouts->len; i++)
		if (layout_at(o, i)->verdict == VERDICT_UNKNOWN) {
			g_string_append(text, layout_at(o, i)->reason);
			break;
		}
	facts_add(p, "unknown", text->str);
}

void facts_safety(struct facts *p)
{
	const struct overview *o = p->o;
	g_autoptr(GString) text = g_string_new(NULL), assumed = g_string_new(NULL);

	if (!p->given->rules) {
		facts_add(p, "safe",
			"no rule; say --require survive=controller:1 --hw controllers=6");
		return;
	}
	g_string_printf(text, "%u of %u layouts by ", o->n_safe, o->layouts->len);
	for (guint i = 0; i < p->given->rules->len; i++) {
		const struct rule *rule = p->given->rules->pdata[i];

		g_string_append_printf(text, "%s%s", i ? " and " : "", rule->text);
	}
	if (!o->n_safe && o->n_best)
		g_string_append(text, "; the best are of all");
	for (guint i = 0; i < p->given->rules->len && !assumed->len; i++)
		judge_print_assumption(o->judge, p->given->rules->pdata[i], assumed);
	if (assumed->len && fit_width(text->str) + fit_width(assumed->str) + 3 <= FACT_WIDTH)
		g_string_append_printf(text, " (%s)", assumed->str);
	facts_add(p, "safe", text->str);
	if (assumed->len && !strchr(text->str, '('))
		facts_add(p, "assumed", assumed->str);
	show_unknown_safety(p);
}
