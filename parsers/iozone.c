#include "parsers/iozone_line.h"
#include "parsers/iozone_run.h"
#include "parsers/parser.h"
#include "parsers/unwrap.h"
#include <string.h>

struct reader {
	struct sink *out;
	const char *file;
	struct iozone_phrases phrases;
	struct iozone_run run;
	struct unwrap around;   /* what stands around each line */
	guint32 command_line;   /* where the command line stands; 0: nowhere */
	size_t command_columns; /* its width */
	bool authors;           /* inside the list of contributors */
	bool authors_go_on;     /* its last line ends in a comma */
	size_t unknown;
	guint32 first_unknown;
	GString *expanded;    /* a row without tabs and commas */
	GString *last_header; /* runs of one release repeat it byte by byte */
	int last_layout;
};

static void finish(struct reader *r)
{
	r->authors = false;
	iozone_run_finish(&r->run);
}

static void note_error(struct reader *r, const struct iozone_phrase *phrase, const struct text *t)
{
	struct iozone_run *c = &r->run;
	const char *s = t->s;
	size_t n = t->n;

	while (n && (*s == ' ' || *s == '\t'))
		s++, n--;
	if (phrase->word == IOZONE_ERROR)
		iozone_throughput_error(r->run.throughput);
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
		return r->run.head.version->len || r->run.n_rows;
	case IOZONE_BEGAN:
		return r->run.head.when->len || r->run.n_rows;
	case IOZONE_COMMAND:
		return r->run.head.command->len || r->run.n_rows;
	default:
		/* Throughput lines after the completion line: a run whose head is not there. */
		return r->run.complete && iozone_word_throughput(word);
	}
}

/* Head lines of throughput mode tell the head, too. */
static void throughput_line(struct reader *r, const struct iozone_phrase *phrase, const char *rest,
	const struct text *t)
{
	iozone_head_line(&r->run.head, phrase, rest, t->s + t->n, t->cut);
	if (phrase->class == LINE_FIGURES) {
		iozone_run_begin(&r->run);
		r->run.n_rows += phrase->word == IOZONE_CHILDREN;
	}
	iozone_throughput_line(r->run.throughput, phrase->word, rest, t);
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
	iozone_run_start(&r->run, t->line);
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
			iozone_head_line(&r->run.head, phrase, rest, t->s + t->n, t->cut);
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
	if (r->run.header && r->run.n_rows)
		finish(r);
	iozone_run_start(&r->run, t->line);
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
	iozone_head_command(&r->run.head, t->s, t->n, r->command_columns == TERMINAL);
	return true;
}

/* Words that scripts around the tool print, too: the tool itself prints them only there. */
static bool out_of_place(const struct reader *r, enum iozone_word word)
{
	switch (word) {
	case IOZONE_BUILD:
	case IOZONE_AUTHORS:
		return !r->run.present || r->run.head.command->len || r->run.n_rows;
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
	if (iozone_excel_repeats(r->run.excel, t))
		finish(r);
	if (!iozone_excel_line(r->run.excel, t))
		return false;
	iozone_run_start(&r->run, t->line);
	r->run.reported = true;
	return true;
}

static enum line_class class_line(struct reader *r, const struct text *t)
{
	const struct iozone_phrase *phrase;
	const char *rest;
	size_t margin = iozone_line_margin(t);

	if (r->run.wrap.line && (margin == t->n || !g_ascii_isdigit(t->s[margin])))
		iozone_run_no_row(&r->run);
	if (margin == t->n)
		return LINE_BLANK;
	if ((t->s[margin] == '"' || r->run.reported) && report_line(r, t))
		return LINE_REPORT;
	if (g_ascii_isdigit(t->s[margin])) {
		const struct text row = unwrap_row(r->expanded, t);
		enum line_class class = iozone_run_row(&r->run, &row);

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
	if (class != LINE_ERROR && !(class == LINE_BLANK && r->run.head.throughput))
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

	r->out = out;
	r->file = input_name(in);
	r->expanded = g_string_new(NULL);
	r->last_header = g_string_new("\n"); /* equal to no line */
	iozone_phrases_index(&r->phrases);
	iozone_run_init(&r->run, out, r->file);
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
	read_something = r->run.read_something;
	iozone_run_clear(&r->run);
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
