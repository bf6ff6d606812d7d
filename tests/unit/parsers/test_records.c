#include <math.h>
#include <string.h>

#include "parsers/parser.h"

#define HEADER                                                                                     \
	"run,tool,version,status,layout,label,factors,at,metric,value,unit,stddev,n,original,"     \
	"original_unit,flags,file,line,when,host,command,error\n"

/* A good row of either form, and one to put something wrong into. */
#define CSV "1,iozone,,complete,,,,,iozone:write,5,B/s,,,,,,a.log,7,,,,\n"
#define JSON                                                                                       \
	"{\"run\":1,\"tool\":\"iozone\",\"status\":\"complete\",\"metric\":\"iozone:write\","      \
	"\"value\":5,\"unit\":\"B/s\",\"file\":\"a.log\",\"line\":7}\n"
#define JSON_WITH(members) "{\"run\":1,\"tool\":\"iozone\",\"status\":\"complete\"," members "}\n"

/* What a good row reads as. */
#define BEGIN "begin iozone complete [] a.log:7\n"
#define GOOD  "iozone:write=5 [] a.log:7\n"
#define END   "end iozone\n"

struct witness {
	struct sink sink;
	GString *log;
	const char *unwanted; /* a metric */
};

static const char *or_dash(const char *text)
{
	return text ? text : "-";
}

static void run_begin(struct sink *sink, const struct run *run)
{
	GString *log = ((struct witness *)sink)->log;

	g_string_append_printf(
		log, "begin %s %s [", or_dash(run->tool), run_status_name(run->status));
	keyset_print(run->factors, log);
	g_string_append_printf(log, "] %s:%u", run->pos.file, run->pos.line);
	if (run->error)
		g_string_append_printf(log, " error=%s", run->error);
	g_string_append_c(log, '\n');
}

static void measure(struct sink *sink, const struct measurement *m, size_t n)
{
	GString *log = ((struct witness *)sink)->log;

	g_assert_cmpuint(n, ==, 1);
	g_string_append_printf(log, "%s=", m->metric->name);
	number_print(m->value, log);
	if (!isnan(m->stddev))
		g_string_append_printf(log, " sd=%g", m->stddev);
	if (m->n)
		g_string_append_printf(log, " n=%u", m->n);
	if (m->original)
		g_string_append_printf(log, " '%s'", m->original);
	if (m->original_unit)
		g_string_append_printf(log, " unit '%s'", m->original_unit);
	if (m->flags) {
		g_string_append_c(log, ' ');
		quality_print(m->flags, log);
	}
	g_string_append(log, " [");
	keyset_print(m->at, log);
	g_string_append_printf(log, "] %s:%u\n", m->file, m->line);
}

static void run_end(struct sink *sink, const struct run *run)
{
	g_string_append_printf(((struct witness *)sink)->log, "end %s\n", or_dash(run->tool));
}

static bool wants(struct sink *sink, const struct metric *metric)
{
	return g_strcmp0(metric->name, ((struct witness *)sink)->unwanted) != 0;
}

static void witness_init(struct witness *w)
{
	*w = (struct witness){
		.sink = {.pool = pool_new(),
			.metrics = metrics_new(),
			.diag = diag_new(),
			.run_begin = run_begin,
			.measure = measure,
			.run_end = run_end,
			.wants = wants},
		.log = g_string_new(NULL),
	};
}

static void witness_clear(struct witness *w)
{
	g_string_free(w->log, TRUE);
	diag_free(w->sink.diag);
	metrics_free(w->sink.metrics);
	pool_free(w->sink.pool);
}

/* Parses and appends what was reported as lines "LINE: DETAIL". */
static int read_bytes(struct witness *w, const struct parser *parser, const char *bytes, size_t n)
{
	struct input *in = input_memory(bytes, n, "r", w->sink.diag);
	int result = parser->parse(in, &w->sink);

	for (size_t i = 0; i < diag_count(w->sink.diag); i++) {
		const struct diag_entry *e = diag_get(w->sink.diag, i);

		if (e->code == DIAG_RECORD_BAD)
			g_string_append_printf(w->log, "%u: %s\n", e->line, or_dash(e->detail));
	}
	input_close(in);
	return result;
}

