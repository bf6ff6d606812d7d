#include "analysis/safety.h"
#include "model/error.h"

#include <string.h>

/* Domains of a study, from "controller=6" or "controller=8,8,6 shelf=3". */
static void domain_clear(void *data)
{
	struct domain *domain = data;

	g_free(domain->name);
	g_free(domain->slots);
	g_free(domain);
}

static struct hardware hardware_make(const char *text, enum placement placement)
{
	struct hardware hardware = {.placement = placement};
	char **words = g_strsplit(text, " ", -1);

	hardware.domains = g_ptr_array_new_with_free_func(domain_clear);
	for (char **word = words; *word; word++) {
		struct domain *domain;
		char *equals = strchr(*word, '=');
		char **slots;

		if (equals == NULL)
			continue;
		domain = g_new0(struct domain, 1);
		domain->name = g_strndup(*word, equals - *word);
		slots = g_strsplit(equals + 1, ",", -1);
		domain->units = g_strv_length(slots);
		if (domain->units == 1) {
			domain->units = atoi(slots[0]);
		} else {
			domain->slots = g_new(int, domain->units);
			for (int u = 0; u < domain->units; u++)
				domain->slots[u] = atoi(slots[u]);
		}
		g_strfreev(slots);
		g_ptr_array_add(hardware.domains, domain);
	}
	g_strfreev(words);
	return hardware;
}

struct row {
	const char *rule, *layout, *raid, *domains;
	enum placement placement;
	enum verdict verdict;
	const char *reason;
};

#define C1   "survive=controller:1"
#define BEST PLACEMENT_UNSAID
#define TURN PLACEMENT_ROUND_ROBIN
#define YES  VERDICT_YES
#define NO   VERDICT_NO
#define OPEN VERDICT_UNKNOWN

