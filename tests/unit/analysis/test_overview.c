#include "analysis/overview.h"

#include "tests/unit/model/feed.h"
#include <string.h>

struct fixture {
	struct metrics *metrics;
	struct diag *diag;
	struct overview *o;
};

static void add_part(struct fixture *f, const struct feed_row *row, size_t n)
{
	static const struct fold_options options = {0};
	struct overview_part *part = overview_part_new(&options, f->metrics, f->diag);

	feed_rows(overview_part_sink(part), row, n);
	overview_join(f->o, part, NULL);
}

static size_t count_rows(const struct feed_row *row, size_t most)
{
	size_t n = 0;

	while (n < most && row[n].version)
		n++;
	return n;
}

static void fixture_init(struct fixture *f)
{
	f->metrics = metrics_new();
	f->diag = diag_new();
	f->o = overview_new();
}

static void fixture_clear(struct fixture *f)
{
	overview_free(f->o);
	diag_free(f->diag);
	metrics_free(f->metrics);
}

#define V       .version = "3.508"
#define READ    .metric = "iozone:read"
#define RAND    .metric = "iozone:random-read"
#define AT(...) .at = __VA_ARGS__

/* ---- winners -------------------------------------------------------------------------------- */

static const struct {
	const char *name;
	struct feed_row row[12];
	enum overview_verdict verdict;
	size_t rows, ties;
	const char *first; /* level of the best row */
	const char *mixed;
} winners[] = {
	{"alone", {{.layout = "a", V, READ, .value = 5}, {.layout = "a", V, READ, .value = 6}},
		OVERVIEW_ALONE, 1, 0, NULL, NULL},
	{"one-run", {{.layout = "a", V, READ, .value = 5}, {.layout = "b", V, READ, .value = 900}},
		OVERVIEW_ONE_RUN, 2, 0, "b", NULL},
	/* scipy 1.10: ttest_ind([10, 11, 12], [20, 21, 22], equal_var=False): p = 0.00026 */
	{"clear",
		{{.layout = "a", V, READ, .value = 10}, {.layout = "a", V, READ, .value = 11},
			{.layout = "a", V, READ, .value = 12},
			{.layout = "b", V, READ, .value = 20},
			{.layout = "b", V, READ, .value = 21},
			{.layout = "b", V, READ, .value = 22}},
		OVERVIEW_CLEAR, 2, 0, "b", NULL},
	/* [10, 11, 12] and [11, 12, 13]: t = 1.2247, df = 4, p = 0.288 */
	{"tie",
		{{.layout = "a", V, READ, .value = 10}, {.layout = "a", V, READ, .value = 11},
			{.layout = "a", V, READ, .value = 12},
			{.layout = "b", V, READ, .value = 11},
			{.layout = "b", V, READ, .value = 12},
			{.layout = "b", V, READ, .value = 13}, {.layout = "c", V, READ, .value = 1},
			{.layout = "c", V, READ, .value = 2}, {.layout = "c", V, READ, .value = 3}},
		OVERVIEW_TIE, 3, 1, "b", NULL},
	/* one row of many with one run is enough to know nothing */
	{"some-one-run",
		{{.layout = "a", V, READ, .value = 10}, {.layout = "a", V, READ, .value = 11},
			{.layout = "b", V, READ, .value = 20},
			{.layout = "b", V, READ, .value = 21},
			{.layout = "c", V, READ, .value = 1}},
		OVERVIEW_ONE_RUN, 3, 0, "b", NULL},
	{"no-spread",
		{{.layout = "a", V, READ, .value = 10}, {.layout = "a", V, READ, .value = 10},
			{.layout = "b", V, READ, .value = 20},
			{.layout = "b", V, READ, .value = 20}},
		OVERVIEW_NO_SPREAD, 2, 1, "b", NULL},
	/* two figures of one run are not two runs */
	{"inside",
		{{.layout = "a", V, READ, .value = 10}, {.layout = "a", V, READ, .value = 11},
			{.layout = "b", V, READ, .value = 20},
			{.layout = "b", V, READ, .value = 20.1, .more = true},
			{.layout = "b", V, READ, .value = 20.2}},
		OVERVIEW_INSIDE, 2, 0, "b", NULL},
	{"inside-one",
		{{.layout = "a", V, READ, .value = 10},
			{.layout = "a", V, READ, .value = 11, .more = true},
			{.layout = "b", V, READ, .value = 20},
			{.layout = "b", V, READ, .value = 21, .more = true}},
		OVERVIEW_ONE_RUN, 2, 0, "b", NULL},
	{"versions",
		{{.layout = "a", V, READ, .value = 10}, {.layout = "a", V, READ, .value = 11},
			{.layout = "b", .version = "3.327", READ, .value = 20},
			{.layout = "b", .version = "3.327", READ, .value = 21}},
		OVERVIEW_MIXED, 2, 0, "b", "version"},
	{"hosts",
		{{.layout = "a", V, READ, .value = 10, .host = "x"},
			{.layout = "a", V, READ, .value = 11, .host = "x"},
			{.layout = "b", V, READ, .value = 20, .host = "y"},
			{.layout = "b", V, READ, .value = 21, .host = "y"}},
		OVERVIEW_MIXED, 2, 0, "b", "host"},
	/* a row that mixes hosts has no mean and is no contender */
	{"mixed-row",
		{{.layout = "a", V, READ, .value = 10, .host = "x"},
			{.layout = "a", V, READ, .value = 11, .host = "y"},
			{.layout = "b", V, READ, .value = 2, .host = "x"}},
		OVERVIEW_MIXED, 1, 0, "b", "host"},
	/* for latencies less is better */
	{"latency",
		{{.layout = "a", V, .metric = "iozone:read.latency", .value = 10},
			{.layout = "b", V, .metric = "iozone:read.latency", .value = 2}},
		OVERVIEW_ONE_RUN, 2, 0, "b", NULL},
	/* missing figures and no samples are no rows */
	{"missing",
		{{.layout = "a", V, READ, .value = NAN, .flags = 1},
			{.layout = "b",
				V,
				READ,
				.value = 9,
				.flags = QUALITY_BIT(QUALITY_INVALID_MODE)},
			{.layout = "c", V, READ, .value = 2}},
		OVERVIEW_ALONE, 1, 0, "c", NULL},
};

