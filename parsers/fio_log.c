#include "parsers/fio_log.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Windows for logs of single I/Os: what fio itself takes samples by. */
#define SINGLE_WINDOW 500

/* So many steps of each log tell how long windows are. */
#define STEPS 100

/* Times from here on are a clock's, in ms since 1970: three years of it. */
#define EPOCH G_GUINT64_CONSTANT(100000000000)

/* What the heads of the logs of one run tell. */
struct evidence {
	struct fio_row_evidence all, of[FIO_LOG_TYPE_COUNT];
	GArray *rates, *latencies; /* guint64: ms between rows of one direction */
	guint64 first;             /* least time; G_MAXUINT64: no row */
	guint64 least_window;      /* a row whose log has no other */
};

static const struct fio_part *part_at(const struct fio_logs *l, guint i)
{
	return &g_array_index(l->parts, struct fio_part, i);
}

const struct fio_section *fio_logs_section(const struct fio_logs *l, unsigned section)
{
	return l->job ? l->job->sections->pdata[section] : NULL;
}

unsigned fio_logs_jobs(const struct fio_logs *l, unsigned section, enum fio_log_type type)
{
	unsigned jobs = 0;

	for (guint i = 0; i < l->parts->len; i++)
		jobs += part_at(l, i)->section == section && part_at(l, i)->type == type;
	return jobs;
}

guint64 fio_window_tidy(double ms)
{
	static const double usual[] = {1, 2, 2.5, 5};

	for (double ten = 1; ten < 1e9; ten *= 10)
		for (size_t i = 0; i < G_N_ELEMENTS(usual); i++)
			if (fabs(ms / (usual[i] * ten) - 1) <= 0.03 && usual[i] * ten >= 1)
				return (guint64)llround(usual[i] * ten);
	return ms >= 1 ? (guint64)llround(ms) : 1;
}

static gint compare_times(gconstpointer a, gconstpointer b)
{
	guint64 x = *(const guint64 *)a, y = *(const guint64 *)b;

	return (x > y) - (x < y);
}

static double median(GArray *times)
{
	g_array_sort(times, compare_times);
	return times->len ? (double)g_array_index(times, guint64, (times->len - 1) / 2) : 0;
}

/* Looks at the head of one log: whole lines only. */
static void learn_part(struct evidence *e, const struct fio_part *part, const char *head, size_t n)
{
	struct fio_row_evidence one = {0}, *of = &e->of[part->type];
	GArray *steps = part->type <= FIO_LOG_IOPS ? e->rates : e->latencies;
	struct fio_row_form form;
	guint64 last[FIO_LOG_DIRECTION_COUNT] = {0};
	unsigned taken = 0;
	const char *end;

	for (const char *s = head; (end = memchr(s, '\n', (size_t)(head + n - s))); s = end + 1) {
		fio_row_learn(&one, s, (size_t)(end - s));
		fio_row_learn(&e->all, s, (size_t)(end - s));
		fio_row_learn(of, s, (size_t)(end - s));
	}
	if (!one.columns)
		return;
	form = fio_row_settle(&e->all);
	for (const char *s = head; (end = memchr(s, '\n', (size_t)(head + n - s))); s = end + 1) {
		struct fio_row row;
		guint64 step;

		if (!fio_row_read(&form, s, (size_t)(end - s), &row))
			continue;
		step = row.time - last[row.direction];
		if (last[row.direction] && row.time > last[row.direction] && taken < STEPS) {
			g_array_append_val(steps, step);
			taken++;
		}
		last[row.direction] = row.time;
	}
	e->first = MIN(e->first, one.first);
	if (!taken && one.first)
		e->least_window = MIN(e->least_window, one.first);
}

static void learn(struct fio_logs *l, struct evidence *e)
{
	struct diag *unheard = diag_new(); /* who reads it to the end says it */

	for (guint i = 0; i < l->parts->len; i++) {
		const struct fio_part *part = part_at(l, i);
		struct input *in = part->type == FIO_LOG_HIST
					   ? NULL
					   : input_open_at(part->path, part->path, &part->start,
						     INPUT_HEAD, unheard, NULL);
		size_t n;
		const char *head = in ? input_head(in, &n) : NULL;

		if (head)
			learn_part(e, part, head, n);
		input_close(in);
	}
	diag_free(unheard);
}

/* Does the job file say that all its logs have averages? */
static bool says_averages(const struct fio_logs *l)
{
	bool all = l->job != NULL;

	for (unsigned s = 0; l->job && s < l->sections; s++)
		all &= fio_section_number(fio_logs_section(l, s), "log_avg_msec", 0) > 0;
	return all;
}

/* Which logs hold single I/Os: IOPS logs tell best, and all logs of a run are alike. */
static bool settle_single(struct fio_logs *l, const struct evidence *e)
{
	const struct fio_row_evidence *iops = &e->of[FIO_LOG_IOPS];
	bool averages = says_averages(l), any = false;

	for (int t = 0; t < FIO_LOG_HIST; t++) {
		l->windows.single[t] =
			!averages &&
			(iops->columns ? fio_row_is_single(iops, &l->windows.form, true)
				       : fio_row_is_single(&e->of[t], &l->windows.form, false));
		any |= e->of[t].columns && !l->windows.single[t];
	}
	return !any;
}

/* The unit of latencies: by the columns that only later releases write, else by what lies beside.
 */
