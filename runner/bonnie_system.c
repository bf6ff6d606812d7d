/* SysV semaphores, users and groups are of XSI. */
#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 600
#endif
#include "bonnie.h"

#include "life.h"
#include "sys.h"
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/sem.h>
#include <unistd.h>

/* The key by which copies of the original find their semaphores, one of each test. */
#define KEY 4711

/* ---- the user -------------------------------------------------------------------------------- */

static bool is_number(const char *text)
{
	return *text && text[strspn(text, "0123456789")] == 0;
}

static bool group_of(const char *name, gid_t *gid)
{
	struct group *group = getgrnam(name);

	if (group)
		*gid = group->gr_gid;
	else if (is_number(name))
		*gid = (gid_t)strtoul(name, NULL, 10);
	else
		fprintf(stderr, "Can't find gid for %s.\n", name);
	return group || is_number(name);
}

/* The user of -u and his group, "nogroup" for a number that nobody has. */
static bool user_of(const char *name, uid_t *uid, gid_t *gid)
{
	struct passwd *user = getpwnam(name);

	if (!user && is_number(name)) {
		*uid = (uid_t)strtoul(name, NULL, 10);
		user = getpwuid(*uid);
		if (!user)
			return group_of("nogroup", gid);
	}
	if (!user) {
		fprintf(stderr, "Can't find uid for %s.\n", name);
		return false;
	}
	*uid = user->pw_uid;
	*gid = user->pw_gid;
	return true;
}

static bool find_ids(const struct bonnie_options *o, uid_t *uid, gid_t *gid)
{
	char user[128] = "";
	const char *group = o->group;
	char *colon;

	if (o->user)
		snprintf(user, sizeof(user), "%s", o->user);
	colon = strchr(user, ':');
	if (colon) {
		*colon = 0;
		group = group ? group : colon + 1;
	}
	if (*user) {
		gid_t own;

		if (!user_of(user, uid, group ? &own : gid))
			return false;
	}
	return !group || group_of(group, gid);
}

bool bonnie_become(const struct bonnie_options *o, bool keep_root)
{
	uid_t uid = geteuid();
	gid_t gid = getegid();

	if (!o->user && !o->group)
		return true;
	if (!find_ids(o, &uid, &gid))
		return false;
	if ((geteuid() == 0 && !sys_forget_groups()) ||
		(keep_root ? setegid(gid) : setgid(gid)) != 0) {
		fprintf(stderr, "Can't set gid to %ld: %s\n", (long)gid, strerror(errno));
		return false;
	}
	if ((keep_root ? seteuid(uid) : setuid(uid)) != 0) {
		fprintf(stderr, "Can't set uid to %ld: %s\n", (long)uid, strerror(errno));
		return false;
	}
	if (!o->quiet)
		fprintf(stderr, "Using uid:%ld, gid:%ld.\n", (long)uid, (long)gid);
	return true;
}

/* ---- copies that run at the same time -------------------------------------------------------- */

union semun {
	int val;
	struct semid_ds *buf;
	unsigned short *array;
};

bool bonnie_semaphores(const struct bonnie_options *o)
{
	int id = semget((key_t)KEY, BONNIE_TESTS, o->semaphores < 0 ? 0 : IPC_CREAT | 0666);

	if (id == -1)
		return bonnie_fail("Can't get semaphore");
	if (o->semaphores < 0) {
		if (semctl(id, 0, IPC_RMID) != 0)
			return bonnie_fail("Can't remove semaphore");
		return puts("Semaphore removed.") != EOF;
	}
	for (int i = 0; i < BONNIE_TESTS; i++) {
		union semun value = {.val = (int)o->semaphores};

		if (semctl(id, i, SETVAL, value) != 0)
			return bonnie_fail("Can't set semaphore");
	}
	return printf("Creating semaphore for %lld procs.\n", o->semaphores) > 0;
}

/* Each copy counts the semaphore of the test down; at zero all go on. */
static bool wait_for_copies(enum bonnie_test test)
{
	int id = semget((key_t)KEY, 0, 0);
	struct sembuf down = {.sem_num = (unsigned short)test, .sem_op = -1};
	struct sembuf zero = {.sem_num = (unsigned short)test, .sem_op = 0};

	if (id == -1)
		return bonnie_fail("Can't get semaphore");
	while (semop(id, &down, 1) != 0)
		if (errno != EINTR || life_stop)
			return bonnie_fail("Can't wait for semaphore");
	while (semop(id, &zero, 1) != 0)
		if (errno != EINTR || life_stop)
			return bonnie_fail("Can't wait for semaphore");
	return true;
}

