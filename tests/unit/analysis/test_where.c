#include "analysis/where.h"

#include "model/error.h"
#include <math.h>
#include <string.h>

/* One run with one measurement, against which the tables below are read. */
struct fixture {
	struct pool *pool;
	struct metrics *metrics;
	struct run run;
	struct measurement m;
};

static void fixture_init(struct fixture *f)
{
	static const struct level factors[] = {
		{"cache", "2"},
		{"label", "before"},
		{"odd", "a \"b\" \\c"},
		{"raid", "z2"},
		{"slog", "n"},
		{"speed", "10k"},
	};
	static const struct level at[] = {
		{"cache", "9"},
		{"file-size", "1073741824"},
		{"threads", "16"},
		{"record-size", "131072"},
	};

	f->pool = pool_new();
	f->metrics = metrics_new();
	f->run = (struct run){
		.tool = "iozone",
		.version = "3.49",
		.when = "2010-05-03T10:11:12",
		.layout = "6*raidz2(5+2)",
		.label = "6x7",
		.factors = pool_set(f->pool, factors, G_N_ELEMENTS(factors)),
		.status = RUN_PARTIAL,
		.pos = {"logs/a.log", 7},
	};
	f->m = (struct measurement){
		.metric = metrics_get(f->metrics, "iozone:random-read"),
		.at = pool_set(f->pool, at, G_N_ELEMENTS(at)),
		.value = 1e6,
		.stddev = NAN,
		.flags = QUALITY_BIT(QUALITY_ROUNDED) | QUALITY_BIT(QUALITY_IN_CACHE),
	};
	g_assert_nonnull(f->m.metric);
}

static void fixture_clear(struct fixture *f)
{
	metrics_free(f->metrics);
	pool_free(f->pool);
}

static struct where *where_good(struct fixture *f, const char *text)
{
	GError *error = NULL;
	struct where *where = where_new(text, f->metrics, &error);

	if (!where)
		g_error("'%s' gives %s", text, error->message);
	return where;
}

static const struct {
	const char *text;
	bool want;
} truths[] = {
	/* texts */
	{"slog = n", true},
	{"slog=n", true},
	{"slog != n", false},
	{"slog = N", false},
	{"slog = ''", false},
	{"slog = \"n\"", true},
	{"odd = 'a \"b\" \\c'", true},
	{"odd = \"a \\\"b\\\" \\\\c\"", true},
	{"odd = 'a'", false},
	{"tool = iozone", true},
	{"tool != fio", true},
	{"source = logs/a.log", true},
	{"source =~ ^logs/", true},
	/* both labels: the input's and the layout's */
	{"label = before", true},
	{"label = 6x7", true},
	{"label = after", false},
	{"label != after", true},
	{"label != before", false},
	/* quantities */
	{"cache = 2.0", true},
	{"cache >= 2", true},
	{"cache > 2", false},
	{"cache < 10", true},
	{"cache < 9", true}, /* the factor, not the key of the same name */
	{"file-size = 1G", true},
	{"file-size = 1GiB", true},
	{"file-size = 1024M", true},
	{"file-size = 1073741824", true},
	{"file-size >= 1G", true},
	{"file-size > 1G", false},
	{"file-size < 2G", true},
	{"file-size <= 512M", false},
	{"file-size != 1G", false},
	{"record-size = 128k", true},
	{"threads > 8", true},
	{"threads < 100", true},
	{"speed = 10240", true},
	{"speed > 9k", true},
	{"speed = 10240s", false}, /* bytes are no seconds */
	/* levels that are no quantities */
	{"raid < z10", true},
	{"raid > z10", false},
	{"raid >= z2", true},
	{"slog > 5", true},
	/* versions and dates are texts, whatever they look like */
	{"version = 3.49", true},
	{"version = 3.490", false},
	{"version < 3.508", true},
	{"when >= 2010-05", true},
	{"when < 2010-06-01", true},
	{"when > 2011", false},
	{"when = 2010-05-03T10:11:12", true},
	{"when < 2010-05-03T09:59:59", false},
	/* layouts */
	{"layout = 6x7", true},
	{"layout = '6*raidz2(5+2)'", true},
	{"layout = 6*raidz2(5+2)", true},
	{"layout = '6 x raidz2(5+2)'", true},
	{"(layout = 6*raidz2(5+2))", true},
	{"layout = 7x6", false},
	{"layout != 6x7", false},
	{"layout != 6*raidz2(5+2)", false},
	{"layout != 7x6", true},
	{"layout < 10x4", true},
	{"layout =~ ^6x", true},
	{"layout =~ raidz2", true},
	{"layout =~ raidz1", false},
	{"vdevs = 6", true},
	{"vdevs < 10", true},
	{"width = 7", true},
	{"parity >= 2", true},
	{"parity > 2", false},
	{"parity =~ ^2$", true},
	/* metric, flag, status */
	{"metric = iozone:random-read", true},
	{"metric != iozone:random-read", false},
	{"metric = iozone:write", false},
	{"metric =~ random", true},
	{"metric = x:unheard", false},
	{"metric != x:unheard", true},
	{"flag = rounded", true},
	{"flag = in-cache", true},
	{"flag = too-fast", false},
	{"flag != too-fast", true},
	{"flag != rounded", false},
	{"flag =~ cache", true},
	{"flag =~ fast", false},
	{"status = partial", true},
	{"status != complete", true},
	{"status =~ ^part", true},
	/* what is not there is only unequal */
	{"host = x", false},
	{"host != x", true},
	{"host < x", false},
	{"host =~ .*", false},
	{"fs = zfs", false},
	{"fs != zfs", true},
	{"fs >= 0", false},
	{"not fs = zfs", true},
	/* patterns */
	{"raid =~ ^z[12]$", true},
	{"raid =~ (z1|z2)", true},
	{"raid =~ Z2", false},
	{"raid =~ (?i)Z2", true},
	{"raid =~ '\\d'", true},
	{"raid =~ \\d", true},
	{"(raid =~ \\(|z)", true},
	{"raid =~ a=b", false},
	/* and, or, not */
	{"slog = n and cache = 2", true},
	{"slog = n and cache = 3", false},
	{"slog = y or cache = 2", true},
	{"slog = y or cache = 3", false},
	{"slog = n or cache = 3 and raid = z9", true}, /* `and` binds stronger */
	{"(slog = n or cache = 3) and raid = z9", false},
	{"not slog = y", true},
	{"not not slog = n", true},
	{"not slog = n or cache = 2", true},
	{"not (slog = n or cache = 2)", false},
	{"not(slog=n)or(cache=2)", true},
	{"((((slog = n))))", true},
	{"slog='n'and cache=2", true},
	{"\tslog =\nn ", true},
	{"slog = 'and'", false},
	{"slog = n and cache = 2 and raid = z2 and threads = 16 and width = 7", true},
};

