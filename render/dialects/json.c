#include <math.h>

#include "model/quality.h"
#include "model/unit.h"
#include "render/dialects/common.h"
#include "render/dialects/dialects.h"

static void json_escape(const char *text, GString *out)
{
	g_string_append_c(out, '"');
	while (*text) {
		gunichar c = common_next(&text);

		if (c == '"' || c == '\\')
			g_string_append_printf(out, "\\%c", (int)c);
		else if (c == '\n')
			g_string_append(out, "\\n");
		else if (c == '\t')
			g_string_append(out, "\\t");
		else if (c < 0x20 || (c >= 0x7f && c < 0xa0))
			g_string_append_printf(out, "\\u%04x", c);
		else
			g_string_append_unichar(out, c);
	}
	g_string_append_c(out, '"');
}

/* Starts a member of the object that is open at the end of `out`. */
static void add_name(const char *name, GString *out)
{
	if (out->str[out->len - 1] != '{')
		g_string_append(out, ", ");
	g_string_append_printf(out, "\"%s\": ", name);
}

static void add_text(
	const char *name, const char *text, const struct dialect_options *options, GString *out)
{
	g_autofree char *shown = common_shown(text, options);

	add_name(name, out);
	if (shown)
		json_escape(shown, out);
	else
		g_string_append(out, "null");
}

static void add_number(const char *name, double value, GString *out)
{
	if (!isfinite(value))
		return;
	add_name(name, out);
	number_print(value, out);
}

static void add_flags(guint32 flags, GString *out)
{
	const char *separator = "";

	if (!flags)
		return;
	add_name("flags", out);
	g_string_append_c(out, '[');
	for (int q = 0; q < QUALITY_COUNT; q++)
		if (flags & QUALITY_BIT(q)) {
			g_string_append_printf(out, "%s\"%s\"", separator, quality_name(q));
			separator = ", ";
		}
	g_string_append_c(out, ']');
}

static void add_object(
	const struct doc_cell *cell, const struct dialect_options *options, GString *out)
{
	g_string_append_c(out, '{');
	if (cell->kind != CELL_MISSING && cell->kind != CELL_TEXT) {
		add_number("value", cell->value, out);
		add_number("sd", cell->sd, out);
		add_number("lo", cell->lo, out);
		add_number("hi", cell->hi, out);
		if (cell->n) {
			add_name("n", out);
			g_string_append_printf(out, "%" G_GUINT64_FORMAT, cell->n);
		}
	}
	if (cell->unit)
		add_text("unit", cell->unit, options, out);
	add_flags(cell->flags, out);
	if (cell->mark) {
		add_name("note", out);
		g_string_append_printf(out, "%u", cell->mark);
	}
	if (cell->best) {
		add_name("best", out);
		g_string_append(out, "true");
	}
	if (cell->text)
		add_text("text", cell->text, options, out);
	g_string_append_c(out, '}');
}

static void add_cell(
	const struct doc_cell *cell, const struct dialect_options *options, GString *out)
{
	bool bare = !cell->unit && !cell->flags && !cell->mark && !cell->best;

	if (bare && cell->kind == CELL_MISSING) {
		g_string_append(out, "null");
	} else if (bare && cell->kind == CELL_TEXT) {
		g_autofree char *shown = common_shown(cell->text, options);

		json_escape(shown, out);
	} else {
		add_object(cell, options, out);
	}
}

static void add_columns(
	const struct doc_table *table, const struct dialect_options *options, GString *out)
{
	add_name("columns", out);
	g_string_append_c(out, '[');
	for (guint i = 0; i < table->columns->len; i++) {
		const struct doc_column *column = common_column_at(table, i);

		g_string_append(out, i ? ",\n\t{" : "\n\t{");
		add_text("name", column->head, options, out);
		add_text("unit", column->unit, options, out);
		add_name("key", out);
		g_string_append(out, column->key ? "true}" : "false}");
	}
	g_string_append_c(out, ']');
}

static void add_rows(
	const struct doc_table *table, const struct dialect_options *options, GString *out)
{
	add_name("rows", out);
	g_string_append_c(out, '[');
	for (guint row = 0; row < table->rows->len; row++) {
		g_string_append(out, row ? ",\n\t[" : "\n\t[");
		for (guint i = 0; i < table->columns->len; i++) {
			if (i)
				g_string_append(out, ", ");
			add_cell(common_cell_at(table, row, i), options, out);
		}
		g_string_append_c(out, ']');
	}
	g_string_append_c(out, ']');
}

static void add_notes(
	const struct doc_table *table, const struct dialect_options *options, GString *out)
{
	add_name("notes", out);
	g_string_append_c(out, '[');
	for (guint i = 0; i < table->notes->len; i++) {
		g_autofree char *note = common_shown(table->notes->pdata[i], options);

		if (i)
			g_string_append(out, ", ");
		json_escape(note, out);
	}
	g_string_append_c(out, ']');
}

static const char *const kind_names[] = {
	[BLOCK_HEADING] = "heading",
	[BLOCK_PARAGRAPH] = "paragraph",
	[BLOCK_TABLE] = "table",
	[BLOCK_NOTE] = "note",
};
G_STATIC_ASSERT(G_N_ELEMENTS(kind_names) == BLOCK_NOTE + 1);

static void add_block(
	const struct doc_block *block, const struct dialect_options *options, GString *out)
{
	g_string_append_c(out, '{');
	add_text("type", kind_names[block->kind], options, out);
	if (block->kind == BLOCK_HEADING) {
		add_name("level", out);
		g_string_append_printf(out, "%d", block->level);
	}
	if (block->kind == BLOCK_TABLE) {
		add_text("caption", block->table->caption, options, out);
		add_columns(block->table, options, out);
		add_rows(block->table, options, out);
		add_notes(block->table, options, out);
	} else {
		add_text("text", block->text, options, out);
	}
	g_string_append_c(out, '}');
}

static void json_render(const struct doc *doc, const struct dialect_options *options, GString *out)
{
	g_string_append_c(out, '{');
	add_text("title", doc->title, options, out);
	add_name("blocks", out);
	g_string_append_c(out, '[');
	for (guint i = 0; i < doc->blocks->len; i++) {
		g_string_append(out, i ? ",\n" : "\n");
		add_block(doc->blocks->pdata[i], options, out);
	}
	g_string_append(out, "]}\n");
}

static const char *const endings[] = {".json", NULL};

const struct dialect dialect_json = {
	.name = "json",
	.title = "JSON, with the figures behind each cell",
	.endings = endings,
	.render = json_render,
	.escape = json_escape,
};
