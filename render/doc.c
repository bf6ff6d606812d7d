#include "render/doc.h"

#include <math.h>

static void cell_clear(void *data)
{
	struct doc_cell *cell = data;

	g_free(cell->text);
	g_free(cell->unit);
}

static void column_clear(void *data)
{
	struct doc_column *column = data;

	g_free(column->head);
	g_free(column->unit);
}

static void row_free(void *row)
{
	g_array_unref(row);
}

static void table_free(struct doc_table *table)
{
	g_free(table->caption);
	g_array_unref(table->columns);
	g_ptr_array_unref(table->rows);
	g_ptr_array_unref(table->notes);
	g_free(table);
}

static void block_free(void *data)
{
	struct doc_block *block = data;

	g_free(block->text);
	if (block->table)
		table_free(block->table);
	g_free(block);
}

struct doc *doc_new(const char *title)
{
	struct doc *doc = g_new0(struct doc, 1);

	doc->title = g_strdup(title);
	doc->blocks = g_ptr_array_new_with_free_func(block_free);
	return doc;
}

void doc_free(struct doc *doc)
{
	if (!doc)
		return;
	g_free(doc->title);
	g_ptr_array_unref(doc->blocks);
	g_free(doc);
}

static struct doc_block *block_add(struct doc *doc, enum block_kind kind, const char *text)
{
	struct doc_block *block = g_new0(struct doc_block, 1);

	block->kind = kind;
	block->text = g_strdup(text);
	g_ptr_array_add(doc->blocks, block);
	return block;
}

void doc_heading(struct doc *doc, int level, const char *text)
{
	g_assert(level >= 1);
	block_add(doc, BLOCK_HEADING, text)->level = level;
}

void doc_paragraph(struct doc *doc, const char *text)
{
	block_add(doc, BLOCK_PARAGRAPH, text);
}

void doc_note(struct doc *doc, const char *text)
{
	block_add(doc, BLOCK_NOTE, text);
}

struct doc_table *doc_table(struct doc *doc, const char *caption)
{
	struct doc_table *table = g_new0(struct doc_table, 1);

	table->caption = g_strdup(caption);
	table->columns = g_array_new(FALSE, FALSE, sizeof(struct doc_column));
	g_array_set_clear_func(table->columns, column_clear);
	table->rows = g_ptr_array_new_with_free_func(row_free);
	table->notes = g_ptr_array_new_with_free_func(g_free);
	block_add(doc, BLOCK_TABLE, NULL)->table = table;
	return table;
}

void doc_table_column(
	struct doc_table *table, const char *head, const char *unit, bool key, bool numeric)
{
	struct doc_column column = {
		.head = g_strdup(head), .unit = g_strdup(unit), .key = key, .numeric = numeric};

	g_assert(table->rows->len == 0);
	g_array_append_val(table->columns, column);
}

static GArray *last_row(struct doc_table *table)
{
	g_assert(table->rows->len > 0);
	return table->rows->pdata[table->rows->len - 1];
}

void doc_table_row(struct doc_table *table)
{
	GArray *row;

	g_assert(table->rows->len == 0 || last_row(table)->len == table->columns->len);
	row = g_array_sized_new(FALSE, FALSE, sizeof(struct doc_cell), table->columns->len);
	g_array_set_clear_func(row, cell_clear);
	g_ptr_array_add(table->rows, row);
}

void doc_table_cell(struct doc_table *table, const struct doc_cell *cell)
{
	GArray *row = last_row(table);
	bool missing = cell->kind == CELL_MISSING;
	struct doc_cell copy = *cell;

	g_assert(row->len < table->columns->len);
	g_assert(missing || cell->text);
	g_assert(cell->mark <= table->notes->len);
	copy.text = missing ? NULL : g_strdup(cell->text);
	copy.unit = missing ? NULL : g_strdup(cell->unit);
	g_array_append_val(row, copy);
}

void doc_table_text(struct doc_table *table, const char *text)
{
	struct doc_cell cell = {
		.kind = text ? CELL_TEXT : CELL_MISSING,
		.text = (char *)text,
		.value = NAN,
		.sd = NAN,
		.lo = NAN,
		.hi = NAN,
	};

	doc_table_cell(table, &cell);
}

unsigned doc_table_note(struct doc_table *table, const char *text)
{
	unsigned i;

	if (g_ptr_array_find_with_equal_func(table->notes, text, g_str_equal, &i))
		return i + 1;
	g_ptr_array_add(table->notes, g_strdup(text));
	return table->notes->len;
}
