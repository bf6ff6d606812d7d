#include "analysis/fold.h"

#include "tests/unit/model/feed.h"
#include <math.h>
#include <string.h>

struct fixture {
	struct metrics *metrics;
	struct diag *diag;
};

static void fixture_init(struct fixture *f)
{
	f->metrics = metrics_new();
	f->diag = diag_new();
}

static void fixture_clear(struct fixture *f)
{
	diag_free(f->diag);
	metrics_free(f->metrics);
}

static struct fold *fold_of(
	struct fixture *f, const struct fold_options *options, const struct feed_row *row, size_t n)
{
	static const struct fold_options all;
	struct fold *fold = fold_new(options ? options : &all, f->metrics, f->diag);

	feed_rows(fold_sink(fold), row, n);
	return fold;
}

static const struct fold_cell *cell_in(const struct fold_group *g, const char *metric)
{
	for (size_t i = 0; i < g->n; i++)
		if (g_str_equal(g->cell[i].metric->name, metric))
			return &g->cell[i];
	return NULL;
}

static const struct fold_cell *only_cell(const struct fold *fold)
{
	g_assert_cmpuint(fold_count(fold), ==, 1);
	g_assert_cmpuint(fold_get(fold, 0)->n, ==, 1);
	return &fold_get(fold, 0)->cell[0];
}

/* ---- numbers -------------------------------------------------------------------------------- */

static struct feed_row *random_rows(guint32 seed, size_t n, double offset, double noise)
{
	struct feed_row *row = g_new0(struct feed_row, n);
	GRand *rand = g_rand_new_with_seed(seed);

	for (size_t i = 0; i < n; i++) {
		row[i].metric = "iozone:write";
		row[i].value = offset + noise * g_rand_double_range(rand, -1, 1);
	}
	g_rand_free(rand);
	return row;
}

static long double two_pass_mean(const struct feed_row *row, size_t n)
{
	long double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += row[i].value;
	return sum / (long double)n;
}

static long double two_pass_sd(const struct feed_row *row, size_t n)
{
	long double mean = two_pass_mean(row, n), sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += (row[i].value - mean) * (row[i].value - mean);
	return n > 1 ? sqrtl(sum / (long double)(n - 1)) : (long double)NAN;
}

static bool near(double got, long double want, double relative)
{
	if (isnan(got) || isnan((double)want))
		return isnan(got) && isnan((double)want);
	return fabsl(got - want) <= relative * fabsl(want);
}

/* The last column allows for what cancels: one pass keeps about as many digits as noise / offset.
 */
static const struct {
	double offset, noise;
	size_t n;
	double mean, sd;
} samples[] = {
	{0, 1, 1, 1e-14, 0},
	{0, 1, 2, 1e-13, 1e-13},
	{5, 1, 3, 1e-14, 1e-13},
	{1000, 900, 48, 1e-14, 1e-13},
	{1e6, 1e3, 5000, 1e-13, 1e-11},
	{1e9, 1, 2, 1e-15, 1e-7},
	{1e9, 1, 17, 1e-15, 1e-7},
	{1e9, 1, 20000, 1e-14, 1e-7},
	{-1e9, 1e-3, 1000, 1e-14, 1e-4},
	{1e150, 1e140, 100, 1e-14, 1e-5},
	{1e-9, 1e-10, 100, 1e-14, 1e-13},
};

static void test_moments(void)
{
	struct fixture f;

	fixture_init(&f);
	for (guint i = 0; i < G_N_ELEMENTS(samples); i++) {
		size_t n = samples[i].n;
		struct feed_row *row = random_rows(i + 1, n, samples[i].offset, samples[i].noise);
		struct fold *fold = fold_of(&f, NULL, row, n);
		const struct fold_cell *c = only_cell(fold);
		long double scale = MAX(fabs(samples[i].offset), samples[i].noise);

		g_assert_cmpuint(c->n, ==, n);
		if (fabsl(c->mean - two_pass_mean(row, n)) > samples[i].mean * scale)
			g_test_fail_printf("row %u: mean %.17g, not %.20Lg", i, c->mean,
				two_pass_mean(row, n));
		if (!near(fold_cell_sd(c), two_pass_sd(row, n), samples[i].sd))
			g_test_fail_printf("row %u: sd %.17g, not %.20Lg", i, fold_cell_sd(c),
				two_pass_sd(row, n));
		fold_free(fold);
		g_free(row);
	}
	fixture_clear(&f);
}

