#include "bonnie.h"

#include "iorun.h"
#include "life.h"
#include "sys.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* As the original: on an end by signal in the IO tests, and on any other failure. */
#define INTERRUPTED 5
#define FAILED      1

/* Of buffers that direct I/O can use. */
#define ALIGN 4096

void bonnie_say(const struct bonnie_run *run, const char *text)
{
	if (!run->o->quiet && fputs(text, stderr) == EOF && errno == EPIPE)
		life_stop = SIGPIPE;
}

bool bonnie_fail(const char *what)
{
	if (errno == EFBIG)
		life_stop = SIGXFSZ;
	if (!life_stop)
		fprintf(stderr, "%s: %s\n", what, errno ? strerror(errno) : "the file ends early");
	return false;
}

bool bonnie_write(int fd, const void *bytes, size_t n)
{
	const char *at = bytes;

	while (n) {
		ssize_t done = write(fd, at, n);

		if (done == -1 && errno == EINTR && !life_stop)
			continue;
		if (done == 0)
			errno = ENOSPC;
		if (done <= 0)
			return false;
		at += done;
		n -= (size_t)done;
	}
	return true;
}

bool bonnie_read(int fd, void *bytes, size_t n)
{
	char *at = bytes;

	while (n) {
		ssize_t done = read(fd, at, n);

		if (done == -1 && errno == EINTR && !life_stop)
			continue;
		if (done == 0)
			errno = 0;
		if (done <= 0)
			return false;
		at += done;
		n -= (size_t)done;
	}
	return true;
}

bool bonnie_is_ours(const struct bonnie_run *run, int fd)
{
	struct stat s;

	return fstat(fd, &s) == 0 && s.st_dev == run->dev && s.st_ino == run->ino;
}

void bonnie_start(struct bonnie_meter *meter)
{
	meter->longest = 0;
	meter->cpu = sys_cpu();
	meter->start = meter->last = sys_now();
}

void bonnie_lap(struct bonnie_meter *meter)
{
	double now = sys_now();

	if (now - meter->last > meter->longest)
		meter->longest = now - meter->last;
	meter->last = now;
}

void bonnie_skip(struct bonnie_meter *meter)
{
	meter->last = sys_now();
}

void bonnie_stop(const struct bonnie_meter *meter, struct bonnie_result *result)
{
	result->elapsed = sys_now() - meter->start;
	result->cpu = sys_cpu() - meter->cpu;
	result->latency = meter->longest;
}

/* What a figure means depends on these; stdout stays as the original's. */
static void tell_conditions(const struct bonnie_options *o)
{
	uint64_t ram = sys_ram() >> 20, room;
	char data[32], size[32];

	data_name(&o->data, data, sizeof(data));
	bonnie_size_text(o->size, size, sizeof(size));
	fputs("iorun: ", stderr);
	if (o->size)
		fprintf(stderr, "file %s, ", size);
	if (ram)
		fprintf(stderr, "RAM %lluM, ", (unsigned long long)ram);
	fprintf(stderr, "data %s%s\n", data, o->verify ? ", verified" : "");
	if (o->size && (uint64_t)o->size <= ram)
		fputs("iorun: warning: the file fits in RAM: figures may be of the cache, not of "
		      "the disks\n",
			stderr);
	if (sys_free_space(".", &room) && (uint64_t)o->size > room >> 20)
		fprintf(stderr, "iorun: warning: the file takes %lldM, only %lluM are free here\n",
			o->size, (unsigned long long)room >> 20);
}

static void tell_stop(void)
{
	if (life_stop == SIGXFSZ)
		fputs("exceeded file storage limits.\n", stderr);
	else if (life_stop == SIGXCPU)
		fputs("Exceeded CPU usage.\n", stderr);
	else
		fprintf(stderr, "\niorun: stopped by %s, no result\n",
			life_stop == SIGINT    ? "SIGINT"
			: life_stop == SIGTERM ? "SIGTERM"
			: life_stop == SIGPIPE ? "SIGPIPE"
					       : "a signal");
}

/* One run of all tests. */
static bool perform(struct bonnie_run *run)
{
	const struct bonnie_options *o = run->o;

	memset(run->results, 0, sizeof(run->results));
	run->in_files = run->made = false;
	if (!bonnie_random_init(&run->random, o))
		return false;
	if (o->size && !bonnie_io(run))
		return false;
	run->in_files = true;
	if (o->files && !bonnie_files(run))
		return false;
	return bonnie_report(run);
}

static int runs(struct bonnie_run *run)
{
	const struct bonnie_options *o = run->o;

	if (o->data.kind != DATA_ORIGINAL)
		data_at(&o->data, 0);
	tell_conditions(o);
	if (o->runs > 1)
		bonnie_report_header(o);
	for (long long i = 0; i < (o->runs < 0 ? 1 : o->runs); i++) {
		if (perform(run))
			continue;
		if (life_stop)
			tell_stop();
		bonnie_files_clean(run);
		return life_stop && !run->in_files ? INTERRUPTED : FAILED;
	}
	return 0;
}

static int campaign(const struct bonnie_options *o)
{
	struct bonnie_run run = {.o = o};
	size_t larger = (size_t)(o->chunk > o->file_chunk ? o->chunk : o->file_chunk);
	int status;

	snprintf(run.path, sizeof(run.path), "./Bonnie.%ld", (long)getpid());
	run.base = open(".", O_RDONLY);
	if (run.base == -1) {
		bonnie_fail("Can't open the directory");
		return FAILED;
	}
	run.buffer = sys_buffer(larger, ALIGN);
	run.spare = sys_buffer(larger, ALIGN);
	status = runs(&run);
	free(run.buffer);
	free(run.spare);
	free(run.random.table);
	close(run.base);
	return status;
}

int bonnie_main(int argc, char **argv)
{
	struct bonnie_options o;
	int status;

	life_begin(true);
	status = bonnie_options(argc, argv, &o);
	return status == -1 ? campaign(&o) : status;
}
