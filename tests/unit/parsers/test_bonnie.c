#include "parsers/parser.h"

#include "tests/unit/parsers/witness.h"
#include <string.h>

/* A run of 2.00: its table, the csv below it, and pieces of them. */
#define HEAD_IO                                                                                    \
	"Version  2.00       ------Sequential Output------ --Sequential Input- --Random-\n"        \
	"                    -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--\n"        \
	"Name:Size etc        /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP\n"
#define HEAD_FILES                                                                                 \
	"Version  2.00       ------Sequential Create------ --------Random Create--------\n"        \
	"box                 -Create-- --Read--- -Delete-- -Create-- --Read--- -Delete--\n"        \
	"              files  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP\n"
#define ROW_IO     "box              4G 1315k  71  168m  43  1.2g  38 1271k  47  4.2g  49  5224  39\n"
#define LATENCY_IO "Latency             32548us     128ms   85557us   17886us   53061us   44088us\n"
#define ROW_FILES                                                                                  \
	"                 16 16384  38 +++++ +++ +++++ +++ 16384  47 +++++ +++ 16384  26\n"
#define TABLES       HEAD_IO ROW_IO LATENCY_IO HEAD_FILES ROW_FILES
#define LINE_UPTO_IO "1.98,2.00,box,1,17960,4G,,8192,5,1315,71,"
#define LINE_REST                                                                                  \
	",43,1306116,38,1271,47,4378621,49,5224,39,16,,,,,1550,38,+++++,+++,+++++,+++,17376,47,"   \
	"+++++,+++,27967,26,32548us,128ms,85557us,17886us,53061us,44088us,55495us,11760us,6036us," \
	"21203us,8080us,8095us\n"
#define LINE LINE_UPTO_IO "171577" LINE_REST

/* Tables of 1.03, and its csv. */
#define HEAD_103                                                                                   \
	"Version  1.03       ------Sequential Output------ --Sequential Input- --Random-\n"        \
	"                    -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--\n"        \
	"Machine        Size K/sec %CP K/sec %CP K/sec %CP K/sec %CP K/sec %CP  /sec %CP\n"
#define FILES_103                                                                                  \
	"                    ------Sequential Create------ --------Random Create--------\n"        \
	"                    -Create-- --Read--- -Delete-- -Create-- --Read--- -Delete--\n"        \
	"              files  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP\n"
#define FAST "+++++ +++ "

/* Reads a log and gives the lines of the witness that begin with one of the words of `of`. */
static char *read_log(const char *text, size_t n, const char *of)
{
	struct witness w;
	struct input *in;
	g_auto(GStrv) lines = NULL;
	g_auto(GStrv) words = g_strsplit(of, " ", -1);
	GString *out = g_string_new(NULL);

	witness_init(&w);
	in = input_memory(text, n, "log", w.sink.diag);
	parser_bonnie.parse(in, &w.sink);
	input_close(in);
	witness_diags(w.sink.diag, w.log);
	lines = g_strsplit(w.log->str, "\n", -1);
	for (size_t i = 0; lines[i]; i++)
		for (size_t k = 0; words[k]; k++)
			if (g_str_has_prefix(lines[i], words[k]) ||
				(g_str_equal(words[k], "diag") && *lines[i] &&
					!g_str_has_prefix(lines[i], "bonnie:") &&
					!g_str_has_prefix(lines[i], "begin") &&
					!g_str_has_prefix(lines[i], "end")))
				g_string_append_printf(out, "%s\n", lines[i]);
	witness_clear(&w);
	return g_string_free(out, FALSE);
}

struct row {
	const char *name, *text, *of, *expected;
};

static void check_rows(const struct row *row, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		g_autofree char *got = read_log(row[i].text, strlen(row[i].text), row[i].of);

		assert_told(row[i].name, got, row[i].expected);
	}
}

#define GB4 "file-size=4294967296"

