#include "parsers/ingest.h"

#include "tests/unit/parsers/witness.h"
#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

#define FILES 24

/* A log whose figure says which one it is; later ones are longer, so that they end out of order. */
static void put_log(const char *dir, int i)
{
	g_autofree char *name = g_strdup_printf("run%d.log", i);
	g_autofree char *path = g_build_filename(dir, name, NULL);
	g_autoptr(GString) text = g_string_new(NULL);

	for (int k = 0; k < (i % 3 ? 1 : 400); k++)
		g_string_append_printf(text,
			"Create zpool with %dx3 z n 0\n"
			"\tIozone: Performance Test of File I/O\n"
			"\t        Version $Revision: 3.508 $\n"
			"\tCommand line used: iozone -i 0\n\tOutput is in kBytes/sec\n"
			"              64       4%10d%10d\n\niozone test complete.\n%s"
			"all destroyed, test ran for %d\n",
			i, 1000 + i, 2000 + k, i % 5 ? "" : "odd line\n", i);
	g_assert_true(g_file_set_contents(path, text->str, (gssize)text->len, NULL));
}

static void put(const char *dir, const char *name, const char *bytes, gssize n)
{
	g_autofree char *path = g_build_filename(dir, name, NULL);

	g_assert_true(g_file_set_contents(path, bytes, n, NULL));
}

/* What the caller of ingest_run() keeps. */
struct keeper {
	struct metrics *metrics;
	GString *log;
	GThread *caller;
	size_t joined, done, of;
};

static void *open_partial(void *user, struct diag *diag, struct sink **sink)
{
	const struct keeper *k = user;
	struct witness *w = g_new(struct witness, 1);

	witness_init(w);
	metrics_free(w->sink.metrics);
	diag_free(w->sink.diag);
	w->sink.metrics = k->metrics;
	w->sink.diag = diag;
	w->terse = true;
	*sink = &w->sink;
	return w;
}

static void join_partial(void *user, void *partial)
{
	struct keeper *k = user;
	struct witness *w = partial;

	g_assert_true(g_thread_self() == k->caller);
	k->joined++;
	g_string_append_printf(
		k->log, "-- %zu markers\n%s", w->sink.lines[LINE_MARKER], w->log->str);
	g_string_free(w->log, TRUE);
	pool_free(w->sink.pool);
	g_free(w);
}

static void progress(void *user, size_t done, size_t of)
{
	struct keeper *k = user;

	g_assert_true(g_thread_self() == k->caller);
	g_assert_cmpuint(done, ==, k->done + 1);
	k->done = done;
	k->of = of;
}

/* Reads all of a bundle and tells everything in the order in which it came. */
static char *ingest_all(struct bundle *bundle, unsigned threads, size_t *logs)
{
	struct study *study = study_new();
	struct markers *markers = markers_new(study, NULL);
	struct diag *diag = diag_new();
	struct keeper k = {metrics_new(), g_string_new(NULL), g_thread_self(), 0, 0, 0};
	const struct ingest_ops ops = {open_partial, join_partial, &k};
	const struct ingest ingest = {
		.bundle = bundle,
		.study = study,
		.markers = markers,
		.threads = threads,
		.progress = progress,
		.progress_user = &k,
	};

	g_assert_nonnull(markers);
	*logs = ingest_run(&ingest, &ops, diag);
	g_assert_cmpuint(k.joined, ==, *logs);
	g_assert_cmpuint(k.done, ==, bundle->inputs->len);
	g_assert_cmpuint(k.of, ==, bundle->inputs->len);
	for (size_t i = 0; i < diag_count(diag); i++) {
		const struct diag_entry *e = diag_get(diag, i);
		g_autofree char *name = g_path_get_basename(e->file);

		g_string_append_printf(
			k.log, "%s %s:%u\n", diag_info(e->code)->name, name, e->line);
	}
	diag_free(diag);
	metrics_free(k.metrics);
	markers_free(markers);
	study_free(study);
	return g_string_free(k.log, FALSE);
}

static struct bundle *bundle_of(const char *dir)
{
	struct bundle *b = bundle_new();
	struct diag *diag = diag_new();

	bundle_add(b, dir, NULL, 0, diag);
	bundle_settle(b, diag);
	g_assert_cmpuint(diag_count(diag), ==, 0);
	diag_free(diag);
	return b;
}

static void remove_dir(char *dir)
{
	GDir *d = g_dir_open(dir, 0, NULL);
	const char *name;

	while ((name = g_dir_read_name(d))) {
		g_autofree char *path = g_build_filename(dir, name, NULL);

		g_remove(path);
	}
	g_dir_close(d);
	g_assert_cmpint(g_rmdir(dir), ==, 0);
	g_free(dir);
}

/* One thread or many: the same runs, figures and diagnostics in the same order. */
static void test_threads(void)
{
	static const unsigned threads[] = {1, 2, 4, 4, 4, 64};
	char *dir = g_dir_make_tmp("ingest-XXXXXX", NULL);
	struct bundle *b;
	g_autofree char *first = NULL;
	const char *at;

	for (int i = 1; i <= FILES; i++)
		put_log(dir, i);
	put(dir, "run3b.txt", "no log\n", -1);
	put(dir, "run7b.txt", "", -1);
	b = bundle_of(dir);
	for (size_t t = 0; t < G_N_ELEMENTS(threads); t++) {
		size_t logs;
		char *got = ingest_all(b, threads[t], &logs);

		g_assert_cmpuint(logs, ==, FILES);
		if (!first)
			first = got;
		else if (g_strcmp0(got, first))
			fail_row("%u threads give another result than one", threads[t]);
		if (got != first)
			g_free(got);
	}
	/* and that order is the canonical one: run2 before run10 */
	at = first;
	for (int i = 1; i <= FILES; i++) {
		g_autofree char *label = g_strdup_printf("label=%dx3 ", i);

		at = strstr(at, label);
		g_assert_nonnull(at);
	}
	bundle_free(b);
	remove_dir(dir);
}

