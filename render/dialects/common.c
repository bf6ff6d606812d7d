#include "render/dialects/common.h"

#include <string.h>

static const struct {
	const char *from, *to;
} ascii_forms[] = {
	{"\u00b1", "+-"},
	{"\u2010", "-"},
	{"\u2011", "-"},
	{"\u2012", "-"},
	{"\u2013", "-"},
	{"\u2014", "-"},
	{"\u2015", "-"},
	{"\u2212", "-"},
};

gunichar common_next(const char **text)
{
	gunichar c = g_utf8_get_char_validated(*text, -1);

	if (c == (gunichar)-1 || c == (gunichar)-2) {
		(*text)++;
		return 0xfffd;
	}
	*text = g_utf8_next_char(*text);
	return c;
}

/* Marks, separators and overrides of writing direction: a cell may not move its neighbours. */
static bool is_direction(gunichar c)
{
	return c == 0x061c || c == 0x200e || c == 0x200f || (c >= 0x2028 && c <= 0x202e) ||
	       (c >= 0x2066 && c <= 0x2069);
}

static void append_visible(gunichar c, GString *out)
{
	if (c < 0x20 || (c >= 0x7f && c < 0xa0))
		g_string_append_printf(out, "\\x%02x", c);
	else if (is_direction(c))
		g_string_append_printf(out, "\\u%04x", c);
	else
		g_string_append_unichar(out, c);
}

static char *clean(const char *text, bool one_line)
{
	GString *out = g_string_new(NULL);
	bool blank = false;
	int breaks = 0;

	while (*text) {
		gunichar c = common_next(&text);

		if (c == '\r' && *text == '\n')
			continue;
		if (c == '\n' || c == '\r') {
			breaks += !one_line;
			blank = true;
		} else if (c == ' ' || c == '\t') {
			blank = true;
		} else {
			for (; breaks > 0; breaks--, blank = false)
				if (out->len)
					g_string_append_c(out, '\n');
			if (blank && out->len)
				g_string_append_c(out, ' ');
			blank = false;
			append_visible(c, out);
		}
	}
	return g_string_free(out, FALSE);
}

char *common_clean(const char *text)
{
	return clean(text, false);
}

char *common_clean_line(const char *text)
{
	return clean(text, true);
}

size_t common_width(const char *text, size_t n)
{
	size_t width = 0;

	for (const char *p = text; p < text + n; p = g_utf8_next_char(p)) {
		gunichar c = g_utf8_get_char(p);

		if (!g_unichar_iszerowidth(c))
			width += g_unichar_iswide(c) ? 2 : 1;
	}
	return width;
}

char *common_shown(const char *text, const struct dialect_options *options)
{
	GString *shown;

	if (!text)
		return NULL;
	shown = g_string_new(text);
	for (size_t i = 0; options->ascii && i < G_N_ELEMENTS(ascii_forms); i++)
		g_string_replace(shown, ascii_forms[i].from, ascii_forms[i].to, 0);
	return g_string_free(shown, FALSE);
}

char *common_head(const struct doc_column *column, const struct dialect_options *options)
{
	g_autofree char *head = column->unit
					? g_strdup_printf("%s [%s]", column->head, column->unit)
					: g_strdup(column->head);

	return common_shown(head, options);
}

char *common_cell(
	const struct doc_cell *cell, const char *missing, const struct dialect_options *options)
{
	g_autofree char *text = NULL;

	if (cell->kind == CELL_MISSING)
		return g_strdup(missing);
	text = cell->unit ? g_strconcat(cell->text, " ", cell->unit, NULL) : g_strdup(cell->text);
	return common_shown(text, options);
}

const struct doc_cell *common_cell_at(const struct doc_table *table, size_t row, size_t column)
{
	const GArray *cells = table->rows->pdata[row];

	g_assert(column < cells->len);
	return &g_array_index(cells, struct doc_cell, column);
}

static void write_paragraph(const struct common_page *page, const char *before, const char *text,
	const struct dialect_options *options, GString *out)
{
	g_autofree char *whole = g_strconcat(before, text, NULL);
	g_autofree char *shown = common_shown(whole, options);

	page->paragraph(shown, out);
}

