#ifndef RENDER_TABLE_H
#define RENDER_TABLE_H

#include "analysis/pivot.h"
#include "render/doc.h"

/* What a cell shows. */
enum table_cell {
	TABLE_RAW, /* the figure as printed, one row per run */
	TABLE_MEAN,
	TABLE_MEAN_SD,
	TABLE_MEDIAN,
	TABLE_MIN,
	TABLE_MAX,
	TABLE_N,
	TABLE_CELL_COUNT
};

/* "mean±sd"; "mean+-sd" is accepted as well. */
const char *table_cell_name(enum table_cell cell);
const char *table_cell_help(enum table_cell cell);
enum table_cell table_cell_by_name(const char *name); /* TABLE_CELL_COUNT: none */

struct table_options {
	enum table_cell cell;
	const char *unit; /* in which to show; NULL: chosen per metric */
	int digits;       /* after the point; -1: chosen per metric */
	bool best;
	const char
		*sort; /* a row key or a metric, ":desc" behind it turns round; NULL: by levels */
	bool ascii;
	bool over_time; /* ± is over the windows inside one run */
};

/*
 * Adds the pivot as a table to the document.  Means, medians, min and max of a cell that pools
 * different things show as a range with n and a footnote; missing figures are counted in one.  What
 * all figures have in common and no row or column says is added to the caption, and so is over how
 * many windows of time ± is.  Where it is over time a cell shows one run; of several the range.
 * False and a usage error for an unknown sort column or a unit that does not fit a metric.
 */
bool table_build(struct doc *doc, const struct pivot *pivot, const struct pivot_spec *spec,
	struct metrics *metrics, const struct table_options *options, const char *caption,
	GError **error);

#endif
