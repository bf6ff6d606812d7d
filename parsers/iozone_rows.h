#ifndef PARSERS_IOZONE_ROWS_H
#define PARSERS_IOZONE_ROWS_H

#include "model/sink.h"
#include "parsers/iozone_excel.h"
#include "parsers/iozone_head.h"
#include "parsers/iozone_table.h"

/*
 * Turns the cells of rows into measurements.  What rows have in common is prepared once and kept
 * for as long as runs have it in common as well; `at` sets are kept by sizes, since rows repeat
 * them run after run.
 */
struct iozone_rows;

/* `out`, `head` and `file` outlive it. */
struct iozone_rows *iozone_rows_new(
	struct sink *out, const struct iozone_head *head, const char *file);
void iozone_rows_free(struct iozone_rows *rows);

/* Takes over what the head says now; before the first row of a run. */
void iozone_rows_settle(struct iozone_rows *rows);

/* The `at` set of a row with these sizes. */
const struct keyset *iozone_rows_at(struct iozone_rows *rows, guint64 file_kb, guint64 record_kb);

/*
 * Pushes the figures of a row to the open run of the sink: those that are there by the rules for 0,
 * clamped and fused figures; those that are not as missing, with the reason.
 */
void iozone_rows_push(struct iozone_rows *rows, const struct iozone_row *row, guint32 line);

/*
 * Pushes a figure that only the report of the run has: use of the CPU, or a rate whose row is not
 * in the log.
 */
void iozone_rows_reported(struct iozone_rows *rows, const struct iozone_reported *figure);

#endif
