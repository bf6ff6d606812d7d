#include "parsers/parser.h"

#include "tests/unit/parsers/witness.h"
#include <string.h>

/* Pieces of a log of 3.508. */
#define BANNER     "\tIozone: Performance Test of File I/O\n\t        Version $Revision: 3.508 $\n"
#define COMMAND(o) "\tCommand line used: iozone " o "\n"
#define KB         "\tOutput is in kBytes/sec\n"
#define HEADS                                                                                      \
	"                                                                    random    random"     \
	"      bkwd     record     stride                                        \n"               \
	"              kB  reclen    write    rewrite      read    reread      read     write"     \
	"      read    rewrite       read    fwrite  frewrite     fread   freread\n"
#define TOP(o)                                                                                     \
	BANNER COMMAND(o)                                                                          \
	KB HEADS /* 6 lines: the first row is line 7 */
#define DONE "\niozone test complete.\n"
/* Rows of -i 0. */
#define ROW_64  "              64       4       100       200\n"
#define ROW_128 "             128       8       300       400\n"

/* What they read as. */
#define BEGIN   "begin iozone v=3.508 @1\n"
#define GOOD_64 "iozone:write=102400 @7\niozone:rewrite=204800 @7\n"

static int read_log(struct witness *w, const char *bytes, size_t n)
{
	struct input *in = input_memory(bytes, n, "log", w->sink.diag);
	int result = parser_iozone.parse(in, &w->sink);

	input_close(in);
	witness_diags(w->sink.diag, w->log);
	return result;
}

struct row {
	const char *name, *text, *expected;
};

static void check_rows(const struct row *row, size_t n, bool terse)
{
	for (size_t i = 0; i < n; i++) {
		struct witness w;

		witness_init(&w);
		w.terse = terse;
		read_log(&w, row[i].text, strlen(row[i].text));
		assert_told(row[i].name, w.log->str, row[i].expected);
		witness_clear(&w);
	}
}

static const struct row figures[] = {
	{"kB/s",
		BANNER "\tRun began: Mon Nov 30 13:20:08 2026\n" COMMAND("-i 0")
			KB HEADS ROW_64 ROW_128 DONE,
		"begin iozone v=3.508 when=2026-11-30T13:20:08 @1\n"
		"iozone:write=102400 '100' (kBytes/sec) [file-size=65536;record-size=4096] @8\n"
		"iozone:rewrite=204800 '200' (kBytes/sec) [file-size=65536;record-size=4096] @8\n"
		"iozone:write=307200 '300' (kBytes/sec) [file-size=131072;record-size=8192] @9\n"
		"iozone:rewrite=409600 '400' (kBytes/sec) [file-size=131072;record-size=8192] @9\n"
		"end complete\n"},
	{"operations",
		BANNER "\tOPS Mode. Output is in operations per second.\n" COMMAND("-i 0 -O")
			HEADS ROW_64 DONE,
		"begin iozone v=3.508 @1\n"
		"iozone:write.iops=100 '100' (operations per second) "
		"[file-size=65536;record-size=4096] @7\n"
		"iozone:rewrite.iops=200 '200' (operations per second) "
		"[file-size=65536;record-size=4096] @7\n"
		"end complete\n"},
	{"microseconds",
		BANNER "\tMicroseconds/op Mode. Output is in microseconds per operation.\n" COMMAND(
			"-i 0 -N") HEADS "              64       4         2       250\n" DONE,
		"begin iozone v=3.508 @1\n"
		"iozone:write.latency=2e-06 '2' (microseconds per operation) "
		"[file-size=65536;record-size=4096] @7\n"
		"iozone:rewrite.latency=0.00025 '250' (microseconds per operation) "
		"[file-size=65536;record-size=4096] @7\n"
		"end complete\n"},
	{"modes are part of where",
		BANNER "\tInclude fsync in write timing\n" COMMAND("-i 0 -e -j 5")
			KB HEADS ROW_64 DONE,
		"begin iozone v=3.508 @1\n"
		"iozone:write=102400 '100' (kBytes/sec) "
		"[file-size=65536;fsync=y;record-size=4096;stride=5] @8\n"
		"iozone:rewrite=204800 '200' (kBytes/sec) "
		"[file-size=65536;fsync=y;record-size=4096;stride=5] @8\n"
		"end complete\n"},
};