struct row {
	const char *name, *text;
	const char *expected; /* what the sink was told and then what was reported */
};

static void check(const struct parser *parser, const struct row *rows, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct witness w;

		witness_init(&w);
		read_bytes(&w, parser, rows[i].text, strlen(rows[i].text));
		if (strcmp(w.log->str, rows[i].expected) != 0) {
			g_test_message("%s: got\n%s", rows[i].name, w.log->str);
			g_test_fail();
		}
		witness_clear(&w);
	}
}

/* A bad row between two good ones costs itself only. */
#define ONLY(report) BEGIN GOOD GOOD END report "\n"

static const struct row bad_csv[] = {
	{"few fields", HEADER CSV "1,iozone\n" CSV, ONLY("3: 2 fields, not 22")},
	{"many fields", HEADER CSV "1,iozone,,complete,,,,,,,,,,,,,,,,,,,\n" CSV,
		ONLY("3: 23 fields, not 22")},
	{"no run", HEADER CSV ",iozone,,complete,,,,,,,,,,,,,a.log,7,,,,\n" CSV, ONLY("3: no run")},
	{"run", HEADER CSV "one,iozone,,complete,,,,,,,,,,,,,a.log,7,,,,\n" CSV,
		ONLY("3: run is 'one'")},
	{"no status", HEADER CSV "1,iozone,,,,,,,,,,,,,,,a.log,7,,,,\n" CSV, ONLY("3: no status")},
	{"status", HEADER CSV "1,iozone,,done,,,,,,,,,,,,,a.log,7,,,,\n" CSV,
		ONLY("3: status is 'done'")},
	{"factors", HEADER CSV "1,iozone,,complete,,,raid,,,,,,,,,,a.log,7,,,,\n" CSV,
		ONLY("3: factors is 'raid'")},
	{"at", HEADER CSV "1,iozone,,complete,,,,a=b;,iozone:write,5,B/s,,,,,,a.log,7,,,,\n" CSV,
		ONLY("3: at is 'a=b;'")},
	{"metric", HEADER CSV "1,iozone,,complete,,,,,iozone:fly,5,B/s,,,,,,a.log,7,,,,\n" CSV,
		ONLY("3: metric is 'iozone:fly'")},
	{"own metric without a name",
		HEADER CSV "1,iozone,,complete,,,,,x:,5,B/s,,,,,,a.log,7,,,,\n" CSV,
		ONLY("3: metric is 'x:'")},
	{"value", HEADER CSV "1,iozone,,complete,,,,,iozone:write,5k,B/s,,,,,,a.log,7,,,,\n" CSV,
		ONLY("3: value is '5k'")},
	{"hex", HEADER CSV "1,iozone,,complete,,,,,iozone:write,0x5,B/s,,,,,,a.log,7,,,,\n" CSV,
		ONLY("3: value is '0x5'")},
	{"nan", HEADER CSV "1,iozone,,complete,,,,,iozone:write,nan,B/s,,,,,,a.log,7,,,,\n" CSV,
		ONLY("3: value is 'nan'")},
	{"inf", HEADER CSV "1,iozone,,complete,,,,,iozone:write,inf,B/s,,,,,,a.log,7,,,,\n" CSV,
		ONLY("3: value is 'inf'")},
	{"too large",
		HEADER CSV "1,iozone,,complete,,,,,iozone:write,1e999,B/s,,,,,,a.log,7,,,,\n" CSV,
		ONLY("3: value is '1e999'")},
	{"decimal comma",
		HEADER CSV "1,iozone,,complete,,,,,iozone:write,\"1,5\",B/s,,,,,,a.log,7,,,,\n" CSV,
		ONLY("3: value is '1,5'")},
	{"empty quotes",
		HEADER CSV "1,iozone,,complete,,,,,iozone:write,\"\",B/s,,,,,,a.log,7,,,,\n" CSV,
		ONLY("3: value is ''")},
	{"no value", HEADER CSV "1,iozone,,complete,,,,,iozone:write,,B/s,,,,,,a.log,7,,,,\n" CSV,
		ONLY("3: no value and no flag that says why")},
	{"stddev", HEADER CSV "1,iozone,,complete,,,,,iozone:write,5,B/s,-,,,,,a.log,7,,,,\n" CSV,
		ONLY("3: stddev is '-'")},
	{"n", HEADER CSV "1,iozone,,complete,,,,,iozone:write,5,B/s,,-1,,,,a.log,7,,,,\n" CSV,
		ONLY("3: n is '-1'")},
	{"line",
		HEADER CSV
		"1,iozone,,complete,,,,,iozone:write,5,B/s,,,,,,a.log,4294967296,,,,\n" CSV,
		ONLY("3: line is '4294967296'")},
	{"flag",
		HEADER CSV
		"1,iozone,,complete,,,,,iozone:write,5,B/s,,,,,fused;odd,a.log,7,,,,\n" CSV,
		ONLY("3: flags is 'fused;odd'")},
	{"no unit", HEADER CSV "1,iozone,,complete,,,,,iozone:write,5,,,,,,,a.log,7,,,,\n" CSV,
		ONLY("3: no unit")},
	{"unit", HEADER CSV "1,iozone,,complete,,,,,iozone:write,5,kB/s,,,,,,a.log,7,,,,\n" CSV,
		ONLY("3: unit is 'kB/s'")},
	{"other unit", HEADER CSV "1,iozone,,complete,,,,,iozone:write,5,s,,,,,,a.log,7,,,,\n" CSV,
		ONLY("3: unit of 'iozone:write' is 's', not 'B/s'")},
	{"figure without metric", HEADER CSV "1,iozone,,complete,,,,,,5,,,,,,,a.log,7,,,,\n" CSV,
		ONLY("3: value without a metric")},
	{"quote inside", HEADER CSV "1,io\"zone,,complete,,,,,,,,,,,,,a.log,7,,,,\n" CSV,
		ONLY("3: misplaced quote")},
	{"text after quotes", HEADER CSV "1,\"io\"zone,,complete,,,,,,,,,,,,,a.log,7,,,,\n" CSV,
		ONLY("3: misplaced quote")},
	{"open quote, none after", HEADER CSV "1,\"iozone,,complete,,,,,,,,,,,,,a.log,7,,,,\n" CSV,
		ONLY("3: a quote is not closed")},
	{"open quote, closed by another row",
		HEADER "1,\"iozone,,complete,,,,,,,,,,,,,a.log,7,,,,\n" CSV
		       "1,iozone,,complete,,,,,iozone:write,5,B/s,,,,,,\"a.log\",7,,,,\n",
		BEGIN GOOD GOOD END "2: misplaced quote\n"},
	{"open quote, closed by a row that fits",
		HEADER "1,\"iozone\n" CSV "\",,complete,,,,,,,,,,,,,a.log,7,,,\n",
		BEGIN GOOD END "2: 21 fields, not 22\n4: a quote is not closed\n"},
	{"cut", HEADER CSV CSV "1,iozone,,complete,,,,,iozone:write,5,B/s,,,,,,a.log,7,,,,",
		ONLY("4: the input ends inside it")},
	{"cut inside quotes", HEADER CSV CSV "1,\"iozone\n,,complete,,,,,iozone:write,5",
		ONLY("4: a quote is not closed\n5: the input ends inside it")},
	{"unknown column", "run,tool,version,colour\n" CSV CSV, "1: unknown column 'colour'\n"},
	{"repeated column", "run,tool,version,tool\n" CSV CSV, "1: repeated column 'tool'\n"},
	{"missing column", "run,tool,version,status,metric,value\n" CSV, "1: no column 'unit'\n"},
	{"column too many",
		"run,tool,version,status,layout,label,factors,at,metric,value,unit,stddev,n,"
		"original,original_unit,flags,file,line,when,host,command,error,error\n" CSV,
		"1: repeated column 'error'\n"},
	{"wide, repeated key", "run,tool,version,factors.raid,factors.raid\n" CSV,
		"1: repeated column 'factors.raid'\n"},
	{"wide, set and key of it", "run,tool,version,factors,factors.raid\n" CSV,
		"1: repeated column 'factors.raid'\n"},
	{"wide, key and its set", "run,tool,version,at.x,at\n" CSV, "1: repeated column 'at'\n"},
	{"wide, no such set", "run,tool,version,flags.fused\n" CSV,
		"1: unknown column 'flags.fused'\n"},
};

