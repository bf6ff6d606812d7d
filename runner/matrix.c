/* iorun matrix: a campaign over many layouts.  Options, and what has to hold before it begins. */
#include "matrix.h"
#include "iorun.h"
#include "life.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct options {
	const char *plan, *status, *resume, *estimate, *log, *yes, *seed;
	bool execute;
};

static const struct {
	const char *name, *value, *help;
	size_t at;
} table[] = {
	{"--execute", NULL, "run it; without this, only show what would be run", 0},
	{"--yes", "HOST", "do not ask for the name of this host", offsetof(struct options, yes)},
	{"--log", "FILE", "the log to write; PLAN.log unless said", offsetof(struct options, log)},
	{"--seed", "N", "of the order of rows", offsetof(struct options, seed)},
	{"--estimate-from", "LOG", "take times from the rows of a log",
		offsetof(struct options, estimate)},
	{"--status", "LOG", "what is done, failed and left of a campaign",
		offsetof(struct options, status)},
	{"--resume", "LOG", "go on with a campaign", offsetof(struct options, resume)},
};

#define OPTIONS (sizeof(table) / sizeof(table[0]))

static int usage(FILE *to, int status)
{
	fputs("usage: iorun matrix PLAN [OPTION...]\n"
	      "       iorun matrix --status LOG | --resume LOG [--yes HOST]\n",
		to);
	for (size_t i = 0; i < OPTIONS; i++) {
		int n = fprintf(to, "  %s%s%s", table[i].name, table[i].value ? " " : "",
			table[i].value ? table[i].value : "");

		fprintf(to, "%*s%s\n", n < 24 ? 24 - n : 1, "", table[i].help);
	}
	return status;
}

/* "--log FILE" and "--log=FILE".  False: told. */
static bool read_option(int argc, char **argv, int *i, struct options *o)
{
	const char *names[OPTIONS], *near;
	size_t n = strcspn(argv[*i], "=");

	for (size_t k = 0; k < OPTIONS; k++) {
		const char *value = NULL;

		names[k] = table[k].name;
		if (strlen(table[k].name) != n || strncmp(table[k].name, argv[*i], n) != 0)
			continue;
		if (!table[k].value && !argv[*i][n]) {
			o->execute = true;
			return true;
		}
		if (table[k].value)
			value = argv[*i][n] ? argv[*i] + n + 1 : *i + 1 < argc ? argv[++*i] : NULL;
		if (!value || !*value) {
			fprintf(stderr, "iorun: %s %s\n", table[k].name,
				table[k].value ? "wants a value" : "takes no value");
			return false;
		}
		*(const char **)(void *)((char *)o + table[k].at) = value;
		return true;
	}
	near = words_nearest(argv[*i], names, OPTIONS);
	fprintf(stderr, "iorun: unknown option '%s'%s%s%s\n", argv[*i],
		near ? ", did you mean '" : "", near ? near : "", near ? "'?" : "");
	return false;
}

static bool read_options(int argc, char **argv, struct options *o)
{
	for (int i = 1; i < argc; i++) {
		if (argv[i][0] == '-' && argv[i][1]) {
			if (!read_option(argc, argv, &i, o))
				return false;
		} else if (o->plan) {
			fprintf(stderr, "iorun: one plan at a time, not '%s' and '%s'\n", o->plan,
				argv[i]);
			return false;
		} else {
			o->plan = argv[i];
		}
	}
	if (!o->plan + !o->status + !o->resume == 2)
		return true;
	fputs("iorun: matrix wants a plan, or --status LOG, or --resume LOG\n", stderr);
	return false;
}

static int refuse(int code, struct text *error)
{
	if (error->n)
		fprintf(stderr, "iorun: %s\n", error->s);
	text_free(error);
	return code;
}

static bool read_file(const char *path, struct text *out, struct text *error)
{
	FILE *f = fopen(path, "r");
	char bytes[4096];
	size_t n;
	bool good;

	while (f && (n = fread(bytes, 1, sizeof(bytes), f)) > 0)
		text_add(out, bytes, n);
	good = f && !ferror(f);
	if (!good)
		text_printf(error, "cannot read '%s': %s", path, strerror(errno));
	if (f)
		fclose(f);
	return good;
}

