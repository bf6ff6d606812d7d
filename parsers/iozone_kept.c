#include "parsers/iozone_kept.h"
#include <string.h>

struct iozone_kept {
	struct diag *diag;
	const char *file;
	GPtrArray *rows;    /* struct iozone_kept_row * */
	GStringChunk *text; /* of their cells */
};

struct iozone_kept *iozone_kept_new(struct diag *diag, const char *file)
{
	struct iozone_kept *k = g_new0(struct iozone_kept, 1);

	k->diag = diag;
	k->file = file;
	k->rows = g_ptr_array_new_with_free_func(g_free);
	k->text = g_string_chunk_new(1024);
	return k;
}

void iozone_kept_free(struct iozone_kept *k)
{
	g_ptr_array_free(k->rows, TRUE);
	g_string_chunk_free(k->text);
	g_free(k);
}

void iozone_kept_reset(struct iozone_kept *k)
{
	if (!k->rows->len)
		return;
	g_ptr_array_set_size(k->rows, 0);
	g_string_chunk_clear(k->text);
}

const struct iozone_kept_row *iozone_kept_get(const struct iozone_kept *k, size_t i)
{
	return i < k->rows->len ? g_ptr_array_index(k->rows, i) : NULL;
}

bool iozone_kept_add(struct iozone_kept *k, const struct iozone_row *row, guint32 line)
{
	struct iozone_kept_row *copy;

	if (k->rows->len == IOZONE_KEPT_MAX)
		return false;
	copy = g_new(struct iozone_kept_row, 1);
	*copy = (struct iozone_kept_row){.row = *row, .line = line};
	for (size_t i = 0; i < row->n; i++)
		if (row->cell[i].s)
			copy->row.cell[i].s =
				g_string_chunk_insert_len(k->text, row->cell[i].s, row->cell[i].n);
	g_ptr_array_add(k->rows, copy);
	return true;
}

/* Both go by file and record size: the search begins where the last one ended. */
static struct iozone_kept_row *find(
	const struct iozone_kept *k, const struct iozone_reported *figure, guint *hint)
{
	for (guint i = 0; i < k->rows->len; i++) {
		guint at = (*hint + i) % k->rows->len;
		struct iozone_kept_row *kept = g_ptr_array_index(k->rows, at);

		if (kept->row.file_kb != figure->file_kb ||
			kept->row.record_kb != figure->record_kb)
			continue;
		*hint = at + 1;
		return kept;
	}
	return NULL;
}

static int cell_of(const struct iozone_row *row, const char *test)
{
	for (size_t i = 0; i < row->plan.n; i++)
		if (g_str_equal(iozone_columns[row->plan.column[i]].name, test))
			return (int)i;
	return -1;
}

static void dispute(struct iozone_kept *k, struct iozone_kept_row *kept, int i,
	const struct iozone_reported *figure)
{
	struct iozone_cell *cell = &kept->row.cell[i];

	cell->disputed = true;
	diag_at(k->diag, DIAG_REPORT_DIFFERS, k->file, figure->line,
		"%s, file %" G_GUINT64_FORMAT " kB, record %" G_GUINT64_FORMAT
		" kB: '%s', but '%.*s' in line %u",
		figure->test, figure->file_kb, figure->record_kb, figure->text, cell->n, cell->s,
		kept->line);
}

/* A cell that the row lacks, or has from a guess, from the report. */
static void mend(struct iozone_row *row, int i, const struct iozone_reported *figure)
{
	row->cell[i] = (struct iozone_cell){
		.s = figure->text,
		.n = figure->n,
		.figure = g_ascii_strtoull(figure->text, NULL, 10),
		.line = figure->line,
	};
	if ((size_t)i == row->n)
		row->n++;
}

/*
 * Returns whether the figure is settled.  Zeros of the report that no row has stand for sizes and
 * tests the run left out.
 */
static bool match(struct iozone_kept *k, struct iozone_kept_row *kept, bool finished,
	const struct iozone_reported *figure, bool *damaged)
{
	struct iozone_row *row = &kept->row;
	guint64 value = g_ascii_strtoull(figure->text, NULL, 10);
	int i = cell_of(row, figure->test);

	if (i < 0)
		return !value;
	if ((size_t)i < row->n && row->cell[i].s) {
		if (row->cell[i].figure == value || (!finished && !value))
			return true;
		if (!row->cell[i].fused) {
			dispute(k, kept, i, figure);
			*damaged = true;
			return true;
		}
	}
	if (finished && (size_t)i <= row->n)
		mend(row, i, figure);
	return true;
}

void iozone_kept_match(struct iozone_kept *k, const struct iozone_reported *figures, size_t n,
	bool complete, bool *used, bool *damaged)
{
	const void *last = k->rows->len ? g_ptr_array_index(k->rows, k->rows->len - 1) : NULL;
	guint hint = 0;

	for (size_t i = 0; i < n; i++) {
		struct iozone_kept_row *kept;

		if (figures[i].phase || !k->rows->len)
			continue;
		kept = find(k, &figures[i], &hint);
		if (!kept)
			used[i] = g_ascii_strtod(figures[i].text, NULL) == 0;
		else if (!figures[i].cpu)
			used[i] = match(k, kept, complete || kept != last, &figures[i], damaged);
	}
}
