#ifndef MODEL_PATH_TEMPLATE_H
#define MODEL_PATH_TEMPLATE_H

#include "model/pool.h"
#include <glib.h>
#include <stdbool.h>

/*
 * A template such as `results/{layout}/{test}-n{files}` says which pieces of an input's path are
 * the levels of its runs: `{layout}` and `{host}` are layout and host, any other name a factor.
 *
 * It stands for the last components of a path, with or without that of the file itself; of several
 * ends of the path that fit, the shortest.  With a slash at its end it stands for directories only,
 * with one at its start for the whole path.  In a component `{name}` is one or more bytes, `*` any
 * bytes, and text between two of them stands in the last place where it can; a component `**` is
 * any number of components, at least one at the end of the template; `{{` and `}}` are braces; all
 * else is itself.
 */
struct path_template;

/* Names in one template. */
#define PATH_TEMPLATE_NAMES 64

/*
 * NULL and a usage error "'TEMPLATE', character N: ..." for what is no template: no name in it, a
 * name that no factor may have or that stands twice, two pieces of open length side by side, empty
 * components, `.`, `..`, a second `**`, a single brace.
 */
struct path_template *path_template_new(const char *text, GError **error);
void path_template_free(struct path_template *t);

const char *path_template_text(const struct path_template *t);

/*
 * Does it fit `path`, any bytes without empty components?  Then appends a struct level for each
 * name, in their order; keys live as long as the template, values go into `strings`.
 */
bool path_template_match(
	const struct path_template *t, const char *path, GArray *levels, GStringChunk *strings);

#endif
