#include "cli/check_explain.h"
#include "render/explain.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Unknown lines shown per input with -v. */
#define SAMPLES 10

/* One run, for -v. */
struct seen_run {
	char *tool, *layout, *factors, *from, *error;
	enum run_status status;
	guint32 line;
	guint64 figures, missing;
};

/* What was understood of one input. */
struct seen {
	struct sink sink; /* first */
	struct pool *pool;
	bool keep_runs;
	guint64 runs[RUN_STATUS_COUNT], figures, missing;
	guint64 run_figures, run_missing;
	guint32 flags;
	const char *file; /* of its lines, else of its last run */
	char *name;       /* the same when it is done */
	bool by_line;
	GArray *all;        /* struct seen_run; only when kept */
	GPtrArray *unknown; /* char *: "LINE: TEXT" */
};

static void seen_begin(struct sink *sink, const struct run *run)
{
	struct seen *seen = (struct seen *)sink;

	if (!seen->by_line)
		seen->file = run->pos.file;
	seen->run_figures = seen->run_missing = 0;
}

static void seen_measure(struct sink *sink, const struct measurement *m, size_t n)
{
	struct seen *seen = (struct seen *)sink;

	for (size_t i = 0; i < n; i++) {
		if (isnan(m[i].value))
			seen->run_missing++;
		else
			seen->run_figures++;
		seen->flags |= m[i].flags;
	}
}

static void seen_end(struct sink *sink, const struct run *run)
{
	struct seen *seen = (struct seen *)sink;
	g_autoptr(GString) factors = g_string_new(NULL), from = g_string_new(NULL);
	struct seen_run one;

	seen->runs[run->status]++;
	seen->figures += seen->run_figures;
	seen->missing += seen->run_missing;
	if (!seen->keep_runs)
		return;
	keyset_print(run->factors, factors);
	explain_print_origins(run, from);
	one = (struct seen_run){
		.tool = g_strconcat(run->tool ? run->tool : "-", " ", run->version, NULL),
		.layout = g_strconcat(run->label ? run->label : "-", run->layout ? " = " : NULL,
			run->layout, NULL),
		.factors = g_strdup(factors->str),
		.from = from->len ? g_strdup(from->str) : NULL,
		.error = g_strdup(run->error),
		.status = run->status,
		.line = run->pos.line,
		.figures = seen->run_figures,
		.missing = seen->run_missing,
	};
	g_array_append_val(seen->all, one);
}

static void seen_line(
	struct sink *sink, struct pos pos, enum line_class class, const char *text, size_t n)
{
	struct seen *seen = (struct seen *)sink;

	/* Of several files that make one run, the first. */
	if (pos.file != seen->file && (!seen->by_line || level_compare(pos.file, seen->file) < 0))
		seen->file = pos.file;
	seen->by_line = true;
	if (class == LINE_UNKNOWN && seen->unknown->len < SAMPLES)
		g_ptr_array_add(seen->unknown,
			g_strdup_printf("%u: %.*s", pos.line, (int)MIN(n, 100), text));
}

struct job {
	struct session s; /* first: options have it as their data */
	struct check_explain explain;
	GPtrArray *inputs; /* struct seen * */
};

static void clear_run(gpointer data)
{
	struct seen_run *run = data;

	g_free(run->tool);
	g_free(run->layout);
	g_free(run->factors);
	g_free(run->from);
	g_free(run->error);
}

static void *open_seen(void *user, struct diag *diag, struct sink **sink)
{
	struct job *j = user;
	struct seen *seen = g_new0(struct seen, 1);

	seen->pool = pool_new();
	seen->keep_runs = j->s.verbose;
	seen->all = g_array_new(FALSE, FALSE, sizeof(struct seen_run));
	g_array_set_clear_func(seen->all, clear_run);
	seen->unknown = g_ptr_array_new_with_free_func(g_free);
	seen->sink = (struct sink){
		.pool = seen->pool,
		.metrics = j->s.metrics,
		.diag = diag,
		.want_origins = seen->keep_runs,
		.run_begin = seen_begin,
		.measure = seen_measure,
		.run_end = seen_end,
		.line = seen_line,
	};
	*sink = &seen->sink;
	return seen;
}