/* Equal figures have no spread at all, wherever they are. */
static void test_equal_figures(void)
{
	static const double values[] = {0, 0.1, 1e9 + 0.1, -7e15, 1e300};
	struct fixture f;

	fixture_init(&f);
	for (guint i = 0; i < G_N_ELEMENTS(values); i++) {
		struct feed_row *row = random_rows(1, 7, values[i], 0);
		struct fold *fold = fold_of(&f, NULL, row, 7);

		g_assert_cmpfloat(only_cell(fold)->mean, ==, values[i]);
		g_assert_cmpfloat(fold_cell_sd(only_cell(fold)), ==, 0);
		fold_free(fold);
		g_free(row);
	}
	fixture_clear(&f);
}

/* The rows cut into folds at the given places, joined in order. */
static struct fold *joined(struct fixture *f, const struct fold_options *options,
	const struct feed_row *row, size_t n, const size_t *cut, size_t cuts)
{
	struct fold *whole = fold_of(f, options, row, 0);

	for (size_t i = 0; i <= cuts; i++) {
		size_t from = i ? cut[i - 1] : 0, to = i < cuts ? cut[i] : n;
		struct fold *part = fold_of(f, options, row + from, to - from);

		fold_join(whole, part);
		fold_free(part);
	}
	return whole;
}

static void test_join_numbers(void)
{
	static const size_t cuts[][4] = {
		{1, 2, 3, 4},
		{0, 0, 300, 300},
		{100, 200, 300, 400},
		{999, 1000, 1000, 1000},
		{0, 0, 0, 0},
		{1000, 1000, 1000, 1000},
	};
	struct fixture f;
	struct feed_row *row = random_rows(7, 1000, 700, 650);
	struct fold *one;

	fixture_init(&f);
	one = fold_of(&f, NULL, row, 1000);
	for (guint i = 0; i < G_N_ELEMENTS(cuts); i++) {
		struct fold *a = joined(&f, NULL, row, 1000, cuts[i], 4);
		struct fold *b = joined(&f, NULL, row, 1000, cuts[i], 4);
		const struct fold_cell *x = only_cell(a), *y = only_cell(b), *want = only_cell(one);

		if (x->n != want->n || x->min != want->min || x->max != want->max)
			g_test_fail_printf("cuts %u: n, min or max", i);
		if (!near(x->mean, want->mean, 1e-12) || !near(x->m2, want->m2, 1e-12))
			g_test_fail_printf("cuts %u: mean %.17g, not %.17g; m2 %.17g, not %.17g", i,
				x->mean, want->mean, x->m2, want->m2);
		if (memcmp(&x->mean, &y->mean, sizeof(double)) ||
			memcmp(&x->m2, &y->m2, sizeof(double)))
			g_test_fail_printf("cuts %u: the same join twice gives two results", i);
		fold_free(a);
		fold_free(b);
	}
	fold_free(one);
	g_free(row);
	fixture_clear(&f);
}

static void test_cell_join(void)
{
	const struct fold_cell from = {.n = 2,
		.missing = 1,
		.mean = -3,
		.m2 = 2,
		.min = -4,
		.max = -2,
		.stddev = 5,
		.file = "b.log",
		.line = 9,
		.flags = 4};
	struct fold_cell to = {0}, empty = {.missing = 2,
					   .flags = 1,
					   .file = "c.log",
					   .line = 3,
					   .stddev = NAN};

	fold_cell_join(&to, &from);
	g_assert_cmpuint(to.n, ==, 2);
	g_assert_cmpuint(to.missing, ==, 1);
	g_assert_cmpfloat(to.mean, ==, -3);
	g_assert_cmpfloat(to.m2, ==, 2);
	g_assert_cmpfloat(to.min, ==, -4);
	g_assert_cmpfloat(to.max, ==, -2);
	g_assert_cmpfloat(to.stddev, ==, 5);
	fold_cell_join(&to, &empty);
	g_assert_cmpuint(to.n, ==, 2);
	g_assert_cmpuint(to.missing, ==, 3);
	g_assert_cmpuint(to.flags, ==, 5);
	g_assert_cmpfloat(to.mean, ==, -3);
	g_assert_cmpfloat(to.max, ==, -2);
	g_assert_cmpstr(to.file, ==, "b.log");
	g_assert_cmpuint(to.line, ==, 9);
	/* what is only missing leaves the bounds to the first figure */
	fold_cell_join(&empty, &from);
	g_assert_cmpfloat(empty.min, ==, -4);
	g_assert_cmpfloat(empty.max, ==, -2);
	g_assert_cmpfloat(empty.mean, ==, -3);
	g_assert_cmpstr(empty.file, ==, "c.log");
}

