#ifndef CLI_SESSION_H
#define CLI_SESSION_H

#include "analysis/where.h"
#include "cli/command.h"
#include "model/study.h"
#include "parsers/ingest.h"
#include "render/dialect.h"

/*
 * What all commands that read logs share: their common options, the study, the inputs, the
 * diagnostics and the way to the exit status.
 */
struct session {
	const struct command *command;
	GOptionContext *context;

	/* Common options. */
	char *output, *form, *study_path, *where_text, *level, *diag_form;
	char *threads_text;
	char *into, *block; /* see cli/page.h */
	gboolean no_study, verbose, ascii, csv_safe, csv_bom, help, with_markers;
	int threads; /* 0: not said */
	char **hardware, **rules;
	GPtrArray *paths;   /* char *: inputs as given, without their labels */
	GPtrArray *labels;  /* char *: of each input, NULL: none */
	char *subject;      /* the input when none is given; NULL: one must be given */
	GArray *set_counts; /* guint: how many --set came before each input */
	GArray *set;        /* struct level */
	char **templates;   /* --path */

	struct study *study;
	struct metrics *metrics;
	struct markers *markers;
	struct where *where;
	GPtrArray *own_paths;  /* struct path_template *, of --path */
	GPtrArray *input_sets; /* struct level *, of each input */
	struct bundle *bundle;
	struct diag *diag;
};

/*
 * Parses the common options and `own` ones (NULL-terminated entries of the command), reads the
 * study and settles the inputs.  False: it has printed why, or what --help asks for, and *status
 * is the exit status.  At least one input is required.
 */
bool session_open(struct session *s, const struct command *command, int argc, char **argv,
	const GOptionEntry *own, int *status);

/*
 * Reads all inputs (ingest_run()) with as many threads as asked for, at most `threads` (0: no
 * limit); prints the diagnostics.  False and a data error: nothing was a log.
 */
bool session_read(
	struct session *s, const struct ingest_ops *ops, unsigned threads, GError **error);

/*
 * The rules that say what safe means: --require, else the study's.  NULL and a usage error when
 * `wanted` and there is none; NULL without an error when neither wanted nor given.
 * Elements are struct rule *.
 */
GPtrArray *session_rules(struct session *s, bool wanted, GError **error);

/* The dialect by --to, the page of --into or the ending of -o; `text` when none says. */
const struct dialect *session_dialect(const struct session *s, GError **error);

/* Writes a text to -o or the standard output. */
bool session_write(const struct session *s, const char *text, size_t n, GError **error);

/* Writes a document there, or into the block of --into. */
bool session_write_doc(const struct session *s, const struct doc *doc, GError **error);

/* Reads a whole number from `least` to `most`; false and a usage error that names the option. */
bool session_number(
	const char *option, const char *text, int least, int most, int *value, GError **error);

/* The exit status of a command that has written its results. */
int session_status(const struct session *s);

/* Prints an error, frees, and returns its exit status. */
int session_fail(struct session *s, GError *error);

void session_close(struct session *s);

#endif
