#include "parsers/fio_run.h"

#include "model/layout.h"
#include "parsers/fio_merge.h"
#include "parsers/fio_push.h"
#include <math.h>
#include <string.h>

/* A section's line in the head of a run. */
struct section {
	const char *name;
	int group;
	struct fio_setup setup;
};

#define SECTIONS 4096

/* What stands around reports. */
struct head {
	GString *error; /* the first; empty: none */
	bool interrupted;
	guint32 line; /* 0: nothing was seen */
};

struct fio_runs {
	struct sink *out;
	const char *file;
	struct fio_wanted wanted;

	struct head head, next; /* before the first report, and after it: of whichever run */
	GArray *sections;
	const char *version, *command;
	const char *label, *layout; /* once the sink knows of the run */
	bool started, client, several_hosts;
	const char *host;

	struct fio_report *kept[FIO_FORM_COUNT];
	guint jobs;    /* of the report that is being handed on or read */
	size_t status; /* reports that were replaced by later ones */
	guint32 status_line;
	bool cut;           /* a report of the run is not whole */
	bool begun;         /* the sink knows of the run */
	bool crowded;       /* its figures were handed on already */
	bool jobs_told;     /* that there are too many */
	size_t pushed;      /* figures that have a value */
	bool did_something; /* it has figures, wanted or not */
	long failed;        /* error of a job that was handed on */
	size_t count;
};

struct fio_runs *fio_runs_new(struct sink *out, const char *file)
{
	struct fio_runs *r = g_new0(struct fio_runs, 1);

	r->out = out;
	r->file = file;
	r->head.error = g_string_new(NULL);
	r->next.error = g_string_new(NULL);
	r->sections = g_array_new(FALSE, FALSE, sizeof(struct section));
	r->wanted.sink = out;
	r->wanted.file = file;
	return r;
}

size_t fio_runs_free(struct fio_runs *r)
{
	size_t count;

	fio_runs_end(r);
	count = r->count;
	g_string_free(r->head.error, TRUE);
	g_string_free(r->next.error, TRUE);
	g_array_free(r->sections, TRUE);
	g_free(r);
	return count;
}

struct fio_wanted *fio_runs_wanted(struct fio_runs *r)
{
	return &r->wanted;
}

static struct fio_report *any_report(const struct fio_runs *r)
{
	return fio_merge_first(r->kept);
}

/* ---- the head ------------------------------------------------------------------------------- */

/* Where what comes now belongs: after a report it may be the next run's. */
static struct head *head_now(struct fio_runs *r, guint32 line)
{
	struct head *head = any_report(r) || r->crowded ? &r->next : &r->head;

	if (!head->line)
		head->line = line;
	return head;
}

static bool same_setup(const struct fio_setup *a, const struct fio_setup *b)
{
	for (int d = 0; d < FIO_MIXED; d++)
		if (a->bs[d] != b->bs[d])
			return false;
	return a->rw == b->rw && a->ioengine == b->ioengine && a->iodepth == b->iodepth;
}

static bool is_known(const struct fio_runs *r, const struct section *s)
{
	for (guint i = 0; i < r->sections->len; i++) {
		const struct section *known = &g_array_index(r->sections, struct section, i);

		if (known->name == s->name && known->group == s->group &&
			same_setup(&known->setup, &s->setup))
			return true;
	}
	return false;
}

/* A head in the middle of a line is a second copy, of a buffer that two processes had. */
static bool is_copy(const struct fio_runs *r, const char *name)
{
	for (guint i = 0; i < r->sections->len; i++) {
		const struct section *s = &g_array_index(r->sections, struct section, i);

		if (s->name != name && g_str_has_suffix(name, s->name))
			return true;
	}
	return false;
}

void fio_runs_section(struct fio_runs *r, const char *name, size_t n, int group,
	const struct fio_setup *setup, guint32 line)
{
	struct section s = {pool_str_len(r->out->pool, name, n), group, *setup};
	bool glued = r->started && is_copy(r, s.name);

	if (any_report(r) || r->crowded || (r->started && !r->client && !glued))
		fio_runs_end(r);
	head_now(r, line);
	if (!glued && r->sections->len < SECTIONS && !is_known(r, &s))
		g_array_append_val(r->sections, s);
}

void fio_runs_version(struct fio_runs *r, const char *version, size_t n, guint32 line)
{
	head_now(r, line);
	if (!any_report(r))
		r->version = pool_str_len(r->out->pool, version, n);
}

const char *fio_runs_version_now(const struct fio_runs *r)
{
	return r->version;
}

void fio_runs_started(struct fio_runs *r, guint32 line)
{
	head_now(r, line);
	r->started = true;
}

