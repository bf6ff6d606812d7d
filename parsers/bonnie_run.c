#include "parsers/bonnie_run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* So many digits of figures are not the same by chance, in runs that may differ elsewhere. */
#define EVIDENCE 20

/* In runs that are the same in all. */
#define PRINT_EVIDENCE 10

static const char *const test_names[] = {
	[BONNIE_PUTC] = "putc",
	[BONNIE_PUT_BLOCK] = "put-block",
	[BONNIE_REWRITE] = "rewrite",
	[BONNIE_GETC] = "getc",
	[BONNIE_GET_BLOCK] = "get-block",
	[BONNIE_SEEKS] = "seeks",
	[BONNIE_SEQ_CREATE] = "seq-create",
	[BONNIE_SEQ_STAT] = "seq-stat",
	[BONNIE_SEQ_DEL] = "seq-del",
	[BONNIE_RAN_CREATE] = "ran-create",
	[BONNIE_RAN_STAT] = "ran-stat",
	[BONNIE_RAN_DEL] = "ran-del",
};

G_STATIC_ASSERT(G_N_ELEMENTS(test_names) == BONNIE_TESTS);

const char *bonnie_test_name(enum bonnie_test test)
{
	return test_names[test];
}

struct bonnie_run *bonnie_run_new(void)
{
	struct bonnie_run *run = g_new0(struct bonnie_run, 1);

	run->text = g_string_new(NULL);
	run->name = g_string_new(NULL);
	run->version = g_string_new(NULL);
	run->command = g_string_new(NULL);
	run->error = g_string_new(NULL);
	return run;
}

void bonnie_run_free(struct bonnie_run *run)
{
	g_string_free(run->text, TRUE);
	g_string_free(run->name, TRUE);
	g_string_free(run->version, TRUE);
	g_string_free(run->command, TRUE);
	g_string_free(run->error, TRUE);
	g_free(run);
}

void bonnie_run_reset(struct bonnie_run *run, guint32 line)
{
	run->fields.shape = NULL;
	memset(&run->facts, 0, sizeof(run->facts));
	memset(run->cell, 0, sizeof(run->cell));
	g_string_truncate(run->text, 0);
	g_string_truncate(run->name, 0);
	g_string_truncate(run->version, 0);
	g_string_truncate(run->command, 0);
	g_string_truncate(run->error, 0);
	run->titled = run->csv = run->table = run->mega = false;
	run->cut = run->refused = run->open = false;
	run->line = line;
}

/* ---- figures ------------------------------------------------------------------------------- */

/* A number of at most 15 digits; returns its length, 0: none. */
static size_t read_decimal(const char *s, size_t n, guint64 *digits, unsigned *decimals)
{
	size_t i = 0, count = 0;

	*digits = 0;
	*decimals = 0;
	for (; i < n && g_ascii_isdigit(s[i]); i++, count++)
		*digits = *digits * 10 + (guint64)(s[i] - '0');
	if (!count || count > 15)
		return 0;
	if (i < n && s[i] == '.')
		for (i++; i < n && g_ascii_isdigit(s[i]) && count < 15; i++, count++) {
			*digits = *digits * 10 + (guint64)(s[i] - '0');
			++*decimals;
		}
	return i;
}

/* What parts the printed number from the base unit: a power of ten, and one of two. */
static bool read_unit(const char *s, size_t n, enum bonnie_test test, enum bonnie_part part,
	bool mega, double *divide, double *times, int *prefix)
{
	*prefix = 0;
	*divide = *times = 1;
	if (part == BONNIE_CPU) {
		*divide = 100;
		return !n;
	}
	if (part == BONNIE_LATENCY) {
		*divide = n == 1 ? 1 : n == 2 && s[0] == 'u' ? 1e6 : 1e3;
		return (n == 1 && s[0] == 's') ||
		       (n == 2 && (s[0] == 'u' || s[0] == 'm') && s[1] == 's');
	}
	if (test >= BONNIE_SEEKS)
		return !n;
	*times = mega ? 1 << 20 : 1 << 10;
	if (!n)
		return true;
	*prefix = s[0];
	*times = s[0] == 'k' ? 1 << 10 : s[0] == 'm' ? 1 << 20 : 1 << 30;
	return n == 1 && (s[0] == 'k' || s[0] == 'm' || s[0] == 'g');
}

