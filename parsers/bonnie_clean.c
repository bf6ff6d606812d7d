#include "parsers/bonnie_clean.h"

#include <string.h>

/* No line of a log is longer. */
#define HELD_MAX 4096

void bonnie_clean_init(struct bonnie_clean *c)
{
	*c = (struct bonnie_clean){.text = g_string_new(NULL), .held = g_string_new(NULL)};
}

void bonnie_clean_clear(struct bonnie_clean *c)
{
	g_string_free(c->text, TRUE);
	g_string_free(c->held, TRUE);
}

/* ---- quoted-printable ---------------------------------------------------------------------- */

static void append_decoded(GString *out, const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		int high, low;

		if (s[i] == '=' && i + 2 < n && (high = g_ascii_xdigit_value(s[i + 1])) >= 0 &&
			(low = g_ascii_xdigit_value(s[i + 2])) >= 0) {
			g_string_append_c(out, (char)(high * 16 + low));
			i += 2;
		} else {
			g_string_append_c(out, s[i]);
		}
	}
}

/* A line of nothing but = is drawn, not broken. */
static bool soft_break(const struct text *line)
{
	return line->n > 1 && line->s[line->n - 1] == '=' && line->s[line->n - 2] != '=';
}

bool bonnie_clean_join(struct bonnie_clean *c, const struct text *line, struct text *whole)
{
	bool soft = soft_break(line) && c->held->len < HELD_MAX;

	if (line->n > 16 && memmem(line->s, line->n, "quoted-printable", 16))
		c->quoted_printable = true;
	if (!soft && !c->held_line && !(c->quoted_printable && memchr(line->s, '=', line->n))) {
		*whole = *line;
		return true;
	}
	if (!c->held_line) {
		g_string_truncate(c->held, 0);
		c->held_line = line->line;
	}
	append_decoded(c->held, line->s, line->n - (soft ? 1 : 0));
	c->quoted_printable = c->quoted_printable || soft;
	if (soft && !line->cut)
		return false;
	*whole = (struct text){c->held->str, c->held->len, c->held_line, line->cut};
	c->held_line = 0;
	return true;
}

/* ---- markup -------------------------------------------------------------------------------- */

struct replacement {
	const char *from, *to;
};

static const struct replacement entities[] = {
	{"&nbsp;", " "},
	{"&gt;", ">"},
	{"&lt;", "<"},
	{"&amp;", "&"},
	{"&ndash;", "--"},
	{"&mdash;", "---"},
	{"&#8211;", "--"},
	{"&#8212;", "---"},
	{"&#8230;", "..."},
	{"&#43;", "+"},
	{"&#160;", " "},
};

/* What blogs make of two and of three dashes, of three dots, and blanks that do not break. */
static const struct replacement letters[] = {
	{"\xc2\xa0", " "},
	{"\xe2\x80\x90", "-"},
	{"\xe2\x80\x91", "-"},
	{"\xe2\x88\x92", "-"},
	{"\xe2\x80\x93", "--"},
	{"\xe2\x80\x94", "---"},
	{"\xe2\x80\xa6", "..."},
	{"\xe2\x80\x99", "'"},
	{"\xe2\x80\x98", "'"},
};

/* Returns how many bytes were replaced. */
static size_t replace(
	const struct replacement *table, size_t count, const char *s, size_t n, GString *out)
{
	for (size_t i = 0; i < count; i++) {
		size_t length = strlen(table[i].from);

		if (n >= length && !memcmp(s, table[i].from, length)) {
			g_string_append(out, table[i].to);
			return length;
		}
	}
	return 0;
}

/* "<br />", "</td>", "<font size=+1>"; 0: no tag. */
static size_t tag_length(const char *s, size_t n)
{
	const char *end = memchr(s, '>', MIN(n, 200));

	return end && n > 2 && (g_ascii_isalpha(s[1]) || s[1] == '/') ? (size_t)(end - s) + 1 : 0;
}

/* "[COLOR=Red]", "[/B]". */
static size_t bbcode_length(const char *s, size_t n)
{
	static const char *const words[] = {
		"color", "b", "i", "u", "code", "size", "font", "quote"};
	const char *end = memchr(s, ']', MIN(n, 40));
	size_t from = n > 1 && s[1] == '/' ? 2 : 1, length = from;

	if (!end)
		return 0;
	while (g_ascii_isalpha(s[length]))
		length++;
	if (s[length] != ']' && s[length] != '=')
		return 0;
	for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
		if (strlen(words[i]) == length - from &&
			!g_ascii_strncasecmp(words[i], s + from, length - from))
			return (size_t)(end - s) + 1;
	return 0;
}

/* How many bytes are taken off here, with what stands for them put out; 0: none. */
static size_t take_off(const char *s, size_t n, GString *out)
{
	switch (*s) {
	case '<':
		return tag_length(s, n);
	case '[':
		return bbcode_length(s, n);
	case '&':
		return replace(entities, G_N_ELEMENTS(entities), s, n, out);
	case '*':
		return 1;
	case '\\':
		return n == 1 || g_ascii_ispunct(s[1]);
	default:
		return (guchar)*s < 0x80 ? 0 : replace(letters, G_N_ELEMENTS(letters), s, n, out);
	}
}

/* "> ", "ZC> ", "# ", and any number of them. */
static size_t prefix_length(const char *s, size_t n)
{
	size_t end = 0, i = 0;

	for (;;) {
		size_t word;

		while (i < n && (s[i] == ' ' || s[i] == '\t'))
			i++;
		for (word = i; word < n && word < i + 4 && g_ascii_isalpha(s[word]);)
			word++;
		if (word < n && s[word] == '>')
			i = word + 1;
		else if (i + 1 < n && s[i] == '#' && s[i + 1] == ' ')
			i++;
		else
			return end;
		if (i < n && s[i] == ' ')
			i++;
		end = i;
	}
}

static bool is_odd(guchar c)
{
	return c >= 0x80 || (c < 'a' && memchr("<[&*\\", c, 5));
}

struct text bonnie_clean_line(struct bonnie_clean *c, const struct text *line)
{
	struct text out = *line;
	size_t i = 0, skip;

	while (i < line->n && !is_odd((guchar)line->s[i]))
		i++;
	if (i < line->n) {
		g_string_truncate(c->text, 0);
		g_string_append_len(c->text, line->s, (gssize)i);
		while (i < line->n) {
			size_t off = take_off(line->s + i, line->n - i, c->text);

			if (!off)
				g_string_append_c(c->text, line->s[i++]);
			i += off;
		}
		out.s = c->text->str;
		out.n = c->text->len;
	}
	skip = prefix_length(out.s, out.n);
	out.s += skip;
	out.n -= skip;
	while (out.n && strchr(" \t\f", out.s[out.n - 1]) && out.s[out.n - 1])
		out.n--, out.cut = false;
	return out;
}
