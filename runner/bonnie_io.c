#include "bonnie.h"

#include "life.h"
#include "sys.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef O_NOFOLLOW
#define O_NOFOLLOW 0
#endif

/* What one test over the file needs. */
struct walk {
	struct bonnie_run *run;
	struct bonnie_meter meter;
	size_t chunk;
	long long blocks;
	unsigned char *buffer, *spare;
	int fd;
};

static bool file_fail(const struct bonnie_run *run, const char *what)
{
	char text[96];

	snprintf(text, sizeof(text), "%s %s", what, run->path);
	return bonnie_fail(text);
}

/* Only what this run made is removed. */
static bool remove_file(struct bonnie_run *run)
{
	int fd;

	if (!run->made)
		return true;
	fd = bonnie_io_open(run);
	if (fd == -1)
		return false;
	close(fd);
	if (unlink(run->path) != 0)
		return file_fail(run, "Can't remove");
	life_keep(run->path);
	run->made = false;
	return true;
}

static int create_file(struct bonnie_run *run)
{
	struct stat s;
	int fd;

	if (!remove_file(run))
		return -1;
	fd = life_create(run->path, false, S_IRUSR | S_IWUSR);
	if (fd == -1 || fstat(fd, &s) != 0) {
		file_fail(run, "Can't create");
		return -1;
	}
	run->dev = s.st_dev;
	run->ino = s.st_ino;
	run->made = true;
	if (run->o->direct && !sys_direct(fd)) {
		file_fail(run, "Can't use direct I/O on");
		close(fd);
		return -1;
	}
	return fd;
}

int bonnie_io_open(const struct bonnie_run *run)
{
	int fd = open(run->path, O_RDWR | O_NOFOLLOW);

	if (fd == -1) {
		file_fail(run, "Can't open");
	} else if (!bonnie_is_ours(run, fd)) {
		fprintf(stderr, "%s is not the file that this run made\n", run->path);
		close(fd);
		fd = -1;
	}
	return fd;
}

bool bonnie_io_close(int fd)
{
	bool synced = fsync(fd) == 0 || errno == EINVAL;
	int error = errno;

	if (close(fd) == 0 && synced)
		return true;
	if (!synced)
		errno = error;
	return bonnie_fail("Can't close the file");
}

/* ---- what is in a block ---------------------------------------------------------------------- */

/* In a block of the original, each byte tells how many blocks up to it have counted it up. */
static const unsigned char *block_of(
	const struct bonnie_run *run, long long number, unsigned char *spare)
{
	size_t chunk = (size_t)run->o->chunk;
	long long round = number / (long long)chunk;
	size_t last = (size_t)(number % (long long)chunk);

	if (run->o->data.kind != DATA_ORIGINAL)
		return data_at(&run->o->data, (uint64_t)number * chunk);
	memset(spare, (int)(round + 1) & 255, last + 1);
	memset(spare + last + 1, (int)round & 255, chunk - last - 1);
	return spare;
}

bool bonnie_io_check(const struct bonnie_run *run, const unsigned char *block, long long number,
	int rewritten, unsigned char *spare)
{
	size_t chunk = (size_t)run->o->chunk, at = (size_t)(number % run->o->chunk), i;
	const unsigned char *want;

	if (!run->o->verify)
		return true;
	want = block_of(run, number, spare);
	if (memcmp(want, block, at) == 0 &&
		memcmp(want + at + 1, block + at + 1, chunk - at - 1) == 0 &&
		(rewritten < 0 || block[at] == ((want[at] + rewritten) & 255)))
		return true;
	for (i = 0; i < chunk; i++)
		if (block[i] != ((want[i] + (i == at ? (rewritten < 0 ? 0 : rewritten) : 0)) &
					255) &&
			(i != at || rewritten >= 0))
			break;
	fprintf(stderr, "Byte %lld of %s is not what was written: %d, not %d\n",
		number * run->o->chunk + (long long)i, run->path, block[i], want[i]);
	return false;
}

/* ---- one block of each test ------------------------------------------------------------------ */

static bool putc_block(struct walk *w, long long number)
{
	const unsigned char *bytes = w->buffer;

	if (w->run->o->data.kind != DATA_ORIGINAL)
		bytes = data_at(&w->run->o->data, (uint64_t)number * w->chunk);
	for (size_t i = 0; i < w->chunk; i++)
		if (!bonnie_write(w->fd, bytes + i, 1)) {
			int error = errno;

			if (!life_stop)
				fputs("Can't write() - disk full?\n", stderr);
			errno = error;
			return bonnie_fail("iorun: per char");
		}
	bonnie_lap(&w->meter);
	return true;
}

