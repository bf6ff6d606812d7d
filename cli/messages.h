#ifndef CLI_MESSAGES_H
#define CLI_MESSAGES_H

#include "cli/session.h"

/*
 * Prints the diagnostics of a session to the standard error: notes only with -v, for inputs named
 * on the command line, or when there was no log at all.  On a terminal the level is coloured.  For
 * a screen (command->screen), and not with -v nor as JSON, more of them than a few lines hold are
 * counted by code instead, one line per level.
 */
void messages_print(const struct session *s, bool no_logs);

#endif
