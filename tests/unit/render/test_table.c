#include "render/table.h"
#include "render/table_names.h"

#include "model/error.h"
#include "tests/unit/model/feed.h"
#include <math.h>
#include <string.h>

#define MIB 1048576.0

/* One table to be made from rows. */
struct ask {
	const struct feed_row *row;
	size_t n;
	const char *const *rows, *const *cols, *const *over;
	struct table_options options;
};

#define ROWS(table) .row = table, .n = G_N_ELEMENTS(table)
#define KEYS(...)                                                                                  \
	(const char *const[])                                                                      \
	{                                                                                          \
		__VA_ARGS__, NULL                                                                  \
	}

static size_t length(const char *const *list)
{
	return list ? g_strv_length((char **)list) : 0;
}

static void show_cell(const struct doc_cell *cell, GString *out)
{
	g_string_append(out, cell->text ? cell->text : "-");
	if (cell->unit && cell->text)
		g_string_append_printf(out, " %s", cell->unit);
	if (cell->best)
		g_string_append_c(out, '*');
	if (cell->mark)
		g_string_append_printf(out, "[%u]", cell->mark);
}

/* "head [unit]|...\ncell|...\n[1] note\n": all that a dialect shows. */
static char *show(const struct doc_table *table, bool caption)
{
	GString *out = g_string_new(NULL);

	if (caption && table->caption)
		g_string_append_printf(out, "%s:\n", table->caption);
	for (guint i = 0; i < table->columns->len; i++) {
		const struct doc_column *c = &g_array_index(table->columns, struct doc_column, i);

		g_string_append_printf(out, "%s%s", i ? "|" : "", c->head);
		if (c->unit)
			g_string_append_printf(out, " [%s]", c->unit);
	}
	for (guint r = 0; r < table->rows->len; r++)
		for (guint i = 0; i < table->columns->len; i++) {
			g_string_append(out, i ? "|" : "\n");
			show_cell(
				&g_array_index((GArray *)table->rows->pdata[r], struct doc_cell, i),
				out);
		}
	for (guint i = 0; i < table->notes->len; i++)
		g_string_append_printf(out, "\n[%u] %s", i + 1, (char *)table->notes->pdata[i]);
	return g_string_free(out, FALSE);
}

/* What is shown, or "error: ..." */
static char *made_with(const struct ask *ask, const char *caption)
{
	const struct fold_options fold_options = {
		.by = ask->options.cell == TABLE_RAW ? FOLD_BY_RUN : 0,
		.keep_values = true,
		.keep_original = ask->options.cell == TABLE_RAW,
	};
	const struct pivot_spec spec = {
		.rows = ask->rows,
		.n_rows = length(ask->rows),
		.cols = ask->cols,
		.n_cols = length(ask->cols),
		.over = ask->over,
		.n_over = length(ask->over),
		.by_run = ask->options.cell == TABLE_RAW,
	};
	struct metrics *metrics = metrics_new();
	struct diag *diag = diag_new();
	struct fold *fold = fold_new(&fold_options, metrics, diag);
	struct pivot *pivot;
	struct doc *doc = doc_new(NULL);
	GError *error = NULL;
	char *text;

	feed_rows(fold_sink(fold), ask->row, ask->n);
	pivot = pivot_new(fold, &spec);
	if (table_build(doc, pivot, &spec, metrics, &ask->options, caption, &error)) {
		g_assert_no_error(error);
		g_assert_cmpuint(doc->blocks->len, ==, 1);
		text = show(((struct doc_block *)doc->blocks->pdata[0])->table, caption != NULL);
	} else {
		g_assert_error(error, IOTAB_ERROR, IOTAB_ERROR_USAGE);
		text = g_strconcat("error: ", error->message, NULL);
		g_error_free(error);
	}
	doc_free(doc);
	pivot_free(pivot);
	fold_free(fold);
	diag_free(diag);
	metrics_free(metrics);
	return text;
}

static void expect(const char *name, const struct ask *ask, const char *want)
{
	g_autofree char *got = made_with(ask, NULL);

	if (strcmp(got, want))
		g_test_fail_printf("%s gives\n%s\nnot\n%s", name, got, want);
}

/* ---- digits and units ----------------------------------------------------------------------- */

