#include "parsers/fio_log.h"

#include <math.h>
#include <string.h>

static const char *const directions[] = {
	[FIO_LOG_READ] = "read", [FIO_LOG_WRITE] = "write", [FIO_LOG_TRIM] = "trim"};

G_STATIC_ASSERT(G_N_ELEMENTS(directions) == FIO_LOG_DIRECTION_COUNT);

/* As fio's reports have them unless told otherwise. */
static const double percents[] = {
	1, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99, 99.5, 99.9, 99.95, 99.99};

#define LEVELS 16

/* The `at` levels of a figure while they are put together. */
struct place {
	struct level level[LEVELS];
	size_t n;
	char number[5][24]; /* texts of numbers among them */
	size_t numbers;
	char *mode; /* owned */
};

/* The set they make; frees what they need. */
static const struct keyset *place_set(struct place *p, struct pool *pool)
{
	const struct keyset *set = pool_set(pool, p->level, p->n);

	g_free(p->mode);
	return set;
}

static void put(struct place *p, const char *key, const char *value)
{
	g_assert(p->n < LEVELS);
	if (value)
		p->level[p->n++] = (struct level){key, value};
}

static void put_number(struct place *p, const char *key, guint64 value)
{
	char *text = p->number[p->numbers++];

	g_assert(p->numbers <= G_N_ELEMENTS(p->number));
	g_snprintf(text, sizeof(p->number[0]), "%" G_GUINT64_FORMAT, value);
	put(p, key, text);
}

/* Seconds, in the shortest form. */
static void put_time(struct place *p, const char *key, guint64 ms)
{
	char *text = p->number[p->numbers++], *end;

	g_assert(p->numbers <= G_N_ELEMENTS(p->number));
	g_snprintf(text, sizeof(p->number[0]), "%" G_GUINT64_FORMAT ".%03u", ms / 1000,
		(unsigned)(ms % 1000));
	for (end = text + strlen(text); end[-1] == '0';)
		*--end = 0;
	if (end[-1] == '.')
		end[-1] = 0;
	put(p, key, text);
}

/* Does the log hold the greatest value of a window and not the mean? */
static bool logs_greatest(const struct fio_section *s)
{
	const char *value = fio_section_get(s, "log_max_value");

	return value && (g_str_equal(value, "max") || g_str_equal(value, "1") || !*value);
}

/* What the job file says of all figures of a section and direction. */
static void put_section(struct place *p, const struct fio_logs *l, unsigned section, unsigned d)
{
	const struct fio_section *s = fio_logs_section(l, section);
	const char *depth = s ? fio_section_get(s, "iodepth") : NULL;
	guint64 bytes = s ? fio_section_block_size(s, d) : 0;

	if (!s)
		return;
	put(p, "job", s->name);
	p->mode = fio_section_mode(s);
	put(p, "rw", p->mode);
	put(p, "ioengine", fio_section_get(s, "ioengine"));
	put(p, "iodepth", depth ? depth : "1");
	if (bytes)
		put_number(p, "bs", bytes);
	if (logs_greatest(s))
		put(p, "value", "max");
}

/* The levels of a series; `total` sums jobs. */
static void put_track(
	struct place *p, const struct fio_logs *l, const struct fio_track *t, bool total)
{
	unsigned jobs = fio_logs_jobs(l, t->section, t->type);

	put_section(p, l, t->section, t->direction);
	if (total && jobs > 1)
		put_number(p, "jobs", jobs);
	if (!total)
		put_number(p, "number", g_array_index(l->numbers, unsigned, t->job));
	put_time(p, "window", l->windows.window);
}

static bool is_rate(enum fio_log_type type)
{
	return type == FIO_LOG_BW || type == FIO_LOG_IOPS;
}

static double scale_of(const struct fio_logs *l, enum fio_log_type type)
{
	if (type == FIO_LOG_BW)
		return 1024;
	if (type == FIO_LOG_IOPS)
		return 1;
	return l->is_nsec ? 1e-9 : 1e-6;
}

/* Where a figure comes from and what it is. */
struct figure {
	const char *name; /* behind the direction: "bw", "clat.percentile" */
	double value, sd;
	guint64 n;
	guint32 flags;
};

static void push(const struct fio_logs *l, unsigned direction, const char *path,
	const struct keyset *at, const struct figure *f)
{
	struct sink *out = l->out;
	g_autofree char *name = g_strconcat("fio:", directions[direction], ".", f->name, NULL);
	struct measurement m = {
		.metric = metrics_get(out->metrics, name),
		.at = at,
		.value = f->value,
		.stddev = f->sd,
		.n = (guint32)MIN(f->n, G_MAXUINT32),
		.file = path,
		.line = 1,
		.flags = f->flags | QUALITY_BIT(QUALITY_DERIVED),
	};

	g_assert(m.metric);
	if (isnan(m.value))
		m.flags |= QUALITY_BIT(QUALITY_BELOW_RESOLUTION); /* no window had a sample */
	if (!out->wants || out->wants(out, m.metric))
		out->measure(out, &m, 1);
}

static guint32 unit_flag(const struct fio_logs *l, enum fio_log_type type)
{
	return l->unit_guessed && type >= FIO_LOG_SLAT ? QUALITY_BIT(QUALITY_UNIT_GUESSED) : 0;
}

static void push_moments(const struct fio_logs *l, const struct fio_track *t,
	const struct keyset *at, const struct fio_moments *m)
{
	double scale = scale_of(l, t->type);

	push(l, t->direction, t->path, at,
		&(struct figure){fio_log_type_name(t->type), m->n ? m->mean * scale : NAN,
			fio_moments_sd(m) * scale, m->n, unit_flag(l, t->type)});
}

