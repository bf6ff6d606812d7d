#include "cli/next.h"

#include "render/fit.h"
#include "render/overview.h"
#include "render/table_names.h"
#include <string.h>

/* A command is broken into so many lines, at most. */
#define LINES_MAX 3

/* With more keys to fix, a selection does not say which of them are not set. */
#define KEYS_MOST 4

/* A command while it is put together: words, quoted; or hopeless. */
struct words {
	GPtrArray *word; /* char * */
	bool hopeless;   /* a word cannot be shown as it is typed */
};

static struct words words_new(void)
{
	return (struct words){g_ptr_array_new_with_free_func(g_free), false};
}

static void words_clear(struct words *w)
{
	g_ptr_array_free(w->word, TRUE);
}

/* Appends a word, quoted where the shell needs it. */
static void append_word(struct words *w, GString *out, const char *word)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
				    "_@%+=:,./-";
	g_autofree char *shown = fit_plain(word, false);

	g_autofree char *quoted = g_shell_quote(word);
	bool safe = *word && strspn(word, plain) == strlen(word);

	w->hopeless |= !g_str_equal(shown, word);
	g_string_append(out, safe ? word : quoted);
}

static void add(struct words *w, const char *word)
{
	GString *text = g_string_new(NULL);

	append_word(w, text, word);
	g_ptr_array_add(w->word, g_string_free(text, FALSE));
}

/* Lines are not broken between an option and its value. */
static void add_option(struct words *w, const char *option, const char *value)
{
	GString *text = g_string_new(option);

	g_string_append_c(text, ' ');
	append_word(w, text, value);
	g_ptr_array_add(w->word, g_string_free(text, FALSE));
}

static void add_inputs(struct words *w, const struct session *s, bool sets)
{
	guint set = 0;

	for (guint i = 0; i < s->paths->len; i++) {
		const char *path = s->paths->pdata[i];
		g_autofree char *safe = g_strconcat(*path == '-' ? "./" : "", path, NULL);

		for (; sets && set < g_array_index(s->set_counts, guint, i); set++) {
			const struct level *l = &g_array_index(s->set, struct level, set);
			g_autofree char *text = g_strconcat(l->key, "=", l->value, NULL);

			add_option(w, "--set", text);
		}
		w->hopeless |= g_str_equal(path, "-");
		add(w, safe);
	}
}

static void add_options(struct words *w, const struct session *s)
{
	if (s->study_path)
		add_option(w, "--study", s->study_path);
	if (s->no_study)
		add(w, "--no-study");
	if (s->ascii)
		add(w, "--ascii");
	for (char **hw = s->hardware; hw && *hw; hw++)
		add_option(w, "--hw", *hw);
	for (char **rule = s->rules; rule && *rule; rule++)
		add_option(w, "--require", *rule);
}

/* The words as lines; NULL when they are too many or one is too wide. */
static char *break_lines(const struct words *w)
{
	g_autoptr(GString) text = g_string_new(NULL);
	size_t used = 0, lines = 1;

	for (guint i = 0; i < w->word->len; i++) {
		const char *word = w->word->pdata[i];
		size_t width = fit_width(word), more = i + 1 < w->word->len ? 2 : 0;

		if (used && used + 1 + width + more > OVERVIEW_WIDTH) {
			g_string_append(text, " \\\n");
			used = 0;
			lines++;
		}
		if (width + more > OVERVIEW_WIDTH || lines > LINES_MAX)
			return NULL;
		g_string_append_printf(text, "%s%s", used ? " " : "", word);
		used += (used ? 1 : 0) + width;
	}
	return g_string_free(g_steal_pointer(&text), FALSE);
}

/* Adds "iotab COMMAND INPUTS OPTIONS WORDS", or with INPUT... for inputs and options, or nothing.
 */
static void finish(const struct session *s, const char *command, const struct words *tail,
	bool options, GPtrArray *next)
{
	for (int real = 1; real >= 0; real--) {
		struct words all = words_new();
		char *text;

		g_ptr_array_add(all.word, g_strconcat("iotab ", command, NULL));
		if (real) {
			add_inputs(&all, s, options);
			if (options)
				add_options(&all, s);
		} else {
			g_ptr_array_add(all.word, g_strdup("INPUT..."));
		}
		for (guint i = 0; i < tail->word->len; i++)
			g_ptr_array_add(all.word, g_strdup(tail->word->pdata[i]));
		text = all.hopeless || tail->hopeless ? NULL : break_lines(&all);
		words_clear(&all);
		if (text) {
			g_ptr_array_add(next, text);
			return;
		}
	}
}

static void add_list(struct words *w, const char *option, const char *const *keys, size_t n)
{
	g_autoptr(GString) list = g_string_new(NULL);

	for (size_t i = 0; i < n; i++)
		g_string_append_printf(list, "%s%s", i ? "," : "", keys[i]);
	if (n)
		add_option(w, option, list->str);
}

