#ifndef PARSERS_MARKERS_H
#define PARSERS_MARKERS_H

#include "model/diag.h"
#include "model/study.h"
#include "parsers/input.h"
#include <glib.h>
#include <stdbool.h>

/*
 * The run markers of a study: PCRE2 patterns (bytes, JIT) whose named groups are factors or
 * figures, or one of marker_levels.h.  Compiled once, shared by all threads.
 */
struct markers;

/*
 * Compiles the study's markers.  A usage error with the study's line for a bad pattern, a group
 * name that is reserved, or a begin marker without any group that is a factor or figure.
 */
struct markers *markers_new(const struct study *study, GError **error);
void markers_free(struct markers *markers);

/* One named group of a match; a group that did not take part has value NULL. */
struct marker_group {
	const char *name; /* lives as long as the markers */
	const char *value;
	size_t n;
	bool at_end; /* the value touches the end of the line */
};

#define MARKER_GROUPS 32

struct marker_hit {
	bool begin;
	size_t pair; /* which pair of the study, from 0 */
	size_t n;
	struct marker_group group[MARKER_GROUPS];
};

/* The groups of the end marker of a pair, for what is missing when it does not come. */
size_t markers_end_groups(const struct markers *markers, size_t pair, const char **names);

/* The state of one input's scan. */
struct marker_scan;

struct marker_scan *marker_scan_new(const struct markers *markers, struct diag *diag);
void marker_scan_free(struct marker_scan *scan);

/*
 * Does a marker match the line?  `limit` and `fresh` as in struct input_filter: a literal of each
 * pattern is searched ahead in memory, so that most lines cost nothing.  The first pattern that
 * matches is taken, begin before end.  A pattern that hits a match or memory limit is switched off
 * for this input with one diagnostic.
 */
bool marker_scan_line(struct marker_scan *scan, const struct text *line, const char *file,
	const char *limit, bool fresh, struct marker_hit *hit);

/*
 * The longest run of bytes that every match of `pattern` must contain, into `out`; empty when the
 * pattern's syntax does not show one.
 */
void marker_literal(const char *pattern, GString *out);

#endif
