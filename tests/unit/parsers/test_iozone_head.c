#include "parsers/iozone_head.h"

#include "tests/unit/parsers/witness.h"
#include <string.h>

static const struct iozone_phrase *at_start(const char *line, const char **rest)
{
	struct iozone_phrases index;

	iozone_phrases_index(&index);
	return iozone_phrase_at_start(&index, line, strlen(line), rest);
}

/* The rows of a first byte stand together: no two ranges overlap, and none is missing. */
static void test_index(void)
{
	struct iozone_phrases index;
	size_t at = 0, ranges = 0;

	iozone_phrases_index(&index);
	for (;; ranges++) {
		int found = -1;

		for (int c = 0; c < 256; c++)
			if (index.past[c] > index.first[c] && index.first[c] == at) {
				g_assert_cmpint(found, ==, -1);
				found = c;
			}
		if (found < 0)
			break;
		at = index.past[found];
	}
	g_assert_cmpuint(ranges, >, 20);
	for (int c = 0; c < 256; c++) {
		if (index.past[c] <= index.first[c])
			continue;
		ranges--;
		if (index.past[c] > at)
			fail_row("rows %u to %u of '%c' stand outside the order", index.first[c],
				index.past[c], c);
	}
	g_assert_cmpuint(ranges, ==, 0);
}

