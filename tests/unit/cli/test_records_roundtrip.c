#include <math.h>
#include <string.h>

#include "parsers/parser.h"
#include "render/records_wide.h"

/* What is written is read back to the same, whatever stands in it: figures of a random seed. */

#define RUNS 60

/* The third form. */
#define RECORDS_WIDE ((enum records_form)(RECORDS_JSONL + 1))

static const struct parser *const readers[] = {
	[RECORDS_CSV] = &parser_records_csv,
	[RECORDS_JSONL] = &parser_records_jsonl,
	[RECORDS_WIDE] = &parser_records_csv,
};

static bool collect(void *user, const char *text, size_t n)
{
	g_string_append_len(user, text, (gssize)n);
	return true;
}

/* Pieces that quoting, escaping and sets trip over. */
static const char *const pieces[] = {"a", "0", "iozone -a", "\"", "\"\"", ",", "\n", "\n\n", "\t",
	" ", ";", "=", "\\", "\\n", "\\u0041", "\xff", "\xc3", "\xc3\xa9", "\xe2\x82", "\x80",
	"\xed\xa0\x80", "\xf0\x9f\x92\xbe", "\x01", "\x7f", "{", "}", "[", ":", "'", "null", "run",
	"\xef\xbb\xbf", "1,2\n3"};

static char *random_text(GRand *rand)
{
	GString *text = g_string_new(NULL);

	for (int n = g_rand_int_range(rand, 0, 6); n > 0; n--) {
		int i = g_rand_int_range(rand, 0, G_N_ELEMENTS(pieces) + 4);

		if (i < (int)G_N_ELEMENTS(pieces))
			g_string_append(text, pieces[i]);
		else /* bytes but NUL and CR, which csv does not keep */
			g_string_append_c(text, (char)g_rand_int_range(rand, 14, 256));
	}
	return g_string_free(text, FALSE);
}

/* NULL now and then; lives as long as the pool. */
static const char *maybe_text(GRand *rand, struct pool *pool)
{
	g_autofree char *text = random_text(rand);

	return g_rand_int_range(rand, 0, 4) ? pool_str(pool, text) : NULL;
}

static const struct keyset *random_set(GRand *rand, struct pool *pool)
{
	const struct keyset *set = pool_set(pool, NULL, 0);

	for (int n = g_rand_int_range(rand, 0, 4); n > 0; n--) {
		g_autofree char *key = random_text(rand), *value = random_text(rand);

		set = pool_set_with(pool, set, key, value);
	}
	return set;
}

static double random_number(GRand *rand)
{
	static const double special[] = {0, -0.0, 1, -1, 0.1, 1e300, 5e-324,
		2.2250738585072014e-308, 1.7976931348623157e308, -1.7976931348623157e308,
		9007199254740993.0, 1e22, 1024.0 / 3};
	int i = g_rand_int_range(rand, 0, 2 * G_N_ELEMENTS(special));

	if (i < (int)G_N_ELEMENTS(special))
		return special[i];
	return ldexp(g_rand_double(rand) - 0.5, g_rand_int_range(rand, -1000, 1000));
}

static const struct metric *random_metric(GRand *rand, struct metrics *metrics)
{
	g_autofree char *name = random_text(rand);
	guint i = (guint)g_rand_int_range(rand, 0, (gint32)metrics_count(metrics));

	if (g_rand_int_range(rand, 0, 4) || !*name)
		return metrics_at(metrics, i);
	return metrics_own(metrics, name, (enum unit)g_rand_int_range(rand, 0, UNIT_COUNT),
		BETTER_NONE, CLASS_OTHER);
}

static struct measurement random_figure(GRand *rand, struct sink *sink, unsigned i)
{
	struct measurement m = {
		.metric = random_metric(rand, sink->metrics),
		.value = random_number(rand),
		.stddev = g_rand_boolean(rand) ? random_number(rand) : NAN,
		.original = maybe_text(rand, sink->pool),
		.original_unit = maybe_text(rand, sink->pool),
		.file = pool_str(sink->pool, g_rand_boolean(rand) ? "b.tar.gz!a,b" : ""),
		.line = g_rand_int(rand),
		.n = g_rand_boolean(rand) ? g_rand_int(rand) : 0,
	};

	/* Each flag in turn, alone or with others; a missing value has at least one. */
	if (g_rand_boolean(rand))
		m.flags = QUALITY_BIT(i % QUALITY_COUNT);
	if (g_rand_int_range(rand, 0, 4) == 0)
		m.flags |= g_rand_int(rand) & (QUALITY_BIT(QUALITY_COUNT) - 1);
	if (m.flags && g_rand_boolean(rand))
		m.value = NAN;
	return m;
}

static void push_random_run(GRand *rand, struct sink *sink)
{
	struct run run = {
		.tool = maybe_text(rand, sink->pool),
		.version = maybe_text(rand, sink->pool),
		.command = maybe_text(rand, sink->pool),
		.host = maybe_text(rand, sink->pool),
		.when = maybe_text(rand, sink->pool),
		.layout = maybe_text(rand, sink->pool),
		.label = maybe_text(rand, sink->pool),
		.factors = random_set(rand, sink->pool),
		.status = (enum run_status)g_rand_int_range(rand, 0, RUN_STATUS_COUNT),
		.error = maybe_text(rand, sink->pool),
		.pos = {"r.log", g_rand_int(rand)},
	};

	sink->run_begin(sink, &run);
	for (int batches = g_rand_int_range(rand, 0, 5); batches > 0; batches--) {
		const struct keyset *at = random_set(rand, sink->pool);
		struct measurement m[QUALITY_COUNT];

		for (unsigned i = 0; i < G_N_ELEMENTS(m); i++) {
			m[i] = random_figure(rand, sink, i);
			m[i].at = at;
		}
		sink->measure(sink, m, G_N_ELEMENTS(m));
	}
	sink->run_end(sink, &run);
}

