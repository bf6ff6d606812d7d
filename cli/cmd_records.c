#include "cli/output.h"
#include "cli/session.h"
#include "model/error.h"
#include "model/near.h"
#include "render/records_wide.h"
#include <string.h>

/* Everything streams through one writer, in order, on one thread. */
struct state {
	struct sink *out; /* what inputs push to */
	struct pool *pool;
	bool series;
};

/* Lets through what --where chooses; a run with nothing chosen is left out. */
struct filter {
	struct sink sink; /* first */
	struct sink *inner;
	const struct where *where;
	struct run run;
	enum where_truth truth;
	bool begun;
	GHashTable *sets; /* factor and `at` sets seen, for the names a where may use */
};

static void filter_begin(struct sink *sink, const struct run *run)
{
	struct filter *f = (struct filter *)sink;

	g_hash_table_add(f->sets, (gpointer)run->factors);
	f->run = *run;
	f->begun = false;
	f->truth = where_eval(f->where, run, NULL, NULL);
	if (f->truth == WHERE_YES) {
		f->inner->run_begin(f->inner, run);
		f->begun = true;
	}
}

static void filter_measure(struct sink *sink, const struct measurement *m, size_t n)
{
	struct filter *f = (struct filter *)sink;

	if (n)
		g_hash_table_add(f->sets, (gpointer)m->at);
	for (size_t i = 0; f->truth != WHERE_NO && i < n; i++) {
		if (f->truth == WHERE_OPEN &&
			where_eval(f->where, &f->run, m[i].at, &m[i]) != WHERE_YES)
			continue;
		if (!f->begun)
			f->inner->run_begin(f->inner, &f->run);
		f->begun = true;
		f->inner->measure(f->inner, &m[i], 1);
	}
}

static void filter_end(struct sink *sink, const struct run *run)
{
	struct filter *f = (struct filter *)sink;

	if (f->begun)
		f->inner->run_end(f->inner, run);
}

/* Where the writer's text goes, until the command has failed. */
struct target {
	struct output *output;
	bool closed;
};

static bool write_text(void *user, const char *text, size_t n)
{
	struct target *target = user;

	return target->closed || output_write(target->output, text, n);
}

static void *open_input(void *user, struct diag *diag, struct sink **sink)
{
	struct state *state = user;

	state->out->diag = diag;
	state->out->want_series = state->series;
	*sink = state->out;
	return state;
}

static void join_input(void *user, void *partial)
{
	(void)user;
	(void)partial;
}

static bool choose_form(const struct session *s, enum records_form *form, GError **error)
{
	static const char *const names[] = {[RECORDS_CSV] = "csv", [RECORDS_JSONL] = "jsonl"};
	g_autoptr(GString) text = g_string_new(NULL);

	*form = !s->form && s->output && g_str_has_suffix(s->output, ".jsonl") ? RECORDS_JSONL
									       : RECORDS_CSV;
	if (!s->form)
		return true;
	for (size_t i = 0; i < G_N_ELEMENTS(names); i++)
		if (g_str_equal(s->form, names[i])) {
			*form = (enum records_form)i;
			return true;
		}
	g_string_printf(text, "--to: records are written as csv or jsonl, not as '%s'", s->form);
	near_hint(text, s->form, names, G_N_ELEMENTS(names));
	g_set_error_literal(error, IOTAB_ERROR, IOTAB_ERROR_USAGE, text->str);
	return false;
}

/* After reading: is every name of the where a key that was there? */
static bool names_known(const struct filter *f, GError **error)
{
	g_autoptr(GPtrArray) keys = g_ptr_array_new();
	GHashTableIter iter;
	gpointer set;

	g_hash_table_iter_init(&iter, f->sets);
	while (g_hash_table_iter_next(&iter, &set, NULL))
		for (size_t i = 0; i < ((const struct keyset *)set)->n; i++)
			g_ptr_array_add(keys, (gpointer)((const struct keyset *)set)->level[i].key);
	return where_names_known(f->where, (const char *const *)keys->pdata, keys->len, error);
}