/* "file-size=4MiB": sizes as people write them, other levels quoted. */
static void append_equal(GString *out, const struct level *l)
{
	const char *levels[] = {l->value};
	const struct pivot_line line = {.level = levels};
	g_autofree char *text = NULL;

	if (!l->value) {
		g_string_append_printf(out, "not %s=~\".\"", l->key);
		return;
	}
	text = table_level(&line, 0, &l->key, false);
	if (g_str_has_suffix(l->key, "-size")) {
		g_autoptr(GString) word = g_string_new(text);

		g_string_replace(word, " ", "", 0);
		g_string_append_printf(out, "%s=%s", l->key, word->str);
		return;
	}
	g_string_append_printf(out, "%s=\"", l->key);
	for (const char *c = text; *c; c++) {
		if (strchr("\"\\", *c))
			g_string_append_c(out, '\\');
		g_string_append_c(out, *c);
	}
	g_string_append_c(out, '"');
}

/* The session's own selection and the sizes at which the best were looked for. */
static void add_where(struct words *w, const struct session *s, const GArray *fixed)
{
	g_autoptr(GString) where = g_string_new(NULL);

	if (s->where_text)
		g_string_append_printf(where, fixed && fixed->len ? "(%s)" : "%s", s->where_text);
	for (guint i = 0; fixed && i < fixed->len; i++) {
		const struct level *l = &g_array_index(fixed, struct level, i);

		if (!l->value && fixed->len > KEYS_MOST)
			continue;
		g_string_append(where, where->len ? " and " : "");
		append_equal(where, l);
	}
	if (where->len)
		add_option(w, "--where", where->str);
}

/* The name of a metric without its tool where that is enough. */
static const char *metric_word(const struct session *s, const struct metric *m)
{
	const char *bare = strchr(m->name, ':');

	return bare && metrics_find(s->metrics, bare + 1, NULL) == m ? bare + 1 : m->name;
}

/* Have figures of the metric the key? */
static bool has_key(const struct overview *o, const struct metric *metric, const char *key)
{
	for (size_t i = 0; i < fold_count(o->fold); i++) {
		const struct fold_group *g = fold_get(o->fold, i);

		for (size_t k = 0; keyset_get(g->at, key) && k < g->n; k++)
			if (g->cell[k].metric == metric && g->cell[k].n)
				return true;
	}
	return false;
}

/* One thing was tested at many sizes: a matrix of two of them. */
static bool add_sweep(struct words *w, const struct session *s, const struct overview *o)
{
	const struct overview_best *b = &o->best[0];
	const char *rows = NULL, *cols = NULL;

	for (guint i = 0; o->n_best && i < b->fixed->len; i++) {
		const char *key = g_array_index(b->fixed, struct level, i).key;

		if (!has_key(o, b->metric, key))
			continue;
		if (!cols)
			cols = key;
		else if (!rows)
			rows = key;
		else
			return false;
	}
	if (!rows || !has_key(o, b->metric, rows) || !has_key(o, b->metric, cols))
		return false;
	add_option(w, "--rows", rows);
	add_option(w, "--cols", cols);
	add_option(w, "--metric", metric_word(s, b->metric));
	add_where(w, s, NULL);
	return true;
}

static bool rows_vary(const struct overview *o)
{
	return o->layouts->len > 1 || o->factors->len;
}

static void add_table(const struct session *s, const struct overview *o, GPtrArray *next)
{
	struct words w = words_new();
	bool pools = o->pool_most > o->runs_most && o->runs_most < 2;
	const GArray *fixed = o->n_best ? o->best[0].fixed : NULL;

	if (!rows_vary(o) && add_sweep(&w, s, o)) {
		finish(s, "table", &w, true, next);
		words_clear(&w);
		return;
	}
	if (pools) {
		/* Keys of `at` sets are fixed by the where. */
		size_t n = g_strv_length((char **)o->pool_rows) - (fixed ? fixed->len : 0);

		add_list(&w, "--rows", o->pool_rows, n);
		add_list(&w, "--over", o->pool, g_strv_length((char **)o->pool));
	}
	if (rows_vary(o)) {
		if (o->safe_only)
			add(&w, "--safe");
		add(&w, "--best");
	}
	add_where(&w, s, rows_vary(o) ? fixed : NULL);
	finish(s, "table", &w, true, next);
	words_clear(&w);
}

static void add_check(const struct session *s, GPtrArray *next)
{
	struct words w = words_new();

	finish(s, "check -v", &w, false, next);
	words_clear(&w);
}

/* A study is looked for beside inputs and above, up to the working directory. */
static char *study_place(const struct session *s)
{
	const char *path = s->paths->pdata[0];
	g_autofree char *dir = NULL;

	if (*path != '/' && !g_str_has_prefix(path, ".."))
		return g_strdup("study.yaml");
	dir = g_file_test(path, G_FILE_TEST_IS_DIR) ? g_strdup(path) : g_path_get_dirname(path);
	return g_build_filename(dir, "study.yaml", NULL);
}

static void add_init(const struct session *s, GPtrArray *next)
{
	struct words w = words_new();
	g_autofree char *place = study_place(s);

	add_option(&w, "-o", place);
	finish(s, "init", &w, false, next);
	words_clear(&w);
}

GPtrArray *next_commands(const struct session *s, const struct overview *o, bool suspects)
{
	GPtrArray *next = g_ptr_array_new_with_free_func(g_free);

	if (!fold_runs_chosen(o->fold) && s->where)
		return next;
	if (o->combinations)
		add_table(s, o, next);
	if (!o->combinations || (suspects && s->study->path))
		add_check(s, next);
	else if (!s->study->path && !s->no_study)
		add_init(s, next);
	return next;
}
