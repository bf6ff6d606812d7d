#include "model/near.h"

#include <string.h>

/* Names are short; a longer word is no misspelt name. */
#define LONGEST 64

/* Optimal string alignment distance of `a` and `b`, both at most LONGEST long. */
static int distance(const char *a, size_t n, const char *b, size_t m)
{
	int row[3][LONGEST + 1];
	int *before = row[0], *above = row[1], *here = row[2];

	for (size_t j = 0; j <= m; j++)
		above[j] = (int)j;
	for (size_t i = 1; i <= n; i++) {
		char c = g_ascii_tolower(a[i - 1]);
		int *next = before;

		here[0] = (int)i;
		for (size_t j = 1; j <= m; j++) {
			char d = g_ascii_tolower(b[j - 1]);

			here[j] = above[j - 1] + (c != d);
			here[j] = MIN(here[j], MIN(above[j], here[j - 1]) + 1);
			if (i > 1 && j > 1 && c == g_ascii_tolower(b[j - 2]) &&
				d == g_ascii_tolower(a[i - 2]))
				here[j] = MIN(here[j], before[j - 2] + 1);
		}
		before = above;
		above = here;
		here = next;
	}
	return above[m];
}

const char *near_name(const char *word, const char *const *names, size_t n)
{
	size_t length = strlen(word);
	int best = MAX(1, (int)(length / 3)) + 1;
	const char *nearest = NULL;

	if (length > LONGEST)
		return NULL;
	for (size_t i = 0; i < n; i++) {
		size_t m = strlen(names[i]);
		int d;

		if (m > LONGEST)
			continue;
		d = distance(word, length, names[i], m);
		if (d < best) {
			best = d;
			nearest = names[i];
		}
	}
	return nearest;
}

void near_hint(GString *out, const char *word, const char *const *names, size_t n)
{
	const char *name = near_name(word, names, n);

	if (name)
		g_string_append_printf(out, ", did you mean '%s'?", name);
}
