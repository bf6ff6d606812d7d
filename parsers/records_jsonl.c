#define JSMN_STATIC
#define JSMN_STRICT
#define JSMN_PARENT_LINKS
#include <jsmn.h>
#include <string.h>

#include "parsers/json_text.h"
#include "parsers/parser.h"
#include "parsers/records_row.h"

/*
 * More than any row has: sets of 2000 levels.  jsmn takes quadratic time for deep nesting, so there
 * has to be an end.
 */
#define TOKENS 4096

struct tokens {
	unsigned n;
	jsmntok_t at[TOKENS];
};

struct reader {
	struct records_reader *rows;
	struct records_row row;
	struct tokens *tokens;
};

/* 0, or jsmn's error; the tokens before it are there. */
static int tokens_read(struct tokens *t, const char *s, size_t n)
{
	jsmn_parser parser;
	int result;

	jsmn_init(&parser);
	result = jsmn_parse(&parser, s, n, t->at, TOKENS);
	t->n = parser.toknext;
	return MIN(result, 0);
}

/* Whether all tokens are those of one object. */
static bool one_object(const struct tokens *t)
{
	if (!t->n || t->at[0].type != JSMN_OBJECT)
		return false;
	for (unsigned i = 1; i < t->n; i++)
		if (t->at[i].parent < 0)
			return false;
	return true;
}

/* The token after the value `i` and all that is in it. */
static unsigned token_after(const struct tokens *t, unsigned i)
{
	unsigned next = i + 1;

	while (next < t->n && t->at[next].start < t->at[i].end)
		next++;
	return next;
}

/* Whether `i` is a member's name and its value follows. */
static bool is_name(const struct tokens *t, unsigned i)
{
	return t->at[i].type == JSMN_STRING && t->at[i].size == 1 && i + 1 < t->n &&
	       t->at[i + 1].parent == (int)i;
}

/* How a member's value becomes the field of a row; false when it is not of that kind. */
typedef bool member_field(const char *json, const struct tokens *t, unsigned value, GString *out);

static bool text_field(const char *json, const struct tokens *t, unsigned value, GString *out)
{
	return t->at[value].type == JSMN_STRING &&
	       json_text(json + t->at[value].start, json + t->at[value].end, out);
}

/* As it stands: digits are read with the csv's. */
static bool raw(const char *json, const jsmntok_t *token, GString *out)
{
	g_string_append_len(out, json + token->start, token->end - token->start);
	return true;
}

static bool number_field(const char *json, const struct tokens *t, unsigned value, GString *out)
{
	return t->at[value].type == JSMN_PRIMITIVE && raw(json, &t->at[value], out);
}

/* As it stands: read_set() is asked once for many rows. */
static bool set_field(const char *json, const struct tokens *t, unsigned value, GString *out)
{
	return t->at[value].type == JSMN_OBJECT && raw(json, &t->at[value], out);
}

static bool flags_field(const char *json, const struct tokens *t, unsigned value, GString *out)
{
	unsigned end = token_after(t, value);
	size_t start = out->len;

	if (t->at[value].type != JSMN_ARRAY)
		return false;
	for (unsigned i = value + 1; i < end; i++) {
		if (out->len > start)
			g_string_append_c(out, ';');
		if (!text_field(json, t, i, out))
			return false;
	}
	return true;
}

static member_field *const member_fields[] = {
	[RECORD_RUN] = number_field,
	[RECORD_TOOL] = text_field,
	[RECORD_VERSION] = text_field,
	[RECORD_STATUS] = text_field,
	[RECORD_LAYOUT] = text_field,
	[RECORD_LABEL] = text_field,
	[RECORD_FACTORS] = set_field,
	[RECORD_AT] = set_field,
	[RECORD_METRIC] = text_field,
	[RECORD_VALUE] = number_field,
	[RECORD_UNIT] = text_field,
	[RECORD_STDDEV] = number_field,
	[RECORD_N] = number_field,
	[RECORD_ORIGINAL] = text_field,
	[RECORD_ORIGINAL_UNIT] = text_field,
	[RECORD_FLAGS] = flags_field,
	[RECORD_FILE] = text_field,
	[RECORD_LINE] = number_field,
	[RECORD_WHEN] = text_field,
	[RECORD_HOST] = text_field,
	[RECORD_COMMAND] = text_field,
	[RECORD_ERROR] = text_field,
};

G_STATIC_ASSERT(G_N_ELEMENTS(member_fields) == RECORD_COLUMNS);

