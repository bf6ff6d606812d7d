#include "parsers/fio_report.h"

#include "parsers/fio_value.h"
#include <math.h>
#include <string.h>

static const char *const directions[] = {
	[FIO_READ] = "read",
	[FIO_WRITE] = "write",
	[FIO_TRIM] = "trim",
	[FIO_MIXED] = "mixed",
};

G_STATIC_ASSERT(G_N_ELEMENTS(directions) == FIO_DIRECTION_COUNT);

static const char *const kinds[] = {
	[FIO_BW] = "bw",
	[FIO_IOPS] = "iops",
	[FIO_IO] = "io",
	[FIO_IOS] = "ios",
	[FIO_RUNTIME] = "runtime",
	[FIO_SLAT + FIO_MEAN] = "slat",
	[FIO_SLAT + FIO_MIN] = "slat.min",
	[FIO_SLAT + FIO_MAX] = "slat.max",
	[FIO_SLAT + FIO_PERCENTILE] = "slat.percentile",
	[FIO_CLAT + FIO_MEAN] = "clat",
	[FIO_CLAT + FIO_MIN] = "clat.min",
	[FIO_CLAT + FIO_MAX] = "clat.max",
	[FIO_CLAT + FIO_PERCENTILE] = "clat.percentile",
	[FIO_LAT + FIO_MEAN] = "lat",
	[FIO_LAT + FIO_MIN] = "lat.min",
	[FIO_LAT + FIO_MAX] = "lat.max",
	[FIO_LAT + FIO_PERCENTILE] = "lat.percentile",
	[FIO_BW_SAMPLES + FIO_MEAN] = "bw.mean",
	[FIO_BW_SAMPLES + FIO_MIN] = "bw.min",
	[FIO_BW_SAMPLES + FIO_MAX] = "bw.max",
	[FIO_IOPS_SAMPLES + FIO_MEAN] = "iops.mean",
	[FIO_IOPS_SAMPLES + FIO_MIN] = "iops.min",
	[FIO_IOPS_SAMPLES + FIO_MAX] = "iops.max",
};

G_STATIC_ASSERT(G_N_ELEMENTS(kinds) == FIO_KIND_COUNT);

static const char *const others[] = {
	"sync.lat",
	"sync.lat.min",
	"sync.lat.max",
	"sync.lat.percentile",
	"usr-cpu",
	"sys-cpu",
	"ctx",
	"majf",
	"minf",
};

G_STATIC_ASSERT(G_N_ELEMENTS(others) == FIO_ID_COUNT - FIO_SYNC);

const char *fio_direction_name(enum fio_direction d)
{
	return directions[d];
}

enum fio_direction fio_direction_at(const char *s)
{
	int d = 0;

	while (d < FIO_DIRECTION_COUNT && !g_str_has_prefix(s, directions[d]))
		d++;
	return (enum fio_direction)d;
}

static const struct metric *metric_of(const struct sink *sink, unsigned id)
{
	char name[40];

	if (id < FIO_SYNC)
		g_snprintf(name, sizeof(name), "fio:%s.%s", directions[id / FIO_KIND_COUNT],
			kinds[id % FIO_KIND_COUNT]);
	else
		g_snprintf(name, sizeof(name), "fio:%s", others[id - FIO_SYNC]);
	return metrics_get(sink->metrics, name);
}

bool fio_wants(struct fio_wanted *w, unsigned id)
{
	if (!w->metric[id]) {
		w->metric[id] = metric_of(w->sink, id);
		g_assert(w->metric[id]);
		w->wanted[id] = !w->sink->wants || w->sink->wants(w->sink, w->metric[id]);
	}
	return w->wanted[id];
}

struct fio_report *fio_report_new(enum fio_form form, guint32 line)
{
	struct fio_report *report = g_new0(struct fio_report, 1);

	report->form = form;
	report->line = line;
	report->jobs = g_array_new(FALSE, FALSE, sizeof(struct fio_job));
	report->figures = g_array_new(FALSE, FALSE, sizeof(struct fio_figure));
	report->text = g_string_chunk_new(1024);
	return report;
}

void fio_report_free(struct fio_report *report)
{
	if (!report)
		return;
	g_array_free(report->jobs, TRUE);
	g_array_free(report->figures, TRUE);
	g_string_chunk_free(report->text);
	g_free(report);
}

struct fio_job *fio_report_job(struct fio_report *report, const char *name, guint32 line)
{
	struct fio_job job = {
		.name = name,
		.group = -1,
		.line = line,
		.eta = -1,
		.first = report->figures->len,
		.end = report->figures->len,
		.ctx = NAN,
	};

	for (int d = 0; d < FIO_DIRECTION_COUNT; d++) {
		job.io[d] = job.runtime[d] = NAN;
		job.least[d] = job.longest[d] = NAN;
	}
	g_array_append_val(report->jobs, job);
	return fio_report_last(report);
}

struct fio_job *fio_report_last(const struct fio_report *report)
{
	return &g_array_index(report->jobs, struct fio_job, report->jobs->len - 1);
}

