/*
 * Preloaded into iorun: makes a system call on a regular file fail, or the clock of the day jump.
 *   SHIM_CALL=write|read|pwrite|pread|fsync  SHIM_AT=N: the N-th of it, counted from 1, and all
 * after SHIM_DO=error:ERRNO | short | kill       (kill: only one process, who makes the file
 * SHIM_ONCE) SHIM_CLOCK=1: the clock of the day goes back and forth by a day
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static int count;

static int meant(const char *call, int fd)
{
	const char *name = getenv("SHIM_CALL"), *at = getenv("SHIM_AT");
	struct stat s;

	if (!name || strcmp(name, call) != 0 || fd <= 2 || fstat(fd, &s) != 0 ||
		!S_ISREG(s.st_mode))
		return 0;
	return ++count >= (at ? atoi(at) : 1);
}

/* -1: the call fails; else how many bytes of it are to be done. */
static ssize_t act(size_t n)
{
	const char *what = getenv("SHIM_DO"), *once = getenv("SHIM_ONCE");

	if (strncmp(what, "error:", 6) == 0) {
		errno = atoi(what + 6);
		return -1;
	}
	if (strcmp(what, "short") == 0)
		return n > 1 ? (ssize_t)(n / 2) : (ssize_t)n;
	if (once && open(once, O_CREAT | O_EXCL, 0600) != -1)
		kill(getpid(), SIGKILL);
	return (ssize_t)n;
}

#define NEXT(name) __typeof__(&name) next = (__typeof__(&name))dlsym(RTLD_NEXT, #name)
#define SHIM(name, fd, n)                                                                          \
	NEXT(name);                                                                                \
	if (meant(#name, fd)) {                                                                    \
		ssize_t part = act(n);                                                             \
		if (part < 0)                                                                      \
			return -1;                                                                 \
		n = (size_t)part;                                                                  \
	}

ssize_t write(int fd, const void *bytes, size_t n)
{
	SHIM(write, fd, n)
	return next(fd, bytes, n);
}

ssize_t read(int fd, void *bytes, size_t n)
{
	SHIM(read, fd, n)
	return next(fd, bytes, n);
}

ssize_t pwrite(int fd, const void *bytes, size_t n, off_t at)
{
	SHIM(pwrite, fd, n)
	return next(fd, bytes, n, at);
}

ssize_t pread(int fd, void *bytes, size_t n, off_t at)
{
	SHIM(pread, fd, n)
	return next(fd, bytes, n, at);
}

/* The names that a program with 64 bit offsets calls. */
ssize_t pwrite64(int fd, const void *bytes, size_t n, off64_t at)
{
	return pwrite(fd, bytes, n, (off_t)at);
}

ssize_t pread64(int fd, void *bytes, size_t n, off64_t at)
{
	return pread(fd, bytes, n, (off_t)at);
}

int fsync(int fd)
{
	size_t n = 0;
	SHIM(fsync, fd, n)
	return next(fd);
}

static time_t jump(void)
{
	static int calls;

	return getenv("SHIM_CLOCK") ? (++calls % 2 ? 86400 : -86400) : 0;
}

int clock_gettime(clockid_t clock, struct timespec *t)
{
	NEXT(clock_gettime);
	int bad = next(clock, t);

	if (!bad && clock == CLOCK_REALTIME)
		t->tv_sec += jump();
	return bad;
}

int gettimeofday(struct timeval *t, void *zone)
{
	struct timespec now;

	(void)zone;
	clock_gettime(CLOCK_REALTIME, &now);
	t->tv_sec = now.tv_sec;
	t->tv_usec = now.tv_nsec / 1000;
	return 0;
}

time_t time(time_t *t)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	if (t)
		*t = now.tv_sec;
	return now.tv_sec;
}
