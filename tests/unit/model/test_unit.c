#include "model/unit.h"

#include <math.h>
#include <string.h>

#define NONE UNIT_COUNT
#define BPS  UNIT_BYTES_PER_SECOND
#define PER  UNIT_PER_SECOND
#define SEC  UNIT_SECOND
#define KIB  1024.0
#define MIB  1048576.0

/* Factors for binary and decimal prefixes; where they differ, an unknown prefix is ambiguous. */
static const struct {
	const char *text;
	enum unit unit;
	double binary, decimal;
} tidy_rows[] = {
	/* iozone */
	{"kBytes/sec", BPS, KIB, 1000},
	{"Kbytes/sec", BPS, KIB, 1000},
	{"KB/sec", BPS, KIB, 1000},
	{"kB/sec", BPS, KIB, 1000},
	{"kB", UNIT_BYTE, KIB, 1000},
	{"ops/sec", PER, 1, 1},
	{"ops", UNIT_ONE, 1, 1},
	{"microseconds/op", SEC, 1e-6, 1e-6},
	{"usec/op", SEC, 1e-6, 1e-6},
	{"microseconds per operation", SEC, 1e-6, 1e-6},
	{"operations per second", PER, 1, 1},
	/* fio */
	{"KiB/s", BPS, KIB, KIB},
	{"kB/s", BPS, KIB, 1000},
	{"KB/s", BPS, KIB, 1000},
	{"MB/s", BPS, MIB, 1e6},
	{"MiB/s", BPS, MIB, MIB},
	{"GiB/s", BPS, KIB *MIB, KIB *MIB},
	{"B/s", BPS, 1, 1},
	{"IOPS", PER, 1, 1},
	{"iops", PER, 1, 1},
	{"kIOPS", PER, 1000, 1000},
	{"usec", SEC, 1e-6, 1e-6},
	{"nsec", SEC, 1e-9, 1e-9},
	{"msec", SEC, 1e-3, 1e-3},
	/* bonnie++ */
	{"K/sec", BPS, KIB, 1000},
	{"M/sec", BPS, MIB, 1e6},
	{"/sec", PER, 1, 1},
	{"%", UNIT_ONE, 0.01, 0.01},
	{"%CP", UNIT_ONE, 0.01, 0.01},
	/* bits are counted in thousands */
	{"Kb/s", BPS, 125, 125},
	{"Mb/s", BPS, 125e3, 125e3},
	{"Gb/s", BPS, 125e6, 125e6},
	{"Mbit/s", BPS, 125e3, 125e3},
	{"Mbits/sec", BPS, 125e3, 125e3},
	{"Gbps", BPS, 125e6, 125e6},
	{"Mibit/s", BPS, MIB / 8, MIB / 8},
	{"MBps", BPS, MIB, 1e6},
	{"kbit", UNIT_BYTE, 125, 125},
	{"kb", NONE, 0, 0},
	/* sizes */
	{"B", UNIT_BYTE, 1, 1},
	{"bytes", UNIT_BYTE, 1, 1},
	{"Megabytes", UNIT_BYTE, MIB, 1e6},
	{"mebibyte", UNIT_BYTE, MIB, MIB},
	{"GB", UNIT_BYTE, KIB *MIB, 1e9},
	{"TiB", UNIT_BYTE, MIB *MIB, MIB *MIB},
	{"K", UNIT_BYTE, KIB, 1000},
	{"m", NONE, 0, 0},
	/* times */
	{"s", SEC, 1, 1},
	{"sec", SEC, 1, 1},
	{"Seconds", SEC, 1, 1},
	{"min", SEC, 60, 60},
	{"h", SEC, 3600, 3600},
	{"hours", SEC, 3600, 3600},
	{"ms", SEC, 1e-3, 1e-3},
	{"Ms", NONE, 0, 0},
	{"us", SEC, 1e-6, 1e-6},
	{"\xC2\xB5s", SEC, 1e-6, 1e-6},
	{"\xCE\xBCs", SEC, 1e-6, 1e-6},
	{"ns", SEC, 1e-9, 1e-9},
	/* rates of other things */
	{"IO/s", PER, 1, 1},
	{"IOs/sec", PER, 1, 1},
	{"I/O/s", PER, 1, 1},
	{"/s", PER, 1, 1},
	{"1/s", PER, 1, 1},
	{"files/sec", PER, 1, 1},
	{"seeks / second", PER, 1, 1},
	{"kops/s", PER, 1000, 1000},
	{"files/min", PER, 1.0 / 60, 1.0 / 60},
	{"1", UNIT_ONE, 1, 1},
	{" MB per second ", BPS, MIB, 1e6},
	/* no units */
	{"", NONE, 0, 0},
	{"/", NONE, 0, 0},
	{"x", NONE, 0, 0},
	{"kk", NONE, 0, 0},
	{"MB/", NONE, 0, 0},
	{"MB/op", NONE, 0, 0},
	{"MB/s/s", NONE, 0, 0},
	{"usec/", NONE, 0, 0},
	{"s/s", NONE, 0, 0},
	{"reclen", NONE, 0, 0},
	{"mops", NONE, 0, 0},
	{"ps", NONE, 0, 0},
	{"kilobytes per second and a great many other words behind it", NONE, 0, 0},
};

