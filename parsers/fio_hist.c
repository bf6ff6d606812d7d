#include "parsers/fio_hist.h"

#include <math.h>
#include <string.h>

#include "parsers/parser.h"

#define BITS       6 /* of a bin's place inside its group */
#define PER_GROUP  (1u << BITS)
#define NSEC_BINS  (29 * PER_GROUP)
#define USEC_BINS  (19 * PER_GROUP)
#define COARSE_MAX 6
#define FRONT      3 /* columns before the counts */

/* A row has about 6 KiB, 20 at most. */
#define BUFFER (128u << 10)

struct fio_hist {
	unsigned sections, bins, stride; /* bins 0: not known yet */
	bool is_nsec;
	guint64 *count; /* [section][direction][bin] */
	guint64 steps, time, first;
};

struct fio_hist *fio_hist_new(unsigned sections)
{
	struct fio_hist *h = g_new0(struct fio_hist, 1);

	h->sections = sections;
	return h;
}

void fio_hist_free(struct fio_hist *h)
{
	if (!h)
		return;
	g_free(h->count);
	g_free(h);
}

unsigned fio_hist_bins(size_t columns, unsigned *stride, bool *is_nsec)
{
	for (unsigned c = 0; c <= COARSE_MAX; c++) {
		*stride = 1u << c;
		*is_nsec = columns == FRONT + (NSEC_BINS >> c);
		if (*is_nsec || columns == FRONT + (USEC_BINS >> c))
			return (unsigned)columns - FRONT;
	}
	return 0;
}

guint64 fio_hist_edge(unsigned i)
{
	unsigned shift = i < 2 * PER_GROUP ? 0 : i / PER_GROUP - 1;

	if (!shift)
		return i;
	return (G_GUINT64_CONSTANT(1) << (shift + BITS)) + ((guint64)(i % PER_GROUP) << shift);
}

static size_t count_columns(const char *s, size_t n)
{
	size_t columns = n > 0;

	for (const char *p = s; (p = memchr(p, ',', (size_t)(s + n - p))); p++)
		columns++;
	return columns;
}

/* A number and the comma behind it; NULL: there is none. */
static inline const char *take_number(const char *s, const char *end, guint64 *out)
{
	const char *start = s;
	guint64 n = 0;

	while (s < end && *s == ' ')
		start = ++s;
	for (; s < end && g_ascii_isdigit(*s); s++)
		n = n * 10 + (guint64)(*s - '0');
	if (s == start || s - start > 19)
		return NULL;
	*out = n;
	while (s < end && *s == ' ')
		s++;
	if (s < end && *s++ != ',')
		return NULL;
	return s;
}

/* Adds the counts of a row to `to`, when all of them can be read. */
static bool take_counts(const char *s, const char *end, unsigned bins, guint64 *to)
{
	for (int pass = 0; pass < 2; pass++) {
		const char *p = s;

		for (unsigned i = 0; i < bins; i++) {
			guint64 count;

			if (G_LIKELY(end - p > 2 && p[0] == '0' && p[1] == ',' && p[2] == ' ')) {
				p += 3;
				continue;
			}
			if (!(p = take_number(p, end, &count)))
				return false;
			if (pass)
				to[i] += count;
		}
		if (p != end)
			return false;
	}
	return true;
}

struct hist_reader {
	struct fio_hist *hist;
	struct fio_part *part;
	struct sink *out;
	guint64 last, last_of[FIO_LOG_DIRECTION_COUNT];
	bool seen[FIO_LOG_DIRECTION_COUNT];
};

static bool settle_bins(struct fio_hist *h, const char *s, size_t n)
{
	unsigned stride;
	bool is_nsec;
	unsigned bins = fio_hist_bins(count_columns(s, n), &stride, &is_nsec);

	if (!bins || (h->bins && bins != h->bins))
		return false;
	if (!h->bins) {
		h->bins = bins;
		h->stride = stride;
		h->is_nsec = is_nsec;
		h->count = g_new0(guint64, (gsize)h->sections * FIO_LOG_DIRECTION_COUNT * bins);
	}
	return true;
}

/* 1: taken, 0: it cannot be read, -1: its time begins another run. */
static int take_row(struct hist_reader *r, const char *s, size_t n)
{
	struct fio_hist *h = r->hist;
	const char *end = s + n;
	guint64 time, direction, block_size;

	if (!settle_bins(h, s, n) || !(s = take_number(s, end, &time)) ||
		!(s = take_number(s, end, &direction)) || direction >= FIO_LOG_DIRECTION_COUNT ||
		!(s = take_number(s, end, &block_size)))
		return 0;
	if (r->part->may_go_on && time < r->last)
		return -1;
	while (s < end && *s == ' ')
		s++;
	if (!take_counts(s, end, h->bins,
		    h->count + (r->part->section * FIO_LOG_DIRECTION_COUNT + direction) * h->bins))
		return 0;
	if (r->seen[direction] && time > r->last_of[direction]) {
		h->steps++;
		h->time += time - r->last_of[direction];
	}
	h->first = h->first ? h->first : time;
	r->seen[direction] = true;
	r->last = r->last_of[direction] = time;
	return 1;
}