/* What goes only with --wide. */
static bool check_wide(const struct session *s, enum records_form form, bool wide, GError **error)
{
	if (wide && form != RECORDS_CSV)
		g_set_error_literal(error, IOTAB_ERROR, IOTAB_ERROR_USAGE,
			"--wide is for csv: in jsonl factors and at are objects, with a member per "
			"key");
	else if (!wide && (s->csv_safe || s->csv_bom))
		g_set_error(error, IOTAB_ERROR, IOTAB_ERROR_USAGE,
			"--csv-%s goes with --wide: other records are exact",
			s->csv_safe ? "safe" : "bom");
	else
		return true;
	return false;
}

/* Wide records are kept until all is read, others are written by then. */
static void finish_writer(
	const struct session *s, bool wide, bool ok, struct sink *writer, struct target *target)
{
	const struct records_output to = {write_text, target};
	const struct records_wide how = {.csv_safe = s->csv_safe, .csv_bom = s->csv_bom};

	target->closed = !ok;
	if (wide && ok)
		records_wide_write(writer, &how, &to);
	if (wide)
		records_wide_free(writer);
	else
		records_writer_free(writer);
}

static bool write_records(
	struct session *s, enum records_form form, bool wide, bool series, GError **error)
{
	struct output *output = output_open(s->output, error);
	struct target target = {output, false};
	const struct records_output to = {write_text, &target};
	struct state state = {.pool = pool_new(), .series = series};
	const struct ingest_ops ops = {open_input, join_input, &state};
	struct filter filter = {.where = s->where};
	struct sink *writer;
	bool ok;

	if (!output) {
		pool_free(state.pool);
		return false;
	}
	writer = wide ? records_wide_new(state.pool, s->metrics, s->diag)
		      : records_writer_new(form, &to, state.pool, s->metrics, s->diag);
	filter.sink = *writer;
	filter.inner = writer;
	filter.sink.run_begin = filter_begin;
	filter.sink.measure = filter_measure;
	filter.sink.run_end = filter_end;
	filter.sets = g_hash_table_new(NULL, NULL);
	state.out = sink_hold_new(s->where ? &filter.sink : writer);
	ok = session_read(s, &ops, 1, error) && (!s->where || names_known(&filter, error));
	sink_hold_free(state.out);
	finish_writer(s, wide, ok, writer, &target);
	g_hash_table_destroy(filter.sets);
	pool_free(state.pool);
	if (ok)
		return output_commit(output, error);
	output_abandon(output);
	return false;
}

static int run(const struct command *command, int argc, char **argv)
{
	struct session s;
	GError *error = NULL;
	enum records_form form;
	gboolean wide = FALSE, series = FALSE;
	const GOptionEntry entries[] = {
		{"wide", 0, 0, G_OPTION_ARG_NONE, &wide,
			"csv: a column for each factor and at key, for R and spreadsheets", NULL},
		{"csv-safe", 0, 0, G_OPTION_ARG_NONE, &s.csv_safe,
			"with --wide: guard text a spreadsheet would run", NULL},
		{"csv-bom", 0, 0, G_OPTION_ARG_NONE, &s.csv_bom,
			"with --wide: start with a byte order mark", NULL},
		{"series", 0, 0, G_OPTION_ARG_NONE, &series,
			"each window of logs over time as a row of its own, too", NULL},
		{0},
	};
	int status;

	if (!session_open(&s, command, argc, argv, entries, &status))
		return status;
	if (!choose_form(&s, &form, &error) || !check_wide(&s, form, wide, &error) ||
		!write_records(&s, form, wide, series, &error))
		return session_fail(&s, error);
	status = session_status(&s);
	session_close(&s);
	return status;
}

const struct command command_records = {
	.name = "records",
	.summary = "Write the normalised measurements as csv or jsonl, exact both ways",
	.usage = "[OPTION...] INPUT...",
	.help = "One row per figure, in base units (B/s, 1/s, s, B, 1), with the number as "
		"printed, "
		"the flags that say why a figure is missing, and file and line.",
	.selects = true,
	.run = run,
};
