#include "model/layout.h"

#include <string.h>

struct row {
	const char *text, *raid;
	const char *key; /* NULL: no layout name */
	int drives, parity;
};

#define NO LAYOUT_UNKNOWN

static const struct row rows[] = {
	/* count and width, parity elsewhere */
	{"2x21", NULL, "2*any(21)", 42, NO},
	{"2x21", "z", "2*raidz1(20+1)", 42, 1},
	{"2x21", "z2", "2*raidz2(19+2)", 42, 2},
	{"3x14", "z2", "3*raidz2(12+2)", 42, 2},
	{"6x7", "raidz", "6*raidz1(6+1)", 42, 1},
	{"7x6", "RAID-Z2", "7*raidz2(4+2)", 42, 2},
	{"7x6", "", "7*any(6)", 42, NO},
	{"2\u00d721", "z2", "2*raidz2(19+2)", 42, 2},
	{"2 \u00d7 21", NULL, "2*any(21)", 42, NO},
	{"2*21", NULL, "2*any(21)", 42, NO},
	{" 2x21\t", NULL, "2*any(21)", 42, NO},
	{"2X21", NULL, "2*any(21)", 42, NO},
	{"2x21 z2", NULL, "2*raidz2(19+2)", 42, 2},
	{"6x7z2", NULL, "6*raidz2(5+2)", 42, 2},
	{"7x6-z", NULL, "7*raidz1(5+1)", 42, 1},
	{"7x6_z2", NULL, "7*raidz2(4+2)", 42, 2},
	{"10 x 10", NULL, "10*any(10)", 100, NO},
	{"5x2", "mirror", "5*mirror(1+1)", 10, 1},
	{"5x3", "m", "5*mirror(1+2)", 15, 2},
	{"2x21", "raid5", "2*raid5(20+1)", 42, 1},
	{"4x1", "stripe", "4*stripe(1+0)", 4, 0},
	/* data and parity */
	{"12x2p1", NULL, "12*any(2+1)", 36, 1},
	{"12x2p1", "z", "12*raidz1(2+1)", 36, 1},
	{"12x2P1", NULL, "12*any(2+1)", 36, 1},
	{"9 x ( 3 + 1 )", NULL, "9*any(3+1)", 36, 1},
	{"9x3p1", NULL, "9*any(3+1)", 36, 1},
	{"9x(3+1)", NULL, "9*any(3+1)", 36, 1},
	{"9x3:1", NULL, "9*any(3+1)", 36, 1},
	{"9x(3+1) raidz", NULL, "9*raidz1(3+1)", 36, 1},
	{"18x1p1", NULL, "18*any(1+1)", 36, 1},
	{"18 x ( 1 + 1 )", NULL, "18*any(1+1)", 36, 1},
	{"18x1p1", "mirror", "18*mirror(1+1)", 36, 1},
	{"18x1p1", "z1", "18*raidz1(1+1)", 36, 1},
	{"1x33p3", NULL, "1*any(33+3)", 36, 3},
	{"1x33p3", "z3", "1*raidz3(33+3)", 36, 3},
	{"6 +1", NULL, "?*any(6+1)", NO, 1},
	{"6+1", NULL, "?*any(6+1)", NO, 1},
	{"2+1", NULL, "?*any(2+1)", NO, 1},
	{"(2+1)", NULL, "?*any(2+1)", NO, 1},
	{"8+2", "rz2", "?*raidz2(8+2)", NO, 2},
	{"4+2", "ec", "?*ec(4+2)", NO, 2},
	/* a kind with numbers around it */
	{"3xraidz2", NULL, "3*raidz2(?+2)", NO, 2},
	{"3xraidz2", "33, 11 per raidz2", "3*raidz2(9+2)", 33, 2},
	{"3xraidz2, 11 per raidz2", NULL, "3*raidz2(9+2)", 33, 2},
	{"3xraidz2, 33, 11 per raidz2", NULL, "3*raidz2(9+2)", 33, 2},
	{"3xraidz2", "33", "3*raidz2(9+2)", 33, 2},
	{"3xraidz2(9+2)", NULL, "3*raidz2(9+2)", 33, 2},
	{"3xraidz2(11)", NULL, "3*raidz2(9+2)", 33, 2},
	{"3xraidz2 (33 disks)", NULL, "3*raidz2(9+2)", 33, 2},
	{"3xraidz2-11", NULL, "3*raidz2(9+2)", 33, 2},
	{"raid60", NULL, "?*raid6(?+2)", NO, 2},
	{"raid60", "33, 11 per raid6", "3*raid6(9+2)", 33, 2},
	{"1xraidz3", "35", "1*raidz3(32+3)", 35, 3},
	{"1xraidz3", "35 disks", "1*raidz3(32+3)", 35, 3},
	{"1xraidz3", "35 in single ZFS vdev", "1*raidz3(32+3)", 35, 3},
	{"raidz3", "35 in single ZFS vdev", "1*raidz3(32+3)", 35, 3},
	{"raidz2-6x10", NULL, "6*raidz2(8+2)", 60, 2},
	{"2 x 8-wide RAID-Z2", NULL, "2*raidz2(6+2)", 16, 2},
	{"2 x 8\u2011wide RAID\u2011Z2", NULL, "2*raidz2(6+2)", 16, 2},
	{"2x 8w z2", NULL, "2*raidz2(6+2)", 16, 2},
	{"8-wide raidz2", NULL, "?*raidz2(6+2)", NO, 2},
	{"4 vdevs of 6-disk RAIDZ2", NULL, "4*raidz2(4+2)", 24, 2},
	{"6 disk raidz2 x 4", NULL, "4*raidz2(4+2)", 24, 2},
	{"four raidz2 groups", NULL, "4*raidz2(?+2)", NO, 2},
	{"2 raidz2 vdevs of 8 disks", NULL, "2*raidz2(6+2)", 16, 2},
	{"5xmirror", NULL, "5*mirror(1+1)", 10, 1},
	{"5xmirror", "15 disks", "5*mirror(1+2)", 15, 2},
	{"5x2 mirror", NULL, "5*mirror(1+1)", 10, 1},
	{"5x3 mirror", NULL, "5*mirror(1+2)", 15, 2},
	{"2-way mirror x 5", NULL, "5*mirror(1+1)", 10, 1},
	{"3-way mirror x 5", NULL, "5*mirror(1+2)", 15, 2},
	{"3-way mirror", NULL, "?*mirror(1+2)", NO, 2},
	{"5 x 3-way mirrors", NULL, "5*mirror(1+2)", 15, 2},
	{"mirror", NULL, "?*mirror(1+?)", NO, NO},
	{"mirror of 12 disks", NULL, "?*mirror(1+?)", NO, NO},
	{"raid1, 2 disks", NULL, "1*mirror(1+1)", 2, 1},
	{"raidz", NULL, "?*raidz1(?+1)", NO, 1},
	{"raidz2", NULL, "?*raidz2(?+2)", NO, 2},
	{"RAIDZ2(10)", NULL, "1*raidz2(8+2)", 10, 2},
	{"raidz2 8+2", NULL, "?*raidz2(8+2)", NO, 2},
	{"raid5", NULL, "?*raid5(?+1)", NO, 1},
	{"raid-5 4+1", NULL, "?*raid5(4+1)", NO, 1},
	/* RAID levels and prose */
	{"RAID10", NULL, "?*mirror(1+1)", NO, 1},
	{"RAID 1+0", NULL, "?*mirror(1+1)", NO, 1},
	{"RAID-10 across all 12 disks", NULL, "6*mirror(1+1)", 12, 1},
	{"RAID10", "12", "6*mirror(1+1)", 12, 1},
	{"12-disk RAID10", NULL, "6*mirror(1+1)", 12, 1},
	{"RAIDZ2 (11 disks in set, 1 hot spare)", NULL, "1*raidz2(9+2)+1s", 11, 2},
	{"HW RAID-5 (11 disks one hot spare)", NULL, "1*raid5(10+1)+1s", 11, 1},
	{"8 disks on raid5 and one hot spare", NULL, "1*raid5(7+1)+1s", 8, 1},
	{"raidz2 (6 disks, spare)", NULL, "1*raidz2(4+2)+1s", 6, 2},
	{"raidz2 + 2 spares", NULL, "?*raidz2(?+2)+2s", NO, 2},
	{"7x6 z2 + slog", NULL, "7*raidz2(4+2)", 42, 2},
	{"7x6 z2 + 2 l2arc + 1 spare", NULL, "7*raidz2(4+2)+1s", 42, 2},
	{"6+1 +1 spare", NULL, "?*any(6+1)+1s", NO, 1},
	{"6x6 + 2 spares", "z2", "6*raidz2(4+2)+2s", 36, 2},
	{"RAID50 3x5", NULL, "3*raid5(4+1)", 15, 1},
	{"raid5+0", NULL, "?*raid5(?+1)", NO, 1},
	{"raid5+0 3x5", NULL, "3*raid5(4+1)", 15, 1},
	{"stripe", NULL, "?*stripe(1+0)", NO, 0},
	{"raid0", NULL, "?*stripe(1+0)", NO, 0},
	{"33xraid0", NULL, "33*stripe(1+0)", 33, 0},
	{"4xdisk", NULL, "4*stripe(1+0)", 4, 0},
	{"JBOD 12", NULL, "12*stripe(1+0)", 12, 0},
	{"raid0 8 disks", NULL, "8*stripe(1+0)", 8, 0},
	/* draid, erasure codes */
	{"draid2:8d:24c:2s", NULL, "draid2(8+2)/24c+2s", 24, 2},
	{"draid2:24c", NULL, "draid2(8+2)/24c+0s", 24, 2},
	{"draid:6c", NULL, "draid1(5+1)/6c+0s", 6, 1},
	{"draid", NULL, "draid1(?+1)/?c+0s", NO, 1},
	{"draid3:4d", "32", "draid3(4+3)/32c+0s", 32, 3},
	{"2x24", "draid2:8d:2s", "2*draid2(8+2)/24c+2s", 48, 2},
	{"0xdraid2:8d:24c", NULL, NULL, 0, 0},
	{"draid2:0d:24c", NULL, NULL, 0, 0},
	{"draid2:8d:0c", NULL, NULL, 0, 0},
	{"3000xdraid2:8d:24c", NULL, NULL, 0, 0},
	{"0xmirror", "12", NULL, 0, 0},
	{"0-wide raidz2", "12", NULL, 0, 0},
	{"8-disk raid0", NULL, "8*stripe(1+0)", 8, 0},
	{"2xdraid2:4d:18c:0s", NULL, "2*draid2(4+2)/18c+0s", 36, 2},
	{"draid2:8d:24c:2s + 1 spare", NULL, "draid2(8+2)/24c+2s+1s", 24, 2},
	{"EC 4+2", NULL, "?*ec(4+2)", NO, 2},
	{"ec(8+3)", NULL, "?*ec(8+3)", NO, 3},
	{"RS(6,3)", NULL, "?*ec(6+3)", NO, 3},
	/* keys */
	{"9*raidz1(3+1)", NULL, "9*raidz1(3+1)", 36, 1},
	{"2*any(21)", "z2", "2*raidz2(19+2)", 42, 2},
	{"1*raidz2(9+2)+1s", "z2", "1*raidz2(9+2)+1s", 11, 2},
	{"draid2(8+2)/24c+2s", "draid2", "draid2(8+2)/24c+2s", 24, 2},
	{"1*raidz2(2+2),1*mirror(1+1)", NULL, "1*raidz2(2+2),1*mirror(1+1)", 6, 1},
	/* zpool create */
	{"zpool create t raidz2 a b c d mirror e f", NULL, "1*raidz2(2+2),1*mirror(1+1)", 6, 1},
	{"zpool create t mirror e f raidz2 a b c d", NULL, "1*raidz2(2+2),1*mirror(1+1)", 6, 1},
	{"zpool create t raidz2 a b c d mirror e f", "z2", "1*raidz2(2+2),1*mirror(1+1)", 6, 1},
	{"zpool create -f -o ashift=12 t mirror a b mirror c d log mirror e f cache g spare h i",
		NULL, "2*mirror(1+1)+2s", 4, 1},
	{"sudo /sbin/zpool create t a b c", NULL, "3*stripe(1+0)", 3, 0},
	{"zpool create t raidz c0t0d0 c1t0d0  c2t0d0", "z", "1*raidz1(2+1)", 3, 1},
	{"zpool create t draid2:3d:1s a b c d e f", NULL, "draid2(3+2)/6c+1s", 6, 2},
	{"zpool create t z m", NULL, "2*stripe(1+0)", 2, 0},
	/* a second column that agrees, and some that do not */
	{"9x(3+1)", "z", "9*raidz1(3+1)", 36, 1},
	{"raidz2-6x10", "z2", "6*raidz2(8+2)", 60, 2},
	{"raidz2-6x10", "60", "6*raidz2(8+2)", 60, 2},
	{"raidz2-6x10", "z3", NULL, 0, 0},
	{"raidz2-6x10", "61", NULL, 0, 0},
	{"12x2p1", "z2", NULL, 0, 0},
	{"12x2p1", "mirror", NULL, 0, 0},
	{"2x21", "y", NULL, 0, 0},
	{"2x21", "-", NULL, 0, 0},
	{"2x2", "z2", NULL, 0, 0},
	{"5x2 mirror", "z", NULL, 0, 0},
	{"3xraidz2", "34", NULL, 0, 0},
	{"3xraidz2", "33, 11 per raidz3", NULL, 0, 0},
	{"zpool create t raidz2 a b c d mirror e f", "z3", NULL, 0, 0},
	{"RAID10 across all 13 disks", NULL, NULL, 0, 0},
	{"RAID10 2x6", NULL, NULL, 0, 0},
	{"draid2:8d:9c", NULL, NULL, 0, 0},
	/* units, sizes, devices, models and other words */
	{"2x10G", NULL, NULL, 0, 0},
	{"2x10m", NULL, NULL, 0, 0},
	{"2x750W", NULL, NULL, 0, 0},
	{"640x480", NULL, NULL, 0, 0},
	{"320x240", NULL, NULL, 0, 0},
	{"4x7200rpm", NULL, NULL, 0, 0},
	{"36 x 14 HDDs", NULL, NULL, 0, 0},
	{"36 x 14 disks", NULL, NULL, 0, 0},
	{"2xE5620", NULL, NULL, 0, 0},
	{"c6t4d0", NULL, NULL, 0, 0},
	{"X4500", NULL, NULL, 0, 0},
	{"X25", NULL, NULL, 0, 0},
	{"T3B", NULL, NULL, 0, 0},
	{"64k", NULL, NULL, 0, 0},
	{"32G", NULL, NULL, 0, 0},
	{"14 TB", NULL, NULL, 0, 0},
	{"12", NULL, NULL, 0, 0},
	{"35 disks", NULL, NULL, 0, 0},
	{"12:30", NULL, NULL, 0, 0},
	{"1+0", NULL, NULL, 0, 0},
	{"1034.55+-46.04", NULL, NULL, 0, 0},
	{"raidz2-0", NULL, NULL, 0, 0},
	{"mirror-1", NULL, NULL, 0, 0},
	{"raidz4", NULL, NULL, 0, 0},
	{"raid7", NULL, NULL, 0, 0},
	{"z", NULL, NULL, 0, 0},
	{"m", NULL, NULL, 0, 0},
	{"ec", NULL, NULL, 0, 0},
	{"xfs", NULL, NULL, 0, 0},
	{"", NULL, NULL, 0, 0},
	{" ", NULL, NULL, 0, 0},
	{"x", NULL, NULL, 0, 0},
	{"2x", NULL, NULL, 0, 0},
	{"x21", NULL, NULL, 0, 0},
	{"0x21", NULL, NULL, 0, 0},
	{"2x0", NULL, NULL, 0, 0},
	{"2x(3+1", NULL, NULL, 0, 0},
	{"2x21 z2 z3", NULL, NULL, 0, 0},
	{"4294967298x21", NULL, NULL, 0, 0},
	{"99999999999999999999999999x2p1", NULL, NULL, 0, 0},
	{"50000x50000", NULL, NULL, 0, 0},
	{"2x21\x01", NULL, NULL, 0, 0},
	{"2\x1bx21", NULL, NULL, 0, 0},
	{"2\xc3", NULL, NULL, 0, 0},
	{"\xff\xfe", NULL, NULL, 0, 0},
	{"zpool create t", NULL, NULL, 0, 0},
	{"zpool create t raidz2 a b", NULL, NULL, 0, 0},
	{"zpool create t mirror a", NULL, NULL, 0, 0},
	{"zpool create t mirror a b special c", NULL, NULL, 0, 0},
	{"zpool create t a log b raidz2 c d e", NULL, NULL, 0, 0},
	{"zpool create t raidz2 c{0..5}t0d0", NULL, NULL, 0, 0},
	{"zpool destroy t", NULL, NULL, 0, 0},
	{"zpool", NULL, NULL, 0, 0},
};