static void test_bad_csv(void)
{
	check(&parser_records_csv, bad_csv, G_N_ELEMENTS(bad_csv));
}

static const struct row bad_jsonl[] = {
	{"text", JSON "hello\n" JSON, ONLY("2: no JSON object")},
	{"array", JSON "[1]\n" JSON, ONLY("2: no JSON object")},
	{"two objects", JSON "{\"run\":1}{\"run\":1}\n" JSON, ONLY("2: no JSON object")},
	{"not closed", JSON "{\"run\":1\n" JSON, ONLY("2: no JSON object")},
	{"no commas", JSON "{\"run\":1 \"tool\":\"iozone\"}\n" JSON, ONLY("2: no JSON object")},
	{"name without value", JSON "{\"run\"}\n" JSON, ONLY("2: no JSON object")},
	{"unknown member", JSON JSON_WITH("\"colour\":1") JSON, ONLY("2: unknown member 'colour'")},
	{"two members", JSON JSON_WITH("\"run\":1") JSON, ONLY("2: two members 'run'")},
	{"text for number", JSON JSON_WITH("\"value\":\"5\"") JSON,
		ONLY("2: value is of the wrong kind")},
	{"number for text", JSON JSON_WITH("\"version\":3.5") JSON,
		ONLY("2: version is of the wrong kind")},
	{"truth for number", JSON JSON_WITH("\"line\":true") JSON, ONLY("2: line is 'true'")},
	{"text for set", JSON JSON_WITH("\"factors\":\"a=b\"") JSON,
		ONLY("2: factors is of the wrong kind")},
	{"number in set", JSON JSON_WITH("\"factors\":{\"a\":1}") JSON,
		ONLY("2: factors is '{\"a\":1}'")},
	{"set in set", JSON JSON_WITH("\"factors\":{\"a\":{\"b\":\"c\"}}") JSON,
		ONLY("2: factors is '{\"a\":{\"b\":\"c\"}}'")},
	{"set not closed by commas", JSON JSON_WITH("\"factors\":{\"a\":\"b\" \"c\":\"d\"}") JSON,
		ONLY("2: factors is '{\"a\":\"b\" \"c\":\"d\"}'")},
	{"flags", JSON JSON_WITH("\"metric\":\"iozone:read\",\"flags\":[\"fused\",\"odd\"]") JSON,
		ONLY("2: flags is 'fused;odd'")},
	{"flags no array", JSON JSON_WITH("\"flags\":\"fused\"") JSON,
		ONLY("2: flags is of the wrong kind")},
	{"flags nested", JSON JSON_WITH("\"flags\":[[\"fused\"]]") JSON,
		ONLY("2: flags is of the wrong kind")},
	{"NUL", JSON JSON_WITH("\"error\":\"a\\u0000b\"") JSON,
		ONLY("2: error is of the wrong kind")},
	{"half a pair", JSON JSON_WITH("\"error\":\"\\ud83d!\"") JSON,
		ONLY("2: error is of the wrong kind")},
	{"pair of the wrong half", JSON JSON_WITH("\"error\":\"\\ud83d\\u0041\"") JSON,
		ONLY("2: error is of the wrong kind")},
	{"second half alone", JSON JSON_WITH("\"error\":\"\\ude00\"") JSON,
		ONLY("2: error is of the wrong kind")},
	{"status", JSON "{\"run\":1,\"tool\":\"iozone\"}\n" JSON, ONLY("2: no status")},
	{"run", JSON "{\"tool\":\"iozone\"}\n" JSON, ONLY("2: no run")},
	{"deep", JSON "{\"at\":[[[[[[[[[[[[[[[[\n" JSON, ONLY("2: no JSON object")},
	{"cut", JSON JSON "{\"run\":1,\"tool\":\"ioz", ONLY("3: the input ends inside it")},
};

