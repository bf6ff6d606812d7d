#include "parsers/iozone_excel.h"
#include "parsers/iozone_head.h"
#include "parsers/iozone_kept.h"
#include "parsers/iozone_line.h"
#include "parsers/iozone_rows.h"
#include "parsers/iozone_throughput.h"
#include "parsers/iozone_wrap.h"
#include "parsers/parser.h"
#include "parsers/unwrap.h"
#include <string.h>

/* The run that is being read. */
struct current {
	bool present; /* some line of it was seen */
	bool begun;   /* the sink knows of it */
	bool header;
	bool complete, interrupted, refused, damaged;
	bool error_open;      /* the line before was an error: a reason may follow */
	bool reported;        /* lines of its report were seen */
	bool crowded;         /* it has more rows than can be kept for a report */
	size_t rows, figures; /* a phase of throughput mode counts as a row */
	guint32 line;
	GString *error;
	struct iozone_shape shape;
	struct iozone_memo memo;
};

struct reader {
	struct input *in;
	struct sink *out;
	const char *file;
	struct iozone_phrases phrases;
	struct iozone_head head;
	struct current run;
	struct iozone_rows *rows;
	struct iozone_throughput *throughput;
	struct iozone_excel *excel;
	struct iozone_kept *kept;
	struct iozone_wrap wrap; /* a row that may go on in the next line */
	struct unwrap around;    /* what stands around each line */
	guint32 command_line;    /* where the command line stands; 0: nowhere */
	size_t command_columns;  /* its width */
	bool authors;            /* inside the list of contributors */
	bool authors_go_on;      /* its last line ends in a comma */
	bool read_something;
	size_t unknown;
	guint32 first_unknown;
	struct iozone_memo lone; /* of rows after the completion line */
	GString *expanded;       /* a row without tabs and commas */
	GString *last_header;    /* runs of one release repeat it byte by byte */
	int last_layout;
};

static struct run facts(const struct reader *r)
{
	const struct iozone_head *h = &r->head;
	const struct current *c = &r->run;
	struct run run = {
		.tool = "iozone",
		.version = h->version->len ? h->version->str : NULL,
		.command = h->command->len ? h->command->str : NULL,
		.when = h->when->len ? h->when->str : NULL,
		.error = c->error->len ? c->error->str : NULL,
		.pos = {r->file, c->line},
	};

	if (c->complete && c->figures && !c->damaged)
		run.status = RUN_COMPLETE;
	else if (c->interrupted && !c->error->len)
		run.status = RUN_INTERRUPTED;
	else
		run.status = c->figures ? RUN_PARTIAL : RUN_FAILED;
	if (run.status == RUN_FAILED && !run.error)
		run.error = !c->complete    ? "the output ends before any figure"
			    : h->throughput ? "no phase with a figure"
					    : "no row in its table";
	return run;
}

static void begin_in_sink(struct reader *r)
{
	struct run run = facts(r);

	if (r->run.begun)
		return;
	r->run.begun = true;
	r->out->run_begin(r->out, &run);
}

static void report_end(struct reader *r, const struct run *run)
{
	struct diag *diag = r->out->diag;
	const struct current *c = &r->run;

	if (c->error->len)
		diag_at(diag, c->refused ? DIAG_RUN_REFUSED : DIAG_RUN_ERROR, r->file, c->line,
			"%s", c->error->str);
	else if (c->complete && !c->figures)
		diag_at(diag, DIAG_NO_ROWS, r->file, c->line, NULL);
	else if (run->status != RUN_COMPLETE)
		diag_at(diag, DIAG_RUN_INCOMPLETE, r->file, c->line, "%s, %zu %s",
			run_status_name(run->status), c->figures,
			r->head.throughput ? "phases" : "figures");
	if (r->head.invalid)
		diag_at(diag, DIAG_INVALID_MODE, r->file, c->line, NULL);
	if (!r->head.unit_said && !r->head.throughput && c->figures)
		diag_at(diag, DIAG_UNIT_GUESSED, r->file, c->line, "kBytes/sec taken");
}

