#include "analysis/overview.h"
#include "cli/next.h"
#include "cli/session.h"
#include "model/error.h"
#include "render/overview.h"
#include <stdio.h>

struct job {
	struct session s;
	struct fold_options options;
	struct overview *overview;
	GPtrArray *rules;
};

/* One input's part, behind a hold where the final status counts early. */
struct partial {
	struct overview_part *part;
	struct sink *hold;
};

static void *open_partial(void *user, struct diag *diag, struct sink **sink)
{
	struct job *j = user;
	struct partial *p = g_new0(struct partial, 1);

	p->part = overview_part_new(&j->options, j->s.metrics, diag);
	if (j->s.where && where_needs(j->s.where) & WHERE_NEEDS_RUN_END)
		p->hold = sink_hold_new(overview_part_sink(p->part));
	*sink = p->hold ? p->hold : overview_part_sink(p->part);
	return p;
}

static void join_partial(void *user, void *partial)
{
	struct job *j = user;
	struct partial *p = partial;

	overview_join(j->overview, p->part, p->hold ? p->hold->lines : NULL);
	sink_hold_free(p->hold);
	g_free(p);
}

/* Words that were meant as a command, behind an option or an input. */
static bool check_words(const struct job *j, GError **error)
{
	for (guint i = 0; i < j->s.paths->len; i++) {
		const char *path = j->s.paths->pdata[i];

		if (!command_by_name(path) || g_file_test(path, G_FILE_TEST_EXISTS))
			continue;
		g_set_error(error, IOTAB_ERROR, IOTAB_ERROR_USAGE,
			"command '%s' must be the first word: iotab %s ...", path, path);
		return false;
	}
	return true;
}

static bool check_where(const struct job *j, GError **error)
{
	size_t factors, ats;
	const char *const *factor = fold_factor_keys(j->overview->fold, &factors);
	const char *const *at = fold_at_keys(j->overview->fold, &ats);
	g_autoptr(GPtrArray) known = g_ptr_array_new();

	for (size_t i = 0; i < factors; i++)
		g_ptr_array_add(known, (gpointer)factor[i]);
	for (size_t i = 0; i < ats; i++)
		g_ptr_array_add(known, (gpointer)at[i]);
	return !j->s.where ||
	       where_names_known(j->s.where, (const char *const *)known->pdata, known->len, error);
}

/* Counts what diagnostics say of figures and inputs. */
static void count_diagnostics(const struct session *s, struct overview_facts *f)
{
	for (size_t i = 0; i < diag_count(s->diag); i++) {
		const struct diag_entry *e = diag_get(s->diag, i);
		guint64 n = 1 + e->repeats;

		f->copies += e->code == DIAG_SAME_INPUT;
		if (e->code == DIAG_ROW_PARTIAL)
			f->partial_rows += n;
		if (diag_info(e->code)->loses && e->line)
			f->lost_lines += n;
	}
}

static bool has_suspects(const struct overview *o, const struct overview_facts *f)
{
	return f->lost_lines || f->partial_rows || o->counts.unknown_lines || o->counts.error.runs;
}

/* 0 where one is no plain file. */
static guint64 all_bytes(const struct bundle *bundle)
{
	guint64 bytes = 0;

	for (guint i = 0; i < bundle->inputs->len; i++) {
		const struct bundle_input *in = bundle->inputs->pdata[i];

		if (in->size < 0)
			return 0;
		bytes += (guint64)in->size;
	}
	return bytes;
}

static bool show(struct job *j, GError **error)
{
	const struct session *s = &j->s;
	const struct overview *o = j->overview;
	struct overview_facts facts = {
		.title = s->study->title,
		.study = s->study->path,
		.paths = (const char *const *)s->paths->pdata,
		.n_paths = s->paths->len,
		.files = s->bundle->inputs->len,
		.units = s->bundle->units->len,
		.rules = j->rules,
		.ascii = s->ascii,
	};
	GPtrArray *next;
	struct doc *doc = doc_new(NULL);
	bool ok;

	facts.bytes = all_bytes(s->bundle);
	count_diagnostics(s, &facts);
	next = next_commands(s, o, has_suspects(o, &facts));
	facts.next = next;
	overview_show(doc, o, &facts);
	ok = session_write_doc(s, doc, error);
	doc_free(doc);
	g_ptr_array_free(next, TRUE);
	return ok;
}

static bool work(struct job *j, GError **error)
{
	const struct ingest_ops ops = {open_partial, join_partial, j};

	if (!check_words(j, error) || !session_dialect(&j->s, error))
		return false;
	j->rules = session_rules(&j->s, false, error);
	if (!j->rules && *error)
		return false;
	if (!j->rules && j->s.study->require->len)
		j->rules = session_rules(&j->s, true, error);
	j->options.where = j->s.where;
	if (!session_read(&j->s, &ops, 0, error) || !check_where(j, error))
		return false;
	overview_settle(j->overview, j->s.study, j->rules);
	return show(j, error);
}

static int run(const struct command *command, int argc, char **argv)
{
	struct job j = {.overview = NULL};
	GError *error = NULL;
	int status;

	if (!session_open(&j.s, command, argc, argv, NULL, &status))
		return status;
	j.overview = overview_new();
	if (work(&j, &error)) {
		status = session_status(&j.s);
		session_close(&j.s);
	} else {
		status = session_fail(&j.s, error);
	}
	overview_free(j.overview);
	if (j.rules)
		g_ptr_array_unref(j.rules);
	return status;
}

const struct command command_overview = {
	.name = "",
	.summary = "Say on one screen what the logs hold and what to look at next",
	.usage = "[OPTION...] INPUT...",
	.help = "Without a command. Messages are counted where there are many; -v shows each. The "
		"best rows are those of the layouts that keep the rule, where there is one.",
	.renders = true,
	.selects = true,
	.judges = true,
	.screen = true,
	.run = run,
};
