#include "model/metric.h"

#include <string.h>

/* Built-in ones. */
#define METRICS 417

/* A few rows of the built-in table by their place in it. */
static const struct {
	size_t index;
	const char *name, *title;
	enum unit unit;
	enum metric_better better;
	enum metric_kind kind;
	enum metric_class class;
} rows[] = {
	{0, "iozone:write", "write", UNIT_BYTES_PER_SECOND, BETTER_HIGHER, KIND_THROUGHPUT,
		CLASS_SEQUENTIAL_WRITE},
	{3, "iozone:reread", "reread", UNIT_BYTES_PER_SECOND, BETTER_HIGHER, KIND_THROUGHPUT,
		CLASS_SEQUENTIAL_READ},
	{4, "iozone:random-read", "random read", UNIT_BYTES_PER_SECOND, BETTER_HIGHER,
		KIND_THROUGHPUT, CLASS_RANDOM_READ},
	{6, "iozone:backward-read", "backward read", UNIT_BYTES_PER_SECOND, BETTER_HIGHER,
		KIND_THROUGHPUT, CLASS_OTHER},
	{20, "iozone:repreadv", "repreadv", UNIT_BYTES_PER_SECOND, BETTER_HIGHER, KIND_THROUGHPUT,
		CLASS_SEQUENTIAL_READ},
	{21, "iozone:mixed", "mixed", UNIT_BYTES_PER_SECOND, BETTER_HIGHER, KIND_THROUGHPUT,
		CLASS_MIXED},
	{27, "iozone:random-write.iops", "random write iops", UNIT_PER_SECOND, BETTER_HIGHER,
		KIND_IOPS, CLASS_RANDOM_WRITE},
	{44, "iozone:write.latency", "write latency", UNIT_SECOND, BETTER_LOWER, KIND_LATENCY,
		CLASS_SEQUENTIAL_WRITE},
	{52, "iozone:stride-read.latency", "stride read latency", UNIT_SECOND, BETTER_LOWER,
		KIND_LATENCY, CLASS_OTHER},
	{87, "iozone:write.parent", "write by parent", UNIT_BYTES_PER_SECOND, BETTER_HIGHER,
		KIND_OTHER, CLASS_OTHER},
	{91, "iozone:write.min-xfer", "write least transfer", UNIT_BYTE, BETTER_NONE, KIND_OTHER,
		CLASS_OTHER},
	{242, "iozone:fread.iops.child", "fread iops child", UNIT_PER_SECOND, BETTER_HIGHER,
		KIND_OTHER, CLASS_OTHER},
	{243, "iozone:write.child-cpu", "write child cpu", UNIT_ONE, BETTER_LOWER, KIND_CPU,
		CLASS_CPU},
	{256, "bonnie:putc", "putc", UNIT_BYTES_PER_SECOND, BETTER_HIGHER, KIND_THROUGHPUT,
		CLASS_OTHER},
	{261, "bonnie:seeks", "seeks", UNIT_PER_SECOND, BETTER_HIGHER, KIND_IOPS,
		CLASS_RANDOM_READ},
	{292, "fio:read.bw", "read bandwidth", UNIT_BYTES_PER_SECOND, BETTER_HIGHER,
		KIND_THROUGHPUT, CLASS_READ},
};

static void test_table(void)
{
	struct metrics *metrics = metrics_new();

	g_assert_cmpuint(metrics_count(metrics), ==, METRICS);
	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		const struct metric *m = metrics_at(metrics, rows[i].index);

		if (strcmp(m->name, rows[i].name) != 0 || strcmp(m->title, rows[i].title) != 0 ||
			m->unit != rows[i].unit || m->better != rows[i].better ||
			m->kind != rows[i].kind || m->class != rows[i].class)
			g_test_fail_printf("%s is not as wanted", rows[i].name);
		if (metrics_get(metrics, rows[i].name) != m)
			g_test_fail_printf("%s is not found", rows[i].name);
	}
	for (size_t i = 0; i < metrics_count(metrics); i++)
		g_assert_cmpuint(metrics_at(metrics, i)->index, ==, i);
	g_assert_null(metrics_get(metrics, "write"));
	metrics_free(metrics);
}

