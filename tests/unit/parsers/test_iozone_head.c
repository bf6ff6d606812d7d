#include "parsers/iozone_head.h"

#include "tests/unit/parsers/witness.h"
#include <string.h>

static const struct iozone_phrase *at_start(const char *line, const char **rest)
{
	struct iozone_phrases index;

	iozone_phrases_index(&index);
	return iozone_phrase_at_start(&index, line, strlen(line), rest);
}

static void take(struct iozone_head *head, const char *line, bool cut)
{
	const char *rest;
	const struct iozone_phrase *p = at_start(line, &rest);

	g_assert_nonnull(p);
	iozone_head_line(head, p, rest, line + strlen(line), cut);
}

/* All that the head says beside version, date, command and unit, in the order of its fields. */
static char *told(const struct iozone_head *h)
{
	GString *s = g_string_new(NULL);

	g_string_append_printf(s, "%03x", h->tests);
	if (h->figures)
		g_string_append(s, h->figures == IOZONE_FIGURES_OPS ? " ops" : " latency");
	if (h->no_retest)
		g_string_append(s, " no-retest");
	if (h->no_random_write)
		g_string_append(s, " no-random-write");
	if (h->invalid)
		g_string_append(s, " invalid");
	if (h->direct)
		g_string_append(s, " O_DIRECT");
	if (h->throughput)
		g_string_append(s, " throughput");
	if (h->threaded)
		g_string_append(s, " threads");
	if (h->mapped)
		g_string_append(s, " mapped");
	if (h->report)
		g_string_append(s, " report");
	for (size_t i = 0; i < h->n_modes; i++)
		g_string_append_printf(s, " %s=%s", h->mode_key[i], h->mode_value[i]);
	return g_string_free(s, FALSE);
}

static const struct {
	const char *options, *told;
} commands[] = {
	{"", "0ff"},
	{"-a", "0ff"},
	{"-i 0", "001"},
	{"-i 0 -i 2", "005"},
	{"-i 2 -i 0", "005"},
	{"-i 1 -i 1", "002"},
	{"-i0 -i7", "081"},
	{"-ai 3", "008"},
	{"-ai3", "008"},
	{"-i 0   -i  1", "003"},
	{"-Ra", "0ff report"},
	{"-a -R -b out.xls", "0ff report"},
	{"-Rai 1 -e", "002 report fsync=y"},
	/* values of other options are no options */
	{"-s 1g -r 64k -i 1", "002"},
	{"-s1g -r64k -i1", "002"},
	{"-a -g 32G -n 32G -r 64k -f /benchtest/iozone.test", "0ff"},
	{"-f -i0 -i 1", "002"},
	{"-f /tmp/-O -i 1", "002"},
	{"-U /mnt/test -i 1", "002"},
	{"-S 512 -L 64 -P 1 -d 10 -i 1", "002"},
	{"-y 4k -q 64k -i 1", "002"},
	{"-y4k -q64k -i1", "002"},
	{"-ay4k -i 1", "002"},
	{"-n 64 -g 128 -z -i 1", "002"},
	{"-X sizes -Y latencies -J 3 -i 1", "002"},
	/* tests that are not there */
	{"-i 8", "100"},
	{"-i 0 -i 8", "001"},
	{"-i 12", "001"},
	{"-i 99 -i 1", "003"},
	{"-i 0 -i 9 -i 10", "001"},
	{"-i 0 -i 1 -i 10", "003"},
	/* pread */
	{"-E", "6ff"},
	{"-E -i 0 -i 9 -i 10", "601"},
	{"-i 0 -E", "001"},
	{"-E -i 0 -i 11", "001"},
	{"-aE", "6ff"},
	{"-A", "003"},
	/* modes */
	{"-I", "0ff O_DIRECT direct=y"},
	{"-e -c -o", "0ff fsync=y close=y sync=y"},
	{"-eco -i 1", "002 fsync=y close=y sync=y"},
	{"-e -e", "0ff fsync=y"},
	{"-j 5", "0ff stride=5"},
	{"-j5 -K", "0ff stride=5 disrupted=y"},
	{"-p -m", "0ff purge=y multi-buffer=y"},
	{"-+D", "0ff dsync=y"},
	{"-+r", "0ff sync=y"},
	{"-B", "03f mapped mmap=y"},
	{"-H 4", "03f mapped async=4"},
	{"-k 8 -i 0 -i 6", "001 mapped async=8"},
	{"-H4 -i 0", "001 mapped async=4"},
	{"-O", "0ff ops"},
	{"-N", "0ff latency"},
	{"-aO", "0ff ops"},
	{"-+n", "0ff no-retest"},
	{"-+E", "0ff no-random-write"},
	{"-+n -+E -i 2", "004 no-retest no-random-write"},
	{"-V 3", "0ff invalid"},
	{"-V3", "0ff invalid"},
	{"-+d", "0ff invalid"},
	{"-+u -i 1", "002"},
	{"-+q 5 -i 1", "002"},
	{"-+p 70 -i 0 -i 8", "001"},
	{"-+x 4 -i 1", "002"},
	{"-+m clients -i 1", "002"},
	{"-+N -i 1", "002"},
	{"-+T -i 1", "002"},
	{"-+k -i 1", "002"},
	/* throughput */
	{"-t 4", "0ff throughput"},
	{"-t4 -i 0", "001 throughput"},
	{"-l 1 -u 3", "0ff throughput"},
	{"-t 2 -F a b -i 1", "002 throughput"},
	{"-F a b c -t 3", "0ff throughput"},
	{"-C -x -T -t 1", "0ff throughput threads"},
	/* long options of iorun have no letters */
	{"-i 0 --verify --overwrite -i 1", "003"},
	{"--data random -i 2 --pause 0 -t 1 --i-mean-this-device -e", "004 throughput"},
	{"--i-mean-this-device /dev/x --drop-caches --no-space-check", "0ff"},
	/* what it does not know, and what is no option */
	{"-9 -i 1", "002"},
	{"-i 1 file", "002"},
	{"- -i 1", "002"},
	{"-w -W -Q -M -i 1", "002"},
};