static void current_reset(struct current *c)
{
	GString *error = g_string_truncate(c->error, 0);

	c->present = c->begun = c->header = false;
	c->complete = c->interrupted = c->refused = c->damaged = c->error_open = false;
	c->reported = c->crowded = false;
	c->rows = c->figures = 0;
	c->error = error;
	c->shape = (struct iozone_shape){0, -1, -1, -1};
	c->memo.misses = 0;
}

/* What the head has said by now, until the first row has been read by it. */
static void settle(struct reader *r)
{
	struct current *c = &r->run;

	if (c->rows)
		return;
	iozone_rows_settle(r->rows);
	c->shape.tests = r->head.tests;
	iozone_release(r->head.version->len ? r->head.version->str : NULL, &c->shape.version_layout,
		&c->shape.version_blanks);
}

/* The figures of a row; of what is missing the reader is told. */
static void give_row(struct reader *r, const struct iozone_row *row, guint32 line)
{
	struct diag *diag = r->out->diag;
	size_t figures = 0, lost = 0;

	for (size_t i = 0; i < row->n; i++) {
		figures += row->cell[i].s && !row->cell[i].disputed;
		lost += !row->cell[i].s;
	}
	if (lost)
		diag_at(diag, DIAG_ROW_PUSHED, r->file, line, "%zu figures of %zu", lost,
			row->plan.n);
	else if (row->n < row->plan.n)
		diag_at(diag, DIAG_ROW_PARTIAL, r->file, line, "%zu figures of %zu", row->n,
			row->plan.n);
	r->run.damaged = r->run.damaged || row->n < row->plan.n;
	r->run.figures += figures;
	iozone_rows_push(r->rows, row, line);
}

static void give_kept(struct reader *r)
{
	const struct iozone_kept_row *kept;

	for (size_t i = 0; (kept = iozone_kept_get(r->kept, i)); i++)
		give_row(r, &kept->row, kept->line);
	iozone_kept_reset(r->kept);
}

/* Now, or at the end of the run when a report may follow that has the same figures. */
static void take_row(struct reader *r, const struct iozone_row *row, guint32 line)
{
	if (iozone_head_reports(&r->head) && !r->run.crowded) {
		if (iozone_kept_add(r->kept, row, line))
			return;
		give_kept(r);
		r->run.crowded = true;
	}
	give_row(r, row, line);
}

/*
 * Figures of the report that no row has: all of them when the table is not there, else use of the
 * CPU and rows that were lost.  In a run that was stopped the last ones may be anything.
 */
static void give_reported(
	struct reader *r, const struct iozone_reported *figures, size_t n, const bool *used)
{
	const struct current *c = &r->run;
	bool wanted = !c->rows || (c->complete && !c->crowded);

	for (size_t i = 0; i < n; i++) {
		if (figures[i].phase || used[i] || !(figures[i].cpu || wanted))
			continue;
		iozone_rows_reported(r->rows, &figures[i]);
		r->run.figures += !figures[i].cpu;
	}
}

/* The rows that were kept, and what the report adds to them. */
static void end_table(struct reader *r)
{
	bool unreadable, disputed = false;
	size_t n;
	const struct iozone_reported *figures = iozone_excel_figures(r->excel, &n, &unreadable);
	g_autofree bool *used = g_new0(bool, n + 1);

	settle(r);
	r->head.throughput = r->head.throughput || (n && figures[0].phase);
	iozone_throughput_report(r->throughput, figures, n);
	iozone_kept_match(r->kept, figures, n, r->run.complete, used, &disputed);
	give_kept(r);
	give_reported(r, figures, n, used);
	r->run.damaged = r->run.damaged || disputed || (unreadable && !r->run.rows);
	iozone_excel_reset(r->excel);
}

static void start(struct reader *r, guint32 line)
{
	if (r->run.present)
		return;
	r->run.present = true;
	r->run.line = line;
}

