#include "parsers/fio_windows.h"

#include <math.h>
#include <string.h>

/* How many windows a row may reach back over, at most, and the one that its end falls into. */
#define REACH 3
#define RING  (REACH + 1)

/* Rows further apart than this, in ms, are no neighbours: a damaged digit. */
#define LEAP_MAX G_GUINT64_CONSTANT(1000000000)

/* For the buffers of all files together, which may be many, and for one of them. */
#define BUFFERS    (8u << 20)
#define BUFFER_MIN (4u << 10)
#define BUFFER_MAX INPUT_HEAD

/* A series while it is summed. */
struct busy {
	struct fio_track track; /* first */
	double sum[RING];    /* value x ms; single I/Os: what gives the rate when divided by ms */
	double weight[RING]; /* latencies: ms or I/Os behind `sum` */
	struct busy *iops;   /* latencies: of the same job and direction; NULL: none */
	GPtrArray *parts;    /* totals: struct busy * of the jobs */
};

/* One part while it is read. */
struct reader {
	struct fio_part *part;
	struct input *in;
	struct fio_row row; /* the next one, its time from the origin */
	guint64 last;       /* time of the row before, as written; G_MAXUINT64: none */
	guint64 from[FIO_LOG_DIRECTION_COUNT];
	bool begun[FIO_LOG_DIRECTION_COUNT];
	bool lost[FIO_LOG_DIRECTION_COUNT]; /* a row that could not be read came before the next one
					     */
	struct busy *busy[FIO_LOG_DIRECTION_COUNT];
	bool live, nul_told;
};

/* How far the logs of one type and section reach. */
struct extent {
	guint64 end;
	unsigned live;
};

struct work {
	struct fio_windows *m;
	struct reader *reader;
	GPtrArray *tracks, *totals; /* struct busy *, in order of appearance */
	struct busy **track_at;     /* [job][type][direction] */
	struct busy **total_at;     /* [section][type][direction] */
	struct extent *extent;      /* [section][type] */
	guint64 bucket;             /* the first window that is open */
};

bool fio_time_goes_on(guint64 last, guint64 time, guint64 window)
{
	return time >= last || (time + window / 2 >= last && time >= last / 2);
}

static struct extent *extent_of(const struct work *w, unsigned section, enum fio_log_type type)
{
	return &w->extent[section * FIO_LOG_TYPE_COUNT + type];
}

static bool is_rate(enum fio_log_type type)
{
	return type == FIO_LOG_BW || type == FIO_LOG_IOPS;
}

static struct busy **slot(struct busy **table, unsigned i, enum fio_log_type type, unsigned d)
{
	return &table[(i * FIO_LOG_TYPE_COUNT + type) * FIO_LOG_DIRECTION_COUNT + d];
}

/* A series that begins now had nothing in the windows that are done. */
static struct busy *busy_new(
	struct work *w, const struct fio_part *part, unsigned direction, GPtrArray *list)
{
	struct busy *b = g_new0(struct busy, 1);

	b->track.type = part->type;
	b->track.direction = (enum fio_log_direction)direction;
	b->track.section = part->section;
	b->track.job = part->job;
	b->track.path = part->path;
	fio_series_add_many(&b->track.windows, is_rate(part->type) ? 0 : NAN, w->bucket);
	g_ptr_array_add(list, b);
	return b;
}

static void pair_iops(struct work *w, struct busy *b, unsigned direction)
{
	unsigned job = b->track.job;

	if (b->track.type != FIO_LOG_IOPS) {
		b->iops = *slot(w->track_at, job, FIO_LOG_IOPS, direction);
		return;
	}
	for (int t = FIO_LOG_SLAT; t <= FIO_LOG_LAT; t++) {
		struct busy *other = *slot(w->track_at, job, (enum fio_log_type)t, direction);

		if (other)
			other->iops = b;
	}
}

static struct busy *busy_of(struct work *w, const struct fio_part *part, unsigned direction)
{
	struct busy **known = slot(w->track_at, part->job, part->type, direction);
	struct busy **total = slot(w->total_at, part->section, part->type, direction);
	struct busy *track = *known;

	if (track)
		return track;
	track = *known = busy_new(w, part, direction, w->tracks);
	pair_iops(w, track, direction);
	if (!*total) {
		*total = busy_new(w, part, direction, w->totals);
		(*total)->parts = g_ptr_array_new();
	}
	g_ptr_array_add((*total)->parts, track);
	return track;
}

static void tell_line(
	struct work *w, const struct reader *r, const struct text *text, enum line_class class)
{
	struct sink *out = w->m->out;