static const struct row tables[] = {
	{"letters are rounded, and create rates of 2.00 are none", TABLES,
		"begin end bonnie:putc= bonnie:put-block= bonnie:get-block bonnie:seq-create= "
		"bonnie:ran-stat= bogus-text",
		"begin bonnie host=box v=2.00 @4\n"
		"bonnie:putc=1346560 '1315' (k/sec) [" GB4 "] @4\n"
		"bonnie:put-block=176160768 '168' (m/sec) rounded [" GB4 "] @4\n"
		"bonnie:get-block=4509715660.8 '4.2' (g/sec) rounded [" GB4 "] @4\n"
		"bonnie:get-block.cpu=0.49 '49' (%) [" GB4 "] @4\n"
		"bonnie:get-block.latency=0.053061 '53061' (us) [" GB4 "] @5\n"
		"bonnie:seq-create= '16384' (/sec) bogus-text [files=16384] @9\n"
		"bonnie:ran-stat= '+++++' (/sec) too-fast [files=16384] @9\n"
		"end complete\n"
		"bogus-text @9: create rates of bonnie++ 2.00\n"},
	{"the csv of the run has them, and more digits", TABLES LINE,
		"begin end bonnie:put-block= bonnie:put-block.l bonnie:seq-create= diag",
		"begin bonnie host=box v=2.00 @4\n"
		"bonnie:put-block=175694848 '171577' (K/sec) [" GB4 "] @10\n"
		"bonnie:put-block.latency=0.128 '128' (ms) [" GB4 "] @10\n"
		"bonnie:seq-create=1550 '1550' (/sec) [files=16384] @10\n"
		"end complete\n"},
	{"csv first", LINE TABLES, "begin end bonnie:put-block= diag",
		"begin bonnie host=box v=2.00 @1\n"
		"bonnie:put-block=175694848 '171577' (K/sec) [" GB4 "] @1\n"
		"end complete\n"},
	{"a contradiction beyond rounding", TABLES LINE_UPTO_IO "191577" LINE_REST,
		"begin end bonnie:put-block= diag",
		"begin bonnie host=box v=2.00 @4\n"
		"bonnie:put-block= '168' (m/sec) unreadable [" GB4 "] @4\n"
		"end partial\n"
		"forms-differ @10: put-block: '191577', but '168m' in line 4\n"},
	{"another run's csv",
		HEAD_IO ROW_IO LATENCY_IO
		"1.98,2.00,box,1,17960,4G,,8192,5,1115,61,99577,33,906116,28,1071,37,3378621,39,"
		"4224,"
		"29,,,,,,,,,,,,,,,,,,31548us,118ms,75557us,16886us,43061us,34088us,,,,,,\n",
		"begin end bonnie:put-block= diag",
		"begin bonnie host=box v=2.00 @4\n"
		"bonnie:put-block=176160768 '168' (m/sec) rounded [" GB4 "] @4\n"
		"end complete\n"
		"begin bonnie host=box v=2.00 @6\n"
		"bonnie:put-block=101966848 '99577' (K/sec) [" GB4 "] @6\n"
		"end complete\n"},
	{"two lines of csv are two runs", LINE LINE, "begin",
		"begin bonnie host=box v=2.00 @1\nbegin bonnie host=box v=2.00 @2\n"},
	{"1.03: seeks have a decimal in csv",
		HEAD_103
		"box              2G 10996  30 55452  24 97451  26 14514  31 38673  39  1187   "
		"0\n"
		"box,2G,10996,30,55452,24,97451,26,14514,31,38673,39,1187.5,0,,,,,,,,,,,,,\n",
		"begin end bonnie:seeks bonnie:ran-del= diag",
		"begin bonnie host=box v=1.03 @4\n"
		"bonnie:seeks=1187.5 '1187.5' (/sec) [file-size=2147483648] @5\n"
		"bonnie:seeks.cpu=0 '0' (%) [file-size=2147483648] @5\n"
		"bonnie:ran-del= not-run [] @5\n"
		"end complete\n"},
	{"several machines under one heading, files by name",
		HEAD_103 "a 2G 101 1 102 2 103 3 104 4 105 5 106.1 6\n"
			 "b 2G 201 1 202 2 203 3 204 4 205 5 206.1 6\n" FILES_103
			 "b 16 2 1 3 1 4 1 5 1 6 1 7 1\n"
			 "c 16 9 1 9 1 9 1 9 1 9 1 9 1\n",
		"begin bonnie:seeks= bonnie:ran-del=",
		"begin bonnie host=a v=1.03 @4\n"
		"bonnie:seeks=106.1 '106.1' (/sec) [file-size=2147483648] @4\n"
		"begin bonnie host=b v=1.03 @5\n"
		"bonnie:seeks=206.1 '206.1' (/sec) [file-size=2147483648] @5\n"
		"bonnie:ran-del=7 '7' (/sec) [files=16384] @9\n"
		"begin bonnie host=c v=1.03 @10\n"
		"bonnie:ran-del=9 '9' (/sec) [files=16384] @10\n"},
	{"without names by their order",
		HEAD_103 "2G 101 1 102 2 103 3 104 4 105 5 106.1 6\n"
			 "2G 201 1 202 2 203 3 204 4 205 5 206.1 6\n" FILES_103
			 "16 2 1 3 1 4 1 5 1 6 1 7 1\n"
			 "16 9 1 9 1 9 1 9 1 9 1 8 1\n",
		"begin bonnie:seeks= bonnie:ran-del=",
		"begin bonnie v=1.03 @4\n"
		"bonnie:seeks=106.1 '106.1' (/sec) [file-size=2147483648] @4\n"
		"bonnie:ran-del=7 '7' (/sec) [files=16384] @9\n"
		"begin bonnie v=1.03 @5\n"
		"bonnie:seeks=206.1 '206.1' (/sec) [file-size=2147483648] @5\n"
		"bonnie:ran-del=8 '8' (/sec) [files=16384] @10\n"},
	{"a title for a row without name",
		"2) zfs with compression\n" HEAD_103 "2G 101 1 102 2 103 3 104 4 105 5 106.1 6\n",
		"begin", "begin bonnie host=zfs with compression v=1.03 @5\n"},
	{"prose above is none",
		"These are the figures\n" HEAD_103 "2G 101 1 102 2 103 3 104 4 105 5 106.1 6\n",
		"begin", "begin bonnie v=1.03 @5\n"},
	{"a name that is a layout", HEAD_103 "6x7 2G 101 1 102 2 103 3 104 4 105 5 106.1 6\n",
		"begin", "begin bonnie label=6x7 layout=6*any(7) v=1.03 @4\n"},
	{"-f: two tests are blank, whatever became of the columns",
		HEAD_103 "box 2G 102 2 103 3 105 5 +++ ++\n",
		"bonnie:putc= bonnie:put-block= bonnie:getc= bonnie:get-block= bonnie:seeks=",
		"bonnie:putc= not-run [file-size=2147483648] @4\n"
		"bonnie:put-block=104448 '102' (K/sec) [file-size=2147483648] @4\n"
		"bonnie:getc= not-run [file-size=2147483648] @4\n"
		"bonnie:get-block=107520 '105' (K/sec) [file-size=2147483648] @4\n"
		"bonnie:seeks= '+++' (/sec) too-fast [file-size=2147483648] @4\n"},
	{"units in headings decide nothing",
		"---Sequential Output--- --Sequential Input- --Random-\n"
		"Size K/sec %CP K/sec %CP K/sec %CP K/sec %CP K/sec %CP K/sec %CP\n"
		"2G 101 1 102 2 103 3 104 4 105 5 106.1 6\n",
		"bonnie:seeks= diag",
		"bonnie:seeks=106.1 '106.1' (/sec) [file-size=2147483648] @3\n"
		"unit-mislabelled @2: 'K/sec' stands over seeks, /sec taken\n"},
	{"1.00: sizes are MB without a letter",
		"Version  1.00       ------Sequential Output------ --Sequential Input- --Random-\n"
		"                    -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--\n"
		"Machine          MB K/sec %CP K/sec %CP K/sec %CP K/sec %CP K/sec %CP  /sec %CP\n"
		"box             300  1003  30  5545  24  9745  26  1451  31  3867  39 106.1   "
		"1\n" FILES_103 "                 16  1014  40 +++++ +++ +++++ +++  2828  46 "
		"+++++ +++ +++++ +++\n",
		"begin bonnie:putc= bonnie:ran-create=",
		"begin bonnie host=box v=1.00 @4\n"
		"bonnie:putc=1027072 '1003' (K/sec) [file-size=314572800] @4\n"
		"bonnie:ran-create=2828 '2828' (/sec) [files=16384] @8\n"},
	{"the original, then file tests of another run",
		"              -------Sequential Output-------- ---Sequential Input-- --Random--\n"
		"              -Per Char- --Block--- -Rewrite-- -Per Char- --Block--- --Seeks---\n"
		"Machine    MB K/sec %CPU K/sec %CPU K/sec %CPU K/sec %CPU K/sec %CPU  /sec %CPU\n"
		"          400 15032 64.4 12843 13.8  6202  7.1 11421 38.1 13005 11.6 118.1  "
		"1.2\n" HEAD_FILES
		"                 16 +++++ +++ +++++ +++ +++++ +++ +++++ +++ +++++ +++ +++++ +++\n",
		"begin bonnie:putc bonnie:seeks",
		"begin bonnie @4\n"
		"bonnie:putc=15392768 '15032' (K/sec) [file-size=419430400] @4\n"
		"bonnie:putc.cpu=0.644 '64.4' (%) [file-size=419430400] @4\n"
		"bonnie:seeks=118.1 '118.1' (/sec) [file-size=419430400] @4\n"
		"bonnie:seeks.cpu=0.012 '1.2' (%) [file-size=419430400] @4\n"
		"begin bonnie host=box v=2.00 @8\n"},
};

