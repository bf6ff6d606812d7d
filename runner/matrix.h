#ifndef RUNNER_MATRIX_H
#define RUNNER_MATRIX_H

#include "plan.h"
#include <stdio.h>
#include <sys/types.h>

/* A campaign: the rows of a plan in their order, its log, and its journal of what was made. */

/* How the program ends. */
enum matrix_exit {
	MATRIX_DONE = 0,
	MATRIX_ROWS_FAILED = 1, /* all done, but rows failed */
	MATRIX_USAGE = 2,       /* bad options or plan */
	MATRIX_REFUSED = 3,     /* wrong host, device in use, another campaign, log in the way */
	MATRIX_STOPPED = 4,     /* before its end; --resume goes on */
	MATRIX_HUMAN = 5        /* something is there that the campaign may not destroy */
};

struct matrix_row {
	unsigned repeat; /* from 1 */
	size_t combination;
	struct pairs levels;    /* in the plan's order */
	struct pairs variables; /* all that commands may name, levels too */

	/* From the journal. */
	unsigned begun;
	bool created, destroying, gone; /* made; its destruction began; nothing of it is left */
	char *identity;                 /* as identify told it behind create */
	bool done, appending, logged;
	char *status;        /* once done */
	double seconds;      /* of the benchmark */
	long offset;         /* of the log, where what the benchmark printed goes */
	double began, ended; /* seconds since 1970 */
};

struct matrix {
	struct plan plan;
	struct matrix_row *row; /* in the order they are run */
	size_t n_rows, n_combinations;
	uint64_t seed;
	char *program; /* this one, by an absolute path; NULL: not known */

	/* Cut off inside of create or destroy, which may have left what identify does not see. */
	bool half;

	char *log, *journal, *spool; /* paths */
	int log_fd, journal_fd;
	int watch; /* pipe to the process that outlives this one, -1: none */
	pid_t watcher;
};

/* ---- matrix_rows.c ----------------------------------------------------------------------------
 */

/* Makes the rows and their order, each block of repeats shuffled by the seed. */
void matrix_rows(struct matrix *m);

/*
 * A command of the plan for a row: `{name}` becomes the variable as one word of a shell, `{@name}`
 * as many words as it has, `{{` a brace.  False and a message for a name that is none.
 */
bool matrix_expand(const struct matrix *m, size_t row, enum plan_hook hook, struct text *out,
	struct text *error);

/* Can all commands of all rows be expanded? */
bool matrix_check_commands(const struct matrix *m, struct text *error);

/* "row=7/48 repeat=2", with " layout=6x7 ..." where `levels`. */
void matrix_row_name(const struct matrix *m, size_t row, bool levels, struct text *out);

/* The devices of a row: the variable `devices`, or what `vdevs` names. */
void matrix_devices(const struct matrix_row *row, struct text *out);

/* ---- matrix_show.c ----------------------------------------------------------------------------
 */

/* What the benchmark of a row writes and reads, in bytes; false: not known.  `written` alone with
 * `read` NULL. */
bool matrix_bytes(const struct matrix *m, size_t row, double *written, double *read);

/* The dry run; `estimate` is a log of rows that were run, or NULL. */
bool matrix_show(const struct matrix *m, const char *estimate, bool seed_given, struct text *error);

/* Seconds for what is left to do, and how they are known; below 0: unknown. */
double matrix_total(const struct matrix *m, const char **how);

/* What the journal says of each row. */
void matrix_status(const struct matrix *m);

/* ---- matrix_log.c -----------------------------------------------------------------------------
 */

/* Names log, journal and spool. */
void matrix_log_name(struct matrix *m, const char *log);

/* Makes log and journal, which may not be there, and writes the plan. */
bool matrix_log_begin(struct matrix *m, struct text *error);

/* Reads the plan and the order of rows out of a log; then matrix_journal_read(). */
bool matrix_log_read(struct matrix *m, struct text *error);

/* What happened so far. */
bool matrix_journal_read(struct matrix *m, struct text *error);

/* Opens both to go on. */
bool matrix_log_resume(struct matrix *m, struct text *error);

/* A line for people, and lines that begin with `label: `. */
void matrix_note(const struct matrix *m, const char *format, ...)
#ifdef __GNUC__
	__attribute__((format(printf, 2, 3)))
#endif
	;
void matrix_note_lines(const struct matrix *m, const char *label, FILE *from);

/* A line of the log as it is. */
void matrix_line(const struct matrix *m, const char *line);

/* A line of the journal, on disk when it returns: "done row=7" and what is given. */
void matrix_journal(const struct matrix *m, const char *what, size_t row, const struct pairs *more);

/* The benchmark's output goes to the spool until the row is done; then it moves to the log with the
 * row's end, once and whole, also if the machine stops meanwhile. */
int matrix_spool(struct matrix *m, struct text *error);
bool matrix_append(struct matrix *m, size_t row, struct text *error);
/* What is left of a row that was cut off, as notes. */
void matrix_spool_drop(struct matrix *m);

/* ---- matrix_child.c ---------------------------------------------------------------------------
 */

/*
 * Takes the lock of this host and starts the process that holds it, which kills what runs when this
 * one dies.  MATRIX_DONE, or MATRIX_REFUSED and a message.
 */
int matrix_watch(struct matrix *m, struct text *error);

struct matrix_end {
	int code;        /* exit status; 128 + signal */
	bool late, torn; /* over the limit; by a signal to this process */
	double seconds;
};

/* Runs `/bin/sh -c script` for a row, in a process group of its own.  `tear`: how many signals end
 * it. */
struct matrix_end matrix_child(
	const struct matrix *m, size_t row, const char *script, int out, int err, int tear);

/* Runs a command of the plan for a row.  What it prints becomes notes; where `out` is not NULL that
 * receives its standard output instead, and with `quiet` the rest is dropped. */
struct matrix_end matrix_hook(
	const struct matrix *m, size_t row, enum plan_hook hook, struct text *out, bool quiet);

/* ---- matrix_check.c ---------------------------------------------------------------------------
 */

/* Is this the plan's host? */
bool matrix_host(const struct matrix *m, struct text *error);

/* Are devices of a row in use?  1: yes, and the message says which and how; -1: one is not there.
 */
int matrix_busy(const struct matrix *m, size_t row, struct text *error);

/* The same for all rows that are left. */
int matrix_busy_all(const struct matrix *m, struct text *error);

/* Lies the log below the target? */
bool matrix_log_apart(const struct matrix *m, struct text *error);

/* Waits for window and load.  False: told to stop meanwhile. */
bool matrix_wait(const struct matrix *m);

/* Facts of the machine and of a pool, as notes. */
void matrix_facts(const struct matrix *m);
void matrix_pool_facts(const struct matrix *m, size_t row);

/* ---- matrix_run.c -----------------------------------------------------------------------------
 */

/* Sees to what a campaign left that was cut off; MATRIX_DONE, or why it cannot go on. */
int matrix_recover(struct matrix *m);

/* Runs what is left. */
int matrix_run(struct matrix *m);

#endif
