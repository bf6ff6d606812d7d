#include <string.h>

#include "render/dialects/common.h"
#include "render/dialects/dialects.h"

/* Splits what GFM and its sites change in spite of escapes: bare URLs, addresses, emoji names. */
#define SPLIT "<!-- -->"

/* Whether `:x:` starts here; `:100:` and `:8ball:` are emoji, no part of 20:10:40 or 2:8d:24c is.
 */
static bool is_emoji(const char *p)
{
	size_t n = strspn(p + 1, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_+-");
	size_t digits = strspn(p + 1, G_CSET_DIGITS);

	if (n == 0 || p[n + 1] != ':')
		return false;
	return digits == n ? n > 2 : digits == 0 || n - digits > 1;
}

static void append_inline(const char *clean, GString *out)
{
	for (const char *p = clean; *p; p++) {
		if (*p == '\n')
			g_string_append(out, "<br>");
		else if (strchr("\\`*_[]<>!|~&{}$", *p))
			g_string_append_printf(out, "\\%c", *p);
		else if (*p == '@' || g_str_has_prefix(p, "://") || (*p == ':' && is_emoji(p)))
			g_string_append_printf(out, "%c" SPLIT, *p);
		else
			g_string_append_c(out, *p);
		if (g_ascii_strncasecmp(p, "www.", 4) == 0) {
			g_string_append_printf(out, "%.2s" SPLIT, p + 1);
			p += 2;
		}
	}
}

static void markdown_escape(const char *text, GString *out)
{
	g_autofree char *clean = common_clean(text);

	append_inline(clean, out);
}

/* Text that starts a line outside of a table: nothing there may start a list, heading or rule. */
static void append_block(const char *clean, GString *out)
{
	size_t digits = strspn(clean, "0123456789");
	size_t n = strlen(clean);
	g_autofree char *body = NULL;

	if (digits && (clean[digits] == '.' || clean[digits] == ')')) {
		g_string_append_printf(out, "%.*s\\%c", (int)digits, clean, clean[digits]);
		append_inline(clean + digits + 1, out);
		return;
	}
	if (*clean && strchr("#+-=:", *clean))
		g_string_append_c(out, '\\');
	/* a last # would close a heading */
	if (n > 1 && clean[n - 1] == '#') {
		body = g_strndup(clean, n - 1);
		append_inline(body, out);
		g_string_append(out, "\\#");
	} else {
		append_inline(clean, out);
	}
}

static void markdown_heading(const char *text, int level, GString *out)
{
	g_autofree char *clean = common_clean_line(text);

	g_string_append_len(out, "######", level);
	g_string_append_c(out, ' ');
	append_block(clean, out);
	g_string_append_c(out, '\n');
}

static void markdown_paragraph(const char *text, GString *out)
{
	g_autofree char *clean = common_clean(text);

	append_block(clean, out);
	g_string_append_c(out, '\n');
}

static void append_head(
	const struct doc_table *table, const struct dialect_options *options, GString *out)
{
	for (guint i = 0; i < table->columns->len; i++) {
		g_autofree char *head = common_head(common_column_at(table, i), options);

		g_string_append(out, i ? " | " : "| ");
		markdown_escape(head, out);
	}
	g_string_append(out, " |\n|");
	for (guint i = 0; i < table->columns->len; i++)
		g_string_append(out, common_column_at(table, i)->numeric ? " --: |" : " :-- |");
	g_string_append_c(out, '\n');
}

static void append_cell(
	const struct doc_cell *cell, const struct dialect_options *options, GString *out)
{
	g_autofree char *text = common_cell(cell, "-", options);
	bool bold = cell->best && *text;

	g_string_append(out, bold ? "**" : "");
	markdown_escape(text, out);
	g_string_append(out, bold ? "**" : "");
	if (cell->mark)
		g_string_append_printf(out, " \\[%u\\]", cell->mark);
}

static void markdown_table(
	const struct doc_table *table, const struct dialect_options *options, GString *out);

static const struct common_page markdown_page = {
	.heading = markdown_heading,
	.paragraph = markdown_paragraph,
	.table = markdown_table,
};

static void markdown_table(
	const struct doc_table *table, const struct dialect_options *options, GString *out)
{
	if (table->caption) {
		g_autofree char *caption = common_shown(table->caption, options);

		markdown_paragraph(caption, out);
		g_string_append_c(out, '\n');
	}
	append_head(table, options, out);
	for (guint row = 0; row < table->rows->len; row++) {
		for (guint i = 0; i < table->columns->len; i++) {
			g_string_append(out, i ? " | " : "| ");
			append_cell(common_cell_at(table, row, i), options, out);
		}
		g_string_append(out, " |\n");
	}
	common_write_notes(&markdown_page, table, options, out);
}

static void markdown_render(
	const struct doc *doc, const struct dialect_options *options, GString *out)
{
	common_write_page(&markdown_page, doc, options, out);
}

static const char *const endings[] = {".md", ".markdown", NULL};

const struct dialect dialect_markdown = {
	.name = "markdown",
	.title = "GitHub-flavoured Markdown",
	.endings = endings,
	.render = markdown_render,
	.escape = markdown_escape,
	.comment_open = "<!--",
	.comment_close = "-->",
};
