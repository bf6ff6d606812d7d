#include "analysis/marker_guess.h"

#include "model/layout.h"
#include <string.h>

/* Longer lines, and more of them between two runs, are no markers; enough of each kind to see. */
#define LINE_MAX_BYTES 300
#define WORDS_MAX      24
#define GAP_LINES      20
#define KINDS_MAX      200
#define KIND_LINES     2000

/* PCRE2 has no longer names. */
#define NAME_MAX_BYTES 32

/* Lines that are alike: the same number of words, some of which stay. */
struct kind {
	GPtrArray *lines; /* char **: their words */
	size_t words;
	bool varies[WORDS_MAX];
	size_t n;         /* lines, also those not kept */
	size_t last_gap;  /* where it was seen last */
	bool twice;       /* in one gap */
	bool first, tail; /* before the first run of an input; behind the last */
};

struct marker_guess {
	GPtrArray *kinds;   /* struct kind * */
	GPtrArray *pending; /* char **: since the last line of a run */
	size_t gap, gaps;   /* this one, from 1; those that end at a run */
	bool first;         /* no run so far in this input */
	bool banner;        /* in the lines of one */
};

static void free_kind(gpointer data)
{
	struct kind *kind = data;

	g_ptr_array_unref(kind->lines);
	g_free(kind);
}

static void free_words(gpointer words)
{
	g_strfreev(words);
}

struct marker_guess *marker_guess_new(void)
{
	struct marker_guess *g = g_new0(struct marker_guess, 1);

	g->kinds = g_ptr_array_new_with_free_func(free_kind);
	g->pending = g_ptr_array_new_with_free_func(free_words);
	g->gap = 1;
	g->first = true;
	return g;
}

void marker_guess_free(struct marker_guess *g)
{
	if (!g)
		return;
	g_ptr_array_unref(g->kinds);
	g_ptr_array_unref(g->pending);
	g_free(g);
}

/* NULL where the line is too long, or no text. */
static char **split(const char *text, size_t n)
{
	g_autofree char *line = n <= LINE_MAX_BYTES ? g_strndup(text, n) : NULL;
	GPtrArray *words;
	g_auto(GStrv) parts = NULL;

	if (!line || strlen(line) != n || !g_utf8_validate(line, -1, NULL))
		return NULL;
	words = g_ptr_array_new();
	parts = g_strsplit_set(line, " \t", -1);
	for (char **p = parts; *p; p++)
		if (**p)
			g_ptr_array_add(words, g_strdup(*p));
	g_ptr_array_add(words, NULL);
	return (char **)g_ptr_array_free(words, FALSE);
}

/* "slog=y" and "slog=n" are the same word with another value. */
static bool same_word(const char *a, const char *b)
{
	const char *equals = strchr(a, '=');

	return g_str_equal(a, b) ||
	       (equals && equals > a && strncmp(a, b, (size_t)(equals - a) + 1) == 0);
}

static bool alike(const struct kind *kind, char *const *words, size_t n)
{
	char *const *model = kind->lines->pdata[0];
	size_t same = 0, stay = 0;

	if (n != kind->words)
		return false;
	for (size_t i = 0; i < n; i++)
		if (same_word(model[i], words[i]))
			same++;
	for (size_t i = 0; i < n; i++)
		stay += !kind->varies[i] && g_str_equal(model[i], words[i]);
	return stay && ((same_word(model[0], words[0]) && strlen(model[0]) > 1) || same * 2 >= n);
}

static struct kind *kind_of(struct marker_guess *g, char *const *words, size_t n)
{
	struct kind *kind;

	for (guint i = 0; i < g->kinds->len; i++)
		if (alike(g->kinds->pdata[i], words, n))
			return g->kinds->pdata[i];
	if (g->kinds->len == KINDS_MAX)
		return NULL;
	kind = g_new0(struct kind, 1);
	kind->words = n;
	kind->lines = g_ptr_array_new_with_free_func(free_words);
	g_ptr_array_add(g->kinds, kind);
	return kind;
}

