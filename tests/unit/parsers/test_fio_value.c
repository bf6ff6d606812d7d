#include "parsers/fio_head.h"
#include "parsers/fio_report.h"
#include "parsers/fio_value.h"

#include "tests/unit/parsers/witness.h"
#include <string.h>

static const struct {
	const char *text;
	size_t n;
	double value, step;
} numbers[] = {
	{"0", 1, 0, 1},
	{"21868.565717,", 12, 21868.565717, 1e-6},
	{"-12 ", 3, -12, 1},
	{"5.", 1, 5, 1},
	{"1e3", 3, 1000, 1e-3},
	{"1796045061671", 13, 1796045061671, 1},
	{"123456789012345678", 18, 123456789012345678, 1},
	{"nan", 0, 0, 0},
	{"-inf", 0, 0, 0},
	{"", 0, 0, 0},
	{"1e999", 0, 0, 0},
	{"77777777777777777777777777777777777777777777777777", 0, 0, 0},
};

static void test_numbers(void)
{
	for (size_t i = 0; i < G_N_ELEMENTS(numbers); i++) {
		double value = 0, step = 0;
		size_t n = fio_number(numbers[i].text, strlen(numbers[i].text), &value, &step);

		if (n != numbers[i].n ||
			(n && (value != numbers[i].value ||
				      fabs(step - numbers[i].step) > 1e-9 * numbers[i].step)))
			fail_row("'%s': %zu bytes, %g, %g", numbers[i].text, n, value, step);
	}
}

/* Letters of releases from 2.17 on, and of those before: there K is what the base says. */
static const struct {
	const char *text;
	double base, value;
	size_t n;
} quantities[] = {
	{"17.0k,", 1000, 17000, 5},
	{"265MiB/s (", 1000, 265.0 * 1024 * 1024, 8},
	{"108MB/s", 1000, 108e6, 7},
	{"163Mi (", 1000, 163.0 * 1024 * 1024, 5},
	{"531MiB/2005msec", 1000, 531.0 * 1024 * 1024, 6},
	{"4096B", 1000, 4096, 5},
	{"6927Mibit/s", 1000, 6927.0 * 1024 * 1024 / 8, 11},
	{"50712KB/s", 1024, 50712.0 * 1024, 9},
	{"119122KB/s", 1000, 119122e3, 10},
	{"0 (0)", 1000, 0, 1},
};

static void test_quantities(void)
{
	for (size_t i = 0; i < G_N_ELEMENTS(quantities); i++) {
		struct fio_quantity q;

		if (!fio_quantity(quantities[i].text, &q) || q.n != quantities[i].n ||
			fio_quantity_value(&q, quantities[i].base) != quantities[i].value)
			fail_row("'%s': %zu bytes, %g", quantities[i].text, q.n,
				fio_quantity_value(&q, quantities[i].base));
	}
	g_assert_false(fio_quantity("MiB", &(struct fio_quantity){0}));
}

/* Options: there k is 1024 and KiB the other base. */
static const struct {
	const char *text;
	unsigned base;
	guint64 size;
	size_t n;
} sizes[] = {
	{"4k", 1024, 4096, 2},
	{"4K", 1024, 4096, 2},
	{"4kb", 1024, 4096, 3},
	{"4ki", 1024, 4096, 3},
	{"4KiB", 1024, 4000, 4},
	{"4k", 1000, 4000, 2},
	{"4kib", 1000, 4096, 4},
	{"1m,4k", 1024, 1048576, 2},
	{"512", 1024, 512, 3},
	{"512b", 1024, 512, 4},
	{"k", 1024, 0, 0},
	{"-4k", 1024, 0, 0},
	{"99999999999999999999p", 1024, 0, 0},
};

static void test_sizes(void)
{
	for (size_t i = 0; i < G_N_ELEMENTS(sizes); i++) {
		guint64 size = 0;
		size_t n = fio_option_size(sizes[i].text, sizes[i].base, &size);

		if (n != sizes[i].n || size != sizes[i].size)
			fail_row("'%s' of %u: %zu bytes, %" G_GUINT64_FORMAT, sizes[i].text,
				sizes[i].base, n, size);
	}
}

