#include "model/pool.h"

#include <string.h>

/* Strings up to this long are looked up without a copy on the heap. */
#define SHORT_STRING 256

/* Most sets are small; text lives in few large blocks. */
#define TEXT_BLOCK 4096

struct pool {
	GStringChunk *text;
	GHashTable *strings; /* each points into `text` */
	GHashTable *sets;    /* struct keyset *, owned */
	GArray *scratch;     /* struct level: the set under construction */
	GPtrArray *keys;     /* in order of appearance; few, so searched from the start */
};

/* Levels are interned before a set is looked up, so that their addresses are their identity. */
static guint set_hash(gconstpointer key)
{
	const struct keyset *set = key;
	guint64 h = set->n;

	for (size_t i = 0; i < set->n; i++) {
		h = (h ^ (guint64)(guintptr)set->level[i].key) *
		    G_GUINT64_CONSTANT(0x9E3779B97F4A7C15);
		h = (h ^ (guint64)(guintptr)set->level[i].value) *
		    G_GUINT64_CONSTANT(0xC2B2AE3D27D4EB4F);
		h ^= h >> 32;
	}
	return (guint)h;
}

static gboolean set_equal(gconstpointer a, gconstpointer b)
{
	const struct keyset *s = a, *t = b;

	if (s->n != t->n)
		return FALSE;
	for (size_t i = 0; i < s->n; i++) {
		if (s->level[i].key != t->level[i].key || s->level[i].value != t->level[i].value)
			return FALSE;
	}
	return TRUE;
}

struct pool *pool_new(void)
{
	struct pool *pool = g_new(struct pool, 1);

	pool->text = g_string_chunk_new(TEXT_BLOCK);
	pool->strings = g_hash_table_new(g_str_hash, g_str_equal);
	pool->sets = g_hash_table_new_full(set_hash, set_equal, g_free, NULL);
	pool->scratch = g_array_new(FALSE, FALSE, sizeof(struct level));
	pool->keys = g_ptr_array_new();
	return pool;
}

void pool_free(struct pool *pool)
{
	if (!pool)
		return;
	g_array_free(pool->scratch, TRUE);
	g_ptr_array_free(pool->keys, TRUE);
	g_hash_table_destroy(pool->sets);
	g_hash_table_destroy(pool->strings);
	g_string_chunk_free(pool->text);
	g_free(pool);
}

const char *pool_str_len(struct pool *pool, const char *s, size_t n)
{
	char small[SHORT_STRING];
	const char *kept;

	n = strnlen(s, n);
	if (n >= sizeof(small)) {
		char *copy = g_strndup(s, n);

		kept = pool_str(pool, copy);
		g_free(copy);
		return kept;
	}
	memcpy(small, s, n);
	small[n] = '\0';
	return pool_str(pool, small);
}

const char *pool_str(struct pool *pool, const char *s)
{
	char *kept;

	if (!s)
		return NULL;
	kept = g_hash_table_lookup(pool->strings, s);
	if (!kept) {
		kept = g_string_chunk_insert(pool->text, s);
		g_hash_table_add(pool->strings, kept);
	}
	return kept;
}

static int level_by_key(gconstpointer a, gconstpointer b, gpointer unused)
{
	const struct level *l = a, *m = b;

	(void)unused;
	return l->key == m->key ? 0 : strcmp(l->key, m->key);
}

const char *pool_key(struct pool *pool, const char *key)
{
	const char *kept = pool_str(pool, key);

	if (!g_ptr_array_find(pool->keys, kept, NULL))
		g_ptr_array_add(pool->keys, (gpointer)kept);
	return kept;
}

const char *const *pool_keys(const struct pool *pool, size_t *n)
{
	*n = pool->keys->len;
	return (const char *const *)pool->keys->pdata;
}

static void scratch_add(struct pool *pool, const char *key, const char *value)
{
	struct level level = {pool_key(pool, key), pool_str(pool, value)};

	g_array_append_val(pool->scratch, level);
}

/* Sorts the scratch levels by key; the sort is stable, so the last of equal keys holds. */
static void scratch_sort(GArray *scratch)
{
	struct level *level = (struct level *)(void *)scratch->data;
	guint n = scratch->len, kept = 0, i = 1;

	while (i < n && level_by_key(&level[i - 1], &level[i], NULL) < 0)
		i++;
	if (i >= n)
		return;
	g_qsort_with_data(level, (gint)n, sizeof(*level), level_by_key, NULL);
	for (i = 1; i < n; i++) {
		if (level[i].key != level[kept].key)
			kept++;
		level[kept] = level[i];
	}
	g_array_set_size(scratch, kept + 1);
}