static const struct row rows[] = {
	/* The shapes of two published campaigns with one of six controllers lost. */
	{C1, "9x(3+1)", NULL, "controller=6", BEST, YES,
		"at most 1 of 4 drives of a vdev share a controller, parity 1"},
	{C1, "18x(1+1)", NULL, "controller=6", BEST, YES,
		"at most 1 of 2 drives of a vdev share a controller, parity 1"},
	{C1, "6x(4+2)", NULL, "controller=6", BEST, YES,
		"at most 1 of 6 drives of a vdev share a controller, parity 2"},
	{C1, "6x(5+1)", NULL, "controller=6", BEST, YES,
		"at most 1 of 6 drives of a vdev share a controller, parity 1"},
	{C1, "4x(7+2)", NULL, "controller=6", BEST, YES,
		"at most 2 of 9 drives of a vdev share a controller, parity 2"},
	{C1, "3x(10+2)", NULL, "controller=6", BEST, YES,
		"at most 2 of 12 drives of a vdev share a controller, parity 2"},
	{C1, "1x(33+3)", NULL, "controller=6", BEST, NO,
		"6 of 36 drives of a vdev share a controller, parity 3"},
	{C1, "12x(2+1)", NULL, "controller=6", BEST, YES,
		"at most 1 of 3 drives of a vdev share a controller, parity 1"},
	{C1, "2x21", "z", "controller=6", BEST, NO,
		"4 of 21 drives of a vdev share a controller, parity 1"},
	{C1, "2x21", "z2", "controller=6", BEST, NO,
		"4 of 21 drives of a vdev share a controller, parity 2"},
	{C1, "3x14", "z", "controller=6", BEST, NO,
		"3 of 14 drives of a vdev share a controller, parity 1"},
	{C1, "3x14", "z2", "controller=6", BEST, NO,
		"3 of 14 drives of a vdev share a controller, parity 2"},
	{C1, "6x7", "z", "controller=6", BEST, NO,
		"2 of 7 drives of a vdev share a controller, parity 1"},
	{C1, "6x7", "z2", "controller=6", BEST, YES,
		"at most 2 of 7 drives of a vdev share a controller, parity 2"},
	{C1, "7x6", "z", "controller=6", BEST, YES,
		"at most 1 of 6 drives of a vdev share a controller, parity 1"},
	{C1, "7x6", "z2", "controller=6", BEST, YES,
		"at most 1 of 6 drives of a vdev share a controller, parity 2"},
	/* Needed controllers: width over parity, rounded up. */
	{C1, "2x21", "z2", "controller=10", BEST, NO, NULL},
	{C1, "2x21", "z2", "controller=11", BEST, YES, NULL},
	{C1, "6x7", "z", "controller=7", BEST, YES, NULL},
	/* Data slots told, best placement. */
	{C1, "6x7", "z2", "controller=7,7,7,7,7,7", BEST, YES,
		"a placement has at most 2 of 7 drives of each vdev on one controller, parity 2"},
	{C1, "7x6", "z", "controller=7,7,7,7,7,7", BEST, YES, NULL},
	{C1, "7x6", "z2", "controller=7,7,7,7,7,7", PLACEMENT_BEST, YES, NULL},
	{C1, "6x7", "z", "controller=7,7,7,7,7,7", BEST, NO, NULL},
	{C1, "3x14", "z2", "controller=7,7,7,7,7,7", BEST, NO, NULL},
	{C1, "6x7", "z2", "controller=8,8,8,6,6,6", BEST, YES, NULL},
	{C1, "7x6", "z", "controller=8,8,8,6,6,6", BEST, NO,
		"no placement has at most 1 of 6 drives of each vdev on one controller, parity 1"},
	{C1, "7x6", "z2", "controller=8,8,8,6,6,6", BEST, YES, NULL},
	{C1, "6x7", "z2", "controller=8,8,8,8,8,2", BEST, YES, NULL},
	{C1, "7x6", "z", "controller=8,8,8,8,8,2", BEST, NO, NULL},
	{C1, "7x6", "z2", "controller=8,8,8,8,8,2", BEST, YES, NULL},
	{C1, "7x6", "z", "controller=7,7,7,7,7,6", BEST, OPEN,
		"42 drives are more than the 41 data disks on 6 controllers"},
	{C1, "?*any(5+1)", NULL, "controller=7,7,7,7,7,7", BEST, OPEN,
		"the number of vdevs of ?*any(5+1) is unknown"},
	{"survive=disks:1+controller:1", "7x6", "z2", "controller=8,8,8,6,6,6", BEST, NO,
		"no placement has at most 1 of 6 drives of each vdev on one controller, "
		"parity 2 less 1 disk"},
	/* In turn: fine while the slots are equal, not by itself. */
	{C1, "7x6", "z", "controller=6", TURN, YES, NULL},
	{C1, "6x7", "z", "controller=6", TURN, NO, NULL},
	{C1, "7x6", "z", "controller=7,7,7,7,7,7", TURN, YES, NULL},
	{C1, "7x6", "z", "controller=8,8,8,6,6,6", TURN, NO,
		"2 of 6 drives of a vdev share a controller, parity 1"},
	{C1, "7x6", "z2", "controller=8,8,8,6,6,6", TURN, YES,
		"at most 2 of 6 drives of a vdev share a controller, parity 2"},
	{C1, "6x7", "z2", "controller=8,8,8,8,8,2", TURN, YES, NULL},
	{C1, "3x4", "z2", "controller=9,2,1", TURN, NO,
		"4 of 4 drives of a vdev share a controller, parity 2"},
	/* The same slots, placed with care, need one vdev less on the large one. */
	{C1, "3x4", "z2", "controller=6,4,2", BEST, YES, NULL},
	{C1, "3x4", "z2", "controller=7,4,1", BEST, NO, NULL},
	/* Several units. */
	{"survive=controllers:2", "7x6", "z2", "controller=6", BEST, YES,
		"at most 2 of 6 drives of a vdev lost with 2 controllers, parity 2"},
	{"survive=controllers:3", "7x6", "z2", "controller=6", BEST, NO,
		"3 of 6 drives of a vdev lost with 3 controllers, parity 2"},
	{"survive=controller:2", "6x7", "z2", "controller=6", BEST, NO,
		"3 of 7 drives of a vdev lost with 2 controllers, parity 2"},
	{"survive=controller:2", "6x7", "z3", "controller=6", BEST, YES,
		"at most 3 of 7 drives of a vdev lost with 2 controllers, parity 3"},
	{"survive=controller:6", "18x(1+1)", NULL, "controller=6", BEST, NO,
		"2 of 2 drives of a vdev lost with 6 controllers, parity 1"},
	{"survive=controller:9", "18x(1+1)", NULL, "controller=6", BEST, NO, NULL},
	{"survive=controller:2", "7x6", "z2", "controller=7,7,7,7,7,7", BEST, YES,
		"a placement exists in which no vdev loses more than its parity with "
		"2 controllers"},
	/* No even cap does, but dealt in turn the first has 2,1,1,1. */
	{"survive=controller:2", "1x(2+3)", NULL, "controller=3,2,2,2", BEST, YES, NULL},
	{"survive=controller:2", "2x(2+3)", NULL, "controller=4,3,2,1", BEST, OPEN,
		"the best placement on these data disks is not known for 2 lost controllers"},
	{"survive=controller:2", "1x(6+3)", NULL, "controller=4,3,3", BEST, NO, NULL},
	/* Several things at once. */
	{"survive=disks:1+shelf:1", "4x(7+2)", NULL, "shelf=9", BEST, YES,
		"at most 2 of 9 drives of a vdev lost with 1 disk and 1 shelf, parity 2"},
	{"survive=disks:1+shelf:1", "4x(7+2)", NULL, "shelf=6", BEST, NO,
		"3 of 9 drives of a vdev lost with 1 disk and 1 shelf, parity 2"},
	{"survive=disk:1+shelves:1", "6x(5+1)", NULL, "shelf=6", BEST, NO,
		"2 of 6 drives of a vdev lost with 1 disk and 1 shelf, parity 1"},
	{"survive=controller:1+shelf:1", "6x(4+2)", NULL, "controller=6 shelf=6", BEST, YES,
		"at most 2 of 6 drives of a vdev lost with 1 controller and 1 shelf, parity 2"},
	{"survive=controller:1+shelf:1", "6x(4+2)", NULL, "controller=2 shelf=6", BEST, NO,
		"at least 4 of 6 drives of a vdev lost with 1 controller and 1 shelf, parity 2"},
	{"survive=controller:1+shelf:1", "1x(2+3)", NULL, "controller=2 shelf=4", BEST, NO, NULL},
	{"survive=controller:1+shelf:1", "1x(2+4)", NULL, "controller=2 shelf=3", BEST, OPEN,
		"between 4 and 5 of 6 drives of a vdev lost with 1 controller and 1 shelf, "
		"parity 4"},
	{"survive=controller:1+shelf:1", "7x6", "z3", "controller=7,7,7,7,7,7 shelf=14,14,14", BEST,
		YES, NULL},
	{"survive=controller:1+shelf:1", "7x6", "z2", "controller=7,7,7,7,7,7 shelf=14,14,14", BEST,
		NO, NULL},
	{"survive=controller:1+shelf:1", "1x(2+4)", NULL, "controller=4,4 shelf=3,3,3", BEST, OPEN,
		NULL},
	{"survive=disks:1+controller:1+shelf:1", "1x(20+4)", NULL, "controller=24 shelf=12", BEST,
		YES,
		"at most 4 of 24 drives of a vdev lost with 1 disk, 1 controller and 1 shelf, "
		"parity 4"},
	/* Disks alone. */
	{"survive=disks:2", "7x6", "z2", "", BEST, YES, "any 2 drives lost, parity 2"},
	{"survive=disks:2", "7x6", "z", "", BEST, NO, "any 2 drives lost, parity 1"},
	{"survive=disk:1", "?*raidz2(?+2)", NULL, "", BEST, YES, "any 1 drive lost, parity 2"},
	{"survive=disks:1", "4xdisk", NULL, "", BEST, NO, "any 1 drive lost, parity 0"},
	{"survive=disks:1", "raidz2 (11 disks, 2 spares)", NULL, "", BEST, YES, NULL},
	{"survive=disks:2", "raidz (11 disks, 2 spares)", NULL, "", BEST, NO, NULL},
	{"survive=disks:2", "5x3 mirror", NULL, "", BEST, YES, NULL},
	{"survive=disks:2", "5xmirror", NULL, "", BEST, NO, NULL},
	/* Other kinds. */
	{C1, "5xmirror", NULL, "controller=2", BEST, YES, NULL},
	{C1, "5xmirror", NULL, "controller=1", BEST, NO, NULL},
	{C1, "8xdisk", NULL, "controller=8", BEST, NO,
		"1 of 1 drives of a vdev share a controller, parity 0"},
	{C1, "draid2:8d:24c:2s", NULL, "controller=12", BEST, YES,
		"at most 2 of 24 drives of a vdev share a controller, parity 2"},
	{C1, "draid2:8d:24c:2s", NULL, "controller=11", BEST, NO,
		"3 of 24 drives of a vdev share a controller, parity 2"},
	{C1, "draid2", NULL, "controller=12", BEST, OPEN,
		"the number of drives of a vdev of draid2(?+2)/?c+0s is unknown"},
	{"survive=shelf:1", "zpool create t raidz2 a b c d mirror e f", NULL, "shelf=2", BEST, YES,
		"1*raidz2(2+2): at most 2 of 4 drives of a vdev share a shelf, parity 2"},
	{"survive=shelf:1", "zpool create t raidz a b c d mirror e f", NULL, "shelf=2", BEST, NO,
		"1*raidz1(3+1): 2 of 4 drives of a vdev share a shelf, parity 1"},
	{"survive=hba:1", "zpool create t raidz a b c d mirror e f", NULL, "hba=2,2,2", BEST, NO,
		"1*raidz1(3+1): at least 2 of 4 drives of a vdev share an hba, parity 1"},
	{"survive=hba:1", "zpool create t raidz2 a b c d mirror e f", NULL, "hba=2,2,2", BEST, YES,
		"a placement keeps what every vdev has on one hba within its parity"},
	{"survive=hba:1", "zpool create t raidz2 a b c d mirror e f", NULL, "hba=4,1,1", BEST, NO,
		"no placement keeps what every vdev has on one hba within its parity"},
	{"survive=pdu:1", "7x6", "z", "pdu=6", BEST, YES,
		"at most 1 of 6 drives of a vdev share a pdu, parity 1"},
	{"survive=domain.pdu:2", "7x6", "z", "pdu=6", BEST, NO,
		"2 of 6 drives of a vdev lost with 2 pdu units, parity 1"},
	/* Missing facts; what is certain without them is said. */
	{C1, "2x21", NULL, "controller=6", BEST, OPEN, "the parity of 2*any(21) is unknown"},
	{"survive=disks:1", "2x21", NULL, "", BEST, OPEN, "the parity of 2*any(21) is unknown"},
	{C1, "3xraidz2", NULL, "controller=6", BEST, OPEN,
		"the number of drives of a vdev of 3*raidz2(?+2) is unknown"},
	{C1, "6+1", NULL, "controller=7", BEST, YES, NULL},
	{C1, "6+1", NULL, "controller=6", BEST, NO, NULL},
	{C1, "7x6", "z", "", BEST, OPEN, "no study says how many controllers there are"},
	{"survive=shelf:1", "7x6", "z", "controller=6", BEST, OPEN,
		"no study says how many shelves there are"},
	{"survive=pdu:1", "7x6", "z", "controller=6", BEST, OPEN,
		"no study says how many pdu units there are"},
	{"survive=controller:1+disks:1", "7x6", "z", "", BEST, NO,
		"at least 2 of 6 drives of a vdev lost with 1 disk and 1 controller, parity 1"},
	{"survive=controller:1+disks:2", "3xraidz2", NULL, "", BEST, NO,
		"at least 3 of the drives of a vdev lost with 2 disks and 1 controller, parity 2"},
	{C1, "1*any(21),1*raidz1(6+1)", NULL, "controller=6", BEST, NO,
		"1*raidz1(6+1): 2 of 7 drives of a vdev share a controller, parity 1"},
	{C1, "1*any(21),1*raidz2(5+2)", NULL, "controller=6", BEST, OPEN,
		"the parity of 1*any(21) is unknown"},
};