static void join_seen(void *user, void *partial)
{
	struct job *j = user;
	struct seen *seen = partial;

	seen->name = g_strdup(seen->file);
	pool_free(seen->pool);
	seen->pool = NULL;
	g_ptr_array_add(j->inputs, seen);
}

static void free_seen(gpointer data)
{
	struct seen *seen = data;

	g_array_free(seen->all, TRUE);
	g_ptr_array_free(seen->unknown, TRUE);
	g_free(seen->name);
	g_free(seen);
}

static void put_count(struct doc_table *t, guint64 n)
{
	char text[24];
	struct doc_cell cell = {
		.kind = CELL_VALUE, .value = (double)n, .sd = NAN, .lo = NAN, .hi = NAN};

	g_snprintf(text, sizeof(text), "%" G_GUINT64_FORMAT, n);
	cell.text = text;
	doc_table_cell(t, &cell);
}

static guint64 all_lines(const struct seen *seen)
{
	guint64 n = 0;

	for (int c = 0; c < LINE_CLASS_COUNT; c++)
		n += seen->sink.lines[c];
	return n;
}

static void show_inputs(const struct job *j, struct doc *doc)
{
	struct doc_table *t = doc_table(doc, NULL);

	doc_table_column(t, "input", NULL, true, false);
	for (int i = 0; i < RUN_STATUS_COUNT; i++)
		doc_table_column(t, run_status_name((enum run_status)i), "runs", false, true);
	doc_table_column(t, "figures", NULL, false, true);
	doc_table_column(t, "missing", NULL, false, true);
	doc_table_column(t, "lines", NULL, false, true);
	doc_table_column(t, "unknown", "lines", false, true);
	for (guint i = 0; i < j->inputs->len; i++) {
		const struct seen *seen = j->inputs->pdata[i];

		doc_table_row(t);
		doc_table_text(t, seen->name);
		for (int k = 0; k < RUN_STATUS_COUNT; k++)
			put_count(t, seen->runs[k]);
		put_count(t, seen->figures);
		put_count(t, seen->missing);
		put_count(t, all_lines(seen));
		put_count(t, seen->sink.lines[LINE_UNKNOWN]);
	}
}

static void show_classes(const struct job *j, struct doc *doc)
{
	struct doc_table *t = doc_table(doc, "What the lines were taken for");

	doc_table_column(t, "class", NULL, true, false);
	doc_table_column(t, "lines", NULL, false, true);
	for (int c = 0; c < LINE_CLASS_COUNT; c++) {
		guint64 n = 0;

		for (guint i = 0; i < j->inputs->len; i++)
			n += ((const struct seen *)j->inputs->pdata[i])->sink.lines[c];
		if (!n)
			continue;
		doc_table_row(t);
		doc_table_text(t, line_class_name((enum line_class)c));
		put_count(t, n);
	}
}

static void show_flags(const struct job *j, struct doc *doc)
{
	guint32 flags = 0;
	g_autoptr(GString) text = g_string_new("Flags on figures: ");

	for (guint i = 0; i < j->inputs->len; i++)
		flags |= ((const struct seen *)j->inputs->pdata[i])->flags;
	if (!flags)
		return;
	for (int q = 0, n = 0; q < QUALITY_COUNT; q++)
		if (flags & QUALITY_BIT(q))
			g_string_append_printf(
				text, "%s%s", n++ ? ", " : "", quality_name((enum quality)q));
	g_string_append(text, " (iotab list flags)");
	doc_paragraph(doc, text->str);
}