/* One figure alone: four digits that count, in the unit that suits it. */
static const struct {
	const char *metric;
	double value;
	int digits;
	const char *unit, *want;
} figures[] = {
	{"iozone:write", 269608 * 1024.0, -1, NULL, "write [MiB/s]\n263.3"},
	{"iozone:write", 12115 * 1024.0, -1, NULL, "write [MiB/s]\n11.83"},
	{"iozone:write", 1.5 * MIB, -1, NULL, "write [MiB/s]\n1.500"},
	{"iozone:write", 1000, -1, NULL, "write [B/s]\n1000"},
	{"iozone:write", 1, -1, NULL, "write [B/s]\n1.000"},
	{"iozone:write", 0, -1, NULL, "write [B/s]\n0"},
	{"iozone:write", 0.5, -1, NULL, "write [B/s]\n0.5000"},
	{"iozone:write", 1e15, -1, NULL, "write [TiB/s]\n909.5"},
	{"iozone:write.iops", 14500, -1, NULL, "write iops [kops/s]\n14.50"},
	{"iozone:write.iops", 77, -1, NULL, "write iops [ops/s]\n77.00"},
	{"iozone:write.latency", 52e-6, -1, NULL, "write latency [us]\n52.00"},
	{"iozone:write.latency", 0.0123456, -1, NULL, "write latency [ms]\n12.35"},
	{"iozone:write.latency", 6652, -1, NULL, "write latency [s]\n6652"},
	/* digits as asked for */
	{"iozone:write", 269608 * 1024.0, 0, NULL, "write [MiB/s]\n263"},
	{"iozone:write", 269608 * 1024.0, 2, NULL, "write [MiB/s]\n263.29"},
	{"iozone:write", 269608 * 1024.0, 6, NULL, "write [MiB/s]\n263.289062"},
	{"iozone:write", 0, 3, NULL, "write [B/s]\n0.000"},
	/* units as asked for: kB is 1000 B, KiB is 1024 B */
	{"iozone:write", 269608 * 1024.0, -1, "KiB/s", "write [KiB/s]\n269608"},
	{"iozone:write", 269608 * 1024.0, -1, "kB/s", "write [kB/s]\n276079"},
	{"iozone:write", 269608 * 1024.0, -1, "MB/s", "write [MB/s]\n276.1"},
	{"iozone:write", 269608 * 1024.0, -1, "GB/s", "write [GB/s]\n0.2761"},
	{"iozone:write", 269608 * 1024.0, 1, "Mbit/s", "write [Mbit/s]\n2208.6"},
	{"iozone:write.latency", 52e-6, -1, "ms", "write latency [ms]\n0.05200"},
	/* neither */
	{"iozone:write", 1, -1, "us", "error: --unit: no metric of the table can be shown in 'us'"},
	{"iozone:write", 1, -1, "fnord", "error: --unit: 'fnord' is no unit"},
};

static void test_figures(void)
{
	for (guint i = 0; i < G_N_ELEMENTS(figures); i++) {
		const struct feed_row row[] = {
			{.metric = figures[i].metric, .value = figures[i].value}};
		const struct ask ask = {ROWS(row), .cols = KEYS("metric"),
			.options = {.cell = TABLE_MEAN,
				.digits = figures[i].digits,
				.unit = figures[i].unit}};
		g_autofree char *name = g_strdup_printf("row %u", i);

		expect(name, &ask, figures[i].want);
	}
}

/* The middle figure of a column decides for all of it; another column is for itself. */
static void test_column(void)
{
	static const struct feed_row row[] = {
		{.factors = "a=1", .metric = "iozone:write", .value = 5 * MIB},
		{.metric = "iozone:write.latency", .value = 0.001, .more = true},
		{.factors = "a=2", .metric = "iozone:write", .value = 700 * MIB},
		{.factors = "a=3", .metric = "iozone:write", .value = 80000 * MIB},
	};
	struct ask ask = {ROWS(row), .rows = KEYS("a"), .cols = KEYS("metric"),
		.options = {.cell = TABLE_MEAN, .digits = -1}};

	expect("own units", &ask,
		"a|write [MiB/s]|write latency [ms]\n1|5.0|1.000\n2|700.0|-\n3|80000.0|-");
	ask.options.unit = "us";
	expect("a unit that fits one", &ask,
		"a|write [MiB/s]|write latency [us]\n1|5.0|1000\n2|700.0|-\n3|80000.0|-");
}

