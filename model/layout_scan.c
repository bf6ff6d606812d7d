#include "model/layout_scan.h"

#include <string.h>

static const struct kind_word kind_words[] = {
	{"raid~z", LAYOUT_RAIDZ, 1, false, false},
	{"raid~z1", LAYOUT_RAIDZ, 1, false, false},
	{"raid~z2", LAYOUT_RAIDZ, 2, false, false},
	{"raid~z3", LAYOUT_RAIDZ, 3, false, false},
	{"rz", LAYOUT_RAIDZ, 1, false, true},
	{"rz1", LAYOUT_RAIDZ, 1, false, false},
	{"rz2", LAYOUT_RAIDZ, 2, false, false},
	{"rz3", LAYOUT_RAIDZ, 3, false, false},
	{"z", LAYOUT_RAIDZ, 1, false, true},
	{"z1", LAYOUT_RAIDZ, 1, false, false},
	{"z2", LAYOUT_RAIDZ, 2, false, false},
	{"z3", LAYOUT_RAIDZ, 3, false, false},
	{"mirror", LAYOUT_MIRROR, LAYOUT_UNKNOWN, false, false},
	{"mirrors", LAYOUT_MIRROR, LAYOUT_UNKNOWN, false, false},
	{"mirrored", LAYOUT_MIRROR, LAYOUT_UNKNOWN, false, false},
	{"m", LAYOUT_MIRROR, LAYOUT_UNKNOWN, false, true},
	{"raid~1", LAYOUT_MIRROR, LAYOUT_UNKNOWN, false, false},
	{"raid~10", LAYOUT_MIRROR, 1, true, false},
	{"raid~1+0", LAYOUT_MIRROR, 1, true, false},
	{"raid~5", LAYOUT_RAID, 1, false, false},
	{"raid~50", LAYOUT_RAID, 1, true, false},
	{"raid~5+0", LAYOUT_RAID, 1, true, false},
	{"raid~6", LAYOUT_RAID, 2, false, false},
	{"raid~60", LAYOUT_RAID, 2, true, false},
	{"raid~6+0", LAYOUT_RAID, 2, true, false},
	{"raid~0", LAYOUT_STRIPE, 0, false, false},
	{"stripe", LAYOUT_STRIPE, 0, false, false},
	{"stripes", LAYOUT_STRIPE, 0, false, false},
	{"striped", LAYOUT_STRIPE, 0, false, false},
	{"jbod", LAYOUT_STRIPE, 0, false, false},
	{"draid", LAYOUT_DRAID, 1, false, false},
	{"draid1", LAYOUT_DRAID, 1, false, false},
	{"draid2", LAYOUT_DRAID, 2, false, false},
	{"draid3", LAYOUT_DRAID, 3, false, false},
	{"ec", LAYOUT_EC, LAYOUT_UNKNOWN, false, true},
	{"rs", LAYOUT_EC, LAYOUT_UNKNOWN, false, true},
};

bool layout_learn(int *number, int value)
{
	if (value == LAYOUT_UNKNOWN)
		return true;
	if (*number == LAYOUT_UNKNOWN)
		*number = value;
	return *number == value;
}

/* Digits; false when there are none or they are more than LAYOUT_MAX. */
static bool scan_number(const char **p, int *out)
{
	int value = 0;
	const char *s = *p;

	for (; g_ascii_isdigit(*s); s++) {
		value = value * 10 + (*s - '0');
		if (value > LAYOUT_MAX)
			return false;
	}
	if (s == *p)
		return false;
	*p = s;
	*out = value;
	return true;
}

/* Length of the kind word that `s` starts with, 0 when it is another one. */
static size_t match_kind_word(const char *word, const char *s)
{
	const char *start = s;

	for (; *word; word++) {
		if (*word == '~')
			s += *s == '-' || *s == ' ';
		else if (*s++ != *word)
			return 0;
	}
	return g_ascii_isalnum(*s) ? 0 : s - start;
}

/* ":8d:24c:2s" behind a draid word. */
static bool scan_draid(const char **p, struct token *t)
{
	while (**p == ':') {
		const char *s = *p + 1;
		int number;
		int *fact;

		if (!scan_number(&s, &number))
			return false;
		fact = *s == 'd'   ? &t->data
		       : *s == 'c' ? &t->children
		       : *s == 's' ? &t->spares
				   : NULL;
		if (fact == NULL || !layout_learn(fact, number) || g_ascii_isalnum(s[1]))
			return false;
		*p = s + 1;
	}
	return true;
}