/* ---- what enters ---------------------------------------------------------------------------- */

static void test_counts(void)
{
	const struct feed_row rows[] = {
		{.metric = "iozone:write", .value = NAN, .flags = QUALITY_BIT(QUALITY_NOT_RUN)},
		{.metric = "iozone:write", .value = 7, .stddev = 3},
		{.metric = "iozone:write", .value = -2, .flags = QUALITY_BIT(QUALITY_ROUNDED)},
		{.metric = "iozone:write", .value = 4},
	};
	struct fixture f;
	struct fold *fold;
	const struct fold_cell *c;

	fixture_init(&f);
	fold = fold_of(&f, NULL, rows, G_N_ELEMENTS(rows));
	c = only_cell(fold);
	g_assert_cmpuint(c->n, ==, 3);
	g_assert_cmpuint(c->missing, ==, 1);
	g_assert_cmpfloat(c->mean, ==, 3);
	g_assert_cmpfloat(c->min, ==, -2);
	g_assert_cmpfloat(c->max, ==, 7);
	g_assert_cmpfloat_with_epsilon(fold_cell_sd(c), sqrt(21), 1e-14);
	g_assert_cmphex(c->flags, ==, QUALITY_BIT(QUALITY_NOT_RUN) | QUALITY_BIT(QUALITY_ROUNDED));
	/* of the first figure, missing or not */
	g_assert_cmpstr(c->file, ==, "a.log");
	g_assert_cmpuint(c->line, ==, 1);
	g_assert_true(isnan(c->stddev));
	g_assert_null(c->values);
	g_assert_null(c->original);
	g_assert_cmpuint(fold_runs(fold), ==, 4);
	g_assert_cmpuint(fold_runs_chosen(fold), ==, 4);
	fold_free(fold);
	fixture_clear(&f);
}

/* Sums, copies and what is no measurement are no samples; all others are. */
static bool is_sample(unsigned q)
{
	static const enum quality none[] = {QUALITY_AGGREGATE, QUALITY_INVALID_MODE,
		QUALITY_DUPLICATE, QUALITY_BELOW_RESOLUTION};

	for (size_t i = 0; i < G_N_ELEMENTS(none); i++)
		if (q == none[i])
			return false;
	return true;
}

static void test_no_sample(void)
{
	struct fixture f;

	fixture_init(&f);
	for (unsigned q = 0; q < QUALITY_COUNT; q++) {
		const struct feed_row rows[] = {
			{.metric = "iozone:write", .value = 5, .flags = QUALITY_BIT(q)},
		};
		bool sample = is_sample(q);
		struct fold *fold = fold_of(&f, NULL, rows, 1);
		const struct fold_cell *c;

		if (q == QUALITY_POINT) { /* there may be millions */
			g_assert_cmpuint(fold_get(fold, 0)->n, ==, 0);
			fold_free(fold);
			continue;
		}
		c = only_cell(fold);
		if (c->n != sample || c->missing != !sample || c->flags != QUALITY_BIT(q))
			g_test_fail_printf("%s: n %u, missing %u", quality_name((enum quality)q),
				c->n, c->missing);
		fold_free(fold);
	}
	fixture_clear(&f);
}

static void test_values(void)
{
	const struct fold_options options = {.keep_values = true};
	const size_t cut = 2;
	const struct feed_row rows[] = {
		{.metric = "iozone:write", .value = 3},
		{.metric = "iozone:write", .value = NAN, .flags = QUALITY_BIT(QUALITY_TRUNCATED)},
		{.metric = "iozone:write", .value = 1},
		{.metric = "iozone:write", .value = 2},
	};
	struct fixture f;
	struct fold *fold;
	GArray *values;

	fixture_init(&f);
	fold = joined(&f, &options, rows, G_N_ELEMENTS(rows), &cut, 1);
	values = only_cell(fold)->values;
	g_assert_nonnull(values);
	g_assert_cmpuint(values->len, ==, 3);
	g_assert_cmpfloat(g_array_index(values, double, 0), ==, 3);
	g_assert_cmpfloat(g_array_index(values, double, 1), ==, 1);
	g_assert_cmpfloat(g_array_index(values, double, 2), ==, 2);
	fold_free(fold);
	fixture_clear(&f);
}