static void test_bad_jsonl(void)
{
	check(&parser_records_jsonl, bad_jsonl, G_N_ELEMENTS(bad_jsonl));
}

static const struct row good_csv[] = {
	{"all columns",
		HEADER
		"1,iozone,3.5,partial,key,label,raid=z2,file-size=8,iozone:write,5,B/s,0.5,3,"
		"007,kB,fused,a.log,7,now,here,iozone -a,why\n",
		"begin iozone partial [raid=z2] a.log:7 error=why\n"
		"iozone:write=5 sd=0.5 n=3 '007' unit 'kB' fused [file-size=8] a.log:7\n" END},
	{"columns in another order",
		"run,tool,version,line,file,unit,value,metric,status\n"
		"1,iozone,,7,a.log,B/s,5,iozone:write,complete\n",
		BEGIN GOOD END},
	{"wide: a column per key, in any order",
		"run,tool,version,status,at.z,factors.b,metric,value,unit,factors.a,at.file-size,"
		"file,line\n"
		"1,iozone,,complete,,\"\",iozone:write,5,B/s,x;y=z,8,a.log,7\n"
		"2,iozone,,complete,1,,iozone:write,5,B/s,,,a.log,7\n",
		"begin iozone complete [a=x\\;y\\=z;b=] a.log:7\n"
		"iozone:write=5 [file-size=8] a.log:7\n" END "begin iozone complete [] a.log:7\n"
		"iozone:write=5 [z=1] a.log:7\n" END},
	{"wide, then narrow",
		"run,tool,version,status,metric,value,unit,at.x,file,line\n"
		"1,iozone,,complete,iozone:write,5,B/s,1,a.log,7\n" HEADER CSV,
		BEGIN "iozone:write=5 [x=1] a.log:7\n" END BEGIN GOOD END},
	{"no position",
		"run,tool,version,status,metric,value,unit\n\n"
		"1,iozone,,complete,iozone:write,5,B/s\n",
		"begin iozone complete [] r:3\niozone:write=5 [] r:3\n" END},
	{"runs by number",
		HEADER CSV "2,iozone,,complete,,,,,iozone:write,5,B/s,,,,,,a.log,7,,,,\n",
		BEGIN GOOD END BEGIN GOOD END},
	{"runs by facts", HEADER CSV "1,iozone,,partial,,,,,,,,,,,,,b.log,9,,,,\n",
		BEGIN GOOD END "begin iozone partial [] b.log:9\n" END},
	{"a run of a number seen before", HEADER CSV "2,,,failed,,,,,,,,,,,,,b.log,9,,,,no\n" CSV,
		BEGIN GOOD END "begin - failed [] b.log:9 error=no\nend -\n" BEGIN GOOD END},
	{"two files put together", HEADER CSV HEADER CSV, BEGIN GOOD END BEGIN GOOD END},
	{"two files with other columns",
		HEADER CSV "run,tool,version,line,file,unit,value,metric,status\n"
			   "1,iozone,,7,a.log,B/s,5,iozone:write,complete\n",
		BEGIN GOOD END BEGIN GOOD END},
	{"a bad header between", HEADER CSV "run,colour\n1,2\n3,4\n" HEADER CSV,
		BEGIN GOOD END BEGIN GOOD END "3: unknown column 'colour'\n"},
	{"line breaks in quotes",
		HEADER CSV "2,,,failed,,,,,,,,,,,,,b.log,9,,,,\"a\n\n,\"\"b\"\"\n\"\n" CSV,
		BEGIN GOOD END
		"begin - failed [] b.log:9 error=a\n\n,\"b\"\n\nend -\n" BEGIN GOOD END},
	{"CR LF",
		"run,tool,version,status,metric,value,unit,file,line\r\n"
		"1,iozone,,complete,iozone:write,5,B/s,a.log,7\r\n",
		BEGIN GOOD END},
	{"blank lines", HEADER CSV "\n \t\n" CSV "\n", BEGIN GOOD GOOD END},
	{"own metric",
		HEADER "1,iozone,,complete,,,,,x:a b,2,s,,,,,,a.log,7,,,,\n"
		       "1,iozone,,complete,,,,,x:a b,3,B,,,,,,a.log,8,,,,\n",
		BEGIN "x:a b=2 [] a.log:7\n" END "3: unit of 'x:a b' is 'B', not 's'\n"},
	{"missing value",
		HEADER "1,iozone,,complete,,,,,iozone:write,,B/s,,,,,not-run,a.log,7,,,,\n",
		BEGIN "iozone:write= not-run [] a.log:7\n" END},
	{"empty text is a text",
		HEADER "1,iozone,,complete,,,,,iozone:write,5,B/s,,,\"\",,,a.log,7,,,,\n",
		BEGIN "iozone:write=5 '' [] a.log:7\n" END},
	{"unwanted", HEADER "1,iozone,,complete,,,,,iozone:read,5,B/s,,,,,,a.log,7,,,,\n" CSV,
		BEGIN GOOD END},
};