static void add(struct marker_guess *g, char **words, bool tail)
{
	size_t n = g_strv_length(words);
	struct kind *kind = n && n <= WORDS_MAX ? kind_of(g, words, n) : NULL;

	if (!kind) {
		g_strfreev(words);
		return;
	}
	for (size_t i = 0; kind->lines->len && i < n; i++)
		kind->varies[i] |= !g_str_equal(((char **)kind->lines->pdata[0])[i], words[i]);
	kind->twice |= kind->last_gap == g->gap;
	kind->last_gap = g->gap;
	kind->first |= g->first && !tail;
	kind->tail |= tail;
	kind->n++;
	if (kind->lines->len < KIND_LINES)
		g_ptr_array_add(kind->lines, words);
	else
		g_strfreev(words);
}

/* Sorts what stood between two runs into kinds. */
static void close_gap(struct marker_guess *g, bool tail)
{
	for (guint i = 0; i < g->pending->len; i++)
		add(g, g_steal_pointer(&g->pending->pdata[i]), tail);
	g_ptr_array_set_size(g->pending, 0);
	g->gap++;
}

void marker_guess_line(struct marker_guess *g, enum line_class class, const char *text, size_t n)
{
	char **words;

	if (class == LINE_UNKNOWN) {
		words = split(text, n);
		if (g->pending->len == GAP_LINES)
			g_ptr_array_remove_index(g->pending, 0);
		if (words)
			g_ptr_array_add(g->pending, words);
	} else if (class == LINE_BANNER && !g->banner) {
		close_gap(g, false);
		g->gaps++;
		g->first = false;
		g->banner = true;
	} else if (class != LINE_BANNER && class != LINE_BLANK && class != LINE_NOISE) {
		g_ptr_array_set_size(g->pending, 0); /* inside of a run */
		g->banner = false;
	}
}

void marker_guess_end(struct marker_guess *g)
{
	close_gap(g, true);
	g->first = true;
	g->banner = false;
}

/* ---- from a kind to a pattern ---------------------------------------------------------------- */

/* What a word of all lines has in common around that which varies, in bytes; whole signs only. */
static void trim(const struct kind *kind, size_t i, size_t *prefix, size_t *suffix)
{
	const char *model = ((char **)kind->lines->pdata[0])[i];
	size_t n = strlen(model), least = n;

	*prefix = *suffix = n;
	for (guint k = 1; k < kind->lines->len; k++) {
		const char *word = ((char **)kind->lines->pdata[k])[i];
		size_t m = strlen(word), same = 0;

		least = MIN(least, m);
		while (same < MIN(*prefix, m) && model[same] == word[same])
			same++;
		*prefix = MIN(*prefix, same);
		for (same = 0; same < MIN(*suffix, m) && model[n - 1 - same] == word[m - 1 - same];)
			same++;
		*suffix = MIN(*suffix, same);
	}
	while (*prefix && !strchr("=:[({<\"'", model[*prefix - 1]))
		--*prefix;
	*suffix = MIN(*suffix, least - *prefix);
	while (*suffix && !strchr("])}>\"',;:", model[n - *suffix]))
		--*suffix;
}

static char *value(const struct kind *kind, guint line, size_t i, size_t prefix, size_t suffix)
{
	const char *word = ((char **)kind->lines->pdata[line])[i];

	return g_strndup(word + prefix, strlen(word) - prefix - suffix);
}

/* How many of the lines have a word there of which this is true. */
static guint count(const struct kind *kind, size_t i, size_t prefix, size_t suffix,
	bool (*is)(const char *text))
{
	guint n = 0;

	for (guint k = 0; k < kind->lines->len; k++) {
		g_autofree char *text = value(kind, k, i, prefix, suffix);

		n += *text && is(text);
	}
	return n;
}