static void test_figures(void)
{
	check_rows(figures, G_N_ELEMENTS(figures), false);
}

/* A 0 is no figure: not done, or less than the tool can show. */
static const struct row zeros[] = {
	{"-+n: no second pass",
		BANNER "\tNo retest option selected\n" COMMAND("-i 0 -+n") KB HEADS
		"              64       4       100         0\n" DONE,
		BEGIN "iozone:write=102400 @8\n"
		      "iozone:rewrite= not-run;not-retested @8\n"
		      "end complete\n"},
	{"-+n, but the first pass is 0",
		TOP("-i 0 -+n") "              64       4         0         0\n" DONE,
		BEGIN "iozone:write= below-resolution @7\n"
		      "iozone:rewrite= not-run;not-retested @7\n"
		      "end complete\n"},
	{"-+n: single passes are run",
		TOP("-i 3 -+n") "              64       4" /* 0, 1 and 2 skipped */
				"                                                      "
				"         0\n" DONE,
		BEGIN "iozone:backward-read= below-resolution @7\n"
		      "end complete\n"},
	{"-+E: no random write",
		TOP("-i 2 -+E") "              64       4                                    "
				"       100         0\n" DONE,
		BEGIN "iozone:random-read=102400 @7\n"
		      "iozone:random-write= not-run @7\n"
		      "end complete\n"},
	{"-N: less than a microsecond",
		BANNER "\tMicroseconds/op Mode. Output is in microseconds per operation.\n" COMMAND(
			"-i 0 -N") HEADS "              64       4         0         3\n" DONE,
		"begin iozone v=3.508 @1\n"
		"iozone:write.latency= below-resolution @7\n"
		"iozone:rewrite.latency=3e-06 @7\n"
		"end complete\n"},
	{"clamped to the clock: file size x 1000000",
		TOP("-i 0") "              64       4  64000000  63999999\n" DONE,
		BEGIN "iozone:write=65536000000 below-resolution @7\n"
		      "iozone:rewrite=65535998976 @7\n"
		      "end complete\n"},
	{"clamped in operations: records x 1000000",
		BANNER "\tOPS Mode. Output is in operations per second.\n" COMMAND("-i 0 -O") HEADS
		"              64       4  16000000       100\n" DONE,
		"begin iozone v=3.508 @1\n"
		"iozone:write.iops=16000000 below-resolution @7\n"
		"iozone:rewrite.iops=100 @7\n"
		"end complete\n"},
};

static void test_zeros(void)
{
	check_rows(zeros, G_N_ELEMENTS(zeros), true);
}

static const struct row flags[] = {
	{"figures of -V are no measurement",
		BANNER "\tVerify Mode. Pattern aaaaaaaa\n"
		       "\tPerformance measurements are invalid in this mode.\n" COMMAND(
			       "-i 0 -V 170") KB HEADS ROW_64 DONE,
		BEGIN "iozone:write=102400 invalid-mode @9\n"
		      "iozone:rewrite=204800 invalid-mode @9\n"
		      "end complete\n"
		      "invalid-mode @1\n"},
	{"stdio ignores O_DIRECT",
		TOP("-i 0 -i 6 -I") "              64       4       100       200"
				    "                                                              "
				    "   "
				    "       300       400\n" DONE,
		BEGIN GOOD_64 "iozone:fwrite=307200 in-cache @7\n"
			      "iozone:frewrite=409600 in-cache @7\n"
			      "end complete\n"},
	{"no unit said", BANNER COMMAND("-i 0") HEADS ROW_64 DONE,
		BEGIN "iozone:write=102400 unit-guessed @6\n"
		      "iozone:rewrite=204800 unit-guessed @6\n"
		      "end complete\n"
		      "unit-guessed @1: kBytes/sec taken\n"},
	{"cells that touch", TOP("-i 0") "              64       4       1001234567890\n" DONE,
		BEGIN "iozone:write=102400 fused @7\n"
		      "iozone:rewrite=1264197519360 fused @7\n"
		      "end complete\n"},
	{"throughput mode is read",
		BANNER COMMAND("-t 2 -i 0") KB
		"\tThroughput test with 2 processes\n"
		"\tChildren see throughput for  2 initial writers \t=  100.00 kB/sec\n" DONE,
		BEGIN "iozone:write=102400 @6\nend complete\n"},
};