static char *key_of(const struct layout *layout)
{
	GString *key = g_string_new(NULL);

	layout_print_key(layout, key);
	return g_string_free(key, FALSE);
}

static void test_names(void)
{
	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		const struct row *r = &rows[i];
		struct layout layout;
		char *key = NULL;

		if (layout_parse(r->text, r->raid, &layout))
			key = key_of(&layout);
		if (g_strcmp0(key, r->key) != 0) {
			g_test_message("'%s' with '%s': %s, not %s", r->text,
				r->raid ? r->raid : "", key ? key : "no layout",
				r->key ? r->key : "no layout");
			g_test_fail();
		} else if (key && (layout_drives(&layout) != r->drives ||
					  layout_parity(&layout) != r->parity)) {
			g_test_message("'%s' with '%s': %d drives, parity %d", r->text,
				r->raid ? r->raid : "", layout_drives(&layout),
				layout_parity(&layout));
			g_test_fail();
		}
		g_free(key);
	}
}

/* Every key of the table is read back to itself. */
static void test_keys_of_names(void)
{
	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		struct layout layout;
		char *key;

		if (rows[i].key == NULL)
			continue;
		if (!layout_parse_key(rows[i].key, &layout))
			g_error("'%s' is no key", rows[i].key);
		key = key_of(&layout);
		g_assert_cmpstr(key, ==, rows[i].key);
		g_free(key);
	}
}

