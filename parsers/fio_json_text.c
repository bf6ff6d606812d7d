#define JSMN_STATIC
#define JSMN_PARENT_LINKS
#include <jsmn.h>
#include <math.h>
#include <string.h>

#include "parsers/fio_json_text.h"
#include "parsers/fio_value.h"
#include "parsers/json_text.h"

/* More than the members that are read at all have. */
#define TOKENS_MAX (512u << 10)

void fio_json_text_init(struct fio_json_text *t)
{
	t->bytes = g_string_new(NULL);
	t->lines = g_array_new(FALSE, FALSE, sizeof(struct fio_json_line_start));
}

void fio_json_text_clear(struct fio_json_text *t)
{
	g_string_free(t->bytes, TRUE);
	g_array_free(t->lines, TRUE);
}

void fio_json_text_start(struct fio_json_text *t, guint32 line)
{
	g_string_truncate(t->bytes, 0);
	g_array_set_size(t->lines, 0);
	t->line = line;
	fio_json_text_line(t, line);
}

void fio_json_text_line(struct fio_json_text *t, guint32 line)
{
	struct fio_json_line_start start = {0, line};

	if (t->lines->len)
		g_string_append_c(t->bytes, '\n');
	start.offset = (guint32)t->bytes->len;
	g_array_append_val(t->lines, start);
}

void fio_json_text_add(struct fio_json_text *t, const char *s, const char *end)
{
	g_string_append_len(t->bytes, s, end - s);
}

void fio_json_text_drop_line(struct fio_json_text *t)
{
	const struct fio_json_line_start *last;

	if (!t->lines->len)
		return;
	last = &g_array_index(t->lines, struct fio_json_line_start, t->lines->len - 1);
	g_string_truncate(t->bytes, last->offset);
	g_array_set_size(t->lines, t->lines->len - 1);
}

/* ---- tokens --------------------------------------------------------------------------------- */

void fio_json_tokens_init(struct fio_json_tokens *t)
{
	*t = (struct fio_json_tokens){.tokens = g_array_new(FALSE, FALSE, sizeof(jsmntok_t))};
	g_array_set_size(t->tokens, 1024);
	t->word = g_string_new(NULL);
}

void fio_json_tokens_clear(struct fio_json_tokens *t)
{
	g_array_free(t->tokens, TRUE);
	g_string_free(t->word, TRUE);
}

static const jsmntok_t *token(const struct fio_json_tokens *t, guint i)
{
	return &g_array_index(t->tokens, jsmntok_t, i);
}

bool fio_json_tokens_read(struct fio_json_tokens *t, const struct fio_json_text *text, bool whole)
{
	jsmn_parser parser;
	int result;

	t->text = text;
	t->whole = whole;
	t->bytes = text->bytes->str;
	t->length = text->bytes->len;
	jsmn_init(&parser);
	while ((result = jsmn_parse(&parser, t->bytes, t->length,
			(jsmntok_t *)(void *)t->tokens->data, t->tokens->len)) ==
			JSMN_ERROR_NOMEM &&
		t->tokens->len < TOKENS_MAX)
		g_array_set_size(t->tokens, t->tokens->len * 2);
	t->n = parser.toknext;
	return result >= 0;
}

guint fio_json_after(const struct fio_json_tokens *t, guint i)
{
	int end = token(t, i)->end;
	guint next = i + 1;

	if (end < 0)
		return t->n; /* never closed */
	while (next < t->n && token(t, next)->start < end)
		next++;
	return next;
}

guint fio_json_value(const struct fio_json_tokens *t, guint i)
{
	return i + 1 < t->n && token(t, i)->size == 1 && token(t, i + 1)->parent == (int)i ? i + 1
											   : 0;
}

struct fio_word fio_json_word(const struct fio_json_tokens *t, guint i)
{
	const jsmntok_t *at = token(t, i);

	/* A number at the end of a text that is cut may lack digits. */
	if (!i || at->end < 0 || at->type == JSMN_OBJECT || at->type == JSMN_ARRAY ||
		(!t->whole && (size_t)at->end == t->length))
		return (struct fio_word){NULL, 0};
	return (struct fio_word){t->bytes + at->start, (size_t)(at->end - at->start)};
}

static bool is_key(const struct fio_json_tokens *t, guint i, const char *key)
{
	const jsmntok_t *at = token(t, i);
	size_t n = (size_t)(at->end - at->start);

	return strncmp(t->bytes + at->start, key, n) == 0 && !key[n];
}

void fio_json_find(
	const struct fio_json_tokens *t, guint object, const char *const *keys, size_t n, guint *at)
{
	guint end = fio_json_after(t, object);
	size_t guess = 0;

	memset(at, 0, n * sizeof(*at));
	if (token(t, object)->type != JSMN_OBJECT)
		return;
	for (guint i = object + 1; i < end; i = fio_json_after(t, i)) {
		guint value = token(t, i)->end < 0 ? 0 : fio_json_value(t, i);

		if (!value)
			continue;
		for (size_t k = 0; k < n; k++) {
			size_t key = (guess + k) % n;

			if (!is_key(t, i, keys[key]))
				continue;
			at[key] = value;
			guess = key + 1;
			break;
		}
		i = value;
	}
}

const char *fio_json_string(struct fio_json_tokens *t, guint i)
{
	struct fio_word w = fio_json_word(t, i);

	g_string_truncate(t->word, 0);
	if (!w.s || !json_text(w.s, w.s + w.n, t->word))
		return NULL;
	return t->word->str;
}

double fio_json_number(const struct fio_json_tokens *t, guint i)
{
	struct fio_word w = i ? fio_json_word(t, i) : (struct fio_word){NULL, 0};
	double value;

	return w.s && fio_number(w.s, w.n, &value, NULL) ? value : NAN;
}

bool fio_json_is_object(const struct fio_json_tokens *t, guint i)
{
	return token(t, i)->type == JSMN_OBJECT;
}

bool fio_json_is_array(const struct fio_json_tokens *t, guint i)
{
	return token(t, i)->type == JSMN_ARRAY;
}

bool fio_json_is_closed(const struct fio_json_tokens *t, guint i)
{
	return token(t, i)->end >= 0;
}

guint32 fio_json_line_of(const struct fio_json_tokens *t, guint i)
{
	const GArray *lines = t->text->lines;
	guint32 offset = (guint32)token(t, i)->start;
	guint low = 0, high = lines->len;

	while (high - low > 1) {
		guint middle = (low + high) / 2;

		if (g_array_index(lines, struct fio_json_line_start, middle).offset <= offset)
			low = middle;
		else
			high = middle;
	}
	return g_array_index(lines, struct fio_json_line_start, low).line;
}