static const struct row good_jsonl[] = {
	{"all members",
		"{\"error\":\"why\",\"run\":1,\"tool\":\"iozone\",\"status\":\"partial\","
		"\"factors\":{\"raid\":\"z2\",\"a\":\";=\\\\\"},\"at\":{\"file-size\":\"8\"},"
		"\"metric\":\"iozone:write\",\"value\":5e0,\"unit\":\"B/s\",\"stddev\":0.5,\"n\":3,"
		"\"original\":\"007\",\"original_unit\":\"kB\",\"flags\":[\"not-run\",\"fused\"],"
		"\"file\":\"a.log\",\"line\":7}\n",
		"begin iozone partial [a=\\;\\=\\\\;raid=z2] a.log:7 error=why\n"
		"iozone:write=5 sd=0.5 n=3 '007' unit 'kB' not-run;fused [file-size=8] "
		"a.log:7\n" END},
	{"escapes",
		JSON "{\"run\":2,\"status\":\"failed\",\"error\":"
		     "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\ud83d\\udcbe\\udcff\\u007F\"}\n",
		BEGIN GOOD END "begin - failed [] r:2 error="
			       "\"\\/\b\f\n\r\t\xc3\xa9\xf0\x9f\x92\xbe\xff\x7f\nend -\n"},
	{"null is missing",
		JSON_WITH("\"metric\":null,\"value\":null,\"at\":null,\"file\":\"a.log\","
			  "\"line\":7"),
		BEGIN END},
	{"complete without a line end", JSON "{\"run\":2,\"status\":\"failed\"}",
		BEGIN GOOD END "begin - failed [] r:2\nend -\n"},
	{"empty set and flags",
		JSON_WITH("\"factors\":{},\"at\":{},\"flags\":[],"
			  "\"metric\":\"iozone:write\",\"value\":5,\"unit\":\"B/s\","
			  "\"file\":\"a.log\",\"line\":7"),
		BEGIN GOOD END},
	{"blanks",
		"\n { \"run\" : 1 , \"tool\" : \"iozone\" , \"status\" : \"complete\" , "
		"\"file\" : \"a.log\" , \"line\" : 7 } \n\n",
		BEGIN END},
};

