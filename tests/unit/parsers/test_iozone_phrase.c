#include "parsers/iozone_phrase.h"

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

/* Every line that iozone is known to print, as real logs and its releases have them. */
static const struct {
	const char *line;
	enum iozone_word word;
	enum line_class class;
} lines[] = {
	{"\tIozone: Performance Test of File I/O", IOZONE_BANNER, LINE_BANNER},
	{"\t        Version $Revision: 3.508 $", IOZONE_VERSION, LINE_BANNER},
	{"\t\tCompiled for 64 bit mode.", IOZONE_NOTHING, LINE_BANNER},
	{"\t\tCompiled for 32 bit mode.", IOZONE_NOTHING, LINE_BANNER},
	{"\t\tBuild: linux-AMD64 ", IOZONE_BUILD, LINE_BANNER},
	{"\tContributors:Nnn Nnn", IOZONE_AUTHORS, LINE_BANNER},
	{"\tRun began: Mon Nov 30 13:20:08 2026", IOZONE_BEGAN, LINE_BANNER},
	/* what options echo */
	{"\tAuto Mode", IOZONE_NOTHING, LINE_HEAD},
	{"\tAuto Mode 2. This option is obsolete. Use -az -i0 -i1 ", IOZONE_NOTHING, LINE_HEAD},
	{"\tFile size set to 4096 kB", IOZONE_NOTHING, LINE_HEAD},
	{"\tFile size set to 4096 KB", IOZONE_NOTHING, LINE_HEAD},
	{"\tRecord Size 64 kB", IOZONE_NOTHING, LINE_HEAD},
	{"\tRecord Size 64 KB", IOZONE_NOTHING, LINE_HEAD},
	{"\tUsing minimum file size of 4096 kilobytes.", IOZONE_NOTHING, LINE_HEAD},
	{"\tUsing maximum file size of 4096 kilobytes.", IOZONE_NOTHING, LINE_HEAD},
	{"\tUsing Minimum Record Size 4 kB", IOZONE_NOTHING, LINE_HEAD},
	{"\tUsing Maximum Record Size 64 KB", IOZONE_NOTHING, LINE_HEAD},
	{"\tCross over of record size disabled.", IOZONE_NOTHING, LINE_HEAD},
	{"\tInclude fsync in write timing", IOZONE_FSYNC, LINE_HEAD},
	{"\tInclude close in write timing", IOZONE_CLOSE, LINE_HEAD},
	{"\tSYNC Mode. ", IOZONE_SYNC, LINE_HEAD},
	{"\t>>> O_DSYNC mode enabled. <<<", IOZONE_DSYNC, LINE_HEAD},
	{"\tRead & Write sync mode active.", IOZONE_SYNC, LINE_HEAD},
	{"\tO_DIRECT feature enabled", IOZONE_DIRECT, LINE_HEAD},
	{"\tO_DIRECTIO feature enabled", IOZONE_DIRECT, LINE_HEAD},
	{"\tF_NOCACHE feature enabled", IOZONE_DIRECT, LINE_HEAD},
	{"\tVxFS advanced feature SET_CACHE, VX_DIRECT enabled", IOZONE_DIRECT, LINE_HEAD},
	{"\tOPS Mode. Output is in operations per second.", IOZONE_OPS, LINE_HEAD},
	{"\tMicroseconds/op Mode. Output is in microseconds per operation.", IOZONE_USEC,
		LINE_HEAD},
	{"\tExcel chart generation enabled", IOZONE_REPORT, LINE_HEAD},
	{"\tPurge Mode On", IOZONE_NOTHING, LINE_HEAD},
	{"\tMulti_buffer. Work area 16777216 bytes", IOZONE_NOTHING, LINE_HEAD},
	{"\tUsing mmap files", IOZONE_MMAP, LINE_HEAD},
	{"\tUsing msync(MS_ASYNC) on mmap files", IOZONE_MMAP, LINE_HEAD},
	{"\tUsing msync(MS_SYNC) on mmap files", IOZONE_MMAP, LINE_HEAD},
	{"\tEnable mmap & file I/O mixing.", IOZONE_MMAP, LINE_HEAD},
	{"\tPOSIX async I/O (with bcopy). Depth 4 ", IOZONE_ASYNC, LINE_HEAD},
	{"\tPOSIX Async I/O (no bcopy). Depth 4 ", IOZONE_ASYNC, LINE_HEAD},
	{"\tSetting no_unlink", IOZONE_NOTHING, LINE_HEAD},
	{"\tLock file when reading/writing.", IOZONE_NOTHING, LINE_HEAD},
	{"\tDisrupted read patterns selected.", IOZONE_NOTHING, LINE_HEAD},
	{"\tOffset/latency files enabled.", IOZONE_NOTHING, LINE_HEAD},
	{"\tStonewall disabled", IOZONE_NOTHING, LINE_HEAD},
	{"\tVerify Mode. Pattern aaaaaaaa", IOZONE_INVALID, LINE_HEAD},
	{"\tPerformance measurements are invalid in this mode.", IOZONE_INVALID, LINE_HEAD},
	{"\tMachine = Linux host 6.1.0-21-amd64 #1 SMP x86_64", IOZONE_NOTHING, LINE_HEAD},
	{"\tBinding of processors beginning with 2 ", IOZONE_NOTHING, LINE_HEAD},
	{"\tSelected test not available on the version.", IOZONE_NOTHING, LINE_HEAD},
	{"\tNo retest option selected", IOZONE_NO_RETEST, LINE_HEAD},
	{"\tCPU utilization Resolution = 0.000 seconds.", IOZONE_NOTHING, LINE_HEAD},
	{"\tCPU utilization Excel chart enabled", IOZONE_NOTHING, LINE_HEAD},
	{"\tPercent read in mix test is 60", IOZONE_NOTHING, LINE_HEAD},
	{"\tDelay 5 seconds between tests enabled.", IOZONE_NOTHING, LINE_HEAD},
	{"\t>>> No Verify mode. <<<", IOZONE_NO_VERIFY, LINE_HEAD},
	{"\t>>> I/O Diagnostic mode enabled. <<<", IOZONE_INVALID, LINE_HEAD},
	{"\tNetwork distribution mode enabled.", IOZONE_THROUGHPUT, LINE_HEAD},
	{"\tHostname = client-1.lan", IOZONE_NOTHING, LINE_HEAD},
	{"\tDedup activated 30 percent.", IOZONE_NOTHING, LINE_HEAD},
	{"\tDedup within & across 30 percent.", IOZONE_NOTHING, LINE_HEAD},
	{"\tDedup manual seed 7 .", IOZONE_NOTHING, LINE_HEAD},
	{"\tRate control active 100 Ops/sec .", IOZONE_NOTHING, LINE_HEAD},
	{"\tHistogram summary enabled.", IOZONE_NOTHING, LINE_HEAD},
	/* of iorun */
	{"\t\tBuild: iorun 0.1, prints as iozone 3.508 (layout L3) ", IOZONE_BUILD, LINE_BANNER},
	{"\tData written is mixed:0.5", IOZONE_DATA, LINE_HEAD},
	{"\tMain memory is 24684092 kB; files of 8192 kB", IOZONE_NOTHING, LINE_HEAD},
	{"\tMain memory is unknown; files of 8192 kB", IOZONE_NOTHING, LINE_HEAD},
	{"\tThe files fit into main memory: figures may be those of its cache.", IOZONE_NOTHING,
		LINE_HEAD},
	{"\tCaches are dropped before each test: wrote 3 to /proc/sys/vm/drop_caches",
		IOZONE_DROPPED, LINE_HEAD},
	{"\tCaches cannot be dropped: Permission denied", IOZONE_NOTHING, LINE_HEAD},
	{"\tVerify Mode. Every byte is checked.", IOZONE_INVALID, LINE_HEAD},
	/* the rest of the head */
	{"\tCommand line used: iozone -a", IOZONE_COMMAND, LINE_HEAD},
	{"\tOutput is in kBytes/sec", IOZONE_OUTPUT, LINE_HEAD},
	{"\tOutput is in Kbytes/sec", IOZONE_OUTPUT, LINE_HEAD},
	{"\tCompute time 0.001000 seconds for reads and writes.", IOZONE_NOTHING, LINE_HEAD},
	{"\tTime Resolution = 0.000001 seconds.", IOZONE_NOTHING, LINE_HEAD},
	{"\tProcessor cache size set to 1024 kBytes.", IOZONE_NOTHING, LINE_HEAD},
	{"\tProcessor cache line size set to 32 bytes.", IOZONE_NOTHING, LINE_HEAD},
	{"\tFile stride size set to 17 * record size.", IOZONE_NOTHING, LINE_HEAD},
	/* throughput mode */
	{"\tMin process = 1 ", IOZONE_THROUGHPUT, LINE_HEAD},
	{"\tMax process = 3 ", IOZONE_THROUGHPUT, LINE_HEAD},
	{"\tThroughput test with 4 processes", IOZONE_THROUGHPUT, LINE_HEAD},
	{"\tThroughput test with 1 thread", IOZONE_THROUGHPUT, LINE_HEAD},
	{"\tEach process writes a 4096 kByte file in 64 kByte records", IOZONE_SIZES, LINE_HEAD},
	{"\tEach thread writes a 4096 Kbyte file in 64 Kbyte records", IOZONE_SIZES, LINE_HEAD},
	{"\tChildren see throughput for  4 readers \t\t=  1.00 kB/sec", IOZONE_CHILDREN,
		LINE_FIGURES},
	{"\tParent sees throughput for  4 readers \t\t=  1.00 kB/sec", IOZONE_PARENT, LINE_FIGURES},
	{"\tMin throughput per process \t\t\t=  1.00 kB/sec ", IOZONE_MIN, LINE_FIGURES},
	{"\tMax throughput per thread \t\t\t=  1.00 kB/sec", IOZONE_MAX, LINE_FIGURES},
	{"\tAvg throughput per process \t\t\t=  1.00 kB/sec", IOZONE_AVG, LINE_FIGURES},
	{"\tMin xfer \t\t\t\t\t=    3456.00 kB", IOZONE_XFER, LINE_FIGURES},
	{"\tChild[12] xfer count =    3456.00 kB, Throughput =  1.00 kB/sec", IOZONE_CHILD,
		LINE_FIGURES},
	{"\tCPU utilization: Wall time    0.002    CPU time", IOZONE_CPU, LINE_FIGURES},
	{"\tCPU Utilization: Wall time    0.002", IOZONE_CPU, LINE_FIGURES},
	{"\tTest running:", IOZONE_THROUGHPUT, LINE_HEAD},
	{"\tTest cleanup:", IOZONE_THROUGHPUT, LINE_HEAD},
	/* advice */
	{"The test completed too quickly to give a good result", IOZONE_HINT, LINE_HINT},
	{"You will get a more precise measure of this machine's", IOZONE_HINT, LINE_HINT},
	{"performance by re-running iozone using the command:", IOZONE_HINT, LINE_HINT},
	{"I/O error during read.  Try again with the command:", IOZONE_HINT, LINE_HINT},
	{"\tiozone 284 \t(i.e., file size = 284 kilobytes64)", IOZONE_HINT, LINE_HINT},
	{"\tiozone 64 2048 \t(i.e. record size = 2048 bytes)", IOZONE_HINT, LINE_HINT},
	{"Timer resolution is poor. Some small transfers may have ", IOZONE_HINT, LINE_HINT},
	{"reported inaccurate results. Sizes 64 kBytes and below.", IOZONE_HINT, LINE_HINT},
	/* the end */
	{"iozone test complete.", IOZONE_COMPLETE, LINE_END},
	{"iozone: interrupted", IOZONE_INTERRUPTED, LINE_END},
	{"exiting iozone", IOZONE_EXITING, LINE_END},
	{"Excel output is below:", IOZONE_REPORT, LINE_REPORT},
	/* errors, and what the system says of them */
	{"Error writing block 48, fd= 3", IOZONE_ERROR, LINE_ERROR},
	{"Error writing block at 65536", IOZONE_ERROR, LINE_ERROR},
	{"Error reading block at 65536", IOZONE_ERROR, LINE_ERROR},
	{"Error fwriting block 48, fd= 3", IOZONE_ERROR, LINE_ERROR},
	{"Error pwriting block 48, fd= 3", IOZONE_ERROR, LINE_ERROR},
	{"Error reading block 114 7fe248500000", IOZONE_ERROR, LINE_ERROR},
	{"Error reading block 28, fd= 3 Filename iozone.tmp Read returned 131072", IOZONE_ERROR,
		LINE_ERROR},
	{"Error freading block 494 7fc365b00000", IOZONE_ERROR, LINE_ERROR},
	{"Can not open temp file: /x/iozone.tmp", IOZONE_ERROR, LINE_ERROR},
	{"Can not create temp file: /x/iozone.tmp", IOZONE_ERROR, LINE_ERROR},
	{"Can not open temporary file /x/none for read", IOZONE_ERROR, LINE_ERROR},
	{"Can not open temporary file for read", IOZONE_ERROR, LINE_ERROR},
	{"Can not open temporary file for read/write", IOZONE_ERROR, LINE_ERROR},
	{"Can not fdopen temp file: /x/iozone.tmp", IOZONE_ERROR, LINE_ERROR},
	{"Error in file: Found ?0? Expecting ?3a3a3a3a? addr 7f17", IOZONE_ERROR, LINE_ERROR},
	{"Error in file: Position 0 ", IOZONE_ERROR, LINE_ERROR},
	{"Found pattern: Hex >>0<< Expecting >>aa<<", IOZONE_ERROR, LINE_ERROR},
	{"Found pattern: Char >> << Expecting >>x<<", IOZONE_ERROR, LINE_ERROR},
	{"Error: record length 1048576 is greater than filesize 64 kB", IOZONE_ERROR, LINE_ERROR},
	{"Error: maximum record size 32768 kB is greater than maximum buffer size 16384 kB",
		IOZONE_ERROR, LINE_ERROR},
	{"Seeked to 222 Reclen = 262144", IOZONE_NOTHING, LINE_ERROR},
	{"Record # 0 Record size 64 kb ", IOZONE_NOTHING, LINE_ERROR},
	{"where 0x7f1712345678 loop 0", IOZONE_NOTHING, LINE_ERROR},
	{"write: No space left on device", IOZONE_REASON, LINE_ERROR},
	{"open: No such file or directory", IOZONE_REASON, LINE_ERROR},
	{"creat: Permission denied", IOZONE_REASON, LINE_ERROR},
	{"read: Input/output error", IOZONE_REASON, LINE_ERROR},
	{"fread: Input/output error", IOZONE_REASON, LINE_ERROR},
	{"fwrite: No space left on device", IOZONE_REASON, LINE_ERROR},
	{"pwrite: No space left on device", IOZONE_REASON, LINE_ERROR},
	{"pread: Invalid argument", IOZONE_REASON, LINE_ERROR},
	{"fsync: Input/output error", IOZONE_REASON, LINE_ERROR},
	{"fopen: Too many open files", IOZONE_REASON, LINE_ERROR},
	{"read: Success", IOZONE_REASON, LINE_ERROR},
	{"close: Disk quota exceeded", IOZONE_REASON, LINE_ERROR},
	{"iorun: error: child 1 was ended by signal 9", IOZONE_ERROR, LINE_ERROR},
	{"iorun: reason: the file ends after 0 of 65536 bytes", IOZONE_REASON, LINE_ERROR},
	{"\tCan not mix throughput mode and auto-mode flags.", IOZONE_REFUSED, LINE_ERROR},
	{"\tYou must use -F when using multiple threads or processes.", IOZONE_REFUSED, LINE_ERROR},
	{"\tUsage: For usage information type iozone -h ", IOZONE_REFUSED, LINE_ERROR},
	{"Unsupported option -> (null) <-", IOZONE_REFUSED, LINE_ERROR},
	{"iozone: invalid option -- '9'", IOZONE_REFUSED, LINE_ERROR},
	{"iozone: option requires an argument -- 'r'", IOZONE_REFUSED, LINE_ERROR},
	/* noise */
	{"Child 3", IOZONE_NOTHING, LINE_NOISE},
	{"zpool destroyed", IOZONE_NOTHING, LINE_NOISE},
};

