#include "bonnie.h"

#include "life.h"
#include "sys.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef O_NOFOLLOW
#define O_NOFOLLOW 0
#endif

/* "00000/" and ten hex digits and up to twelve characters. */
#define DIGITS 10
#define EXTRA  12
#define NAME   32

/* Where the data of a file begins, so that no two are alike. */
#define APART ((uint64_t)1 << 30)

struct list {
	struct bonnie_run *run;
	struct bonnie_meter meter;
	long long n;
	char (*names)[NAME];
	bool random;
};

static bool name_fail(const char *what, const char *name)
{
	char text[NAME + 64];

	snprintf(text, sizeof(text), "%s %s", what, name);
	return bonnie_fail(text);
}

static void directory_name(long long number, char *out)
{
	snprintf(out, NAME, "%05lld", number);
}

static bool is_linked(const struct bonnie_options *o)
{
	return o->max < 0;
}

/* ---- the names ------------------------------------------------------------------------------- */

static void extra(struct bonnie_random *random, char *out)
{
	static const char set[] = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
	size_t n = bonnie_random(random) % (EXTRA + 1);

	for (size_t i = 0; i < n; i++)
		out[i] = set[bonnie_random(random) % (sizeof(set) - 1)];
	out[n] = 0;
}

static bool make_names(struct list *list)
{
	const struct bonnie_options *o = list->run->o;
	long long per_dir = list->n / o->dirs + 1;

	list->names = calloc((size_t)list->n, sizeof(*list->names));
	if (!list->names)
		return bonnie_fail("Can't hold the names of the files");
	for (long long i = 0; i < list->n; i++) {
		char more[EXTRA + 1], *out = list->names[i];

		if (o->dirs > 1) {
			directory_name(i / per_dir, out);
			strcat(out, "/");
			out += strlen(out);
		}
		extra(&list->run->random, more);
		if (list->random)
			sprintf(out, "%s%0*llx", more, DIGITS, (unsigned long long)i);
		else
			sprintf(out, "%0*llx%s", DIGITS, (unsigned long long)i, more);
	}
	return true;
}

static void shuffle(struct list *list)
{
	for (long long i = 0; i < list->n; i++) {
		long long other = (long long)bonnie_random(&list->run->random) % list->n;
		char kept[NAME];

		memcpy(kept, list->names[i], NAME);
		memcpy(list->names[i], list->names[other], NAME);
		memcpy(list->names[other], kept, NAME);
	}
}

/* The number that a name holds. */
static long long index_of(const struct list *list, const char *name)
{
	const char *slash = strrchr(name, '/');
	char digits[DIGITS + 1] = {0};

	name = slash ? slash + 1 : name;
	if (strlen(name) < DIGITS)
		return 0;
	memcpy(digits, list->random ? name + strlen(name) - DIGITS : name, DIGITS);
	return strtoll(digits, NULL, 16);
}

/* ---- one file -------------------------------------------------------------------------------- */

static const unsigned char *piece(const struct list *list, long long index, long long at)
{
	const struct bonnie_options *o = list->run->o;

	if (o->data.kind == DATA_ORIGINAL)
		return list->run->spare; /* zeros */
	return data_at(&o->data, (uint64_t)index * APART + (uint64_t)at);
}

static long long piece_size(const struct bonnie_options *o, long long left)
{
	return left < o->file_chunk ? left : o->file_chunk;
}

/* With -b: what changed in the directory of a file. */
static bool flush_directory(const char *name)
{
	const char *slash = strchr(name, '/');
	char path[NAME] = ".";
	bool good;
	int fd;

	if (slash)
		snprintf(path, sizeof(path), "%.*s", (int)(slash - name), name);
	fd = open(path, O_RDONLY);
	good = fd != -1 && (fsync(fd) == 0 || errno == EINVAL);
	if (!good)
		name_fail("Can't write to disk the directory of", name);
	if (fd != -1)
		close(fd);
	return good;
}

static bool fill(struct list *list, int fd, long long index, long long size)
{
	for (long long at = 0; at < size; at += piece_size(list->run->o, size - at))
		if (!bonnie_write(fd, piece(list, index, at),
			    (size_t)piece_size(list->run->o, size - at)))
			return false;
	return true;
}

static bool create_one(struct list *list, const char *name)
{
	const struct bonnie_options *o = list->run->o;
	long long size = o->max < 0 ? 0 : o->max;
	int fd;
	bool good;

	if (o->min != size && o->max >= 0)
		size = o->min + (long long)bonnie_random(&list->run->random) % (size - o->min + 1);
	fd = open(name, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW, S_IRUSR | S_IWUSR);
	if (fd == -1)
		return name_fail("Can't create file", name);
	good = fill(list, fd, index_of(list, name), size) &&
	       (!o->flush || fsync(fd) == 0 || errno == EINVAL);
	if (!good)
		name_fail("Can't write to file", name);
	if (close(fd) != 0 && good)
		good = name_fail("Can't close file", name);
	return good && (!o->flush || flush_directory(name));
}

