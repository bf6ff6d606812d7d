#include "parsers/iozone_line.h"

#include <string.h>

/* The margin of a table is wide: eight blanks at a time. */
size_t iozone_line_margin(const struct text *t)
{
	size_t i = 0;

	while (i + 8 <= t->n && !memcmp(t->s + i, "        ", 8))
		i += 8;
	while (i < t->n && (t->s[i] == ' ' || t->s[i] == '\t'))
		i++;
	return i;
}

size_t iozone_line_columns(const struct text *t, size_t most)
{
	size_t columns = 0;

	for (size_t i = 0; i < t->n && columns < most && (t->s[i] == ' ' || t->s[i] == '\t'); i++)
		columns += t->s[i] == '\t' ? 8 - columns % 8 : 1;
	return columns;
}

bool iozone_line_names(const struct text *t)
{
	for (size_t i = 0; i < t->n; i++)
		if (!g_ascii_isalpha(t->s[i]) && (unsigned char)t->s[i] < 0x80 &&
			!strchr(" -.,'", t->s[i]))
			return false;
	return t->n && (t->s[t->n - 1] == ',' || t->s[t->n - 1] == '.');
}

#define W(word)                                                                                    \
	{                                                                                          \
		word, sizeof(word) - 1                                                             \
	}

/* The words of both header lines, the commonest first. */
static const struct {
	const char *s;
	size_t n;
} words[] = {W("random"), W("bkwd"), W("record"), W("stride"), W("read"), W("write"), W("kB"),
	W("KB"), W("reclen"), W("rewrite"), W("reread"), W("fwrite"), W("frewrite"), W("fread"),
	W("freread"), W("pwrite"), W("repwrite"), W("pread"), W("repread"), W("pwritev"),
	W("repwritev"), W("preadv"), W("repreadv")};

enum piece { WHOLE, BEGINNING, ENDING };

/* Is it one of the words, or the beginning or ending of one? */
static bool is_word(const char *s, size_t n, enum piece piece)
{
	for (size_t i = 0; i < G_N_ELEMENTS(words); i++) {
		size_t skip = piece == ENDING && n < words[i].n ? words[i].n - n : 0;

		if (n <= words[i].n && (piece != WHOLE || n == words[i].n) &&
			*s == words[i].s[skip] && !memcmp(words[i].s + skip, s, n))
			return true;
	}
	return false;
}

/* A terminal may have broken the first or the last word. */
bool iozone_header_words(const char *s, size_t n)
{
	size_t whole = 0, i = 0;
	bool first = true;

	while (i < n) {
		size_t length;

		for (; i < n && (s[i] == ' ' || s[i] == '\t'); i++)
			;
		for (length = 0; i + length < n && s[i + length] != ' ' && s[i + length] != '\t';
			length++)
			;
		if (!length)
			break;
		if (is_word(s + i, length, WHOLE))
			whole++;
		else if (!(first && is_word(s + i, length, ENDING)) &&
			 !(i + length == n && is_word(s + i, length, BEGINNING)))
			return false;
		first = false;
		i += length;
	}
	return whole >= 2;
}

bool iozone_usual_row(const struct iozone_row *row)
{
	return row->n >= 2 && row->record_kb >= 4 && row->record_kb <= 16384 &&
	       !(row->record_kb & (row->record_kb - 1)) && row->file_kb >= row->record_kb;
}

bool iozone_stands_alone(const char *s, size_t n, struct iozone_memo *memo)
{
	static const struct iozone_shape unknown = {0, -1, -1, -1};
	struct iozone_row row;

	return iozone_row_read(s, n, &unknown, memo, &row) == IOZONE_ROW && iozone_usual_row(&row);
}

/* Does a line start with the text, but for blanks, quotes and the like?  Prose has it inside. */
static bool starts_line(const char *head, size_t n, const char *text)
{
	size_t length = strlen(text);

	for (const char *at = head; (at = memmem(at, n - (size_t)(at - head), text, length));
		at++) {
		const char *p = at;

		while (p > head && p[-1] != '\n' && !g_ascii_isalnum(p[-1]))
			p--;
		if (p == head || p[-1] == '\n')
			return true;
	}
	return false;
}

int iozone_sniff(const char *head, size_t n)
{
	static const char banner[] = "Iozone: Performance Test of File I/O";
	static const char *const signs[] = {
		"File stride size set to",
		"Children see throughput for",
		"\"Writer report\"",
		"\"Reader report\"",
		"\"Random read report\"",
		"\"Throughput report Y-axis is type of test",
		"iozone test complete.",
		"Create zpool with ",
		"Error: maximum record size",
		"Usage: For usage information type iozone",
		"iozone: invalid option",
		"kB  reclen ",
		"KB  reclen ",
	};
	struct iozone_memo memo = {.misses = 0};

	if (memmem(head, n, banner, sizeof(banner) - 1))
		return 95;
	for (size_t i = 0; i < G_N_ELEMENTS(signs); i++)
		if (starts_line(head, n, signs[i]))
			return 70;
	for (size_t i = 0; i < n;) {
		const char *lf = memchr(head + i, '\n', n - i);
		size_t length = lf ? (size_t)(lf - head) - i : n - i;

		if (iozone_stands_alone(
			    head + i, length - (length && head[i + length - 1] == '\r'), &memo))
			return 30;
		i += length + 1;
	}
	/* A campaign whose first tests failed: any reader that knows more comes first. */
	return starts_line(head, n, "iorun: begin ") ? 20 : 0;
}
