#include "parsers/iozone_excel.h"

#include "tests/unit/parsers/logs.h"

/* Pieces of a log: the first row after TOP is line 7, the title after ROWS DONE is line 13. */
#define TOP(o)                                                                                     \
	"\tIozone: Performance Test of File I/O\n\t        Version $Revision: 3.508 $\n"           \
	"\tCommand line used: iozone " o "\n\tOutput is in kBytes/sec\n" HEADS
#define HEADS                                                                                      \
	"                                                                    random    random    " \
	" "                                                                                        \
	" bkwd     record     stride                                        \n"                    \
	"              kB  reclen    write    rewrite      read    reread      read     write    " \
	" "                                                                                        \
	" read    rewrite       read    fwrite  frewrite     fread   freread\n"
#define ROW_4    "              64       4       100       200\n"
#define ROW_8    "              64       8       300       400\n"
#define ROWS     ROW_4 ROW_8
#define DONE     "\niozone test complete.\nExcel output is below:\n\n"
#define SIZES    "        \"4\"  \"8\"  \"16\"\n"
#define WRITER   "\"Writer report\"\n" SIZES
#define REWRITER "\n\"Re-writer report\"\n" SIZES
#define WRITES   WRITER "\"64\"   100  300 \n"
#define REWRITES REWRITER "\"64\"   200  400 \n"

/* What they read as. */
#define BEGIN    "begin iozone v=3.508 @1\n"
#define GOOD_4   "iozone:write=102400 @7\niozone:rewrite=204800 @7\n"
#define GOOD_8   "iozone:write=307200 @8\niozone:rewrite=409600 @8\n"
#define COMPLETE "end complete\n"
#define GUESSED  "unit-guessed @1: kBytes/sec taken\n"

