#include "cli/inputs.h"

#include <string.h>

static bool is_there(const char *path)
{
	return g_str_equal(path, "-") || g_file_test(path, G_FILE_TEST_EXISTS);
}

/* Where the path begins in LABEL=PATH; NULL: it is no such thing, or a path as a whole. */
static const char *labelled(const char *input)
{
	const char *equals = is_there(input) || *input == '=' ? NULL : strchr(input, '=');

	while (equals && !is_there(equals + 1))
		equals = strchr(equals + 1, '=');
	return equals ? equals + 1 : NULL;
}

static void split_labels(struct session *s)
{
	for (guint i = 0; i < s->paths->len; i++) {
		char *input = s->paths->pdata[i];
		const char *path = labelled(input);

		g_ptr_array_add(
			s->labels, path ? g_strndup(input, (gsize)(path - 1 - input)) : NULL);
		if (!path)
			continue;
		s->paths->pdata[i] = g_strdup(path);
		g_free(input);
	}
}

bool inputs_prepare(struct session *s, GError **error)
{
	split_labels(s);
	for (char **text = s->templates; text && *text; text++) {
		struct path_template *template = path_template_new(*text, error);

		if (!template) {
			g_prefix_error(error, "--path: ");
			return false;
		}
		g_ptr_array_add(s->own_paths, template);
	}
	return true;
}

/* Somebody who wrote NAME=VALUE meant one thing and may be read to mean another. */
static bool report_missing(const struct session *s, const char *input)
{
	const char *equals = is_there(input) || *input == '=' ? NULL : strchr(input, '=');

	if (!equals || !equals[1])
		return false;
	diag_at(s->diag, DIAG_CANNOT_READ, input, 0,
		"there is no such file, and no '%s' to get the label '%.*s'", equals + 1,
		(int)(equals - input), input);
	return true;
}

/* A --set holds for the inputs after it: each sees a beginning of the list, then its own label. */
static void add_inputs(struct session *s)
{
	for (guint i = 0; i < s->paths->len; i++) {
		guint n = g_array_index(s->set_counts, guint, i);
		struct level *set = g_new(struct level, n + 1);
		const char *label = s->labels->pdata[i];

		if (n)
			memcpy(set, s->set->data, n * sizeof(*set));
		if (label)
			set[n++] = (struct level){"label", label};
		g_ptr_array_add(s->input_sets, set);
		if (!report_missing(s, s->paths->pdata[i]))
			bundle_add(s->bundle, s->paths->pdata[i], set, n, s->diag);
	}
}

/* The inputs are in order: the first that has a path is the example. */
static void warn_unused(const struct session *s, const struct path_template *t, const char *study)
{
	for (guint i = 0; i < s->bundle->inputs->len; i++) {
		const struct bundle_input *in = g_ptr_array_index(s->bundle->inputs, i);

		if (g_str_equal(in->path, "-"))
			continue;
		diag_at(s->diag, DIAG_PATH_UNUSED, study, 0, "'%s', the first is '%s'",
			path_template_text(t), in->path);
		return;
	}
	if (s->bundle->inputs->len)
		diag_at(s->diag, DIAG_PATH_UNUSED, study, 0,
			"'%s', for the standard input has no path", path_template_text(t));
}

static void warn_all_unused(
	const struct session *s, const GPtrArray *templates, guint own, const bool *fits)
{
	bool study_fits = false;

	for (guint i = own; i < templates->len; i++)
		study_fits |= fits[i];
	for (guint i = 0; i < templates->len; i++)
		if (!fits[i] && !(i >= own && study_fits))
			warn_unused(s, templates->pdata[i], i < own ? NULL : s->study->path);
}

void inputs_bundle(struct session *s)
{
	g_autoptr(GPtrArray) templates = g_ptr_array_new();
	g_autofree bool *fits = NULL;

	s->bundle = bundle_new();
	add_inputs(s);
	g_ptr_array_extend(templates, s->own_paths, NULL, NULL);
	g_ptr_array_extend(templates, s->study->paths, NULL, NULL);
	fits = g_new0(bool, templates->len + 1);
	bundle_match(s->bundle, templates, fits);
	bundle_settle(s->bundle, s->diag);
	warn_all_unused(s, templates, s->own_paths->len, fits);
}
