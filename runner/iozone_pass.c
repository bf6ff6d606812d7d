/* Files of 2 GiB and more where off_t has 32 bits. */
#define _FILE_OFFSET_BITS 64
#include "iozone_record.h"

#include "life.h"
#include "sys.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const struct iozone_pass iozone_passes[PASS_COUNT] = {
	[PASS_WRITE] = {0, false, BY_WRITE, IN_ORDER, OPEN_NEW, "Writer", "Error writing block",
		"write", 74, 44},
	[PASS_REWRITE] = {0, true, BY_WRITE, IN_ORDER, OPEN_WRITE, "Re-writer",
		"Error writing block", "write", 74, 44},
	[PASS_READ] = {1, false, BY_READ, IN_ORDER, OPEN_READ, "Reader", "Error reading block",
		"read", 61, 58},
	[PASS_REREAD] = {1, true, BY_READ, IN_ORDER, OPEN_READ, "Re-Reader", "Error reading block",
		"read", 61, 58},
	[PASS_RANDOM_READ] = {2, false, BY_READ, AT_RANDOM, OPEN_WRITE, "Random read",
		"Error reading block at", "read", 70, 66},
	[PASS_RANDOM_WRITE] = {2, false, BY_WRITE, AT_RANDOM, OPEN_WRITE, "Random write",
		"Error writing block at", "write", 74, 66},
	[PASS_BACKWARD] = {3, false, BY_READ, BACKWARD, OPEN_READ, "Backward read",
		"Error reading block", "read", 79, 75},
	[PASS_RECORD] = {4, false, BY_WRITE, AT_FIRST, OPEN_WRITE, "Record rewrite",
		"Error writing block", "write", 74, 44},
	[PASS_STRIDE] = {5, false, BY_READ, IN_STRIDES, OPEN_READ, "Stride read",
		"Error reading block", "read", 88, 86},
	[PASS_FWRITE] = {6, false, BY_FWRITE, IN_ORDER, OPEN_WRITE, "Fwrite",
		"Error fwriting block", "fwrite", 74, 49},
	[PASS_FREWRITE] = {6, true, BY_FWRITE, IN_ORDER, OPEN_WRITE, "Re-Fwrite",
		"Error fwriting block", "fwrite", 74, 49},
	[PASS_FREAD] = {7, false, BY_FREAD, IN_ORDER, OPEN_READ, "Fread", "Error freading block",
		"read", 54, 52},
	[PASS_FREREAD] = {7, true, BY_FREAD, IN_ORDER, OPEN_READ, "Re-Fread",
		"Error freading block", "read", 54, 52},
	[PASS_PWRITE] = {9, false, BY_PWRITE, IN_ORDER, OPEN_WRITE, "Pwrite",
		"Error pwriting block", "pwrite", 74, 44},
	[PASS_REPWRITE] = {9, true, BY_PWRITE, IN_ORDER, OPEN_WRITE, "Re-Pwrite",
		"Error pwriting block", "pwrite", 74, 44},
	[PASS_PREAD] = {10, false, BY_PREAD, IN_ORDER, OPEN_READ, "Pread", "Error reading block",
		"pread", 103, 58},
	[PASS_REPREAD] = {10, true, BY_PREAD, IN_ORDER, OPEN_READ, "Re-Pread",
		"Error reading block", "pread", 103, 58},
};

bool iozone_writes(const struct iozone_pass *pass)
{
	return pass->how == BY_WRITE || pass->how == BY_FWRITE || pass->how == BY_PWRITE;
}

/* ---- buffers and order ---------------------------------------------------------------------- */

