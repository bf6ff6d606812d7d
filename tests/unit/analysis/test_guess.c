#include "analysis/marker_guess.h"
#include "analysis/path_guess.h"

#include <string.h>

/*
 * Lines of logs separated by '|': "@" is a run (banner, figures, end), "#" an input's end, all
 * else is unknown to the tool.
 */
static const struct {
	const char *name, *log;
	const char *begin, *end, *figures;
} logs[] = {
	{"none", "@|@|@", NULL, NULL, ""},
	{"one line is no pattern", "== 6x7|@", NULL, NULL, ""},
	{"the same line says nothing", "== 6x7|@|== 6x7|@", NULL, NULL, ""},
	{"a layout", "== 6x7 ==|@|== 7x6 ==|@", "^\\s*==\\s+(?<layout>\\S+)\\s+==", NULL, ""},
	{"in several inputs", "pool 6x7|@|#|pool 7x6|@|#", "^\\s*pool\\s+(?<layout>\\S+)", NULL,
		""},
	{"words before and inside say the name",
		"run with slog=y cache 1|@|run with slog=n cache 2|@",
		"^\\s*run\\s+with\\s+slog=(?<slog>\\S+)\\s+cache\\s+(?<cache>[\\d.]+)", NULL, ""},
	{"raid by its values", "test (6x7, z)|@|test (2x21, z2)|@",
		"^\\s*test\\s+\\((?<layout>\\S+),\\s+(?<raid>\\S+)\\)", NULL, ""},
	{"a layout that has only a name", "pool 6x7|@|pool wide|@", "^\\s*pool\\s+(?<layout>\\S+)",
		NULL, ""},
	{"names that are taken", "is status a b a|@|is status c d e|@",
		"^\\s*is\\s+status\\s+(?<factor1>\\S+)\\s+(?<factor2>\\S+)\\s+(?<factor3>\\S+)",
		NULL, ""},
	{"the end, with its number", "pool 6x7|@|done in 12.5 s, ok|pool 7x6|@|done in 9 s, bad|#",
		"^\\s*pool\\s+(?<layout>\\S+)", "^\\s*done\\s+in\\s+(?<in>[\\d.]+)\\s+s,\\s+\\S+",
		"in"},
	{"a number of the end that is the same by chance", "pool 6x7|@|took 9|pool 7x6|@|took 9|#",
		"^\\s*pool\\s+(?<layout>\\S+)", "^\\s*took\\s+(?<took>[\\d.]+)", "took"},
	{"a figure is not called like a factor", "n 1|@|took n 9|n 2|@|took n 8|#",
		"^\\s*n\\s+(?<n>[\\d.]+)", "^\\s*took\\s+n\\s+(?<factor4>[\\d.]+)", "factor4"},
	{"layouts before the rest", "at 10:00|pool 6x7|@|at 11:00|pool 7x6|@",
		"^\\s*pool\\s+(?<layout>\\S+)", NULL, ""},
	{"twice before a run is no marker", "disk 1|disk 2|@|disk 3|disk 4|@", NULL, NULL, ""},
	{"not before most runs", "pool 6x7|@|@|@|@|pool 7x6|@|@", NULL, NULL, ""},
	{"inside of runs", "@|+|x 1|+|@|+|x 2|+", NULL, NULL, ""},
	{"bytes that are no text", "pool \xff|@|pool \xfe|@", NULL, NULL, ""},
	{"signs of patterns", "a.b [x] 1|@|a.b [x] 2|@", "^\\s*a\\.b\\s+\\[x\\]\\s+(?<x>[\\d.]+)",
		NULL, ""},
	{"quotes of one sign", "say \" 6x7|@|say \"\" 7x6|@",
		"^\\s*say\\s+\"(?<say>\\S+)\\s+(?<layout>\\S+)", NULL, ""},
};

static void tell(struct marker_guess *g, enum line_class class, const char *text)
{
	marker_guess_line(g, class, text, strlen(text));
}

