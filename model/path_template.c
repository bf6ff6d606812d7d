#define PCRE2_CODE_UNIT_WIDTH 8
#include "model/path_template.h"

#include "model/error.h"
#include "model/record.h"
#include "model/study_walk.h"
#include <pcre2.h>
#include <string.h>

/*
 * Paths are matched backwards.  So the end of the path is tried in one place only, a name begins at
 * the last place where the text before it stands, and that place need not be tried again: if any
 * other place lets the rest match, this one does.  Time grows with the length of the path; the
 * limits are those of run markers.
 */
#define MATCH_LIMIT 200000
#define HEAP_LIMIT  4096 /* KiB */

/* Where a path may go on before the first component of a template. */
#define START "(?=/|\\z)"

struct path_template {
	char *text;
	pcre2_code *code;
	GPtrArray *names; /* char *, as in the template: the last is group 1 */
};

enum piece_kind { PIECE_TEXT, PIECE_ANY, PIECE_NAME };

struct piece {
	enum piece_kind kind;
	const char *at; /* in the template */
	char *text;     /* literal text or name */
};

struct reader {
	struct path_template *t;
	GString *pattern; /* of what was read so far */
	GArray *pieces;   /* struct piece, of the component that is read */
	bool slash;       /* a slash parts what comes from what was read */
	bool deep;        /* `**` was there */
	GError **error;
};

static bool fail(struct reader *r, const char *at, const char *format, ...) G_GNUC_PRINTF(3, 4);

static bool fail(struct reader *r, const char *at, const char *format, ...)
{
	g_autofree char *why = NULL;
	size_t character = 1;
	va_list args;

	va_start(args, format);
	why = g_strdup_vprintf(format, args);
	va_end(args);
	for (const char *p = r->t->text; p < at; p++)
		character += ((guchar)*p & 0xc0) != 0x80;
	g_set_error(r->error, IOTAB_ERROR, IOTAB_ERROR_USAGE, "'%s', character %zu: %s", r->t->text,
		character, why);
	return false;
}

static void piece_clear(gpointer data)
{
	g_free(((struct piece *)data)->text);
}

static bool check_name(struct reader *r, const char *at, const char *name)
{
	GPtrArray *names = r->t->names;

	if (!study_name_is_good(name))
		return fail(r, at, "'%s' is no name: a letter, then letters, digits, '.', '_', '-'",
			name);
	if (run_fact_name(name))
		return fail(r, at, "'%s' is a fact of each run and cannot be set", name);
	if (g_ptr_array_find_with_equal_func(names, name, g_str_equal, NULL))
		return fail(r, at, "'{%s}' stands twice", name);
	if (names->len == PATH_TEMPLATE_NAMES)
		return fail(r, at, "more than %d names", PATH_TEMPLATE_NAMES);
	return true;
}

/* Reads `{name}` at *p, which then stands behind it. */
static bool read_name(struct reader *r, const char **p, const char *end, char **name)
{
	const char *at = *p, *close = memchr(at, '}', (size_t)(end - at));

	if (!close)
		return fail(r, at, "'{' is not closed");
	*name = g_strndup(at + 1, (size_t)(close - at - 1));
	*p = close + 1;
	if (!check_name(r, at, *name))
		return false;
	g_ptr_array_add(r->t->names, g_strdup(*name));
	return true;
}

/* Reads text up to the next name or `*`. */
static bool read_text(struct reader *r, const char **p, const char *end, char **text)
{
	GString *out = g_string_new(NULL);

	for (; *p < end && **p != '*'; ++*p) {
		bool brace = **p == '{' || **p == '}';
		bool twice = brace && *p + 1 < end && (*p)[1] == **p;

		if (brace && !twice)
			break;
		*p += twice;
		g_string_append_c(out, **p);
	}
	*text = g_string_free(out, FALSE);
	return *p == end || **p != '}' || fail(r, *p, "'}' closes nothing, '}}' is a brace");
}

static bool read_piece(struct reader *r, const char **p, const char *end)
{
	struct piece piece = {.at = *p};
	bool good = true;

	if (**p == '*') {
		piece.kind = PIECE_ANY;
		++*p;
	} else if (**p == '{' && (*p + 1 == end || (*p)[1] != '{')) {
		piece.kind = PIECE_NAME;
		good = read_name(r, p, end, &piece.text);
	} else {
		good = read_text(r, p, end, &piece.text);
	}
	g_array_append_val(r->pieces, piece);
	return good;
}

/* Cuts a component into pieces. */
static bool read_pieces(struct reader *r, const char *p, const char *end)
{
	g_array_set_size(r->pieces, 0);
	while (p < end) {
		const struct piece *piece;
		guint n = r->pieces->len;

		if (!read_piece(r, &p, end))
			return false;
		piece = &g_array_index(r->pieces, struct piece, n);
		if (n && piece->kind != PIECE_TEXT && piece[-1].kind != PIECE_TEXT)
			return fail(r, piece->at,
				"no text tells where the piece before it ends and this one begins");
	}
	return true;
}

/* Text backwards, as PCRE2 takes it literally. */
static void put_quoted(GString *out, const char *text)
{
	for (size_t i = strlen(text); i--;) {
		if ((guchar)text[i] < 0x80 && !g_ascii_isalnum(text[i]))
			g_string_append_c(out, '\\');
		g_string_append_c(out, text[i]);
	}
}