static bool link_one(struct list *list, const char *name)
{
	const struct bonnie_options *o = list->run->o;
	const char *first = list->names[0];
	char target[NAME + 3];
	int failed;

	/* A link is followed from the directory it is in. */
	snprintf(target, sizeof(target), "%s%s", o->dirs > 1 ? "../" : "", first);
	failed = o->max == BONNIE_LINK ? link(first, name) : symlink(target, name);
	if (failed)
		return name_fail("Can't make link", name);
	return !o->flush || flush_directory(name);
}

static bool unlink_one(const struct list *list, const char *name)
{
	if (unlink(name) != 0)
		return name_fail("Can't delete file", name);
	return !list->run->o->flush || flush_directory(name);
}

static bool check_file(const struct list *list, const char *name, long long at, long long n)
{
	const unsigned char *want, *got = list->run->buffer;
	long long i = 0;

	if (!list->run->o->verify)
		return true;
	want = piece(list, index_of(list, name), at);
	if (memcmp(want, got, (size_t)n) == 0)
		return true;
	while (want[i] == got[i])
		i++;
	fprintf(stderr, "Byte %lld of %s is not what was written: %d, not %d\n", at + i, name,
		got[i], want[i]);
	return false;
}

static bool read_file(struct list *list, const char *name, long long size)
{
	int fd = open(name, O_RDONLY | O_NOFOLLOW);
	bool good = true;

	if (fd == -1)
		return name_fail("Can't open file", name);
	for (long long at = 0; good && at < size;) {
		long long n = piece_size(list->run->o, size - at);

		if (!bonnie_read(fd, list->run->buffer, (size_t)n))
			good = name_fail("Can't read file", name);
		good = good && check_file(list, name, at, n);
		at += n;
	}
	close(fd);
	return good;
}

static bool stat_one(struct list *list, const char *name)
{
	const struct bonnie_options *o = list->run->o;
	struct stat s;

	if (stat(name, &s) != 0)
		return name_fail("Can't stat file", name);
	if (o->verify && (s.st_size < (is_linked(o) ? 0 : o->min) ||
				 s.st_size > (o->max < 0 ? 0 : o->max))) {
		fprintf(stderr, "%s is not as long as it was written: %lld bytes\n", name,
			(long long)s.st_size);
		return false;
	}
	return s.st_size == 0 || read_file(list, name, (long long)s.st_size);
}

/* ---- directories ----------------------------------------------------------------------------- */

static bool go(const char *where)
{
	return chdir(where) == 0 || name_fail("Can't change to directory", where);
}

static bool go_home(const struct bonnie_run *run)
{
	return fchdir(run->base) == 0 || bonnie_fail("Can't change to the directory of -d");
}

static bool make_top(struct bonnie_run *run)
{
	struct stat s;

	if (mkdir(run->path, S_IRWXU) != 0)
		return name_fail("Can't make directory", run->path);
	run->made = lstat(run->path, &s) == 0;
	run->dev = s.st_dev;
	run->ino = s.st_ino;
	return run->made && go(run->path);
}

static bool make_directories(struct list *list)
{
	char name[NAME];

	if (!make_top(list->run))
		return false;
	for (long long i = 0; list->run->o->dirs > 1 && i < list->run->o->dirs; i++) {
		directory_name(i, name);
		if (mkdir(name, S_IRWXU) != 0)
			return name_fail("Can't make directory", name);
	}
	return true;
}

static bool remove_directories(struct list *list)
{
	char name[NAME];

	for (long long i = 0; list->run->o->dirs > 1 && i < list->run->o->dirs; i++) {
		directory_name(i, name);
		if (rmdir(name) != 0)
			return name_fail("Can't remove directory", name);
	}
	if (!go_home(list->run))
		return false;
	if (rmdir(list->run->path) != 0)
		return name_fail("Can't remove directory", list->run->path);
	list->run->made = false;
	return true;
}

typedef bool step(struct list *list, const char *name);

/* Each entry of the directory the process is in. */
static bool walk_here(struct list *list, step *one, long long *seen)
{
	DIR *dir = opendir(".");
	struct dirent *e;
	bool good = true;

	if (!dir)
		return bonnie_fail("Can't open directory");
	while (good && (e = readdir(dir))) {
		if (e->d_name[0] == '.')
			continue;
		good = !life_stop && one(list, e->d_name);
		bonnie_lap(&list->meter);
		++*seen;
	}
	closedir(dir);
	return good;
}

