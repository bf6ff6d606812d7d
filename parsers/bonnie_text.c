#include "parsers/bonnie_text.h"

#include "parsers/bonnie_head.h"
#include <string.h>

/* Rows of one table that are kept for the table of their file tests. */
#define TABLE_ROWS 8192

/* The title of a run, "3)zfs", is short. */
#define TITLE_MAX 60

enum row { NO_ROW, TABLE_ROW, LATENCY_ROW };

struct bonnie_text {
	struct diag *diag;
	const char *file;
	bonnie_new_run *new_run;
	void *user;

	struct bonnie_head head;
	GString *title;  /* that may be the next run's */
	GPtrArray *rows; /* runs of the last table of IO tests */
	guint next;      /* which of them the next row of file tests without name belongs to */
	struct bonnie_run *last; /* of the last row */
	bool fast;               /* it has four tests */

	enum row hold; /* a row that may go on in the next line */
	GString *held;
	guint32 held_line;
};

struct bonnie_text *bonnie_text_new(
	struct diag *diag, const char *file, bonnie_new_run *new_run, void *user)
{
	struct bonnie_text *x = g_new0(struct bonnie_text, 1);

	x->diag = diag;
	x->file = file;
	x->new_run = new_run;
	x->user = user;
	bonnie_head_init(&x->head, diag, file);
	x->title = g_string_new(NULL);
	x->held = g_string_new(NULL);
	x->rows = g_ptr_array_new();
	return x;
}

void bonnie_text_free(struct bonnie_text *x)
{
	bonnie_head_clear(&x->head);
	g_string_free(x->title, TRUE);
	g_string_free(x->held, TRUE);
	g_ptr_array_free(x->rows, TRUE);
	g_free(x);
}

/* ---- words --------------------------------------------------------------------------------- */

static bool is_plus(const struct bonnie_word *w)
{
	for (size_t i = 0; i < w->n; i++)
		if (w->s[i] != '+')
			return false;
	return w->n > 1;
}

/* A rate or per cent, or that it could not be told. */
static bool is_figure(const struct bonnie_word *w)
{
	struct bonnie_number number;

	return is_plus(w) || (w->n <= BONNIE_DIGITS && bonnie_number_read(w->s, w->n, BONNIE_PUTC,
							       BONNIE_RATE, false, &number));
}

static bool is_cpu(const struct bonnie_word *w)
{
	struct bonnie_number number;

	return is_plus(w) || (w->n <= BONNIE_DIGITS && bonnie_number_read(w->s, w->n, BONNIE_PUTC,
							       BONNIE_CPU, false, &number));
}

static bool is_latency(const struct bonnie_word *w)
{
	struct bonnie_number number;

	return w->n <= BONNIE_DIGITS &&
	       bonnie_number_read(w->s, w->n, BONNIE_PUTC, BONNIE_LATENCY, false, &number);
}

static size_t figures_at_end(const struct bonnie_word *word, size_t n)
{
	size_t count = 0;

	while (count < n && is_figure(&word[n - count - 1]))
		count++;
	return count;
}

/* ---- rows ---------------------------------------------------------------------------------- */

static void close_rows(struct bonnie_text *x)
{
	for (guint i = 0; i < x->rows->len; i++)
		((struct bonnie_run *)x->rows->pdata[i])->open = false;
	g_ptr_array_set_size(x->rows, 0);
	x->next = 0;
	x->last = NULL;
}

static void set_name(struct bonnie_run *run, const struct bonnie_word *word, size_t n)
{
	if (n)
		g_string_append_len(
			run->name, word[0].s, word[n - 1].s + word[n - 1].n - word[0].s);
}

static struct bonnie_run *start_run(struct bonnie_text *x, guint32 line)
{
	struct bonnie_run *run = x->new_run(x->user, line);

	run->mega = x->head.mega;
	g_string_assign(run->version, x->head.version->str);
	if (!x->head.modern)
		run->facts.concurrency = x->head.concurrency;
	return run;
}

static void set_pair(
	struct bonnie_run *run, enum bonnie_test test, const struct bonnie_word *pair, guint32 line)
{
	const struct bonnie_word *value = &pair[0], *cpu = &pair[1];

	/* bon_csv2txt of 2.00 makes 0k of +++++. */
	if (is_plus(cpu) && value->n <= 2 && value->s[0] == '0')
		value = cpu;
	bonnie_run_set(run, test, BONNIE_RATE, value->s, value->n, line);
	bonnie_run_set(run, test, BONNIE_CPU, cpu->s, cpu->n, line);
}

/* Only these can be left out, by -f. */
static bool left_out(int test)
{
	return test == BONNIE_PUTC || test == BONNIE_GETC;
}

