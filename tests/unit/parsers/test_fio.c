#include "parsers/parser.h"

#include "tests/unit/parsers/witness.h"
#include <string.h>

/* Pieces of normal output of 3.33. */
#define HEAD(name)                                                                                 \
	name ": (g=0): rw=read, bs=(R) 4096B-4096B, (W) 4096B-4096B, (T) 4096B-4096B, "            \
	     "ioengine=psync, iodepth=1\n"
#define STARTED "fio-3.33\nStarting 1 process\n\n"
#define BLOCK(name, pid, ms, total)                                                                \
	name ": (groupid=0, jobs=1): err= 0: pid=" pid ": Mon Nov 30 13:21:19 2026\n"              \
	     "  read: IOPS=1000, BW=4000KiB/s (4096kB/s)(4000KiB/" ms "msec)\n"                    \
	     "     issued rwts: total=" total ",0,0,0 short=0,0,0,0 dropped=0,0,0,0\n"
#define GROUP                                                                                      \
	"\nRun status group 0 (all jobs):\n   READ: bw=4000KiB/s (4096kB/s), 4000KiB/s-4000KiB/s " \
	"(4096kB/s-4096kB/s), io=4000KiB (4096kB), run=1000-1000msec\n"

#define BEGIN_TEXT "begin fio v=3.33 when=2026-11-30T13:21:19 @1\n"
#define GROUP_AT(line)                                                                             \
	"fio:read.bw=4096000 aggregate;rounded @" line                                             \
	"\nfio:read.io=4096000 aggregate;rounded @" line "\nfio:read.runtime=1 aggregate @" line   \
	"\n"

/* Pieces of json. */
#define DOCUMENT(time, jobs)                                                                       \
	"{\n  \"fio version\" : \"fio-3.33\",\n  \"timestamp\" : " time ",\n  \"jobs\" : [\n" jobs \
	"  ]\n}\n"
#define JOB(name, elapsed, bytes, ms)                                                              \
	"    {\n      \"jobname\" : \"" name "\",\n      \"elapsed\" : " elapsed                   \
	",\n      \"read\" : {\n        \"io_bytes\" : " bytes ",\n        \"io_kbytes\" : 1,\n"   \
	"        \"runtime\" : " ms "\n      }\n    }"
#define BEGIN_JSON(time, line) "begin fio v=3.33 when=2026-11-30T13:" time "Z @" line "\n"

#define JSON(bw, io, line, seconds, at)                                                            \
	"fio:read.bw=" bw " derived @" line "\nfio:read.io=" io " @" line                          \
	"\nfio:read.runtime=" seconds " @" at "\n"

struct row {
	const char *name, *text, *expected;
};

static void read_text(struct witness *w, const char *text)
{
	struct input *in = input_memory(text, strlen(text), "log", w->sink.diag);

	parser_fio.parse(in, &w->sink);
	input_close(in);
	witness_diags(w->sink.diag, w->log);
}

static void check_rows(const struct row *row, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct witness w;

		witness_init(&w);
		w.terse = true;
		read_text(&w, row[i].text);
		assert_told(row[i].name, w.log->str, row[i].expected);
		witness_clear(&w);
	}
}