/* Where this program lies, when it was called by a path. */
static void find_program(struct matrix *m, const char *called)
{
	struct text path = {0};
	char folder[4096];

	if (strchr(called, '/') && (*called == '/' || getcwd(folder, sizeof(folder))))
		text_printf(&path, "%s%s%s", *called == '/' ? "" : folder,
			*called == '/' ? "" : "/", called);
	m->program = path.s;
}

static bool read_plan(struct matrix *m, const struct options *o, struct text *error)
{
	struct text bytes = {0}, log = {0};
	bool good = read_file(o->plan, &bytes, error) &&
		    plan_read(&m->plan, o->plan, text_of(&bytes), bytes.n, error);
	char *end;

	text_free(&bytes);
	if (!good)
		return false;
	m->seed = m->plan.has_seed ? m->plan.seed
				   : ((uint64_t)time(NULL) << 8 ^ (uint64_t)getpid()) % 1000000;
	if (o->seed) {
		m->seed = strtoull(o->seed, &end, 10);
		if (*end || *o->seed == '-') {
			text_printf(error, "a seed is a whole number, not '%s'", o->seed);
			return false;
		}
	}
	text_printf(&log, "%s.log", o->plan);
	matrix_log_name(m, o->log ? o->log : log.s);
	text_free(&log);
	matrix_rows(m);
	return true;
}

/* The Thumper markers have four factors and no others. */
static bool check_thumper(const struct matrix *m, struct text *error)
{
	static const char *const keys[] = {"layout", "raid", "slog", "cache"};

	for (size_t i = 0; m->plan.thumper && i < 4; i++)
		if (m->row[0].levels.n != 4 || !pairs_get(&m->row[0].levels, keys[i])) {
			text_printf(error,
				"%s: markers = thumper wants the factors layout, raid, slog "
				"and cache, and no others",
				m->plan.name);
			return false;
		}
	return true;
}

/* All devices of all rows, each once. */
static void put_devices(const struct matrix *m, struct text *out)
{
	struct pairs seen = {NULL, 0};
	struct text own = {0};

	for (size_t i = 0; i < m->n_rows; i++) {
		text_clear(&own);
		matrix_devices(&m->row[i], &own);
		for (char *p = own.n ? strtok(own.s, " \t") : NULL; p; p = strtok(NULL, " \t")) {
			if (!pairs_get(&seen, p))
				text_printf(out, " %s", p);
			pairs_set(&seen, p, "");
		}
	}
	text_free(&own);
	pairs_free(&seen);
}

static void show_stake(const struct matrix *m)
{
	struct text t = {0};
	const char *how;
	double total = matrix_total(m, &how);

	put_devices(m, &t);
	printf("devices that will be written to:%s\n", t.n ? t.s : " none named");
	text_clear(&t);
	if (total >= 0)
		words_put_seconds(&t, total);
	printf("rows: %lu; time: %s%s%s\n", (unsigned long)m->n_rows, t.n ? t.s : "unknown",
		t.n ? ", " : "", t.n ? how : "");
	text_free(&t);
	printf("what is on them and on '%s' may be lost.  Name of this host: ", m->plan.target);
	fflush(stdout);
}

/* Shows what is at stake and wants the host's name. */
static bool confirmed(const struct matrix *m, const char *yes, struct text *error)
{
	char line[256];

	if (yes && strcmp(yes, m->plan.host) == 0)
		return true;
	if (yes) {
		text_printf(error, "--yes names '%s', and the plan is for host '%s'", yes,
			m->plan.host);
		return false;
	}
	if (!isatty(0)) {
		text_put(error,
			"no terminal to ask on; --yes HOST in scripts, with the plan's host");
		return false;
	}
	show_stake(m);
	if (fgets(line, sizeof(line), stdin)) {
		line[strcspn(line, "\r\n")] = 0;
		if (strcmp(line, m->plan.host) == 0)
			return true;
	}
	text_put(error, "that is not its name; nothing was done");
	return false;
}

