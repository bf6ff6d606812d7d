#include <string.h>

#include "render/dialects/common.h"
#include "render/dialects/dialects.h"

static void append_entity(gunichar c, GString *out)
{
	g_string_append_printf(out, "&#%u;", c);
}

static const char *skip(const char *p, gboolean (*is)(gunichar))
{
	while (*p && is(g_utf8_get_char(p)))
		p = g_utf8_next_char(p);
	return p;
}

static gboolean is_lower_or_digit(gunichar c)
{
	return g_unichar_islower(c) || g_unichar_isdigit(c);
}

/* WikiWord (upper, lower or digits, upper again) or ACRONYM (three or more upper, perhaps an s). */
static bool is_link_word(const char *word)
{
	const char *upper = skip(word, g_unichar_isupper);
	const char *lower = skip(upper, is_lower_or_digit);
	const char *end;

	if (upper == word)
		return false;
	if (lower > upper && g_unichar_isupper(g_utf8_get_char(lower)))
		return true;
	end = *upper == 's' ? upper + 1 : upper;
	return g_utf8_strlen(word, upper - word) >= 3 && !g_unichar_isalnum(g_utf8_get_char(end));
}

/* A colon that makes a link (`mailto:x`, `http://x`, `Site:Page`) or, as `;` too, a smiley. */
static bool is_live_colon(const char *text, const char *p)
{
	const char *word = p;

	if (g_ascii_ispunct(p[1]))
		return true;
	if (*p == ';' || p[1] == '\0' || g_ascii_isspace(p[1]))
		return false;
	while (word > text && g_ascii_isalnum(word[-1]))
		word--;
	/* schemes end in a letter, sites start with a capital: times and draid2:8d:24c stay */
	return g_ascii_isupper(*word) || (g_ascii_isalpha(*word) && g_ascii_isalpha(p[-1]));
}

static bool is_live(const char *text, const char *p, gunichar before)
{
	if (strchr("&<>|[*_=%!`@", *p))
		return true;
	if (*p == ':' || *p == ';')
		return is_live_colon(text, p);
	if (*p == '\\')
		return p[1] == '\0'; /* at the end of a line it joins the next one */
	/* `[` stands there as an entity, after which no word is linked: heads keep their [MiB/s] */
	return before != '[' && !g_unichar_isalnum(before) && is_link_word(p);
}

static void append_inline(const char *clean, GString *out)
{
	gunichar before = ' ';

	for (const char *p = clean; *p; p = g_utf8_next_char(p)) {
		gunichar c = g_utf8_get_char(p);

		if (c == '\n')
			g_string_append(out, " %BR% ");
		else if (is_live(clean, p, before))
			append_entity(c, out);
		else
			g_string_append_unichar(out, c);
		before = c;
	}
}

static void twiki_escape(const char *text, GString *out)
{
	g_autofree char *clean = common_clean(text);

	if (strcmp(clean, "^") == 0) /* alone in a cell: span from above */
		append_entity('^', out);
	else
		append_inline(clean, out);
}

/* Text that starts a line outside of a table: no heading, rule or anchor may start there. */
static void append_block(const char *clean, GString *out)
{
	if (*clean && strchr("-+#", *clean))
		append_entity(*clean++, out);
	append_inline(clean, out);
	g_string_append_c(out, '\n');
}

static void twiki_heading(const char *text, int level, GString *out)
{
	g_autofree char *clean = common_clean_line(text);

	g_string_append(out, "---");
	g_string_append_len(out, "++++++", level);
	g_string_append_c(out, ' ');
	append_block(clean, out);
}

static void twiki_paragraph(const char *text, GString *out)
{
	g_autofree char *clean = common_clean(text);

	append_block(clean, out);
}

/* The line that TablePlugin takes for the table below. */
static void append_table_line(
	const char *caption, const struct dialect_options *options, GString *out)
{
	g_string_append(out, "%TABLE{");
	if (caption) {
		g_autofree char *shown = common_shown(caption, options);
		g_autofree char *clean = common_clean_line(shown);
		GString *value = g_string_new(NULL);

		append_inline(clean, value);
		g_string_replace(value, "\"", "&#34;", 0);
		g_string_append_printf(out, "caption=\"%s\" ", value->str);
		g_string_free(value, TRUE);
	}
	g_string_append(out, "sort=\"on\"}%\n");
}

static void append_head(
	const struct doc_table *table, const struct dialect_options *options, GString *out)
{
	for (guint i = 0; i < table->columns->len; i++) {
		const struct doc_column *column = common_column_at(table, i);
		g_autofree char *head = common_head(column, options);
		gsize start;

		g_string_append(out, column->numeric ? "|  *" : "| *");
		start = out->len;
		twiki_escape(head, out);
		if (out->len == start)
			g_string_append(out, "&nbsp;");
		g_string_append(out, "* ");
	}
	g_string_append(out, "|\n");
}

/* More blanks on one side say the alignment; bold is `<b>`, since `*x*` makes a head. */
static void append_cell(const struct doc_cell *cell, const struct doc_column *column,
	const struct dialect_options *options, GString *out)
{
	g_autofree char *text = common_cell(cell, "-", options);
	bool bold = cell->best && *text;

	if (*text == '\0' && !cell->mark) { /* `||` would be a span */
		g_string_append(out, "| ");
		return;
	}
	g_string_append(out, column->numeric ? "|  " : "| ");
	g_string_append(out, bold ? "<b>" : "");
	twiki_escape(text, out);
	g_string_append(out, bold ? "</b>" : "");
	if (cell->mark)
		g_string_append_printf(out, " &#91;%u]", cell->mark);
	g_string_append(out, column->key && !column->numeric ? "  " : " ");
}

static void twiki_table(
	const struct doc_table *table, const struct dialect_options *options, GString *out);

static const struct common_page twiki_page = {
	.heading = twiki_heading,
	.paragraph = twiki_paragraph,
	.table = twiki_table,
};

static void twiki_table(
	const struct doc_table *table, const struct dialect_options *options, GString *out)
{
	append_table_line(table->caption, options, out);
	append_head(table, options, out);
	for (guint row = 0; row < table->rows->len; row++) {
		for (guint i = 0; i < table->columns->len; i++)
			append_cell(common_cell_at(table, row, i), common_column_at(table, i),
				options, out);
		g_string_append(out, "|\n");
	}
	common_write_notes(&twiki_page, table, options, out);
}

static void twiki_render(const struct doc *doc, const struct dialect_options *options, GString *out)
{
	common_write_page(&twiki_page, doc, options, out);
}

static const char *const endings[] = {".twiki", NULL};

const struct dialect dialect_twiki = {
	.name = "twiki",
	.title = "TWiki and Foswiki",
	.endings = endings,
	.render = twiki_render,
	.escape = twiki_escape,
	.comment_open = "<!--",
	.comment_close = "-->",
};