static void test_tables(void)
{
	check_rows(tables, G_N_ELEMENTS(tables));
}

static const struct row lines[] = {
	{"27", "box,16G,1,2,3,4,5,6,7,8,9,10,11.5,12,16,13,14,15,16,17,18,19,20,21,22,23,24\n",
		"begin bonnie:putc= bonnie:seeks= bonnie:seq-create= bonnie:ran-del diag",
		"begin bonnie host=box @1\n"
		"bonnie:putc=1024 '1' (K/sec) [file-size=17179869184] @1\n"
		"bonnie:seeks=11.5 '11.5' (/sec) [file-size=17179869184] @1\n"
		"bonnie:seq-create=13 '13' (/sec) [files=16384] @1\n"
		"bonnie:ran-del=23 '23' (/sec) [files=16384] @1\n"
		"bonnie:ran-del.cpu=0.24 '24' (%) [files=16384] @1\n"},
	{"45",
		"2,1.90,box,1G,,1,2,3,4,5,6,7,8,9,10,11.5,12,16,,,,13,14,15,16,17,18,19,20,21,22,"
		"23,24,1us,"
		"2us,3us,4us,5us,6us,7us,8us,9us,10us,11us,12us\n",
		"begin bonnie:seeks bonnie:ran-del diag",
		"begin bonnie host=box v=1.90 @1\n"
		"bonnie:seeks=11.5 '11.5' (/sec) [file-size=1073741824] @1\n"
		"bonnie:seeks.cpu=0.12 '12' (%) [file-size=1073741824] @1\n"
		"bonnie:seeks.latency=6e-06 '6' (us) [file-size=1073741824] @1\n"
		"bonnie:ran-del=23 '23' (/sec) [files=16384] @1\n"
		"bonnie:ran-del.cpu=0.24 '24' (%) [files=16384] @1\n"
		"bonnie:ran-del.latency=1.2e-05 '12' (us) [files=16384] @1\n"},
	{"46",
		"1.91a,1.91c,box,1G,64k,1,2,3,4,5,6,7,8,9,10,11.5,12,16,,,,,13,14,15,16,17,18,19,"
		"20,21,22,"
		"23,24,1us,2us,3us,4us,5us,6us,7us,8us,9us,10us,11us,12us\n",
		"begin bonnie:seeks= bonnie:ran-del= bonnie:ran-del.l diag",
		"begin bonnie host=box v=1.91c @1\n"
		"bonnie:seeks=11.5 '11.5' (/sec) [chunk-size=65536;file-size=1073741824] @1\n"
		"bonnie:ran-del=23 '23' (/sec) [files=16384] @1\n"
		"bonnie:ran-del.latency=1.2e-05 '12' (us) [files=16384] @1\n"},
	{"48, with sizes",
		"1.97,1.97,box,2,7,1G,1m,1,2,3,4,5,6,7,8,9,10,11.5,12,4,4096,512,,4,13,14,15,16,17,"
		"18,19,20,"
		"21,22,23,24,1us,2us,3us,4us,5us,6us,7us,8us,9us,10us,11us,12us\n",
		"begin bonnie:seeks= bonnie:ran-del= diag",
		"begin bonnie host=box v=1.97 @1\n"
		"bonnie:seeks=11.5 '11.5' (/sec) "
		"[chunk-size=1048576;concurrency=2;file-size=1073741824] @1\n"
		"bonnie:ran-del=23 '23' (/sec) "
		"[concurrency=2;directories=4;file-max=4096;file-min=512;files=4096] @1\n"},
	{"50, with links, seeks and seekers; a latency of 0 is blank",
		"1.98,2.00a,box,1,7,1G,,65536,10,1,2,3,4,5,6,7,8,9,10,11.5,112,4,link,,,,13,14,15,"
		"16,17,18,"
		"19,20,21,22,+++++,+++,1us,2us,3us,4us,5us,6us,7us,8us,9us,10us,11us,\n",
		"begin bonnie:get-block= bonnie:seeks bonnie:ran-del diag",
		"begin bonnie host=box v=2.00a @1\n"
		"bonnie:get-block=9216 '9' (K/sec) [file-size=1073741824] @1\n"
		"bonnie:seeks=11.5 '11.5' (/sec) [file-size=1073741824;seekers=10;seeks=65536] @1\n"
		"bonnie:seeks.cpu=1.12 '112' (%) [file-size=1073741824;seekers=10;seeks=65536] @1\n"
		"bonnie:seeks.latency=6e-06 '6' (us) [file-size=1073741824;seekers=10;seeks=65536] "
		"@1\n"
		"bonnie:ran-del= '+++++' (/sec) too-fast [files=4096;links=hard] @1\n"
		"bonnie:ran-del.cpu= '+++' (%) too-fast [files=4096;links=hard] @1\n"
		"bonnie:ran-del.latency= below-resolution [files=4096;links=hard] @1\n"},
	{"a comma in the name",
		"1.98,2.00,raid,5 disks,1,17960,4G,,8192,5,1315,71,171577" LINE_REST,
		"begin bonnie:putc= diag",
		"begin bonnie host=raid,5 disks v=2.00 @1\n"
		"bonnie:putc=1346560 '1315' (K/sec) [" GB4 "] @1\n"},
	{"a field too few", "1.98,2.00,box,1,17960,4G,,8192,5,71,171577" LINE_REST, "begin diag",
		"row-unreadable @1: a line of csv with too few fields\n"},
	{"a word for a figure", "box,16G,1,2,3,4,oops,6,7,8,9,10,11.5,12,,,,,,,,,,,,,\n",
		"begin end bonnie:rewrite= bonnie:rewrite.c diag",
		"begin bonnie host=box @1\n"
		"bonnie:rewrite= 'oops' (K/sec) unreadable [file-size=17179869184] @1\n"
		"bonnie:rewrite.cpu=0.06 '6' (%) [file-size=17179869184] @1\n"
		"end partial\n"
		"row-unreadable @1: 1 fields of csv are no figures\n"},
	{"a figure of the right letters that is none",
		"box,16G,1,2,3,4,5.5.5,6,7,8,9,10,11.5,12,,,,,,,,,,,,,\n",
		"end bonnie:rewrite= diag",
		"bonnie:rewrite= '5.5.5' (K/sec) unreadable [file-size=17179869184] @1\n"
		"end partial\n"
		"row-unreadable @1: 1 fields of csv are no figures\n"},
	{"the same where a table has it looked into",
		"box,16G,1,2,3,4,5.5.5,6,7,8,9,10,11.5,12,,,,,,,,,,,,,\n" HEAD_103
		"other 2G 101 1 102 2 103 3 104 4 105 5 106.1 6\n",
		"end bonnie:rewrite= diag",
		"bonnie:rewrite= '5.5.5' (K/sec) unreadable [file-size=17179869184] @1\n"
		"end partial\n"
		"bonnie:rewrite=105472 '103' (K/sec) [file-size=2147483648] @5\n"
		"end complete\n"
		"row-unreadable @1: 1 fields of csv are no figures\n"},
	{"a quote that never closes",
		"\"box,16G,1,2,3,4,5,6,7,8,9,10,11.5,12,,,,,,,,,,,,,\n"
		"box,16G,1,2,3,4,5,6,7,8,9,10,11.5,12,,,,,,,,,,,,,\n",
		"begin diag",
		"begin bonnie host=box @2\nrow-unreadable @1: a quote is not closed\n"},
	{"quotes, blanks, a header that does not fit, empty lines of a spreadsheet",
		",,,,,,,,,,,,,,,,,,,,,,,,,,\n"
		"name,file_size,putc,putc_cpu,put_block\n"
		"\"a, b\", 16G,1,2,3,4,5,6,7,8,9,10,11.5,12,,,,,,,,,,,,,\n",
		"begin bonnie:seeks= diag",
		"begin bonnie host=a, b @3\nbonnie:seeks=11.5 '11.5' (/sec) "
		"[file-size=17179869184] @3\n"},
	{"broken by mail inside a number, with empty lines",
		"1.98,2.00,box,1,17960,4G,,8192,5,1315,71,17\n\n1577" LINE_REST,
		"begin bonnie:put-block= diag",
		"begin bonnie host=box v=2.00 @1\n"
		"bonnie:put-block=175694848 '171577' (K/sec) [" GB4 "] @1\n"},
	{"broken, and the rest never comes",
		"1.98,2.00,box,1,17960,4G,,8192,5,1315,71,17\nBest regards\n", "begin diag",
		"row-unreadable @1: a line of csv with too few fields\n"
		"unknown-lines @2: 1\n"},
	{"cut by the end of the log", "1.98,2.00,box,1,17960,4G,,8192,5,1315,71,17",
		"begin end bonnie:putc bonnie:put-block= diag",
		"begin bonnie host=box v=2.00 @1\n"
		"bonnie:putc=1346560 '1315' (K/sec) [" GB4 "] @1\n"
		"bonnie:putc.cpu=0.71 '71' (%) [" GB4 "] @1\n"
		"bonnie:putc.latency= truncated [" GB4 "] @1\n"
		"bonnie:put-block= truncated [" GB4 "] @1\n"
		"end partial\n"
		"cut-figure @1: 12 fields of csv\n"
		"run-incomplete @1\n"},
};