static enum verdict check(const char *rule_text, const struct layout *layout,
	const struct hardware *hardware, const struct spread *spread, GString *reason)
{
	struct rule *rule = rule_new(rule_text, NULL);
	enum verdict verdict;

	g_assert_nonnull(rule);
	verdict = safety_check(rule, layout, hardware, spread, reason);
	rule_free(rule);
	return verdict;
}

static void test_verdicts(void)
{
	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		const struct row *r = &rows[i];
		struct hardware hardware = hardware_make(r->domains, r->placement);
		GString *reason = g_string_new(NULL);
		struct layout layout;
		enum verdict verdict;

		if (!layout_parse(r->layout, r->raid, &layout))
			g_error("'%s' is no layout", r->layout);
		verdict = check(r->rule, &layout, &hardware, NULL, reason);
		if (verdict != r->verdict || (r->reason && !g_str_equal(reason->str, r->reason))) {
			g_test_message("%s, %s %s, %s: %d, '%s'", r->rule, r->layout,
				r->raid ? r->raid : "", r->domains, verdict, reason->str);
			g_test_fail();
		}
		g_assert_cmpuint(reason->len, >, 0);
		g_string_free(reason, TRUE);
		g_ptr_array_unref(hardware.domains);
	}
}

static void test_real_places(void)
{
	static const int spread_7x6[] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
	static const int one_on_one[] = {1, 1, 1, 1, 1, 1, 0, 6, 0, 0, 0, 0};
	static const int unequal[] = {2, 1, 1, 1, 1, 1, 1, 2, 1, 1, 1, 1};
	static const int part[] = {1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 1, 1};
	static const int mixed[] = {2, 2, 0, 1, 1, 0};
	static const int mixed_bad[] = {2, 2, 0, 2, 0, 0};
	static const struct {
		const char *rule, *key;
		int vdevs, units;
		const int *count;
		enum verdict verdict;
		const char *reason;
	} cases[] = {
		{C1, "2*raidz1(5+1)", 2, 6, spread_7x6, YES,
			"vdev 0: at most 1 of 6 drives of a vdev share a controller, parity 1"},
		{"survive=controller:2", "2*raidz1(5+1)", 2, 6, spread_7x6, NO,
			"vdev 0: 2 of 6 drives of a vdev lost with 2 controllers, parity 1"},
		{C1, "2*raidz2(4+2)", 2, 6, one_on_one, NO,
			"vdev 1: 6 of 6 drives of a vdev share a controller, parity 2"},
		{C1, "2*raidz2(5+2)", 2, 6, unequal, YES,
			"vdev 0: at most 2 of 7 drives of a vdev share a controller, parity 2"},
		{"survive=controller:1+disks:1", "2*raidz2(5+2)", 2, 6, unequal, NO, NULL},
		{"survive=disks:2", "2*raidz2(4+2)", 2, 6, one_on_one, YES,
			"any 2 drives lost, parity 2"},
		{C1, "?*raidz1(5+1)", 2, 6, spread_7x6, YES, NULL},
		{C1, "3*raidz1(5+1)", 2, 6, spread_7x6, OPEN,
			"the device map has 2 vdevs, not those of the layout"},
		{C1, "2*any(6)", 2, 6, spread_7x6, OPEN, "the parity of 2*any(6) is unknown"},
		{C1, "2*raidz2(?+2)", 2, 6, spread_7x6, OPEN,
			"the number of drives of a vdev of 2*raidz2(?+2) is unknown"},
		{C1, "2*raidz2(?+2)", 2, 6, one_on_one, NO, NULL},
		{C1, "2*raidz2(2+2)", 2, 6, spread_7x6, OPEN,
			"vdev 0: 6 drives are mapped, the layout has 4"},
		{C1, "2*raidz2(4+2)", 2, 6, part, OPEN,
			"vdev 0: between 1 and 3 of 6 drives of a vdev share a controller, "
			"parity 2"},
		{C1, "2*raidz3(3+3)", 2, 6, part, YES, NULL},
		{C1, "1*raidz2(2+2),1*mirror(1+1)", 2, 3, mixed, YES, NULL},
		{C1, "1*raidz2(2+2),1*mirror(1+1)", 2, 3, mixed_bad, NO,
			"vdev 1: 2 of 2 drives of a vdev share a controller, parity 1"},
		{"survive=controller:1+shelf:1", "2*raidz2(4+2)", 2, 6, spread_7x6, OPEN,
			"the device map is for one failure domain of 2"},
		{"survive=controller:1+shelf:2", "2*raidz2(4+2)", 2, 6, spread_7x6, NO, NULL},
	};
	struct hardware hardware = hardware_make("controller=6 shelf=6", BEST);

	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		struct spread spread = {cases[i].vdevs, cases[i].units, cases[i].count};
		GString *reason = g_string_new(NULL);
		struct layout layout;
		enum verdict verdict;

		g_assert_true(layout_parse_key(cases[i].key, &layout));
		verdict = check(cases[i].rule, &layout, &hardware, &spread, reason);
		if (verdict != cases[i].verdict ||
			(cases[i].reason && !g_str_equal(reason->str, cases[i].reason))) {
			g_test_message("%zu, %s, %s: %d, '%s'", i, cases[i].rule, cases[i].key,
				verdict, reason->str);
			g_test_fail();
		}
		g_string_free(reason, TRUE);
	}
	g_ptr_array_unref(hardware.domains);
}

