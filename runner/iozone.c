#include "iozone.h"

#include "iorun.h"
#include "life.h"
#include "sys.h"
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* ---- the log -------------------------------------------------------------------------------- */

static void log_lost(struct iozone *z)
{
	if (z->status || life_stop)
		return;
	if (errno == EPIPE) {
		life_stop = SIGPIPE;
		return;
	}
	fprintf(stderr, "iorun: cannot write the log: %s\n", strerror(errno));
	z->status = 1;
	life_stop = SIGTERM;
}

void iozone_say(struct iozone *z, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	if (vprintf(format, args) < 0)
		log_lost(z);
	va_end(args);
}

void iozone_flush(struct iozone *z)
{
	if (fflush(stdout) != 0)
		log_lost(z);
}

void iozone_interrupted(struct iozone *z, const struct iozone_rows *rows)
{
	iozone_say(z, "\niozone: interrupted\n\n");
	if (z->excel && rows)
		iozone_report(z, rows);
	iozone_say(z, "exiting iozone\n\n");
	iozone_flush(z);
}

/* ---- the head of it ------------------------------------------------------------------------- */

/* Readers know a log by these lines, so that they stand as the original has them, but for the line
 * that says who it is; the names of its authors are not ours to print. */
static void say_banner(struct iozone *z)
{
	time_t now = time(NULL);
	struct tm *t = localtime(&now);
	char when[64] = "";

	if (t)
		strftime(when, sizeof(when), "%a %b %e %H:%M:%S %Y", t);
	iozone_say(z,
		"\tIozone: Performance Test of File I/O\n"
		"\t        Version $Revision: " IOZONE_RELEASE " $\n"
		"\t\tCompiled for %d bit mode.\n"
		"\t\tBuild: iorun " IORUN_VERSION ", prints as iozone " IOZONE_RELEASE
		" (layout L3) \n\n"
		"\tRun began: %s\n\n",
		(int)sizeof(void *) * 8, when);
}

static void say_memory(struct iozone *z)
{
	uint64_t ram = sys_ram(), bytes = iozone_largest(z) * iozone_files(z);

	if (!ram)
		iozone_say(z, "\tMain memory is unknown; files of %llu kB\n",
			(unsigned long long)bytes / 1024);
	else
		iozone_say(z, "\tMain memory is %llu kB; files of %llu kB\n",
			(unsigned long long)ram / 1024, (unsigned long long)bytes / 1024);
	if (ram && bytes <= ram && !z->direct)
		iozone_say(z, "\tThe files fit into main memory: figures may be those of its "
			      "cache.\n");
}

static void say_own(struct iozone *z)
{
	char name[64];

	data_name(&z->data, name, sizeof(name));
	if (z->data.kind != DATA_ORIGINAL)
		iozone_say(z, "\tData written is %s\n", name);
	if (z->verify)
		iozone_say(z, "\tVerify Mode. Every byte is checked.\n"
			      "\tPerformance measurements are invalid in this mode.\n");
	if (z->drop_caches) {
		const char *done = sys_drop_caches();

		iozone_say(z, "\tCaches %s: %s\n",
			done ? "are dropped before each test" : "cannot be dropped",
			done ? done : strerror(errno));
		z->drop_caches = done != NULL;
	}
	say_memory(z);
}

static void say_command(struct iozone *z)
{
	iozone_say(z, "\tCommand line used:");
	for (int i = 0; i < z->argc; i++)
		iozone_say(z, " %s", z->argv[i]);
	iozone_say(z, "\n");
	if (z->unit == UNIT_KB)
		iozone_say(z, "\tOutput is in kBytes/sec\n");
	iozone_flush(z);
}

/* To the microsecond, which no figure goes below. */
static void say_geometry(struct iozone *z)
{
	z->resolution = sys_resolution();
	iozone_say(z,
		"\tTime Resolution = %.6f seconds.\n"
		"\tProcessor cache size set to %llu kBytes.\n"
		"\tProcessor cache line size set to %llu bytes.\n"
		"\tFile stride size set to %llu * record size.\n",
		z->resolution < 1e-6 ? 1e-6 : z->resolution, (unsigned long long)z->cache_size,
		(unsigned long long)z->line_size, (unsigned long long)z->stride);
}

/* ---- what is asked for ---------------------------------------------------------------------- */

static bool throughput(const struct iozone *z)
{
	return z->counts.n || z->least_workers || z->most_workers;
}

bool iozone_selected(const struct iozone *z, int test)
{
	if (z->plain_auto)
		return test <= 1;
	if (z->tests)
		return z->tests >> test & 1 && (test < 9 || z->pread || throughput(z));
	return throughput(z) || (test != 8 && (test < 9 || z->pread));
}

/* Options that do not go together; NULL: they do. */
static const char *conflict(const struct iozone *z)
{
	bool sweep = z->automatic || z->plain_auto || z->least_size || z->most_size ||
		     z->least_record || z->most_record || z->sizes.n > 1 || z->records.n > 1;

	if (throughput(z) && sweep)
		return "Can not mix throughput mode and auto-mode flags.";
	if (throughput(z) && z->path)
		return "You must use -F when using multiple threads or processes.";
	if (throughput(z) && z->unit == UNIT_USEC)
		return "Can not mix throughput mode and microseconds mode.";
	if (throughput(z) && z->paths && z->n_paths < iozone_files(z))
		return "You must use -F with a file for each thread or process.";
	if (!throughput(z) && z->paths)
		return "You must use -t when using -F.";
	return NULL;
}

void iozone_between(struct iozone *z)
{
	if (z->delay && z->tested)
		sleep((unsigned)z->delay);
	z->tested = true;
	if (z->drop_caches && !sys_drop_caches()) {
		iozone_say(z, "\niorun: error: caches cannot be dropped any more: %s\n",
			strerror(errno));
		z->drop_caches = false;
	}
}

static int run(struct iozone *z)
{
	const char *why = conflict(z);

	if (why) {
		iozone_say(z, "\n\t%s\n\n", why);
		return IOZONE_CONFLICT;
	}
	if (z->data.kind != DATA_ORIGINAL)
		data_at(&z->data, 0);
	say_geometry(z);
	return throughput(z) ? iozone_throughput(z) : iozone_table(z);
}

int iozone_main(int argc, char **argv)
{
	struct iozone z;
	int status = iozone_options(&z, argc, argv);

	if (!status && !z.status) {
		life_begin(false);
		say_banner(&z);
		iozone_say(&z, "%s", z.echo);
		say_own(&z);
		say_command(&z);
		status = run(&z);
		iozone_flush(&z);
		status = z.status ? z.status : life_stop ? 128 + life_stop : status;
	}
	free(z.paths);
	return status;
}
