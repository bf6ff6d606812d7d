#ifndef RUNNER_IOZONE_H
#define RUNNER_IOZONE_H

#include "data.h"
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

/*
 * `iorun iozone`: the options, tests and lines of iozone 3.508.  One struct holds what was asked,
 * one table what each pass over the file does; the table mode and the throughput mode run the same
 * passes (iozone_pass.c).
 */

#define IOZONE_RELEASE "3.508"

/* Exit statuses of the original; a signal N ends with 128 + N. */
enum {
	IOZONE_CONFLICT = 17,
	IOZONE_SIZES = 23,
	IOZONE_CANNOT_CREATE = 42,
	IOZONE_CANNOT_OPEN = 44,
	IOZONE_MISMATCH = 63,
	IOZONE_CANNOT_WRITE = 74,
	IOZONE_CHILD_DIED = 90,
	IOZONE_USAGE = 255
};

enum iozone_unit { UNIT_KB, UNIT_OPS, UNIT_USEC };

#define IOZONE_TESTS   13
#define IOZONE_LIST    64   /* of -s, -r and -t each */
#define IOZONE_WORKERS 1024 /* processes or threads */
#define IOZONE_LARGEST (16u << 20)
#define IOZONE_ECHO    8192

struct iozone_list {
	uint64_t value[IOZONE_LIST];
	size_t n;
};

struct iozone {
	int argc;
	char **argv;
	unsigned tests; /* bit N: -i N; 0: all */
	bool automatic, plain_auto /* -A */, no_crossover, pread;
	bool fsync, close, sync, dsync, direct, purge, disrupt, keep, no_retest, excel, cpu;
	bool threads, children, no_stonewall, percent_given;
	enum iozone_unit unit;
	struct iozone_list sizes, records, counts;                 /* bytes, bytes, workers */
	uint64_t least_size, most_size, least_record, most_record; /* bytes; 0: not given */
	uint64_t multiplier, stride, cache_size, line_size, percent, delay;
	uint64_t least_workers, most_workers;
	const char *path;
	char **paths; /* -F */
	size_t n_paths;

	/* beyond the original */
	struct data data;
	bool verify, drop_caches, overwrite, no_space_check;
	const char *device;
	double pause; /* seconds after a phase */

	char echo[IOZONE_ECHO];
	double resolution; /* of the clock, seconds */
	uint64_t poor;     /* largest record of a pass that took less than the clock can tell */
	int status;        /* of a log that cannot be written; 0: it can */
	bool tested;       /* the first test has begun */
};

/* What a pass over the file does. */
enum iozone_how { BY_READ, BY_WRITE, BY_FREAD, BY_FWRITE, BY_PREAD, BY_PWRITE };
enum iozone_order { IN_ORDER, AT_RANDOM, BACKWARD, AT_FIRST, IN_STRIDES };
enum iozone_open { OPEN_READ, OPEN_WRITE, OPEN_NEW };

enum iozone_id {
	PASS_WRITE,
	PASS_REWRITE,
	PASS_READ,
	PASS_REREAD,
	PASS_RANDOM_READ,
	PASS_RANDOM_WRITE,
	PASS_BACKWARD,
	PASS_RECORD,
	PASS_STRIDE,
	PASS_FWRITE,
	PASS_FREWRITE,
	PASS_FREAD,
	PASS_FREREAD,
	PASS_PWRITE,
	PASS_REPWRITE,
	PASS_PREAD,
	PASS_REPREAD,
	PASS_COUNT
};

struct iozone_pass {
	int test;    /* of -i */
	bool second; /* left out with -+n */
	enum iozone_how how;
	enum iozone_order order;
	enum iozone_open open;
	const char *title; /* of the report: "Re-writer" */
	const char *error; /* of a record, up to its number: "Error writing block" */
	const char *call;  /* that failed, as perror() has it */
	int failed;        /* exit status of a record that could not be transferred */
	int no_file;       /* of a file that could not be opened */
};

extern const struct iozone_pass iozone_passes[PASS_COUNT];

