/* Files of 2 GiB and more where off_t has 32 bits. */
#define _FILE_OFFSET_BITS 64
#include "iozone_children.h"

#include "life.h"
#include "sys.h"
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Memory that children share: a file without a name, since POSIX has no other that is everywhere.
 */
struct iozone_shared *iozone_share(void)
{
	FILE *f = tmpfile();
	struct iozone_shared *shared;
	static const char zeros[4096];

	if (!f)
		return NULL;
	for (size_t n = 0; n < sizeof(*shared); n += sizeof(zeros))
		fwrite(zeros, 1, sizeof(zeros), f);
	shared = fflush(f) != 0 ? MAP_FAILED
				: mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED,
					  fileno(f), 0);
	fclose(f);
	return shared == MAP_FAILED ? NULL : shared;
}

void iozone_unshare(struct iozone_shared *shared)
{
	if (shared)
		munmap(shared, sizeof(*shared));
}

/* ---- a child -------------------------------------------------------------------------------- */

static const struct iozone_pass *pass_of(const struct iozone_child *child)
{
	const struct iozone *z = child->c->z;
	bool reads = child->index % 2 == 0;

	if (child->id != IOZONE_MIXED)
		return &iozone_passes[child->id];
	if (z->percent_given)
		reads = (double)child->index < (double)z->percent * (double)child->c->n / 100;
	return &iozone_passes[reads ? PASS_RANDOM_READ : PASS_RANDOM_WRITE];
}

static int work(struct iozone_child *child)
{
	struct iozone_campaign *c = child->c;
	struct iozone_result *result = &c->shared->result[child->index];
	struct iozone_worker w;
	int status;

	iozone_worker_init(&w, c->z, &c->file[child->index], c->size, c->record);
	w.gate = &c->shared->gate;
	w.gate_fd = child->gate_fd;
	w.carries_on = child->id == PASS_WRITE;
	status = iozone_pass_run(&w, pass_of(child));
	result->done = w.done;
	result->seconds = w.seconds;
	result->cpu = w.cpu;
	memcpy(result->trouble, w.trouble, sizeof(result->trouble));
	iozone_worker_clear(&w);
	atomic_store(&result->status, status);
	if (status)
		atomic_store(&c->shared->gate.abort, 1);
	atomic_store(&result->over, 1);
	return status;
}

static void *thread_of(void *child)
{
	work(child);
	return NULL;
}

/* ---- starting and ending them --------------------------------------------------------------- */

static void nap(double seconds)
{
	struct timespec t = {0, (long)(seconds * 1e9)};

	nanosleep(&t, NULL);
}

static void fail(struct iozone_campaign *c, size_t i, int status, const char *trouble)
{
	struct iozone_result *result = &c->shared->result[i];

	snprintf(result->trouble, sizeof(result->trouble), "%s", trouble);
	atomic_store(&result->status, status);
	atomic_store(&c->shared->gate.abort, 1);
	atomic_store(&result->over, 1);
}

static bool start(struct iozone_campaign *c, size_t i, int gate[2])
{
	struct iozone_child *child = &c->child[i];

	child->gate_fd = gate[0];
	if (c->z->threads)
		return pthread_create(&child->thread, NULL, thread_of, child) == 0;
	child->pid = fork();
	if (child->pid != 0)
		return child->pid != -1;
	life_child();
	close(gate[1]);
	_exit(work(child));
}

/* A process that has ended without a word. */
static void buried(struct iozone_campaign *c, size_t i, int status)
{
	char trouble[128];

	c->child[i].pid = -1;
	if (atomic_load(&c->shared->result[i].over))
		return;
	if (WIFSIGNALED(status))
		snprintf(trouble, sizeof(trouble),
			"\niorun: error: child %zu was ended by signal %d\n", i, WTERMSIG(status));
	else
		snprintf(trouble, sizeof(trouble),
			"\niorun: error: child %zu ended with status %d\n", i, WEXITSTATUS(status));
	fail(c, i, IOZONE_CHILD_DIED, trouble);
}

/* Looks which processes have ended; how many are left. */
static size_t bury(struct iozone_campaign *c)
{
	size_t left = 0;

	for (size_t i = 0; i < c->n && !c->z->threads; i++) {
		int status;
		pid_t pid = c->child[i].pid;

		if (pid <= 0)
			continue;
		if (waitpid(pid, &status, WNOHANG) == pid)
			buried(c, i, status);
		else
			left++;
	}
	return left;
}

static void tell_all(struct iozone_campaign *c, int number)
{
	for (size_t i = 0; i < c->n && !c->z->threads; i++)
		if (c->child[i].pid > 0)
			kill(c->child[i].pid, number);
}

static void reap(struct iozone_campaign *c, size_t started)
{
	bool told = false;

	if (c->z->threads) {
		for (size_t i = 0; i < started; i++)
			pthread_join(c->child[i].thread, NULL);
		return;
	}
	/* A signal, or a child that fails, has the others told.  Between two looks there is a
	 * hundredth of the time that the parent's clock has counted, or less. */
	while (bury(c) > 0) {
		if ((life_stop || atomic_load(&c->shared->gate.abort)) && !told) {
			atomic_store(&c->shared->gate.abort, 1);
			tell_all(c, SIGTERM);
			told = true;
		}
		nap(sys_now() - c->start < 0.1 ? 5e-5 : 1e-3);
	}
}

static void wait_until_ready(struct iozone_campaign *c, size_t started)
{
	struct iozone_gate *gate = &c->shared->gate;

	while ((size_t)atomic_load(&gate->ready) < started && !life_stop &&
		!atomic_load(&gate->abort)) {
		bury(c);
		nap(1e-3);
	}
}

static void reset(struct iozone_campaign *c, enum iozone_id id)
{
	struct iozone_gate *gate = &c->shared->gate;

	atomic_store(&gate->ready, 0);
	atomic_store(&gate->stop, 0);
	atomic_store(&gate->abort, 0);
	memset(c->child, 0, c->n * sizeof(c->child[0]));
	for (size_t i = 0; i < c->n; i++) {
		c->child[i].c = c;
		c->child[i].index = i;
		c->child[i].id = id;
		atomic_store(&c->shared->result[i].over, 0);
		atomic_store(&c->shared->result[i].status, 0);
		c->shared->result[i].trouble[0] = 0;
	}
}

void iozone_run_children(struct iozone_campaign *c, enum iozone_id id)
{
	int gate[2];
	size_t started = 0;

	reset(c, id);
	iozone_flush(c->z);
	if (pipe(gate) != 0) {
		fail(c, 0, 1, "\niorun: error: no pipe for the children\n");
		return;
	}
	while (started < c->n && start(c, started, gate))
		started++;
	if (started < c->n)
		fail(c, started, 1, "\niorun: error: a child could not be started\n");
	wait_until_ready(c, started);
	c->start = sys_now();
	close(gate[1]);
	reap(c, started);
	c->wall = sys_now() - c->start;
	close(gate[0]);
}