/* Lines of real logs and what they mean. */
static const struct {
	const char *line;
	enum iozone_word word;
	enum line_class class;
	const char *rest; /* what follows the phrase */
} lines[] = {
	{"\tIozone: Performance Test of File I/O", IOZONE_BANNER, LINE_BANNER, ""},
	{"\t        Version $Revision: 3.508 $", IOZONE_VERSION, LINE_BANNER, "3.508 $"},
	{"\t\tCompiled for 64 bit mode.", IOZONE_NOTHING, LINE_BANNER, " 64 bit mode."},
	{"\t\tBuild: linux-AMD64 ", IOZONE_NOTHING, LINE_BANNER, " linux-AMD64 "},
	{"\tContributors:Nnn Nnn", IOZONE_AUTHORS, LINE_BANNER, "Nnn Nnn"},
	{"\tRun began: Mon Nov 30 13:20:08 2026", IOZONE_BEGAN, LINE_BANNER,
		"Mon Nov 30 13:20:08 2026"},
	{"\tAuto Mode", IOZONE_NOTHING, LINE_HEAD, ""},
	{"\tAuto Mode 2. This option is obsolete. Use -az -i0 -i1 ", IOZONE_NOTHING, LINE_HEAD,
		" 2. This option is obsolete. Use -az -i0 -i1 "},
	{"\tFile size set to 4096 kB", IOZONE_NOTHING, LINE_HEAD, " 4096 kB"},
	{"\tRecord Size 64 kB", IOZONE_NOTHING, LINE_HEAD, "64 kB"},
	{"\tUsing minimum file size of 4096 kilobytes.", IOZONE_NOTHING, LINE_HEAD,
		" 4096 kilobytes."},
	{"\tUsing Maximum Record Size 64 kB", IOZONE_NOTHING, LINE_HEAD, " 64 kB"},
	{"\tCross over of record size disabled.", IOZONE_NOTHING, LINE_HEAD, "."},
	{"\tInclude fsync in write timing", IOZONE_FSYNC, LINE_HEAD, ""},
	{"\tInclude close in write timing", IOZONE_CLOSE, LINE_HEAD, ""},
	{"\tSYNC Mode. ", IOZONE_SYNC, LINE_HEAD, ". "},
	{"\t>>> O_DSYNC mode enabled. <<<", IOZONE_DSYNC, LINE_HEAD, ""},
	{"\tRead & Write sync mode active.", IOZONE_SYNC, LINE_HEAD, "."},
	{"\tO_DIRECT feature enabled", IOZONE_DIRECT, LINE_HEAD, ""},
	{"\tOPS Mode. Output is in operations per second.", IOZONE_OPS, LINE_HEAD,
		" operations per second."},
	{"\tMicroseconds/op Mode. Output is in microseconds per operation.", IOZONE_USEC, LINE_HEAD,
		". Output is in microseconds per operation."},
	{"\tExcel chart generation enabled", IOZONE_REPORT, LINE_HEAD, ""},
	{"\tUsing mmap files", IOZONE_MMAP, LINE_HEAD, ""},
	{"\tPOSIX async I/O (with bcopy). Depth 4 ", IOZONE_ASYNC, LINE_HEAD,
		" (with bcopy). Depth 4 "},
	{"\tPOSIX Async I/O (no bcopy). Depth 4 ", IOZONE_ASYNC, LINE_HEAD,
		" (no bcopy). Depth 4 "},
	{"\tVerify Mode. Pattern aaaaaaaa", IOZONE_INVALID, LINE_HEAD, " aaaaaaaa"},
	{"\tPerformance measurements are invalid in this mode.", IOZONE_INVALID, LINE_HEAD, "."},
	{"\t>>> I/O Diagnostic mode enabled. <<<", IOZONE_INVALID, LINE_HEAD, ""},
	{"\t>>> No Verify mode. <<<", IOZONE_NO_VERIFY, LINE_HEAD, ""},
	{"\tNo retest option selected", IOZONE_NO_RETEST, LINE_HEAD, ""},
	{"\tSelected test not available on the version.", IOZONE_NOTHING, LINE_HEAD, "."},
	{"\tCommand line used: iozone -a", IOZONE_COMMAND, LINE_HEAD, " iozone -a"},
	{"\tOutput is in kBytes/sec", IOZONE_OUTPUT, LINE_HEAD, " kBytes/sec"},
	{"\tTime Resolution = 0.000001 seconds.", IOZONE_NOTHING, LINE_HEAD, " 0.000001 seconds."},
	{"\tProcessor cache size set to 1024 kBytes.", IOZONE_NOTHING, LINE_HEAD, " 1024 kBytes."},
	{"\tProcessor cache line size set to 32 bytes.", IOZONE_NOTHING, LINE_HEAD, " 32 bytes."},
	{"\tFile stride size set to 17 * record size.", IOZONE_NOTHING, LINE_HEAD,
		" 17 * record size."},
	{"\tThroughput test with 4 processes", IOZONE_THROUGHPUT, LINE_HEAD, " 4 processes"},
	{"\tChildren see throughput for  4 readers \t\t=  1.00 kB/sec", IOZONE_CHILDREN,
		LINE_FIGURES, " for  4 readers \t\t=  1.00 kB/sec"},
	{"\tParent sees throughput for  4 readers \t\t=  1.00 kB/sec", IOZONE_PARENT, LINE_FIGURES,
		" for  4 readers \t\t=  1.00 kB/sec"},
	{"\tMin xfer \t\t\t\t\t=    3456.00 kB", IOZONE_XFER, LINE_FIGURES,
		" \t\t\t\t\t=    3456.00 kB"},
	{"\tChild[12] xfer count =    3456.00 kB", IOZONE_CHILD, LINE_FIGURES,
		"12] xfer count =    3456.00 kB"},
	{"\tEach thread writes a 4096 kByte", IOZONE_SIZES, LINE_HEAD, " 4096 kByte"},
	{"\tCPU utilization: Wall time    0.002", IOZONE_CPU, LINE_FIGURES, " Wall time    0.002"},
	{"\tCPU Utilization: Wall time    0.002", IOZONE_CPU, LINE_FIGURES, " Wall time    0.002"},
	{"\tCPU utilization Resolution = 0.000 seconds.", IOZONE_NOTHING, LINE_HEAD,
		" = 0.000 seconds."},
	{"The test completed too quickly to give a good result", IOZONE_HINT, LINE_HINT, ""},
	{"You will get a more precise measure of this machine's", IOZONE_HINT, LINE_HINT,
		" of this machine's"},
	{"performance by re-running iozone using the command:", IOZONE_HINT, LINE_HINT,
		" iozone using the command:"},
	{"I/O error during read.  Try again with the command:", IOZONE_HINT, LINE_HINT,
		"  Try again with the command:"},
	{"\tiozone 284 \t(i.e., file size = 284 kilobytes64)", IOZONE_HINT, LINE_HINT,
		"284 \t(i.e., file size = 284 kilobytes64)"},
	{"\tTimer resolution is poor. Some small transfers may have ", IOZONE_HINT, LINE_HINT,
		" Some small transfers may have "},
	{"\treported inaccurate results. Sizes 64 kBytes and below.", IOZONE_HINT, LINE_HINT,
		" 64 kBytes and below."},
	{"Excel output is below:", IOZONE_REPORT, LINE_REPORT, ""},
	{"iozone test complete.", IOZONE_COMPLETE, LINE_END, ""},
	{"iozone: interrupted", IOZONE_INTERRUPTED, LINE_END, ""},
	{"exiting iozone", IOZONE_EXITING, LINE_END, ""},
	{"Error writing block 48, fd= 3", IOZONE_ERROR, LINE_ERROR, " writing block 48, fd= 3"},
	{"Error: record length 1048576 is greater than filesize 64 kB", IOZONE_ERROR, LINE_ERROR,
		": record length 1048576 is greater than filesize 64 kB"},
	{"write: No space left on device", IOZONE_REASON, LINE_ERROR, "No space left on device"},
	{"open: No such file or directory", IOZONE_REASON, LINE_ERROR, "No such file or directory"},
	{"Can not open temp file: /x", IOZONE_ERROR, LINE_ERROR, " open temp file: /x"},
	{"\tCan not mix throughput mode and auto-mode flags.", IOZONE_REFUSED, LINE_ERROR,
		" throughput mode and auto-mode flags."},
	{"\tUsage: For usage information type iozone -h ", IOZONE_REFUSED, LINE_ERROR,
		" type iozone -h "},
	{"Unsupported option -> (null) <-", IOZONE_REFUSED, LINE_ERROR, " -> (null) <-"},
	{"iozone: invalid option -- '9'", IOZONE_REFUSED, LINE_ERROR, "invalid option -- '9'"},
};

