#include "parsers/fio_json.h"

#include "parsers/ctime.h"
#include "parsers/fio_json_job.h"
#include "parsers/fio_value.h"
#include <string.h>

/* More than this has no member of jobs[], with all bins of json+. */
#define MEMBER_MAX (8u << 20)
#define DEPTH_MAX  32
#define KEY_MAX    64

struct fio_json {
	struct fio_runs *runs;
	struct sink *out;
	const char *file;
	struct fio_json_reader *reader;
	struct fio_report *report; /* NULL: no jobs were seen in this document */

	/* The scanner: where the byte stands that comes next. */
	size_t depth;
	bool string, escaped, after_colon;
	GString *word; /* the string or number that is read, or the last key */
	bool has_key;
	size_t jobs_depth; /* of the members of jobs[]; 0: not inside */
	size_t document;   /* depth inside the object that holds them; 0: none */
	guint32 start;     /* where that object begins */

	/* A member, or the value of "global options", which is kept until it is whole. */
	bool member, global, bad;
	size_t kept_depth;
	struct fio_json_text text;
	bool brace_alone; /* the line before was `{` and nothing else */
	bool fio;         /* the key "fio version" was seen */
	GString *version, *time, *timestamp;
};

struct fio_json *fio_json_new(struct fio_runs *runs, struct sink *out, const char *file)
{
	struct fio_json *j = g_new0(struct fio_json, 1);

	j->runs = runs;
	j->out = out;
	j->file = file;
	j->reader = fio_json_reader_new(runs, out, file);
	j->word = g_string_new(NULL);
	j->version = g_string_new(NULL);
	j->time = g_string_new(NULL);
	j->timestamp = g_string_new(NULL);
	fio_json_text_init(&j->text);
	return j;
}

void fio_json_free(struct fio_json *j)
{
	fio_json_end(j);
	fio_json_reader_free(j->reader);
	fio_json_text_clear(&j->text);
	g_string_free(j->word, TRUE);
	g_string_free(j->version, TRUE);
	g_string_free(j->time, TRUE);
	g_string_free(j->timestamp, TRUE);
	g_free(j);
}

bool fio_json_is_open(const struct fio_json *j)
{
	return j->depth > 0;
}

/* ---- what a document says around its jobs --------------------------------------------------- */

static void forget_document(struct fio_json *j)
{
	j->report = NULL;
	j->jobs_depth = j->document = 0;
	j->fio = false;
	g_string_truncate(j->version, 0);
	g_string_truncate(j->time, 0);
	g_string_truncate(j->timestamp, 0);
	fio_json_reader_reset(j->reader);
}

static void take_scalar(struct fio_json *j, const char *key, const char *value, gssize n)
{
	GString *to = g_str_equal(key, "fio version") ? j->version
		      : g_str_equal(key, "time")      ? j->time
		      : g_str_equal(key, "timestamp") ? j->timestamp
						      : NULL;

	if (to && j->jobs_depth == 0)
		g_string_truncate(to, 0), g_string_append_len(to, value, n);
	j->fio = j->fio || to == j->version;
}

static void read_times(struct fio_json *j)
{
	struct fio_report *report = j->report;
	g_autoptr(GString) iso = g_string_new(NULL);
	char local[20];
	gint64 seconds = g_ascii_strtoll(j->timestamp->str, NULL, 10);

	if (ctime_iso(j->time->str, j->time->len, local) && fio_seconds(local, &report->printed))
		report->when = pool_str(j->out->pool, local);
	if (seconds <= 0)
		return;
	fio_timestamp(seconds, iso);
	if (iso->len)
		report->when = pool_str(j->out->pool, iso->str);
	for (guint i = 0; i < report->jobs->len; i++) {
		struct fio_job *job = &g_array_index(report->jobs, struct fio_job, i);

		job->began = job->elapsed > 0 ? seconds - job->elapsed : 0;
	}
}

static void end_document(struct fio_json *j, bool whole)
{
	struct fio_report *report = j->report;

	if (report) {
		if (g_str_has_prefix(j->version->str, "fio-"))
			report->version = pool_str(j->out->pool, j->version->str + 4);
		read_times(j);
		report->whole = whole;
		fio_runs_report(j->runs, report);
	}
	forget_document(j);
}

