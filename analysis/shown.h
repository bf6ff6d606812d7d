#ifndef ANALYSIS_SHOWN_H
#define ANALYSIS_SHOWN_H

#include "analysis/fold.h"

/* Which figures are shown unless told: one rule for tables and the overview. */

/* As pivot_spec.hides; NULL hides nothing. */
typedef bool shown_hides(const struct metric *metric);

/*
 * Hides everything but throughput, iops and what markers or published pages bring ("x:NAME"); NULL
 * where that would leave nothing of the fold.
 */
shown_hides *shown_by_default(const struct fold *fold);

/* Have only hidden figures that `at` key?  Parts of a figure, such as its children, have. */
bool shown_hides_key(const struct fold *fold, shown_hides *hides, const char *key);

#endif
