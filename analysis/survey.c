#include "analysis/survey.h"

#include <string.h>

/* More levels of one factor are not listed. */
#define LEVELS_MAX 64

static struct survey *of(struct sink *sink)
{
	return (struct survey *)sink;
}

/* Is it news?  `kind` parts names of different kinds. */
static bool is_new(struct survey *s, const char *kind, const char *a, const char *b)
{
	char *name = g_strjoin("\n", kind, a, b, NULL);

	return g_hash_table_add(s->seen, name);
}

static void add_layout(struct survey *s, const struct run *run)
{
	const char *raid = keyset_get(run->factors, "raid");
	struct survey_layout *layout;

	if (!run->label)
		s->unnamed++;
	if (!run->label || !is_new(s, raid ? "raid" : "label", run->label, raid))
		return;
	layout = g_new(struct survey_layout, 1);
	*layout =
		(struct survey_layout){g_strdup(run->label), g_strdup(raid), g_strdup(run->layout)};
	g_ptr_array_add(s->layouts, layout);
}

static struct survey_factor *factor(struct survey *s, const char *key)
{
	struct survey_factor *f;

	for (guint i = 0; i < s->factors->len; i++) {
		f = s->factors->pdata[i];
		if (g_str_equal(f->key, key))
			return f;
	}
	f = g_new(struct survey_factor, 1);
	*f = (struct survey_factor){g_strdup(key), g_ptr_array_new_with_free_func(g_free)};
	g_ptr_array_add(s->factors, f);
	return f;
}

static void add_factors(struct survey *s, const struct keyset *factors)
{
	for (size_t i = 0; i < factors->n; i++) {
		const struct level *l = &factors->level[i];
		struct survey_factor *f;

		if (!is_new(s, "factor", l->key, l->value))
			continue;
		f = factor(s, l->key);
		if (f->levels->len < LEVELS_MAX)
			g_ptr_array_add(f->levels, g_strdup(l->value));
	}
}

static void run_begin(struct sink *sink, const struct run *run)
{
	struct survey *s = of(sink);

	s->runs++;
	add_layout(s, run);
	add_factors(s, run->factors);
	if (run->host && is_new(s, "host", run->host, NULL))
		g_ptr_array_add(s->hosts, g_strdup(run->host));
}

static void measure(struct sink *sink, const struct measurement *m, size_t n)
{
	struct survey *s = of(sink);

	for (size_t i = 0; i < n; i++)
		if (!g_ptr_array_find(s->metrics, m[i].metric, NULL))
			g_ptr_array_add(s->metrics, (gpointer)m[i].metric);
}

static void run_end(struct sink *sink, const struct run *run)
{
	struct survey *s = of(sink);

	if (run->tool && is_new(s, "tool", run->tool, run->version))
		g_ptr_array_add(s->tools, g_strjoin(" ", run->tool, run->version, NULL));
}

static void line(
	struct sink *sink, struct pos pos, enum line_class class, const char *text, size_t n)
{
	struct survey *s = of(sink);

	if (s->fresh)
		g_ptr_array_add(s->files, g_strdup(pos.file));
	s->fresh = false;
	marker_guess_line(s->guess, class, text, n);
}

static void free_layout(gpointer data)
{
	struct survey_layout *layout = data;

	g_free(layout->label);
	g_free(layout->raid);
	g_free(layout->key);
	g_free(layout);
}

static void free_factor(gpointer data)
{
	struct survey_factor *f = data;

	g_free(f->key);
	g_ptr_array_unref(f->levels);
	g_free(f);
}

struct survey *survey_new(struct metrics *metrics)
{
	struct survey *s = g_new0(struct survey, 1);

	s->sink = (struct sink){
		.pool = pool_new(),
		.metrics = metrics,
		.run_begin = run_begin,
		.measure = measure,
		.run_end = run_end,
		.line = line,
	};
	s->files = g_ptr_array_new_with_free_func(g_free);
	s->tools = g_ptr_array_new_with_free_func(g_free);
	s->hosts = g_ptr_array_new_with_free_func(g_free);
	s->layouts = g_ptr_array_new_with_free_func(free_layout);
	s->factors = g_ptr_array_new_with_free_func(free_factor);
	s->metrics = g_ptr_array_new();
	s->seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	s->guess = marker_guess_new();
	return s;
}

void survey_free(struct survey *s)
{
	if (!s)
		return;
	pool_free(s->sink.pool);
	g_ptr_array_unref(s->files);
	g_ptr_array_unref(s->tools);
	g_ptr_array_unref(s->hosts);
	g_ptr_array_unref(s->layouts);
	g_ptr_array_unref(s->factors);
	g_ptr_array_unref(s->metrics);
	g_hash_table_destroy(s->seen);
	marker_guess_free(s->guess);
	g_free(s);
}

void survey_next(struct survey *s, struct diag *diag)
{
	s->sink.diag = diag;
	s->fresh = true;
	marker_guess_end(s->guess);
}

static int compare_text(gconstpointer a, gconstpointer b)
{
	return level_compare(*(const char *const *)a, *(const char *const *)b);
}

static int compare_layout(gconstpointer a, gconstpointer b)
{
	const struct survey_layout *x = *(const struct survey_layout *const *)a,
				   *y = *(const struct survey_layout *const *)b;
	int by_label = level_compare(x->label, y->label);

	return by_label ? by_label : level_compare(x->raid ? x->raid : "", y->raid ? y->raid : "");
}

static int compare_factor(gconstpointer a, gconstpointer b)
{
	return strcmp((*(const struct survey_factor *const *)a)->key,
		(*(const struct survey_factor *const *)b)->key);
}

static int compare_metric(gconstpointer a, gconstpointer b)
{
	return metric_compare(*(const struct metric *const *)a, *(const struct metric *const *)b);
}

void survey_finish(struct survey *s)
{
	marker_guess_end(s->guess);
	g_ptr_array_sort(s->tools, compare_text);
	g_ptr_array_sort(s->hosts, compare_text);
	g_ptr_array_sort(s->layouts, compare_layout);
	g_ptr_array_sort(s->factors, compare_factor);
	for (guint i = 0; i < s->factors->len; i++)
		g_ptr_array_sort(
			((struct survey_factor *)s->factors->pdata[i])->levels, compare_text);
	g_ptr_array_sort(s->metrics, compare_metric);
}