static void test_own(void)
{
	struct metrics *metrics = metrics_new();
	char name[] = "tottime";
	const struct metric *m = metrics_own(metrics, name, UNIT_SECOND, BETTER_LOWER, CLASS_TIME);
	const struct metric *n = metrics_own(metrics, "load", UNIT_ONE, BETTER_NONE, CLASS_CPU);

	name[0] = '?';
	g_assert_cmpstr(m->name, ==, "x:tottime");
	g_assert_cmpstr(m->title, ==, "tottime");
	g_assert_cmpint(m->kind, ==, KIND_TIME);
	g_assert_cmpint(n->kind, ==, KIND_CPU);
	g_assert_cmpuint(m->index, ==, METRICS);
	g_assert_true(metrics_at(metrics, METRICS + 1) == n);
	g_assert_true(metrics_get(metrics, "x:tottime") == m);
	/* the first declaration holds */
	g_assert_true(metrics_own(metrics, "tottime", UNIT_ONE, BETTER_NONE, CLASS_OTHER) == m);
	g_assert_cmpint(m->unit, ==, UNIT_SECOND);
	g_assert_cmpuint(metrics_count(metrics), ==, METRICS + 2);
	metrics_free(metrics);
}

/* A word and the full name it means, or what the refusal says. */
static const struct {
	const char *word;
	const char *name;
	const char *why;
} words[] = {
	{"iozone:random-read", "iozone:random-read", NULL},
	{"write", "iozone:write", NULL},
	{"rewrite.iops", "iozone:rewrite.iops", NULL},
	{"write.iops", NULL,
		"metric 'write.iops' may mean 'iozone:write.iops' or 'fio:write.iops'"},
	{"random-read.latency", "iozone:random-read.latency", NULL},
	{"Random Read", "iozone:random-read", NULL},
	{"random read iops", "iozone:random-read.iops", NULL},
	{"ranread", "iozone:reread", NULL},
	{"RANREAD", "iozone:reread", NULL},
	{"reread", "iozone:reread", NULL}, /* a name still holds beside a title of its own */
	{"tottime", "x:tottime", NULL},
	{"read", NULL, "metric 'read' may mean 'iozone:read' or 'x:read'"},
	{"x:read", "x:read", NULL},
	{"same", NULL, "metric 'same' may mean 'iozone:fread', 'iozone:freread' or 'x:tottime'"},
	{"wirte", NULL, "no metric 'wirte', did you mean 'write'?"},
	{"random-raed", NULL, "no metric 'random-raed', did you mean 'random-read'?"},
	{"rnaread", NULL, "no metric 'rnaread', did you mean 'ranread'?"},
	{"iozone:wirte", NULL, "no metric 'iozone:wirte', did you mean 'iozone:write'?"},
	{"sdfkjhsdf", NULL, "no metric 'sdfkjhsdf'"},
	{"", NULL, "no metric ''"},
};

static void check_word(struct metrics *metrics, size_t i)
{
	char *why = NULL;
	const struct metric *m = metrics_find(metrics, words[i].word, &why);

	if (g_strcmp0(m ? m->name : NULL, words[i].name) != 0)
		g_test_fail_printf("'%s' means %s", words[i].word, m ? m->name : "nothing");
	if (g_strcmp0(why, words[i].why) != 0)
		g_test_fail_printf("'%s': %s", words[i].word, why);
	g_free(why);
}

static void test_find(void)
{
	struct metrics *metrics = metrics_new();
	const struct metric *own =
		metrics_own(metrics, "tottime", UNIT_SECOND, BETTER_LOWER, CLASS_TIME);

	metrics_own(metrics, "read", UNIT_BYTES_PER_SECOND, BETTER_HIGHER, CLASS_OTHER);
	metrics_set_title(metrics, metrics_get(metrics, "iozone:reread"), "ranread");
	metrics_set_title(metrics, metrics_get(metrics, "iozone:fread"), "same");
	metrics_set_title(metrics, metrics_get(metrics, "iozone:freread"), "Same");
	metrics_set_title(metrics, own, "same");
	g_assert_cmpstr(own->title, ==, "same");
	for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
		check_word(metrics, i);
	g_assert_null(metrics_find(metrics, "nowhere-near", NULL));
	metrics_free(metrics);
}

