#include "parsers/iozone_table.h"
#include <string.h>

/* After so many rows without a fitting subset no more are searched: the text is no table. */
#define MISSES_MAX 64

/* The numbers of a line that may be a row: their places, and where the last one ends. */
struct tokens {
	size_t n;
	struct {
		unsigned short from, to;
	} at[IOZONE_COLUMNS + 4];
	size_t end;  /* of the last number */
	bool shared; /* other text follows on the line */
};

static bool is_digit(char c)
{
	return (unsigned char)(c - '0') < 10;
}

/* `split`: a number that runs over this column is two; 0: none is. */
static bool tokenise(const char *s, size_t n, size_t split, struct tokens *t)
{
	size_t i = 0;

	*t = (struct tokens){0};
	for (;;) {
		size_t from;

		while (i < n && s[i] == ' ')
			i++;
		if (i >= n || !is_digit(s[i]))
			break;
		for (from = i; i < n && is_digit(s[i]); i++)
			;
		if (from < split && i > split)
			i = split;
		if (t->n == G_N_ELEMENTS(t->at) || i > G_MAXUSHORT)
			return false;
		if (i < n && i != split && s[i] != ' ' && s[i] != '\t') {
			t->shared = true;
			break; /* "64foo" is no number */
		}
		t->at[t->n].from = (unsigned short)from;
		t->at[t->n++].to = (unsigned short)i;
		t->end = i;
	}
	t->shared = t->shared || i < n;
	return t->n >= 2;
}

static guint64 number(const char *s, const char *end)
{
	guint64 v = 0;

	for (; s < end; s++)
		v = v * 10 + (guint64)(*s - '0');
	return v;
}

static struct iozone_cell make_cell(const char *from, const char *to, bool fused)
{
	return (struct iozone_cell){
		.s = from,
		.figure = number(from, to),
		.n = (unsigned char)(to - from),
		.fused = fused,
	};
}

/*
 * Cuts the line at the plan's ends, all moved by `shift`: blanks, then digits, up to each end.
 * Returns how many cells were found; every byte up to `end` must belong to one.
 */
static size_t cut(const char *s, size_t end, const struct iozone_plan *plan, int shift,
	struct iozone_cell *cell)
{
	size_t at = (size_t)(IOZONE_KEYS + shift);

	for (size_t k = 0; k < plan->n; k++) {
		size_t to = (size_t)(plan->end[k] + shift), from = at;

		if (to > end)
			return at == end ? k : 0;
		while (from < to && s[from] == ' ')
			from++;
		if (from == to)
			return 0;
		for (size_t i = from; i < to; i++)
			if (!is_digit(s[i]))
				return 0;
		if (to - from > IOZONE_DIGITS)
			return 0;
		cell[k] = make_cell(s + from, s + to, from == at && is_digit(s[from - 1]));
		at = to;
	}
	return at == end ? plan->n : 0;
}

/* Cells touch when either side of a cut is a digit; the left one ran into it as well. */
static void mark_fused(struct iozone_row *row)
{
	for (size_t k = 1; k < row->n; k++)
		if (row->cell[k].fused)
			row->cell[k - 1].fused = true;
}

/*
 * Where printf would have put the numbers of the line: a figure wider than its field pushes the
 * rest.  Exact when no two ran together, so that the ends prove which column each is.
 */
static size_t replay(const struct tokens *t, const struct iozone_plan *plan, int shift)
{
	size_t end = (size_t)(IOZONE_KEYS + shift);

	if (t->n - 2 > plan->n)
		return 0;
	for (size_t k = 0; k + 2 < t->n; k++) {
		size_t before = k ? plan->end[k - 1] : IOZONE_KEYS;
		size_t width = plan->end[k] - before;
		size_t length = t->at[k + 2].to - t->at[k + 2].from;

		if (length > IOZONE_DIGITS)
			return 0;
		end += MAX(width, length);
		if (t->at[k + 2].to != end)
			return 0;
	}
	return t->n - 2;
}

static void cells_by_token(const char *s, const struct tokens *t, size_t n, struct iozone_row *row)
{
	for (size_t k = 0; k < n; k++)
		row->cell[k] = make_cell(s + t->at[k + 2].from, s + t->at[k + 2].to, false);
	row->n = n;
}

/* How much a plan may be bent to fit. */
enum strictness {
	STRICT_ENDS,  /* every cell, each at its end */
	STRICT_WHOLE, /* every cell; figures wider than their fields may push the rest */
	STRICT_PART   /* the first cells, for a row that was never finished */
};

