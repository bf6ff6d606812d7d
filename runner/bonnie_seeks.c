#include "bonnie.h"

#include "life.h"
#include "sys.h"
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define ALIGN 4096

/* One in so many seeks also writes. */
#define REWRITES 10

/* How many numbers bonnie_random() gives. */
#define RANDOMS (1LL << 31)

struct ticket {
	long long block;
	bool rewrite;
};

/* The tickets that the seekers share, and the gate at which they wait for each other. */
struct booth {
	const struct bonnie_run *run;
	struct ticket *tickets;
	long long n, next;
	long long waiting;
	bool open, failed;
	pthread_mutex_t lock;
	pthread_cond_t change;
};

struct seeker {
	struct booth *booth;
	pthread_t thread;
	unsigned char *buffer, *spare;
	int fd;
	double start, end, cpu, longest;
	bool worked; /* had a ticket */
};

static bool take(struct booth *booth, struct ticket *ticket)
{
	bool some;

	pthread_mutex_lock(&booth->lock);
	some = !booth->failed && !life_stop && booth->next < booth->n;
	if (some)
		*ticket = booth->tickets[booth->next++];
	pthread_mutex_unlock(&booth->lock);
	return some;
}

static bool seek_to(int fd, off_t at)
{
	return lseek(fd, at, SEEK_SET) != -1 || bonnie_fail("Can't seek.");
}

static bool work(struct seeker *s, const struct ticket *ticket)
{
	const struct bonnie_run *run = s->booth->run;
	size_t chunk = (size_t)run->o->chunk;
	off_t at = (off_t)ticket->block * (off_t)chunk;

	if (!seek_to(s->fd, at))
		return false;
	if (!bonnie_read(s->fd, s->buffer, chunk))
		return bonnie_fail("Can't read block.");
	if (!bonnie_io_check(run, s->buffer, ticket->block, -1, s->spare))
		return false;
	if (!ticket->rewrite)
		return true;
	s->buffer[(size_t)ticket->block % chunk]++;
	if (!seek_to(s->fd, at))
		return false;
	if (!bonnie_write(s->fd, s->buffer, chunk))
		return bonnie_fail("Can't write block.");
	return !run->o->flush || fsync(s->fd) == 0 || bonnie_fail("Can't write block to disk");
}

/* Until all are ready; where one has failed, no further. */
static void wait_at_gate(struct booth *booth)
{
	pthread_mutex_lock(&booth->lock);
	booth->waiting++;
	pthread_cond_broadcast(&booth->change);
	while (!booth->open)
		pthread_cond_wait(&booth->change, &booth->lock);
	pthread_mutex_unlock(&booth->lock);
}

static bool seek_all(struct seeker *s)
{
	struct bonnie_meter meter = {0};
	struct ticket ticket;
	double cpu = 0;

	while (take(s->booth, &ticket)) {
		if (!s->worked) {
			cpu = sys_cpu_thread();
			bonnie_start(&meter);
			s->start = meter.start;
			s->worked = true;
		} else {
			bonnie_skip(&meter);
		}
		if (!work(s, &ticket))
			return false;
		bonnie_lap(&meter);
	}
	s->cpu = sys_cpu_thread() - cpu;
	s->longest = meter.longest;
	return true;
}

static void *seeker_main(void *data)
{
	struct seeker *s = data;
	bool good;

	s->fd = bonnie_io_open(s->booth->run);
	wait_at_gate(s->booth);
	good = s->fd != -1 && seek_all(s);
	if (s->fd != -1 && !bonnie_io_close(s->fd))
		good = false;
	s->end = sys_now();
	if (!good) {
		pthread_mutex_lock(&s->booth->lock);
		s->booth->failed = true;
		pthread_mutex_unlock(&s->booth->lock);
	}
	return NULL;
}

/* Signals are for the main thread. */
static bool start_seeker(struct seeker *s)
{
	sigset_t all, old;
	int error;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	error = pthread_create(&s->thread, NULL, seeker_main, s);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	errno = error;
	return error == 0 || bonnie_fail("Can't start a seeker");
}