/* What is one run, and what are several. */
static const struct row runs[] = {
	{"one job", HEAD("a") STARTED BLOCK("a", "7", "1000", "1000") GROUP,
		BEGIN_TEXT "fio:read.bw=4096000 derived @6\nfio:read.iops=1000 derived @6\n"
			   "fio:read.io=4096000 derived @6\nfio:read.runtime=1 @6\n"
			   "fio:read.ios=1000 @7\n" GROUP_AT("10") "end complete\n"},
	{"a second head is a second run",
		HEAD("a") STARTED GROUP HEAD("a") STARTED BLOCK("a", "7", "1000", "1000") GROUP,
		"begin fio v=3.33 @1\n" GROUP_AT(
			"7") "end complete\n"
			     "begin fio v=3.33 when=2026-11-30T13:21:19 @8\n"
			     "fio:read.bw=4096000 derived @13\nfio:read.iops=1000 derived @13\n"
			     "fio:read.io=4096000 derived @13\nfio:read.runtime=1 @13\n"
			     "fio:read.ios=1000 @14\n" GROUP_AT("17") "end complete\n"},
	{"a head that is there twice is not",
		HEAD("a") STARTED "verify: bad magic at file /x/" HEAD("a")
			STARTED BLOCK("a", "7", "1000", "1000") GROUP,
		BEGIN_TEXT "fio:read.bw=4096000 derived @10\nfio:read.iops=1000 derived @10\n"
			   "fio:read.io=4096000 derived @10\nfio:read.runtime=1 @10\n"
			   "fio:read.ios=1000 @11\n" GROUP_AT("14") "end complete\n"},
	{"a later report of the same process replaces the one before",
		HEAD("a") STARTED BLOCK("a", "7", "1000", "1000")
			GROUP BLOCK("a", "7", "2000", "2000") GROUP,
		BEGIN_TEXT "fio:read.bw=4096000 rounded @12\nfio:read.iops=1000 derived @12\n"
			   "fio:read.io=4096000 rounded @12\nfio:read.runtime=2 @12\n"
			   "fio:read.ios=2000 @13\n" GROUP_AT("16") "end complete\n"
								    "status-reports @5: 1\n"},
	{"documents of one start are reports of one run",
		DOCUMENT("1796045000", JOB("a", "10", "4096", "1000") "\n")
			DOCUMENT("1796045005", JOB("a", "15", "8192", "2000") "\n"),
		BEGIN_JSON("23:25", "1") JSON(
			"4096", "8192", "24", "2", "26") "end complete\nstatus-reports @1: 1\n"},
	{"documents of several starts are several runs",
		DOCUMENT("1796045000", JOB("a", "10", "4096", "1000") "\n")
			DOCUMENT("1796045060", JOB("a", "10", "8192", "2000") "\n"),
		BEGIN_JSON("23:20", "1") JSON(
			"4096", "4096", "9", "1", "11") "end complete\n" BEGIN_JSON("24:20", "16")
			JSON("4096", "8192", "24", "2", "26") "end complete\n"},
	{"a document begins in the middle of one that was cut",
		"{\n  \"fio version\" : \"fio-3.33\",\n  \"timestamp\" : 1796045000,\n"
		"  \"jobs\" : [\n" JOB("a", "10", "4096",
			"1000") ",\n    {\n      \"jobname\" : \"b\",\n" DOCUMENT("1796045060",
			JOB("c", "10", "8192", "2000") "\n"),
		BEGIN_JSON("23:20", "1") JSON("4096", "4096", "9", "1",
			"11") "end partial\n" BEGIN_JSON("24:20", "16") JSON("4096", "8192", "24",
			"2", "26") "end complete\n"
				   "job-unreadable @14: the input ends inside it; what is whole is "
				   "read\n"
				   "run-incomplete @1: partial, 3 figures\n"},
	{"stopped", HEAD("a") STARTED "\nfio: terminating on signal 2\n" GROUP,
		"begin fio v=3.33 @1\n" GROUP_AT(
			"9") "end interrupted\n"
			     "run-incomplete @1: interrupted, 3 figures\n"},
	{"nothing but an error", "fio: x is not a directory\nfio: failed parsing directory=x\n",
		"begin fio @1\nend failed error=fio: x is not a directory\n"
		"run-error @1: fio: x is not a directory\n"},
	{"a hint beside figures is no error",
		HEAD("a") "fio: this platform does not support something\n" STARTED BLOCK(
			"a", "7", "1000", "1000") GROUP,
		BEGIN_TEXT "fio:read.bw=4096000 derived @7\nfio:read.iops=1000 derived @7\n"
			   "fio:read.io=4096000 derived @7\nfio:read.runtime=1 @7\n"
			   "fio:read.ios=1000 @8\n" GROUP_AT("11") "end complete\n"},
};

static void test_runs(void)
{
	check_rows(runs, G_N_ELEMENTS(runs));
}