static void test_bad_keys(void)
{
	static const char *const bad[] = {"", "9", "9*", "9*raidz1", "9*raidz1(", "9*raidz1(3+1",
		"9*raidz1(3+1) ", " 9*raidz1(3+1)", "09*raidz1(3+1)", "9*raidz1(03+1)",
		"0*raidz1(3+1)", "9*raidz(3+1)", "9*raidz2(3+1)", "9*raidz4(3+4)", "9*raidz0(3+0)",
		"9*raid4(3+0)", "9*raid7(3+3)", "9*RAIDZ1(3+1)", "9*raidz1(0+1)", "9*raidz1(4)",
		"9*raidz1(3+?)", "5*mirror(2+1)", "5*mirror(1+0)", "5*mirror(?+1)", "5*mirror(2)",
		"4*stripe(1+1)", "4*stripe(1)", "9*any(6+?)", "9*foo(3+1)", "raidz1(3+1)",
		"1*draid2(8+2)/24c+2s", "draid2(8+2)", "draid2(8+2)/24c", "draid2(8+2)/11c+2s",
		"draid2(8+2)/24c+?s", "1*raidz1(3+1)/4c+0s", "9*raidz1(3+1)+0s", "9*raidz1(3+1)+?s",
		"9*raidz1(3+1)+1s+1s", "9*raidz1(3+1)+1", "9*raidz1(3+1),", ",9*raidz1(3+1)",
		"9*raidz1(3+1),,9*raidz1(3+1)", "50001*any(1)", "25001*any(2)", "-1*any(2)",
		"1*any(99999999999999999999)", "4294967297*any(2)", "9x(3+1)", "?", "*any(2)"};

	for (size_t i = 0; i < G_N_ELEMENTS(bad); i++) {
		struct layout layout = {.n = 7};

		if (layout_parse_key(bad[i], &layout))
			g_error("'%s' was taken for a key", bad[i]);
		g_assert_cmpint(layout.n, ==, 7);
	}
}

