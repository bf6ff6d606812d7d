#include "parsers/fio_series.h"

#include "parsers/fio_hist.h"
#include "parsers/fio_log.h"
#include "tests/unit/parsers/witness.h"
#include <string.h>

static void near(double got, double expected)
{
	g_assert_cmpfloat_with_epsilon(got, expected, 1e-12);
}

/* Of 9 1 2 3 8: mean 4.6, deviation 3.6469...; without the ends 1 2 3: mean 2, deviation 1. */
static void test_moments(void)
{
	static const double values[] = {9, 1, 2, NAN, 3, 8};
	struct fio_series s = {.windows = 0};

	for (size_t i = 0; i < 3; i++)
		fio_series_add(&s, values[i]);
	g_assert_null(fio_series_steady(&s));
	for (size_t i = 3; i < G_N_ELEMENTS(values); i++)
		fio_series_add(&s, values[i]);
	g_assert_cmpuint(s.windows, ==, 6);
	g_assert_cmpuint(s.all.n, ==, 5);
	near(s.all.mean, 4.6);
	near(fio_moments_sd(&s.all), sqrt(13.3));
	near(s.all.min, 1);
	near(s.all.max, 9);
	g_assert_cmpuint(fio_series_steady(&s)->n, ==, 3);
	near(fio_series_steady(&s)->mean, 2);
	near(fio_moments_sd(fio_series_steady(&s)), 1);
}

static void test_many(void)
{
	struct fio_series one = {.windows = 0}, many = {.windows = 0};
	static const struct {
		double value;
		guint64 count;
	} runs[] = {{0, 1}, {7, 2}, {0, 5}, {NAN, 3}, {2, 1}, {NAN, 1}, {4, 4}};

	for (size_t i = 0; i < G_N_ELEMENTS(runs); i++) {
		for (guint64 k = 0; k < runs[i].count; k++)
			fio_series_add(&one, runs[i].value);
		fio_series_add_many(&many, runs[i].value, runs[i].count);
		g_assert_cmpuint(one.windows, ==, many.windows);
		g_assert_cmpuint(one.all.n, ==, many.all.n);
		g_assert_cmpuint(one.inner.n, ==, many.inner.n);
		near(one.all.mean, many.all.mean);
		near(one.all.m2, many.all.m2);
		near(one.inner.mean, many.inner.mean);
		near(one.inner.m2, many.inner.m2);
		near(one.all.min, many.all.min);
		near(one.all.max, many.all.max);
	}
	fio_series_add_many(&many, 1, 0);
	g_assert_cmpuint(one.windows, ==, many.windows);
}

static void test_window(void)
{
	static const struct {
		double ms;
		guint64 tidy;
	} rows[] = {{504, 500}, {486, 500}, {250, 250}, {1004, 1000}, {560, 560}, {333.4, 333},
		{0.2, 1}, {25, 25}, {2.5, 3}, {60000, 60000}, {9999, 10000}};

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++)
		g_assert_cmpuint(fio_window_tidy(rows[i].ms), ==, rows[i].tidy);
}

static void test_times(void)
{
	g_assert_true(fio_time_goes_on(500, 1000, 500));
	g_assert_true(fio_time_goes_on(5031, 5031, 500));
	g_assert_true(fio_time_goes_on(1500, 1498, 500)); /* directions jitter */
	g_assert_false(fio_time_goes_on(2567, 500, 500));
	g_assert_false(fio_time_goes_on(1000, 500, 500));
	g_assert_false(fio_time_goes_on(100, 3, 500)); /* single I/Os */
	g_assert_false(fio_time_goes_on(1796045262150, 1796045260150, 250));
}

/* The last bins of the groups and what fio's documentation says of the greatest latencies. */
static void test_bins(void)
{
	static const struct {
		unsigned bin;
		guint64 edge;
	} edges[] = {{0, 0}, {127, 127}, {128, 128}, {129, 130}, {191, 254}, {192, 256}, {193, 260},
		{1216, (guint64)1 << 24}, {1856, (guint64)1 << 34}};
	unsigned stride;
	bool is_nsec;

	for (size_t i = 0; i < G_N_ELEMENTS(edges); i++)
		g_assert_cmpuint(fio_hist_edge(edges[i].bin), ==, edges[i].edge);
	for (unsigned i = 1; i <= 1856; i++)
		g_assert_cmpuint(fio_hist_edge(i), >, fio_hist_edge(i - 1));
	g_assert_cmpuint(fio_hist_bins(1859, &stride, &is_nsec), ==, 1856);
	g_assert_true(stride == 1 && is_nsec);
	g_assert_cmpuint(fio_hist_bins(235, &stride, &is_nsec), ==, 232);
	g_assert_true(stride == 8 && is_nsec);
	g_assert_cmpuint(fio_hist_bins(32, &stride, &is_nsec), ==, 29);
	g_assert_true(stride == 64 && is_nsec);
	g_assert_cmpuint(fio_hist_bins(1219, &stride, &is_nsec), ==, 1216);
	g_assert_true(stride == 1 && !is_nsec);
	g_assert_cmpuint(fio_hist_bins(1860, &stride, &is_nsec), ==, 0);
	g_assert_cmpuint(fio_hist_bins(5, &stride, &is_nsec), ==, 0);
}

static void test_hist_sniff(void)
{
	g_autoptr(GString) row = g_string_new("500, 1, 4096");

	for (int i = 0; i < 29; i++)
		g_string_append(row, ", 0");
	g_assert_cmpint(fio_hist_sniff(row->str, row->len), ==, 0); /* cut */
	g_string_append_c(row, '\n');
	g_assert_cmpint(fio_hist_sniff(row->str, row->len), >, 50);
	row->str[14] = 'x';
	g_assert_cmpint(fio_hist_sniff(row->str, row->len), ==, 0);
	g_assert_cmpint(fio_hist_sniff("500, 1, 4096, 0\n", 16), ==, 0);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/fio/series/moments", test_moments);
	g_test_add_func("/fio/series/many", test_many);
	g_test_add_func("/fio/series/window", test_window);
	g_test_add_func("/fio/series/times", test_times);
	g_test_add_func("/fio/hist/bins", test_bins);
	g_test_add_func("/fio/hist/sniff", test_hist_sniff);
	return g_test_run();
}
