#include "words.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *words_room(void *old, size_t n, size_t size)
{
	void *room = realloc(old, n && size ? n * size : 1);

	if (!room) {
		fputs("iorun: no memory\n", stderr);
		exit(1);
	}
	return room;
}

void text_add(struct text *text, const char *s, size_t n)
{
	if (text->n + n + 1 > text->room) {
		text->room = 2 * (text->n + n + 1);
		text->s = words_room(text->s, text->room, 1);
	}
	if (n)
		memcpy(text->s + text->n, s, n);
	text->n += n;
	text->s[text->n] = 0;
}

void text_put(struct text *text, const char *s)
{
	text_add(text, s, strlen(s));
}

void text_printf(struct text *text, const char *format, ...)
{
	va_list args;
	char *line;
	int n;

	va_start(args, format);
	n = vsnprintf(NULL, 0, format, args);
	va_end(args);
	line = words_room(NULL, (size_t)n + 1, 1);
	va_start(args, format);
	vsnprintf(line, (size_t)n + 1, format, args);
	va_end(args);
	text_add(text, line, (size_t)n);
	free(line);
}

void text_clear(struct text *text)
{
	text->n = 0;
	if (text->s)
		text->s[0] = 0;
}

void text_free(struct text *text)
{
	free(text->s);
	*text = (struct text){NULL, 0, 0};
}

const char *text_of(const struct text *text)
{
	return text->s ? text->s : "";
}

char *words_copy(const char *s, size_t n)
{
	char *copy = words_room(NULL, n + 1, 1);

	memcpy(copy, s, n);
	copy[n] = 0;
	return copy;
}

const char *pairs_get(const struct pairs *pairs, const char *key)
{
	for (size_t i = 0; i < pairs->n; i++)
		if (strcmp(pairs->pair[i].key, key) == 0)
			return pairs->pair[i].value;
	return NULL;
}

void pairs_set(struct pairs *pairs, const char *key, const char *value)
{
	char *copy = words_copy(value, strlen(value));

	for (size_t i = 0; i < pairs->n; i++)
		if (strcmp(pairs->pair[i].key, key) == 0) {
			free(pairs->pair[i].value);
			pairs->pair[i].value = copy;
			return;
		}
	pairs->pair = words_room(pairs->pair, pairs->n + 1, sizeof(pairs->pair[0]));
	pairs->pair[pairs->n++] = (struct pair){words_copy(key, strlen(key)), copy};
}

void pairs_free(struct pairs *pairs)
{
	for (size_t i = 0; i < pairs->n; i++) {
		free(pairs->pair[i].key);
		free(pairs->pair[i].value);
	}
	free(pairs->pair);
	*pairs = (struct pairs){NULL, 0};
}

bool pairs_equal(const struct pairs *a, const struct pairs *b)
{
	for (size_t i = 0; i < a->n; i++) {
		const char *other = pairs_get(b, a->pair[i].key);

		if (!other || strcmp(other, a->pair[i].value) != 0)
			return false;
	}
	return a->n == b->n;
}

bool words_pair(const char **at, struct text *key, struct text *value)
{
	const char *p = *at + strspn(*at, " \t"), *word = p, *equals = p + strcspn(p, "= \t");

	text_clear(key);
	text_clear(value);
	if (!*p)
		return false;
	p = *equals == '=' ? equals + 1 : equals;
	if (*equals == '=' && *p == '"') {
		for (p++; *p && *p != '"'; p++) {
			p += *p == '\\' && p[1];
			text_add(value, p, 1);
		}
		if (*p == '"' && strchr(" \t", p[1])) {
			text_add(key, word, (size_t)(equals - word));
			*at = p + 1;
			return true;
		}
		p = equals + 1;
		text_clear(value);
	}
	*at = p + strcspn(p, " \t");
	if (*equals == '=' && *p != '"') {
		text_add(key, word, (size_t)(equals - word));
		word = p;
	}
	text_add(value, word, (size_t)(*at - word));
	return true;
}

void words_put_pair(struct text *out, const char *key, const char *value)
{
	text_printf(out, " %s=", key);
	if (*value && !value[strcspn(value, " \t\"\\")]) {
		text_put(out, value);
		return;
	}
	text_put(out, "\"");
	for (; *value; value++)
		text_printf(out, "%s%c", strchr("\"\\", *value) ? "\\" : "", *value);
	text_put(out, "\"");
}