static void push_value(const struct fio_logs *l, const struct fio_track *t, const struct keyset *at,
	const char *more, double value)
{
	g_autofree char *name = g_strconcat(fio_log_type_name(t->type), more, NULL);

	push(l, t->direction, t->path, at, &(struct figure){name, value, NAN, 0, 0});
}

/* Least and greatest mean of the jobs that a total sums. */
static void push_spread(
	const struct fio_logs *l, const struct fio_track *total, const struct keyset *at)
{
	double least = NAN, greatest = NAN, scale = scale_of(l, total->type);

	for (guint i = 0; i < l->windows.tracks->len; i++) {
		const struct fio_track *t = l->windows.tracks->pdata[i];
		double mean = t->windows.all.mean * scale;

		if (t->section != total->section || t->type != total->type ||
			t->direction != total->direction)
			continue;
		least = least < mean ? least : mean;
		greatest = greatest > mean ? greatest : mean;
	}
	push_value(l, total, at, ".job-min", least);
	push_value(l, total, at, ".job-max", greatest);
}

/* Throughput and operations have an amount, too, and spread over windows and jobs. */
static void push_rate(const struct fio_logs *l, const struct fio_track *t, const struct keyset *at)
{
	const struct fio_moments *all = &t->windows.all;
	double scale = scale_of(l, t->type);
	bool bw = t->type == FIO_LOG_BW;

	push_value(l, t, at, ".min", all->min * scale);
	push_value(l, t, at, ".max", all->max * scale);
	if (fio_logs_jobs(l, t->section, t->type) > 1)
		push_spread(l, t, at);
	push(l, t->direction, t->path, at,
		&(struct figure){bw ? "io" : "ios", t->amount * scale / 1000, NAN, 0, 0});
	if (bw)
		push(l, t->direction, t->path, at,
			&(struct figure){"runtime", (double)t->end / 1000, NAN, 0, 0});
}

/* Without the first and the last window. */
static void push_steady(
	const struct fio_logs *l, const struct fio_track *t, const struct keyset *at)
{
	const struct fio_moments *steady = fio_series_steady(&t->windows);

	if (!steady || !steady->n)
		return;
	at = pool_set_with(l->out->pool, at, "state", "steady");
	push_moments(l, t, at, steady);
	if (is_rate(t->type) && steady->n > 1 && steady->mean > 0)
		push_value(l, t, at, ".cv", fio_moments_sd(steady) / steady->mean);
}

static void push_track(const struct fio_logs *l, const struct fio_track *t, bool total)
{
	struct place p = {.n = 0};
	const struct keyset *at;

	put_track(&p, l, t, total);
	at = place_set(&p, l->out->pool);
	push_moments(l, t, at, &t->windows.all);
	if (total && is_rate(t->type))
		push_rate(l, t, at);
	push_steady(l, t, at);
}

static const char *hist_path(const struct fio_logs *l, unsigned section)
{
	for (guint i = 0; i < l->parts->len; i++) {
		const struct fio_part *part = &g_array_index(l->parts, struct fio_part, i);

		if (part->type == FIO_LOG_HIST && part->section == section)
			return part->path;
	}
	g_assert_not_reached();
}

static void push_percentiles(const struct fio_logs *l, unsigned section, unsigned direction)
{
	unsigned jobs = fio_logs_jobs(l, section, FIO_LOG_HIST);

	for (size_t i = 0; i < G_N_ELEMENTS(percents); i++) {
		struct place p = {.n = 0};
		g_autoptr(GString) percent = g_string_new(NULL);

		put_section(&p, l, section, direction);
		if (jobs > 1)
			put_number(&p, "jobs", jobs);
		put_time(&p, "window", l->hist_window);
		number_print(percents[i], percent);
		put(&p, "percentile", percent->str);
		push(l, direction, hist_path(l, section), place_set(&p, l->out->pool),
			&(struct figure){"clat.percentile",
				fio_hist_percentile(l->hist, section, direction, percents[i]), NAN,
				0, 0});
	}
}

void fio_figures_push(const struct fio_logs *l)
{
	const GPtrArray *totals = l->windows.totals, *tracks = l->windows.tracks;

	for (guint i = 0; totals && i < totals->len; i++)
		push_track(l, totals->pdata[i], true);
	for (unsigned s = 0; l->hist && s < l->sections; s++)
		for (unsigned d = 0; d < FIO_LOG_DIRECTION_COUNT; d++)
			if (fio_hist_count(l->hist, s, d))
				push_percentiles(l, s, d);
	for (guint i = 0; tracks && i < tracks->len; i++) {
		const struct fio_track *t = tracks->pdata[i];

		if (fio_logs_jobs(l, t->section, t->type) > 1)
			push_track(l, t, false);
	}
}

void fio_figures_point(
	void *user, const struct fio_track *t, bool total, guint64 time, double value)
{
	const struct fio_logs *l = user;
	struct place p = {.n = 0};

	if (!total && fio_logs_jobs(l, t->section, t->type) < 2)
		return; /* the total is the same */
	put_track(&p, l, t, total);
	put_time(&p, "time", time);
	push(l, t->direction, t->path, place_set(&p, l->out->pool),
		&(struct figure){fio_log_type_name(t->type), value * scale_of(l, t->type), NAN, 0,
			QUALITY_BIT(QUALITY_POINT) | unit_flag(l, t->type)});
}