static uint64_t next_random(uint64_t *state)
{
	/* Marsaglia: Xorshift RNGs (2003). */
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

/* Every record once, in the same order each time: Fisher and Yates. */
static uint64_t *shuffle(uint64_t n)
{
	uint64_t *order = malloc((n ? n : 1) * sizeof(*order)), state = 0x9e3779b97f4a7c15u;

	for (uint64_t i = 0; order && i < n; i++)
		order[i] = i;
	for (uint64_t i = n; order && i-- > 0;) {
		uint64_t k = next_random(&state) % (i + 1), kept = order[i];

		order[i] = order[k];
		order[k] = kept;
	}
	return order;
}

void iozone_worker_init(struct iozone_worker *w, struct iozone *z, struct iozone_file *file,
	uint64_t size, uint64_t record)
{
	struct iozone_worker fresh = {.z = z, .file = file};
	size_t align = IOZONE_PAGE > z->cache_size ? IOZONE_PAGE : 1024;

	*w = fresh;
	w->record = (size_t)record;
	w->records = size / record;
	while (align < z->cache_size * 1024 && align < IOZONE_LARGEST)
		align *= 2;
	w->buffer = sys_buffer(w->record, align);
	if (z->purge)
		w->purge = sys_buffer((size_t)z->cache_size * 1024, IOZONE_PAGE);
	if (z->verify && z->data.kind == DATA_ORIGINAL) {
		w->want = sys_buffer(w->record, IOZONE_PAGE);
		iozone_put_pattern(w->want, w->record);
	}
	if (iozone_selected(z, 2) || iozone_selected(z, 8))
		w->shuffled = shuffle(w->records);
}

void iozone_worker_clear(struct iozone_worker *w)
{
	free(w->buffer);
	free(w->purge);
	free(w->want);
	free((void *)(uintptr_t)w->shuffled);
}

/* ---- one pass ------------------------------------------------------------------------------- */

/* The clock and the processor time of the worker: a thread's own. */
static double cpu_now(const struct iozone_worker *w)
{
	return w->gate && w->z->threads ? sys_cpu_thread() : sys_cpu();
}

struct timing {
	double start, cpu;
};

static void clock_begin(const struct iozone_worker *w, struct timing *t)
{
	t->cpu = cpu_now(w);
	t->start = sys_now();
}

static void clock_end(struct iozone_worker *w, const struct timing *t)
{
	w->seconds = sys_now() - t->start - w->z->resolution;
	w->cpu = cpu_now(w) - t->cpu;
}

/* Has another worker stopped this one?  Notes the moment at once; false: go on. */
static bool stopped(struct iozone_worker *w, const struct timing *t)
{
	if (!w->gate)
		return false;
	if (atomic_load_explicit(&w->gate->abort, memory_order_relaxed))
		return true;
	if (!w->cut && atomic_load_explicit(&w->gate->stop, memory_order_relaxed)) {
		w->cut = true;
		clock_end(w, t);
	}
	return w->cut && !w->carries_on;
}

static int all_records(struct iozone_worker *w, struct iozone_place *p, const struct timing *t)
{
	bool writes = iozone_writes(p->pass);

	for (iozone_first_place(w, p); p->i < w->records; iozone_next_place(w, p)) {
		int status;

		if (life_stop)
			return 128 + life_stop;
		if (stopped(w, t))
			return 0;
		status = iozone_record(w, p, writes);
		if (status)
			return status;
		/* A record under way when the others were stopped does not count. */
		if (stopped(w, t))
			return 0;
		w->done += !w->cut;
	}
	if (w->gate && !w->cut && !w->z->no_stonewall)
		atomic_store(&w->gate->stop, 1);
	return 0;
}

static int sync_file(struct iozone_worker *w, struct iozone_place *p)
{
	if (p->f && iozone_writes(p->pass) && fflush(p->f) != 0) {
		p->call = "fwrite";
		return iozone_record_failed(w, p, errno);
	}
	/* A file open for reading cannot be synced everywhere; nothing is lost by it. */
	if (fsync(p->fd) != 0 && iozone_writes(p->pass)) {
		p->call = "fsync";
		return iozone_record_failed(w, p, errno);
	}
	return 0;
}

static int close_file(struct iozone_worker *w, struct iozone_place *p)
{
	int bad = p->f ? fclose(p->f) : close(p->fd);

	p->f = NULL;
	p->call = "close";
	if (bad && iozone_writes(p->pass)) {
		p->fd = -1;
		return iozone_record_failed(w, p, errno);
	}
	p->fd = -1;
	return 0;
}

/* Ready for the clock: what the pass writes, what lies in the processor's cache, the first record
 * read. */
static int warm_up(struct iozone_worker *w, struct iozone_place *p)
{
	if (iozone_writes(p->pass)) {
		iozone_put_pattern(w->buffer, w->record);
	} else if (p->pass->test == 1) {
		if (!iozone_move(p, w->buffer, w->record, 0))
			return iozone_record_failed(w, p, errno);
		lseek(p->fd, 0, SEEK_SET);
	} else {
		memset(w->buffer, 0, w->record < IOZONE_PAGE ? w->record : IOZONE_PAGE);
	}
	if (!w->purge)
		iozone_touch(w->buffer, w->record, (size_t)w->z->line_size);
	return 0;
}

/* All are ready before one starts. */
static bool wait_at_gate(struct iozone_worker *w)
{
	char byte;

	atomic_fetch_add(&w->gate->ready, 1);
	while (read(w->gate_fd, &byte, 1) == -1 && errno == EINTR && !life_stop)
		;
	return !life_stop && !atomic_load(&w->gate->abort);
}

static int timed(struct iozone_worker *w, struct iozone_place *p)
{
	const struct iozone *z = w->z;
	struct timing t;
	int status;

	if (w->gate && !wait_at_gate(w))
		return life_stop ? 128 + life_stop : 0;
	clock_begin(w, &t);
	status = all_records(w, p, &t);
	if (!status && z->fsync)
		status = sync_file(w, p);
	if (!status && z->close)
		status = close_file(w, p);
	/* Who was stopped by others has its time from then on, but for what -e and -c add. */
	if (!w->cut || ((z->fsync || z->close) && !w->carries_on))
		clock_end(w, &t);
	if (!status && p->fd != -1)
		status = sync_file(w, p);
	return status;
}

static FILE *stream(struct iozone_worker *w, const struct iozone_pass *pass, int fd, char *buffer)
{
	FILE *f = fdopen(fd, pass->how == BY_FREAD ? "r" : "r+");

	if (f)
		setvbuf(f, buffer, _IOFBF, w->record);
	return f;
}

int iozone_pass_run(struct iozone_worker *w, const struct iozone_pass *pass)
{
	struct iozone_place p = {.pass = pass};
	bool stdio = pass->how == BY_FREAD || pass->how == BY_FWRITE;
	char *buffer = stdio ? sys_buffer(w->record, IOZONE_PAGE) : NULL;
	int status;

	*w->trouble = 0;
	w->done = 0;
	w->seconds = w->cpu = 0;
	w->cut = false;
	p.fd = iozone_open(w->z, w->file, pass->open, pass, w->trouble, sizeof(w->trouble));
	if (p.fd != -1 && stdio && !(p.f = stream(w, pass, p.fd, buffer))) {
		snprintf(w->trouble, sizeof(w->trouble),
			"\nCan not fdopen temp file: %s\nfdopen: %s\n", w->file->path,
			strerror(errno));
		close(p.fd);
		p.fd = -1;
	}
	if (p.fd == -1) {
		free(buffer);
		return pass->no_file;
	}
	fsync(p.fd);
	status = warm_up(w, &p);
	if (!status)
		status = timed(w, &p);
	if (p.fd != -1) {
		int closed = close_file(w, &p);

		status = status ? status : closed;
	}
	free(buffer);
	return status;
}
