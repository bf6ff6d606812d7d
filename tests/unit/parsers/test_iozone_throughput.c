#include "parsers/parser.h"

#include "tests/unit/parsers/witness.h"
#include <string.h>

/* Pieces of a log; the first phase after TOP starts in line 5. */
#define BANNER                    "\tIozone: Performance Test of File I/O\n\t        Version $Revision: 3.508 $\n"
#define SIZES                     "\tEach process writes a 4096 kByte file in 64 kByte records\n"
#define TOP(o)                    BANNER "\tCommand line used: iozone " o "\n" SIZES
#define DONE                      "\n\n\niozone test complete.\n"
#define CHILDREN(n, name, figure) "\tChildren see throughput for " n " " name "= " figure "\n"
#define LEAST(figure)             "\tMin throughput per process \t\t\t= " figure " kB/sec \n"
#define BEST(figure)              "\tMax throughput per process \t\t\t= " figure " kB/sec\n"
#define MEAN(figure)              "\tAvg throughput per process \t\t\t= " figure " kB/sec\n"
#define XFER(figure)              "\tMin xfer \t\t\t\t\t= " figure " kB\n"
#define CHILD(i, xfer, rate)                                                                       \
	"\tChild[" i "] xfer count = " xfer " kB, Throughput = " rate " kB/sec\n"

/* What they read as. */
#define BEGIN "begin iozone v=3.508 @1\n"

struct row {
	const char *name, *text, *expected;
};

/* What is read from a log. */
static char *read_log(
	const char *bytes, size_t n, bool terse, const char *unwanted, const char *skipped)
{
	struct witness w;
	struct input *in;
	char *got;

	witness_init(&w);
	w.terse = terse;
	w.unwanted = unwanted;
	w.skipped = skipped;
	in = input_memory(bytes, n, "log", w.sink.diag);
	parser_iozone.parse(in, &w.sink);
	input_close(in);
	witness_diags(w.sink.diag, w.log);
	got = g_strdup(w.log->str);
	witness_clear(&w);
	return got;
}

static void check_row(const struct row *row, bool terse, const char *unwanted, const char *skipped)
{
	g_autofree char *got = read_log(row->text, strlen(row->text), terse, unwanted, skipped);

	assert_told(row->name, got, row->expected);
}

#define AT "[file-size=4194304;record-size=65536;threads=2]"

static const struct row figures[] = {
	{"a phase",
		TOP("-t 2") "\n" CHILDREN(" 2", "initial writers \t",
			"     300.50 kB/sec") "\tParent sees throughput for  2 initial writers \t= "
					      "    200.00 kB/sec\n" LEAST("     100.25")
						      BEST("     200.25") MEAN("     150.25")
							      XFER("    2048.00") DONE,
		BEGIN "iozone:write=307712 '300.50' (kB/sec) " AT " @6\n"
		      "iozone:write.parent=204800 '200.00' (kB/sec) " AT " @7\n"
		      "iozone:write.min=102656 '100.25' (kB/sec) " AT " @8\n"
		      "iozone:write.max=205056 '200.25' (kB/sec) " AT " @9\n"
		      "iozone:write.avg=153856 '150.25' (kB/sec) " AT " @10\n"
		      "iozone:write.min-xfer=2097152 '2048.00' (kB) " AT " @11\n"
		      "end complete\n"},
	{"KB, old releases",
		BANNER "\tCommand line used: iozone -t 2\n"
		       "\tEach process writes a 4096 Kbyte file in 64 Kbyte records\n" CHILDREN(
			       " 2", "readers \t\t", "       1.00 KB/sec") DONE,
		BEGIN "iozone:read=1024 '1.00' (KB/sec) " AT " @5\nend complete\n"},
	{"operations",
		TOP("-t 2 -O") CHILDREN("2", "re-readers ",
			"     300.00 ops/sec") "\tMin xfer \t\t\t\t\t=      12.00 ops\n" DONE,
		BEGIN "iozone:reread.iops=300 '300.00' (ops/sec) " AT " @5\n"
		      "iozone:reread.iops.min-xfer=12 '12.00' (ops) " AT " @6\nend complete\n"},
	{"modes, threads",
		BANNER "\tCommand line used: iozone -t 12 -T -I -e\n"
		       "\tThroughput test with 12 threads\n"
		       "\tEach thread writes a 4 kByte file in 4 kByte records\n" CHILDREN(
			       "12", "readers \t\t", "       1.00 kB/sec") DONE,
		BEGIN "iozone:read=1024 '1.00' (kB/sec) [direct=y;file-size=4096;fsync=y;"
		      "record-size=4096;threads=12;workers=threads] @6\nend complete\n"},
	{"children",
		TOP("-t 2 -C") CHILDREN(" 2", "rewriters ", "     300.00 kB/sec")
			CHILD("0", "4096.00", "100.00") "\n" CHILD("1", "2048.00", "200.00") DONE,
		BEGIN "iozone:rewrite=307200 '300.00' (kB/sec) " AT " @5\n"
		      "iozone:rewrite.child=102400 '100.00' (kB/sec) [child=0;file-size=4194304;"
		      "record-size=65536;threads=2] @6\n"
		      "iozone:rewrite.child=204800 '200.00' (kB/sec) [child=1;file-size=4194304;"
		      "record-size=65536;threads=2] @8\nend complete\n"},
	{"sizes are not known",
		BANNER "\tCommand line used: iozone -t 2\n" CHILDREN(
			" 2", "readers \t\t", "       1.00 kB/sec") DONE,
		BEGIN "iozone:read=1024 '1.00' (kB/sec) [threads=2] @4\nend complete\n"},
};