static void test_flags(void)
{
	check_rows(flags, G_N_ELEMENTS(flags), true);
}

/* The hint after a row, and advice after the table. */
#define HINT                                                                                       \
	"\nThe test completed too quickly to give a good result\n"                                 \
	"You will get a more precise measure of this machine's\n"                                  \
	"performance by re-running iozone using the command:\n\n"                                  \
	"\tiozone 284 \t(i.e., file size = 284 kilobytes64)\n"
#define HINT_ERROR                                                                                 \
	"\nI/O error during read.  Try again with the command:\n\n"                                \
	"\tiozone 64 2048 \t(i.e. record size = 2048 bytes)\n"

static const struct row between[] = {
	{"rows go on after a hint", TOP("-i 0") ROW_64 HINT ROW_128 DONE,
		BEGIN GOOD_64 "iozone:write=307200 @14\niozone:rewrite=409600 @14\n"
			      "end complete\n"},
	{"the hint about read is no error", TOP("-i 0") ROW_64 HINT_ERROR ROW_128 DONE,
		BEGIN GOOD_64 "iozone:write=307200 @12\niozone:rewrite=409600 @12\n"
			      "end complete\n"},
	{"empty lines between rows", TOP("-i 0") ROW_64 "\n\n" ROW_128 DONE,
		BEGIN GOOD_64 "iozone:write=307200 @10\niozone:rewrite=409600 @10\n"
			      "end complete\n"},
	{"the clock's warning",
		TOP("-i 0") ROW_64 DONE
		"\tTimer resolution is poor. Some small transfers may have \n"
		"\treported inaccurate results. Sizes 64 kBytes and below.\n",
		BEGIN GOOD_64 "end complete\n"},
	{"the report says the figures again",
		TOP("-R -i 0") ROW_64 DONE "Excel output is below:\n\n\"Writer report\"\n"
					   "        \"4\"\n\"64\"   100 \n\n\"Re-writer report\"\n"
					   "        \"4\"\n\"64\"   200 \n",
		BEGIN GOOD_64 "end complete\n"},
	{"a line that means nothing is counted",
		TOP("-i 0") "who knows what this is\n" ROW_64 "and this\n" DONE,
		BEGIN "iozone:write=102400 @8\niozone:rewrite=204800 @8\n"
		      "end complete\n"
		      "unknown-lines @7: 2\n"},
	{"CR LF",
		"\tIozone: Performance Test of File I/O\r\n\t        Version $Revision: 3.508 $\r\n"
		"\tCommand line used: iozone -i 0\r\n\tOutput is in kBytes/sec\r\n"
		"              64       4       100       200\r\n\r\niozone test complete.\r\n",
		BEGIN "iozone:write=102400 @5\niozone:rewrite=204800 @5\nend complete\n"},
};

static void test_between(void)
{
	check_rows(between, G_N_ELEMENTS(between), true);
}