/*
 * All placements of small layouts, tried one after the other.  Cells are the units of a domain, or
 * pairs of units of two domains.
 */
struct search {
	int vdevs, width, parity, disks;
	int units[2], lost[2]; /* units[1] is 1 and lost[1] 0 for one domain */
	int slots[8];
};

static int bits(unsigned set)
{
	return __builtin_popcount(set);
}

/* Most drives that the losses take of a vdev that has `cell` drives on each cell. */
static int worst_loss(const struct search *s, const int *cell)
{
	int worst = 0;

	for (unsigned a = 0; a < 1u << s->units[0]; a++) {
		for (unsigned b = 0; b < 1u << s->units[1]; b++) {
			int taken = 0;

			if (bits(a) != s->lost[0] || bits(b) != s->lost[1])
				continue;
			for (int i = 0; i < s->units[0] * s->units[1]; i++) {
				if (a >> i / s->units[1] & 1 || b >> i % s->units[1] & 1)
					taken += cell[i];
			}
			worst = MAX(worst, taken);
		}
	}
	return MIN(s->width, worst + s->disks);
}

static bool place_vdev(struct search *s, int vdev, int cell, int left, int *cells)
{
	int n = s->units[0] * s->units[1];

	if (vdev == s->vdevs)
		return true;
	if (cell == n) {
		int next[8] = {0};

		return left == 0 && worst_loss(s, cells) <= s->parity &&
		       place_vdev(s, vdev + 1, 0, s->width, next);
	}
	for (int here = 0; here <= MIN(left, s->slots[cell]); here++) {
		bool found;

		cells[cell] = here;
		s->slots[cell] -= here;
		found = place_vdev(s, vdev, cell + 1, left - here, cells);
		s->slots[cell] += here;
		if (found)
			return true;
	}
	cells[cell] = 0;
	return false;
}