static void show_runs(const struct seen *seen, struct doc *doc)
{
	g_autofree char *caption = g_strdup_printf("Runs of %s", seen->name);
	struct doc_table *t = doc_table(doc, caption);
	static const char *const heads[] = {"line", "tool", "status", "layout", "factors", "from"};

	for (size_t i = 0; i < G_N_ELEMENTS(heads); i++)
		doc_table_column(t, heads[i], NULL, i > 0, i == 0);
	doc_table_column(t, "figures", NULL, false, true);
	doc_table_column(t, "missing", NULL, false, true);
	doc_table_column(t, "error", NULL, false, false);
	for (guint i = 0; i < seen->all->len; i++) {
		const struct seen_run *run = &g_array_index(seen->all, struct seen_run, i);

		doc_table_row(t);
		put_count(t, run->line);
		doc_table_text(t, run->tool);
		doc_table_text(t, run_status_name(run->status));
		doc_table_text(t, run->layout);
		doc_table_text(t, run->factors);
		doc_table_text(t, run->from);
		put_count(t, run->figures);
		put_count(t, run->missing);
		doc_table_text(t, run->error);
	}
}

static void show_unknown(const struct seen *seen, struct doc *doc)
{
	g_autofree char *caption = NULL;
	struct doc_table *t;

	if (!seen->unknown->len)
		return;
	caption = g_strdup_printf("First unknown lines of %s", seen->name);
	t = doc_table(doc, caption);
	doc_table_column(t, "line and text", NULL, true, false);
	for (guint i = 0; i < seen->unknown->len; i++) {
		doc_table_row(t);
		doc_table_text(t, seen->unknown->pdata[i]);
	}
}

static bool work(struct job *j, GError **error)
{
	const struct ingest_ops ops = {open_seen, join_seen, j};
	struct doc *doc;
	bool ok;

	if (!session_dialect(&j->s, error) || !session_read(&j->s, &ops, 0, error))
		return false;
	doc = doc_new(NULL);
	show_inputs(j, doc);
	show_classes(j, doc);
	show_flags(j, doc);
	for (guint i = 0; j->s.verbose && i < j->inputs->len; i++) {
		show_runs(j->inputs->pdata[i], doc);
		show_unknown(j->inputs->pdata[i], doc);
	}
	ok = session_write_doc(&j->s, doc, error);
	doc_free(doc);
	return ok;
}

static gboolean take_explain(const char *name, const char *value, gpointer data, GError **error)
{
	struct job *j = data;

	(void)name;
	if (!check_explain_take(&j->explain, value, error))
		return FALSE;
	g_free(j->s.subject);
	j->s.subject = g_strdup(j->explain.file);
	return TRUE;
}

static int run(const struct command *command, int argc, char **argv)
{
	const GOptionEntry entries[] = {
		{"explain", 0, G_OPTION_FLAG_FILENAME, G_OPTION_ARG_CALLBACK,
			(gpointer)take_explain,
			"tell how this one line was read; FILE is the input unless another is "
			"given",
			"FILE:LINE"},
		{0},
	};
	struct job j = {.inputs = g_ptr_array_new_with_free_func(free_seen)};
	GError *error = NULL;
	int status;

	if (!session_open(&j.s, command, argc, argv, entries, &status)) {
		/* it has said why */
	} else if (j.explain.file ? check_explain_run(&j.s, &j.explain, &error)
				  : work(&j, &error)) {
		status = session_status(&j.s);
		session_close(&j.s);
	} else {
		status = session_fail(&j.s, error);
	}
	g_ptr_array_free(j.inputs, TRUE);
	g_free(j.explain.file);
	return status;
}

const struct command command_check = {
	.name = "check",
	.summary = "Say what was understood of the logs and what was not",
	.usage = "[OPTION...] INPUT...",
	.help = "-v adds every run with layout, factors, where these come from, and error; and the "
		"first unknown lines.",
	.renders = true,
	.run = run,
};
