#include "model/unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* No unit is written longer than this. */
#define LONGEST 48

static const char *const unit_names[] = {
	[UNIT_BYTES_PER_SECOND] = "B/s",
	[UNIT_PER_SECOND] = "1/s",
	[UNIT_SECOND] = "s",
	[UNIT_BYTE] = "B",
	[UNIT_ONE] = "1",
};

G_STATIC_ASSERT(G_N_ELEMENTS(unit_names) == UNIT_COUNT);

/* A word for a unit; letter case does not count in it, but where it is `exact`. */
struct word {
	const char *text;
	double factor;
	bool exact;
};

/* "ms" is a thousandth of a second, "Ms" is nothing. */
static const struct word time_words[] = {
	{"s", 1, false},
	{"sec", 1, false},
	{"second", 1, false},
	{"ms", 1e-3, true},
	{"msec", 1e-3, true},
	{"msecs", 1e-3, true},
	{"millisecond", 1e-3, false},
	{"us", 1e-6, false},
	{"usec", 1e-6, false},
	{"\xC2\xB5s", 1e-6, false},
	{"\xCE\xBCs", 1e-6, false},
	{"microsecond", 1e-6, false},
	{"ns", 1e-9, false},
	{"nsec", 1e-9, false},
	{"nanosecond", 1e-9, false},
	{"min", 60, false},
	{"minute", 60, false},
	{"h", 3600, false},
	{"hr", 3600, false},
	{"hour", 3600, false},
	{"d", 86400, false},
	{"day", 86400, false},
};

/* Things that are counted; per second they are a rate. */
static const struct word count_words[] = {
	{"1", 1, true},
	{"", 1, true},
	{"op", 1, false},
	{"operation", 1, false},
	{"io", 1, false},
	{"i/o", 1, false},
	{"req", 1, false},
	{"request", 1, false},
	{"seek", 1, false},
	{"file", 1, false},
	{"transaction", 1, false},
};

/* Rates that do not say "per second". */
static const struct word rate_words[] = {
	{"iops", 1, false},
	{"iop/s", 1, false},
	{"tps", 1, false},
};

static const struct word share_words[] = {
	{"%", 0.01, true},
	{"percent", 0.01, false},
	{"pct", 0.01, false},
	{"%cp", 0.01, false},
	{"%cpu", 0.01, false},
};

/* "KB" is bytes and "Kb" bits; written out, letter case does not count. */
static const struct word data_words[] = {
	{"B", 1, true},
	{"byte", 1, false},
	{"b", 0.125, true},
	{"bit", 0.125, false},
};

static const struct {
	const char *text;
	int power;
	bool binary;
} prefix_words[] = {
	{"kilo", 1, false},
	{"mega", 2, false},
	{"giga", 3, false},
	{"tera", 4, false},
	{"peta", 5, false},
	{"kibi", 1, true},
	{"mebi", 2, true},
	{"gibi", 3, true},
	{"tebi", 4, true},
	{"pebi", 5, true},
};

const char *unit_name(enum unit unit)
{
	return unit_names[unit];
}

enum unit unit_by_name(const char *name)
{
	int i = 0;

	while (i < UNIT_COUNT && strcmp(name, unit_names[i]) != 0)
		i++;
	return (enum unit)i;
}

/* Whether `text` is the word, or its plural where it has one. */
static bool word_is(const struct word *word, const char *text)
{
	size_t n = strlen(word->text);

	if (word->exact)
		return strcmp(text, word->text) == 0;
	return g_ascii_strncasecmp(text, word->text, n) == 0 &&
	       (text[n] == '\0' || (n > 1 && g_ascii_strcasecmp(text + n, "s") == 0));
}

static const struct word *word_find(const struct word *words, size_t n, const char *text)
{
	for (size_t i = 0; i < n; i++) {
		if (word_is(&words[i], text))
			return &words[i];
	}
	return NULL;
}

#define FIND(words, text) word_find(words, G_N_ELEMENTS(words), text)

