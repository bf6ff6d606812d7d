#include "model/quality.h"

#include <string.h>

static void test_names(void)
{
	for (int q = 0; q < QUALITY_COUNT; q++) {
		const char *name = quality_name(q), *help = quality_help(q);
		guint32 flags = 0;

		if (!name || strspn(name, "abcdefghijklmnopqrstuvwxyz-") != strlen(name))
			g_test_fail_printf("flag %d has no proper name", q);
		if (!help || !g_str_has_suffix(help, "."))
			g_test_fail_printf("flag %s has no sentence", name);
		if (!quality_parse(name, &flags) || flags != QUALITY_BIT(q))
			g_test_fail_printf("%s reads as %x", name, flags);
	}
	g_assert_cmpstr(quality_name(QUALITY_TOO_FAST), ==, "too-fast");
	g_assert_cmpstr(quality_name(QUALITY_OUTLIER), ==, "outlier");
}

static void test_print(void)
{
	GString *out = g_string_new("=");

	quality_print(0, out);
	g_assert_cmpstr(out->str, ==, "=");
	quality_print(QUALITY_BIT(QUALITY_IN_CACHE) | QUALITY_BIT(QUALITY_NOT_RUN) |
			      QUALITY_BIT(QUALITY_FUSED),
		out);
	g_assert_cmpstr(out->str, ==, "=not-run;fused;in-cache");
	g_string_free(out, TRUE);
}

static const struct {
	const char *text;
	bool known;
	guint32 flags;
} rows[] = {
	{"", true, 0},
	{"fused", true, QUALITY_BIT(QUALITY_FUSED)},
	{"in-cache;fused", true, QUALITY_BIT(QUALITY_FUSED) | QUALITY_BIT(QUALITY_IN_CACHE)},
	{"fused;fused", true, QUALITY_BIT(QUALITY_FUSED)},
	{"fuse", false, 0},
	{"fusedd", false, 0},
	{"Fused", false, 0},
	{";", false, 0},
	{"fused;", false, 0},
	{";fused", false, 0},
	{"fused;;rounded", false, 0},
	{"fused rounded", false, 0},
};

static void test_parse(void)
{
	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		guint32 flags = 0;

		if (quality_parse(rows[i].text, &flags) != rows[i].known || flags != rows[i].flags)
			g_test_fail_printf("'%s' gives %x", rows[i].text, flags);
	}
}

static void test_inverse(void)
{
	const guint32 all = (guint32)((G_GUINT64_CONSTANT(1) << QUALITY_COUNT) - 1);
	guint32 flags = 0;
	GString *out = g_string_new(NULL);

	quality_print(all, out);
	g_assert_true(quality_parse(out->str, &flags));
	g_assert_cmphex(flags, ==, all);
	g_string_free(out, TRUE);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/quality/names", test_names);
	g_test_add_func("/quality/print", test_print);
	g_test_add_func("/quality/parse", test_parse);
	g_test_add_func("/quality/inverse", test_inverse);
	return g_test_run();
}