/* The last number of an input that ends without a line end may lack digits. */
static void drop_cut(struct reader *r, struct iozone_row *row, const struct text *t)
{
	if (!t->cut || row->length != t->n)
		return;
	if (row->n)
		row->n--;
	diag_at(r->out->diag, DIAG_CUT_FIGURE, r->file, t->line, NULL);
}

/* What follows the last cell on the line comes from another writer. */
static bool shares_line(const struct text *t, const struct iozone_row *row)
{
	for (size_t i = row->length; i < t->n; i++)
		if (t->s[i] != ' ' && t->s[i] != '\t')
			return true;
	return false;
}

static bool plausible(const struct reader *r, const struct iozone_row *row)
{
	if (r->run.header)
		return row->record_kb && row->file_kb >= row->record_kb;
	return iozone_usual_row(row);
}

static enum line_class unread_row(struct reader *r, const struct text *t)
{
	if (r->run.header || r->run.rows) {
		diag_at(r->out->diag, DIAG_ROW_UNREADABLE, r->file, t->line, NULL);
		r->run.damaged = true;
		return LINE_FIGURES;
	}
	return LINE_UNKNOWN;
}

static enum line_class judge_row(
	struct reader *r, enum iozone_fit fit, struct iozone_row *row, const struct text *t)
{
	if (fit == IOZONE_ROW_UNFIT || !plausible(r, row))
		return unread_row(r, t);
	if (t->cut && row->length == t->n && !row->n) {
		diag_at(r->out->diag, DIAG_CUT_FIGURE, r->file, t->line, NULL);
		return LINE_FIGURES; /* the record size itself is cut */
	}
	start(r, t->line);
	drop_cut(r, row, t);
	if (row->counted && !r->run.shape.tests && !r->run.rows)
		diag_at(r->out->diag, DIAG_ROW_NO_LAYOUT, r->file, t->line, "%zu columns",
			row->plan.n);
	begin_in_sink(r);
	r->run.rows++;
	take_row(r, row, t->line);
	return shares_line(t, row) ? LINE_UNKNOWN : LINE_FIGURES;
}

static enum line_class judge_text(struct reader *r, const struct text *t)
{
	struct iozone_row row;
	enum iozone_fit fit = iozone_row_read(t->s, t->n, &r->run.shape, &r->run.memo, &row);

	return judge_row(r, fit, &row, t);
}

/* What was held did not become a whole row: its first line is what it is, the others are nothing.
 */
static void drop_wrap(struct reader *r)
{
	struct text line;
	guint32 last;

	if (!iozone_wrap_drop(&r->wrap, &line, &last))
		return;
	judge_text(r, &line);
	for (guint32 at = line.line + 1; at <= last; at++)
		diag_at(r->out->diag, DIAG_ROW_UNREADABLE, r->file, at, NULL);
}

static void finish(struct reader *r)
{
	struct run run;
	bool damaged;

	drop_wrap(r);
	r->authors = false;
	if (!r->run.present)
		return;
	begin_in_sink(r);
	end_table(r);
	r->run.figures += iozone_throughput_end(r->throughput, &damaged);
	r->run.damaged = r->run.damaged || damaged;
	run = facts(r);
	report_end(r, &run);
	r->out->run_end(r->out, &run);
	r->read_something = true;
	current_reset(&r->run);
	iozone_head_reset(&r->head);
}

/*
 * Rows that nobody wants are most of a sweep of which one size is asked for; of those that are as
 * long as the row before no more than the sizes is read.
 */
static bool skip_row(struct reader *r, const struct text *t)
{
	struct iozone_row row;
	bool same;

	if (!r->out->skips || !r->run.begun || r->run.complete || t->cut ||
		!iozone_row_keys(t->s, t->n, &r->run.shape, &r->run.memo, &row, &same) || !same ||
		!r->out->skips(r->out, iozone_rows_at(r->rows, row.file_kb, row.record_kb)))
		return false;
	r->run.rows++;
	r->run.figures += r->run.memo.plan.n;
	return true;
}