static void test_find_all(void)
{
	struct metrics *metrics = metrics_new();
	const struct metric *own =
		metrics_own(metrics, "read", UNIT_BYTES_PER_SECOND, BETTER_HIGHER, CLASS_OTHER);
	g_autoptr(GPtrArray) both = metrics_find_all(metrics, "read", NULL);
	g_autoptr(GPtrArray) one = metrics_find_all(metrics, "x:read", NULL);
	g_autofree char *why = NULL, *several = metrics_several("read", both);

	g_assert_cmpuint(both->len, ==, 2);
	g_assert_true(both->pdata[0] == metrics_get(metrics, "iozone:read"));
	g_assert_true(both->pdata[1] == own);
	g_assert_cmpuint(one->len, ==, 1);
	g_assert_null(metrics_find_all(metrics, "wirte", &why));
	g_assert_cmpstr(why, ==, "no metric 'wirte', did you mean 'write'?");
	g_assert_cmpstr(several, ==, "metric 'read' may mean 'iozone:read' or 'x:read'");
	metrics_free(metrics);
}

static void test_compare(void)
{
	struct metrics *metrics = metrics_new();
	const struct metric *z = metrics_own(metrics, "z", UNIT_ONE, BETTER_NONE, CLASS_OTHER);
	const struct metric *a = metrics_own(metrics, "a", UNIT_ONE, BETTER_NONE, CLASS_OTHER);
	const struct metric *write = metrics_get(metrics, "iozone:write");
	const struct metric *fread = metrics_get(metrics, "iozone:fread");

	g_assert_cmpint(metric_compare(a, z), <, 0);
	g_assert_cmpint(metric_compare(z, a), >, 0);
	g_assert_cmpint(metric_compare(write, fread), <, 0);
	g_assert_cmpint(metric_compare(fread, write), >, 0);
	g_assert_cmpint(metric_compare(write, a), <, 0);
	g_assert_cmpint(metric_compare(a, write), >, 0);
	g_assert_cmpint(metric_compare(a, a), ==, 0);
	g_assert_cmpint(metric_compare(write, write), ==, 0);
	metrics_free(metrics);
}

static void test_names(void)
{
	for (int c = 0; c < CLASS_COUNT; c++)
		g_assert_cmpint(metric_class_by_name(metric_class_name(c)), ==, c);
	for (int k = 0; k < KIND_COUNT; k++)
		g_assert_nonnull(metric_kind_name(k));
	g_assert_cmpint(metric_class_by_name("sequential"), ==, CLASS_COUNT);
	g_assert_cmpstr(metric_class_name(CLASS_RANDOM_READ), ==, "random-read");
	g_assert_cmpstr(metric_kind_name(KIND_THROUGHPUT), ==, "throughput");
	g_assert_cmpstr(metric_better_name(BETTER_NONE), ==, "none");
	g_assert_cmpstr(metric_better_name(BETTER_LOWER), ==, "lower");
	g_assert_cmpstr(metric_better_name(BETTER_HIGHER), ==, "higher");
}

static gpointer make_some(gpointer data)
{
	struct metrics *metrics = data;
	char name[16];

	for (int i = 0; i < 500; i++) {
		g_snprintf(name, sizeof(name), "m%d", i % 100);
		if (!metrics_own(metrics, name, UNIT_ONE, BETTER_NONE, CLASS_OTHER))
			return NULL;
	}
	return metrics;
}

static void test_threads(void)
{
	struct metrics *metrics = metrics_new();
	GThread *threads[4];

	for (size_t i = 0; i < G_N_ELEMENTS(threads); i++)
		threads[i] = g_thread_new("metrics", make_some, metrics);
	for (size_t i = 0; i < G_N_ELEMENTS(threads); i++)
		g_assert_true(g_thread_join(threads[i]) == metrics);
	g_assert_cmpuint(metrics_count(metrics), ==, METRICS + 100);
	metrics_free(metrics);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/metric/table", test_table);
	g_test_add_func("/metric/own", test_own);
	g_test_add_func("/metric/find", test_find);
	g_test_add_func("/metric/find-all", test_find_all);
	g_test_add_func("/metric/compare", test_compare);
	g_test_add_func("/metric/names", test_names);
	g_test_add_func("/metric/threads", test_threads);
	return g_test_run();
}
