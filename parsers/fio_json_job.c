#include "parsers/fio_json_job.h"

#include "parsers/fio_head.h"
#include "parsers/fio_value.h"
#include <math.h>
#include <string.h>

/* Keys of percentiles repeat from job to job. */
#define KNOWN 64

struct known {
	char raw[15];
	unsigned char n; /* 0: free */
	const char *name;
};

/* The options of all jobs, or of those of one client. */
struct global {
	const char *host, *port; /* NULL: of all */
	guint first, end;        /* in `options` */
};

struct fio_json_reader {
	struct fio_runs *runs;
	struct sink *out;
	const char *file;
	struct fio_json_tokens t;
	struct fio_report *report;
	GArray *options;       /* struct fio_option: global ones, then those of the job */
	GArray *globals;       /* struct global */
	GStringChunk *strings; /* of the options */
	GString *name;         /* of a percentile */
	struct known known[KNOWN];
};

struct fio_json_reader *fio_json_reader_new(
	struct fio_runs *runs, struct sink *out, const char *file)
{
	struct fio_json_reader *r = g_new0(struct fio_json_reader, 1);

	r->runs = runs;
	r->out = out;
	r->file = file;
	fio_json_tokens_init(&r->t);
	r->options = g_array_new(FALSE, FALSE, sizeof(struct fio_option));
	r->globals = g_array_new(FALSE, FALSE, sizeof(struct global));
	r->strings = g_string_chunk_new(1024);
	r->name = g_string_new(NULL);
	return r;
}

void fio_json_reader_free(struct fio_json_reader *r)
{
	fio_json_tokens_clear(&r->t);
	g_array_free(r->options, TRUE);
	g_array_free(r->globals, TRUE);
	g_string_chunk_free(r->strings);
	g_string_free(r->name, TRUE);
	g_free(r);
}

void fio_json_reader_reset(struct fio_json_reader *r)
{
	g_array_set_size(r->options, 0);
	g_array_set_size(r->globals, 0);
	g_string_chunk_clear(r->strings);
}

/* ---- options -------------------------------------------------------------------------------- */

static void add_options(struct fio_json_reader *r, guint object)
{
	guint end = fio_json_after(&r->t, object);

	for (guint i = object + 1; i < end; i = fio_json_after(&r->t, i)) {
		guint value = fio_json_value(&r->t, i);
		struct fio_option option;
		const char *text = value ? fio_json_string(&r->t, i) : NULL;

		if (!text)
			continue;
		option.key = g_string_chunk_insert_const(r->strings, text);
		text = fio_json_string(&r->t, value);
		if (text) {
			option.value = g_string_chunk_insert_const(r->strings, text);
			g_array_append_val(r->options, option);
		}
		i = value;
	}
}

static void add_global(struct fio_json_reader *r, guint object)
{
	static const char *const keys[] = {"hostname", "port"};
	struct global global = {.first = r->options->len};
	guint at[G_N_ELEMENTS(keys)];

	fio_json_find(&r->t, object, keys, G_N_ELEMENTS(keys), at);
	global.host = at[0] ? pool_str(r->out->pool, fio_json_string(&r->t, at[0])) : NULL;
	global.port = at[1] ? pool_str(r->out->pool, fio_json_string(&r->t, at[1])) : NULL;
	add_options(r, object);
	global.end = r->options->len;
	g_array_append_val(r->globals, global);
}

void fio_json_reader_global(struct fio_json_reader *r, const struct fio_json_text *text)
{
	if (!fio_json_tokens_read(&r->t, text, true) || !r->t.n)
		return;
	if (fio_json_is_object(&r->t, 0))
		add_global(r, 0);
	for (guint i = 1; fio_json_is_array(&r->t, 0) && i < r->t.n; i = fio_json_after(&r->t, i))
		if (fio_json_is_object(&r->t, i))
			add_global(r, i);
}

