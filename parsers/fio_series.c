#include "parsers/fio_series.h"

#include <math.h>

/* Fewer windows have no middle. */
#define FEW 4

static void moments_add(struct fio_moments *m, double value)
{
	double d = value - m->mean;

	m->n++;
	m->mean += d / (double)m->n;
	m->m2 += d * (value - m->mean);
	m->min = m->n == 1 ? value : MIN(m->min, value);
	m->max = m->n == 1 ? value : MAX(m->max, value);
}

/* Chan, Golub and LeVeque's formula for `count` equal values. */
static void moments_add_many(struct fio_moments *m, double value, guint64 count)
{
	double d = value - m->mean, n = (double)m->n, k = (double)count;

	if (!m->n)
		m->min = m->max = value;
	m->n += count;
	m->mean += d * k / (n + k);
	m->m2 += d * d * n * k / (n + k);
	m->min = MIN(m->min, value);
	m->max = MAX(m->max, value);
}

void fio_series_add(struct fio_series *s, double value)
{
	if (s->windows > 1 && !isnan(s->held))
		moments_add(&s->inner, s->held);
	s->held = value;
	s->windows++;
	if (!isnan(value))
		moments_add(&s->all, value);
}

void fio_series_add_many(struct fio_series *s, double value, guint64 count)
{
	for (; count && s->windows < 2; count--)
		fio_series_add(s, value);
	if (!count)
		return;
	fio_series_add(s, value);
	count--;
	s->windows += count;
	if (!count || isnan(value))
		return;
	moments_add_many(&s->all, value, count);
	moments_add_many(&s->inner, value, count);
}

const struct fio_moments *fio_series_steady(const struct fio_series *s)
{
	return s->windows < FEW ? NULL : &s->inner;
}

double fio_moments_sd(const struct fio_moments *m)
{
	return m->n > 1 ? sqrt(m->m2 / (double)(m->n - 1)) : NAN;
}
