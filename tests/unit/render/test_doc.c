#include "render/doc.h"

#include <math.h>
#include <string.h>

static const struct doc_block *block_at(const struct doc *doc, guint i)
{
	g_assert_cmpuint(i, <, doc->blocks->len);
	return doc->blocks->pdata[i];
}

static void test_blocks(void)
{
	static const struct {
		enum block_kind kind;
		int level;
		const char *text;
	} expected[] = {
		{BLOCK_HEADING, 2, "Results"},
		{BLOCK_PARAGRAPH, 0, "Two layouts."},
		{BLOCK_TABLE, 0, NULL},
		{BLOCK_NOTE, 0, "one run each"},
	};
	struct doc *doc = doc_new("Title");

	doc_heading(doc, 2, "Results");
	doc_paragraph(doc, "Two layouts.");
	doc_table(doc, NULL);
	doc_note(doc, "one run each");
	g_assert_cmpstr(doc->title, ==, "Title");
	g_assert_cmpuint(doc->blocks->len, ==, G_N_ELEMENTS(expected));
	for (guint i = 0; i < G_N_ELEMENTS(expected); i++) {
		const struct doc_block *block = block_at(doc, i);

		g_test_message("block %u", i);
		g_assert_cmpint(block->kind, ==, expected[i].kind);
		g_assert_cmpint(block->level, ==, expected[i].level);
		g_assert_cmpstr(block->text, ==, expected[i].text);
		g_assert_true((block->table != NULL) == (block->kind == BLOCK_TABLE));
	}
	doc_free(doc);
}

static void test_nothing(void)
{
	struct doc *doc = doc_new(NULL);
	struct doc_table *table = doc_table(doc, NULL);

	g_assert_null(doc->title);
	g_assert_null(table->caption);
	g_assert_cmpuint(table->columns->len + table->rows->len + table->notes->len, ==, 0);
	doc_free(doc);
	doc_free(NULL);
}

/* Strings belong to the document: the caller's may change afterwards. */
static void test_copies(void)
{
	char text[] = "abc", unit[] = "def";
	struct doc *doc = doc_new(text);
	struct doc_table *table = doc_table(doc, text);
	struct doc_cell cell = {.kind = CELL_VALUE, .text = text, .value = 7, .unit = unit};
	const struct doc_column *column;
	const struct doc_cell *kept;

	doc_paragraph(doc, text);
	doc_table_column(table, text, unit, true, false);
	doc_table_row(table);
	doc_table_note(table, text);
	doc_table_cell(table, &cell);
	memset(text, 'x', 3);
	memset(unit, 'x', 3);
	column = &g_array_index(table->columns, struct doc_column, 0);
	kept = &g_array_index((GArray *)table->rows->pdata[0], struct doc_cell, 0);
	g_assert_cmpstr(doc->title, ==, "abc");
	g_assert_cmpstr(table->caption, ==, "abc");
	g_assert_cmpstr(block_at(doc, 1)->text, ==, "abc");
	g_assert_cmpstr(column->head, ==, "abc");
	g_assert_cmpstr(column->unit, ==, "def");
	g_assert_true(column->key && !column->numeric);
	g_assert_cmpstr(table->notes->pdata[0], ==, "abc");
	g_assert_cmpstr(kept->text, ==, "abc");
	g_assert_cmpstr(kept->unit, ==, "def");
	g_assert_cmpfloat(kept->value, ==, 7);
	doc_free(doc);
}

static void test_text_cells(void)
{
	static const struct {
		const char *text;
		enum cell_kind kind;
	} rows[] = {{"6x7", CELL_TEXT}, {"", CELL_TEXT}, {NULL, CELL_MISSING}};
	struct doc *doc = doc_new(NULL);
	struct doc_table *table = doc_table(doc, NULL);

	doc_table_column(table, "layout", NULL, true, false);
	for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
		const struct doc_cell *cell;

		doc_table_row(table);
		doc_table_text(table, rows[i].text);
		cell = &g_array_index((GArray *)table->rows->pdata[i], struct doc_cell, 0);
		g_test_message("row %u", i);
		g_assert_cmpint(cell->kind, ==, rows[i].kind);
		g_assert_cmpstr(cell->text, ==, rows[i].text);
		g_assert_true(isnan(cell->value) && isnan(cell->sd) && isnan(cell->lo) &&
			      isnan(cell->hi));
		g_assert_cmpuint(cell->n + cell->flags + cell->mark + cell->best, ==, 0);
	}
	doc_free(doc);
}

static void test_notes(void)
{
	static const struct {
		const char *text;
		unsigned number;
	} rows[] = {{"pooled: slog", 1}, {"one run", 2}, {"pooled: slog", 1}, {"other", 3}};
	struct doc *doc = doc_new(NULL);
	struct doc_table *table = doc_table(doc, NULL);

	for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_test_message("note %u", i);
		g_assert_cmpuint(doc_table_note(table, rows[i].text), ==, rows[i].number);
	}
	g_assert_cmpuint(table->notes->len, ==, 3);
	doc_free(doc);
}

enum misuse { SHORT_ROW, LONG_ROW, LATE_COLUMN, NO_ROW, NO_NOTE, NO_TEXT, MISUSE_COUNT };

static void misuse(gconstpointer which)
{
	struct doc *doc = doc_new(NULL);
	struct doc_table *table = doc_table(doc, NULL);
	char text[] = "1";
	struct doc_cell cell = {.kind = CELL_VALUE, .text = text};

	doc_table_column(table, "a", NULL, false, false);
	if (GPOINTER_TO_INT(which) != NO_ROW)
		doc_table_row(table);
	switch ((enum misuse)GPOINTER_TO_INT(which)) {
	case SHORT_ROW:
		doc_table_row(table);
		break;
	case LONG_ROW:
		doc_table_text(table, "x");
		doc_table_text(table, "y");
		break;
	case LATE_COLUMN:
		doc_table_column(table, "b", NULL, false, false);
		break;
	case NO_ROW:
		doc_table_text(table, "x");
		break;
	case NO_NOTE:
		cell.mark = 1;
		doc_table_cell(table, &cell);
		break;
	case NO_TEXT:
		cell.text = NULL;
		doc_table_cell(table, &cell);
		break;
	case MISUSE_COUNT:
		break;
	}
	doc_free(doc);
}

/* A table that is not a table is a bug of its maker, not of its reader. */
static void test_misuse(gconstpointer which)
{
	if (g_test_subprocess()) {
		misuse(which);
		return;
	}
	g_test_trap_subprocess(NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
	g_test_trap_assert_failed();
	g_test_trap_assert_stderr("*assertion failed*");
}

int main(int argc, char **argv)
{
	static const char *const names[] = {
		[SHORT_ROW] = "/doc/misuse/short-row",
		[LONG_ROW] = "/doc/misuse/long-row",
		[LATE_COLUMN] = "/doc/misuse/late-column",
		[NO_ROW] = "/doc/misuse/no-row",
		[NO_NOTE] = "/doc/misuse/no-note",
		[NO_TEXT] = "/doc/misuse/no-text",
	};

	G_STATIC_ASSERT(G_N_ELEMENTS(names) == MISUSE_COUNT);
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/doc/blocks", test_blocks);
	g_test_add_func("/doc/nothing", test_nothing);
	g_test_add_func("/doc/copies", test_copies);
	g_test_add_func("/doc/text-cells", test_text_cells);
	g_test_add_func("/doc/notes", test_notes);
	for (int i = 0; i < MISUSE_COUNT; i++)
		g_test_add_data_func(names[i], GINT_TO_POINTER(i), test_misuse);
	return g_test_run();
}