/* The options of the job's client go before its own, which win. */
static void read_setup(
	struct fio_json_reader *r, guint own, guint host, guint port, struct fio_job *job)
{
	g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(struct fio_option));
	guint so_far = r->options->len;
	const char *hostname = host ? pool_str(r->out->pool, fio_json_string(&r->t, host)) : NULL;
	const char *number = port ? pool_str(r->out->pool, fio_json_string(&r->t, port)) : NULL;

	job->client = job->aggregate ? NULL : hostname;
	if (job->aggregate || (!own && !r->globals->len))
		return;
	for (guint i = 0; i < r->globals->len; i++) {
		const struct global *g = &g_array_index(r->globals, struct global, i);

		if (!g->host || (g->host == hostname && g->port == number))
			g_array_append_vals(all,
				&g_array_index(r->options, struct fio_option, g->first),
				g->end - g->first);
	}
	if (own)
		add_options(r, own);
	g_array_append_vals(all, &g_array_index(r->options, struct fio_option, so_far),
		r->options->len - so_far);
	fio_head_options((const struct fio_option *)(const void *)all->data, all->len, r->out->pool,
		&job->setup, &job->clones);
	g_array_set_size(r->options, so_far);
}

/* ---- figures -------------------------------------------------------------------------------- */

static struct fio_figure figure(
	const struct fio_json_reader *r, unsigned id, guint at, const char *unit)
{
	return (struct fio_figure){.id = (guint16)id,
		.unit = unit,
		.stddev = NAN,
		.line = fio_json_line_of(&r->t, at)};
}

static gssize add(struct fio_json_reader *r, unsigned id, guint at, double factor, const char *unit)
{
	struct fio_word word = at ? fio_json_word(&r->t, at) : (struct fio_word){NULL, 0};
	struct fio_figure f;

	if (!word.s)
		return -1;
	f = figure(r, id, at, unit);
	return fio_report_number(r->report, fio_runs_wanted(r->runs), &f, &word, factor);
}

static guint32 count_of(const struct fio_json_reader *r, guint at)
{
	double n = fio_json_number(&r->t, at);

	return n > 0 && n < G_MAXUINT32 ? (guint32)n : 0;
}

/* mean, min, max, deviation and number of values at at[0] to at[4]. */
static void add_spread(
	struct fio_json_reader *r, unsigned id, const guint at[5], double factor, const char *unit)
{
	struct fio_word word[FIO_WORD_COUNT] = {{NULL, 0}};
	struct fio_figure f;

	for (int i = 0; i < FIO_WORD_COUNT; i++) {
		if (!at[i])
			continue;
		word[i] = fio_json_word(&r->t, at[i]);
		if (i == FIO_WORD_STDDEV || !word[i].s)
			continue;
		f = figure(r, id + (unsigned)i, at[i], unit);
		if (i != FIO_WORD_MEAN) {
			fio_report_number(
				r->report, fio_runs_wanted(r->runs), &f, &word[i], factor);
			continue;
		}
		f.n = count_of(r, at[4]);
		if (at[FIO_WORD_STDDEV]) {
			f.stddev = fio_scale(fio_json_number(&r->t, at[FIO_WORD_STDDEV]), factor);
			f.stddev = isfinite(f.stddev) ? f.stddev : NAN;
		}
		fio_report_number(r->report, fio_runs_wanted(r->runs), &f, &word[i], factor);
	}
}

/* The interned name of a percentile; NULL, which was reported, when the key is none. */
static const char *percentile_of(struct fio_json_reader *r, guint i)
{
	struct fio_word key = fio_json_word(&r->t, i);
	const char *s = key.s;
	size_t n = key.n, hash = n;
	struct known *known;

	for (size_t k = 0; k < n; k++)
		hash = hash * 31 + (guchar)s[k];
	known = &r->known[hash % KNOWN];
	if (n && known->n == n && !memcmp(known->raw, s, n))
		return known->name;
	g_string_truncate(r->name, 0);
	if (!fio_percentile(s, n, r->name)) {
		double value;

		/* Up to 3.3, those that are not used come as "0.00" : 0. */
		if (!n || fio_number(s, n, &value, NULL) != n || value != 0)
			diag_at(r->out->diag, DIAG_FIGURE_UNREADABLE, r->file,
				fio_json_line_of(&r->t, i), "percentile '%.*s'", (int)MIN(n, 40),
				s);
		return NULL;
	}
	if (n >= sizeof(known->raw))
		return pool_str(r->out->pool, r->name->str);
	memcpy(known->raw, s, n);
	known->n = (unsigned char)n;
	return known->name = pool_str(r->out->pool, r->name->str);
}