/* Tries one plan; true when every number of the line has its column. */
static bool try_plan(const char *s, const struct tokens *t, const struct iozone_plan *plan,
	enum strictness strict, struct iozone_row *row)
{
	int shift = (int)t->at[1].to - IOZONE_KEYS;
	size_t n = cut(s, t->end, plan, shift, row->cell);

	if (n && (n == plan->n || strict == STRICT_PART)) {
		row->n = n;
		mark_fused(row);
	} else if (strict != STRICT_ENDS && (n = replay(t, plan, shift)) &&
		   (n == plan->n || strict == STRICT_PART)) {
		cells_by_token(s, t, n, row);
	} else {
		return false;
	}
	row->plan = *plan;
	return true;
}

/* Can it be this layout, by what the heads and the release of the run say? */
static bool possible(const struct iozone_shape *shape, int layout, int blanks)
{
	int said = shape->header >= 0 ? shape->header : shape->version_layout;

	return (said < 0 || layout == said) &&
	       (shape->version_blanks < 0 || blanks == shape->version_blanks);
}

/*
 * All layouts the run may have.  What it says of itself holds: a row that is damaged, or was pushed
 * by a figure too wide, could fit another layout by chance.
 */
static bool try_layouts(const char *s, const struct tokens *t, unsigned tests,
	const struct iozone_shape *shape, enum strictness strict, struct iozone_row *row)
{
	struct iozone_plan plan;

	for (int l = 0; l < IOZONE_LAYOUT_COUNT; l++)
		for (int b = 0; b < IOZONE_BLANKS_COUNT; b++) {
			if (!possible(shape, l, b))
				continue;
			iozone_plan(&plan, tests, (enum iozone_layout)l, (enum iozone_blanks)b);
			if (try_plan(s, t, &plan, strict, row))
				return true;
		}
	return false;
}

/* The tests are known: a whole row, or one that was never finished. */
static bool try_tests(const char *s, const struct tokens *t, const struct iozone_shape *shape,
	struct iozone_row *row)
{
	return try_layouts(s, t, shape->tests, shape, STRICT_WHOLE, row) ||
	       try_layouts(s, t, shape->tests, shape, STRICT_PART, row);
}

/* Without a command line the ends alone tell the tests: no two subsets have the same ones. */
static bool try_subsets(const char *s, const struct tokens *t, const struct iozone_shape *shape,
	struct iozone_row *row)
{
	const unsigned plain = IOZONE_TESTS_PLAIN, all = plain | IOZONE_TESTS_PREAD;

	if (try_layouts(s, t, plain, shape, STRICT_WHOLE, row) ||
		try_layouts(s, t, all, shape, STRICT_WHOLE, row))
		return true;
	for (unsigned tests = 1; tests <= all; tests++)
		if (!(tests & ~all) && try_layouts(s, t, tests, shape, STRICT_ENDS, row))
			return true;
	return false;
}

/* As many numbers as columns: with the inner spacing lost, order is what remains. */
static bool try_count(const char *s, const struct tokens *t, const struct iozone_shape *shape,
	struct iozone_row *row)
{
	unsigned tests = shape->tests ? shape->tests : IOZONE_TESTS_PLAIN;

	for (size_t k = 2; k < t->n; k++)
		if (t->at[k].to - t->at[k].from > IOZONE_DIGITS)
			return false;
	iozone_plan(&row->plan, tests, IOZONE_L3, IOZONE_BLANKS_NEW);
	if (t->n - 2 != row->plan.n)
		return false;
	row->counted = true;
	cells_by_token(s, t, t->n - 2, row);
	return true;
}

/*
 * A row longer than its plan by d: some figure is wider than its field and others ran together.
 * Cells up to the first misfit stand at their ends; from the right they stand at their ends plus
 * d; what is between cannot be cut safely.
 */
static bool salvage(const char *s, const struct tokens *t, const struct iozone_plan *plan,
	struct iozone_row *row)
{
	int shift = (int)t->at[1].to - IOZONE_KEYS;
	size_t first = 2, last = t->n, left = 0, right = plan->n;
	int d = (int)t->end - shift - plan->end[plan->n - 1];