/* The inverse of how the writer writes a set. */
static const struct keyset *set_parse(struct pool *pool, const char *json)
{
	g_autoptr(GString) text = g_string_new(NULL);
	g_autoptr(GArray) offsets = g_array_new(FALSE, FALSE, sizeof(gsize));
	g_autofree struct tokens *t = g_new(struct tokens, 1);
	g_autofree struct level *level = NULL;
	bool good = !tokens_read(t, json, strlen(json));

	for (unsigned i = 1; good && i < t->n; i++) {
		/* Names and strings take turns. */
		good = i % 2 ? is_name(t, i) : t->at[i].parent == (int)i - 1;
		g_array_append_val(offsets, text->len);
		good = good && text_field(json, t, i, text);
		g_string_append_c(text, '\0');
	}
	level = g_new(struct level, offsets->len / 2 + 1);
	for (guint i = 0; i + 1 < offsets->len; i += 2)
		level[i / 2] = (struct level){text->str + g_array_index(offsets, gsize, i),
			text->str + g_array_index(offsets, gsize, i + 1)};
	return good ? pool_set(pool, level, offsets->len / 2) : NULL;
}

static bool is_null(const char *json, const jsmntok_t *token)
{
	return token->type == JSMN_PRIMITIVE && token->end - token->start == 4 &&
	       !memcmp(json + token->start, "null", 4);
}

static bool take_member(
	struct reader *j, const char *json, enum record_column column, unsigned value)
{
	const char *name = record_column_name(column);
	gssize start = (gssize)j->row.text->len;

	if (j->row.at[column] >= 0) {
		records_reader_bad(j->rows, j->row.line, "two members '%s'", name);
		return false;
	}
	if (is_null(json, &j->tokens->at[value]))
		return true;
	if (!member_fields[column](json, j->tokens, value, j->row.text)) {
		records_reader_bad(j->rows, j->row.line, "%s is of the wrong kind", name);
		return false;
	}
	g_string_append_c(j->row.text, '\0');
	j->row.at[column] = start;
	return true;
}

/* Fills the row; false when it was reported. */
static bool take_members(struct reader *j, const char *json)
{
	const struct tokens *t = j->tokens;
	enum record_column column = RECORD_RUN;

	for (unsigned i = 1; i < t->n; i = token_after(t, i + 1)) {
		const char *name = json + t->at[i].start;
		size_t n = (size_t)(t->at[i].end - t->at[i].start);

		if (!is_name(t, i)) {
			records_reader_bad(j->rows, j->row.line, "no JSON object");
			return false;
		}
		column = record_column_by_name(name, n, column);
		if (column == RECORD_COLUMNS) {
			records_reader_bad(j->rows, j->row.line, "unknown member '%.*s'",
				(int)MIN(n, 80), name);
			return false;
		}
		if (!take_member(j, json, column, i + 1))
			return false;
	}
	return true;
}

static void take_line(struct reader *j, const struct text *line)
{
	records_row_begin(&j->row, line->line);
	if (memchr(line->s, 0, line->n))
		records_reader_bad(j->rows, line->line, "NUL byte");
	else if (tokens_read(j->tokens, line->s, line->n) || !one_object(j->tokens))
		records_reader_bad(j->rows, line->line,
			line->cut ? "the input ends inside it" : "no JSON object");
	else if (take_members(j, line->s))
		records_reader_take(j->rows, &j->row);
}

static int parse(struct input *in, struct sink *out)
{
	struct reader j = {.rows = records_reader_new(in, out, set_parse)};
	enum input_event event;
	struct text line;

	records_row_init(&j.row);
	j.tokens = g_new(struct tokens, 1);
	while ((event = input_next(in, &line)) != INPUT_END) {
		if (event == INPUT_BREAK)
			continue;
		if (line.n)
			take_line(&j, &line);
		records_reader_line(j.rows, &line, line.n ? LINE_FIGURES : LINE_BLANK);
	}
	g_free(j.tokens);
	records_row_clear(&j.row);
	return records_reader_free(j.rows);
}

static bool name_is(const char *json, const jsmntok_t *token, enum record_column column)
{
	return record_column_by_name(
		       json + token->start, (size_t)(token->end - token->start), column) == column;
}

/* The first line must begin as the writer's do, though the head may end inside it. */
static int sniff(const char *head, size_t n)
{
	const char *lf = memchr(head, '\n', n);
	g_autofree struct tokens *t = NULL;
	bool run = false, tool = false;
	int result;

	if (!n || head[0] != '{')
		return 0;
	t = g_new(struct tokens, 1);
	result = tokens_read(t, head, lf ? (size_t)(lf - head) : n);
	if (result != 0 && (result != JSMN_ERROR_PART || lf))
		return 0;
	for (unsigned i = 1; i < t->n && is_name(t, i); i = token_after(t, i + 1)) {
		run = run || name_is(head, &t->at[i], RECORD_RUN);
		/* A run without tool has at least its status. */
		tool = tool || name_is(head, &t->at[i], RECORD_TOOL) ||
		       name_is(head, &t->at[i], RECORD_STATUS);
	}
	return run && tool ? 99 : 0;
}

const struct parser parser_records_jsonl = {
	.name = "records-jsonl",
	.title = "normalised records, a JSON object a line",
	.sniff = sniff,
	.parse = parse,
	.complete = true,
};
