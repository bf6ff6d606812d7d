#include "model/near.h"

static const char *const names[] = {"write", "rewrite", "read", "random-read", "iops", "cpu"};

static const struct {
	const char *word;
	const char *nearest;
} rows[] = {
	{"write", "write"},
	{"WRITE", "write"},
	{"wirte", "write"},    /* swapped */
	{"writ", "write"},     /* dropped */
	{"writes", "write"},   /* one too many */
	{"wrote", "write"},    /* changed */
	{"wrtei", NULL},       /* two of five letters */
	{"rewirt", "rewrite"}, /* two of six */
	{"randomread", "random-read"},
	{"rnadm-raed", "random-read"}, /* three of ten */
	{"cp", "cpu"},
	{"gpu", "cpu"},
	{"gpa", NULL},
	{"", NULL},
	{"reat", "read"},
	{"nothing-like-it", NULL},
	{"a-word-that-is-longer-than-any-name-somebody-could-ever-have-mistyped", NULL},
};

static void test_rows(void)
{
	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		const char *got = near_name(rows[i].word, names, G_N_ELEMENTS(names));

		if (g_strcmp0(got, rows[i].nearest) != 0)
			g_test_fail_printf("'%s' gives '%s'", rows[i].word, got ? got : "nothing");
	}
	g_assert_null(near_name("write", NULL, 0));
}

static void test_first_of_equals(void)
{
	static const char *const equals[] = {"xad", "bad", "cad"};

	g_assert_cmpstr(near_name("dad", equals, 3), ==, "xad");
	g_assert_cmpstr(near_name("dad", equals + 1, 2), ==, "bad");
}

static void test_long_names(void)
{
	char *name = g_strnfill(64, 'n'), *longer = g_strnfill(65, 'n'),
	     *word = g_strnfill(63, 'n');
	const char *const both[] = {longer, name};

	g_assert_true(near_name(word, both, 2) == name);
	g_assert_null(near_name(longer, both, 2));
	g_free(name);
	g_free(longer);
	g_free(word);
}

static void test_hint(void)
{
	GString *out = g_string_new("no such thing");

	near_hint(out, "nothing-like-it", names, G_N_ELEMENTS(names));
	g_assert_cmpstr(out->str, ==, "no such thing");
	near_hint(out, "iosp", names, G_N_ELEMENTS(names));
	g_assert_cmpstr(out->str, ==, "no such thing, did you mean 'iops'?");
	g_string_free(out, TRUE);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/near/rows", test_rows);
	g_test_add_func("/near/first-of-equals", test_first_of_equals);
	g_test_add_func("/near/long-names", test_long_names);
	g_test_add_func("/near/hint", test_hint);
	return g_test_run();
}
