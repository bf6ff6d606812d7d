#include "parsers/bonnie_clean.h"
#include "parsers/bonnie_csv.h"
#include "parsers/bonnie_fields.h"
#include "parsers/bonnie_head.h"
#include "parsers/bonnie_sniff.h"
#include "parsers/bonnie_talk.h"
#include "parsers/bonnie_text.h"
#include "parsers/bonnie_window.h"
#include "parsers/parser.h"

#include <string.h>

/* What was said since the last result. */
struct talk {
	guint32 line; /* where it begins; 0: nothing */
	bool progress, done, refused;
	GString *error, *version;
};

struct reader {
	struct sink *out;
	const char *file;
	struct bonnie_window *window;
	struct bonnie_text *text;
	struct bonnie_clean clean;
	struct bonnie_csv_line csv;
	GString *broken; /* the pieces of a csv line so far */
	guint32 broken_line;
	struct talk talk;
	GString *command;
	guint64 file_size; /* the original Bonnie says it beforehand */
	bool html;         /* inside a page whose figures are not read */
	bool other[3];     /* said that they are not read: pages, zcav, getc_putc */
	bool told_progress;
	size_t unknown;
	guint32 first_unknown;
};

/* ---- runs ---------------------------------------------------------------------------------- */

/* What was said beforehand belongs to the next run. */
static struct bonnie_run *begin_run(struct reader *r, struct bonnie_run *run)
{
	g_string_assign(run->command, r->command->str);
	g_string_truncate(r->command, 0);
	run->facts.file_size = r->file_size;
	r->file_size = 0;
	return run;
}

static struct bonnie_run *new_run(struct reader *r, guint32 line)
{
	return begin_run(r, bonnie_window_add(r->window, line));
}

static struct bonnie_run *new_table_run(void *user, guint32 line)
{
	struct reader *r = user;

	return begin_run(r, bonnie_window_add_table(r->window, line));
}

/* ---- what is said besides results ---------------------------------------------------------- */

static void talk_reset(struct talk *talk)
{
	talk->line = 0;
	talk->progress = talk->done = talk->refused = false;
	g_string_truncate(talk->error, 0);
	g_string_truncate(talk->version, 0);
}

/* A run that was begun and of which no result came. */
static void end_talk(struct reader *r)
{
	struct talk *talk = &r->talk;
	struct bonnie_run *run;

	if (!talk->error->len && !(talk->progress && !talk->done)) {
		if (talk->progress && !r->told_progress && !bonnie_window_used(r->window)) {
			r->told_progress = true;
			diag_at(r->out->diag, DIAG_ONLY_PROGRESS, r->file, talk->line, NULL);
		}
		talk_reset(talk);
		return;
	}
	run = new_run(r, talk->line);
	run->refused = talk->refused;
	run->cut = !talk->error->len;
	g_string_assign(run->version, talk->version->str);
	g_string_assign(run->error,
		talk->error->len ? talk->error->str : "the output ends before any figure");
	talk_reset(talk);
}

/* A result: what was said before belongs to it, unless it was that there is none. */
static void begin_result(struct reader *r)
{
	if (r->talk.error->len)
		end_talk(r);
	talk_reset(&r->talk);
}

static void note_error(struct reader *r, const char *s, const char *end)
{
	if (!r->talk.error->len)
		g_string_append_len(r->talk.error, s, MIN(end - s, 200));
}

static void note_progress(
	struct reader *r, enum bonnie_talk talk, const char *rest, const char *end)
{
	const char *after;

	if (talk == BONNIE_TALK_FIRST && (r->talk.progress || r->talk.error->len))
		end_talk(r);
	r->talk.progress = true;
	r->talk.done = bonnie_talk_done(rest, end);
	if (rest < end && !r->talk.done &&
		bonnie_talk_line(rest, (size_t)(end - rest), &after) == BONNIE_TALK_ERROR)
		note_error(r, rest, end);
}

static void note_other(struct reader *r, size_t which, guint32 line)
{
	static const char *const names[] = {"a page of html tables", "zcav", "getc_putc"};

	if (!r->other[which])
		diag_at(r->out->diag, DIAG_OTHER_OUTPUT, r->file, line, "%s", names[which]);
	r->other[which] = true;
}

static void note_size(struct reader *r, const struct text *t)
{
	const char *at = memmem(t->s, t->n, ", size: ", 8);

	if (!bonnie_count_read(at + 8, (size_t)(t->s + t->n - at - 8), &r->file_size))
		r->file_size = 0;
}

