#ifndef PARSERS_FIO_VALUE_H
#define PARSERS_FIO_VALUE_H

#include <glib.h>
#include <stdbool.h>

/* Numbers, sizes and dates as fio writes them and people give them to it. */

/* A number with more bytes than this is none that fio printed. */
#define FIO_NUMBER_MAX 40

/*
 * The number at the start of the `n` bytes at `s`, digits with an optional sign, fraction and
 * exponent; how many bytes it takes, 0 when there is none.  *step is what one in its last digit is
 * worth; it may be NULL.
 */
size_t fio_number(const char *s, size_t n, double *value, double *step);

/* A figure with a prefix, "17.0k", "265MiB/s", "163Mi", "4096KB". */
struct fio_quantity {
	double number, step;
	int power; /* of the prefix: 0 none, 1 k, 2 M ... */
	bool iec;  /* Ki, Mi: 1024 */
	bool bits;
	size_t digits, n; /* bytes of the number, and with its unit */
};

/* Reads the quantity at the start of the text; false when none stands there. */
bool fio_quantity(const char *s, struct fio_quantity *q);

/* What it stands for when a prefix without `i` is that power of `base`, and what its step does. */
double fio_quantity_value(const struct fio_quantity *q, double base);
double fio_quantity_step(const struct fio_quantity *q, double base);

/* number * factor, where a factor below 1 is one over a whole number: rounded but once. */
double fio_scale(double number, double factor);

/*
 * A size as given in an option, with the kb_base of the job: 4k is 4096 of 1024, and 4KiB is 4000:
 * there, kib means the other base.  How many bytes of the text it takes, 0: it is no size.
 */
size_t fio_option_size(const char *s, unsigned kb_base, guint64 *size);

/* ISO 8601 as seconds since 1970, as if it were UTC; false when it is none. */
bool fio_seconds(const char *iso, gint64 *seconds);

/* Appends seconds since 1970 as ISO 8601, UTC. */
void fio_timestamp(gint64 seconds, GString *out);

#endif