/* 1 for k, 2 for M ...; 0: no prefix.  A small m counts: nobody writes thousandths of a byte. */
static int prefix_power(char letter)
{
	const char *letters = "kmgtpe";
	const char *at = letter ? strchr(letters, g_ascii_tolower(letter)) : NULL;

	return at ? (int)(at - letters) + 1 : 0;
}

/* Takes the prefix off *text: its power, and whether it is binary beyond doubt ("Ki", "kibi"). */
static int prefix_take(const char **text, bool *binary)
{
	int power;

	for (size_t i = 0; i < G_N_ELEMENTS(prefix_words); i++) {
		size_t n = strlen(prefix_words[i].text);

		if (g_ascii_strncasecmp(*text, prefix_words[i].text, n) == 0) {
			*text += n;
			*binary = prefix_words[i].binary;
			return prefix_words[i].power;
		}
	}
	*binary = false;
	power = prefix_power(**text);
	if (power) {
		(*text)++;
		if (g_ascii_tolower(**text) == 'i') {
			*binary = true;
			(*text)++;
		}
	}
	return power;
}

/* "kB", "Mbit", "KiB", "bytes", or a prefix alone (bonnie++: "K/sec"). */
static bool data_amount(
	const char *text, bool rate, enum unit_prefix prefix, struct unit_scale *out)
{
	static const struct word byte = {"", 1, true};
	const struct word *word = FIND(data_words, text);
	bool binary = false, bits;
	int power = 0;

	if (!word) {
		bool alone = *text != '\0' && strchr("kKMGT", *text) && text[1] == '\0';

		power = prefix_take(&text, &binary);
		word = alone ? &byte : FIND(data_words, text);
		if (power == 0 || !word)
			return false;
	}
	bits = word->factor != 1;
	/* a size in "kb" is rather meant in bytes, but may not be */
	if (bits && word->exact && !rate)
		return false;
	/* networks count bits in thousands */
	out->ambiguous = power > 0 && !binary && !bits && prefix == PREFIX_UNKNOWN;
	if (!bits && prefix == PREFIX_BINARY)
		binary = true;
	out->factor = pow(binary ? 1024 : 1000, power) * word->factor;
	out->unit = rate ? UNIT_BYTES_PER_SECOND : UNIT_BYTE;
	return true;
}

/* A number of things, with a decimal prefix at most: "ops", "kIOPS". */
static const struct word *counted(
	const struct word *words, size_t n, const char *text, double *factor)
{
	const struct word *word = word_find(words, n, text);

	*factor = 1;
	if (!word && *text != '\0' && strchr("kKMG", *text) && text[1] != '\0') {
		word = word_find(words, n, text + 1);
		*factor = pow(1000, prefix_power(*text));
	}
	return word;
}

static bool plain_unit(const char *text, enum unit_prefix prefix, struct unit_scale *out)
{
	const struct word *word;
	double factor;

	*out = (struct unit_scale){.unit = UNIT_SECOND};
	if ((word = FIND(time_words, text))) {
		out->factor = word->factor;
		return true;
	}
	if (counted(rate_words, G_N_ELEMENTS(rate_words), text, &factor)) {
		out->unit = UNIT_PER_SECOND;
		out->factor = factor;
		return true;
	}
	out->unit = UNIT_ONE;
	if ((word = FIND(share_words, text))) {
		out->factor = word->factor;
		return true;
	}
	if (counted(count_words, G_N_ELEMENTS(count_words), text, &factor)) {
		out->factor = factor;
		return *text != '\0';
	}
	return data_amount(text, false, prefix, out);
}

/* NUMBER per PER: a rate when PER is a time, a duration when PER is a thing ("usec/op"). */
static bool ratio_unit(
	const char *number, const char *per, enum unit_prefix prefix, struct unit_scale *out)
{
	const struct word *time = FIND(time_words, per);
	const struct word *word;
	double factor;

	*out = (struct unit_scale){.unit = UNIT_SECOND};
	if (!time) {
		word = FIND(time_words, number);
		if (!word || *per == '\0' || !FIND(count_words, per))
			return false;
		out->factor = word->factor;
		return true;
	}
	if (counted(count_words, G_N_ELEMENTS(count_words), number, &factor)) {
		out->unit = UNIT_PER_SECOND;
		out->factor = factor;
	} else if (!data_amount(number, true, prefix, out)) {
		return false;
	}
	out->factor /= time->factor;
	return true;
}

