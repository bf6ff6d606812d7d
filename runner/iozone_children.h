#ifndef RUNNER_IOZONE_CHILDREN_H
#define RUNNER_IOZONE_CHILDREN_H

#include "iozone.h"
#include <pthread.h>

/*
 * N processes or threads go over a file each.  They wait at a gate (a pipe that ends when it opens)
 * and leave what they did in memory that all share.  The parent never waits for one without looking
 * whether it is still there.
 */

/* Of a phase: random reads by some, random writes by the others. */
#define IOZONE_MIXED  PASS_COUNT
#define IOZONE_PHASES 13

struct iozone_result {
	atomic_int over, status; /* `over`: the rest is written */
	uint64_t done;
	double seconds, cpu;
	char trouble[1024];
};

struct iozone_shared {
	struct iozone_gate gate;
	struct iozone_result result[IOZONE_WORKERS];
};

struct iozone_child {
	struct iozone_campaign *c;
	size_t index;
	enum iozone_id id; /* of the pass, or IOZONE_MIXED */
	int gate_fd;
	pid_t pid;
	pthread_t thread;
};

struct iozone_campaign {
	struct iozone *z;
	uint64_t size, record; /* bytes */
	size_t n;
	struct iozone_shared *shared;
	struct iozone_file *file;
	char (*names)[64];
	struct iozone_child *child;
	double wall, start;
	double sums[IOZONE_PHASES][IOZONE_LIST], cpus[IOZONE_PHASES][IOZONE_LIST];
	size_t n_sums;
};

/* Memory that children share; NULL and errno: there is none.  Given back with _unshare(). */
struct iozone_shared *iozone_share(void);
void iozone_unshare(struct iozone_shared *shared);

/* Has all children go through a pass, and sets c->wall; how each fared stands in its result. */
void iozone_run_children(struct iozone_campaign *c, enum iozone_id id);

#endif