static void settle_unit(struct fio_logs *l, const struct fio_beside *beside)
{
	int is_nsec = fio_beside_is_nsec(beside, l->prefix);

	l->is_nsec = true;
	if (l->windows.form.columns > 5)
		return;
	if (is_nsec < 0 && l->windows.form.is_nsec)
		return;
	if (is_nsec < 0 && l->hist)
		is_nsec = fio_hist_is_nsec(l->hist);
	l->unit_guessed = is_nsec < 0;
	l->is_nsec = is_nsec != 0;
}

static void settle_window(struct fio_logs *l, struct evidence *e, bool single)
{
	struct fio_windows *m = &l->windows;
	double step = median(e->rates->len ? e->rates : e->latencies);

	if (single)
		m->window = SINGLE_WINDOW;
	else if (step > 0)
		m->window = fio_window_tidy(step);
	else
		m->window = fio_window_tidy(
			e->least_window < EPOCH ? (double)e->least_window : SINGLE_WINDOW);
	m->is_epoch = e->first >= EPOCH;
	m->origin = m->is_epoch ? e->first - (single ? 0 : m->window) : 0;
}

/* Histograms come first: they tell the unit of latencies, too. */
static void read_hist(struct fio_logs *l)
{
	for (guint i = 0; i < l->parts->len; i++) {
		struct fio_part *part = &g_array_index(l->parts, struct fio_part, i);

		if (part->type != FIO_LOG_HIST)
			continue;
		if (!l->hist)
			l->hist = fio_hist_new(l->sections);
		fio_hist_add(l->hist, part, l->out);
	}
	if (l->hist)
		l->hist_window = fio_window_tidy(fio_hist_interval(l->hist));
}

static void tell_units(const struct fio_logs *l)
{
	for (guint i = 0; i < l->parts->len; i++) {
		const struct fio_part *part = part_at(l, i);

		if (part->type < FIO_LOG_SLAT || part->type > FIO_LOG_LAT || !part->rows)
			continue;
		if (l->unit_guessed)
			diag_at(l->out->diag, DIAG_UNIT_GUESSED, part->path, 0,
				"latencies taken for nanoseconds, for no report of this run tells "
				"the release");
		if (l->windows.plain)
			diag_at(l->out->diag, DIAG_LATENCY_PLAIN, part->path, 0, NULL);
		return;
	}
}

/* The parts that are no histograms, in an array of their own, as fio_windows_sum() wants them. */
static void read_series(struct fio_logs *l, const struct fio_beside *beside)
{
	struct evidence e = {.first = G_MAXUINT64, .least_window = G_MAXUINT64};
	GArray *parts = g_array_new(FALSE, FALSE, sizeof(struct fio_part));
	GArray *index = g_array_new(FALSE, FALSE, sizeof(guint));

	e.rates = g_array_new(FALSE, FALSE, sizeof(guint64));
	e.latencies = g_array_new(FALSE, FALSE, sizeof(guint64));
	learn(l, &e);
	l->windows.form = fio_row_settle(&e.all);
	settle_unit(l, beside);
	settle_window(l, &e, settle_single(l, &e));
	for (guint i = 0; i < l->parts->len; i++)
		if (part_at(l, i)->type != FIO_LOG_HIST) {
			g_array_append_val(parts, *part_at(l, i));
			g_array_append_val(index, i);
		}
	l->windows.part = (struct fio_part *)(void *)parts->data;
	l->windows.n = e.all.columns ? parts->len : 0;
	l->windows.jobs = l->numbers->len;
	l->windows.sections = l->sections;
	l->windows.out = l->out;
	l->windows.point = l->out->want_series ? fio_figures_point : NULL;
	l->windows.user = l;
	fio_windows_sum(&l->windows);
	for (guint i = 0; i < parts->len; i++)
		g_array_index(l->parts, struct fio_part, g_array_index(index, guint, i)) =
			g_array_index(parts, struct fio_part, i);
	l->windows.part = NULL;
	g_array_free(parts, TRUE);
	g_array_free(index, TRUE);
	g_array_free(e.rates, TRUE);
	g_array_free(e.latencies, TRUE);
}

static guint64 count_rows(const struct fio_logs *l)
{
	guint64 rows = 0;

	for (guint i = 0; i < l->parts->len; i++)
		rows += part_at(l, i)->rows;
	return rows;
}

bool fio_logs_read(
	struct fio_logs *l, const struct fio_beside *beside, const char *first, bool incomplete)
{
	struct run run = {
		.tool = "fio",
		.version = l->release,
		.host = l->host,
		.factors = pool_set(l->out->pool, NULL, 0),
		.pos = {l->parts->len ? part_at(l, 0)->path : first,
			l->parts->len ? part_at(l, 0)->start.line + 1 : 1},
	};
	bool any;

	l->windows = (struct fio_windows){.n = 0};
	l->hist = NULL;
	l->out->run_begin(l->out, &run);
	read_hist(l);
	read_series(l, beside);
	fio_figures_push(l);
	tell_units(l);
	any = count_rows(l) > 0;
	run.status = !any                                    ? RUN_FAILED
		     : incomplete || diag_lost(l->out->diag) ? RUN_PARTIAL
							     : RUN_COMPLETE;
	run.error = any ? NULL : "no rows in its logs";
	l->out->run_end(l->out, &run);
	fio_windows_clear(&l->windows);
	fio_hist_free(l->hist);
	l->hist = NULL;
	return any;
}

bool fio_logs_next(struct fio_logs *l)
{
	for (guint i = 0; i < l->parts->len;) {
		struct fio_part *part = &g_array_index(l->parts, struct fio_part, i);

		if (!part->rest.offset) {
			g_array_remove_index(l->parts, i);
			continue;
		}
		part->start = part->rest;
		part->rest = (struct input_place){0, 0};
		part->rows = 0;
		i++;
	}
	return l->parts->len > 0;
}
