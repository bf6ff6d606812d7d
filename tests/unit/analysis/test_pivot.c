#include "analysis/pivot.h"

#include "tests/unit/model/feed.h"
#include <string.h>

#define LIST(...)                                                                                  \
	(const char *const[])                                                                      \
	{                                                                                          \
		__VA_ARGS__, NULL                                                                  \
	}

struct fixture {
	struct metrics *metrics;
	struct diag *diag;
	struct fold *fold;
};

static void fixture_init(struct fixture *f, unsigned by, const struct feed_row *row, size_t n)
{
	const struct fold_options options = {.by = by};

	f->metrics = metrics_new();
	f->diag = diag_new();
	f->fold = fold_new(&options, f->metrics, f->diag);
	feed_rows(fold_sink(f->fold), row, n);
}

static void fixture_clear(struct fixture *f)
{
	fold_free(f->fold);
	diag_free(f->diag);
	metrics_free(f->metrics);
}

static size_t length(const char *const *list)
{
	return list ? g_strv_length((char **)list) : 0;
}

static struct pivot_spec spec_of(
	const char *const *rows, const char *const *cols, const char *const *over)
{
	return (struct pivot_spec){
		.rows = rows,
		.n_rows = length(rows),
		.cols = cols,
		.n_cols = length(cols),
		.over = over,
		.n_over = length(over),
	};
}

/* "z n|z y|z2 -": lines by their levels. */
static char *lines_text(const struct pivot_line *line, size_t lines, size_t keys)
{
	GString *text = g_string_new(NULL);

	for (size_t i = 0; i < lines; i++) {
		g_string_append(text, i ? "|" : "");
		for (size_t k = 0; k < keys; k++)
			g_string_append_printf(text, "%s%s", k ? " " : "",
				line[i].level[k] ? line[i].level[k] : "-");
	}
	return g_string_free(text, FALSE);
}

static void expect_rows(const struct pivot *p, const struct pivot_spec *spec, const char *want)
{
	g_autofree char *got = lines_text(p->row, p->n_rows, spec->n_rows);

	g_assert_cmpstr(got, ==, want);
}

/* ---- pooling -------------------------------------------------------------------------------- */

/* Groups that all fall into one cell, and what the cell then says. */
static const struct {
	const char *name;
	struct feed_row row[4];
	const char *over[3];
	const char *pooled;
} pools[] = {
	{"repeats", {{.factors = "a=1"}, {.factors = "a=1"}}, {NULL}, NULL},
	{"factor", {{.factors = "a=1"}, {.factors = "a=2"}}, {NULL}, "a{1,2}"},
	{"meant", {{.factors = "a=1"}, {.factors = "a=2"}}, {"a"}, NULL},
	{"another is meant", {{.factors = "a=1;b=1"}, {.factors = "a=2;b=2"}}, {"a"}, "b{1,2}"},
	{"two are meant", {{.factors = "a=1;b=1"}, {.factors = "a=2;b=2"}}, {"a", "b"}, NULL},
	{"factors in their order in the log",
		{{.factors = "slog=y;cache=0"}, {.factors = "slog=n;cache=2"},
			{.factors = "slog=y;cache=1"}},
		{NULL}, "slog{n,y} cache{0,1,2}"},
	{"numbers by value", {{.factors = "a=10"}, {.factors = "a=9"}, {.factors = "a=100"}},
		{NULL}, "a{9,10,100}"},
	{"a level that comes again",
		{{.factors = "a=2"}, {.factors = "a=1"}, {.factors = "a=2"}, {.factors = "a=1"}},
		{NULL}, "a{1,2}"},
	{"only some have it", {{.factors = "a=1"}, {.factors = "a=1;b=7"}}, {NULL}, "b{-,7}"},
	{"the first has it", {{.factors = "a=1;b=7"}, {.factors = "a=1"}}, {NULL}, "b{-,7}"},
	{"version", {{.version = "3.9"}, {.version = "3.10"}}, {NULL}, "version{3.9,3.10}"},
	{"version is meant", {{.version = "3.9"}, {.version = "3.10"}}, {"version"}, NULL},
	{"at", {{.at = "threads=2"}, {.at = "threads=16"}}, {NULL}, "threads{2,16}"},
	{"at, only some", {{.at = "threads=2"}, {.at = "threads=2;depth=1"}}, {NULL}, "depth{-,1}"},
	{"at is meant", {{.at = "threads=2"}, {.at = "threads=16"}}, {"threads"}, NULL},
	{"factors before the rest",
		{{.at = "threads=1", .version = "1"},
			{.at = "threads=2", .version = "2", .factors = "a=1"}},
		{NULL}, "a{-,1} version{1,2} threads{1,2}"},
	{"layout", {{.layout = "2*raidz1(20+1)"}, {.layout = "2*raidz2(19+2)"}}, {NULL},
		"layout{2*raidz1(20+1),2*raidz2(19+2)}"},
	/* another spelling of the same layout */
	{"label",
		{{.layout = "6*raidz2(5+2)", .label = "6x7"},
			{.layout = "6*raidz2(5+2)", .label = "6 x 7"}},
		{NULL}, NULL},
	{"factor label",
		{{.label = "6x7", .factors = "label=before"},
			{.label = "6x7", .factors = "label=after"}},
		{NULL}, "label{after,before}"},
	{"factor run", {{.factors = "run=1"}, {.factors = "run=2"}}, {NULL}, "run{1,2}"},
};

