#include "parsers/bundle.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "parsers/parser.h"

/* How much of a file decides whether it is what its name says. */
#define HEAD 4096

/* What the inputs of one directory that belong to no set say of the sets there. */
struct beside {
	const struct set_parser *set;
	void *data;
};

/* The formats whose runs fill several files; each directory has those of one format only. */
static const struct set_parser *const sets[] = {&set_parser_fio};

static size_t read_head(const char *path, char *head)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? 0 : read(fd, head, HEAD);

	if (fd >= 0)
		close(fd);
	return n > 0 ? (size_t)n : 0;
}

/* The format and the key of the set that an input belongs to; NULL: none. */
static char *set_key(const struct bundle_input *in, const struct set_parser **set)
{
	char head[HEAD];

	for (size_t i = 0; in->size >= 0 && i < G_N_ELEMENTS(sets); i++) {
		char *key = sets[i]->key(in->path);

		if (key && sets[i]->takes(in->path, head, read_head(in->path, head))) {
			*set = sets[i];
			return key;
		}
		g_free(key);
	}
	return NULL;
}

bool bundle_in_set(const struct bundle_input *in)
{
	const struct set_parser *set;
	g_autofree char *key = set_key(in, &set);

	return key != NULL;
}

static void unit_free(gpointer data)
{
	struct bundle_unit *u = data;

	g_ptr_array_unref(u->inputs);
	g_free(u);
}

static void beside_free(gpointer data)
{
	struct beside *b = data;

	b->set->beside_free(b->data);
	g_free(b);
}

static struct bundle_unit *unit_add(struct bundle *bundle, const struct set_parser *set)
{
	struct bundle_unit *u = g_new0(struct bundle_unit, 1);

	u->inputs = g_ptr_array_new();
	u->set = set;
	g_ptr_array_add(bundle->units, u);
	return u;
}

/* Inputs of one set that the command line says the same of; canonical order is kept. */
static void group(struct bundle *bundle)
{
	g_autoptr(GHashTable) units = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

	for (guint i = 0; i < bundle->inputs->len; i++) {
		struct bundle_input *in = bundle->inputs->pdata[i];
		const struct set_parser *set = NULL;
		g_autofree char *key = set_key(in, &set);
		g_autoptr(GString) name = g_string_new(key);
		struct bundle_unit *unit;

		for (size_t k = 0; k < in->n_set; k++)
			g_string_append_printf(name, "\n%s\n%s", in->set[k].key, in->set[k].value);
		unit = key ? g_hash_table_lookup(units, name->str) : NULL;
		if (!unit) {
			unit = unit_add(bundle, set);
			if (key)
				g_hash_table_insert(units, g_strdup(name->str), unit);
		}
		g_ptr_array_add(unit->inputs, in);
	}
}

static bool has_level(const struct bundle_input *in, const struct level *level)
{
	for (size_t i = 0; i < in->n_by_path; i++)
		if (g_str_equal(in->by_path[i].key, level->key) &&
			g_str_equal(in->by_path[i].value, level->value))
			return true;
	return false;
}

/* What the first input of a set says of itself must hold for all. */
static void share_levels(const struct bundle_unit *u)
{
	struct bundle_input *first = u->inputs->pdata[0];
	size_t kept = 0;

	for (size_t i = 0; i < first->n_by_path; i++) {
		bool all = true;

		for (guint k = 1; k < u->inputs->len && all; k++)
			all = has_level(u->inputs->pdata[k], &first->by_path[i]);
		if (all)
			first->by_path[kept++] = first->by_path[i];
	}
	first->n_by_path = kept;
}

static const char *base_name(const struct bundle_input *in)
{
	const char *slash = strrchr(in->path, '/');

	return slash ? slash + 1 : in->path;
}

static bool same_set(const struct bundle_unit *a, const struct bundle_unit *b)
{
	if (a->inputs->len != b->inputs->len ||
		bundle_compare_said(a->inputs->pdata[0], b->inputs->pdata[0]))
		return false;
	for (guint i = 0; i < a->inputs->len; i++) {
		struct bundle_input *x = a->inputs->pdata[i], *y = b->inputs->pdata[i];

		if (!g_str_equal(base_name(x), base_name(y)) ||
			(x->size + y->size && !bundle_same_bytes(x, y)))
			return false;
	}
	return true;
}

