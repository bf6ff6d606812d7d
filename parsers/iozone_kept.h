#ifndef PARSERS_IOZONE_KEPT_H
#define PARSERS_IOZONE_KEPT_H

#include "model/diag.h"
#include "parsers/iozone_excel.h"
#include "parsers/iozone_table.h"

/*
 * The rows of a run of which a report may follow, kept until its end: the report has the same
 * figures again, parted by blanks.  It fills what ran together or is missing in the rows, and a
 * cell for which table and report have different figures is disputed: one of them is damaged, and
 * nobody can tell which.
 */
struct iozone_kept;

/* More rows than a run with a report can have; beyond them nothing is kept. */
#define IOZONE_KEPT_MAX 8192

struct iozone_kept_row {
	struct iozone_row row; /* its cells point to copies */
	guint32 line;
};

struct iozone_kept *iozone_kept_new(struct diag *diag, const char *file);
void iozone_kept_free(struct iozone_kept *kept);

/* Copies a row; false when there is no room. */
bool iozone_kept_add(struct iozone_kept *kept, const struct iozone_row *row, guint32 line);

/*
 * Compares with the report and mends the rows.  `complete`: the run came to its end; if not, its
 * last row was being measured, and the report has anything for it.  Sets *damaged when a cell is
 * disputed.  `used[i]` is set for each figure of the report that a row has now, or has no need of.
 */
void iozone_kept_match(struct iozone_kept *kept, const struct iozone_reported *figures, size_t n,
	bool complete, bool *used, bool *damaged);

/* Row `i` in the order of the log; NULL: there are no more. */
const struct iozone_kept_row *iozone_kept_get(const struct iozone_kept *kept, size_t i);

void iozone_kept_reset(struct iozone_kept *kept);

#endif