static void test_pooled(void)
{
	for (guint i = 0; i < G_N_ELEMENTS(pools); i++) {
		struct feed_row rows[4];
		struct pivot_spec spec = spec_of(NULL, NULL, NULL);
		struct fixture f;
		struct pivot *p;
		size_t n = 0;

		for (; n < 4 && (pools[i].row[n].factors || pools[i].row[n].at ||
					pools[i].row[n].layout || pools[i].row[n].version);
			n++) {
			rows[n] = pools[i].row[n];
			rows[n].metric = "iozone:write";
			rows[n].value = (double)n + 1;
		}
		fixture_init(&f, 0, rows, n);
		spec.over = pools[i].over;
		spec.n_over = length(pools[i].over);
		p = pivot_new(f.fold, &spec);
		g_assert_cmpuint(p->n_rows, ==, 1);
		g_assert_cmpuint(p->n_cols, ==, 1);
		if (p->cell[0][0].sum.n != n || p->cell[0][0].sum.mean != (double)(n + 1) / 2)
			g_test_fail_printf("%s: n %u, mean %g", pools[i].name, p->cell[0][0].sum.n,
				p->cell[0][0].sum.mean);
		if (g_strcmp0(p->cell[0][0].pooled, pools[i].pooled))
			g_test_fail_printf("%s: pools '%s', not '%s'", pools[i].name,
				p->cell[0][0].pooled, pools[i].pooled);
		pivot_free(p);
		fixture_clear(&f);
	}
}

/* ---- rows and columns ----------------------------------------------------------------------- */

static const struct feed_row campaign[] = {
	{"10*raidz1(3+1)", "10x4", "raid=z;slog=n", "threads=16", "iozone:read", .value = 1},
	{.at = "threads=2", .metric = "iozone:read", .value = 2, .more = true},
	{.at = "threads=2", .metric = "iozone:write", .value = 3, .more = true},
	{"2*raidz2(19+2)", "2x21", "raid=z2;slog=y", "threads=2", "iozone:read", .value = 4},
	{"2*raidz1(20+1)", "2x21", "raid=z;slog=y", "threads=2", "iozone:read", .value = 5},
	{"2*raidz1(20+1)", "2x21", "raid=z;slog=n", .status = RUN_FAILED},
};

static const struct {
	const char *rows[4], *cols[4];
	const char *want_rows, *want_cols;
} axes[] = {
	{{"raid"}, {"metric"}, "z|z2", "iozone:write|iozone:read"},
	{{"metric"}, {"raid"}, "iozone:write|iozone:read", "z|z2"},
	{{"raid", "slog"}, {"metric"}, "z n|z y|z2 y", "iozone:write|iozone:read"},
	{{"slog", "raid"}, {"metric"}, "n z|y z|y z2", "iozone:write|iozone:read"},
	{{"threads"}, {"metric"}, "2|16|-", "iozone:write|iozone:read"},
	{{"layout"}, {"metric"}, "2*raidz1(20+1)|2*raidz2(19+2)|10*raidz1(3+1)",
		"iozone:write|iozone:read"},
	{{"raid"}, {"metric", "threads"}, "z|z2", "iozone:write 2|iozone:read 2|iozone:read 16"},
	{{"fs"}, {"metric"}, "-", "iozone:write|iozone:read"},
	{{"tool", "version"}, {"metric"}, "iozone 3.508", "iozone:write|iozone:read"},
};