static void test_figures(void)
{
	for (size_t i = 0; i < G_N_ELEMENTS(figures); i++)
		check_row(&figures[i], false, NULL, NULL);
}

static const struct {
	const char *words, *metric;
} phases[] = {
	{" 2 initial writers \t", "iozone:write"},
	{" 2 rewriters \t", "iozone:rewrite"},
	{" 2 readers \t\t", "iozone:read"},
	{"2 re-readers \t", "iozone:reread"},
	{"2 reverse readers \t", "iozone:backward-read"},
	{"2 stride readers \t", "iozone:stride-read"},
	{"2 random readers \t", "iozone:random-read"},
	{"2 mixed workload \t", "iozone:mixed"},
	{"2 random writers \t", "iozone:random-write"},
	{"2 pwrite writers \t", "iozone:pwrite"},
	{"2 pread readers \t", "iozone:pread"},
	{" 2 fwriters \t", "iozone:fwrite"},
	{" 2 freaders \t", "iozone:fread"},
	{"2 readers          ", "iozone:read"}, /* tabs expanded */
	{"2 readers", "iozone:read"},
};

static void test_phases(void)
{
	for (size_t i = 0; i < G_N_ELEMENTS(phases); i++) {
		g_autofree char *text = g_strdup_printf(
			TOP("-t 2") "\tChildren see throughput for %s= 1.00 kB/sec\n" DONE,
			phases[i].words);
		g_autofree char *told =
			g_strdup_printf(BEGIN "%s=1024 @5\nend complete\n", phases[i].metric);
		const struct row row = {phases[i].words, text, told};

		check_row(&row, true, NULL, NULL);
	}
}