static void test_truth(void)
{
	struct fixture f;

	fixture_init(&f);
	for (size_t i = 0; i < G_N_ELEMENTS(truths); i++) {
		struct where *where = where_good(&f, truths[i].text);
		enum where_truth want = truths[i].want ? WHERE_YES : WHERE_NO;

		if (where_eval(where, &f.run, f.m.at, &f.m) != want)
			g_test_fail_printf("'%s' does not give %d", truths[i].text, want);
		where_free(where);
	}
	fixture_clear(&f);
}

/* Known facts: 0 the run alone, 1 with `at`, 2 with `at` and measurement. */
static const struct {
	const char *text;
	enum where_truth want[3];
} opens[] = {
	{"slog = n", {WHERE_YES, WHERE_YES, WHERE_YES}},
	{"cache = 2", {WHERE_YES, WHERE_YES, WHERE_YES}},
	{"threads = 16", {WHERE_OPEN, WHERE_YES, WHERE_YES}},
	{"threads != 16", {WHERE_OPEN, WHERE_NO, WHERE_NO}},
	{"fs != zfs", {WHERE_OPEN, WHERE_YES, WHERE_YES}},
	{"metric = iozone:random-read", {WHERE_OPEN, WHERE_OPEN, WHERE_YES}},
	{"flag != rounded", {WHERE_OPEN, WHERE_OPEN, WHERE_NO}},
	{"metric =~ read", {WHERE_OPEN, WHERE_OPEN, WHERE_YES}},
	{"not threads = 16", {WHERE_OPEN, WHERE_NO, WHERE_NO}},
	{"slog = y and threads = 16", {WHERE_NO, WHERE_NO, WHERE_NO}},
	{"threads = 16 and slog = y", {WHERE_NO, WHERE_NO, WHERE_NO}},
	{"slog = n and threads = 16", {WHERE_OPEN, WHERE_YES, WHERE_YES}},
	{"slog = n or threads = 16", {WHERE_YES, WHERE_YES, WHERE_YES}},
	{"threads = 1 or slog = n", {WHERE_YES, WHERE_YES, WHERE_YES}},
	{"slog = y or threads = 16", {WHERE_OPEN, WHERE_YES, WHERE_YES}},
	{"threads = 16 and flag = fused", {WHERE_OPEN, WHERE_OPEN, WHERE_NO}},
};

