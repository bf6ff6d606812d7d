#ifndef PARSERS_BONNIE_WINDOW_H
#define PARSERS_BONNIE_WINDOW_H

#include "model/sink.h"
#include "parsers/bonnie_run.h"
#include "parsers/twins.h"

/*
 * The last runs of an input, kept until they go on to the sink in their order: the text and the csv
 * of one run may stand far from each other, and in either order.  A run goes on with what later
 * ones add to it, unless another input has it in a better form.
 */
struct bonnie_window;

/* `out`, `file` and the twins of the view outlive it.  `scouts`: runs are noted in the view only.
 */
struct bonnie_window *bonnie_window_new(
	struct sink *out, const char *file, const struct twins_view *view, bool scouts);
void bonnie_window_free(struct bonnie_window *window);

/*
 * A new run of which nothing is known, at the end of the window; older ones may go on.  It stays
 * where it is until a few hundred more are added, and as long as it is `open`.
 */
struct bonnie_run *bonnie_window_add(struct bonnie_window *window, guint32 line);

/* The same for a run of a text table, which is compared with all others. */
struct bonnie_run *bonnie_window_add_table(struct bonnie_window *window, guint32 line);

/* Are there runs of text tables in it? */
bool bonnie_window_tables(const struct bonnie_window *window);

/* Have there been any runs? */
bool bonnie_window_used(const struct bonnie_window *window);

/* Hands on all. */
void bonnie_window_flush(struct bonnie_window *window);

#endif