static int random_number(int from, int to)
{
	return g_test_rand_bit() && g_test_rand_bit() ? NO : g_test_rand_int_range(from, to + 1);
}

static struct layout_group random_group(void)
{
	struct layout_group g = {.kind = g_test_rand_int_range(0, LAYOUT_KIND_COUNT)};
	int data = random_number(1, 30);

	g.count = random_number(1, 50);
	switch (g.kind) {
	case LAYOUT_ANY:
	case LAYOUT_EC:
		g.parity = random_number(0, 5);
		break;
	case LAYOUT_STRIPE:
		g.parity = 0;
		break;
	case LAYOUT_MIRROR:
		g.parity = random_number(1, 4);
		data = g.parity == NO ? NO : 1;
		break;
	case LAYOUT_RAID:
		g.parity = g_test_rand_int_range(1, 3);
		break;
	default:
		g.parity = g_test_rand_int_range(1, 4);
	}
	g.width = data == NO ? NO : data + MAX(g.parity, 0);
	if (g.kind == LAYOUT_DRAID) {
		g.spares = g_test_rand_int_range(0, 4);
		g.children = random_number(33 + g.spares, 60);
	}
	return g;
}

static bool same_group(const struct layout_group *a, const struct layout_group *b)
{
	return a->kind == b->kind && a->count == b->count && a->width == b->width &&
	       a->parity == b->parity && a->children == b->children && a->spares == b->spares;
}