static const struct row runs[] = {
	{"two runs", TOP("-i 0") ROW_64 DONE TOP("-i 0 -O") ROW_128 DONE,
		BEGIN GOOD_64 "end complete\n"
			      "begin iozone v=3.508 @10\n"
			      "iozone:write.iops=300 @16\niozone:rewrite.iops=400 @16\n"
			      "end complete\n"},
	{"nothing of a run holds for the next",
		BANNER "\tNo retest option selected\n\tO_DIRECT feature enabled\n" COMMAND(
			"-i 0 -+n -I -V 3") KB HEADS
		"              64       4       100         0\n" DONE TOP(
			"-i 0") "              64       4       100         0\n" DONE,
		BEGIN "iozone:write=102400 invalid-mode @9\n"
		      "iozone:rewrite= not-run;not-retested;invalid-mode @9\n"
		      "end complete\n"
		      "begin iozone v=3.508 @12\n"
		      "iozone:write=102400 @18\n"
		      "iozone:rewrite= below-resolution @18\n"
		      "end complete\n"
		      "invalid-mode @1\n"},
	{"the first one dies", TOP("-i 0") ROW_64 TOP("-i 0") ROW_128 DONE,
		BEGIN GOOD_64 "end partial\n"
			      "begin iozone v=3.508 @8\n"
			      "iozone:write=307200 @14\niozone:rewrite=409600 @14\n"
			      "end complete\n"
			      "run-incomplete @1: partial, 2 figures\n"},
	{"other releases",
		TOP("-i 0") ROW_64 DONE
		"\tIozone: Performance Test of File I/O\n\t        Version $Revision: 3.414 $\n"
		"\tCommand line used: iozone -i 0 -i 3\n\tOutput is in Kbytes/sec\n"
		"              KB  reclen   write rewrite    read    reread    read   write    "
		"read "
		" rewrite     read   fwrite frewrite   fread  freread\n"
		"              64       4     100     200                                       "
		"300\n" DONE,
		BEGIN GOOD_64 "end complete\n"
			      "begin iozone v=3.414 @10\n"
			      "iozone:write=102400 @15\niozone:rewrite=204800 @15\n"
			      "iozone:backward-read=307200 @15\n"
			      "end complete\n"},
	{"columns of the next run are its own",
		TOP("-i 1") "              64       4                         100       200\n" DONE
			TOP("-i 0") ROW_64 DONE,
		BEGIN "iozone:read=102400 @7\niozone:reread=204800 @7\nend complete\n"
		      "begin iozone v=3.508 @10\n"
		      "iozone:write=102400 @16\niozone:rewrite=204800 @16\nend complete\n"},
};

static void test_runs(void)
{
	check_rows(runs, G_N_ELEMENTS(runs), true);
}

static const struct row statuses[] = {
	{"no completion line", TOP("-i 0") ROW_64,
		BEGIN GOOD_64 "end partial\nrun-incomplete @1: partial, 2 figures\n"},
	{"an error in the middle of a row",
		TOP("-i 0") ROW_64
		"             128       8       300\nError writing block 48, fd= 3\n"
		"write: No space left on device\n\niozone: interrupted\n\nexiting iozone\n",
		BEGIN GOOD_64 "iozone:write=307200 @8\niozone:rewrite= truncated @8\n"
			      "end partial error=Error writing block 48, fd= 3; "
			      "write: No space left on device\n"
			      "row-partial @8: 1 figures of 2\n"
			      "run-error @1: Error writing block 48, fd= 3; "
			      "write: No space left on device\n"},
	{"an error before the first cell",
		TOP("-i 0") "              64       4\nError writing block 0, fd= 3\n",
		BEGIN "iozone:write= truncated @7\niozone:rewrite= truncated @7\n"
		      "end failed error=Error writing block 0, fd= 3\n"
		      "row-partial @7: 0 figures of 2\n"
		      "run-error @1: Error writing block 0, fd= 3\n"},
	{"the reason comes without its error", TOP("-i 0") "write: No space left on device\n",
		BEGIN "end failed error=write: No space left on device\n"
		      "run-error @1: write: No space left on device\n"},
	{"somebody stopped it", TOP("-i 0") ROW_64 "\niozone: interrupted\n\nexiting iozone\n\n",
		BEGIN GOOD_64 "end interrupted\n"
			      "run-incomplete @1: interrupted, 2 figures\n"},
	{"refused",
		BANNER "\tAuto Mode\n" COMMAND(
			"-a -t 2") "\tCan not mix throughput mode and auto-mode flags.\n",
		BEGIN "end failed error=Can not mix throughput mode and auto-mode flags.\n"
		      "run-refused @1: Can not mix throughput mode and auto-mode flags.\n"},
	{"nothing after the heads", TOP("-i 0"),
		BEGIN "end failed error=the output ends before any figure\n"
		      "run-incomplete @1: failed, 0 figures\n"},
	{"a table without rows", TOP("-n 1g") DONE,
		BEGIN "end failed error=no row in its table\n"
		      "no-rows @1\n"},
	{"the first error is kept",
		TOP("-i 0") "Error writing block 1, fd= 3\nwrite: File too large\nError reading "
			    "block 2\n"
			    "read: Input/output error\n",
		BEGIN "end failed error=Error writing block 1, fd= 3; write: File too large\n"
		      "run-error @1: Error writing block 1, fd= 3; write: File too large\n"},
};

static void test_statuses(void)
{
	check_rows(statuses, G_N_ELEMENTS(statuses), true);
}

