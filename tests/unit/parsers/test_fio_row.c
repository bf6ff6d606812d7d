#include "parsers/fio_row.h"

#include "tests/unit/parsers/witness.h"
#include <string.h>

/* Rows, and what the last of them is read as: "COLUMNS time value direction size [both] [ns]". */
static const struct {
	const char *text, *told;
} forms[] = {
	{"500, 9, 1\n", "3 500 9 1 0"},
	{"500, 9, 1, 4096\n", "4 500 9 1 4096"},
	{"500, 9, 1, 4096, 0\n600, 8, 0, 512, 1\n", "5 600 8 0 512 ns"},
	{"500, 9, 1, 4096, 8192\n", "5 500 9 1 4096"},
	{"500, 9, 1, 4096, 0x2000\n", "5 500 9 1 4096 ns"},
	{"500, 9, 2, 4096, 8192, 0\n", "6 500 9 2 4096 ns"},
	{"500, 9, 30, 1, 4096, 0\n", "6 500 9 1 4096 both ns"},
	{"500, 1, 1, 4096, 8192, 0\n600, 2, 3, 0, 0, 0\n", "6 600 2 0 0 both ns"},
	{"500, 9, 1, 4096, 8192, 0, 77\n", "7 500 9 1 4096 ns"},
	{"500, 9, 30, 1, 4096, 8192, 0\n", "7 500 9 1 4096 both ns"},
	{"500, 9, 1, 1, 4096, 8192, 0, 77\n", "8 500 9 1 4096 both ns"},
	{"500, 9, 1, 4096, 0\r\n", "5 500 9 1 4096 ns"},
	{"500, 9, 1, 4096, 0  \n", "5 500 9 1 4096 ns"},
	{"500,9,1,4096,0\n", "5 500 9 1 4096 ns"},
	{"9223372036854775807, 1, 0, 0\n", "4 9223372036854775807 1 0 0"},
	/* none */
	{"500, 9\n", NULL},
	{"500, 9, 1, 4096, \n", NULL},
	{"500, 9, 3, 4096, 0\n", NULL},
	{"500, -9, 1, 4096, 0\n", NULL},
	{"500, 9.5, 1, 4096, 0\n", NULL},
	{"x, 9, 1, 4096, 0\n", NULL},
	{"500 9 1 4096 0\n", NULL},
	{"500, 9, 1, 4096, 0 1\n", NULL},
	{"500, 9, 1, 2, 3, 4, 5, 6, 7\n", NULL},
	{"99999999999999999999, 9, 1, 4096, 0\n", NULL},
	{", , , \n", NULL},
	{"\n", NULL},
};

static char *read_form(const char *text)
{
	struct fio_row_evidence e = {0};
	struct fio_row_form form;
	struct fio_row row = {0};
	const char *last = text, *end;
	bool fits = false;

	for (const char *s = text; (end = strchr(s, '\n')); s = end + 1)
		fio_row_learn(&e, s, (size_t)(end - s));
	form = fio_row_settle(&e);
	for (; (end = strchr(last, '\n')); last = end + 1)
		fits = fio_row_read(&form, last, (size_t)(end - last), &row);
	if (!fits || !e.columns)
		return NULL;
	return g_strdup_printf("%u %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT
			       " %u %" G_GUINT64_FORMAT "%s%s",
		form.columns, row.time, row.value, row.direction, row.block_size,
		form.both ? " both" : "", form.is_nsec ? " ns" : "");
}

static void test_forms(void)
{
	for (size_t i = 0; i < G_N_ELEMENTS(forms); i++) {
		g_autofree char *told = read_form(forms[i].text);

		assert_told(forms[i].text, told, forms[i].told);
	}
}

static bool is_single(const char *text, bool iops)
{
	struct fio_row_evidence e = {0};
	struct fio_row_form form;
	const char *end;

	for (const char *s = text; (end = strchr(s, '\n')); s = end + 1)
		fio_row_learn(&e, s, (size_t)(end - s));
	form = fio_row_settle(&e);
	return fio_row_is_single(&e, &form, iops);
}

static void test_single(void)
{
	g_assert_true(is_single("3, 1, 0, 4096, 0\n9, 1, 1, 4096, 0\n", true));
	g_assert_false(is_single("3, 1, 0, 0, 0\n9, 1, 1, 0, 0\n", true));
	g_assert_false(is_single("3, 1, 0, 4096, 0\n9, 2, 1, 4096, 0\n", true));
	g_assert_true(is_single("3, 700, 0, 4096, 0\n", false));
	g_assert_false(is_single("500, 700, 0, 0, 0\n", false));
	g_assert_false(is_single("500, 700, 700, 1, 0, 0\n", false));
	g_assert_true(is_single("3, 1, 0\n", true));
	g_assert_false(is_single("", false));
}

static void test_sniff(void)
{
	static const struct {
		const char *head;
		bool sure, mostly;
	} heads[] = {
		{"500, 9, 1, 4096, 0\n", true, true},
		{"500, 9, 1, 4096\n600, 9, 1, 4096\n700, 9, 1, 4096\njunk\n", true, true},
		{"junk\n500, 9, 1, 4096, 0\n600, 9, 1, 4096, 0\n", false, true},
		{"junk\njunk\n500, 9, 1, 4096, 0\n", false, false},
		{"500, 9, 1, 4096, 0\n600, 9, 1, 4096\n", false, true},
		{"500,9,1,4096,0\n", false, true}, /* csv of anything */
		{"500, 9, 1\n", false, true},
		{"500, 9, 1, 4096, 0", false, false}, /* cut */
		{"", false, false},
	};

	for (size_t i = 0; i < G_N_ELEMENTS(heads); i++) {
		const char *h = heads[i].head;

		if ((fio_row_sniff(h, strlen(h)) > 0) != heads[i].sure ||
			fio_row_mostly(h, strlen(h)) != heads[i].mostly)
			fail_row("%s", h);
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/fio/row/forms", test_forms);
	g_test_add_func("/fio/row/single", test_single);
	g_test_add_func("/fio/row/sniff", test_sniff);
	return g_test_run();
}
