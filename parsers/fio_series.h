#ifndef PARSERS_FIO_SERIES_H
#define PARSERS_FIO_SERIES_H

#include <glib.h>

/* Running mean and sum of squared deviations (Welford, Technometrics 4, 1962). */
struct fio_moments {
	guint64 n;
	double mean, m2, min, max;
};

/*
 * The windows of a log, one after the other.  The first has the start of the test in it and the
 * last its end, so that figures of the steady state leave both out where there are four or more.
 */
struct fio_series {
	struct fio_moments all, inner;
	double held; /* the last one, which may be the last of all */
	guint64 windows;
};

/* Adds the next window; NAN: it has no sample. */
void fio_series_add(struct fio_series *series, double value);

/* Adds `count` windows of the same value. */
void fio_series_add_many(struct fio_series *series, double value, guint64 count);

/* The windows of the steady state; NULL: there are too few to tell. */
const struct fio_moments *fio_series_steady(const struct fio_series *series);

/* Sample standard deviation, NAN below two windows. */
double fio_moments_sd(const struct fio_moments *moments);

#endif