/* Whole microseconds as seconds are the number that one writes. */
static void test_scale(void)
{
	g_assert_true(fio_scale(85, 1e-6) == 8.5e-05);
	g_assert_true(fio_scale(3.03, 0.01) == 3.03 / 100);
	g_assert_true(fio_scale(5, 1024) == 5120);
}

static const struct {
	const char *text, *name; /* NULL: none */
} percentiles[] = {
	{"99.000000", "99"},
	{"99.90", "99.9"},
	{"1.00", "1"},
	{"100.000000", "100"},
	{"0.00", NULL},
	{"-5", NULL},
	{"101", NULL},
	{"abc", NULL},
	{"9x", NULL},
	{"", NULL},
};

static void test_percentiles(void)
{
	for (size_t i = 0; i < G_N_ELEMENTS(percentiles); i++) {
		g_autoptr(GString) out = g_string_new(NULL);
		bool good = fio_percentile(percentiles[i].text, strlen(percentiles[i].text), out);

		if (good != (percentiles[i].name != NULL) ||
			(good && !g_str_equal(out->str, percentiles[i].name)))
			fail_row("'%s': %s", percentiles[i].text, out->str);
	}
}

/* Lines of heads: read, write and trim sizes. */
static const struct {
	const char *text, *rw, *bs[FIO_MIXED];
	bool whole;
} heads[] = {
	{"a b: c: (g=3): rw=randrw, bs=(R) 4096B-4096B, (W) 64.0KiB-128KiB, (T) 1000B-1000B, "
	 "ioengine=libaio, iodepth=8",
		"randrw", {"4096", "65536-131072", "1000"}, true},
	{"a: (g=0): rw=rw, bs=4K-4K/8K-64K/4K-4K, ioengine=sync, iodepth=1", "rw",
		{"4096", "8192-65536", "4096"}, true},
	/* Four digits do not tell 100000 bytes. */
	{"a: (g=0): rw=read, bs=(R) 97.7KiB-97.7KiB, (W) 4096B-4096B, (T) 4096B-4096B, "
	 "ioengine=sync, iodepth=1",
		"read", {NULL, "4096", "4096"}, true},
	{"a: (g=0): rw=read, bs=(R) 4096B-4096B, (W) 8192B-8192B, bs_is_seq_rand, ioengine=sync, "
	 "iodepth=1",
		"read", {NULL, NULL, NULL}, true},
	{"a: (g=0): rw=read, bs=(R) 4096B-4096B, (W) 40", "read", {"4096", NULL, NULL}, false},
};

static void test_heads(void)
{
	struct pool *pool = pool_new();

	for (size_t i = 0; i < G_N_ELEMENTS(heads); i++) {
		struct fio_head_line head;

		if (!fio_head_read(heads[i].text, pool, &head)) {
			fail_row("'%s' is none", heads[i].text);
			continue;
		}
		assert_told(heads[i].text, head.setup.rw, heads[i].rw);
		for (int d = 0; d < FIO_MIXED; d++)
			assert_told(heads[i].text, head.setup.bs[d], heads[i].bs[d]);
		if (head.whole != heads[i].whole)
			fail_row("'%s': whole", heads[i].text);
	}
	g_assert_false(fio_head_is("a: (groupid=0, jobs=1): err= 0"));
	g_assert_false(fio_head_is("a: (g=x): rw=read"));
	pool_free(pool);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/fio/numbers", test_numbers);
	g_test_add_func("/fio/quantities", test_quantities);
	g_test_add_func("/fio/sizes", test_sizes);
	g_test_add_func("/fio/scale", test_scale);
	g_test_add_func("/fio/percentiles", test_percentiles);
	g_test_add_func("/fio/heads", test_heads);
	return g_test_run();
}