static void test_lines(void)
{
	check_rows(lines, G_N_ELEMENTS(lines));
}

static const struct row talks[] = {
	{"refused",
		"Using uid:0, gid:0.\n"
		"File size should be double RAM for good results, RAM is 64M.\n",
		"begin end diag",
		"begin bonnie @1\n"
		"end failed error=File size should be double RAM for good results, RAM is 64M.\n"
		"run-refused @1: File size should be double RAM for good results, RAM is 64M.\n"},
	{"stopped", "Writing intelligently...done\nRewriting...", "begin end diag",
		"begin bonnie @1\n"
		"end failed error=the output ends before any figure\n"
		"run-incomplete @1\n"},
	{"disk full, then a run that goes well",
		"Writing intelligently...Can't write block.: No space left on device\n"
		"Writing a byte at a time...done\nWriting intelligently...done\n" LINE,
		"begin end diag",
		"begin bonnie @1\n"
		"end failed error=Can't write block.: No space left on device\n"
		"begin bonnie host=box v=2.00 @4\n"
		"end complete\n"
		"run-error @1: Can't write block.: No space left on device\n"},
	{"progress and a heading in one line", "start 'em...done...done...done..." HEAD_IO ROW_IO,
		"begin end diag", "begin bonnie host=box v=2.00 @4\nend complete\n"},
	{"progress alone", "Writing intelligently...done\n", "begin diag", "only-progress @1\n"},
	{"zcav", "#block offset (GiB), MiB/s, time\n0.00 544.01 1.882\n#1.00 ++++ 0.046\n",
		"begin diag", "other-output @1: zcav\n"},
	{"prose", "I ran bonnie++ on a 2G file with 16 files.\n", "begin diag",
		"unknown-lines @1: 1\n"},
};

