#include "parsers/iozone_table.h"

#include "tests/unit/parsers/witness.h"
#include <string.h>

/*
 * An independent writer of rows: what the releases print, by their table of cell widths and of the
 * blanks that stand for a test that was not selected.
 */
#define COLUMNS 17 /* without pwritev and the like, which no Linux release prints */
#define TESTS   11
#define PLAIN   0x0ffu
#define PREAD   0x600u

static const struct {
	const char *name;
	unsigned test;
} columns[COLUMNS] = {
	{"write", 0},
	{"rewrite", 0},
	{"read", 1},
	{"reread", 1},
	{"random-read", 2},
	{"random-write", 2},
	{"backward-read", 3},
	{"record-rewrite", 4},
	{"stride-read", 5},
	{"fwrite", 6},
	{"frewrite", 6},
	{"fread", 7},
	{"freread", 7},
	{"pwrite", 9},
	{"repwrite", 9},
	{"pread", 10},
	{"repread", 10},
};

/* Widths without the literal blank before record rewrite and stride read. */
static const struct release {
	const char *name;
	enum iozone_layout layout;
	enum iozone_blanks blanks;
	unsigned gap; /* blanks before columns 7 and 8 */
	unsigned char width[COLUMNS];
	unsigned char skip[TESTS];
} releases[] = {
	{"3.327", IOZONE_L1, IOZONE_BLANKS_OLD, 1,
		{8, 8, 9, 9, 8, 8, 8, 8, 8, 9, 9, 8, 9, 8, 9, 8, 9},
		{16, 18, 16, 8, 8, 8, 18, 16, 0, 17, 19}},
	{"3.430", IOZONE_L2, IOZONE_BLANKS_OLD, 1,
		{9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 8, 9},
		{16, 18, 16, 8, 8, 8, 18, 16, 0, 17, 19}},
	{"3.471", IOZONE_L2, IOZONE_BLANKS_NEW, 1,
		{9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 8, 9},
		{18, 18, 18, 9, 10, 10, 18, 17, 0, 18, 18}},
	{"3.508", IOZONE_L3, IOZONE_BLANKS_NEW, 1,
		{10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10},
		{18, 18, 18, 9, 10, 10, 18, 17, 0, 18, 18}},
};

/* A row as it was printed, and what went into it. */
struct printed {
	GString *text;
	guint64 file_kb, record_kb;
	unsigned column[COLUMNS];
	guint64 value[COLUMNS];
	size_t end[COLUMNS]; /* length of the line after the cell */
	size_t n;
};

/* A number of exactly that many digits. */
static guint64 random_digits(GRand *rand, unsigned digits)
{
	guint64 v = (guint64)g_rand_int_range(rand, 1, 10);

	for (unsigned i = 1; i < digits; i++)
		v = v * 10 + (guint64)g_rand_int_range(rand, 0, 10);
	return v;
}

/* How values fill their fields. */
enum fill { LOOSE, TIGHT, FULL };

static guint64 random_value(GRand *rand, unsigned width, enum fill fill)
{
	if (fill == FULL || (fill == TIGHT && g_rand_int_range(rand, 0, 3) == 0))
		return random_digits(rand, width);
	return random_digits(rand, (unsigned)g_rand_int_range(rand, 1, (gint32)width));
}

/* `wide`: the cell that gets `extra` digits more than its field has; COLUMNS: none. */
static void print_row(struct printed *p, const struct release *release, unsigned tests, GRand *rand,
	enum fill fill, unsigned wide, unsigned extra)
{
	unsigned last = tests & PREAD ? TESTS : 9, c = 0;

	p->n = 0;
	p->record_kb = 4u << g_rand_int_range(rand, 0, 12);
	p->file_kb = p->record_kb * (guint64)g_rand_int_range(rand, 1, 4096);
	g_string_printf(
		p->text, "%16" G_GUINT64_FORMAT "%8" G_GUINT64_FORMAT, p->file_kb, p->record_kb);
	for (unsigned t = 0; t < last; t++) {
		bool selected = tests & 1u << t;

		if (!selected)
			g_string_append_printf(p->text, "%*s", release->skip[t], "");
		for (; c < COLUMNS && columns[c].test == t; c++) {
			unsigned width = release->width[c];

			if (!selected)
				continue;
			p->column[p->n] = c;
			/* the first one keeps clear of the record size: see record_fused() */
			p->value[p->n] = p->n == wide ? random_digits(rand, width + extra)
						      : random_value(rand, width - !p->n,
								p->n ? fill : LOOSE);
			if (c == 7 || c == 8)
				g_string_append_c(p->text, ' ');
			g_string_append_printf(
				p->text, "%*" G_GUINT64_FORMAT, width, p->value[p->n]);
			p->end[p->n++] = p->text->len;
		}
	}
}