/* Every error the tool knows is the first cause of its run; what the system says of it is added. */
static void test_causes(void)
{
	static const struct {
		const char *error, *reason;
	} causes[] = {
		{"Error writing block 48, fd= 3", "write: No space left on device"},
		{"Error writing block at 65536", "write: No space left on device"},
		{"Error reading block at 65536", "read: Input/output error"},
		{"Error fwriting block 48, fd= 3", "fwrite: No space left on device"},
		{"Error pwriting block 48, fd= 3", "pwrite: No space left on device"},
		{"Error reading block 114 7fe248500000", "pread: Input/output error"},
		{"Error reading block 28, fd= 3 Filename x Read returned 131072", "read: Success"},
		{"Error freading block 494 7fc365b00000", "read: Input/output error"},
		{"Can not open temp file: /x", "open: No such file or directory"},
		{"Can not create temp file: /x", "creat: Permission denied"},
		{"Can not open temporary file /x for read", "open: No such file or directory"},
		{"Can not open temporary file for read/write", "open: Permission denied"},
		{"Can not fdopen temp file: /x", "fopen: Too many open files"},
		{"Error in file: Found ?0? Expecting ?3a? addr 7f17", NULL},
		{"Error: record length 1048576 is greater than filesize 64 kB", NULL},
		{"Can not mix throughput mode and auto-mode flags.", NULL},
		{"Unsupported option -> (null) <-", NULL},
	};

	for (size_t i = 0; i < G_N_ELEMENTS(causes); i++) {
		const char *reason = causes[i].reason;
		g_autofree char *told =
			g_strconcat(causes[i].error, reason ? "; " : NULL, reason, NULL);
		g_autofree char *log = g_strdup_printf(TOP("-i 0") ROW_64
			"\n%s\n%s\n"
			"\niozone: interrupted\n\nError writing block 9, fd= 3\n"
			"write: File too large\n",
			causes[i].error, reason ? reason : "");
		g_autofree char *end = g_strdup_printf("\nend partial error=%s\n", told);
		struct witness w;

		witness_init(&w);
		w.terse = true;
		read_log(&w, log, strlen(log));
		if (!strstr(w.log->str, end) || w.sink.lines[LINE_UNKNOWN])
			fail_row("'%s': %zu unknown lines\n%s", told, w.sink.lines[LINE_UNKNOWN],
				w.log->str);
		witness_clear(&w);
	}
}