static void test_random_keys(void)
{
	for (int i = 0; i < 5000; i++) {
		struct layout layout = {.n = 1}, back, name;
		char *key;

		while (layout.n < LAYOUT_GROUPS && g_test_rand_bit())
			layout.n++;
		for (int k = 0; k < layout.n; k++)
			layout.group[k] = random_group();
		layout.hot_spares = g_test_rand_bit() ? 0 : g_test_rand_int_range(0, 9);
		g_assert_true(layout_valid(&layout));
		key = key_of(&layout);
		if (!layout_parse_key(key, &back) || !layout_parse(key, NULL, &name))
			g_error("'%s' is not read back", key);
		for (const struct layout *got = &back; got; got = got == &back ? &name : NULL) {
			if (got->n != layout.n || got->hot_spares != layout.hot_spares)
				g_error("'%s' is read back with other numbers", key);
			for (int k = 0; k < layout.n; k++) {
				if (!same_group(&got->group[k], &layout.group[k]))
					g_error("'%s': group %d is read back changed", key, k);
			}
		}
		g_free(key);
	}
}

/* Whatever is done to a name, what comes out is a valid layout whose key reads back. */
static void test_damaged_names(void)
{
	static const char letters[] = "0129x+(),:*-?pzm draid/cs\t\n\x01\xc3\x97\xff";

	for (int i = 0; i < 20000; i++) {
		const char *name = rows[g_test_rand_int_range(0, G_N_ELEMENTS(rows))].text;
		const char *raid = rows[g_test_rand_int_range(0, G_N_ELEMENTS(rows))].raid;
		GString *text = g_string_new(name);
		struct layout layout, back;

		for (int k = g_test_rand_int_range(0, 4); k > 0; k--) {
			gssize at = g_test_rand_int_range(0, text->len + 1);

			if (g_test_rand_bit() && (gsize)at < text->len)
				g_string_erase(text, at, 1);
			else
				g_string_insert_c(text, at,
					letters[g_test_rand_int_range(0, sizeof(letters) - 1)]);
		}
		if (layout_parse(text->str, raid, &layout)) {
			char *key = key_of(&layout);

			if (!layout_valid(&layout) || !layout_parse_key(key, &back))
				g_error("'%s' gives the bad layout '%s'", text->str, key);
			g_free(key);
		}
		g_string_free(text, TRUE);
	}
}

