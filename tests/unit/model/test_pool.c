#include "model/pool.h"

#include <string.h>

static void test_strings(void)
{
	struct pool *pool = pool_new();
	const char *a = pool_str(pool, "raidz2");
	char *longer = g_strnfill(5000, 'x');
	char copy[] = "raidz2+slog";

	g_assert_cmpstr(a, ==, "raidz2");
	g_assert_true(pool_str_len(pool, copy, 6) == a);
	g_assert_true(pool_str(pool, "raidz") != a);
	g_assert_true(a != copy);
	g_assert_null(pool_str(pool, NULL));
	g_assert_cmpstr(pool_str_len(pool, "ab\0cd", 5), ==, "ab");
	g_assert_cmpstr(pool_str_len(pool, "ab", 0), ==, "");
	g_assert_true(pool_str_len(pool, longer, 4000) == pool_str_len(pool, longer + 7, 4000));
	g_assert_cmpuint(strlen(pool_str_len(pool, longer, 255)), ==, 255);
	g_assert_cmpuint(strlen(pool_str_len(pool, longer, 256)), ==, 256);
	g_free(longer);
	pool_free(pool);
}

static void test_many_strings(void)
{
	struct pool *pool = pool_new();
	const char *kept[2000];
	char text[32];

	for (guint i = 0; i < G_N_ELEMENTS(kept); i++) {
		g_snprintf(text, sizeof(text), "level %u", i);
		kept[i] = pool_str(pool, text);
	}
	for (guint i = 0; i < G_N_ELEMENTS(kept); i++) {
		g_snprintf(text, sizeof(text), "level %u", i);
		g_assert_cmpstr(kept[i], ==, text);
		g_assert_true(pool_str(pool, text) == kept[i]);
	}
	pool_free(pool);
}

static void test_sets(void)
{
	struct pool *pool = pool_new();
	const struct level ab[] = {{"b", "2"}, {"a", "1"}};
	const struct level ba[] = {{"a", "0"}, {"b", "2"}, {"a", "1"}};
	const struct keyset *set = pool_set(pool, ab, 2), *more;

	g_assert_cmpuint(set->n, ==, 2);
	g_assert_cmpstr(set->level[0].key, ==, "a");
	g_assert_true(set->level[0].key == pool_str(pool, "a"));
	g_assert_true(pool_set(pool, ba, 3) == set);
	g_assert_true(pool_set(pool, ab, 1) != set);
	g_assert_cmpuint(pool_set(pool, NULL, 0)->n, ==, 0);
	g_assert_true(pool_set(pool, NULL, 0) == pool_set(pool, ab, 0));

	more = pool_set_with(pool, set, "aa", "3");
	g_assert_cmpuint(more->n, ==, 3);
	g_assert_cmpstr(more->level[1].value, ==, "3");
	g_assert_true(pool_set_with(pool, set, "b", "2") == set);
	g_assert_cmpstr(keyset_get(pool_set_with(pool, set, "b", "9"), "b"), ==, "9");
	g_assert_cmpstr(keyset_get(set, "b"), ==, "2");
	g_assert_null(keyset_get(set, "c"));
	pool_free(pool);
}

static void test_big_set(void)
{
	struct pool *pool = pool_new();
	struct level level[300];
	const struct keyset *set;

	/* each key twice, the second time with another level */
	for (guint i = 0; i < G_N_ELEMENTS(level); i++) {
		level[i].key = g_strdup_printf("key%u", (i * 7) % 150);
		level[i].value = i < 150 ? "first" : "second";
	}
	set = pool_set(pool, level, G_N_ELEMENTS(level));
	g_assert_cmpuint(set->n, ==, 150);
	for (size_t i = 0; i < set->n; i++) {
		g_assert_cmpstr(set->level[i].value, ==, "second");
		g_assert_true(i == 0 || strcmp(set->level[i - 1].key, set->level[i].key) < 0);
	}
	for (guint i = 0; i < G_N_ELEMENTS(level); i++)
		g_free((char *)level[i].key);
	pool_free(pool);
}

static void test_copy(void)
{
	struct pool *one = pool_new(), *two = pool_new();
	const struct level level[] = {{"threads", "8"}, {"file-size", "1048576"}};
	const struct keyset *set = pool_set(one, level, 2), *copy = pool_set_copy(two, set);

	g_assert_true(copy != set);
	g_assert_true(pool_set_copy(one, set) == set);
	g_assert_true(pool_set_copy(two, set) == copy);
	g_assert_true(pool_set_copy(one, copy) == set);
	pool_free(one);
	g_assert_cmpstr(keyset_get(copy, "threads"), ==, "8");
	pool_free(two);
}

