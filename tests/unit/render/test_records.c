#include "render/records_wide.h"

#include <math.h>
#include <string.h>

#define HEADER                                                                                     \
	"run,tool,version,status,layout,label,factors,at,metric,value,unit,stddev,n,original,"     \
	"original_unit,flags,file,line,when,host,command,error\n"

struct fixture {
	struct pool *pool;
	struct metrics *metrics;
	struct diag *diag;
	struct sink *sink;
	GString *out;
	unsigned writes, fail_at; /* 0: never */
};

static bool collect(void *user, const char *text, size_t n)
{
	struct fixture *f = user;

	g_string_append_len(f->out, text, (gssize)n);
	return ++f->writes != f->fail_at;
}

static void start(struct fixture *f, enum records_form form)
{
	const struct records_output output = {collect, f};

	f->pool = pool_new();
	f->metrics = metrics_new();
	f->diag = diag_new();
	f->out = g_string_new(NULL);
	f->writes = 0;
	f->sink = records_writer_new(form, &output, f->pool, f->metrics, f->diag);
}

static bool finish(struct fixture *f)
{
	return records_writer_free(f->sink);
}

static void clear(struct fixture *f)
{
	g_string_free(f->out, TRUE);
	diag_free(f->diag);
	metrics_free(f->metrics);
	pool_free(f->pool);
}

static void push_two_runs(struct fixture *f)
{
	const struct level raid = {"raid", "z2"};
	const struct level sizes[] = {{"file-size", "1024"}, {"record-size", "64"}};
	struct run run = {
		.tool = "iozone",
		.version = "3.508",
		.status = RUN_COMPLETE,
		.layout = "2*raidz2(2+2)",
		.label = "2x4",
		.factors = pool_set(f->pool, &raid, 1),
		.when = "2010-01-02",
		.host = "thumper",
		.command = "iozone -a",
		.pos = {"a.log", 1},
	};
	struct measurement m[] = {
		{.value = 1.5, .stddev = 0.25, .n = 3, .original = "1.5", .original_unit = "kB"},
		{.value = NAN,
			.stddev = NAN,
			.flags = QUALITY_BIT(QUALITY_NOT_RUN) | QUALITY_BIT(QUALITY_FUSED)},
	};

	for (size_t i = 0; i < 2; i++) {
		m[i].metric = metrics_get(f->metrics, i ? "iozone:read" : "iozone:write");
		m[i].at = pool_set(f->pool, sizes, 2);
		m[i].file = "a.log";
		m[i].line = 7;
	}
	f->sink->run_begin(f->sink, &run);
	f->sink->measure(f->sink, m, 2);
	f->sink->run_end(f->sink, &run);
	run = (struct run){
		.status = RUN_FAILED, .error = "no space", .pos = {"b.log", G_MAXUINT32}};
	f->sink->run_begin(f->sink, &run);
	f->sink->run_end(f->sink, &run);
}

static void test_csv(void)
{
	struct fixture f = {.fail_at = 0};

	start(&f, RECORDS_CSV);
	push_two_runs(&f);
	g_assert_true(finish(&f));
	g_assert_cmpstr(f.out->str, ==,
		HEADER "1,iozone,3.508,complete,2*raidz2(2+2),2x4,raid=z2,"
		       "file-size=1024;record-size=64,iozone:write,1.5,B/s,0.25,3,1.5,kB,,a.log,7,"
		       "2010-01-02,thumper,iozone -a,\n"
		       "1,iozone,3.508,complete,2*raidz2(2+2),2x4,raid=z2,"
		       "file-size=1024;record-size=64,iozone:read,,B/s,,,,,not-run;fused,a.log,7,"
		       "2010-01-02,thumper,iozone -a,\n"
		       "2,,,failed,,,,,,,,,,,,,b.log,4294967295,,,,no space\n");
	clear(&f);
}

