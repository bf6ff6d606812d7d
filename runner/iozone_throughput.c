/* Files of 2 GiB and more where off_t has 32 bits. */
#define _FILE_OFFSET_BITS 64
#include "iozone_children.h"

#include "life.h"
#include "sys.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct phase {
	enum iozone_id id; /* IOZONE_MIXED: random reads and random writes */
	int test;
	const char *words;             /* "initial writers" */
	bool wide;                     /* the number before them has two places */
	const char *children, *parent; /* tabs */
	const char *title;             /* of the report */
};

static const struct phase phases[IOZONE_PHASES] = {
	{PASS_WRITE, 0, "initial writers ", true, "\t", "\t", "Initial write"},
	{PASS_REWRITE, 0, "rewriters ", true, "\t", "\t", "Rewrite"},
	{PASS_READ, 1, "readers ", true, "\t\t", "\t\t", "Read"},
	{PASS_REREAD, 1, "re-readers ", false, "\t", "\t", "Re-read"},
	{PASS_BACKWARD, 3, "reverse readers ", false, "\t", "\t", "Reverse Read"},
	{PASS_STRIDE, 5, "stride readers ", false, "\t", "\t", "Stride read"},
	{PASS_RANDOM_READ, 2, "random readers ", false, "\t", "\t", "Random read"},
	{IOZONE_MIXED, 8, "mixed workload ", false, "\t", "\t", "Mixed workload"},
	{PASS_RANDOM_WRITE, 2, "random writers ", false, "\t", "\t", "Random write"},
	{PASS_PWRITE, 9, "pwrite writers ", false, "\t", "\t", "Pwrite"},
	{PASS_PREAD, 10, "pread readers ", false, "\t", "\t", "Pread"},
	{PASS_FWRITE, 6, "fwriters ", true, "\t", "\t\t", "Fwrite"},
	{PASS_FREAD, 7, "freaders ", true, "\t", "\t\t", "Fread"},
};

static const char *noun(const struct iozone_campaign *c)
{
	return c->z->threads ? "thread" : "process";
}

/* ---- what they did -------------------------------------------------------------------------- */

struct sum {
	double all, least, most, xfer, total, cpu;
	double wall; /* of the slowest */
};

/* In kB, or in records with -O. */
static double amount(const struct iozone_campaign *c, const struct iozone_result *r)
{
	return c->z->unit == UNIT_OPS ? (double)r->done
				      : (double)r->done * (double)c->record / 1024;
}

static double rate(const struct iozone_campaign *c, const struct iozone_result *r)
{
	double seconds = r->seconds;

	if (!r->done)
		return 0;
	if (seconds < 1e-6) {
		seconds = 1e-6;
		c->z->poor = c->record > c->z->poor ? c->record : c->z->poor;
	}
	return amount(c, r) / seconds;
}

static struct sum add_up(const struct iozone_campaign *c)
{
	struct sum s = {0};

	for (size_t i = 0; i < c->n; i++) {
		const struct iozone_result *r = &c->shared->result[i];
		double here = rate(c, r), xfer = amount(c, r);

		s.all += here;
		s.total += xfer;
		s.cpu += r->cpu;
		s.least = i == 0 || here < s.least ? here : s.least;
		s.most = here > s.most ? here : s.most;
		s.xfer = i == 0 || xfer < s.xfer ? xfer : s.xfer;
		s.wall = r->seconds > s.wall ? r->seconds : s.wall;
	}
	return s;
}

static double percent(double cpu, double wall)
{
	return wall > 0 && cpu > 0 ? 100 * cpu / wall : 0;
}

static void say_children(struct iozone_campaign *c, const char *unit)
{
	for (size_t i = 0; i < c->n; i++) {
		const struct iozone_result *r = &c->shared->result[i];

		iozone_say(c->z, "\tChild[%zu] xfer count = %10.2f %s, Throughput = %10.2f %s/sec",
			i, amount(c, r), unit, rate(c, r), unit);
		if (c->z->cpu)
			iozone_say(c->z, ", wall=%6.3f, cpu=%6.3f, %%=%6.2f", r->seconds, r->cpu,
				percent(r->cpu, r->seconds));
		iozone_say(c->z, "\n");
	}
}

