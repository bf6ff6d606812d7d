#include "analysis/safety.h"
#include "analysis/safety_place.h"

#include <string.h>

/* What is asked, with the domains that the rule's terms name; NULL: nothing is known of one. */
struct question {
	const struct rule *rule;
	const struct layout *layout;
	const struct hardware *hardware;
	const struct domain *domain[RULE_TERMS];
};

/* The verdict so far with its reason: NO holds whatever else is found, unknown against YES. */
struct finding {
	enum verdict verdict;
	int margin; /* drives that might be lost besides, of the vdev in `reason` */
	GString *reason;
};

static const struct {
	const char *name, *plural;
} domain_words[] = {
	{"controller", "controllers"}, {"shelf", "shelves"}, {"hba", "hbas"}, {"disk", "disks"}};

/* "controllers", "pdu units" */
static char *units_word(const char *domain, int n)
{
	if (n == 1)
		return g_strdup(domain);
	for (size_t i = 0; i < G_N_ELEMENTS(domain_words); i++) {
		if (g_str_equal(domain, domain_words[i].name))
			return g_strdup(domain_words[i].plural);
	}
	return g_strconcat(domain, " units", NULL);
}

static void append_units(GString *out, int n, const char *domain)
{
	char *word = units_word(domain, n);

	g_string_append_printf(out, "%d %s", n, word);
	g_free(word);
}

/* "1 disk, 1 controller and 1 shelf" */
static void append_losses(GString *out, const struct rule *rule)
{
	if (rule->disks > 0)
		append_units(out, rule->disks, "disk");
	for (int i = 0; i < rule->n; i++) {
		if (i > 0 || rule->disks > 0)
			g_string_append(out, i + 1 == rule->n ? " and " : ", ");
		append_units(out, rule->term[i].units, rule->term[i].domain);
	}
}

static void append_key(GString *out, const struct layout_group *group)
{
	struct layout layout = {.n = 1, .group = {*group}};

	layout_print_key(&layout, out);
}

static bool finding_takes(const struct finding *f, enum verdict verdict, int margin)
{
	if (f->verdict != VERDICT_YES)
		return verdict == VERDICT_NO && f->verdict == VERDICT_UNKNOWN;
	return verdict != VERDICT_YES || margin < f->margin;
}

static void find(struct finding *f, enum verdict verdict, int margin, const char *format, ...)
	G_GNUC_PRINTF(4, 5);

static void find(struct finding *f, enum verdict verdict, int margin, const char *format, ...)
{
	va_list args;

	if (!finding_takes(f, verdict, margin))
		return;
	f->verdict = verdict;
	f->margin = margin;
	va_start(args, format);
	g_string_vprintf(f->reason, format, args);
	va_end(args);
}

static void find_missing(struct finding *f, const char *fact, const struct layout_group *group)
{
	GString *key = g_string_new(NULL);

	append_key(key, group);
	find(f, VERDICT_UNKNOWN, 0, "%s of %s is unknown", fact, key->str);
	g_string_free(key, TRUE);
}

static void find_no_domain(struct finding *f, const char *domain)
{
	char *word = units_word(domain, 2);

	find(f, VERDICT_UNKNOWN, 0, "no study says how many %s there are", word);
	g_free(word);
}

/* "2 of 7 drives of a vdev share a controller" or "3 of 7 drives of a vdev lost with 2 shelves" */
static char *losses_clause(const struct rule *rule, const char *lost, int drives)
{
	GString *out = g_string_new(lost);

	if (drives == LAYOUT_UNKNOWN)
		g_string_append(out, " of the");
	else
		g_string_append_printf(out, " of %d", drives);
	g_string_append(out, " drives of a vdev ");
	if (rule->n == 1 && rule->term[0].units == 1 && rule->disks == 0) {
		const char *domain = rule->term[0].domain;
		bool vowel = strchr("aeio", *domain) || g_str_equal(domain, "hba");

		g_string_append_printf(out, "share %s %s", vowel ? "an" : "a", domain);
	} else {
		g_string_append(out, "lost with ");
		append_losses(out, rule);
	}
	return g_string_free(out, FALSE);
}

/*
 * Finds a verdict for one vdev or one group, of which the losses of the rule take at least `low`
 * and at most `high` drives; `where` names it and is "" or ends in ": ".
 */
