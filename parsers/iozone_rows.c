#include "parsers/iozone_rows.h"
#include <math.h>
#include <string.h>

#define AT_CACHE 1024

struct at_entry {
	guint64 file_kb, record_kb;
	const struct keyset *modes, *at;
};

/* What the figures of a run have in common; runs with the same share the prepared columns. */
struct common {
	enum iozone_figures figures;
	bool unit_said, no_retest, no_random_write, invalid, direct;
	char unit[40];
};

/* The figures of one kind of row, prepared once: what changes from row to row is filled in. */
struct columns {
	struct common common;
	unsigned tests; /* for which it was made; 0: none */
	size_t n;       /* columns somebody wants */
	unsigned char cell[IOZONE_COLUMNS];
	guint32 zero[IOZONE_COLUMNS]; /* what a 0 means, as flags */
	double factor;                /* to the base unit */
	guint32 flags[IOZONE_COLUMNS];
	struct measurement m[IOZONE_COLUMNS];
	char text[IOZONE_COLUMNS][IOZONE_DIGITS + 1];
};

struct iozone_rows {
	struct sink *out;
	const struct iozone_head *head;
	const char *file;
	const struct keyset *modes; /* `at` levels that the options of the run give */
	struct columns columns;
	struct at_entry cache[AT_CACHE];
};

struct iozone_rows *iozone_rows_new(
	struct sink *out, const struct iozone_head *head, const char *file)
{
	struct iozone_rows *r = g_new0(struct iozone_rows, 1);

	r->out = out;
	r->head = head;
	r->file = file;
	return r;
}

void iozone_rows_free(struct iozone_rows *rows)
{
	g_free(rows);
}

static const char *const suffixes[] = {
	[IOZONE_FIGURES_BYTES] = "",
	[IOZONE_FIGURES_OPS] = ".iops",
	[IOZONE_FIGURES_LATENCY] = ".latency",
};

static const struct metric *column_metric(
	const struct iozone_rows *r, size_t column, const char *suffix)
{
	char name[48];

	g_snprintf(name, sizeof(name), "iozone:%s%s", iozone_columns[column].name, suffix);
	return metrics_get(r->out->metrics, name);
}

/* Base units per printed unit: kB is 1024 in every release. */
static double figure_factor(const struct iozone_head *head)
{
	static const double factor[] = {
		[IOZONE_FIGURES_BYTES] = 1024,
		[IOZONE_FIGURES_OPS] = 1,
		[IOZONE_FIGURES_LATENCY] = 1e-6,
	};

	return factor[head->figures];
}

static guint32 column_flags(const struct iozone_rows *r, size_t column)
{
	guint32 flags = 0;

	if (r->head->invalid)
		flags |= QUALITY_BIT(QUALITY_INVALID_MODE);
	if (!r->head->unit_said)
		flags |= QUALITY_BIT(QUALITY_UNIT_GUESSED);
	/* stdio ignores O_DIRECT: these stay figures of the page cache. */
	if (r->head->direct &&
		(iozone_columns[column].test == 6 || iozone_columns[column].test == 7))
		flags |= QUALITY_BIT(QUALITY_IN_CACHE);
	return flags;
}

/* What a 0 in this column means: a pass the command left out, or less than can be shown. */
static guint32 zero_flags(const struct iozone_head *head, size_t column)
{
	if (head->no_retest && iozone_columns[column].again)
		return QUALITY_BIT(QUALITY_NOT_RUN) | QUALITY_BIT(QUALITY_NOT_RETESTED);
	if (head->no_random_write && g_str_equal(iozone_columns[column].name, "random-write"))
		return QUALITY_BIT(QUALITY_NOT_RUN);
	return QUALITY_BIT(QUALITY_BELOW_RESOLUTION);
}

static struct common common_of(const struct iozone_head *h)
{
	struct common common;

	memset(&common, 0, sizeof(common)); /* compared as bytes, padding included */
	common.figures = h->figures;
	common.unit_said = h->unit_said;
	common.no_retest = h->no_retest;
	common.no_random_write = h->no_random_write;
	common.invalid = h->invalid;
	common.direct = h->direct;
	g_strlcpy(common.unit, h->unit->str, sizeof(common.unit));
	return common;
}

static void prepare(struct iozone_rows *r, const struct iozone_plan *plan)
{
	struct columns *c = &r->columns;

	c->common = common_of(r->head);
	c->tests = plan->tests;
	c->factor = figure_factor(r->head);
	c->n = 0;
	for (size_t k = 0; k < plan->n; k++) {
		const struct metric *metric =
			column_metric(r, plan->column[k], suffixes[r->head->figures]);

		if (r->out->wants && !r->out->wants(r->out, metric))
			continue;
		c->cell[c->n] = (unsigned char)k;
		c->zero[c->n] = zero_flags(r->head, plan->column[k]);
		c->flags[c->n] = column_flags(r, plan->column[k]);
		c->m[c->n++] = (struct measurement){
			.metric = metric,
			.stddev = NAN,
			.original_unit = r->head->unit_said ? c->common.unit : NULL,
			.file = r->file,
		};
	}
}

static const struct keyset *modes_of(struct iozone_rows *r)
{
	struct level level[IOZONE_MODES];

	for (size_t i = 0; i < r->head->n_modes; i++)
		level[i] = (struct level){r->head->mode_key[i], r->head->mode_value[i]};
	return pool_set(r->out->pool, level, r->head->n_modes);
}

