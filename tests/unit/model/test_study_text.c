#include "model/study_text.h"

#include "model/study_yaml.h"
#include <string.h>

/* Reads "{KEY: {a: [KEY, b]}, ...}" in both styles and as a key of a block; the text or NULL. */
static void assert_reads_back(const char *text, bool quoted)
{
	g_autoptr(GString) one = g_string_new(NULL), file = g_string_new("# head\nlayouts:\n  ");
	g_autoptr(GError) error = NULL;
	struct study_node *root, *layouts, *list;

	g_assert_true(study_text_quote(text, quoted, one));
	g_string_append_printf(
		file, "%s: {shape: [%s, %s], b: %s}\n", one->str, one->str, one->str, one->str);
	root = study_yaml_parse("f", file->str, file->len, &error);
	if (!root)
		g_test_message("%s", file->str);
	g_assert_no_error(error);
	layouts = root->child->pdata[1];
	g_assert_cmpstr(((struct study_node *)layouts->child->pdata[0])->text, ==, text);
	list = ((struct study_node *)layouts->child->pdata[1])->child->pdata[1];
	g_assert_cmpuint(list->child->len, ==, 2);
	g_assert_cmpstr(((struct study_node *)list->child->pdata[1])->text, ==, text);
	study_node_free(root);
}

static const struct {
	const char *text, *scalar;
} scalars[] = {
	{"6x7", "6x7"},
	{"two words", "two words"},
	{"no", "no"},
	{"a: b", "'a: b'"},
	{"a #b", "'a #b'"},
	{"it's", "it's"},
	{"'it'", "'''it'''"},
	{"?", "'?'"},
	{" a", "' a'"},
	{"a,b", "'a,b'"},
	{"{a}", "'{a}'"},
	{"a\nb", "\"a\\nb\""},
	{"a\x01\x7f", "\"a\\x01\\x7F\""},
	{"\xc3\xa9", "\"\xc3\xa9\""},
	{"\xe2\x80\xa8", "\"\\L\""},
	{"", NULL},
	{"\xff", NULL},
	{"\xed\xa0\x80", NULL},
};

static void test_scalars(void)
{
	g_autofree char *fits = g_strnfill(900, 'x'), *long_one = g_strnfill(1001, 'x');
	g_autoptr(GString) out = g_string_new(NULL);

	for (size_t i = 0; i < G_N_ELEMENTS(scalars); i++) {
		g_string_truncate(out, 0);
		g_assert_cmpint(study_text_quote(scalars[i].text, false, out), ==,
			scalars[i].scalar != NULL);
		g_assert_cmpstr(out->str, ==, scalars[i].scalar ? scalars[i].scalar : "");
		if (scalars[i].scalar)
			assert_reads_back(scalars[i].text, false);
	}
	g_string_truncate(out, 0);
	g_assert_true(study_text_quote("6x7", true, out));
	g_assert_cmpstr(out->str, ==, "'6x7'");
	assert_reads_back(fits, false);
	g_assert_false(study_text_quote(long_one, false, out));
	g_assert_cmpstr(out->str, ==, "'6x7'");
}

/* Texts of signs that mean something to YAML, of a random seed. */
static void test_random(void)
{
	static const char *const pieces[] = {"a", "0", " ", ":", "#", "-", "?", ",", "[", "]", "{",
		"}", "&", "*", "!", "|", ">", "'", "\"", "%", "@", "`", "\\", "\n", "\r", "\t",
		"\x1b", "\xc3\xa9", "\xe2\x80\xa9", "\xc2\x85", "\xef\xbb\xbf", "\xef\xbf\xbe",
		"\xf0\x9f\x92\xbe", "=", "~", "<<", "---", "..."};
	GRand *rand = g_rand_new_with_seed((guint32)g_test_rand_int());

	for (int i = 0; i < 3000; i++) {
		g_autoptr(GString) text = g_string_new(NULL);

		for (int n = g_rand_int_range(rand, 1, 8); n > 0; n--)
			g_string_append(
				text, pieces[g_rand_int_range(rand, 0, G_N_ELEMENTS(pieces))]);
		assert_reads_back(text->str, g_rand_boolean(rand));
	}
	g_rand_free(rand);
}

/* Whatever stands in a comment, the file is one. */
static void test_comments(void)
{
	static const char *const texts[] = {"plain", "two\nlines: x", "\xff\x01\x7f",
		"\xef\xbf\xbe", "\xef\xbf\xbf", "\xef\xbb\xbf", "\xe2\x80\xa8x: y", "\xc2\x85x: y",
		"\rx: y", "\xed\xa0\x80", "\xf4\x8f\xbf\xbf"};

	for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
		g_autoptr(GString) file = g_string_new("## ");
		g_autoptr(GError) error = NULL;
		struct study_node *root;

		study_text_comment(texts[i], file);
		g_string_append_c(file, '\n');
		root = study_yaml_parse("f", file->str, file->len, &error);
		g_assert_no_error(error);
		g_assert_cmpuint(root->child->len, ==, 0);
		study_node_free(root);
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/study-text/scalars", test_scalars);
	g_test_add_func("/study-text/random", test_random);
	g_test_add_func("/study-text/comments", test_comments);
	return g_test_run();
}