/* ---- kinds of cells ------------------------------------------------------------------------- */

static const struct feed_row four[] = {
	{.metric = "iozone:write", .value = 100, .original = "100", .original_unit = "B/s"},
	{.metric = "iozone:write", .value = 900, .original = "900.", .original_unit = "B/s"},
	{.metric = "iozone:write", .value = 200, .original = "0200", .original_unit = "B/s"},
	{.metric = "iozone:write", .value = 400, .original = "4e2", .original_unit = "B/s"},
};

/* mean 400, sum of squared deviations 380000 */
static const struct {
	enum table_cell cell;
	const char *want;
} kinds[] = {
	{TABLE_RAW, "write [B/s]\n100\n900.\n0200\n4e2"},
	{TABLE_MEAN, "write [B/s]\n400.0\n[1] figures are the mean over runs, n = 4 per cell"},
	{TABLE_MEAN_SD, "write [B/s]\n400.0 ± 355.9\n"
			"[1] ± is the sample standard deviation over runs, n = 4 per cell"},
	{TABLE_MEDIAN, "write [B/s]\n300.0\n[1] figures are the median over runs, n = 4 per cell"},
	{TABLE_MIN, "write [B/s]\n100.0\n[1] figures are the least over runs, n = 4 per cell"},
	{TABLE_MAX, "write [B/s]\n900.0\n[1] figures are the greatest over runs, n = 4 per cell"},
	{TABLE_N, "write\n4"},
};

G_STATIC_ASSERT(G_N_ELEMENTS(kinds) == TABLE_CELL_COUNT);

static void test_kinds(void)
{
	for (guint i = 0; i < G_N_ELEMENTS(kinds); i++) {
		const struct ask ask = {ROWS(four), .cols = KEYS("metric"),
			.options = {.cell = kinds[i].cell, .digits = -1}};

		expect(table_cell_name(kinds[i].cell), &ask, kinds[i].want);
	}
}

static void test_names(void)
{
	for (int c = 0; c < TABLE_CELL_COUNT; c++) {
		g_assert_cmpint(table_cell_by_name(table_cell_name((enum table_cell)c)), ==, c);
		g_assert_cmpuint(strlen(table_cell_help((enum table_cell)c)), >, 0);
	}
	g_assert_cmpint(table_cell_by_name("mean+-sd"), ==, TABLE_MEAN_SD);
	g_assert_cmpint(table_cell_by_name("mode"), ==, TABLE_CELL_COUNT);
}

/* One figure has no spread, but for the one that was printed with it. */
static void test_spread(void)
{
	static const struct feed_row single[] = {
		{.factors = "a=1", .metric = "iozone:write", .value = 10, .stddev = 0.5},
		{.factors = "a=2", .metric = "iozone:write", .value = 20},
	};
	static const struct feed_row uneven[] = {
		{.factors = "a=1", .metric = "iozone:write", .value = 10, .stddev = 0.5},
		{.factors = "a=1", .metric = "iozone:write", .value = 12, .stddev = 0.5},
		{.factors = "a=2", .metric = "iozone:write", .value = 20},
	};
	struct ask ask = {ROWS(single), .rows = KEYS("a"), .cols = KEYS("metric"),
		.options = {.cell = TABLE_MEAN_SD, .digits = -1}};

	expect("as printed", &ask, "a|write [B/s]\n1|10.00 ± 0.50\n2|20.00");
	ask.row = uneven;
	ask.n = G_N_ELEMENTS(uneven);
	expect("uneven", &ask,
		"a|write [B/s]\n1|11.00 ± 1.41\n2|20.00\n"
		"[1] ± is the sample standard deviation over runs, n = 1 to 2 per cell");
	ask.options.ascii = true;
	expect("ascii", &ask,
		"a|write [B/s]\n1|11.00 +- 1.41\n2|20.00\n"
		"[1] +- is the sample standard deviation over runs, n = 1 to 2 per cell");
	/* pooling that is meant is said, since the spread is then no noise */
	ask.options.ascii = false;
	ask.rows = KEYS("tool");
	ask.over = KEYS("a", "tool");
	expect("over", &ask,
		"tool|write [B/s]\niozone|14.00 ± 5.29\n"
		"[1] ± is the sample standard deviation over runs of any a, n = 3 per cell");
}

