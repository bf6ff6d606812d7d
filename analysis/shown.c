#include "analysis/shown.h"

static bool hides_beside(const struct metric *m)
{
	return m->kind != KIND_THROUGHPUT && m->kind != KIND_IOPS &&
	       !g_str_has_prefix(m->name, "x:");
}

shown_hides *shown_by_default(const struct fold *fold)
{
	for (size_t i = 0; i < fold_count(fold); i++) {
		const struct fold_group *g = fold_get(fold, i);

		for (size_t k = 0; k < g->n; k++)
			if (!hides_beside(g->cell[k].metric))
				return hides_beside;
	}
	return NULL;
}

bool shown_hides_key(const struct fold *fold, shown_hides *hides, const char *key)
{
	size_t n, k = 0;
	const char *const *at = fold_at_keys(fold, &n);

	while (k < n && !g_str_equal(at[k], key))
		k++;
	for (size_t i = 0; hides && k < n && i < fold_count(fold); i++) {
		const struct fold_group *g = fold_get(fold, i);

		for (size_t c = 0; c < g->n && keyset_get(g->at, key); c++)
			if (!hides(g->cell[c].metric))
				return false;
	}
	return hides && k < n;
}
