#include <math.h>
#include <string.h>

#include "model/unit.h"
#include "render/dialects/common.h"
#include "render/dialects/dialects.h"

static void append_entity(char c, GString *out)
{
	g_string_append_printf(out, "&#%d;", c);
}

/* `RFC 1`, `PMID 1` and `ISBN 0` become links. */
static bool is_magic_link(const char *p)
{
	static const char *const words[] = {"ISBN ", "RFC ", "PMID "};

	for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
		if (g_str_has_prefix(p, words[i]))
			return g_ascii_isdigit(p[strlen(words[i])]);
	return false;
}

/* A colon that makes a link, `http://x` or `mailto:x`; those of 20:10:40 and draid2:8d do not. */
static bool is_live_colon(char before, char after)
{
	return after == '/' || (g_ascii_isalpha(before) && g_ascii_isgraph(after));
}

static bool is_live(const char *p, char before)
{
	if (strchr("&<>|[{'~", *p))
		return true;
	if (*p == '_' || *p == '!')
		return p[1] == *p || before == *p;
	if (*p == ':')
		return is_live_colon(before, p[1]);
	return !g_ascii_isalnum(before) && is_magic_link(p);
}

/* What makes a list, an indent or a heading where it comes first; not a number, nor a lone dash. */
static bool is_live_first(const char *clean)
{
	if (*clean == '-' || *clean == '+')
		return !g_ascii_isdigit(clean[1]) && clean[1] != '\0';
	return *clean && strchr("*#:;=", *clean);
}

static void append_inline(const char *clean, GString *out)
{
	char before = ' ';
	const char *p = clean;

	if (is_live_first(p)) {
		append_entity(*p, out);
		before = *p++;
	}
	for (; *p; before = *p++) {
		if (*p == '\n')
			g_string_append(out, "<br>");
		else if (is_live(p, before))
			append_entity(*p, out);
		else
			g_string_append_c(out, *p);
	}
}

static void mediawiki_escape(const char *text, GString *out)
{
	g_autofree char *clean = common_clean(text);

	append_inline(clean, out);
}

static void append_one_line(const char *text, const struct dialect_options *options, GString *out)
{
	g_autofree char *shown = common_shown(text, options);
	g_autofree char *clean = common_clean_line(shown);

	append_inline(clean, out);
}

/* A page's own title is its level 1. */
static void mediawiki_heading(const char *text, int level, GString *out)
{
	g_autofree char *clean = common_clean_line(text);
	g_autofree char *signs = g_strnfill(MIN(level + 1, 6), '=');

	g_string_append_printf(out, "%s ", signs);
	append_inline(clean, out);
	g_string_append_printf(out, " %s\n", signs);
}

static void mediawiki_paragraph(const char *text, GString *out)
{
	mediawiki_escape(text, out);
	g_string_append_c(out, '\n');
}

static void append_head(
	const struct doc_table *table, const struct dialect_options *options, GString *out)
{
	for (guint i = 0; i < table->columns->len; i++) {
		const struct doc_column *column = common_column_at(table, i);
		g_autofree char *head = common_head(column, options);

		g_string_append(out, "! scope=\"col\"");
		if (column->numeric)
			g_string_append(out, " data-sort-type=\"number\"");
		g_string_append(out, " | ");
		mediawiki_escape(head, out);
		g_string_append_c(out, '\n');
	}
}

/* What the sort of a column goes by where the text is more than one number. */
static double sort_value(const struct doc_cell *cell)
{
	struct unit_scale scale;
	double value = isnan(cell->value) ? cell->lo : cell->value;

	if (cell->kind == CELL_MISSING || cell->kind == CELL_TEXT || !isfinite(value))
		return NAN;
	if (cell->unit && unit_tidy(cell->unit, PREFIX_DECIMAL, &scale))
		return value * scale.factor;
	return value;
}

static bool has_units(const struct doc_table *table, guint i)
{
	for (guint row = 0; row < table->rows->len; row++)
		if (common_cell_at(table, row, i)->unit)
			return true;
	return false;
}

/* In a column of several units the sort goes by the base unit. */
static void append_sort_value(
	const struct doc_table *table, guint i, const struct doc_cell *cell, GString *out)
{
	const struct doc_column *column = common_column_at(table, i);
	double value = sort_value(cell);
	char text[G_ASCII_DTOSTR_BUF_SIZE];
	struct unit_scale scale;

	if (isnan(value))
		return;
	if (has_units(table, i)) {
		if (!cell->unit && column->unit && unit_tidy(column->unit, PREFIX_DECIMAL, &scale))
			value *= scale.factor;
	} else if (cell->kind == CELL_VALUE && !cell->mark) {
		return;
	}
	g_ascii_formatd(text, sizeof(text), "%.12g", value);
	g_string_append_printf(out, " data-sort-value=\"%s\"", text);
}

/* Attributes, ended by ` |`; each starts with a blank. */
static void append_start(
	const struct doc_table *table, guint i, const struct doc_cell *cell, GString *out)
{
	const struct doc_column *column = common_column_at(table, i);
	gsize start;

	g_string_append(out, column->key ? "!" : "|");
	start = out->len;
	if (column->key)
		g_string_append(out, " scope=\"row\"");
	if (column->numeric) {
		g_string_append(out, " style=\"text-align:right\"");
		append_sort_value(table, i, cell, out);
	}
	g_string_append(out, out->len > start ? " |" : "");
}

static void append_cell(const struct doc_table *table, guint i, const struct doc_cell *cell,
	const struct dialect_options *options, GString *out)
{
	g_autofree char *text = common_cell(cell, "-", options);
	bool bold = cell->best && *text;

	append_start(table, i, cell, out);
	g_string_append(out, *text || cell->mark ? " " : "");
	g_string_append(out, bold ? "'''" : "");
	mediawiki_escape(text, out);
	g_string_append(out, bold ? "'''" : "");
	if (cell->mark)
		g_string_append_printf(out, " &#91;%u]", cell->mark);
	g_string_append_c(out, '\n');
}

static void mediawiki_table(
	const struct doc_table *table, const struct dialect_options *options, GString *out);

static const struct common_page mediawiki_page = {
	.heading = mediawiki_heading,
	.paragraph = mediawiki_paragraph,
	.table = mediawiki_table,
};

static void mediawiki_table(
	const struct doc_table *table, const struct dialect_options *options, GString *out)
{
	g_string_append(out, "{| class=\"wikitable sortable\"\n");
	if (table->caption) {
		g_string_append(out, "|+ ");
		append_one_line(table->caption, options, out);
		g_string_append_c(out, '\n');
	}
	append_head(table, options, out);
	for (guint row = 0; row < table->rows->len; row++) {
		g_string_append(out, "|-\n");
		for (guint i = 0; i < table->columns->len; i++)
			append_cell(table, i, common_cell_at(table, row, i), options, out);
	}
	g_string_append(out, "|}\n");
	common_write_notes(&mediawiki_page, table, options, out);
}

static void mediawiki_render(
	const struct doc *doc, const struct dialect_options *options, GString *out)
{
	common_write_page(&mediawiki_page, doc, options, out);
}

static const char *const endings[] = {".mediawiki", NULL};

const struct dialect dialect_mediawiki = {
	.name = "mediawiki",
	.title = "MediaWiki",
	.endings = endings,
	.render = mediawiki_render,
	.escape = mediawiki_escape,
	.comment_open = "<!--",
	.comment_close = "-->",
};