static void say_phase(struct iozone_campaign *c, const struct phase *phase, const struct sum *s)
{
	struct iozone *z = c->z;
	const char *unit = z->unit == UNIT_OPS ? "ops" : "kB", *each = noun(c);
	int width = phase->wide ? 2 : 1;
	double parent = c->wall > 0 ? s->total / c->wall : 0;

	iozone_say(z, "\n\tChildren see throughput for %*zu %s%s= %10.2f %s/sec\n", width, c->n,
		phase->words, phase->children, s->all, unit);
	iozone_say(z, "\tParent sees throughput for %*zu %s%s= %10.2f %s/sec\n", width, c->n,
		phase->words, phase->parent, parent, unit);
	iozone_say(z, "\tMin throughput per %s \t\t\t= %10.2f %s/sec \n", each, s->least, unit);
	iozone_say(z, "\tMax throughput per %s \t\t\t= %10.2f %s/sec\n", each, s->most, unit);
	iozone_say(z, "\tAvg throughput per %s \t\t\t= %10.2f %s/sec\n", each,
		s->all / (double)c->n, unit);
	iozone_say(z, "\tMin xfer \t\t\t\t\t= %10.2f %s\n", s->xfer, unit);
	if (z->cpu)
		iozone_say(z,
			"\tCPU %ctilization: Wall time %8.3f    CPU time %8.3f    "
			"CPU utilization %6.2f %%\n\n",
			phase->id == PASS_WRITE ? 'U' : 'u', s->wall, s->cpu,
			percent(s->cpu, s->wall));
	if (z->children)
		say_children(c, unit);
	iozone_flush(z);
}

/* The first of them that failed by itself is the cause; 0: none did. */
static int troubles(struct iozone_campaign *c)
{
	int first = 0;

	for (size_t i = 0; i < c->n; i++) {
		const struct iozone_result *r = &c->shared->result[i];
		int status = atomic_load(&r->status);

		if (!status || status > 128)
			continue;
		first = first ? first : status;
		if (*r->trouble)
			iozone_say(c->z, "\nChild %zu%s", i, r->trouble);
	}
	for (size_t i = 0; !first && !life_stop && i < c->n; i++)
		if (atomic_load(&c->shared->result[i].status) > 128) {
			iozone_say(c->z, "\niorun: error: child %zu was told to end\n", i);
			first = IOZONE_CHILD_DIED;
		}
	iozone_flush(c->z);
	return first;
}

static void pause_after(struct iozone_campaign *c)
{
	double until = sys_now() + c->z->pause;

	sys_sync();
	while (!life_stop && sys_now() < until) {
		struct timespec t = {0, 1000000};

		nanosleep(&t, NULL);
	}
}

static int run_phase(struct iozone_campaign *c, size_t which, size_t count)
{
	const struct phase *phase = &phases[which];
	struct sum s;
	int status;

	iozone_between(c->z);
	iozone_run_children(c, phase->id);
	status = troubles(c);
	if (status)
		return status;
	if (life_stop)
		return 128 + life_stop;
	s = add_up(c);
	c->sums[which][count] = s.all;
	c->cpus[which][count] = percent(s.cpu, s.wall);
	say_phase(c, phase, &s);
	pause_after(c);
	return life_stop ? 128 + life_stop : 0;
}

/* ---- files ---------------------------------------------------------------------------------- */

static bool left_out(const struct iozone *z, const struct phase *phase)
{
	return !iozone_selected(z, phase->test) ||
	       (phase->id != IOZONE_MIXED && iozone_passes[phase->id].second && z->no_retest);
}

/* Does the first phase write, so that there need be no files? */
static bool makes_files(const struct iozone *z)
{
	size_t i = 0;

	while (i < IOZONE_PHASES && left_out(z, &phases[i]))
		i++;
	return i < IOZONE_PHASES && phases[i].id != IOZONE_MIXED &&
	       iozone_writes(&iozone_passes[phases[i].id]);
}

/* The parent makes them, so that it is the one that removes them. */
static int make_files(struct iozone_campaign *c)
{
	char why[1024];

	for (size_t i = 0; i < c->n && makes_files(c->z); i++) {
		const struct iozone_pass *pass = &iozone_passes[PASS_WRITE];
		int fd;

		if (c->file[i].known)
			continue;
		c->file[i].fixed = false;
		fd = iozone_open(c->z, &c->file[i], OPEN_NEW, pass, why, sizeof(why));
		if (fd == -1) {
			iozone_say(c->z, "%s", why);
			return pass->no_file;
		}
		close(fd);
	}
	for (size_t i = 0; i < c->n; i++)
		c->file[i].fixed = true;
	return 0;
}

static void name_files(struct iozone_campaign *c)
{
	for (size_t i = 0; i < iozone_files(c->z); i++) {
		snprintf(c->names[i], sizeof(c->names[i]), "iozone.DUMMY.%zu", i);
		c->file[i].path = c->z->paths ? c->z->paths[i] : c->names[i];
	}
}

/* ---- all of it ------------------------------------------------------------------------------ */

static int run_count(struct iozone_campaign *c, size_t count)
{
	int status;

	iozone_say(c->z, "\tEach %s writes a %llu kByte file in %llu kByte records\n", noun(c),
		(unsigned long long)c->size / 1024, (unsigned long long)c->record / 1024);
	iozone_flush(c->z);
	status = make_files(c);
	for (size_t i = 0; i < IOZONE_PHASES && !status; i++)
		if (!left_out(c->z, &phases[i]))
			status = run_phase(c, i, count);
	for (size_t i = 0; i < c->n; i++)
		iozone_remove(c->z, &c->file[i]);
	if (!status)
		iozone_say(c->z, "\n\n");
	return status;
}