static guint64 cell_value(const struct iozone_cell *cell)
{
	guint64 v = 0;

	for (unsigned i = 0; i < cell->n; i++)
		v = v * 10 + (guint64)(cell->s[i] - '0');
	return v;
}

static const struct iozone_shape nothing_known = {0, -1, -1, -1};

static enum iozone_fit read_text(
	const char *s, size_t n, const struct iozone_shape *shape, struct iozone_row *row)
{
	struct iozone_memo memo;

	memset(&memo, 0, sizeof(memo));
	return iozone_row_read(s, n, shape, &memo, row);
}

/* How many cells the row has that are right; -1 when one is wrong or stands in a wrong column. */
static int right_cells(const struct printed *p, const struct iozone_row *row)
{
	int right = 0;

	if (row->file_kb != p->file_kb || row->record_kb != p->record_kb)
		return -1;
	for (size_t k = 0; k < row->n; k++) {
		const struct iozone_cell *cell = &row->cell[k];

		if (!cell->s)
			continue;
		if (k >= p->n || row->plan.column[k] != p->column[k] ||
			cell_value(cell) != p->value[k])
			return -1;
		right++;
	}
	return right;
}

static void check_whole(const char *what, const struct printed *p, const char *s, size_t n,
	const struct iozone_shape *shape, unsigned tests)
{
	struct iozone_row row;
	enum iozone_fit fit = read_text(s, n, shape, &row);

	if (fit != IOZONE_ROW || row.n != p->n || right_cells(p, &row) != (int)p->n)
		fail_row("%s, tests %03x: fit %d, %d of %zu cells right in '%.*s'", what, tests,
			fit, fit == IOZONE_NO_ROW ? -1 : right_cells(p, &row), p->n, (int)n, s);
}

/* Calls `check` for each subset of tests of each release. */
typedef void check_subset(
	const struct release *release, unsigned tests, struct printed *p, GRand *rand);

static void each_subset(check_subset *check, unsigned step)
{
	struct printed p = {.text = g_string_new(NULL)};
	GRand *rand = g_rand_new_with_seed(20101130);

	for (size_t r = 0; r < G_N_ELEMENTS(releases) && !g_test_failed(); r++)
		for (unsigned tests = 1; tests <= (PLAIN | PREAD); tests += step)
			if (!(tests & ~(PLAIN | PREAD)))
				check(&releases[r], tests, &p, rand);
	g_rand_free(rand);
	g_string_free(p.text, TRUE);
}

static struct iozone_shape shape_of(const struct release *r, unsigned tests)
{
	return (struct iozone_shape){tests, r->layout, r->layout, r->blanks};
}

static void known_tests(
	const struct release *release, unsigned tests, struct printed *p, GRand *rand)
{
	const struct iozone_shape by_head = shape_of(release, tests);
	const struct iozone_shape by_release = {tests, -1, release->layout, release->blanks};

	for (int fill = LOOSE; fill <= FULL; fill++) {
		print_row(p, release, tests, rand, (enum fill)fill, COLUMNS, 0);
		check_whole(release->name, p, p->text->str, p->text->len, &by_head, tests);
		check_whole(release->name, p, p->text->str, p->text->len, &by_release, tests);
		/* editors strip blanks at line ends */
		check_whole(release->name, p, p->text->str, p->end[p->n - 1], &by_head, tests);
	}
}

static void test_known_tests(void)
{
	each_subset(known_tests, 1);
}

/* The command is there, but neither column heads nor a release. */
static void known_tests_only(
	const struct release *release, unsigned tests, struct printed *p, GRand *rand)
{
	const struct iozone_shape shape = {tests, -1, -1, -1};

	print_row(p, release, tests, rand, LOOSE, COLUMNS, 0);
	check_whole(release->name, p, p->text->str, p->text->len, &shape, tests);
}

static void test_known_tests_only(void)
{
	each_subset(known_tests_only, 1);
}