/* "MBps", "Kbps": a data rate in one word. */
static bool rate_in_one(char *text, enum unit_prefix prefix, struct unit_scale *out)
{
	size_t n = strlen(text);

	if (n < 3 || !g_str_has_suffix(text, "ps") || !strchr("bBt", text[n - 3]))
		return false;
	text[n - 2] = '\0';
	return data_amount(text, true, prefix, out);
}

/* Copies `text` without blanks, and with " per " as a slash; false when it is too long. */
static bool tighten(const char *text, char *out)
{
	size_t n = 0;

	for (; *text; text++) {
		if (g_ascii_strncasecmp(text, " per ", 5) == 0) {
			text += 4;
			out[n++] = '/';
		} else if (!g_ascii_isspace(*text)) {
			out[n++] = *text;
		}
		if (n == LONGEST)
			return false;
	}
	out[n] = '\0';
	return true;
}

bool unit_tidy(const char *text, enum unit_prefix prefix, struct unit_scale *out)
{
	char tight[LONGEST + 1];
	char *slash;

	if (!tighten(text, tight))
		return false;
	if (plain_unit(tight, prefix, out))
		return true;
	slash = strrchr(tight, '/');
	if (!slash)
		return rate_in_one(tight, prefix, out);
	*slash = '\0';
	return ratio_unit(tight, slash + 1, prefix, out);
}

struct step {
	const char *text;
	double size;
};

static const struct step byte_rate_steps[] = {
	{"B/s", 1}, {"KiB/s", 0x1p10}, {"MiB/s", 0x1p20}, {"GiB/s", 0x1p30}, {"TiB/s", 0x1p40}};
static const struct step rate_steps[] = {
	{"ops/s", 1}, {"kops/s", 1e3}, {"Mops/s", 1e6}, {"Gops/s", 1e9}};
static const struct step time_steps[] = {{"ns", 1e-9}, {"us", 1e-6}, {"ms", 1e-3}, {"s", 1}};
static const struct step byte_steps[] = {{"B", 1}, {"KiB", 0x1p10}, {"MiB", 0x1p20},
	{"GiB", 0x1p30}, {"TiB", 0x1p40}, {"PiB", 0x1p50}};
static const struct step one_steps[] = {{"", 1}};

static const struct {
	const struct step *step;
	size_t n;
} displays[] = {
	[UNIT_BYTES_PER_SECOND] = {byte_rate_steps, G_N_ELEMENTS(byte_rate_steps)},
	[UNIT_PER_SECOND] = {rate_steps, G_N_ELEMENTS(rate_steps)},
	[UNIT_SECOND] = {time_steps, G_N_ELEMENTS(time_steps)},
	[UNIT_BYTE] = {byte_steps, G_N_ELEMENTS(byte_steps)},
	[UNIT_ONE] = {one_steps, G_N_ELEMENTS(one_steps)},
};

G_STATIC_ASSERT(G_N_ELEMENTS(displays) == UNIT_COUNT);

const char *unit_for_display(enum unit unit, double magnitude, double *divisor)
{
	const struct step *step = displays[unit].step;
	size_t best = 0;

	magnitude = fabs(magnitude);
	if (!(magnitude > 0) || isinf(magnitude))
		magnitude = 1; /* nothing to go by: the base unit */
	for (size_t i = 1; i < displays[unit].n; i++) {
		if (magnitude >= step[i].size)
			best = i;
	}
	*divisor = step[best].size;
	return step[best].text;
}