static void check_tidy(
	const char *text, enum unit_prefix prefix, enum unit unit, double factor, bool ambiguous)
{
	struct unit_scale got = {.unit = NONE};
	bool known = unit_tidy(text, prefix, &got);

	if (known != (unit != NONE)) {
		g_test_fail_printf("'%s' is %s", text, known ? "taken for a unit" : "not known");
	} else if (known &&
		   (got.unit != unit || got.factor != factor || got.ambiguous != ambiguous)) {
		g_test_fail_printf("'%s' with prefix %d gives %.17g %s, ambiguous %d", text, prefix,
			got.factor, unit_name(got.unit), got.ambiguous);
	}
}

static void test_tidy(void)
{
	for (size_t i = 0; i < G_N_ELEMENTS(tidy_rows); i++) {
		const char *text = tidy_rows[i].text;
		enum unit unit = tidy_rows[i].unit;
		double binary = tidy_rows[i].binary, decimal = tidy_rows[i].decimal;

		check_tidy(text, PREFIX_BINARY, unit, binary, false);
		check_tidy(text, PREFIX_DECIMAL, unit, decimal, false);
		check_tidy(text, PREFIX_UNKNOWN, unit, decimal, binary != decimal);
	}
}

static void test_names(void)
{
	static const char *const names[] = {"B/s", "1/s", "s", "B", "1"};

	for (int u = 0; u < UNIT_COUNT; u++) {
		struct unit_scale scale;

		g_assert_cmpstr(unit_name(u), ==, names[u]);
		g_assert_cmpint(unit_by_name(names[u]), ==, u);
		g_assert_true(unit_tidy(names[u], PREFIX_UNKNOWN, &scale));
		g_assert_cmpint(scale.unit, ==, u);
		g_assert_cmpfloat(scale.factor, ==, 1);
	}
	g_assert_cmpint(unit_by_name("MB/s"), ==, UNIT_COUNT);
}

static const struct {
	enum unit unit;
	double magnitude;
	const char *text;
	double divisor;
} display_rows[] = {
	{BPS, 5, "B/s", 1},
	{BPS, 1023, "B/s", 1},
	{BPS, 1024, "KiB/s", KIB},
	{BPS, 300 * MIB, "MiB/s", MIB},
	{BPS, -300 * MIB, "MiB/s", MIB},
	{BPS, 1e20, "TiB/s", MIB *MIB},
	{BPS, NAN, "B/s", 1},
	{BPS, INFINITY, "B/s", 1},
	{PER, 250, "ops/s", 1},
	{PER, 1e5, "kops/s", 1e3},
	{PER, 0.5, "ops/s", 1},
	{SEC, 4e-7, "ns", 1e-9},
	{SEC, 4e-12, "ns", 1e-9},
	{SEC, 5e-6, "us", 1e-6},
	{SEC, 5e-3, "ms", 1e-3},
	{SEC, 94813, "s", 1},
	{SEC, 0, "s", 1},
	{UNIT_BYTE, 500107862016, "GiB", KIB *MIB},
	{UNIT_BYTE, 0, "B", 1},
	{UNIT_ONE, 0.97, "", 1},
	{UNIT_ONE, 1e9, "", 1},
};

static void test_display(void)
{
	for (size_t i = 0; i < G_N_ELEMENTS(display_rows); i++) {
		double divisor = 0;
		enum unit unit = display_rows[i].unit;
		const char *text = unit_for_display(unit, display_rows[i].magnitude, &divisor);
		struct unit_scale back = {.unit = UNIT_ONE, .factor = 1};

		if (strcmp(text, display_rows[i].text) != 0 || divisor != display_rows[i].divisor)
			g_test_fail_printf("%g %s gives '%s' %g", display_rows[i].magnitude,
				unit_name(unit), text, divisor);
		/* what we show we read again */
		if (*text && !unit_tidy(text, PREFIX_UNKNOWN, &back))
			g_test_fail_printf("'%s' cannot be read", text);
		if (back.unit != unit || back.factor != divisor)
			g_test_fail_printf(
				"'%s' reads as %g %s", text, back.factor, unit_name(back.unit));
	}
}

