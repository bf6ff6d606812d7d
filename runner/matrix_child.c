/* Processes: the one that outlives this one and holds the lock, and the commands of rows. */
#include "life.h"
#include "matrix.h"
#include "sys.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifndef O_NOFOLLOW
#define O_NOFOLLOW 0
#endif

#define LOCK "/tmp/iorun-matrix.lock"

/* How long a command may take to end once it was asked to, in seconds. */
#define PATIENCE 10

static void nap(double seconds)
{
	struct timespec t = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};

	nanosleep(&t, NULL);
}

/* Takes the lock.  0; or who has it; or -1 and errno. */
static pid_t take_lock(const char *path)
{
	struct flock lock;
	char line[32];
	int fd = open(path, O_RDWR | O_CREAT | O_NOFOLLOW, 0644);

	if (fd == -1)
		return -1;
	memset(&lock, 0, sizeof(lock));
	lock.l_type = F_WRLCK;
	lock.l_whence = SEEK_SET;
	if (fcntl(fd, F_SETLK, &lock) == -1) {
		if ((errno == EACCES || errno == EAGAIN) && fcntl(fd, F_GETLK, &lock) != -1)
			return lock.l_type == F_UNLCK ? 1 : lock.l_pid;
		return -1;
	}
	snprintf(line, sizeof(line), "%ld\n", (long)getpid());
	if (ftruncate(fd, 0) == -1 || write(fd, line, strlen(line)) == -1)
		errno = 0; /* it is for people only */
	return 0;
}

/*
 * Holds the lock and learns which process group runs; when nobody can tell it any more because this
 * program was killed, it kills the group, and only then another campaign can begin.
 */