/* Is it the start of a row that may go on in the next line? */
static bool may_go_on(const struct reader *r, enum iozone_fit fit, const struct iozone_row *row,
	const struct text *t)
{
	if (t->cut || !(r->run.header || r->run.rows) || shares_line(t, row))
		return false;
	return fit == IOZONE_ROW_UNFIT || (fit == IOZONE_ROW_PART && plausible(r, row));
}

/* Does the line end a row that began above it, or does it at least belong to one? */
static bool goes_on(struct reader *r, const struct text *t)
{
	struct text whole;

	switch (iozone_wrap_join(&r->wrap, t, &r->run.shape, &whole)) {
	case IOZONE_WRAP_WHOLE:
		judge_text(r, &whole);
		return true;
	case IOZONE_WRAP_MORE:
		return true;
	default:
		drop_wrap(r);
		return false;
	}
}

/* LINE_CLASS_COUNT: not a row at all. */
static enum line_class row_line(struct reader *r, const struct text *t)
{
	struct iozone_row row;
	enum iozone_fit fit;

	if (r->wrap.line && goes_on(r, t))
		return LINE_FIGURES;
	if (skip_row(r, t))
		return LINE_FIGURES;
	/* A table after the completion line belongs to a run whose head is not there. */
	if (r->run.complete) {
		if (!iozone_stands_alone(t->s, t->n, &r->lone))
			return LINE_CLASS_COUNT;
		finish(r);
	}
	settle(r);
	fit = iozone_row_read(t->s, t->n, &r->run.shape, &r->run.memo, &row);
	if (fit == IOZONE_NO_ROW)
		return LINE_CLASS_COUNT;
	if (may_go_on(r, fit, &row, t)) {
		iozone_wrap_hold(&r->wrap, t, fit, &row);
		return LINE_FIGURES;
	}
	return judge_row(r, fit, &row, t);
}

static void note_error(struct reader *r, const struct iozone_phrase *phrase, const struct text *t)
{
	struct current *c = &r->run;
	const char *s = t->s;
	size_t n = t->n;

	while (n && (*s == ' ' || *s == '\t'))
		s++, n--;
	if (phrase->word == IOZONE_ERROR)
		iozone_throughput_error(r->throughput);
	if (!c->error->len) {
		g_string_append_len(c->error, s, (gssize)n);
		c->error_open = phrase->word == IOZONE_ERROR;
	} else if (c->error_open && phrase->word == IOZONE_REASON) {
		g_string_append_printf(c->error, "; %.*s", (int)MIN(n, 200), s);
		c->error_open = false;
	}
	c->refused = c->refused || phrase->word == IOZONE_REFUSED;
}

/* Does this line belong to the head of another run than the open one? */
static bool starts_anew(const struct reader *r, enum iozone_word word)
{
	switch (word) {
	case IOZONE_BANNER:
		return r->run.present;
	case IOZONE_VERSION:
		return r->head.version->len || r->run.rows;
	case IOZONE_BEGAN:
		return r->head.when->len || r->run.rows;
	case IOZONE_COMMAND:
		return r->head.command->len || r->run.rows;
	default:
		/* Throughput lines after the completion line: a run whose head is not there. */
		return r->run.complete && iozone_word_throughput(word);
	}
}

/* Head lines of throughput mode tell the head, too. */
static void throughput_line(struct reader *r, const struct iozone_phrase *phrase, const char *rest,
	const struct text *t)
{
	iozone_head_line(&r->head, phrase, rest, t->s + t->n, t->cut);
	if (phrase->class == LINE_FIGURES) {
		begin_in_sink(r);
		r->run.rows += phrase->word == IOZONE_CHILDREN;
	}
	iozone_throughput_line(r->throughput, phrase->word, rest, t);
}

static void note_command(struct reader *r, const struct text *t)
{
	r->command_line = t->line;
	r->command_columns = iozone_line_columns(t, t->n) + t->n - iozone_line_margin(t);
}