/* The end of the decimal number at `s`, `s` itself when there is none. */
static const char *number_end(const char *s)
{
	const char *digits = "0123456789";
	const char *at = s + (*s == '-' || *s == '+');
	size_t n = strspn(at, digits), fraction = 0;
	const char *exponent;

	at += n;
	if (*at == '.') {
		fraction = strspn(at + 1, digits);
		at += 1 + fraction;
	}
	if (n + fraction == 0)
		return s;
	if (*at != 'e' && *at != 'E')
		return at;
	exponent = at + 1 + (at[1] == '-' || at[1] == '+');
	n = strspn(exponent, digits);
	return n ? exponent + n : at;
}

/* "26:20:13", "4:05.25": hours, minutes and seconds, or minutes and seconds. */
static bool clock_quantity(const char *text, double *value)
{
	double total = 0;
	int parts = 0;

	for (;;) {
		const char *end = text + strspn(text, "0123456789");
		size_t n = (size_t)(end - text);

		if (n == 0 || n > 9 || (parts > 0 && (n != 2 || *text > '5')) || parts == 3)
			return false;
		parts++;
		total = total * 60 + (double)strtoul(text, NULL, 10);
		if (*end == ':') {
			text = end + 1;
			continue;
		}
		if (*end == '.') {
			total += strtod(end, NULL);
			end += 1 + strspn(end + 1, "0123456789");
		}
		*value = total;
		return *end == '\0' && parts > 1;
	}
}

/* "k", "GB", "mb", "GiB", "bytes": GB is a thousand millions, G alone and GiB are 1024 MiB. */
static bool size_unit(const char *text, double *factor)
{
	static const struct word byte = {"byte", 1, false};
	bool binary;
	int power = prefix_take(&text, &binary);

	if (*text == '\0')
		binary = true;
	else if (g_ascii_strcasecmp(text, "b") != 0 && !word_is(&byte, text))
		return false;
	*factor = pow(binary ? 1024 : 1000, power);
	return true;
}

static bool quantity(char *text, double *value, enum unit *unit)
{
	const char *rest = number_end(text);
	const struct word *word;
	double factor = 1;

	if (clock_quantity(text, value)) {
		*unit = UNIT_SECOND;
		return true;
	}
	if (rest == text)
		return false;
	*value = strtod(text, NULL);
	rest += strspn(rest, " \t");
	if (*rest == '\0') {
		*unit = UNIT_ONE;
	} else if ((word = FIND(time_words, rest))) {
		*unit = UNIT_SECOND;
		factor = word->factor;
	} else if (strcmp(rest, "%") == 0) {
		*unit = UNIT_ONE;
		factor = 0.01;
	} else if (size_unit(rest, &factor)) {
		*unit = UNIT_BYTE;
	} else {
		return false;
	}
	/* 250 ms is 250 / 1000: dividing keeps what a person wrote exact */
	*value = factor < 1 ? *value / round(1 / factor) : *value * factor;
	return true;
}

bool unit_quantity(const char *text, double *value, enum unit *unit)
{
	char *copy = g_strstrip(g_strdup(text));
	bool known = quantity(copy, value, unit);

	g_free(copy);
	return known && isfinite(*value);
}

/* Whole numbers up to 2^53 are by far the most frequent and need no search for digits. */
static void print_whole(double value, GString *out)
{
	char digits[20];
	size_t at = sizeof(digits);
	guint64 rest = (guint64)fabs(value);

	do {
		digits[--at] = (char)('0' + rest % 10);
		rest /= 10;
	} while (rest);
	if (signbit(value))
		digits[--at] = '-';
	g_string_append_len(out, digits + at, (gssize)(sizeof(digits) - at));
}

void number_print(double value, GString *out)
{
	char text[32];
	int digits = 15;

	if (isnan(value))
		return;
	if (fabs(value) <= 0x1p53 && value == (double)(gint64)value) {
		print_whole(value, out);
		return;
	}
	do {
		snprintf(text, sizeof(text), "%.*g", digits, value);
	} while (digits++ < 17 && strtod(text, NULL) != value);
	g_string_append(out, text);
}
