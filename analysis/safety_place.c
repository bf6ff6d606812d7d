#include "analysis/safety_place.h"

#include <stdlib.h>
#include <string.h>

int place_vdev_drives(const struct layout_group *group)
{
	return group->kind == LAYOUT_DRAID ? group->children : group->width;
}

static int compare_descending(const void *a, const void *b)
{
	int left = *(const int *)a, right = *(const int *)b;

	return (left < right) - (left > right);
}

int place_largest(int *counts, int n, int lost)
{
	int sum = 0;

	qsort(counts, n, sizeof(*counts), compare_descending);
	for (int i = 0; i < n && i < lost; i++)
		sum += counts[i];
	return sum;
}

int place_even(int drives, int units, int lost)
{
	if (lost >= units)
		return drives;
	return drives / units * lost + MIN(lost, drives % units);
}

/*
 * Vdevs give their drives, units take `slots`, and a vdev puts at most `cap` on one unit.  For
 * every set of vdevs the units must take what it gives: a concave function of how many vdevs of
 * each group are in the set, least where each group is in it as a whole or not at all.
 */
bool place_exists(const struct layout *layout, const struct domain *domain, const int *cap)
{
	for (unsigned set = 1; set < 1u << layout->n; set++) {
		gint64 drives = 0, at_once = 0, room = 0;

		for (int i = 0; i < layout->n; i++) {
			const struct layout_group *g = &layout->group[i];

			if ((set >> i & 1) == 0)
				continue;
			drives += (gint64)g->count * place_vdev_drives(g);
			at_once += (gint64)g->count * cap[i];
		}
		for (int u = 0; u < domain->units && room < drives; u++)
			room += MIN(domain->slots[u], at_once);
		if (room < drives)
			return false;
	}
	return true;
}

int place_least_cap(const struct layout *layout, const struct domain *domain)
{
	int low = 1, high = LAYOUT_MAX;

	while (low < high) {
		int middle = low + (high - low) / 2;
		int cap[LAYOUT_GROUPS];

		for (int i = 0; i < layout->n; i++)
			cap[i] = middle;
		if (place_exists(layout, domain, cap))
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

/* The units that still have a slot, in their order; `at` is the next one to get a drive. */
struct ring {
	int *unit, *room;
	int n, at;
};

static int ring_next(struct ring *ring)
{
	int unit = ring->unit[ring->at];

	if (--ring->room[ring->at] > 0) {
		ring->at++;
	} else {
		size_t behind = ring->n - ring->at - 1;

		memmove(ring->unit + ring->at, ring->unit + ring->at + 1, behind * sizeof(int));
		memmove(ring->room + ring->at, ring->room + ring->at + 1, behind * sizeof(int));
		ring->n--;
	}
	if (ring->at >= ring->n)
		ring->at = 0;
	return unit;
}

static struct ring ring_new(const struct domain *domain)
{
	struct ring ring = {g_new(int, domain->units), g_new(int, domain->units), 0, 0};

	for (int u = 0; u < domain->units; u++) {
		if (domain->slots[u] < 1)
			continue;
		ring.unit[ring.n] = u;
		ring.room[ring.n++] = domain->slots[u];
	}
	return ring;
}

/* Deals one vdev; `held`, all zero, is a count per unit, `touched` has room for each drive. */
static int deal_vdev(struct ring *ring, int drives, int lost, int *held, int *touched)
{
	int n = 0;

	for (int i = 0; i < drives; i++) {
		int unit = ring_next(ring);

		if (held[unit]++ == 0)
			touched[n++] = unit;
	}
	for (int i = 0; i < n; i++) {
		int unit = touched[i];

		touched[i] = held[unit];
		held[unit] = 0;
	}
	return place_largest(touched, n, lost);
}

void place_in_turn(const struct layout *layout, const struct domain *domain, int lost, int *share)
{
	struct ring ring = ring_new(domain);
	int *held = g_new0(int, domain->units);
	int *touched = g_new(int, LAYOUT_MAX);

	for (int i = 0; i < layout->n; i++) {
		const struct layout_group *g = &layout->group[i];

		share[i] = 0;
		for (int v = 0; v < g->count; v++) {
			int got = deal_vdev(&ring, place_vdev_drives(g), lost, held, touched);
			share[i] = MAX(share[i], got);
		}
	}
	g_free(touched);
	g_free(held);
	g_free(ring.unit);
	g_free(ring.room);
}