static void put_entry(struct iozone_campaign *c, const char *title, const double *values)
{
	iozone_say(c->z, "\"%15s \"", title);
	for (size_t i = 0; i < c->n_sums; i++)
		iozone_say(c->z, " %10.2f ", values[i]);
	iozone_say(c->z, "\n\n");
}

static void put_report(struct iozone_campaign *c, bool cpu)
{
	const struct iozone *z = c->z;
	static const double nothing[IOZONE_LIST];

	iozone_say(c->z,
		"\n\"%s report Y-axis is type of test X-axis is number of %s\"\n"
		"\"Record size = %llu kBytes \"\n\"Output is in %s\"\n\n",
		cpu ? "CPU utilization" : "Throughput", z->threads ? "threads" : "processes",
		(unsigned long long)c->record / 1024,
		cpu                   ? "CPU%"
		: z->unit == UNIT_OPS ? "ops/sec"
				      : "kBytes/sec");
	/* As the original: zeros for the writers, the second without its title. */
	if (!iozone_selected(z, 0)) {
		put_entry(c, "Initial write", nothing);
		put_entry(c, "", nothing);
	}
	for (size_t i = 0; i < IOZONE_PHASES; i++)
		if (iozone_selected(z, phases[i].test))
			put_entry(c, phases[i].title, cpu ? c->cpus[i] : c->sums[i]);
}

static void counts_of(const struct iozone *z, struct iozone_list *counts)
{
	uint64_t least = z->least_workers ? z->least_workers : 1;
	uint64_t most = z->most_workers ? z->most_workers : least;

	*counts = z->counts;
	if (counts->n)
		return;
	for (uint64_t n = least; n <= most && counts->n < IOZONE_LIST; n++)
		counts->value[counts->n++] = n;
}

static void say_head(struct iozone_campaign *c, const struct iozone_list *counts)
{
	struct iozone *z = c->z;
	uint64_t shown = z->counts.n ? counts->value[counts->n - 1] : counts->value[0];
	const char *plural = shown == 1 ? "" : z->threads ? "s" : "es";

	if (z->least_workers || z->most_workers)
		iozone_say(z, "\tMin process = %llu \n\tMax process = %llu \n",
			(unsigned long long)counts->value[0],
			(unsigned long long)counts->value[counts->n - 1]);
	iozone_say(z, "\tThroughput test with %llu %s%s\n", (unsigned long long)shown, noun(c),
		plural);
}

static int ended(struct iozone_campaign *c, int status)
{
	struct iozone *z = c->z;

	if (status) {
		iozone_interrupted(z, NULL);
		return status;
	}
	if (z->excel)
		for (int cpu = 0; cpu <= z->cpu; cpu++)
			put_report(c, cpu);
	iozone_say(z, "\niozone test complete.\n");
	if (z->poor)
		iozone_say(z,
			"Timer resolution is poor. Some small transfers may have \n"
			"reported inaccurate results. Sizes %llu kBytes and below.\n",
			(unsigned long long)z->poor / 1024);
	iozone_flush(z);
	return 0;
}

static int run_counts(struct iozone_campaign *c)
{
	struct iozone_list counts;
	int status = 0;

	counts_of(c->z, &counts);
	c->n_sums = counts.n;
	say_head(c, &counts);
	for (size_t i = 0; i < counts.n && !status; i++) {
		/* As the original, which parts them so. */
		c->n = (size_t)counts.value[i];
		status = run_count(c, i);
	}
	return ended(c, status);
}

int iozone_throughput(struct iozone *z)
{
	size_t files = (size_t)iozone_files(z);
	struct iozone_campaign *c = calloc(1, sizeof(*c));
	int status = 1;

	if (!c)
		return 1;
	c->z = z;
	c->size = z->sizes.n ? z->sizes.value[0] : 512 * 1024;
	c->record = z->records.n ? z->records.value[0] : 4096;
	c->file = calloc(files, sizeof(c->file[0]));
	c->names = calloc(files, sizeof(c->names[0]));
	c->child = calloc(files, sizeof(c->child[0]));
	c->shared = iozone_share();
	if (c->record > c->size) {
		iozone_say(z, "Error: record length %llu is greater than filesize %llu kB\n ",
			(unsigned long long)c->record, (unsigned long long)c->size / 1024);
		status = IOZONE_SIZES;
	} else if (!c->shared || !c->file || !c->names || !c->child) {
		iozone_say(z, "\niorun: error: no memory that children can share: %s\n",
			strerror(errno));
	} else {
		name_files(c);
		status = iozone_check_targets(z, c->file, files, c->size);
		status = status ? status : run_counts(c);
	}
	iozone_flush(z);
	free(c->file);
	free(c->names);
	free(c->child);
	iozone_unshare(c->shared);
	free(c);
	return status;
}