	out->lines[class]++;
	if (out->line)
		out->line(out, (struct pos){r->part->path, text->line}, class, text->s, text->n);
}

/* NUL bytes before a row, as a crash leaves them; those behind it the reader of rows knows. */
static void skip_nuls(struct work *w, struct reader *r, struct text *text)
{
	bool any = text->n && (!text->s[0] || !text->s[text->n - 1]);

	if (G_LIKELY(!any))
		return;
	while (text->n && !*text->s) {
		text->s++;
		text->n--;
	}
	if (!r->nul_told)
		diag_at(w->m->out->diag, DIAG_NUL_BYTES, r->part->path, text->line, NULL);
	r->nul_told = true;
}

static bool is_blank(const struct text *text)
{
	for (size_t i = 0; i < text->n; i++)
		if ((unsigned char)text->s[i] > ' ')
			return false;
	return true;
}

static void lose_row(struct work *w, struct reader *r, const struct text *text)
{
	tell_line(w, r, text, LINE_UNKNOWN);
	for (size_t d = 0; d < FIO_LOG_DIRECTION_COUNT; d++)
		r->lost[d] = true;
}

static void other_line(struct work *w, struct reader *r, const struct text *text)
{
	if (is_blank(text)) {
		tell_line(w, r, text, LINE_BLANK);
		return;
	}
	lose_row(w, r, text);
	diag_at(w->m->out->diag, text->cut ? DIAG_CUT_FIGURE : DIAG_LOG_ROW, r->part->path,
		text->line, NULL);
}

static void end_part(struct reader *r)
{
	r->live = false;
	input_close(r->in);
	r->in = NULL;
}

/* Is the time one that may come next?  Sets the end of the part when it begins another run. */
static bool time_fits(
	struct work *w, struct reader *r, const struct text *text, const struct input_place *place)
{
	const struct fio_windows *m = w->m;
	guint64 time = r->row.time, last = r->last == G_MAXUINT64 ? m->origin : r->last;

	if (r->last != G_MAXUINT64 && !fio_time_goes_on(last, time, m->window)) {
		if (r->part->may_go_on) {
			r->part->rest = *place;
			diag_at(m->out->diag, DIAG_TIME_BACK, r->part->path, text->line,
				"%" G_GUINT64_FORMAT " follows %" G_GUINT64_FORMAT, time, last);
		}
		end_part(r);
		return false;
	}
	if (time <= last || time - last <= LEAP_MAX)
		return true;
	diag_at(m->out->diag, DIAG_LOG_ROW, r->part->path, text->line,
		"time leaps to %" G_GUINT64_FORMAT, time);
	lose_row(w, r, text);
	return false;
}

/* Reads on to the next row, or to the end of the part. */
static void next_row(struct work *w, struct reader *r)
{
	const struct fio_windows *m = w->m;
	struct input_place place;
	struct text text;

	for (;;) {
		place = input_place(r->in);
		if (input_next(r->in, &text) == INPUT_END ||
			(r->part->last_line && text.line > r->part->last_line)) {
			end_part(r);
			return;
		}
		skip_nuls(w, r, &text);
		if (text.cut || !fio_row_read(&m->form, text.s, text.n, &r->row)) {
			other_line(w, r, &text);
			continue;
		}
		if (!time_fits(w, r, &text, &place)) {
			if (!r->live)
				return;
			continue;
		}
		tell_line(w, r, &text, LINE_FIGURES);
		r->part->rows++;
		r->last = MAX(r->row.time, r->last == G_MAXUINT64 ? 0 : r->last);
		r->row.time -= MIN(r->row.time, m->origin);
		return;
	}
}

/* Spreads a value over the windows between two times. */
static void spread(const struct work *w, struct busy *b, guint64 from, guint64 to, double value)
{
	guint64 width = w->m->window;

	from = MAX(from, w->bucket * width);
	while (from < to) {
		guint64 bucket = from / width, end = MIN((bucket + 1) * width, to);
		double ms = (double)(end - from);

		b->sum[bucket % RING] += value * ms;
		b->weight[bucket % RING] += ms;
		from = end;
	}
}

/* One I/O: a kibibyte or an operation in a millisecond is a thousand in a second. */
static void count_single(const struct work *w, struct busy *b, const struct fio_row *row)
{
	guint64 bucket = MAX(row->time / w->m->window, w->bucket);
	double value = b->track.type == FIO_LOG_BW     ? (double)row->block_size / 1024 * 1000
		       : b->track.type == FIO_LOG_IOPS ? 1000
						       : (double)row->value;

	b->sum[bucket % RING] += value;
	b->weight[bucket % RING] += 1;
	b->track.amount += value;
}