static void test_open(void)
{
	struct fixture f;

	fixture_init(&f);
	for (size_t i = 0; i < G_N_ELEMENTS(opens); i++) {
		struct where *where = where_good(&f, opens[i].text);
		const enum where_truth got[3] = {
			where_eval(where, &f.run, NULL, NULL),
			where_eval(where, &f.run, f.m.at, NULL),
			where_eval(where, &f.run, f.m.at, &f.m),
		};

		for (int k = 0; k < 3; k++)
			if (got[k] != opens[i].want[k])
				g_test_fail_printf(
					"'%s' with %d gives %d", opens[i].text, k, got[k]);
		where_free(where);
	}
	fixture_clear(&f);
}

static void test_no_layout(void)
{
	static const char *const texts[] = {"layout = 6x7", "layout =~ .*", "vdevs >= 0",
		"width > 0", "label = 6x7", "tool = iozone"};
	struct fixture f;
	struct run run;

	fixture_init(&f);
	run = (struct run){.factors = pool_set(f.pool, NULL, 0)};
	for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
		struct where *where = where_good(&f, texts[i]);

		if (where_eval(where, &run, f.m.at, &f.m) != WHERE_NO)
			g_test_fail_printf("'%s' holds without a layout", texts[i]);
		where_free(where);
	}
	fixture_clear(&f);
}

/* An unknown part of a layout is not there; a layout without a label is shown by its key. */
static void test_unknown_parts(void)
{
	static const struct {
		const char *text;
		enum where_truth want;
	} rows[] = {
		{"vdevs > 0", WHERE_NO},
		{"vdevs < 3", WHERE_NO},
		{"vdevs != 3", WHERE_YES},
		{"width = 7", WHERE_YES},
		{"parity = 1", WHERE_YES},
		{"layout =~ any", WHERE_YES},
	};
	struct fixture f;

	fixture_init(&f);
	f.run.layout = "?*any(6+1)";
	f.run.label = NULL;
	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		struct where *where = where_good(&f, rows[i].text);

		if (where_eval(where, &f.run, f.m.at, &f.m) != rows[i].want)
			g_test_fail_printf("'%s' does not give %d", rows[i].text, rows[i].want);
		where_free(where);
	}
	fixture_clear(&f);
}

static void test_own_metric(void)
{
	struct fixture f;
	struct where *early, *late;
	struct measurement m;

	fixture_init(&f);
	early = where_good(&f, "metric = x:tottime");
	m = f.m;
	m.metric = metrics_own(f.metrics, "tottime", UNIT_SECOND, BETTER_LOWER, CLASS_TIME);
	late = where_good(&f, "metric = tottime");
	g_assert_cmpint(where_eval(early, &f.run, m.at, &m), ==, WHERE_YES);
	g_assert_cmpint(where_eval(late, &f.run, m.at, &m), ==, WHERE_YES);
	g_assert_cmpint(where_eval(early, &f.run, f.m.at, &f.m), ==, WHERE_NO);
	g_assert_cmpint(where_eval(late, &f.run, f.m.at, &f.m), ==, WHERE_NO);
	where_free(early);
	where_free(late);
	fixture_clear(&f);
}

static void test_needs(void)
{
	static const struct {
		const char *text;
		unsigned want;
	} rows[] = {
		{"tool = a", WHERE_NEEDS_CLASS},
		{"version = a or label = b", WHERE_NEEDS_CLASS},
		{"layout = a and vdevs = 1 and width = 1 and parity = 1", WHERE_NEEDS_CLASS},
		{"slog = a", WHERE_NEEDS_CLASS | WHERE_NEEDS_AT},
		{"when = a", WHERE_NEEDS_RUN},
		{"not (host = a or source = b)", WHERE_NEEDS_RUN},
		{"status = failed", WHERE_NEEDS_RUN_END},
		{"flag = fused", WHERE_NEEDS_METRIC},
		{"metric =~ a", WHERE_NEEDS_METRIC},
		{"metric =~ a or status = failed", WHERE_NEEDS_METRIC | WHERE_NEEDS_RUN_END},
	};
	struct fixture f;

	fixture_init(&f);
	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		struct where *where = where_good(&f, rows[i].text);

		if (where_needs(where) != rows[i].want)
			g_test_fail_printf("'%s' needs %u", rows[i].text, where_needs(where));
		where_free(where);
	}
	fixture_clear(&f);
}