static void add_percentiles(
	struct fio_json_reader *r, unsigned id, guint object, double factor, const char *unit)
{
	struct fio_wanted *wanted = fio_runs_wanted(r->runs);
	guint end = fio_json_after(&r->t, object);

	if (!fio_json_is_object(&r->t, object) || !fio_json_is_closed(&r->t, object))
		return;
	for (guint i = object + 1; i < end; i = fio_json_after(&r->t, i)) {
		guint value = fio_json_value(&r->t, i);
		struct fio_figure f;
		struct fio_word word;

		if (!value)
			continue;
		f = figure(r, id, value, unit);
		f.percentile = percentile_of(r, i);
		word = fio_json_word(&r->t, value);
		if (f.percentile && word.s)
			fio_report_number(r->report, wanted, &f, &word, factor);
		i = value;
	}
}

/* A latency that was not measured is all zeros. */
static void add_latency(
	struct fio_json_reader *r, unsigned id, guint object, double factor, const char *unit)
{
	static const char *const keys[] = {"mean", "min", "max", "stddev", "N", "percentile"};
	guint at[G_N_ELEMENTS(keys)];

	if (!object)
		return;
	fio_json_find(&r->t, object, keys, G_N_ELEMENTS(keys), at);
	if (fio_json_number(&r->t, at[4]) == 0 ||
		(fio_json_number(&r->t, at[0]) == 0 && fio_json_number(&r->t, at[1]) == 0 &&
			fio_json_number(&r->t, at[2]) == 0))
		return;
	add_spread(r, id, at, factor, unit);
	if (at[5] && fio_wants(fio_runs_wanted(r->runs), id + FIO_PERCENTILE))
		add_percentiles(r, id + FIO_PERCENTILE, at[5], factor, unit);
}

enum {
	KEY_IO_BYTES,
	KEY_IO_KBYTES,
	KEY_BW_BYTES,
	KEY_BW,
	KEY_IOPS,
	KEY_RUNTIME,
	KEY_TOTAL,
	KEY_SLAT_NS,
	KEY_CLAT_NS,
	KEY_LAT_NS,
	KEY_SLAT,
	KEY_CLAT,
	KEY_LAT,
	KEY_BW_MEAN,
	KEY_BW_MIN,
	KEY_BW_MAX,
	KEY_BW_DEV,
	KEY_BW_SAMPLES,
	KEY_IOPS_MEAN,
	KEY_IOPS_MIN,
	KEY_IOPS_MAX,
	KEY_IOPS_DEV,
	KEY_IOPS_SAMPLES,
	KEY_COUNT
};

static const char *const direction_keys[] = {
	[KEY_IO_BYTES] = "io_bytes",
	[KEY_IO_KBYTES] = "io_kbytes",
	[KEY_BW_BYTES] = "bw_bytes",
	[KEY_BW] = "bw",
	[KEY_IOPS] = "iops",
	[KEY_RUNTIME] = "runtime",
	[KEY_TOTAL] = "total_ios",
	[KEY_SLAT_NS] = "slat_ns",
	[KEY_CLAT_NS] = "clat_ns",
	[KEY_LAT_NS] = "lat_ns",
	[KEY_SLAT] = "slat",
	[KEY_CLAT] = "clat",
	[KEY_LAT] = "lat",
	[KEY_BW_MEAN] = "bw_mean",
	[KEY_BW_MIN] = "bw_min",
	[KEY_BW_MAX] = "bw_max",
	[KEY_BW_DEV] = "bw_dev",
	[KEY_BW_SAMPLES] = "bw_samples",
	[KEY_IOPS_MEAN] = "iops_mean",
	[KEY_IOPS_MIN] = "iops_min",
	[KEY_IOPS_MAX] = "iops_max",
	[KEY_IOPS_DEV] = "iops_stddev",
	[KEY_IOPS_SAMPLES] = "iops_samples",
};

G_STATIC_ASSERT(G_N_ELEMENTS(direction_keys) == KEY_COUNT);

