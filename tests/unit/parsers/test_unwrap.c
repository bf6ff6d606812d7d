#include "parsers/unwrap.h"
#include <string.h>

static struct text text_of(const char *s)
{
	return (struct text){s, strlen(s), 1, false};
}

/* `before`: a line from which the prefix is learned, the known text beginning at `known`. */
static const struct {
	const char *before, *known, *line, *bare;
} lines[] = {
	/* nothing around it */
	{NULL, NULL, "\tAuto Mode", "\tAuto Mode"},
	{NULL, NULL, "", ""},
	/* quoting */
	{NULL, NULL, "> \tAuto Mode", "\tAuto Mode"},
	{NULL, NULL, ">>> \tAuto Mode", "\tAuto Mode"},
	{NULL, NULL, "> >>   64   4", "  64   4"},
	{NULL, NULL, ">>>", ""},
	{NULL, NULL, "\t>>> No Verify mode. <<<", "\t>>> No Verify mode. <<<"},
	/* tags at the end */
	{NULL, NULL, "  64  4  12<br>", "  64  4  12"},
	{NULL, NULL, "  64  4  12<br />", "  64  4  12"},
	{NULL, NULL, "<br></code></pre>", ""},
	{NULL, NULL, "Expecting >>ffffffaa<<", "Expecting >>ffffffaa<<"},
	{NULL, NULL, "a < b > c 2>", "a < b > c 2>"},
	{NULL, NULL, "x <>", "x <>"},
	/* prefixes */
	{"[12:33:01] \tAuto Mode", "Auto", "[12:33:09]       64   4", "      64   4"},
	{"[12:33:01] \tAuto Mode", "Auto", "[12:33:0x] 64", "[12:33:0x] 64"},
	{"Nov  9 10:00:00 h iozone: \tAuto", "Auto", "Nov 30 10:00:00 h iozone: x", "x"},
	{"Nov 30 10:00:00 h iozone: \tAuto", "Auto", "Nov  9 10:00:00 h iozone: x", "x"},
	{"Nov 30 10:00:00 h iozone: \tAuto", "Auto", "Nov 30 10:00:00 h iozone:", ""},
	{"log: Auto Mode", "Auto", "log:   64", "  64"},
	{"log: Auto Mode", "Auto", "lag:   64", "lag:   64"},
	{"log: Auto Mode", "Auto", "lo", "lo"},
	{"\tAuto Mode", "Auto", "\tAuto", "\tAuto"},
	/* a prefix and a tag */
	{"1: \tAuto<br>", "Auto", "7:  64<br>", " 64"},
};

static void test_lines(void)
{
	for (size_t i = 0; i < G_N_ELEMENTS(lines); i++) {
		struct unwrap unwrap = {0};
		struct text line = text_of(lines[i].line), bare;

		if (lines[i].before) {
			const struct text before = text_of(lines[i].before);

			unwrap_learn(&unwrap, &before, strstr(before.s, lines[i].known));
		}
		bare = unwrap_line(&unwrap, &line);
		if (bare.n != strlen(lines[i].bare) || memcmp(bare.s, lines[i].bare, bare.n))
			g_test_fail_printf("'%s': got '%.*s', not '%s'", lines[i].line, (int)bare.n,
				bare.s, lines[i].bare);
	}
}

/* A tag behind a figure shows that the figure is whole; without one it may lack digits. */
static void test_cut(void)
{
	const struct unwrap none = {0};
	struct text line = text_of("64 4 12");

	line.cut = true;
	g_assert_true(unwrap_line(&none, &line).cut);
	line = text_of("64 4 12<br>");
	line.cut = true;
	g_assert_false(unwrap_line(&none, &line).cut);
}

/* A prefix of any length and any bytes. */
static void test_long_prefix(void)
{
	g_autofree char *prefix = g_strnfill(UNWRAP_PREFIX, 'x');
	g_autofree char *s = g_strconcat(prefix, " Auto", NULL);
	struct unwrap unwrap = {0};
	struct text line = text_of(s);

	unwrap_learn(&unwrap, &line, strstr(s, "Auto"));
	g_assert_cmpuint(unwrap.n, ==, 0);
	line.s += 3;
	line.n -= 3;
	unwrap_learn(&unwrap, &line, strstr(s, "Auto"));
	g_assert_cmpuint(unwrap.n, ==, UNWRAP_PREFIX - 2);
}

static const struct {
	const char *row, *plain;
} rows[] = {
	{"  64  4", "  64  4"},
	{"\t64\t4", "        64      4"},
	{"8192,64,12,13", "8192 64 12 13"},
	{"8192,64,12 13", "8192,64,12 13"},
	{"8192,64,x", "8192,64,x"},
};

static void test_rows(void)
{
	g_autoptr(GString) buffer = g_string_new(NULL);

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		const struct text row = text_of(rows[i].row);
		struct text plain = unwrap_row(buffer, &row);

		if (plain.n != strlen(rows[i].plain) || memcmp(plain.s, rows[i].plain, plain.n))
			g_test_fail_printf("'%s': got '%.*s'", rows[i].row, (int)plain.n, plain.s);
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/unwrap/lines", test_lines);
	g_test_add_func("/unwrap/cut", test_cut);
	g_test_add_func("/unwrap/long-prefix", test_long_prefix);
	g_test_add_func("/unwrap/rows", test_rows);
	return g_test_run();
}