static char *repeated(const char *piece, int times, const char *end)
{
	GString *text = g_string_new(NULL);

	for (int i = 0; i < times; i++)
		g_string_append(text, piece);
	g_string_append(text, end);
	return g_string_free(text, FALSE);
}

static void test_hostile(void)
{
	static const char *const pieces[] = {"(", "2x", "2x(", "9", " ", "\x01", "\xc3\x97",
		"raidz2 ", "+ 1 spare ", "1*any(2),", "zpool create ", "zpool create t mirror a b ",
		","};

	for (size_t i = 0; i < G_N_ELEMENTS(pieces); i++) {
		char *text = repeated(pieces[i], 100000, "2x21");
		struct layout layout;

		if (layout_parse(text, NULL, &layout))
			g_assert_cmpstr(pieces[i], ==, " ");
		g_assert_false(layout_parse_key(text, &layout));
		g_assert_false(layout_parse("2x21", text, &layout) && *pieces[i] != ' ');
		g_free(text);
	}
}

/* A pool has as many vdevs as it likes, but not as many kinds of them. */
static void test_many_vdevs(void)
{
	GString *text = g_string_new("zpool create t");
	struct layout layout;

	for (int i = 0; i < 1000; i++)
		g_string_append(text, " mirror a b");
	g_assert_true(layout_parse(text->str, NULL, &layout));
	g_assert_cmpint(layout_vdevs(&layout), ==, 1000);
	g_string_assign(text, "zpool create t");
	for (int i = 0; i <= LAYOUT_GROUPS; i++) {
		char *devices = repeated(" d", i + 2, "");

		g_string_append_printf(text, " mirror%s", devices);
		g_free(devices);
	}
	g_assert_false(layout_parse(text->str, NULL, &layout));
	g_string_free(text, TRUE);
}