static void test_lines(void)
{
	for (size_t i = 0; i < G_N_ELEMENTS(lines); i++) {
		const char *rest = NULL;
		const struct iozone_phrase *p = at_start(lines[i].line, &rest);

		if (!p)
			fail_row("'%s' is not known", lines[i].line);
		else if (p->word != lines[i].word || p->class != lines[i].class ||
			 g_strcmp0(rest, lines[i].rest))
			fail_row("'%s': word %d, class %s, rest '%s'", lines[i].line, p->word,
				line_class_name(p->class), rest);
	}
}

static void test_other_lines(void)
{
	static const char *const others[] = {"", " ", "\t\t", "Iozon", "hello", "iozone",
		"iozone 284", "x Iozone: Performance Test of File I/O", "\xff\xfe", "64 4 100 200"};
	const char *rest;

	for (size_t i = 0; i < G_N_ELEMENTS(others); i++)
		if (at_start(others[i], &rest))
			fail_row("'%s' is known", others[i]);
}

/* Lines cut anywhere: nothing outside of them is read. */
static void test_beginnings(void)
{
	struct iozone_phrases index;
	const char *rest;

	iozone_phrases_index(&index);
	for (size_t i = 0; i < G_N_ELEMENTS(lines); i++) {
		size_t length = strlen(lines[i].line);

		for (size_t n = 0; n < length; n++) {
			char *s = g_memdup2(lines[i].line, n ? n : 1);
			const struct iozone_phrase *p = iozone_phrase_at_start(&index, s, n, &rest);

			if (p)
				g_assert_true(rest >= s && rest <= s + n);
			iozone_phrase_inside(s, n, &rest);
			g_free(s);
		}
	}
}

static const struct {
	const char *line;
	int word; /* -1: none */
	const char *rest;
} inside[] = {
	/* an echo line longer than its slot loses its end and its newline */
	{"Machine is Linux x 6.1 Debian 6.1.76-\tFile size set to 1024 kB", IOZONE_NOTHING,
		" 1024 kB"},
	{"[12:33:01] iozone test complete.", IOZONE_COMPLETE, ""},
	{"> \tCommand line used: iozone -a", IOZONE_COMMAND, " iozone -a"},
	{"# Output is in kBytes/sec", -1, NULL}, /* too short to be sure */
	{"host1: Iozone: Performance Test of File I/O", IOZONE_BANNER, ""},
	{"a\tInclude fsync in write timing\tO_DIRECT feature enabled", IOZONE_FSYNC,
		"\tO_DIRECT feature enabled"}, /* the first one */
	{"cp: error writing 'x': No space left on device", IOZONE_REASON, ""},
	{"tee: log: Input/output error", IOZONE_REASON, ""},
	{"nothing of the kind", -1, NULL},
	{"", -1, NULL},
};

static void test_inside(void)
{
	for (size_t i = 0; i < G_N_ELEMENTS(inside); i++) {
		const char *rest = NULL;
		const struct iozone_phrase *p =
			iozone_phrase_inside(inside[i].line, strlen(inside[i].line), &rest);

		if ((p ? (int)p->word : -1) != inside[i].word ||
			(p && g_strcmp0(rest, inside[i].rest)))
			fail_row("'%s': word %d, rest '%s'", inside[i].line, p ? (int)p->word : -1,
				rest);
	}
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
	g_test_add_func("/iozone-head/index", test_index);
	g_test_add_func("/iozone-head/lines", test_lines);
	g_test_add_func("/iozone-head/other-lines", test_other_lines);
	g_test_add_func("/iozone-head/beginnings", test_beginnings);
	g_test_add_func("/iozone-head/inside", test_inside);
	g_test_add_func("/iozone-head/commands", test_commands);
	g_test_add_func("/iozone-head/command-text", test_command_text);
	g_test_add_func("/iozone-head/long-command", test_long_command);
	g_test_add_func("/iozone-head/many-modes", test_many_modes);
	g_test_add_func("/iozone-head/echoes", test_echoes);
	g_test_add_func("/iozone-head/echo-then-command", test_echo_then_command);
	g_test_add_func("/iozone-head/facts", test_facts);
	return g_test_run();
}