static void take_row(struct work *w, struct reader *r)
{
	const struct fio_row *row = &r->row;
	unsigned d = row->direction;
	guint64 width = w->m->window, to = row->time, from = r->from[d];
	struct busy *b = r->busy[d];
	struct extent *extent = extent_of(w, r->part->section, r->part->type);

	if (G_UNLIKELY(!b))
		b = r->busy[d] = busy_of(w, r->part, d);
	extent->end = MAX(extent->end, to);
	if (w->m->single[r->part->type]) {
		count_single(w, b, row);
		return;
	}
	if (to <= from && r->begun[d])
		return; /* the same time again: no width */
	if (!r->begun[d] && w->m->is_epoch)
		from = to - MIN(to, width);
	else if ((to - from) * 4 >= width * 7)
		from = r->lost[d] ? MAX(from, to - MIN(to, REACH * width)) : to - width;
	r->lost[d] = false;
	spread(w, b, from, to, (double)row->value);
	b->track.amount += (double)row->value * (double)(to - from);
	r->from[d] = to;
	r->begun[d] = true;
}

/* The mean latency of the jobs of a total in a window; NAN: no sample. */
static double mix_latency(struct work *w, const struct busy *total, size_t at)
{
	bool single = w->m->single[total->track.type];
	double sum = 0, weight = 0, plain = 0;
	bool any_iops = false;
	unsigned n = 0;

	for (guint i = 0; i < total->parts->len; i++) {
		const struct busy *b = total->parts->pdata[i];
		double mean = b->sum[at] / b->weight[at];
		double ios = single ? b->weight[at] : b->iops ? b->iops->sum[at] : 0;

		any_iops |= single || b->iops;
		if (!(b->weight[at] > 0))
			continue;
		n++;
		plain += mean;
		sum += ios * mean;
		weight += ios;
	}
	w->m->plain |= n > 1 && !any_iops;
	return weight > 0 ? sum / weight : n ? plain / n : NAN;
}

static void add_window(struct work *w, struct busy *b, guint64 bucket, double value)
{
	const struct fio_windows *m = w->m;

	fio_series_add(&b->track.windows, value);
	if (m->point && !isnan(value))
		m->point(m->user, &b->track, b->parts != NULL, m->origin + (bucket + 1) * m->window,
			value);
}

/* How many ms of a window logs reach into; 0: not far enough for it to count. */
static guint64 covered(const struct work *w, const struct busy *b, guint64 bucket)
{
	const struct extent *e = extent_of(w, b->track.section, b->track.type);
	guint64 width = w->m->window, start = bucket * width;

	if (e->live || e->end >= start + width)
		return width;
	if (e->end <= start)
		return 0;
	/* of a run shorter than a window there is nothing else */
	return (e->end - start) * 10 >= width * 9 || !bucket ? e->end - start : 0;
}

/* Takes the windows `bucket` of all series, which no row can touch any more. */
static void close_bucket(struct work *w)
{
	guint64 bucket = w->bucket;
	size_t at = bucket % RING;

	for (guint i = 0; i < w->totals->len; i++) {
		struct busy *total = w->totals->pdata[i];
		guint64 ms = covered(w, total, bucket);
		bool rate = is_rate(total->track.type);
		double sum = 0;

		for (guint k = 0; ms && k < total->parts->len; k++) {
			struct busy *b = total->parts->pdata[k];

			sum += b->sum[at];
			add_window(w, b, bucket, b->sum[at] / (rate ? (double)ms : b->weight[at]));
		}
		if (ms)
			add_window(w, total, bucket,
				rate ? sum / (double)ms : mix_latency(w, total, at));
	}
	for (guint i = 0; i < w->tracks->len; i++) {
		struct busy *b = w->tracks->pdata[i];

		b->sum[at] = b->weight[at] = 0;
	}
	w->bucket++;
}

static void skip_windows(const struct work *w, GPtrArray *list, guint64 count)
{
	for (guint i = 0; i < list->len; i++) {
		struct busy *b = list->pdata[i];

		if (extent_of(w, b->track.section, b->track.type)->live)
			fio_series_add_many(
				&b->track.windows, is_rate(b->track.type) ? 0 : NAN, count);
	}
}

/* Goes on to where the next rows are, when that is far away. */
static void skip_gap(struct work *w, guint64 next)
{
	guint64 width = w->m->window;
	guint64 target = next > width * REACH ? next / width - REACH : 0;

	if (next == G_MAXUINT64 || target <= w->bucket + RING)
		return;
	for (int i = 0; i < RING; i++)
		close_bucket(w);
	if (w->m->point) {
		while (w->bucket < target)
			close_bucket(w);
		return;
	}
	skip_windows(w, w->tracks, target - w->bucket);
	skip_windows(w, w->totals, target - w->bucket);
	w->bucket = target;
}