static void test_complete(void)
{
	static const struct {
		const char *key;
		int drives;
		const char *done; /* NULL: cannot have as many */
	} cases[] = {
		{"?*any(2+1)", 36, "12*any(2+1)"},
		{"?*any(6+1)", 36, NULL},
		{"1*raidz3(?+3)", 35, "1*raidz3(32+3)"},
		{"?*mirror(1+1)", 12, "6*mirror(1+1)"},
		{"?*mirror(1+1)", 13, NULL},
		{"4*mirror(1+?)", 12, "4*mirror(1+2)"},
		{"?*mirror(1+?)", 12, "?*mirror(1+?)"},
		{"2*any(21)", 42, "2*any(21)"},
		{"2*any(21)", 41, NULL},
		{"2*any(?)", 42, "2*any(21)"},
		{"?*any(21)", 7, NULL},
		{"3*raidz2(?+2)", 6, NULL},
		{"?*raid6(?+2)", 33, "?*raid6(?+2)"},
		{"draid2(?+2)/?c+0s", 24, "draid2(8+2)/24c+0s"},
		{"draid2(?+2)/?c+1s", 7, "draid2(4+2)/7c+1s"},
		{"draid2(?+2)/?c+1s", 3, NULL},
		{"1*raidz2(2+2),1*mirror(1+1)", 6, "1*raidz2(2+2),1*mirror(1+1)"},
		{"1*raidz2(2+2),1*mirror(1+1)", 7, NULL},
		{"2*any(?)", 0, NULL},
		{"2*any(?)", -2, NULL},
		{"2*any(?)", LAYOUT_MAX + 2, NULL},
	};

	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		struct layout layout;
		bool good;
		char *key;

		g_assert_true(layout_parse_key(cases[i].key, &layout));
		good = layout_complete(&layout, cases[i].drives);
		key = key_of(&layout);
		if (good != (cases[i].done != NULL) ||
			!g_str_equal(key, good ? cases[i].done : cases[i].key))
			g_error("'%s' with %d drives: %s", cases[i].key, cases[i].drives, key);
		g_free(key);
	}
}