const struct keyset *iozone_rows_at(struct iozone_rows *r, guint64 file_kb, guint64 record_kb)
{
	struct at_entry *e = &r->cache[(file_kb * 31 + record_kb) * 0x9e3779b97f4a7c15u >> 54];
	struct level level[IOZONE_MODES + 2];
	char file[24], record[24];
	size_t n = 0;

	G_STATIC_ASSERT(AT_CACHE == 1 << (64 - 54));
	if (e->at && e->file_kb == file_kb && e->record_kb == record_kb && e->modes == r->modes)
		return e->at;
	for (; n < r->modes->n; n++)
		level[n] = r->modes->level[n];
	g_snprintf(file, sizeof(file), "%" G_GUINT64_FORMAT, file_kb * 1024);
	g_snprintf(record, sizeof(record), "%" G_GUINT64_FORMAT, record_kb * 1024);
	level[n++] = (struct level){"file-size", file};
	level[n++] = (struct level){"record-size", record};
	*e = (struct at_entry){file_kb, record_kb, r->modes, pool_set(r->out->pool, level, n)};
	return e->at;
}

void iozone_rows_settle(struct iozone_rows *r)
{
	const struct common common = common_of(r->head);

	r->modes = modes_of(r);
	if (memcmp(&common, &r->columns.common, sizeof(common)) != 0)
		r->columns.tests = 0;
}

/*
 * What the tool prints when it could not time a test: elapsed below its clock's step counts as one
 * step.  0: no figure shows it.
 */
static guint64 clamp_of(const struct iozone_head *head, const struct iozone_row *row)
{
	if (head->figures == IOZONE_FIGURES_BYTES)
		return row->file_kb * 1000000;
	return head->figures == IOZONE_FIGURES_OPS && row->record_kb
		       ? row->file_kb / row->record_kb * 1000000
		       : 0;
}

static void fill_cell(struct iozone_rows *r, struct columns *c, size_t k,
	const struct iozone_cell *cell, guint64 clamp)
{
	struct measurement *m = &c->m[k];

	m->value = cell->figure ? (double)cell->figure * c->factor : NAN;
	if (!cell->figure)
		m->flags |= c->zero[k];
	if (cell->figure && cell->figure == clamp)
		m->flags |= QUALITY_BIT(QUALITY_BELOW_RESOLUTION);
	if (cell->fused)
		m->flags |= QUALITY_BIT(QUALITY_FUSED);
	if (cell->disputed) {
		m->value = NAN;
		m->flags |= QUALITY_BIT(QUALITY_UNREADABLE);
	}
	if (cell->line)
		m->line = cell->line;
	if (r->out->want_original) {
		memcpy(c->text[k], cell->s, cell->n);
		c->text[k][cell->n] = 0;
		m->original = c->text[k];
	}
}

/* Cells that are not there (the row ends early) or cannot be told apart. */
static void fill_missing(struct columns *c, size_t k, bool lost)
{
	c->m[k].value = NAN;
	c->m[k].original = NULL;
	c->m[k].flags |= lost ? QUALITY_BIT(QUALITY_UNREADABLE) | QUALITY_BIT(QUALITY_FUSED)
			      : QUALITY_BIT(QUALITY_TRUNCATED);
}

void iozone_rows_push(struct iozone_rows *r, const struct iozone_row *row, guint32 line)
{
	struct columns *c = &r->columns;
	const struct keyset *at = iozone_rows_at(r, row->file_kb, row->record_kb);
	guint64 clamp = clamp_of(r->head, row);

	if (r->out->skips && r->out->skips(r->out, at))
		return;
	if (c->tests != row->plan.tests)
		prepare(r, &row->plan);
	for (size_t k = 0; k < c->n; k++) {
		const struct iozone_cell *cell = &row->cell[c->cell[k]];
		bool there = c->cell[k] < row->n;

		c->m[k].flags = c->flags[k];
		c->m[k].at = at;
		c->m[k].line = line;
		if (there && cell->s)
			fill_cell(r, c, k, cell, clamp);
		else
			fill_missing(c, k, there);
	}
	if (c->n)
		r->out->measure(r->out, c->m, c->n);
}

static size_t column_by_name(const char *name)
{
	size_t i = 0;

	while (!g_str_equal(iozone_columns[i].name, name))
		i++;
	return i;
}

/* Without its row nothing tells a test that was left out from one that was too slow to show. */
static guint32 reported_zero(
	const struct iozone_rows *r, const struct iozone_reported *figure, size_t column)
{
	if (figure->cpu || r->head->figures == IOZONE_FIGURES_LATENCY)
		return zero_flags(r->head, column);
	return QUALITY_BIT(QUALITY_NOT_RUN);
}

void iozone_rows_reported(struct iozone_rows *r, const struct iozone_reported *figure)
{
	size_t column = column_by_name(figure->test);
	double value = figure->cpu ? iozone_share(figure->text)
				   : g_ascii_strtod(figure->text, NULL) * figure_factor(r->head);
	const char *suffix = figure->cpu ? ".cpu" : suffixes[r->head->figures];
	struct measurement m = {
		.metric = column_metric(r, column, suffix),
		.at = iozone_rows_at(r, figure->file_kb, figure->record_kb),
		.value = value > 0 ? value : NAN,
		.stddev = NAN,
		.original = r->out->want_original ? figure->text : NULL,
		.original_unit = figure->cpu          ? "%"
				 : r->head->unit_said ? r->head->unit->str
						      : NULL,
		.file = r->file,
		.line = figure->line,
		.flags = column_flags(r, column),
	};

	if (!(value > 0))
		m.flags |= reported_zero(r, figure, column);
	if (figure->cpu)
		m.flags &= ~QUALITY_BIT(QUALITY_UNIT_GUESSED);
	if (r->out->skips && r->out->skips(r->out, m.at))
		return;
	if (!r->out->wants || r->out->wants(r->out, m.metric))
		r->out->measure(r->out, &m, 1);
}
