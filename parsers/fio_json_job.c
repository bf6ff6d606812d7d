#define JSMN_STATIC
#define JSMN_PARENT_LINKS
#include <jsmn.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "parsers/fio_head.h"
#include "parsers/fio_json_job.h"
#include "parsers/fio_value.h"
#include "parsers/json_text.h"

/* More than the members that are read at all have. */
#define TOKENS_MAX (512u << 10)

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
	GArray *tokens; /* jsmntok_t */
	guint n;
	const char *bytes;
	size_t length;
	const struct fio_json_text *text;
	struct fio_report *report;
	bool whole;

	GArray *options;       /* struct fio_option: global ones, then those of the job */
	GArray *globals;       /* struct global */
	GStringChunk *strings; /* of the options */
	GString *word;
	struct known known[KNOWN];
};

/* ---- text ----------------------------------------------------------------------------------- */

void fio_json_text_init(struct fio_json_text *t)
{
	t->bytes = g_string_new(NULL);
	t->lines = g_array_new(FALSE, FALSE, sizeof(struct fio_json_line_start));
}

void fio_json_text_clear(struct fio_json_text *t)
{
	g_string_free(t->bytes, TRUE);
	g_array_free(t->lines, TRUE);
}

void fio_json_text_start(struct fio_json_text *t, guint32 line)
{
	g_string_truncate(t->bytes, 0);
	g_array_set_size(t->lines, 0);
	t->line = line;
	fio_json_text_line(t, line);
}

void fio_json_text_line(struct fio_json_text *t, guint32 line)
{
	struct fio_json_line_start start = {0, line};

	if (t->lines->len)
		g_string_append_c(t->bytes, '\n');
	start.offset = (guint32)t->bytes->len;
	g_array_append_val(t->lines, start);
}

void fio_json_text_add(struct fio_json_text *t, const char *s, const char *end)
{
	g_string_append_len(t->bytes, s, end - s);
}

void fio_json_text_drop_line(struct fio_json_text *t)
{
	const struct fio_json_line_start *last;

	if (!t->lines->len)
		return;
	last = &g_array_index(t->lines, struct fio_json_line_start, t->lines->len - 1);
	g_string_truncate(t->bytes, last->offset);
	g_array_set_size(t->lines, t->lines->len - 1);
}

static guint32 line_of(const struct fio_json_text *t, int offset)
{
	guint low = 0, high = t->lines->len;

	while (high - low > 1) {
		guint middle = (low + high) / 2;

		if (g_array_index(t->lines, struct fio_json_line_start, middle).offset <=
			(guint32)offset)
			low = middle;
		else
			high = middle;
	}
	return g_array_index(t->lines, struct fio_json_line_start, low).line;
}

/* ---- tokens --------------------------------------------------------------------------------- */

struct fio_json_reader *fio_json_reader_new(
	struct fio_runs *runs, struct sink *out, const char *file)
{
	struct fio_json_reader *r = g_new0(struct fio_json_reader, 1);

	r->runs = runs;
	r->out = out;
	r->file = file;
	r->tokens = g_array_new(FALSE, FALSE, sizeof(jsmntok_t));
	g_array_set_size(r->tokens, 1024);
	r->options = g_array_new(FALSE, FALSE, sizeof(struct fio_option));
	r->globals = g_array_new(FALSE, FALSE, sizeof(struct global));
	r->strings = g_string_chunk_new(1024);
	r->word = g_string_new(NULL);
	return r;
}

void fio_json_reader_free(struct fio_json_reader *r)
{
	g_array_free(r->tokens, TRUE);
	g_array_free(r->options, TRUE);
	g_array_free(r->globals, TRUE);
	g_string_chunk_free(r->strings);
	g_string_free(r->word, TRUE);
	g_free(r);
}

void fio_json_reader_reset(struct fio_json_reader *r)
{
	g_array_set_size(r->options, 0);
	g_array_set_size(r->globals, 0);
	g_string_chunk_clear(r->strings);
}