static void test_jsonl(void)
{
	struct fixture f = {.fail_at = 0};

	start(&f, RECORDS_JSONL);
	push_two_runs(&f);
	g_assert_true(finish(&f));
	g_assert_cmpstr(f.out->str, ==,
		"{\"run\":1,\"tool\":\"iozone\",\"version\":\"3.508\",\"status\":\"complete\","
		"\"layout\":\"2*raidz2(2+2)\",\"label\":\"2x4\",\"factors\":{\"raid\":\"z2\"},"
		"\"at\":{\"file-size\":\"1024\",\"record-size\":\"64\"},\"metric\":\"iozone:"
		"write\","
		"\"value\":1.5,\"unit\":\"B/s\",\"stddev\":0.25,\"n\":3,\"original\":\"1.5\","
		"\"original_unit\":\"kB\",\"file\":\"a.log\",\"line\":7,\"when\":\"2010-01-02\","
		"\"host\":\"thumper\",\"command\":\"iozone -a\"}\n"
		"{\"run\":1,\"tool\":\"iozone\",\"version\":\"3.508\",\"status\":\"complete\","
		"\"layout\":\"2*raidz2(2+2)\",\"label\":\"2x4\",\"factors\":{\"raid\":\"z2\"},"
		"\"at\":{\"file-size\":\"1024\",\"record-size\":\"64\"},\"metric\":\"iozone:read\","
		"\"unit\":\"B/s\",\"flags\":[\"not-run\",\"fused\"],\"file\":\"a.log\",\"line\":7,"
		"\"when\":\"2010-01-02\",\"host\":\"thumper\",\"command\":\"iozone -a\"}\n"
		"{\"run\":2,\"status\":\"failed\",\"file\":\"b.log\",\"line\":4294967295,"
		"\"error\":\"no space\"}\n");
	clear(&f);
}

/* The same two runs; keys of both sets are columns, and the second run has none of them. */
static void test_wide(void)
{
	static const char expected[] =
		"run,tool,version,status,layout,label,factors.raid,at.file-size,at.record-size,"
		"metric,value,unit,stddev,n,original,original_unit,flags,file,line,when,host,"
		"command,error\n"
		"1,iozone,3.508,complete,2*raidz2(2+2),2x4,z2,1024,64,iozone:write,1.5,B/s,0.25,3,"
		"1.5,kB,,a.log,7,2010-01-02,thumper,iozone -a,\n"
		"1,iozone,3.508,complete,2*raidz2(2+2),2x4,z2,1024,64,iozone:read,,B/s,,,,,"
		"not-run;fused,a.log,7,2010-01-02,thumper,iozone -a,\n"
		"2,,,failed,,,,,,,,,,,,,,b.log,4294967295,,,,no space\n";
	struct fixture f = {.fail_at = 0};
	const struct records_output output = {collect, &f};
	const struct records_wide how = {.csv_safe = true, .csv_bom = true};
	struct sink *narrow;

	start(&f, RECORDS_CSV);
	narrow = f.sink;
	f.sink = records_wide_new(f.pool, f.metrics, f.diag);
	push_two_runs(&f);
	g_assert_true(
		records_wide_write(f.sink, &(struct records_wide){.csv_safe = false}, &output));
	g_assert_cmpstr(f.out->str, ==, expected);
	g_string_truncate(f.out, 0);
	g_assert_true(records_wide_write(f.sink, &how, &output));
	g_assert_true(g_str_has_prefix(f.out->str, "\xef\xbb\xbf"));
	g_assert_cmpstr(f.out->str + 3, ==, expected);
	f.fail_at = f.writes + 1;
	g_assert_false(records_wide_write(f.sink, &how, &output));
	records_wide_free(f.sink);
	records_writer_free(narrow);
	clear(&f);
}

static void test_no_runs(void)
{
	struct fixture f = {.fail_at = 0};

	start(&f, RECORDS_CSV);
	g_assert_true(finish(&f));
	g_assert_cmpstr(f.out->str, ==, HEADER);
	clear(&f);
	start(&f, RECORDS_JSONL);
	g_assert_true(finish(&f));
	g_assert_cmpstr(f.out->str, ==, "");
	clear(&f);
}

/* How a text stands in the last column of csv and in jsonl. */
static const struct {
	const char *text, *csv, *json;
} texts[] = {
	{"plain", "plain", "\"plain\""},
	{"", "\"\"", "\"\""},
	{"in side", "in side", "\"in side\""},
	{" left", "\" left\"", "\" left\""},
	{"right\t", "\"right\t\"", "\"right\\t\""},
	{"a,b", "\"a,b\"", "\"a,b\""},
	{"a;b=c", "a;b=c", "\"a;b=c\""},
	{"say \"x\"", "\"say \"\"x\"\"\"", "\"say \\\"x\\\"\""},
	{"two\nlines", "\"two\nlines\"", "\"two\\nlines\""},
	{"a\rb\r\nc\n\r", "\"a\nb\nc\n\n\"", "\"a\\u000db\\u000d\\nc\\n\\u000d\""},
	{"back\\slash", "back\\slash", "\"back\\\\slash\""},
	{"\x01\x1f\x7f", "\x01\x1f\x7f", "\"\\u0001\\u001f\x7f\""},
	{"\xc3\xa9\xf0\x9f\x92\xbe", "\xc3\xa9\xf0\x9f\x92\xbe", "\"\xc3\xa9\xf0\x9f\x92\xbe\""},
	{"\xff", "\xff", "\"\\udcff\""},
	{"\xe2\x82x\x80", "\xe2\x82x\x80", "\"\\udce2\\udc82x\\udc80\""},
	{"\xed\xa0\x80", "\xed\xa0\x80", "\"\\udced\\udca0\\udc80\""},
};