/* Text that keyset_parse() reads, and what keyset_print() makes of that; NULL: it is refused. */
static const struct {
	const char *text;
	const char *printed;
} prints[] = {
	{"", ""},
	{"a=1", "a=1"},
	{"b=2;a=1", "a=1;b=2"},
	{"a=1;a=2", "a=2"},
	{"a=", "a="},
	{"=", "="},
	{"path=x\\=1\\;y\\\\z", "path=x\\=1\\;y\\\\z"},
	{"a=b=c", "a=b\\=c"},
	{"a\\;b=1", "a\\;b=1"},
	{"a", NULL},
	{"a=1;", NULL},
	{";a=1", NULL},
	{"a=1;;b=2", NULL},
	{"a=1;b", NULL},
	{"a=1\\", NULL},
	{"a\\=1", NULL},
};

static void test_print(void)
{
	struct pool *pool = pool_new();

	for (size_t i = 0; i < G_N_ELEMENTS(prints); i++) {
		const struct keyset *set = keyset_parse(pool, prints[i].text);
		GString *out = g_string_new(NULL);

		if (set)
			keyset_print(set, out);
		if (g_strcmp0(set ? out->str : NULL, prints[i].printed) != 0)
			g_test_fail_printf("'%s' gives '%s'", prints[i].text, out->str);
		if (set && keyset_parse(pool, out->str) != set)
			g_test_fail_printf("'%s' does not come back", prints[i].text);
		g_string_free(out, TRUE);
	}
	/* nothing of a refused text may stay behind */
	g_assert_null(keyset_parse(pool, "left=1;over"));
	g_assert_cmpuint(keyset_parse(pool, "a=1")->n, ==, 1);
	pool_free(pool);
}

/* Every three of these must be consistent with one another. */
static const char *const levels[] = {"", "0", "00", "1", "01", "2", "9", "10", "0010",
	"99999999999999999998", "100000000000000000000", "2x21b", "10x4", "10x4a", "10x04a",
	"10x05", "10x20", "a", "a1", "a1b", "a2", "a10", "-", "1-", "1a", "raidz2", "raidz10",
	"\xC3\xA4"};

static int sign(int n)
{
	return (n > 0) - (n < 0);
}

static void check_triple(const char *a, const char *b, const char *c)
{
	if (level_compare(a, b) < 0 && level_compare(b, c) < 0 && level_compare(a, c) >= 0)
		g_test_fail_printf("'%s' '%s' '%s' not transitive", a, b, c);
}

static void test_compare(void)
{
	const size_t n = G_N_ELEMENTS(levels);

	for (size_t i = 0; i < n * n; i++) {
		const char *a = levels[i / n], *b = levels[i % n];
		int forth = level_compare(a, b);

		if (sign(forth) != -sign(level_compare(b, a)))
			g_test_fail_printf("'%s' and '%s' not antisymmetric", a, b);
		if ((forth == 0) != (strcmp(a, b) == 0))
			g_test_fail_printf("'%s' and '%s' not total", a, b);
		for (size_t k = 0; k < n; k++)
			check_triple(a, b, levels[k]);
	}
}

static const struct {
	const char *less, *more;
} pairs[] = {
	{"9", "10"},
	{"2x21", "10x4"},
	{"01", "1"},
	{"01", "2"},
	{"10x4", "10x4a"},
	{"10x4a", "10x5"},
	{"10x5", "10x20"},
	{"18446744073709551616", "18446744073709551617"},
	{"99", "a"},
	{"raidz2", "raidz10"},
	{"", "0"},
	{"z", "\xC3\xA4"},
	{"a-1", "a1"},
};

static void test_compare_pairs(void)
{
	for (size_t i = 0; i < G_N_ELEMENTS(pairs); i++) {
		if (level_compare(pairs[i].less, pairs[i].more) >= 0)
			g_test_fail_printf("'%s' is not before '%s'", pairs[i].less, pairs[i].more);
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/pool/strings", test_strings);
	g_test_add_func("/pool/many-strings", test_many_strings);
	g_test_add_func("/pool/sets", test_sets);
	g_test_add_func("/pool/big-set", test_big_set);
	g_test_add_func("/pool/copy", test_copy);
	g_test_add_func("/pool/print", test_print);
	g_test_add_func("/pool/compare-is-an-order", test_compare);
	g_test_add_func("/pool/compare-pairs", test_compare_pairs);
	return g_test_run();
}
