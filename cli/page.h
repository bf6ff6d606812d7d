#ifndef CLI_PAGE_H
#define CLI_PAGE_H

#include "cli/session.h"

/*
 * --into FILE, --block NAME and --markers: results that become a block (render/block.h) of a page
 * which stays as it is around it.  The block is named after the command unless said.
 */

/* Before anything is read: do the options fit, and has the page that block?  Errors: usage, system.
 */
bool page_check(const struct session *s, GError **error);

/* The dialect of the page: by its ending, else the only one whose markers it has. */
const struct dialect *page_dialect(const struct session *s, GError **error);

/*
 * With --into the text becomes the whole page, with --markers it gets the lines around it, else it
 * stays as it is.
 */
bool page_place(
	const struct session *s, const struct dialect *dialect, GString *text, GError **error);

#endif
