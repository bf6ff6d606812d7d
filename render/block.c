#include "render/block.h"

#include <stdarg.h>
#include <string.h>

#include "model/error.h"
#include "model/near.h"

enum edge { EDGE_BEGIN, EDGE_END, EDGE_COUNT };

static const char *const edge_words[] = {[EDGE_BEGIN] = "begin", [EDGE_END] = "end"};
G_STATIC_ASSERT(G_N_ELEMENTS(edge_words) == EDGE_COUNT);

/* One line of the page that begins or ends a block. */
struct marker {
	enum edge edge;
	char *name;
	size_t line;        /* counts from 1 */
	size_t start, next; /* of its line and of the one after it */
};

bool block_name_valid(const char *name)
{
	size_t n = strlen(name);

	for (const char *c = name; *c; c++)
		if (!g_ascii_isalnum(*c) && !strchr("-._", *c))
			return false;
	return n && g_ascii_isalnum(name[0]) && g_ascii_isalnum(name[n - 1]) && !strstr(name, "--");
}

bool block_possible(const struct dialect *dialect)
{
	return dialect->comment_open != NULL;
}

static void append_marker(
	const struct dialect *dialect, enum edge edge, const char *name, GString *out)
{
	g_string_append_printf(
		out, "%s iotab %s %s", dialect->comment_open, edge_words[edge], name);
	if (*dialect->comment_close)
		g_string_append_printf(out, " %s", dialect->comment_close);
}

/* Appends a text with these line ends, also at its own end. */
static void append_lines(const char *text, const char *line_end, GString *out)
{
	while (*text) {
		size_t n = strcspn(text, "\r\n");

		g_string_append_len(out, text, (gssize)n);
		g_string_append(out, line_end);
		text += n;
		text += text[0] == '\r' && text[1] == '\n' ? 2 : *text != '\0';
	}
}

void block_wrap(const struct dialect *dialect, const char *name, const char *text, GString *out)
{
	append_marker(dialect, EDGE_BEGIN, name, out);
	g_string_append_c(out, '\n');
	append_lines(text, "\n", out);
	append_marker(dialect, EDGE_END, name, out);
	g_string_append_c(out, '\n');
}

static char *next_word(char **rest)
{
	char *word = *rest + strspn(*rest, " \t");

	*rest = word + strcspn(word, " \t");
	if (**rest)
		*(*rest)++ = '\0';
	return word;
}

/*
 * Takes the comment signs from both ends of a line with a word between, so that they cannot overlap
 * as in <!-->; NULL when the line is no comment.
 */
static char *comment_text(const struct dialect *dialect, char *line)
{
	const char *open = dialect->comment_open, *close = dialect->comment_close;

	g_strstrip(line);
	if (!g_str_has_prefix(line, open) || !g_str_has_suffix(line, close))
		return NULL;
	line[strlen(line) - strlen(close)] = '\0';
	return g_strstrip(line + strlen(open));
}

static bool read_marker(
	const struct dialect *dialect, const char *bytes, size_t n, struct marker *marker)
{
	static const char mark[] = "\xef\xbb\xbf";
	g_autofree char *line = NULL;
	char *rest, *word;

	if (!memmem(bytes, n, "iotab", 5) || memchr(bytes, '\0', n))
		return false;
	line = g_strndup(bytes, n);
	rest = comment_text(dialect, line + (g_str_has_prefix(line, mark) ? strlen(mark) : 0));
	if (!rest || !g_str_equal(next_word(&rest), "iotab"))
		return false;
	word = next_word(&rest);
	for (marker->edge = EDGE_BEGIN; marker->edge < EDGE_COUNT; marker->edge++)
		if (g_str_equal(word, edge_words[marker->edge]))
			break;
	word = next_word(&rest);
	if (marker->edge == EDGE_COUNT || !block_name_valid(word) || *next_word(&rest))
		return false;
	marker->name = g_strdup(word);
	return true;
}

static void clear_marker(gpointer data)
{
	g_free(((struct marker *)data)->name);
}