static void watcher(const char *path, int orders, int answers)
{
	struct {
		pid_t owner;
		int error;
	} answer;
	pid_t group = 0, told;

	setsid();
	signal(SIGINT, SIG_IGN);
	signal(SIGTERM, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	/* The watcher of a campaign that was killed just now may still be at it. */
	for (int tries = 0; (answer.owner = take_lock(path)) > 0 && tries < 20; tries++)
		nap(0.1);
	answer.error = errno;
	if (write(answers, &answer, sizeof(answer)) != sizeof(answer) || answer.owner != 0)
		_exit(0);
	close(answers);
	for (;;) {
		ssize_t n = read(orders, &told, sizeof(told));

		if (n == -1 && errno == EINTR)
			continue;
		if (n != sizeof(told))
			break;
		group = told;
	}
	if (group > 0)
		kill(-group, SIGKILL);
	_exit(0);
}

int matrix_watch(struct matrix *m, struct text *error)
{
	const char *path = m->plan.lock ? m->plan.lock : LOCK;
	int orders[2], answers[2];
	struct {
		pid_t owner;
		int error;
	} answer = {-1, 0};

	if (pipe(orders) == -1 || pipe(answers) == -1 || (m->watcher = fork()) == -1) {
		text_printf(error, "cannot start a process: %s", strerror(errno));
		return MATRIX_REFUSED;
	}
	if (m->watcher == 0) {
		life_child();
		close(orders[1]);
		close(answers[0]);
		watcher(path, orders[0], answers[1]);
	}
	close(orders[0]);
	close(answers[1]);
	m->watch = orders[1];
	fcntl(m->watch, F_SETFD, FD_CLOEXEC);
	if (read(answers[0], &answer, sizeof(answer)) != sizeof(answer))
		answer.owner = -1;
	close(answers[0]);
	if (answer.owner == 0)
		return MATRIX_DONE;
	if (answer.owner == -1)
		text_printf(error, "cannot lock '%s': %s", path, strerror(answer.error));
	else
		text_printf(error, "another campaign runs on this host: process %ld holds '%s'",
			(long)answer.owner, path);
	return MATRIX_REFUSED;
}

/* ---- commands ---------------------------------------------------------------------------------
 */

/* IORUN_LAYOUT and the like, and this program's folder behind those of PATH. */
static void set_environment(const struct matrix *m, size_t row)
{
	const struct pairs *v = &m->row[row].variables;
	struct text name = {0}, path = {0};
	const char *old = getenv("PATH");

	for (size_t i = 0; i < v->n; i++) {
		text_clear(&name);
		text_printf(&name, "IORUN_%s", v->pair[i].key);
		for (char *p = name.s; *p; p++)
			*p = isalnum((unsigned char)*p) ? (char)toupper((unsigned char)*p) : '_';
		setenv(name.s, v->pair[i].value, 1);
	}
	setenv("IORUN_LOG", m->log, 1);
	if (!m->program)
		return;
	text_printf(&path, "%s:%.*s", old ? old : "/usr/bin:/bin",
		(int)(strrchr(m->program, '/') - m->program), m->program);
	setenv("PATH", path.s, 1);
}

static void start(const struct matrix *m, size_t row, const char *script, int out, int err)
{
	pid_t self = getpid();
	int null = open("/dev/null", O_RDONLY);

	life_child();
	setpgid(0, 0);
	if (write(m->watch, &self, sizeof(self)) != sizeof(self))
		_exit(126);
	signal(SIGINT, SIG_DFL);
	signal(SIGTERM, SIG_DFL);
	signal(SIGPIPE, SIG_DFL);
#ifdef SIGXFSZ
	signal(SIGXFSZ, SIG_DFL);
#endif
	set_environment(m, row);
	if (null == -1 || dup2(null, 0) == -1 || dup2(out, 1) == -1 || dup2(err, 2) == -1)
		_exit(126);
	for (int fd = 3; fd < 64; fd++)
		if (fd != m->watch) /* closes itself when the shell has begun */
			close(fd);
	execl("/bin/sh", "sh", "-c", script, (char *)NULL);
	_exit(127);
}

/* Waits for the end; asks for it when it is late or this process has to stop. */
static int await(pid_t pid, double limit, int tear, struct matrix_end *end)
{
	double began = sys_now(), asked = 0;
	int status;

	for (;;) {
		pid_t got = waitpid(pid, &status, WNOHANG);
		double now = sys_now();

		end->seconds = now - began;
		if (got == pid)
			return status;
		if (got == -1 && errno != EINTR)
			return 127 << 8;
		if (!asked && ((limit > 0 && end->seconds > limit) || life_stops >= tear)) {
			end->late = !(life_stops >= tear);
			end->torn = !end->late;
			kill(-pid, SIGTERM);
			asked = now;
		}
		if (asked && now - asked > PATIENCE)
			kill(-pid, SIGKILL);
		nap(end->seconds < 1 ? 0.002 : 0.1);
	}
}

struct matrix_end matrix_child(
	const struct matrix *m, size_t row, const char *script, int out, int err, int tear)
{
	struct matrix_end end = {127, false, false, 0};
	pid_t pid, nobody = 0;
	int status;

	fflush(NULL);
	pid = fork();
	if (pid == -1)
		return end;
	if (pid == 0)
		start(m, row, script, out, err);
	setpgid(pid, pid);
	status = await(pid, m->plan.limit, tear, &end);
	end.code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
	if (end.late || end.torn)
		kill(-pid, SIGKILL); /* what the shell left behind */
	if (write(m->watch, &nobody, sizeof(nobody)) != sizeof(nobody))
		matrix_note(m, "the process that holds the lock is gone");
	return end;
}

static void read_all(FILE *from, struct text *out)
{
	char bytes[4096];
	size_t n;

	rewind(from);
	while ((n = fread(bytes, 1, sizeof(bytes), from)) > 0 && out->n < 65536)
		text_add(out, bytes, n);
	rewind(from);
}

struct matrix_end matrix_hook(
	const struct matrix *m, size_t row, enum plan_hook hook, struct text *out, bool quiet)
{
	struct matrix_end end = {127, false, false, 0};
	struct text script = {0}, error = {0};
	FILE *printed = tmpfile(), *said = tmpfile();

	if (!printed || !said || !matrix_expand(m, row, hook, &script, &error)) {
		matrix_note(m, "%s cannot be run: %s", plan_hook_name(hook),
			error.n ? error.s : strerror(errno));
	} else {
		/* Two more signals than for a benchmark: what a hook began it should end. */
		end = matrix_child(m, row, script.s, fileno(printed), fileno(said), 4);
		if (out)
			read_all(printed, out);
		else
			matrix_note_lines(m, plan_hook_name(hook), printed);
		if (!quiet)
			matrix_note_lines(m, plan_hook_name(hook), said);
	}
	if (printed)
		fclose(printed);
	if (said)
		fclose(said);
	text_free(&script);
	text_free(&error);
	return end;
}