static void test_commands(void)
{
	static const char *const programs[] = {"iozone", "/opt/iozone/bin/iozone", "./iozone-i0"};

	for (size_t i = 0; i < G_N_ELEMENTS(commands); i++) {
		g_autofree char *line = g_strdup_printf("\tCommand line used: %s %s",
			programs[i % G_N_ELEMENTS(programs)], commands[i].options);
		struct iozone_head head;
		g_autofree char *got = NULL;

		iozone_head_init(&head);
		take(&head, line, false);
		got = told(&head);
		if (g_strcmp0(got, commands[i].told))
			fail_row("'%s': got '%s', expected '%s'", line, got, commands[i].told);
		iozone_head_clear(&head);
	}
}

/* The command as the log shows it, without blanks around it. */
static void test_command_text(void)
{
	struct iozone_head head;

	iozone_head_init(&head);
	take(&head, "\tCommand line used: iozone -i 0  -f /a b ", false);
	g_assert_cmpstr(head.command->str, ==, "iozone -i 0  -f /a b");
	iozone_head_reset(&head);
	g_assert_cmpstr(head.command->str, ==, "");
	g_assert_cmpuint(head.tests, ==, 0);
	take(&head, "\tCommand line used: iozone -i 0 -i 1", true); /* there may be more of it */
	g_assert_cmpstr(head.command->str, ==, "");
	g_assert_cmpuint(head.tests, ==, 0);
	iozone_head_clear(&head);
}

/* Whose lines they are like, and who printed them. */
static void test_build(void)
{
	static const char iorun[] = "\t\tBuild: iorun 0.1, prints as iozone 3.508 (layout L3) ";
	struct iozone_head head;

	iozone_head_init(&head);
	take(&head, "\t        Version $Revision: 3.508 $", false);
	take(&head, "\t\tBuild: linux-AMD64 ", false);
	g_assert_cmpstr(head.version->str, ==, "3.508");
	take(&head, iorun, false);
	take(&head, iorun, false);
	g_assert_cmpstr(head.version->str, ==, "3.508 (iorun 0.1)");
	iozone_head_reset(&head);
	take(&head, iorun, false); /* a log without its version */
	g_assert_cmpstr(head.version->str, ==, "");
	iozone_head_clear(&head);
}

static void test_long_command(void)
{
	g_autoptr(GString) line = g_string_new("\tCommand line used: iozone -i 1");
	struct iozone_head head;

	for (int i = 0; i < 5000; i++)
		g_string_append(line, " -F x");
	iozone_head_init(&head);
	take(&head, line->str, false);
	g_assert_cmpuint(head.tests, ==, 2);
	iozone_head_clear(&head);
}

/* More modes than fit, and values longer than fit. */
static void test_many_modes(void)
{
	struct iozone_head head;

	iozone_head_init(&head);
	take(&head,
		"\tCommand line used: iozone -e -c -o -I -+D -B -H 12345678901234567890 -p -K -m "
		"-j 7 "
		"-k 3 -j 8",
		false);
	g_assert_cmpuint(head.n_modes, <=, IOZONE_MODES);
	for (size_t i = 0; i < head.n_modes; i++) {
		g_assert_cmpuint(strlen(head.mode_value[i]), <, sizeof(head.mode_value[i]));
		if (g_str_equal(head.mode_key[i], "stride"))
			g_assert_cmpstr(head.mode_value[i], ==, "8"); /* the last one holds */
		for (size_t k = 0; k < i; k++)
			g_assert_cmpstr(head.mode_key[i], !=, head.mode_key[k]);
	}
	iozone_head_clear(&head);
}

