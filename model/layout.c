#include "model/layout.h"

#include <string.h>

/* How a kind is written in a key; a level behind the name is the parity plus `level`. */
struct kind_info {
	const char *name;
	bool levelled;
	int level;
	int min_parity, max_parity;
};

static const struct kind_info kinds[] = {
	[LAYOUT_ANY] = {"any", false, 0, 0, LAYOUT_MAX},
	[LAYOUT_STRIPE] = {"stripe", false, 0, 0, 0},
	[LAYOUT_MIRROR] = {"mirror", false, 0, 1, LAYOUT_MAX},
	[LAYOUT_RAIDZ] = {"raidz", true, 0, 1, 3},
	[LAYOUT_RAID] = {"raid", true, 4, 1, 2},
	[LAYOUT_DRAID] = {"draid", true, 0, 1, 3},
	[LAYOUT_EC] = {"ec", false, 0, 0, LAYOUT_MAX},
};

G_STATIC_ASSERT(G_N_ELEMENTS(kinds) == LAYOUT_KIND_COUNT);

static bool number_valid(int number, int least)
{
	return number == LAYOUT_UNKNOWN || (number >= least && number <= LAYOUT_MAX);
}

static bool parity_valid(const struct layout_group *g)
{
	const struct kind_info *info = &kinds[g->kind];

	if (g->parity == LAYOUT_UNKNOWN)
		return g->kind == LAYOUT_ANY || g->kind == LAYOUT_EC ||
		       (g->kind == LAYOUT_MIRROR && g->width == LAYOUT_UNKNOWN);
	if (g->parity < info->min_parity || g->parity > info->max_parity)
		return false;
	if (g->kind == LAYOUT_MIRROR)
		return g->width == g->parity + 1;
	return g->width == LAYOUT_UNKNOWN || g->width > g->parity;
}

static bool draid_valid(const struct layout_group *g)
{
	int width = g->width == LAYOUT_UNKNOWN ? g->parity + 1 : g->width;

	if (g->kind != LAYOUT_DRAID)
		return g->children == 0 && g->spares == 0;
	if (!number_valid(g->children, 1) || g->spares < 0 || g->spares > LAYOUT_MAX)
		return false;
	return g->children == LAYOUT_UNKNOWN || g->children >= width + g->spares;
}

/* Drives of one vdev. */
static int vdev_drives(const struct layout_group *g)
{
	return g->kind == LAYOUT_DRAID ? g->children : g->width;
}

bool layout_valid(const struct layout *layout)
{
	gint64 drives = 0;

	if (layout->n < 1 || layout->n > LAYOUT_GROUPS)
		return false;
	if (layout->hot_spares < 0 || layout->hot_spares > LAYOUT_MAX)
		return false;
	for (int i = 0; i < layout->n; i++) {
		const struct layout_group *g = &layout->group[i];

		if ((unsigned)g->kind >= LAYOUT_KIND_COUNT || !number_valid(g->count, 1) ||
			!number_valid(g->width, 1) || !number_valid(g->parity, 0))
			return false;
		if (!parity_valid(g) || !draid_valid(g))
			return false;
		if (g->count != LAYOUT_UNKNOWN && vdev_drives(g) != LAYOUT_UNKNOWN)
			drives += (gint64)g->count * vdev_drives(g);
	}
	return drives <= LAYOUT_MAX;
}

static void print_number(int number, GString *out)
{
	if (number == LAYOUT_UNKNOWN)
		g_string_append_c(out, '?');
	else
		g_string_append_printf(out, "%d", number);
}

static void print_shape(const struct layout_group *g, GString *out)
{
	g_string_append_c(out, '(');
	if (g->kind == LAYOUT_MIRROR) {
		g_string_append(out, "1+");
		print_number(g->parity, out);
	} else if (g->parity == LAYOUT_UNKNOWN) {
		print_number(g->width, out);
	} else {
		print_number(
			g->width == LAYOUT_UNKNOWN ? LAYOUT_UNKNOWN : g->width - g->parity, out);
		g_string_append_printf(out, "+%d", g->parity);
	}
	g_string_append_c(out, ')');
}