/* What must hold for a campaign to begin or go on. */
static int allowed(struct matrix *m, const struct options *o, struct text *error)
{
	if (!matrix_check_commands(m, error) || !check_thumper(m, error))
		return MATRIX_USAGE;
	if (!matrix_host(m, error) || !matrix_log_apart(m, error) || !confirmed(m, o->yes, error))
		return MATRIX_REFUSED;
	life_begin(true);
	return matrix_watch(m, error);
}

static int execute(struct matrix *m, const struct options *o)
{
	struct text error = {0};
	int code = allowed(m, o, &error);

	if (code == MATRIX_DONE && matrix_busy_all(m, &error) != 0)
		code = MATRIX_REFUSED;
	if (code == MATRIX_DONE && !matrix_log_begin(m, &error))
		code = MATRIX_REFUSED;
	if (code != MATRIX_DONE)
		return refuse(code, &error);
	matrix_facts(m);
	return matrix_run(m);
}

static int resume(struct matrix *m, const struct options *o)
{
	struct text error = {0};
	int code;

	matrix_log_name(m, o->resume);
	if (!matrix_log_read(m, &error))
		return refuse(MATRIX_USAGE, &error);
	code = allowed(m, o, &error);
	/* Only now nobody else writes it. */
	if (code == MATRIX_DONE &&
		(!matrix_journal_read(m, &error) || !matrix_log_resume(m, &error)))
		code = MATRIX_REFUSED;
	if (code != MATRIX_DONE)
		return refuse(code, &error);
	code = matrix_recover(m);
	if (code == MATRIX_DONE && matrix_busy_all(m, &error) != 0)
		code = MATRIX_REFUSED;
	return code == MATRIX_DONE ? matrix_run(m) : refuse(code, &error);
}

static int status(struct matrix *m, const struct options *o)
{
	struct text error = {0};

	matrix_log_name(m, o->status);
	if (!matrix_log_read(m, &error) || !matrix_journal_read(m, &error))
		return refuse(MATRIX_USAGE, &error);
	matrix_status(m);
	return MATRIX_DONE;
}

static int dry_run(const struct matrix *m, const struct options *o)
{
	struct text error = {0};

	if (matrix_check_commands(m, &error) && check_thumper(m, &error) &&
		matrix_show(m, o->estimate, m->plan.has_seed || o->seed, &error))
		return MATRIX_DONE;
	return refuse(MATRIX_USAGE, &error);
}

static void clear(struct matrix *m)
{
	int gone;

	if (m->watch != -1)
		close(m->watch);
	if (m->watcher > 0)
		waitpid(m->watcher, &gone, 0); /* with it the lock goes */
	for (size_t i = 0; i < m->n_rows; i++) {
		pairs_free(&m->row[i].levels);
		pairs_free(&m->row[i].variables);
		free(m->row[i].identity);
		free(m->row[i].status);
	}
	free(m->row);
	plan_free(&m->plan);
	free(m->program);
	free(m->log);
	free(m->journal);
	free(m->spool);
}

int matrix_main(int argc, char **argv)
{
	struct options o = {NULL, NULL, NULL, NULL, NULL, NULL, NULL, false};
	struct matrix m;
	struct text error = {0};
	int code;

	memset(&m, 0, sizeof(m));
	m.watch = m.log_fd = m.journal_fd = -1;
	if (argc == 2 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0))
		return usage(stdout, 0);
	if (!read_options(argc, argv, &o))
		return usage(stderr, MATRIX_USAGE);
	find_program(&m, getenv("IORUN") ? getenv("IORUN") : argv[0]);
	if (o.status)
		code = status(&m, &o);
	else if (o.resume)
		code = resume(&m, &o);
	else if (!read_plan(&m, &o, &error))
		code = refuse(MATRIX_USAGE, &error);
	else
		code = o.execute ? execute(&m, &o) : dry_run(&m, &o);
	clear(&m);
	return code;
}