static bool exists(struct search *s)
{
	int cells[8] = {0};

	return place_vdev(s, 0, 0, s->width, cells);
}

static enum verdict verdict_of(const struct search *s, const char *domains, const char *rule)
{
	struct hardware hardware = hardware_make(domains, BEST);
	GString *reason = g_string_new(NULL);
	struct layout layout = {
		.n = 1, .group = {{LAYOUT_ANY, s->vdevs, s->width, s->parity, 0, 0}}};
	enum verdict verdict = check(rule, &layout, &hardware, NULL, reason);

	g_string_free(reason, TRUE);
	g_ptr_array_unref(hardware.domains);
	return verdict;
}

/* One domain with told slots: exact for one lost unit, never wrong for more. */
static void test_slots_against_search(void)
{
	int open = 0, yes = 0, no = 0;

	for (int i = 0; i < 3000; i++) {
		struct search s = {.units = {g_test_rand_int_range(2, 5), 1}};
		GString *domains = g_string_new("controller=");
		char *rule;
		int slots = 0;
		enum verdict verdict;

		s.vdevs = g_test_rand_int_range(1, 4);
		s.width = g_test_rand_int_range(2, 6);
		s.parity = g_test_rand_int_range(1, s.width);
		s.lost[0] = g_test_rand_int_range(1, 3);
		s.disks = g_test_rand_int_range(0, 2);
		for (int u = 0; u < s.units[0]; u++) {
			s.slots[u] = g_test_rand_int_range(1, 8);
			slots += s.slots[u];
			g_string_append_printf(domains, "%s%d", u ? "," : "", s.slots[u]);
		}
		rule = g_strdup_printf(
			"survive=controller:%d%s", s.lost[0], s.disks ? "+disks:1" : "");
		verdict = verdict_of(&s, domains->str, rule);
		if (slots >= s.vdevs * s.width) {
			bool can = exists(&s);

			yes += verdict == VERDICT_YES;
			no += verdict == VERDICT_NO;
			open += verdict == VERDICT_UNKNOWN;
			if ((verdict == VERDICT_YES && !can) || (verdict == VERDICT_NO && can) ||
				(verdict == VERDICT_UNKNOWN && s.lost[0] == 1))
				g_error("%s, %dx(%d+%d), %s: %d, but %s", rule, s.vdevs,
					s.width - s.parity, s.parity, domains->str, verdict,
					can ? "a placement exists" : "there is no placement");
		} else {
			g_assert_cmpint(verdict, !=, VERDICT_YES);
		}
		g_free(rule);
		g_string_free(domains, TRUE);
	}
	g_test_message("%d yes, %d no, %d unknown", yes, no, open);
	g_assert_cmpint(MIN(yes, no), >, 100);
	g_assert_cmpint(open, <, 300);
}