static void print_group(const struct layout_group *g, GString *out)
{
	const struct kind_info *info = &kinds[g->kind];

	if (g->kind != LAYOUT_DRAID || g->count != 1) {
		print_number(g->count, out);
		g_string_append_c(out, '*');
	}
	g_string_append(out, info->name);
	if (info->levelled)
		g_string_append_printf(out, "%d", g->parity + info->level);
	print_shape(g, out);
	if (g->kind == LAYOUT_DRAID) {
		g_string_append_c(out, '/');
		print_number(g->children, out);
		g_string_append_printf(out, "c+%ds", g->spares);
	}
}

void layout_print_key(const struct layout *layout, GString *out)
{
	for (int i = 0; i < layout->n; i++) {
		if (i > 0)
			g_string_append_c(out, ',');
		print_group(&layout->group[i], out);
	}
	if (layout->hot_spares > 0)
		g_string_append_printf(out, "+%ds", layout->hot_spares);
}

static bool take(const char **p, char c)
{
	if (**p != c)
		return false;
	(*p)++;
	return true;
}

/* A number without leading zeros, or `?`. */
static bool take_number(const char **p, int *out)
{
	int value = 0;
	const char *s = *p;

	if (take(p, '?')) {
		*out = LAYOUT_UNKNOWN;
		return true;
	}
	while (g_ascii_isdigit(*s)) {
		value = value * 10 + (*s++ - '0');
		if (value > LAYOUT_MAX)
			return false;
	}
	if (s == *p || (**p == '0' && s - *p > 1))
		return false;
	*p = s;
	*out = value;
	return true;
}

static bool take_kind(const char **p, struct layout_group *g)
{
	size_t length = 0;

	while (g_ascii_islower((*p)[length]))
		length++;
	for (int i = 0; i < LAYOUT_KIND_COUNT; i++) {
		if (strlen(kinds[i].name) != length || memcmp(*p, kinds[i].name, length) != 0)
			continue;
		*p += length;
		g->kind = i;
		g->parity = LAYOUT_UNKNOWN;
		if (!kinds[i].levelled)
			return true;
		if (!take_number(p, &g->parity) || g->parity == LAYOUT_UNKNOWN)
			return false;
		g->parity -= kinds[i].level;
		return g->parity > 0;
	}
	return false;
}

/* "(D+P)", "(?+P)", "(W)", "(?)"; only a mirror has a "(1+?)". */
static bool take_shape(const char **p, struct layout_group *g)
{
	int first, parity;

	if (!take(p, '(') || !take_number(p, &first))
		return false;
	if (!take(p, '+')) {
		g->width = first;
		return g->parity == LAYOUT_UNKNOWN && take(p, ')');
	}
	if (!take_number(p, &parity) || !take(p, ')'))
		return false;
	if (g->parity != LAYOUT_UNKNOWN && g->parity != parity)
		return false;
	if (g->kind == LAYOUT_MIRROR ? first != 1 : parity == LAYOUT_UNKNOWN)
		return false;
	g->parity = parity;
	g->width = LAYOUT_UNKNOWN;
	if (first != LAYOUT_UNKNOWN && parity != LAYOUT_UNKNOWN)
		g->width = first + parity;
	return first != 0;
}

static bool take_group(const char **p, struct layout_group *g)
{
	bool counted = g_ascii_isdigit(**p) || **p == '?';

	*g = (struct layout_group){.count = 1};
	if (counted && (!take_number(p, &g->count) || !take(p, '*')))
		return false;
	if (!take_kind(p, g) || !take_shape(p, g))
		return false;
	if (g->kind != LAYOUT_DRAID)
		return counted;
	if (counted && g->count == 1)
		return false;
	return take(p, '/') && take_number(p, &g->children) && take(p, 'c') && take(p, '+') &&
	       take_number(p, &g->spares) && take(p, 's');
}

