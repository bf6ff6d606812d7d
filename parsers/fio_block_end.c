#include "parsers/fio_block.h"

#include <math.h>
#include <string.h>

/* Bytes of an operation where that is known to be one number; 0: it is not. */
static double block_size(const struct fio_setup *setup, enum fio_direction d)
{
	const char *bs = d < FIO_MIXED                                 ? setup->bs[d]
			 : setup->bs[FIO_READ] == setup->bs[FIO_WRITE] ? setup->bs[FIO_READ]
								       : NULL;

	return bs && !strchr(bs, '-') ? g_ascii_strtod(bs, NULL) : 0;
}

/* Before 2.20, what stands behind the point is no decimal fraction. */
static bool is_near(const struct fio_quantity *q, double base, double bytes, bool old)
{
	struct fio_quantity wide = *q;

	wide.step = old && q->step < 1 ? 1 : q->step;
	return fabs(fio_quantity_value(q, base) - bytes) <= fio_quantity_step(&wide, base);
}

/* What K means in 2.x: 1024, unless only 1000 fits to the number of operations; 0: undecided. */
static unsigned base_of(const struct fio_side *side, double bytes, double size)
{
	static const unsigned bases[] = {1024, 1000};
	double per_operation;

	if (!side->amount.power && !side->bandwidth.power)
		return 1024; /* no prefix at all */
	for (size_t i = 0; i < G_N_ELEMENTS(bases) && bytes > 0; i++)
		if (is_near(&side->amount, bases[i], bytes, true))
			return bases[i];
	for (size_t i = 0; i < G_N_ELEMENTS(bases) && size > 0 && side->rate > 100; i++) {
		per_operation = fio_quantity_value(&side->bandwidth, bases[i]) / side->rate;
		if (side->bandwidth.number > 200 && fabs(per_operation / size - 1) < 0.01)
			return bases[i];
	}
	return 0;
}

/* Gives figures of 2.x the prefix they have. */
static void settle_prefix(struct fio_block *b, struct fio_side *side, unsigned base)
{
	const gssize index[] = {side->bw, side->io};
	const struct fio_quantity *q[] = {&side->bandwidth, &side->amount};

	for (size_t i = 0; i < G_N_ELEMENTS(index); i++) {
		struct fio_figure *f;

		if (index[i] < 0 || !q[i]->power || q[i]->iec)
			continue;
		f = fio_report_figure(b->report, index[i]);
		f->value = fio_quantity_value(q[i], base ? base : 1024);
		f->step = (float)fio_quantity_step(q[i], base ? base : 1024);
		if (!base)
			f->flags |= QUALITY_BIT(QUALITY_PREFIX_AMBIGUOUS);
	}
}

static void add_operations(struct fio_block *b, enum fio_direction d)
{
	struct fio_figure f = {.id = (guint16)fio_id(d, FIO_IOS), .unit = "1", .stddev = NAN};
	const struct fio_word *text = d < FIO_MIXED ? &b->total_text[d] : &b->total_text[FIO_READ];

	f.line = b->issued_line;
	if (d == FIO_MIXED && b->total[FIO_MIXED] != b->total[FIO_READ]) {
		f.value = b->total[FIO_MIXED];
		f.flags = QUALITY_BIT(QUALITY_DERIVED);
		fio_report_add(b->report, fio_runs_wanted(b->runs), &f, NULL, 0);
	} else {
		fio_report_number(b->report, fio_runs_wanted(b->runs), &f, text, 1);
	}
}

/* The sum of unified_rw_reporting=both is printed as 0 before 3.39. */
static bool is_bogus(const struct fio_block *b, const struct fio_side *side, enum fio_direction d)
{
	return d == FIO_MIXED && side->rate == 0 && b->total[d] > 0;
}

static void mark_bogus(struct fio_block *b, const struct fio_side *side)
{
	const gssize index[] = {side->bw, side->io, side->iops};

	for (size_t i = 0; i < G_N_ELEMENTS(index); i++) {
		struct fio_figure *f;

		if (index[i] < 0)
			continue;
		f = fio_report_figure(b->report, index[i]);
		f->value = NAN;
		f->flags = QUALITY_BIT(QUALITY_BOGUS_TEXT);
	}
}

/* Operations and run time are whole numbers of the log; json has the same with six decimals. */
static void settle_rate(struct fio_block *b, const struct fio_side *side, double total)
{
	fio_report_derive(b->report, side->iops, total, side->seconds);
	if (side->iops >= 0 && side->seconds > 0)
		fio_report_figure(b->report, side->iops)->step = 2e-6f;
}

/*
 * The counts at the end of a block are exact, what was printed above has four digits.  Bytes follow
 * where all operations had one size and were whole.
 */
static void settle_side(struct fio_block *b, enum fio_direction d, const struct fio_setup *setup)
{
	struct fio_side *side = &b->side[d];
	struct fio_job *job = fio_report_last(b->report);
	double size = block_size(setup, d), bytes = b->total[d] * size;
	bool bogus = is_bogus(b, side, d);
	unsigned base = side->old ? base_of(side, bytes, size) : 1000;

	if (side->old) {
		settle_prefix(b, side, base);
		job->base = base;
	}
	if (bogus)
		mark_bogus(b, side);
	if (isnan(b->total[d]))
		return;
	add_operations(b, d);
	if (bogus || fabs(b->total[d] / side->seconds - side->rate) <= side->rate_step + 1)
		settle_rate(b, side, b->total[d]);
	if (!(bytes > 0) || b->lost[d] > 0 || job->error ||
		(!bogus && !is_near(&side->amount, base ? base : 1024, bytes, side->old)))
		return;
	fio_report_derive(b->report, side->bw, bytes, side->seconds);
	fio_report_derive(b->report, side->io, bytes, 1);
}

void fio_block_end(struct fio_block *b)
{
	struct fio_job *job;
	struct fio_setup setup;

	if (!b->open)
		return;
	b->open = false;
	job = fio_report_last(b->report);
	setup = fio_runs_setup(b->runs, job->name, job->group);
	for (int d = 0; d < FIO_DIRECTION_COUNT; d++)
		if (b->side[d].present)
			settle_side(b, (enum fio_direction)d, &setup);
	fio_report_mark_sums(b->report);
}