static bool write_failed(long long number)
{
	bonnie_fail("Can't write block.");
	if (!life_stop)
		fprintf(stderr, "Can't write block %lld.\n", number);
	return false;
}

static bool put_block(struct walk *w, long long number)
{
	const unsigned char *bytes = w->buffer;

	if (w->run->o->data.kind != DATA_ORIGINAL)
		bytes = data_at(&w->run->o->data, (uint64_t)number * w->chunk);
	else
		w->buffer[(size_t)number % w->chunk]++;
	if (!bonnie_write(w->fd, bytes, w->chunk))
		return write_failed(number);
	bonnie_lap(&w->meter);
	return true;
}

static bool rewrite_block(struct walk *w, long long number)
{
	if (!bonnie_read(w->fd, w->buffer, w->chunk))
		return bonnie_fail("Can't read block.");
	if (!bonnie_io_check(w->run, w->buffer, number, 0, w->spare))
		return false;
	w->buffer[(size_t)number % w->chunk]++;
	if (lseek(w->fd, -(off_t)w->chunk, SEEK_CUR) == -1)
		return bonnie_fail("Can't seek.");
	if (!bonnie_write(w->fd, w->buffer, w->chunk))
		return write_failed(number);
	bonnie_lap(&w->meter);
	return true;
}

static bool checked(struct walk *w, long long number)
{
	bonnie_lap(&w->meter);
	if (!bonnie_io_check(w->run, w->buffer, number, 1, w->spare))
		return false;
	if (w->run->o->verify)
		bonnie_skip(&w->meter);
	return true;
}

static bool getc_block(struct walk *w, long long number)
{
	for (size_t i = 0; i < w->chunk; i++)
		if (!bonnie_read(w->fd, w->buffer + i, 1))
			return bonnie_fail("Can't read a byte.");
	return checked(w, number);
}

static bool get_block(struct walk *w, long long number)
{
	if (!bonnie_read(w->fd, w->buffer, w->chunk))
		return bonnie_fail("Can't read block.");
	return checked(w, number);
}

/* ---- the tests ------------------------------------------------------------------------------- */

static const struct {
	bool creates, by_char;
	bool (*step)(struct walk *walk, long long number);
	const char *says;
} tests[] = {
	[BONNIE_PUTC] = {true, true, putc_block, "Writing a byte at a time..."},
	[BONNIE_PUT_BLOCK] = {true, false, put_block, "Writing intelligently..."},
	[BONNIE_REWRITE] = {false, false, rewrite_block, "Rewriting..."},
	[BONNIE_GETC] = {false, true, getc_block, "Reading a byte at a time..."},
	[BONNIE_GET_BLOCK] = {false, false, get_block, "Reading intelligently..."},
};

static bool steps(struct walk *w, enum bonnie_test test)
{
	for (long long i = 0; i < w->blocks; i++)
		if (life_stop || !tests[test].step(w, i))
			return false;
	return true;
}

static bool one_test(struct walk *w, enum bonnie_test test, bool first)
{
	const struct bonnie_options *o = w->run->o;
	long long mib = tests[test].by_char && o->per_char < o->size ? o->per_char : o->size;

	if (!bonnie_ready(w->run, test, first))
		return false;
	bonnie_say(w->run, tests[test].says);
	w->blocks = mib * 1024 * 1024 / o->chunk;
	for (size_t i = 0; i < w->chunk; i++)
		w->buffer[i] = test == BONNIE_PUTC ? i % 128 : 0;
	bonnie_start(&w->meter);
	w->fd = tests[test].creates ? create_file(w->run) : bonnie_io_open(w->run);
	if (w->fd == -1)
		return false;
	bonnie_skip(&w->meter);
	if (!steps(w, test)) {
		close(w->fd);
		return false;
	}
	if (!bonnie_io_close(w->fd))
		return false;
	bonnie_stop(&w->meter, &w->run->results[test]);
	bonnie_say(w->run, "done\n");
	return true;
}

bool bonnie_io(struct bonnie_run *run)
{
	struct walk w = {.run = run,
		.chunk = (size_t)run->o->chunk,
		.buffer = run->buffer,
		.spare = run->spare};
	bool first = true;

	for (int test = BONNIE_PUTC; test <= BONNIE_GET_BLOCK; test++) {
		if (tests[test].by_char && !run->o->per_char)
			continue;
		if (!one_test(&w, (enum bonnie_test)test, first))
			return false;
		first = false;
	}
	return bonnie_ready(run, BONNIE_SEEKS, false) && bonnie_seeks(run) && remove_file(run);
}
