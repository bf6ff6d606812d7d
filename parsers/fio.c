#include "parsers/fio_json.h"
#include "parsers/fio_run.h"
#include "parsers/fio_terse.h"
#include "parsers/fio_text.h"
#include "parsers/parser.h"
#include "parsers/unwrap.h"
#include <string.h>

/*
 * Cuts an input into the forms it holds, in any order, and gives each line to the reader of its
 * form.  What stands between them is of the run that comes or of the one that was.
 */
struct reader {
	struct input *in;
	struct sink *out;
	const char *file;
	struct fio_runs *runs;
	struct fio_text *text;
	struct fio_terse *terse;
	struct fio_json *json;
	struct unwrap around; /* what stands around each line */
	GString *line;        /* as it is read: ended by a NUL byte, without colours */
	GString *held;        /* a line that a terminal broke, so far */
	guint32 held_line;
	size_t width; /* at which lines are broken; 0: they are not */
	size_t unknown;
	guint32 first_unknown;
};

/* ---- lines that belong to no form ----------------------------------------------------------- */

static bool starts(const char *s, const char *with)
{
	return g_str_has_prefix(s, with);
}

/* `fio-3.33`, alone on its line. */
static bool is_version(const char *s)
{
	size_t n;

	if (!starts(s, "fio-") || !g_ascii_isdigit(s[4]))
		return false;
	n = strcspn(s, " \t");
	return !s[n + strspn(s + n, " \t")];
}

static bool is_signal(const char *s)
{
	return starts(s, "fio: terminating on signal");
}

/* Words of errors; those of hints and warnings of fio's own are no errors. */
static bool is_error(const char *s)
{
	return (starts(s, "fio: ") && !is_signal(s)) || starts(s, "verify: ") ||
	       starts(s, "Bad option <");
}

static bool is_started(const char *s)
{
	return starts(s, "Starting ") && (strstr(s, " process") || strstr(s, " thread"));
}

static bool is_noise(const char *s)
{
	static const char *const known[] = {"Jobs: ", "note: ", "Disk stats (",
		"CPU idleness:", "process ", "Did you mean ", "...", "```",
		"  system: ", "  percpu: ", "  unit work: "};

	for (size_t i = 0; i < G_N_ELEMENTS(known); i++)
		if (starts(s, known[i]))
			return true;
	return strstr(s, ": Laying out IO file") || strstr(s, ": ios=") ||
	       (s[0] == ';' && strlen(s) > 1);
}

/* `hostname=vm, be=0, 64-bit, os=Linux, ...` */
static bool client_line(struct reader *r, const char *s, guint32 line)
{
	g_autofree char *host = NULL;
	const char *version;

	if (!starts(s, "hostname=") || !strstr(s, ", be="))
		return false;
	host = g_strndup(s + 9, strcspn(s + 9, ","));
	fio_runs_client(r->runs, host, line);
	version = strstr(s, ", fio=fio-");
	if (version)
		fio_runs_version(r->runs, version + 10, strcspn(version + 10, ", "), line);
	return true;
}

/* `root@host:/# fio --name=a` */
static bool command_line(struct reader *r, const char *s)
{
	static const char *const prompts[] = {"$ fio ", "# fio ", "% fio "};

	for (size_t i = 0; i < G_N_ELEMENTS(prompts); i++) {
		const char *at = strstr(s, prompts[i]);

		if (at) {
			fio_runs_command(r->runs, at + 2);
			return true;
		}
	}
	return false;
}

static void end_forms(struct reader *r)
{
	fio_json_end(r->json);
	fio_terse_end(r->terse);
	fio_text_end(r->text);
}

static enum line_class other_line(struct reader *r, const char *s, guint32 line)
{
	if (is_version(s)) {
		end_forms(r);
		fio_runs_version(r->runs, s + 4, strcspn(s + 4, " \t"), line);
		return LINE_BANNER;
	}
	if (is_started(s)) {
		fio_runs_started(r->runs, line);
		return LINE_HEAD;
	}
	if (is_signal(s)) {
		/* Reports that were open are of before it. */
		end_forms(r);
		fio_runs_signal(r->runs, line);
		return LINE_END;
	}
	if (is_error(s)) {
		fio_runs_error(r->runs, s, line);
		return LINE_ERROR;
	}
	if (client_line(r, s, line))
		return LINE_HEAD;
	if (is_noise(s))
		return LINE_NOISE;
	if (command_line(r, s))
		return LINE_HEAD;
	return LINE_UNKNOWN;
}

/* ---- what is around lines ------------------------------------------------------------------- */

/* Takes colours out: ESC [ ... letter. */
static void drop_colours(GString *line)
{
	char *to = line->str;

	for (const char *s = line->str; *s; s++) {
		if (*s == '\033' && s[1] == '[') {
			s += 2;
			while (*s && !g_ascii_isalpha(*s))
				s++;
			if (!*s)
				break;
			continue;
		}
		*to++ = *s;
	}
	g_string_truncate(line, (gsize)(to - line->str));
}