/* ---- members -------------------------------------------------------------------------------- */

static void start_keeping(struct fio_json *j, bool member, guint32 line)
{
	j->member = member;
	j->global = !member;
	j->bad = false;
	j->kept_depth = j->depth;
	fio_json_text_start(&j->text, line);
}

static void report_bad(struct fio_json *j, const char *why)
{
	diag_at(j->out->diag, DIAG_JOB_UNREADABLE, j->file, j->text.line, "%s", why);
	j->bad = true;
}

/* The kept value is whole, or the document ends inside it. */
static void take_kept(struct fio_json *j, bool whole)
{
	bool member = j->member;

	j->member = j->global = false;
	if (j->bad)
		return;
	if (!member) {
		if (whole)
			fio_json_reader_global(j->reader, &j->text);
		return;
	}
	if (!j->report)
		j->report = fio_report_new(FIO_JSON, j->start);
	fio_json_reader_job(j->reader, j->report, &j->text, whole, j->fio);
}

void fio_json_end(struct fio_json *j)
{
	if (!j->depth)
		return;
	if (j->member || j->global)
		take_kept(j, false);
	if (j->fio && !j->report)
		j->report = fio_report_new(FIO_JSON, j->start);
	end_document(j, false);
	j->depth = 0;
	j->string = j->escaped = j->after_colon = j->has_key = false;
	g_string_truncate(j->word, 0);
}

/* ---- the scanner ---------------------------------------------------------------------------- */

static bool key_is(const struct fio_json *j, const char *name)
{
	return j->has_key && g_str_equal(j->word->str, name);
}

static void open_bracket(struct fio_json *j, char c, guint32 line)
{
	bool jobs = c == '[' && (key_is(j, "jobs") || key_is(j, "client_stats"));
	bool global = key_is(j, "global options");

	j->depth++;
	if (c == '{' && !global && !j->jobs_depth && !j->document)
		j->start = line;
	if (jobs && !j->jobs_depth && !j->document) {
		j->jobs_depth = j->depth;
		j->document = j->depth - 1;
	} else if (c == '{' && j->jobs_depth && j->depth == j->jobs_depth + 1) {
		start_keeping(j, true, line);
	} else if (global && !j->jobs_depth) {
		start_keeping(j, false, line);
	}
	j->has_key = j->after_colon = false;
	g_string_truncate(j->word, 0);
}

static void close_bracket(struct fio_json *j)
{
	j->depth -= j->depth > 0;
	if (j->jobs_depth && j->depth < j->jobs_depth)
		j->jobs_depth = 0;
	if (j->document && j->depth < j->document)
		end_document(j, true);
	j->has_key = j->after_colon = false;
	if (!j->depth)
		forget_document(j);
}

/* Numbers and words outside of strings. */
static const char *take_primitive(struct fio_json *j, const char *s, const char *end)
{
	const char *stop = s;

	while (stop < end && !strchr(",:{}[]\" \t\r", *stop))
		stop++;
	if (stop == s)
		return s + 1;
	if (j->has_key && j->after_colon)
		take_scalar(j, j->word->str, s, stop - s);
	return stop;
}

static const char *take_string(struct fio_json *j, const char *s, const char *end)
{
	const char *from = s;

	for (; s < end; s++) {
		if (j->escaped)
			j->escaped = false;
		else if (*s == '\\')
			j->escaped = true;
		else if (*s == '"')
			break;
	}
	if (!j->after_colon && j->word->len < KEY_MAX)
		g_string_append_len(j->word, from, MIN(s - from, KEY_MAX));
	else if (j->after_colon && j->has_key)
		take_scalar(j, j->word->str, from, s - from);
	if (s == end)
		return s;
	j->string = false;
	j->has_key = j->has_key || !j->after_colon;
	return s + 1;
}