static void known_line(struct reader *r, const struct iozone_phrase *phrase, const char *rest,
	const struct text *t)
{
	if (starts_anew(r, phrase->word))
		finish(r);
	if (phrase->class == LINE_NOISE)
		return;
	start(r, t->line);
	r->authors = phrase->word == IOZONE_AUTHORS;
	r->authors_go_on = t->s[t->n - 1] == ',';
	if (phrase->word == IOZONE_COMMAND)
		note_command(r, t);
	switch (phrase->word) {
	case IOZONE_COMPLETE:
		r->run.complete = true;
		break;
	case IOZONE_INTERRUPTED:
		r->run.interrupted = true;
		break;
	case IOZONE_ERROR:
	case IOZONE_REASON:
	case IOZONE_REFUSED:
		note_error(r, phrase, t);
		break;
	default:
		if (iozone_word_throughput(phrase->word))
			throughput_line(r, phrase, rest, t);
		else
			iozone_head_line(&r->head, phrase, rest, t->s + t->n, t->cut);
	}
}

static bool header_line(struct reader *r, const struct text *t)
{
	int layout = r->last_layout;

	if (t->n != r->last_header->len || memcmp(t->s, r->last_header->str, t->n)) {
		if (!iozone_header_read(t->s, t->n, &layout))
			return false;
		g_string_truncate(r->last_header, 0);
		g_string_append_len(r->last_header, t->s, (gssize)t->n);
		r->last_layout = layout;
	}
	if (r->run.header && r->run.rows)
		finish(r);
	start(r, t->line);
	r->run.header = true;
	r->run.shape.header = layout;
	return true;
}

/*
 * Continuation lines of the list of contributors are indented far.  Where mail has broken one, the
 * piece before ends in a comma.
 */
static bool author_line(struct reader *r, const struct text *t)
{
	if (!r->authors ||
		!(iozone_line_columns(t, 10) >= 10 || (r->authors_go_on && iozone_line_names(t))))
		return false;
	r->authors_go_on = t->s[t->n - 1] == ',';
	return true;
}

/* The least width at which mail breaks lines, and that of a terminal. */
#define MAIL     65
#define TERMINAL 80

/*
 * The command line is the longest of the head, and the first that is broken: where its next word
 * would not have fitted.  The rest of it begins with an option or a path.
 */
static bool command_line(struct reader *r, const struct text *t)
{
	const char *blank = memchr(t->s, ' ', t->n);
	size_t word = blank ? (size_t)(blank - t->s) : t->n;

	if (!r->command_line || r->command_line + 1 != t->line || t->cut ||
		!(t->s[0] == '-' || t->s[0] == '/') || r->command_columns + 1 + word < MAIL)
		return false;
	iozone_head_command(&r->head, t->s, t->n, r->command_columns == TERMINAL);
	return true;
}

/* Words that scripts around the tool print, too: the tool itself prints them only there. */
static bool out_of_place(const struct reader *r, enum iozone_word word)
{
	switch (word) {
	case IOZONE_BUILD:
	case IOZONE_AUTHORS:
		return !r->run.present || r->head.command->len || r->run.rows;
	case IOZONE_REASON:
		return !r->run.present || r->run.complete;
	default:
		return false;
	}
}

static enum line_class unknown_line(struct reader *r, const struct text *t)
{
	const char *rest;
	const struct iozone_phrase *phrase = iozone_phrase_inside(t->s, t->n, &rest);

	if (!phrase || out_of_place(r, phrase->word))
		return LINE_UNKNOWN;
	/* Words of the head behind other text: something stands before every line. */
	if (phrase->word == IOZONE_BANNER || phrase->word == IOZONE_VERSION ||
		phrase->word == IOZONE_COMMAND)
		unwrap_learn(&r->around, t, rest - phrase->length);
	known_line(r, phrase, rest, t);
	return phrase->class;
}

