#include "cli/session.h"

#include "analysis/safety.h"
#include "cli/colour.h"
#include "cli/inputs.h"
#include "cli/messages.h"
#include "cli/output.h"
#include "cli/page.h"
#include "model/error.h"
#include "model/near.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static gboolean take_input(const char *name, const char *value, gpointer data, GError **error)
{
	struct session *s = data;
	guint sets = s->set->len;

	(void)name;
	(void)error;
	g_ptr_array_add(s->paths, g_strdup(value));
	g_array_append_val(s->set_counts, sets);
	return TRUE;
}

static gboolean take_set(const char *name, const char *value, gpointer data, GError **error)
{
	struct session *s = data;
	const char *equals = strchr(value, '=');
	struct level level;

	(void)name;
	if (!equals || equals == value) {
		g_set_error(error, IOTAB_ERROR, IOTAB_ERROR_USAGE,
			"--set: '%s' is not KEY=VALUE, as in --set layout=6x7", value);
		return FALSE;
	}
	level.key = g_strndup(value, (gsize)(equals - value));
	if (run_fact_name(level.key)) {
		g_set_error(error, IOTAB_ERROR, IOTAB_ERROR_USAGE,
			"--set: '%s' is a fact of each run and cannot be set", level.key);
		g_free((char *)level.key);
		return FALSE;
	}
	level.value = g_strdup(equals + 1);
	g_array_append_val(s->set, level);
	/* cppcheck-suppress memleak ; the array has it */
	return TRUE;
}

/* File names and texts are bytes, not of the locale: FILENAME keeps GLib from converting them. */
#define STRING   G_OPTION_ARG_FILENAME
#define STRINGS  G_OPTION_ARG_FILENAME_ARRAY
#define CALLBACK G_OPTION_FLAG_FILENAME, G_OPTION_ARG_CALLBACK

/* The options that this command takes of those several have in common; NULL-terminated. */
static GOptionEntry *common_options(struct session *s)
{
	const GOptionEntry always[] = {
		{"output", 'o', 0, STRING, &s->output, "write to FILE instead of standard output",
			"FILE"},
		{"to", 't', 0, STRING, &s->form, "output format (iotab list dialects)", "FORMAT"},
		{"study", 0, 0, STRING, &s->study_path, "read this study", "FILE"},
		{"no-study", 0, 0, G_OPTION_ARG_NONE, &s->no_study, "read no study", NULL},
		{"set", 0, CALLBACK, (gpointer)take_set,
			"give the inputs after it a layout, host or factor", "KEY=VALUE"},
		{"path", 0, 0, STRINGS, &s->templates,
			"take levels from paths, as in '{layout}/{test}.log'", "TEMPLATE"},
		{"threads", 0, 0, STRING, &s->threads_text,
			"how many inputs to read at once (default: one per processor)", "N"},
		{"warn", 'W', 0, STRING, &s->level, "exit with 1 when a message reaches LEVEL",
			"LEVEL"},
		{"diag", 0, 0, STRING, &s->diag_form, "messages as text or json", "FORM"},
		{"verbose", 'v', 0, G_OPTION_ARG_NONE, &s->verbose, "show notes and reasons", NULL},
		{"help", 'h', 0, G_OPTION_ARG_NONE, &s->help, "show this help", NULL},
	};
	const GOptionEntry renders[] = {
		{"ascii", 0, 0, G_OPTION_ARG_NONE, &s->ascii, "plain ASCII instead of ± and dashes",
			NULL},
		{"csv-safe", 0, 0, G_OPTION_ARG_NONE, &s->csv_safe,
			"csv: guard text a spreadsheet would run", NULL},
		{"csv-bom", 0, 0, G_OPTION_ARG_NONE, &s->csv_bom,
			"csv: start with a byte order mark", NULL},
	};
	const GOptionEntry selects = {"where", 0, 0, STRING, &s->where_text,
		"use only what the expression chooses", "EXPR"};
	const GOptionEntry judges[] = {
		{"hw", 0, 0, STRINGS, &s->hardware, "a fact of the hardware, as in controllers=6",
			"KEY=VALUE"},
		{"require", 0, 0, STRINGS, &s->rules,
			"what a safe layout must survive, as in survive=controller:1", "RULE"},
	};
	const GOptionEntry embeds[] = {
		{"into", 0, 0, STRING, &s->into, "replace only the block NAME of this page",
			"FILE"},
		{"block", 0, 0, STRING, &s->block, "name of the block (default: the command's)",
			"NAME"},
		{"markers", 0, 0, G_OPTION_ARG_NONE, &s->with_markers,
			"write the two lines that make the output a block", NULL},
	};
	const GOptionEntry inputs = {
		G_OPTION_REMAINING, 0, CALLBACK, (gpointer)take_input, NULL, "INPUT..."};
	GArray *all = g_array_new(TRUE, TRUE, sizeof(GOptionEntry));

	g_array_append_vals(all, always, G_N_ELEMENTS(always));
	if (s->command->renders)
		g_array_append_vals(all, renders, G_N_ELEMENTS(renders));
	if (s->command->selects)
		g_array_append_val(all, selects);
	if (s->command->judges)
		g_array_append_vals(all, judges, G_N_ELEMENTS(judges));
	if (s->command->embeds)
		g_array_append_vals(all, embeds, G_N_ELEMENTS(embeds));
	g_array_append_val(all, inputs);
	return (GOptionEntry *)(void *)g_array_free(all, FALSE);
}

