#ifndef MODEL_STUDY_YAML_H
#define MODEL_STUDY_YAML_H

#include <glib.h>
#include <stdbool.h>

/* Private to model/study.c: a YAML document as a tree of raw scalars, sequences and mappings. */
enum study_node_kind { STUDY_SCALAR, STUDY_SEQUENCE, STUDY_MAPPING };

struct study_node {
	enum study_node_kind kind;
	guint32 line, column; /* from 1; column in characters */
	char *text;           /* scalars only: never NULL, no type is guessed */
	bool plain;           /* scalars only: written without quotes */
	GPtrArray *child; /* struct study_node *; a mapping's keys and values in turn; or NULL */
};

/*
 * The one document in the `size` bytes at `bytes`; an empty one is a mapping without keys.  NULL
 * and a usage error with the position for broken YAML, a second document, an anchor, alias or tag
 * and too deep nesting.  `path` only names the file in messages.
 */
struct study_node *study_yaml_parse(
	const char *path, const char *bytes, size_t size, GError **error);
void study_node_free(struct study_node *node);

/* "a list", "a mapping" or "a value", for messages. */
const char *study_node_kind_name(const struct study_node *node);

/*
 * Sets a usage error "PATH:LINE:COLUMN: ...", without the position when `path` is NULL; returns
 * false, so that a caller may return it.
 */
bool study_yaml_fail(GError **error, const char *path, guint32 line, guint32 column,
	const char *format, ...) G_GNUC_PRINTF(5, 6);

#endif
