#include "analysis/explain.h"

#include <string.h>

/* One line of a file `a.log` with two runs: 2 to 5 and 11 to 13, markers in 10 and 20. */
#define LOG "a.log"

static const char row_line[] = "  64   4   100  1000   100 0";

static struct measurement figure(
	struct explain *e, const char *file, guint32 line, const char *original)
{
	return (struct measurement){
		.metric = metrics_get(e->sink.metrics, "iozone:write"),
		.at = pool_set(e->sink.pool, NULL, 0),
		.value = g_ascii_strtod(original, NULL),
		.original = original,
		.original_unit = "kB/s",
		.file = file,
		.line = line,
	};
}

static void tell(struct explain *e, guint32 line, enum line_class class, const char *text)
{
	e->sink.line(&e->sink, (struct pos){LOG, line}, class, text, strlen(text));
}

static void read_file(struct explain *e)
{
	const struct origin marker = {"slog", ORIGIN_MARKER, 10};
	struct sink *sink = &e->sink;
	struct run first = {.tool = "iozone", .status = RUN_FAILED, .pos = {LOG, 2}}, second;
	struct measurement m;

	first.factors = pool_set(sink->pool, NULL, 0);
	second = first;
	second.pos.line = 11;
	second.status = RUN_COMPLETE;
	second.origins = &marker;
	second.n_origins = 1;
	tell(e, 1, LINE_NOISE, "#");
	tell(e, 2, LINE_BANNER, "banner");
	tell(e, 3, LINE_UNKNOWN, "?");
	sink->run_begin(sink, &first);
	tell(e, 5, LINE_ERROR, "error");
	tell(e, 7, LINE_BLANK, "");
	tell(e, 10, LINE_MARKER, "begin");
	sink->run_end(sink, &first);
	tell(e, 11, LINE_BANNER, "banner");
	sink->run_begin(sink, &second);
	tell(e, 12, LINE_FIGURES, row_line);
	m = figure(e, LOG, 12, "100");
	sink->measure(sink, &m, 1);
	tell(e, 13, LINE_END, "complete");
	tell(e, 20, LINE_MARKER, "took 9");
	m = figure(e, LOG, 20, "9");
	sink->measure(sink, &m, 1);
	sink->run_end(sink, &second);
}

static struct explain *explained(guint32 line)
{
	struct explain *e = explain_new(LOG, line, metrics_new(), diag_new());

	read_file(e);
	return e;
}

static void finish(struct explain *e)
{
	metrics_free(e->sink.metrics);
	diag_free(e->sink.diag);
	explain_free(e);
}

static const struct {
	guint32 line;
	int class;   /* -1: not read */
	guint32 run; /* its first line, 0: none */
	guint figures;
} lines[] = {
	{1, LINE_NOISE, 0, 0},                           /* before all runs */
	{2, LINE_BANNER, 2, 0}, {3, LINE_UNKNOWN, 2, 0}, /* inside one */
	{4, -1, 2, 0},                                   /* skipped there */
	{5, LINE_ERROR, 2, 0},                           /* its last known line */
	{7, LINE_BLANK, 0, 0},                           /* behind it */
	{10, LINE_MARKER, 11, 0}, /* where a factor of the next run comes from */
	{11, LINE_BANNER, 11, 0}, {12, LINE_FIGURES, 11, 1}, {13, LINE_END, 11, 0},
	{20, LINE_MARKER, 11, 1}, /* behind it, but a figure of it */
	{21, -1, 0, 0},           /* not there */
};

static void test_lines(void)
{
	for (size_t i = 0; i < G_N_ELEMENTS(lines); i++) {
		struct explain *e = explained(lines[i].line);

		g_test_message("line %u", lines[i].line);
		g_assert_cmpint(e->classed ? (int)e->class : -1, ==, lines[i].class);
		g_assert_cmpuint(e->has_run ? e->run.pos.line : 0, ==, lines[i].run);
		g_assert_cmpuint(e->figures->len, ==, lines[i].figures);
		g_assert_cmpuint(e->last_line, ==, 20);
		g_assert_cmpuint(e->more_runs, ==, 0);
		if (lines[i].run == 11) {
			g_assert_cmpint(e->run.status, ==, RUN_COMPLETE);
			g_assert_cmpuint(e->run_last, ==, 13);
			g_assert_cmpuint(run_origin(&e->run, "slog")->line, ==, 10);
		}
		finish(e);
	}
}

/* Records: figures and runs have places in other files, and come before the line they stand on. */
static void test_records(void)
{
	struct explain *e = explain_new("r.csv", 3, metrics_new(), diag_new());
	const struct run run = {
		.factors = pool_set(e->sink.pool, NULL, 0), .tool = "iozone", .pos = {LOG, 3}};
	struct measurement m;

	e->sink.line(&e->sink, (struct pos){"r.csv", 1}, LINE_HEADER, "run", 3);
	e->sink.run_begin(&e->sink, &run);
	for (guint32 line = 2; line <= 4; line++) {
		m = figure(e, LOG, line == 3 ? 77 : 3, line == 3 ? "55" : "44");
		e->sink.measure(&e->sink, &m, 1);
		e->sink.line(&e->sink, (struct pos){"r.csv", line}, LINE_FIGURES, "x,55", 4);
	}
	e->sink.run_end(&e->sink, &run);
	g_assert_true(e->has_run);
	g_assert_cmpuint(e->run_last, ==, 0);
	g_assert_cmpuint(e->figures->len, ==, 1);
	g_assert_cmpstr(g_array_index(e->figures, struct measurement, 0).original, ==, "55");
	finish(e);
}

static const struct {
	const char *text, *figures; /* as printed, separated by blanks */
	guint32 flags;
	const char *columns;
} places[] = {
	{row_line, "1000", 0, "17-20"},
	{row_line, "100 1000 100 0", 0, "12-14 17-20 24-26 28-28"},
	{row_line, "100", 0, "-"}, /* twice there: which? */
	{row_line, "64 64", 0, "-  -"},
	{row_line, "10", 0, "-"}, /* only inside of others */
	{"64 4 123.45", "123", 0, "-"},
	{"64 4 12345678", "1234 5678", QUALITY_BIT(QUALITY_FUSED), "6-9 10-13"},
	{"", "5", 0, "-"},
};

static void test_columns(void)
{
	for (size_t i = 0; i < G_N_ELEMENTS(places); i++) {
		struct explain *e = explain_new(LOG, 12, metrics_new(), diag_new());
		g_auto(GStrv) words = g_strsplit(places[i].figures, " ", -1);
		g_auto(GStrv) columns = g_strsplit_set(places[i].columns, " ", -1);
		size_t first = 0, last = 0;

		tell(e, 12, LINE_FIGURES, places[i].text);
		for (char **word = words; *word; word++) {
			struct measurement m = figure(e, LOG, 12, *word);

			m.flags = places[i].flags;
			e->sink.measure(&e->sink, &m, 1);
		}
		for (guint k = 0; k < e->figures->len; k++) {
			const struct measurement *m =
				&g_array_index(e->figures, struct measurement, k);
			g_autofree char *got = explain_columns(e, m, &first, &last)
						       ? g_strdup_printf("%zu-%zu", first, last)
						       : g_strdup("-");

			g_test_message("'%s' in '%s'", m->original, places[i].text);
			g_assert_cmpstr(got, ==, columns[places[i].columns[0] == '-' ? 0 : k]);
		}
		finish(e);
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/explain/lines", test_lines);
	g_test_add_func("/explain/records", test_records);
	g_test_add_func("/explain/columns", test_columns);
	return g_test_run();
}