/* io_bytes was KiB until io_kbytes came to stand beside it. */
static void add_rates(struct fio_json_reader *r, enum fio_direction d, const guint at[KEY_COUNT])
{
	bool bytes = at[KEY_IO_KBYTES] != 0;
	double amount = fio_json_number(&r->t, at[KEY_IO_BYTES]) * (bytes ? 1 : 1024);
	double seconds = fio_json_number(&r->t, at[KEY_RUNTIME]) / 1000;
	struct fio_word rate =
		at[KEY_IOPS] ? fio_json_word(&r->t, at[KEY_IOPS]) : (struct fio_word){NULL, 0};
	gssize bw, iops;

	bw = at[KEY_BW_BYTES] ? add(r, fio_id(d, FIO_BW), at[KEY_BW_BYTES], 1, "B/s")
			      : add(r, fio_id(d, FIO_BW), at[KEY_BW], 1024, "KiB/s");
	if (!at[KEY_BW_BYTES] && !at[KEY_BW] && at[KEY_IO_BYTES]) {
		struct fio_figure f = figure(r, fio_id(d, FIO_BW), at[KEY_IO_BYTES], NULL);

		f.value = NAN;
		f.step = 1;
		bw = fio_report_add(r->report, fio_runs_wanted(r->runs), &f, NULL, 0);
	}
	fio_report_derive(r->report, bw, amount, seconds);
	iops = add(r, fio_id(d, FIO_IOPS), at[KEY_IOPS], 1, "1/s");
	if (iops >= 0 && rate.s && !memchr(rate.s, '.', rate.n)) { /* up to 2.2.5 */
		fio_report_figure(r->report, iops)->flags |= QUALITY_BIT(QUALITY_ROUNDED);
		fio_report_derive(r->report, iops, fio_json_number(&r->t, at[KEY_TOTAL]), seconds);
	}
	add(r, fio_id(d, FIO_IO), at[KEY_IO_BYTES], bytes ? 1 : 1024, bytes ? "B" : "KiB");
	add(r, fio_id(d, FIO_IOS), at[KEY_TOTAL], 1, "1");
	add(r, fio_id(d, FIO_RUNTIME), at[KEY_RUNTIME], 1e-3, "msec");
}

static void add_direction(struct fio_json_reader *r, enum fio_direction d, guint object)
{
	guint at[KEY_COUNT];

	/* One that is cut is left out, but for what it has that is whole. */
	if (!object || !fio_json_is_closed(&r->t, object))
		return;
	fio_json_find(&r->t, object, direction_keys, KEY_COUNT, at);
	if (!(fio_json_number(&r->t, at[KEY_RUNTIME]) > 0))
		return; /* nothing was done */
	add_rates(r, d, at);
	add_latency(r, fio_id(d, FIO_SLAT), at[KEY_SLAT_NS], 1e-9, "nsec");
	add_latency(r, fio_id(d, FIO_SLAT), at[KEY_SLAT], 1e-6, "usec");
	add_latency(r, fio_id(d, FIO_CLAT), at[KEY_CLAT_NS], 1e-9, "nsec");
	add_latency(r, fio_id(d, FIO_CLAT), at[KEY_CLAT], 1e-6, "usec");
	add_latency(r, fio_id(d, FIO_LAT), at[KEY_LAT_NS], 1e-9, "nsec");
	add_latency(r, fio_id(d, FIO_LAT), at[KEY_LAT], 1e-6, "usec");
	/* A run that was shorter than the time of a sample has none. */
	if (fio_json_number(&r->t, at[KEY_BW_MAX]) != 0)
		add_spread(r, fio_id(d, FIO_BW_SAMPLES), at + KEY_BW_MEAN, 1024, "KiB/s");
	if (fio_json_number(&r->t, at[KEY_IOPS_MAX]) != 0)
		add_spread(r, fio_id(d, FIO_IOPS_SAMPLES), at + KEY_IOPS_MEAN, 1, "1/s");
}

enum {
	JOB_NAME,
	JOB_GROUP,
	JOB_START,
	JOB_ERROR,
	JOB_ETA,
	JOB_ELAPSED,
	JOB_OPTIONS,
	JOB_READ,
	JOB_SYNC = JOB_READ + FIO_DIRECTION_COUNT,
	JOB_USR,
	JOB_SYS,
	JOB_CTX,
	JOB_MAJF,
	JOB_MINF,
	JOB_HOST,
	JOB_PORT,
	JOB_COUNT
};

