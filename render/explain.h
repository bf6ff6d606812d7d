#ifndef RENDER_EXPLAIN_H
#define RENDER_EXPLAIN_H

#include "analysis/explain.h"
#include "render/doc.h"

/* How a line was read, and what `diag` has about it, at the end of a document. */
void explain_show(const struct explain *explain, const struct diag *diag, struct doc *doc);

/*
 * Appends the origins of a run, "marker at line 12 (layout, raid), command line (host)": without
 * the keys when all come from one place, nothing when none is known.
 */
void explain_print_origins(const struct run *run, GString *out);

#endif
