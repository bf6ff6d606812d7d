#include "parsers/twins.h"

struct twins {
	GArray *all;      /* struct twin */
	GPtrArray *files; /* names by input */
};

struct twins *twins_new(void)
{
	struct twins *t = g_new0(struct twins, 1);

	t->all = g_array_new(FALSE, FALSE, sizeof(struct twin));
	t->files = g_ptr_array_new();
	return t;
}

void twins_free(struct twins *t)
{
	if (!t)
		return;
	g_array_free(t->all, TRUE);
	g_ptr_array_free(t->files, TRUE);
	g_free(t);
}

void twins_note(const struct twins_view *view, struct twin twin)
{
	struct twins *t = view->twins;

	if (!twin.print)
		return;
	twin.print ^= view->salt;
	twin.input = view->input;
	g_array_append_val(t->all, twin);
	if (t->files->len <= view->input)
		g_ptr_array_set_size(t->files, (gint)view->input + 1);
	t->files->pdata[view->input] = (gpointer)view->file;
}

static gint compare(gconstpointer a, gconstpointer b)
{
	const struct twin *x = a, *y = b;

	if (x->print != y->print)
		return x->print < y->print ? -1 : 1;
	if (x->rank != y->rank)
		return x->rank > y->rank ? -1 : 1;
	return (x->input > y->input) - (x->input < y->input);
}

void twins_settle(struct twins *t)
{
	g_array_sort(t->all, compare);
}

/* The first with that print. */
static guint find(const GArray *all, guint64 print)
{
	guint low = 0, high = all->len;

	while (low < high) {
		guint middle = low + (high - low) / 2;

		if (g_array_index(all, struct twin, middle).print < print)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

const char *twins_better(const struct twins_view *view, struct twin *twin)
{
	guint64 print = twin->print ^ view->salt;
	const struct twin *first;
	const GArray *all;
	guint i;

	if (!view->twins || !twin->print)
		return NULL;
	all = view->twins->all;
	i = find(all, print);
	first = &g_array_index(all, struct twin, i);
	if (i == all->len || first->print != print)
		return NULL;
	if (first->input != view->input &&
		(first->rank > twin->rank ||
			(first->rank == twin->rank && first->input < view->input)))
		return view->twins->files->pdata[first->input];
	for (; i < all->len && g_array_index(all, struct twin, i).print == print; i++)
		for (size_t k = 0; k < TWINS_EXTRAS; k++)
			if (!twin->extra[k])
				twin->extra[k] = g_array_index(all, struct twin, i).extra[k];
	return NULL;
}