/* ---- pooling -------------------------------------------------------------------------------- */

static const struct feed_row mixed[] = {
	{.factors = "a=1;b=1", .metric = "iozone:write", .value = 10},
	{.factors = "a=1;b=2", .metric = "iozone:write", .value = 30},
	{.factors = "a=2;b=1", .metric = "iozone:write", .value = 40},
	{.factors = "a=2;b=2", .metric = "iozone:write", .value = 20},
	{.factors = "a=3;b=1;c=9", .metric = "iozone:write", .value = 50},
	{.factors = "a=3;b=1", .metric = "iozone:write", .value = 60},
	{.factors = "a=4", .metric = "iozone:write", .value = 70},
};

#define DIFFER  "which differ: n and range only, no mean"
#define POOLS_B "[1] pools b{1,2}, " DIFFER

static void test_pooling(void)
{
	struct ask ask = {ROWS(mixed), .rows = KEYS("a"), .cols = KEYS("metric"),
		.options = {.cell = TABLE_MEAN_SD, .digits = 0}};

	ask.n = 4;
	expect("one pooling for all", &ask,
		"a|write [B/s]\n1|10–30 (n 2)\n2|20–40 (n 2)\n[1] every cell pools "
		"b{1,2}, " DIFFER);
	ask.options.ascii = true;
	expect("ascii", &ask,
		"a|write [B/s]\n1|10-30 (n 2)\n2|20-40 (n 2)\n[1] every cell pools "
		"b{1,2}, " DIFFER);
	ask.options.ascii = false;
	ask.n = 6;
	expect("two poolings", &ask,
		"a|write [B/s]\n1|10–30 (n 2)[1]\n2|20–40 (n 2)[1]\n3|50–60 (n 2)[2]\n" POOLS_B
		"\n[2] pools c{-,9}, " DIFFER);
	ask.row = mixed + 2;
	ask.n = 2;
	ask.rows = KEYS("b");
	expect("none", &ask, "b|write [B/s]\n1|40\n2|20");
	ask.row = mixed;
	ask.n = G_N_ELEMENTS(mixed);
	ask.rows = KEYS("a");
	ask.over = KEYS("b", "c");
	ask.options.cell = TABLE_MAX;
	expect("meant", &ask,
		"a|write [B/s]\n1|30\n2|40\n3|60\n4|70\n"
		"[1] figures are the greatest over runs of any b, c, n = 1 to 2 per cell");
}

/* One cell that does not pool keeps the marks on the others. */
static void test_pooling_in_part(void)
{
	static const enum table_cell cells[] = {
		TABLE_MEAN, TABLE_MEAN_SD, TABLE_MEDIAN, TABLE_MIN, TABLE_MAX};

	for (guint i = 0; i < G_N_ELEMENTS(cells); i++) {
		const struct feed_row rows[] = {mixed[0], mixed[1], mixed[6]};
		const struct ask ask = {ROWS(rows), .rows = KEYS("a"), .cols = KEYS("metric"),
			.options = {.cell = cells[i], .digits = 0}};

		expect(table_cell_name(cells[i]), &ask,
			"a|write [B/s]\n1|10–30 (n 2)[1]\n4|70\n" POOLS_B);
	}
}

/* Where the other figures are missing, one figure is that figure and no range. */
static void test_pooling_one_left(void)
{
	static const struct feed_row rows[] = {
		{.factors = "a=1", .metric = "iozone:write", .value = 10},
		{.factors = "a=2",
			.metric = "iozone:write",
			.value = NAN,
			.flags = QUALITY_BIT(QUALITY_NOT_RUN)},
	};
	const struct ask ask = {ROWS(rows), .cols = KEYS("metric"),
		.options = {.cell = TABLE_MEAN_SD, .digits = 0}};

	expect("one left", &ask,
		"write [B/s]\n10\n[1] 1 figure is missing or no sample (not-run); "
		"`iotab records` gives file and line");
}

/* ---- missing figures ------------------------------------------------------------------------ */

