/* What has to be so before anything is written: host, devices, load, time of day. */
#include "life.h"
#include "matrix.h"
#include "sys.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

static size_t short_name(const char *host)
{
	return strcspn(host, ".");
}

bool matrix_host(const struct matrix *m, struct text *error)
{
	const char *want = m->plan.host;
	struct utsname u;
	bool same;

	if (uname(&u) == -1) {
		text_printf(error, "this system does not tell its name: %s", strerror(errno));
		return false;
	}
	same = strcmp(u.nodename, want) == 0 ||
	       ((!strchr(u.nodename, '.') || !strchr(want, '.')) &&
		       short_name(u.nodename) == short_name(want) &&
		       strncmp(u.nodename, want, short_name(want)) == 0);
	if (!same)
		text_printf(error, "the plan is for host '%s', and this is '%s'", want, u.nodename);
	return same;
}

/* ---- devices ----------------------------------------------------------------------------------
 */

/* What a device is called where only its last name is said. */
static bool find_device(const char *name, struct text *path)
{
	static const char *const folders[] = {"", "/dev/", "/dev/dsk/", "/dev/disk/by-id/"};
	struct stat s;

	for (size_t i = *name != '/'; i < (*name == '/' ? 1 : 4); i++) {
		text_clear(path);
		text_printf(path, "%s%s", folders[i], name);
		if (stat(path->s, &s) == 0)
			return true;
	}
	return false;
}

static void read_command(const char *command, struct text *out)
{
	FILE *f = popen(command, "r");
	char line[1024];

	while (f && fgets(line, sizeof(line), f))
		text_put(out, line);
	if (f)
		pclose(f);
}

/* Is the word the device or a part of it: sda1, c0t0d0s0, nvme0n1p2? */
static bool is_part(const char *word, size_t n, const char *device)
{
	size_t d = strlen(device);

	if (n < d || strncmp(word, device, d) != 0)
		return false;
	for (size_t i = d; i < n; i++)
		if (!isdigit((unsigned char)word[i]) && word[i] != 's' && word[i] != 'p')
			return false;
	/* sda1 is a part of sda; nvme0n11 is none of nvme0n1 */
	return n == d || !isdigit((unsigned char)device[d - 1]) || !isdigit((unsigned char)word[d]);
}

static bool listed(const char *listing, const char *device, const char *path)
{
	while (*listing) {
		size_t n = strcspn(listing, " \t\n");

		if (n && (is_part(listing, n, device) || is_part(listing, n, path)))
			return true;
		listing += n + (listing[n] != 0);
	}
	return false;
}

/* Listings of what the system uses; read once for all devices. */
struct uses {
	struct text pools, others;
	bool has_others;
};

static void read_uses(struct uses *u)
{
	read_command("command -v zpool >/dev/null 2>&1 && "
		     "{ zpool status -P 2>/dev/null; zpool status 2>/dev/null; }",
		&u->pools);
}

static void free_uses(struct uses *u)
{
	text_free(&u->pools);
	text_free(&u->others);
}

static int check_device(struct uses *u, const char *name, struct text *error)
{
	struct text path = {0};
	char why[512] = "";
	int busy;

	if (!find_device(name, &path)) {
		text_printf(error, "device '%s' is not there", name);
		text_free(&path);
		return -1;
	}
	busy = sys_device_busy(path.s, why, sizeof(why));
	if (busy == -1) {
		/* The system has no call for it: what people would look at. */
		if (!u->has_others)
			read_command("{ mount; swap -l; swapctl -l; } 2>/dev/null", &u->others);
		u->has_others = true;
		busy = listed(text_of(&u->others), name, path.s);
		snprintf(why, sizeof(why), "mount or swap lists it");
	}
	if (busy == 0 && listed(text_of(&u->pools), name, path.s)) {
		busy = 1;
		snprintf(why, sizeof(why), "it is part of an imported pool");
	}
	if (busy == 1)
		text_printf(error, "device '%s' is in use: %s", name, why);
	text_free(&path);
	return busy;
}

/* Those of one row, but those seen before. */
static int check_row(
	const struct matrix *m, size_t row, struct uses *u, struct pairs *seen, struct text *error)
{
	struct text devices = {0};
	int busy = 0;

	matrix_devices(&m->row[row], &devices);
	for (char *p = devices.s; busy == 0 && p && *(p += strspn(p, " \t"));) {
		size_t n = strcspn(p, " \t");
		char *name = words_copy(p, n);

		if (!pairs_get(seen, name)) {
			pairs_set(seen, name, "");
			busy = check_device(u, name, error);
		}
		free(name);
		p += n;
	}
	text_free(&devices);
	return busy;
}