/* ---- where ---------------------------------------------------------------------------------- */

static const struct feed_row where_rows[] = {
	{"2*raidz1(20+1)", "2x21", "raid=z;slog=n", "threads=1", "iozone:write", .value = 1},
	{.at = "threads=2", .metric = "iozone:write", .value = 2, .more = true},
	{.at = "threads=2",
		.metric = "iozone:read",
		.value = 3,
		.more = true,
		.flags = QUALITY_BIT(QUALITY_FUSED)},
	{"6*raidz2(5+2)", "6x7", "raid=z2;slog=n", "threads=1", "iozone:write", .value = 4,
		.status = RUN_PARTIAL, .host = "h2", .when = "2010-08-01", .file = "b.log"},
	{.at = "threads=1", .metric = "iozone:read", .value = 5, .more = true},
	{"6*raidz2(5+2)", "6x7", "raid=z2;slog=n", .status = RUN_FAILED},
};

/* How many runs are left, how many figures, and whether the run without figures still shows. */
static const struct {
	const char *where;
	guint runs, figures;
	bool bare;
} wheres[] = {
	{NULL, 3, 5, true},
	/* class */
	{"slog = n", 3, 5, true},
	{"slog = y", 0, 0, false},
	{"raid = z", 1, 3, false},
	{"layout = 6x7", 2, 2, true},
	{"parity = 2", 2, 2, true},
	{"version = 3.508", 3, 5, true},
	/* at */
	{"threads = 1", 2, 3, false},
	{"threads = 2", 1, 2, false},
	{"threads = 3", 0, 0, false},
	{"raid = z2 or threads = 2", 3, 4, true},
	{"raid = z2 and threads = 2", 0, 0, false},
	/* metric and flag */
	{"metric = read", 2, 2, false},
	{"metric = read and threads = 2", 1, 1, false},
	{"flag = fused", 1, 1, false},
	{"flag != fused", 2, 4, false},
	/* run */
	{"host = h2", 1, 2, false},
	{"when < 2011", 1, 2, false},
	{"source = a.log", 2, 3, true},
	/* status */
	{"status = complete", 1, 3, false},
	{"status = partial", 1, 2, false},
	{"status = failed", 1, 0, true},
	{"status != complete and metric = write", 1, 1, false},
};

static guint figures_of(const struct fold *fold, bool *bare)
{
	guint figures = 0;

	*bare = false;
	for (size_t i = 0; i < fold_count(fold); i++) {
		const struct fold_group *g = fold_get(fold, i);

		*bare |= g->bare;
		for (size_t k = 0; k < g->n; k++)
			figures += g->cell[k].n;
	}
	return figures;
}

static void test_where(void)
{
	struct fixture f;

	fixture_init(&f);
	for (guint i = 0; i < G_N_ELEMENTS(wheres); i++) {
		struct where *where =
			wheres[i].where ? where_new(wheres[i].where, f.metrics, NULL) : NULL;
		const struct fold_options options = {.where = where};
		struct fold *fold = fold_new(&options, f.metrics, f.diag);
		struct sink *hold = sink_hold_new(fold_sink(fold));
		bool bare;
		guint figures;

		g_assert_true(where || !wheres[i].where);
		feed_rows(hold, where_rows, G_N_ELEMENTS(where_rows));
		figures = figures_of(fold, &bare);
		if (figures != wheres[i].figures || bare != wheres[i].bare)
			g_test_fail_printf(
				"'%s': %u figures, bare %d", wheres[i].where, figures, bare);
		if (fold_runs(fold) != 3 || fold_runs_chosen(fold) != wheres[i].runs)
			g_test_fail_printf("'%s': %zu runs of %zu", wheres[i].where,
				fold_runs_chosen(fold), fold_runs(fold));
		sink_hold_free(hold);
		fold_free(fold);
		where_free(where);
	}
	fixture_clear(&f);
}

