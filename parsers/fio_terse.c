#include "parsers/fio_terse.h"

#include "parsers/fio_value.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Offsets inside the block of a direction; versions up to 4 end before the samples. */
enum {
	AT_IO,
	AT_BW,
	AT_IOPS,
	AT_RUNTIME,
	AT_SLAT,
	AT_CLAT = AT_SLAT + 4,
	AT_PERCENTILES = AT_CLAT + 4,
	AT_LAT = AT_PERCENTILES + 20,
	AT_BW_MIN = AT_LAT + 4,
	AT_BW_MAX,
	AT_BW_SHARE,
	AT_BW_MEAN,
	AT_BW_DEV,
	AT_BW_SAMPLES,
	BLOCK = AT_BW_SAMPLES,
	AT_IOPS_MIN,
	AT_IOPS_MAX,
	AT_IOPS_MEAN,
	AT_IOPS_DEV,
	AT_IOPS_SAMPLES,
	BLOCK_5
};

/* Behind the blocks: usr, sys, ctx, majf, minf, then depths and latencies, then the disks. */
#define AT_DISKS (5 + 7 + 22)
#define DISK     9

#define FIELDS 1024

/* A status report comes at least this much later than the one before. */
#define LATER 0.05

struct fio_terse {
	struct fio_runs *runs;
	struct sink *out;
	const char *file;
	struct fio_report *report; /* NULL: none is open */
	GString *name, *percentile;
	struct fio_word field[FIELDS];
	size_t n;
	guint32 line;
	bool whole_usec; /* latencies are cut down to this */
};

struct fio_terse *fio_terse_new(struct fio_runs *runs, struct sink *out, const char *file)
{
	struct fio_terse *t = g_new0(struct fio_terse, 1);

	t->runs = runs;
	t->out = out;
	t->file = file;
	t->name = g_string_new(NULL);
	t->percentile = g_string_new(NULL);
	return t;
}

void fio_terse_free(struct fio_terse *t)
{
	fio_terse_end(t);
	g_string_free(t->name, TRUE);
	g_string_free(t->percentile, TRUE);
	g_free(t);
}

bool fio_terse_starts(const char *s, size_t n)
{
	size_t fields = 0;

	if (n < 80 || s[0] < '2' || s[0] > '5' || s[1] != ';')
		return false;
	if (s[0] > '2' && !g_str_has_prefix(s + 2, "fio-"))
		return false;
	for (size_t i = 0; i < n && fields < 20; i++)
		fields += s[i] == ';';
	return fields == 20;
}

void fio_terse_end(struct fio_terse *t)
{
	if (!t->report)
		return;
	fio_runs_report(t->runs, t->report);
	t->report = NULL;
}

static void split(struct fio_terse *t, const char *s, size_t n, bool cut)
{
	const char *end = s + n;

	t->n = 0;
	while (t->n < FIELDS) {
		const char *stop = memchr(s, ';', (size_t)(end - s));

		if (!stop && cut)
			break; /* the last field may lack digits */
		t->field[t->n++] = (struct fio_word){s, (size_t)((stop ? stop : end) - s)};
		if (!stop)
			break;
		s = stop + 1;
	}
}

static bool is_integer(const struct fio_word *w)
{
	for (size_t i = 0; i < w->n; i++)
		if (!g_ascii_isdigit(w->s[i]) && !(w->s[i] == '-' && !i && w->n > 1))
			return false;
	return w->n > 0 && w->n < 20;
}

static bool is_percentile(const struct fio_word *w)
{
	return memmem(w->s, w->n, "%=", 2) != NULL;
}

static bool ends_in_percent(const struct fio_word *w)
{
	return w->n && w->s[w->n - 1] == '%';
}

/* Does a block begin at this field?  `cut`: the line ends inside it. */
static bool is_block(const struct fio_terse *t, size_t at, bool *cut)
{
	size_t seen = 0;

	*cut = false;
	for (size_t i = at + AT_PERCENTILES; i < at + AT_LAT; i++) {
		if (i >= t->n) {
			*cut = true;
			return seen > 0;
		}
		if (!is_percentile(&t->field[i]))
			return false;
		seen++;
	}
	return true;
}

/* The field at which the first block begins: the name before it may hold any number of `;`. */
static size_t first_block(const struct fio_terse *t, size_t least)
{
	bool cut;

	for (size_t at = least; at < least + 16 && at < t->n; at++)
		if (is_integer(&t->field[at - 1]) && is_integer(&t->field[at - 2]) &&
			is_block(t, at, &cut))
			return at;
	return 0;
}

