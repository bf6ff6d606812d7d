#ifndef CLI_NEXT_H
#define CLI_NEXT_H

#include "analysis/overview.h"
#include "cli/session.h"

/*
 * One or two command lines that fit what an overview found, quoted for the shell and with the
 * inputs and options of the session, broken with a backslash where they are too wide.  Where the
 * inputs are too long for that, cannot be typed, or are the standard input, INPUT... stands for
 * them. Elements are char *, lines; `suspects`: there is something that `check` shows.
 */
GPtrArray *next_commands(const struct session *s, const struct overview *overview, bool suspects);

#endif