/* `<host> ` of client mode, before all but the reports themselves. */
static const char *skip_host(struct reader *r, const char *s, guint32 line)
{
	const char *end = s[0] == '<' ? strstr(s, "> ") : NULL;
	g_autofree char *host = NULL;

	if (!end && s[0] == '<' && g_str_has_suffix(s, ">"))
		end = s + strlen(s) - 2;
	if (!end || end - s < 2 || end - s > 256 || memchr(s, ' ', (size_t)(end - s)))
		return s;
	host = g_strndup(s + 1, (size_t)(end - s) - 1);
	fio_runs_client(r->runs, host, line);
	return end + 2;
}

/* Progress that ends in no line end: what follows it is a line of its own. */
static const char *skip_progress(const char *s)
{
	const char *eta = starts(s, "Jobs: ") ? strstr(s, "[eta ") : NULL;
	const char *end = eta ? strchr(eta, ']') : NULL;

	return end && end[1 + strspn(end + 1, " ")] ? end + 1 : s;
}

/*
 * A terminal, or whoever pasted from it, broke the lines at its width.  It is learned at the head
 * of a run, which is longer and is known to be whole only with its last word.
 */
static bool is_broken(struct reader *r, const char *s, size_t n)
{
	if (!r->width && n >= 72 && strstr(s, ": (g=") && strstr(s, "): rw=") &&
		!strstr(s, "iodepth="))
		r->width = n;
	return r->width && n == r->width;
}

/* ---- lines ---------------------------------------------------------------------------------- */

static enum line_class json_line(struct reader *r, const struct text *line)
{
	fio_terse_end(r->terse);
	fio_text_end(r->text);
	return fio_json_line(r->json, line);
}

static enum line_class class_line(struct reader *r, const struct text *raw)
{
	const char *s = skip_progress(skip_host(r, raw->s, raw->line));
	const struct text line = {s, strlen(s), raw->line, raw->cut};
	size_t margin = strspn(s, " \t");
	enum line_class class;

	if (fio_json_is_open(r->json) && !fio_text_is(s) && !is_error(s) && !is_signal(s))
		return fio_json_line(r->json, &line);
	if (!s[margin])
		return LINE_BLANK;
	if (s[margin] == '{' ||
		(s[margin] == '[' && strspn(s + margin, "[ \t\r{") == strlen(s + margin)))
		return json_line(r, &line);
	if (fio_terse_starts(s, line.n)) {
		fio_json_end(r->json);
		fio_text_end(r->text);
		return fio_terse_line(r->terse, &line) ? LINE_FIGURES : LINE_UNKNOWN;
	}
	if (fio_text_is(s)) {
		fio_json_end(r->json);
		fio_terse_end(r->terse);
	}
	class = fio_text_line(r->text, &line);
	return class == LINE_CLASS_COUNT ? other_line(r, s, line.line) : class;
}

/* The last number of an input that ends without a line end may lack digits. */
static void drop_cut(struct reader *r, bool cut)
{
	size_t n = r->line->len;

	if (!cut || !n || fio_json_is_open(r->json) || fio_terse_starts(r->line->str, n))
		return;
	while (n && (g_ascii_isdigit(r->line->str[n - 1]) || r->line->str[n - 1] == '.'))
		n--;
	if (n == r->line->len || !n || !strchr("=(,/- ", r->line->str[n - 1]))
		return;
	diag_at(r->out->diag, DIAG_CUT_FIGURE, r->file, r->held_line, NULL);
	g_string_truncate(r->line, n);
}

static void tell(struct reader *r, const struct text *line, enum line_class class)
{
	r->out->lines[class]++;
	if (class == LINE_UNKNOWN && !r->unknown++)
		r->first_unknown = line->line;
	if (r->out->line)
		r->out->line(r->out, (struct pos){r->file, line->line}, class, line->s, line->n);
}

/* Reads the line that is held, which is whole now. */
static enum line_class read_held(struct reader *r, bool cut)
{
	struct text line;

	g_string_assign(r->line, r->held->str);
	if (memchr(r->line->str, '\033', r->line->len))
		drop_colours(r->line);
	drop_cut(r, cut);
	line = (struct text){r->line->str, r->line->len, r->held_line, cut};
	g_string_truncate(r->held, 0);
	return class_line(r, &line);
}

/* Lines of a document go to its reader as they are: nothing in them is looked for. */
static bool plain_json(struct reader *r, const struct text *line)
{
	if (!fio_json_is_open(r->json) || !line->n ||
		!(line->s[0] == ' ' || line->s[0] == '}' || line->s[0] == ']') ||
		memchr(line->s, '\033', line->n))
		return false;
	tell(r, line, fio_json_line(r->json, line));
	return true;
}

static void take_line(struct reader *r, const struct text *line)
{
	struct text bare = unwrap_wanted(&r->around, line) ? unwrap_line(&r->around, line) : *line;

	if (!r->held->len && plain_json(r, &bare))
		return;
	if (!r->held->len) {
		r->held_line = bare.line;
	} else if (!bare.n || starts(bare.s, "  ") || bare.s[0] == '{') {
		read_held(r, false); /* it was whole, and is as long as that by chance */
		r->held_line = bare.line;
	}
	g_string_append_len(r->held, bare.s, (gssize)bare.n);
	if (!bare.cut && is_broken(r, r->held->str, bare.n)) {
		tell(r, line, LINE_FIGURES);
		return;
	}
	tell(r, line, read_held(r, bare.cut));
}