static void drop_set(
	struct bundle *bundle, guint i, const struct bundle_unit *twin, struct diag *diag)
{
	const struct bundle_unit *u = bundle->units->pdata[i];

	for (guint k = 0; k < u->inputs->len; k++) {
		struct bundle_input *in = u->inputs->pdata[k], *other = twin->inputs->pdata[k];

		diag_at(diag, DIAG_SAME_INPUT, in->path, 0, "same bytes as '%s'", other->path);
		g_ptr_array_remove(bundle->inputs, in);
	}
	g_ptr_array_remove_index(bundle->units, i);
}

/* Copies of a whole set; sets with one first name are few. */
static void drop_copies(struct bundle *bundle, struct diag *diag)
{
	g_autoptr(GHashTable) names = g_hash_table_new_full(
		g_str_hash, g_str_equal, NULL, (GDestroyNotify)g_ptr_array_unref);

	for (guint i = 0; i < bundle->units->len;) {
		struct bundle_unit *u = bundle->units->pdata[i], *twin = NULL;
		const char *name = base_name(u->inputs->pdata[0]);
		GPtrArray *known = u->set ? g_hash_table_lookup(names, name) : NULL;

		if (u->set && !known) {
			known = g_ptr_array_new();
			g_hash_table_insert(names, (gpointer)name, known);
		}
		for (guint k = 0; known && k < known->len && !twin; k++)
			twin = same_set(u, known->pdata[k]) ? known->pdata[k] : NULL;
		if (twin) {
			drop_set(bundle, i, twin, diag);
			continue;
		}
		if (known)
			g_ptr_array_add(known, u);
		i++;
	}
}

static char *directory_of(const struct bundle_unit *u)
{
	return g_path_get_dirname(((struct bundle_input *)u->inputs->pdata[0])->path);
}

/* The single inputs of each directory: char * -> GPtrArray of struct bundle_input. */
static GHashTable *single_inputs(const struct bundle *bundle)
{
	GHashTable *all = g_hash_table_new_full(
		g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_ptr_array_unref);

	for (guint i = 0; i < bundle->units->len; i++) {
		const struct bundle_unit *u = bundle->units->pdata[i];
		struct bundle_input *in = u->inputs->pdata[0];
		g_autofree char *directory = directory_of(u);
		GPtrArray *there = g_hash_table_lookup(all, directory);

		if (u->set || in->size <= 0)
			continue;
		if (!there) {
			there = g_ptr_array_new();
			g_hash_table_insert(all, g_steal_pointer(&directory), there);
		}
		g_ptr_array_add(there, in);
	}
	return all;
}

static struct beside *beside_new(const struct set_parser *set, const GPtrArray *inputs)
{
	struct beside *b = g_new0(struct beside, 1);

	b->set = set;
	b->data = set->beside_new(inputs ? (struct bundle_input *const *)inputs->pdata : NULL,
		inputs ? inputs->len : 0);
	return b;
}

/* Each directory with a set is looked into once. */
static void look_beside(struct bundle *bundle)
{
	g_autoptr(GHashTable) inputs = single_inputs(bundle);

	for (guint i = 0; i < bundle->units->len; i++) {
		struct bundle_unit *u = bundle->units->pdata[i];
		g_autofree char *directory = u->set ? directory_of(u) : NULL;
		struct beside *b = u->set ? g_hash_table_lookup(bundle->besides, directory) : NULL;

		if (!u->set)
			continue;
		if (!b) {
			b = beside_new(u->set, g_hash_table_lookup(inputs, directory));
			g_hash_table_insert(bundle->besides, g_steal_pointer(&directory), b);
		}
		u->beside = b->data;
	}
}

void bundle_make_units(struct bundle *bundle, struct diag *diag)
{
	g_assert(!bundle->units);
	bundle->units = g_ptr_array_new_with_free_func(unit_free);
	bundle->besides = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, beside_free);
	group(bundle);
	for (guint i = 0; i < bundle->units->len; i++)
		if (((struct bundle_unit *)bundle->units->pdata[i])->set)
			share_levels(bundle->units->pdata[i]);
	drop_copies(bundle, diag);
	look_beside(bundle);
}

void bundle_free_units(struct bundle *bundle)
{
	if (bundle->units)
		g_ptr_array_unref(bundle->units);
	if (bundle->besides)
		g_hash_table_unref(bundle->besides);
}
