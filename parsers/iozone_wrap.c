#include "parsers/iozone_wrap.h"

#include "parsers/iozone_line.h"
#include <string.h>

/* Longer than any row. */
#define ROW_MAX 512

void iozone_wrap_init(struct iozone_wrap *w)
{
	*w = (struct iozone_wrap){.text = g_string_new(NULL)};
}

void iozone_wrap_clear(struct iozone_wrap *w)
{
	g_string_free(w->text, TRUE);
}

void iozone_wrap_hold(struct iozone_wrap *w, const struct text *line, enum iozone_fit fit,
	const struct iozone_row *row)
{
	g_string_truncate(w->text, 0);
	g_string_append_len(w->text, line->s, (gssize)line->n);
	w->line = w->last = line->line;
	w->width = line->n;
	w->plan.n = 0;
	if (fit != IOZONE_ROW_PART || row->counted || !row->n)
		return;
	w->plan = row->plan;
	w->cells = row->n;
	w->shift = row->cell[row->n - 1].s + row->cell[row->n - 1].n - line->s -
		   row->plan.end[row->n - 1];
}

bool iozone_wrap_drop(struct iozone_wrap *w, struct text *line, guint32 *last)
{
	if (!w->line)
		return false;
	*line = (struct text){w->text->str, w->width, w->line, false};
	*last = w->last;
	w->line = 0;
	return true;
}

static bool digits_only(const struct text *line)
{
	for (size_t i = 0; i < line->n; i++)
		if (!g_ascii_isdigit(line->s[i]) && line->s[i] != ' ')
			return false;
	return true;
}

/* Is it a row by itself, so that it need not be the end of another one? */
static bool own_row(const struct text *line, const struct iozone_shape *shape)
{
	struct iozone_memo memo = {.misses = 0};
	struct iozone_row row;

	return iozone_row_read(line->s, line->n, shape, &memo, &row) == IOZONE_ROW &&
	       iozone_usual_row(&row);
}

static bool whole_row(const GString *text, const struct iozone_shape *shape)
{
	struct iozone_memo memo = {.misses = 0};
	struct iozone_row row;

	return iozone_row_read(text->str, text->len, shape, &memo, &row) == IOZONE_ROW &&
	       row.n == row.plan.n && !row.counted;
}

/*
 * Puts the figures of the line where their columns end.  False: too many of them, or one that is
 * too wide to have stood there by itself.
 */
static bool place(struct iozone_wrap *w, const struct text *line)
{
	const char *s = line->s, *end = s + line->n, *start;
	size_t before = w->text->len, cells = w->cells;

	for (; s < end; s++) {
		long pad;

		if (*s == ' ')
			continue;
		for (start = s; s < end && *s != ' '; s++)
			;
		pad = cells < w->plan.n
			      ? w->plan.end[cells] + w->shift - (long)w->text->len - (s - start)
			      : 0;
		if (pad <= 0) {
			g_string_truncate(w->text, before);
			return false;
		}
		for (; pad > 0; pad--)
			g_string_append_c(w->text, ' ');
		g_string_append_len(w->text, start, s - start);
		cells++;
	}
	w->cells = cells;
	return true;
}

static enum iozone_wrap_result go_on(
	struct iozone_wrap *w, const struct text *line, bool whole, struct text *out)
{
	w->last = line->line;
	if (!whole)
		return IOZONE_WRAP_MORE;
	*out = (struct text){w->text->str, w->text->len, w->line, line->cut};
	w->line = 0;
	return IOZONE_WRAP_WHOLE;
}

enum iozone_wrap_result iozone_wrap_join(struct iozone_wrap *w, const struct text *line,
	const struct iozone_shape *shape, struct text *out)
{
	size_t before = w->text->len;

	if (!w->line || w->last + 1 != line->line || before + line->n > ROW_MAX ||
		!digits_only(line) || own_row(line, shape))
		return IOZONE_WRAP_NONE;
	g_string_append_len(w->text, line->s, (gssize)line->n);
	if (whole_row(w->text, shape))
		return go_on(w, line, true, out);
	if (!w->plan.n && line->n == w->width)
		return go_on(w, line, false, out);
	g_string_truncate(w->text, before);
	if (!w->plan.n || !place(w, line))
		return IOZONE_WRAP_NONE;
	return go_on(w, line, w->cells == w->plan.n, out);
}
