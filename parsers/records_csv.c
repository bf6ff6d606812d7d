#include <csv.h>
#include <string.h>

#include "parsers/parser.h"
#include "parsers/records_row.h"

/* A column of the header in force. */
struct column {
	enum record_column column;
	char *key; /* wide records: the key of that set which the column is; NULL: all of it */
};

/* A row with more text than this has a quote that is never closed. */
#define ROW_MAX INPUT_LINE_MAX

struct reader {
	struct records_reader *rows;
	struct pool *pool;
	struct csv_parser csv;
	struct records_row row;

	/* The row that libcsv is in. */
	GArray *start; /* gssize: of its fields, offset in row.text; -1: nothing */
	bool ended, has_nul;
	GString *lines; /* its lines, each with an LF; empty before the first line end in quotes */

	/* The header in force. */
	GArray *columns; /* struct column; empty: none yet, or it was bad */
	bool bad_header;
};

static const char *field(const struct reader *c, guint i)
{
	gssize start = g_array_index(c->start, gssize, i);

	return start < 0 ? NULL : c->row.text->str + start;
}

/* Records put together of several files bring their headers along. */
static bool is_header(const struct reader *c)
{
	if (!c->columns->len && !c->bad_header)
		return true;
	return c->start->len && g_strcmp0(field(c, 0), "run") == 0;
}

static bool bad_header(struct reader *c, const char *trouble, const char *name)
{
	records_reader_bad(c->rows, c->row.line, "%s '%.80s'", trouble, name);
	g_array_set_size(c->columns, 0);
	c->bad_header = true;
	return false;
}

static void clear_column(gpointer data)
{
	g_free(((struct column *)data)->key);
}

/* Which columns a header has as a whole, and of which sets it has single keys. */
struct heads {
	bool whole[RECORD_COLUMNS], part[RECORD_COLUMNS];
};

static bool read_columns(struct reader *c, struct heads *heads)
{
	g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);

	for (guint i = 0; i < c->start->len; i++) {
		const char *name = field(c, i) ? field(c, i) : "", *key = NULL;
		enum record_column column = record_column_by_name(
			name, strlen(name), (enum record_column)MIN(i, RECORD_ERROR));
		struct column one;

		if (column == RECORD_COLUMNS)
			column = record_column_wide(name, &key);
		if (column == RECORD_COLUMNS)
			return bad_header(c, "unknown column", name);
		if (!g_hash_table_add(names, (gpointer)name) ||
			(key ? heads->whole : heads->part)[column])
			return bad_header(c, "repeated column", name);
		(key ? heads->part : heads->whole)[column] = true;
		one = (struct column){column, g_strdup(key)};
		g_array_append_val(c->columns, one);
	}
	return true;
}

static void read_header(struct reader *c)
{
	static const enum record_column needed[] = {
		RECORD_RUN, RECORD_STATUS, RECORD_METRIC, RECORD_VALUE, RECORD_UNIT};
	struct heads heads = {.whole = {false}};

	records_reader_break(c->rows);
	g_array_set_size(c->columns, 0);
	c->bad_header = false;
	if (!read_columns(c, &heads))
		return;
	for (size_t i = 0; i < G_N_ELEMENTS(needed); i++) {
		if (!heads.whole[needed[i]]) {
			bad_header(c, "no column", record_column_name(needed[i]));
			return;
		}
	}
}

/* Puts a set of wide records together, as narrow ones have it. */
static void join_set(struct reader *c, enum record_column column)
{
	g_autoptr(GArray) levels = g_array_new(FALSE, FALSE, sizeof(struct level));

	for (guint i = 0; i < c->columns->len; i++) {
		const struct column *of = &g_array_index(c->columns, struct column, i);
		struct level level = {of->key, field(c, i)};

		if (of->column == column && level.key && level.value)
			g_array_append_val(levels, level);
	}
	if (!levels->len)
		return;
	c->row.at[column] = (gssize)c->row.text->len;
	keyset_print(
		pool_set(c->pool, (const struct level *)(const void *)levels->data, levels->len),
		c->row.text);
	g_string_append_c(c->row.text, '\0');
}

static void take_row(struct reader *c)
{
	bool wide = false;

	if (c->has_nul) {
		records_reader_bad(c->rows, c->row.line, "NUL byte");
		return;
	}
	for (guint i = 0; i < c->columns->len; i++) {
		const struct column *column = &g_array_index(c->columns, struct column, i);

		wide = wide || column->key;
		if (!column->key)
			c->row.at[column->column] = g_array_index(c->start, gssize, i);
	}
	if (wide) {
		join_set(c, RECORD_FACTORS);
		join_set(c, RECORD_AT);
	}
	records_reader_take(c->rows, &c->row);
}

static void on_field(void *s, size_t n, void *data)
{
	struct reader *c = data;
	gssize start = s ? (gssize)c->row.text->len : -1;

	g_array_append_val(c->start, start);
	if (!s)
		return;
	g_string_append_len(c->row.text, s, (gssize)n);
	g_string_append_c(c->row.text, '\0');
}