static void test_winner(gconstpointer data)
{
	const size_t i = GPOINTER_TO_SIZE(data);
	const struct overview_best *b;
	struct fixture f;

	fixture_init(&f);
	add_part(&f, winners[i].row, count_rows(winners[i].row, G_N_ELEMENTS(winners[i].row)));
	overview_settle(f.o, NULL, NULL);
	g_assert_cmpuint(f.o->n_best, ==, 1);
	b = &f.o->best[0];
	g_assert_cmpint(b->verdict, ==, winners[i].verdict);
	g_assert_cmpuint(b->rows, ==, winners[i].rows);
	g_assert_cmpuint(b->ties, ==, winners[i].ties);
	g_assert_cmpstr(b->mixed, ==, winners[i].mixed);
	if (winners[i].first)
		g_assert_cmpstr(b->pivot->row[b->row[0]].level[0], ==, winners[i].first);
	fixture_clear(&f);
}

/* ---- sizes ---------------------------------------------------------------------------------- */

static const struct {
	const char *name;
	struct feed_row row[8];
	const char *fixed[2]; /* per class that has figures */
	bool own;
} sizes[] = {
	{"same",
		{{V, AT("file-size=1"), READ, .value = 1},
			{V, AT("file-size=1"), READ, .value = 2}},
		{""}, false},
	{"largest",
		{{V, AT("file-size=9;record-size=2"), READ, .value = 1},
			{V, AT("file-size=10;record-size=1"), READ, .value = 2}},
		{"file-size=10 record-size=1 "}, false},
	{"shared-by-most",
		{{.layout = "a", V, AT("file-size=9"), READ, .value = 1},
			{.layout = "b", V, AT("file-size=9"), READ, .value = 2},
			{.layout = "b", V, AT("file-size=10"), READ, .value = 2}},
		{"file-size=9 "}, false},
	{"most-figures",
		{{V, AT("file-size=9"), READ, .value = 1}, {V, AT("file-size=9"), READ, .value = 2},
			{V, AT("file-size=10"), READ, .value = 2}},
		{"file-size=9 "}, false},
	/* a mode that only some have must not be pooled with none */
	{"mode",
		{{V, AT("file-size=9"), READ, .value = 1}, {V, AT("file-size=9"), READ, .value = 3},
			{V, AT("file-size=9;direct=y"), READ, .value = 2}},
		{"direct=- "}, false},
	/* random figures were taken at another size only */
	{"own",
		{{V, AT("record-size=1024"), READ, .value = 1},
			{V, AT("record-size=1024"), READ, .value = 2},
			{V, AT("record-size=4"), RAND, .value = 2}},
		{"record-size=1024 ", "record-size=4 "}, true},
};

