#ifndef RENDER_OVERVIEW_BEST_H
#define RENDER_OVERVIEW_BEST_H

#include "analysis/overview.h"
#include "render/doc.h"

/*
 * For render/overview.c: adds the table of the best three rows of each metric, or fewer where the
 * table would have more than `lines` lines, each with mean, deviation, runs, and for the first
 * whether it is a clear winner and why not.
 */
void overview_show_best(struct doc *doc, const struct overview *overview, size_t lines, bool ascii);

#endif
