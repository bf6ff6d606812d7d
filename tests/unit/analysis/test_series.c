#include "analysis/series.h"

#include "tests/unit/model/feed.h"
#include <string.h>

/* A run with its own figure, and logs over time of it; of another run there are only logs. */
static const struct feed_row rows[] = {
	{.layout = "1*stripe(1)", .metric = "fio:write.bw", .at = "jobs=2", .value = 100},
	{.layout = "1*stripe(1)",
		.metric = "fio:write.bw",
		.at = "jobs=2;window=0.5",
		.value = 90,
		.stddev = 9,
		.n = 60},
	{.layout = "1*stripe(1)",
		.metric = "fio:write.bw",
		.at = "number=1;window=0.5",
		.value = 45,
		.stddev = 5,
		.n = 60,
		.more = true},
	{.layout = "1*stripe(1)",
		.metric = "fio:write.bw",
		.at = "state=steady;window=0.5",
		.value = 91,
		.stddev = 2,
		.n = 58,
		.more = true},
	{.layout = "1*stripe(1)",
		.metric = "fio:write.lat",
		.at = "window=0.5",
		.value = 3,
		.stddev = 1,
		.n = 60,
		.more = true},
	{.layout = "1*stripe(1)",
		.metric = "fio:write.bw",
		.at = "time=1;window=0.5",
		.value = 80,
		.flags = QUALITY_BIT(QUALITY_POINT),
		.more = true},
};

static bool hides_latency(const struct metric *m)
{
	return m->kind == KIND_LATENCY;
}

static bool named(const void *user, const char *key)
{
	return user && g_str_equal(user, key);
}

/* The values that are left, "100 90". */
static char *choose(const struct feed_row *row, size_t n, enum series_over over, const char *key,
	bool (*hides)(const struct metric *m), bool *left_out)
{
	static const struct fold_options all;
	struct metrics *metrics = metrics_new();
	struct diag *diag = diag_new();
	struct fold *fold = fold_new(&all, metrics, diag);
	g_autoptr(GString) text = g_string_new(NULL);

	feed_rows(fold_sink(fold), row, n);
	*left_out = series_choose(fold, over, hides, named, key);
	for (size_t i = 0; i < fold_count(fold); i++) {
		const struct fold_group *g = fold_get(fold, i);

		for (size_t k = 0; k < g->n; k++)
			g_string_append_printf(text, "%s%g", text->len ? " " : "", g->cell[k].mean);
	}
	fold_free(fold);
	diag_free(diag);
	metrics_free(metrics);
	return g_strdup(text->str);
}

static void check(const struct feed_row *row, size_t n, enum series_over over, const char *key,
	bool (*hides)(const struct metric *m), const char *expected, bool expect_left)
{
	bool left_out;
	g_autofree char *got = choose(row, n, over, key, hides, &left_out);

	g_assert_cmpstr(got, ==, expected);
	g_assert_cmpint(left_out, ==, expect_left);
}

static void test_choose(void)
{
	const size_t all = G_N_ELEMENTS(rows);

	check(rows, all, SERIES_OVER_RUNS, NULL, NULL, "100", true);
	check(rows, all, SERIES_OVER_TIME, NULL, NULL, "90 3", false);
	check(rows, all, SERIES_OVER_TIME, "number", NULL, "90 45 3", false);
	check(rows, all, SERIES_OVER_TIME, "state", NULL, "90 91 3", false);
	/* only logs; and logs that show beside a figure that does not */
	check(rows + 1, all - 1, SERIES_OVER_RUNS, NULL, NULL, "90 3", false);
	check(rows + 1, all - 1, SERIES_OVER_RUNS, "number", hides_latency, "90 45 3", false);
	/* no logs at all */
	check(rows, 1, SERIES_OVER_RUNS, NULL, NULL, "100", false);
	check(rows, 1, SERIES_OVER_TIME, NULL, NULL, "", false);
	check(rows, 0, SERIES_OVER_TIME, NULL, NULL, "", false);
}

static void test_windows(void)
{
	static const struct fold_options all;
	struct metrics *metrics = metrics_new();
	struct diag *diag = diag_new();
	struct fold *fold = fold_new(&all, metrics, diag), *sum = fold_new(&all, metrics, diag);
	const struct fold_cell *c;

	feed_rows(fold_sink(fold), rows + 1, 1);
	g_assert_true(series_any(fold));
	g_assert_false(series_any(sum));
	fold_join(sum, fold);
	c = &fold_get(sum, 0)->cell[0];
	g_assert_cmpuint(c->windows, ==, 60);
	g_assert_cmpfloat(c->stddev, ==, 9);
	g_assert_true(isnan(fold_cell_sd(c)));
	fold_free(fold);
	fold_free(sum);
	diag_free(diag);
	metrics_free(metrics);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/series/choose", test_choose);
	g_test_add_func("/series/windows", test_windows);
	return g_test_run();
}