/* The heads of another release, as in a few releases between 3.420 and 3.429: rows decide. */
static void wrong_heads(
	const struct release *release, unsigned tests, struct printed *p, GRand *rand)
{
	const struct iozone_shape shape = {
		tests, release->layout == IOZONE_L1 ? IOZONE_L2 : IOZONE_L1, -1, release->blanks};

	print_row(p, release, tests, rand, LOOSE, COLUMNS, 0);
	check_whole("wrong heads", p, p->text->str, p->text->len, &shape, tests);
}

static void test_wrong_heads(void)
{
	each_subset(wrong_heads, 1);
}

/* A first value that fills its field runs into the record size. */
static void record_fused(
	const struct release *release, unsigned tests, struct printed *p, GRand *rand)
{
	const struct iozone_shape shape = shape_of(release, tests);

	print_row(p, release, tests, rand, TIGHT, 0, 0);
	check_whole(release->name, p, p->text->str, p->text->len, &shape, tests);
}

static void test_record_fused(void)
{
	each_subset(record_fused, 11);
}

/* Nothing but the row: its ends tell which tests ran. */
static void ends_alone(
	const struct release *release, unsigned tests, struct printed *p, GRand *rand)
{
	const struct iozone_shape by_head = {0, release->layout, -1, -1};

	print_row(p, release, tests, rand, LOOSE, COLUMNS, 0);
	check_whole(release->name, p, p->text->str, p->end[p->n - 1], &nothing_known, tests);
	check_whole("heads only", p, p->text->str, p->text->len, &by_head, tests);
}

static void test_ends_alone(void)
{
	each_subset(ends_alone, 1);
}

/* The row ends after a cell: the cells before it, and none after. */
static void cut_rows(const struct release *release, unsigned tests, struct printed *p, GRand *rand)
{
	const struct iozone_shape shape = shape_of(release, tests);
	struct iozone_row row;

	print_row(p, release, tests, rand, LOOSE, COLUMNS, 0);
	for (size_t k = 0; k <= p->n; k++) {
		size_t n = k ? p->end[k - 1] : 24;
		enum iozone_fit fit = read_text(p->text->str, n, &shape, &row);

		if (fit != (k == p->n ? IOZONE_ROW : IOZONE_ROW_PART) || row.n != k ||
			right_cells(p, &row) != (int)k || row.plan.n != p->n || row.length != n)
			fail_row("%s, tests %03x, cut after %zu cells: fit %d, %zu cells of %zu, "
				 "'%.*s'",
				release->name, tests, k, fit, row.n, row.plan.n, (int)n,
				p->text->str);
	}
}

static void test_cut_rows(void)
{
	each_subset(cut_rows, 1);
}

/* A cut row without a command: a shorter subset, or no reading at all; never a wrong column. */
static void cut_rows_unknown(
	const struct release *release, unsigned tests, struct printed *p, GRand *rand)
{
	const struct iozone_shape shape = {0, release->layout, release->layout, release->blanks};
	struct iozone_row row;

	print_row(p, release, tests, rand, LOOSE, COLUMNS, 0);
	for (size_t k = 1; k < p->n; k++) {
		enum iozone_fit fit = read_text(p->text->str, p->end[k - 1], &shape, &row);

		if (right_cells(p, &row) < 0 || (fit == IOZONE_ROW && row.n != k))
			fail_row("%s, tests %03x, cut after %zu cells, no command: fit %d, '%.*s'",
				release->name, tests, k, fit, (int)p->end[k - 1], p->text->str);
	}
}

static void test_cut_rows_unknown(void)
{
	each_subset(cut_rows_unknown, 29);
}

/* A margin that was cut off or put before the row moves all ends alike. */
static void shifted(const struct release *release, unsigned tests, struct printed *p, GRand *rand)
{
	const struct iozone_shape shape = shape_of(release, tests);
	g_autoptr(GString) moved = g_string_new(NULL);
	size_t margin;

	print_row(p, release, tests, rand, TIGHT, COLUMNS, 0);
	margin = strspn(p->text->str, " ");
	for (int k = 0; k < 4; k++) {
		const size_t cut[] = {margin, 1, 0, 0}, pad[] = {0, 0, 1, 8};

		g_string_printf(moved, "%*s%s", (int)pad[k], "", p->text->str + cut[k]);
		check_whole("shifted", p, moved->str, moved->len, &shape, tests);
	}
	print_row(p, release, tests, rand, LOOSE, COLUMNS, 0);
	check_whole("shifted, nothing known", p, p->text->str + 5, p->text->len - 5, &nothing_known,
		tests);
}

