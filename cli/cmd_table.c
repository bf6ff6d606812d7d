#include "analysis/judge.h"
#include "analysis/series.h"
#include "analysis/shown.h"
#include "cli/session.h"
#include "model/error.h"
#include "model/near.h"
#include "render/table.h"
#include "render/table_names.h"
#include <stdio.h>
#include <string.h>

struct options {
	char *rows, *cols, *cell, *metrics, *over, *sort, *unit, *digits_text;
	int digits; /* -1: not said */
	gboolean transpose, best, safe;
};

/* The command while it works. */
struct job {
	struct session s;
	struct options o;
	enum table_cell cell;
	GPtrArray *chosen; /* const struct metric *; empty: default or all */
	GPtrArray *meant;  /* GPtrArray *: for each word of --metric, those of several tools */
	bool all_metrics, over_time;
	struct fold_options fold_options;
	struct fold *fold;
	char **rows, **cols, **over; /* as given; NULL: not */
	const char **varying;
	struct pivot_spec spec;
	GPtrArray *rules;
	struct judge *judge; /* NULL: no rules */
	GString *caption;
};

static const char *const pseudo[] = {FOLD_KEY_LAYOUT, FOLD_KEY_TOOL, FOLD_KEY_VERSION,
	FOLD_KEY_HOST, FOLD_KEY_SOURCE, FOLD_KEY_WHEN, FOLD_KEY_STATUS, PIVOT_METRIC};

static bool names(const struct job *j, const char *key)
{
	for (char **k = j->rows; k && *k; k++)
		if (g_str_equal(*k, key))
			return true;
	for (char **k = j->cols; k && *k; k++)
		if (g_str_equal(*k, key))
			return true;
	return false;
}

/* Takes `runs` and `time` out of --over, which are no keys: what cells are taken over. */
static bool choose_over(struct job *j, GError **error)
{
	bool runs = false;
	char **to = j->over;

	for (char **k = j->over; k && *k; k++) {
		bool time = g_str_equal(*k, "time");

		if (g_str_equal(*k, SERIES_KEY)) {
			g_set_error(error, IOTAB_ERROR, IOTAB_ERROR_USAGE,
				"--over: '%s' tells figures of logs over time from those of runs, "
				"which are never pooled; --over time is about the former",
				*k);
			return false;
		}
		if (!time && !g_str_equal(*k, "runs")) {
			*to++ = *k;
			continue;
		}
		j->over_time |= time;
		runs |= !time;
		g_free(*k);
	}
	if (to)
		*to = NULL;
	if (j->over_time && runs) {
		g_set_error(error, IOTAB_ERROR, IOTAB_ERROR_USAGE,
			"--over: 'runs' and 'time' exclude each other");
		return false;
	}
	if (!j->over_time || j->cell == TABLE_MEAN || j->cell == TABLE_MEAN_SD ||
		j->cell == TABLE_N)
		return true;
	g_set_error(error, IOTAB_ERROR, IOTAB_ERROR_USAGE,
		"--over time has no use with --cell %s: mean±sd, mean or n",
		table_cell_name(j->cell));
	return false;
}

static unsigned fold_by(const struct job *j)
{
	static const struct {
		const char *key;
		unsigned by;
	} facts[] = {
		{FOLD_KEY_SOURCE, FOLD_BY_SOURCE},
		{FOLD_KEY_WHEN, FOLD_BY_WHEN},
		{FOLD_KEY_STATUS, FOLD_BY_STATUS},
	};
	unsigned by = j->cell == TABLE_RAW ? FOLD_BY_RUN : 0;

	for (size_t i = 0; i < G_N_ELEMENTS(facts); i++)
		if (names(j, facts[i].key))
			by |= facts[i].by;
	return by;
}

/* "a,b,c"; NULL gives NULL. */
static char **split(const char *list)
{
	char **words = list ? g_strsplit(list, ",", -1) : NULL;

	for (char **w = words; w && *w; w++)
		g_strstrip(*w);
	return words;
}

static bool usage(GError **error, const char *format, const char *word)
{
	/* The formats are the callers' own literals. */
	g_autoptr(GString) text = g_string_new(NULL);
	const char *at = strstr(format, "%s");

	g_string_append_len(text, format, at - format);
	g_string_append(text, word);
	g_string_append(text, at + 2);
	g_set_error_literal(error, IOTAB_ERROR, IOTAB_ERROR_USAGE, text->str);
	return false;
}