/* "iotab table", or "iotab" for the overview; the caller frees. */
static char *called(const struct command *c)
{
	return g_strconcat("iotab", *c->name ? " " : "", c->name, NULL);
}

/*
 * GLib's own words, in ours: "unknown option '--wher', did you mean '--where'?",
 * "option '--rows' needs a value".
 */
static void reword(
	struct session *s, GError **error, const GOptionEntry *own, const GOptionEntry *common)
{
	g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
	g_autoptr(GString) text = g_string_new(NULL);
	const char *word = strrchr((*error)->message, ' ');
	g_autofree char *name = called(s->command);

	if (word && g_str_has_prefix((*error)->message, "Missing argument for ")) {
		g_autofree char *option = g_strdup(word + 1);

		g_clear_error(error);
		g_set_error(
			error, IOTAB_ERROR, IOTAB_ERROR_USAGE, "option '%s' needs a value", option);
		return;
	}
	if (!word || !g_error_matches(*error, G_OPTION_ERROR, G_OPTION_ERROR_UNKNOWN_OPTION))
		return;
	for (; own && own->long_name; own++)
		g_ptr_array_add(names, g_strconcat("--", own->long_name, NULL));
	for (; common->long_name && *common->long_name; common++)
		g_ptr_array_add(names, g_strconcat("--", common->long_name, NULL));
	if (!*s->command->name)
		g_ptr_array_add(names, g_strdup("--version"));
	g_string_printf(text, "unknown option '%s' of '%s'", word + 1, name);
	near_hint(text, word + 1, (const char *const *)names->pdata, names->len);
	g_clear_error(error);
	g_set_error_literal(error, IOTAB_ERROR, IOTAB_ERROR_USAGE, text->str);
}

static bool parse_options(
	struct session *s, int argc, char **argv, const GOptionEntry *own, GError **error)
{
	const struct command *c = s->command;
	g_autofree GOptionEntry *common = common_options(s);
	GOptionGroup *group;
	g_auto(GStrv) words = g_new0(char *, (gsize)argc + 1);

	for (int i = 0; i < argc; i++)
		words[i] = i ? g_strdup(argv[i]) : called(c);
	g_set_prgname(words[0]);
	s->context = g_option_context_new(NULL);
	g_option_context_set_help_enabled(s->context, FALSE); /* it would exit, and in ASCII */
	g_option_context_set_summary(s->context, c->summary);
	g_option_context_set_description(s->context, c->help);
	group = g_option_group_new("common", "", "", s, NULL);
	g_option_group_add_entries(group, common);
	g_option_context_set_main_group(s->context, group);
	if (own)
		g_option_context_add_main_entries(s->context, own, NULL);
	if (g_option_context_parse_strv(s->context, &words, error))
		return true;
	reword(s, error, own, common);
	return false;
}