static void test_shifted(void)
{
	each_subset(shifted, 7);
}

/*
 * A value too wide for its field pushes the rest and runs into its neighbour.  Every cell that is
 * read is right, and those that are not read are called lost.
 */
static void pushed(const struct release *release, unsigned tests, struct printed *p, GRand *rand)
{
	const struct iozone_shape shape = shape_of(release, tests);
	struct iozone_row row;
	unsigned n;

	print_row(p, release, tests, rand, LOOSE, COLUMNS, 0);
	n = (unsigned)p->n;
	for (unsigned wide = 0; wide < n; wide++)
		for (unsigned extra = 1; extra <= 2; extra++) {
			enum iozone_fit fit;
			int right;

			print_row(p, release, tests, rand, LOOSE, wide, extra);
			fit = read_text(p->text->str, p->text->len, &shape, &row);
			right = right_cells(p, &row);
			if (!wide && p->column[0] < 7 && row.record_kb > row.file_kb)
				continue; /* ran into the record size, which no file can have */
			if (right < 0)
				fail_row("%s, tests %03x, cell %u wider by %u: fit %d, wrong "
					 "value, '%s'",
					release->name, tests, wide, extra, fit, p->text->str);
			else if (fit == IOZONE_ROW_PUSHED &&
				 (row.n != p->n || row.lost_from > wide || row.lost_to <= wide ||
					 right != (int)(p->n - (row.lost_to - row.lost_from))))
				fail_row("%s, tests %03x, cell %u wider by %u: lost %zu to %zu, %d "
					 "right",
					release->name, tests, wide, extra, row.lost_from,
					row.lost_to, right);
			else if (fit == IOZONE_ROW && right != (int)p->n)
				fail_row("%s, tests %03x, cell %u wider by %u: %d cells of %zu",
					release->name, tests, wide, extra, right, p->n);
		}
}

static void test_pushed(void)
{
	each_subset(pushed, 1);
}

/* What a pushed row loses: the wide cell and the neighbour it ran into, nothing else. */
static void test_pushed_loses_little(void)
{
	GRand *rand = g_rand_new_with_seed(7);
	struct printed p = {.text = g_string_new(NULL)};
	struct iozone_row row;

	for (size_t r = 0; r < G_N_ELEMENTS(releases); r++) {
		const struct iozone_shape shape = shape_of(&releases[r], PLAIN);

		for (unsigned wide = 1; wide < 13; wide++) {
			enum iozone_fit fit;

			print_row(&p, &releases[r], PLAIN, rand, LOOSE, wide, 1);
			fit = read_text(p.text->str, p.text->len, &shape, &row);
			if (wide == 7 || wide == 8) { /* a blank keeps them from their neighbour */
				if (fit != IOZONE_ROW || right_cells(&p, &row) != 13)
					fail_row(
						"%s, cell %u: fit %d", releases[r].name, wide, fit);
			} else if (fit != IOZONE_ROW_PUSHED || right_cells(&p, &row) != 11 ||
				   row.lost_from != wide - 1 || row.lost_to != wide + 1) {
				fail_row("%s, cell %u: fit %d, lost %zu to %zu, %d right",
					releases[r].name, wide, fit, row.lost_from, row.lost_to,
					right_cells(&p, &row));
			}
		}
	}
	g_rand_free(rand);
	g_string_free(p.text, TRUE);
}

/* One blank between numbers: with the tests known their order is enough. */
static void collapsed(const struct release *release, unsigned tests, struct printed *p, GRand *rand)
{
	const struct iozone_shape shape = shape_of(release, tests);
	g_autoptr(GString) line = g_string_new(NULL);

	print_row(p, release, tests, rand, LOOSE, COLUMNS, 0);
	g_string_printf(line, "%" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT, p->file_kb, p->record_kb);
	for (size_t k = 0; k < p->n; k++)
		g_string_append_printf(line, " %" G_GUINT64_FORMAT, p->value[k]);
	check_whole("collapsed", p, line->str, line->len, &shape, tests);
}

static void test_collapsed(void)
{
	each_subset(collapsed, 1);
}