static void find_losses(struct finding *f, const struct question *q,
	const struct layout_group *group, int low, int high, const char *where)
{
	enum verdict verdict = low > group->parity     ? VERDICT_NO
			       : high <= group->parity ? VERDICT_YES
						       : VERDICT_UNKNOWN;
	int drives = place_vdev_drives(group);
	char *lost, *clause;

	if (verdict == VERDICT_YES)
		lost = g_strdup_printf("at most %d", high);
	else if (low == high)
		lost = g_strdup_printf("%d", low);
	else if (verdict == VERDICT_NO)
		lost = g_strdup_printf("at least %d", low);
	else
		lost = g_strdup_printf("between %d and %d", low, high);
	clause = losses_clause(q->rule, lost, drives);
	find(f, verdict, group->parity - high, "%s%s, parity %d", where, clause, group->parity);
	g_free(clause);
	g_free(lost);
}

/* Which group a reason is about, where there are several; to be freed. */
static char *group_name(const struct question *q, const struct layout_group *group)
{
	GString *name = g_string_new(NULL);

	if (q->layout->n > 1) {
		append_key(name, group);
		g_string_append(name, ": ");
	}
	return g_string_free(name, FALSE);
}

/*
 * Drives of one vdev that the rule can always take, wherever they sit: of what earlier terms left,
 * the fullest units hold no less than an even share.
 */
static int least_losses(const struct question *q, const struct layout_group *group)
{
	int drives = place_vdev_drives(group);
	int taken = 0;

	/* A vdev that keeps data has more drives than parity. */
	if (drives == LAYOUT_UNKNOWN)
		drives = MAX(group->width, group->parity + 1);
	for (int i = 0; i < q->rule->n; i++) {
		int units = q->domain[i] ? q->domain[i]->units : G_MAXINT;

		taken += place_even(drives - taken, units, q->rule->term[i].units);
	}
	return MIN(drives, taken + q->rule->disks);
}

/* False, and says so, when a fact is missing without which drives cannot be placed. */
static bool group_is_known(
	struct finding *f, const struct question *q, const struct layout_group *group)
{
	bool slots = false;

	if (place_vdev_drives(group) == LAYOUT_UNKNOWN) {
		find_missing(f, "the number of drives of a vdev", group);
		return false;
	}
	for (int i = 0; i < q->rule->n; i++) {
		if (q->domain[i] == NULL) {
			find_no_domain(f, q->rule->term[i].domain);
			return false;
		}
		slots |= q->domain[i]->slots != NULL;
	}
	if (slots && group->count == LAYOUT_UNKNOWN) {
		find_missing(f, "the number of vdevs", group);
		return false;
	}
	return true;
}

/* False, and says so, when a domain is told to have fewer slots than the layout has drives. */
static bool slots_do(struct finding *f, const struct question *q)
{
	int drives = layout_drives(q->layout);

	for (int i = 0; i < q->rule->n; i++) {
		const struct domain *domain = q->domain[i];
		gint64 slots = 0;

		if (domain->slots == NULL)
			continue;
		for (int u = 0; u < domain->units; u++)
			slots += domain->slots[u];
		if (slots < drives) {
			char *word = units_word(domain->name, domain->units);

			find(f, VERDICT_UNKNOWN, 0,
				"%d drives are more than the %" G_GINT64_FORMAT
				" data disks on %d %s",
				drives, slots, domain->units, word);
			g_free(word);
			return false;
		}
	}
	return true;
}

static bool in_turn(const struct question *q)
{
	return q->hardware->placement == PLACEMENT_ROUND_ROBIN;
}

/* Adds the most drives that term `i` takes from a vdev of each group, as they are placed. */
static void add_term_losses(const struct question *q, int i, int *losses)
{
	const struct layout *layout = q->layout;
	const struct domain *domain = q->domain[i];
	int lost = q->rule->term[i].units;
	int share[LAYOUT_GROUPS];
	int cap = 0;

	if (domain->slots && in_turn(q))
		place_in_turn(layout, domain, lost, share);
	else if (domain->slots)
		cap = place_least_cap(layout, domain);
	for (int g = 0; g < layout->n; g++) {
		int drives = place_vdev_drives(&layout->group[g]);

		if (domain->slots == NULL)
			share[g] = place_even(drives, domain->units, lost);
		else if (!in_turn(q))
			share[g] = MIN((gint64)drives, (gint64)cap * lost);
		losses[g] += share[g];
	}
}

/* Losses by the sum over all terms: exact for one domain, else the most there can be. */
static void judge_by_sum(struct finding *f, const struct question *q)
{
	int losses[LAYOUT_GROUPS] = {0};

	for (int i = 0; i < q->rule->n; i++)
		add_term_losses(q, i, losses);
	for (int g = 0; g < q->layout->n; g++) {
		const struct layout_group *group = &q->layout->group[g];
		char *name = group_name(q, group);
		int high = MIN(place_vdev_drives(group), losses[g] + q->rule->disks);
		int low = q->rule->n == 1 ? high : least_losses(q, group);

		find_losses(f, q, group, low, high, name);
		g_free(name);
	}
}

