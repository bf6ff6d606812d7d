#include "model/diag.h"

#include <string.h>

static void test_table(void)
{
	for (int c = 0; c < DIAG_CODE_COUNT; c++) {
		const struct diag_info *info = diag_info(c);

		if (!info->name ||
			strspn(info->name, "abcdefghijklmnopqrstuvwxyz-") != strlen(info->name))
			g_test_fail_printf("code %d has no proper name", c);
		if (!info->text || g_str_has_suffix(info->text, ".") || !*info->text)
			g_test_fail_printf("%s has no proper text", info->name);
		/* a note is never about figures that are gone */
		if (info->level == DIAG_NOTE && info->loses)
			g_test_fail_printf("%s is a note but loses figures", info->name);
		for (int d = 0; d < c; d++) {
			if (strcmp(diag_info(d)->name, info->name) == 0)
				g_test_fail_printf("%s stands there twice", info->name);
		}
	}
	for (int l = 0; l < DIAG_LEVEL_COUNT; l++)
		g_assert_cmpint(diag_level_by_name(diag_level_name(l)), ==, l);
	g_assert_cmpint(diag_level_by_name("fatal"), ==, DIAG_LEVEL_COUNT);
	g_assert_cmpstr(diag_info(DIAG_ROW_NO_LAYOUT)->name, ==, "row-no-layout");
}

static const struct {
	enum diag_code code;
	const char *name;
	enum diag_level level;
	bool loses;
} levels[] = {
	{DIAG_CANNOT_READ, "cannot-read", DIAG_ERROR, true},
	{DIAG_EMPTY, "empty", DIAG_NOTE, false},
	{DIAG_LONG_LINE, "long-line", DIAG_WARNING, true},
	{DIAG_ROW_PARTIAL, "row-partial", DIAG_WARNING, false},
	{DIAG_CUT_FIGURE, "cut-figure", DIAG_WARNING, true},
	{DIAG_RUN_INCOMPLETE, "run-incomplete", DIAG_WARNING, false},
	{DIAG_RECORD_BAD, "record-bad", DIAG_ERROR, true},
};

static void test_worst(void)
{
	struct diag *diag = diag_new();

	g_assert_cmpint(diag_worst(diag), ==, -1);
	diag_at(diag, DIAG_EMPTY, "a.log", 0, NULL);
	g_assert_cmpint(diag_worst(diag), ==, DIAG_NOTE);
	diag_at(diag, DIAG_ROW_PARTIAL, "a.log", 1, NULL);
	diag_at(diag, DIAG_EMPTY, "b.log", 0, NULL);
	g_assert_cmpint(diag_worst(diag), ==, DIAG_WARNING);
	g_assert_false(diag_lost(diag));
	diag_free(diag);

	for (size_t i = 0; i < G_N_ELEMENTS(levels); i++) {
		diag = diag_new();
		diag_at(diag, levels[i].code, NULL, 0, NULL);
		if (diag_worst(diag) != (int)levels[i].level ||
			diag_lost(diag) != levels[i].loses ||
			strcmp(diag_info(levels[i].code)->name, levels[i].name) != 0)
			g_test_fail_printf("%s is not as wanted", levels[i].name);
		diag_free(diag);
	}
}

static void add_rows(struct diag *diag, const char *file, guint32 first, guint32 last)
{
	for (guint32 line = first; line <= last; line++)
		diag_at(diag, DIAG_ROW_UNREADABLE, file, line, "row %u", line);
}

static void test_fold(void)
{
	struct diag *diag = diag_new();
	char name[] = "a.log";

	add_rows(diag, name, 1, DIAG_FOLD + 3);
	name[0] = '?';
	add_rows(diag, "b.log", 1, 2);
	diag_at(diag, DIAG_ROW_PARTIAL, "a.log", 99, NULL);
	add_rows(diag, "a.log", 100, 100);

	g_assert_cmpuint(diag_count(diag), ==, DIAG_FOLD + 3);
	g_assert_cmpuint(diag_get(diag, DIAG_FOLD - 1)->line, ==, DIAG_FOLD);
	g_assert_cmpuint(diag_get(diag, DIAG_FOLD - 1)->repeats, ==, 4);
	g_assert_cmpuint(diag_get(diag, DIAG_FOLD - 2)->repeats, ==, 0);
	g_assert_cmpstr(diag_get(diag, 0)->file, ==, "a.log");
	g_assert_cmpstr(diag_get(diag, 0)->detail, ==, "row 1");
	g_assert_cmpstr(diag_get(diag, DIAG_FOLD)->file, ==, "b.log");
	g_assert_cmpint(diag_get(diag, DIAG_FOLD + 2)->code, ==, DIAG_ROW_PARTIAL);
	g_assert_null(diag_get(diag, DIAG_FOLD + 2)->detail);
	diag_free(diag);
}