static void test_metrics(void)
{
	struct fixture f;
	const struct metric *wanted[1];
	struct fold_options options = {.metrics = wanted, .n_metrics = 1};
	struct fold *all, *some;
	struct sink *sink;
	bool bare;

	fixture_init(&f);
	wanted[0] = metrics_get(f.metrics, "iozone:read");
	all = fold_of(&f, NULL, where_rows, G_N_ELEMENTS(where_rows));
	some = fold_of(&f, &options, where_rows, G_N_ELEMENTS(where_rows));
	sink = fold_sink(some);
	g_assert_null(fold_sink(all)->wants);
	g_assert_true(sink->wants(sink, wanted[0]));
	g_assert_false(sink->wants(sink, metrics_get(f.metrics, "iozone:write")));
	g_assert_cmpuint(figures_of(some, &bare), ==, 2);
	fold_free(all);
	fold_free(some);
	fixture_clear(&f);
}

/* ---- groups --------------------------------------------------------------------------------- */

/* What keeps two runs apart: NULL `by` facts pool, the others do not. */
static const struct {
	const char *name;
	struct feed_row first, second;
	unsigned by;
	size_t groups;
} apart[] = {
	{"nothing", {.factors = "a=1"}, {.factors = "a=1"}, 0, 1},
	{"factor", {.factors = "a=1"}, {.factors = "a=2"}, 0, 2},
	{"one factor more", {.factors = "a=1"}, {.factors = "a=1;b=1"}, 0, 2},
	{"at", {.at = "threads=1"}, {.at = "threads=2"}, 0, 2},
	{"layout", {.layout = "2*raidz1(20+1)"}, {.layout = "2*raidz2(19+2)"}, 0, 2},
	{"label alone", {.label = "pool1"}, {.label = "pool2"}, 0, 2},
	{"version", {.version = "3.1"}, {.version = "3.2"}, 0, 2},
	{"host", {.host = "h1"}, {.host = "h2"}, 0, 2},
	{"host, equal", {.host = "h1"}, {.host = "h1"}, 0, 1},
	{"source", {.file = "a"}, {.file = "b"}, 0, 1},
	{"by source", {.file = "a"}, {.file = "b"}, FOLD_BY_SOURCE, 2},
	{"when", {.when = "2010"}, {.when = "2011"}, 0, 1},
	{"by when", {.when = "2010"}, {.when = "2011"}, FOLD_BY_WHEN, 2},
	{"status", {.status = RUN_COMPLETE}, {.status = RUN_PARTIAL}, 0, 1},
	{"by status", {.status = RUN_COMPLETE}, {.status = RUN_PARTIAL}, FOLD_BY_STATUS, 2},
	{"by run", {.factors = "a=1"}, {.factors = "a=1"}, FOLD_BY_RUN, 2},
	/* the label of an input is a factor like any other, whatever the layout is called */
	{"factor label", {.label = "6x7", .factors = "label=before"},
		{.label = "6x7", .factors = "label=after"}, 0, 2},
	{"factor run", {.factors = "run=1"}, {.factors = "run=2"}, 0, 2},
};

static void test_apart(void)
{
	struct fixture f;

	fixture_init(&f);
	for (guint i = 0; i < G_N_ELEMENTS(apart); i++) {
		const struct fold_options options = {.by = apart[i].by};
		struct feed_row rows[2] = {apart[i].first, apart[i].second};
		struct fold *fold = fold_new(&options, f.metrics, f.diag);
		struct sink *hold = sink_hold_new(fold_sink(fold));

		rows[0].metric = rows[1].metric = "iozone:write";
		feed_rows(hold, rows, 2);
		if (fold_count(fold) != apart[i].groups)
			g_test_fail_printf("%s: %zu groups", apart[i].name, fold_count(fold));
		sink_hold_free(hold);
		fold_free(fold);
	}
	fixture_clear(&f);
}

