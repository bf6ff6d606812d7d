#include "parsers/fio_merge.h"

#include <math.h>

/* Forms are printed one after the other, so that a second may begin between them. */
#define PRINTING 2

static const enum fio_form order[] = {FIO_JSON, FIO_TERSE, FIO_TEXT};

G_STATIC_ASSERT(G_N_ELEMENTS(order) == FIO_FORM_COUNT);

struct fio_report *fio_merge_first(struct fio_report *const form[FIO_FORM_COUNT])
{
	for (size_t i = 0; i < G_N_ELEMENTS(order); i++)
		if (form[order[i]])
			return form[order[i]];
	return NULL;
}

const char *fio_merge_when(struct fio_report *const form[FIO_FORM_COUNT])
{
	for (size_t i = 0; i < G_N_ELEMENTS(order); i++)
		if (form[order[i]] && form[order[i]]->when)
			return form[order[i]]->when;
	return NULL;
}

static const struct fio_job *job_at(const struct fio_report *report, guint i)
{
	return &g_array_index(report->jobs, struct fio_job, i);
}

static bool has_figures(const struct fio_job *job)
{
	for (int d = 0; d < FIO_DIRECTION_COUNT; d++)
		if (job->runtime[d] > 0)
			return true;
	return false;
}

size_t fio_merge_directions(const struct fio_report *report)
{
	size_t n = 0;

	for (guint i = 0; i < report->jobs->len; i++)
		for (int d = 0; d < FIO_DIRECTION_COUNT; d++)
			n += job_at(report, i)->runtime[d] > 0;
	return n;
}

static bool same_job(const struct fio_job *a, const struct fio_job *b)
{
	return a->name == b->name && (a->group < 0 || b->group < 0 || a->group == b->group);
}

/* Index of the job of `in` at or after `from` that is this one; its length: none. */
static guint find_job(const struct fio_report *in, const struct fio_job *job, guint from)
{
	while (from < in->jobs->len && !(same_job(job_at(in, from), job) &&
					       has_figures(job_at(in, from)) == has_figures(job)))
		from++;
	return from;
}

/* Do two jobs have the same amounts in the same time? -1 no, 0 nothing to compare, 1 yes. */
static int agree(const struct fio_job *a, const struct fio_job *b)
{
	int result = 0;

	for (int d = 0; d < FIO_DIRECTION_COUNT; d++) {
		if (isnan(a->runtime[d]) || isnan(b->runtime[d]))
			continue;
		if (fabs(a->runtime[d] - b->runtime[d]) < 0.0005 ||
			fabs(a->io[d] - b->io[d]) <= a->io_step[d] + b->io_step[d])
			return 1;
		result = -1;
	}
	return result;
}

bool fio_merge_same_time(const struct fio_report *a, const struct fio_report *b)
{
	return !a->printed || !b->printed || ABS(a->printed - b->printed) <= PRINTING;
}

/* Of normal output the report of a client's server may be one of several. */
bool fio_merge_is_same(const struct fio_report *a, const struct fio_report *b)
{
	guint at = 0;
	int agreed = 0;

	if (!fio_merge_same_time(a, b))
		return false;
	if (b->form != FIO_TEXT && a->form == FIO_TEXT) {
		const struct fio_report *swap = a;

		a = b;
		b = swap;
	}
	for (guint i = 0; i < b->jobs->len; i++) {
		const struct fio_job *job = job_at(b, i);

		if (!job->name || (!has_figures(job) && !job->error))
			continue;
		at = find_job(a, job, at);
		if (at == a->jobs->len)
			return false;
		agreed = MAX(agreed, agree(job_at(a, at), job));
		at++;
	}
	return agreed > 0 || (a->printed && b->printed);
}

static bool grows(const struct fio_job *old, const struct fio_job *next, bool *more)
{
	for (int d = 0; d < FIO_DIRECTION_COUNT; d++) {
		if (!(old->runtime[d] > 0))
			continue;
		if (!(next->runtime[d] >= old->runtime[d] && next->io[d] >= old->io[d]) ||
			next->least[d] > old->least[d] || next->longest[d] < old->longest[d])
			return false;
		*more = *more || next->io[d] > old->io[d];
	}
	return !(next->ctx < old->ctx);
}

/* Did both start at the same time? -1 no, 0 not told, 1 yes. */
static int same_start(const struct fio_job *a, const struct fio_job *b)
{
	if (a->has_pid && b->has_pid)
		return a->pid == b->pid ? 1 : -1;
	if (a->job_start && b->job_start)
		return a->job_start == b->job_start ? 1 : -1;
	if (a->began && b->began)
		return ABS(a->began - b->began) <= PRINTING ? 1 : -1;
	return 0;
}

