/*
 * write DIALECT tables|prose FILE...: writes the texts of tsv files (\n, \t and \\ in cells) as a
 * page of the dialect, so that a referee can say what it reads in it.
 *
 * tables, for each file: its cells as data, as row heads, as best figures, and those of its second
 * column as heads of columns.  prose, for each text of a second column: as heading, as paragraph
 * and as caption of a table.
 */
#include <math.h>
#include <string.h>

#include "render/dialect.h"

/* Lines of cells; free with g_ptr_array_unref(). */
static GPtrArray *read_rows(const char *path)
{
	g_autofree char *text = NULL;
	g_autoptr(GError) error = NULL;
	g_auto(GStrv) lines = NULL;
	GPtrArray *rows = g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev);

	if (!g_file_get_contents(path, &text, NULL, &error))
		g_error("%s", error->message);
	lines = g_strsplit(text, "\n", 0);
	for (size_t i = 0; lines[i]; i++) {
		char **cells;

		if (!*lines[i])
			continue;
		cells = g_strsplit(lines[i], "\t", 0);
		for (size_t k = 0; cells[k]; k++) {
			char *cell = g_strcompress(cells[k]);

			g_free(cells[k]);
			cells[k] = cell;
		}
		g_ptr_array_add(rows, cells);
	}
	return rows;
}

static void add_cell(struct doc_table *table, const char *text, bool best)
{
	struct doc_cell cell = {
		.kind = CELL_TEXT,
		.text = (char *)text,
		.value = NAN,
		.sd = NAN,
		.lo = NAN,
		.hi = NAN,
		.best = best,
	};

	doc_table_cell(table, &cell);
}

static void add_table(struct doc *doc, const GPtrArray *rows, bool key, bool best)
{
	struct doc_table *table = doc_table(doc, NULL);

	for (char **cell = rows->pdata[0]; *cell; cell++)
		doc_table_column(table, *cell, NULL, key, best);
	for (guint i = 1; i < rows->len; i++) {
		doc_table_row(table);
		for (char **cell = rows->pdata[i]; *cell; cell++)
			add_cell(table, *cell, best && **cell);
	}
}

static const char *second(const GPtrArray *rows, guint i)
{
	char **cells = rows->pdata[i];

	return cells[1];
}

static void add_heads(struct doc *doc, const GPtrArray *rows)
{
	struct doc_table *table = doc_table(doc, NULL);

	for (guint i = 0; i < rows->len; i++)
		doc_table_column(table, second(rows, i), NULL, false, false);
	doc_table_row(table);
	for (guint i = 0; i < rows->len; i++)
		add_cell(table, "x", false);
}

/* Some dialects show captions as paragraphs, which may break, so it comes without a break. */
static void add_prose(struct doc *doc, const char *text)
{
	g_autofree char *caption = g_strdelimit(g_strdup(text), "\n", ' ');
	struct doc_table *table;

	doc_heading(doc, 1, text);
	doc_paragraph(doc, text);
	table = doc_table(doc, caption);
	doc_table_column(table, "x", NULL, false, false);
	doc_table_row(table);
	add_cell(table, "y", false);
}

int main(int argc, char **argv)
{
	const struct dialect *dialect = argc > 3 ? dialect_by_name(argv[1]) : NULL;
	const struct dialect_options options = {0};
	struct doc *doc = doc_new(NULL);
	GString *out = g_string_new(NULL);

	if (!dialect)
		g_error("usage: write DIALECT tables|prose FILE...");
	for (int i = 3; i < argc; i++) {
		GPtrArray *rows = read_rows(argv[i]);

		if (strcmp(argv[2], "tables") == 0) {
			add_table(doc, rows, false, false);
			add_table(doc, rows, true, false);
			add_table(doc, rows, false, true);
			add_heads(doc, rows);
		} else {
			for (guint row = 0; row < rows->len; row++)
				add_prose(doc, second(rows, row));
		}
		g_ptr_array_unref(rows);
	}
	dialect->render(doc, &options, out);
	fwrite(out->str, 1, out->len, stdout);
	g_string_free(out, TRUE);
	doc_free(doc);
	return fflush(stdout) || ferror(stdout);
}
