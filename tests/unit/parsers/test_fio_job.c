#include "parsers/fio_beside.h"
#include "parsers/fio_job.h"

#include "tests/unit/parsers/witness.h"
#include <string.h>

static void test_sizes(void)
{
	static const struct {
		const char *text;
		guint64 usual, other; /* kb_base 1024 and 1000; 0: none */
	} rows[] = {
		{"4096", 4096, 4096},
		{"4k", 4096, 4000},
		{"4K", 4096, 4000},
		{"4kb", 4096, 4000},
		{"4ki", 4096, 4000},
		{"4KiB", 4000, 4096},
		{"1m", 1048576, 1000000},
		{"2GiB", 2000000000, 2147483648},
		{"0x1000", 4096, 4096},
		{"1t", 1099511627776, 1000000000000},
		{"99999999p", 0, 0},
		{"4x", 0, 0},
		{"4kib4", 0, 0},
		{"k", 0, 0},
		{"-4k", 0, 0},
		{"", 0, 0},
	};

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		guint64 usual = 0, other = 0;

		if (!fio_size(rows[i].text, false, &usual))
			usual = 0;
		if (!fio_size(rows[i].text, true, &other))
			other = 0;
		if (usual != rows[i].usual || other != rows[i].other)
			fail_row("%s: %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT, rows[i].text,
				usual, other);
	}
}

static const char text[] = "# a job file\n"
			   "[global]\n"
			   "blocksize = 8k, 64k\r\n"
			   "ioengine=libaio\n"
			   "write_bw_log=dir/all\n"
			   "\n"
			   "[one]\n"
			   "; numjobs=9\n"
			   "numjobs=3\n"
			   "time_based\n"
			   "write_lat_log\n"
			   "[global]\n"
			   "ioengine=psync\n"
			   "[rand mix; odd]\n"
			   "bsrange=4k-64k\n"
			   "READWRITE=randrw\n";

static void test_sections(void)
{
	struct fio_job_file *job = fio_job_read(text, strlen(text));
	const struct fio_section *one, *two;

	g_assert_cmpuint(job->sections->len, ==, 2);
	one = job->sections->pdata[0];
	two = job->sections->pdata[1];
	g_assert_cmpstr(one->name, ==, "one");
	g_assert_cmpstr(two->name, ==, "rand mix");
	g_assert_cmpstr(fio_section_get(one, "ioengine"), ==, "libaio");
	g_assert_cmpstr(fio_section_get(two, "ioengine"), ==, "psync");
	g_assert_cmpstr(fio_section_get(two, "rw"), ==, "randrw");
	g_assert_cmpstr(fio_section_get(one, "time_based"), ==, "");
	g_assert_null(fio_section_get(two, "time_based"));
	g_assert_cmpuint(fio_section_clones(one), ==, 3);
	g_assert_cmpuint(fio_section_clones(two), ==, 1);
	g_assert_cmpuint(fio_section_block_size(one, 0), ==, 8192);
	g_assert_cmpuint(fio_section_block_size(one, 1), ==, 65536);
	g_assert_cmpuint(fio_section_block_size(one, 2), ==, 65536);
	g_assert_cmpuint(fio_section_block_size(two, 0), ==, 0);
	g_assert_true(fio_section_writes(one, "all"));
	g_assert_true(fio_section_writes(one, "one"));
	g_assert_false(fio_section_writes(two, "one"));
	fio_job_free(job);
}

static void test_modes(void)
{
	static const char *const rows[][2] = {{"rw=write", "write"}, {"rw=randrw:8", "randrw"},
		{"readwrite=readwrite", "rw"}, {"rw=rw", "rw"}, {"bs=4k", "read"}};

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autofree char *job = g_strdup_printf("[a]\n%s\n", rows[i][0]), *mode = NULL;
		struct fio_job_file *file = fio_job_read(job, strlen(job));

		mode = fio_section_mode(file->sections->pdata[0]);
		g_assert_cmpstr(mode, ==, rows[i][1]);
		g_assert_cmpuint(fio_section_block_size(file->sections->pdata[0], 0), ==, 4096);
		fio_job_free(file);
	}
}

static void test_sniff(void)
{
	static const char *const others[] = {"", "[a]\nb=c\n", "rw=write\nbs=4k\n",
		"text\n[a]\nrw=write\nbs=4k\n", "{\"rw\": \"write\"}\n", "[core]\nbare=false\n"};

	g_assert_cmpint(fio_job_sniff(text, strlen(text)), >, 50);
	for (size_t i = 0; i < G_N_ELEMENTS(others); i++)
		if (fio_job_sniff(others[i], strlen(others[i])))
			fail_row("%s", others[i]);
}

static void test_release(void)
{
	static const struct {
		const char *text, *release;
		bool is_nsec;
	} rows[] = {
		{"a: (g=0): rw=write\nfio-3.33\nStarting 1 process\n", "3.33", true},
		{"{\n  \"fio version\" : \"fio-3.42-135-gf534\",\n", "3.42-135-gf534", true},
		{"3;fio-2.21;name;0;0;1\n", "2.21", false},
		{"fio-2.99", "2.99", true},
		{"fio-2.2.10\n", "2.2.10", false},
		{"see fio-3.1\n", NULL, false},
		{"fio-3\n", NULL, false},
		{"fio-3.1 and more\n", NULL, false},
		{"fio-plot\nfio-3.0\n", "3.0", true},
		{"", NULL, false},
	};

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autofree char *release = fio_release(rows[i].text, strlen(rows[i].text));

		assert_told(rows[i].text, release, rows[i].release);
		if (release && fio_release_is_nsec(release) != rows[i].is_nsec)
			fail_row("%s", rows[i].text);
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/fio/job/sizes", test_sizes);
	g_test_add_func("/fio/job/sections", test_sections);
	g_test_add_func("/fio/job/modes", test_modes);
	g_test_add_func("/fio/job/sniff", test_sniff);
	g_test_add_func("/fio/job/release", test_release);
	return g_test_run();
}
