#ifndef ANALYSIS_SAFETY_PLACE_H
#define ANALYSIS_SAFETY_PLACE_H

/* Where the drives of a layout can sit; for safety.c only. */
#include "model/layout.h"
#include "model/study.h"

/* Drives of one vdev, LAYOUT_UNKNOWN when unknown. */
int place_vdev_drives(const struct layout_group *group);

/* The sum of the `lost` largest of `n` counts, which are sorted on the way. */
int place_largest(int *counts, int n, int lost);

/* Drives on the `lost` fullest units when `drives` are spread evenly over `units`. */
int place_even(int drives, int units, int lost);

/*
 * Whether the data slots of a domain allow a placement in which no unit holds more than cap[i]
 * drives of any vdev of group i.  Exact (max-flow min-cut).  Counts and widths must be known.
 */
bool place_exists(const struct layout *layout, const struct domain *domain, const int *cap);

/* The least cap, the same for all groups, for which place_exists(). */
int place_least_cap(const struct layout *layout, const struct domain *domain);

/*
 * Deals the drives in turn to the units that have a slot left, vdev after vdev, and sets share[i]
 * to the most drives that a vdev of group i has on its `lost` fullest units.  The slots must do.
 */
void place_in_turn(const struct layout *layout, const struct domain *domain, int lost, int *share);

#endif