static const char *const job_keys[] = {
	[JOB_NAME] = "jobname",
	[JOB_GROUP] = "groupid",
	[JOB_START] = "job_start",
	[JOB_ERROR] = "error",
	[JOB_ETA] = "eta",
	[JOB_ELAPSED] = "elapsed",
	[JOB_OPTIONS] = "job options",
	[JOB_READ + FIO_READ] = "read",
	[JOB_READ + FIO_WRITE] = "write",
	[JOB_READ + FIO_TRIM] = "trim",
	[JOB_READ + FIO_MIXED] = "mixed",
	[JOB_SYNC] = "sync",
	[JOB_USR] = "usr_cpu",
	[JOB_SYS] = "sys_cpu",
	[JOB_CTX] = "ctx",
	[JOB_MAJF] = "majf",
	[JOB_MINF] = "minf",
	[JOB_HOST] = "hostname",
	[JOB_PORT] = "port",
};

G_STATIC_ASSERT(G_N_ELEMENTS(job_keys) == JOB_COUNT);

static void add_job(struct fio_json_reader *r, struct fio_job *job, const guint at[JOB_COUNT])
{
	static const char *const keys[] = {"lat_ns", "lat"};
	guint sync[G_N_ELEMENTS(keys)];
	double number;

	job->aggregate = g_str_equal(job->name, "All clients");
	job->group = at[JOB_GROUP] ? (int)fio_json_number(&r->t, at[JOB_GROUP]) : -1;
	number = fio_json_number(&r->t, at[JOB_ERROR]);
	job->error = number > -1e6 && number < 1e6 ? (long)number : 0;
	number = fio_json_number(&r->t, at[JOB_ETA]);
	job->eta = number >= 0 && number < 1e15 ? (gint64)number : -1;
	number = fio_json_number(&r->t, at[JOB_ELAPSED]);
	job->elapsed = number > 0 && number < 1e15 ? (gint64)number : 0;
	number = fio_json_number(&r->t, at[JOB_START]);
	job->job_start = number > 0 && number < 1e15 ? (gint64)number : 0;
	read_setup(r, at[JOB_OPTIONS], at[JOB_HOST], at[JOB_PORT], job);
	for (int d = 0; d < FIO_DIRECTION_COUNT; d++)
		add_direction(r, (enum fio_direction)d, at[JOB_READ + d]);
	if (at[JOB_SYNC]) {
		fio_json_find(&r->t, at[JOB_SYNC], keys, G_N_ELEMENTS(keys), sync);
		add_latency(r, FIO_SYNC, sync[0], 1e-9, "nsec");
		add_latency(r, FIO_SYNC, sync[1], 1e-6, "usec");
	}
	add(r, FIO_USR_CPU, at[JOB_USR], 0.01, "%");
	add(r, FIO_SYS_CPU, at[JOB_SYS], 0.01, "%");
	add(r, FIO_CTX, at[JOB_CTX], 1, "1");
	add(r, FIO_MAJF, at[JOB_MAJF], 1, "1");
	add(r, FIO_MINF, at[JOB_MINF], 1, "1");
	fio_report_mark_sums(r->report);
}

void fio_json_reader_job(struct fio_json_reader *r, struct fio_report *report,
	const struct fio_json_text *text, bool whole, bool fio)
{
	guint at[JOB_COUNT] = {0};
	struct fio_job *job;
	const char *name;
	bool good;

	r->report = report;
	good = fio_json_tokens_read(&r->t, text, whole);
	if (r->t.n)
		fio_json_find(&r->t, 0, job_keys, JOB_COUNT, at);
	name = r->t.n && at[JOB_NAME] ? fio_json_string(&r->t, at[JOB_NAME]) : NULL;
	if (!name || (whole && !good)) {
		if (fio || name)
			diag_at(r->out->diag, DIAG_JOB_UNREADABLE, r->file, text->line, "%s",
				!whole ? "the input ends inside it"
				: good ? "no jobname"
				       : "no JSON object");
		return;
	}
	job = fio_runs_job(r->runs, report, name, text->line);
	if (!job)
		return;
	if (!whole)
		diag_at(r->out->diag, DIAG_JOB_UNREADABLE, r->file, text->line,
			"the input ends inside it; what is whole is read");
	add_job(r, job, at);
}