/* All markers of the page, in order: struct marker. */
static GArray *find_markers(const struct dialect *dialect, const char *page, size_t n)
{
	GArray *markers = g_array_new(FALSE, FALSE, sizeof(struct marker));
	struct marker m = {.line = 1};

	g_array_set_clear_func(markers, clear_marker);
	for (m.start = 0; m.start < n; m.start = m.next, m.line++) {
		const char *end = memchr(page + m.start, '\n', n - m.start);

		m.next = end ? (size_t)(end - page) + 1 : n;
		if (read_marker(dialect, page + m.start, m.next - m.start, &m))
			g_array_append_val(markers, m);
	}
	return markers;
}

bool block_found(const struct dialect *dialect, const char *page, size_t n)
{
	g_autoptr(GArray) markers = find_markers(dialect, page, n);

	return markers->len > 0;
}

static bool fail_missing(
	const struct dialect *dialect, const GArray *markers, const char *name, GError **error)
{
	g_autofree const char **names = g_new(const char *, markers->len + 1);
	g_autoptr(GString) text = g_string_new(NULL);

	for (guint i = 0; i < markers->len; i++)
		names[i] = g_array_index(markers, struct marker, i).name;
	g_string_printf(text, "no block '%s'", name);
	near_hint(text, name, names, markers->len);
	g_string_append(text, " (to make one, put these two lines where it is to stand)\n");
	append_marker(dialect, EDGE_BEGIN, name, text);
	g_string_append_c(text, '\n');
	append_marker(dialect, EDGE_END, name, text);
	g_set_error_literal(error, IOTAB_ERROR, IOTAB_ERROR_USAGE, text->str);
	return false;
}

static bool fail(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);

static bool fail(GError **error, const char *format, ...)
{
	g_autofree char *text = NULL;
	va_list args;

	va_start(args, format);
	text = g_strdup_vprintf(format, args);
	va_end(args);
	g_set_error_literal(error, IOTAB_ERROR, IOTAB_ERROR_USAGE, text);
	return false;
}

/* The two markers of the block, which must be there once and in order. */
static bool find_edges(const struct dialect *dialect, const GArray *markers, const char *name,
	const struct marker *found[EDGE_COUNT], GError **error)
{
	for (guint i = 0; i < markers->len; i++) {
		const struct marker *m = &g_array_index(markers, struct marker, i);

		if (!g_str_equal(m->name, name))
			continue;
		if (found[m->edge])
			return fail(error, "line %zu %ss block '%s' again, after line %zu", m->line,
				edge_words[m->edge], name, found[m->edge]->line);
		found[m->edge] = m;
	}
	if (!found[EDGE_BEGIN] && !found[EDGE_END])
		return fail_missing(dialect, markers, name, error);
	if (!found[EDGE_BEGIN])
		return fail(error, "line %zu ends block '%s', which no line begins",
			found[EDGE_END]->line, name);
	if (!found[EDGE_END])
		return fail(error, "line %zu begins block '%s', which no line ends",
			found[EDGE_BEGIN]->line, name);
	if (found[EDGE_END]->line < found[EDGE_BEGIN]->line)
		return fail(error, "line %zu ends block '%s' before line %zu begins it",
			found[EDGE_END]->line, name, found[EDGE_BEGIN]->line);
	return true;
}

/* Markers of other blocks would be lost with what is replaced. */
static bool check_inside(const struct marker *begin, const struct marker *end, GError **error)
{
	const struct marker *inside = begin + 1; /* in the array of all, where `end` is too */

	if (inside == end)
		return true;
	return fail(error, "line %zu %ss block '%s' inside block '%s' (lines %zu to %zu)",
		inside->line, edge_words[inside->edge], inside->name, begin->name, begin->line,
		end->line);
}

bool block_replace(const struct dialect *dialect, const char *page, size_t n, const char *name,
	const char *text, GString *out, GError **error)
{
	g_autoptr(GArray) markers = find_markers(dialect, page, n);
	const struct marker *found[EDGE_COUNT] = {NULL};
	const struct marker *begin, *end;
	bool crlf;

	if (!find_edges(dialect, markers, name, found, error))
		return false;
	begin = found[EDGE_BEGIN];
	end = found[EDGE_END];
	if (!check_inside(begin, end, error))
		return false;
	crlf = begin->next - begin->start >= 2 && page[begin->next - 2] == '\r';
	g_string_append_len(out, page, (gssize)begin->next);
	append_lines(text, crlf ? "\r\n" : "\n", out);
	g_string_append_len(out, page + end->start, (gssize)(n - end->start));
	return true;
}
