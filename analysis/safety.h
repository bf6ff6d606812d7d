#ifndef ANALYSIS_SAFETY_H
#define ANALYSIS_SAFETY_H

#include "model/layout.h"
#include "model/study.h"

/*
 * What a layout must survive: `disks` any drives plus, at the same time, `units` units of each
 * named failure domain.  "survive=controller:1", "survive=disks:2", "survive=disks:1+shelf:1".
 */
#define RULE_TERMS 8

struct rule_term {
	char *domain; /* "controller", "shelf", "hba", NAME; as written but for the known plurals */
	int units;
};

struct rule {
	char *text; /* as written */
	int disks;
	int n;
	struct rule_term term[RULE_TERMS];
};

/* Reads a rule; NULL and a usage error with an example when it is none. */
struct rule *rule_new(const char *text, GError **error);
void rule_free(struct rule *rule);

enum verdict { VERDICT_UNKNOWN, VERDICT_NO, VERDICT_YES };

/*
 * Where the drives of each vdev really sit: count[v * units + u] drives of vdev v on unit u, vdevs
 * in the order of the layout's groups.  Drives not counted anywhere may sit on any unit.
 * Comes from a device map or a `zpool status`; without one placement is assumed.
 */
struct spread {
	int vdevs, units;
	const int *count;
};

/*
 * Does `layout` survive what `rule` names?  With `spread` (for the one domain the rule names) from
 * the real places; without it by hardware->placement, best when unsaid: a vdev of w drives over c
 * units has ceil(w/c) on the fullest one, and where the units' data slots s are told, a placement
 * with at most p drives of each of n vdevs on one unit exists iff sum min(s, n*p) >= n*w
 * (max-flow/Gale).  Guaranteed losses only: a vdev with p parity survives p lost drives, never
 * "with luck".  Source: models of `man/iotab.1`, section SAFETY.
 * Where the exact answer is not known, YES only when even the sum of the worst losses of each term
 * is survived, NO only when no placement could do better; else unknown.  Placements over several
 * domains are taken to be free of each other.
 * Appends to `reason` one clause that gives the numbers or the missing fact ("2 of 7 drives of a
 * vdev share a controller, parity 1"; "no study says how many controllers there are").
 */
enum verdict safety_check(const struct rule *rule, const struct layout *layout,
	const struct hardware *hardware, const struct spread *spread, GString *reason);

/*
 * All rules (struct rule *) on the layout of that key, placement assumed: NO beats UNKNOWN beats
 * YES.  Appends the reasons of those that do not hold, joined by "; ".  A key that is NULL or none
 * is UNKNOWN.
 */
enum verdict safety_judge(
	const GPtrArray *rules, const char *key, const struct hardware *hardware, GString *reason);

/* The assumption behind a verdict, for captions: "best placement over 6 controllers assumed". */
void safety_assumption(const struct rule *rule, const struct hardware *hardware, GString *out);

#endif
