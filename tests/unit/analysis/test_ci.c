#include "analysis/ci.h"

#include <glib.h>
#include <math.h>

/* Table of Student's t as printed in textbooks (Fisher and Yates 1938), two-sided. */
static void test_published_table(void)
{
	static const struct {
		double df, t, p;
	} rows[] = {
		{1, 6.314, 0.10},
		{1, 12.706, 0.05},
		{1, 63.657, 0.01},
		{2, 2.920, 0.10},
		{2, 4.303, 0.05},
		{2, 9.925, 0.01},
		{3, 3.182, 0.05},
		{4, 2.776, 0.05},
		{5, 2.571, 0.05},
		{5, 4.032, 0.01},
		{10, 2.228, 0.05},
		{10, 4.587, 0.001},
		{20, 2.086, 0.05},
		{30, 2.042, 0.05},
		{30, 2.750, 0.01},
		{60, 2.000, 0.05},
		{120, 1.980, 0.05},
		{120, 2.617, 0.01},
	};

	/* Half a unit of the last printed place of t moves p by less than 0.1 %. */
	for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_assert_cmpfloat_with_epsilon(
			ci_student_p(rows[i].t, rows[i].df), rows[i].p, rows[i].p * 2e-3);
		g_assert_cmpfloat(ci_student_p(-rows[i].t, rows[i].df), ==,
			ci_student_p(rows[i].t, rows[i].df));
	}
}

/* One and two degrees of freedom have closed forms; many are the normal distribution. */
static void test_closed_forms(void)
{
	for (double t = 0; t < 1e6; t = t * 1.7 + 0.01) {
		g_assert_cmpfloat_with_epsilon(ci_student_p(t, 1), 1 - 2 / G_PI * atan(t), 1e-12);
		g_assert_cmpfloat_with_epsilon(ci_student_p(t, 2), 1 - t / sqrt(2 + t * t), 1e-12);
	}
	for (double t = 0; t < 6; t += 0.25)
		g_assert_cmpfloat_with_epsilon(ci_student_p(t, 1e6), erfc(t / sqrt(2)), 1e-6);
	g_assert_cmpfloat(ci_student_p(0, 7), ==, 1);
	g_assert_cmpfloat(ci_student_p(INFINITY, 7), ==, 0);
}

/* Published means and deviations taken as ten runs each; p by scipy 1.10, ttest_ind_from_stats. */
static void test_welch(void)
{
	static const struct {
		struct ci_sample a, b;
		double p;
	} rows[] = {
		{{2.94, 0.11, 10}, {2.79, 0.16, 10}, 2.658016e-02},
		{{2.76, 0.13, 10}, {2.75, 0.13, 10}, 8.653525e-01},
		{{793.73, 50.74, 10}, {709.75, 57.43, 10}, 2.810848e-03},
		{{1487.45, 37.86, 10}, {1034.55, 46.04, 10}, 9.215765e-15},
		{{2.98, 0.39, 10}, {2.63, 0.25, 10}, 3.014700e-02},
		{{2.39, 0.27, 10}, {2.43, 0.26, 10}, 7.396793e-01},
	};

	for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
		double p = ci_welch_p(&rows[i].a, &rows[i].b);

		g_assert_cmpfloat_with_epsilon(p, rows[i].p, rows[i].p * 1e-6);
		g_assert_cmpfloat(p, ==, ci_welch_p(&rows[i].b, &rows[i].a));
	}
}

static void test_not_decidable(void)
{
	static const struct ci_sample one = {5, NAN, 1}, two = {6, 0.1, 2}, flat = {7, 0, 3},
				      other = {8, 0, 3};

	g_assert_true(isnan(ci_welch_p(&one, &two)));
	g_assert_true(isnan(ci_welch_p(&two, &one)));
	g_assert_true(isnan(ci_welch_p(&flat, &other)));
	g_assert_cmpfloat(ci_welch_p(&flat, &two), <, 1);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/ci/published-table", test_published_table);
	g_test_add_func("/ci/closed-forms", test_closed_forms);
	g_test_add_func("/ci/welch", test_welch);
	g_test_add_func("/ci/not-decidable", test_not_decidable);
	return g_test_run();
}