static void open_part(struct work *w, struct reader *r, struct fio_part *part)
{
	g_autoptr(GError) error = NULL;
	size_t buffer = CLAMP(BUFFERS / w->m->n, BUFFER_MIN, BUFFER_MAX);

	r->part = part;
	r->last = G_MAXUINT64;
	r->in = input_open_at(
		part->path, part->path, &part->start, buffer, w->m->out->diag, &error);
	if (!r->in) {
		diag_at(w->m->out->diag, DIAG_CANNOT_READ, part->path, 0, "%s",
			strrchr(error->message, ':') + 2);
		return;
	}
	r->live = true;
	extent_of(w, part->section, part->type)->live++;
	next_row(w, r);
	if (!r->live)
		extent_of(w, part->section, part->type)->live--;
}

/* Takes all rows that may touch the open window; returns the least time of those left. */
static guint64 take_rows(struct work *w)
{
	guint64 limit = (w->bucket + 1) * w->m->window + w->m->window * REACH;
	guint64 next = G_MAXUINT64;

	for (size_t i = 0; i < w->m->n; i++) {
		struct reader *r = &w->reader[i];

		if (!r->live)
			continue;
		while (r->live && r->row.time < limit) {
			take_row(w, r);
			next_row(w, r);
		}
		if (r->live)
			next = MIN(next, r->row.time);
		else
			extent_of(w, r->part->section, r->part->type)->live--;
	}
	return next;
}

static int compare_tracks(gconstpointer pa, gconstpointer pb)
{
	const struct fio_track *a = *(const struct fio_track *const *)pa;
	const struct fio_track *b = *(const struct fio_track *const *)pb;

	if (a->section != b->section)
		return a->section < b->section ? -1 : 1;
	if (a->direction != b->direction)
		return a->direction < b->direction ? -1 : 1;
	if (a->type != b->type)
		return a->type < b->type ? -1 : 1;
	return (a->job > b->job) - (a->job < b->job);
}

static void busy_free(gpointer data)
{
	struct busy *b = data;

	if (b->parts)
		g_ptr_array_unref(b->parts);
	g_free(b);
}

static void finish(struct work *w)
{
	GPtrArray *lists[] = {w->totals, w->tracks};

	for (size_t l = 0; l < G_N_ELEMENTS(lists); l++)
		for (guint i = 0; i < lists[l]->len; i++) {
			struct busy *b = lists[l]->pdata[i];

			b->track.end = extent_of(w, b->track.section, b->track.type)->end;
		}
	for (guint i = 0; i < w->totals->len; i++) {
		struct busy *total = w->totals->pdata[i];

		for (guint k = 0; k < total->parts->len; k++)
			total->track.amount +=
				((struct busy *)total->parts->pdata[k])->track.amount;
	}
	g_ptr_array_sort(w->totals, compare_tracks);
	g_ptr_array_sort(w->tracks, compare_tracks);
	w->m->totals = w->totals;
	w->m->tracks = w->tracks;
}

void fio_windows_sum(struct fio_windows *m)
{
	size_t per_job = FIO_LOG_TYPE_COUNT * FIO_LOG_DIRECTION_COUNT;
	struct work w = {
		.m = m,
		.reader = g_new0(struct reader, m->n),
		.tracks = g_ptr_array_new_with_free_func(busy_free),
		.totals = g_ptr_array_new_with_free_func(busy_free),
		.track_at = g_new0(struct busy *, m->jobs * per_job),
		.total_at = g_new0(struct busy *, m->sections * per_job),
		.extent = g_new0(struct extent, m->sections * FIO_LOG_TYPE_COUNT),
	};
	guint64 next, end = 0;

	for (size_t i = 0; i < m->n; i++)
		open_part(&w, &w.reader[i], &m->part[i]);
	do {
		next = take_rows(&w);
		close_bucket(&w);
		skip_gap(&w, next);
	} while (next != G_MAXUINT64);
	for (size_t i = 0; i < m->sections * FIO_LOG_TYPE_COUNT; i++)
		end = MAX(end, w.extent[i].end);
	while (w.bucket * m->window < end)
		close_bucket(&w);
	finish(&w);
	g_free(w.reader);
	g_free(w.track_at);
	g_free(w.total_at);
	g_free(w.extent);
}

void fio_windows_clear(struct fio_windows *m)
{
	g_clear_pointer(&m->totals, g_ptr_array_unref);
	g_clear_pointer(&m->tracks, g_ptr_array_unref);
}