static const struct row damages[] = {
	{"numbers that are no row", TOP("-i 0") ROW_64 "64 4 1 2 3 4 5\n" ROW_128 DONE,
		BEGIN GOOD_64 "iozone:write=307200 @9\niozone:rewrite=409600 @9\n"
			      "end partial\n"
			      "row-unreadable @8\n"
			      "run-incomplete @1: partial, 4 figures\n"},
	{"a record larger than its file",
		TOP("-i 0") "               4      64       100       200\n" ROW_128 DONE,
		BEGIN "iozone:write=307200 @8\niozone:rewrite=409600 @8\n"
		      "end partial\n"
		      "row-unreadable @7\n"
		      "run-incomplete @1: partial, 2 figures\n"},
	{"figures run into the record size, margin lost",
		TOP("-i 0") "64       412345678901234567890\n" ROW_128 DONE,
		BEGIN "iozone:write=307200 @8\niozone:rewrite=409600 @8\n"
		      "end partial\n"
		      "row-unreadable @7\n"
		      "run-incomplete @1: partial, 2 figures\n"},
	{"numbers before any table mean nothing", "64 4 hours later\n" TOP("-i 0") ROW_64 DONE,
		"begin iozone v=3.508 @2\n"
		"iozone:write=102400 @8\niozone:rewrite=204800 @8\n"
		"end complete\n"
		"unknown-lines @1: 1\n"},
	{"words of the tool in the text of a script",
		"Build: 77\nContributors: all of us\nrm: x: No such file or directory\n" TOP("-i 0")
			ROW_64 "Build: 78\n" DONE "rm: x: No such file or directory\n",
		"begin iozone v=3.508 @4\n"
		"iozone:write=102400 @10\niozone:rewrite=204800 @10\n"
		"end complete\n"
		"unknown-lines @1: 5\n"},
	{"a pushed row",
		TOP("-i 0 -i 1") "              64       4       10012345678901       300       "
				 "400\n" DONE,
		BEGIN "iozone:write= unreadable;fused @7\niozone:rewrite= unreadable;fused @7\n"
		      "iozone:read=307200 @7\niozone:reread=409600 @7\n"
		      "end complete\n"
		      "row-pushed @7: 2 figures of 4\n"},
	{"cut inside the last cell", TOP("-i 0") "              64       4       100       20",
		BEGIN "iozone:write=102400 @7\niozone:rewrite= truncated @7\n"
		      "end partial\n"
		      "cut-figure @7\n"
		      "row-partial @7: 1 figures of 2\n"
		      "run-incomplete @1: partial, 1 figures\n"},
	{"cut where a cell ends", TOP("-i 0") ROW_64 "             128       8       300",
		BEGIN GOOD_64 "iozone:write= truncated @8\niozone:rewrite= truncated @8\n"
			      "end partial\n"
			      "cut-figure @8\n"
			      "row-partial @8: 0 figures of 2\n"
			      "run-incomplete @1: partial, 2 figures\n"},
	{"cut after a blank", TOP("-i 0") ROW_64 "             128       8       300 ",
		BEGIN GOOD_64 "iozone:write=307200 @8\niozone:rewrite= truncated @8\n"
			      "end partial\n"
			      "row-partial @8: 1 figures of 2\n"
			      "run-incomplete @1: partial, 3 figures\n"},
	{"cut in the record size", TOP("-i 0") ROW_64 "             128       8",
		BEGIN GOOD_64 "end partial\n"
			      "cut-figure @8\n"
			      "run-incomplete @1: partial, 2 figures\n"},
	{"other text on the line of a row",
		TOP("-i 0") "              64       4       100       200 cp: done\n" DONE,
		BEGIN GOOD_64 "end complete\nunknown-lines @7: 1\n"},
	{"rows alone, 13 columns",
		"              64       4       101       102       103       104       105       "
		"106"
		"       107        108        109       110       111       112       113\n",
		"begin iozone @1\n"
		"iozone:write=103424 unit-guessed @1\niozone:rewrite=104448 unit-guessed @1\n"
		"iozone:read=105472 unit-guessed @1\niozone:reread=106496 unit-guessed @1\n"
		"iozone:random-read=107520 unit-guessed @1\n"
		"iozone:random-write=108544 unit-guessed @1\n"
		"iozone:backward-read=109568 unit-guessed @1\n"
		"iozone:record-rewrite=110592 unit-guessed @1\n"
		"iozone:stride-read=111616 unit-guessed @1\niozone:fwrite=112640 unit-guessed @1\n"
		"iozone:frewrite=113664 unit-guessed @1\niozone:fread=114688 unit-guessed @1\n"
		"iozone:freread=115712 unit-guessed @1\n"
		"end partial\n"
		"run-incomplete @1: partial, 13 figures\n"
		"unit-guessed @1: kBytes/sec taken\n"},
	{"rows alone, blanks collapsed: by their number",
		"64 4 101 102 103 104 105 106 107 108 109 110 111 112 113\n",
		"begin iozone @1\n"
		"iozone:write=103424 unit-guessed @1\niozone:rewrite=104448 unit-guessed @1\n"
		"iozone:read=105472 unit-guessed @1\niozone:reread=106496 unit-guessed @1\n"
		"iozone:random-read=107520 unit-guessed @1\n"
		"iozone:random-write=108544 unit-guessed @1\n"
		"iozone:backward-read=109568 unit-guessed @1\n"
		"iozone:record-rewrite=110592 unit-guessed @1\n"
		"iozone:stride-read=111616 unit-guessed @1\niozone:fwrite=112640 unit-guessed @1\n"
		"iozone:frewrite=113664 unit-guessed @1\niozone:fread=114688 unit-guessed @1\n"
		"iozone:freread=115712 unit-guessed @1\n"
		"end partial\n"
		"row-no-layout @1: 13 columns\n"
		"run-incomplete @1: partial, 13 figures\n"
		"unit-guessed @1: kBytes/sec taken\n"},
	{"tabs for blanks", TOP("-i 0") "\t      64\t       4\t       100\t\t 200\n" DONE,
		BEGIN GOOD_64 "end complete\n"},
	{"a table after the completion line is another run",
		TOP("-i 0") ROW_64 DONE
		"              64       4                         500       600\n",
		BEGIN GOOD_64 "end complete\n"
			      "begin iozone @10\n"
			      "iozone:read=512000 unit-guessed @10\n"
			      "iozone:reread=614400 unit-guessed @10\n"
			      "end partial\n"
			      "run-incomplete @10: partial, 2 figures\n"
			      "unit-guessed @10: kBytes/sec taken\n"},
	{"nothing", "", ""},
	{"no log", "hello\nworld\n", "unknown-lines @1: 2\n"},
};

