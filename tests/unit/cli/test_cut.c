#include <math.h>
#include <string.h>

#include "model/study.h"
#include "parsers/context.h"
#include "parsers/parser.h"

/* A log that was cut anywhere has no figure that the whole log has not. */

#if defined(__SANITIZE_ADDRESS__)
#define STEP 97
#else
#define STEP 1
#endif

/* Wrong prefixes told per log. */
#define TOLD 5

static const struct {
	const char *log; /* below tests/ */
	size_t lines;    /* only so many; 0: all */
	size_t figures;  /* of the whole log, missing ones left out */
} logs[] = {
	{"golden/iozone/v471-auto-g1M.log", 0, 455},
	{"golden/iozone/v414-auto-g1M.log", 0, 455},
	{"golden/iozone/pread-E-auto.log", 0, 442},
	{"golden/iozone/v430-shm-fused.log", 0, 119},
	{"golden/iozone/campaign-v414.log", 0, 56},
	{"../samples/thumper/zpool-test.log", 93, 42},
	{"golden/iozone/pread-E-i0-i9-i10.log", 0, 6},
	{"golden/iozone/subset-i0-i3-i5.log", 0, 4},
	{"golden/iozone/v414-i0-i7.log", 0, 4},
	{"golden/iozone/opt-e-c-I.log", 0, 6},
	{"golden/iozone/opt-n-no-retest.log", 0, 4},
	{"golden/iozone/usec-N-single.log", 0, 6},
	{"golden/iozone/ops-O-single.log", 0, 6},
	{"golden/iozone/err-enospc-fwrite.log", 0, 0},
	{"golden/iozone/dmg-crlf.log", 0, 13},
	{"golden/iozone/dmg-rows-no-header.log", 6, 78},
};

/* Keeps each figure as a line of text, in `keys` without its value. */
struct figures {
	struct sink sink; /* first */
	GString *run, *text;
	GHashTable *values, *keys; /* text -> how often */
	size_t n, unexplained;
};

static void count(GHashTable *table, const char *text)
{
	guint n = GPOINTER_TO_UINT(g_hash_table_lookup(table, text));

	g_hash_table_replace(table, g_strdup(text), GUINT_TO_POINTER(n + 1));
}

static void run_begin(struct sink *sink, const struct run *run)
{
	struct figures *f = (struct figures *)sink;

	g_string_printf(
		f->run, "%s|%s|", run->layout ? run->layout : "", run->label ? run->label : "");
	keyset_print(run->factors, f->run);
}

static void measure(struct sink *sink, const struct measurement *m, size_t n)
{
	struct figures *f = (struct figures *)sink;

	for (size_t i = 0; i < n; i++) {
		g_string_printf(f->text, "%s|", f->run->str);
		keyset_print(m[i].at, f->text);
		g_string_append_printf(f->text, "|%s", m[i].metric->name);
		count(f->keys, f->text->str);
		if (isnan(m[i].value)) {
			f->unexplained += !m[i].flags;
			continue;
		}
		g_string_append_printf(f->text, " = %.17g", m[i].value);
		count(f->values, f->text->str);
		f->n++;
	}
}

static void run_end(struct sink *sink, const struct run *run)
{
	(void)sink;
	(void)run;
}

/* What the program makes of these bytes; free with figures_free(). */
static struct figures *read_bytes(const char *bytes, size_t n, struct metrics *metrics,
	const struct study *study, const struct markers *markers)
{
	const struct context_facts facts = {.markers = markers, .study = study};
	struct figures *f = g_new0(struct figures, 1);
	/* A copy of just this length, so that a read behind its end is seen. */
	g_autofree char *copy = g_memdup2(bytes, n);
	struct context *context;
	struct input *in;

	f->run = g_string_new(NULL);
	f->text = g_string_new(NULL);
	f->values = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	f->keys = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	f->sink = (struct sink){
		.pool = pool_new(),
		.metrics = metrics,
		.diag = diag_new(),
		.want_original = true,
		.run_begin = run_begin,
		.measure = measure,
		.run_end = run_end,
	};
	in = input_memory(copy ? copy : "", n, "log", f->sink.diag);
	context = context_new(&facts, in, &f->sink);
	parser_iozone.parse(in, context_sink(context));
	context_finish(context);
	context_free(context);
	input_close(in);
	return f;
}

static void figures_free(struct figures *f)
{
	g_hash_table_destroy(f->values);
	g_hash_table_destroy(f->keys);
	g_string_free(f->run, TRUE);
	g_string_free(f->text, TRUE);
	pool_free(f->sink.pool);
	diag_free(f->sink.diag);
	g_free(f);
}

/* The first text that `part` holds more often than `whole`; NULL: none. */
static const char *surplus(GHashTable *part, GHashTable *whole)
{
	GHashTableIter iter;
	gpointer text, n;

	g_hash_table_iter_init(&iter, part);
	while (g_hash_table_iter_next(&iter, &text, &n))
		if (GPOINTER_TO_UINT(n) > GPOINTER_TO_UINT(g_hash_table_lookup(whole, text)))
			return text;
	return NULL;
}

static char *read_log(const char *name, size_t lines, size_t *n)
{
	g_autofree char *path = g_test_build_filename(G_TEST_DIST, name, NULL);
	GError *error = NULL;
	char *text, *end;

	g_file_get_contents(path, &text, n, &error);
	g_assert_no_error(error);
	end = text;
	for (size_t i = 0; i < lines; i++)
		end = strchr(end, '\n') + 1;
	if (lines)
		*n = (size_t)(end - text);
	return text;
}

static void test_log(gconstpointer data)
{
	size_t i = GPOINTER_TO_SIZE(data), n, told = 0, at_line_ends = 0;
	g_autofree char *log = read_log(logs[i].log, logs[i].lines, &n);
	struct study *study = study_new();
	GError *error = NULL;
	struct markers *markers = markers_new(study, &error);
	struct metrics *metrics = metrics_new();
	struct figures *whole;

	g_assert_no_error(error);
	whole = read_bytes(log, n, metrics, study, markers);
	g_assert_cmpuint(whole->n, ==, logs[i].figures);
	for (size_t cut = 0; cut <= n && told < TOLD; cut += STEP) {
		struct figures *part = read_bytes(log, cut, metrics, study, markers);
		const char *wrong = surplus(part->values, whole->values);

		if (!wrong)
			wrong = surplus(part->keys, whole->keys);
		if (!wrong && part->unexplained)
			wrong = "a missing figure without a flag";
		/* Whole lines: nothing that was there before is lost. */
		if (!wrong && cut && log[cut - 1] == '\n' && part->n < at_line_ends)
			wrong = "a line that costs figures";
		if (cut && log[cut - 1] == '\n')
			at_line_ends = MAX(at_line_ends, part->n);
		if (wrong) {
			g_test_message("%s, first %zu bytes: %s", logs[i].log, cut, wrong);
			g_test_fail();
			told++;
		}
		figures_free(part);
	}
	figures_free(whole);
	metrics_free(metrics);
	markers_free(markers);
	study_free(study);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	for (size_t i = 0; i < G_N_ELEMENTS(logs); i++) {
		g_autofree char *name = g_path_get_basename(logs[i].log);
		g_autofree char *path = g_strdup_printf("/cut/%s", name);

		g_test_add_data_func(path, GSIZE_TO_POINTER(i), test_log);
	}
	return g_test_run();
}