/* The interned set of the scratch levels, which are used up. */
static const struct keyset *scratch_set(struct pool *pool)
{
	struct keyset *set, *kept;
	size_t bytes;

	scratch_sort(pool->scratch);
	bytes = pool->scratch->len * sizeof(struct level);
	set = g_malloc(sizeof(*set) + bytes);
	set->n = pool->scratch->len;
	if (bytes)
		memcpy(set->level, pool->scratch->data, bytes);
	g_array_set_size(pool->scratch, 0);
	kept = g_hash_table_lookup(pool->sets, set);
	if (kept) {
		g_free(set);
		return kept;
	}
	g_hash_table_add(pool->sets, set);
	return set;
}

const struct keyset *pool_set(struct pool *pool, const struct level *level, size_t n)
{
	for (size_t i = 0; i < n; i++)
		scratch_add(pool, level[i].key, level[i].value);
	return scratch_set(pool);
}

const struct keyset *pool_set_with(
	struct pool *pool, const struct keyset *base, const char *key, const char *value)
{
	for (size_t i = 0; i < base->n; i++)
		scratch_add(pool, base->level[i].key, base->level[i].value);
	scratch_add(pool, key, value);
	return scratch_set(pool);
}

const struct keyset *pool_set_copy(struct pool *pool, const struct keyset *set)
{
	const struct keyset *own = g_hash_table_lookup(pool->sets, set);

	return own ? own : pool_set(pool, set->level, set->n);
}

const char *keyset_get(const struct keyset *set, const char *key)
{
	for (size_t i = 0; i < set->n; i++) {
		if (strcmp(set->level[i].key, key) == 0)
			return set->level[i].value;
	}
	return NULL;
}

static void print_escaped(const char *s, GString *out)
{
	for (; *s; s++) {
		if (strchr(";=\\", *s))
			g_string_append_c(out, '\\');
		g_string_append_c(out, *s);
	}
}

void keyset_print(const struct keyset *set, GString *out)
{
	for (size_t i = 0; i < set->n; i++) {
		if (i > 0)
			g_string_append_c(out, ';');
		print_escaped(set->level[i].key, out);
		g_string_append_c(out, '=');
		print_escaped(set->level[i].value, out);
	}
}

/* Reads up to an unescaped `stop` or the end into `out`; NULL when a backslash ends the text. */
static const char *parse_escaped(const char *s, const char *stop, GString *out)
{
	g_string_truncate(out, 0);
	for (; *s && !strchr(stop, *s); s++) {
		if (*s == '\\' && *++s == '\0')
			return NULL;
		g_string_append_c(out, *s);
	}
	return s;
}

/* Reads one `key=level` and adds it; returns what follows, or NULL. */
static const char *parse_level(struct pool *pool, const char *s, GString *key, GString *value)
{
	s = parse_escaped(s, ";=", key);
	if (!s || *s != '=')
		return NULL;
	s = parse_escaped(s + 1, ";", value);
	if (s)
		scratch_add(pool, key->str, value->str);
	return s;
}

const struct keyset *keyset_parse(struct pool *pool, const char *text)
{
	GString *key = g_string_new(NULL), *value = g_string_new(NULL);
	const char *s = text;

	while (s && *text) {
		s = parse_level(pool, s, key, value);
		if (!s || *s == '\0')
			break;
		s++;
	}
	g_string_free(key, TRUE);
	g_string_free(value, TRUE);
	if (!s) {
		g_array_set_size(pool->scratch, 0);
		return NULL;
	}
	return scratch_set(pool);
}

/* Compares the digit runs at *a and *b by number and moves both behind them. */
static int compare_numbers(const char **a, const char **b)
{
	size_t n, m;
	int diff;

	*a += strspn(*a, "0");
	*b += strspn(*b, "0");
	n = strspn(*a, "0123456789");
	m = strspn(*b, "0123456789");
	if (n != m)
		return n < m ? -1 : 1;
	diff = memcmp(*a, *b, n);
	*a += n;
	*b += n;
	return diff;
}

int level_compare(const char *a, const char *b)
{
	const char *s = a, *t = b;

	while (*s && *t) {
		if (g_ascii_isdigit(*s) && g_ascii_isdigit(*t)) {
			int diff = compare_numbers(&s, &t);

			if (diff != 0)
				return diff;
		} else if (*s != *t) {
			return (guchar)*s < (guchar)*t ? -1 : 1;
		} else {
			s++;
			t++;
		}
	}
	if (*s || *t)
		return *s ? 1 : -1;
	return strcmp(a, b); /* equal but for leading zeros */
}