/* The tool's least figure, where a child did nothing. */
static const struct row leasts[] = {
	{"above the mean",
		TOP("-t 4") CHILDREN(" 4", "readers ", "400.00 kB/sec") LEAST("400.00")
			BEST("400.00") MEAN("100.00") XFER("4096.00") DONE,
		BEGIN "iozone:read=409600 @5\niozone:read.min= bogus-text @6\n"
		      "iozone:read.max=409600 @7\niozone:read.avg=102400 @8\n"
		      "iozone:read.min-xfer= bogus-text @9\nend complete\n"},
	{"equal to the mean but for rounding",
		TOP("-t 3") CHILDREN(" 3", "readers ", "100.00 kB/sec") LEAST("33.34") BEST("33.34")
			MEAN("33.33") XFER("4096.00") DONE,
		BEGIN "iozone:read=102400 @5\niozone:read.min=34140.16 @6\n"
		      "iozone:read.max=34140.16 @7\niozone:read.avg=34129.92 @8\n"
		      "iozone:read.min-xfer=4194304 @9\nend complete\n"},
	{"one process",
		TOP("-t 1") CHILDREN(" 1", "readers ", "100.00 kB/sec") LEAST("100.00")
			XFER("4096.00") DONE,
		BEGIN "iozone:read=102400 @5\niozone:read.min=102400 @6\n"
		      "iozone:read.min-xfer=4194304 @7\nend complete\n"},
	{"a least of 0 is one",
		TOP("-t 2") CHILDREN(" 2", "readers ", "100.00 kB/sec") LEAST("0.00") XFER("0.00")
			DONE,
		BEGIN "iozone:read=102400 @5\niozone:read.min=0 @6\n"
		      "iozone:read.min-xfer=0 @7\nend complete\n"},
	{"the children tell it",
		TOP("-t 2 -C") CHILDREN(" 2", "readers ", "100.00 kB/sec") LEAST("100.00") XFER(
			"4096.00") CHILD("0", "4096.00", "100.00") CHILD("1", "0.00", "0.00") DONE,
		BEGIN "iozone:read=102400 @5\niozone:read.min=0 derived @9\n"
		      "iozone:read.min-xfer=0 derived @9\n"
		      "iozone:read.child=102400 @8\niozone:read.child=0 @9\nend complete\n"},
	{"the children tell it, though below the mean",
		TOP("-t 3 -C") CHILDREN(" 3", "readers ", "300.00 kB/sec") LEAST("50.00")
			XFER("64.00") CHILD("0", "64.00", "50.00") CHILD("1", "0.00", "0.00")
				CHILD("2", "128.00", "250.00") DONE,
		BEGIN "iozone:read=307200 @5\niozone:read.min=0 derived @9\n"
		      "iozone:read.min-xfer=0 derived @9\n"
		      "iozone:read.child=51200 @8\niozone:read.child=0 @9\n"
		      "iozone:read.child=256000 @10\nend complete\n"},
	{"the children agree",
		TOP("-t 2 -C") CHILDREN(" 2", "readers ", "100.00 kB/sec") LEAST("40.00") XFER(
			"64.00") CHILD("0", "64.00", "40.00") CHILD("1", "128.00", "60.00") DONE,
		BEGIN "iozone:read=102400 @5\niozone:read.min=40960 @6\n"
		      "iozone:read.min-xfer=65536 @7\n"
		      "iozone:read.child=40960 @8\niozone:read.child=61440 @9\nend complete\n"},
	{"some children are not there",
		TOP("-t 2 -C") CHILDREN(" 2", "readers ", "100.00 kB/sec") LEAST("100.00")
			CHILD("1", "0.00", "0.00") DONE,
		BEGIN "iozone:read=102400 @5\niozone:read.min= bogus-text @6\n"
		      "iozone:read.child=0 @7\nend complete\n"},
};

static void test_leasts(void)
{
	for (size_t i = 0; i < G_N_ELEMENTS(leasts); i++)
		check_row(&leasts[i], true, NULL, NULL);
}

#define READ_1  "iozone:read=1024 @5\n"
#define PHASE_1 CHILDREN(" 2", "readers ", "1.00 kB/sec")