static void expect_fixed(const struct overview_best *b, const char *want)
{
	g_autoptr(GString) text = g_string_new(NULL);

	for (guint i = 0; i < b->fixed->len; i++) {
		const struct level *l = &g_array_index(b->fixed, struct level, i);

		g_string_append_printf(text, "%s=%s ", l->key, l->value ? l->value : "-");
	}
	g_assert_cmpstr(text->str, ==, want);
}

static void test_sizes(gconstpointer data)
{
	const size_t i = GPOINTER_TO_SIZE(data);
	struct fixture f;

	fixture_init(&f);
	add_part(&f, sizes[i].row, count_rows(sizes[i].row, G_N_ELEMENTS(sizes[i].row)));
	overview_settle(f.o, NULL, NULL);
	for (size_t k = 0; k < 2 && sizes[i].fixed[k]; k++) {
		g_assert_cmpuint(k, <, f.o->n_best);
		expect_fixed(&f.o->best[k], sizes[i].fixed[k]);
		g_assert_true(f.o->best[k].own == (k && sizes[i].own));
		g_assert_cmpuint(f.o->best[k].rows, >, 0); /* nothing is pooled */
	}
	fixture_clear(&f);
}

/* ---- counts, keys --------------------------------------------------------------------------- */

static const struct feed_row first_log[] = {
	{.layout = "2*mirror(1+1)",
		.label = "m",
		.factors = "slog=n;raid=z",
		V,
		READ,
		.value = 5,
		.flags = QUALITY_BIT(QUALITY_FUSED)},
	{.layout = "2*mirror(1+1)",
		.label = "m",
		.factors = "slog=y;raid=z",
		V,
		READ,
		.value = 6,
		.status = RUN_PARTIAL},
	{.layout = "2*mirror(1+1)",
		.label = "m",
		.factors = "slog=y;raid=z",
		V,
		RAND,
		.value = NAN,
		.flags = QUALITY_BIT(QUALITY_TRUNCATED),
		.more = true},
};
static const struct feed_row second_log[] = {
	{.layout = "1*raidz1(2+1)",
		.label = "z",
		.factors = "slog=n;raid=z2",
		.version = "3.327",
		READ,
		.value = 7},
	{.layout = "1*raidz1(2+1)",
		.label = "z",
		.factors = "slog=y;raid=z2",
		.version = "3.327",
		READ,
		.value = 8},
	{.layout = "1*raidz1(2+1)",
		.label = "z",
		.factors = "slog=y;raid=z2",
		.version = "3.327",
		.status = RUN_FAILED},
};

