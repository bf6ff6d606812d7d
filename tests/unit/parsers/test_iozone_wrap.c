#include "tests/unit/parsers/logs.h"

/* Pieces of a log: the first row is line 6. */
#define TOP(o)                                                                                     \
	"\tIozone: Performance Test of File I/O\n\t        Version $Revision: 3.508 $\n"           \
	"\tCommand line used: iozone " o "\n\tOutput is in kBytes/sec\n"                           \
	"              kB  reclen    write    rewrite      read    reread      read     write    " \
	" "                                                                                        \
	" read    rewrite       read    fwrite  frewrite     fread   freread\n"
#define DONE "\niozone test complete.\n"
/* Of -i 0 -i 1, broken by a terminal of 50 columns, by mail, and whole. */
#define HARD                                                                                       \
	"              64       4       100       200     \n"                                      \
	"  300       400                                  \n"
#define HARD_INSIDE                                                                                \
	"              64       4   1000000   2000000   30\n"                                      \
	"00000   4000000                                  \n"
#define MAIL  "              64       4       100       200\n300       400\n"
#define WHOLE "              64       8        11        22        33        44\n"

/* What they read as. */
#define BEGIN "begin iozone v=3.508 @1\n"
#define FOUR                                                                                       \
	"iozone:write=102400 @6\niozone:rewrite=204800 @6\niozone:read=307200 @6\n"                \
	"iozone:reread=409600 @6\n"
#define WHOLE_8                                                                                    \
	"iozone:write=11264 @8\niozone:rewrite=22528 @8\niozone:read=33792 @8\n"                   \
	"iozone:reread=45056 @8\n"
#define HALF                                                                                       \
	"iozone:write=102400 @6\niozone:rewrite=204800 @6\niozone:read= truncated @6\n"            \
	"iozone:reread= truncated @6\n"
#define COMPLETE "end complete\n"

static const struct row rows[] = {
	{"broken by a terminal", TOP("-i 0 -i 1") HARD WHOLE DONE, BEGIN FOUR WHOLE_8 COMPLETE},
	{"broken inside a figure", TOP("-i 0 -i 1") HARD_INSIDE DONE,
		BEGIN "iozone:write=1024000000 @6\niozone:rewrite=2048000000 @6\n"
		      "iozone:read=3072000000 @6\niozone:reread=4096000000 @6\n" COMPLETE},
	{"three pieces of several widths",
		TOP("-i 0 -i 1") "              64       4   1\n000000   2000000   30\n00000   "
				 "4000000\n" DONE,
		BEGIN "end failed error=no row in its table\nrow-unreadable @6\n"
		      "row-unreadable @7\nrow-unreadable @8\nno-rows @1\n"},
	{"three pieces of one width",
		TOP("-i 0 -i 1") "              64       4   1\n000000   2000000   3000000  \n"
				 " 4000000\n" DONE,
		BEGIN "iozone:write=1024000000 @6\niozone:rewrite=2048000000 @6\n"
		      "iozone:read=3072000000 @6\niozone:reread=4096000000 @6\n" COMPLETE},
	{"broken by mail", TOP("-i 0 -i 1") MAIL WHOLE DONE, BEGIN FOUR WHOLE_8 COMPLETE},
	{"broken twice",
		TOP("-i 0 -i 1") "              64       4       100       200\n300\n400\n" DONE,
		BEGIN FOUR COMPLETE},
	{"too few figures",
		TOP("-i 0 -i 1") "              64       4       100       200\n300\n" DONE,
		BEGIN "iozone:write=102400 @6\niozone:rewrite=204800 @6\n"
		      "iozone:read= truncated @6\niozone:reread= truncated @6\nend partial\n"
		      "row-partial @6: 2 figures of 4\nrow-unreadable @7\n"
		      "run-incomplete @1: partial, 2 figures\n"},
	{"too many figures",
		TOP("-i 0 -i 1") "              64       4       100       200\n300 400 500\n" DONE,
		BEGIN HALF "end partial\nrow-partial @6: 2 figures of 4\nrow-unreadable @7\n"
			   "run-incomplete @1: partial, 2 figures\n"},
	{"two figures that ran together are not one",
		TOP("-i 0 -i 1") "              64       4       100       "
				 "200\n3000000004000000000\n" DONE,
		BEGIN HALF "end partial\nrow-partial @6: 2 figures of 4\n"
			   "run-incomplete @1: partial, 2 figures\nunknown-lines @7: 1\n"},
	{"a row that ends early, and another row",
		TOP("-i 0 -i 1") "              64       4       100       200\n\n" WHOLE DONE,
		BEGIN HALF WHOLE_8 "end partial\nrow-partial @6: 2 figures of 4\n"
				   "run-incomplete @1: partial, 6 figures\n"},
	{"a row that ends early for an error",
		TOP("-i 0 -i 1") "              64       4       100       200\nError reading "
				 "block 1 7fe248500000\n",
		BEGIN HALF "end partial error=Error reading block 1 7fe248500000\n"
			   "row-partial @6: 2 figures of 4\n"
			   "run-error @1: Error reading block 1 7fe248500000\n"},
	{"the end of the input", TOP("-i 0 -i 1") "              64       4       100       200\n",
		BEGIN HALF "end partial\nrow-partial @6: 2 figures of 4\n"
			   "run-incomplete @1: partial, 2 figures\n"},
	{"the end of the input inside it",
		TOP("-i 0 -i 1") "              64       4       100       200\n300       40",
		BEGIN "iozone:write=102400 @6\niozone:rewrite=204800 @6\niozone:read=307200 @6\n"
		      "iozone:reread= truncated @6\nend partial\ncut-figure @6\n"
		      "row-partial @6: 3 figures of 4\nrun-incomplete @1: partial, 3 figures\n"},
	{"no table: numbers are no rows", TOP("-i 0 -i 1") DONE "12 34\n56\n",
		BEGIN "end failed error=no row in its table\nno-rows @1\nunknown-lines @8: 2\n"},
};