static bool report_line(struct reader *r, const struct text *t)
{
	if (iozone_excel_repeats(r->excel, t))
		finish(r);
	if (!iozone_excel_line(r->excel, t))
		return false;
	start(r, t->line);
	r->run.reported = true;
	return true;
}

static enum line_class class_line(struct reader *r, const struct text *t)
{
	const struct iozone_phrase *phrase;
	const char *rest;
	size_t margin = iozone_line_margin(t);

	if (r->wrap.line && (margin == t->n || !g_ascii_isdigit(t->s[margin])))
		drop_wrap(r);
	if (margin == t->n)
		return LINE_BLANK;
	if ((t->s[margin] == '"' || r->run.reported) && report_line(r, t))
		return LINE_REPORT;
	if (g_ascii_isdigit(t->s[margin])) {
		const struct text row = unwrap_row(r->expanded, t);
		enum line_class class = row_line(r, &row);

		if (class != LINE_CLASS_COUNT)
			return class;
	}
	if (author_line(r, t))
		return LINE_BANNER;
	phrase = iozone_phrase_at_start(&r->phrases, t->s + margin, t->n - margin, &rest);
	if (phrase && !out_of_place(r, phrase->word)) {
		known_line(r, phrase, rest, t);
		return phrase->class;
	}
	if (command_line(r, t))
		return LINE_HEAD;
	if (header_line(r, t) || iozone_header_words(t->s + margin, t->n - margin))
		return LINE_HEADER;
	return unknown_line(r, t);
}

static void take_line(struct reader *r, const struct text *line)
{
	const struct text bare =
		unwrap_wanted(&r->around, line) ? unwrap_line(&r->around, line) : *line;
	const struct text *t = &bare;
	enum line_class class = class_line(r, t);

	r->out->lines[class]++;
	if (class == LINE_UNKNOWN && !r->unknown++)
		r->first_unknown = t->line;
	/* Errors of several children mix with each other's reasons. */
	if (class != LINE_ERROR && !(class == LINE_BLANK && r->head.throughput))
		r->run.error_open = false;
	if (r->out->line)
		r->out->line(r->out, (struct pos){r->file, t->line}, class, line->s, line->n);
}

static int parse(struct input *in, struct sink *out)
{
	struct reader *r = g_new0(struct reader, 1);
	enum input_event event;
	struct text text;
	bool read_something;

	r->in = in;
	r->out = out;
	r->file = input_name(in);
	r->run.error = g_string_new(NULL);
	r->expanded = g_string_new(NULL);
	r->last_header = g_string_new("\n"); /* equal to no line */
	iozone_phrases_index(&r->phrases);
	iozone_head_init(&r->head);
	r->rows = iozone_rows_new(out, &r->head, r->file);
	r->throughput = iozone_throughput_new(out, &r->head, r->file);
	r->excel = iozone_excel_new(out->diag, r->file);
	r->kept = iozone_kept_new(out->diag, r->file);
	iozone_wrap_init(&r->wrap);
	current_reset(&r->run);
	while ((event = input_next(in, &text)) != INPUT_END) {
		if (event == INPUT_BREAK)
			finish(r);
		else
			take_line(r, &text);
	}
	finish(r);
	if (r->unknown)
		diag_at(out->diag, DIAG_UNKNOWN_LINES, r->file, r->first_unknown, "%zu",
			r->unknown);
	read_something = r->read_something;
	iozone_rows_free(r->rows);
	iozone_throughput_free(r->throughput);
	iozone_excel_free(r->excel);
	iozone_kept_free(r->kept);
	iozone_wrap_clear(&r->wrap);
	iozone_head_clear(&r->head);
	g_string_free(r->run.error, TRUE);
	g_string_free(r->expanded, TRUE);
	g_string_free(r->last_header, TRUE);
	g_free(r);
	return read_something ? 0 : -1;
}

const struct parser parser_iozone = {
	.name = "iozone",
	.title = "iozone, tables and throughput mode, all releases from 3.2 on",
	.sniff = iozone_sniff,
	.parse = parse,
};
