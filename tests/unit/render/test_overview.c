#include "render/overview.h"

#include "render/dialect.h"
#include "tests/unit/model/feed.h"
#include <string.h>

/* As many facts as there can be, of names as long as they come. */
static void feed_much(struct sink *sink, int layouts)
{
	static const char *const metrics[] = {
		"iozone:write", "iozone:read", "iozone:random-read", "iozone:random-write"};

	for (int i = 0; i < layouts * 8; i++) {
		g_autofree char *label = g_strdup_printf("layout-%d-%0200d", i % layouts, 0);
		g_autofree char *version = g_strdup_printf("3.%d", i % 7);
		g_autofree char *host = i % 3 ? g_strdup_printf("%0100d%d", 0, i % 3) : NULL;
		g_autofree char *factors =
			g_strdup_printf("%060da=%d;%060db=%d;%060dc=%d;%060dd=%d", 0, i % 2, 0,
				i % 3, 0, i % 5, 0, i);
		g_autofree char *at = g_strdup_printf(
			"file-size=%d;record-size=%d;block-size=%d;mode%d=%0200d;direct=%d",
			i * 4096, i % 4 * 1024, i, i % 9, 1, i % 2);
		const struct feed_row row = {
			.layout = label,
			.label = label,
			.version = version,
			.host = host,
			.factors = factors,
			.at = at,
			.metric = metrics[i % 4],
			.value = 1e9 + i,
			.flags = 1u << i % QUALITY_COUNT,
			.status = (enum run_status)(i % RUN_STATUS_COUNT),
		};

		feed_rows(sink, &row, 1);
	}
}

static char *show(const struct overview *o, const struct overview_facts *facts)
{
	const struct dialect_options options = {.ascii = facts->ascii};
	struct doc *doc = doc_new(NULL);
	GString *text = g_string_new(NULL);

	overview_show(doc, o, facts);
	dialect_by_name("text")->render(doc, &options, text);
	doc_free(doc);
	return g_string_free(text, FALSE);
}

static void expect_screen(const char *text)
{
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);

	/* the last one is empty */
	g_assert_cmpuint(g_strv_length(lines) - 1, <=, OVERVIEW_LINES);
	for (char **line = lines; *line; line++)
		g_assert_cmpint(g_utf8_strlen(*line, -1), <=, OVERVIEW_WIDTH);
}

/* Whatever there is to say, it is one screen, with some best rows and a next command. */
static void test_screen(void)
{
	static const struct fold_options options = {0};
	static const char *const paths[] = {"a", "b", "c", "d"};
	const char *command = "iotab table 1 \\\nINPUT 2 \\\nINPUT 3";
	g_autoptr(GPtrArray) rules = g_ptr_array_new_with_free_func((GDestroyNotify)rule_free);
	g_autoptr(GPtrArray) next = g_ptr_array_new();
	struct study *study = study_new();

	g_ptr_array_add(rules, rule_new("survive=disks:1", NULL));
	g_ptr_array_add(next, (gpointer)command);
	g_ptr_array_add(next, (gpointer)command);
	for (int layouts = 1; layouts < 40; layouts += 3) {
		struct metrics *metrics = metrics_new();
		struct diag *diag = diag_new();
		struct overview *o = overview_new();
		struct overview_part *part = overview_part_new(&options, metrics, diag);
		struct overview_facts facts = {
			.paths = paths,
			.n_paths = G_N_ELEMENTS(paths),
			.files = G_MAXUINT,
			.bytes = G_MAXUINT64,
			.copies = G_MAXUINT,
			.lost_lines = G_MAXUINT,
			.partial_rows = G_MAXUINT,
			.rules = rules,
			.next = next,
		};

		feed_much(overview_part_sink(part), layouts);
		overview_join(o, part, NULL);
		o->counts.error = (struct overview_error){"no space", "file.log", 3, true, 1000};
		overview_settle(o, study, rules);
		for (int ascii = 0; ascii < 2; ascii++) {
			g_autofree char *text = NULL;

			facts.ascii = ascii;
			text = show(o, &facts);
			expect_screen(text);
			g_assert_nonnull(strstr(text, "\nwrite "));
			g_assert_nonnull(strstr(text, "\niotab table 1"));
			g_assert_true(!ascii || g_str_is_ascii(text));
		}
		overview_free(o);
		diag_free(diag);
		metrics_free(metrics);
	}
	study_free(study);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/overview/screen", test_screen);
	return g_test_run();
}