/* A mark of the order of bytes that is left when the NUL bytes of UTF-16 are gone. */
static size_t utf16_mark(const char *s, size_t n)
{
	return n >= 2 && (!memcmp(s, "\xff\xfe", 2) || !memcmp(s, "\xfe\xff", 2)) ? 2 : 0;
}

/* Where text that every input of a form has stands on the line; NULL: nowhere. */
static const char *landmark(const struct text *line)
{
	static const char *const marks[] = {
		"\"fio version\"", "3;fio-", "4;fio-", "5;fio-", "fio-"};
	const char *end = line->s + line->n;

	for (size_t i = 0; i < G_N_ELEMENTS(marks); i++) {
		size_t n = strlen(marks[i]);
		const char *at = memmem(line->s, line->n, marks[i], n);

		if (!at || (at > line->s && at[-1] != ' ' && at[-1] != '\t'))
			continue;
		if (i + 1 < G_N_ELEMENTS(marks))
			return at;
		/* The version is the last word of its line. */
		if (at + n < end && g_ascii_isdigit(at[n]) && !memchr(at, ' ', (size_t)(end - at)))
			return at;
	}
	return NULL;
}

/* Looks ahead for what stands before the lines, such as the time of syslog. */
static void learn_prefix(struct reader *r)
{
	size_t n, length;
	const char *s = input_head(r->in, &n), *end = s + n;

	for (; s < end; s += length + 1) {
		const char *lf = memchr(s, '\n', (size_t)(end - s));
		struct text line = {s, (size_t)((lf ? lf : end) - s), 0, false};
		const char *at;

		length = line.n;
		if (line.n && s[line.n - 1] == '\r')
			line.n--;
		at = landmark(&line);
		if (!at)
			continue;
		unwrap_learn(&r->around, &line, at);
		return;
	}
}

static int parse(struct input *in, struct sink *out)
{
	struct reader r = {.in = in, .out = out, .file = input_name(in)};
	enum input_event event;
	struct text line;
	bool first = true;

	r.runs = fio_runs_new(out, r.file);
	r.text = fio_text_new(r.runs, out, r.file);
	r.terse = fio_terse_new(r.runs, out, r.file);
	r.json = fio_json_new(r.runs, out, r.file);
	r.line = g_string_new(NULL);
	r.held = g_string_new(NULL);
	learn_prefix(&r);
	while ((event = input_next(in, &line)) != INPUT_END) {
		if (event == INPUT_BREAK) {
			end_forms(&r);
			fio_runs_end(r.runs);
			continue;
		}
		if (first) {
			size_t mark = utf16_mark(line.s, line.n);

			line.s += mark;
			line.n -= mark;
			first = false;
		}
		take_line(&r, &line);
	}
	if (r.held->len)
		read_held(&r, true);
	fio_json_free(r.json);
	fio_terse_free(r.terse);
	fio_text_free(r.text);
	if (r.unknown)
		diag_at(out->diag, DIAG_UNKNOWN_LINES, r.file, r.first_unknown, "%zu", r.unknown);
	g_string_free(r.line, TRUE);
	g_string_free(r.held, TRUE);
	return fio_runs_free(r.runs) ? 0 : -1;
}

/* ---- is it fio? ----------------------------------------------------------------------------- */

/* How sure one line makes that this is fio's output. */
static int line_tells(const char *s, size_t n)
{
	g_autofree char *line = g_strndup(s, MIN(n, INPUT_HEAD / 4));
	const char *block = strstr(line, ": (groupid="), *head = strstr(line, "): rw=");
	const char *terse = strstr(line, ";fio-");

	if (strstr(line, "\"fio version\""))
		return 98;
	if ((block && strstr(block, "): err=")) || (head && strstr(head, "ioengine=")))
		return 97;
	if (terse && terse > line && fio_terse_starts(terse - 1, strlen(terse - 1)))
		return 97;
	if (line[0] == '2' && fio_terse_starts(line, strlen(line)) && strstr(line, "%="))
		return 96;
	if (starts(line, "Run status group ") || is_version(line))
		return 90;
	if (starts(line, "hostname=") && strstr(line, ", be=") && strstr(line, ", fio="))
		return 90;
	/* The head of a run in a log that is cut or broken into pieces. */
	if (strstr(line, ": (g=") && head)
		return 90;
	return starts(line, "fio: ") ? 60 : 0;
}

static int sniff(const char *head, size_t n)
{
	const char *end = head + n;
	int most = 0;

	for (const char *s = head; s < end && most < 96;) {
		size_t length = 0;

		while (s + length < end && s[length] != '\n' && s[length] != '\r')
			length++;
		most = MAX(most, line_tells(s, length));
		s += length + 1;
	}
	return most;
}

const struct parser parser_fio = {
	.name = "fio",
	.title = "fio, normal, terse and json output, from 2.0 on",
	.sniff = sniff,
	.parse = parse,
};