static enum line_class talk_line(struct reader *r, const struct text *t)
{
	const char *rest, *end = t->s + t->n;
	enum bonnie_talk talk = bonnie_talk_line(t->s, t->n, &rest);

	if (talk == BONNIE_TALK_NONE)
		return LINE_CLASS_COUNT;
	if (talk == BONNIE_TALK_VERSION && !r->talk.error->len)
		return LINE_CLASS_COUNT;
	/* It refuses before it does anything. */
	if (talk == BONNIE_TALK_BEGIN
			? r->talk.line > 0
			: (talk == BONNIE_TALK_REFUSED || talk == BONNIE_TALK_USAGE) &&
				  r->talk.progress)
		end_talk(r);
	if ((talk == BONNIE_TALK_FIRST || talk == BONNIE_TALK_PROGRESS))
		note_progress(r, talk, rest, end);
	if (!r->talk.line)
		r->talk.line = t->line;
	if (talk == BONNIE_TALK_ERROR || talk == BONNIE_TALK_REFUSED)
		note_error(r, rest, end);
	if (talk == BONNIE_TALK_USAGE)
		note_error(r, "usage", "usage" + 5);
	if (talk == BONNIE_TALK_REFUSED || talk == BONNIE_TALK_USAGE)
		r->talk.refused = true;
	if (talk == BONNIE_TALK_VERSION) {
		g_string_append_len(r->talk.version, rest, MIN(end - rest, 12));
		end_talk(r);
	}
	if (talk == BONNIE_TALK_SIZE)
		note_size(r, t);
	if (talk == BONNIE_TALK_ZCAV || talk == BONNIE_TALK_GETC_PUTC)
		note_other(r, talk == BONNIE_TALK_ZCAV ? 1 : 2, t->line);
	return bonnie_talk_class(talk);
}

/* "# bonnie++ -d /t3 -u root": for the next run. */
static bool command_line(struct reader *r, const struct text *t)
{
	const char *at = memmem(t->s, t->n, "bonnie++ -", 10);

	if (!at || (at > t->s && !strchr("/$#%> ", at[-1])))
		return false;
	for (const char *s = t->s; s < at; s++)
		if (*s == ',' ||
			(*s == ' ' && s + 1 < at && g_ascii_islower(s[1]) && at[-1] != '/'))
			return false;
	g_string_truncate(r->command, 0);
	g_string_append_len(r->command, at, t->s + t->n - at);
	return true;
}

/* ---- csv ----------------------------------------------------------------------------------- */

static void take_csv(struct reader *r, bool cut, guint32 line)
{
	size_t bad;

	begin_result(r);
	bonnie_text_end(r->text, false);
	bad = bonnie_csv_take(&r->csv, cut, line, new_run(r, line));
	if (bad)
		diag_at(r->out->diag, DIAG_ROW_UNREADABLE, r->file, line,
			"%zu fields of csv are no figures", bad);
}

/* The last field may lack its end, unless it shows that it does not. */
static bool cut_in_field(const struct bonnie_csv_line *csv)
{
	const struct bonnie_csv_field *last = &csv->field[csv->n - 1];

	return !last->n || !(last->s[last->n - 1] == 's' || (last->n == 3 && last->s[0] == '+'));
}

static void whole_csv(struct reader *r, bool cut, guint32 line)
{
	cut = cut && cut_in_field(&r->csv);
	take_csv(r, cut, line);
	if (cut)
		diag_at(r->out->diag, DIAG_CUT_FIGURE, r->file, line, NULL);
}

/* At the end of an input, a line that is cut tells what it has. */
static bool take_rest(struct reader *r)
{
	return bonnie_csv_read(&r->csv, r->broken->str, r->broken->len) == BONNIE_CSV_SHORT &&
	       bonnie_csv_typed(&r->csv);
}

/* What is held did not become a whole line. */
static void drop_broken(struct reader *r, bool cut)
{
	if (!r->broken->len)
		return;
	if (cut && take_rest(r)) {
		take_csv(r, true, r->broken_line);
		diag_at(r->out->diag, DIAG_CUT_FIGURE, r->file, r->broken_line, "%zu fields of csv",
			r->csv.n);
	} else {
		diag_at(r->out->diag, DIAG_ROW_UNREADABLE, r->file, r->broken_line,
			"a line of csv with too few fields");
	}
	g_string_truncate(r->broken, 0);
}

