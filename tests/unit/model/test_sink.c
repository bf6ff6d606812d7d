#include "model/sink.h"

#include <math.h>
#include <string.h>

/* A sink that writes down what it is called with. */
struct witness {
	struct sink sink;
	GString *log;
};

static void note_run(struct sink *sink, const char *call, const struct run *run)
{
	g_string_append_printf(((struct witness *)sink)->log, "%s %s %s %s\n", call, run->tool,
		run_status_name(run->status), run->error ? run->error : "-");
}

static void witness_begin(struct sink *sink, const struct run *run)
{
	note_run(sink, "begin", run);
}

static void witness_end(struct sink *sink, const struct run *run)
{
	note_run(sink, "end", run);
}

static void witness_measure(struct sink *sink, const struct measurement *m, size_t n)
{
	GString *log = ((struct witness *)sink)->log;

	keyset_print(m[0].at, log);
	for (size_t i = 0; i < n; i++) {
		g_assert_true(m[i].at == m[0].at);
		g_string_append_printf(log, " %g[%s %s]:%u", m[i].value,
			m[i].original ? m[i].original : "-",
			m[i].original_unit ? m[i].original_unit : "-", m[i].line);
	}
	g_string_append_c(log, '\n');
}

static bool witness_wants(struct sink *sink, const struct metric *metric)
{
	(void)sink;
	return metric->kind == KIND_IOPS;
}

static void witness_line(
	struct sink *sink, struct pos pos, enum line_class c, const char *text, size_t len)
{
	g_string_append_printf(((struct witness *)sink)->log, "line %u %s %.*s\n", pos.line,
		line_class_name(c), (int)len, text);
}

static void witness_init(struct witness *witness)
{
	*witness = (struct witness){
		.sink = {.pool = pool_new(),
			.metrics = metrics_new(),
			.diag = diag_new(),
			.want_original = true,
			.run_begin = witness_begin,
			.measure = witness_measure,
			.run_end = witness_end,
			.wants = witness_wants,
			.line = witness_line},
		.log = g_string_new(NULL),
	};
}

static void witness_clear(struct witness *witness)
{
	pool_free(witness->sink.pool);
	metrics_free(witness->sink.metrics);
	diag_free(witness->sink.diag);
	g_string_free(witness->log, TRUE);
}

/* Pushes one figure whose texts are gone after the call. */
static void push(struct sink *sink, const char *threads, double value, guint32 line)
{
	char original[32];
	char unit[] = "kB";
	const struct level level = {"threads", threads};
	struct measurement m = {
		.metric = metrics_get(sink->metrics, "iozone:write"),
		.at = pool_set(sink->pool, &level, 1),
		.value = value,
		.stddev = NAN,
		.original = original,
		.original_unit = unit,
		.line = line,
	};

	g_snprintf(original, sizeof(original), "<%g>", value);
	if (isnan(value))
		m.original = NULL;
	sink->measure(sink, &m, 1);
	memset(original, '#', sizeof(original));
	memset(unit, '#', sizeof(unit));
}

static void test_hold(void)
{
	struct witness witness;
	struct sink *hold;
	struct run run = {.tool = "iozone", .status = RUN_COMPLETE};
	struct measurement batch[2] = {0};

	witness_init(&witness);
	hold = sink_hold_new(&witness.sink);
	hold->run_begin(hold, &run);
	push(hold, "1", 5, 10);
	push(hold, "1", NAN, 10);
	push(hold, "2", 6, 11);
	push(hold, "1", 7, 12);
	batch[0].at = batch[1].at = pool_set(hold->pool, NULL, 0);
	hold->measure(hold, batch, 2);
	g_assert_cmpstr(witness.log->str, ==, "");

	run.status = RUN_FAILED;
	run.error = "no space";
	hold->run_end(hold, &run);
	g_assert_cmpstr(witness.log->str, ==,
		"begin iozone failed no space\n"
		"threads=1 5[<5> kB]:10 nan[- kB]:10\n"
		"threads=2 6[<6> kB]:11\n"
		"threads=1 7[<7> kB]:12\n"
		" 0[- -]:0 0[- -]:0\n"
		"end iozone failed no space\n");

	/* the next run starts with nothing, and may have no figure at all */
	g_string_truncate(witness.log, 0);
	run = (struct run){.tool = "bonnie", .status = RUN_PARTIAL};
	hold->run_begin(hold, &run);
	hold->run_end(hold, &run);
	g_assert_cmpstr(witness.log->str, ==, "begin bonnie partial -\nend bonnie partial -\n");
	sink_hold_free(hold);
	witness_clear(&witness);
}

static void test_hold_forwards(void)
{
	struct witness witness;
	struct sink *hold;

	witness_init(&witness);
	hold = sink_hold_new(&witness.sink);
	g_assert_true(hold->pool == witness.sink.pool);
	g_assert_true(hold->metrics == witness.sink.metrics);
	g_assert_true(hold->diag == witness.sink.diag);
	g_assert_true(hold->want_original);
	g_assert_true(hold->wants(hold, metrics_get(hold->metrics, "iozone:write.iops")));
	g_assert_false(hold->wants(hold, metrics_get(hold->metrics, "iozone:write")));
	hold->line(hold, (struct pos){"a.log", 3}, LINE_FIGURES, "12 34 56", 5);
	g_assert_cmpstr(witness.log->str, ==, "line 3 figures 12 34\n");
	hold->lines[LINE_FIGURES]++;
	g_assert_cmpuint(witness.sink.lines[LINE_FIGURES], ==, 0);
	sink_hold_free(hold);

	witness.sink.wants = NULL;
	witness.sink.line = NULL;
	witness.sink.want_original = false;
	hold = sink_hold_new(&witness.sink);
	g_assert_null(hold->wants);
	g_assert_null(hold->line);
	g_assert_false(hold->want_original);
	sink_hold_free(hold);
	witness_clear(&witness);
}

static void test_names(void)
{
	for (int c = 0; c < LINE_CLASS_COUNT; c++)
		g_assert_nonnull(line_class_name(c));
	g_assert_cmpstr(line_class_name(LINE_BLANK), ==, "blank");
	g_assert_cmpstr(line_class_name(LINE_UNKNOWN), ==, "unknown");
	for (int s = 0; s < RUN_STATUS_COUNT; s++)
		g_assert_cmpint(run_status_by_name(run_status_name(s)), ==, s);
	g_assert_cmpstr(run_status_name(RUN_INTERRUPTED), ==, "interrupted");
	g_assert_cmpint(run_status_by_name("done"), ==, RUN_STATUS_COUNT);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/sink/hold", test_hold);
	g_test_add_func("/sink/hold-forwards", test_hold_forwards);
	g_test_add_func("/sink/names", test_names);
	return g_test_run();
}