static const struct {
	const char *text;
	enum unit unit;
	double value;
} quantity_rows[] = {
	{"500107862016", UNIT_ONE, 500107862016},
	{"0", UNIT_ONE, 0},
	{"-1.5", UNIT_ONE, -1.5},
	{"+2", UNIT_ONE, 2},
	{"1e6", UNIT_ONE, 1e6},
	{".5", UNIT_ONE, 0.5},
	{"3%", UNIT_ONE, 0.03},
	{"64k", UNIT_BYTE, 65536},
	{"64K", UNIT_BYTE, 65536},
	{"1m", UNIT_BYTE, MIB},
	{"1.5M", UNIT_BYTE, 1.5 * MIB},
	{"32G", UNIT_BYTE, 32 * KIB *MIB},
	{"2T", UNIT_BYTE, 2 * MIB *MIB},
	{"32GiB", UNIT_BYTE, 32 * KIB *MIB},
	{"295.75 TiB", UNIT_BYTE, 295.75 * MIB *MIB},
	{"500GB", UNIT_BYTE, 500e9},
	{"4kB", UNIT_BYTE, 4000},
	{"4kb", UNIT_BYTE, 4000},
	{"512B", UNIT_BYTE, 512},
	{"512 bytes", UNIT_BYTE, 512},
	{"1E", UNIT_BYTE, MIB *MIB *MIB},
	{"1.5h", SEC, 5400},
	{"90min", SEC, 5400},
	{"250ms", SEC, 0.25},
	{"7us", SEC, 7e-6},
	{"7ns", SEC, 7e-9},
	{"2 d", SEC, 172800},
	{" 10 s ", SEC, 10},
	{"26:20:13", SEC, 94813},
	{"112:37:39", SEC, 405459},
	{"4:05.25", SEC, 245.25},
	{"1:2:3", NONE, 0},
	{"1:60", NONE, 0},
	{"1:02:03:04", NONE, 0},
	{"1:", NONE, 0},
	{":30", NONE, 0},
	{"1:30s", NONE, 0},
	{"", NONE, 0},
	{"k", NONE, 0},
	{"-", NONE, 0},
	{".", NONE, 0},
	{"0x10", NONE, 0},
	{"inf", NONE, 0},
	{"nan", NONE, 0},
	{"1e999", NONE, 0},
	{"5 things", NONE, 0},
	{"64k k", NONE, 0},
	{"1,5G", NONE, 0},
	{"10MB/s", NONE, 0},
};

static void test_quantity(void)
{
	for (size_t i = 0; i < G_N_ELEMENTS(quantity_rows); i++) {
		double value = 0;
		enum unit unit = NONE;
		const char *text = quantity_rows[i].text;
		bool known = unit_quantity(text, &value, &unit);

		if (known != (quantity_rows[i].unit != NONE))
			g_test_fail_printf("'%s' is %sread", text, known ? "" : "not ");
		else if (known &&
			 (unit != quantity_rows[i].unit || value != quantity_rows[i].value))
			g_test_fail_printf("'%s' gives %.17g %s", text, value, unit_name(unit));
	}
}

static const struct {
	double value;
	const char *text;
} number_rows[] = {
	{0, "0"},
	{-0.0, "-0"},
	{1, "1"},
	{-17, "-17"},
	{1034.55, "1034.55"},
	{0.1, "0.1"},
	{0.1 + 0.2, "0.30000000000000004"},
	{1.0 / 3, "0.3333333333333333"},
	{2.0 / 3, "0.6666666666666666"},
	{123456789012345, "123456789012345"},
	{1e15, "1000000000000000"},
	{9007199254740991, "9007199254740991"},
	{9007199254740992, "9007199254740992"},
	{-9007199254740992, "-9007199254740992"},
	{1.5e20, "1.5e+20"},
	{1e-7, "1e-07"},
	{1.7976931348623157e308, "1.7976931348623157e+308"},
	{NAN, ""},
	{INFINITY, "inf"},
};

static void test_number(void)
{
	GString *out = g_string_new(NULL);

	for (size_t i = 0; i < G_N_ELEMENTS(number_rows); i++) {
		g_string_truncate(out, 0);
		number_print(number_rows[i].value, out);
		if (strcmp(out->str, number_rows[i].text) != 0)
			g_test_fail_printf("%s prints as %s", number_rows[i].text, out->str);
	}
	g_string_assign(out, "x=");
	number_print(5.5, out);
	number_print(6, out);
	g_assert_cmpstr(out->str, ==, "x=5.56");
	g_string_free(out, TRUE);
}

/* Doubles of all sizes come back bit for bit. */
static void test_number_inverse(void)
{
	GString *out = g_string_new(NULL);

	for (int i = 0; i < 20000; i++) {
		union {
			guint64 bits;
			double value;
		} in = {.bits = (guint64)g_test_rand_int() << 32 | (guint32)g_test_rand_int()},
		  back;

		if (!isfinite(in.value))
			continue;
		g_string_truncate(out, 0);
		number_print(in.value, out);
		back.value = g_ascii_strtod(out->str, NULL);
		if (in.bits != back.bits)
			g_test_fail_printf("%.17g comes back from %s", in.value, out->str);
	}
	g_string_free(out, TRUE);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/unit/tidy", test_tidy);
	g_test_add_func("/unit/names", test_names);
	g_test_add_func("/unit/display", test_display);
	g_test_add_func("/unit/quantity", test_quantity);
	g_test_add_func("/unit/number", test_number);
	g_test_add_func("/unit/number-inverse", test_number_inverse);
	return g_test_run();
}