static void test_talks(void)
{
	check_rows(talks, G_N_ELEMENTS(talks));
}

/* Each figure of a log that is cut anywhere is one of the whole log, or missing. */
static void test_cut(void)
{
	static const char whole[] =
		TABLES LATENCY_IO LINE LINE "box,16G,10,20,30,40,50,60,70,80,90,100,110.5,12,16,+++"
					    "++,+++,10,10,10,10,10,10,10,10,10,10\n";
	g_autofree char *all = read_log(whole, strlen(whole), "bonnie:");
	g_autoptr(GHashTable) known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	g_auto(GStrv) figures = g_strsplit(all, "\n", -1);

	for (size_t i = 0; figures[i]; i++)
		g_hash_table_add(known, g_strndup(figures[i], strcspn(figures[i], " ")));
	for (size_t n = 0; n < strlen(whole); n++) {
		g_autofree char *got = read_log(whole, n, "bonnie:");
		g_auto(GStrv) line = g_strsplit(got, "\n", -1);

		for (size_t i = 0; line[i]; i++) {
			g_autofree char *figure = g_strndup(line[i], strcspn(line[i], " "));
			bool rounded = strstr(line[i], "rounded") || strstr(line[i], "(k/sec)");

			if (!g_hash_table_contains(known, figure) &&
				!g_str_has_suffix(figure, "=") && !rounded)
				fail_row("cut at %zu: %s", n, line[i]);
		}
	}
}