static void test_rows(void)
{
	check_rows(&parser_iozone, rows, G_N_ELEMENTS(rows));
}

/* The command line tells which tests ran: -i 1 of it stands in the next line. */
#define LONG "-i 0 -f /tank/benchmarks/a/directory/that/is/deep"
#define ROW  "              64       4       100       200       300       400\n"
#define AFTER                                                                                      \
	"iozone:write=102400 @7\niozone:rewrite=204800 @7\niozone:read=307200 @7\n"                \
	"iozone:reread=409600 @7\n"

static const struct row commands[] = {
	{"its next word did not fit", TOP(LONG "\n-i 1") ROW DONE, BEGIN AFTER COMPLETE},
	{"it would have fitted", TOP("-i 0\n-i 1") ROW DONE,
		BEGIN "end failed error=no row in its table\n"
		      "row-unreadable @7\nno-rows @1\nunknown-lines @4: 1\n"},
	{"something else", TOP(LONG "\ni 1") ROW DONE,
		BEGIN "end failed error=no row in its table\n"
		      "row-unreadable @7\nno-rows @1\nunknown-lines @4: 1\n"},
};

static void test_commands(void)
{
	check_rows(&parser_iozone, commands, G_N_ELEMENTS(commands));
}

/* Both lines of heads, broken, and the list of contributors. */
static const struct row heads[] = {
	{"column heads",
		TOP("-i 0 -i 1") "random  random    bk\nwd   record   stride\n"
				 "KB  reclen   write    re\nad  rewrite     read   fwrite\n" WHOLE
					 DONE,
		BEGIN "iozone:write=11264 @10\niozone:rewrite=22528 @10\niozone:read=33792 @10\n"
		      "iozone:reread=45056 @10\n" COMPLETE},
	{"no column heads", TOP("-i 0 -i 1") "random xrandom\nread\nwrite some\n" DONE,
		BEGIN "end failed error=no row in its table\nno-rows @1\nunknown-lines @6: 3\n"},
	{"contributors",
		"\tIozone: Performance Test of File I/O\n\tContributors:A B, C D,\n"
		"                     E-F G,\nH I,\nJ K.\nL M.\n",
		"begin iozone @1\nend failed error=the output ends before any figure\n"
		"run-incomplete @1: failed, 0 figures\nunknown-lines @6: 1\n"},
};

static void test_heads(void)
{
	check_rows(&parser_iozone, heads, G_N_ELEMENTS(heads));
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/iozone-wrap/rows", test_rows);
	g_test_add_func("/iozone-wrap/commands", test_commands);
	g_test_add_func("/iozone-wrap/heads", test_heads);
	return g_test_run();
}