static void test_missing(void)
{
	static const struct feed_row rows[] = {
		{.factors = "a=1",
			.metric = "iozone:write",
			.value = NAN,
			.flags = QUALITY_BIT(QUALITY_NOT_RUN) | QUALITY_BIT(QUALITY_NOT_RETESTED)},
		{.factors = "a=2",
			.metric = "iozone:write",
			.value = NAN,
			.flags = QUALITY_BIT(QUALITY_TRUNCATED)},
		/* what the figures that are there have does not tell why others are missing */
		{.factors = "a=2",
			.metric = "iozone:write",
			.value = 7,
			.flags = QUALITY_BIT(QUALITY_FUSED) | QUALITY_BIT(QUALITY_ROUNDED)},
		{.factors = "a=3",
			.metric = "iozone:write",
			.value = 9,
			.flags = QUALITY_BIT(QUALITY_DUPLICATE)},
		{.factors = "a=4", .status = RUN_FAILED},
	};
	struct ask ask = {ROWS(rows), .rows = KEYS("a"), .cols = KEYS("metric"),
		.options = {.cell = TABLE_MEAN, .digits = 0}};
	static const char note[] =
		"\n[1] 3 figures are missing or no samples (not-run, not-retested, truncated, "
		"duplicate); `iotab records` gives file and line of each";
	g_autofree char *mean = g_strconcat("a|write [B/s]\n1|-\n2|7\n3|-\n4|-", note, NULL);
	g_autofree char *n = g_strconcat("a|write\n1|0\n2|1\n3|0\n4|-", note, NULL);

	expect("mean", &ask, mean);
	ask.options.cell = TABLE_N;
	expect("n", &ask, n);
}

/* ---- best ----------------------------------------------------------------------------------- */

#define BEST "\n[1] best: the best figure of its metric by itself; its spread is not considered"

static void test_best(void)
{
	static const struct feed_row rows[] = {
		{.factors = "a=1", .metric = "iozone:write", .value = 10},
		{.metric = "iozone:read", .value = 30, .more = true},
		{.metric = "iozone:write.latency", .value = 3, .more = true},
		{.metric = "iozone:reread", .value = 1, .more = true},
		{.factors = "a=2", .metric = "iozone:write", .value = 20},
		{.metric = "iozone:read", .value = 30, .more = true},
		{.metric = "iozone:write.latency", .value = 2, .more = true},
		{.factors = "a=3", .metric = "iozone:write", .value = 15},
		{.metric = "iozone:read", .value = 29, .more = true},
		{.metric = "iozone:write.latency", .value = 4, .more = true},
	};
	struct ask ask = {ROWS(rows), .rows = KEYS("a"), .cols = KEYS("metric"),
		.options = {.cell = TABLE_MEAN, .digits = 0, .best = true}};

	/* the greatest rate, the least time, ties all; a figure alone is not the best of any */
	expect("columns", &ask,
		"a|write [B/s]|read [B/s]|reread [B/s]|write latency "
		"[s]\n1|10|30*|1|3\n2|20*|30*|-|2*\n"
		"3|15|29|-|4" BEST);
	ask.rows = KEYS("metric");
	ask.cols = KEYS("a");
	expect("rows", &ask,
		"metric|a 1|a 2|a 3\nwrite|10 B/s|20 B/s*|15 B/s\nread|30 B/s*|30 B/s*|29 B/s\n"
		"reread|1 B/s|-|-\nwrite latency|3 s|2 s*|4 s" BEST);
	ask.options.cell = TABLE_N;
	expect("more runs are no better", &ask,
		"metric|a 1|a 2|a 3\nwrite|1|1|1\nread|1|1|1\nreread|1|-|-\nwrite latency|1|1|1");
	ask.options.cell = TABLE_MEAN;
	ask.n = 4;
	expect("nothing to compare", &ask,
		"metric|a 1\nwrite|10 B/s\nread|30 B/s\nreread|1 B/s\nwrite latency|3 s");
}

/* A range has no place in the order of figures. */
static void test_best_ranges(void)
{
	const struct feed_row rows[] = {mixed[0], mixed[1], mixed[2], mixed[6]};
	const struct ask ask = {ROWS(rows), .rows = KEYS("a"), .cols = KEYS("metric"),
		.options = {.cell = TABLE_MEAN, .digits = 0, .best = true}};

	expect("ranges", &ask,
		"a|write [B/s]\n1|10–30 (n 2)[1]\n2|40\n4|70*\n" POOLS_B
		"\n[2] best: the best figure of its metric by itself; its spread is not "
		"considered");
}

