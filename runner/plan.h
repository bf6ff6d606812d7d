#ifndef RUNNER_PLAN_H
#define RUNNER_PLAN_H

#include "words.h"

/* The plan of a campaign: sections of `key = value`; iorun-plan(5) says what each means. */

struct plan_factor {
	char *name;
	char **level;
	size_t n;
	int line;
};

/* A row of its own: its levels, and variables for the commands. */
struct plan_row {
	struct pairs levels, variables;
	int line;
};

/* Variables of the rows whose levels are all in `match`. */
struct plan_when {
	struct pairs match, variables;
	int line;
};

/* A command and where it stands, 0: nowhere. */
struct plan_command {
	char *text;
	int line;
};

enum plan_hook { PLAN_CREATE, PLAN_IDENTIFY, PLAN_DESTROY, PLAN_BENCHMARK, PLAN_GUARD, PLAN_HOOKS };

#define PLAN_FACTORS 24
#define PLAN_ROWS    100000

struct plan {
	char *name; /* for messages: the path */
	char *text; /* all of it, as read */
	char *title, *host, *target, *lock;
	unsigned repeats;
	bool has_seed, thumper;
	uint64_t seed;
	double limit, max_total, max_load; /* seconds, seconds, jobs; 0: none */
	uint64_t min_free;                 /* bytes */
	double assume;                     /* bytes per second */
	int window_from, window_to;        /* minutes of the day; -1: any time */
	bool has_writes, has_reads;
	uint64_t writes, reads; /* bytes of each row */
	struct plan_command hook[PLAN_HOOKS];
	struct plan_factor *factor;
	size_t n_factors;
	struct plan_row *row;
	size_t n_rows;
	struct plan_when *when;
	size_t n_when;
	struct pairs variables;
};

/*
 * Reads a plan from `n` bytes.  False and one message "NAME:LINE: ..." for what is not known, is
 * said twice, is missing or contradicts itself.  Free with plan_free() either way.
 */
bool plan_read(
	struct plan *plan, const char *name, const char *bytes, size_t n, struct text *error);
void plan_free(struct plan *plan);

/* "create", "guard": as in the plan. */
const char *plan_hook_name(enum plan_hook hook);

#endif