static const jsmntok_t *token(const struct fio_json_reader *r, guint i)
{
	return &g_array_index(r->tokens, jsmntok_t, i);
}

/* False when the text is damaged; the tokens before that are there. */
static bool tokens_read(struct fio_json_reader *r, const struct fio_json_text *text)
{
	jsmn_parser parser;
	int result;

	r->text = text;
	r->bytes = text->bytes->str;
	r->length = text->bytes->len;
	jsmn_init(&parser);
	while ((result = jsmn_parse(&parser, r->bytes, r->length,
			(jsmntok_t *)(void *)r->tokens->data, r->tokens->len)) ==
			JSMN_ERROR_NOMEM &&
		r->tokens->len < TOKENS_MAX)
		g_array_set_size(r->tokens, r->tokens->len * 2);
	r->n = parser.toknext;
	return result >= 0;
}

static guint after(const struct fio_json_reader *r, guint i)
{
	int end = token(r, i)->end;
	guint next = i + 1;

	if (end < 0)
		return r->n; /* never closed */
	while (next < r->n && token(r, next)->start < end)
		next++;
	return next;
}

/* The token of a member's value, whose name is token `i`; 0: it has none. */
static guint value_of(const struct fio_json_reader *r, guint i)
{
	return i + 1 < r->n && token(r, i)->size == 1 && token(r, i + 1)->parent == (int)i ? i + 1
											   : 0;
}

static struct fio_word word_of(const struct fio_json_reader *r, guint i)
{
	const jsmntok_t *t = token(r, i);

	/* A number at the end of a text that is cut may lack digits. */
	if (!i || t->end < 0 || t->type == JSMN_OBJECT || t->type == JSMN_ARRAY ||
		(!r->whole && (size_t)t->end == r->length))
		return (struct fio_word){NULL, 0};
	return (struct fio_word){r->bytes + t->start, (size_t)(t->end - t->start)};
}

static bool is_key(const struct fio_json_reader *r, guint i, const char *key)
{
	const jsmntok_t *t = token(r, i);
	size_t n = (size_t)(t->end - t->start);

	return strncmp(r->bytes + t->start, key, n) == 0 && !key[n];
}

/* Sets at[k] to the value of the member keys[k] of the object, 0 where there is none. */
static void find_members(
	const struct fio_json_reader *r, guint object, const char *const *keys, size_t n, guint *at)
{
	guint end = after(r, object);
	size_t guess = 0;

	memset(at, 0, n * sizeof(*at));
	if (token(r, object)->type != JSMN_OBJECT)
		return;
	for (guint i = object + 1; i < end; i = after(r, i)) {
		guint value = token(r, i)->end < 0 ? 0 : value_of(r, i);

		if (!value)
			continue;
		for (size_t k = 0; k < n; k++) {
			size_t key = (guess + k) % n;

			if (!is_key(r, i, keys[key]))
				continue;
			at[key] = value;
			guess = key + 1;
			break;
		}
		i = value;
	}
}

static const char *text_of(struct fio_json_reader *r, guint i)
{
	struct fio_word w = word_of(r, i);

	g_string_truncate(r->word, 0);
	if (!w.s || !json_text(w.s, w.s + w.n, r->word))
		return NULL;
	return r->word->str;
}

static double number_of(const struct fio_json_reader *r, guint i)
{
	struct fio_word w = i ? word_of(r, i) : (struct fio_word){NULL, 0};
	double value;

	return w.s && fio_number(w.s, w.n, &value, NULL) ? value : NAN;
}

/* ---- options -------------------------------------------------------------------------------- */