void fio_runs_client(struct fio_runs *r, const char *host, guint32 line)
{
	const char *name = pool_str(r->out->pool, host);

	if (any_report(r) && !r->client)
		fio_runs_end(r);
	head_now(r, line);
	r->client = true;
	if (name && r->host && name != r->host)
		r->several_hosts = true;
	if (name && !r->host)
		r->host = name;
}

bool fio_runs_is_client(const struct fio_runs *r)
{
	return r->client;
}

void fio_runs_error(struct fio_runs *r, const char *text, guint32 line)
{
	struct head *head = head_now(r, line);

	if (!head->error->len)
		g_string_assign(head->error, text);
}

void fio_runs_signal(struct fio_runs *r, guint32 line)
{
	head_now(r, line)->interrupted = true;
}

void fio_runs_command(struct fio_runs *r, const char *text)
{
	if (any_report(r) || r->head.line)
		fio_runs_end(r);
	r->command = pool_str(r->out->pool, text);
}

static void setup_add(struct fio_setup *to, const struct fio_setup *from)
{
	to->rw = to->rw ? to->rw : from->rw;
	to->ioengine = to->ioengine ? to->ioengine : from->ioengine;
	to->iodepth = to->iodepth ? to->iodepth : from->iodepth;
	for (int d = 0; d < FIO_MIXED; d++)
		to->bs[d] = to->bs[d] ? to->bs[d] : from->bs[d];
}

struct fio_setup fio_runs_setup(const struct fio_runs *r, const char *name, int group)
{
	struct fio_setup setup = {NULL};
	guint found = 0;

	for (guint i = 0; i < r->sections->len; i++) {
		const struct section *s = &g_array_index(r->sections, struct section, i);

		if (s->name != name || (group >= 0 && s->group != group))
			continue;
		if (found++ && !same_setup(&setup, &s->setup))
			return (struct fio_setup){NULL}; /* which of them, nobody knows */
		setup = s->setup;
	}
	return setup;
}

/* ---- handing on ----------------------------------------------------------------------------- */

/* A job that did nothing has no figures, though it may have used the CPU. */
static bool did_nothing(const struct fio_job *job)
{
	for (int d = 0; d < FIO_DIRECTION_COUNT; d++)
		if (job->runtime[d] > 0)
			return false;
	return true;
}

/*
 * Jobs that all have one name may have that of a layout: the weakest source, so that whoever knows
 * better says so later.
 */
static void read_label(struct fio_runs *r, const struct fio_report *report)
{
	const char *name = NULL;
	struct layout layout;
	g_autoptr(GString) key = g_string_new(NULL);

	for (guint i = 0; report && i < report->jobs->len; i++) {
		const struct fio_job *job = &g_array_index(report->jobs, struct fio_job, i);

		if (!job->name || job->aggregate)
			continue;
		if (name && name != job->name)
			return;
		name = job->name;
	}
	if (!name || !layout_parse(name, NULL, &layout))
		return;
	layout_print_key(&layout, key);
	r->label = name;
	r->layout = pool_str(r->out->pool, key->str);
}

static struct run facts(const struct fio_runs *r)
{
	const struct fio_report *first = any_report(r);

	return (struct run){
		.tool = "fio",
		.version = first && first->version ? first->version : r->version,
		.command = r->command,
		.when = fio_merge_when(r->kept),
		.label = r->label,
		.layout = r->layout,
		.pos = {r->file, r->head.line ? r->head.line
				 : first      ? first->line
					      : 1},
	};
}

static void begin_in_sink(struct fio_runs *r)
{
	struct run run;

	if (r->begun)
		return;
	read_label(r, any_report(r));
	run = facts(r);
	r->begun = true;
	r->out->run_begin(r->out, &run);
}

/* Does the job stand alone under its name, so that it may be the sum of its clones? */
static bool is_single(const struct fio_report *report, guint i)
{
	const struct fio_job *job = &g_array_index(report->jobs, struct fio_job, 0);

	return (!i || job[i - 1].name != job[i].name || job[i - 1].client != job[i].client) &&
	       (i + 1 == report->jobs->len || job[i + 1].name != job[i].name ||
		       job[i + 1].client != job[i].client);
}

