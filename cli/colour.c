#include "cli/colour.h"

#include <glib.h>
#include <unistd.h>

bool colour_wanted(int fd)
{
	const char *no = g_getenv("NO_COLOR"), *term = g_getenv("TERM");

	if ((no && *no) || !term || !*term || g_str_equal(term, "dumb"))
		return false;
	return isatty(fd);
}