int matrix_busy(const struct matrix *m, size_t row, struct text *error)
{
	struct uses u = {{0}, {0}, false};
	struct pairs seen = {NULL, 0};
	int busy;

	read_uses(&u);
	busy = check_row(m, row, &u, &seen, error);
	free_uses(&u);
	pairs_free(&seen);
	return busy;
}

int matrix_busy_all(const struct matrix *m, struct text *error)
{
	struct uses u = {{0}, {0}, false};
	struct pairs seen = {NULL, 0};
	int busy = 0;

	read_uses(&u);
	for (size_t i = 0; busy == 0 && i < m->n_rows; i++)
		if (!m->row[i].logged)
			busy = check_row(m, i, &u, &seen, error);
	free_uses(&u);
	pairs_free(&seen);
	return busy;
}

/* ---- log, time, load --------------------------------------------------------------------------
 */

/* Is `folder` the one of `target`, or one below it? */
static bool is_below(const char *folder, const struct stat *target)
{
	struct text path = {0};
	struct stat s, up;
	bool below = false, more = true;

	text_put(&path, folder);
	while (more && !below && stat(path.s, &s) == 0) {
		below = s.st_dev == target->st_dev && s.st_ino == target->st_ino;
		text_put(&path, "/..");
		more = stat(path.s, &up) == 0 && (up.st_dev != s.st_dev || up.st_ino != s.st_ino);
	}
	text_free(&path);
	return below;
}

bool matrix_log_apart(const struct matrix *m, struct text *error)
{
	char *folder = words_copy(m->log, strlen(m->log)), *slash = strrchr(folder, '/');
	struct stat target;
	bool apart;

	if (slash)
		slash[slash == folder] = 0;
	/* Nothing lies below a target that is not there yet. */
	apart = stat(m->plan.target, &target) == -1 || !is_below(slash ? folder : ".", &target);
	if (!apart)
		text_printf(error,
			"log '%s' would lie on the target '%s'; --log FILE puts it elsewhere",
			m->log, m->plan.target);
	free(folder);
	return apart;
}

static bool in_window(const struct plan *plan)
{
	time_t now = time(NULL);
	const struct tm *t = localtime(&now);
	int minute = t->tm_hour * 60 + t->tm_min, from = plan->window_from, to = plan->window_to;

	if (from == -1)
		return true;
	return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}

/* Jobs that ran in the last minute; -1: the system does not tell. */
static double load(void)
{
	FILE *f = fopen("/proc/loadavg", "r");
	struct text out = {0};
	const char *p;
	double value = -1;

	if (f) {
		if (fscanf(f, "%lf", &value) != 1)
			value = -1;
		fclose(f);
		return value;
	}
	read_command("uptime", &out);
	p = strstr(text_of(&out), "load average");
	if (p)
		value = strtod(p + strcspn(p, "0123456789"), NULL);
	text_free(&out);
	return value;
}

bool matrix_wait(const struct matrix *m)
{
	bool told = false;

	for (;;) {
		struct timespec pause = {1, 0};
		const char *why = NULL;

		if (life_stops)
			return false;
		if (!in_window(&m->plan))
			why = "outside of the window";
		else if (m->plan.max_load > 0 && load() > m->plan.max_load)
			why = "the load is too high";
		if (!why)
			return true;
		if (!told) {
			matrix_note(m, "waiting: %s", why);
			printf("waiting: %s\n", why);
			fflush(stdout);
		}
		told = true;
		nanosleep(&pause, NULL);
	}
}

/* ---- facts ------------------------------------------------------------------------------------
 */

void matrix_facts(const struct matrix *m)
{
	struct utsname u;
	struct text t = {0};

	if (uname(&u) != -1)
		matrix_note(m, "kernel %s %s %s %s", u.sysname, u.release, u.version, u.machine);
	words_put_size(&t, (double)sys_ram());
	if (sys_ram())
		matrix_note(m, "ram %llu bytes (%s)", (unsigned long long)sys_ram(), t.s);
	text_free(&t);
}

void matrix_pool_facts(const struct matrix *m, size_t row)
{
	const char *pool = pairs_get(&m->row[row].variables, "pool");
	struct text command = {0};
	FILE *f;

	if (!pool)
		return;
	text_put(&command, "exec 2>&1; command -v zpool >/dev/null && zpool status ");
	words_put_shell(&command, pool);
	text_put(&command, "; command -v zfs >/dev/null && "
			   "zfs get -H -o property,value compression,recordsize,primarycache ");
	words_put_shell(&command, pool);
	f = popen(command.s, "r");
	if (f) {
		char line[1024];

		while (fgets(line, sizeof(line), f)) {
			line[strcspn(line, "\r\n")] = 0;
			matrix_note(m, "zfs: %s", line);
		}
		pclose(f);
	}
	text_free(&command);
}