/* How many could be started; the gate opens when all of them wait at it. */
static long long start_all(struct booth *booth, struct seeker *seekers)
{
	long long n = 0, wanted = booth->run->o->seekers;
	size_t chunk = (size_t)booth->run->o->chunk;

	for (; n < wanted && !booth->failed; n++) {
		seekers[n].booth = booth;
		seekers[n].buffer = sys_buffer(chunk, ALIGN);
		seekers[n].spare = sys_buffer(chunk, ALIGN);
		if (start_seeker(&seekers[n]))
			continue;
		free(seekers[n].buffer);
		free(seekers[n].spare);
		break;
	}
	pthread_mutex_lock(&booth->lock);
	booth->failed = booth->failed || n < wanted;
	while (booth->waiting < n)
		pthread_cond_wait(&booth->change, &booth->lock);
	booth->open = true;
	pthread_cond_broadcast(&booth->change);
	pthread_mutex_unlock(&booth->lock);
	return n;
}

/* From the first start to the last end.  The CPU time is each thread's own, once. */
static void sum_up(
	const struct seeker *seekers, long long n, double process_cpu, struct bonnie_result *result)
{
	double start = 0, end = 0, cpu = 0, longest = 0;

	for (long long i = 0; i < n; i++) {
		if (!seekers[i].worked)
			continue;
		start = start == 0 || seekers[i].start < start ? seekers[i].start : start;
		end = seekers[i].end > end ? seekers[i].end : end;
		longest = seekers[i].longest > longest ? seekers[i].longest : longest;
		cpu += seekers[i].cpu;
	}
	result->elapsed = end - start;
	result->cpu = sys_cpu_thread() < 0 ? process_cpu : cpu;
	result->latency = longest;
}

static bool has_failed(struct booth *booth)
{
	bool failed;

	pthread_mutex_lock(&booth->lock);
	failed = booth->failed || life_stop;
	pthread_mutex_unlock(&booth->lock);
	return failed;
}

static bool run_seekers(struct booth *booth, struct seeker *seekers, struct bonnie_run *run)
{
	double cpu = sys_cpu();
	long long n = start_all(booth, seekers);

	for (long long i = 0; i < n; i++) {
		pthread_join(seekers[i].thread, NULL);
		free(seekers[i].buffer);
		free(seekers[i].spare);
		if (!has_failed(booth))
			bonnie_say(run, "done...");
	}
	if (has_failed(booth))
		return false;
	bonnie_say(run, "\n");
	sum_up(seekers, n, sys_cpu() - cpu, &run->results[BONNIE_SEEKS]);
	return true;
}

static void draw_tickets(struct booth *booth, struct bonnie_run *run)
{
	long long blocks = run->o->size * 1024 * 1024 / run->o->chunk;

	for (long long i = 0; i < booth->n; i++) {
		long long drawn = bonnie_random(&run->random);

		booth->tickets[i].rewrite = drawn % REWRITES == 0;
		/* All of a file of more blocks than one number counts. */
		if (blocks > RANDOMS)
			drawn = drawn * RANDOMS + bonnie_random(&run->random);
		booth->tickets[i].block = drawn % blocks;
	}
}

bool bonnie_seeks(struct bonnie_run *run)
{
	struct booth booth = {.run = run, .n = run->o->seeks};
	struct seeker *seekers = calloc((size_t)run->o->seekers, sizeof(*seekers));
	bool good;

	booth.tickets = calloc((size_t)booth.n, sizeof(*booth.tickets));
	if (!booth.tickets || !seekers) {
		free(booth.tickets);
		free(seekers);
		return bonnie_fail("Can't hold the seeks");
	}
	bonnie_say(run, "start 'em...");
	draw_tickets(&booth, run);
	pthread_mutex_init(&booth.lock, NULL);
	pthread_cond_init(&booth.change, NULL);
	good = run_seekers(&booth, seekers, run);
	pthread_mutex_destroy(&booth.lock);
	pthread_cond_destroy(&booth.change);
	free(booth.tickets);
	free(seekers);
	return good;
}