static void test_sums(void)
{
	struct layout layout;

	g_assert_true(layout_parse_key("2*raidz2(4+2),3*mirror(1+1)", &layout));
	g_assert_cmpint(layout_vdevs(&layout), ==, 5);
	g_assert_cmpint(layout_width(&layout), ==, NO);
	g_assert_cmpint(layout_parity(&layout), ==, 1);
	g_assert_true(layout_parse_key("2*raidz2(4+2),?*raidz1(5+1)", &layout));
	g_assert_cmpint(layout_vdevs(&layout), ==, NO);
	g_assert_cmpint(layout_width(&layout), ==, 6);
	g_assert_cmpint(layout_drives(&layout), ==, NO);
	g_assert_true(layout_parse_key("2*raidz2(4+2),1*any(6)", &layout));
	g_assert_cmpint(layout_parity(&layout), ==, NO);
}

static void test_order(void)
{
	/* Unknown first; drives, parity, vdevs, key. */
	static const char *const sorted[] = {"?*any(6+1)", "?*raidz2(?+2)", "2*any(3)",
		"2*raidz1(2+1)", "9*any(3+1)", "9*raidz1(3+1)", "18*any(1+1)", "4*raidz2(7+2)",
		"6*raidz2(4+2)", "2*raidz1(20+1)", "10*mirror(1+99)"};

	for (size_t i = 0; i < G_N_ELEMENTS(sorted); i++) {
		for (size_t k = 0; k < G_N_ELEMENTS(sorted); k++) {
			struct layout a, b;
			int order;

			g_assert_true(layout_parse_key(sorted[i], &a));
			g_assert_true(layout_parse_key(sorted[k], &b));
			order = layout_compare(&a, &b);
			if ((order > 0) - (order < 0) != (i > k) - (i < k))
				g_error("'%s' and '%s' are out of order", sorted[i], sorted[k]);
		}
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/layout/names", test_names);
	g_test_add_func("/layout/keys-of-names", test_keys_of_names);
	g_test_add_func("/layout/bad-keys", test_bad_keys);
	g_test_add_func("/layout/random-keys", test_random_keys);
	g_test_add_func("/layout/damaged-names", test_damaged_names);
	g_test_add_func("/layout/hostile", test_hostile);
	g_test_add_func("/layout/many-vdevs", test_many_vdevs);
	g_test_add_func("/layout/complete", test_complete);
	g_test_add_func("/layout/sums", test_sums);
	g_test_add_func("/layout/order", test_order);
	return g_test_run();
}