static void set_pairs(struct bonnie_text *x, struct bonnie_run *run, int first,
	const struct bonnie_word *pair, bool fast, guint32 line)
{
	for (int t = first; t < first + 6; t++) {
		if (fast && left_out(t)) {
			bonnie_run_set(run, t, BONNIE_RATE, "", 0, line);
			bonnie_run_set(run, t, BONNIE_CPU, "", 0, line);
			continue;
		}
		set_pair(run, t, pair, line);
		pair += 2;
	}
	x->last = run;
	x->fast = fast;
}

static bool pairs_fit(const struct bonnie_word *word, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (i % 2 ? !is_cpu(&word[i]) : !is_figure(&word[i]))
			return false;
	return true;
}

/* Bonnie-64 counts in 1000 MiB and calls it GB. */
static bool description(
	const struct bonnie_text *x, const struct bonnie_word *w, struct bonnie_facts *facts)
{
	guint64 count;

	if (x->head.mega && bonnie_count_read(w->s, w->n, &count) && count < G_MAXINT32) {
		facts->file_size = count * 1024 * 1024 * 1000;
		return true;
	}
	return bonnie_description_read(w->s, w->n, !x->head.plain_sizes, facts);
}

static bool take_io(struct bonnie_text *x, const struct bonnie_word *word, size_t n, guint32 line)
{
	for (size_t pairs = 6; pairs >= 4; pairs -= 2) {
		struct bonnie_facts facts;
		struct bonnie_run *run;
		const struct bonnie_word *size = word + n - 2 * pairs - 1;

		memset(&facts, 0, sizeof(facts));
		if (n < 2 * pairs + 1 || !description(x, size, &facts) ||
			!pairs_fit(size + 1, 2 * pairs))
			continue;
		run = start_run(x, line);
		facts.concurrency = x->head.modern ? facts.concurrency : run->facts.concurrency;
		run->facts = facts;
		set_name(run, word, (size_t)(size - word));
		if (!run->name->len && x->title->len) {
			g_string_assign(run->name, x->title->str);
			run->titled = true;
		}
		set_pairs(x, run, BONNIE_PUTC, size + 1, pairs == 4, line);
		if (x->rows->len < TABLE_ROWS) {
			run->open = true;
			g_ptr_array_add(x->rows, run);
		}
		return true;
	}
	return false;
}

static bool has_files(const struct bonnie_run *run)
{
	return run->cell[BONNIE_SEQ_CREATE][BONNIE_RATE].state != BONNIE_ABSENT;
}

/* The run of the table above with that name; without one, the next that has no file tests. */
static struct bonnie_run *partner(struct bonnie_text *x, const GString *name)
{
	for (guint i = x->next; i < x->rows->len; i++) {
		struct bonnie_run *run = x->rows->pdata[i];

		if (has_files(run) || (name->len && !run->titled && run->name->len &&
					      !bonnie_names_fit(run->name, name)))
			continue;
		x->next = i == x->next ? i + 1 : x->next;
		return run;
	}
	return NULL;
}

/* Text tables of 1.98 and later print no create rates; those of iorun, "2.00i", do. */
static bool no_rates(const struct bonnie_head *head)
{
	return head->modern && !g_str_has_suffix(head->version->str, "i");
}

static bool take_files(
	struct bonnie_text *x, const struct bonnie_word *word, size_t n, guint32 line)
{
	const struct bonnie_word *files = word + n - 13;
	struct bonnie_facts facts;
	struct bonnie_run *run;
	g_autoptr(GString) name = NULL;

	memset(&facts, 0, sizeof(facts));
	if (n < 13 || !bonnie_files_read(files->s, files->n, &facts) || !pairs_fit(files + 1, 12))
		return false;
	name = g_string_new(NULL);
	if (files > word)
		g_string_append_len(name, word[0].s, files[-1].s + files[-1].n - word[0].s);
	else
		g_string_append(name, x->head.name->str);
	run = partner(x, name);
	if (!run)
		run = start_run(x, line);
	if (name->len && (run->titled || name->len > run->name->len)) {
		g_string_assign(run->name, name->str);
		run->titled = false;
	}
	run->facts.files = facts.files;
	run->facts.file_max = facts.file_max;
	run->facts.file_min = facts.file_min;
	run->facts.directories = facts.directories;
	run->facts.links = facts.links;
	set_pairs(x, run, BONNIE_SEQ_CREATE, files + 1, false, line);
	/* The tables of bon_csv2txt, with names in these rows, are right. */
	for (int t = BONNIE_SEQ_CREATE; no_rates(&x->head) && files == word && t < BONNIE_TESTS;
		t++)
		if (run->cell[t][BONNIE_RATE].state == BONNIE_FIGURE)
			run->cell[t][BONNIE_RATE].state = BONNIE_BOGUS;
	return true;
}

