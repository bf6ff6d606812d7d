#ifndef TESTS_UNIT_MODEL_FEED_H
#define TESTS_UNIT_MODEL_FEED_H

#include "model/sink.h"
#include <math.h>

/*
 * Runs as rows of a table.  A row is a run with one figure; `more` adds its figure to the run of
 * the row before, `metric` NULL is a run without figures.  Texts that are NULL are not known;
 * factors and at are written as keyset_print() does.
 */
struct feed_row {
	const char *layout, *label, *factors, *at;
	const char *metric; /* full name */
	double value;
	guint32 flags;
	bool more;
	const char *version, *host, *when, *file;
	enum run_status status;
	const char *original, *original_unit;
	double stddev; /* 0: none printed */
	guint32 line;  /* 0: the row's number, from 1 */
	guint32 n;     /* that the tool averaged */
};

static inline const struct keyset *feed_set(struct pool *pool, const char *text)
{
	const struct keyset *set = keyset_parse(pool, text ? text : "");

	g_assert_nonnull(set);
	return set;
}

static inline struct run feed_run(struct sink *sink, const struct feed_row *row, guint32 line)
{
	return (struct run){
		.tool = pool_str(sink->pool, "iozone"),
		.version = pool_str(sink->pool, row->version ? row->version : "3.508"),
		.host = pool_str(sink->pool, row->host),
		.when = pool_str(sink->pool, row->when),
		.layout = pool_str(sink->pool, row->layout),
		.label = pool_str(sink->pool, row->label),
		.factors = feed_set(sink->pool, row->factors),
		.status = row->status,
		.pos = {pool_str(sink->pool, row->file ? row->file : "a.log"), line},
	};
}

static inline struct measurement feed_figure(
	struct sink *sink, const struct feed_row *row, const struct run *run, guint32 line)
{
	struct measurement m = {
		.metric = metrics_get(sink->metrics, row->metric),
		.at = feed_set(sink->pool, row->at),
		.value = row->value,
		.stddev = row->stddev > 0 ? row->stddev : NAN,
		.original = row->original,
		.original_unit = row->original_unit,
		.file = run->pos.file,
		.line = row->line ? row->line : line,
		.flags = row->flags,
		.n = row->n,
	};

	g_assert_nonnull(m.metric);
	return m;
}

/* The status is known at run_end only, as with a log. */
static inline void feed_rows(struct sink *sink, const struct feed_row *row, size_t n)
{
	for (size_t i = 0; i < n;) {
		struct run last = feed_run(sink, &row[i], (guint32)i + 1);
		struct run first = last;

		first.status = RUN_STATUS_COUNT;
		sink->run_begin(sink, &first);
		do {
			struct measurement m;

			if (!row[i].metric)
				continue;
			m = feed_figure(sink, &row[i], &first, (guint32)i + 1);
			sink->measure(sink, &m, 1);
		} while (++i < n && row[i].more);
		sink->run_end(sink, &last);
	}
}

#endif
