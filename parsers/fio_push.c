#include "parsers/fio_push.h"

#include <math.h>

static size_t levels_of(
	const struct fio_push *push, const struct fio_place *p, char *buffer, struct level level[8])
{
	const struct fio_job *job = p->job;
	const char *client = job->client || job->aggregate ? job->client : push->host;
	size_t n = 0;

	if (!job->name) {
		g_snprintf(buffer, 12, "%d", job->group);
		level[n++] = (struct level){"group", buffer};
		return n;
	}
	level[n++] = (struct level){"job", job->name};
	if (p->number) {
		g_snprintf(buffer, 12, "%u", p->number);
		level[n++] = (struct level){"number", buffer};
	}
	if (job->clones > 1 && !job->aggregate) {
		g_snprintf(buffer + 12, 12, "%u", job->clones);
		level[n++] = (struct level){"jobs", buffer + 12};
	}
	if (p->setup.rw)
		level[n++] = (struct level){"rw", p->setup.rw};
	if (p->setup.ioengine)
		level[n++] = (struct level){"ioengine", p->setup.ioengine};
	if (p->setup.iodepth)
		level[n++] = (struct level){"iodepth", p->setup.iodepth};
	if (client)
		level[n++] = (struct level){"client", client};
	return n;
}

/* The block size of a figure: its direction's, or the one of all directions. */
static const char *bs_of(const struct fio_setup *setup, guint16 id)
{
	unsigned d = id / FIO_KIND_COUNT;

	if (id < FIO_SYNC && d < FIO_MIXED)
		return setup->bs[d];
	return setup->bs[FIO_READ] == setup->bs[FIO_WRITE] ? setup->bs[FIO_READ] : NULL;
}

/* Sets of a job by block size and percentile: those of one direction come again in the others. */
#define AT_MEMO 32

struct at_memo {
	const struct keyset *base;
	guint n, next;
	struct at_entry {
		const char *bs, *percentile;
		const struct keyset *set;
	} entry[AT_MEMO];
};

static const struct keyset *make_at(
	const struct fio_push *push, const struct at_memo *memo, const struct at_entry *e)
{
	const struct keyset *base = NULL;

	for (guint i = 0; e->percentile && i < memo->n && !base; i++)
		if (memo->entry[i].bs == e->bs && !memo->entry[i].percentile)
			base = memo->entry[i].set;
	if (!base)
		base = e->bs ? pool_set_with(push->wanted->sink->pool, memo->base, "bs", e->bs)
			     : memo->base;
	return e->percentile
		       ? pool_set_with(push->wanted->sink->pool, base, "percentile", e->percentile)
		       : base;
}

static const struct keyset *at_of(const struct fio_push *push, const struct fio_setup *setup,
	struct at_memo *memo, const struct fio_figure *f)
{
	struct at_entry e = {bs_of(setup, f->id), f->percentile, NULL};

	/* They come in the order in which they came before. */
	for (guint i = 0; i < memo->n; i++) {
		const struct at_entry *known = &memo->entry[(memo->next + i) % memo->n];

		if (known->bs == e.bs && known->percentile == e.percentile) {
			memo->next = (guint)(known - memo->entry);
			return known->set;
		}
	}
	e.set = make_at(push, memo, &e);
	memo->next = memo->n < AT_MEMO ? memo->n++ : (memo->next + 1) % AT_MEMO;
	memo->entry[memo->next] = e;
	return e.set;
}

static struct measurement measurement_of(
	const struct fio_push *push, const struct fio_job *job, const struct fio_figure *f)
{
	return (struct measurement){
		.metric = push->wanted->metric[f->id],
		.value = f->value,
		.stddev = f->stddev,
		.original = f->original,
		.original_unit = f->original ? f->unit : NULL,
		.file = push->wanted->file,
		.line = f->line,
		.n = f->n,
		.flags = f->flags | (job->aggregate ? QUALITY_BIT(QUALITY_AGGREGATE) : 0),
	};
}

/* Figures at one set of levels go together. */
size_t fio_push_figures(const struct fio_push *push, const struct fio_place *p,
	const struct fio_figure *figures, size_t n)
{
	struct sink *sink = push->wanted->sink;
	struct level level[8];
	char buffer[24];
	struct at_memo memo;
	struct measurement batch[32];
	size_t held = 0, valued = 0;

	memo.n = memo.next = 0;
	memo.base = pool_set(sink->pool, level, levels_of(push, p, buffer, level));
	for (size_t i = 0; i < n; i++) {
		const struct keyset *at = at_of(push, &p->setup, &memo, &figures[i]);

		if (held && (batch[0].at != at || held == G_N_ELEMENTS(batch))) {
			sink->measure(sink, batch, held);
			held = 0;
		}
		valued += !isnan(figures[i].value);
		if (sink->skips && sink->skips(sink, at))
			continue;
		batch[held] = measurement_of(push, p->job, &figures[i]);
		batch[held++].at = at;
	}
	if (held)
		sink->measure(sink, batch, held);
	return valued;
}