static bool check_lists(const struct job *j, GError **error)
{
	char **lists[] = {j->rows, j->cols, j->over};

	for (size_t l = 0; l < G_N_ELEMENTS(lists); l++)
		for (char **k = lists[l]; k && *k; k++) {
			if (!**k)
				return usage(error, "%s has an empty name in its list",
					l == 0   ? "--rows"
					: l == 1 ? "--cols"
						 : "--over");
			for (char **again = k + 1; *again; again++)
				if (l < 2 && g_str_equal(*k, *again))
					return usage(error,
						"'%s' is named twice in --rows or --cols", *k);
			for (char **c = j->cols; l == 0 && c && *c; c++)
				if (g_str_equal(*k, *c))
					return usage(
						error, "'%s' is named in --rows and in --cols", *k);
		}
	return true;
}

static bool choose_cell(struct job *j, GError **error)
{
	const char *known[TABLE_CELL_COUNT];
	g_autoptr(GString) text = g_string_new(NULL);

	j->cell = j->o.cell ? table_cell_by_name(j->o.cell) : TABLE_MEAN_SD;
	if (j->cell != TABLE_CELL_COUNT)
		return true;
	for (int i = 0; i < TABLE_CELL_COUNT; i++)
		known[i] = table_cell_name((enum table_cell)i);
	g_string_printf(text, "--cell: no cell '%s'", j->o.cell);
	near_hint(text, j->o.cell, known, TABLE_CELL_COUNT);
	g_string_append(text, " (iotab list cells)");
	g_set_error_literal(error, IOTAB_ERROR, IOTAB_ERROR_USAGE, text->str);
	return false;
}

static bool choose_metrics(struct job *j, GError **error)
{
	g_auto(GStrv) words = split(j->o.metrics);

	if (words && !*words)
		return usage(error, "--metric: %s", "no metric is named");
	for (char **w = words; w && *w; w++) {
		g_autofree char *why = NULL;
		GPtrArray *meant;

		if (g_str_equal(*w, "all")) {
			j->all_metrics = true;
			continue;
		}
		meant = metrics_find_all(j->s.metrics, *w, &why);
		if (!meant)
			return usage(error, "--metric: %s", why);
		g_ptr_array_extend(j->chosen, meant, NULL, NULL);
		g_ptr_array_add(j->meant, meant);
	}
	return true;
}

/* A word that fits metrics of several tools means the one that has figures. */
static bool check_metrics(const struct job *j, GError **error)
{
	g_auto(GStrv) words = split(j->o.metrics);
	guint k = 0;

	for (char **w = words; w && *w; w++) {
		g_autoptr(GPtrArray) found = g_ptr_array_new();
		const GPtrArray *meant;

		if (g_str_equal(*w, "all"))
			continue;
		meant = j->meant->pdata[k++];
		for (guint i = 0; i < meant->len; i++)
			if (fold_has(j->fold, meant->pdata[i]))
				g_ptr_array_add(found, meant->pdata[i]);
		if (found->len > 1) {
			g_autofree char *why = metrics_several(*w, found);

			return usage(error, "--metric: %s", why);
		}
	}
	return true;
}

/* Options that would do nothing are mistakes. */
static bool check_use(const struct job *j, GError **error)
{
	const char *cell = table_cell_name(j->cell);

	if (j->s.hardware && !j->rules)
		return usage(error, "%s has no use without --safe or --require", "--hw");
	if (j->cell != TABLE_RAW && j->cell != TABLE_N)
		return true;
	if (j->o.unit)
		return usage(error, "--unit has no use with --cell %s", cell);
	if (j->o.digits_text)
		return usage(error, "--digits has no use with --cell %s", cell);
	return true;
}

static bool prepare(struct job *j, GError **error)
{
	const struct options *o = &j->o;

	j->rows = split(o->rows);
	j->cols = split(o->cols);
	j->over = split(o->over);
	j->chosen = g_ptr_array_new();
	j->meant = g_ptr_array_new_with_free_func((GDestroyNotify)g_ptr_array_unref);
	if (o->digits_text &&
		!session_number("--digits", o->digits_text, 0, 12, &j->o.digits, error))
		return false;
	if (!check_lists(j, error) || !choose_cell(j, error) || !choose_metrics(j, error) ||
		!choose_over(j, error))
		return false;
	if (!session_dialect(&j->s, error))
		return false;
	j->rules = session_rules(&j->s, o->safe, error);
	if (!j->rules && *error)
		return false;
	if (!check_use(j, error))
		return false;
	j->fold_options = (struct fold_options){
		.where = j->s.where,
		.metrics = j->chosen->len && !j->all_metrics
				   ? (const struct metric *const *)j->chosen->pdata
				   : NULL,
		.n_metrics = j->chosen->len,
		.by = fold_by(j),
		.keep_values = j->cell == TABLE_MEDIAN,
		.keep_original = j->cell == TABLE_RAW,
	};
	return true;
}