bool bonnie_number_read(const char *s, size_t n, enum bonnie_test test, enum bonnie_part part,
	bool mega, struct bonnie_number *out)
{
	static const double tens[] = {
		1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
	guint64 digits;
	unsigned decimals;
	double divide, times;

	out->digits = read_decimal(s, n, &digits, &decimals);
	if (!out->digits || !read_unit(s + out->digits, n - out->digits, test, part, mega, &divide,
				    &times, &out->prefix))
		return false;
	/* Numbers without an error, one division, a power of two: the nearest there is. */
	out->value = (double)digits / (divide * tens[decimals]) * times;
	out->step = times / (divide * tens[decimals]);
	return true;
}

static bool all_plus(const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (s[i] != '+')
			return false;
	return true;
}

bool bonnie_run_set(struct bonnie_run *run, enum bonnie_test test, enum bonnie_part part,
	const char *s, size_t n, guint32 line)
{
	struct bonnie_cell *cell = &run->cell[test][part];
	struct bonnie_number number;

	*cell = (struct bonnie_cell){.line = line, .start = (guint32)run->text->len};
	if (!n) {
		cell->state = BONNIE_BLANK;
	} else if (all_plus(s, n) && part != BONNIE_LATENCY) {
		cell->state = BONNIE_FAST;
	} else if (n <= BONNIE_DIGITS && bonnie_number_read(s, n, test, part, run->mega, &number)) {
		cell->state = BONNIE_FIGURE;
	} else {
		cell->state = BONNIE_UNREADABLE;
	}
	cell->n = (unsigned char)MIN(n, BONNIE_DIGITS);
	g_string_append_len(run->text, s, cell->n);
	return cell->state != BONNIE_UNREADABLE;
}

/* ---- descriptions -------------------------------------------------------------------------- */

bool bonnie_count_read(const char *s, size_t n, guint64 *count)
{
	guint64 digits;
	unsigned decimals;

	if (!n || read_decimal(s, n, &digits, &decimals) != n || decimals || s[n - 1] == '.')
		return false;
	*count = digits;
	return true;
}

bool bonnie_size_read(const char *s, size_t n, bool letter, guint64 *bytes)
{
	static const char letters[] = "KMGT";
	const char *at = n ? memchr(letters, g_ascii_toupper(s[n - 1]), 4) : NULL;
	guint64 count;
	unsigned shift = at ? 10 * (unsigned)(at - letters + 1) : 20;

	if ((letter && !at) || !bonnie_count_read(s, at ? n - 1 : n, &count) ||
		count > (guint64)G_MAXINT64 >> shift)
		return false;
	*bytes = count << shift;
	return true;
}

/* "64k", "512", "1m"; nothing and 8192 are the default. */
static bool chunk_read(const char *s, size_t n, guint64 *bytes)
{
	char last = n ? (char)g_ascii_tolower(s[n - 1]) : 0;
	unsigned shift = last == 'k' ? 10 : last == 'm' ? 20 : 0;

	if (!n)
		return true;
	if (!bonnie_count_read(s, shift ? n - 1 : n, bytes) || *bytes > G_MAXINT32)
		return false;
	*bytes <<= shift;
	if (*bytes == 8192)
		*bytes = 0;
	return true;
}

#define PIECES 5

struct piece {
	const char *s;
	size_t n;
};

/* Cuts at colons; 0: too many pieces. */
static size_t cut(const char *s, size_t n, struct piece *piece)
{
	size_t count = 0;

	for (size_t i = 0, from = 0; i <= n; i++) {
		if (i < n && s[i] != ':')
			continue;
		if (count == PIECES)
			return 0;
		piece[count++] = (struct piece){s + from, i - from};
		from = i + 1;
	}
	return count;
}

/* No run has more; in that place bon_csv2txt has the number of seeks. */
#define CONCURRENCY_MAX 200

bool bonnie_description_read(const char *s, size_t n, bool letter, struct bonnie_facts *facts)
{
	struct piece piece[PIECES];
	size_t count = cut(s, n, piece);
	guint64 number[3] = {0, 0, 0};

	if (!count || !bonnie_size_read(piece[0].s, piece[0].n, letter, &facts->file_size))
		return false;
	if (count > 1 && !chunk_read(piece[1].s, piece[1].n, &facts->chunk))
		return false;
	for (size_t i = 2; i < count; i++)
		if (piece[i].n && !bonnie_count_read(piece[i].s, piece[i].n, &number[i - 2]))
			return false;
	if (number[0] > CONCURRENCY_MAX) {
		number[2] = number[1];
		number[1] = number[0];
		number[0] = 0;
	}
	facts->concurrency = number[0] == 1 ? 0 : number[0];
	facts->seeks = number[1] == 8192 ? 0 : number[1];
	facts->seekers = number[2] == 5 ? 0 : number[2];
	return true;
}

bool bonnie_files_read(const char *s, size_t n, struct bonnie_facts *facts)
{
	struct piece piece[PIECES];
	const char *slash = memchr(s, '/', n);
	size_t length = slash ? (size_t)(slash - s) : n, count = cut(s, length, piece);
	guint64 files = 0, max = 0, min = 0, directories = 0, links = BONNIE_NO_LINKS;

	if (!count || count > 4 || !bonnie_count_read(piece[0].s, piece[0].n, &files) ||
		files > G_MAXINT32)
		return false;
	if (count > 1 && piece[1].n == 4 && !memcmp(piece[1].s, "link", 4))
		links = BONNIE_HARD_LINKS;
	else if (count > 1 && piece[1].n == 7 && !memcmp(piece[1].s, "symlink", 7))
		links = BONNIE_SYMBOLIC_LINKS;
	else if (count > 1 && !bonnie_count_read(piece[1].s, piece[1].n, &max))
		return false;
	if ((count > 2 && piece[2].n && !bonnie_count_read(piece[2].s, piece[2].n, &min)) ||
		(count > 3 && piece[3].n &&
			!bonnie_count_read(piece[3].s, piece[3].n, &directories)) ||
		(slash && !bonnie_count_read(slash + 1, n - length - 1, &directories)))
		return false;
	facts->files = files * 1024;
	facts->file_max = max;
	facts->file_min = min;
	facts->directories = directories == 1 ? 0 : directories;
	facts->links = links;
	return true;
}

bool bonnie_version_modern(const GString *version)
{
	return version->len >= 4 && (version->str[0] == '2' || strcmp(version->str, "1.98") >= 0);
}

bool bonnie_names_fit(const GString *a, const GString *b)
{
	return !memcmp(a->str, b->str, MIN(a->len, b->len));
}

/* ---- forms of one run ---------------------------------------------------------------------- */

static bool known(const struct bonnie_cell *cell)
{
	return cell->state == BONNIE_FIGURE || cell->state == BONNIE_FAST ||
	       cell->state == BONNIE_BLANK;
}

static struct bonnie_number number_of(
	const struct bonnie_run *run, enum bonnie_test test, enum bonnie_part part)
{
	const struct bonnie_cell *cell = &run->cell[test][part];
	struct bonnie_number number = {0};

	bonnie_number_read(bonnie_cell_text(run, cell), cell->n, test, part, run->mega, &number);
	return number;
}

/* Do two known cells say the same, as far as their digits go? */
static bool agree(const struct bonnie_run *a, const struct bonnie_run *b, enum bonnie_test test,
	enum bonnie_part part)
{
	struct bonnie_number x, y;

	if (a->cell[test][part].state != b->cell[test][part].state)
		return false;
	if (a->cell[test][part].state != BONNIE_FIGURE)
		return true;
	x = number_of(a, test, part);
	y = number_of(b, test, part);
	return fabs(x.value - y.value) < MAX(x.step, y.step) * (1 - 1e-9);
}

static bool same_or_unknown(guint64 a, guint64 b)
{
	return !a || !b || a == b;
}

static bool facts_fit(const struct bonnie_run *a, const struct bonnie_run *b)
{
	return same_or_unknown(a->facts.file_size, b->facts.file_size) &&
	       same_or_unknown(a->facts.files, b->facts.files) && a->mega == b->mega &&
	       (!a->version->len || !b->version->len || g_string_equal(a->version, b->version));
}

unsigned bonnie_run_fit(const struct bonnie_run *a, const struct bonnie_run *b)
{
	unsigned cells = 0, digits = 0, against = 0;
	bool names = bonnie_names_fit(a->name, b->name) || a->titled || b->titled;

	if ((a->csv && b->csv) || a->error->len || b->error->len || !facts_fit(a, b))
		return 0;
	for (int t = 0; t < BONNIE_TESTS; t++)
		for (int p = 0; p < BONNIE_PARTS; p++) {
			const struct bonnie_cell *cell = &a->cell[t][p];

			if (!known(cell) || !known(&b->cell[t][p]))
				continue;
			if (!agree(a, b, t, p)) {
				against++;
				continue;
			}
			cells++;
			if (cell->state == BONNIE_FIGURE)
				digits += MIN(cell->n, b->cell[t][p].n);
		}
	if (a->csv || b->csv) {
		if (against > 3 || cells < 5 * against || (against && digits < EVIDENCE))
			return 0;
		if (!names && (against || digits < EVIDENCE))
			return 0;
	} else if (against || digits < EVIDENCE) {
		return 0;
	}
	return cells ? MAX(1, 1000 + cells + digits - 50 * against) : 0;
}

static void dispute(struct bonnie_run *run, const struct bonnie_run *from, enum bonnie_test test,
	enum bonnie_part part, struct diag *diag, const char *file)
{
	static const char *const parts[] = {"", ".cpu", ".latency"};
	struct bonnie_cell *cell = &run->cell[test][part];
	const struct bonnie_cell *other = &from->cell[test][part];

	diag_at(diag, DIAG_FORMS_DIFFER, file, other->line, "%s%s: '%.*s', but '%.*s' in line %u",
		test_names[test], parts[part], other->n, bonnie_cell_text(from, other), cell->n,
		bonnie_cell_text(run, cell), cell->line);
	cell->state = BONNIE_DISPUTED;
}

static void copy_cell(struct bonnie_run *run, const struct bonnie_run *from, enum bonnie_test test,
	enum bonnie_part part)
{
	struct bonnie_cell *cell = &run->cell[test][part];

	*cell = from->cell[test][part];
	cell->start = (guint32)run->text->len;
	g_string_append_len(run->text, bonnie_cell_text(from, &from->cell[test][part]), cell->n);
}

/* Is the figure of `from` the one to keep?  Of equally precise ones the csv has it. */
static bool better(const struct bonnie_run *run, const struct bonnie_run *from,
	enum bonnie_test test, enum bonnie_part part)
{
	struct bonnie_number a, b;

	if (run->cell[test][part].state != BONNIE_FIGURE)
		return from->csv;
	a = number_of(run, test, part);
	b = number_of(from, test, part);
	return b.step < a.step || (b.step == a.step && from->csv);
}

static void merge_cell(struct bonnie_run *run, const struct bonnie_run *from, enum bonnie_test test,
	enum bonnie_part part, struct diag *diag, const char *file)
{
	const struct bonnie_cell *a = &run->cell[test][part], *b = &from->cell[test][part];

	if (b->state == BONNIE_ABSENT || a->state == BONNIE_DISPUTED)
		return;
	if (!known(a)) {
		if (known(b) || a->state == BONNIE_ABSENT)
			copy_cell(run, from, test, part);
	} else if (known(b)) {
		if (!agree(run, from, test, part))
			dispute(run, from, test, part, diag, file);
		else if (better(run, from, test, part))
			copy_cell(run, from, test, part);
	}
}

static void merge_facts(struct bonnie_facts *facts, const struct bonnie_facts *from)
{
	guint64 *to = (guint64 *)facts;
	const guint64 *more = (const guint64 *)from;

	for (size_t i = 0; i < sizeof(*facts) / sizeof(guint64); i++)
		if (!to[i])
			to[i] = more[i];
}

/* A name of its own before a title, the longer one where a column cut it. */
static void merge_name(struct bonnie_run *run, const struct bonnie_run *from)
{
	bool longer = from->name->len > run->name->len && bonnie_names_fit(run->name, from->name);

	if (!from->name->len || (from->titled && run->name->len) || (!run->titled && !longer))
		return;
	g_string_assign(run->name, from->name->str);
	run->titled = from->titled;
}

void bonnie_run_merge(
	struct bonnie_run *run, const struct bonnie_run *from, struct diag *diag, const char *file)
{
	for (int t = 0; t < BONNIE_TESTS; t++)
		for (int p = 0; p < BONNIE_PARTS; p++)
			merge_cell(run, from, t, p, diag, file);
	merge_facts(&run->facts, &from->facts);
	merge_name(run, from);
	if (!run->version->len)
		g_string_assign(run->version, from->version->str);
	if (!run->command->len)
		g_string_assign(run->command, from->command->str);
	run->csv = run->csv || from->csv;
	run->table = run->table || from->table;
	run->cut = run->cut && from->cut;
}

/* ---- the print of a run -------------------------------------------------------------------- */

/* Printed alike in text and csv: CPU and latency always, rates before there were letters. */
static bool printed_alike(
	const struct bonnie_run *run, enum bonnie_test test, enum bonnie_part part)
{
	if (part != BONNIE_RATE)
		return true;
	return test != BONNIE_SEEKS && !bonnie_version_modern(run->version);
}

guint64 bonnie_run_print(const struct bonnie_run *run)
{
	guint64 print = 0xcbf29ce484222325u;
	size_t digits = 0;

	if (run->error->len)
		return 0;
	for (int t = 0; t < BONNIE_TESTS; t++)
		for (int p = 0; p < BONNIE_PARTS; p++) {
			const struct bonnie_cell *cell = &run->cell[t][p];
			const char *s = bonnie_cell_text(run, cell);

			if ((cell->state != BONNIE_FIGURE && cell->state != BONNIE_FAST) ||
				!printed_alike(run, t, p))
				continue;
			print = (print ^ (guint64)(t * BONNIE_PARTS + p + 256)) * 0x100000001b3u;
			if (cell->state == BONNIE_FAST)
				continue;
			for (size_t i = 0; i < cell->n; i++)
				print = (print ^ (guchar)s[i]) * 0x100000001b3u;
			digits += cell->n;
		}
	return digits < PRINT_EVIDENCE ? 0 : print | 1;
}