static void add_options(struct fio_json_reader *r, guint object)
{
	guint end = after(r, object);

	for (guint i = object + 1; i < end; i = after(r, i)) {
		guint value = value_of(r, i);
		struct fio_option option;
		const char *text = value ? text_of(r, i) : NULL;

		if (!text)
			continue;
		option.key = g_string_chunk_insert_const(r->strings, text);
		text = text_of(r, value);
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

	find_members(r, object, keys, G_N_ELEMENTS(keys), at);
	global.host = at[0] ? pool_str(r->out->pool, text_of(r, at[0])) : NULL;
	global.port = at[1] ? pool_str(r->out->pool, text_of(r, at[1])) : NULL;
	add_options(r, object);
	global.end = r->options->len;
	g_array_append_val(r->globals, global);
}

void fio_json_reader_global(struct fio_json_reader *r, const struct fio_json_text *text)
{
	r->whole = true;
	if (!tokens_read(r, text) || !r->n)
		return;
	if (token(r, 0)->type == JSMN_OBJECT)
		add_global(r, 0);
	for (guint i = 1; token(r, 0)->type == JSMN_ARRAY && i < r->n; i = after(r, i))
		if (token(r, i)->type == JSMN_OBJECT)
			add_global(r, i);
}

/* The options of the job's client go before its own, which win. */
static void read_setup(
	struct fio_json_reader *r, guint own, guint host, guint port, struct fio_job *job)
{
	g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(struct fio_option));
	guint so_far = r->options->len;
	const char *hostname = host ? pool_str(r->out->pool, text_of(r, host)) : NULL;
	const char *number = port ? pool_str(r->out->pool, text_of(r, port)) : NULL;

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
		.line = line_of(r->text, token(r, at)->start)};
}

static gssize add(struct fio_json_reader *r, unsigned id, guint at, double factor, const char *unit)
{
	struct fio_word word = at ? word_of(r, at) : (struct fio_word){NULL, 0};
	struct fio_figure f;

	if (!word.s)
		return -1;
	f = figure(r, id, at, unit);
	return fio_report_number(r->report, fio_runs_wanted(r->runs), &f, &word, factor);
}

static guint32 count_of(const struct fio_json_reader *r, guint at)
{
	double n = number_of(r, at);

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
		word[i] = word_of(r, at[i]);
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
			f.stddev = fio_scale(number_of(r, at[FIO_WORD_STDDEV]), factor);
			f.stddev = isfinite(f.stddev) ? f.stddev : NAN;
		}
		fio_report_number(r->report, fio_runs_wanted(r->runs), &f, &word[i], factor);
	}
}

/* The interned name of a percentile; NULL, which was reported, when the key is none. */
static const char *percentile_of(struct fio_json_reader *r, guint i)
{
	const jsmntok_t *t = token(r, i);
	const char *s = r->bytes + t->start;
	size_t n = (size_t)(t->end - t->start), hash = n;
	struct known *known;

	for (size_t k = 0; k < n; k++)
		hash = hash * 31 + (guchar)s[k];
	known = &r->known[hash % KNOWN];
	if (n && known->n == n && !memcmp(known->raw, s, n))
		return known->name;
	g_string_truncate(r->word, 0);
	if (!fio_percentile(s, n, r->word)) {
		double value;

		/* Up to 3.3, those that are not used come as "0.00" : 0. */
		if (!n || fio_number(s, n, &value, NULL) != n || value != 0)
			diag_at(r->out->diag, DIAG_FIGURE_UNREADABLE, r->file,
				line_of(r->text, t->start), "percentile '%.*s'", (int)MIN(n, 40),
				s);
		return NULL;
	}
	if (n >= sizeof(known->raw))
		return pool_str(r->out->pool, r->word->str);
	memcpy(known->raw, s, n);
	known->n = (unsigned char)n;
	return known->name = pool_str(r->out->pool, r->word->str);
}

static void add_percentiles(
	struct fio_json_reader *r, unsigned id, guint object, double factor, const char *unit)
{
	struct fio_wanted *wanted = fio_runs_wanted(r->runs);
	guint end = after(r, object);