static void read_log(struct marker_guess *g, const char *log)
{
	g_auto(GStrv) lines = g_strsplit(log, "|", -1);

	for (char **line = lines; *line; line++) {
		if (g_str_equal(*line, "#")) {
			marker_guess_end(g);
		} else if (g_str_equal(*line, "+")) {
			tell(g, LINE_FIGURES, "64 4 100");
		} else if (g_str_equal(*line, "@")) {
			tell(g, LINE_BANNER, "Iozone");
			tell(g, LINE_BANNER, "by");
			tell(g, LINE_FIGURES, "64 4 100");
			tell(g, LINE_END, "complete");
		} else {
			tell(g, LINE_UNKNOWN, *line);
		}
	}
	marker_guess_end(g);
}

static void test_markers(void)
{
	for (size_t i = 0; i < G_N_ELEMENTS(logs); i++) {
		struct marker_guess *g = marker_guess_new();
		g_autofree char *figures = NULL;
		struct guessed_marker m;

		read_log(g, logs[i].log);
		marker_guess_result(g, &m);
		g_ptr_array_add(m.figures, NULL);
		figures = g_strjoinv(" ", (char **)m.figures->pdata);
		g_test_message("%s", logs[i].name);
		g_assert_cmpstr(m.begin, ==, logs[i].begin);
		g_assert_cmpstr(m.end, ==, logs[i].end);
		g_assert_cmpstr(figures, ==, logs[i].figures);
		guessed_marker_clear(&m);
		marker_guess_free(g);
	}
}

/* Much of it costs little and is cut off. */
static void test_many(void)
{
	struct marker_guess *g = marker_guess_new();
	struct guessed_marker m;

	for (int i = 0; i < 5000; i++) {
		g_autofree char *odd = g_strdup_printf("%d%d", i, i), *pool = NULL;

		for (int k = 0; k < 30; k++)
			tell(g, LINE_UNKNOWN, odd);
		pool = g_strdup_printf("pool %dx7", i % 50 + 1);
		tell(g, LINE_UNKNOWN, pool);
		tell(g, LINE_BANNER, "Iozone");
		tell(g, LINE_END, "complete");
	}
	marker_guess_result(g, &m);
	g_assert_cmpstr(m.begin, ==, "^\\s*pool\\s+(?<layout>\\S+)");
	g_assert_cmpuint(m.begins, ==, 5000);
	guessed_marker_clear(&m);
	marker_guess_free(g);
}

static const struct {
	const char *paths, *template; /* paths separated by blanks */
} trees[] = {
	{"", NULL},
	{"a.log", NULL},
	{"-", NULL},
	{"r/a.log r/b.log", NULL},
	{"r/6x7/a.log r/7x6/a.log", "r/{layout}/*"},
	{"./r/6x7/a.log r//7x6/b.log", "r/{layout}/*"},
	{"/r/fast/6x7/a /r/slow/6x7/b", "r/{level2}/6x7/*"},
	{"r/6x7/2x21/a r/7x6/2x22/b", "r/{layout}/{level3}/*"},
	{"r/6x7/a r/wide/b", "r/{level2}/*"},
	{"a.log r/6x7/a r/7x6/b", "r/{layout}/*"},
	{"r{1}/x/a r{1}/y/b", "r{{1}}/{level2}/*"},
	{"r\xff/x/a r\xff/y/b", NULL},
	{"../x/a ../y/b", NULL},
};

static void test_paths(void)
{
	for (size_t i = 0; i < G_N_ELEMENTS(trees); i++) {
		g_autoptr(GPtrArray) files = g_ptr_array_new_with_free_func(g_free);
		g_auto(GStrv) paths = g_strsplit(trees[i].paths, " ", -1);
		g_autofree char *template = NULL;

		for (char **p = paths; *p; p++)
			g_ptr_array_add(files, g_strdup(*p));
		template = path_guess(files);
		g_test_message("%s", trees[i].paths);
		g_assert_cmpstr(template, ==, trees[i].template);
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/guess/markers", test_markers);
	g_test_add_func("/guess/many", test_many);
	g_test_add_func("/guess/paths", test_paths);
	return g_test_run();
}