static void test_good(void)
{
	for (size_t i = 0; i < G_N_ELEMENTS(good_csv); i++) {
		struct witness w;

		witness_init(&w);
		if (g_str_equal(good_csv[i].name, "unwanted"))
			w.unwanted = "iozone:read";
		g_assert_cmpint(read_bytes(&w, &parser_records_csv, good_csv[i].text,
					strlen(good_csv[i].text)),
			==, 0);
		if (strcmp(w.log->str, good_csv[i].expected) != 0) {
			g_test_message("%s: got\n%s", good_csv[i].name, w.log->str);
			g_test_fail();
		}
		witness_clear(&w);
	}
	check(&parser_records_jsonl, good_jsonl, G_N_ELEMENTS(good_jsonl));
}

static void test_nul(void)
{
	static const char csv[] = HEADER CSV "1,\0iozone,,complete,,,,,,,,,,,,,a.log,7,,,,\n" CSV;
	static const char json[] = JSON "{\"run\":1,\"tool\":\"io\0zone\"}\n" JSON;
	struct witness w;

	witness_init(&w);
	read_bytes(&w, &parser_records_csv, csv, sizeof(csv) - 1);
	g_assert_cmpstr(w.log->str, ==, ONLY("3: NUL byte"));
	witness_clear(&w);
	witness_init(&w);
	read_bytes(&w, &parser_records_jsonl, json, sizeof(json) - 1);
	g_assert_cmpstr(w.log->str, ==, ONLY("2: NUL byte"));
	witness_clear(&w);
}