/* Outside of what is kept. */
static const char *scan(struct fio_json *j, const char *s, const char *end, guint32 line)
{
	if (j->string)
		return take_string(j, s, end);
	switch (*s) {
	case '{':
	case '[':
		open_bracket(j, *s, line);
		return s + 1;
	case '}':
	case ']':
		close_bracket(j);
		return s + 1;
	case '"':
		j->string = true;
		if (!j->after_colon) {
			j->has_key = false;
			g_string_truncate(j->word, 0);
		}
		return s + 1;
	case ':':
		j->after_colon = true;
		return s + 1;
	case ',':
		j->after_colon = j->has_key = false;
		return s + 1;
	default:
		return take_primitive(j, s, end);
	}
}

/* What matters outside of strings, and inside. */
static bool matters(char c, bool string)
{
	return string ? c == '"' || c == '\\'
		      : c == '"' || c == '{' || c == '}' || c == '[' || c == ']';
}

/* Takes a byte that matters; false: it ends what is kept. */
static bool count_brace(struct fio_json *j, char c)
{
	if (c == '"') {
		j->string = !j->string;
	} else if (c == '\\') {
		j->escaped = true;
	} else if (c == '{' || c == '[') {
		if (++j->depth > j->kept_depth + DEPTH_MAX && !j->bad)
			report_bad(j, "nested too deep");
	} else if (--j->depth < j->kept_depth) {
		return false;
	}
	return true;
}

/* Counts braces up to the end of what is kept; where that is, or the end of the line. */
static const char *scan_kept(struct fio_json *j, const char *s, const char *end)
{
	while (s < end) {
		if (j->escaped) {
			j->escaped = false;
			s++;
			continue;
		}
		while (s < end && !matters(*s, j->string))
			s++;
		if (s < end && !count_brace(j, *s++))
			return s;
	}
	return s;
}

static const char *keep(struct fio_json *j, const char *s, const char *end, bool opened)
{
	const char *stop = scan_kept(j, s, end);

	if (!j->bad)
		fio_json_text_add(&j->text, opened ? s - 1 : s, stop);
	if (!j->bad && j->text.bytes->len > MEMBER_MAX)
		report_bad(j, "too long");
	if (j->depth < j->kept_depth) {
		take_kept(j, true);
		j->has_key = j->after_colon = false;
	}
	return stop;
}

static bool is_alone(const char *s, size_t n, char c)
{
	size_t seen = 0;

	for (size_t i = 0; i < n; i++) {
		if (s[i] == c)
			seen++;
		else if (s[i] != ' ' && s[i] != '\t')
			return false;
	}
	return seen == 1;
}

/* A document begins though the one before it has not ended: that one was cut. */
static void restart(struct fio_json *j, const struct text *line)
{
	static const char key[] = "\"fio version\"";
	size_t margin = 0;

	while (margin < line->n && (line->s[margin] == ' ' || line->s[margin] == '\t'))
		margin++;
	if (!j->brace_alone || line->n - margin < sizeof(key) - 1 ||
		memcmp(line->s + margin, key, sizeof(key) - 1) != 0 || !(j->document || j->fio))
		return;
	/* Its brace was taken for a part of the one before. */
	if (j->member || j->global)
		fio_json_text_drop_line(&j->text);
	fio_json_end(j);
	j->depth = 1;
	j->start = line->line - 1;
}

enum line_class fio_json_line(struct fio_json *j, const struct text *line)
{
	const char *s = line->s, *end = s + line->n;
	bool figures = j->member;

	if (j->depth)
		restart(j, line);
	j->brace_alone = is_alone(line->s, line->n, '{');
	if (j->member || j->global)
		fio_json_text_line(&j->text, line->line);
	while (s < end) {
		bool kept = j->member || j->global;

		s = kept ? keep(j, s, end, false) : scan(j, s, end, line->line);
		if (!kept && (j->member || j->global))
			s = keep(j, s, end, true);
		figures = figures || j->member;
		if (j->depth)
			continue;
		s = s < end ? memchr(s, '{', (size_t)(end - s)) : NULL;
		if (!s)
			break; /* what follows on the line is no part of it */
	}
	return figures ? LINE_FIGURES : LINE_HEAD;
}
