#include "cli/command.h"
#include "model/error.h"
#include "model/metric.h"
#include "model/near.h"
#include "model/quality.h"
#include "model/record.h"
#include "model/sink.h"
#include "parsers/parser.h"
#include "render/dialect.h"
#include "render/table.h"
#include <stdio.h>
#include <string.h>

/* Each list is a table of its own elsewhere; here it only becomes a document. */

static struct doc_table *list(struct doc *doc, const char *const *heads)
{
	struct doc_table *t = doc_table(doc, NULL);

	for (; *heads; heads++)
		doc_table_column(t, *heads, NULL, true, false);
	return t;
}

static void row(struct doc_table *t, const char *a, const char *b)
{
	doc_table_row(t);
	doc_table_text(t, a);
	doc_table_text(t, b);
}

static void list_formats(struct doc *doc)
{
	struct doc_table *t = list(doc, (const char *const[]){"format", "what it reads", NULL});
	size_t n;
	const struct parser *const *all = parsers(&n);

	for (size_t i = 0; i < n; i++)
		row(t, all[i]->name, all[i]->title);
}

static void list_dialects(struct doc *doc)
{
	struct doc_table *t =
		list(doc, (const char *const[]){"dialect", "for", "file endings", NULL});
	size_t n;
	const struct dialect *const *all = dialects(&n);

	for (size_t i = 0; i < n; i++) {
		g_autofree char *endings = g_strjoinv(" ", (char **)all[i]->endings);

		row(t, all[i]->name, all[i]->title);
		doc_table_text(t, endings);
	}
}

static void list_metrics(struct doc *doc)
{
	struct doc_table *t = list(doc,
		(const char *const[]){"metric", "title", "unit", "better", "kind", "class", NULL});
	struct metrics *metrics = metrics_new();

	for (size_t i = 0; i < metrics_count(metrics); i++) {
		const struct metric *m = metrics_at(metrics, i);

		row(t, m->name, m->title);
		doc_table_text(t, unit_name(m->unit));
		doc_table_text(t, metric_better_name(m->better));
		doc_table_text(t, metric_kind_name(m->kind));
		doc_table_text(t, metric_class_name(m->class));
	}
	metrics_free(metrics);
}

static void list_flags(struct doc *doc)
{
	struct doc_table *t = list(doc, (const char *const[]){"flag", "meaning", NULL});

	for (int q = 0; q < QUALITY_COUNT; q++)
		row(t, quality_name((enum quality)q), quality_help((enum quality)q));
}

static void list_cells(struct doc *doc)
{
	struct doc_table *t = list(doc, (const char *const[]){"cell", "what it shows", NULL});

	for (int c = 0; c < TABLE_CELL_COUNT; c++)
		row(t, table_cell_name((enum table_cell)c), table_cell_help((enum table_cell)c));
}

static void list_diagnostics(struct doc *doc)
{
	struct doc_table *t = list(
		doc, (const char *const[]){"diagnostic", "level", "figures lost", "text", NULL});

	for (int c = 0; c < DIAG_CODE_COUNT; c++) {
		const struct diag_info *info = diag_info((enum diag_code)c);

		row(t, info->name, diag_level_name(info->level));
		doc_table_text(t, info->loses ? "yes" : "no");
		doc_table_text(t, info->text);
	}
}

static const struct {
	const char *name;
	void (*fill)(struct doc *doc);
} lists[] = {
	{"formats", list_formats},
	{"dialects", list_dialects},
	{"metrics", list_metrics},
	{"flags", list_flags},
	{"cells", list_cells},
	{"diagnostics", list_diagnostics},
};

static int print(const char *wanted, const char *form)
{
	g_autoptr(GString) text = g_string_new(NULL);
	g_autoptr(GError) error = NULL;
	const struct dialect *dialect = command_dialect(form ? form : "text", &error);
	const struct dialect_options options = {0};
	const char *known[G_N_ELEMENTS(lists)];

	if (!dialect)
		return command_fail(error);
	for (size_t i = 0; i < G_N_ELEMENTS(lists); i++) {
		struct doc *doc;

		known[i] = lists[i].name;
		if (!g_str_equal(lists[i].name, wanted))
			continue;
		doc = doc_new(NULL);
		lists[i].fill(doc);
		dialect->render(doc, &options, text);
		doc_free(doc);
		return command_print(text->str);
	}
	g_string_printf(text, "no list '%s'", wanted);
	near_hint(text, wanted, known, G_N_ELEMENTS(known));
	g_set_error_literal(&error, IOTAB_ERROR, IOTAB_ERROR_USAGE, text->str);
	return command_fail(error);
}

static int run(const struct command *command, int argc, char **argv)
{
	g_autofree char *form = NULL, *text = NULL;
	gboolean help = FALSE;
	g_autoptr(GOptionContext) context = g_option_context_new(command->usage);
	const GOptionEntry entries[] = {
		{"to", 't', 0, G_OPTION_ARG_FILENAME, &form, "output format", "FORMAT"},
		{"help", 'h', 0, G_OPTION_ARG_NONE, &help, "show this help", NULL},
		{NULL, 0, 0, 0, NULL, NULL, NULL},
	};
	g_autoptr(GError) error = NULL;

	g_set_prgname("iotab list");
	g_option_context_set_summary(context, command->summary);
	g_option_context_set_description(context, command->help);
	g_option_context_set_help_enabled(context, FALSE);
	g_option_context_add_main_entries(context, entries, NULL);
	if (!g_option_context_parse(context, &argc, &argv, &error))
		return command_fail(error);
	if (help) {
		text = g_option_context_get_help(context, TRUE, NULL);
		return command_print(text);
	}
	if (argc != 2) {
		g_set_error(&error, IOTAB_ERROR, IOTAB_ERROR_USAGE, "usage: iotab list %s (%s)",
			command->usage, command->help);
		return command_fail(error);
	}
	return print(argv[1], form);
}

const struct command command_list = {
	.name = "list",
	.summary = "Show a table the program works by",
	.usage = "LIST",
	.help = "LIST is formats, dialects, metrics, flags, cells or diagnostics",
	.run = run,
};