static const struct row tables[] = {
	{"table and report agree", TOP("-R -i 0") ROWS DONE WRITES REWRITES,
		BEGIN GOOD_4 GOOD_8 COMPLETE},
	{"another figure in the report",
		TOP("-R -i 0") ROWS DONE WRITER "\"64\"   100  301 \n" REWRITES,
		BEGIN GOOD_4
		"iozone:write= unreadable @8\niozone:rewrite=409600 @8\n"
		"end partial\n"
		"report-differs @15: write, file 64 kB, record 8 kB: '301', but '300' in line 8\n"
		"run-incomplete @1: partial, 3 figures\n"},
	{"-b gives the same report", TOP("-b out.xls -i 0") ROWS DONE WRITER "\"64\"   999  300 \n",
		BEGIN
		"iozone:write= unreadable @7\niozone:rewrite=204800 @7\n" GOOD_8 "end partial\n"
		"report-differs @15: write, file 64 kB, record 4 kB: '999', but '100' in line 7\n"
		"run-incomplete @1: partial, 3 figures\n"},
	{"zeros for record sizes left out",
		TOP("-R -i 0") ROW_8 "\niozone test complete.\n" WRITER
				     "\"64\"   0  300 \n" REWRITER "\"64\"   0  400 \n",
		BEGIN "iozone:write=307200 @7\niozone:rewrite=409600 @7\n" COMPLETE},
	{"a row that is not in the table",
		TOP("-R -i 0") ROW_4 "\niozone test complete.\n" WRITES REWRITES,
		BEGIN GOOD_4 "iozone:write=307200 @12\niozone:rewrite=409600 @16\n" COMPLETE},
	{"a row that ends early",
		TOP("-R -i 0") ROW_4 "              64       8       300\n" DONE WRITES REWRITES,
		BEGIN GOOD_4 "iozone:write=307200 @8\niozone:rewrite=409600 @19\n" COMPLETE},
	{"anything for the row a stopped run was in",
		TOP("-R -i 0") ROW_4 "              64       8\nError writing block 1, fd= 3\n"
				     "\niozone: interrupted\n\n" WRITER
				     "\"64\"   100  77 \n" REWRITER "\"64\"   200  0 \n"
				     "exiting iozone\n",
		BEGIN GOOD_4 "iozone:write= truncated @8\niozone:rewrite= truncated @8\n"
			     "end partial error=Error writing block 1, fd= 3\n"
			     "row-partial @8: 0 figures of 2\n"
			     "run-error @1: Error writing block 1, fd= 3\n"},
	{"numbers behind a line that has all its figures",
		TOP("-R -i 0") ROW_4 DONE
		"\n\"Writer report\"\n        \"4\"  \"64\"  \"128\"\n\"64\"   100  300 \n12 34\n",
		BEGIN GOOD_4 "iozone:write=307200 @15\n" COMPLETE
			     "report-unreadable @16: more figures than record sizes\n"},
	{"quoted words that are not of the report",
		TOP("-R -i 0") ROWS "\"Writer report\" follows\n" DONE
				    "\n\"Writer report\"\n\"a\" \"b\"\n" SIZES
				    "\"c\"\n\"64\"   100  300 \n\"d\" 4\n" REWRITES,
		BEGIN GOOD_4 GOOD_8 COMPLETE "unknown-lines @9: 4\n"},
	{"use of the CPU",
		TOP("-R -+u -i 0") ROWS DONE WRITES REWRITES
		"\n\"Writer CPU utilization report (Zero values should be ignored)\"\n" SIZES
		"\"64\"    80.18   0.00\n",
		BEGIN GOOD_4 GOOD_8 "iozone:write.cpu=0.8018 @23\n"
				    "iozone:write.cpu= below-resolution @23\n" COMPLETE},
	{"no second pass",
		TOP("-R -+n -i 0") "              64       4       100         0\n"
				   "\niozone test complete.\n" WRITER "\"64\"   100 \n" REWRITER
				   "\"64\"   0 \n",
		BEGIN "iozone:write=102400 @7\niozone:rewrite= not-run;not-retested @7\n" COMPLETE},
	{"operations", TOP("-R -O -i 0") ROW_4 "\niozone test complete.\n" WRITER "\"64\"   101 \n",
		BEGIN
		"iozone:write.iops= unreadable @7\niozone:rewrite.iops=200 @7\n"
		"end partial\n"
		"report-differs @12: write, file 64 kB, record 4 kB: '101', but '100' in line 7\n"
		"run-incomplete @1: partial, 1 figures\n"},
};

static void test_tables(void)
{
	check_rows(&parser_iozone, tables, G_N_ELEMENTS(tables));
}

/* Reports whose table was not pasted. */
#define ALONE "begin iozone @1\n"
#define PART  "end partial\nrun-incomplete @1: partial, "

