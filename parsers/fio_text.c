#include "parsers/fio_text.h"

#include "parsers/ctime.h"
#include "parsers/fio_block.h"
#include "parsers/fio_head.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct fio_text {
	struct fio_runs *runs;
	struct sink *out;
	struct fio_report *report; /* NULL: none is open */
	struct fio_block block;
	GString *name;
	guint32 line;
	int group; /* whose lines come; -1: none */
};

struct fio_text *fio_text_new(struct fio_runs *runs, struct sink *out, const char *file)
{
	struct fio_text *t = g_new0(struct fio_text, 1);

	t->runs = runs;
	t->out = out;
	t->name = g_string_new(NULL);
	t->group = -1;
	fio_block_init(&t->block, runs, out, file);
	return t;
}

void fio_text_free(struct fio_text *t)
{
	fio_text_end(t);
	fio_block_clear(&t->block);
	g_string_free(t->name, TRUE);
	g_free(t);
}

/* ---- the head of a run ---------------------------------------------------------------------- */

static bool head_line(struct fio_text *t, const char *s)
{
	struct fio_head_line head;

	if (!fio_head_read(s, t->out->pool, &head))
		return false;
	fio_text_end(t);
	fio_runs_section(t->runs, s, head.name, head.group, &head.setup, t->line);
	return true;
}

/* ---- a block -------------------------------------------------------------------------------- */

static const char *last_of(const char *s, const char *what)
{
	const char *found = NULL;

	for (const char *at = s; (at = strstr(at, what)); at++)
		found = at;
	return found;
}

static void read_date(struct fio_text *t, const char *s)
{
	char iso[20];

	s += strspn(s, " ");
	if (!ctime_iso(s, strlen(s), iso) || !fio_seconds(iso, &t->report->printed))
		return;
	t->report->when = pool_str(t->out->pool, iso);
}

/* `err=28 (TEXT): pid=1: DATE` or `err= 0: pid=1: DATE` */
static void read_end_of_head(struct fio_text *t, const char *s, struct fio_job *job)
{
	const char *text = strchr(s, '('), *pid = last_of(s, ": pid=");
	char *end;

	job->error = strtol(s, &end, 10);
	if (!pid)
		return;
	if (text && text < pid && pid[-1] == ')' && pid - text > 2 && !t->report->error)
		t->report->error = pool_str_len(t->out->pool, text + 1, (size_t)(pid - text) - 2);
	job->pid = g_ascii_strtoull(pid + 6, &end, 10);
	job->has_pid = end > pid + 6;
	if (*end == ':')
		read_date(t, end + 1);
}

static void open_report(struct fio_text *t)
{
	if (!t->report)
		t->report = fio_report_new(FIO_TEXT, t->line);
}

static bool block_head(struct fio_text *t, const char *s)
{
	const char *at = last_of(s, ": (groupid="), *jobs, *error;
	struct fio_job *job;

	if (!at)
		return false;
	jobs = strstr(at, ", jobs=");
	error = strstr(at, "): err=");
	if (!jobs || !error)
		return false;
	fio_block_end(&t->block);
	/* What comes after the groups is another report, but for those of a client's servers. */
	if (t->report && t->report->whole && !fio_runs_is_client(t->runs))
		fio_text_end(t);
	open_report(t);
	t->group = -1;
	g_string_truncate(t->name, 0);
	g_string_append_len(t->name, s, at - s);
	job = fio_runs_job(t->runs, t->report, t->name->str, t->line);
	if (!job)
		return true;
	fio_block_start(&t->block, t->report);
	job->group = atoi(at + 11);
	job->clones = (unsigned)strtoul(jobs + 7, NULL, 10);
	job->aggregate = g_str_equal(t->name->str, "All clients");
	read_end_of_head(t, error + 7, job);
	return true;
}

void fio_text_end(struct fio_text *t)
{
	fio_block_end(&t->block);
	t->group = -1;
	if (!t->report)
		return;
	t->report->whole = t->report->whole || fio_runs_is_client(t->runs);
	fio_runs_report(t->runs, t->report);
	t->report = NULL;
}

/* ---- groups --------------------------------------------------------------------------------- */