/* ---- row and column heads ------------------------------------------------------------------- */

static const struct feed_row clash[] = {
	{"2*raidz1(20+1)", "2x21", "raid=z", .metric = "iozone:write", .value = 10},
	{"2*raidz2(19+2)", "2x21", "raid=z2", .metric = "iozone:write", .value = 20},
	{"6*raidz2(5+2)", "6x7", "raid=z2", .metric = "iozone:write", .value = 30},
};

static void test_labels(void)
{
	struct ask ask = {ROWS(clash), .rows = KEYS("layout"), .cols = KEYS("metric"),
		.options = {.cell = TABLE_MEAN, .digits = 0}};

	expect("clash", &ask, "layout|write [B/s]\n2x21 z|10\n2x21 z2|20\n6x7 z2|30");
	ask.rows = KEYS("layout", "raid");
	expect("raid beside it", &ask, "layout|raid|write [B/s]\n2x21|z|10\n2x21|z2|20\n6x7|z2|30");
	ask.rows = KEYS("metric");
	ask.cols = KEYS("layout");
	expect("columns", &ask, "metric|2x21 z|2x21 z2|6x7 z2\nwrite|10 B/s|20 B/s|30 B/s");
	ask.rows = KEYS("layout");
	ask.cols = KEYS("metric");
	ask.row = clash + 1;
	ask.n = 2;
	expect("no clash", &ask, "layout|write [B/s]\n2x21|20\n6x7|30");
}

static void test_sizes(void)
{
	static const struct {
		const char *at, *want;
	} table[] = {
		{"record-size=65536", "64 KiB"},
		{"record-size=34359738368", "32 GiB"},
		{"record-size=512", "512 B"},
		{"record-size=1536", "1536 B"},
		{"record-size=1049600", "1025 KiB"},
		{"record-size=102400000", "100000 KiB"},
		{"record-size=any", "any"},
		{"record-size=0", "0"},
	};

	for (guint i = 0; i < G_N_ELEMENTS(table); i++) {
		const struct feed_row row[] = {
			{.at = table[i].at, .metric = "iozone:write", .value = 5}};
		struct ask ask = {ROWS(row), .rows = KEYS("record-size"), .cols = KEYS("metric"),
			.options = {.cell = TABLE_MEAN, .digits = 0}};
		g_autofree char *rows =
			g_strdup_printf("record-size|write [B/s]\n%s|5", table[i].want);
		g_autofree char *cols = g_strdup_printf(
			"tool|record-size %s, write [B/s]\niozone|5", table[i].want);

		expect(table[i].at, &ask, rows);
		ask.rows = KEYS("tool");
		ask.cols = KEYS("record-size", "metric");
		expect(table[i].at, &ask, cols);
	}
}

/* A level that a row does not have is a missing cell, not an empty name. */
static void test_no_level(void)
{
	static const struct feed_row rows[] = {
		{.factors = "a=1", .metric = "iozone:write", .value = 5},
		{.metric = "iozone:write", .value = 6},
	};
	struct ask ask = {ROWS(rows), .rows = KEYS("a"), .cols = KEYS("metric"),
		.options = {.cell = TABLE_MEAN, .digits = 0}};

	expect("row", &ask, "a|write [B/s]\n1|5\n-|6");
	ask.rows = KEYS("metric");
	ask.cols = KEYS("a");
	expect("column", &ask, "metric|a 1|a -\nwrite|5 B/s|6 B/s");
}

/* Metrics in rows: every cell has its own unit, every row its own digits. */
static void test_transposed(void)
{
	static const struct feed_row rows[] = {
		{.factors = "a=1", .metric = "iozone:write", .value = 700 * MIB},
		{.metric = "iozone:write.latency", .value = 0.0005, .more = true},
		{.factors = "a=2", .metric = "iozone:write", .value = 70 * MIB},
	};
	struct ask ask = {ROWS(rows), .rows = KEYS("metric"), .cols = KEYS("a"),
		.options = {.cell = TABLE_MEAN, .digits = -1}};

	expect("own units", &ask,
		"metric|a 1|a 2\nwrite|700.0 MiB/s|70.0 MiB/s\n"
		"write latency|500.0 us|-");
	ask.options.unit = "GB/s";
	expect("one unit", &ask,
		"metric|a 1|a 2\nwrite|0.7340 GB/s|0.0734 GB/s\n"
		"write latency|500.0 us|-");
	ask.options.unit = NULL;
	ask.options.cell = TABLE_N;
	expect("n", &ask, "metric|a 1|a 2\nwrite|1|1\nwrite latency|1|-");
}