/* Collapsed and without a command: only a full row can be told. */
static void test_collapsed_unknown(void)
{
	static const struct {
		const char *text;
		bool row;
	} rows[] = {
		{"64 4 1 2 3 4 5 6 7 8 9 10 11 12 13", true},
		{"64 4 1 2 3 4 5", false},
		{"64 4 1 2", false},
		{"64 4 1 2 3 4 5 6 7 8 9 10 11 12 13 14", false},
	};

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		struct iozone_row row;
		enum iozone_fit fit =
			read_text(rows[i].text, strlen(rows[i].text), &nothing_known, &row);

		if ((fit == IOZONE_ROW) != rows[i].row)
			fail_row("'%s': fit %d", rows[i].text, fit);
		if (fit == IOZONE_ROW)
			for (size_t k = 0; k < row.n; k++)
				g_assert_cmpuint(cell_value(&row.cell[k]), ==, k + 1);
	}
}

/* Cells that touch are marked, both sides of the seam. */
static void test_fused_marks(void)
{
	static const char line[] =
		"            4096      64 492428316996213 20384139  660559524375326 6041154 4385074"
		" 38279080  6112079 17569819  2691164 9242423 26768022";
	static const guint64 values[] = {4924283, 16996213, 20384139, 6605595, 24375326, 6041154,
		4385074, 38279080, 6112079, 17569819, 2691164, 9242423, 26768022};
	static const bool fused[13] = {[0] = true, [1] = true, [3] = true, [4] = true};
	const struct iozone_shape shape = {PLAIN, IOZONE_L1, IOZONE_L1, IOZONE_BLANKS_OLD};
	struct iozone_row row;

	g_assert_cmpint(read_text(line, sizeof(line) - 1, &shape, &row), ==, IOZONE_ROW);
	g_assert_cmpuint(row.n, ==, 13);
	for (size_t k = 0; k < 13; k++)
		if (cell_value(&row.cell[k]) != values[k] || row.cell[k].fused != fused[k])
			fail_row("cell %zu: %" G_GUINT64_FORMAT "%s", k, cell_value(&row.cell[k]),
				row.cell[k].fused ? ", fused" : "");
}

/* The memory of the rows before changes nothing but speed. */
static void test_memo(void)
{
	GRand *rand = g_rand_new_with_seed(3);
	struct printed p = {.text = g_string_new(NULL)};

	for (size_t r = 0; r < G_N_ELEMENTS(releases); r++) {
		struct iozone_memo memo;
		const struct iozone_shape shape = {0, releases[r].layout, -1, -1};

		memset(&memo, 0, sizeof(memo));
		for (int i = 0; i < 200; i++) {
			/* mostly one kind of row, as in a log; others between */
			unsigned tests = i % 5 ? PLAIN : (unsigned)g_rand_int_range(rand, 1, 256);
			unsigned wide = i % 7 ? COLUMNS : 3, extra = i % 7 ? 0 : 1;
			size_t n;
			struct iozone_row row;

			print_row(&p, &releases[r], tests, rand, LOOSE, wide, extra);
			n = i % 11 || p.n < 2 ? p.text->len : p.end[p.n - 2];
			if (iozone_row_read(p.text->str, n, &shape, &memo, &row) == IOZONE_ROW &&
				right_cells(&p, &row) < 0)
				fail_row("%s, row %d, tests %03x: '%.*s'", releases[r].name, i,
					tests, (int)n, p.text->str);
		}
	}
	g_rand_free(rand);
	g_string_free(p.text, TRUE);
}

static const struct {
	const char *text;
	enum iozone_fit fit;
	size_t cells, length;
} lines[] = {
	{"", IOZONE_NO_ROW, 0, 0},
	{"        ", IOZONE_NO_ROW, 0, 0},
	{"iozone test complete.", IOZONE_NO_ROW, 0, 0},
	{"              64", IOZONE_NO_ROW, 0, 0},
	{"              64       x", IOZONE_NO_ROW, 0, 0},
	{"             64k       4", IOZONE_NO_ROW, 0, 0},
	{"              64      4k", IOZONE_NO_ROW, 0, 0},
	{"2.5.70  64  4 100 200", IOZONE_NO_ROW, 0, 0},
	{"              64       4", IOZONE_ROW_PART, 0, 24},
	{"              64       4   ", IOZONE_ROW_PART, 0, 24},
	{"              64       4       123       456", IOZONE_ROW, 2, 44},
	{"              64       4       123       456   ", IOZONE_ROW, 2, 44},
	{"              64       4       123", IOZONE_ROW_PART, 1, 34},
	{"              64       4       123       456 write: No space left on device", IOZONE_ROW,
		2, 44},
	{"              64       4       123Error writing block 48, fd= 3", IOZONE_ROW_PART, 0, 24},
	/* 13 digits are the most a figure has */
	{"64 4 1234567890123 456", IOZONE_ROW, 2, 22},
	{"64 4 12345678901234 456", IOZONE_ROW_UNFIT, 0, 0},
	{"64 4 99999999999999999999999999 456", IOZONE_ROW_UNFIT, 0, 0},
	{"64 4 1 2 3", IOZONE_ROW_UNFIT, 0, 0},
};