/* One input's fold, behind a hold where the final status counts early. */
struct partial {
	struct fold *fold;
	struct sink *hold;
};

static void *open_partial(void *user, struct diag *diag, struct sink **sink)
{
	struct job *j = user;
	struct partial *p = g_new0(struct partial, 1);
	bool late = j->fold_options.by & FOLD_BY_STATUS ||
		    (j->s.where && where_needs(j->s.where) & WHERE_NEEDS_RUN_END);

	p->fold = fold_new(&j->fold_options, j->s.metrics, diag);
	if (late)
		p->hold = sink_hold_new(fold_sink(p->fold));
	*sink = late ? p->hold : fold_sink(p->fold);
	return p;
}

static void join_partial(void *user, void *partial)
{
	struct job *j = user;
	struct partial *p = partial;

	if (p->hold)
		sink_hold_free(p->hold);
	if (j->fold) {
		fold_join(j->fold, p->fold);
		fold_free(p->fold);
	} else {
		j->fold = p->fold;
	}
	g_free(p);
}

/* Is every name that was given a factor, an `at` key or a pseudo key? */
static bool check_names(const struct job *j, GError **error)
{
	char **lists[] = {j->rows, j->cols, j->over};
	static const char *const options[] = {"--rows", "--cols", "--over"};
	size_t factors, ats, n = 0;
	const char *const *factor = fold_factor_keys(j->fold, &factors);
	const char *const *at = fold_at_keys(j->fold, &ats);
	g_autofree const char **known =
		g_new(const char *, factors + ats + G_N_ELEMENTS(pseudo) + 1);

	for (size_t i = 0; i < factors; i++)
		known[n++] = factor[i];
	for (size_t i = 0; i < ats; i++)
		known[n++] = at[i];
	if (j->s.where && !where_names_known(j->s.where, known, n, error))
		return false;
	for (size_t i = 0; i < G_N_ELEMENTS(pseudo); i++)
		known[n++] = pseudo[i];
	for (size_t l = 0; l < G_N_ELEMENTS(lists); l++)
		for (char **k = lists[l]; k && *k; k++) {
			g_autoptr(GString) text = g_string_new(NULL);
			bool found = false;

			for (size_t i = 0; i < n && !found; i++)
				found = g_str_equal(known[i], *k);
			if (found)
				continue;
			g_string_printf(text, "%s: no factor '%s' in these logs", options[l], *k);
			known[n] = "time"; /* only --over has it */
			near_hint(text, *k, known, n + (lists[l] == j->over));
			g_set_error_literal(error, IOTAB_ERROR, IOTAB_ERROR_USAGE, text->str);
			return false;
		}
	return true;
}

static bool asks_for(const void *user, const char *key)
{
	const struct job *j = user;

	return names(j, key) || (j->s.where && where_names(j->s.where, key));
}

/* Figures of logs over time and those of runs take turns. */
static bool choose_series(struct job *j, GError **error)
{
	bool left_out;

	if (j->over_time && !series_any(j->fold)) {
		g_set_error(error, IOTAB_ERROR, IOTAB_ERROR_DATA,
			"--over time: no log over time is among what was chosen");
		return false;
	}
	if (!j->o.metrics)
		j->spec.hides = shown_by_default(j->fold);
	left_out = series_choose(j->fold, j->over_time ? SERIES_OVER_TIME : SERIES_OVER_RUNS,
		j->spec.hides, asks_for, j);
	if (left_out)
		fprintf(stderr, "iotab: figures of logs over time are left out; --over time shows "
				"them\n");
	return true;
}