static void test_axes(void)
{
	struct fixture f;

	fixture_init(&f, 0, campaign, G_N_ELEMENTS(campaign));
	for (guint i = 0; i < G_N_ELEMENTS(axes); i++) {
		struct pivot_spec spec = spec_of(axes[i].rows, axes[i].cols, NULL);
		struct pivot *p = pivot_new(f.fold, &spec);
		g_autofree char *rows = lines_text(p->row, p->n_rows, spec.n_rows);
		g_autofree char *cols = lines_text(p->col, p->n_cols, spec.n_cols);

		if (strcmp(rows, axes[i].want_rows))
			g_test_fail_printf("row %u: rows '%s'", i, rows);
		if (strcmp(cols, axes[i].want_cols))
			g_test_fail_printf("row %u: columns '%s'", i, cols);
		pivot_free(p);
	}
	fixture_clear(&f);
}

/* Every group lands in the cell of its levels; the others stay empty. */
static void test_cells(void)
{
	const struct pivot_spec spec =
		spec_of(LIST("raid", "slog"), LIST("metric", "threads"), NULL);
	/* columns: write 2, read 2, read 16 */
	static const double want[3][3] = {{3, 2, 1}, {0, 5, 0}, {0, 4, 0}};
	struct fixture f;
	struct pivot *p;

	fixture_init(&f, 0, campaign, G_N_ELEMENTS(campaign));
	p = pivot_new(f.fold, &spec);
	g_assert_cmpuint(p->n_rows, ==, 3);
	g_assert_cmpuint(p->n_cols, ==, 3);
	for (size_t r = 0; r < 3; r++)
		for (size_t c = 0; c < 3; c++) {
			const struct pivot_cell *cell = &p->cell[r][c];

			if (cell->used != (want[r][c] > 0) || cell->sum.mean != want[r][c])
				g_test_fail_printf("%zu, %zu: %g", r, c, cell->sum.mean);
		}
	g_assert_cmpstr(p->col[0].metric->name, ==, "iozone:write");
	g_assert_null(p->row[0].metric);
	pivot_free(p);
	fixture_clear(&f);
}

/* Layouts are ordered by what people call them, not by the key. */
static void test_layout_order(void)
{
	const struct feed_row rows[] = {
		{"1*raidz3(32+3)", "z one", NULL, NULL, "iozone:read", .value = 1},
		{"9*raidz1(3+1)", "a nine", NULL, NULL, "iozone:read", .value = 1},
		{"12*raidz1(3+1)", "12x4", NULL, NULL, "iozone:read", .value = 1},
		{NULL, "9x4", NULL, NULL, "iozone:read", .value = 1},
		{NULL, NULL, NULL, NULL, "iozone:read", .value = 1},
	};
	const struct pivot_spec spec = spec_of(LIST("layout"), LIST("metric"), NULL);
	struct fixture f;
	struct pivot *p;

	fixture_init(&f, 0, rows, G_N_ELEMENTS(rows));
	p = pivot_new(f.fold, &spec);
	expect_rows(p, &spec, "9x4|12*raidz1(3+1)|9*raidz1(3+1)|1*raidz3(32+3)|-");
	g_assert_cmpstr(p->row[0].label, ==, "9x4");
	g_assert_cmpstr(p->row[1].label, ==, "12x4");
	g_assert_cmpstr(p->row[1].layout, ==, "12*raidz1(3+1)");
	g_assert_null(p->row[4].label);
	pivot_free(p);
	fixture_clear(&f);
}

/* Two spellings of one layout are one row, called by the first. */
static void test_two_labels(void)
{
	const struct feed_row rows[] = {
		{"6*raidz2(5+2)", "6x7", "raid=z2", NULL, "iozone:read", .value = 1},
		{"6*raidz2(5+2)", "6 x ( 5 + 2 )", "raid=z2", NULL, "iozone:read", .value = 3},
	};
	const struct pivot_spec spec = spec_of(LIST("layout"), LIST("metric"), NULL);
	struct fixture f;
	struct pivot *p;

	fixture_init(&f, 0, rows, G_N_ELEMENTS(rows));
	p = pivot_new(f.fold, &spec);
	expect_rows(p, &spec, "6*raidz2(5+2)");
	g_assert_cmpstr(p->row[0].label, ==, "6x7");
	g_assert_cmpstr(p->row[0].raid, ==, "z2");
	g_assert_cmpuint(p->cell[0][0].sum.n, ==, 2);
	pivot_free(p);
	fixture_clear(&f);
}

/* ---- rows per run --------------------------------------------------------------------------- */