static void push_job(struct fio_runs *r, struct fio_merge *merge, guint i, bool several)
{
	const struct fio_report *report = merge->report;
	struct fio_job job = g_array_index(report->jobs, struct fio_job, i);
	struct fio_place place = {.job = &job};
	const struct fio_push push = {&r->wanted, r->client && !r->several_hosts ? r->host : NULL};
	size_t n;
	const struct fio_figure *figures;

	if (job.name && !job.aggregate) {
		r->jobs++;
		place.number = several ? r->jobs : 0;
	}
	if (did_nothing(&job))
		return;
	/* The option numjobs: only a job that is reported once can be the sum of so many. */
	if (report->form == FIO_JSON && !is_single(report, i))
		job.clones = 0;
	figures = fio_merge_job(merge, &job, &n);
	if (job.name && !job.aggregate)
		place.setup = fio_runs_setup(r, job.name, job.group);
	setup_add(&place.setup, &job.setup);
	r->pushed += fio_push_figures(&push, &place, figures, n);
}

static guint counted(const struct fio_report *report)
{
	guint n = 0;

	for (guint i = 0; i < report->jobs->len; i++) {
		const struct fio_job *job = &g_array_index(report->jobs, struct fio_job, i);

		n += job->name && !job->aggregate;
	}
	return n;
}

static void push_reports(struct fio_runs *r)
{
	struct fio_merge *merge;

	if (!any_report(r) || r->crowded)
		return;
	merge = fio_merge_new(r->kept, r->out->diag, r->file);
	r->jobs = 0;
	for (guint i = 0; i < merge->report->jobs->len; i++)
		push_job(r, merge, i, counted(merge->report) > 1);
	while (fio_merge_next(merge))
		for (guint k = 0; k < merge->report->jobs->len; k++)
			if (!fio_merge_is_used(merge, k))
				push_job(r, merge, k, false);
	fio_merge_free(merge);
}

/* ---- the end of a run ----------------------------------------------------------------------- */

/* The number of the first error of a job; 0: none. */
static long job_error(const struct fio_report *report)
{
	long error = 0;

	for (guint i = 0; i < report->jobs->len && !error; i++)
		error = g_array_index(report->jobs, struct fio_job, i).error;
	return error;
}

static const char *first_error(const struct fio_runs *r, char buffer[32])
{
	long failed = r->failed;

	if (!any_report(r))
		return r->head.error->len ? r->head.error->str : NULL;
	for (int form = 0; form < FIO_FORM_COUNT && !failed; form++)
		failed = r->kept[form] ? job_error(r->kept[form]) : 0;
	g_snprintf(buffer, 32, "error %ld", failed);
	/* Without a job that failed, what fio said was no more than a hint. */
	if (!failed && r->did_something)
		return NULL;
	if (r->head.error->len)
		return r->head.error->str;
	for (int form = 0; form < FIO_FORM_COUNT; form++)
		if (r->kept[form] && r->kept[form]->error)
			return r->kept[form]->error;
	return failed ? buffer : NULL;
}

/* Of a run that prints its state now and then, a report without an end is not the last. */
static bool is_unfinished(const struct fio_runs *r)
{
	const struct fio_report *report = any_report(r);
	const struct fio_job *last;

	if (!report)
		return true;
	if (r->crowded || !report->jobs->len)
		return r->cut || !report->whole;
	last = fio_report_last(report);
	return r->cut || !report->whole || (last->eta > 0 && (last->eta < G_MAXINT32 || r->status));
}

static void judge(const struct fio_runs *r, struct run *run, char buffer[32])
{
	run->error = first_error(r, buffer);
	if (r->head.interrupted && !run->error)
		run->status = RUN_INTERRUPTED;
	else if (!r->did_something)
		run->status = RUN_FAILED;
	else
		run->status = run->error || is_unfinished(r) ? RUN_PARTIAL : RUN_COMPLETE;
	if (run->status == RUN_FAILED && !run->error)
		run->error = any_report(r) && any_report(r)->jobs->len
				     ? "no I/O was done"
				     : "the output ends before any report";
}

static void report_end(const struct fio_runs *r, const struct run *run, bool said)
{
	if (r->status)
		diag_at(r->out->diag, DIAG_STATUS_REPORTS, r->file, r->status_line, "%zu",
			r->status);
	if (said)
		diag_at(r->out->diag, DIAG_RUN_ERROR, r->file, run->pos.line, "%s", run->error);
	else if (run->status != RUN_COMPLETE)
		diag_at(r->out->diag, DIAG_RUN_INCOMPLETE, r->file, run->pos.line,
			"%s, %zu figures", run_status_name(run->status), r->pushed);
}

static void reset(struct fio_runs *r)
{
	GString *error = r->head.error;

	for (int form = 0; form < FIO_FORM_COUNT; form++)
		g_clear_pointer(&r->kept[form], fio_report_free);
	r->head = r->next;
	r->next = (struct head){.error = g_string_truncate(error, 0)};
	g_array_set_size(r->sections, 0);
	r->version = r->command = r->host = r->label = r->layout = NULL;
	r->started = r->client = r->several_hosts = false;
	r->cut = r->begun = r->crowded = r->jobs_told = false;
	r->jobs = 0;
	r->failed = 0;
	r->status = r->pushed = 0;
	r->did_something = false;
	r->status_line = 0;
}

