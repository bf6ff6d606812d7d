#ifndef RENDER_BLOCK_H
#define RENDER_BLOCK_H

#include "render/dialect.h"

/*
 * A block is the part of a page between two comments of its dialect, each on a line of its own:
 *
 *	<!-- iotab begin NAME -->
 *	<!-- iotab end NAME -->
 *
 * Blanks at the ends of these lines and between their words do not matter.
 */

/* ASCII letters and digits, with single `-` and any `.` and `_` between: no comment ends in one. */
bool block_name_valid(const char *name);

/* Has the dialect a comment that shows nothing?  What follows wants one that has. */
bool block_possible(const struct dialect *dialect);

/* Appends the two lines with `text` between; what is not empty ends with a line end. */
void block_wrap(const struct dialect *dialect, const char *name, const char *text, GString *out);

/* Is there a line that begins or ends a block, whatever its name? */
bool block_found(const struct dialect *dialect, const char *page, size_t n);

/*
 * Appends the page with `text` instead of what stood in the block.  All else stays byte for byte;
 * the text gets the line ends that the line before it has.  False and a usage error, which speaks
 * of lines but does not name the page: the block is missing, not closed, there twice, or has
 * markers of other blocks in it.
 */
bool block_replace(const struct dialect *dialect, const char *page, size_t n, const char *name,
	const char *text, GString *out, GError **error);

#endif
