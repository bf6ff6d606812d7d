#include "parsers/unwrap.h"
#include <string.h>

void unwrap_learn(struct unwrap *unwrap, const struct text *line, const char *at)
{
	const char *end = at, *tab = NULL;

	while (end > line->s && (end[-1] == ' ' || end[-1] == '\t'))
		if (*--end == '\t')
			tab = end;
	if (end == line->s)
		return; /* nothing but margin */
	if (tab)
		end = tab;
	else if (end < at)
		end++; /* the blank that parts the prefix from the text */
	if (end - line->s >= UNWRAP_PREFIX)
		return;
	unwrap->n = (size_t)(end - line->s);
	memcpy(unwrap->prefix, line->s, unwrap->n);
}

/* Does a byte stand where the prefix has `p`?  Digits change, and days of one digit have a blank.
 */
static bool same_place(char p, char c)
{
	if (g_ascii_isdigit(p))
		return g_ascii_isdigit(c) || c == ' ';
	return p == c || (p == ' ' && g_ascii_isdigit(c));
}

static size_t prefix_length(const struct unwrap *unwrap, const struct text *line)
{
	size_t n = MIN(unwrap->n, line->n);

	/* Editors drop the blank at the end of an otherwise empty line. */
	if (!n || n + 1 < unwrap->n)
		return 0;
	for (size_t i = 0; i < n; i++)
		if (!same_place(unwrap->prefix[i], line->s[i]))
			return 0;
	return n;
}

/* "> > text" and ">>> text" are quoted text, however often. */
static size_t quote_length(const struct text *line)
{
	size_t i = 0;

	while (i < line->n && line->s[i] == '>') {
		while (i < line->n && line->s[i] == '>')
			i++;
		if (i < line->n && line->s[i] == ' ')
			i++;
	}
	return i;
}

/* Where the tag that ends the line begins; the line's length when none does. */
static size_t tag_start(const struct text *line, size_t n)
{
	size_t i = n - 1;

	if (!n || line->s[i] != '>')
		return n;
	for (; i && line->s[i] != '<' && n - i < 12; i--)
		;
	if (line->s[i] != '<')
		return n;
	for (size_t k = i + 1; k + 1 < n; k++)
		if (!g_ascii_isalpha(line->s[k]) && line->s[k] != '/' && line->s[k] != ' ')
			return n;
	return i + 2 < n ? i : n;
}

struct text unwrap_line(const struct unwrap *unwrap, const struct text *line)
{
	struct text out = *line;
	size_t n = line->n, skip, start;

	if (!n)
		return out;
	while (n && line->s[n - 1] == '>' && (start = tag_start(line, n)) < n)
		n = start;
	/* A figure that is followed by a tag was not cut by the end of the input. */
	out.cut = line->cut && n == line->n;
	out.n = n;
	skip = unwrap->n ? prefix_length(unwrap, &out) : 0;
	if (!skip && line->s[0] == '>')
		skip = quote_length(&out);
	out.s += skip;
	out.n -= skip;
	return out;
}

/* Numbers with nothing but commas between them: a row that went through a spreadsheet. */
static bool is_csv(const struct text *t)
{
	for (size_t i = 0; i < t->n; i++)
		if (!g_ascii_isdigit(t->s[i]) && t->s[i] != ',')
			return false;
	return true;
}

struct text unwrap_row(GString *buffer, const struct text *t)
{
	struct text row = *t;
	bool commas = memchr(t->s, ',', t->n) && is_csv(t);

	if (G_LIKELY(!commas && !memchr(t->s, '\t', t->n)))
		return row;
	g_string_truncate(buffer, 0);
	for (size_t i = 0; i < t->n; i++) {
		if (t->s[i] == ',' && commas)
			g_string_append_c(buffer, ' ');
		else if (t->s[i] != '\t')
			g_string_append_c(buffer, t->s[i]);
		else
			do
				g_string_append_c(buffer, ' ');
			while (buffer->len % 8);
	}
	row.s = buffer->str;
	row.n = buffer->len;
	return row;
}
