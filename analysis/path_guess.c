#include "analysis/path_guess.h"

#include "model/layout.h"
#include <stdbool.h>
#include <string.h>

static char **components(const char *path)
{
	GPtrArray *parts = g_ptr_array_new();
	g_auto(GStrv) all = g_strsplit(path, "/", -1);

	for (char **p = all; *p; p++)
		if (**p && !g_str_equal(*p, "."))
			g_ptr_array_add(parts, g_strdup(*p));
	g_ptr_array_add(parts, NULL);
	return (char **)g_ptr_array_free(parts, FALSE);
}

static void free_parts(gpointer parts)
{
	g_strfreev(parts);
}

/* No path has more components. */
#define DEPTH_MAX 64

/* The depth that most of them have; of equals the deepest. */
static guint usual_depth(const GPtrArray *paths)
{
	guint n[DEPTH_MAX + 1] = {0}, best = 0;

	for (guint i = 0; i < paths->len; i++)
		n[MIN(g_strv_length(paths->pdata[i]), DEPTH_MAX)]++;
	for (guint depth = 1; depth <= DEPTH_MAX; depth++)
		if (n[depth] >= n[best])
			best = depth;
	return n[best] ? best : 0;
}

static const char *part(const GPtrArray *paths, guint path, guint i)
{
	return ((char **)paths->pdata[path])[i];
}

static bool differs(const GPtrArray *paths, guint i)
{
	for (guint k = 1; k < paths->len; k++)
		if (!g_str_equal(part(paths, 0, i), part(paths, k, i)))
			return true;
	return false;
}

static bool all_layouts(const GPtrArray *paths, guint i)
{
	struct layout layout;

	for (guint k = 0; k < paths->len; k++)
		if (!layout_parse(part(paths, k, i), NULL, &layout))
			return false;
	return true;
}

/* Braces have a meaning, what is no UTF-8 cannot stand in a study. */
static bool append_literal(const char *text, GString *out)
{
	if (!g_utf8_validate(text, -1, NULL) || g_str_equal(text, "..") || g_str_equal(text, "**"))
		return false;
	for (; *text; text++) {
		if (strchr("{}", *text))
			g_string_append_c(out, *text);
		g_string_append_c(out, *text);
	}
	return true;
}

static char *template_of(const GPtrArray *paths, guint depth)
{
	g_autoptr(GString) out = g_string_new(NULL);
	bool layout = false, some = false;

	for (guint i = 0; i + 1 < depth; i++) {
		if (!differs(paths, i)) {
			if (!append_literal(part(paths, 0, i), out))
				return NULL;
		} else if (!layout && all_layouts(paths, i)) {
			g_string_append(out, "{layout}");
			layout = some = true;
		} else {
			g_string_append_printf(out, "{level%u}", i + 1);
			some = true;
		}
		g_string_append_c(out, '/');
	}
	g_string_append_c(out, '*');
	return some ? g_strdup(out->str) : NULL;
}

char *path_guess(const GPtrArray *files)
{
	g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func(free_parts);
	guint depth;

	for (guint i = 0; i < files->len; i++)
		g_ptr_array_add(paths, components(files->pdata[i]));
	depth = usual_depth(paths);
	for (guint i = paths->len; i-- > 0;)
		if (g_strv_length(paths->pdata[i]) != depth)
			g_ptr_array_remove_index_fast(paths, i);
	return paths->len > 1 ? template_of(paths, depth) : NULL;
}