/* The pieces of a component, last one first. */
static void put_pieces(const struct reader *r, GString *out)
{
	static const char *const any[] = {[PIECE_ANY] = "[^/]*", [PIECE_NAME] = "([^/]+"};
	static const char *const close[] = {[PIECE_ANY] = "", [PIECE_NAME] = ")"};

	g_string_append(out, "(?!/|\\z)"); /* no component is empty */
	for (guint i = r->pieces->len; i--;) {
		const struct piece *piece = &g_array_index(r->pieces, struct piece, i);
		bool inner = i > 1; /* more comes behind the text that ends it */

		if (piece->kind == PIECE_TEXT) {
			put_quoted(out, piece->text);
			continue;
		}
		g_string_append_printf(out, "%s%s%s%s", inner ? "(?>" : "", any[piece->kind],
			inner ? "?" : "", close[piece->kind]);
		if (inner) {
			put_quoted(out, piece[-1].text);
			g_string_append_c(out, ')');
			i--;
		}
	}
}

static bool read_component(struct reader *r, const char *p, const char *end)
{
	g_autoptr(GString) component = g_string_new(NULL);
	size_t n = (size_t)(end - p);

	if (!n)
		return fail(r, p, "a component is empty");
	if (*p == '.' && (n == 1 || (n == 2 && p[1] == '.')))
		return fail(r, p, "'.' and '..' stand in no path that is looked at");
	for (const char *s = p; s + 1 < end; s++)
		if (s[0] == '*' && s[1] == '*')
			return fail(r, s, "'**' is a component of its own");
	if (!read_pieces(r, p, end))
		return false;
	put_pieces(r, component);
	if (r->slash)
		g_string_append_c(component, '/');
	g_string_prepend(r->pattern, component->str);
	r->slash = true;
	return true;
}

/* `**`; in front it says what is so without it. */
static bool read_deep(struct reader *r, const char *p, bool last)
{
	if (r->deep)
		return fail(r, p, "'**' stands twice");
	r->deep = true;
	if (last)
		g_string_prepend(r->pattern, "[^/]+(?:/[^/]+)*?/");
	else if (r->slash)
		g_string_prepend(r->pattern, "(?:[^/]+/)*?");
	else
		g_string_assign(r->pattern, START);
	return true;
}

/* Translates the template to a pattern of reversed paths, in which last is first. */
static bool read_template(struct reader *r)
{
	const char *p = r->t->text, *end;

	g_string_assign(r->pattern, *p == '/' ? "/\\z" : START);
	for (p += *p == '/';; p = end + 1) {
		bool deep = g_str_equal(p, "**") || g_str_has_prefix(p, "**/");

		end = p + strcspn(p, "/");
		if (deep ? !read_deep(r, p, !*end) : !read_component(r, p, end))
			return false;
		if (!*end || !end[1])
			break;
	}
	if (!r->t->names->len)
		return fail(r, r->t->text, "no {name} in it, as in '{layout}/{test}.log'");
	if (*end)
		g_string_prepend(r->pattern, "[^/]+/"); /* directories only */
	else if (!g_str_equal(p, "**"))
		g_string_prepend(r->pattern, "(?:[^/]+/)??"); /* the file's own */
	g_string_prepend(r->pattern, "\\A");
	return true;
}

static void compile(struct path_template *t, const char *pattern)
{
	PCRE2_SIZE offset;
	int code;

	t->code =
		pcre2_compile((PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED, 0, &code, &offset, NULL);
	g_assert(t->code); /* every template is a pattern */
}

struct path_template *path_template_new(const char *text, GError **error)
{
	struct path_template *t = g_new0(struct path_template, 1);
	struct reader r = {.t = t, .error = error};
	bool good;

	t->text = g_strdup(text);
	t->names = g_ptr_array_new_with_free_func(g_free);
	r.pattern = g_string_new(NULL);
	r.pieces = g_array_new(FALSE, FALSE, sizeof(struct piece));
	g_array_set_clear_func(r.pieces, piece_clear);
	good = read_template(&r);
	if (good)
		compile(t, r.pattern->str);
	g_string_free(r.pattern, TRUE);
	g_array_free(r.pieces, TRUE);
	if (good)
		return t;
	path_template_free(t);
	return NULL;
}

void path_template_free(struct path_template *t)
{
	if (!t)
		return;
	pcre2_code_free(t->code);
	g_ptr_array_unref(t->names);
	g_free(t->text);
	g_free(t);
}

const char *path_template_text(const struct path_template *t)
{
	return t->text;
}

bool path_template_match(
	const struct path_template *t, const char *path, GArray *levels, GStringChunk *strings)
{
	g_autofree char *backwards = g_strreverse(g_strdup(path));
	const char *end = path + strlen(path);
	pcre2_match_data *match = pcre2_match_data_create_from_pattern(t->code, NULL);
	pcre2_match_context *limits = pcre2_match_context_create(NULL);
	const PCRE2_SIZE *at = pcre2_get_ovector_pointer(match);
	bool fits;

	pcre2_set_match_limit(limits, MATCH_LIMIT);
	pcre2_set_heap_limit(limits, HEAP_LIMIT);
	fits = pcre2_match(t->code, (PCRE2_SPTR)backwards, (PCRE2_SIZE)(end - path), 0, 0, match,
		       limits) > 0;
	for (guint i = 0; fits && i < t->names->len; i++) {
		const PCRE2_SIZE *group = at + 2 * (t->names->len - i);
		const struct level level = {
			t->names->pdata[i],
			g_string_chunk_insert_len(
				strings, end - group[1], (gssize)(group[1] - group[0])),
		};

		g_array_append_val(levels, level);
	}
	pcre2_match_context_free(limits);
	pcre2_match_data_free(match);
	return fits;
}