/* Keys not given are the ones that vary; the metric goes where it was not put. */
static void choose_axes(struct job *j)
{
	struct pivot_spec *s = &j->spec;
	GPtrArray *rows = g_ptr_array_new(), *cols = g_ptr_array_new();
	size_t n;

	j->varying = pivot_varying(j->fold, &n);
	for (char **k = j->cols; k && *k; k++)
		g_ptr_array_add(cols, *k);
	for (char **k = j->rows; k && *k; k++)
		g_ptr_array_add(rows, *k);
	for (size_t i = 0; i < n && !j->rows; i++)
		if (!names(j, j->varying[i]) && !shown_hides_key(j->fold, s->hides, j->varying[i]))
			g_ptr_array_add(rows, (gpointer)j->varying[i]);
	if (!j->rows && !rows->len && !names(j, FOLD_KEY_LAYOUT))
		g_ptr_array_add(rows, (gpointer)FOLD_KEY_LAYOUT);
	if (!names(j, PIVOT_METRIC))
		g_ptr_array_add(cols, (gpointer)PIVOT_METRIC);
	if (j->o.transpose) {
		GPtrArray *swap = rows;

		rows = cols;
		cols = swap;
	}
	s->n_rows = rows->len;
	s->n_cols = cols->len;
	s->rows = (const char *const *)g_ptr_array_free(rows, FALSE);
	s->cols = (const char *const *)g_ptr_array_free(cols, FALSE);
	s->over = (const char *const *)j->over;
	s->n_over = j->over ? g_strv_length(j->over) : 0;
	s->by_run = j->cell == TABLE_RAW;
}

/* Counts the lines of `all` that `kept` has not; says why, one line each, when verbose. */
static size_t report_dropped(const struct job *j, const struct pivot *all, const struct pivot *kept)
{
	bool rows = !j->o.transpose;
	const char *const *keys = rows ? j->spec.rows : j->spec.cols;
	size_t n = rows ? j->spec.n_rows : j->spec.n_cols, dropped = 0, k = 0;
	const struct pivot_line *from = rows ? all->row : all->col;
	const struct pivot_line *to = rows ? kept->row : kept->col;
	size_t n_from = rows ? all->n_rows : all->n_cols, n_to = rows ? kept->n_rows : kept->n_cols;

	for (size_t i = 0; i < n_from; i++) {
		g_autoptr(GString) name = g_string_new(NULL);

		/* Both are in one order. */
		if (k < n_to && pivot_same_line(&from[i], &to[k], n)) {
			k++;
			continue;
		}
		dropped++;
		if (!j->s.verbose)
			continue;
		table_line_name(&from[i], keys, n, name);
		fprintf(stderr, "iotab: dropped: %s: %s\n", name->str,
			judge_reason(j->judge, &from[i]));
	}
	return dropped;
}

static void caption_safe(struct job *j, size_t all, size_t dropped)
{
	size_t unknown = judge_unknown(j->judge);

	g_string_append_printf(j->caption, "%zu of %zu %s: safe by ", all - dropped, all,
		j->o.transpose ? "columns" : "rows");
	judge_print_rules(j->judge, j->caption);
	if (unknown)
		g_string_append_printf(j->caption,
			"; %zu layout%s left out because safety is not known", unknown,
			unknown > 1 ? "s" : "");
}

static struct pivot *make_pivot(struct job *j)
{
	struct pivot *all = pivot_new(j->fold, &j->spec), *kept;
	const struct judge_question question = {
		.study = j->s.study,
		.rules = j->rules,
		.keys = j->o.transpose ? j->spec.cols : j->spec.rows,
		.n_keys = j->o.transpose ? j->spec.n_cols : j->spec.n_rows,
		.by_run = j->spec.by_run && !j->o.transpose,
	};
	size_t dropped;

	if (!j->rules) {
		fold_drop_groups(j->fold);
		return all;
	}
	j->judge = judge_new(j->fold, &question);
	j->spec.keep = judge_keeps;
	j->spec.user = j->judge;
	kept = pivot_new(j->fold, &j->spec);
	dropped = report_dropped(j, all, kept);
	caption_safe(j, j->o.transpose ? all->n_cols : all->n_rows, dropped);
	pivot_free(all);
	fold_drop_groups(j->fold);
	return kept;
}

static bool show(struct job *j, GError **error)
{
	const struct table_options options = {
		.cell = j->cell,
		.unit = j->o.unit,
		.digits = j->o.digits,
		.best = j->o.best,
		.sort = j->o.sort,
		.ascii = j->s.ascii,
		.over_time = j->over_time,
	};
	struct pivot *pivot = make_pivot(j);
	struct doc *doc = doc_new(j->s.study->title);
	bool ok = table_build(doc, pivot, &j->spec, j->s.metrics, &options,
		j->caption->len ? j->caption->str : NULL, error);

	if (ok && !pivot->n_cols && pivot->n_rows)
		fprintf(stderr, "iotab: the table has no figures of the metrics asked for\n");
	if (ok && !pivot->n_rows && j->rules)
		fprintf(stderr,
			"iotab: the table is empty: no row is known to be safe (-v says why)\n");
	else if (ok && !pivot->n_rows)
		fprintf(stderr, "iotab: the table is empty: %zu of %zu runs were chosen\n",
			fold_runs_chosen(j->fold), fold_runs(j->fold));
	ok = ok && session_write_doc(&j->s, doc, error);
	doc_free(doc);
	pivot_free(pivot);
	return ok;
}