static void hold_broken(struct reader *r, const struct text *t)
{
	g_string_truncate(r->broken, 0);
	g_string_append_len(r->broken, t->s, (gssize)t->n);
	r->broken_line = t->line;
}

/* Does the line go on with the csv that is held? */
static bool join_broken(struct reader *r, const struct text *t)
{
	size_t before = r->broken->len, margin = 0;
	enum bonnie_csv csv;

	while (margin < t->n && (t->s[margin] == ' ' || t->s[margin] == '\t'))
		margin++;
	if (!before || before > 2000 || !bonnie_csv_piece(t->s + margin, t->n - margin))
		return false;
	g_string_append_len(r->broken, t->s + margin, (gssize)(t->n - margin));
	csv = bonnie_csv_read(&r->csv, r->broken->str, r->broken->len);
	if (csv == BONNIE_CSV_SHORT)
		return true;
	if (csv != BONNIE_CSV_WHOLE) {
		g_string_truncate(r->broken, before);
		return false;
	}
	whole_csv(r, t->cut, r->broken_line);
	g_string_truncate(r->broken, 0);
	return true;
}

static enum line_class csv_line(struct reader *r, const struct text *t)
{
	switch (bonnie_csv_read(&r->csv, t->s, t->n)) {
	case BONNIE_CSV_HEADER:
		return LINE_HEADER;
	case BONNIE_CSV_EMPTY:
		return LINE_BLANK;
	case BONNIE_CSV_SHORT:
		hold_broken(r, t);
		return LINE_FIGURES;
	case BONNIE_CSV_WHOLE:
		whole_csv(r, t->cut, t->line);
		return LINE_FIGURES;
	case BONNIE_CSV_QUOTE:
		diag_at(r->out->diag, DIAG_ROW_UNREADABLE, r->file, t->line,
			"a quote is not closed");
		return LINE_FIGURES;
	case BONNIE_CSV_BAD:
		diag_at(r->out->diag, DIAG_ROW_UNREADABLE, r->file, t->line, "%zu fields of csv",
			r->csv.n);
		return LINE_FIGURES;
	default:
		return LINE_CLASS_COUNT;
	}
}

/* ---- lines --------------------------------------------------------------------------------- */

static bool contains(const struct text *t, const char *word)
{
	return memmem(t->s, t->n, word, strlen(word)) != NULL;
}

/* Tables of bon_csv2html and of Bonnie-64 have a tag behind each word. */
static bool page_line(struct reader *r, const struct text *t)
{
	if (!memchr(t->s, '<', t->n))
		return r->html;
	if (!r->html &&
		(contains(t, "Sequential Output</") || contains(t, "Benchmark results</")) &&
		!contains(t, "-Sequential Output")) {
		r->html = true;
		note_other(r, 0, t->line);
		return true;
	}
	if (r->html &&
		(contains(t, "</html>") || contains(t, "</HTML>") || contains(t, "</table>\n")))
		r->html = false;
	return r->html || contains(t, "<table>");
}

/* Figures of zcav, and of getc_putc the row and the csv. */
static bool other_figures(const struct reader *r, const struct text *t)
{
	size_t commas = 0;

	if (r->other[1] && (t->s[0] == '#' || g_ascii_isdigit(t->s[0]))) {
		for (size_t i = 0; i < t->n; i++)
			if (!g_ascii_isdigit(t->s[i]) && !strchr("#. +", t->s[i]))
				return false;
		return true;
	}
	for (size_t i = 0; i < t->n; i++)
		commas += t->s[i] == ',';
	if (r->other[2] && commas == 8)
		return true;
	return r->other[2] && !commas && t->n > 60 && g_ascii_isdigit(t->s[t->n - 1]);
}

static enum line_class class_line(struct reader *r, const struct text *t)
{
	enum line_class class;

	if (!t->n)
		return LINE_BLANK;
	if (r->broken->len) {
		if (join_broken(r, t))
			return LINE_FIGURES;
		drop_broken(r, false);
	}
	class = csv_line(r, t);
	if (class != LINE_CLASS_COUNT)
		return class;
	if (bonnie_heading(t->s, t->n))
		begin_result(r);
	else if ((class = talk_line(r, t)) != LINE_CLASS_COUNT)
		return class;
	class = bonnie_text_line(r->text, t);
	if (class != LINE_CLASS_COUNT)
		return class;
	if (command_line(r, t))
		return LINE_HEAD;
	if (other_figures(r, t))
		return LINE_NOISE;
	bonnie_text_title(r->text, t);
	return LINE_UNKNOWN;
}