#define OPERATOR_AFTER "expected =, !=, <, <=, >, >= or =~ after "

static const struct {
	const char *text, *message;
} bad_rows[] = {
	{"", "expected a name at column 1"},
	{"  ", "expected a name at column 3"},
	{"vdevs >=", "expected a value after '>=' at column 9"},
	{"vdevs >= and a = b", "expected a value after '>=' at column 10"},
	{"(a = )", "expected a value after '=' at column 6"},
	{"slog", OPERATOR_AFTER "'slog' at column 5"},
	{"slog is n", OPERATOR_AFTER "'slog' at column 6"},
	{"slog == n", "unknown operator '==' at column 6, did you mean '='?"},
	{"cache =< 2", "unknown operator '=<' at column 7, did you mean '='?"},
	{"slog=n cache=2", "expected 'and' or 'or', not 'cache' at column 8"},
	{"slog=n AND cache=2",
		"expected 'and' or 'or', not 'AND' at column 8, did you mean 'and'?"},
	{"slog=n && cache=2", "expected 'and' or 'or', not '&&' at column 8"},
	{"slog=n&&cache=2", "expected quotes around the value 'n&&cache=2' at column 6"},
	{"slog=n,cache=2", "expected quotes around the value 'n,cache=2' at column 6"},
	{"slog = n)", "expected 'and' or 'or', not ')' at column 9"},
	{"(slog = n", "no ')' for the '(' at column 1"},
	{"a = 1 and (slog = n", "no ')' for the '(' at column 11"},
	{"(slog = n cache = 2)", "expected 'and' or 'or', not 'cache' at column 11"},
	{"slog = 'n", "no closing ' for the one at column 8"},
	{"slog = \"n\\\"", "no closing \" for the one at column 8"},
	{"slog = n and", "expected a name at column 13"},
	{"slog = n or or a = b", "expected a name at column 13"},
	{"not", "expected a name at column 4"},
	{"'slog' = n", "expected a name at column 1"},
	{"= n", "expected a name at column 1"},
	{"()", "expected a name at column 2"},
	{"\xc3\xa4\xc3\xb6 = 1 \xc3\xbc", "expected 'and' or 'or', not '\xc3\xbc' at column 8"},
	{"status = complet", "unknown status 'complet' at column 10, did you mean 'complete'?"},
	{"status = zzzzzz", "unknown status 'zzzzzz' at column 10"},
	{"status > failed",
		"'status' has no order, '>' does not fit before the value at column 10"},
	{"flag = to-fast", "unknown flag 'to-fast' at column 8, did you mean 'too-fast'?"},
	{"flag <= fused", "'flag' has no order, '<=' does not fit before the value at column 9"},
	{"metric < write", "'metric' has no order, '<' does not fit before the value at column 10"},
	{"vdevs > many", "'vdevs' wants a number, not 'many' at column 9"},
	{"parity = 2G", "'parity' wants a number, not '2G' at column 10"},
	{"raid =~ '('", "bad pattern '(' at column 9: missing closing parenthesis after 1 bytes"},
	{"raid =~ '\\C'", "bad pattern '\\C' at column 9: using \\C is disabled by the application "
			  "after 2 bytes"},
};

static void test_bad(void)
{
	struct fixture f;

	fixture_init(&f);
	for (size_t i = 0; i < G_N_ELEMENTS(bad_rows); i++) {
		GError *error = NULL;
		struct where *where = where_new(bad_rows[i].text, f.metrics, &error);
		char *want = g_strdup_printf("--where: %s", bad_rows[i].message);

		if (where)
			g_test_fail_printf("'%s' is accepted", bad_rows[i].text);
		else if (strcmp(error->message, want) != 0)
			g_test_fail_printf("'%s' gives '%s'", bad_rows[i].text, error->message);
		else
			g_assert_error(error, IOTAB_ERROR, IOTAB_ERROR_USAGE);
		g_clear_error(&error);
		where_free(where);
		g_free(want);
	}
	fixture_clear(&f);
}