static void test_damages(void)
{
	check_rows(damages, G_N_ELEMENTS(damages), true);
}

/* What parse() answers. */
static void test_result(void)
{
	static const struct {
		const char *text;
		int result;
	} results[] = {
		{"", -1},
		{"hello\n", -1},
		{TOP("-i 0") ROW_64 DONE, 0},
		{BANNER, 0},
	};

	for (size_t i = 0; i < G_N_ELEMENTS(results); i++) {
		struct witness w;

		witness_init(&w);
		g_assert_cmpint(read_log(&w, results[i].text, strlen(results[i].text)), ==,
			results[i].result);
		witness_clear(&w);
	}
}

/* A metric that nobody wants costs its figure only. */
static void test_wants(void)
{
	struct witness w;

	witness_init(&w);
	w.terse = true;
	w.unwanted = "iozone:write";
	read_log(&w, TOP("-i 0") ROW_64 DONE, strlen(TOP("-i 0") ROW_64 DONE));
	g_assert_cmpstr(w.log->str, ==, BEGIN "iozone:rewrite=204800 @7\nend complete\n");
	witness_clear(&w);
}

/* A sweep with whole, cut and pushed rows of two record sizes. */
static void put_sweep(GString *text, guint32 seed)
{
	GRand *rand = g_rand_new_with_seed(seed);

	g_string_append(text, TOP("-i 0"));
	for (int i = 0; i < 40; i++) {
		g_string_append_printf(text, "%16d%8d", 1024, i % 2 ? 64 : 128);
		switch (g_rand_int_range(rand, 0, 12)) {
		case 0: /* the row ends early */
			g_string_append_printf(text, "%10d\n", i);
			break;
		case 1: /* pushed */
			g_string_append_printf(text, "%10d%10s\n", i, "12345678901");
			break;
		default:
			g_string_append_printf(text, "%10d%10d\n", i, 1000 * i);
		}
	}
	if (g_rand_boolean(rand))
		g_string_append(text, DONE);
	g_rand_free(rand);
}

/* What `skipped` leaves out of the lines of a log: figures of rows that the text has in `size`. */
static char *without(const char *log, const char *size)
{
	g_auto(GStrv) line = g_strsplit(log, "\n", -1);
	GString *out = g_string_new(NULL);

	for (size_t i = 0; line[i]; i++)
		if (*line[i] && !strstr(line[i], size))
			g_string_append_printf(out, "%s\n", line[i]);
	return g_string_free(out, FALSE);
}

/*
 * Rows nobody wants may be left out, and nothing else changes: not the state of the run, nor what
 * is said of other rows.
 */
static void test_skips(void)
{
	for (guint32 seed = 1; seed <= 50; seed++) {
		g_autoptr(GString) text = g_string_new(NULL);
		g_autofree char *expected = NULL, *got = NULL;
		struct witness all, some;

		put_sweep(text, seed);
		put_sweep(text, seed + 1000);
		witness_init(&all);
		witness_init(&some);
		some.skipped = "65536";
		read_log(&all, text->str, text->len);
		read_log(&some, text->str, text->len);
		expected = without(all.log->str, "record-size=65536");
		got = without(some.log->str, "record-size=65536");
		g_assert_cmpuint(some.log->len, <, all.log->len);
		if (g_strcmp0(got, expected))
			fail_row("seed %u\n--- got\n%s\n--- expected\n%s", seed, got, expected);
		for (size_t i = 0; i < LINE_CLASS_COUNT; i++)
			g_assert_cmpuint(all.sink.lines[i], ==, some.sink.lines[i]);
		witness_clear(&all);
		witness_clear(&some);
	}
}