static void test_counts(void)
{
	struct fixture f;
	const struct overview_counts *c;
	const struct overview_tool *t;

	fixture_init(&f);
	add_part(&f, first_log, G_N_ELEMENTS(first_log));
	add_part(&f, second_log, G_N_ELEMENTS(second_log));
	overview_settle(f.o, NULL, NULL);
	c = &f.o->counts;
	g_assert_cmpuint(c->logs, ==, 2);
	g_assert_cmpuint(c->runs[RUN_COMPLETE], ==, 3);
	g_assert_cmpuint(c->runs[RUN_PARTIAL], ==, 1);
	g_assert_cmpuint(c->runs[RUN_FAILED], ==, 1);
	g_assert_cmpuint(c->figures, ==, 4);
	g_assert_cmpuint(c->missing, ==, 1);
	g_assert_cmpuint(c->flagged[QUALITY_FUSED], ==, 1);
	g_assert_cmpuint(c->flagged[QUALITY_TRUNCATED], ==, 1);
	g_assert_cmpuint(f.o->tools->len, ==, 2);
	t = &g_array_index(f.o->tools, struct overview_tool, 1);
	g_assert_cmpstr(t->version, ==, "3.327");
	g_assert_cmpuint(t->runs, ==, 3);
	g_assert_cmpuint(f.o->runs_least, ==, 1);
	g_assert_cmpuint(f.o->runs_most, ==, 1);
	g_assert_cmpuint(f.o->combinations, ==, 4);
	g_assert_false(f.o->inside);
	fixture_clear(&f);
}

static void test_pool(void)
{
	struct fixture f;

	fixture_init(&f);
	add_part(&f, first_log, G_N_ELEMENTS(first_log));
	add_part(&f, second_log, G_N_ELEMENTS(second_log));
	overview_settle(f.o, NULL, NULL);
	g_assert_cmpuint(f.o->layouts->len, ==, 2);
	g_assert_cmpuint(f.o->factors->len, ==, 2);
	/* raid names the layout and is not pooled */
	g_assert_cmpstr(f.o->pool[0], ==, "slog");
	g_assert_null(f.o->pool[1]);
	g_assert_cmpstr(f.o->pool_rows[0], ==, "layout");
	g_assert_cmpstr(f.o->pool_rows[1], ==, "raid");
	g_assert_null(f.o->pool_rows[2]);
	g_assert_cmpuint(f.o->pool_least, ==, 2);
	g_assert_cmpuint(f.o->pool_most, ==, 2);
	fixture_clear(&f);
}

/* Only rows that are known to keep the rule are looked at, where there are any. */
static void test_safe(void)
{
	static const struct {
		const char *rule;
		guint safe, rows;
	} rules[] = {{"survive=disks:1", 2, 4}, {"survive=disks:2", 0, 4}};
	struct study *study = study_new();

	for (size_t i = 0; i < G_N_ELEMENTS(rules); i++) {
		g_autoptr(GPtrArray) list =
			g_ptr_array_new_with_free_func((GDestroyNotify)rule_free);
		static const struct feed_row bare[] = {
			{.layout = "a", .label = "a", V, READ, .value = 99}};
		struct fixture f;

		fixture_init(&f);
		g_ptr_array_add(list, rule_new(rules[i].rule, NULL));
		add_part(&f, first_log, G_N_ELEMENTS(first_log));
		add_part(&f, second_log, G_N_ELEMENTS(second_log));
		add_part(&f, bare, 1);
		overview_settle(f.o, study, list);
		g_assert_cmpuint(f.o->n_safe, ==, rules[i].safe);
		g_assert_cmpuint(f.o->n_unknown, ==, 1);
		g_assert_true(f.o->safe_only == !!rules[i].safe);
		g_assert_cmpuint(f.o->best[0].rows, ==, rules[i].rows + !rules[i].safe);
		fixture_clear(&f);
	}
	study_free(study);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	for (size_t i = 0; i < G_N_ELEMENTS(winners); i++) {
		g_autofree char *path = g_strconcat("/overview/winner/", winners[i].name, NULL);

		g_test_add_data_func(path, GSIZE_TO_POINTER(i), test_winner);
	}
	for (size_t i = 0; i < G_N_ELEMENTS(sizes); i++) {
		g_autofree char *path = g_strconcat("/overview/sizes/", sizes[i].name, NULL);

		g_test_add_data_func(path, GSIZE_TO_POINTER(i), test_sizes);
	}
	g_test_add_func("/overview/counts", test_counts);
	g_test_add_func("/overview/pool", test_pool);
	g_test_add_func("/overview/safe", test_safe);
	return g_test_run();
}