bool fio_merge_is_later(const struct fio_report *old, const struct fio_report *next)
{
	bool more = false, told = false;

	if (!old->jobs->len || !next->jobs->len || old->version != next->version)
		return false;
	for (guint i = 0; i < MIN(old->jobs->len, next->jobs->len); i++) {
		const struct fio_job *a = job_at(old, i), *b = job_at(next, i);
		int start;

		if (!a->name || !b->name)
			break;
		start = same_start(a, b);
		if (!same_job(a, b) || start < 0 || !grows(a, b, &more))
			return false;
		told = told || start > 0;
	}
	return told || more;
}

/* ---- figures -------------------------------------------------------------------------------- */

struct fio_merge *fio_merge_new(
	struct fio_report *const form[FIO_FORM_COUNT], struct diag *diag, const char *file)
{
	struct fio_merge *m = g_new0(struct fio_merge, 1);
	guint forms = 0;

	m->form = form;
	m->report = fio_merge_first(form);
	m->first = m->now = m->report->form;
	m->figures = g_array_new(FALSE, FALSE, sizeof(struct fio_figure));
	m->diag = diag;
	m->file = file;
	for (int f = 0; f < FIO_FORM_COUNT; f++) {
		if (!form[f])
			continue;
		forms++;
		m->used[f] = g_byte_array_new();
		g_byte_array_set_size(m->used[f], form[f]->jobs->len);
		for (guint i = 0; i < m->used[f]->len; i++)
			m->used[f]->data[i] = 0;
	}
	m->single = forms == 1;
	return m;
}

void fio_merge_free(struct fio_merge *m)
{
	for (int f = 0; f < FIO_FORM_COUNT; f++)
		if (m->used[f])
			g_byte_array_unref(m->used[f]);
	g_array_free(m->figures, TRUE);
	g_free(m);
}

static struct fio_figure *find_figure(GArray *figures, const struct fio_figure *like)
{
	for (guint i = 0; i < figures->len; i++) {
		struct fio_figure *f = &g_array_index(figures, struct fio_figure, i);

		if (f->id == like->id && f->percentile == like->percentile)
			return f;
	}
	return NULL;
}

static bool differ(const struct fio_figure *a, const struct fio_figure *b)
{
	/* Sums of doubles and the last place of what was printed. */
	double room = (double)a->step + b->step + 1e-6 * fmax(fabs(a->value), fabs(b->value));

	return fabs(a->value - b->value) > room;
}

static void merge_figure(struct fio_merge *m, const struct fio_figure *f)
{
	struct fio_figure *have = find_figure(m->figures, f);

	if (!have) {
		g_array_append_val(m->figures, *f);
	} else if (isnan(have->value)) {
		if (!isnan(f->value))
			*have = *f;
	} else if (!isnan(f->value) && differ(have, f)) {
		diag_at(m->diag, DIAG_FORMS_DIFFER, m->file, f->line, "line %u has %g, not %g",
			have->line, have->value, f->value);
		have->value = have->stddev = NAN;
		have->flags |= QUALITY_BIT(QUALITY_UNREADABLE);
	} else if (!isnan(f->value) && f->step < have->step) {
		*have = *f;
	}
}

static void merge_facts(struct fio_job *job, const struct fio_job *other)
{
	if (other->clones && other->has_pid)
		job->clones = other->clones; /* the number of jobs of a block of normal output */
	job->error = job->error ? job->error : other->error;
	job->client = job->client ? job->client : other->client;
	job->group = job->group < 0 ? other->group : job->group;
	if (!job->setup.rw && !job->setup.ioengine)
		job->setup = other->setup;
}

const struct fio_figure *fio_merge_job(struct fio_merge *m, struct fio_job *job, size_t *n)
{
	const struct fio_figure *own =
		(const struct fio_figure *)(const void *)m->report->figures->data;

	*n = job->end - job->first;
	if (m->single || m->now != m->first)
		return own + job->first;
	g_array_set_size(m->figures, 0);
	g_array_append_vals(m->figures, own + job->first, (guint)*n);
	for (size_t k = 0; k < G_N_ELEMENTS(order); k++) {
		const struct fio_report *other = m->form[order[k]];
		guint at;

		if (!other || other == m->report)
			continue;
		at = find_job(other, job, m->cursor[order[k]]);
		if (at == other->jobs->len)
			continue;
		m->cursor[order[k]] = at + 1;
		m->used[order[k]]->data[at] = 1;
		merge_facts(job, job_at(other, at));
		for (guint f = job_at(other, at)->first; f < job_at(other, at)->end; f++)
			merge_figure(m, &g_array_index(other->figures, struct fio_figure, f));
	}
	*n = m->figures->len;
	return (const struct fio_figure *)(const void *)m->figures->data;
}

bool fio_merge_next(struct fio_merge *m)
{
	for (size_t k = 0; k < G_N_ELEMENTS(order); k++) {
		if (order[k] == m->now) {
			while (++k < G_N_ELEMENTS(order) && !m->form[order[k]])
				;
			if (k == G_N_ELEMENTS(order))
				return false;
			m->now = order[k];
			m->report = m->form[order[k]];
			return true;
		}
	}
	return false;
}

bool fio_merge_is_used(const struct fio_merge *m, guint i)
{
	return m->used[m->now]->data[i];
}
