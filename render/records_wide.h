#ifndef RENDER_RECORDS_WIDE_H
#define RENDER_RECORDS_WIDE_H

#include "render/records.h"

/*
 * A sink that keeps all runs and figures, as the columns of wide records are known only when the
 * last of them is: about 80 bytes and the number as printed for each figure.  It needs the final
 * status of a run at run_begin: put it behind sink_hold().  The pool and diag are the caller's.
 */
struct sink *records_wide_new(struct pool *pool, struct metrics *metrics, struct diag *diag);

/*
 * Writes what was kept; `wide->factors` and `wide->at` need not be set.  False when some write
 * failed.
 */
bool records_wide_write(
	struct sink *kept, const struct records_wide *wide, const struct records_output *output);

void records_wide_free(struct sink *kept);

#endif
