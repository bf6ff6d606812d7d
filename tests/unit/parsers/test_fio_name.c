#include "parsers/fio_name.h"

#include "tests/unit/parsers/witness.h"

static const struct {
	const char *path, *told; /* "TYPE PREFIX NUMBER HOST fz"; NULL: no log's name */
} rows[] = {
	{"write12_bw.1.log", "bw write12 1 -"},
	{"dir/write12_clat_hist.12.log", "clat_hist write12 12 -"},
	{"x_hist.3.log", "clat_hist x 3 -"},
	{"lg_slat.log", "slat lg 0 -"},
	{"a.b_bw.1_iops.2.log", "iops a.b_bw.1 2 -"},
	{"d_bw.1.log/x_lat.7.log", "lat x 7 -"},
	{"randrw-iodepth-8-numjobs-1_bw.1.log", "bw randrw-iodepth-8-numjobs-1 1 -"},
	{"csl_bw.1.log.127.0.0.1", "bw csl 1 127.0.0.1"},
	{"csl_bw.log.host", "bw csl 0 host"},
	{"x.log_bw.1.log", "bw x.log 1 -"},
	{"bw.1.log", "bw  1 -"},
	{"_bw.1.log", "bw  1 -"},
	{"gz_bw.1.log.fz", "bw gz 1 - fz"},
	{"x_clat.0001.log", "clat x 1 -"},
	{"x_clat.0.log", NULL},
	{"x_clat.99999999.log", NULL},
	{"x_bw.1.log.", NULL},
	{"x_bw.1.logs", NULL},
	{"x_bw.1.txt", NULL},
	{"xbw.1.log", NULL},
	{"x_BW.1.log", NULL},
	{"x_bw.one.log", NULL},
	{".log", NULL},
	{"", NULL},
};

static void test_names(void)
{
	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		struct fio_log_name n;
		g_autofree char *told = NULL;

		if (fio_log_name_read(rows[i].path, &n))
			told = g_strdup_printf("%s %.*s %u %s%s", fio_log_type_name(n.type),
				(int)n.n_prefix, n.prefix, n.number, n.host ? n.host : "-",
				n.compressed ? " fz" : "");
		assert_told(rows[i].path, told, rows[i].told);
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/fio/name", test_names);
	return g_test_run();
}
