#ifndef PARSERS_FIO_ROW_H
#define PARSERS_FIO_ROW_H

#include <glib.h>
#include <stdbool.h>

/*
 * Rows of fio's bw, iops and latency logs: whole numbers parted by a comma and a blank.
 * 3: time, value, direction (third parties).  4: block size besides.  5: offset (2.1.11 to 3.17) or
 * priority (3.18 and later).  6: offset and priority, or a greatest value behind the mean one and
 * priority (log_window_value=both).  7: offset, priority and time of issue, or both and offset.
 * 8: all of them.
 */
enum fio_log_direction { FIO_LOG_READ, FIO_LOG_WRITE, FIO_LOG_TRIM, FIO_LOG_DIRECTION_COUNT };

/* What the head of a log tells; gathered over all logs of a run, which share their options. */
struct fio_row_evidence {
	unsigned columns;   /* of the first row; 0: none seen */
	bool third_above_2; /* so it is no direction */
	bool fourth_above_2, fifth_above_1, hex;
	bool fourth_above_0, fifth_above_0;
	bool all_one;        /* every value is 1 */
	guint64 first, last; /* times */
};

/* Which columns are which. */
struct fio_row_form {
	unsigned columns;
	bool both;    /* mean and greatest value */
	bool is_nsec; /* only releases that log nanoseconds write this form */
};

struct fio_row {
	guint64 time; /* ms */
	guint64 value, block_size;
	unsigned direction;
};

/* How sure one may be that these are the first bytes of such a log, 0 to 100. */
int fio_row_sniff(const char *head, size_t n);

/* Are most of the first lines such rows?  For files that are called like such a log. */
bool fio_row_mostly(const char *head, size_t n);

/* Adds what one line tells; a line that is no row tells nothing. */
void fio_row_learn(struct fio_row_evidence *e, const char *s, size_t n);

/* The form that fits all that was seen. */
struct fio_row_form fio_row_settle(const struct fio_row_evidence *e);

/*
 * Are the rows single I/Os and no averages?  They have block sizes; IOPS logs of them, as `iops`
 * says, hold nothing but ones.
 */
bool fio_row_is_single(
	const struct fio_row_evidence *e, const struct fio_row_form *form, bool iops);

/* Reads one line; false when it does not fit the form. */
bool fio_row_read(const struct fio_row_form *form, const char *s, size_t n, struct fio_row *row);

#endif