static bool read_study(struct session *s, GError **error)
{
	g_autofree char *found = NULL, *other = NULL;

	if (s->study_path)
		s->study = study_read(s->study_path, error);
	else if (!s->no_study)
		found = bundle_find_study(
			(const char *const *)s->paths->pdata, s->paths->len, &other);
	if (other) {
		g_set_error(error, IOTAB_ERROR, IOTAB_ERROR_USAGE,
			"the inputs have different studies, '%s' and '%s': choose with --study or "
			"--no-study",
			found, other);
		return false;
	}
	if (found)
		s->study = study_read(found, error);
	else if (!s->study_path)
		s->study = study_new();
	if (!s->study)
		return false;
	if (found && !s->command->screen)
		fprintf(stderr, "iotab: using study '%s'\n", found);
	for (char **hw = s->hardware; hw && *hw; hw++)
		if (!study_set_hardware(s->study, *hw, error)) {
			g_prefix_error(error, "--hw: ");
			return false;
		}
	return true;
}

/* Adds the names of the failure domains; returns whether `domain` is one. */
static bool knows_domain(const struct hardware *hardware, const char *domain, GPtrArray *names)
{
	for (guint i = 0; i < hardware->domains->len; i++)
		g_ptr_array_add(names, ((struct domain *)hardware->domains->pdata[i])->name);
	return hardware_domain(hardware, domain);
}

/* A domain that is neither usual nor in any hardware is a slip of the pen. */
static bool domains_known(const struct session *s, const struct rule *rule, GError **error)
{
	static const char *const usual[] = {"controller", "shelf", "hba", "disks"};
	const GPtrArray *hosts = s->study->hosts;
	g_autoptr(GPtrArray) names = g_ptr_array_new();
	g_autoptr(GString) text = g_string_new(NULL);

	for (size_t i = 0; i < G_N_ELEMENTS(usual); i++)
		g_ptr_array_add(names, (gpointer)usual[i]);
	for (int t = 0; t < rule->n; t++) {
		const char *domain = rule->term[t].domain;
		bool known = knows_domain(&s->study->hardware, domain, names);

		for (guint i = 0; i < hosts->len; i++)
			known |= knows_domain(
				&((struct study_host *)hosts->pdata[i])->hardware, domain, names);
		for (size_t i = 0; i < G_N_ELEMENTS(usual) && !known; i++)
			known = g_str_equal(usual[i], domain);
		if (known)
			continue;
		g_string_printf(text, "no failure domain '%s'", rule->term[t].domain);
		near_hint(
			text, rule->term[t].domain, (const char *const *)names->pdata, names->len);
		g_set_error_literal(error, IOTAB_ERROR, IOTAB_ERROR_USAGE, text->str);
		return false;
	}
	return true;
}

static bool apply_study(struct session *s, GError **error)
{
	for (guint i = 0; i < s->study->metrics->len; i++) {
		const struct study_metric *m = g_ptr_array_index(s->study->metrics, i);

		metrics_own(s->metrics, m->name, m->unit, m->better, m->class);
	}
	for (guint i = 0; i + 1 < s->study->titles->len; i += 2) {
		g_autofree char *why = NULL;
		const struct metric *m = metrics_find(s->metrics, s->study->titles->pdata[i], &why);

		if (!m) {
			g_set_error(error, IOTAB_ERROR, IOTAB_ERROR_USAGE, "%s: titles: %s",
				s->study->path, why);
			return false;
		}
		metrics_set_title(s->metrics, m, s->study->titles->pdata[i + 1]);
	}
	s->markers = markers_new(s->study, error);
	if (!s->markers)
		return false;
	for (guint i = 0; i < s->study->require->len; i++) {
		struct rule *rule = rule_new(s->study->require->pdata[i], error);

		bool good = rule && domains_known(s, rule, error);

		rule_free(rule);
		if (!good) {
			g_prefix_error(error, "%s: require: ", s->study->path);
			return false;
		}
	}
	if (s->where_text)
		s->where = where_new(s->where_text, s->metrics, error);
	return !s->where_text || s->where;
}