/* The longest kind word at *p; false when there is none. */
static bool scan_kind(const char **p, struct token *t)
{
	size_t longest = 0;

	for (size_t i = 0; i < G_N_ELEMENTS(kind_words); i++) {
		size_t length = match_kind_word(kind_words[i].word, *p);

		if (length > longest) {
			longest = length;
			t->kind = &kind_words[i];
		}
	}
	if (longest == 0)
		return false;
	t->type = TOKEN_KIND;
	t->data = t->children = t->spares = LAYOUT_UNKNOWN;
	*p += longest;
	return true;
}

static void scan_word(const char **p, struct token *t)
{
	static const char *const numbers[] = {"single", "one", "two", "three", "four", "five",
		"six", "seven", "eight", "nine", "ten", "eleven", "twelve"};
	const char *s = *p;

	if (g_str_has_prefix(s, "l2arc"))
		s += strlen("l2arc");
	while (g_ascii_islower(*s))
		s++;
	*t = (struct token){.type = TOKEN_WORD, .text = *p, .length = s - *p};
	for (size_t i = 0; i < G_N_ELEMENTS(numbers); i++) {
		if (strlen(numbers[i]) == t->length && memcmp(numbers[i], *p, t->length) == 0) {
			t->type = TOKEN_NUMBER;
			t->value = MAX(i, 1);
		}
	}
	*p = s;
}

/* `x` multiplies behind a number or kind ("3xraidz2", "mirror x5") or when it stands alone. */
static bool scan_times(const char **p, enum token_type before)
{
	bool behind = before == TOKEN_NUMBER || before == TOKEN_KIND;

	if (**p == 'x' && !behind && g_ascii_isalnum((*p)[1]))
		return false;
	if (**p != 'x' && **p != '*')
		return false;
	(*p)++;
	return true;
}

/* The mega of "2x10m" is no mirror. */
static bool is_unit_letter(const char *text, const char *p)
{
	return *p == 'm' && p > text && g_ascii_isdigit(p[-1]) && !g_ascii_isalpha(p[1]);
}

static bool scan_token(const char *text, const char **p, struct token *t, enum token_type before)
{
	*t = (struct token){.type = TOKEN_WORD, .text = *p, .length = 1};
	if (g_ascii_isdigit(**p)) {
		t->type = TOKEN_NUMBER;
		return scan_number(p, &t->value);
	}
	if (scan_times(p, before)) {
		t->type = TOKEN_TIMES;
		return true;
	}
	if (g_ascii_islower(**p)) {
		if (is_unit_letter(text, *p) || !scan_kind(p, t))
			scan_word(p, t);
		else if (t->kind->kind == LAYOUT_DRAID)
			return scan_draid(p, t);
		return true;
	}
	return strchr("+-:(),&", *(*p)++) != NULL;
}

/* Cuts a tidied text into tokens with a TOKEN_END behind; false when it cannot be a name. */
static bool scan_tokens(const char *text, struct token tokens[LAYOUT_TOKENS + 1])
{
	const char *p = text;
	enum token_type before = TOKEN_END;
	int n = 0;

	for (;;) {
		while (*p == ' ')
			p++;
		if (*p == '\0')
			break;
		if (n == LAYOUT_TOKENS || !scan_token(text, &p, &tokens[n], before))
			return false;
		before = tokens[n++].type;
	}
	tokens[n] = (struct token){.type = TOKEN_END};
	return n > 0;
}

/* Lower case, one kind of blank, hyphen and times sign; false for bytes no name has. */
static bool tidy_text(const char *text, char out[LAYOUT_BYTES])
{
	static const struct {
		const char *from;
		char to;
	} signs[] = {{"\u00d7", 'x'}, {"\u00a0", ' '}, {"\u2009", ' '}, {"\u202f", ' '},
		{"\u2010", '-'}, {"\u2011", '-'}, {"\u2012", '-'}, {"\u2013", '-'}};
	size_t n = 0;

	while (*text && n + 1 < LAYOUT_BYTES) {
		size_t i = 0;

		if (g_ascii_isprint(*text) || g_ascii_isspace(*text)) {
			out[n++] = g_ascii_isspace(*text) ? ' '
				   : *text == '_'         ? '-'
							  : g_ascii_tolower(*text);
			text++;
			continue;
		}
		while (i < G_N_ELEMENTS(signs) && !g_str_has_prefix(text, signs[i].from))
			i++;
		if (i == G_N_ELEMENTS(signs))
			return false;
		out[n++] = signs[i].to;
		text += strlen(signs[i].from);
	}
	out[n] = '\0';
	return *text == '\0';
}

bool layout_scan(const char *text, char words[LAYOUT_BYTES], struct token tokens[LAYOUT_TOKENS + 1])
{
	return tidy_text(text, words) && scan_tokens(words, tokens);
}