void fio_runs_end(struct fio_runs *r)
{
	struct run run;
	char buffer[32];
	bool said;

	if (!any_report(r) && !r->head.line) {
		r->command = NULL;
		return;
	}
	begin_in_sink(r);
	push_reports(r);
	/* Figures that nobody wants count for the status, too. */
	r->did_something = r->pushed > 0;
	for (int form = 0; form < FIO_FORM_COUNT; form++)
		if (r->kept[form] && fio_merge_directions(r->kept[form]))
			r->did_something = true;
	run = facts(r);
	said = first_error(r, buffer) != NULL;
	judge(r, &run, buffer);
	report_end(r, &run, said);
	r->out->run_end(r->out, &run);
	r->count++;
	reset(r);
}

/* ---- reports -------------------------------------------------------------------------------- */

/* Hands on the jobs of a report that is too big to be held, up to the one that is read. */
static void hand_on(struct fio_runs *r, struct fio_report *report)
{
	struct fio_merge *merge;
	struct fio_report *alone[FIO_FORM_COUNT] = {NULL};

	if (!report->crowded) {
		if (any_report(r) || r->crowded)
			fio_runs_end(r);
		report->crowded = r->crowded = true;
		r->jobs = 0;
	}
	r->kept[report->form] = report;
	begin_in_sink(r);
	r->kept[report->form] = NULL;
	alone[report->form] = report;
	merge = fio_merge_new(alone, r->out->diag, r->file);
	r->failed = r->failed ? r->failed : job_error(report);
	for (guint i = 0; i < report->jobs->len; i++)
		push_job(r, merge, i, true);
	fio_merge_free(merge);
	g_array_set_size(report->jobs, 0);
	g_array_set_size(report->figures, 0);
	g_string_chunk_clear(report->text);
}

struct fio_job *fio_runs_job(
	struct fio_runs *r, struct fio_report *report, const char *name, guint32 line)
{
	guint so_far = report->jobs->len + (report->crowded ? r->jobs : 0);

	if (so_far >= FIO_JOBS_MAX) {
		if (!r->jobs_told)
			diag_at(r->out->diag, DIAG_TOO_MANY_JOBS, r->file, line, "over %u",
				FIO_JOBS_MAX);
		r->jobs_told = r->cut = true;
		return NULL;
	}
	if (report->figures->len >= FIO_HELD_FIGURES)
		hand_on(r, report);
	return fio_report_job(report, pool_str(r->out->pool, name), line);
}

static void keep(struct fio_runs *r, struct fio_report *report)
{
	r->kept[report->form] = report;
	r->cut = r->cut || !report->whole;
	r->head.line = r->head.line ? r->head.line : report->line;
}

/* What was said since the last report belongs to the run after all. */
static void take_next(struct fio_runs *r)
{
	if (!r->head.error->len)
		g_string_assign(r->head.error, r->next.error->str);
	r->head.interrupted = r->head.interrupted || r->next.interrupted;
	g_string_truncate(r->next.error, 0);
	r->next.interrupted = false;
	r->next.line = 0;
}

/* A later report of the same jobs; one that is cut is not better than the whole one before it. */
static void replace(struct fio_runs *r, struct fio_report *report)
{
	struct fio_report *old = r->kept[report->form];

	take_next(r);
	if (report->jobs->len < old->jobs->len || (!report->whole && old->whole)) {
		r->cut = true;
		fio_report_free(report);
		return;
	}
	r->status++;
	r->status_line = r->status_line ? r->status_line : old->line;
	fio_report_free(old);
	r->kept[report->form] = NULL;
	keep(r, report);
}

void fio_runs_report(struct fio_runs *r, struct fio_report *report)
{
	struct fio_report *same = r->kept[report->form], *other = any_report(r);

	if (report->crowded) {
		hand_on(r, report);
		keep(r, report);
	} else if (r->crowded && other && !same && fio_merge_same_time(other, report)) {
		fio_report_free(report); /* the same figures once more */
	} else if (same && fio_merge_is_later(same, report)) {
		replace(r, report);
	} else if (!same && other && fio_merge_is_same(other, report)) {
		take_next(r);
		keep(r, report);
	} else {
		if (other)
			fio_runs_end(r);
		if (r->jobs_told && !report->jobs->len)
			r->cut = true;
		keep(r, report);
	}
}