static void test_lines(void)
{
	const struct iozone_shape shape = {1, IOZONE_L3, IOZONE_L3, IOZONE_BLANKS_NEW};

	for (size_t i = 0; i < G_N_ELEMENTS(lines); i++) {
		struct iozone_row row;
		enum iozone_fit fit = read_text(lines[i].text, strlen(lines[i].text), &shape, &row);

		if (fit != lines[i].fit)
			fail_row("'%s': fit %d, not %d", lines[i].text, fit, lines[i].fit);
		else if (fit == IOZONE_ROW || fit == IOZONE_ROW_PART)
			if (row.n != lines[i].cells || row.length != lines[i].length)
				fail_row("'%s': %zu cells, %zu bytes read", lines[i].text, row.n,
					row.length);
	}
}

/* No row gives a figure of more than 13 digits, whatever is known. */
static void test_cap(void)
{
	GRand *rand = g_rand_new_with_seed(99);
	g_autoptr(GString) line = g_string_new(NULL);

	for (int i = 0; i < 3000; i++) {
		size_t r = (size_t)i % G_N_ELEMENTS(releases);
		const struct iozone_shape shape =
			i % 3 ? shape_of(&releases[r], PLAIN) : nothing_known;
		int n = g_rand_int_range(rand, 1, 15);
		struct iozone_row row;
		enum iozone_fit fit;

		g_string_assign(line, "              64       4");
		for (int k = 0; k < n; k++) {
			g_string_append_printf(line, "%*s", g_rand_int_range(rand, k == 0, 6), "");
			for (int d = g_rand_int_range(rand, 1, 20); d; d--)
				g_string_append_c(
					line, (char)('0' + g_rand_int_range(rand, 0, 10)));
		}
		fit = read_text(line->str, line->len, &shape, &row);
		if (fit == IOZONE_NO_ROW || fit == IOZONE_ROW_UNFIT)
			continue;
		for (size_t k = 0; k < row.n; k++)
			if (row.cell[k].s && (!row.cell[k].n || row.cell[k].n > 13))
				fail_row("'%s': cell %zu has %u digits", line->str, k,
					row.cell[k].n);
	}
	g_rand_free(rand);
}

/* Random bytes of the kind rows are made of: no reading outside the line. */
static void test_any_bytes(void)
{
	static const char alphabet[] = "0123456789      \tx-.";
	GRand *rand = g_rand_new_with_seed(5);

	for (int i = 0; i < 5000; i++) {
		size_t n = (size_t)g_rand_int_range(rand, 0, 200);
		char *s = g_malloc(n ? n : 1); /* no NUL behind it */
		struct iozone_row row;
		int layout;
		const struct iozone_shape shape = shape_of(&releases[i % 4], PLAIN);

		for (size_t k = 0; k < n; k++)
			s[k] = alphabet[g_rand_int_range(rand, 0, (gint32)sizeof(alphabet) - 1)];
		if (n > 24 && i % 2)
			memcpy(s, "              64       4", 24);
		if (read_text(s, n, i % 3 ? &shape : &nothing_known, &row) != IOZONE_NO_ROW)
			g_assert_cmpuint(row.length, <=, n);
		iozone_header_read(s, n, &layout);
		g_free(s);
	}
	g_rand_free(rand);
}