static void test_bad_metric(void)
{
	struct fixture f;
	GError *error = NULL;

	fixture_init(&f);
	g_assert_null(where_new("slog = n and metric = iozone:wirte", f.metrics, &error));
	g_assert_error(error, IOTAB_ERROR, IOTAB_ERROR_USAGE);
	g_assert_true(g_str_has_prefix(error->message, "--where: bad metric at column 23: "));
	g_assert_nonnull(strstr(error->message, "'iozone:write'"));
	g_error_free(error);
	fixture_clear(&f);
}

static char *nested(const char *open, int n, const char *close)
{
	GString *text = g_string_new(NULL);

	for (int i = 0; i < n; i++)
		g_string_append(text, open);
	g_string_append(text, "slog = n");
	for (int i = 0; i < n; i++)
		g_string_append(text, close);
	return g_string_free(text, FALSE);
}

static void test_depth(void)
{
	static const struct {
		const char *open, *close;
		int n;
		bool good;
	} rows[] = {
		{"(", ")", 63, true},
		{"(", ")", 64, false},
		{"(", ")", 100000, false},
		{"not ", "", 62, true},
		{"not ", "", 100000, false},
		{"", " or cache = 3", 20000, true}, /* long is not deep */
		{"", " and cache = 2", 20000, true},
	};
	struct fixture f;

	fixture_init(&f);
	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		char *text = nested(rows[i].open, rows[i].n, rows[i].close);
		GError *error = NULL;
		struct where *where = where_new(text, f.metrics, &error);

		g_assert_true((where != NULL) == rows[i].good);
		if (where)
			g_assert_cmpint(where_eval(where, &f.run, f.m.at, &f.m), ==, WHERE_YES);
		else
			g_assert_nonnull(strstr(error->message, "nested too deep"));
		g_clear_error(&error);
		where_free(where);
		g_free(text);
	}
	fixture_clear(&f);
}

/* The first way through the pattern takes 2^20 steps before the second one is tried. */
static void test_match_limit(void)
{
	struct fixture f;
	struct where *costly, *cheap;
	char *value = g_strnfill(20, 'a');

	fixture_init(&f);
	f.run.host = value;
	costly = where_good(&f, "host =~ '^(?:(a+)+b|a)'");
	cheap = where_good(&f, "host =~ '^(?:a|(a+)+b)'");
	g_assert_cmpint(where_eval(costly, &f.run, NULL, NULL), ==, WHERE_NO);
	g_assert_cmpint(where_eval(cheap, &f.run, NULL, NULL), ==, WHERE_YES);
	where_free(costly);
	where_free(cheap);
	g_free(value);
	fixture_clear(&f);
}

static void test_names_known(void)
{
	static const char *const known[] = {"slog", "cache", "file-size"};
	static const struct {
		const char *text, *message;
	} rows[] = {
		{"slog = n and file-size > 1G and metric =~ a and host = b", NULL},
		{"slgo = n", "unknown name 'slgo' at column 1, did you mean 'slog'?"},
		{"slog = n or (cache = 1 and filesize > 1)",
			"unknown name 'filesize' at column 28, did you mean 'file-size'?"},
		{"vdev = 6", "unknown name 'vdev' at column 1, did you mean 'vdevs'?"},
		{"not zzzzzz =~ a", "unknown name 'zzzzzz' at column 5"},
	};
	struct fixture f;

	fixture_init(&f);
	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		struct where *where = where_good(&f, rows[i].text);
		GError *error = NULL;
		bool good = where_names_known(where, known, G_N_ELEMENTS(known), &error);
		const char *got = error ? error->message + strlen("--where: ") : NULL;

		g_assert_true(good == (error == NULL));
		if (g_strcmp0(got, rows[i].message) != 0)
			g_test_fail_printf("'%s' gives '%s'", rows[i].text, got ? got : "nothing");
		if (error)
			g_assert_error(error, IOTAB_ERROR, IOTAB_ERROR_USAGE);
		g_clear_error(&error);
		where_free(where);
	}
	fixture_clear(&f);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/where/truth", test_truth);
	g_test_add_func("/where/open", test_open);
	g_test_add_func("/where/no-layout", test_no_layout);
	g_test_add_func("/where/unknown-parts", test_unknown_parts);
	g_test_add_func("/where/own-metric", test_own_metric);
	g_test_add_func("/where/needs", test_needs);
	g_test_add_func("/where/bad", test_bad);
	g_test_add_func("/where/bad-metric", test_bad_metric);
	g_test_add_func("/where/depth", test_depth);
	g_test_add_func("/where/match-limit", test_match_limit);
	g_test_add_func("/where/names-known", test_names_known);
	return g_test_run();
}
