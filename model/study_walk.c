#include "model/study_walk.h"

#include "model/near.h"
#include "model/study_text.h"
#include <string.h>

bool study_walk_fail(struct study_walk *walk, const struct study_node *at, const char *format, ...)
{
	va_list ap;
	char *text;

	va_start(ap, format);
	text = g_strdup_vprintf(format, ap);
	va_end(ap);
	study_yaml_fail(walk->error, walk->path, at->line, at->column, "%s", text);
	g_free(text);
	return false;
}

bool study_walk_fail_near(struct study_walk *walk, const struct study_node *at, const char *what,
	const char *const *names, size_t n)
{
	GString *hint = g_string_new(NULL);

	near_hint(hint, at->text, names, n);
	study_walk_fail(walk, at, "unknown %s '%s'%s", what, at->text, hint->str);
	g_string_free(hint, TRUE);
	return false;
}

bool study_walk_open(const struct study_node *value)
{
	return value->kind == STUDY_SCALAR && strcmp(value->text, STUDY_OPEN) == 0;
}

bool study_walk_blank(const struct study_node *value)
{
	return value->kind == STUDY_SCALAR && value->plain && !*value->text;
}

const char *study_walk_text(
	struct study_walk *walk, const struct study_node *key, const struct study_node *value)
{
	if (value->kind != STUDY_SCALAR)
		study_walk_fail(walk, value, "'%s' wants one value, not %s", key->text,
			study_node_kind_name(value));
	else if (!*value->text)
		study_walk_fail(walk, value, "'%s' has no value", key->text);
	else
		return value->text;
	return NULL;
}

bool study_walk_mapping(struct study_walk *walk, const char *what, const struct study_node *node,
	study_pair_fn *read, void *target)
{
	GHashTable *seen;
	bool good = true;

	if (study_walk_blank(node))
		return true;
	if (node->kind != STUDY_MAPPING)
		return study_walk_fail(walk, node, "%s wants keys and values, not %s", what,
			study_node_kind_name(node));
	seen = g_hash_table_new(g_str_hash, g_str_equal);
	for (guint i = 0; good && i < node->child->len; i += 2) {
		const struct study_node *key = g_ptr_array_index(node->child, i), *first;

		if (key->kind != STUDY_SCALAR || !*key->text) {
			good = study_walk_fail(walk, key, "a key of %s wants a name", what);
		} else if ((first = g_hash_table_lookup(seen, key->text))) {
			good = study_walk_fail(walk, key, "key '%s' is repeated, first on line %u",
				key->text, first->line);
		} else {
			g_hash_table_insert(seen, key->text, (gpointer)key);
			good = read(walk, key, g_ptr_array_index(node->child, i + 1), target);
		}
	}
	g_hash_table_unref(seen);
	return good;
}

bool study_walk_key(struct study_walk *walk, const char *what, const struct study_key *keys,
	size_t n, const struct study_node *key, const struct study_node *value, void *target)
{
	const char *names[STUDY_KEYS_MAX];

	g_assert(n <= STUDY_KEYS_MAX);
	for (size_t i = 0; i < n; i++) {
		names[i] = keys[i].name;
		if (strcmp(keys[i].name, key->text) != 0)
			continue;
		if (keys[i].read && walk->path && study_walk_open(value))
			return true;
		if (keys[i].read)
			return keys[i].read(walk, key, value, target);
		return study_walk_fail(
			walk, key, "%s '%s' is not read by this version", what, key->text);
	}
	return study_walk_fail_near(walk, key, what, names, n);
}

bool study_name_is_good(const char *name)
{
	static const char rest[] = G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "._-";

	return g_ascii_isalpha(*name) && !name[strspn(name, rest)];
}