static void test_lines(void)
{
	for (size_t i = 0; i < G_N_ELEMENTS(lines); i++) {
		const char *rest = NULL;
		const struct iozone_phrase *p = at_start(lines[i].line, &rest);

		if (!p)
			fail_row("'%s' is not known", lines[i].line);
		else if (p->word != lines[i].word || p->class != lines[i].class)
			fail_row("'%s': word %d, class %s", lines[i].line, p->word,
				line_class_name(p->class));
		else
			g_assert_true(rest >= lines[i].line + p->length);
	}
}

static void test_other_lines(void)
{
	static const char *const others[] = {"", " ", "\t\t", "Iozon", "hello", "iozone",
		"iozone 284", "x Iozone: Performance Test of File I/O", "\xff\xfe", "64 4 100 200",
		/* words of known lines, and other text */
		"Error", "Errors were made", "Error: the pool is busy", "Error in the script",
		"Child care", "Child 3 is late", "iozone rocks", "iozone: command not found",
		"iozone -a result of host1 (i.e. the fast one)", "Auto Mode off",
		"SYNC Mode is next", "Can not say", "Can not open the door", "Can not use this",
		"You must use ssh", "Dedup is on", "Dedup took 5 minutes", "Delay the next run",
		"Hostname = a and b", "Machine = the blue one", "Output is in /tmp/results",
		"Record Size matters", "Record # of the day", "Run began: yesterday",
		"Test running: all", "Purge Mode Only", "Setting no_unlink to 1",
		"Compiled for speed", "Compute time is short", "File size set to many",
		"Found pattern: none", "Throughput test with friends", "Using mmap files or not",
		"Using msync(2)", "Unsupported option given", "zpool destroyed by hand",
		"exiting iozone loop", "Data written is lost for ever", "Main memory is full",
		"iorun: begin row=7/48", "close: 3 files", "The files fit into", "where 0x1 is",
		"Excel output is below: see there",
		/* fio, and a script */
		"  read: IOPS=24.7k, BW=96.6MiB/s", "  write: IOPS=18.6k", "open: 3 files",
		"read: x"};
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
	{"HDIO_DRIVE_CMD(identify) failed: Invalid argument", -1, NULL}, /* of anything */
	{"a test: Unsupported option given", -1, NULL},
	{"./iozone: invalid option -- '9'", IOZONE_REFUSED, " '9'"},
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

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/iozone-phrase/index", test_index);
	g_test_add_func("/iozone-phrase/lines", test_lines);
	g_test_add_func("/iozone-phrase/other-lines", test_other_lines);
	g_test_add_func("/iozone-phrase/beginnings", test_beginnings);
	g_test_add_func("/iozone-phrase/inside", test_inside);
	return g_test_run();
}