/* Runs go on waiting for their other form, but not for ever. */
static void test_many(void)
{
	g_autoptr(GString) text = g_string_new(TABLES);
	g_autofree char *got = NULL;
	size_t begins = 0;

	for (int i = 0; i < 2000; i++)
		g_string_append_printf(text,
			"box%d,16G,1%d,2,3,4,5,6,7,8,9,10,11.5,12,16,13,14,15,16,17,18,19,20,21,22,"
			"23,"
			"24\n",
			i, i);
	got = read_log(text->str, text->len, "begin");
	for (const char *s = got; (s = strstr(s, "begin")); s++)
		begins++;
	g_assert_cmpuint(begins, ==, 2001);
	g_assert_true(g_str_has_suffix(got, "begin bonnie host=box1999 @2009\n"));
}

static void test_sniff(void)
{
	static const struct {
		const char *text;
		bool ours;
	} row[] = {
		{HEAD_IO, true},
		{"noise\n" LINE, true},
		{"box,300,1,2,3,4,5,6,7,8,9,10,11.5,12,16,13,14,15,16,17,18,19,20,21,22,23,24\n",
			true},
		{"1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27\n",
			false},
		{"run,tool,version,status,layout\n", false},
		{"I like bonnie++ very much.\n", false},
		{"", false},
	};

	for (size_t i = 0; i < G_N_ELEMENTS(row); i++)
		if ((parser_bonnie.sniff(row[i].text, strlen(row[i].text)) > 0) != row[i].ours)
			fail_row("%.40s", row[i].text);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/bonnie/tables", test_tables);
	g_test_add_func("/bonnie/lines", test_lines);
	g_test_add_func("/bonnie/talks", test_talks);
	g_test_add_func("/bonnie/cut", test_cut);
	g_test_add_func("/bonnie/many", test_many);
	g_test_add_func("/bonnie/sniff", test_sniff);
	return g_test_run();
}