void words_put_shell(struct text *out, const char *value)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
				    "_./:=@%+,-";

	if (*value && !value[strspn(value, plain)]) {
		text_put(out, value);
		return;
	}
	text_put(out, "'");
	for (; *value; value++)
		if (*value == '\'')
			text_put(out, "'\\''");
		else
			text_add(out, value, 1);
	text_put(out, "'");
}

bool words_name(const char *s)
{
	if (!isalpha((unsigned char)*s))
		return false;
	while (isalnum((unsigned char)*s) || (*s && strchr("_-.", *s)))
		s++;
	return !*s;
}

char *words_trim(char *s)
{
	char *end;

	s += strspn(s, " \t\r");
	end = s + strlen(s);
	while (end > s && strchr(" \t\r", end[-1]))
		end--;
	*end = 0;
	return s;
}

/* A number and what follows it; false: there is no number that is finite and not negative. */
static bool number(const char *s, double *value, const char **rest)
{
	char *end;

	if (!isdigit((unsigned char)*s) && *s != '.')
		return false;
	*value = strtod(s, &end);
	if (end == s || !(*value >= 0 && *value < 1e18))
		return false;
	*rest = end + strspn(end, " ");
	return true;
}

bool words_size(const char *s, uint64_t *bytes)
{
	static const char letters[] = "kmgtp";
	const char *rest, *at;
	double value, base = 1024, factor = 1;

	if (!number(s, &value, &rest))
		return false;
	at = *rest ? strchr(letters, tolower((unsigned char)*rest)) : NULL;
	if (at) {
		rest++;
		if (strcmp(rest, "B") == 0)
			base = 1000;
		for (const char *p = letters; p <= at; p++)
			factor *= base;
		rest += *rest == 'i';
	}
	rest += *rest == 'B';
	if (*rest || value * factor > 1e19)
		return false;
	*bytes = (uint64_t)(value * factor);
	return true;
}

bool words_seconds(const char *s, double *seconds)
{
	static const struct {
		const char *unit;
		double seconds;
	} units[] = {{"", 1}, {"s", 1}, {"m", 60}, {"min", 60}, {"h", 3600}, {"d", 86400}};
	const char *rest;
	double value;

	if (!number(s, &value, &rest))
		return false;
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (strcmp(units[i].unit, rest) == 0) {
			*seconds = value * units[i].seconds;
			return true;
		}
	return false;
}

void words_put_size(struct text *out, double bytes)
{
	static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
	size_t u = 0;

	while (bytes >= 1024 && u < 5) {
		bytes /= 1024;
		u++;
	}
	text_printf(out, bytes < 100 && u ? "%.3g %s" : "%.0f %s", bytes, units[u]);
}

void words_put_seconds(struct text *out, double seconds)
{
	if (seconds < 120)
		text_printf(out, seconds < 10 ? "%.1f s" : "%.0f s", seconds);
	else if (seconds < 7200)
		text_printf(out, "%.0f min", seconds / 60);
	else if (seconds < 172800)
		text_printf(out, "%.0f h %.0f min", (double)(long)(seconds / 3600),
			(double)((long)(seconds / 60) % 60));
	else
		text_printf(out, "%.0f d %.0f h", (double)(long)(seconds / 86400),
			(double)((long)(seconds / 3600) % 24));
}

/* Levenshtein's distance, of words up to 31 characters; else far. */
static size_t distance(const char *a, const char *b)
{
	size_t row[32], n = strlen(b);

	if (n > 31 || strlen(a) > 31)
		return 99;
	for (size_t k = 0; k <= n; k++)
		row[k] = k;
	for (size_t i = 1; *a; i++, a++) {
		size_t diagonal = row[0];

		row[0] = i;
		for (size_t k = 1; k <= n; k++) {
			size_t best = diagonal + (*a != b[k - 1]);

			diagonal = row[k];
			best = row[k] + 1 < best ? row[k] + 1 : best;
			row[k] = row[k - 1] + 1 < best ? row[k - 1] + 1 : best;
		}
	}
	return row[n];
}

const char *words_nearest(const char *word, const char *const *names, size_t n)
{
	const char *near = NULL;
	size_t least = strlen(word) < 4 ? 2 : 3;

	for (size_t i = 0; i < n; i++) {
		size_t d = distance(word, names[i]);

		/* the beginning of a name is meant as it */
		if (d >= least && strlen(word) > 3 && strncmp(word, names[i], strlen(word)) == 0)
			return names[i];

		if (d < least) {
			least = d;
			near = names[i];
		}
	}
	return near;
}
