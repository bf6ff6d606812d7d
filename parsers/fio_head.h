#ifndef PARSERS_FIO_HEAD_H
#define PARSERS_FIO_HEAD_H

#include "parsers/fio_report.h"

/*
 * `NAME: (g=0): rw=randrw, bs=(R) 4096B-4096B, (W) ..., ioengine=libaio, iodepth=8`, with `..:
 * 4K-4K/4K-4K` for the sizes before 2.17.  The text ends with a NUL byte.
 */
struct fio_head_line {
	size_t name; /* length of the name at the start of the line */
	int group;
	bool whole; /* down to the depth: not broken off */
	struct fio_setup setup;
};

/* Is it such a line? */
bool fio_head_is(const char *s);

/* Reads one; false: it is none. */
bool fio_head_read(const char *s, struct pool *pool, struct fio_head_line *out);

/* The setup that options of json output give: pairs of key and value, the later ones hold. */
struct fio_option {
	const char *key, *value;
};

void fio_head_options(const struct fio_option *option, size_t n, struct pool *pool,
	struct fio_setup *setup, unsigned *jobs);

#endif