static void add(
	struct fio_terse *t, unsigned id, size_t at, double factor, const char *unit, guint32 flags)
{
	const struct fio_figure like = {
		.id = (guint16)id, .unit = unit, .stddev = NAN, .line = t->line, .flags = flags};

	if (at < t->n)
		fio_report_number(
			t->report, fio_runs_wanted(t->runs), &like, &t->field[at], factor);
}

static struct fio_word field_at(const struct fio_terse *t, size_t at)
{
	return at < t->n ? t->field[at] : (struct fio_word){NULL, 0};
}

static bool all_zero(const struct fio_terse *t, size_t at, size_t n)
{
	double value;

	for (size_t i = at; i < at + n && i < t->n; i++)
		if (!fio_number(t->field[i].s, t->field[i].n, &value, NULL) || value != 0)
			return false;
	return true;
}

/* min, max, mean, deviation at `at`. */
static void add_spread(
	struct fio_terse *t, unsigned id, size_t at, double factor, const char *unit, guint32 flags)
{
	struct fio_word word[FIO_WORD_COUNT] = {
		[FIO_WORD_MEAN] = field_at(t, at + 2),
		[FIO_WORD_STDDEV] = field_at(t, at + 3),
	};
	struct fio_figure like = {.id = (guint16)id, .unit = unit, .stddev = NAN, .line = t->line};

	fio_report_spread(t->report, fio_runs_wanted(t->runs), &like, word, factor);
	add(t, id + FIO_MIN, at, factor, unit, flags);
	add(t, id + FIO_MAX, at + 1, factor, unit, flags);
}

static guint32 cut_down(const struct fio_terse *t)
{
	return t->whole_usec ? QUALITY_BIT(QUALITY_ROUNDED) : 0;
}

static void add_latency(struct fio_terse *t, unsigned id, size_t at)
{
	if (!all_zero(t, at, 4))
		add_spread(t, id, at, 1e-6, "usec", cut_down(t));
}

/* `99.900000%=4620`; those that are not used are `0%=0`. */
static void add_percentile(struct fio_terse *t, unsigned id, const struct fio_word *w)
{
	const char *equals = memmem(w->s, w->n, "%=", 2);
	struct fio_figure like = {.id = (guint16)(id + FIO_PERCENTILE),
		.unit = "usec",
		.stddev = NAN,
		.line = t->line,
		.flags = cut_down(t)};
	struct fio_word value;

	if (!equals || (equals == w->s + 1 && *w->s == '0'))
		return;
	value = (struct fio_word){equals + 2, (size_t)(w->s + w->n - equals - 2)};
	g_string_truncate(t->percentile, 0);
	if (!fio_percentile(w->s, (size_t)(equals - w->s), t->percentile)) {
		diag_at(t->out->diag, DIAG_FIGURE_UNREADABLE, t->file, t->line, "percentile '%.*s'",
			(int)MIN(w->n, 40), w->s);
		return;
	}
	like.percentile = pool_str(t->out->pool, t->percentile->str);
	fio_report_number(t->report, fio_runs_wanted(t->runs), &like, &value, 1e-6);
}

static double number_at(const struct fio_terse *t, size_t at)
{
	double value;

	return at < t->n && fio_number(t->field[at].s, t->field[at].n, &value, NULL) ? value : NAN;
}

/* The rate is whole bytes by the time; fio prints whole KiB a second. */
static void add_rates(struct fio_terse *t, enum fio_direction d, size_t at)
{
	struct fio_figure like = {.unit = "KiB/s", .stddev = NAN, .line = t->line};
	struct fio_word word = field_at(t, at + AT_BW);
	gssize bw;

	like.id = (guint16)fio_id(d, FIO_BW);
	bw = fio_report_number(t->report, fio_runs_wanted(t->runs), &like, &word, 1024);
	fio_report_derive(t->report, bw, number_at(t, at + AT_IO) * 1024,
		number_at(t, at + AT_RUNTIME) / 1000);
	add(t, fio_id(d, FIO_IOPS), at + AT_IOPS, 1, "1/s", QUALITY_BIT(QUALITY_ROUNDED));
	add(t, fio_id(d, FIO_IO), at + AT_IO, 1024, "KiB", 0);
	add(t, fio_id(d, FIO_RUNTIME), at + AT_RUNTIME, 1e-3, "msec", 0);
}

