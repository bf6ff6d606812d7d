/* Files of 2 GiB and more where off_t has 32 bits. */
#define _FILE_OFFSET_BITS 64
#include "iozone.h"

#include "life.h"
#include "sys.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef O_NOFOLLOW
#define O_NOFOLLOW 0
#endif
#ifndef O_DSYNC
#define O_DSYNC O_SYNC
#endif

static int sync_flags(const struct iozone *z)
{
	return (z->sync ? O_SYNC : 0) | (z->dsync ? O_DSYNC : 0);
}

/* Is what was opened what it was before, and nothing that was put there in the meantime?  A
 * descriptor is held on it as long as that matters, so that no other file gets its number. */
static bool same_file(struct iozone_file *file, int fd)
{
	struct stat s;

	if (fstat(fd, &s) != 0)
		return false;
	if (!file->known) {
		file->held = dup(fd);
		file->known = file->held != -1;
		file->device = s.st_dev;
		file->inode = s.st_ino;
		return file->known;
	}
	if (file->device == s.st_dev && file->inode == s.st_ino)
		return true;
	errno = ESTALE;
	return false;
}

static bool is_device(const struct iozone *z, const char *path)
{
	return z->device && strcmp(z->device, path) == 0;
}

/* Makes the file, or empties the one that is there; false and errno. */
static bool make(struct iozone *z, struct iozone_file *file)
{
	int fd = life_create(file->path, z->overwrite, 0640);
	struct stat s;

	if (fd == -1)
		return false;
	/* One that was there is not remembered, and stays. */
	file->made = fstat(fd, &s) == 0 && life_remembers(file->path);
	if (file->known)
		close(file->held);
	file->known = false;
	if (file->made && z->keep)
		life_keep(file->path);
	if (!same_file(file, fd)) {
		close(fd);
		return false;
	}
	return close(fd) == 0;
}

static bool prepare(struct iozone *z, struct iozone_file *file, enum iozone_open how)
{
	struct stat s;
	bool there = lstat(file->path, &s) == 0;

	if (how == OPEN_READ || file->made || is_device(z, file->path))
		return true;
	if (there && file->known && z->overwrite)
		return true;
	if (there && how == OPEN_WRITE && z->overwrite && S_ISREG(s.st_mode))
		return true;
	if (there && file->fixed)
		errno = EEXIST;
	return file->fixed ? !there : make(z, file);
}

static void explain(struct iozone *z, const char *path, const struct iozone_pass *pass, int error,
	char *why, size_t n)
{
	bool reads = pass->open == OPEN_READ;
	bool stdio = pass->how == BY_FREAD || pass->how == BY_FWRITE;
	const char *hint = "";

	(void)z;
	if (error == EEXIST)
		hint = "iorun: reason: it exists already; --overwrite writes into it\n";
	else if (error == ENOTBLK)
		hint = "iorun: reason: it is a block device; --i-mean-this-device NAME is not "
		       "given "
		       "for it\n";
	else if (error == ESTALE)
		hint = "iorun: reason: another file has taken its place\n";
	else if (error == ELOOP)
		hint = "iorun: reason: it is a symbolic link\n";
	if (error == ENOTBLK || error == ESTALE)
		snprintf(why, n, "\nCan not open temp file: %s\n%s", path, hint);
	else if (stdio)
		snprintf(why, n, "\nCan not fdopen temp file: %s\nfdopen: %s\n%s", path,
			strerror(error), hint);
	else if (reads && (pass->test == 1 || pass->test == 10))
		snprintf(why, n, "\nCan not open temporary file %s for read\nopen: %s\n%s", path,
			strerror(error), hint);
	else if (reads)
		snprintf(why, n, "\nCan not open temporary file for read\nopen: %s\n%s",
			strerror(error), hint);
	else
		snprintf(why, n, "\nCan not open temp file: %s\nopen: %s\n%s", path,
			strerror(error), hint);
}

