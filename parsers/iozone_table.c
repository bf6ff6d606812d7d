#include "parsers/iozone_table.h"

#include <stdlib.h>
#include <string.h>

const struct iozone_column iozone_columns[IOZONE_COLUMNS] = {
	{"write", 0, false},
	{"rewrite", 0, true},
	{"read", 1, false},
	{"reread", 1, true},
	{"random-read", 2, false},
	{"random-write", 2, false},
	{"backward-read", 3, false},
	{"record-rewrite", 4, false},
	{"stride-read", 5, false},
	{"fwrite", 6, false},
	{"frewrite", 6, true},
	{"fread", 7, false},
	{"freread", 7, true},
	{"pwrite", 9, false},
	{"repwrite", 9, true},
	{"pread", 10, false},
	{"repread", 10, true},
	{"pwritev", 11, false},
	{"repwritev", 11, true},
	{"preadv", 12, false},
	{"repreadv", 12, true},
};

/* Widths of the cells, the blank before record rewrite and stride read included. */
static const unsigned char widths[IOZONE_LAYOUT_COUNT][IOZONE_COLUMNS] = {
	[IOZONE_L0] = {8, 8, 9, 9, 8, 8, 8, 8, 8, 9, 9, 8, 9, 8, 9, 8, 9, 8, 9, 8, 9},
	[IOZONE_L1] = {8, 8, 9, 9, 8, 8, 8, 9, 9, 9, 9, 8, 9, 8, 9, 8, 9, 8, 9, 8, 9},
	[IOZONE_L2] = {9, 9, 9, 9, 9, 9, 9, 10, 10, 9, 9, 9, 9, 9, 9, 8, 9, 9, 9, 8, 9},
	[IOZONE_L3] = {10, 10, 10, 10, 10, 10, 10, 11, 11, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10,
		10, 10},
};

/* Blanks printed instead of the cells of a test that was not selected. */
static const unsigned char blanks_of[IOZONE_BLANKS_COUNT][IOZONE_TESTS] = {
	[IOZONE_BLANKS_OLD] = {16, 18, 16, 8, 8, 8, 18, 16, 0, 17, 19, 17, 19},
	[IOZONE_BLANKS_NEW] = {18, 18, 18, 9, 10, 10, 18, 17, 0, 18, 18, 18, 18},
};

/* End of the ninth head, stride `read`, and of the fourth, `reread`; 0: not known. */
static const struct {
	unsigned char stride, reread;
} header_ends[IOZONE_LAYOUT_COUNT] = {
	[IOZONE_L0] = {98, 0},
	[IOZONE_L1] = {100, 58},
	[IOZONE_L2] = {107, 60},
	[IOZONE_L3] = {116, 64},
};

void iozone_plan(struct iozone_plan *plan, unsigned tests, enum iozone_layout layout,
	enum iozone_blanks blanks)
{
	unsigned end = IOZONE_KEYS, last = tests & IOZONE_TESTS_PREAD ? IOZONE_TESTS : 9;
	size_t c = 0;

	*plan = (struct iozone_plan){.tests = tests, .layout = layout, .blanks = blanks};
	for (unsigned t = 0; t < last; t++) {
		if (!(tests & 1u << t))
			end += blanks_of[blanks][t];
		for (; c < IOZONE_COLUMNS && iozone_columns[c].test == t; c++) {
			if (!(tests & 1u << t))
				continue;
			end += widths[layout][c];
			plan->column[plan->n] = (unsigned char)c;
			plan->end[plan->n++] = (unsigned short)end;
		}
	}
}

static size_t words(const char *s, size_t n, const char **word, size_t *length, size_t most)
{
	size_t count = 0;

	for (size_t i = 0; i < n && count < most;) {
		while (i < n && (s[i] == ' ' || s[i] == '\t'))
			i++;
		if (i == n)
			break;
		word[count] = s + i;
		while (i < n && s[i] != ' ' && s[i] != '\t')
			i++;
		length[count] = (size_t)(s + i - word[count]);
		count++;
	}
	return count;
}

bool iozone_header_read(const char *s, size_t n, int *layout)
{
	const char *word[16], *k = memchr(s, 'B', n);
	size_t length[16], count;
	ptrdiff_t shift;

	*layout = -1;
	if (!k || k == s || (k[-1] | 0x20) != 'k')
		return false;
	count = words(s, n, word, length, G_N_ELEMENTS(word));
	if (count < 3 || length[0] != 2 || (word[0][0] | 0x20) != 'k' || word[0][1] != 'B' ||
		length[1] != 6 || memcmp(word[1], "reclen", 6))
		return false;
	shift = IOZONE_KEYS - (word[1] + length[1] - s);
	for (int l = 0; l < IOZONE_LAYOUT_COUNT; l++) {
		size_t last = count > 10 ? 10 : 5;
		ptrdiff_t end = last < count ? word[last] + length[last] - s + shift : 0;

		if (end && end == (last == 10 ? header_ends[l].stride : header_ends[l].reread))
			*layout = l;
	}
	return true;
}

void iozone_release(const char *version, int *layout, int *blanks)
{
	const char *dot = version ? strchr(version, '.') : NULL;
	long minor = dot ? strtol(dot + 1, NULL, 10) : -1;

	*layout = *blanks = -1;
	if (!dot || version[0] != '3' || dot != version + 1 || minor < 100)
		return;
	*layout = minor >= 498 ? IOZONE_L3 : minor >= 429 ? IOZONE_L2 : IOZONE_L1;
	*blanks = minor >= 434 ? IOZONE_BLANKS_NEW : IOZONE_BLANKS_OLD;
}
