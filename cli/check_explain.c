#include "cli/check_explain.h"

#include "model/error.h"
#include "model/near.h"
#include "render/explain.h"
#include <string.h>

struct state {
	struct session *s;
	const struct bundle_input *input;
	guint32 line;
	struct explain *explain;
};

bool check_explain_take(struct check_explain *wanted, const char *value, GError **error)
{
	const char *colon = strrchr(value, ':');
	guint64 line = 0;

	if (!colon || colon == value ||
		!g_ascii_string_to_unsigned(colon + 1, 10, 1, G_MAXUINT32, &line, NULL)) {
		g_set_error(error, IOTAB_ERROR, IOTAB_ERROR_USAGE,
			"--explain: '%s' is not FILE:LINE, as in --explain run1.log:17", value);
		return false;
	}
	g_free(wanted->file);
	wanted->file = g_strndup(value, (gsize)(colon - value));
	wanted->line = (guint32)line;
	return true;
}

/* The same file under another spelling is meant, too. */
static bool same_path(const char *a, const char *b)
{
	g_autofree char *x = g_canonicalize_filename(a, NULL),
			*y = g_canonicalize_filename(b, NULL);

	return g_str_equal(a, b) || g_str_equal(x, y);
}

static const struct diag_entry *message(
	const struct session *s, enum diag_code code, const char *file)
{
	for (size_t i = 0; i < diag_count(s->diag); i++) {
		const struct diag_entry *e = diag_get(s->diag, i);

		if (e->code == code && same_path(e->file, file))
			return e;
	}
	return NULL;
}

static void no_such_input(const struct session *s, const char *file, GError **error)
{
	const struct diag_entry *unreadable = message(s, DIAG_CANNOT_READ, file);
	const struct diag_entry *twin = message(s, DIAG_SAME_INPUT, file);
	g_autoptr(GPtrArray) names = g_ptr_array_new();
	g_autoptr(GString) text = g_string_new(NULL);

	if (unreadable) {
		g_set_error(error, IOTAB_ERROR, IOTAB_ERROR_SYSTEM, "cannot read '%s': %s", file,
			unreadable->detail);
		return;
	}
	for (guint i = 0; i < s->bundle->inputs->len; i++)
		g_ptr_array_add(names, ((struct bundle_input *)s->bundle->inputs->pdata[i])->path);
	g_string_printf(text, "--explain: '%s' ", file);
	if (twin)
		g_string_append_printf(text, "was left out: %s", twin->detail);
	else if (g_file_test(file, G_FILE_TEST_IS_DIR))
		g_string_append(text, "is a directory, and a file in it is wanted");
	else
		g_string_append(text, "is none of the inputs");
	if (!twin)
		near_hint(text, file, (const char *const *)names->pdata, names->len);
	g_set_error_literal(error, IOTAB_ERROR, IOTAB_ERROR_USAGE, text->str);
}

/* The input of that name in a unit, or NULL. */
static const struct bundle_input *member(const struct bundle_unit *unit, const char *file)
{
	for (guint i = 0; i < unit->inputs->len; i++) {
		const struct bundle_input *in = unit->inputs->pdata[i];

		if (same_path(in->path, file))
			return in;
	}
	return NULL;
}

/*
 * Leaves only the unit with the input of that name in the bundle, and returns the input; NULL and
 * an error when there is none.
 */
static const struct bundle_input *single_out(struct session *s, const char *file, GError **error)
{
	GPtrArray *units = s->bundle->units;
	const struct bundle_input *found = NULL;

	for (guint i = 0; i < units->len && !found; i++) {
		found = member(units->pdata[i], file);
		if (!found)
			continue;
		g_ptr_array_remove_range(units, i + 1, units->len - i - 1);
		g_ptr_array_remove_range(units, 0, i);
	}
	if (!found)
		no_such_input(s, file, error);
	return found;
}

static void *open_explain(void *user, struct diag *diag, struct sink **sink)
{
	struct state *state = user;

	diag_watch(diag, state->line);
	state->explain = explain_new(state->input->path, state->line, state->s->metrics, diag);
	*sink = &state->explain->sink;
	return state->explain;
}

static void join_explain(void *user, void *partial)
{
	(void)user;
	(void)partial;
}

/* A line too long to be read is there all the same. */
static guint32 last_line(const struct state *state)
{
	const struct diag *diag = state->s->diag;
	guint32 last = state->explain->last_line;

	for (size_t i = 0; i < diag_count(diag); i++)
		if (diag_get(diag, i)->code == DIAG_LONG_LINE)
			last = MAX(last, diag_get(diag, i)->line);
	return last;
}

static bool write_explained(struct session *s, const struct state *state, GError **error)
{
	g_autofree char *title = g_strdup_printf("%s:%u", state->input->path, state->line);
	g_autoptr(GString) shown = g_string_new(NULL);
	guint32 last = last_line(state);
	struct doc *doc;
	bool ok;

	if (state->line > last) {
		g_set_error(error, IOTAB_ERROR, IOTAB_ERROR_USAGE,
			"--explain: '%s' has %u line%s, none is number %u", state->input->path,
			last, last == 1 ? "" : "s", state->line);
		return false;
	}
	diag_print_visible(title, shown);
	doc = doc_new(shown->str);
	explain_show(state->explain, s->diag, doc);
	ok = session_write_doc(s, doc, error);
	doc_free(doc);
	return ok;
}

bool check_explain_run(struct session *s, const struct check_explain *wanted, GError **error)
{
	struct state state = {.s = s, .line = wanted->line};
	const struct ingest_ops ops = {open_explain, join_explain, &state};
	bool ok;

	state.input = single_out(s, wanted->file, error);
	if (!state.input)
		return false;
	diag_watch(s->diag, wanted->line);
	ok = session_read(s, &ops, 1, error) && write_explained(s, &state, error);
	explain_free(state.explain);
	return ok;
}