static void test_texts(void)
{
	for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
		for (int form = RECORDS_CSV; form <= RECORDS_JSONL; form++) {
			struct fixture f = {.fail_at = 0};
			const struct run run = {.error = texts[i].text, .pos = {"f", 1}};
			g_autofree char *expected =
				form == RECORDS_CSV
					? g_strconcat(HEADER "1,,,complete,,,,,,,,,,,,,f,1,,,,",
						  texts[i].csv, "\n", NULL)
					: g_strconcat("{\"run\":1,\"status\":\"complete\","
						      "\"file\":\"f\",\"line\":1,\"error\":",
						  texts[i].json, "}\n", NULL);

			start(&f, (enum records_form)form);
			f.sink->run_begin(f.sink, &run);
			f.sink->run_end(f.sink, &run);
			finish(&f);
			if (strcmp(f.out->str, expected) != 0) {
				g_test_message("text %zu: got %s", i, f.out->str);
				g_test_fail();
			}
			clear(&f);
		}
	}
}

/* Neither form has a number for it, and what has no value says why. */
static void test_infinite(void)
{
	struct fixture f = {.fail_at = 0};
	const struct run run = {.pos = {"f", 1}};
	struct measurement m = {.value = INFINITY, .stddev = INFINITY, .file = "f", .line = 2};

	start(&f, RECORDS_CSV);
	m.metric = metrics_get(f.metrics, "iozone:write");
	m.at = pool_set(f.pool, NULL, 0);
	f.sink->run_begin(f.sink, &run);
	f.sink->measure(f.sink, &m, 1);
	f.sink->run_end(f.sink, &run);
	finish(&f);
	g_assert_cmpstr(f.out->str, ==,
		HEADER "1,,,complete,,,,,iozone:write,,B/s,,,,,unreadable,f,2,,,,\n");
	clear(&f);
}

/* Sets of partial results that are gone may leave their addresses to those of the next run. */
static void test_addresses(void)
{
	struct fixture f = {.fail_at = 0};
	const struct run run = {.pos = {"f", 1}};
	struct keyset *at = g_malloc(sizeof(*at) + sizeof(struct level));
	char file[] = "f";
	struct measurement m = {.value = 1, .stddev = NAN, .at = at, .file = file, .line = 2};

	start(&f, RECORDS_CSV);
	m.metric = metrics_get(f.metrics, "iozone:write");
	at->n = 1;
	for (int i = 0; i < 2; i++) {
		at->level[0] = (struct level){"file-size", i ? "8" : "4"};
		file[0] = i ? 'g' : 'f';
		f.sink->run_begin(f.sink, &run);
		f.sink->measure(f.sink, &m, 1);
		f.sink->run_end(f.sink, &run);
	}
	finish(&f);
	g_assert_cmpstr(f.out->str, ==,
		HEADER "1,,,complete,,,,file-size=4,iozone:write,1,B/s,,,,,,f,2,,,,\n"
		       "2,,,complete,,,,file-size=8,iozone:write,1,B/s,,,,,,g,2,,,,\n");
	g_free(at);
	clear(&f);
}

/* Large enough for several writes; what follows a failed one is not tried. */
static void test_failure(void)
{
	const struct run run = {.tool = "iozone", .pos = {"f", 1}};

	for (unsigned fail_at = 0; fail_at <= 3; fail_at++) {
		struct fixture f = {.fail_at = fail_at};

		start(&f, RECORDS_CSV);
		for (int i = 0; i < 4000; i++) {
			f.sink->run_begin(f.sink, &run);
			f.sink->run_end(f.sink, &run);
		}
		g_assert_cmpint(finish(&f), ==, fail_at == 0);
		g_assert_cmpuint(f.writes, ==, fail_at ? fail_at : 3);
		g_assert_cmpuint(f.out->len, >, fail_at == 1 ? 60000 : 120000);
		clear(&f);
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/records/csv", test_csv);
	g_test_add_func("/records/jsonl", test_jsonl);
	g_test_add_func("/records/wide", test_wide);
	g_test_add_func("/records/no-runs", test_no_runs);
	g_test_add_func("/records/texts", test_texts);
	g_test_add_func("/records/infinite", test_infinite);
	g_test_add_func("/records/addresses", test_addresses);
	g_test_add_func("/records/failure", test_failure);
	return g_test_run();
}
