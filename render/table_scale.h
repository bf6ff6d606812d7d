#ifndef RENDER_TABLE_SCALE_H
#define RENDER_TABLE_SCALE_H

#include "render/table.h"

/* How the figures of one metric are shown in one line (row or column). */
struct scale {
	const char *unit; /* NULL: cells carry their own, or none is known */
	double divisor;
	int digits;
};

/*
 * One scale per line that carries the metric, a row or a column of the pivot; free with g_free().
 * NULL and a usage error when the unit asked for is none or fits no metric.
 */
struct scale *table_scales(const struct pivot *pivot, bool metric_in_rows,
	const struct table_options *options, GError **error);

/* Text, figures and kind of a cell that pools nothing that differs; `out` is zero but for NANs. */
void table_fill_cell(const struct table_options *options, const struct pivot_cell *cell,
	const struct scale *scale, struct doc_cell *out, GString *text);

/* Likewise least and greatest figure of a cell that pools what differs, without their number. */
void table_fill_range(const struct table_options *options, const struct pivot_cell *cell,
	const struct scale *scale, struct doc_cell *out, GString *text);

/* The median of `n` values, which are sorted in place; NAN of none. */
double table_median(double *v, size_t n);

static inline const struct pivot_cell *cell_at(const struct pivot *p, size_t row, size_t col)
{
	return &p->cell[row][col];
}

#endif