/* A quote that nothing closes for longer than a row may be. */
static void test_long(void)
{
	g_autoptr(GString) text = g_string_new(HEADER "1,\"iozone\n");
	struct witness w;

	for (unsigned n = 0; n < INPUT_LINE_MAX + 1000; n += strlen(CSV))
		g_string_append(text, CSV);
	/* Quotes that would close the other one. */
	g_string_append(text, "1,\"iozone\",,complete,,,,,,,,,,,,,a.log,7,,,,\n");
	witness_init(&w);
	w.unwanted = "iozone:write";
	read_bytes(&w, &parser_records_csv, text->str, text->len);
	g_assert_cmpstr(w.log->str, ==, BEGIN END "2: a quote is not closed\n");
	g_assert_cmpuint(w.sink.lines[LINE_HEADER], ==, 1);
	g_assert_cmpuint(w.sink.lines[LINE_FIGURES], ==,
		2 + (INPUT_LINE_MAX + 1000 + strlen(CSV) - 1) / strlen(CSV));
	witness_clear(&w);
}

static void test_result(void)
{
	static const struct {
		const struct parser *parser;
		const char *text;
		int result;
	} rows[] = {
		{&parser_records_csv, HEADER CSV, 0},
		{&parser_records_csv, HEADER "bad\n" CSV, 0},
		{&parser_records_csv, HEADER "bad\n", -1},
		{&parser_records_csv, "run,colour\n" CSV, -1},
		{&parser_records_jsonl, JSON, 0},
		{&parser_records_jsonl, "{\"run\":1}\n", -1},
	};

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		struct witness w;

		witness_init(&w);
		if (read_bytes(&w, rows[i].parser, rows[i].text, strlen(rows[i].text)) !=
			rows[i].result) {
			g_test_message("row %zu", i);
			g_test_fail();
		}
		witness_clear(&w);
	}
}

static void test_sniff(void)
{
	static const struct {
		const struct parser *parser;
		const char *head;
		int sure;
	} rows[] = {
		{&parser_records_csv, HEADER CSV, 99},
		{&parser_records_csv, "run,tool,version,", 99},
		{&parser_records_csv, "run,tool,version", 0},
		{&parser_records_csv, "tool,run,version,status\n", 0},
		{&parser_records_csv, JSON, 0},
		{&parser_records_csv, "", 0},
		{&parser_records_jsonl, JSON, 99},
		{&parser_records_jsonl, "{\"tool\":\"iozone\",\"run\":1}", 99},
		{&parser_records_jsonl, "{\"run\":1,\"status\":\"failed\"}\n", 99},
		{&parser_records_jsonl, "{\"run\":1,\"tool\":\"iozone\",\"command\":\"cut he", 99},
		{&parser_records_jsonl, "{\"run\":1,\"tool\":\"iozone\",\"command\":\"cut he\n", 0},
		{&parser_records_jsonl, "{\"run\":1,\"factors\":{\"tool\":\"x\"}}\n", 0},
		{&parser_records_jsonl, "{\n  \"fio version\" : \"fio-3.33\",\n", 0},
		{&parser_records_jsonl, "{\"run\":1} \"tool\"\n", 0},
		{&parser_records_jsonl, "[{\"run\":1,\"tool\":\"a\"}]\n", 0},
		{&parser_records_jsonl, HEADER, 0},
		{&parser_records_jsonl, "", 0},
	};

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		if (rows[i].parser->sniff(rows[i].head, strlen(rows[i].head)) != rows[i].sure) {
			g_test_message("'%s'", rows[i].head);
			g_test_fail();
		}
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/records/bad-csv", test_bad_csv);
	g_test_add_func("/records/bad-jsonl", test_bad_jsonl);
	g_test_add_func("/records/good", test_good);
	g_test_add_func("/records/nul", test_nul);
	g_test_add_func("/records/long", test_long);
	g_test_add_func("/records/result", test_result);
	g_test_add_func("/records/sniff", test_sniff);
	return g_test_run();
}