static const struct {
	const char *name, *bytes;
	gssize n;
	const char *told;
} files[] = {
	{"a-log", "\tIozone: Performance Test of File I/O\n", -1,
		"-- 0 markers\nbegin iozone @1\n"
		"end failed error=the output ends before any figure\n"
		"run-incomplete a-log:1\n"},
	{"empty", "", 0, "empty empty:0\n"},
	{"text", "nothing of the kind\n", -1, "no-log text:0\n"},
	{"binary", "\x7f\x45LF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x02\0\x3e\0", 20, "binary binary:0\n"},
	{"nul-in-log", "\tIozone: Performance Test of File I/O\n\0text of a log\n", 54,
		"-- 0 markers\nbegin iozone @1\n"
		"end failed error=the output ends before any figure\n"
		"nul-bytes nul-in-log:0\nrun-incomplete nul-in-log:1\nunknown-lines "
		"nul-in-log:2\n"},
	{"markers-only", "Create zpool with 2x21 z n 0\nall destroyed, test ran for 9\n", -1,
		"-- 2 markers\n"
		"begin - [cache=0;raid=z;slog=n] label=2x21 layout=2*raidz1(20+1) @1\n"
		"x:tottime=9 @2\n"
		"end failed error=no benchmark output between the markers\n"
		"no-output markers-only:1\n"},
	{"records",
		"run,tool,version,status,layout,label,factors,at,metric,value,unit,stddev,n,"
		"original,"
		"original_unit,flags,file,line,when,host,command,error\n"
		"1,iozone,,complete,,,,,iozone:write,5,B/s,,,,,,Create zpool with 2x21 z n "
		"0,7,,,,\n",
		-1, "-- 0 markers\nbegin iozone @7\niozone:write=5 @7\nend complete\n"},
};

static void test_kinds(void)
{
	for (size_t i = 0; i < G_N_ELEMENTS(files); i++) {
		char *dir = g_dir_make_tmp("ingest-XXXXXX", NULL);
		g_autofree char *got = NULL;
		struct bundle *b;
		size_t logs;

		put(dir, files[i].name, files[i].bytes, files[i].n);
		b = bundle_of(dir);
		got = ingest_all(b, 1, &logs);
		assert_told(files[i].name, got, files[i].told);
		g_assert_cmpuint(logs, ==, g_str_has_prefix(files[i].told, "--"));
		bundle_free(b);
		remove_dir(dir);
	}
}

/* A file that goes away after it was found. */
static void test_gone(void)
{
	char *dir = g_dir_make_tmp("ingest-XXXXXX", NULL);
	g_autofree char *got = NULL, *path = g_build_filename(dir, "run1.log", NULL);
	struct bundle *b;
	size_t logs;

	put_log(dir, 1);
	put_log(dir, 2);
	b = bundle_of(dir);
	g_assert_cmpint(g_remove(path), ==, 0);
	got = ingest_all(b, 4, &logs);
	g_assert_cmpuint(logs, ==, 1);
	g_assert_nonnull(strstr(got, "label=2x3 "));
	g_assert_nonnull(strstr(got, "cannot-read run1.log:0\n"));
	bundle_free(b);
	remove_dir(dir);
}

/* What the command line says of an input holds for it alone. */
static void test_sets(void)
{
	const struct level one[] = {{"os", "one"}}, two[] = {{"os", "two"}, {"layout", "6x7z2"}};
	char *dir = g_dir_make_tmp("ingest-XXXXXX", NULL);
	g_autofree char *got = NULL, *a = g_build_filename(dir, "run1.log", NULL);
	g_autofree char *b = g_build_filename(dir, "run2.log", NULL);
	struct bundle *bundle = bundle_new();
	struct diag *diag = diag_new();
	size_t logs;

	put_log(dir, 1);
	put_log(dir, 2);
	bundle_add(bundle, b, two, 2, diag);
	bundle_add(bundle, a, one, 1, diag);
	bundle_settle(bundle, diag);
	got = ingest_all(bundle, 1, &logs);
	g_assert_cmpstr(got, ==,
		"-- 2 markers\n"
		"begin iozone [cache=0;os=one;raid=z;slog=n] label=1x3 layout=1*raidz1(2+1) "
		"v=3.508 @2\n"
		"iozone:write=1025024 @6\niozone:rewrite=2048000 @6\nx:tottime=1 @9\nend complete\n"
		"-- 2 markers\n"
		"begin iozone [cache=0;os=two;raid=z;slog=n] label=6x7z2 layout=6*raidz2(5+2) "
		"v=3.508 "
		"@2\n"
		"iozone:write=1026048 @6\niozone:rewrite=2048000 @6\nx:tottime=2 @9\nend "
		"complete\n");
	bundle_free(bundle);
	diag_free(diag);
	remove_dir(dir);
}

static void test_nothing(void)
{
	struct bundle *b = bundle_new();
	g_autofree char *got = NULL;
	struct diag *diag = diag_new();
	size_t logs;

	bundle_settle(b, diag);
	got = ingest_all(b, 4, &logs);
	g_assert_cmpstr(got, ==, "");
	g_assert_cmpuint(logs, ==, 0);
	bundle_free(b);
	diag_free(diag);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/ingest/threads", test_threads);
	g_test_add_func("/ingest/kinds", test_kinds);
	g_test_add_func("/ingest/gone", test_gone);
	g_test_add_func("/ingest/sets", test_sets);
	g_test_add_func("/ingest/nothing", test_nothing);
	return g_test_run();
}