static bool group_head(struct fio_text *t, const char *s)
{
	if (!g_str_has_prefix(s, "Run status group ") || !g_ascii_isdigit(s[17]))
		return false;
	fio_block_end(&t->block);
	open_report(t);
	t->report->whole = true;
	t->group = atoi(s + 17);
	return true;
}

static unsigned known_base(const struct fio_report *report)
{
	for (guint i = report->jobs->len; i-- > 0;) {
		const struct fio_job *job = &g_array_index(report->jobs, struct fio_job, i);

		if (job->name)
			return job->base;
	}
	return 0;
}

static void add_group_quantity(
	struct fio_text *t, unsigned id, const struct fio_word *word, bool old, unsigned base)
{
	struct fio_quantity q;
	bool ambiguous = old && !base && word->s && fio_quantity(word->s, &q) && q.power;

	t->block.report = t->report;
	fio_block_quantity(&t->block, id, word,
		!old   ? 1000
		: base ? base
		       : 1024,
		&q, ambiguous ? QUALITY_BIT(QUALITY_PREFIX_AMBIGUOUS) : 0);
}

static void add_group(struct fio_text *t, enum fio_direction d, const char *s)
{
	struct fio_word bw = fio_word_after(s, "aggrb="), io = fio_word_after(s, "io=");
	struct fio_word run = fio_word_after(s, "maxt="), least;
	struct fio_figure f = {.id = (guint16)fio_id(d, FIO_RUNTIME),
		.unit = "msec",
		.stddev = NAN,
		.line = t->line};
	bool old = g_str_has_prefix(s, "io=");
	unsigned base = old ? known_base(t->report) : 0;

	if (!old) {
		bw = fio_word_after(s, "bw=");
		run = fio_word_after(s, "run=");
		least.n = run.s ? strspn(run.s, "0123456789") : 0;
		if (run.s && run.s[least.n] == '-')
			run.s += least.n + 1;
	}
	run.n = run.s ? strspn(run.s, "0123456789") : 0;
	add_group_quantity(t, fio_id(d, FIO_BW), &bw, old, base);
	add_group_quantity(t, fio_id(d, FIO_IO), &io, old, base);
	if (run.n)
		fio_report_number(t->report, fio_runs_wanted(t->runs), &f, &run, 1e-3);
}

/* `READ: bw=131MiB/s (137MB/s), ..., io=392MiB (411MB), run=3002-3002msec` */
static bool group_line(struct fio_text *t, const char *s)
{
	static const char *const names[] = {"READ:", "WRITE:", "TRIM:", "MIXED:"};
	int d = 0;

	G_STATIC_ASSERT(G_N_ELEMENTS(names) == FIO_DIRECTION_COUNT);
	while (d < FIO_DIRECTION_COUNT && !g_str_has_prefix(s, names[d]))
		d++;
	if (d == FIO_DIRECTION_COUNT || t->group < 0)
		return false;
	if (!t->report->jobs->len || fio_report_last(t->report)->name ||
		fio_report_last(t->report)->group != t->group) {
		struct fio_job *job = fio_runs_job(t->runs, t->report, NULL, t->line);

		if (!job)
			return true;
		job->group = t->group;
		job->aggregate = true;
	}
	s += strlen(names[d]);
	add_group(t, (enum fio_direction)d, s + strspn(s, " "));
	return true;
}

/* ---- lines ---------------------------------------------------------------------------------- */

bool fio_text_is(const char *s)
{
	const char *block = strstr(s, ": (groupid=");

	return fio_head_is(s) || g_str_has_prefix(s, "Run status group ") ||
	       (block && strstr(block, "): err="));
}

enum line_class fio_text_line(struct fio_text *t, const struct text *line)
{
	const char *s = line->s;

	t->line = t->block.line = line->line;
	if (head_line(t, s))
		return LINE_HEAD;
	if (block_head(t, s))
		return LINE_HEADER;
	s += strspn(s, " \t");
	if (group_head(t, s))
		return LINE_HEADER;
	if (t->group >= 0 && group_line(t, s))
		return LINE_FIGURES;
	return t->block.open ? fio_block_line(&t->block, s) : LINE_CLASS_COUNT;
}