	if (token(r, object)->type != JSMN_OBJECT || token(r, object)->end < 0)
		return;
	for (guint i = object + 1; i < end; i = after(r, i)) {
		guint value = value_of(r, i);
		struct fio_figure f;
		struct fio_word word;

		if (!value)
			continue;
		f = figure(r, id, value, unit);
		f.percentile = percentile_of(r, i);
		word = word_of(r, value);
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
	find_members(r, object, keys, G_N_ELEMENTS(keys), at);
	if (number_of(r, at[4]) == 0 ||
		(number_of(r, at[0]) == 0 && number_of(r, at[1]) == 0 && number_of(r, at[2]) == 0))
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
	double amount = number_of(r, at[KEY_IO_BYTES]) * (bytes ? 1 : 1024);
	double seconds = number_of(r, at[KEY_RUNTIME]) / 1000;
	struct fio_word rate = at[KEY_IOPS] ? word_of(r, at[KEY_IOPS]) : (struct fio_word){NULL, 0};
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
		fio_report_derive(r->report, iops, number_of(r, at[KEY_TOTAL]), seconds);
	}
	add(r, fio_id(d, FIO_IO), at[KEY_IO_BYTES], bytes ? 1 : 1024, bytes ? "B" : "KiB");
	add(r, fio_id(d, FIO_IOS), at[KEY_TOTAL], 1, "1");
	add(r, fio_id(d, FIO_RUNTIME), at[KEY_RUNTIME], 1e-3, "msec");
}

static void add_direction(struct fio_json_reader *r, enum fio_direction d, guint object)
{
	guint at[KEY_COUNT];

	/* One that is cut is left out, but for what it has that is whole. */
	if (!object || token(r, object)->end < 0)
		return;
	find_members(r, object, direction_keys, KEY_COUNT, at);
	if (!(number_of(r, at[KEY_RUNTIME]) > 0))
		return; /* nothing was done */
	add_rates(r, d, at);
	add_latency(r, fio_id(d, FIO_SLAT), at[KEY_SLAT_NS], 1e-9, "nsec");
	add_latency(r, fio_id(d, FIO_SLAT), at[KEY_SLAT], 1e-6, "usec");
	add_latency(r, fio_id(d, FIO_CLAT), at[KEY_CLAT_NS], 1e-9, "nsec");
	add_latency(r, fio_id(d, FIO_CLAT), at[KEY_CLAT], 1e-6, "usec");
	add_latency(r, fio_id(d, FIO_LAT), at[KEY_LAT_NS], 1e-9, "nsec");
	add_latency(r, fio_id(d, FIO_LAT), at[KEY_LAT], 1e-6, "usec");
	/* A run that was shorter than the time of a sample has none. */
	if (number_of(r, at[KEY_BW_MAX]) != 0)
		add_spread(r, fio_id(d, FIO_BW_SAMPLES), at + KEY_BW_MEAN, 1024, "KiB/s");
	if (number_of(r, at[KEY_IOPS_MAX]) != 0)
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
	job->group = at[JOB_GROUP] ? (int)number_of(r, at[JOB_GROUP]) : -1;
	number = number_of(r, at[JOB_ERROR]);
	job->error = number > -1e6 && number < 1e6 ? (long)number : 0;
	number = number_of(r, at[JOB_ETA]);
	job->eta = number >= 0 && number < 1e15 ? (gint64)number : -1;
	number = number_of(r, at[JOB_ELAPSED]);
	job->elapsed = number > 0 && number < 1e15 ? (gint64)number : 0;
	number = number_of(r, at[JOB_START]);
	job->job_start = number > 0 && number < 1e15 ? (gint64)number : 0;
	read_setup(r, at[JOB_OPTIONS], at[JOB_HOST], at[JOB_PORT], job);
	for (int d = 0; d < FIO_DIRECTION_COUNT; d++)
		add_direction(r, (enum fio_direction)d, at[JOB_READ + d]);
	if (at[JOB_SYNC]) {
		find_members(r, at[JOB_SYNC], keys, G_N_ELEMENTS(keys), sync);
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
	guint at[JOB_COUNT];
	struct fio_job *job;
	const char *name;
	bool good;

	r->whole = whole;
	r->report = report;
	good = tokens_read(r, text);
	if (r->n)
		find_members(r, 0, job_keys, JOB_COUNT, at);
	name = r->n && at[JOB_NAME] ? text_of(r, at[JOB_NAME]) : NULL;
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