bool iozone_writes(const struct iozone_pass *pass);

/* A file under test, and whether it is still the one that it was. */
struct iozone_file {
	const char *path;
	bool known, made; /* `made` by this run */
	bool fixed;       /* who opens it does not make it */
	dev_t device;
	ino_t inode;
	int held; /* a descriptor of it, when it is known */
};

/* Where workers of the throughput mode wait, and what stops them; shared by processes. */
struct iozone_gate {
	atomic_int ready, stop, abort, status;
};

/* Who goes over a file. `trouble` is what the log has to say of a pass that failed. */
struct iozone_worker {
	struct iozone *z;
	struct iozone_file *file;
	uint64_t records;
	size_t record; /* bytes */
	unsigned char *buffer, *purge, *want;
	const uint64_t *shuffled; /* records in random order */
	struct iozone_gate *gate; /* NULL: alone */
	int gate_fd;              /* at its end when the gate opens */
	bool carries_on;          /* writes its file to the end when others have stopped it */
	bool cut;                 /* others have stopped it */
	char trouble[1024];

	uint64_t done; /* records that count */
	double seconds, cpu;
};

/* ---- iozone_options.c: 0, or the exit status of options that were refused, which it says. */
int iozone_options(struct iozone *z, int argc, char **argv);

/* ---- iozone_file.c */

/* Opens the file as the options want it.  -1: `why` holds what the log has to say. */
int iozone_open(struct iozone *z, struct iozone_file *file, enum iozone_open how,
	const struct iozone_pass *pass, char *why, size_t n);

/* Removes a file that this run made, unless it is to be kept. */
void iozone_remove(struct iozone *z, struct iozone_file *file);

/* May files of `bytes` each be written, and is there room for them?  0, or an exit status, which
 * the log tells of. */
int iozone_check_targets(
	struct iozone *z, const struct iozone_file *files, size_t n, uint64_t bytes);

/* ---- iozone_pass.c */

/* Buffers and order for files of `size` bytes in records of `record`; free with _clear(). */
void iozone_worker_init(struct iozone_worker *w, struct iozone *z, struct iozone_file *file,
	uint64_t size, uint64_t record);
void iozone_worker_clear(struct iozone_worker *w);

/* Runs a pass, sets done, seconds and cpu.  0, or the exit status and `trouble`: 128 and more when
 * a signal ended it. */
int iozone_pass_run(struct iozone_worker *w, const struct iozone_pass *pass);

/* ---- iozone_table.c, iozone_throughput.c: run all; an exit status. */
int iozone_table(struct iozone *z);
int iozone_throughput(struct iozone *z);

/* The sizes in bytes of the files of a table in their order; of the records of one of `size`, 0:
 * of all of them. */
void iozone_sizes(const struct iozone *z, struct iozone_list *list);
void iozone_records(const struct iozone *z, uint64_t size, struct iozone_list *list);

/* The largest file of the run, and how many of them there are. */
uint64_t iozone_largest(const struct iozone *z);
uint64_t iozone_files(const struct iozone *z);

/* ---- iozone_report.c: the figures again, for a spreadsheet. */
struct iozone_row {
	uint64_t size, record; /* kB */
	bool has[PASS_COUNT];
	uint64_t value[PASS_COUNT];
	double cpu[PASS_COUNT]; /* percent */
};

struct iozone_rows {
	struct iozone_row *row;
	size_t n;
};

void iozone_report(struct iozone *z, const struct iozone_rows *rows);

/* ---- iozone.c: the log.  A log that cannot be written stops the run. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void iozone_say(struct iozone *z, const char *format, ...);
void iozone_flush(struct iozone *z);

/* Does the test run, is it asked for? */
bool iozone_selected(const struct iozone *z, int test);

/* "Interrupted", and the report of what there is. */
void iozone_interrupted(struct iozone *z, const struct iozone_rows *rows);

/* What stands between two tests: a pause, caches dropped. */
void iozone_between(struct iozone *z);

#endif