static bool walk_all(struct list *list, step *one)
{
	long long seen = 0;
	char name[NAME];

	if (list->run->o->dirs < 2 && !walk_here(list, one, &seen))
		return false;
	for (long long i = 0; list->run->o->dirs > 1 && i < list->run->o->dirs; i++) {
		directory_name(i, name);
		if (!go(name) || !walk_here(list, one, &seen) || !go(".."))
			return false;
	}
	if (seen == list->n)
		return true;
	fprintf(stderr, "Expected %lld files but only got %lld\n", list->n, seen);
	return false;
}

static bool walk_list(struct list *list, step *one)
{
	for (long long i = 0; i < list->n; i++) {
		if (life_stop || !one(list, list->names[i]))
			return false;
		bonnie_lap(&list->meter);
	}
	return true;
}

/* ---- the tests ------------------------------------------------------------------------------- */

static bool create_or_link(struct list *list, const char *name)
{
	if (is_linked(list->run->o) && name != list->names[0])
		return link_one(list, name);
	return create_one(list, name);
}

static bool delete_one(struct list *list, const char *name)
{
	return unlink_one(list, name);
}

static bool create_all(struct list *list)
{
	if (!make_names(list) || !make_directories(list))
		return false;
	bonnie_start(&list->meter);
	if (!walk_list(list, create_or_link))
		return false;
	sys_sync();
	return true;
}

static bool stat_all(struct list *list)
{
	if (list->random)
		shuffle(list);
	bonnie_start(&list->meter);
	return list->random ? walk_list(list, stat_one) : walk_all(list, stat_one);
}

static bool delete_all(struct list *list)
{
	if (list->random)
		shuffle(list);
	bonnie_start(&list->meter);
	if (!(list->random ? walk_list(list, delete_one) : walk_all(list, delete_one)) ||
		!remove_directories(list))
		return false;
	sys_sync();
	return true;
}

static bool one_test(struct list *list, enum bonnie_test test)
{
	static const struct {
		const char *verb;
		bool (*all)(struct list *list);
	} kinds[] = {{"Create", create_all}, {"Stat", stat_all}, {"Delete", delete_all}};
	int kind = (test - BONNIE_SEQ_CREATE) % 3;
	char text[64];

	if (!bonnie_ready(list->run, test, list->run->o->size == 0 && test == BONNIE_SEQ_CREATE))
		return false;
	snprintf(text, sizeof(text), "%s files in %s order...", kinds[kind].verb,
		list->random ? "random" : "sequential");
	bonnie_say(list->run, text);
	if (!kinds[kind].all(list))
		return false;
	bonnie_stop(&list->meter, &list->run->results[test]);
	bonnie_say(list->run, "done.\n");
	return true;
}

bool bonnie_files(struct bonnie_run *run)
{
	struct list list = {.run = run, .n = run->o->files * 1024};
	bool good = true;

	memset(run->spare, 0, (size_t)run->o->file_chunk);
	for (int test = BONNIE_SEQ_CREATE; good && test <= BONNIE_RAN_DELETE; test++) {
		list.random = test >= BONNIE_RAN_CREATE;
		good = one_test(&list, (enum bonnie_test)test);
		if (test == BONNIE_SEQ_DELETE || test == BONNIE_RAN_DELETE || !good) {
			free(list.names);
			list.names = NULL;
		}
	}
	return good;
}

/* ---- after a failure ------------------------------------------------------------------------- */

/* Removes what is in the directory the process is in; it made all of it. */
static void empty_here(bool deeper)
{
	DIR *dir = opendir(".");
	struct dirent *e;
	struct stat s;

	while (dir && (e = readdir(dir))) {
		if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0)
			continue;
		if (deeper && lstat(e->d_name, &s) == 0 && S_ISDIR(s.st_mode) &&
			chdir(e->d_name) == 0) {
			empty_here(false);
			if (chdir("..") != 0)
				break;
			rmdir(e->d_name);
		} else {
			unlink(e->d_name);
		}
	}
	if (dir)
		closedir(dir);
}

void bonnie_files_clean(struct bonnie_run *run)
{
	struct stat s;

	if (fchdir(run->base) != 0 || !run->made || !run->in_files)
		return;
	fputs("Cleaning up test directory after error.\n", stderr);
	if (chdir(run->path) != 0)
		return;
	if (stat(".", &s) != 0 || s.st_dev != run->dev || s.st_ino != run->ino)
		return;
	empty_here(true);
	if (fchdir(run->base) != 0 || rmdir(run->path) != 0)
		fprintf(stderr, "Can't remove directory %s: %s\n", run->path, strerror(errno));
}