static bool work(struct job *j, GError **error)
{
	const struct ingest_ops ops = {open_partial, join_partial, j};

	if (!prepare(j, error) || !session_read(&j->s, &ops, 0, error) || !check_names(j, error) ||
		!check_metrics(j, error) || !choose_series(j, error))
		return false;
	choose_axes(j);
	return show(j, error);
}

static void clear(struct job *j)
{
	fold_free(j->fold);
	g_strfreev(j->rows);
	g_strfreev(j->cols);
	g_strfreev(j->over);
	g_free(j->varying);
	g_free((gpointer)j->spec.rows);
	g_free((gpointer)j->spec.cols);
	g_clear_pointer(&j->chosen, g_ptr_array_unref);
	g_clear_pointer(&j->meant, g_ptr_array_unref);
	if (j->rules)
		g_ptr_array_unref(j->rules);
	judge_free(j->judge);
	g_string_free(j->caption, TRUE);
	g_free(j->o.rows);
	g_free(j->o.cols);
	g_free(j->o.cell);
	g_free(j->o.metrics);
	g_free(j->o.over);
	g_free(j->o.sort);
	g_free(j->o.unit);
	g_free(j->o.digits_text);
}

static int run(const struct command *command, int argc, char **argv)
{
	struct job j = {.o.digits = -1, .caption = g_string_new(NULL)};
	const GOptionEntry entries[] = {
		{"rows", 'r', 0, G_OPTION_ARG_FILENAME, &j.o.rows,
			"what the rows are (default: the factors that vary)", "KEY,..."},
		{"cols", 'c', 0, G_OPTION_ARG_FILENAME, &j.o.cols,
			"what the columns are (default: metric)", "KEY,..."},
		{"cell", 0, 0, G_OPTION_ARG_FILENAME, &j.o.cell,
			"raw, mean, mean±sd (default), median, min, max, n", "CELL"},
		{"metric", 'm', 0, G_OPTION_ARG_FILENAME, &j.o.metrics,
			"only these metrics (default: throughput and iops)", "LIST|all"},
		{"over", 0, 0, G_OPTION_ARG_FILENAME, &j.o.over,
			"keys that cells may pool although they differ; time: ± over the windows "
			"of a "
			"run",
			"KEY,..."},
		{"sort", 0, 0, G_OPTION_ARG_FILENAME, &j.o.sort,
			"sort rows by a row key or a metric, KEY:desc downwards", "KEY"},
		{"unit", 0, 0, G_OPTION_ARG_FILENAME, &j.o.unit, "show figures in this unit",
			"UNIT"},
		{"digits", 0, 0, G_OPTION_ARG_FILENAME, &j.o.digits_text, "digits after the point",
			"N"},
		{"transpose", 0, 0, G_OPTION_ARG_NONE, &j.o.transpose, "exchange rows and columns",
			NULL},
		{"best", 0, 0, G_OPTION_ARG_NONE, &j.o.best, "set off the best figure per metric",
			NULL},
		{"safe", 0, 0, G_OPTION_ARG_NONE, &j.o.safe,
			"only layouts that survive what --require or the study names", NULL},
		{NULL, 0, 0, 0, NULL, NULL, NULL},
	};
	GError *error = NULL;
	int status;

	if (!session_open(&j.s, command, argc, argv, entries, &status)) {
		clear(&j);
		return status;
	}
	if (!work(&j, &error)) {
		clear(&j);
		return session_fail(&j.s, error);
	}
	status = session_status(&j.s);
	clear(&j);
	session_close(&j.s);
	return status;
}

const struct command command_table = {
	.name = "table",
	.summary = "Write a pivot table in any dialect",
	.usage = "[OPTION...] INPUT...",
	.help = "A cell pools only runs that are equal in every factor, tool, version and `at` key "
		"that is neither row nor column; otherwise it shows n and range, and a footnote "
		"says "
		"what differs. --over KEY says that pooling is meant.",
	.renders = true,
	.selects = true,
	.judges = true,
	.embeds = true,
	.run = run,
};