static const struct row statuses[] = {
	{"a phase of 0 has failed",
		TOP("-t 2") CHILDREN(" 2", "initial writers ", "0.00 kB/sec") LEAST("0.00")
			PHASE_1 DONE,
		BEGIN "iozone:write= tool-error @5\niozone:write.min= tool-error @6\n"
		      "iozone:read=1024 @7\nend partial\n"
		      "run-incomplete @1: partial, 1 phases\n"},
	{"nothing but failed phases",
		TOP("-t 2") CHILDREN(" 2", "initial writers ", "0.00 kB/sec") DONE,
		BEGIN "iozone:write= tool-error @5\nend failed error=no phase with a figure\n"
		      "no-rows @1\n"},
	{"an error of a child spoils its phase only",
		TOP("-t 2") PHASE_1
		"\nError writing block 13, fd= 3\n\n"
		"Error writing block 14, fd= 3\nwrite: No space left on device\n\n" CHILDREN(
			" 2", "initial writers ", "1.00 kB/sec")
			CHILDREN(" 2", "rewriters ", "2.00 kB/sec") DONE,
		BEGIN READ_1 "iozone:write= tool-error @12\niozone:rewrite=2048 @13\n"
			     "end partial error=Error writing block 13, fd= 3; "
			     "write: No space left on device\n"
			     "run-error @1: Error writing block 13, fd= 3; "
			     "write: No space left on device\n"},
	{"children died, the parent waited",
		TOP("-t 2") "\nCan not open temp file: /x/a\nopen: No such file or directory\n"
			    "\nCan not open temp file: /x/b\nopen: No such file or directory\n"
			    "\niozone: interrupted\n\nexiting iozone\n\n",
		BEGIN "end failed error=Can not open temp file: /x/a; "
		      "open: No such file or directory\n"
		      "run-error @1: Can not open temp file: /x/a; "
		      "open: No such file or directory\n"},
	{"somebody stopped it", TOP("-t 2") PHASE_1 "\niozone: interrupted\n\nexiting iozone\n",
		BEGIN READ_1 "end interrupted\nrun-incomplete @1: interrupted, 1 phases\n"},
	{"the log just stops", TOP("-t 2") PHASE_1,
		BEGIN READ_1 "end partial\nrun-incomplete @1: partial, 1 phases\n"},
	{"nothing after the head", TOP("-t 2"),
		BEGIN "end failed error=the output ends before any figure\n"
		      "run-incomplete @1: failed, 0 phases\n"},
	{"figures of -V are no measurement", TOP("-t 2 -V 1") PHASE_1 DONE,
		BEGIN "iozone:read=1024 invalid-mode @5\nend complete\ninvalid-mode @1\n"},
	{"stdio ignores O_DIRECT",
		TOP("-t 2 -I") CHILDREN(" 2", "fwriters ", "1.00 kB/sec") PHASE_1 DONE,
		BEGIN "iozone:fwrite=1024 in-cache @5\niozone:read=1024 @6\nend complete\n"},
	{"a report says the figures again, 0 for what was not run",
		TOP("-t 2 -R") PHASE_1
		"\n\n\n\"Throughput report Y-axis is type of test\"\n"
		"\"Record size = 64 kBytes \"\n\"Output is in kBytes/sec\"\n\n"
		"\"  Initial write \"       0.00 \n\n\"                \"       0.00 \n\n"
		"\"           Read \"       1.00 \n" DONE,
		BEGIN READ_1 "end complete\n"},
	{"use of the processor",
		TOP("-t 2 -+u") PHASE_1 "\tCPU Utilization: Wall time    0.002    CPU time    "
					"0.002    CPU utilization  80.18 %\n" DONE,
		BEGIN READ_1 "iozone:read.cpu=0.8018 @6\nend complete\n"},
	{"more than one count",
		TOP("-l 1 -u 2")
			CHILDREN(" 1", "readers ", "1.00 kB/sec") "\n\n" SIZES PHASE_1 DONE,
		BEGIN READ_1 "iozone:read=1024 @9\nend complete\n"},
	{"nothing of a run holds for the next",
		TOP("-t 2 -I -T") PHASE_1 "\nError writing block 1, fd= 3\n" DONE TOP("-t 2")
			CHILDREN(" 2", "fwriters ", "1.00 kB/sec") DONE,
		BEGIN READ_1 "end complete error=Error writing block 1, fd= 3\n"
			     "begin iozone v=3.508 @12\n"
			     "iozone:fwrite=1024 @16\nend complete\n"
			     "run-error @1: Error writing block 1, fd= 3\n"},
	{"a run without a head after a complete one",
		TOP("-t 2") PHASE_1 DONE "\tThroughput test with 2 processes\n" SIZES PHASE_1 DONE,
		BEGIN READ_1
		"end complete\nbegin iozone @10\niozone:read=1024 @12\nend complete\n"},
};

static void test_statuses(void)
{
	for (size_t i = 0; i < G_N_ELEMENTS(statuses); i++)
		check_row(&statuses[i], true, NULL, NULL);
}

