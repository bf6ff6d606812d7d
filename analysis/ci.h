#ifndef ANALYSIS_CI_H
#define ANALYSIS_CI_H

/*
 * When a difference between two means counts: Student's t distribution and Welch's test.  The
 * distribution is computed here, from the continued fraction of the incomplete beta function
 * (Abramowitz and Stegun 26.5.8 and 26.7.1), until GSL is used for more.
 */

/* P(|T| >= |t|) of Student's t with `df` > 0 degrees of freedom, which may be broken. */
double ci_student_p(double t, double df);

struct ci_sample {
	double mean, sd; /* sd: sample standard deviation */
	unsigned n;
};

/*
 * Two-sided p of "the means are equal" by Welch's t with the degrees of freedom of Welch and
 * Satterthwaite (Biometrika 34, 1947).  NAN where nothing can be said: fewer than two of either, or
 * no spread at all.
 */
double ci_welch_p(const struct ci_sample *a, const struct ci_sample *b);

/* A difference counts when p is below this. */
#define CI_LEVEL 0.05

#endif