static const struct {
	const char *line, *told;
} echoes[] = {
	{"\tInclude fsync in write timing", "000 fsync=y"},
	{"\tInclude close in write timing", "000 close=y"},
	{"\tSYNC Mode. ", "000 sync=y"},
	{"\t>>> O_DSYNC mode enabled. <<<", "000 dsync=y"},
	{"\tO_DIRECT feature enabled", "000 O_DIRECT direct=y"},
	{"\tOPS Mode. Output is in operations per second.", "000 ops"},
	{"\tMicroseconds/op Mode. Output is in microseconds per operation.", "000 latency"},
	{"\tNo retest option selected", "000 no-retest"},
	{"\t>>> No Verify mode. <<<", "000 no-random-write"},
	{"\tPerformance measurements are invalid in this mode.", "000 invalid"},
	{"\tThroughput test with 4 processes", "000 throughput"},
	{"\tEach thread writes a 4096 kByte file in 64 kByte records", "000 throughput threads"},
	{"\tEach process writes a 4096 kByte file in 64 kByte records", "000 throughput"},
	{"\tUsing mmap files", "000 mapped mmap=y"},
	{"\tPOSIX async I/O (with bcopy). Depth 4 ", "000 mapped"},
	{"\tAuto Mode", "000"},
	{"\tData written is random", "000 data=random"},
	{"\tData written is mixed:0.123457", "000 data=mixed:0.123457"},
	{"\tCaches are dropped before each test: done", "000 drop-caches=y"},
	{"\tCaches cannot be dropped: Permission denied", "000"},
	{"\tVerify Mode. Every byte is checked.", "000 invalid"},
};

static void test_echoes(void)
{
	for (size_t i = 0; i < G_N_ELEMENTS(echoes); i++) {
		struct iozone_head head;
		g_autofree char *got = NULL;

		iozone_head_init(&head);
		take(&head, echoes[i].line, false);
		got = told(&head);
		if (g_strcmp0(got, echoes[i].told))
			fail_row("'%s': got '%s'", echoes[i].line, got);
		iozone_head_reset(&head);
		g_free(got);
		got = told(&head);
		if (g_strcmp0(got, "000"))
			fail_row("'%s', reset: got '%s'", echoes[i].line, got);
		iozone_head_clear(&head);
	}
}

/* Echo lines come before the command line: neither may undo the other. */
static void test_echo_then_command(void)
{
	struct iozone_head head;
	g_autofree char *got = NULL;

	iozone_head_init(&head);
	take(&head, "\tO_DIRECT feature enabled", false);
	take(&head, "\tUsing mmap files", false);
	take(&head, "\tCommand line used: iozone -I -B -i 0 -i 6", false);
	got = told(&head);
	g_assert_cmpstr(got, ==, "001 O_DIRECT mapped direct=y mmap=y");
	iozone_head_clear(&head);
}

static const struct {
	const char *line, *version, *when, *unit;
	bool unit_said, cut;
} facts[] = {
	{"\t        Version $Revision: 3.508 $", "3.508", "", "", false, false},
	{"\t        Version $Revision: 3.508", "", "", "", false, true},
	{"\tRun began: Mon Nov 30 13:20:08 2026", "", "2026-11-30T13:20:08", "", false, false},
	{"\tRun began: Fri Jan  2 03:04:05 2009", "", "2009-01-02T03:04:05", "", false, false},
	{"\tRun began: Fri Jan  2 03:04:05 20", "", "", "", false, true},
	{"\tRun began: 2. Januar 2009", "", "2. Januar 2009", "", false, false},
	{"\tRun began: Fri Foo  2 03:04:05 2009", "", "Fri Foo  2 03:04:05 2009", "", false, false},
	{"\tOutput is in kBytes/sec", "", "", "kBytes/sec", true, false},
	{"\tOutput is in Kbytes/sec", "", "", "Kbytes/sec", true, false},
	{"\tOPS Mode. Output is in operations per second.", "", "", "operations per second", true,
		false},
	{"\tMicroseconds/op Mode. Output is in microseconds per operation.", "", "",
		"microseconds per operation", true, false},
};

static void test_facts(void)
{
	for (size_t i = 0; i < G_N_ELEMENTS(facts); i++) {
		struct iozone_head head;

		iozone_head_init(&head);
		take(&head, facts[i].line, facts[i].cut);
		if (g_strcmp0(head.version->str, facts[i].version) ||
			g_strcmp0(head.when->str, facts[i].when) ||
			g_strcmp0(head.unit->str, facts[i].unit) ||
			head.unit_said != facts[i].unit_said)
			fail_row("'%s': version '%s', when '%s', unit '%s'", facts[i].line,
				head.version->str, head.when->str, head.unit->str);
		iozone_head_clear(&head);
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/iozone-head/commands", test_commands);
	g_test_add_func("/iozone-head/command-text", test_command_text);
	g_test_add_func("/iozone-head/build", test_build);
	g_test_add_func("/iozone-head/long-command", test_long_command);
	g_test_add_func("/iozone-head/many-modes", test_many_modes);
	g_test_add_func("/iozone-head/echoes", test_echoes);
	g_test_add_func("/iozone-head/echo-then-command", test_echo_then_command);
	g_test_add_func("/iozone-head/facts", test_facts);
	return g_test_run();
}