/* Setups: the head or the options, which mean the same. */
static const struct {
	const char *name, *text, *at;
} setups[] = {
	{"head", HEAD("a") STARTED BLOCK("a", "7", "1000", "1000") GROUP,
		"[bs=4096;iodepth=1;ioengine=psync;job=a;rw=read]"},
	{"no options: nothing is known", DOCUMENT("1", JOB("a", "1", "4096", "1000")), "[job=a]"},
	{"options: what is not given is the default",
		DOCUMENT("1", "{\"jobname\":\"a\",\"job options\":{\"ioengine\":\"psync\"},"
			      "\"read\":{\"io_bytes\":1,\"io_kbytes\":0,\"runtime\":5}}"),
		"[bs=4096;iodepth=1;ioengine=psync;job=a;rw=read]"},
	{"those of the job win",
		"{\"fio version\":\"fio-3.33\",\"global options\":{\"bs\":\"8k\",\"rw\":\"write\"},"
		"\"jobs\":[{\"jobname\":\"a\",\"job "
		"options\":{\"bs\":\"64k,4k\",\"rw\":\"readwrite:8\"},"
		"\"read\":{\"io_bytes\":1,\"io_kbytes\":0,\"runtime\":5}}]}",
		"[bs=65536;iodepth=1;job=a;rw=rw]"},
	{"a name with all that has a meaning elsewhere",
		DOCUMENT("1", "{\"jobname\":\"a;b=\\\"{\\u00fc\",\"read\":{\"io_bytes\":1,"
			      "\"io_kbytes\":0,\"runtime\":5}}"),
		"[job=a\\;b\\=\"{\xc3\xbc]"},
	{"clones that are reported once",
		DOCUMENT("1", "{\"jobname\":\"a\",\"job options\":{"
			      "\"numjobs\":\"3\"},\"read\":{\"io_bytes\":1,"
			      "\"io_kbytes\":0,\"runtime\":5}}"),
		"[bs=4096;iodepth=1;job=a;jobs=3;rw=read]"},
};

static void test_setups(void)
{
	for (size_t i = 0; i < G_N_ELEMENTS(setups); i++) {
		struct witness w;
		const char *at, *end;
		g_autofree char *got = NULL;

		witness_init(&w);
		read_text(&w, setups[i].text);
		at = strchr(w.log->str, '[');
		end = at ? strstr(at, "] @") : NULL;
		got = end ? g_strndup(at, (gsize)(end - at) + 1) : NULL;
		assert_told(setups[i].name, got, setups[i].at);
		witness_clear(&w);
	}
}

/* A figure that nobody wants is not told, and changes nothing else. */
static void test_wants(void)
{
	struct witness w;

	witness_init(&w);
	w.terse = true;
	w.unwanted = "fio:read.io";
	read_text(&w, DOCUMENT("1796045000", JOB("a", "10", "4096", "1000")));
	assert_told("wants", w.log->str,
		BEGIN_JSON("23:20",
			"1") "fio:read.bw=4096 derived @9\nfio:read.runtime=1 @11\nend complete\n");
	witness_clear(&w);
}

static const struct {
	const char *text;
	bool taken;
} sniffs[] = {
	{HEAD("a"), true},
	{"\xef\xbb\xbf{\n  \"fio version\" : \"fio-2.0.15\",\n", true},
	{"note: x\n\n{\"fio version\" : \"fio-3.33\", \"jobs\" : []}\n", true},
	{"Nov 30 13:21:33 host fio[2301]: fio-3.33\nx: (g=0): rw=read, bs=4K-4K/4K-4K\n", true},
	{"fio: failed parsing directory=/x\n", true},
	{"hostname=vm, be=0, 64-bit, os=Linux, arch=x86-64, fio=fio-3.33, flags=1\n", true},
	{"Run status group 0 (all jobs):\n", true},
	{"", false},
	{"\tIozone: Performance Test of File I/O\n\t        Version $Revision: 3.508 $\n", false},
	{"1.97,1.97,vm,1,1380000000,1G,,100,99,200000,30,90000,20,200,99,300000,30,900.0,30\n",
		false},
	{"Version  1.97       ------Sequential Output------ --Sequential Input- --Random-\n",
		false},
	{"504, 163840, 0, 0, 0\n1004, 170000, 0, 0, 0\n", false}, /* a log of bandwidth */
	{"[global]\nioengine=libaio\nrw=read\n", false},          /* a job file */
	{"fio version 2 iolog\n/x add\n", false},                 /* a trace of operations */
	{"{\"jobs\" : [1, 2]}\n", false},
	{"2;3;4;5\n", false},
};

static void test_sniff(void)
{
	for (size_t i = 0; i < G_N_ELEMENTS(sniffs); i++) {
		int sure = parser_fio.sniff(sniffs[i].text, strlen(sniffs[i].text));

		if ((sure > 0) != sniffs[i].taken || sure < 0 || sure > 100)
			fail_row("'%s': %d", sniffs[i].text, sure);
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/fio/runs", test_runs);
	g_test_add_func("/fio/setups", test_setups);
	g_test_add_func("/fio/wants", test_wants);
	g_test_add_func("/fio/sniff", test_sniff);
	return g_test_run();
}
