#include "sys.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

static double seconds(clockid_t clock)
{
	struct timespec t;

	if (clock_gettime(clock, &t) != 0)
		return -1;
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

double sys_now(void)
{
	return seconds(CLOCK_MONOTONIC);
}

double sys_resolution(void)
{
	double least = 1;

	for (int i = 0; i < 10; i++) {
		double start = sys_now(), now;

		do
			now = sys_now();
		while (now == start);
		least = now - start < least ? now - start : least;
	}
	return least;
}

static double of_timeval(struct timeval t)
{
	return (double)t.tv_sec + (double)t.tv_usec * 1e-6;
}

double sys_cpu(void)
{
	struct rusage use;

	if (getrusage(RUSAGE_SELF, &use) != 0)
		return -1;
	return of_timeval(use.ru_utime) + of_timeval(use.ru_stime);
}

double sys_cpu_thread(void)
{
#ifdef CLOCK_THREAD_CPUTIME_ID
	return seconds(CLOCK_THREAD_CPUTIME_ID);
#else
	return -1;
#endif
}

uint64_t sys_ram(void)
{
#ifdef _SC_PHYS_PAGES
	long pages = sysconf(_SC_PHYS_PAGES);

	return pages > 0 ? (uint64_t)pages * sys_page() : 0;
#else
	return 0;
#endif
}

size_t sys_page(void)
{
	long page = sysconf(_SC_PAGESIZE);

	return page > 0 ? (size_t)page : 4096;
}

void *sys_buffer(size_t n, size_t align)
{
	void *buffer;
	int code = posix_memalign(&buffer, align < sizeof(void *) ? sizeof(void *) : align, n);

	if (code != 0) {
		fprintf(stderr, "iorun: no memory for a buffer of %zu bytes\n", n);
		exit(1);
	}
	for (size_t i = 0; i < n; i++)
		((unsigned char *)buffer)[i] = 0;
	return buffer;
}

bool sys_free_space(const char *path, uint64_t *bytes)
{
	struct statvfs s;

	if (statvfs(path, &s) != 0)
		return false;
	*bytes = (uint64_t)s.f_bavail * (s.f_frsize ? s.f_frsize : s.f_bsize);
	return true;
}