/* Several units lost of a domain with told slots: a placement that does is proof enough. */
static void judge_several(struct finding *f, const struct question *q, bool spread_thin)
{
	const struct domain *domain = q->domain[0];
	int lost = q->rule->term[0].units;
	int share[LAYOUT_GROUPS];
	char *word = units_word(domain->name, lost);
	bool does = true;

	place_in_turn(q->layout, domain, lost, share);
	for (int g = 0; g < q->layout->n; g++)
		does &= share[g] + q->rule->disks <= q->layout->group[g].parity;
	if (does || spread_thin)
		find(f, VERDICT_YES, 0,
			"a placement exists in which no vdev loses more than its parity "
			"with %d %s",
			lost, word);
	else
		find(f, VERDICT_UNKNOWN, 0,
			"the best placement on these data disks is not known for %d lost %s", lost,
			word);
	g_free(word);
}

/* What one lost unit may take from each vdev, where the layout has one group. */
static void find_by_slots(struct finding *f, const struct question *q, bool exists, int cap)
{
	const struct layout_group *group = &q->layout->group[0];
	GString *parity = g_string_new(NULL);

	g_string_printf(parity, "parity %d", group->parity);
	if (q->rule->disks > 0) {
		g_string_append(parity, " less ");
		append_units(parity, q->rule->disks, "disk");
	}
	find(f, exists ? VERDICT_YES : VERDICT_NO, 0,
		"%s placement has at most %d of %d drives of each vdev on one %s, %s",
		exists ? "a" : "no", cap, place_vdev_drives(group), q->rule->term[0].domain,
		parity->str);
	g_string_free(parity, TRUE);
}

/* One domain with told slots and the best placement on them. */
static void judge_by_slots(struct finding *f, const struct question *q)
{
	const struct rule_term *term = &q->rule->term[0];
	int cap[LAYOUT_GROUPS];
	bool exists;

	for (int g = 0; g < q->layout->n; g++)
		cap[g] = (q->layout->group[g].parity - q->rule->disks) / term->units;
	exists = place_exists(q->layout, q->domain[0], cap);
	if (term->units > 1)
		judge_several(f, q, exists);
	else if (q->layout->n == 1)
		find_by_slots(f, q, exists, cap[0]);
	else
		find(f, exists ? VERDICT_YES : VERDICT_NO, 0,
			"%s placement keeps what every vdev has on one %s within its parity",
			exists ? "a" : "no", term->domain);
}

/* Finds NO and missing facts; true when neither was found and the placement decides. */
static bool judge_groups(struct finding *f, const struct question *q)
{
	bool known = true;

	for (int g = 0; g < q->layout->n; g++) {
		const struct layout_group *group = &q->layout->group[g];
		char *name = group_name(q, group);

		if (group->parity == LAYOUT_UNKNOWN) {
			find_missing(f, "the parity", group);
			known = false;
		} else if (least_losses(q, group) > group->parity) {
			int low = least_losses(q, group);
			bool exact = q->rule->n == 1 && q->domain[0] && q->domain[0]->slots == NULL;

			find_losses(f, q, group, low, exact ? low : G_MAXINT, name);
			known = false;
		} else {
			known &= group_is_known(f, q, group);
		}
		g_free(name);
	}
	return known;
}

static void judge_disks(struct finding *f, const struct question *q)
{
	for (int g = 0; g < q->layout->n; g++) {
		const struct layout_group *group = &q->layout->group[g];
		int parity = group->parity;
		char *name = group_name(q, group);

		if (parity == LAYOUT_UNKNOWN)
			find_missing(f, "the parity", group);
		else
			find(f, q->rule->disks > parity ? VERDICT_NO : VERDICT_YES,
				parity - q->rule->disks, "%sany %d drive%s lost, parity %d", name,
				q->rule->disks, q->rule->disks == 1 ? "" : "s", parity);
		g_free(name);
	}
}

static void judge_placed(struct finding *f, const struct question *q)
{
	if (!judge_groups(f, q) || !slots_do(f, q))
		return;
	if (q->rule->n == 1 && q->domain[0]->slots && !in_turn(q))
		judge_by_slots(f, q);
	else
		judge_by_sum(f, q);
}

