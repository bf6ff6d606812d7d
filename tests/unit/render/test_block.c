#include "render/block.h"

#include <string.h>

#include "model/error.h"

#define BEGIN "<!-- iotab begin t -->"
#define END   "<!-- iotab end t -->"

static const struct dialect percent = {
	.name = "percent",
	.comment_open = "%",
	.comment_close = "",
};

/* The text that goes in is "new\nlines\n" everywhere. */
static const struct {
	const char *what, *page, *expected;
} replaced[] = {
	{"filled", "a\n" BEGIN "\nold\nold\n" END "\nb\n",
		"a\n" BEGIN "\nnew\nlines\n" END "\nb\n"},
	{"empty", BEGIN "\n" END "\n", BEGIN "\nnew\nlines\n" END "\n"},
	{"no final newline", "a\n" BEGIN "\nold\n" END, "a\n" BEGIN "\nnew\nlines\n" END},
	{"no final newline after", BEGIN "\nold\n" END "\nz", BEGIN "\nnew\nlines\n" END "\nz"},
	{"crlf", "a\r\n" BEGIN "\r\nold\r\n" END "\r\nb\r\n",
		"a\r\n" BEGIN "\r\nnew\r\nlines\r\n" END "\r\nb\r\n"},
	{"crlf of the marker counts", "a\n" BEGIN "\r\nold\n" END "\nb",
		"a\n" BEGIN "\r\nnew\r\nlines\r\n" END "\nb"},
	{"lf of the marker counts", "a\r\n" BEGIN "\nold\r\n" END "\r\nb",
		"a\r\n" BEGIN "\nnew\nlines\n" END "\r\nb"},
	{"bytes that are no text", "\xff\xfe\x80\r\r\n\n" BEGIN "\n\xff\n" END "\n\xc3\x01 \r",
		"\xff\xfe\x80\r\r\n\n" BEGIN "\nnew\nlines\n" END "\n\xc3\x01 \r"},
	{"byte order mark", "\xef\xbb\xbf" BEGIN "\nold\n" END,
		"\xef\xbb\xbf" BEGIN "\nnew\nlines\n" END},
	{"blanks in and around markers",
		"  <!--iotab  begin\tt-->  \nold\n\t<!--   iotab end t   -->\t\n",
		"  <!--iotab  begin\tt-->  \nnew\nlines\n\t<!--   iotab end t   -->\t\n"},
	{"other blocks around",
		"<!-- iotab begin a -->\n1\n<!-- iotab end a -->\n" BEGIN "\nold\n" END
		"\n<!-- iotab begin b -->\n2\n<!-- iotab end b -->\n",
		"<!-- iotab begin a -->\n1\n<!-- iotab end a -->\n" BEGIN "\nnew\nlines\n" END
		"\n<!-- iotab begin b -->\n2\n<!-- iotab end b -->\n"},
	{"inside another block",
		"<!-- iotab begin a -->\n" BEGIN "\nold\n" END "\n<!-- iotab end a -->\n",
		"<!-- iotab begin a -->\n" BEGIN "\nnew\nlines\n" END "\n<!-- iotab end a -->\n"},
	{"markers in prose are none",
		"put `" BEGIN "` here\n" BEGIN "\n" END " x\nold\n" END "\n(" END ")\n",
		"put `" BEGIN "` here\n" BEGIN "\nnew\nlines\n" END "\n(" END ")\n"},
	{"what is nearly a marker",
		"<!-- iotab begins t -->\n<!-- iotab begin t t -->\n<!-- iotab begin T -->\n"
		"<!-- iotab begin -->\n<!-->\n<!-- iotab --\n<!-- Iotab begin t -->\n"
		"<!-- iotab t -->\n<!-- iotab begin t--t -->\n" BEGIN "\n" END,
		"<!-- iotab begins t -->\n<!-- iotab begin t t -->\n<!-- iotab begin T -->\n"
		"<!-- iotab begin -->\n<!-->\n<!-- iotab --\n<!-- Iotab begin t -->\n"
		"<!-- iotab t -->\n<!-- iotab begin t--t -->\n" BEGIN "\nnew\nlines\n" END},
};

/* Appends the page; the error's text, or NULL. */
static char *replace(const struct dialect *dialect, const char *page, size_t n, const char *name,
	const char *text, GString *out)
{
	GError *error = NULL;
	char *message;

	if (block_replace(dialect, page, n, name, text, out, &error)) {
		g_assert_no_error(error);
		return NULL;
	}
	g_assert_error(error, IOTAB_ERROR, IOTAB_ERROR_USAGE);
	message = g_strdup(error->message);
	g_error_free(error);
	return message;
}

static void check_page(const char *what, const struct dialect *dialect, const char *page,
	const char *text, const char *expected)
{
	g_autoptr(GString) out = g_string_new(NULL);
	g_autofree char *message = replace(dialect, page, strlen(page), "t", text, out);

	if (message || strcmp(out->str, expected) != 0)
		g_test_message("%s: %s", what, message ? message : "other bytes");
	g_assert_cmpstr(message, ==, NULL);
	g_assert_cmpstr(out->str, ==, expected);
}