static bool check_words(struct session *s, GError **error)
{
	if (s->level && diag_level_by_name(s->level) == DIAG_LEVEL_COUNT) {
		g_set_error(error, IOTAB_ERROR, IOTAB_ERROR_USAGE,
			"-W: '%s' is no level: note, warning or error", s->level);
		return false;
	}
	if (s->diag_form && !g_str_equal(s->diag_form, "text") &&
		!g_str_equal(s->diag_form, "json")) {
		g_set_error(error, IOTAB_ERROR, IOTAB_ERROR_USAGE,
			"--diag: '%s' is no form: text or json", s->diag_form);
		return false;
	}
	if (s->threads_text &&
		!session_number("--threads", s->threads_text, 1, 256, &s->threads, error))
		return false;
	if (s->no_study && s->study_path) {
		g_set_error(error, IOTAB_ERROR, IOTAB_ERROR_USAGE,
			"--study and --no-study exclude each other");
		return false;
	}
	if (!s->paths->len && s->subject)
		take_input(NULL, s->subject, s, NULL);
	if (!s->paths->len) {
		g_autofree char *name = called(s->command);

		g_set_error(error, IOTAB_ERROR, IOTAB_ERROR_USAGE, "no input; usage: %s %s", name,
			s->command->usage);
		return false;
	}
	if (s->set->len > g_array_index(s->set_counts, guint, s->set_counts->len - 1)) {
		g_set_error(error, IOTAB_ERROR, IOTAB_ERROR_USAGE,
			"--set holds for the inputs after it, and none follows '%s=%s'",
			g_array_index(s->set, struct level, s->set->len - 1).key,
			g_array_index(s->set, struct level, s->set->len - 1).value);
		return false;
	}
	return true;
}

static void clear_level(gpointer data)
{
	struct level *level = data;

	g_free((char *)level->key);
	g_free((char *)level->value);
}

static int print_help(struct session *s)
{
	g_autofree char *help = g_option_context_get_help(s->context, TRUE, NULL);

	session_close(s);
	return command_print(help);
}

bool session_open(struct session *s, const struct command *command, int argc, char **argv,
	const GOptionEntry *own, int *status)
{
	GError *error = NULL;

	*s = (struct session){.command = command};
	s->paths = g_ptr_array_new_with_free_func(g_free);
	s->labels = g_ptr_array_new_with_free_func(g_free);
	s->own_paths = g_ptr_array_new_with_free_func((GDestroyNotify)path_template_free);
	s->input_sets = g_ptr_array_new_with_free_func(g_free);
	s->set_counts = g_array_new(FALSE, FALSE, sizeof(guint));
	s->set = g_array_new(FALSE, FALSE, sizeof(struct level));
	g_array_set_clear_func(s->set, clear_level);
	s->metrics = metrics_new();
	s->diag = diag_new();
	if (!parse_options(s, argc, argv, own, &error)) {
		*status = session_fail(s, error);
		return false;
	}
	if (s->help) {
		*status = print_help(s);
		return false;
	}
	if (!check_words(s, &error) || !page_check(s, &error) || !inputs_prepare(s, &error) ||
		!read_study(s, &error) || !apply_study(s, &error)) {
		*status = session_fail(s, error);
		return false;
	}
	inputs_bundle(s);
	return true;
}

static bool unreadable(const struct session *s)
{
	for (size_t i = 0; i < diag_count(s->diag); i++)
		if (diag_get(s->diag, i)->code == DIAG_CANNOT_READ)
			return true;
	return false;
}

/* On a terminal, and only when it takes its time. */
struct progress {
	gint64 start, shown; /* microseconds; shown 0: nothing stands there */
};

static void show_progress(void *user, size_t done, size_t of)
{
	struct progress *p = user;
	gint64 now = g_get_monotonic_time();

	if (now - p->start < G_USEC_PER_SEC || now - p->shown < G_USEC_PER_SEC / 5)
		return;
	p->shown = now;
	fprintf(stderr, "\riotab: %zu of %zu inputs read", done, of);
}

static void clear_progress(const struct progress *p)
{
	if (p->shown)
		fputs("\r\033[K", stderr);
}

bool session_read(struct session *s, const struct ingest_ops *ops, unsigned threads, GError **error)
{
	unsigned most = s->threads ? (unsigned)s->threads : g_get_num_processors();
	struct progress progress = {.start = g_get_monotonic_time()};
	const struct ingest ingest = {
		.bundle = s->bundle,
		.study = s->study,
		.markers = s->markers,
		.progress = isatty(STDERR_FILENO) ? show_progress : NULL,
		.progress_user = &progress,
		.threads = threads ? MIN(threads, most) : most,
	};
	size_t logs = ingest_run(&ingest, ops, s->diag);

	clear_progress(&progress);

	messages_print(s, !logs); /* without logs the notes are all there is to say */
	if (!logs && unreadable(s))
		g_set_error_literal(error, IOTAB_ERROR, IOTAB_ERROR_SYSTEM, ""); /* all is said */
	else if (!logs)
		g_set_error(error, IOTAB_ERROR, IOTAB_ERROR_DATA, "no input is a benchmark log");
	return logs > 0;
}