	if (d <= 0 || t->n - 2 >= plan->n)
		return false;
	for (; first < t->n && t->at[first].to == plan->end[left] + shift; first++, left++)
		row->cell[left] = make_cell(s + t->at[first].from, s + t->at[first].to, false);
	for (; last > first + 1 && right > left + 1 &&
		t->at[last - 1].to == plan->end[right - 1] + shift + d &&
		t->at[last - 1].to - t->at[last - 1].from <= IOZONE_DIGITS;
		last--) {
		right--;
		row->cell[right] =
			make_cell(s + t->at[last - 1].from, s + t->at[last - 1].to, false);
	}
	row->plan = *plan;
	row->n = plan->n;
	row->lost_from = left;
	row->lost_to = right;
	for (size_t k = left; k < right; k++)
		row->cell[k] = (struct iozone_cell){.fused = true};
	return true;
}

static enum iozone_fit fit(const char *s, const struct tokens *t, const struct iozone_shape *shape,
	struct iozone_memo *memo, struct iozone_row *row)
{
	struct iozone_plan plan;
	int layout = shape->header >= 0 ? shape->header : shape->version_layout;

	iozone_plan(&row->plan, shape->tests ? shape->tests : IOZONE_TESTS_PLAIN,
		(enum iozone_layout)MAX(layout, 0),
		(enum iozone_blanks)MAX(shape->version_blanks, 0));
	if (t->n == 2)
		return IOZONE_ROW_PART;
	if (shape->tests ? try_tests(s, t, shape, row)
			 : memo->misses < MISSES_MAX && try_subsets(s, t, shape, row))
		return row->n == row->plan.n ? IOZONE_ROW : IOZONE_ROW_PART;
	memo->misses++;
	if (try_count(s, t, shape, row))
		return IOZONE_ROW;
	if (layout >= 0 && shape->tests) {
		iozone_plan(&plan, shape->tests, (enum iozone_layout)layout,
			(enum iozone_blanks)MAX(shape->version_blanks, 0));
		if (plan.n && salvage(s, t, &plan, row))
			return IOZONE_ROW_PUSHED;
	}
	row->n = 0;
	return IOZONE_ROW_UNFIT;
}

#define EVERY_BYTE(b) (G_GUINT64_CONSTANT(0x0101010101010101) * (b))

/* The number of eight digits, the first one in the lowest byte, each byte 0 to 9. */
static guint64 eight_digits(guint64 digits)
{
	const guint64 pairs = G_GUINT64_CONSTANT(0x000000ff000000ff);

	digits = digits * 10 + (digits >> 8);
	return ((digits & pairs) * G_GUINT64_CONSTANT(0x000f424000000064) +
		       (digits >> 16 & pairs) * G_GUINT64_CONSTANT(0x0000271000000001)) >>
	       32;
}

/*
 * Reads a field of blanks and then digits; returns how many digits, 0 when its bytes are anything
 * else.  `to` is at least eight bytes into the line: full sweeps are nothing but this, so it takes
 * eight bytes at a time.
 */
static size_t read_field(const char *from, const char *to, guint64 *figure)
{
	guint64 bytes, digits, others, blanks, scale = 100000000;
	size_t n, width = (size_t)(to - from);

	memcpy(&bytes, to - 8, 8);
	bytes = GUINT64_FROM_LE(bytes); /* the last character is the highest byte */
	digits = bytes ^ EVERY_BYTE('0');
	others = ((digits & EVERY_BYTE(0x7f)) + EVERY_BYTE(0x80 - 10)) | digits;
	others &= EVERY_BYTE(0x80); /* set where there is no digit */
	n = others ? (size_t)__builtin_clzll(others) / 8 : 8;
	blanks = n == 8 ? 0 : G_MAXUINT64 >> 8 * n;
	if (width < 8) {
		blanks &= G_MAXUINT64 << 8 * (8 - width);
		n = MIN(n, width);
	}
	if (!n || (bytes & blanks) != (EVERY_BYTE(' ') & blanks))
		return 0;
	*figure = eight_digits(digits & G_MAXUINT64 << 8 * (8 - n));
	for (const char *p = to - 9; p >= from; p--) {
		if (is_digit(*p) && n == (size_t)(to - p) - 1) {
			*figure += scale * (guint64)(*p - '0');
			scale *= 10;
			n++;
		} else if (*p != ' ') {
			return 0;
		}
	}
	return n <= IOZONE_DIGITS ? n : 0;
}

