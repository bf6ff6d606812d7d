#ifndef ANALYSIS_JUDGE_H
#define ANALYSIS_JUDGE_H

#include "analysis/pivot.h"
#include "analysis/safety.h"

/*
 * Which lines of a table are safe: a line is what has the same layout and the same levels of the
 * keys that name it.  Its runs may come from several hosts of the study; then it is safe only when
 * the layout keeps all rules on the hardware of each of them.
 */
struct judge_question {
	const struct study *study;
	const GPtrArray *rules;  /* struct rule *; at least one */
	const char *const *keys; /* that name a line, as in pivot_spec */
	size_t n_keys;
	bool by_run;
};

struct judge;

/* What `question` points to and the fold outlive the judge. */
struct judge *judge_new(const struct fold *fold, const struct judge_question *question);
void judge_free(struct judge *judge);

/* Is the line of this group safe?  For pivot_spec.keep, with the judge as `user`. */
bool judge_keeps(const void *judge, const struct fold_group *group);

/* What was found for the line of a group; *why as judge_reason() has it, unless NULL. */
enum verdict judge_verdict(
	const struct judge *judge, const struct fold_group *group, const char **why);

/*
 * Why a line of a pivot of this fold with these keys is not safe: the rules that do not hold, ""
 * when all do.  Of several hosts the first with the worst verdict is named.
 */
const char *judge_reason(const struct judge *judge, const struct pivot_line *line);

/* How many layouts stand in lines whose safety is not known. */
size_t judge_unknown(const struct judge *judge);

/*
 * Appends the rules and what is assumed for each, of all hardware that was looked at:
 * "survive=controller:1 (best placement over 6 controllers assumed; on thumper2: best placement
 * over 4 controllers assumed)".
 */
void judge_print_rules(const struct judge *judge, GString *out);

/* Appends what is assumed for one of the rules, of all hardware that was looked at; may be nothing.
 */
void judge_print_assumption(const struct judge *judge, const struct rule *rule, GString *out);

#endif
