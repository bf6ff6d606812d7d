#include "analysis/ci.h"

#include <float.h>
#include <math.h>

/* Denominators of the fraction that vanish are replaced by this (Lentz). */
#define TINY 1e-300

#define MOST_TERMS 10000

static double away_from_zero(double x)
{
	return fabs(x) < TINY ? TINY : x;
}

/* The continued fraction of I_x(a, b), two terms a turn; converges fast for x < (a+1)/(a+b+2). */
static double beta_fraction(double a, double b, double x)
{
	double c = 1, d = 1 / away_from_zero(1 - (a + b) * x / (a + 1)), value = d;

	for (int m = 1; m < MOST_TERMS; m++) {
		double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
		double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));

		d = 1 / away_from_zero(1 + even * d);
		c = away_from_zero(1 + even / c);
		value *= d * c;
		d = 1 / away_from_zero(1 + odd * d);
		c = away_from_zero(1 + odd / c);
		value *= d * c;
		if (fabs(d * c - 1) < DBL_EPSILON * 4)
			break;
	}
	return value;
}

/* The regularised incomplete beta function; y is 1 - x, given where x is near 1. */
static double beta_share(double a, double b, double x, double y)
{
	int sign;
	double front;

	if (x <= 0 || y <= 0)
		return x <= 0 ? 0 : 1;
	front = exp(lgamma_r(a + b, &sign) - lgamma_r(a, &sign) - lgamma_r(b, &sign) + a * log(x) +
		    b * log(y));
	if (x < (a + 1) / (a + b + 2))
		return front * beta_fraction(a, b, x) / a;
	return 1 - front * beta_fraction(b, a, y) / b;
}

double ci_student_p(double t, double df)
{
	double square = t * t;

	if (isinf(square))
		return 0;
	return beta_share(df / 2, 0.5, df / (df + square), square / (df + square));
}

double ci_welch_p(const struct ci_sample *a, const struct ci_sample *b)
{
	double u, v, t, df;

	if (a->n < 2 || b->n < 2)
		return NAN;
	u = a->sd * a->sd / a->n;
	v = b->sd * b->sd / b->n;
	if (!(u + v > 0))
		return NAN;
	t = (a->mean - b->mean) / sqrt(u + v);
	df = (u + v) * (u + v) / (u * u / (a->n - 1) + v * v / (b->n - 1));
	return ci_student_p(t, df);
}