GPtrArray *session_rules(struct session *s, bool wanted, GError **error)
{
	GPtrArray *rules = g_ptr_array_new_with_free_func((GDestroyNotify)rule_free);

	for (char **text = s->rules; text && *text; text++) {
		struct rule *rule = rule_new(*text, error);

		if (!rule || !domains_known(s, rule, error)) {
			rule_free(rule);
			g_prefix_error(error, "--require: ");
			g_ptr_array_unref(rules);
			return NULL;
		}
		g_ptr_array_add(rules, rule);
	}
	for (guint i = 0; !s->rules && wanted && i < s->study->require->len; i++)
		g_ptr_array_add(rules, rule_new(s->study->require->pdata[i], NULL));
	if (rules->len)
		return rules;
	g_ptr_array_unref(rules);
	if (wanted)
		g_set_error(error, IOTAB_ERROR, IOTAB_ERROR_USAGE,
			"--safe needs a rule that says what safe means: --require "
			"survive=controller:1 "
			"--hw controllers=6, or a study with a 'require' section");
	return NULL;
}

const struct dialect *session_dialect(const struct session *s, GError **error)
{
	const struct dialect *d = NULL;

	if (s->form)
		return command_dialect(s->form, error);
	if (s->into)
		return page_dialect(s, error);
	if (s->output)
		d = dialect_by_ending(s->output);
	return d ? d : dialect_by_name("text");
}

bool session_write(const struct session *s, const char *text, size_t n, GError **error)
{
	struct output *output = output_open(s->into ? s->into : s->output, error);

	if (!output)
		return false;
	output_write(output, text, n);
	return output_commit(output, error);
}

bool session_write_doc(const struct session *s, const struct doc *doc, GError **error)
{
	const struct dialect_options options = {
		.ascii = s->ascii,
		.csv_safe = s->csv_safe,
		.csv_bom = s->csv_bom,
		.bold = s->command->screen && !s->into &&
			(!s->output || g_str_equal(s->output, "-")) && colour_wanted(STDOUT_FILENO),
	};
	const struct dialect *dialect = session_dialect(s, error);
	g_autoptr(GString) text = g_string_new(NULL);

	if (!dialect)
		return false;
	dialect->render(doc, &options, text);
	if (!page_place(s, dialect, text, error))
		return false;
	return session_write(s, text->str, text->len, error);
}

bool session_number(
	const char *option, const char *text, int least, int most, int *value, GError **error)
{
	gint64 number;

	if (!g_ascii_string_to_signed(text, 10, least, most, &number, NULL)) {
		g_set_error(error, IOTAB_ERROR, IOTAB_ERROR_USAGE,
			"%s: '%s' is no whole number from %d to %d", option, text, least, most);
		return false;
	}
	*value = (int)number;
	return true;
}

int session_status(const struct session *s)
{
	if (unreadable(s))
		return EXIT_SYSTEM;
	if (diag_lost(s->diag))
		return EXIT_LOST;
	if (s->level && diag_worst(s->diag) >= (int)diag_level_by_name(s->level))
		return EXIT_LEVEL;
	return EXIT_WRITTEN;
}

int session_fail(struct session *s, GError *error)
{
	int status = command_fail(error);

	g_error_free(error);
	session_close(s);
	return status;
}

void session_close(struct session *s)
{
	if (s->context)
		g_option_context_free(s->context);
	where_free(s->where);
	markers_free(s->markers);
	bundle_free(s->bundle);
	study_free(s->study);
	metrics_free(s->metrics);
	diag_free(s->diag);
	g_ptr_array_free(s->paths, TRUE);
	g_ptr_array_free(s->labels, TRUE);
	g_ptr_array_free(s->own_paths, TRUE);
	g_ptr_array_free(s->input_sets, TRUE);
	g_strfreev(s->templates);
	g_array_free(s->set_counts, TRUE);
	g_array_free(s->set, TRUE);
	g_free(s->subject);
	g_free(s->output);
	g_free(s->into);
	g_free(s->block);
	g_free(s->form);
	g_free(s->study_path);
	g_free(s->where_text);
	g_free(s->threads_text);
	g_free(s->level);
	g_free(s->diag_form);
	g_strfreev(s->hardware);
	g_strfreev(s->rules);
}
