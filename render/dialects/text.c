#include <string.h>

#include "render/dialects/common.h"
#include "render/dialects/dialects.h"

#define PAGE_WIDTH 100

static void append_times(char c, size_t n, GString *out)
{
	while (n-- > 0)
		g_string_append_c(out, c);
}

static void drop_trailing_blanks(GString *out)
{
	while (out->len && out->str[out->len - 1] == ' ')
		g_string_truncate(out, out->len - 1);
}

/* One line of clean text as lines of at most PAGE_WIDTH columns, the later ones indented. */
static void append_wrapped(const char *line, size_t len, size_t indent, GString *out)
{
	const char *end = line + len;
	size_t used = 0;

	while (line < end) {
		const char *blank = memchr(line, ' ', end - line);
		size_t n = blank ? (size_t)(blank - line) : (size_t)(end - line);
		size_t width = common_width(line, n);

		if (used && used + 1 + width > PAGE_WIDTH) {
			g_string_append_c(out, '\n');
			append_times(' ', indent, out);
			used = indent;
		} else if (used) {
			g_string_append_c(out, ' ');
			used++;
		}
		g_string_append_len(out, line, n);
		used += width;
		line += n + (blank != NULL);
	}
	g_string_append_c(out, '\n');
}

/* The width of a footnote's "[1] ", under which its later lines stand. */
static size_t footnote_indent(const char *line)
{
	size_t digits = *line == '[' ? strspn(line + 1, "0123456789") : 0;

	return digits && g_str_has_prefix(line + 1 + digits, "] ") ? digits + 3 : 0;
}

static void text_paragraph(const char *text, GString *out)
{
	g_autofree char *clean = common_clean(text);

	for (const char *line = clean;; line++) {
		size_t n = strcspn(line, "\n");

		append_wrapped(line, n, footnote_indent(line), out);
		line += n;
		if (*line == '\0')
			break;
	}
}

static void text_heading(const char *text, int level, GString *out)
{
	static const char underline[] = "=-~";
	g_autofree char *clean = common_clean_line(text);
	char c = underline[MIN(level, 3) - 1];

	g_string_append_printf(out, "%s\n", clean);
	append_times(c, common_width(clean, strlen(clean)), out);
	g_string_append_c(out, '\n');
}

static void text_escape(const char *text, GString *out)
{
	g_autofree char *clean = common_clean_line(text);

	g_string_append(out, *clean ? clean : "-");
}

/* What a table needs in columns: figures line up, stars and footnote numbers stand behind them. */
struct fit {
	size_t body, tail, whole;
};

static char *cell_body(const struct doc_cell *cell, const struct dialect_options *options)
{
	g_autofree char *text = common_cell(cell, "", options);
	GString *out = g_string_new(NULL);

	text_escape(text, out);
	return g_string_free(out, FALSE);
}

static char *cell_tail(const struct doc_cell *cell)
{
	GString *out = g_string_new(cell->best ? "*" : "");

	if (cell->mark)
		g_string_append_printf(out, " [%u]", cell->mark);
	return g_string_free(out, FALSE);
}

static char *head_text(const struct doc_column *column, const struct dialect_options *options)
{
	g_autofree char *head = common_head(column, options);

	return common_clean_line(head);
}

static struct fit fit_column(
	const struct doc_table *table, guint column, const struct dialect_options *options)
{
	g_autofree char *head = head_text(common_column_at(table, column), options);
	struct fit fit = {0};

	for (guint row = 0; row < table->rows->len; row++) {
		const struct doc_cell *cell = common_cell_at(table, row, column);
		g_autofree char *body = cell_body(cell, options);
		g_autofree char *tail = cell_tail(cell);
		size_t width = common_width(body, strlen(body));

		if (common_column_at(table, column)->numeric) {
			fit.body = MAX(fit.body, width);
			fit.tail = MAX(fit.tail, strlen(tail));
		} else {
			fit.body = MAX(fit.body, width + strlen(tail));
		}
	}
	fit.whole = MAX(fit.body + fit.tail, common_width(head, strlen(head)));
	/* an empty head must not make the column vanish */
	fit.whole = MAX(fit.whole, 1);
	fit.body = fit.whole - fit.tail;
	return fit;
}

static void append_padded(const char *text, size_t width, bool right, bool bold, GString *out)
{
	size_t used = common_width(text, strlen(text));
	size_t pad = width > used ? width - used : 0;

	append_times(' ', right ? pad : 0, out);
	g_string_append_printf(out, bold ? "\033[1m%s\033[0m" : "%s", text);
	append_times(' ', right ? 0 : pad, out);
}

static void end_line(GString *out)
{
	drop_trailing_blanks(out);
	g_string_append_c(out, '\n');
}

static void append_head(const struct doc_table *table, const struct fit *fit,
	const struct dialect_options *options, GString *out)
{
	guint n = table->columns->len;

	for (guint i = 0; i < n; i++) {
		const struct doc_column *column = common_column_at(table, i);
		g_autofree char *head = head_text(column, options);

		g_string_append(out, i ? "  " : "");
		append_padded(head, fit[i].whole, column->numeric, options->bold, out);
	}
	end_line(out);
	for (guint i = 0; i < n; i++) {
		g_string_append(out, i ? "  " : "");
		append_times('-', fit[i].whole, out);
	}
	end_line(out);
}

static void append_cell(const struct doc_cell *cell, const struct doc_column *column,
	const struct fit *fit, const struct dialect_options *options, GString *out)
{
	g_autofree char *body = cell_body(cell, options);
	g_autofree char *tail = cell_tail(cell);

	if (column->numeric) {
		append_padded(body, fit->body, true, false, out);
		append_padded(tail, fit->tail, false, false, out);
	} else {
		g_autofree char *whole = g_strconcat(body, tail, NULL);

		append_padded(whole, fit->whole, false, options->bold && column->key, out);
	}
}

static bool has_best(const struct doc_table *table)
{
	for (guint row = 0; row < table->rows->len; row++)
		for (guint i = 0; i < table->columns->len; i++)
			if (common_cell_at(table, row, i)->best)
				return true;
	return false;
}

static void text_table(
	const struct doc_table *table, const struct dialect_options *options, GString *out);

static const struct common_page text_page = {
	.heading = text_heading,
	.paragraph = text_paragraph,
	.table = text_table,
};

static void text_table(
	const struct doc_table *table, const struct dialect_options *options, GString *out)
{
	guint n = table->columns->len;
	g_autofree struct fit *fit = g_new(struct fit, n);

	if (table->caption) {
		g_autofree char *caption = common_shown(table->caption, options);

		text_paragraph(caption, out);
	}
	for (guint i = 0; i < n; i++)
		fit[i] = fit_column(table, i, options);
	append_head(table, fit, options, out);
	for (guint row = 0; row < table->rows->len; row++) {
		for (guint i = 0; i < n; i++) {
			g_string_append(out, i ? "  " : "");
			append_cell(common_cell_at(table, row, i), common_column_at(table, i),
				&fit[i], options, out);
		}
		end_line(out);
	}
	if (has_best(table))
		g_string_append(out, "\n* best\n");
	common_write_notes(&text_page, table, options, out);
}

static void text_render(const struct doc *doc, const struct dialect_options *options, GString *out)
{
	common_write_page(&text_page, doc, options, out);
}

static const char *const endings[] = {".txt", NULL};

const struct dialect dialect_text = {
	.name = "text",
	.title = "aligned plain text",
	.endings = endings,
	.render = text_render,
	.escape = text_escape,
};
