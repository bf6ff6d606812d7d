#ifndef RENDER_FIT_H
#define RENDER_FIT_H

#include <glib.h>
#include <stdbool.h>

/*
 * Texts for a screen of fixed width: cut with an ellipsis, lists with "and 12 more".  Widths are
 * columns of a terminal.  Results are clean, one line, and freed by the caller; with `ascii` they
 * are ASCII, other characters as \uNNNN.
 */

char *fit_plain(const char *text, bool ascii);

/* At most `width` columns: what is too much goes at the end, or in the middle (file names). */
char *fit_end(const char *text, size_t width, bool ascii);
char *fit_middle(const char *text, size_t width, bool ascii);

size_t fit_width(const char *text);

/*
 * Appends as many of the texts from the `first` on as fit into `width` columns, counted from the
 * start of `out`, joined by ", ".  Each is cut in the middle to FIT_ITEM; one is always there.
 * `last`: those that do not fit are counted, ", and N more".  Returns the index of the first that
 * is not there, which is their number when all are.
 */
#define FIT_ITEM 34
guint fit_list(
	GString *out, const GPtrArray *texts, guint first, size_t width, bool last, bool ascii);

#endif