static void count_line(struct reader *r, const struct text *t, enum line_class class)
{
	r->out->lines[class]++;
	if (class == LINE_UNKNOWN && !r->unknown++)
		r->first_unknown = t->line;
	if (r->out->line)
		r->out->line(r->out, (struct pos){r->file, t->line}, class, t->s, t->n);
}

/* Most lines of a big file are csv and nothing else. */
static bool plain_csv(struct reader *r, const struct text *line)
{
	struct bonnie_fields fields;

	if (r->broken->len || r->clean.held_line || r->html || line->cut || r->talk.line ||
		bonnie_window_tables(r->window) || !line->n || !g_ascii_isalnum(line->s[0]) ||
		!bonnie_fields_find(line->s, line->n, &fields))
		return false;
	/* A row of a table may still be held, which has to be compared with it. */
	bonnie_text_end(r->text, false);
	if (bonnie_window_tables(r->window))
		return false;
	bonnie_fields_keep(new_run(r, line->line), &fields, line->s, line->n);
	count_line(r, line, LINE_FIGURES);
	return true;
}

static void take_line(struct reader *r, const struct text *line)
{
	struct text whole, bare;

	if (plain_csv(r, line))
		return;
	if (!bonnie_clean_join(&r->clean, line, &whole)) {
		count_line(r, line, LINE_NOISE);
		return;
	}
	if (page_line(r, &whole)) {
		count_line(r, &whole, LINE_NOISE);
		return;
	}
	bare = bonnie_clean_line(&r->clean, &whole);
	count_line(r, &bare, class_line(r, &bare));
}

/* The input or the section ends here. */
static void finish(struct reader *r, bool cut)
{
	drop_broken(r, cut);
	bonnie_text_end(r->text, cut);
	if (r->talk.line)
		end_talk(r);
	bonnie_window_flush(r->window);
	g_string_truncate(r->command, 0);
	r->file_size = 0;
}

/* `scouts`: its runs are noted in the view, and nothing else. */
static struct reader *reader_new(
	struct input *in, struct sink *out, const struct twins_view *view, bool scouts)
{
	struct reader *r = g_new0(struct reader, 1);

	r->out = out;
	r->file = input_name(in);
	r->window = bonnie_window_new(out, r->file, view, scouts);
	r->text = bonnie_text_new(out->diag, r->file, new_table_run, r);
	bonnie_clean_init(&r->clean);
	bonnie_csv_init(&r->csv);
	r->broken = g_string_new(NULL);
	r->command = g_string_new(NULL);
	r->talk.error = g_string_new(NULL);
	r->talk.version = g_string_new(NULL);
	return r;
}

static void reader_free(struct reader *r)
{
	bonnie_window_free(r->window);
	bonnie_text_free(r->text);
	bonnie_clean_clear(&r->clean);
	bonnie_csv_clear(&r->csv);
	g_string_free(r->broken, TRUE);
	g_string_free(r->command, TRUE);
	g_string_free(r->talk.error, TRUE);
	g_string_free(r->talk.version, TRUE);
	g_free(r);
}

static void read_lines(struct reader *r, struct input *in)
{
	enum input_event event;
	struct text line;
	bool cut = false;

	while ((event = input_next(in, &line)) != INPUT_END) {
		if (event == INPUT_BREAK) {
			finish(r, false);
			continue;
		}
		cut = line.cut;
		take_line(r, &line);
	}
	finish(r, cut);
}

static int parse(struct input *in, struct sink *out)
{
	struct reader *r = reader_new(in, out, input_twins(in), false);
	bool read_something;

	read_lines(r, in);
	if (r->unknown)
		diag_at(out->diag, DIAG_UNKNOWN_LINES, r->file, r->first_unknown, "%zu",
			r->unknown);
	read_something = bonnie_window_used(r->window) || r->other[0] || r->other[1] || r->other[2];
	reader_free(r);
	return read_something ? 0 : -1;
}

static void scout(struct input *in, const struct twins_view *view)
{
	struct sink nobody = {.diag = diag_new()};
	struct reader *r = reader_new(in, &nobody, view, true);

	read_lines(r, in);
	reader_free(r);
	diag_free(nobody.diag);
}

const struct parser parser_bonnie = {
	.name = "bonnie",
	.title = "bonnie++ text and csv, the original Bonnie",
	.sniff = bonnie_sniff,
	.scout = scout,
	.parse = parse,
};
