#ifndef MODEL_NEAR_H
#define MODEL_NEAR_H

#include <glib.h>
#include <stdbool.h>

/*
 * The name of `names` (`n` of them) that somebody who typed `word` most likely meant: least
 * number of inserted, dropped, changed or swapped neighbouring letters (optimal string alignment,
 * letter case ignored), at most a third of the word's length and at least 1; of equals the first.
 * NULL when none is near.
 */
const char *near_name(const char *word, const char *const *names, size_t n);

/* Appends ", did you mean 'NAME'?" when one is near, else nothing. */
void near_hint(GString *out, const char *word, const char *const *names, size_t n);

#endif