static const struct row damages[] = {
	{"cut inside a figure", TOP("-t 2") PHASE_1 "\tMax throughput per process \t= 473430",
		BEGIN READ_1 "iozone:read.max= truncated @6\nend partial\n"
			     "cut-figure @6\nrun-incomplete @1: partial, 1 phases\n"},
	{"cut inside its unit", TOP("-t 2") PHASE_1 "\tMin xfer \t= 3456.00 k",
		BEGIN READ_1 "iozone:read.min-xfer= truncated @6\nend partial\n"
			     "cut-figure @6\nrun-incomplete @1: partial, 1 phases\n"},
	{"the result is cut",
		TOP("-t 2") PHASE_1 "\tChildren see throughput for 2 re-readers \t= 14061400.0",
		BEGIN READ_1 "iozone:reread= truncated @6\nend partial\n"
			     "cut-figure @6\nrun-incomplete @1: partial, 1 phases\n"},
	{"cut inside the name of a phase",
		TOP("-t 2") PHASE_1 "\tChildren see throughput for 2 re-read",
		BEGIN READ_1 "end partial\n"
			     "cut-figure @6\nrun-incomplete @1: partial, 1 phases\n"},
	{"cut inside a child",
		TOP("-t 2 -C") PHASE_1 "\tChild[0] xfer count = 64.00 kB, Throughput = 1",
		BEGIN READ_1 "end partial\n"
			     "cut-figure @6\nrun-incomplete @1: partial, 1 phases\n"},
	{"cut inside the sizes",
		BANNER "\tCommand line used: iozone -t 2\n"
		       "\tEach process writes a 4096 kByte file in 6",
		BEGIN "end failed error=the output ends before any figure\n"
		      "cut-figure @4\nrun-incomplete @1: failed, 0 phases\n"},
	{"an unknown phase costs itself only",
		TOP("-t 2") CHILDREN(" 2", "dreamers ", "1.00 kB/sec") LEAST("1.00") PHASE_1 DONE,
		BEGIN "iozone:read=1024 @7\nend partial\n"
		      "phase-unreadable @5\nrun-incomplete @1: partial, 1 phases\n"},
	{"no number", TOP("-t 2") CHILDREN(" 2", "rewriters ", "nan kB/sec") PHASE_1 DONE,
		BEGIN "iozone:read=1024 @6\nend partial\n"
		      "phase-unreadable @5\nrun-incomplete @1: partial, 1 phases\n"},
	{"no unit", TOP("-t 2") CHILDREN(" 2", "rewriters ", "1.00") PHASE_1 DONE,
		BEGIN "iozone:read=1024 @6\nend partial\n"
		      "phase-unreadable @5\nrun-incomplete @1: partial, 1 phases\n"},
	{"no children", TOP("-t 2") CHILDREN(" 0", "rewriters ", "1.00 kB/sec") PHASE_1 DONE,
		BEGIN "iozone:read=1024 @6\nend partial\n"
		      "phase-unreadable @5\nrun-incomplete @1: partial, 1 phases\n"},
	{"two units in one phase", TOP("-t 2") PHASE_1 "\tMin xfer \t= 3456.00 ops\n" DONE,
		BEGIN READ_1 "end partial\n"
			     "phase-unreadable @6\nrun-incomplete @1: partial, 1 phases\n"},
	{"lines of a phase whose start is not there",
		TOP("-t 2") LEAST("1.00") MEAN("2.00") PHASE_1 DONE,
		BEGIN "iozone:read=1024 @7\nend partial\n"
		      "phase-unreadable @5\nrun-incomplete @1: partial, 1 phases\n"},
	{"a child that cannot be", TOP("-t 2 -C") PHASE_1 CHILD("2", "0.00", "0.00") DONE,
		BEGIN READ_1 "end partial\n"
			     "phase-unreadable @6\nrun-incomplete @1: partial, 1 phases\n"},
	{"sizes that are none", TOP("-t 2") "\tEach process writes a file\n" PHASE_1 DONE,
		BEGIN "iozone:read=1024 @6\nend partial\n"
		      "phase-unreadable @5\nrun-incomplete @1: partial, 1 phases\n"},
};

static void test_damages(void)
{
	for (size_t i = 0; i < G_N_ELEMENTS(damages); i++)
		check_row(&damages[i], true, NULL, NULL);
}

/* Wherever a log ends, what is read from it is also read from the whole. */
static void test_cut_anywhere(void)
{
	static const char text[] = TOP("-t 2 -C") PHASE_1 LEAST("0.40") BEST("0.60") MEAN("0.50")
		XFER("12.00") CHILD("0", "12.00", "0.40") CHILD("1", "24.00", "0.60")
			CHILDREN("2", "random readers \t", "1234567.89 kB/sec") DONE;
	g_autofree char *full = read_log(text, sizeof(text) - 1, true, NULL, NULL);

	for (size_t n = 0; n < sizeof(text) - 1; n++) {
		g_autofree char *bytes = g_memdup2(text, n ? n : 1);
		g_autofree char *part = read_log(bytes, n, true, NULL, NULL);
		g_auto(GStrv) line = g_strsplit(part, "\n", -1);

		for (size_t i = 0; line[i]; i++)
			if (g_str_has_prefix(line[i], "iozone:") &&
				!strstr(line[i], "= truncated") && !strstr(full, line[i]))
				fail_row("cut after %zu bytes: '%s'", n, line[i]);
	}
}

static void test_wants(void)
{
	static const char text[] =
		TOP("-t 2 -C") PHASE_1 LEAST("0.50") CHILD("0", "1.00", "1.00") DONE;
	const struct row unwanted = {
		"an unwanted metric", text, BEGIN READ_1 "iozone:read.min=512 @6\nend complete\n"};
	const struct row skipped = {"an unwanted size", text, BEGIN "end complete\n"};

	check_row(&unwanted, true, "iozone:read.child", NULL);
	check_row(&skipped, true, NULL, "65536");
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/iozone-throughput/figures", test_figures);
	g_test_add_func("/iozone-throughput/phases", test_phases);
	g_test_add_func("/iozone-throughput/leasts", test_leasts);
	g_test_add_func("/iozone-throughput/statuses", test_statuses);
	g_test_add_func("/iozone-throughput/damages", test_damages);
	g_test_add_func("/iozone-throughput/cut-anywhere", test_cut_anywhere);
	g_test_add_func("/iozone-throughput/wants", test_wants);
	return g_test_run();
}
