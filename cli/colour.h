#ifndef CLI_COLOUR_H
#define CLI_COLOUR_H

#include <stdbool.h>

/*
 * Is that file descriptor a terminal that is to show colour?  Not when NO_COLOR is set and not
 * empty (no-color.org), nor when TERM is "dumb", empty or not set.
 */
bool colour_wanted(int fd);

#endif