/* The plan's ends of a full run, as the releases print them. */
static void test_plan(void)
{
	static const struct {
		const char *name;
		enum iozone_layout layout;
		size_t n;
		unsigned short end[COLUMNS];
	} plans[] = {
		{"L0", IOZONE_L0, 13, {32, 40, 49, 58, 66, 74, 82, 90, 98, 107, 116, 124, 133}},
		{"L1", IOZONE_L1, 17,
			{32, 40, 49, 58, 66, 74, 82, 91, 100, 109, 118, 126, 135, 143, 152, 160,
				169}},
		{"L2", IOZONE_L2, 17,
			{33, 42, 51, 60, 69, 78, 87, 97, 107, 116, 125, 134, 143, 152, 161, 169,
				178}},
		{"L3", IOZONE_L3, 17,
			{34, 44, 54, 64, 74, 84, 94, 105, 116, 126, 136, 146, 156, 166, 176, 186,
				196}},
	};

	for (size_t i = 0; i < G_N_ELEMENTS(plans); i++) {
		struct iozone_plan plan;

		iozone_plan(&plan, plans[i].n > 13 ? PLAIN | PREAD : PLAIN, plans[i].layout,
			IOZONE_BLANKS_NEW);
		g_assert_cmpuint(plan.n, ==, plans[i].n);
		for (size_t k = 0; k < plan.n; k++)
			if (plan.end[k] != plans[i].end[k] || plan.column[k] != k)
				fail_row(
					"%s, column %zu ends at %u", plans[i].name, k, plan.end[k]);
	}
}

static void test_columns(void)
{
	for (size_t c = 0; c < COLUMNS; c++) {
		g_assert_cmpstr(iozone_columns[c].name, ==, columns[c].name);
		g_assert_cmpuint(iozone_columns[c].test, ==, columns[c].test);
		/* the second figures of a test: re... */
		g_assert_true(iozone_columns[c].again ==
				      (g_str_has_prefix(columns[c].name, "re") && c > 0 &&
					      !g_str_equal(columns[c].name, "read") &&
					      !g_str_equal(columns[c].name, "record-rewrite")) ||
			      g_str_equal(columns[c].name, "frewrite") ||
			      g_str_equal(columns[c].name, "freread"));
	}
}

/* Widths of the second header line; 0 ends it.  Blanks between are in the widths. */
static const struct {
	const char *name;
	int layout;
	unsigned char width[19];
} heads[] = {
	{"L1", IOZONE_L1, {16, 8, 8, 8, 8, 10, 8, 8, 8, 9, 9, 9, 9, 8, 9, 8, 9, 7, 10}},
	{"L2", IOZONE_L2, {16, 8, 9, 9, 8, 10, 8, 10, 9, 10, 10, 9, 9, 9, 9, 8, 9, 8, 10}},
	{"L3", IOZONE_L3,
		{16, 8, 9, 11, 10, 10, 10, 10, 10, 11, 11, 10, 10, 10, 10, 10, 10, 10, 10}},
};

static const char *const head_words[19] = {"kB", "reclen", "write", "rewrite", "read", "reread",
	"read", "write", "read", "rewrite", "read", "fwrite", "frewrite", "fread", "freread",
	"pwrite", "repwrite", "pread", "repread"};

static void check_header(const char *name, const char *text, bool header, int layout)
{
	int got = 99;
	bool is = iozone_header_read(text, strlen(text), &got);

	if (is != header || (is && got != layout))
		fail_row("%s: %s, layout %d instead of %d: '%s'", name, is ? "header" : "none", got,
			layout, text);
}

static void test_headers(void)
{
	static const struct {
		const char *name;
		size_t words;
	} kinds[] = {{"full", 15}, {"-E", 19}, {"-A", 6}, {"mmap", 11}};

	for (size_t i = 0; i < G_N_ELEMENTS(heads); i++)
		for (size_t k = 0; k < G_N_ELEMENTS(kinds); k++) {
			g_autoptr(GString) line = g_string_new(NULL);
			g_autofree char *name =
				g_strdup_printf("%s %s", heads[i].name, kinds[k].name);

			for (size_t w = 0; w < kinds[k].words; w++)
				g_string_append_printf(
					line, "%*s", heads[i].width[w], head_words[w]);
			check_header(name, line->str, true, heads[i].layout);
			g_string_append(line, "          ");
			check_header(name, line->str, true, heads[i].layout);
			check_header(name, line->str + 7, true, heads[i].layout);
			g_string_prepend(line, "   ");
			check_header(name, line->str, true, heads[i].layout);
			line->str[strcspn(line->str, "k")] = 'K'; /* as older releases write it */
			check_header(name, line->str, true, heads[i].layout);
		}
}