static void add_samples(struct fio_terse *t, enum fio_direction d, size_t at, bool version_5)
{
	size_t samples = version_5 ? at + AT_BW_SAMPLES : t->n;
	struct fio_word word[FIO_WORD_COUNT] = {
		field_at(t, at + AT_BW_MEAN),
		field_at(t, at + AT_BW_MIN),
		field_at(t, at + AT_BW_MAX),
		field_at(t, at + AT_BW_DEV),
	};
	struct fio_figure like = {.id = (guint16)fio_id(d, FIO_BW_SAMPLES),
		.unit = "KiB/s",
		.stddev = NAN,
		.line = t->line};

	if (all_zero(t, at + AT_BW_MIN, 2))
		return; /* the run was shorter than the time of a sample */
	like.n = samples < t->n ? (guint32)number_at(t, samples) : 0;
	fio_report_spread(t->report, fio_runs_wanted(t->runs), &like, word, 1024);
	if (!version_5)
		return;
	word[FIO_WORD_MEAN] = field_at(t, at + AT_IOPS_MEAN);
	word[FIO_WORD_MIN] = field_at(t, at + AT_IOPS_MIN);
	word[FIO_WORD_MAX] = field_at(t, at + AT_IOPS_MAX);
	word[FIO_WORD_STDDEV] = field_at(t, at + AT_IOPS_DEV);
	like.id = (guint16)fio_id(d, FIO_IOPS_SAMPLES);
	like.unit = "1/s";
	samples = at + AT_IOPS_SAMPLES;
	like.n = samples < t->n ? (guint32)number_at(t, samples) : 0;
	fio_report_spread(t->report, fio_runs_wanted(t->runs), &like, word, 1);
}

static void add_block(struct fio_terse *t, enum fio_direction d, size_t at, bool version_5)
{
	/* A direction that did nothing took no time. */
	if (at + AT_RUNTIME >= t->n || all_zero(t, at + AT_RUNTIME, 1))
		return;
	add_rates(t, d, at);
	add_latency(t, fio_id(d, FIO_SLAT), at + AT_SLAT);
	add_latency(t, fio_id(d, FIO_CLAT), at + AT_CLAT);
	for (size_t i = at + AT_PERCENTILES; i < at + AT_LAT && i < t->n; i++)
		add_percentile(t, fio_id(d, FIO_CLAT), &t->field[i]);
	add_latency(t, fio_id(d, FIO_LAT), at + AT_LAT);
	if (at + BLOCK <= t->n)
		add_samples(t, d, at, version_5);
}

static void add_cpu(struct fio_terse *t, size_t at)
{
	static const unsigned id[] = {FIO_USR_CPU, FIO_SYS_CPU, FIO_CTX, FIO_MAJF, FIO_MINF};

	for (size_t i = 0; i < G_N_ELEMENTS(id) && at + i < t->n; i++) {
		struct fio_word *w = &t->field[at + i];
		bool percent = ends_in_percent(w);

		w->n -= percent;
		add(t, id[i], at + i, percent ? 0.01 : 1, percent ? "%" : "1", 0);
	}
}

/* What the line says of the disks: each 9 fields, the last of them per cent. */
static guint32 disks_of(const struct fio_terse *t, size_t at)
{
	guint32 hash = 0;

	for (; at + DISK <= t->n && ends_in_percent(&t->field[at + DISK - 1]); at += DISK)
		for (size_t i = at; i < at + DISK; i++)
			for (size_t k = 0; k < t->field[i].n; k++)
				hash = hash * 31 + (guchar)t->field[i].s[k] + 1;
	return hash;
}

static const enum fio_direction *directions_of(char version, size_t blocks)
{
	static const enum fio_direction mixed[] = {FIO_MIXED};
	static const enum fio_direction two[] = {FIO_READ, FIO_WRITE, FIO_MIXED};
	static const enum fio_direction three[] = {FIO_READ, FIO_WRITE, FIO_TRIM, FIO_MIXED};

	return blocks == 1 ? mixed : version == '3' ? two : three;
}

/*
 * Counts the blocks from `at` on; *end is behind the last, where the use of the CPU stands.  *cut:
 * it does not.
 */
static size_t count_blocks(const struct fio_terse *t, size_t at, size_t *end, bool *cut)
{
	size_t block = t->field[0].s[0] == '5' ? BLOCK_5 : BLOCK, n = 0;
	bool ends = false;

	for (; n < 4 && at < t->n && is_block(t, at, &ends); n++, at += block)
		;
	*end = at;
	*cut = at + 5 > t->n || !ends_in_percent(&t->field[at]) ||
	       !ends_in_percent(&t->field[at + 1]);
	return n;
}