static void test_replaced(void)
{
	const struct dialect *markdown = dialect_by_name("markdown");

	for (size_t i = 0; i < G_N_ELEMENTS(replaced); i++) {
		check_page(replaced[i].what, markdown, replaced[i].page, "new\nlines\n",
			replaced[i].expected);
		check_page(replaced[i].what, markdown, replaced[i].expected, "new\nlines\n",
			replaced[i].expected);
	}
}

static void test_texts(void)
{
	static const struct {
		const char *text, *lf, *crlf;
	} rows[] = {
		{"", "", ""},
		{"x", "x\n", "x\r\n"},
		{"\n", "\n", "\r\n"},
		{"\n\nx\n\n", "\n\nx\n\n", "\r\n\r\nx\r\n\r\n"},
		{"x\r\ny\r\n", "x\ny\n", "x\r\ny\r\n"},
		{"x\ry", "x\ny\n", "x\r\ny\r\n"},
	};

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		const struct dialect *twiki = dialect_by_name("twiki");
		g_autofree char *lf = g_strconcat(BEGIN "\n", rows[i].lf, END "\n", NULL);
		g_autofree char *crlf = g_strconcat(BEGIN "\r\n", rows[i].crlf, END "\r\n", NULL);
		g_autoptr(GString) wrapped = g_string_new(NULL);

		check_page(rows[i].text, twiki, BEGIN "\n" END "\n", rows[i].text, lf);
		check_page(rows[i].text, twiki, BEGIN "\r\n" END "\r\n", rows[i].text, crlf);
		block_wrap(twiki, "t", rows[i].text, wrapped);
		g_assert_cmpstr(wrapped->str, ==, lf);
	}
}

static void test_comments_to_the_line_end(void)
{
	g_autoptr(GString) out = g_string_new(NULL);

	check_page("percent", &percent, "%iotab begin t \nold\n % iotab end t", "new",
		"%iotab begin t \nnew\n % iotab end t");
	block_wrap(&percent, "t", "x", out);
	g_assert_cmpstr(out->str, ==, "% iotab begin t\nx\n% iotab end t\n");
}

/* NUL is a byte like any other; a line that holds one is no marker. */
static void test_nul(void)
{
	static const char page[] = "a\0b\n" BEGIN "\0\n" BEGIN "\nold\0old\n" END "\n\0";
	static const char expected[] = "a\0b\n" BEGIN "\0\n" BEGIN "\nnew\n" END "\n\0";
	g_autoptr(GString) out = g_string_new(NULL);
	g_autofree char *message =
		replace(dialect_by_name("twiki"), page, sizeof(page) - 1, "t", "new\n", out);

	g_assert_cmpstr(message, ==, NULL);
	g_assert_cmpmem(out->str, out->len, expected, sizeof(expected) - 1);
}

static void test_errors(void)
{
	static const char how[] =
		" (to make one, put these two lines where it is to stand)\n" BEGIN "\n" END;
	static const struct {
		const char *what, *page, *message; /* `how` follows where there is no block */
	} rows[] = {
		{"nothing", "", "no block 't'"},
		{"other blocks", "<!-- iotab begin longname -->\n<!-- iotab end longname -->\n",
			"no block 't'"},
		{"a near one", "<!-- iotab begin u -->\n<!-- iotab end u -->\n",
			"no block 't', did you mean 'u'?"},
		{"in prose", "x " BEGIN "\n" END " x\n", "no block 't'"},
		{"no line ends", BEGIN "\r" END "\r", "no block 't'"},
		{"no end", "a\n" BEGIN "\nb\n", "line 2 begins block 't', which no line ends"},
		{"no end, last line", BEGIN, "line 1 begins block 't', which no line ends"},
		{"no begin", "a\n\n" END "\n", "line 3 ends block 't', which no line begins"},
		{"turned", END "\nx\n" BEGIN "\n", "line 1 ends block 't' before line 3 begins it"},
		{"begun twice", BEGIN "\n" BEGIN "\n" END "\n",
			"line 2 begins block 't' again, after line 1"},
		{"two blocks", BEGIN "\n" END "\n\n" BEGIN "\n" END "\n",
			"line 4 begins block 't' again, after line 1"},
		{"ended twice", BEGIN "\n" END "\n" END "\n",
			"line 3 ends block 't' again, after line 2"},
		{"another inside",
			BEGIN "\n<!-- iotab begin a -->\n<!-- iotab end a -->\n" END "\n",
			"line 2 begins block 'a' inside block 't' (lines 1 to 4)"},
		{"another ends inside",
			"<!-- iotab begin a -->\n" BEGIN "\n<!-- iotab end a -->\n" END "\n",
			"line 3 ends block 'a' inside block 't' (lines 2 to 4)"},
	};

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autoptr(GString) out = g_string_new(NULL);
		g_autofree char *message = replace(dialect_by_name("markdown"), rows[i].page,
			strlen(rows[i].page), "t", "new\n", out);
		bool none = g_str_has_prefix(rows[i].message, "no block");
		g_autofree char *expected = g_strconcat(rows[i].message, none ? how : NULL, NULL);

		if (g_strcmp0(message, expected) != 0)
			g_test_message("%s", rows[i].what);
		g_assert_cmpstr(message, ==, expected);
		g_assert_cmpuint(out->len, ==, 0);
	}
}