/* The usual case, a row like the one before: blanks and digits up to the same ends. */
static bool fast(const char *s, size_t n, const struct iozone_memo *memo, struct iozone_row *row)
{
	const struct iozone_plan *plan = &memo->plan;
	size_t at = IOZONE_KEYS, end = plan->end[plan->n - 1];

	if (n < end || (n > end && s[end] != ' '))
		return false;
	for (size_t k = 0; k < plan->n; k++) {
		struct iozone_cell *cell = &row->cell[k];
		size_t to = plan->end[k], digits = read_field(s + at, s + to, &cell->figure);

		if (!digits || (memo->counted && digits == to - at))
			return false;
		cell->s = s + to - digits;
		cell->n = (unsigned char)digits;
		cell->fused = digits == to - at;
		cell->disputed = false;
		cell->line = 0;
		at = to;
	}
	for (size_t i = end; i < n; i++)
		if (s[i] != ' ')
			return false;
	row->n = plan->n;
	row->length = end;
	return true;
}

static bool keys(const char *s, size_t n, struct iozone_row *row)
{
	size_t i = 0, from, record;

	/* A first figure that fills its field touches the record size. */
	if (n > IOZONE_KEYS && (s[IOZONE_KEYS] == ' ' || is_digit(s[IOZONE_KEYS])) &&
		read_field(s, s + 16, &row->file_kb) &&
		(record = read_field(s + 16, s + IOZONE_KEYS, &row->record_kb)) && record < 8) {
		row->length = IOZONE_KEYS;
		return true;
	}

	row->file_kb = row->record_kb = 0; /* what is too long for a size is none */
	while (i < n && s[i] == ' ')
		i++;
	for (from = i; i < n && is_digit(s[i]); i++)
		;
	if (from == i || i >= n || s[i] != ' ')
		return false;
	if (i - from <= IOZONE_DIGITS)
		row->file_kb = number(s + from, s + i);
	while (i < n && s[i] == ' ')
		i++;
	for (from = i; i < n && is_digit(s[i]); i++)
		;
	if (from == i || (i < n && s[i] != ' '))
		return false;
	if (i - from <= IOZONE_DIGITS)
		row->record_kb = number(s + from, s + i);
	row->length = i;
	return true;
}

static bool same_shape(const struct iozone_shape *a, const struct iozone_shape *b)
{
	return a->tests == b->tests && a->header == b->header &&
	       a->version_layout == b->version_layout && a->version_blanks == b->version_blanks;
}

/* Keeps the columns of a row with the ends it had; not those of a row that was pushed. */
static void remember(struct iozone_memo *memo, const struct iozone_shape *shape,
	const struct iozone_row *row, const char *s, size_t n)
{
	bool pushed = false;

	memo->plan = row->plan;
	memo->shape = *shape;
	memo->counted = row->counted;
	memo->line = n;
	for (size_t k = 0; k < row->n; k++) {
		size_t end = (size_t)(row->cell[k].s - s) + row->cell[k].n;

		pushed |= !row->counted && end != row->plan.end[k];
		memo->plan.end[k] = (unsigned short)end;
	}
	if (pushed)
		memo->plan.n = 0;
}

bool iozone_row_keys(const char *s, size_t n, const struct iozone_shape *shape,
	const struct iozone_memo *memo, struct iozone_row *row, bool *same)
{
	*same = memo->plan.n && memo->line == n && same_shape(&memo->shape, shape);
	return keys(s, n, row);
}

enum iozone_fit iozone_row_read(const char *s, size_t n, const struct iozone_shape *shape,
	struct iozone_memo *memo, struct iozone_row *row)
{
	struct tokens t;
	enum iozone_fit result;

	if (!keys(s, n, row))
		return IOZONE_NO_ROW;
	row->n = row->lost_from = row->lost_to = 0;
	row->counted = false;
	if (memo->plan.n && row->length == IOZONE_KEYS && same_shape(&memo->shape, shape) &&
		fast(s, n, memo, row)) {
		mark_fused(row);
		row->plan = memo->plan;
		return IOZONE_ROW;
	}
	if (!tokenise(s, n, row->length == IOZONE_KEYS ? IOZONE_KEYS : 0, &t))
		return IOZONE_ROW_UNFIT;
	result = fit(s, &t, shape, memo, row);
	row->length = t.end;
	if (result == IOZONE_ROW && t.at[1].to == IOZONE_KEYS)
		remember(memo, shape, row, s, n);
	return result;
}
