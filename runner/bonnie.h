#ifndef RUNNER_BONNIE_H
#define RUNNER_BONNIE_H

/* Files beyond 2 GiB where a C compiler makes 32-bit programs. */
#ifndef _FILE_OFFSET_BITS
#define _FILE_OFFSET_BITS 64
#endif

#include "data.h"
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/*
 * bonnie++: options, tests and output of release 2.00.  Functions that return bool have said on the
 * standard error why they failed, or a signal has asked for the end (life_stop).
 */

/* Beside the name of the release: the rates of created files in the text are true here. */
#define BONNIE_VERSION "2.00i"
#define BONNIE_FORMAT  "1.98"

/* The tests, in the order in which they run and are printed. */
enum bonnie_test {
	BONNIE_PUTC,
	BONNIE_PUT_BLOCK,
	BONNIE_REWRITE,
	BONNIE_GETC,
	BONNIE_GET_BLOCK,
	BONNIE_SEEKS,
	BONNIE_SEQ_CREATE,
	BONNIE_SEQ_STAT,
	BONNIE_SEQ_DELETE,
	BONNIE_RAN_CREATE,
	BONNIE_RAN_STAT,
	BONNIE_RAN_DELETE,
	BONNIE_TESTS
};

enum bonnie_sync { BONNIE_FREE, BONNIE_SEMAPHORE, BONNIE_PROMPT };

/* `max` of files that are links. */
#define BONNIE_LINK    (-1)
#define BONNIE_SYMLINK (-2)

struct bonnie_options {
	const char *program; /* as called */
	const char *machine;
	const char *user, *group, *random_file;
	long long size;     /* MiB; 0: no IO tests */
	long long chunk;    /* bytes of one operation */
	long long per_char; /* MiB written and read byte by byte; 0: not done */
	long long seeks, seekers;
	long long files;    /* times 1024; 0: no file tests */
	long long max, min; /* bytes of a file, or BONNIE_LINK, BONNIE_SYMLINK */
	long long dirs, file_chunk;
	long long ram;         /* MiB for the checks; 0: none */
	long long concurrency; /* a label */
	long long runs;        /* -x; -1: one, with text */
	long long semaphores;  /* -p; 0: not asked for */
	long long seed;
	bool size_given;
	bool quiet, flush, direct;
	bool verify, drop_caches, csv_103;
	enum bonnie_sync sync;
	struct data data;
};

/* What came of a test; `elapsed` is 0 when it did not run. */
struct bonnie_result {
	double elapsed, cpu, latency; /* seconds; of the longest single operation */
};

/* Numbers that follow from the seed alone, or come from a file. */
struct bonnie_random {
	uint64_t state;
	uint32_t *table;
	size_t n, at;
};

struct bonnie_run {
	const struct bonnie_options *o;
	struct bonnie_random random;
	char path[32]; /* "./Bonnie.123": the file, then the directory */
	bool made;     /* it is there, and this is what it is: */
	dev_t dev;
	ino_t ino;
	int base;                      /* the directory of -d, open */
	unsigned char *buffer, *spare; /* each the larger of both chunks */
	bool in_files;
	bool told_caches;
	struct bonnie_result results[BONNIE_TESTS];
};

/* ---- bonnie_options.c ---- */

/* Reads the command line, changes to the directory of -d and checks everything.  -1: go on; else
 * the exit status of a program that has no more to do. */
int bonnie_options(int argc, char **argv, struct bonnie_options *o);

/* ---- bonnie_system.c ---- */

/* Becomes the user and group of -u and -g and says so, not with -q.  With `keep_root`, root comes
 * back for dropping caches. */
bool bonnie_become(const struct bonnie_options *o, bool keep_root);

/* What -p asks for. */
bool bonnie_semaphores(const struct bonnie_options *o);

/* Before a test: drops caches, waits for the other copies or for the user.  `first`: nothing is
 * cached yet. */
bool bonnie_ready(struct bonnie_run *run, enum bonnie_test test, bool first);

bool bonnie_random_init(struct bonnie_random *random, const struct bonnie_options *o);

/* 0 to 2^31 - 1. */
uint32_t bonnie_random(struct bonnie_random *random);

/* ---- bonnie.c ---- */

/* Progress, not with -q. */
void bonnie_say(const struct bonnie_run *run, const char *text);

/* Says that `what` failed as errno tells, 0 being a file that ends early; returns false. */
bool bonnie_fail(const char *what);

/* All of `n` bytes; false and errno, 0: the file ends early. */
bool bonnie_write(int fd, const void *bytes, size_t n);
bool bonnie_read(int fd, void *bytes, size_t n);

/* Does `fd` have the identity of what the run made? */
bool bonnie_is_ours(const struct bonnie_run *run, int fd);

/* A test's clock: each operation ends with a lap; skip() leaves out what is none. */
struct bonnie_meter {
	double start, cpu, last, longest;
};
void bonnie_start(struct bonnie_meter *meter);
void bonnie_lap(struct bonnie_meter *meter);
void bonnie_skip(struct bonnie_meter *meter);
void bonnie_stop(const struct bonnie_meter *meter, struct bonnie_result *result);

/* ---- bonnie_io.c, bonnie_seeks.c, bonnie_files.c: the tests ---- */

bool bonnie_io(struct bonnie_run *run);
bool bonnie_seeks(struct bonnie_run *run);
bool bonnie_files(struct bonnie_run *run);

/* Removes the directory of the file tests with all that is in it, if it is there; after it the
 * process is in the directory of -d again. */
void bonnie_files_clean(struct bonnie_run *run);

/* Opens the file that the run made, and no other. */
int bonnie_io_open(const struct bonnie_run *run);

/* Closes it when it is on disk. */
bool bonnie_io_close(int fd);

/* Is a block of the file as it was written?  One byte of it was counted up `rewritten` times;
 * -1: maybe.  `spare` has room for a block. */
bool bonnie_io_check(const struct bonnie_run *run, const unsigned char *block, long long number,
	int rewritten, unsigned char *spare);

/* ---- bonnie_report.c ---- */

/* Text and csv as the options ask; false: they cannot be written. */
bool bonnie_report(const struct bonnie_run *run);

/* The first line of more than one run. */
void bonnie_report_header(const struct bonnie_options *o);

/* "4G", "300M". */
void bonnie_size_text(long long mib, char *out, size_t n);

#endif