/* Raw figures keep the unit they were printed with. */
static void test_raw_units(void)
{
	static const struct feed_row rows[] = {
		{.factors = "a=1",
			.metric = "iozone:write",
			.value = 1024,
			.original = "1",
			.original_unit = "Kbytes/sec"},
		{.metric = "iozone:read",
			.value = 2048,
			.original = "2.0",
			.more = true,
			.original_unit = "Kbytes/sec"},
		{.factors = "a=2",
			.metric = "iozone:write",
			.value = 3,
			.original = "3",
			.original_unit = "bytes/sec"},
		{.metric = "iozone:read",
			.value = 4096,
			.original = "4",
			.more = true,
			.original_unit = "Kbytes/sec"},
	};
	struct ask ask = {ROWS(rows), .rows = KEYS("a"), .cols = KEYS("metric"),
		.options = {.cell = TABLE_RAW, .digits = -1}};

	expect("columns", &ask, "a|write|read [Kbytes/sec]\n1|1 Kbytes/sec|2.0\n2|3 bytes/sec|4");
	ask.rows = KEYS("metric");
	ask.cols = KEYS("a");
	expect("rows", &ask,
		"metric|a 1|a 2\nwrite|1 Kbytes/sec|-\nwrite|-|3 bytes/sec\n"
		"read|2.0 Kbytes/sec|-\nread|-|4 Kbytes/sec");
}

/* ---- sorting -------------------------------------------------------------------------------- */

static const struct feed_row unsorted[] = {
	{"1*raidz3(32+3)", "z one", "a=10", .metric = "iozone:write", .value = 20},
	{"9*raidz1(3+1)", "a nine", "a=9", .metric = "iozone:write", .value = 30},
	{"2*mirror(1+1)", "m two", "a=100", .metric = "iozone:write", .value = 10},
	{.metric = "iozone:read", .value = 1, .more = true},
	{"4*mirror(1+1)", "n four", .metric = "iozone:read", .value = 2},
};

static const struct {
	const char *sort, *want; /* the levels of `a` from the top, or an error */
} sorts[] = {
	{NULL, "a nine m two n four z one"},
	{"layout", "a nine m two n four z one"},
	{"layout:desc", "z one n four m two a nine"},
	{"layout:asc", "a nine m two n four z one"},
	{"write", "m two z one a nine n four"},
	{"write:desc", "a nine z one m two n four"},
	{"iozone:write:asc", "m two z one a nine n four"},
	{"read:desc", "n four m two a nine z one"},
	{"fnord", "error: --sort: 'fnord' is neither a row key nor a column of this table"},
	{"reread", "error: --sort: 'reread' is neither a row key nor a column of this table, did "
		   "you mean 'read'?"},
	{"a", "error: --sort: 'a' is neither a row key nor a column of this table"},
};

/* The first cells of a shown table's rows. */
static char *first_cells(const char *text)
{
	g_auto(GStrv) line = g_strsplit(text, "\n", -1);
	GString *out = g_string_new(NULL);

	for (char **l = line + 1; *line && *l && **l != '['; l++)
		g_string_append_printf(
			out, "%s%.*s", out->len ? " " : "", (int)strcspn(*l, "|"), *l);
	return g_string_free(out, FALSE);
}

static void test_sort(void)
{
	for (guint i = 0; i < G_N_ELEMENTS(sorts); i++) {
		const struct ask ask = {ROWS(unsorted), .rows = KEYS("layout"),
			.cols = KEYS("metric"), .over = KEYS("a"),
			.options = {.cell = TABLE_MEAN, .digits = 0, .sort = sorts[i].sort}};
		g_autofree char *whole = made_with(&ask, NULL);
		g_autofree char *got =
			g_str_has_prefix(whole, "error") ? g_strdup(whole) : first_cells(whole);

		if (strcmp(got, sorts[i].want))
			g_test_fail_printf("%s: '%s'", sorts[i].sort, got);
	}
}

