/* What POSIX does not have, by system; every other file builds with -D_XOPEN_SOURCE=600. */
#if defined(__linux__)
#define _GNU_SOURCE
#elif defined(__sun)
#define _XOPEN_SOURCE 700
#define __EXTENSIONS__
#endif
#include "sys.h"

#include <errno.h>
#include <grp.h>
#include <stdio.h>
#include <unistd.h>

/* Of the X/Open part of POSIX. */
void sys_sync(void)
{
	sync();
}

bool sys_forget_groups(void)
{
	return setgroups(0, NULL) == 0;
}

#ifdef __linux__

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

const char *sys_direct(int fd)
{
	int flags = fcntl(fd, F_GETFL);

	if (flags == -1 || fcntl(fd, F_SETFL, flags | O_DIRECT) == -1)
		return NULL;
	return "O_DIRECT";
}

const char *sys_drop_caches(void)
{
	FILE *f;

	sync();
	f = fopen("/proc/sys/vm/drop_caches", "w");
	if (!f)
		return NULL;
	fputs("3\n", f);
	if (fclose(f) != 0)
		return NULL;
	return "wrote 3 to /proc/sys/vm/drop_caches after sync";
}

/* "8:1" of a device's own or a part's entry in /sys/dev/block. */
static bool same_disk(dev_t whole, dev_t other)
{
	char link[64], a[PATH_MAX], b[PATH_MAX];

	snprintf(link, sizeof(link), "/sys/dev/block/%u:%u", major(whole), minor(whole));
	if (!realpath(link, a))
		return whole == other;
	snprintf(link, sizeof(link), "/sys/dev/block/%u:%u", major(other), minor(other));
	if (!realpath(link, b))
		return whole == other;
	return strncmp(a, b, strlen(a)) == 0 && (b[strlen(a)] == 0 || b[strlen(a)] == '/');
}

/* The first word of a line of a table in /proc names a device. */
static bool in_table(const char *table, dev_t device, const char *as, char *why, size_t n)
{
	char line[PATH_MAX + 256], name[PATH_MAX], rest[PATH_MAX];
	FILE *f = fopen(table, "r");
	bool found = false;

	while (f && !found && fgets(line, sizeof(line), f)) {
		struct stat s;

		rest[0] = 0;
		if (sscanf(line, "%4095s %4095s", name, rest) < 1 || stat(name, &s) != 0 ||
			!S_ISBLK(s.st_mode) || !same_disk(device, s.st_rdev))
			continue;
		snprintf(why, n, "%s is %s %s", name, as, rest);
		found = true;
	}
	if (f)
		fclose(f);
	return found;
}

/* md, LVM and dm show as holders of a device or of one of its parts. */
static bool held(dev_t device, char *why, size_t n)
{
	char path[PATH_MAX];
	struct dirent *e;
	DIR *dir;
	bool found = false;

	snprintf(path, sizeof(path), "/sys/dev/block/%u:%u/holders", major(device), minor(device));
	dir = opendir(path);
	while (dir && !found && (e = readdir(dir))) {
		if (e->d_name[0] == '.')
			continue;
		snprintf(why, n, "it is held by %s", e->d_name);
		found = true;
	}
	if (dir)
		closedir(dir);
	return found;
}

int sys_device_busy(const char *device, char *why, size_t n)
{
	struct stat s;

	if (stat(device, &s) != 0 || !S_ISBLK(s.st_mode))
		return 0;
	return in_table("/proc/self/mounts", s.st_rdev, "mounted on", why, n) ||
	       in_table("/proc/swaps", s.st_rdev, "swap", why, n) || held(s.st_rdev, why, n);
}

#else

const char *sys_direct(int fd)
{
	(void)fd;
	errno = ENOSYS;
	return NULL;
}

const char *sys_drop_caches(void)
{
	errno = ENOSYS;
	return NULL;
}

int sys_device_busy(const char *device, char *why, size_t n)
{
	(void)device;
	snprintf(why, n, "this system does not tell what is in use");
	return -1;
}

#endif