/*
 * Is the line of another report than those before it?  Without disks only of the same job with more
 * of everything.
 */
static bool begins_report(const struct fio_terse *t, const struct fio_report *with)
{
	const struct fio_job *old, *job = fio_report_last(with);
	bool later = false;

	if (!t->report)
		return true;
	if (t->report->version != with->version)
		return true;
	if (t->report->disks || with->disks)
		return t->report->disks != with->disks;
	if (!t->report->jobs->len)
		return false;
	old = &g_array_index(t->report->jobs, struct fio_job, 0);
	if (old->name != job->name || old->group != job->group || job->aggregate)
		return false;
	for (int d = 0; d < FIO_DIRECTION_COUNT; d++) {
		if (!(old->runtime[d] > 0))
			continue;
		if (!(job->runtime[d] > old->runtime[d] + 5 * LATER && job->io[d] > old->io[d] &&
			    job->least[d] <= old->least[d] && job->longest[d] >= old->longest[d]))
			return false;
		later = true;
	}
	return later && job->ctx >= old->ctx;
}

/* Moves the one job of `from` behind those of `to`. */
static void join(struct fio_runs *runs, struct fio_report *to, struct fio_report *from)
{
	const struct fio_job *job = fio_report_last(from);
	struct fio_job *copy = fio_runs_job(runs, to, job->name, job->line);
	guint first;

	if (!copy)
		return;
	first = copy->first;
	*copy = *job;
	copy->first = first;
	for (guint i = 0; i < from->figures->len; i++) {
		struct fio_figure f = g_array_index(from->figures, struct fio_figure, i);

		if (f.original)
			f.original = g_string_chunk_insert(to->text, f.original);
		g_array_append_val(to->figures, f);
	}
	copy->end = to->figures->len;
}

static void read_job(struct fio_terse *t, size_t at, size_t name)
{
	char version = t->field[0].s[0];
	const struct fio_word *end = &t->field[at - 3];
	struct fio_job *job;
	size_t blocks, behind;
	bool cut;
	const enum fio_direction *direction;

	g_string_truncate(t->name, 0);
	g_string_append_len(
		t->name, t->field[name].s, (gssize)(end->s + end->n - t->field[name].s));
	job = fio_report_job(t->report, pool_str(t->out->pool, t->name->str), t->line);
	job->group = atoi(t->field[at - 2].s);
	job->error = strtol(t->field[at - 1].s, NULL, 10);
	job->aggregate = g_str_equal(t->name->str, "All clients");
	blocks = count_blocks(t, at, &behind, &cut);
	/* One that ends inside its first block may be of either kind: read, or all in one. */
	if (cut && blocks < 2 && behind >= t->n)
		blocks = 0;
	direction = directions_of(version, cut ? 2 : blocks);
	for (size_t i = 0; i < blocks; i++, at += version == '5' ? BLOCK_5 : BLOCK)
		add_block(t, direction[i], at, version == '5');
	if (!cut) {
		add_cpu(t, behind);
		t->report->disks = disks_of(t, behind + AT_DISKS);
	}
	t->report->whole = !cut;
}

bool fio_terse_line(struct fio_terse *t, const struct text *line)
{
	struct fio_report *before = t->report, *alone;
	size_t name, at;

	split(t, line->s, line->n, line->cut);
	name = line->s[0] == '2' ? 1 : 2;
	at = first_block(t, name + 3);
	if (!at) {
		diag_at(t->out->diag, DIAG_JOB_UNREADABLE, t->file, line->line,
			"terse line without percentiles");
		return false;
	}
	t->line = line->line;
	alone = fio_report_new(FIO_TERSE, line->line);
	if (name == 2)
		alone->version = pool_str_len(t->out->pool, t->field[1].s + 4, t->field[1].n - 4);
	t->whole_usec = !alone->version || strtod(alone->version, NULL) >= 2.99;
	t->report = alone;
	read_job(t, at, name);
	fio_report_mark_sums(alone);
	t->report = before;
	if (!alone->whole && line->cut)
		diag_at(t->out->diag, DIAG_CUT_FIGURE, t->file, line->line, NULL);
	if (begins_report(t, alone)) {
		fio_terse_end(t);
		t->report = alone;
		return true;
	}
	join(t->runs, t->report, alone);
	t->report->whole = t->report->whole && alone->whole;
	fio_report_free(alone);
	return true;
}