static void tell_line(const struct hist_reader *r, const struct text *text, enum line_class class)
{
	r->out->lines[class]++;
	if (r->out->line)
		r->out->line(
			r->out, (struct pos){r->part->path, text->line}, class, text->s, text->n);
}

static void trim(struct text *text)
{
	while (text->n && (unsigned char)text->s[text->n - 1] <= ' ')
		text->n--;
	while (text->n && (unsigned char)*text->s <= ' ') {
		text->s++;
		text->n--;
	}
}

static void read_rows(struct hist_reader *r, struct input *in)
{
	struct text text;

	for (;;) {
		struct input_place place = input_place(in);
		int taken;

		if (input_next(in, &text) == INPUT_END ||
			(r->part->last_line && text.line > r->part->last_line))
			return;
		trim(&text);
		if (!text.n) {
			tell_line(r, &text, LINE_BLANK);
			continue;
		}
		taken = text.cut ? 0 : take_row(r, text.s, text.n);
		if (taken < 0) {
			r->part->rest = place;
			diag_at(r->out->diag, DIAG_TIME_BACK, r->part->path, text.line, NULL);
			return;
		}
		r->part->rows += taken > 0;
		tell_line(r, &text, taken ? LINE_FIGURES : LINE_UNKNOWN);
		if (!taken)
			diag_at(r->out->diag, text.cut ? DIAG_CUT_FIGURE : DIAG_LOG_ROW,
				r->part->path, text.line, NULL);
	}
}

void fio_hist_add(struct fio_hist *hist, struct fio_part *part, struct sink *out)
{
	struct hist_reader r = {.hist = hist, .part = part, .out = out};
	g_autoptr(GError) error = NULL;
	struct input *in =
		input_open_at(part->path, part->path, &part->start, BUFFER, out->diag, &error);

	if (!in) {
		diag_at(out->diag, DIAG_CANNOT_READ, part->path, 0, "%s",
			strrchr(error->message, ':') + 2);
		return;
	}
	read_rows(&r, in);
	input_close(in);
}

static const guint64 *counts(const struct fio_hist *h, unsigned section, unsigned direction)
{
	return h->count + ((gsize)section * FIO_LOG_DIRECTION_COUNT + direction) * h->bins;
}

guint64 fio_hist_count(const struct fio_hist *h, unsigned section, unsigned direction)
{
	guint64 n = 0;

	for (unsigned i = 0; i < h->bins; i++)
		n += counts(h, section, direction)[i];
	return n;
}

double fio_hist_percentile(
	const struct fio_hist *h, unsigned section, unsigned direction, double percent)
{
	double wanted = percent / 100 * (double)fio_hist_count(h, section, direction);
	double unit = h->is_nsec ? 1e-9 : 1e-6;
	guint64 sum = 0;

	if (!(wanted > 0))
		return NAN;
	for (unsigned i = 0; i < h->bins; i++) {
		guint64 low = fio_hist_edge(i * h->stride),
			high = fio_hist_edge((i + 1) * h->stride);

		sum += counts(h, section, direction)[i];
		if ((double)sum >= wanted)
			return (double)(low + (high - low) / 2) * unit;
	}
	return NAN;
}

double fio_hist_interval(const struct fio_hist *h)
{
	return h->steps ? (double)h->time / (double)h->steps : (double)h->first;
}

int fio_hist_is_nsec(const struct fio_hist *h)
{
	return h->bins ? h->is_nsec : -1;
}

int fio_hist_sniff(const char *head, size_t n)
{
	const char *end = memchr(head, '\n', n);
	size_t length = end ? (size_t)(end - head) : n;
	unsigned stride;
	bool is_nsec;

	if (!end || !length || !g_ascii_isdigit(*head) ||
		!fio_hist_bins(count_columns(head, length - (end[-1] == '\r')), &stride, &is_nsec))
		return 0;
	for (size_t i = 0; i < length; i++)
		if (!g_ascii_isdigit(head[i]) && !strchr(", \r", head[i]))
			return 0;
	return 80;
}

/* Of logs whose name no set takes. */
const struct parser parser_fio_hist = {
	.name = "fio-hist",
	.title = "histogram logs of fio: PREFIX_clat_hist.N.log",
	.sniff = fio_hist_sniff,
	.no_runs = true,
	.told = DIAG_LOG_TYPE,
};
