#ifndef CLI_INPUTS_H
#define CLI_INPUTS_H

#include "cli/session.h"

/* What --set, --path and LABEL=PATH make of the inputs of a session. */

/*
 * Takes labels off the inputs and reads the templates of --path; false and a usage error when one
 * is none.
 */
bool inputs_prepare(struct session *s, GError **error);

/*
 * Finds the files behind the inputs, each with its levels, into s->bundle.  A template that fits
 * none of them is a warning; those of the study only when no one of theirs does.
 */
void inputs_bundle(struct session *s);

#endif