static bool wait_for_user(enum bonnie_test test)
{
	char c;

	if (printf("\n%d:", (int)test) < 0 || fflush(stdout) != 0)
		return bonnie_fail("Can't ask for the next test");
	do {
		ssize_t n = read(STDIN_FILENO, &c, 1);

		if (n == 0) {
			fputs("iorun: nobody answers on the standard input\n", stderr);
			return false;
		}
		if (n == -1 && (errno != EINTR || life_stop))
			return bonnie_fail("Can't read an answer");
		if (n == -1)
			c = 0;
	} while (c != '\n');
	return true;
}

/* ---- caches ---------------------------------------------------------------------------------- */

/* As root for a moment, where root was kept. */
static const char *drop_system_caches(void)
{
	uid_t uid = geteuid();
	bool back = uid != 0 && getuid() == 0 && seteuid(0) == 0;
	const char *done = sys_drop_caches();
	int error = errno;

	if (back && seteuid(uid) != 0)
		abort();
	errno = error;
	return done;
}

/* Of the file alone, which any user may. */
static const char *drop_file_cache(const struct bonnie_run *run)
{
#ifdef POSIX_FADV_DONTNEED
	int fd, error;

	if (run->in_files || !run->made)
		return NULL;
	fd = open(run->path, O_RDONLY);
	if (fd == -1)
		return NULL;
	error = bonnie_is_ours(run, fd) ? posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED) : EACCES;
	close(fd);
	return error == 0 ? "posix_fadvise POSIX_FADV_DONTNEED of the file" : NULL;
#else
	(void)run;
	return NULL;
#endif
}

static void drop_caches(struct bonnie_run *run)
{
	const char *done = drop_system_caches();
	const char *why = done ? "" : strerror(errno);
	bool all = done != NULL;

	if (!done)
		done = drop_file_cache(run);
	if (run->told_caches)
		return;
	run->told_caches = true;
	if (all)
		fprintf(stderr, "iorun: caches dropped between tests: %s\n", done);
	else if (done)
		fprintf(stderr,
			"iorun: warning: only the file's cache dropped between IO tests: %s (all: "
			"%s)\n",
			done, why);
	else
		fprintf(stderr, "iorun: warning: caches not dropped: %s\n", why);
}

bool bonnie_ready(struct bonnie_run *run, enum bonnie_test test, bool first)
{
	if (life_stop)
		return false;
	if (run->o->drop_caches && !first)
		drop_caches(run);
	if (run->o->sync == BONNIE_SEMAPHORE)
		return wait_for_copies(test);
	return run->o->sync != BONNIE_PROMPT || wait_for_user(test);
}

/* ---- numbers --------------------------------------------------------------------------------- */

static bool read_table(struct bonnie_random *random, const char *path)
{
	FILE *f = fopen(path, "rb");
	unsigned char word[4];
	size_t room = 0;
	bool good = true;

	if (!f)
		return false;
	while (good && fread(word, sizeof(word), 1, f) == 1) {
		if (random->n == room) {
			uint32_t *more =
				realloc(random->table, (room ? room * 2 : 256) * sizeof(*more));

			good = more != NULL;
			if (!good)
				break;
			random->table = more;
			room = room ? room * 2 : 256;
		}
		random->table[random->n++] = (uint32_t)word[0] << 24 | (uint32_t)word[1] << 16 |
					     (uint32_t)word[2] << 8 | word[3];
	}
	if (ferror(f))
		good = false;
	fclose(f);
	return good;
}

bool bonnie_random_init(struct bonnie_random *random, const struct bonnie_options *o)
{
	random->state = (uint64_t)o->seed;
	random->at = 0;
	if (!o->random_file || random->n)
		return true;
	errno = 0;
	if (read_table(random, o->random_file) && random->n)
		return true;
	fprintf(stderr, "Can't read random numbers from %s: %s\n", o->random_file,
		errno ? strerror(errno) : "there are none");
	return false;
}

/* Steele, Lea, Flood: Fast splittable pseudorandom number generators (2014). */
uint32_t bonnie_random(struct bonnie_random *random)
{
	uint64_t x;

	if (random->n) {
		uint32_t value = random->table[random->at++];

		random->at = random->at == random->n ? 0 : random->at;
		return value & 0x7fffffff;
	}
	x = random->state += 0x9e3779b97f4a7c15u;
	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
	x = (x ^ x >> 27) * 0x94d049bb133111ebu;
	return (uint32_t)((x ^ x >> 31) & 0x7fffffff);
}
