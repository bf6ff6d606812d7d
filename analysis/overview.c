#include "analysis/overview.h"

#include <math.h>

struct overview_part {
	struct sink sink; /* first */
	struct fold *fold;
	const struct where *where;
	struct overview_counts counts;
	GArray *tools; /* struct overview_tool; strings in the pool of the fold */
	struct run run;
	bool measured; /* the open run has figures */
};

static void part_begin(struct sink *sink, const struct run *run)
{
	struct overview_part *p = (struct overview_part *)sink;
	struct sink *inner = fold_sink(p->fold);

	p->run = *run;
	p->measured = false;
	inner->run_begin(inner, run);
}

static void part_measure(struct sink *sink, const struct measurement *m, size_t n)
{
	struct overview_part *p = (struct overview_part *)sink;
	struct sink *inner = fold_sink(p->fold);

	for (size_t i = 0; i < n; i++) {
		if (p->where && where_eval(p->where, &p->run, m[i].at, &m[i]) != WHERE_YES)
			continue;
		if (isnan(m[i].value)) {
			p->counts.missing++;
		} else {
			p->counts.figures++;
			p->measured = true;
		}
		for (guint32 flags = m[i].flags; flags; flags &= flags - 1)
			p->counts.flagged[g_bit_nth_lsf(flags, -1)]++;
	}
	inner->measure(inner, m, n);
}

static bool same(const char *a, const char *b)
{
	return a == b || (a && b && g_str_equal(a, b));
}

static void count_tool(GArray *tools, struct pool *pool, const struct overview_tool *tool)
{
	struct overview_tool fresh = *tool;

	/* The last one first: runs of one tool mostly follow each other. */
	for (guint i = tools->len; i-- > 0;) {
		struct overview_tool *t = &g_array_index(tools, struct overview_tool, i);

		if (!same(t->tool, tool->tool) || !same(t->version, tool->version))
			continue;
		t->runs += tool->runs;
		t->measured += tool->measured;
		return;
	}
	fresh.tool = pool_str(pool, tool->tool);
	fresh.version = pool_str(pool, tool->version);
	g_array_append_val(tools, fresh);
}

/* The line of an error in the tool's own words; that of its run where nothing was said of it. */
static guint32 error_line(const struct overview_part *p, const struct run *run)
{
	const struct diag *diag = p->sink.diag;

	for (size_t i = 0; i < diag_count(diag); i++) {
		const struct diag_entry *e = diag_get(diag, i);

		if (e->line >= run->pos.line && e->detail && g_str_equal(e->detail, run->error))
			return e->line;
	}
	return run->pos.line;
}

static void note_error(struct overview_part *p, const struct run *run)
{
	struct overview_error *e = &p->counts.error;
	bool failed = run->status == RUN_FAILED;

	e->runs++;
	if (e->text && (e->failed || !failed))
		return;
	e->text = pool_str(fold_pool(p->fold), run->error);
	e->file = pool_str(fold_pool(p->fold), run->pos.file);
	e->line = error_line(p, run);
	e->failed = failed;
}

static void part_end(struct sink *sink, const struct run *run)
{
	struct overview_part *p = (struct overview_part *)sink;
	struct sink *inner = fold_sink(p->fold);
	size_t chosen = fold_runs_chosen(p->fold);

	inner->run_end(inner, run);
	if (fold_runs_chosen(p->fold) == chosen)
		return;
	p->counts.runs[run->status]++;
	count_tool(p->tools, fold_pool(p->fold),
		&(struct overview_tool){run->tool, run->version, 1, p->measured});
	if (run->error)
		note_error(p, run);
}

static bool part_skips(struct sink *sink, const struct keyset *at)
{
	struct sink *inner = fold_sink(((struct overview_part *)sink)->fold);

	return inner->skips(inner, at);
}

struct overview_part *overview_part_new(
	const struct fold_options *options, struct metrics *metrics, struct diag *diag)
{
	struct overview_part *p = g_new0(struct overview_part, 1);
	struct sink *inner;

	p->fold = fold_new(options, metrics, diag);
	p->where = options->where;
	p->tools = g_array_new(FALSE, FALSE, sizeof(struct overview_tool));
	inner = fold_sink(p->fold);
	p->sink = (struct sink){
		.pool = inner->pool,
		.metrics = inner->metrics,
		.diag = inner->diag,
		.run_begin = part_begin,
		.measure = part_measure,
		.run_end = part_end,
		.skips = inner->skips ? part_skips : NULL,
	};
	return p;
}

struct sink *overview_part_sink(struct overview_part *part)
{
	return &part->sink;
}

struct overview *overview_new(void)
{
	struct overview *o = g_new0(struct overview, 1);

	o->tools = g_array_new(FALSE, FALSE, sizeof(struct overview_tool));
	return o;
}

static void join_error(struct overview_error *to, const struct overview_error *from, struct pool *p)
{
	guint64 runs = to->runs + from->runs;

	if (from->text && (!to->text || (from->failed && !to->failed))) {
		*to = *from;
		to->text = pool_str(p, from->text);
		to->file = pool_str(p, from->file);
	}
	to->runs = runs;
}

void overview_join(struct overview *o, struct overview_part *part, const size_t *lines)
{
	struct overview_counts *to = &o->counts, *from = &part->counts;
	bool first = !o->fold;
	struct pool *pool;

	if (first)
		o->fold = part->fold;
	else
		fold_join(o->fold, part->fold);
	pool = fold_pool(o->fold);
	to->logs++;
	for (int i = 0; i < RUN_STATUS_COUNT; i++)
		to->runs[i] += from->runs[i];
	to->figures += from->figures;
	to->missing += from->missing;
	for (int i = 0; i < QUALITY_COUNT; i++)
		to->flagged[i] += from->flagged[i];
	to->unknown_lines += (lines ? lines : part->sink.lines)[LINE_UNKNOWN];
	join_error(&to->error, &from->error, pool);
	for (guint i = 0; i < part->tools->len; i++)
		count_tool(o->tools, pool, &g_array_index(part->tools, struct overview_tool, i));
	g_array_free(part->tools, TRUE);
	if (!first)
		fold_free(part->fold);
	g_free(part);
}

static void free_keys(GArray *keys)
{
	for (guint i = 0; keys && i < keys->len; i++)
		g_ptr_array_free(g_array_index(keys, struct overview_key, i).levels, TRUE);
	if (keys)
		g_array_free(keys, TRUE);
}

void overview_free(struct overview *o)
{
	if (!o)
		return;
	for (guint i = 0; o->layouts && i < o->layouts->len; i++)
		g_free(g_array_index(o->layouts, struct overview_layout, i).reason);
	if (o->layouts)
		g_array_free(o->layouts, TRUE);
	judge_free(o->judge);
	if (o->hosts.levels)
		g_ptr_array_free(o->hosts.levels, TRUE);
	for (size_t i = 0; i < o->n_best; i++) {
		g_array_unref(o->best[i].fixed);
		pivot_free(o->best[i].pivot);
		g_free(o->best[i].row);
		g_free(o->best[i].p);
	}
	free_keys(o->factors);
	free_keys(o->ats);
	g_array_free(o->tools, TRUE);
	g_free(o->pool);
	g_free(o->pool_rows);
	g_free((gpointer)o->spec.rows);
	fold_free(o->fold);
	g_free(o);
}