/* Keeps what tells whether two reports are of one run. */
static void note(struct fio_job *job, const struct fio_figure *f)
{
	unsigned d = f->id / FIO_KIND_COUNT;

	if (f->id == FIO_CTX)
		job->ctx = f->value;
	if (f->id >= FIO_SYNC)
		return;
	switch (f->id % FIO_KIND_COUNT) {
	case FIO_IO:
		job->io[d] = f->value;
		job->io_step[d] = f->step;
		break;
	case FIO_RUNTIME:
		job->runtime[d] = f->value;
		break;
	case FIO_CLAT + FIO_MIN:
		job->least[d] = f->value;
		break;
	case FIO_CLAT + FIO_MAX:
		job->longest[d] = f->value;
		break;
	default:
		break;
	}
}

gssize fio_report_add(struct fio_report *report, struct fio_wanted *wanted,
	const struct fio_figure *figure, const char *original, size_t n)
{
	struct fio_job *job = fio_report_last(report);
	struct fio_figure copy = *figure;

	note(job, figure);
	if (!fio_wants(wanted, figure->id))
		return -1;
	if (job->error)
		copy.flags |= QUALITY_BIT(QUALITY_TOOL_ERROR);
	if (wanted->sink->want_original && original)
		copy.original = g_string_chunk_insert_len(report->text, original, (gssize)n);
	g_array_append_val(report->figures, copy);
	job->end = report->figures->len;
	return (gssize)report->figures->len - 1;
}

struct fio_figure *fio_report_figure(struct fio_report *report, gssize index)
{
	return &g_array_index(report->figures, struct fio_figure, index);
}

static bool is_latency(const struct fio_figure *f)
{
	unsigned kind = f->id % FIO_KIND_COUNT;

	return f->id < FIO_SYNC ? kind >= FIO_SLAT && kind < FIO_BW_SAMPLES : f->id < FIO_USR_CPU;
}

/* What printf() writes for a figure there is none of. */
static bool is_nan(const struct fio_word *text)
{
	const char *s = text->s;
	size_t n = text->n;

	if (n && (*s == '-' || *s == '+'))
		s++, n--;
	return n >= 3 && (!g_ascii_strncasecmp(s, "nan", 3) || !g_ascii_strncasecmp(s, "inf", 3) ||
				 (n == 4 && !memcmp(s, "null", 4)));
}

/* The text of a figure that was cut short is no text of it. */
#define ORIGINAL_MAX 256

gssize fio_report_number(struct fio_report *report, struct fio_wanted *wanted,
	const struct fio_figure *like, const struct fio_word *text, double factor)
{
	struct fio_figure f = *like;
	double step;
	size_t n = text->s ? fio_number(text->s, text->n, &f.value, &step) : 0;

	if (!text->s)
		return -1;
	if (n && n == text->n) {
		f.value = fio_scale(f.value, factor);
		f.step = (float)(step * factor);
		if (f.value == 0 && is_latency(&f)) {
			f.value = NAN;
			f.flags |= QUALITY_BIT(QUALITY_BELOW_RESOLUTION);
		}
	} else {
		f.value = NAN;
		f.flags |= QUALITY_BIT(QUALITY_UNREADABLE);
		if (!is_nan(text))
			diag_at(wanted->sink->diag, DIAG_FIGURE_UNREADABLE, wanted->file, f.line,
				"'%.*s%s'", (int)MIN(text->n, FIO_NUMBER_MAX), text->s,
				text->n > FIO_NUMBER_MAX ? "..." : "");
	}
	return fio_report_add(report, wanted, &f, text->n > ORIGINAL_MAX ? NULL : text->s, text->n);
}

void fio_report_spread(struct fio_report *report, struct fio_wanted *wanted,
	const struct fio_figure *like, const struct fio_word word[FIO_WORD_COUNT], double factor)
{
	struct fio_figure f = *like;
	const struct fio_word *deviation = &word[FIO_WORD_STDDEV];

	if (deviation->s && fio_number(deviation->s, deviation->n, &f.stddev, NULL))
		f.stddev = fio_scale(f.stddev, factor);
	fio_report_number(report, wanted, &f, &word[FIO_WORD_MEAN], factor);
	f = *like;
	f.n = 0;
	for (int i = FIO_MIN; i <= FIO_MAX; i++) {
		f.id++;
		fio_report_number(report, wanted, &f, &word[i], factor);
	}
}

void fio_report_derive(struct fio_report *report, gssize index, double amount, double seconds)
{
	struct fio_figure *f;

	if (index < 0 || !(seconds > 0) || isnan(amount))
		return;
	f = fio_report_figure(report, index);
	f->value = amount / seconds;
	f->flags |= QUALITY_BIT(QUALITY_DERIVED);
	f->flags &= ~(QUALITY_BIT(QUALITY_ROUNDED) | QUALITY_BIT(QUALITY_PREFIX_AMBIGUOUS) |
		      QUALITY_BIT(QUALITY_BOGUS_TEXT));
}

bool fio_percentile(const char *s, size_t n, GString *out)
{
	double value;

	if (!n || fio_number(s, n, &value, NULL) != n || !(value > 0 && value <= 100))
		return false;
	number_print(value, out);
	return true;
}

void fio_report_mark_sums(struct fio_report *report)
{
	const struct fio_job *job = fio_report_last(report);

	if (!(job->runtime[FIO_READ] > 0 || job->runtime[FIO_WRITE] > 0))
		return;
	for (guint i = job->first; i < job->end; i++) {
		struct fio_figure *f = fio_report_figure(report, i);

		if (f->id < FIO_SYNC && f->id / FIO_KIND_COUNT == FIO_MIXED)
			f->flags |= QUALITY_BIT(QUALITY_AGGREGATE);
	}
}
