/* Files of 2 GiB and more where off_t has 32 bits. */
#define _FILE_OFFSET_BITS 64
#include "iozone_record.h"

#include "life.h"
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#define PATTERN 0x3a3a3a3a3a3a3a3au

void iozone_put_pattern(unsigned char *buffer, size_t n)
{
	uint64_t pattern = PATTERN;

	for (size_t i = 0; i + sizeof(pattern) <= n; i += IOZONE_PAGE)
		memcpy(buffer + i, &pattern, sizeof(pattern));
}

void iozone_first_place(const struct iozone_worker *w, struct iozone_place *p)
{
	if (p->pass->order == AT_RANDOM && w->shuffled)
		p->at = w->shuffled[0];
	else
		p->at = p->pass->order == BACKWARD ? w->records - 1 : 0;
}

void iozone_next_place(const struct iozone_worker *w, struct iozone_place *p)
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
bool iozone_move(struct iozone_place *p, unsigned char *bytes, size_t n, off_t offset)
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

void iozone_touch(const unsigned char *bytes, size_t n, size_t step)
{
	const volatile unsigned char *seen = bytes;

	for (size_t i = 0; i < n; i += step)
		(void)seen[i];
}

/* Two stray reads, then back to where the pass goes on. */
static bool disrupt(const struct iozone_worker *w, struct iozone_place *p)
{
	size_t n = w->z->direct ? IOZONE_PAGE : 1;
	unsigned char *stray = w->buffer;

	if (p->pass->how == BY_FREAD)
		return true;
	for (int k = 0; k < 2; k++)
		if (pread(p->fd, stray, n <= w->record ? n : 1, (off_t)k * (off_t)IOZONE_PAGE) <
			0) {
			p->call = "read";
			return false;
		}
	return true;
}

/* Where the record's bytes differ from what belongs there; its length: nowhere. */
static size_t check(const struct iozone_worker *w, const struct iozone_place *p)
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
	for (size_t i = 0; i + sizeof(a) <= w->record; i += IOZONE_PAGE) {
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

static int mismatch(struct iozone_worker *w, const struct iozone_place *p, size_t at)
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
		(unsigned long long)(uintptr_t)(w->buffer + at),
		(unsigned long long)(at / IOZONE_PAGE));
	return IOZONE_MISMATCH;
}

/* Each test has its own way to say that a record could not be transferred. */
static void say_record(struct iozone_worker *w, const struct iozone_place *p, char *out, size_t n)
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

int iozone_record_failed(struct iozone_worker *w, const struct iozone_place *p, int error)
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

/* ---- moving it and looking at it ------------------------------------------------------------ */

/* What is written is only read. */
static unsigned char *bytes_of(const struct iozone_worker *w, bool writes, uint64_t offset)
{
	if (!writes || w->z->data.kind == DATA_ORIGINAL)
		return w->buffer;
	return (unsigned char *)(uintptr_t)data_at(&w->z->data, offset);
}

int iozone_record(struct iozone_worker *w, struct iozone_place *p, bool writes)
{
	const struct iozone *z = w->z;
	uint64_t offset = p->at * w->record;
	size_t cache = (size_t)z->cache_size * 1024, good;

	if (w->purge)
		iozone_touch(w->purge, w->record < cache ? w->record : cache, (size_t)z->line_size);
	if (z->disrupt && !writes && p->i % 100 == 0 && !disrupt(w, p))
		return iozone_record_failed(w, p, errno);
	if (p->pass->order != IN_ORDER && lseek(p->fd, (off_t)offset, SEEK_SET) == -1)
		return iozone_record_failed(w, p, errno);
	if (!iozone_move(p, bytes_of(w, writes, offset), w->record, (off_t)offset))
		return iozone_record_failed(w, p, errno);
	if (writes)
		return 0;
	good = check(w, p);
	return good == w->record ? 0 : mismatch(w, p, good);
}
