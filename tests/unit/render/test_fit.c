#include "render/fit.h"

#include <string.h>

static const struct {
	const char *text;
	gsize width;
	bool ascii;
	const char *end, *middle;
} cuts[] = {
	{"short", 5, false, "short", "short"},
	{"longer", 5, false, "long…", "lo…er"},
	{"longer", 5, true, "lo...", "l...r"},
	{"", 5, false, "", ""},
	{"a  b\tc\n", 9, false, "a b c", "a b c"},
	{"a\x1b[1mb", 20, false, "a\\x1b[1mb", "a\\x1b[1mb"},
	{"\xff", 9, false, "\xef\xbf\xbd", "\xef\xbf\xbd"},
	{"caf\xc3\xa9", 9, true, "caf\\u00e9", "caf\\u00e9"},
	{"\xc2\xb1 1", 9, true, "+- 1", "+- 1"},
	{"\xf0\x9f\x98\x80", 12, true, "\\U0001f600", "\\U0001f600"},
	/* two columns each: none is cut in half */
	{"日本語日本", 6, false, "日本…", "日…本"},
	{"日本語日本", 7, false, "日本語…", "日…本"},
};

static void test_cut(void)
{
	for (gsize i = 0; i < G_N_ELEMENTS(cuts); i++) {
		g_autofree char *end = fit_end(cuts[i].text, cuts[i].width, cuts[i].ascii);
		g_autofree char *middle = fit_middle(cuts[i].text, cuts[i].width, cuts[i].ascii);

		g_assert_cmpstr(end, ==, cuts[i].end);
		g_assert_cmpstr(middle, ==, cuts[i].middle);
		g_assert_cmpuint(fit_width(end), <=, cuts[i].width);
		g_assert_cmpuint(fit_width(middle), <=, cuts[i].width);
	}
}

static const struct {
	const char *texts; /* joined by '|' */
	const char *before;
	guint first;
	gsize width;
	bool last;
	const char *want;
	guint n;
} lists[] = {
	{"a|b|c", "", 0, 20, true, "a, b, c", 3},
	{"a|b|c", "", 0, 7, true, "a, b, c", 3},
	{"aaaa|bbbb|cccc|dddd", "", 0, 17, true, "aaaa, and 3 more", 1},
	{"aaaa|bbbb|cccc|dddd", "", 0, 22, true, "aaaa, bbbb, cccc, dddd", 4},
	{"aaaa|bbbb|cccc|dddd", "", 0, 21, true, "aaaa, and 3 more", 1},
	{"aaaa|bbbb|cccc|dddd", "x: ", 0, 24, true, "x: aaaa, and 3 more", 1},
	{"aaaa|bbbb|cccc|dddd", "", 0, 17, false, "aaaa, bbbb, cccc", 3},
	{"aaaa|bbbb|cccc|dddd", "", 3, 17, true, "dddd", 4},
	/* one is always there, and none is wider than FIT_ITEM */
	{"abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz", "", 0, 5, true,
		"abcdefghijklmnopq…klmnopqrstuvwxyz", 1},
};

static void test_list(void)
{
	for (gsize i = 0; i < G_N_ELEMENTS(lists); i++) {
		g_auto(GStrv) words = g_strsplit(lists[i].texts, "|", -1);
		g_autoptr(GPtrArray) texts = g_ptr_array_new();
		g_autoptr(GString) out = g_string_new(lists[i].before);
		guint n;

		for (char **w = words; *w; w++)
			g_ptr_array_add(texts, *w);
		n = fit_list(out, texts, lists[i].first, lists[i].width, lists[i].last, false);
		g_assert_cmpstr(out->str, ==, lists[i].want);
		g_assert_cmpuint(n, ==, lists[i].n);
	}
}

/* Any number of texts of any width: never wider than asked where the first one fits. */
static void test_list_width(void)
{
	g_autoptr(GPtrArray) texts = g_ptr_array_new();

	for (int n = 1; n < 1200; n += 1 + n / 5) {
		while ((int)texts->len < n)
			g_ptr_array_add(texts, (gpointer) "level");
		for (gsize width = 24; width < 90; width++) {
			g_autoptr(GString) out = g_string_new(NULL);

			fit_list(out, texts, 0, width, true, false);
			g_assert_cmpuint(fit_width(out->str), <=, width);
		}
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/fit/cut", test_cut);
	g_test_add_func("/fit/list", test_list);
	g_test_add_func("/fit/list-width", test_list_width);
	return g_test_run();
}
