/* Files of 2 GiB and more where off_t has 32 bits. */
#define _FILE_OFFSET_BITS 64
#include "life.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Without it, links are seen by lstat() a moment before. */
#ifndef O_NOFOLLOW
#define O_NOFOLLOW 0
#endif

volatile sig_atomic_t life_stop;
volatile sig_atomic_t life_stops;

static struct file {
	char *path;
	dev_t device;
	ino_t inode;
} files[LIFE_FILES];
static size_t n_files;
static pid_t owner;

static void on_signal(int number)
{
	life_stop = number;
	life_stops = (sig_atomic_t)(life_stops + 1 + (number == SIGTERM));
}

static void handle(int number, void (*handler)(int))
{
	struct sigaction action;

	memset(&action, 0, sizeof(action));
	action.sa_handler = handler;
	sigemptyset(&action.sa_mask);
	sigaction(number, &action, NULL);
}

void life_begin(bool keeps_on)
{
	owner = getpid();
	handle(SIGINT, on_signal);
	handle(SIGTERM, on_signal);
	handle(SIGHUP, keeps_on ? SIG_IGN : on_signal);
	handle(SIGPIPE, SIG_IGN);
#ifdef SIGXCPU
	handle(SIGXCPU, on_signal);
#endif
#ifdef SIGXFSZ
	handle(SIGXFSZ, SIG_IGN);
#endif
	atexit(life_clean);
}

bool life_made(const char *path)
{
	struct file file = {.path = malloc(strlen(path) + 1)};
	struct stat s;

	if (n_files == LIFE_FILES || !file.path || lstat(path, &s) != 0) {
		free(file.path);
		return false;
	}
	strcpy(file.path, path);
	file.device = s.st_dev;
	file.inode = s.st_ino;
	files[n_files++] = file;
	return true;
}

/* One more than its index; 0: it is not there. */
static size_t find(const char *path)
{
	size_t i = n_files;

	while (i > 0 && strcmp(files[i - 1].path, path) != 0)
		i--;
	return i;
}

bool life_remembers(const char *path)
{
	return find(path) != 0;
}

void life_keep(const char *path)
{
	size_t i = find(path);

	if (!i--)
		return;
	free(files[i].path);
	memmove(&files[i], &files[i + 1], (--n_files - i) * sizeof(files[0]));
}

static void remove_made(const struct file *file)
{
	struct stat s;

	if (lstat(file->path, &s) == 0 && s.st_dev == file->device && s.st_ino == file->inode)
		unlink(file->path);
}

void life_remove(const char *path)
{
	size_t i = find(path);

	if (i)
		remove_made(&files[i - 1]);
	life_keep(path);
}

void life_clean(void)
{
	if (getpid() != owner)
		return;
	while (n_files) {
		remove_made(&files[--n_files]);
		free(files[n_files].path);
	}
}

void life_child(void)
{
	n_files = 0;
	owner = getpid();
}

int life_create(const char *path, bool reuse, mode_t mode)
{
	struct stat s;
	int fd;

	if (lstat(path, &s) == 0 && (S_ISBLK(s.st_mode) || S_ISLNK(s.st_mode))) {
		errno = S_ISLNK(s.st_mode) ? ELOOP : ENOTBLK;
		return -1;
	}
	fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode);
	if (fd != -1 && !life_made(path)) {
		close(fd);
		unlink(path);
		errno = ENOMEM;
		return -1;
	}
	if (fd == -1 && errno == EEXIST && reuse)
		fd = open(path, O_RDWR | O_TRUNC | O_NOFOLLOW, mode);
	return fd;
}