/* More classes than the fold remembers, each twice, in two orders. */
static void test_many_classes(void)
{
	enum { CLASSES = 500 };
	struct fixture f;
	struct feed_row *row = g_new0(struct feed_row, 2 * CLASSES);
	struct fold *fold;

	fixture_init(&f);
	for (int i = 0; i < 2 * CLASSES; i++) {
		int class = i < CLASSES ? i : 2 * CLASSES - 1 - i;

		row[i].factors = g_strdup_printf("a=%d", class);
		row[i].metric = "iozone:write";
		row[i].value = class;
	}
	fold = fold_of(&f, NULL, row, 2 * CLASSES);
	g_assert_cmpuint(fold_count(fold), ==, CLASSES);
	for (int i = 0; i < CLASSES; i++) {
		const struct fold_cell *c = cell_in(fold_get(fold, (size_t)i), "iozone:write");

		if (c->n != 2 || c->mean != i || c->m2 != 0)
			g_test_fail_printf("class %d: n %u, mean %g", i, c->n, c->mean);
	}
	fold_free(fold);
	for (int i = 0; i < 2 * CLASSES; i++)
		g_free((gpointer)row[i].factors);
	g_free(row);
	fixture_clear(&f);
}

/* Per run, and a figure that stands twice in a run stands twice. */
static void test_by_run(void)
{
	const struct fold_options options = {.by = FOLD_BY_RUN, .keep_original = true};
	const struct feed_row rows[] = {
		{.metric = "iozone:write", .value = 1, .original = "1", .original_unit = "kB/s"},
		{.metric = "iozone:write", .value = 2, .original = "02", .more = true},
		{.metric = "iozone:read", .value = 9, .original = "9.0", .more = true},
		{.metric = "iozone:write",
			.value = NAN,
			.original = "+++",
			.more = true,
			.flags = QUALITY_BIT(QUALITY_TOO_FAST)},
		{.metric = "iozone:write", .value = 4, .original = "4"},
	};
	static const struct {
		size_t group;
		unsigned again;
		const char *metric, *original;
	} want[] = {
		{0, 0, "iozone:write", "1"},
		{0, 0, "iozone:read", "9.0"},
		{0, 1, "iozone:write", "02"},
		{0, 2, "iozone:write", "+++"},
		{1, 0, "iozone:write", "4"},
	};
	const size_t cut = 4;
	struct fixture f;

	fixture_init(&f);
	for (int join = 0; join < 2; join++) {
		struct fold *fold = join ? joined(&f, &options, rows, 5, &cut, 1)
					 : fold_of(&f, &options, rows, 5);

		g_assert_cmpuint(fold_count(fold), ==, 2);
		for (guint i = 0; i < G_N_ELEMENTS(want); i++) {
			const struct fold_group *g = fold_get(fold, want[i].group);
			const struct fold_cell *c;

			for (unsigned k = 0; k < want[i].again && g; k++)
				g = g->again;
			c = g ? cell_in(g, want[i].metric) : NULL;
			if (!c || c->n + c->missing != 1 ||
				g_strcmp0(c->original, want[i].original))
				g_test_fail_printf("join %d, row %u: '%s'", join, i,
					c ? c->original : "nothing");
		}
		g_assert_null(fold_get(fold, 0)->again->again->again);
		g_assert_cmpstr(
			cell_in(fold_get(fold, 0), "iozone:write")->original_unit, ==, "kB/s");
		/* runs of a second partial come after those of the first */
		g_assert_cmpstr(keyset_get(fold_get(fold, 0)->class, FOLD_KEY_RUN), ==, "1");
		g_assert_cmpstr(keyset_get(fold_get(fold, 1)->class, FOLD_KEY_RUN), ==, "2");
		fold_free(fold);
	}
	fixture_clear(&f);
}

static char *keys_text(const char *const *keys, size_t n)
{
	GString *text = g_string_new(NULL);

	for (size_t i = 0; i < n; i++)
		g_string_append_printf(text, "%s%s", i ? " " : "", keys[i]);
	return g_string_free(text, FALSE);
}

static void expect_keys(const struct fold *fold, const char *factors, const char *ats)
{
	size_t n;
	const char *const *key = fold_factor_keys(fold, &n);
	g_autofree char *factor = keys_text(key, n);

	key = fold_at_keys(fold, &n);
	g_autofree char *at = keys_text(key, n);

	g_assert_cmpstr(factor, ==, factors);
	g_assert_cmpstr(at, ==, ats);
}

