#include "cli/inputs.h"

bool inputs_prepare(struct session *s, GError **error)
{
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

/* A --set holds for the inputs after it: each sees a beginning of the list. */
static void add_inputs(struct session *s)
{
	for (guint i = 0; i < s->paths->len; i++)
		bundle_add(s->bundle, s->paths->pdata[i],
			(const struct level *)(void *)s->set->data,
			g_array_index(s->set_counts, guint, i), s->diag);
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
