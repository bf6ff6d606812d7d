#include <string.h>

#include "render/dialects/common.h"
#include "render/dialects/dialects.h"

#define END "</nowiki>"

/* What nothing is made of; the rest of a word decides, see live_parts. */
static bool is_plain(char c)
{
	return g_ascii_isalnum(c) || (guchar)c >= 0x80 || strchr(".,:;%()[]/-+=?!#", c);
}

/* In lower case: marks of more than one plain character, links, pictures and their words. */
static const char *const live_parts[] = {
	"--",
	"..",
	"//",
	"==",
	"%%",
	"::",
	"((",
	"[[",
	":-",
	";-",
	"8-)",
	"8-o",
	"=)",
	":?:",
	":!:",
	"m(",
	"(c)",
	"(r)",
	"(tm)",
	"lol",
	"fixme",
	"deleteme",
	"www.",
	"ftp.",
};

/* Whether 2x21 would be shown as 2×21. */
static bool has_times(const char *word)
{
	for (const char *x = strpbrk(word, "xX"); x; x = strpbrk(x + 1, "xX"))
		if (x > word && g_ascii_isdigit(x[-1]) && g_ascii_isdigit(x[1]))
			return true;
	return false;
}

static bool is_live(const char *word)
{
	g_autofree char *lower = g_ascii_strdown(word, -1);

	for (const char *p = word; *p; p++)
		if (!is_plain(*p))
			return true;
	for (size_t i = 0; i < G_N_ELEMENTS(live_parts); i++)
		if (strstr(lower, live_parts[i]))
			return true;
	return has_times(word);
}

/* There are no entities, so the one thing that cannot stand in <nowiki> is cut in two. */
static void append_nowiki(const char *text, GString *out)
{
	const char *end;

	g_string_append(out, "<nowiki>");
	while ((end = strstr(text, END))) {
		g_string_append_len(out, text, end - text + 1);
		g_string_append(out, END "<nowiki>");
		text = end + 1;
	}
	g_string_append(out, text);
	g_string_append(out, END);
}

/* One <nowiki> from the first to the last word that needs it. */
static void append_line(const char *line, GString *out)
{
	g_auto(GStrv) words = g_strsplit(line, " ", 0);
	guint n = g_strv_length(words), first = 0, last = n;
	GString *span = g_string_new(NULL);

	while (first < n && !is_live(words[first]))
		first++;
	while (last > first && !is_live(words[last - 1]))
		last--;
	for (guint i = first; i < last; i++)
		g_string_append_printf(span, "%s%s", i > first ? " " : "", words[i]);
	for (guint i = 0; i < n; i++) {
		if (i > first && i < last)
			continue;
		g_string_append(out, i ? " " : "");
		if (i == first && i < last)
			append_nowiki(span->str, out);
		else
			g_string_append(out, words[i]);
	}
	g_string_free(span, TRUE);
}

static void dokuwiki_escape(const char *text, GString *out)
{
	g_autofree char *clean = common_clean(text);
	g_auto(GStrv) lines = g_strsplit(clean, "\n", 0);

	for (size_t i = 0; lines[i]; i++) {
		g_string_append(out, i ? " \\\\ " : "");
		append_line(lines[i], out);
	}
}

/* Nothing in a heading is markup, six signs are the highest level. */
static void dokuwiki_heading(const char *text, int level, GString *out)
{
	g_autofree char *clean = common_clean_line(text);
	g_autofree char *signs = g_strnfill(MAX(7 - level, 2), '=');

	g_string_append_printf(out, "%s %s %s\n", signs, clean, signs);
}

static void dokuwiki_paragraph(const char *text, GString *out)
{
	dokuwiki_escape(text, out);
	g_string_append_c(out, '\n');
}

/* Two blanks on the left align to the right; `||` would be a span. */
static void append_start(char border, const struct doc_column *column, GString *out)
{
	g_string_append_c(out, border);
	g_string_append(out, column->numeric ? "  " : " ");
}

static void append_head(
	const struct doc_table *table, const struct dialect_options *options, GString *out)
{
	for (guint i = 0; i < table->columns->len; i++) {
		const struct doc_column *column = common_column_at(table, i);
		g_autofree char *head = common_head(column, options);

		append_start('^', column, out);
		dokuwiki_escape(head, out);
		g_string_append_c(out, ' ');
	}
	g_string_append(out, "^\n");
}

static void append_cell(const struct doc_cell *cell, const struct doc_column *column,
	const struct dialect_options *options, GString *out)
{
	g_autofree char *text = common_cell(cell, "-", options);
	bool bold = cell->best && *text;

	append_start(column->key ? '^' : '|', column, out);
	g_string_append(out, bold ? "**" : "");
	dokuwiki_escape(text, out);
	g_string_append(out, bold ? "**" : "");
	if (cell->mark)
		g_string_append_printf(out, " [%u]", cell->mark);
	g_string_append_c(out, ' ');
}

static void dokuwiki_table(
	const struct doc_table *table, const struct dialect_options *options, GString *out);

static const struct common_page dokuwiki_page = {
	.heading = dokuwiki_heading,
	.paragraph = dokuwiki_paragraph,
	.table = dokuwiki_table,
};

/* There are no captions: a bold line stands above. */
static void append_caption(const char *caption, const struct dialect_options *options, GString *out)
{
	g_autofree char *shown = common_shown(caption, options);
	g_autofree char *clean = common_clean_line(shown);

	if (*clean == '\0')
		return;
	g_string_append(out, "**");
	append_line(clean, out);
	g_string_append(out, "**\n\n");
}

static void dokuwiki_table(
	const struct doc_table *table, const struct dialect_options *options, GString *out)
{
	if (table->caption)
		append_caption(table->caption, options, out);
	append_head(table, options, out);
	for (guint row = 0; row < table->rows->len; row++) {
		for (guint i = 0; i < table->columns->len; i++)
			append_cell(common_cell_at(table, row, i), common_column_at(table, i),
				options, out);
		g_string_append(out, "|\n");
	}
	common_write_notes(&dokuwiki_page, table, options, out);
}

static void dokuwiki_render(
	const struct doc *doc, const struct dialect_options *options, GString *out)
{
	common_write_page(&dokuwiki_page, doc, options, out);
}

static const char *const endings[] = {".dokuwiki", NULL};

const struct dialect dialect_dokuwiki = {
	.name = "dokuwiki",
	.title = "DokuWiki",
	.endings = endings,
	.render = dokuwiki_render,
	.escape = dokuwiki_escape,
};