static void test_by_run(void)
{
	const struct feed_row rows[] = {
		{.factors = "a=2", .metric = "iozone:read", .value = 1},
		{.factors = "a=1", .metric = "iozone:read", .value = 2},
		{.metric = "iozone:write", .value = 3, .more = true},
		{.metric = "iozone:read", .value = 4, .more = true},
		{.factors = "a=2", .metric = "iozone:read", .value = 5},
	};
	struct pivot_spec spec = spec_of(LIST("a"), LIST("metric"), NULL);
	/* write, read */
	static const double want[4][2] = {{3, 2}, {0, 4}, {0, 1}, {0, 5}};
	struct fixture f;
	struct pivot *p;

	spec.by_run = true;
	fixture_init(&f, FOLD_BY_RUN, rows, G_N_ELEMENTS(rows));
	p = pivot_new(f.fold, &spec);
	expect_rows(p, &spec, "1|1|2|2");
	g_assert_cmpuint(p->n_cols, ==, 2);
	for (size_t r = 0; r < 4; r++)
		for (size_t c = 0; c < 2; c++)
			if (p->cell[r][c].sum.mean != want[r][c])
				g_test_fail_printf("%zu, %zu: %g", r, c, p->cell[r][c].sum.mean);
	g_assert_cmpuint(p->row[0].run, ==, 2);
	g_assert_cmpuint(p->row[0].again, ==, 0);
	g_assert_cmpuint(p->row[1].again, ==, 1);
	g_assert_cmpuint(p->row[2].run, <, p->row[3].run);
	for (size_t r = 0; r < 4; r++)
		for (size_t c = 0; c < 2; c++)
			g_assert_null(p->cell[r][c].pooled);
	pivot_free(p);
	fixture_clear(&f);
}

/* What a run has only once, such as its time, stands in its row, or in one of its own beside many.
 */
static void test_by_run_whole(void)
{
	static const struct {
		size_t n;
		const char *want;
	} table[] = {{2, "1"}, {3, "1|2|-"}};
	const struct feed_row rows[] = {
		{.metric = "iozone:write.latency", .value = 9},
		{.at = "t=1", .metric = "iozone:read", .value = 1, .more = true},
		{.at = "t=2", .metric = "iozone:read", .value = 2, .more = true},
	};
	struct pivot_spec spec = spec_of(LIST("t"), LIST("metric"), NULL);

	spec.by_run = true;
	for (guint i = 0; i < G_N_ELEMENTS(table); i++) {
		struct fixture f;
		struct pivot *p;

		fixture_init(&f, FOLD_BY_RUN, rows, table[i].n);
		p = pivot_new(f.fold, &spec);
		expect_rows(p, &spec, table[i].want);
		g_assert_cmpfloat(p->cell[p->n_rows - 1][p->n_cols - 1].sum.mean, ==, 9);
		g_assert_cmpfloat(p->cell[0][0].sum.mean, ==, 1);
		pivot_free(p);
		fixture_clear(&f);
	}
}

/* ---- keep ----------------------------------------------------------------------------------- */

static bool keep_slog(const void *user, const struct fold_group *group)
{
	return g_strcmp0(keyset_get(group->class, "slog"), user) == 0;
}

static void test_keep(void)
{
	struct pivot_spec spec = spec_of(LIST("layout"), LIST("metric"), NULL);
	struct fixture f;
	struct pivot *all, *kept;

	fixture_init(&f, 0, campaign, G_N_ELEMENTS(campaign));
	all = pivot_new(f.fold, &spec);
	spec.keep = keep_slog;
	spec.user = "y";
	kept = pivot_new(f.fold, &spec);
	expect_rows(kept, &spec, "2*raidz1(20+1)|2*raidz2(19+2)");
	g_assert_cmpuint(kept->n_cols, ==, 1);
	g_assert_true(pivot_same_line(&all->row[0], &kept->row[0], 1));
	g_assert_true(pivot_same_line(&all->row[1], &kept->row[1], 1));
	g_assert_false(pivot_same_line(&all->row[2], &kept->row[1], 1));
	pivot_free(kept);
	spec.user = "neither";
	kept = pivot_new(f.fold, &spec);
	g_assert_cmpuint(kept->n_rows, ==, 0);
	g_assert_cmpuint(kept->n_cols, ==, 0);
	pivot_free(kept);
	pivot_free(all);
	fixture_clear(&f);
}

/* A run without figures keeps an empty row, but not where rows are metrics. */
static void test_bare(void)
{
	static const struct {
		const char *rows[3];
		const char *want;
	} table[] = {
		{{"a"}, "1|2"},
		{{"a", "metric"}, "1 iozone:read"},
	};
	const struct feed_row rows[] = {
		{.factors = "a=2", .status = RUN_FAILED},
		{.factors = "a=1", .metric = "iozone:read", .value = 1},
	};
	struct fixture f;

	fixture_init(&f, 0, rows, G_N_ELEMENTS(rows));
	for (guint i = 0; i < G_N_ELEMENTS(table); i++) {
		const char *const *cols = i ? LIST("tool") : LIST("metric");
		struct pivot_spec spec = spec_of(table[i].rows, cols, NULL);
		struct pivot *p = pivot_new(f.fold, &spec);

		expect_rows(p, &spec, table[i].want);
		g_assert_cmpuint(p->n_cols, ==, 1);
		pivot_free(p);
	}
	fixture_clear(&f);
}