/* Two domains at once, each pair of units with room for all: never wrong. */
static void test_two_domains_against_search(void)
{
	int known = 0;

	for (int i = 0; i < 1000; i++) {
		struct search s = {.vdevs = 1, .slots = {9, 9, 9, 9, 9, 9, 9, 9}};
		char *domains, *rule;
		enum verdict verdict;
		bool can;

		s.units[0] = 2;
		s.units[1] = g_test_rand_int_range(2, 5);
		s.lost[0] = 1;
		s.lost[1] = g_test_rand_int_range(1, 3);
		s.width = g_test_rand_int_range(2, 8);
		s.parity = g_test_rand_int_range(1, s.width);
		s.disks = g_test_rand_int_range(0, 2);
		domains = g_strdup_printf("controller=2 shelf=%d", s.units[1]);
		rule = g_strdup_printf(
			"survive=controller:1+shelf:%d%s", s.lost[1], s.disks ? "+disks:1" : "");
		verdict = verdict_of(&s, domains, rule);
		can = exists(&s);
		known += verdict != VERDICT_UNKNOWN;
		if ((verdict == VERDICT_YES && !can) || (verdict == VERDICT_NO && can))
			g_error("%s, (%d+%d), %s: %d, but %s", rule, s.width - s.parity, s.parity,
				domains, verdict, can ? "a placement exists" : "there is none");
		g_free(domains);
		g_free(rule);
	}
	g_assert_cmpint(known, >, 500);
}

