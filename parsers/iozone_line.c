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

bool iozone_blank(const char *s, size_t n)
{
	for (; n; n--, s++)
		if (*s != ' ' && *s != '\t' && *s != '\r')
			return false;
	return true;
}

bool iozone_header_words(const char *s, size_t n)
{
	static const char *const words[] = {"random", "random", "bkwd", "record", "stride"};
	size_t found = 0;

	for (size_t i = 0; i < n;) {
		size_t length;

		for (; i < n && (s[i] == ' ' || s[i] == '\t'); i++)
			;
		if (i == n)
			break;
		for (length = 0; i + length < n && s[i + length] != ' ' && s[i + length] != '\t';
			length++)
			;
		if (found == G_N_ELEMENTS(words) || strlen(words[found]) != length ||
			memcmp(words[found], s + i, length))
			return false;
		found++;
		i += length;
	}
	return found >= 2;
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
	return 0;
}