/* Lines as real logs have them. */
static void test_real_headers(void)
{
	check_header("3.414",
		"              KB  reclen   write rewrite    read    reread    read   write    "
		"read "
		" rewrite     read   fwrite frewrite   fread  freread",
		true, IOZONE_L1);
	check_header("3.430",
		"              kB  reclen    write  rewrite    read    reread    read     write    "
		" read"
		"   rewrite      read   fwrite frewrite    fread  freread",
		true, IOZONE_L2);
	check_header("3.508",
		"              kB  reclen    write    rewrite      read    reread      read     "
		"write"
		"      read    rewrite       read    fwrite  frewrite     fread   freread",
		true, IOZONE_L3);
	check_header("2005",
		"              KB  reclen   write rewrite    read    reread    read   write    read"
		" rewrite    read   fwrite frewrite   fread  freread",
		true, IOZONE_L0);
	check_header("collapsed",
		"kB reclen write rewrite read reread read write read rewrite read fwrite frewrite "
		"fread freread",
		true, -1);
	check_header("wrapped", "              kB  reclen    write    rewrite", true, -1);
	check_header("first line",
		"                                                            random  random    "
		"bkwd "
		"  record   stride",
		false, 0);
	check_header("other text", "kB written to disk", false, 0);
	check_header("other text", "a kB reclen write", false, 0);
	check_header("two words", "kB reclen", false, 0);
	check_header("nothing", "", false, 0);
}

static const struct {
	const char *version;
	int layout, blanks;
} versions[] = {
	{"3.327", IOZONE_L1, IOZONE_BLANKS_OLD},
	{"3.398", IOZONE_L1, IOZONE_BLANKS_OLD},
	{"3.414", IOZONE_L1, IOZONE_BLANKS_OLD},
	{"3.420", IOZONE_L1, IOZONE_BLANKS_OLD},
	{"3.428", IOZONE_L1, IOZONE_BLANKS_OLD},
	{"3.429", IOZONE_L2, IOZONE_BLANKS_OLD},
	{"3.430", IOZONE_L2, IOZONE_BLANKS_OLD},
	{"3.433", IOZONE_L2, IOZONE_BLANKS_OLD},
	{"3.434", IOZONE_L2, IOZONE_BLANKS_NEW},
	{"3.471", IOZONE_L2, IOZONE_BLANKS_NEW},
	{"3.497", IOZONE_L2, IOZONE_BLANKS_NEW},
	{"3.498", IOZONE_L3, IOZONE_BLANKS_NEW},
	{"3.508", IOZONE_L3, IOZONE_BLANKS_NEW},
	{NULL, -1, -1},
	{"", -1, -1},
	{"3", -1, -1},
	{"3.", -1, -1},
	{"3.x", -1, -1},
	{"2.100", -1, -1},
	{"13.508", -1, -1},
	{"unknown", -1, -1},
};

static void test_release(void)
{
	for (size_t i = 0; i < G_N_ELEMENTS(versions); i++) {
		int layout = 99, blanks = 99;

		iozone_release(versions[i].version, &layout, &blanks);
		if (layout != versions[i].layout || blanks != versions[i].blanks)
			fail_row("'%s': layout %d, blanks %d", versions[i].version, layout, blanks);
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/iozone-table/columns", test_columns);
	g_test_add_func("/iozone-table/plan", test_plan);
	g_test_add_func("/iozone-table/known-tests", test_known_tests);
	g_test_add_func("/iozone-table/known-tests-only", test_known_tests_only);
	g_test_add_func("/iozone-table/wrong-heads", test_wrong_heads);
	g_test_add_func("/iozone-table/record-fused", test_record_fused);
	g_test_add_func("/iozone-table/ends-alone", test_ends_alone);
	g_test_add_func("/iozone-table/cut-rows", test_cut_rows);
	g_test_add_func("/iozone-table/cut-rows-unknown", test_cut_rows_unknown);
	g_test_add_func("/iozone-table/shifted", test_shifted);
	g_test_add_func("/iozone-table/pushed", test_pushed);
	g_test_add_func("/iozone-table/pushed-loses-little", test_pushed_loses_little);
	g_test_add_func("/iozone-table/collapsed", test_collapsed);
	g_test_add_func("/iozone-table/collapsed-unknown", test_collapsed_unknown);
	g_test_add_func("/iozone-table/fused-marks", test_fused_marks);
	g_test_add_func("/iozone-table/memo", test_memo);
	g_test_add_func("/iozone-table/lines", test_lines);
	g_test_add_func("/iozone-table/cap", test_cap);
	g_test_add_func("/iozone-table/any-bytes", test_any_bytes);
	g_test_add_func("/iozone-table/headers", test_headers);
	g_test_add_func("/iozone-table/real-headers", test_real_headers);
	g_test_add_func("/iozone-table/release", test_release);
	return g_test_run();
}