static void test_rules(void)
{
	static const struct {
		const char *text;
		int disks, n;
		const char *first;
	} good[] = {
		{"survive=controller:1", 0, 1, "controller"},
		{"survive=controllers:2", 0, 1, "controller"},
		{"survive=shelves:1", 0, 1, "shelf"},
		{"survive=shelf:1", 0, 1, "shelf"},
		{"survive=hbas:1", 0, 1, "hba"},
		{"survive=disk:1", 1, 0, NULL},
		{"survive=disks:3", 3, 0, NULL},
		{"survive=disks:1+shelf:1", 1, 1, "shelf"},
		{"survive=shelf:1+disks:1+hba:2", 1, 2, "shelf"},
		{"survive=pdu:1", 0, 1, "pdu"},
		{"survive=domain.pdu:1", 0, 1, "pdu"},
	};

	for (size_t i = 0; i < G_N_ELEMENTS(good); i++) {
		GError *error = NULL;
		struct rule *rule = rule_new(good[i].text, &error);

		g_assert_no_error(error);
		g_assert_cmpstr(rule->text, ==, good[i].text);
		g_assert_cmpint(rule->disks, ==, good[i].disks);
		g_assert_cmpint(rule->n, ==, good[i].n);
		if (rule->n > 0)
			g_assert_cmpstr(rule->term[0].domain, ==, good[i].first);
		rule_free(rule);
	}
}