/* A watched line is kept beside the first ones, also when collections are joined. */
static void test_watch(void)
{
	struct diag *to = diag_new(), *from = diag_new();

	diag_watch(to, 15);
	diag_watch(from, 15);
	add_rows(from, "a.log", 1, 20);
	diag_join(to, from);
	g_assert_cmpuint(diag_count(to), ==, DIAG_FOLD + 1);
	g_assert_cmpuint(diag_get(to, DIAG_FOLD - 1)->repeats, ==, 9);
	g_assert_cmpuint(diag_get(to, DIAG_FOLD)->line, ==, 15);
	g_assert_cmpuint(diag_get(to, DIAG_FOLD)->repeats, ==, 0);
	diag_free(to);
	diag_free(from);
}

static void test_join(void)
{
	struct diag *to = diag_new(), *from = diag_new();

	add_rows(to, "a.log", 1, 4);
	add_rows(from, "a.log", 5, 20);
	diag_at(from, DIAG_MARKER_LIMIT, "b.log", 7, NULL);
	diag_join(to, from);

	g_assert_cmpuint(diag_count(from), ==, 0);
	g_assert_cmpint(diag_worst(from), ==, -1);
	g_assert_false(diag_lost(from));
	g_assert_cmpuint(diag_count(to), ==, DIAG_FOLD + 1);
	g_assert_cmpuint(diag_get(to, DIAG_FOLD - 1)->line, ==, 10);
	g_assert_cmpuint(diag_get(to, DIAG_FOLD - 1)->repeats, ==, 10);
	g_assert_cmpint(diag_worst(to), ==, DIAG_ERROR);

	/* what was emptied starts anew */
	add_rows(from, "a.log", 1, 1);
	g_assert_cmpuint(diag_count(from), ==, 1);
	diag_free(from);
	g_assert_cmpstr(diag_get(to, DIAG_FOLD)->file, ==, "b.log");
	diag_free(to);
}

/* One entry, its line and its object. */
static const struct {
	struct diag_entry entry;
	const char *line;
	const char *json;
} prints[] = {
	{{DIAG_ROW_UNREADABLE, "a.log", 17, (char *)"x y", 0},
		"iotab: a.log:17: warning: row does not fit the columns: x y\n",
		"{\"code\":\"row-unreadable\",\"level\":\"warning\",\"loses\":true,\"file\":\"a."
		"log\","
		"\"line\":17,\"text\":\"row does not fit the columns\",\"detail\":\"x y\","
		"\"repeats\":0}\n"},
	{{DIAG_EMPTY, "dir/a.log", 0, NULL, 0}, "iotab: dir/a.log: note: nothing in it\n",
		"{\"code\":\"empty\",\"level\":\"note\",\"loses\":false,\"file\":\"dir/a.log\","
		"\"line\":0,\"text\":\"nothing in it\",\"detail\":null,\"repeats\":0}\n"},
	{{DIAG_RECORD_BAD, NULL, 0, NULL, 3},
		"iotab: error: record cannot be read (and 3 more like this)\n",
		"{\"code\":\"record-bad\",\"level\":\"error\",\"loses\":true,\"file\":null,"
		"\"line\":0,\"text\":\"record cannot be read\",\"detail\":null,\"repeats\":3}\n"},
	{{DIAG_EMPTY, "a\nb\x1b", 0, (char *)"\"\\\xC3\xA4\xff\xC2\x9b\xE2\x80\xAE\xC3", 0},
		"iotab: a\\x0ab\\x1b: note: nothing in it: "
		"\"\\\xC3\xA4\\xff\\xc2\\x9b\\xe2\\x80\\xae\\xc3\n",
		"{\"code\":\"empty\",\"level\":\"note\",\"loses\":false,\"file\":"
		"\"a\\\\x0ab\\\\x1b\","
		"\"line\":0,\"text\":\"nothing in it\",\"detail\":"
		"\"\\\"\\\\\xC3\xA4\\\\xff\\\\xc2\\\\x9b\\\\xe2\\\\x80\\\\xae\\\\xc3\",\"repeats\":"
		"0}\n"},
};

static void test_print(void)
{
	for (size_t i = 0; i < G_N_ELEMENTS(prints); i++) {
		GString *line = g_string_new(NULL), *json = g_string_new(NULL);

		diag_print(&prints[i].entry, line);
		diag_print_json(&prints[i].entry, json);
		if (strcmp(line->str, prints[i].line) != 0)
			g_test_fail_printf("row %zu prints as %s", i, line->str);
		if (strcmp(json->str, prints[i].json) != 0)
			g_test_fail_printf("row %zu prints as %s", i, json->str);
		g_string_free(line, TRUE);
		g_string_free(json, TRUE);
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/diag/table", test_table);
	g_test_add_func("/diag/worst", test_worst);
	g_test_add_func("/diag/fold", test_fold);
	g_test_add_func("/diag/watch", test_watch);
	g_test_add_func("/diag/join", test_join);
	g_test_add_func("/diag/print", test_print);
	return g_test_run();
}
