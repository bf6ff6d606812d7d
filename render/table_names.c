#include "render/table_names.h"
#include "model/unit.h"
#include <math.h>

char *table_level_text(const char *key, const char *level)
{
	double value, divisor;
	enum unit unit;

	if (g_str_equal(key, "window") && unit_quantity(level, &value, &unit) && value > 0) {
		const char *name = unit_for_display(UNIT_SECOND, value, &divisor);

		return g_strdup_printf("%g %s", value / divisor, name);
	}
	if (!(g_str_has_suffix(key, "-size") || g_str_equal(key, "bs")) ||
		!unit_quantity(level, &value, &unit) || value <= 0 || fmod(value, 1) != 0)
		return g_strdup(level);
	/* the largest unit of which it is a whole number */
	for (double magnitude = value;; magnitude /= 1024) {
		const char *name = unit_for_display(UNIT_BYTE, magnitude, &divisor);

		if (divisor <= 1 || fmod(value, divisor) == 0)
			return g_strdup_printf("%.0f %s", value / divisor, name);
	}
}

/* A level as people know it: sizes with units, layouts by their label, metrics by title. */
char *table_level(const struct pivot_line *line, size_t i, const char *const *keys, bool clash)
{
	const char *level = line->level[i];

	if (!level)
		return NULL;
	if (g_str_equal(keys[i], PIVOT_METRIC) && line->metric)
		return g_strdup(line->metric->title);
	if (g_str_equal(keys[i], FOLD_KEY_LAYOUT) && line->label)
		return clash && line->raid ? g_strdup_printf("%s %s", line->label, line->raid)
					   : g_strdup(line->label);
	return table_level_text(keys[i], level);
}

/* "iozone 3.327, file-size 32 GiB, record-size 64 KiB": what no row or column says. */
void table_common(const struct pivot *p, GString *out)
{
	const char *version = NULL;
	size_t n = 0;

	for (size_t i = 0; i < p->n_common; i++)
		if (g_str_equal(p->common[i].key, FOLD_KEY_VERSION))
			version = p->common[i].value;
	for (size_t i = 0; i < p->n_common; i++) {
		const struct level *l = &p->common[i];
		const struct pivot_line line = {.level = (const char *[]){l->value}};
		g_autofree char *text = table_level(&line, 0, &l->key, false);

		if (g_str_equal(l->key, FOLD_KEY_LAYOUT) || g_str_equal(l->key, FOLD_KEY_VERSION) ||
			g_str_equal(l->key, FOLD_KEY_RUN))
			continue;
		g_string_append(out, n++ ? ", " : out->len ? "; " : "");
		if (g_str_equal(l->key, FOLD_KEY_TOOL))
			g_string_append_printf(out, "%s%s%s", l->value, version ? " " : "",
				version ? version : "");
		else
			g_string_append_printf(out, "%s %s",
				g_str_equal(l->key, FOLD_KEY_LABEL) ? "layout" : l->key, text);
	}
}

/* Do two lines show the same label for different layouts? */
bool table_labels_clash(
	const struct pivot_line *lines, size_t count, const char *const *keys, size_t n)
{
	size_t at = 0;

	while (at < n && !g_str_equal(keys[at], FOLD_KEY_LAYOUT))
		at++;
	for (size_t i = 0; i < n; i++)
		if (g_str_equal(keys[i], "raid"))
			return false;
	if (at == n)
		return false;
	for (size_t i = 1; i < count; i++)
		if (lines[i].label && g_strcmp0(lines[i].label, lines[i - 1].label) == 0 &&
			g_strcmp0(lines[i].level[at], lines[i - 1].level[at]))
			return true;
	return false;
}

void table_line_name(const struct pivot_line *line, const char *const *keys, size_t n, GString *out)
{
	for (size_t i = 0; i < n; i++) {
		g_autofree char *text = table_level(line, i, keys, false);

		g_string_append_printf(out, "%s%s", i ? " " : "", text ? text : "-");
	}
}
