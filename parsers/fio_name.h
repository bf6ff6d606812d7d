#ifndef PARSERS_FIO_NAME_H
#define PARSERS_FIO_NAME_H

#include <glib.h>
#include <stdbool.h>

/* What a log of fio has figures of. */
enum fio_log_type {
	FIO_LOG_BW,
	FIO_LOG_IOPS,
	FIO_LOG_SLAT,
	FIO_LOG_CLAT,
	FIO_LOG_LAT,
	FIO_LOG_HIST,
	FIO_LOG_TYPE_COUNT
};

/* "bw", "iops", ... as file names and metrics have it. */
const char *fio_log_type_name(enum fio_log_type type);

/* The name of a log: PREFIX_TYPE.N.log, PREFIX_TYPE.log, each with .HOST or .fz behind it. */
struct fio_log_name {
	enum fio_log_type type;
	const char *prefix; /* in the path, `n_prefix` bytes; may be empty */
	size_t n_prefix;
	const char *host; /* client mode, in the path up to its end; else NULL */
	unsigned number;  /* of the job over the whole run, from 1; 0: one file for all jobs */
	bool compressed;  /* .fz */
};

/* Reads the name at the end of a path, from its right end; false when it is none of these. */
bool fio_log_name_read(const char *path, struct fio_log_name *out);

#endif