/* One vdev at its real places, `count` drives on each unit. */
static void judge_real_vdev(struct finding *f, const struct question *q,
	const struct layout_group *group, const struct spread *spread, int vdev)
{
	int *count = g_memdup2(
		spread->count + (size_t)vdev * spread->units, spread->units * sizeof(*count));
	int drives = place_vdev_drives(group);
	int lost = place_largest(count, spread->units, q->rule->term[0].units) + q->rule->disks;
	int placed = place_largest(count, spread->units, spread->units);
	char *where = g_strdup_printf("vdev %d: ", vdev);

	if (group->parity == LAYOUT_UNKNOWN)
		find_missing(f, "the parity", group);
	else if (drives != LAYOUT_UNKNOWN && placed > drives)
		find(f, VERDICT_UNKNOWN, 0, "%s%d drives are mapped, the layout has %d", where,
			placed, drives);
	else if (drives == LAYOUT_UNKNOWN && lost <= group->parity)
		find_missing(f, "the number of drives of a vdev", group);
	else if (drives == LAYOUT_UNKNOWN)
		find_losses(f, q, group, lost, G_MAXINT, where);
	else
		find_losses(
			f, q, group, MIN(drives, lost), MIN(drives, lost + drives - placed), where);
	g_free(where);
	g_free(count);
}

static void judge_real(struct finding *f, const struct question *q, const struct spread *spread)
{
	int vdevs = layout_vdevs(q->layout);
	int vdev = 0;

	if (q->rule->n > 1) {
		if (judge_groups(f, q))
			find(f, VERDICT_UNKNOWN, 0,
				"the device map is for one failure domain of %d", q->rule->n);
		return;
	}
	if (vdevs == LAYOUT_UNKNOWN && q->layout->n == 1)
		vdevs = spread->vdevs;
	if (vdevs != spread->vdevs) {
		find(f, VERDICT_UNKNOWN, 0, "the device map has %d vdevs, not those of the layout",
			spread->vdevs);
		return;
	}
	for (int g = 0; g < q->layout->n; g++) {
		const struct layout_group *group = &q->layout->group[g];
		int end = group->count == LAYOUT_UNKNOWN ? vdevs : vdev + group->count;

		while (vdev < end)
			judge_real_vdev(f, q, group, spread, vdev++);
	}
}

enum verdict safety_check(const struct rule *rule, const struct layout *layout,
	const struct hardware *hardware, const struct spread *spread, GString *reason)
{
	struct question q = {.rule = rule, .layout = layout, .hardware = hardware};
	struct finding f = {VERDICT_YES, G_MAXINT, g_string_new(NULL)};

	for (int i = 0; i < rule->n; i++)
		q.domain[i] = hardware_domain(hardware, rule->term[i].domain);
	if (rule->n == 0)
		judge_disks(&f, &q);
	else if (spread)
		judge_real(&f, &q, spread);
	else
		judge_placed(&f, &q);
	g_string_append_len(reason, f.reason->str, f.reason->len);
	g_string_free(f.reason, TRUE);
	return f.verdict;
}

static bool slots_are_equal(const struct domain *domain)
{
	for (int u = 1; u < domain->units; u++) {
		if (domain->slots[u] != domain->slots[0])
			return false;
	}
	return true;
}

/* "6 controllers", "6 controllers with 8,8,8,6,6,6 data disks" */
static void append_domain(GString *out, const struct domain *domain)
{
	append_units(out, domain->units, domain->name);
	if (domain->slots == NULL)
		return;
	if (slots_are_equal(domain)) {
		g_string_append_printf(out, " with %d data disks each", domain->slots[0]);
		return;
	}
	g_string_append(out, " with ");
	for (int u = 0; u < domain->units; u++)
		g_string_append_printf(out, "%s%d", u ? "," : "", domain->slots[u]);
	g_string_append(out, " data disks");
}

void safety_assumption(const struct rule *rule, const struct hardware *hardware, GString *out)
{
	bool first = true;

	for (int i = 0; i < rule->n; i++) {
		const struct domain *domain = hardware_domain(hardware, rule->term[i].domain);

		if (domain == NULL)
			continue;
		if (!first)
			g_string_append(out, " and ");
		else if (hardware->placement == PLACEMENT_ROUND_ROBIN)
			g_string_append(out, "round-robin placement over ");
		else
			g_string_append(out, "best placement over ");
		append_domain(out, domain);
		first = false;
	}
	if (first)
		return;
	/* Nobody told which shelf hangs on which controller. */
	g_string_append(out, rule->n > 1 ? ", each by itself, assumed" : " assumed");
}
