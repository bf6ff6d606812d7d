#ifndef RUNNER_DATA_H
#define RUNNER_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * What is written.  Zeros, and what the original tools write, vanish in a file system that
 * compresses or looks for equal blocks; a figure taken with them says little.  What a record holds
 * follows from the place of its beginning, so that it can be checked when it is read back as
 * records of the same size, and costs nothing while the clock runs: all lie ready in one pool.
 */
enum data_kind {
	DATA_ORIGINAL, /* as the original tool: its own affair */
	DATA_ZERO,
	DATA_PATTERN, /* counts up, byte by byte: compresses well, blocks are equal */
	DATA_RANDOM,  /* no compression */
	DATA_MIXED    /* a share of it random, the rest zeros: compresses by about that share */
};

struct data {
	enum data_kind kind;
	double share; /* of DATA_MIXED that is random, 0 to 1 */
};

/* "zero", "pattern", "random", "mixed:0.5"; false: none of these. */
bool data_parse(const char *text, struct data *data);

/* Writes the name as data_parse() reads it into `out`, at most `n` bytes with its end. */
void data_name(const struct data *data, char *out, size_t n);

/* The most that one call of data_at() can give: the largest record. */
#define DATA_RECORD (16u << 20)

/*
 * Where the up to DATA_RECORD bytes of the record at `offset` lie, at an address fit for direct I/O
 * when `offset` is a multiple of 4096; not for DATA_ORIGINAL.  The first call makes the pool, and
 * all calls must be for the same kind.
 */
const void *data_at(const struct data *data, uint64_t offset);

/* Where `bytes`, read from `offset`, first differ from what belongs there; `n`: nowhere. */
size_t data_check(const struct data *data, const void *bytes, uint64_t offset, size_t n);

#endif
