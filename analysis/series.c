#include "analysis/series.h"

/* What the parts of a log are told apart by. */
static const char *const part_keys[] = {"number", "state"};

struct chooser {
	enum series_over over;
	bool only_logs; /* there is nothing else to show */
	bool (*named)(const void *user, const char *key);
	const void *user;
};

static bool is_series(const struct fold_group *g)
{
	return keyset_get(g->at, SERIES_KEY) != NULL;
}

static bool shows(const struct fold_group *g, bool (*hides)(const struct metric *metric))
{
	for (size_t i = 0; i < g->n; i++)
		if (!hides || !hides(g->cell[i].metric))
			return true;
	return false;
}

static bool keeps(const void *user, const struct fold_group *g)
{
	const struct chooser *c = user;

	if (!is_series(g))
		return c->over == SERIES_OVER_RUNS;
	if (c->over == SERIES_OVER_RUNS && !c->only_logs)
		return false;
	for (size_t i = 0; i < G_N_ELEMENTS(part_keys); i++)
		if (keyset_get(g->at, part_keys[i]) && !c->named(c->user, part_keys[i]))
			return false;
	return true;
}

bool series_any(const struct fold *fold)
{
	for (size_t i = 0; i < fold_count(fold); i++)
		if (is_series(fold_get(fold, i)))
			return true;
	return false;
}

bool series_choose(struct fold *fold, enum series_over over,
	bool (*hides)(const struct metric *metric),
	bool (*named)(const void *user, const char *key), const void *user)
{
	struct chooser c = {over, true, named, user};
	bool any = false;

	for (size_t i = 0; i < fold_count(fold); i++) {
		const struct fold_group *g = fold_get(fold, i);

		if (!shows(g, hides))
			continue;
		any |= is_series(g);
		c.only_logs &= is_series(g);
	}
	if (any || over == SERIES_OVER_TIME)
		fold_keep(fold, keeps, &c);
	return any && over == SERIES_OVER_RUNS && !c.only_logs;
}
