#ifndef MODEL_POOL_H
#define MODEL_POOL_H

#include <glib.h>
#include <stdbool.h>

/*
 * A pool keeps the strings and key=level sets of one record set, each once, so that equality is
 * `==`.  Everything it hands out lives until pool_free().  Not safe for use by several threads:
 * every partial result has a pool of its own, and joining two partials interns anew.
 */
struct pool;

/* One key and its level; both are interned in the pool of the set that holds them. */
struct level {
	const char *key;
	const char *value;
};

/* A set of levels, sorted by key in byte order, each key once. */
struct keyset {
	size_t n;
	struct level level[];
};

struct pool *pool_new(void);
void pool_free(struct pool *pool);

/* The interned copy of the `n` bytes at `s` (cut at a NUL byte); the same bytes, the same pointer.
 */
const char *pool_str_len(struct pool *pool, const char *s, size_t n);

/* The interned copy of `s`; NULL gives NULL. */
const char *pool_str(struct pool *pool, const char *s);

/*
 * The interned set of the `n` levels, whose strings need not be interned and are copied.  Of two
 * levels with one key the later one holds.  `n` may be 0: the empty set, never NULL.
 */
const struct keyset *pool_set(struct pool *pool, const struct level *level, size_t n);

/* The interned set `base` plus one level, which replaces a level of the same key. */
const struct keyset *pool_set_with(
	struct pool *pool, const struct keyset *base, const char *key, const char *value);

/* The same set, interned in `pool`; `set` may belong to another pool. */
const struct keyset *pool_set_copy(struct pool *pool, const struct keyset *set);

/*
 * All keys of sets so far in the order in which they were first given, which a sorted set does not
 * show: tables name factors in the order of the log.  Valid until more is interned.
 */
const char *const *pool_keys(const struct pool *pool, size_t *n);

/* Notes a key as if a set with it had been given; returns the interned key. */
const char *pool_key(struct pool *pool, const char *key);

/* The value of `key`, or NULL when the set has none. */
const char *keyset_get(const struct keyset *set, const char *key);

/* Appends `key=level;key=level` in the order of keys; `;`, `=`, `\` inside get a backslash. */
void keyset_print(const struct keyset *set, GString *out);

/* The inverse of keyset_print(); NULL when a piece has no `=`. */
const struct keyset *keyset_parse(struct pool *pool, const char *text);

/*
 * Compares two levels as a person would sort them: runs of digits by their number, everything
 * else by bytes; "9" < "10", "2x21" < "10x4".  Total: 0 only for equal strings.
 */
int level_compare(const char *a, const char *b);

#endif