/* Levels by number, those without one last either way, equal ones as before. */
static void test_sort_levels(void)
{
	struct ask ask = {ROWS(unsorted), .rows = KEYS("a"), .cols = KEYS("metric"),
		.over = KEYS("layout"), .options = {.cell = TABLE_MEAN, .digits = 0, .sort = "a"}};

	expect("up", &ask, "a|write [B/s]|read [B/s]\n9|30|-\n10|20|-\n100|10|1\n-|-|2");
	ask.options.sort = "a:desc";
	expect("down", &ask, "a|write [B/s]|read [B/s]\n100|10|1\n10|20|-\n9|30|-\n-|-|2");
}

/* A metric that heads several columns is no order. */
static void test_sort_ambiguous(void)
{
	const struct ask ask = {ROWS(mixed), .rows = KEYS("a"), .cols = KEYS("b", "metric"),
		.over = KEYS("c"), .options = {.cell = TABLE_MEAN, .digits = 0, .sort = "write"}};

	expect("ambiguous", &ask, "error: --sort: 'write' heads 3 columns of this table");
}

/* ---- the rest ------------------------------------------------------------------------------- */

static void test_caption(void)
{
	const struct ask ask = {
		ROWS(four), .cols = KEYS("metric"), .options = {.cell = TABLE_N, .digits = -1}};
	static const struct feed_row fixed[] = {
		{.metric = "iozone:write",
			.value = 1,
			.factors = "a=1;b=2",
			.at = "file-size=65536",
			.label = "6x7"},
		{.metric = "iozone:write",
			.value = 2,
			.factors = "a=2;b=2",
			.at = "file-size=65536",
			.label = "6x7"},
	};
	const struct ask common = {ROWS(fixed), .rows = KEYS("a"), .cols = KEYS("metric"),
		.options = {.cell = TABLE_N, .digits = -1}};
	g_autofree char *got = made_with(&ask, "18 of 48 rows");
	g_autofree char *facts = made_with(&common, "");

	g_assert_cmpstr(got, ==, "18 of 48 rows; iozone 3.508:\nwrite\n4");
	/* what no row or column says, and nothing that differs */
	g_assert_cmpstr(
		facts, ==, "layout 6x7, b 2, iozone 3.508, file-size 64 KiB:\na|write\n1|1\n2|1");
}

static void test_nothing(void)
{
	const struct ask ask = {.row = four,
		.n = 0,
		.rows = KEYS("a"),
		.cols = KEYS("metric"),
		.options = {.cell = TABLE_MEAN_SD, .digits = -1, .best = true}};

	expect("nothing", &ask, "a");
}

static void test_line_name(void)
{
	const char *level[] = {"2*raidz1(20+1)", "z", NULL, "65536"};
	const struct pivot_line line = {.level = level, .label = "2x21"};
	g_autoptr(GString) out = g_string_new(NULL);

	table_line_name(&line, KEYS("layout", "raid", "slog", "record-size"), 4, out);
	g_assert_cmpstr(out->str, ==, "2x21 z - 64 KiB");
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/table/figures", test_figures);
	g_test_add_func("/table/column", test_column);
	g_test_add_func("/table/kinds", test_kinds);
	g_test_add_func("/table/names", test_names);
	g_test_add_func("/table/spread", test_spread);
	g_test_add_func("/table/pooling/all", test_pooling);
	g_test_add_func("/table/pooling/part", test_pooling_in_part);
	g_test_add_func("/table/pooling/one-left", test_pooling_one_left);
	g_test_add_func("/table/missing", test_missing);
	g_test_add_func("/table/best/order", test_best);
	g_test_add_func("/table/best/ranges", test_best_ranges);
	g_test_add_func("/table/heads/labels", test_labels);
	g_test_add_func("/table/heads/sizes", test_sizes);
	g_test_add_func("/table/heads/no-level", test_no_level);
	g_test_add_func("/table/transposed", test_transposed);
	g_test_add_func("/table/raw-units", test_raw_units);
	g_test_add_func("/table/sort/rows", test_sort);
	g_test_add_func("/table/sort/levels", test_sort_levels);
	g_test_add_func("/table/sort/ambiguous", test_sort_ambiguous);
	g_test_add_func("/table/caption", test_caption);
	g_test_add_func("/table/nothing", test_nothing);
	g_test_add_func("/table/line-name", test_line_name);
	return g_test_run();
}