static void write_heading(const struct common_page *page, const char *text, int level,
	const struct dialect_options *options, GString *out)
{
	g_autofree char *shown = common_shown(text, options);

	page->heading(shown, MIN(level, 6), out);
}

static void write_block(const struct common_page *page, const struct doc_block *block, int top,
	const struct dialect_options *options, GString *out)
{
	switch (block->kind) {
	case BLOCK_HEADING:
		write_heading(page, block->text, top + block->level, options, out);
		break;
	case BLOCK_PARAGRAPH:
		write_paragraph(page, "", block->text, options, out);
		break;
	case BLOCK_NOTE:
		write_paragraph(page, "Note: ", block->text, options, out);
		break;
	case BLOCK_TABLE:
		page->table(block->table, options, out);
		break;
	}
}

/* A table without columns has nothing to show, and no dialect a form for it. */
static bool is_shown(const struct doc_block *block)
{
	return block->kind != BLOCK_TABLE || block->table->columns->len > 0;
}

void common_write_page(const struct common_page *page, const struct doc *doc,
	const struct dialect_options *options, GString *out)
{
	size_t start = out->len;
	int top = doc->title ? 1 : 0;

	if (doc->title)
		write_heading(page, doc->title, 1, options, out);
	for (guint i = 0; i < doc->blocks->len; i++) {
		const struct doc_block *block = doc->blocks->pdata[i];

		if (!is_shown(block))
			continue;
		if (out->len > start)
			g_string_append_c(out, '\n');
		write_block(page, block, top, options, out);
	}
}

/* A note that no cell refers to speaks of the whole table and needs no number. */
static bool is_marked(const struct doc_table *table, unsigned mark)
{
	for (guint row = 0; row < table->rows->len; row++)
		for (guint i = 0; i < table->columns->len; i++)
			if (common_cell_at(table, row, i)->mark == mark)
				return true;
	return false;
}

void common_write_notes(const struct common_page *page, const struct doc_table *table,
	const struct dialect_options *options, GString *out)
{
	GString *notes = g_string_new(NULL);

	for (guint i = 0; i < table->notes->len; i++) {
		g_autofree char *note = common_clean_line(table->notes->pdata[i]);

		g_string_append(notes, i ? "\n" : "");
		if (is_marked(table, i + 1))
			g_string_append_printf(notes, "[%u] ", i + 1);
		g_string_append(notes, note);
	}
	if (notes->len) {
		g_string_append_c(out, '\n');
		write_paragraph(page, "", notes->str, options, out);
	}
	g_string_free(notes, TRUE);
}

static void write_record(const struct common_records *form, const struct doc_table *table,
	gssize row, const struct dialect_options *options, GString *out)
{
	guint n = table->columns->len;

	for (guint i = 0; i < n; i++) {
		g_autofree char *text =
			row < 0 ? common_head(common_column_at(table, i), options)
				: common_cell(common_cell_at(table, row, i), "", options);

		if (i)
			g_string_append_c(out, form->separator);
		form->field(text, n == 1, options, out);
	}
	g_string_append(out, form->end);
}

void common_write_records(const struct common_records *form, const struct doc *doc,
	const struct dialect_options *options, GString *out)
{
	bool first = true;

	for (guint i = 0; i < doc->blocks->len; i++) {
		const struct doc_block *block = doc->blocks->pdata[i];

		if (block->kind != BLOCK_TABLE || !is_shown(block))
			continue;
		if (!first)
			g_string_append(out, form->end);
		first = false;
		for (gssize row = -1; row < (gssize)block->table->rows->len; row++)
			write_record(form, block->table, row, options, out);
	}
}

static bool is_number(const char *text)
{
	size_t digits;

	text += *text == '-' || *text == '+';
	digits = strspn(text, "0123456789");
	text += digits;
	if (*text == '.') {
		size_t n = strspn(text + 1, "0123456789");

		digits += n;
		text += n + 1;
	}
	if (digits == 0)
		return false;
	if (*text == 'e' || *text == 'E') {
		text++;
		text += *text == '-' || *text == '+';
		digits = strspn(text, "0123456789");
		text += digits;
	}
	return digits > 0 && *text == '\0';
}

bool common_is_formula(const char *text)
{
	return *text && strchr("=+-@\t\r", *text) && strcmp(text, "-") != 0 && !is_number(text);
}