/* Keys come in the order in which the logs name them, not by name. */
static void test_key_order(void)
{
	const struct feed_row rows[] = {
		{.factors = "slog=n;cache=0",
			.at = "record-size=1;file-size=2",
			.metric = "iozone:read"},
		{.factors = "slog=n", .at = "file-size=3", .metric = "iozone:read"},
		{.factors = "fs=zfs;slog=y;atime=on",
			.at = "file-size=2;depth=4",
			.metric = "iozone:read"},
	};
	const size_t cut = 1;
	struct fixture f;
	struct fold *fold;

	fixture_init(&f);
	fold = fold_of(&f, NULL, rows, 0);
	expect_keys(fold, "", "");
	fold_free(fold);
	fold = fold_of(&f, NULL, rows, G_N_ELEMENTS(rows));
	expect_keys(fold, "slog cache fs atime", "record-size file-size depth");
	fold_free(fold);
	fold = joined(&f, NULL, rows, G_N_ELEMENTS(rows), &cut, 1);
	expect_keys(fold, "slog cache fs atime", "record-size file-size depth");
	fold_free(fold);
	fixture_clear(&f);
}

/* A run without figures leaves an empty group; one with figures elsewhere none. */
static void test_bare(void)
{
	const struct feed_row rows[] = {
		{.factors = "a=1", .status = RUN_FAILED},
		{.factors = "a=2", .at = "threads=1", .metric = "iozone:write", .value = 1},
		{.factors = "a=1", .status = RUN_FAILED},
	};
	const size_t cut = 2;
	struct fixture f;

	fixture_init(&f);
	for (int join = 0; join < 2; join++) {
		struct fold *fold =
			join ? joined(&f, NULL, rows, 3, &cut, 1) : fold_of(&f, NULL, rows, 3);

		g_assert_cmpuint(fold_count(fold), ==, 2);
		g_assert_true(fold_get(fold, 0)->bare);
		g_assert_cmpuint(fold_get(fold, 0)->n, ==, 0);
		g_assert_cmpuint(fold_get(fold, 0)->at->n, ==, 0);
		g_assert_false(fold_get(fold, 1)->bare);
		g_assert_cmpuint(fold_runs(fold), ==, 3);
		fold_free(fold);
	}
	fixture_clear(&f);
}

/* A joined fold stands on its own: order, texts and flags are those of one fold over all. */
static void test_join_groups(void)
{
	const size_t cut[] = {3};
	struct fixture f;
	struct fold *one, *two;

	fixture_init(&f);
	one = fold_of(&f, NULL, where_rows, G_N_ELEMENTS(where_rows));
	two = joined(&f, NULL, where_rows, G_N_ELEMENTS(where_rows), cut, 1);
	g_assert_cmpuint(fold_count(two), ==, fold_count(one));
	for (size_t i = 0; i < fold_count(one); i++) {
		const struct fold_group *a = fold_get(one, i), *b = fold_get(two, i);

		g_assert_true(pool_set_copy(fold_pool(two), a->class) == b->class);
		g_assert_true(pool_set_copy(fold_pool(two), a->at) == b->at);
		g_assert_cmpuint(a->n, ==, b->n);
		g_assert_true(a->bare == b->bare);
		for (size_t k = 0; k < a->n; k++) {
			g_assert_true(a->cell[k].metric == b->cell[k].metric);
			g_assert_cmpuint(a->cell[k].n, ==, b->cell[k].n);
			g_assert_cmpuint(a->cell[k].flags, ==, b->cell[k].flags);
			g_assert_cmpfloat(a->cell[k].mean, ==, b->cell[k].mean);
			g_assert_cmpstr(a->cell[k].file, ==, b->cell[k].file);
		}
	}
	fold_free(one);
	fold_free(two);
	fixture_clear(&f);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/fold/moments", test_moments);
	g_test_add_func("/fold/equal-figures", test_equal_figures);
	g_test_add_func("/fold/join/numbers", test_join_numbers);
	g_test_add_func("/fold/join/cell", test_cell_join);
	g_test_add_func("/fold/join/groups", test_join_groups);
	g_test_add_func("/fold/counts", test_counts);
	g_test_add_func("/fold/no-sample", test_no_sample);
	g_test_add_func("/fold/values", test_values);
	g_test_add_func("/fold/where", test_where);
	g_test_add_func("/fold/metrics", test_metrics);
	g_test_add_func("/fold/apart", test_apart);
	g_test_add_func("/fold/many-classes", test_many_classes);
	g_test_add_func("/fold/by-run", test_by_run);
	g_test_add_func("/fold/key-order", test_key_order);
	g_test_add_func("/fold/bare", test_bare);
	return g_test_run();
}
