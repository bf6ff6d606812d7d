/*
 * Faults for the tests of iorun, by LD_PRELOAD.  IORUN_FAULT is CALL:WHAT:N: from the Nth call on
 * (of read, write, fsync, close, unlink, mkdir, link or symlink; on other than standard streams),
 * WHAT is an error (EIO), "short" (half of what was asked), "eof", "slow" (0.2 s), "corrupt" (one
 * byte of the Nth write is another one), or a signal that the Nth call raises (SIGINT).
 * An error with a "1" behind it comes once.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct {
	const char *name;
	int number;
} errors[] = {{"EIO", EIO}, {"EINTR", EINTR}, {"ENOSPC", ENOSPC}, {"EFBIG", EFBIG},
	{"EMLINK", EMLINK}, {"EACCES", EACCES}},
  signals[] = {{"SIGINT", SIGINT}, {"SIGTERM", SIGTERM}, {"SIGXCPU", SIGXCPU}, {"SIGHUP", SIGHUP}};

/* What this call has to suffer; "": nothing. */
static const char *fault(const char *call)
{
	static char name[16], what[16];
	static long from, calls;
	const char *text = getenv("IORUN_FAULT");

	if (!text || (!from && sscanf(text, "%15[^:]:%15[^:]:%ld", name, what, &from) != 3) ||
		strcmp(call, name) != 0)
		return "";
	calls = __sync_add_and_fetch(&calls, 1);
	if (calls < from || (calls > from && (what[strlen(what) - 1] == '1' || what[0] == 'S' ||
						     strcmp(what, "corrupt") == 0)))
		return "";
	return what;
}

/* Has the call failed? */
static int fails(const char *call, const char **what)
{
	*what = fault(call);
	for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++)
		if (strcmp(*what, signals[i].name) == 0)
			kill(getpid(), signals[i].number);
	if (strcmp(*what, "slow") == 0)
		usleep(200000);
	for (size_t i = 0; i < sizeof(errors) / sizeof(errors[0]); i++)
		if (strncmp(*what, errors[i].name, strlen(errors[i].name)) == 0) {
			errno = errors[i].number;
			return 1;
		}
	return 0;
}

#define REAL(type, name, ...) ((type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name))

ssize_t write(int fd, const void *bytes, size_t n)
{
	const char *what = "";
	char *copy;
	ssize_t done;

	if (fd > 2 && fails("write", &what))
		return -1;
	if (strcmp(what, "short") == 0 && n > 1)
		n /= 2;
	if (strcmp(what, "corrupt") != 0)
		return REAL(ssize_t, "write", int, const void *, size_t)(fd, bytes, n);
	copy = malloc(n);
	memcpy(copy, bytes, n);
	copy[n / 2] ^= 64;
	done = REAL(ssize_t, "write", int, const void *, size_t)(fd, copy, n);
	free(copy);
	return done;
}

ssize_t read(int fd, void *bytes, size_t n)
{
	const char *what = "";

	if (fd > 2 && fails("read", &what))
		return -1;
	if (strcmp(what, "eof") == 0)
		return 0;
	if (strcmp(what, "short") == 0 && n > 1)
		n /= 2;
	return REAL(ssize_t, "read", int, void *, size_t)(fd, bytes, n);
}

int fsync(int fd)
{
	const char *what;

	return fails("fsync", &what) ? -1 : REAL(int, "fsync", int)(fd);
}

int close(int fd)
{
	const char *what;
	int failed = fd > 2 && fails("close", &what);
	int error = errno, code = REAL(int, "close", int)(fd);

	if (!failed)
		return code;
	errno = error;
	return -1;
}

int unlink(const char *path)
{
	const char *what;

	return fails("unlink", &what) ? -1 : REAL(int, "unlink", const char *)(path);
}

int mkdir(const char *path, mode_t mode)
{
	const char *what;

	return fails("mkdir", &what) ? -1 : REAL(int, "mkdir", const char *, mode_t)(path, mode);
}

int link(const char *from, const char *to)
{
	const char *what;

	return fails("link", &what) ? -1 : REAL(int, "link", const char *, const char *)(from, to);
}

int symlink(const char *from, const char *to)
{
	const char *what;

	return fails("symlink", &what) ? -1
				       : REAL(int, "symlink", const char *, const char *)(from, to);
}