static bool all_values(const struct kind *kind, size_t i, size_t prefix, size_t suffix,
	bool (*is)(const char *text))
{
	return count(kind, i, prefix, suffix, is) == kind->lines->len;
}

static bool is_layout(const char *text)
{
	struct layout layout;

	return layout_parse(text, NULL, &layout) && layout_vdevs(&layout) != LAYOUT_UNKNOWN;
}

/* Half of the names at least: some people call one of their layouts "wide". */
static bool has_layouts(const struct kind *kind, size_t i, size_t prefix, size_t suffix)
{
	return count(kind, i, prefix, suffix, is_layout) * 2 >= kind->lines->len;
}

static bool is_raid(const char *text)
{
	struct layout layout;

	return layout_parse("2x21", text, &layout);
}

static bool is_number(const char *text)
{
	char *end;

	g_ascii_strtod(text, &end);
	return end != text && !*end && !text[strspn(text, "0123456789.")];
}

/* A word as the name of a group: "Layout:" is layout; "" where no letter is left. */
static char *name_from(const char *word, size_t n)
{
	GString *name = g_string_new(NULL);

	for (size_t i = 0; i < n && name->len < NAME_MAX_BYTES - 2; i++) {
		if (g_ascii_isalnum(word[i]) && (name->len || g_ascii_isalpha(word[i])))
			g_string_append_c(name, g_ascii_tolower(word[i]));
		else if (name->len && (word[i] == '-' || word[i] == '_'))
			g_string_append_c(name, '_');
	}
	return g_string_free(name, FALSE);
}

static bool is_taken(GPtrArray *names, const char *name)
{
	return !*name || run_fact_name(name) || g_str_equal(name, "label") ||
	       g_ptr_array_find_with_equal_func(names, name, g_str_equal, NULL);
}

/* By what the values are, else by the word in front of them, else by number. */
static char *name_word(
	const struct kind *kind, size_t i, size_t prefix, size_t suffix, GPtrArray *names)
{
	char *const *model = kind->lines->pdata[0];
	g_autofree char *own = name_from(model[i], prefix);
	g_autofree char *before = i && !kind->varies[i - 1]
					  ? name_from(model[i - 1], strlen(model[i - 1]))
					  : g_strdup("");

	if (has_layouts(kind, i, prefix, suffix) && !is_taken(names, "layout"))
		return g_strdup("layout");
	if (!is_taken(names, own))
		return g_steal_pointer(&own);
	if (all_values(kind, i, prefix, suffix, is_raid) && !is_taken(names, "raid"))
		return g_strdup("raid");
	if (!is_taken(names, before))
		return g_steal_pointer(&before);
	for (guint k = names->len + 1;; k++) {
		g_autofree char *number = g_strdup_printf("factor%u", k);

		if (!is_taken(names, number))
			return g_steal_pointer(&number);
	}
}

static void append_literal(const char *text, size_t n, GString *out)
{
	for (size_t i = 0; i < n; i++) {
		if (strchr("\\^$.[]|()?*+{}", text[i]))
			g_string_append_c(out, '\\');
		g_string_append_c(out, text[i]);
	}
}

static void append_group(const struct kind *kind, size_t i, size_t prefix, size_t suffix,
	bool number, GPtrArray *names, GString *out)
{
	g_ptr_array_add(names, name_word(kind, i, prefix, suffix, names));
	g_string_append_printf(out, "(?<%s>%s)", (char *)names->pdata[names->len - 1],
		number ? "[\\d.]+" : "\\S+");
}

/*
 * `names` gets the groups: words that vary; with `numbers` instead all that are numbers, also when
 * they are the same by chance.
 */