static struct sink *writer_new(enum records_form form, const struct records_output *output,
	struct pool *pool, struct metrics *metrics, struct diag *diag)
{
	return form == RECORDS_WIDE ? records_wide_new(pool, metrics, diag)
				    : records_writer_new(form, output, pool, metrics, diag);
}

static void writer_free(
	enum records_form form, struct sink *writer, const struct records_output *output)
{
	const struct records_wide how = {.csv_safe = false};

	if (form != RECORDS_WIDE) {
		g_assert_true(records_writer_free(writer));
		return;
	}
	g_assert_true(records_wide_write(writer, &how, output));
	records_wide_free(writer);
}

static GString *write_random(guint32 seed, enum records_form form)
{
	GString *out = g_string_new(NULL);
	const struct records_output output = {collect, out};
	GRand *rand = g_rand_new_with_seed(seed);
	struct pool *pool = pool_new();
	struct metrics *metrics = metrics_new();
	struct diag *diag = diag_new();
	struct sink *sink = writer_new(form, &output, pool, metrics, diag);

	for (int i = 0; i < RUNS; i++)
		push_random_run(rand, sink);
	writer_free(form, sink, &output);
	g_rand_free(rand);
	diag_free(diag);
	metrics_free(metrics);
	pool_free(pool);
	return out;
}

/* Reads one form and writes the other, or the same; frees what it read. */
static GString *convert(GString *text, enum records_form from, enum records_form to)
{
	GString *out = g_string_new(NULL);
	const struct records_output output = {collect, out};
	struct pool *pool = pool_new();
	struct metrics *metrics = metrics_new();
	struct diag *diag = diag_new();
	struct sink *writer = writer_new(to, &output, pool, metrics, diag);
	struct sink *hold = sink_hold_new(writer);
	struct input *in = input_memory(text->str, text->len, "records", diag);
	size_t n;
	const char *head = input_head(in, &n);

	g_assert_cmpint(readers[from]->sniff(head, n), ==, 99);
	g_assert_cmpint(readers[from]->parse(in, hold), ==, 0);
	for (size_t i = 0; i < diag_count(diag); i++)
		g_test_message("%u: %s", diag_get(diag, i)->line, diag_get(diag, i)->detail);
	g_assert_cmpuint(diag_count(diag), ==, 0);
	input_close(in);
	sink_hold_free(hold);
	writer_free(to, writer, &output);
	diag_free(diag);
	metrics_free(metrics);
	pool_free(pool);
	g_string_free(text, TRUE);
	return out;
}

static void assert_same(const GString *text, const GString *expected, guint32 seed)
{
	size_t at = 0;

	if (g_string_equal(text, expected))
		return;
	while (at < text->len && at < expected->len && text->str[at] == expected->str[at])
		at++;
	g_test_message("seed %u differs at byte %zu: '%.60s', not '%.60s'", seed, at,
		text->str + at, expected->str + at);
	g_test_fail();
}

static void round_trip(enum records_form form, enum records_form between)
{
	guint32 seed = (guint32)g_test_rand_int();
	GString *first, *text;

	g_test_message("seed %u", seed);
	first = write_random(seed, form);
	text = convert(g_string_new_len(first->str, (gssize)first->len), form, between);
	text = convert(text, between, form);
	assert_same(text, first, seed);
	g_string_free(text, TRUE);
	g_string_free(first, TRUE);
}

static void test_csv(void)
{
	round_trip(RECORDS_CSV, RECORDS_CSV);
}

static void test_jsonl(void)
{
	round_trip(RECORDS_JSONL, RECORDS_JSONL);
}

static void test_csv_jsonl_csv(void)
{
	round_trip(RECORDS_CSV, RECORDS_JSONL);
}

static void test_jsonl_csv_jsonl(void)
{
	round_trip(RECORDS_JSONL, RECORDS_CSV);
}

static void test_wide(void)
{
	round_trip(RECORDS_WIDE, RECORDS_WIDE);
}

static void test_csv_wide_csv(void)
{
	round_trip(RECORDS_CSV, RECORDS_WIDE);
}

static void test_wide_jsonl_wide(void)
{
	round_trip(RECORDS_WIDE, RECORDS_JSONL);
}

/* CR: jsonl keeps it, csv makes it a line break and keeps that. */
static void test_carriage_return(void)
{
	static const char json[] =
		"{\"run\":1,\"tool\":\"a\\u000d\\nb\\u000dc\",\"status\":\"failed\","
		"\"file\":\"f\",\"line\":1}\n";
	GString *text = convert(g_string_new(json), RECORDS_JSONL, RECORDS_JSONL);

	g_assert_cmpstr(text->str, ==, json);
	text = convert(text, RECORDS_JSONL, RECORDS_CSV);
	text = convert(text, RECORDS_CSV, RECORDS_JSONL);
	g_assert_nonnull(strstr(text->str, "\"tool\":\"a\\nb\\nc\""));
	g_string_free(text, TRUE);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/roundtrip/csv", test_csv);
	g_test_add_func("/roundtrip/jsonl", test_jsonl);
	g_test_add_func("/roundtrip/csv-jsonl-csv", test_csv_jsonl_csv);
	g_test_add_func("/roundtrip/jsonl-csv-jsonl", test_jsonl_csv_jsonl);
	g_test_add_func("/roundtrip/wide", test_wide);
	g_test_add_func("/roundtrip/csv-wide-csv", test_csv_wide_csv);
	g_test_add_func("/roundtrip/wide-jsonl-wide", test_wide_jsonl_wide);
	g_test_add_func("/roundtrip/carriage-return", test_carriage_return);
	return g_test_run();
}
