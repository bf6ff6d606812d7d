#include "cli/session.h"
#include "model/error.h"
#include "render/study_draft.h"
#include <string.h>

static void *open_input(void *user, struct diag *diag, struct sink **sink)
{
	struct survey *survey = user;

	survey_next(survey, diag);
	*sink = &survey->sink;
	return survey;
}

static void join_input(void *user, void *partial)
{
	(void)user;
	(void)partial;
}

/* A first study stands in nobody's way. */
static bool check_place(const struct session *s, bool force, GError **error)
{
	if (s->form && !g_str_equal(s->form, "yaml"))
		g_set_error(error, IOTAB_ERROR, IOTAB_ERROR_USAGE,
			"--to: a study is written as yaml, not as '%s'", s->form);
	else if (s->study->path)
		g_set_error(error, IOTAB_ERROR, IOTAB_ERROR_USAGE,
			"there is a study already, '%s': init writes a first one, with --no-study "
			"as if there were none",
			s->study->path);
	else if (s->output && !force && g_file_test(s->output, G_FILE_TEST_IS_REGULAR))
		g_set_error(error, IOTAB_ERROR, IOTAB_ERROR_USAGE,
			"'%s' is there already: --force writes over it", s->output);
	else
		return true;
	return false;
}

static bool write_draft(struct session *s, GError **error)
{
	struct survey *survey = survey_new(s->metrics);
	const struct ingest_ops ops = {open_input, join_input, survey};
	g_autoptr(GString) text = g_string_new(NULL);
	bool ok = session_read(s, &ops, 1, error);

	if (ok) {
		survey_finish(survey);
		study_draft(survey, s->study, text);
		ok = session_write(s, text->str, text->len, error);
	}
	survey_free(survey);
	return ok;
}

static int run(const struct command *command, int argc, char **argv)
{
	struct session s;
	GError *error = NULL;
	gboolean force = FALSE;
	const GOptionEntry entries[] = {
		{"force", 0, 0, G_OPTION_ARG_NONE, &force, "with -o: write over a file", NULL},
		{0},
	};
	int status;

	if (!session_open(&s, command, argc, argv, entries, &status))
		return status;
	if (!check_place(&s, force, &error) || !write_draft(&s, &error))
		return session_fail(&s, error);
	status = session_status(&s);
	session_close(&s);
	return status;
}

const struct command command_init = {
	.name = "init",
	.summary = "Write a first study, commented, from what the logs hold",
	.usage = "[OPTION...] INPUT...",
	.help = "The study changes nothing until it is edited. -o study.yaml beside the logs makes "
		"it the one that is used.",
	.run = run,
};