/* ---- latency ------------------------------------------------------------------------------- */

/* Which of six a word is by its column: texts end at 26, 36, ... */
static int latency_column(const char *start, const struct bonnie_word *w)
{
	return (int)((w->s + w->n - start) - 22) / 10;
}

static void take_latency(struct bonnie_text *x, const char *start, const struct bonnie_word *word,
	size_t n, bool cut, guint32 line)
{
	int first = x->head.table == BONNIE_FILE_TABLE ? BONNIE_SEQ_CREATE : BONNIE_PUTC;
	size_t left = x->fast ? 4 : 6, next = 0;
	bool counted = n == left, columns = n && word[0].s - start > 12;

	for (int i = 0; i < 6; i++) {
		struct bonnie_run *run = x->last;
		bool out = x->fast && left_out(first + i);
		const struct bonnie_word *w = next < n ? &word[next] : NULL;

		if (!w || out || !(counted || (columns && latency_column(start, w) == i))) {
			struct bonnie_cell *cell = &run->cell[first + i][BONNIE_LATENCY];

			*cell = (struct bonnie_cell){.line = line,
				.state = out             ? BONNIE_BLANK
					 : cut           ? BONNIE_CUT
					 : columns || !n ? BONNIE_BELOW
							 : BONNIE_UNREADABLE};
			continue;
		}
		bonnie_run_set(run, first + i, BONNIE_LATENCY, w->s, w->n, line);
		next++;
	}
	if (next < n || (!columns && !counted && n))
		diag_at(x->diag, DIAG_ROW_UNREADABLE, x->file, line, "%zu latencies, not %zu", n,
			left);
}

/* ---- rows over several lines --------------------------------------------------------------- */

static void hold_line(struct bonnie_text *x, enum row row, const struct text *t)
{
	x->hold = row;
	x->held_line = t->line;
	g_string_truncate(x->held, 0);
	g_string_append_len(x->held, t->s, (gssize)t->n);
}

/* Is the description in a row of this table a plain number, like the figures behind it? */
static bool plain_description(const struct bonnie_text *x, const struct bonnie_word *before)
{
	struct bonnie_facts facts;

	if (x->head.table == BONNIE_IO_TABLE)
		return x->head.plain_sizes || x->head.mega;
	return !before || !bonnie_files_read(before->s, before->n, &facts);
}

/* How many words like figures end a row that is whole. */
static size_t words_needed(const struct bonnie_text *x, const struct bonnie_word *word, size_t n)
{
	size_t have = figures_at_end(word, n);

	return plain_description(x, have < n ? &word[n - have - 1] : NULL) ? 13 : 12;
}

/* The last figure of an input may lack digits. */
static void drop_cut(struct bonnie_text *x, guint32 line)
{
	int test = x->head.table == BONNIE_FILE_TABLE ? BONNIE_RAN_DEL : BONNIE_SEEKS;
	struct bonnie_cell *cell = x->last ? &x->last->cell[test][BONNIE_CPU] : NULL;

	if (!cell || cell->line != line || (cell->state == BONNIE_FAST && cell->n == 3))
		return;
	*cell = (struct bonnie_cell){.line = line, .state = BONNIE_CUT};
	x->last->cut = true;
	diag_at(x->diag, DIAG_CUT_FIGURE, x->file, line, NULL);
}

/* A row of -f that is not shorter than one with all figures was not cut. */
#define ROW_COLUMNS 76

static bool take_row(struct bonnie_text *x, const struct bonnie_word *word, size_t n, bool cut)
{
	if (cut && figures_at_end(word, n) < words_needed(x, word, n) && x->held->len < ROW_COLUMNS)
		return false;
	if (!(x->head.table == BONNIE_IO_TABLE ? take_io(x, word, n, x->held_line)
					       : take_files(x, word, n, x->held_line)))
		return false;
	if (cut)
		drop_cut(x, x->held_line);
	return true;
}

static void end_row(struct bonnie_text *x, bool cut)
{
	struct bonnie_word word[BONNIE_WORDS];
	size_t n = bonnie_words(x->held->str, x->held->len, word);
	enum row hold = x->hold;

	x->hold = NO_ROW;
	if (hold == LATENCY_ROW && x->last) {
		take_latency(x, word[0].s, word + 1, n - 1, cut, x->held_line);
		x->last->cut = x->last->cut || cut;
	}
	if (hold != TABLE_ROW)
		return;
	if (!take_row(x, word, n, cut))
		diag_at(x->diag, cut ? DIAG_CUT_FIGURE : DIAG_ROW_UNREADABLE, x->file, x->held_line,
			NULL);
	g_string_truncate(x->title, 0);
}