/* Every line has its class. */
static void test_classes(void)
{
	static const char text[] = TOP("-i 0") ROW_64 HINT "odd\n" DONE;
	static const size_t expected[LINE_CLASS_COUNT] = {
		[LINE_BANNER] = 2,
		[LINE_HEAD] = 2,
		[LINE_HEADER] = 2,
		[LINE_FIGURES] = 1,
		[LINE_HINT] = 4,
		[LINE_BLANK] = 3,
		[LINE_UNKNOWN] = 1,
		[LINE_END] = 1,
	};
	struct witness w;

	witness_init(&w);
	read_log(&w, text, sizeof(text) - 1);
	for (size_t i = 0; i < LINE_CLASS_COUNT; i++)
		if (w.sink.lines[i] != expected[i])
			fail_row("%s: %zu lines, not %zu", line_class_name((enum line_class)i),
				w.sink.lines[i], expected[i]);
	witness_clear(&w);
}

/* A log cut anywhere: every figure is that of the full log, or missing. */
static void test_cut_anywhere(void)
{
	static const char text[] = TOP(
		"-i 0 -i 3") "              64       4       100       200"
			     "                                              300          \n"
			     "              64       8     12345  23456789"
			     "                                           345678          \n" DONE;
	g_autofree char *full = NULL;
	struct witness w;

	witness_init(&w);
	w.terse = true;
	read_log(&w, text, sizeof(text) - 1);
	full = g_strdup(w.log->str);
	witness_clear(&w);
	for (size_t n = 0; n < sizeof(text) - 1; n++) {
		char *bytes = g_memdup2(text, n ? n : 1);
		char **line;

		witness_init(&w);
		w.terse = true;
		read_log(&w, bytes, n);
		line = g_strsplit(w.log->str, "\n", -1);
		for (size_t i = 0; line[i]; i++)
			if (g_str_has_prefix(line[i], "iozone:") && !strstr(line[i], "= ") &&
				!strstr(full, line[i]))
				fail_row("cut after %zu bytes: '%s'", n, line[i]);
		g_strfreev(line);
		witness_clear(&w);
		g_free(bytes);
	}
}

static const struct {
	const char *text;
	bool taken;
} sniffs[] = {
	{"\tIozone: Performance Test of File I/O\n", true},
	{"noise before\nmore noise\n\tIozone: Performance Test of File I/O\n", true},
	{"Create zpool with 2x21 z n 0\n", true},
	{"iozone test complete.\n", true},
	{HEADS, true},
	{"              64       4       101       102       103       104       105       106"
	 "       107        108        109       110       111       112       113\n",
		true},
	{"", false},
	{"hello\n", false},
	{"2026 11 30\n", false},
	{"1 2 3\n4 5 6\n", false},
	{"name,size\na,1\n", false},
	{"Version  1.97       ------Sequential Output------ --Sequential Input- --Random-\n",
		false},
};

static void test_sniff(void)
{
	for (size_t i = 0; i < G_N_ELEMENTS(sniffs); i++) {
		int sure = parser_iozone.sniff(sniffs[i].text, strlen(sniffs[i].text));

		g_assert_cmpint(sure, >=, 0);
		g_assert_cmpint(sure, <=, 100);
		if ((sure > 0) != sniffs[i].taken)
			fail_row("'%s': %d", sniffs[i].text, sure);
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/iozone/figures", test_figures);
	g_test_add_func("/iozone/zeros", test_zeros);
	g_test_add_func("/iozone/flags", test_flags);
	g_test_add_func("/iozone/between", test_between);
	g_test_add_func("/iozone/runs", test_runs);
	g_test_add_func("/iozone/statuses", test_statuses);
	g_test_add_func("/iozone/causes", test_causes);
	g_test_add_func("/iozone/damages", test_damages);
	g_test_add_func("/iozone/result", test_result);
	g_test_add_func("/iozone/wants", test_wants);
	g_test_add_func("/iozone/skips", test_skips);
	g_test_add_func("/iozone/classes", test_classes);
	g_test_add_func("/iozone/cut-anywhere", test_cut_anywhere);
	g_test_add_func("/iozone/sniff", test_sniff);
	return g_test_run();
}
