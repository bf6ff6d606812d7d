#include "parsers/bonnie_head.h"

#include "parsers/bonnie_run.h"
#include <string.h>

void bonnie_head_init(struct bonnie_head *h, struct diag *diag, const char *file)
{
	*h = (struct bonnie_head){.diag = diag, .file = file};
	h->version = g_string_new(NULL);
	h->name = g_string_new(NULL);
}

void bonnie_head_clear(struct bonnie_head *h)
{
	g_string_free(h->version, TRUE);
	g_string_free(h->name, TRUE);
}

void bonnie_head_reset(struct bonnie_head *h)
{
	h->table = BONNIE_NO_TABLE;
	h->modern = h->mega = h->plain_sizes = h->original = false;
	h->concurrency = 0;
	g_string_truncate(h->version, 0);
	g_string_truncate(h->name, 0);
}

size_t bonnie_words(const char *s, size_t n, struct bonnie_word word[BONNIE_WORDS])
{
	const char *end = s + n;
	size_t count = 0;

	for (; s < end; s++) {
		const char *from = s;

		if (bonnie_blank(*s))
			continue;
		while (s < end && !bonnie_blank(*s))
			s++;
		if (count == BONNIE_WORDS)
			return BONNIE_WORDS + 1;
		word[count++] = (struct bonnie_word){from, (size_t)(s - from)};
	}
	return count;
}

bool bonnie_word_is(const struct bonnie_word *w, const char *text)
{
	return w->n == strlen(text) && !memcmp(w->s, text, w->n);
}

static const char *find(const char *s, size_t n, const char *text)
{
	return memmem(s, n, text, strlen(text));
}

static const char *heading_of(const char *s, size_t n, enum bonnie_table *table)
{
	const char *io = find(s, n, "-Sequential Output"), *files;

	*table = BONNIE_IO_TABLE;
	if (io)
		return io;
	*table = BONNIE_FILE_TABLE;
	files = find(s, n, "-Sequential Create");
	return files;
}

bool bonnie_heading(const char *s, size_t n)
{
	enum bonnie_table table;

	return heading_of(s, n, &table) != NULL;
}

/* "Version 1.03e" before the heading; "@version@" of a tree without configuration is none. */
static void note_version(const char *s, size_t n, GString *version)
{
	const char *at = find(s, n, "Version");
	struct bonnie_word word[BONNIE_WORDS];

	if (!at)
		return;
	at += strlen("Version");
	if (bonnie_words(at, (size_t)(s + n - at), word) && g_ascii_isdigit(word[0].s[0]) &&
		word[0].n < 12)
		g_string_append_len(version, word[0].s, (gssize)word[0].n);
}

/* Are these file tests those of another run than the table above them? */
static bool other_files(const struct bonnie_head *h, const GString *version)
{
	return h->table == BONNIE_FILE_TABLE || h->original ||
	       (version->len && h->version->len && !g_string_equal(version, h->version));
}

static enum bonnie_heading first_heading(
	struct bonnie_head *h, const struct text *t, enum bonnie_table table, const char *heading)
{
	g_autoptr(GString) version = g_string_new(NULL);
	bool other;

	note_version(t->s, (size_t)(heading - t->s), version);
	other = table == BONNIE_IO_TABLE || other_files(h, version);
	if (other)
		bonnie_head_reset(h);
	if (version->len)
		g_string_assign(h->version, version->str);
	h->table = table;
	h->modern = h->modern || bonnie_version_modern(h->version);
	g_string_truncate(h->name, 0);
	return other ? BONNIE_HEADING_NEW : BONNIE_HEADING_FILES;
}

static void note_concurrency(struct bonnie_head *h, const struct text *t)
{
	const char *at = find(t->s, t->n, "Concurrency");
	struct bonnie_word word[BONNIE_WORDS];

	if (at && bonnie_words(at + 11, (size_t)(t->s + t->n - at - 11), word) &&
		bonnie_count_read(word[0].s, word[0].n, &h->concurrency) && h->concurrency == 1)
		h->concurrency = 0;
}

static void note_name(struct bonnie_head *h, const struct text *t, const char *end)
{
	const char *from = t->s;

	while (from < end && bonnie_blank(*from))
		from++;
	while (end > from && bonnie_blank(end[-1]))
		end--;
	g_string_truncate(h->name, 0);
	g_string_append_len(h->name, from, end - from);
}

/* Units in the head that the figures below do not have: known by their place. */
static void judge_units(
	struct bonnie_head *h, const struct text *t, const struct bonnie_word *word, size_t n)
{
	size_t units = 0;

	for (size_t i = 0; i < n; i++) {
		bool rate = bonnie_word_is(&word[i], "/sec"),
		     speed = bonnie_word_is(&word[i], "K/sec");

		if (!rate && !speed)
			continue;
		if (speed && units < 6 && (h->table == BONNIE_FILE_TABLE || units == BONNIE_SEEKS))
			diag_at(h->diag, DIAG_UNIT_MISLABELLED, h->file, t->line,
				"'K/sec' stands over %s, /sec taken",
				bonnie_test_name(
					(int)units +
					(h->table == BONNIE_FILE_TABLE ? BONNIE_SEQ_CREATE : 0)));
		units++;
	}
}

static void third_heading(
	struct bonnie_head *h, const struct text *t, const struct bonnie_word *word, size_t n)
{
	for (size_t i = 0; i < n && h->table == BONNIE_IO_TABLE; i++) {
		h->modern = h->modern || bonnie_word_is(&word[i], "Name:Size");
		h->mega = h->mega || bonnie_word_is(&word[i], "M/sec");
		h->plain_sizes = h->plain_sizes || bonnie_word_is(&word[i], "MB") ||
				 bonnie_word_is(&word[i], "GB") ||
				 bonnie_word_is(&word[i], "MB:chnk");
	}
	judge_units(h, t, word, n);
}

/* What is left of a heading where mail broke it: "--Random-", "/sec %CP", "-Delete--". */
static bool heading_piece(const struct bonnie_word *word, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct bonnie_word *w = &word[i];

		if (w->s[0] == '-' || w->s[w->n - 1] == '-') {
			size_t letter = 0;

			while (letter < w->n && w->s[letter] == '-')
				letter++;
			if (letter < w->n && g_ascii_isupper(w->s[letter]))
				continue;
		}
		if (!bonnie_word_is(w, "/sec") && !bonnie_word_is(w, "K/sec") &&
			!bonnie_word_is(w, "%CP") && !bonnie_word_is(w, "Chr-") &&
			!bonnie_word_is(w, "Input-") && !bonnie_word_is(w, "Output------"))
			return false;
	}
	return n > 0;
}

enum bonnie_heading bonnie_head_line(
	struct bonnie_head *h, const struct text *t, const struct bonnie_word *word, size_t n)
{
	enum bonnie_table table;
	const char *at = heading_of(t->s, t->n, &table);

	if (at)
		return first_heading(h, t, table, at);
	if (!h->table)
		return BONNIE_HEADING_NONE;
	at = find(t->s, t->n, "-Create-");
	if (find(t->s, t->n, "-Per Char-"))
		h->original = true;
	else if (find(t->s, t->n, "-Per Chr-"))
		note_concurrency(h, t);
	else if (at && find(t->s, t->n, "-Read"))
		note_name(h, t, at);
	else if (find(t->s, t->n, "%CP") && find(t->s, t->n, "/sec"))
		third_heading(h, t, word, n);
	else if (!heading_piece(word, n))
		return BONNIE_HEADING_NONE;
	return BONNIE_HEADING_MORE;
}