bool layout_parse_key(const char *key, struct layout *out)
{
	struct layout layout = {0};
	const char *p = key;

	do {
		if (layout.n == LAYOUT_GROUPS || !take_group(&p, &layout.group[layout.n++]))
			return false;
	} while (take(&p, ','));
	if (take(&p, '+')) {
		if (!take_number(&p, &layout.hot_spares) || !take(&p, 's'))
			return false;
		if (layout.hot_spares < 1)
			return false;
	}
	if (*p != '\0' || !layout_valid(&layout))
		return false;
	*out = layout;
	return true;
}

/* What `zpool create` takes when no number of data drives is given. */
static void default_draid(struct layout_group *g)
{
	if (g->children != LAYOUT_UNKNOWN && g->width == LAYOUT_UNKNOWN)
		g->width = MIN(8, g->children - g->spares - g->parity) + g->parity;
}

static bool complete_group(struct layout_group *g, int drives)
{
	int *width = g->kind == LAYOUT_DRAID ? &g->children : &g->width;

	if (g->count == LAYOUT_UNKNOWN && *width == LAYOUT_UNKNOWN)
		return true;
	if (g->count == LAYOUT_UNKNOWN) {
		g->count = drives / *width;
	} else if (*width == LAYOUT_UNKNOWN) {
		*width = drives / g->count;
		if (g->kind == LAYOUT_MIRROR)
			g->parity = g->width - 1;
	}
	return (gint64)g->count * *width == drives;
}

bool layout_complete(struct layout *layout, int drives)
{
	struct layout done = *layout;

	if (drives < 1 || drives > LAYOUT_MAX || !layout_valid(layout))
		return false;
	if (done.n != 1) {
		int known = layout_drives(layout);
		return known == LAYOUT_UNKNOWN || known == drives;
	}
	if (!complete_group(&done.group[0], drives))
		return false;
	if (done.group[0].kind == LAYOUT_DRAID)
		default_draid(&done.group[0]);
	if (!layout_valid(&done))
		return false;
	*layout = done;
	return true;
}

int layout_drives(const struct layout *layout)
{
	int drives = 0;

	for (int i = 0; i < layout->n; i++) {
		const struct layout_group *g = &layout->group[i];

		if (g->count == LAYOUT_UNKNOWN || vdev_drives(g) == LAYOUT_UNKNOWN)
			return LAYOUT_UNKNOWN;
		drives += g->count * vdev_drives(g);
	}
	return drives;
}

int layout_parity(const struct layout *layout)
{
	int parity = layout->group[0].parity;

	/* LAYOUT_UNKNOWN is below every known parity. */
	for (int i = 1; i < layout->n; i++)
		parity = MIN(parity, layout->group[i].parity);
	return parity;
}

int layout_vdevs(const struct layout *layout)
{
	int vdevs = 0;

	for (int i = 0; i < layout->n; i++) {
		if (layout->group[i].count == LAYOUT_UNKNOWN)
			return LAYOUT_UNKNOWN;
		vdevs += layout->group[i].count;
	}
	return vdevs;
}

int layout_width(const struct layout *layout)
{
	for (int i = 1; i < layout->n; i++) {
		if (layout->group[i].width != layout->group[0].width)
			return LAYOUT_UNKNOWN;
	}
	return layout->group[0].width;
}

static int compare_numbers(int a, int b)
{
	return (a > b) - (a < b);
}

int layout_compare(const struct layout *a, const struct layout *b)
{
	int order = compare_numbers(layout_drives(a), layout_drives(b));

	if (order == 0)
		order = compare_numbers(layout_parity(a), layout_parity(b));
	if (order == 0)
		order = compare_numbers(layout_vdevs(a), layout_vdevs(b));
	if (order == 0) {
		GString *key_a = g_string_new(NULL), *key_b = g_string_new(NULL);

		layout_print_key(a, key_a);
		layout_print_key(b, key_b);
		order = strcmp(key_a->str, key_b->str);
		g_string_free(key_a, TRUE);
		g_string_free(key_b, TRUE);
	}
	return order;
}