int iozone_open(struct iozone *z, struct iozone_file *file, enum iozone_open how,
	const struct iozone_pass *pass, char *why, size_t n)
{
	bool stdio = pass->how == BY_FREAD || pass->how == BY_FWRITE;
	bool truncate = how == OPEN_NEW && file->known && !is_device(z, file->path);
	int flags = how == OPEN_READ ? O_RDONLY : O_RDWR, fd;

	if (!prepare(z, file, how)) {
		explain(z, file->path, pass, errno, why, n);
		return -1;
	}
	if (how != OPEN_READ && !stdio)
		flags |= sync_flags(z);
	fd = open(file->path, flags | O_NOFOLLOW | (truncate ? O_TRUNC : 0));
	if (fd == -1 || !same_file(file, fd)) {
		explain(z, file->path, pass, errno, why, n);
		if (fd != -1)
			close(fd);
		return -1;
	}
	/* stdio reads and writes at any address: its passes go through the cache, as the
	 * original's.
	 */
	if (z->direct && !stdio && !sys_direct(fd)) {
		snprintf(why, n,
			"\nCan not open temp file: %s\nopen: %s\n"
			"iorun: reason: the system's cache cannot be switched off for it\n",
			file->path, strerror(errno));
		close(fd);
		return -1;
	}
	return fd;
}

void iozone_remove(struct iozone *z, struct iozone_file *file)
{
	if (file->made && !z->keep)
		life_remove(file->path);
	if (file->known && !(file->made && z->keep)) {
		close(file->held);
		file->made = file->known = false;
	}
}

static void directory_of(const char *path, char *out, size_t n)
{
	char *slash;

	snprintf(out, n, "%s", path);
	slash = strrchr(out, '/');
	if (slash == out)
		slash[1] = 0;
	else if (slash)
		*slash = 0;
	else
		snprintf(out, n, ".");
}

static int check_device(struct iozone *z, const char *path)
{
	char why[512];
	int busy;

	if (!is_device(z, path)) {
		iozone_say(z,
			"\nCan not open temp file: %s\niorun: reason: it is a block device; "
			"--i-mean-this-device NAME is not given for it\n",
			path);
		return IOZONE_CANNOT_OPEN;
	}
	busy = sys_device_busy(path, why, sizeof(why));
	if (busy == 1) {
		iozone_say(
			z, "\nCan not open temp file: %s\niorun: reason: in use: %s\n", path, why);
		return IOZONE_CANNOT_OPEN;
	}
	if (busy == -1)
		fprintf(stderr, "iorun: not checked whether '%s' is in use: %s\n", path, why);
	return 0;
}

/* Where a file would be made; false: it is there, or nobody knows. */
static bool makes_in(const char *path, char *directory, size_t n, dev_t *device)
{
	struct stat s;

	if (lstat(path, &s) == 0)
		return false;
	directory_of(path, directory, n);
	if (stat(directory, &s) != 0)
		return false;
	*device = s.st_dev;
	return true;
}

/* The files that come to lie on the file system of the first of them. */
static int check_room(struct iozone *z, const struct iozone_file *files, size_t n, uint64_t bytes)
{
	char directory[4096], other[4096];
	uint64_t room, all = 0;
	dev_t device, there;

	if (!makes_in(files[0].path, directory, sizeof(directory), &device) ||
		!sys_free_space(directory, &room))
		return 0;
	for (size_t i = 0; i < n; i++)
		if (makes_in(files[i].path, other, sizeof(other), &there) && there == device)
			all += bytes;
	if (all <= room)
		return 0;
	iozone_say(z, "\niorun: error: %llu kB do not fit: %llu kB are free in %s\n\n",
		(unsigned long long)all / 1024, (unsigned long long)room / 1024, directory);
	return IOZONE_SIZES;
}

int iozone_check_targets(
	struct iozone *z, const struct iozone_file *files, size_t n, uint64_t bytes)
{
	int status = 0;

	/* What is left of the list, from each file on: one of them begins its file system. */
	for (size_t i = 0; i < n && !status; i++) {
		struct stat s;

		if (lstat(files[i].path, &s) == 0 && S_ISBLK(s.st_mode))
			status = check_device(z, files[i].path);
		else if (!z->no_space_check && (i == 0 || z->paths))
			status = check_room(z, files + i, n - i, bytes);
	}
	return status;
}