static void on_row(int end, void *data)
{
	struct reader *c = data;

	(void)end;
	c->ended = true;
}

/* False when a quote stands where none can. */
static bool feed(struct reader *c, const struct text *line)
{
	if (!c->lines->len) {
		records_row_begin(&c->row, line->line);
		g_array_set_size(c->start, 0);
		c->has_nul = false;
	}
	c->ended = false;
	c->has_nul = c->has_nul || memchr(line->s, 0, line->n);
	return csv_parse(&c->csv, line->s, line->n, on_field, on_row, c) == line->n &&
	       csv_parse(&c->csv, "\n", 1, on_field, on_row, c) == 1;
}

static void keep(struct reader *c, const struct text *line)
{
	g_string_append_len(c->lines, line->s, (gssize)line->n);
	g_string_append_c(c->lines, '\n');
}

static enum line_class read_line(struct reader *c, const struct text *line);

/*
 * Gives up the row.  Of several lines only the first is lost: a stray quote must not take the rows
 * after it along.  This comes to an end soon: lines between two stray quotes have even numbers of
 * quotes and do not run on when they are read alone.
 */
static void give_up(struct reader *c, const char *trouble)
{
	g_autoptr(GString) lines = c->lines;
	const char *end = lines->str + lines->len, *lf;
	struct text line = {.s = lines->str, .line = c->row.line};

	csv_fini(&c->csv, NULL, NULL, NULL);
	c->lines = g_string_new(NULL);
	records_reader_bad(c->rows, c->row.line, "%s", trouble);
	while ((lf = memchr(line.s, '\n', (size_t)(end - line.s)))) {
		line.n = (size_t)(lf - line.s);
		if (line.s != lines->str)
			read_line(c, &line);
		line.s = lf + 1;
		line.line++;
	}
}

static void end_row(struct reader *c)
{
	g_autofree char *trouble = NULL;

	if (is_header(c)) {
		g_string_truncate(c->lines, 0);
		read_header(c);
		return;
	}
	if (c->columns->len && c->start->len != c->columns->len) {
		trouble = g_strdup_printf("%u fields, not %u", c->start->len, c->columns->len);
		give_up(c, trouble);
		return;
	}
	g_string_truncate(c->lines, 0);
	if (c->columns->len)
		take_row(c);
}

static bool is_blank(const struct text *line)
{
	size_t i = 0;

	while (i < line->n && strchr(" \t", line->s[i]) && line->s[i])
		i++;
	return i == line->n;
}

static enum line_class read_line(struct reader *c, const struct text *line)
{
	bool runs_on = c->lines->len > 0;
	enum line_class class = LINE_FIGURES;
	bool fits;

	if (!runs_on && is_blank(line))
		return LINE_BLANK;
	fits = feed(c, line);
	if (runs_on || (fits && !c->ended))
		keep(c, line);
	if (!fits) {
		give_up(c, "misplaced quote");
	} else if (c->ended) {
		class = is_header(c) ? LINE_HEADER : LINE_FIGURES;
		end_row(c);
	} else if (c->lines->len > ROW_MAX) {
		give_up(c, "a quote is not closed");
	}
	return class;
}

static void read_cut_line(struct reader *c, const struct text *line)
{
	while (c->lines->len)
		give_up(c, "a quote is not closed");
	records_reader_bad(c->rows, line->line, "the input ends inside it");
}

static void read_lines(struct reader *c, struct input *in)
{
	enum input_event event;
	struct text line;

	while ((event = input_next(in, &line)) != INPUT_END) {
		enum line_class class = LINE_FIGURES;

		if (event == INPUT_BREAK)
			continue;
		if (line.cut)
			read_cut_line(c, &line);
		else
			class = read_line(c, &line);
		records_reader_line(c->rows, &line, class);
	}
	while (c->lines->len)
		give_up(c, "a quote is not closed");
}

static int parse(struct input *in, struct sink *out)
{
	struct reader c = {.pool = out->pool};

	/* Fails only for a NULL parser. */
	csv_init(&c.csv, CSV_STRICT | CSV_EMPTY_IS_NULL);
	c.rows = records_reader_new(in, out, keyset_parse);
	c.start = g_array_new(FALSE, FALSE, sizeof(gssize));
	c.columns = g_array_new(FALSE, FALSE, sizeof(struct column));
	g_array_set_clear_func(c.columns, clear_column);
	c.lines = g_string_new(NULL);
	records_row_init(&c.row);
	read_lines(&c, in);
	records_row_clear(&c.row);
	g_string_free(c.lines, TRUE);
	g_array_free(c.columns, TRUE);
	g_array_free(c.start, TRUE);
	csv_free(&c.csv);
	return records_reader_free(c.rows);
}

static int sniff(const char *head, size_t n)
{
	static const char start[] = "run,tool,version,";

	return n >= strlen(start) && !memcmp(head, start, strlen(start)) ? 99 : 0;
}

const struct parser parser_records_csv = {
	.name = "records-csv",
	.title = "normalised records, csv",
	.sniff = sniff,
	.parse = parse,
	.complete = true,
};