/* ---- what varies ---------------------------------------------------------------------------- */

static const struct {
	const char *name;
	struct feed_row row[3];
	const char *want;
} varying[] = {
	{"nothing", {{.factors = "a=1"}, {.factors = "a=1"}}, "layout"},
	{"layout", {{.label = "x"}, {.label = "y"}}, "layout"},
	{"factors as they come", {{.factors = "z=1;a=1;k=1"}, {.factors = "z=2;a=2;k=1"}}, "z a"},
	{"layout first", {{.label = "x", .factors = "a=1"}, {.label = "y", .factors = "a=2"}},
		"layout a"},
	{"a factor only one has", {{.factors = "a=1"}, {.factors = "a=1;b=1"}}, "b"},
	{"a layout only one has", {{.factors = "a=1"}, {.factors = "a=1", .label = "x"}}, "layout"},
	{"at after factors", {{.at = "t=1", .factors = "b=1"}, {.at = "t=2", .factors = "b=2"}},
		"b t"},
	{"an at key only one has", {{.at = "t=1"}, {.at = "t=1;depth=1"}}, "layout"},
	{"version is no row", {{.version = "1"}, {.version = "2"}}, "layout"},
	{"spelling",
		{{.layout = "6*raidz2(5+2)", .label = "a", .factors = "c=1"},
			{.layout = "6*raidz2(5+2)", .label = "b", .factors = "c=2"}},
		"c"},
};

static void test_varying(void)
{
	for (guint i = 0; i < G_N_ELEMENTS(varying); i++) {
		struct feed_row rows[2] = {varying[i].row[0], varying[i].row[1]};
		struct fixture f;
		size_t n;
		const char **keys;
		g_autofree char *got = NULL;

		rows[0].metric = rows[1].metric = "iozone:write";
		fixture_init(&f, 0, rows, 2);
		keys = pivot_varying(f.fold, &n);
		got = g_strjoinv(" ", (char **)keys);
		if (strcmp(got, varying[i].want) || n != g_strv_length((char **)keys))
			g_test_fail_printf(
				"%s: '%s', not '%s'", varying[i].name, got, varying[i].want);
		g_free(keys);
		fixture_clear(&f);
	}
}

/* What a where left out does not count, the row of a failed run does. */
static void test_varying_shown(void)
{
	const struct feed_row rows[] = {
		{.factors = "a=1;b=1", .at = "t=1", .metric = "iozone:read", .value = 1},
		{.factors = "a=2;b=1", .at = "t=1", .metric = "iozone:write", .value = 1},
		{.factors = "a=1;b=2", .status = RUN_FAILED},
	};
	struct metrics *metrics = metrics_new();
	struct diag *diag = diag_new();
	static const char *const texts[] = {"metric = read or b = 2", "metric = read"};
	static const char *const want[] = {"b", "layout"};

	for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
		struct where *where = where_new(texts[i], metrics, NULL);
		const struct fold_options options = {.where = where};
		struct fold *fold = fold_new(&options, metrics, diag);
		const char **keys;
		g_autofree char *got = NULL;
		size_t n;

		feed_rows(fold_sink(fold), rows, G_N_ELEMENTS(rows));
		keys = pivot_varying(fold, &n);
		got = g_strjoinv(" ", (char **)keys);
		g_assert_cmpstr(got, ==, want[i]);
		g_free(keys);
		fold_free(fold);
		where_free(where);
	}
	diag_free(diag);
	metrics_free(metrics);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/pivot/pooled", test_pooled);
	g_test_add_func("/pivot/axes", test_axes);
	g_test_add_func("/pivot/cells", test_cells);
	g_test_add_func("/pivot/layout-order", test_layout_order);
	g_test_add_func("/pivot/two-labels", test_two_labels);
	g_test_add_func("/pivot/by-run", test_by_run);
	g_test_add_func("/pivot/by-run-whole", test_by_run_whole);
	g_test_add_func("/pivot/keep", test_keep);
	g_test_add_func("/pivot/bare", test_bare);
	g_test_add_func("/pivot/varying", test_varying);
	g_test_add_func("/pivot/varying-shown", test_varying_shown);
	return g_test_run();
}
