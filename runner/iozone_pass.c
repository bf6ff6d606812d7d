/* Files of 2 GiB and more where off_t has 32 bits. */
#define _FILE_OFFSET_BITS 64
#include "iozone.h"

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

/* What the original of this release writes at the beginning of each page, and looks for there. */
#define PAGE    4096u
#define PATTERN 0x3a3a3a3a3a3a3a3au

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

static void put_pattern(unsigned char *buffer, size_t n)
{
	uint64_t pattern = PATTERN;

	for (size_t i = 0; i + sizeof(pattern) <= n; i += PAGE)
		memcpy(buffer + i, &pattern, sizeof(pattern));
}

void iozone_worker_init(struct iozone_worker *w, struct iozone *z, struct iozone_file *file,
	uint64_t size, uint64_t record)
{
	struct iozone_worker fresh = {.z = z, .file = file};
	size_t align = PAGE > z->cache_size ? PAGE : 1024;

	*w = fresh;
	w->record = (size_t)record;
	w->records = size / record;
	while (align < z->cache_size * 1024 && align < IOZONE_LARGEST)
		align *= 2;
	w->buffer = sys_buffer(w->record, align);
	if (z->purge)
		w->purge = sys_buffer((size_t)z->cache_size * 1024, PAGE);
	if (z->verify && z->data.kind == DATA_ORIGINAL) {
		w->want = sys_buffer(w->record, PAGE);
		put_pattern(w->want, w->record);
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

/* ---- one record ----------------------------------------------------------------------------- */

struct place {
	const struct iozone_pass *pass;
	int fd;
	FILE *f;
	uint64_t i, at; /* the record by its number in the pass; where it lies, in records */
	uint64_t wraps;
	size_t moved;     /* of the record at hand */
	const char *call; /* that failed, if not the pass's own */
};

static void first_place(const struct iozone_worker *w, struct place *p)
{
	if (p->pass->order == AT_RANDOM && w->shuffled)
		p->at = w->shuffled[0];
	else
		p->at = p->pass->order == BACKWARD ? w->records - 1 : 0;
}

static void next_place(const struct iozone_worker *w, struct place *p)
{
	uint64_t n = w->records, stride = w->z->stride;

	p->i++;
	switch (p->pass->order) {
	case IN_ORDER:
		p->at++;
		break;
	case AT_RANDOM:
		p->at = p->i < n ? w->shuffled[p->i] : 0;
		break;
	case BACKWARD:
		p->at--;
		break;
	case AT_FIRST:
		break;
	case IN_STRIDES:
		if (p->at + 1 + stride < n - 1) {
			p->at += stride;
			break;
		}
		p->wraps++;
		p->at = n <= stride ? 0 : p->wraps % n;
		break;
	}
}

/* All of a record: a call that moves less is called again, so that what is wrong comes out. */
static bool move(struct place *p, unsigned char *bytes, size_t n, off_t offset)
{
	p->moved = 0;
	while (p->moved < n) {
		unsigned char *at = bytes + p->moved;
		size_t left = n - p->moved;
		off_t from = offset + (off_t)p->moved;
		ssize_t got;

		errno = 0;
		switch (p->pass->how) {
		case BY_READ:
			got = read(p->fd, at, left);
			break;
		case BY_WRITE:
			got = write(p->fd, at, left);
			break;
		case BY_PREAD:
			got = pread(p->fd, at, left, from);
			break;
		case BY_PWRITE:
			got = pwrite(p->fd, at, left, from);
			break;
		case BY_FREAD:
			got = fread(at, 1, left, p->f) == left ? (ssize_t)left
			      : ferror(p->f)                   ? -1
							       : 0;
			break;
		default:
			got = fwrite(at, left, 1, p->f) == 1 ? (ssize_t)left : -1;
		}
		if (got <= 0)
			return false;
		p->moved += (size_t)got;
	}
	return true;
}

static void touch(const unsigned char *bytes, size_t n, size_t step)
{
	const volatile unsigned char *seen = bytes;

	for (size_t i = 0; i < n; i += step)
		(void)seen[i];
}

/* Two stray reads, then back to where the pass goes on. */
static bool disrupt(const struct iozone_worker *w, struct place *p)
{
	size_t n = w->z->direct ? PAGE : 1;
	unsigned char *stray = w->buffer;

	if (p->pass->how == BY_FREAD)
		return true;
	for (int k = 0; k < 2; k++)
		if (pread(p->fd, stray, n <= w->record ? n : 1, (off_t)k * (off_t)PAGE) < 0) {
			p->call = "read";
			return false;
		}
	return true;
}

/* Where the record's bytes differ from what belongs there; its length: nowhere. */
static size_t check(const struct iozone_worker *w, const struct place *p)
{
	const struct data *data = &w->z->data;
	uint64_t offset = p->at * w->record;
	const unsigned char *want;
	uint64_t a, b = PATTERN;

	if (data->kind == DATA_ORIGINAL && w->z->verify) {
		for (size_t i = 0; memcmp(w->buffer, w->want, w->record) != 0; i++)
			if (w->buffer[i] != w->want[i])
				return i;
		return w->record;
	}
	if (w->z->verify)
		return data_check(data, w->buffer, offset, w->record);
	want = data->kind == DATA_ORIGINAL ? NULL : data_at(data, offset);
	for (size_t i = 0; i + sizeof(a) <= w->record; i += PAGE) {
		memcpy(&a, w->buffer + i, sizeof(a));
		if (want)
			memcpy(&b, want + i, sizeof(b));
		if (a != b)
			return i;
	}
	return w->record;
}

static const unsigned char *wanted(const struct iozone_worker *w, uint64_t offset)
{
	if (w->z->data.kind != DATA_ORIGINAL)
		return data_at(&w->z->data, offset);
	return w->want;
}

/* ---- what the log has to say ---------------------------------------------------------------- */

static int mismatch(struct iozone_worker *w, const struct place *p, size_t at)
{
	const unsigned char *want = wanted(w, p->at * w->record);
	uint64_t found = 0, expected = PATTERN;
	size_t n = w->record - at < sizeof(found) ? w->record - at : sizeof(found);

	memcpy(&found, w->buffer + at, n);
	if (want) {
		expected = 0;
		memcpy(&expected, want + at, n);
	}
	snprintf(w->trouble, sizeof(w->trouble),
		"\n\nError in file: Found ?%llx? Expecting ?%llx? addr %llx\n"
		"Error in file: Position %llu \nRecord # %llu Record size %llu kb \n"
		"where 0x%llxx loop %llu\n",
		(unsigned long long)found, (unsigned long long)expected,
		(unsigned long long)(uintptr_t)(w->buffer + at),
		(unsigned long long)(p->at * w->record + at), (unsigned long long)p->at,
		(unsigned long long)w->record / 1024,
		(unsigned long long)(uintptr_t)(w->buffer + at), (unsigned long long)(at / PAGE));
	return IOZONE_MISMATCH;
}

/* Each test has its own way to say that a record could not be transferred. */
static void say_record(struct iozone_worker *w, const struct place *p, char *out, size_t n)
{
	const char *words = p->pass->error;
	unsigned long long i = p->i, offset = p->at * w->record;

	if (p->pass->order == AT_RANDOM)
		snprintf(out, n, "%s %llu", words, offset);
	else if (p->pass->order == IN_STRIDES)
		snprintf(out, n,
			"%s %llu, fd= %d Filename %s Read returned %llu\n\n"
			"Seeked to %llu Reclen = %llu",
			words, i, p->fd, w->file->path, (unsigned long long)p->moved,
			(unsigned long long)p->at, (unsigned long long)w->record);
	else if (p->pass->order == BACKWARD)
		snprintf(out, n, "%s %llu", words, i);
	else if (iozone_writes(p->pass))
		snprintf(out, n, "%s %llu, fd= %d", words, i, p->fd);
	else
		snprintf(
			out, n, "%s %llu %llx", words, i, (unsigned long long)(uintptr_t)w->buffer);
}

static int failed(struct iozone_worker *w, const struct place *p, int error)
{
	char record[4200], reason[256];

	if (life_stop && (error == EINTR || error == 0))
		return 128 + life_stop;
	say_record(w, p, record, sizeof(record));
	if (error)
		snprintf(reason, sizeof(reason), "%s: %s", p->call ? p->call : p->pass->call,
			strerror(error));
	else
		snprintf(reason, sizeof(reason), "iorun: reason: %s after %llu of %llu bytes",
			iozone_writes(p->pass) ? "nothing was written" : "the file ends",
			(unsigned long long)p->moved, (unsigned long long)w->record);
	snprintf(w->trouble, sizeof(w->trouble), "\n%.700s\n%s\n", record, reason);
	return p->pass->failed;
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

/* What is written is only read. */
static unsigned char *bytes_of(const struct iozone_worker *w, bool writes, uint64_t offset)
{
	if (!writes || w->z->data.kind == DATA_ORIGINAL)
		return w->buffer;
	return (unsigned char *)(uintptr_t)data_at(&w->z->data, offset);
}

static int one_record(struct iozone_worker *w, struct place *p, bool writes)
{
	const struct iozone *z = w->z;
	uint64_t offset = p->at * w->record;
	size_t cache = (size_t)z->cache_size * 1024, good;

	if (w->purge)
		touch(w->purge, w->record < cache ? w->record : cache, (size_t)z->line_size);
	if (z->disrupt && !writes && p->i % 100 == 0 && !disrupt(w, p))
		return failed(w, p, errno);
	if (p->pass->order != IN_ORDER && lseek(p->fd, (off_t)offset, SEEK_SET) == -1)
		return failed(w, p, errno);
	if (!move(p, bytes_of(w, writes, offset), w->record, (off_t)offset))
		return failed(w, p, errno);
	if (writes)
		return 0;
	good = check(w, p);
	return good == w->record ? 0 : mismatch(w, p, good);
}

static int all_records(struct iozone_worker *w, struct place *p, const struct timing *t)
{
	bool writes = iozone_writes(p->pass);

	for (first_place(w, p); p->i < w->records; next_place(w, p)) {
		int status;

		if (life_stop)
			return 128 + life_stop;
		if (stopped(w, t))
			return 0;
		status = one_record(w, p, writes);
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

static int sync_file(struct iozone_worker *w, struct place *p)
{
	if (p->f && iozone_writes(p->pass) && fflush(p->f) != 0) {
		p->call = "fwrite";
		return failed(w, p, errno);
	}
	/* A file open for reading cannot be synced everywhere; nothing is lost by it. */
	if (fsync(p->fd) != 0 && iozone_writes(p->pass)) {
		p->call = "fsync";
		return failed(w, p, errno);
	}
	return 0;
}

static int close_file(struct iozone_worker *w, struct place *p)
{
	int bad = p->f ? fclose(p->f) : close(p->fd);

	p->f = NULL;
	p->call = "close";
	if (bad && iozone_writes(p->pass)) {
		p->fd = -1;
		return failed(w, p, errno);
	}
	p->fd = -1;
	return 0;
}

/* Ready for the clock: what the pass writes, what lies in the processor's cache, the first record
 * read. */
static int warm_up(struct iozone_worker *w, struct place *p)
{
	if (iozone_writes(p->pass)) {
		put_pattern(w->buffer, w->record);
	} else if (p->pass->test == 1) {
		if (!move(p, w->buffer, w->record, 0))
			return failed(w, p, errno);
		lseek(p->fd, 0, SEEK_SET);
	} else {
		memset(w->buffer, 0, w->record < PAGE ? w->record : PAGE);
	}
	if (!w->purge)
		touch(w->buffer, w->record, (size_t)w->z->line_size);
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

static int timed(struct iozone_worker *w, struct place *p)
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
	struct place p = {.pass = pass};
	bool stdio = pass->how == BY_FREAD || pass->how == BY_FWRITE;
	char *buffer = stdio ? sys_buffer(w->record, PAGE) : NULL;
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