static void test_names(void)
{
	static const struct {
		const char *name;
		bool valid;
	} rows[] = {
		{"table", true},
		{"a", true},
		{"2010-07.thumper_x", true},
		{"a..b", true},
		{"", false},
		{"-", false},
		{"-a", false},
		{"a-", false},
		{"a--b", false},
		{".a", false},
		{"a b", false},
		{"a\n", false},
		{"a>", false},
		{"\xc3\xa4", false},
	};

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		if (block_name_valid(rows[i].name) != rows[i].valid)
			g_test_message("'%s'", rows[i].name);
		g_assert_cmpint(block_name_valid(rows[i].name), ==, rows[i].valid);
	}
}

/* What --markers writes is what is found and replaced, in each dialect that can. */
static void test_dialects(void)
{
	size_t n;
	const struct dialect *const *all = dialects(&n);

	for (size_t i = 0; i < n; i++) {
		g_autoptr(GString) page = g_string_new("before\n"), out = g_string_new(NULL);
		g_autofree char *message = NULL;

		if (!block_possible(all[i]))
			continue;
		g_test_message("%s", all[i]->name);
		g_assert_nonnull(all[i]->comment_close);
		g_assert_false(block_found(all[i], page->str, page->len));
		block_wrap(all[i], "x.y-z", "old", page);
		g_assert_true(block_found(all[i], page->str, page->len));
		g_assert_false(block_found(&percent, page->str, page->len));
		message = replace(all[i], page->str, page->len, "x.y-z", "old\n", out);
		g_assert_cmpstr(message, ==, NULL);
		g_assert_cmpstr(out->str, ==, page->str);
	}
	g_assert_true(block_possible(dialect_by_name("twiki")));
	g_assert_true(block_possible(dialect_by_name("markdown")));
	g_assert_false(block_possible(dialect_by_name("csv")));
	g_assert_false(block_possible(dialect_by_name("text")));
}

/* No cell can look like the end of the block it is in. */
static void test_escaped(void)
{
	size_t n;
	const struct dialect *const *all = dialects(&n);

	for (size_t i = 0; i < n; i++) {
		g_autoptr(GString) text = g_string_new(NULL);

		if (!block_possible(all[i]))
			continue;
		g_test_message("%s", all[i]->name);
		all[i]->escape("x\n" END "\ny", text);
		g_assert_false(block_found(all[i], text->str, text->len));
		g_string_truncate(text, 0);
		all[i]->escape(END, text);
		g_assert_false(block_found(all[i], text->str, text->len));
	}
}

/* Pages made of pieces: success replaces one region and no other byte; never a crash. */
static void test_any_page(void)
{
	static const char *const pieces[] = {BEGIN, END, "\n", "\n", "\n", "\r\n", "\r", "x", " ",
		"<!--", "-->", "iotab", "\xef\xbb\xbf", "<!-- iotab begin o -->"};
	const struct dialect *twiki = dialect_by_name("twiki");
	int successes = 0;

	for (int round = 0; round < 20000; round++) {
		g_autoptr(GString) page = g_string_new(NULL), out = g_string_new(NULL);
		g_autoptr(GString) again = g_string_new(NULL);
		g_autofree char *message = NULL;
		const char *rest;
		size_t before;

		for (int n = g_test_rand_int_range(0, 12); n > 0; n--)
			g_string_append(
				page, pieces[g_test_rand_int_range(0, G_N_ELEMENTS(pieces))]);
		message = replace(twiki, page->str, page->len, "t", "new", out);
		if (message)
			continue;
		successes++;
		message = replace(twiki, out->str, out->len, "t", "new", again);
		g_assert_cmpstr(message, ==, NULL);
		g_assert_cmpstr(again->str, ==, out->str);
		before = (size_t)(strstr(out->str, "new") - out->str);
		g_assert_cmpmem(out->str, before, page->str, before);
		rest = strchr(out->str + before, '\n') + 1;
		g_assert_true(g_str_has_suffix(page->str + before, rest));
	}
	g_assert_cmpint(successes, >, 20);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/block/replaced", test_replaced);
	g_test_add_func("/block/texts", test_texts);
	g_test_add_func("/block/comments-to-the-line-end", test_comments_to_the_line_end);
	g_test_add_func("/block/nul", test_nul);
	g_test_add_func("/block/errors", test_errors);
	g_test_add_func("/block/names", test_names);
	g_test_add_func("/block/dialects", test_dialects);
	g_test_add_func("/block/escaped", test_escaped);
	g_test_add_func("/block/any-page", test_any_page);
	return g_test_run();
}