static const struct row alone[] = {
	{"nothing but a report", WRITES REWRITES,
		ALONE "iozone:write=102400 unit-guessed @3\niozone:write=307200 unit-guessed @3\n"
		      "iozone:rewrite=204800 unit-guessed @7\niozone:rewrite=409600 unit-guessed "
		      "@7\n" PART "4 figures\n" GUESSED},
	{"a zero of it", WRITER "\"64\"   0  300 \n",
		ALONE "iozone:write= not-run;unit-guessed @3\n"
		      "iozone:write=307200 unit-guessed @3\n" PART "2 figures\n" GUESSED},
	{"two of them", WRITES "\n" WRITES,
		ALONE
		"iozone:write=102400 unit-guessed @3\niozone:write=307200 unit-guessed @3\n"
		"end partial\nbegin iozone @5\n"
		"iozone:write=102400 unit-guessed @7\niozone:write=307200 unit-guessed @7\n" PART
		"2 figures\n" GUESSED
		"run-incomplete @5: partial, 2 figures\nunit-guessed @5: kBytes/sec taken\n"},
	{"blanks by another name", "\"Writer report\"\n\"4\",\"8\"\n\"64\",100,300\n",
		ALONE
		"iozone:write=102400 unit-guessed @3\niozone:write=307200 unit-guessed @3\n" PART
		"2 figures\n" GUESSED},
	{"broken between figures", WRITER "\"64\"   100 \n 300 \n",
		ALONE
		"iozone:write=102400 unit-guessed @3\niozone:write=307200 unit-guessed @4\n" PART
		"2 figures\n" GUESSED},
	{"sizes broken, too", "\"Writer report\"\n \"4\"\n \"8\"\n\"64\"   100  300 \n",
		ALONE
		"iozone:write=102400 unit-guessed @4\niozone:write=307200 unit-guessed @4\n" PART
		"2 figures\n" GUESSED},
	{"broken perhaps inside a figure", WRITER "\"64\"   100  30\n0 \n",
		ALONE "iozone:write=102400 unit-guessed @3\nend partial\n"
		      "report-unreadable @4: line was broken, perhaps inside a figure\n"
		      "run-incomplete @1: partial, 1 figures\n" GUESSED},
	{"more figures than sizes", WRITER "\"64\"   1  2  3  4 \n",
		ALONE "iozone:write=1024 unit-guessed @3\niozone:write=2048 unit-guessed @3\n"
		      "iozone:write=3072 unit-guessed @3\nend partial\n"
		      "report-unreadable @3: more figures than record sizes\n"
		      "run-incomplete @1: partial, 3 figures\n" GUESSED},
	{"a figure cut off", WRITER "\"64\"   100  30",
		ALONE
		"iozone:write=102400 unit-guessed @3\nend partial\n"
		"report-unreadable @3: figure\nrun-incomplete @1: partial, 1 figures\n" GUESSED},
	{"no figure", WRITER "\"64\"   100  x300 \n",
		ALONE
		"iozone:write=102400 unit-guessed @3\nend partial\n"
		"report-unreadable @3: figure\nrun-incomplete @1: partial, 1 figures\n" GUESSED},
	{"other words in quotes", TOP("-R -i 0") ROW_4 "\"a title\"\n\"Nobody report\"\n\"4\"\n",
		BEGIN GOOD_4 "end partial\nrun-incomplete @1: partial, 2 figures\n"
			     "unknown-lines @8: 3\n"},
};

static void test_alone(void)
{
	check_rows(&parser_iozone, alone, G_N_ELEMENTS(alone));
}

/* Throughput mode: the Children line of the first phase is line 6, of the second line 8. */
#define PHASES(o)                                                                                  \
	"\tIozone: Performance Test of File I/O\n\t        Version $Revision: 3.508 $\n"           \
	"\tCommand line used: iozone " o "\n"                                                      \
	"\tEach process writes a 4096 kByte file in 64 kByte records\n"
#define CHILDREN(n, name, figure)                                                                  \
	"\n\tChildren see throughput for " n " " name "= " figure " kB/sec\n"
#define REPORT                                                                                     \
	"\"Throughput report Y-axis is type of test X-axis is number of processes\"\n"             \
	"\"Record size = 64 kBytes \"\n\"Output is in kBytes/sec\"\n\n"
#define ENDED "\niozone test complete.\n"