static void test_bad_rules(void)
{
	static const struct {
		const char *text, *cause;
	} bad[] = {
		{"", "no 'survive='"},
		{"controller:1", "no 'survive='"},
		{"survive=", "nothing to survive"},
		{"survive=controller", "'controller' is no NAME:NUMBER"},
		{"survive=controller:", "'controller:' is no NAME:NUMBER"},
		{"survive=:1", "':1' is no NAME:NUMBER"},
		{"survive=controller:one", "'controller:one' is no NAME:NUMBER"},
		{"survive=controller:-1", "'controller:-1' is no NAME:NUMBER"},
		{"survive=controller:0", "'0' is not between 1 and 10000"},
		{"survive=controller:1x", "'1x' is not between 1 and 10000"},
		{"survive=controller:99999999999999999999", "is not between 1 and 10000"},
		{"survive=disks:1+", "'' is no NAME:NUMBER"},
		{"survive=disks:1+disk:1", "'disks' stands twice"},
		{"survive=shelf:1+shelves:1", "'shelf' stands twice"},
		{"survive=domain.:1", "'domain.' is no failure domain"},
		{"survive=a b:1", "'a b' is no failure domain"},
		{"survive=a:1+b:1+c:1+d:1+e:1+f:1+g:1+h:1+i:1", "more than 8 failure domains"},
	};

	for (size_t i = 0; i < G_N_ELEMENTS(bad); i++) {
		GError *error = NULL;

		g_assert_null(rule_new(bad[i].text, &error));
		g_assert_error(error, IOTAB_ERROR, IOTAB_ERROR_USAGE);
		if (strstr(error->message, bad[i].cause) == NULL ||
			strstr(error->message, "an example is 'survive=controller:1'") == NULL)
			g_error("'%s': %s", bad[i].text, error->message);
		g_error_free(error);
	}
}

static void test_assumption(void)
{
	static const struct {
		const char *rule, *domains;
		enum placement placement;
		const char *text;
	} cases[] = {
		{C1, "controller=6", BEST, "best placement over 6 controllers assumed"},
		{C1, "controller=1", BEST, "best placement over 1 controller assumed"},
		{C1, "controller=6", TURN, "round-robin placement over 6 controllers assumed"},
		{C1, "controller=8,8,6", PLACEMENT_BEST,
			"best placement over 3 controllers with 8,8,6 data disks assumed"},
		{C1, "controller=7,7,7", BEST,
			"best placement over 3 controllers with 7 data disks each assumed"},
		{"survive=disks:1+shelf:1+pdu:1", "shelf=3 pdu=2", BEST,
			"best placement over 3 shelves and 2 pdu units, each by itself, assumed"},
		{C1, "", BEST, ""},
		{"survive=disks:2", "controller=6", BEST, ""},
	};

	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		struct hardware hardware = hardware_make(cases[i].domains, cases[i].placement);
		struct rule *rule = rule_new(cases[i].rule, NULL);
		GString *text = g_string_new(NULL);

		safety_assumption(rule, &hardware, text);
		g_assert_cmpstr(text->str, ==, cases[i].text);
		g_string_free(text, TRUE);
		rule_free(rule);
		g_ptr_array_unref(hardware.domains);
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/safety/verdicts", test_verdicts);
	g_test_add_func("/safety/real-places", test_real_places);
	g_test_add_func("/safety/slots-against-search", test_slots_against_search);
	g_test_add_func("/safety/two-domains-against-search", test_two_domains_against_search);
	g_test_add_func("/safety/rules", test_rules);
	g_test_add_func("/safety/bad-rules", test_bad_rules);
	g_test_add_func("/safety/assumption", test_assumption);
	return g_test_run();
}