static char *pattern(const struct kind *kind, bool numbers, GPtrArray *names)
{
	char *const *model = kind->lines->pdata[0];
	GString *out = g_string_new("^\\s*");

	for (size_t i = 0; i < kind->words; i++) {
		size_t n = strlen(model[i]), prefix, suffix;
		bool number;

		if (i)
			g_string_append(out, "\\s+");
		if (!kind->varies[i] && !(numbers && is_number(model[i]))) {
			append_literal(model[i], n, out);
			continue;
		}
		trim(kind, i, &prefix, &suffix);
		number = all_values(kind, i, prefix, suffix, is_number);
		append_literal(model[i], prefix, out);
		if (number || !numbers)
			append_group(kind, i, prefix, suffix, number, names, out);
		else
			g_string_append(out, "\\S+");
		append_literal(model[i] + n - suffix, suffix, out);
	}
	return g_string_free(out, FALSE);
}

static bool varies(const struct kind *kind)
{
	for (size_t i = 0; i < kind->words; i++)
		if (kind->varies[i])
			return true;
	return false;
}

static bool has_letters(const struct kind *kind)
{
	char *const *model = kind->lines->pdata[0];

	for (size_t i = 0; i < kind->words; i++)
		for (const char *p = model[i]; *p && !kind->varies[i]; p++)
			if (g_ascii_isalpha(*p))
				return true;
	return false;
}

static bool names_layout(const struct kind *kind)
{
	for (size_t i = 0; i < kind->words; i++) {
		size_t prefix, suffix;

		if (!kind->varies[i])
			continue;
		trim(kind, i, &prefix, &suffix);
		if (has_layouts(kind, i, prefix, suffix))
			return true;
	}
	return false;
}

/* Before half of the runs at least, from the first one on. */
static bool may_begin(const struct marker_guess *g, const struct kind *kind)
{
	return kind->n > 1 && !kind->twice && kind->first && !kind->tail && varies(kind) &&
	       kind->n * 2 >= g->gaps && (has_letters(kind) || names_layout(kind));
}

/* Behind runs only. */
static bool may_end(const struct marker_guess *g, const struct kind *kind)
{
	return kind->n > 1 && !kind->twice && !kind->first && has_letters(kind) &&
	       kind->n * 2 >= g->gaps;
}

/* Layouts first, then the more frequent, then the one nearest to the run. */
static const struct kind *choose(const struct marker_guess *g, bool begin)
{
	const struct kind *best = NULL;

	for (guint i = 0; i < g->kinds->len; i++) {
		const struct kind *kind = g->kinds->pdata[i];
		bool fits = begin ? may_begin(g, kind) : may_end(g, kind);
		int more;

		if (!fits)
			continue;
		more = best ? names_layout(kind) - names_layout(best) : 1;
		if (more > 0 || (more == 0 && kind->n >= best->n))
			best = kind;
	}
	return best;
}

static char *example(const struct kind *kind)
{
	return g_strjoinv(" ", kind->lines->pdata[0]);
}

void marker_guess_result(const struct marker_guess *g, struct guessed_marker *out)
{
	const struct kind *begin = choose(g, true), *end = choose(g, false);
	g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);

	*out = (struct guessed_marker){.figures = g_ptr_array_new_with_free_func(g_free)};
	if (!begin)
		return;
	out->begin = pattern(begin, false, names);
	out->begin_example = example(begin);
	out->begins = begin->n;
	if (!end)
		return;
	/* none of these can be a figure, too */
	g_ptr_array_add(names, g_strdup("layout"));
	g_ptr_array_add(names, g_strdup("host"));
	for (guint i = 0; i < names->len; i++)
		g_ptr_array_add(out->figures, g_strdup(names->pdata[i]));
	out->end = pattern(end, true, out->figures);
	g_ptr_array_remove_range(out->figures, 0, names->len);
	out->end_example = example(end);
	out->ends = end->n;
}

void guessed_marker_clear(struct guessed_marker *marker)
{
	g_free(marker->begin);
	g_free(marker->end);
	g_free(marker->begin_example);
	g_free(marker->end_example);
	g_ptr_array_unref(marker->figures);
}
