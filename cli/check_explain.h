#ifndef CLI_CHECK_EXPLAIN_H
#define CLI_CHECK_EXPLAIN_H

#include "cli/session.h"

/* `iotab check --explain FILE:LINE`: how one line of one input was read. */
struct check_explain {
	char *file;
	guint32 line;
};

/* Takes the value apart, at its last colon; a usage error where it is not FILE:LINE. */
bool check_explain_take(struct check_explain *wanted, const char *value, GError **error);

/* Reads that input alone and writes what became of the line. */
bool check_explain_run(struct session *s, const struct check_explain *wanted, GError **error);

#endif
