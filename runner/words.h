#ifndef RUNNER_WORDS_H
#define RUNNER_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Texts that grow, pairs of key and value, and the units people write.  A process that gets no
 * memory ends with a message. */

/* NUL-terminated once something was put; free with text_free().  All zero: empty. */
struct text {
	char *s;
	size_t n, room;
};

void text_add(struct text *text, const char *s, size_t n);
void text_put(struct text *text, const char *s);
void text_printf(struct text *text, const char *format, ...)
#ifdef __GNUC__
	__attribute__((format(printf, 2, 3)))
#endif
	;
void text_clear(struct text *text);
void text_free(struct text *text);
/* What is in it, never NULL. */
const char *text_of(const struct text *text);

/* A copy of `n` bytes, for free(). */
char *words_copy(const char *s, size_t n);
/* Room for `n` things of `size` bytes, at `old` before. */
void *words_room(void *old, size_t n, size_t size);

struct pair {
	char *key, *value;
};

struct pairs {
	struct pair *pair;
	size_t n;
};

/* NULL: there is none. */
const char *pairs_get(const struct pairs *pairs, const char *key);
/* Replaces what is there; copies both. */
void pairs_set(struct pairs *pairs, const char *key, const char *value);
void pairs_free(struct pairs *pairs);
bool pairs_equal(const struct pairs *a, const struct pairs *b);

/*
 * Takes a word `key=value` or `key="value with blanks"` from `*at`, in quotes `\` keeps the next
 * character; false at the end.  The key is empty where the word is none.
 */
bool words_pair(const char **at, struct text *key, struct text *value);

/* ` key=value`, the value in quotes where it needs them. */
void words_put_pair(struct text *out, const char *key, const char *value);

/* For a shell: as it is where it is plain, else in single quotes. */
void words_put_shell(struct text *out, const char *value);

/* A letter, then letters, digits, `_`, `-` and `.`. */
bool words_name(const char *s);

/* The blanks of both ends cut off, in place. */
char *words_trim(char *s);

/* "512M", "1.5T", "10G": binary, bytes without a letter; "500 MB", "1 GiB" as they say.  "30s",
 * "90m", "4h", "7d", seconds without a letter.  False: it is none. */
bool words_size(const char *s, uint64_t *bytes);
bool words_seconds(const char *s, double *seconds);

/* "1.5 GiB", "3 h 20 min". */
void words_put_size(struct text *out, double bytes);
void words_put_seconds(struct text *out, double seconds);

/* The one of the names that `word` may be a slip of; NULL: none is near. */
const char *words_nearest(const char *word, const char *const *names, size_t n);

#endif