static const struct row phases[] = {
	{"phases and report agree",
		PHASES("-l 1 -u 2 -R") CHILDREN("1", "readers", "1.00") CHILDREN(
			"2", "readers", "2.00") REPORT "\"           Read \" 1.00 2.00 \n" ENDED,
		BEGIN "iozone:read=1024 @6\niozone:read=2048 @8\n" COMPLETE},
	{"another figure in the report",
		PHASES("-l 1 -u 2 -R") CHILDREN("1", "readers", "1.00") CHILDREN(
			"2", "readers", "2.00") REPORT "\"           Read \" 1.00 2.01 \n" ENDED,
		BEGIN "iozone:read=1024 @6\niozone:read= unreadable @8\nend partial\n"
		      "report-differs @13: read, 2 processes: '2.01', but '2.00' in line 8\n"
		      "run-incomplete @1: partial, 2 phases\n"},
	{"0 is a phase that was not run",
		PHASES("-t 1 -R -i 1") CHILDREN("1", "readers", "1.00") REPORT
		"\"  Initial write \"       0.00 \n\n\"                \"       0.00 \n\n"
		"\"           Read \" 1.00 \n" ENDED,
		BEGIN "iozone:read=1024 @6\n" COMPLETE},
	{"a phase that is not there",
		PHASES("-l 1 -u 2 -R") CHILDREN("1", "readers", "1.00")
			CHILDREN("2", "readers", "2.00") CHILDREN("2", "re-readers", "4.00") REPORT
		"\"        Re-read \" 3.00 4.00 \n" ENDED,
		BEGIN "iozone:reread=3072 @15\niozone:read=1024 @6\niozone:read=2048 @8\n"
		      "iozone:reread=4096 @10\n" COMPLETE},
	{"nothing but a report", REPORT "\"           Read \" 1.00 \n" ENDED,
		"begin iozone @1\niozone:read=1024 @5\n" COMPLETE},
	{"nothing but a report, of operations",
		"\"Throughput report Y-axis is type of test X-axis is number of processes\"\n"
		"\"Output is in ops/sec\"\n\"           Read \" 1.00 \n" ENDED,
		"begin iozone @1\niozone:read.iops=1 @3\n" COMPLETE},
	{"of numbers of processes nobody tells", REPORT "\"           Read \" 1.00 2.00 \n" ENDED,
		"begin iozone @1\nend failed error=no phase with a figure\n"
		"report-unreadable @5: numbers of processes are not told\n"
		"no-rows @1\n"},
	{"use of the CPU",
		PHASES("-t 1 -R -+u") CHILDREN("1", "readers",
			"1.00") "\tCPU utilization: Wall time    0.002    CPU time    0.002    CPU "
				"utilization  80.18 %\n" REPORT "\"           Read \" 1.00 \n\n"
				"\"CPU utilization report Y-axis is type of test X-axis is number "
				"of processes\"\n"
				"\"Output is in CPU%\"\n\"           Read \" 80.18 \n" ENDED,
		BEGIN "iozone:read=1024 @6\niozone:read.cpu=0.8018 @7\n" COMPLETE},
	{"use of the CPU that differs",
		PHASES("-t 1 -R -+u") CHILDREN(
			"1", "readers", "1.00") "\tCPU utilization: Wall time    0.002    CPU time "
						"   0.002    CPU utilization  80.18 %\n"
						"\"CPU utilization report Y-axis is type of test "
						"X-axis is number of processes\"\n"
						"\"           Read \" 80.19 \n" ENDED,
		BEGIN "iozone:read=1024 @6\niozone:read.cpu= unreadable @7\nend partial\n"
		      "report-differs @9: read CPU, 1 processes: '80.19', but '80.18' in line 7\n"
		      "run-incomplete @1: partial, 1 phases\n"},
	{"the first line of a phase is lost",
		PHASES("-t 1") CHILDREN("1", "writers", "1.00") CHILDREN("1", "readers",
			"1.00") "\tMin throughput per process = 1.00 kB/sec \n"
				"\tMin throughput per process = 2.00 kB/sec \n" ENDED,
		BEGIN "iozone:read=1024 @8\niozone:read.min=1024 @9\nend partial\n"
		      "phase-unreadable @6\nphase-unreadable @10\n"
		      "run-incomplete @1: partial, 1 phases\n"},
};

static void test_phases(void)
{
	check_rows(&parser_iozone, phases, G_N_ELEMENTS(phases));
}

static void test_share(void)
{
	g_assert_cmpfloat(iozone_share("80.18"), ==, 0.8018);
	g_assert_cmpfloat(iozone_share("169.17"), ==, 1.6917);
	g_assert_cmpfloat(iozone_share("0"), ==, 0);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/iozone-excel/tables", test_tables);
	g_test_add_func("/iozone-excel/alone", test_alone);
	g_test_add_func("/iozone-excel/phases", test_phases);
	g_test_add_func("/iozone-excel/share", test_share);
	return g_test_run();
}