/* How many words the row that is held still lacks. */
static size_t missing(const struct bonnie_text *x)
{
	struct bonnie_word word[BONNIE_WORDS];
	size_t n = bonnie_words(x->held->str, x->held->len, word), have, need;

	if (x->hold == LATENCY_ROW)
		return n - 1 < 6 ? 7 - n : 0;
	have = figures_at_end(word, n);
	need = words_needed(x, word, n);
	return have < need ? need - have : 0;
}

/* Is the line nothing but what the row that is held lacks? */
static bool goes_on(
	struct bonnie_text *x, const struct text *t, const struct bonnie_word *word, size_t n)
{
	if (!x->hold || !n || n > missing(x))
		return false;
	for (size_t i = 0; i < n; i++)
		if (x->hold == LATENCY_ROW ? !is_latency(&word[i]) : !is_figure(&word[i]))
			return false;
	g_string_append_c(x->held, ' ');
	g_string_append_len(x->held, t->s, (gssize)t->n);
	if (!missing(x))
		end_row(x, false);
	return true;
}

/* Has a row that may be too short all it needs to be one? */
static bool row_begins(const struct bonnie_text *x, const struct bonnie_word *word, size_t n)
{
	size_t have = figures_at_end(word, n), at = n - MIN(have, n);
	struct bonnie_facts facts;

	memset(&facts, 0, sizeof(facts));
	if (plain_description(x, at ? &word[at - 1] : NULL))
		return have > 4 && n < 20;
	return have > 1 && (x->head.table == BONNIE_FILE_TABLE ||
				   (at && description(x, &word[at - 1], &facts)));
}

static enum line_class latency_line(
	struct bonnie_text *x, const struct text *t, const struct bonnie_word *word, size_t n)
{
	struct text line = *t;

	if (!x->last)
		return LINE_UNKNOWN;
	/* What lacks its end is no latency: they end in a unit. */
	if (t->cut && n > 1 && !is_latency(&word[n - 1]))
		line.n = (size_t)(word[--n].s - t->s);
	for (size_t i = 1; i < n; i++)
		if (!is_latency(&word[i]))
			return LINE_UNKNOWN;
	hold_line(x, LATENCY_ROW, &line);
	if (n == 7)
		end_row(x, false);
	return LINE_FIGURES;
}

static enum line_class row_line(
	struct bonnie_text *x, const struct text *t, const struct bonnie_word *word, size_t n)
{
	bool whole;

	if (!n)
		return LINE_CLASS_COUNT;
	if (bonnie_word_is(&word[0], "Latency"))
		return latency_line(x, t, word, n);
	if (!row_begins(x, word, n))
		return LINE_CLASS_COUNT;
	whole = figures_at_end(word, n) >= words_needed(x, word, n);
	hold_line(x, TABLE_ROW, t);
	if (whole)
		end_row(x, t->cut);
	return LINE_FIGURES;
}

enum line_class bonnie_text_line(struct bonnie_text *x, const struct text *t)
{
	struct bonnie_word word[BONNIE_WORDS];
	size_t n = bonnie_words(t->s, t->n, word);
	enum bonnie_heading heading;

	if (n > BONNIE_WORDS)
		n = 0;
	if (goes_on(x, t, word, n))
		return LINE_FIGURES;
	if (x->hold)
		end_row(x, false);
	if (n && (heading = bonnie_head_line(&x->head, t, word, n))) {
		if (heading == BONNIE_HEADING_NEW)
			close_rows(x);
		if (heading != BONNIE_HEADING_MORE)
			x->last = NULL;
		return LINE_HEADER;
	}
	if (!x->head.table)
		return LINE_CLASS_COUNT;
	return row_line(x, t, word, n);
}

void bonnie_text_title(struct bonnie_text *x, const struct text *t)
{
	const char *s = t->s, *end = s + t->n, *number;

	while (s < end && bonnie_blank(*s))
		s++;
	if (s == end)
		return;
	g_string_truncate(x->title, 0);
	for (number = s; s < end && g_ascii_isdigit(*s);)
		s++;
	if (s == number || s == end || !strchr(").", *s++))
		return;
	while (s < end && bonnie_blank(*s))
		s++;
	if (end - s <= TITLE_MAX)
		g_string_append_len(x->title, s, end - s);
}

void bonnie_text_end(struct bonnie_text *x, bool cut)
{
	if (x->hold)
		end_row(x, cut);
	close_rows(x);
	bonnie_head_reset(&x->head);
	g_string_truncate(x->title, 0);
}
