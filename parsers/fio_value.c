#include "parsers/fio_value.h"

#include <math.h>
#include <string.h>

/* Whole numbers up to 10^15 and these powers are exact, so that one division rounds but once. */
static const double powers[] = {
	1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};

static size_t slow_number(const char *s, size_t n, double *value)
{
	char copy[FIO_NUMBER_MAX + 1];

	if (n > FIO_NUMBER_MAX)
		return 0;
	memcpy(copy, s, n);
	copy[n] = '\0';
	*value = g_ascii_strtod(copy, NULL);
	return isfinite(*value) ? n : 0;
}

static size_t exponent_length(const char *s, size_t n)
{
	size_t i = 1;

	if (!n || (*s != 'e' && *s != 'E'))
		return 0;
	if (i < n && (s[i] == '-' || s[i] == '+'))
		i++;
	if (i == n || !g_ascii_isdigit(s[i]))
		return 0;
	while (i < n && g_ascii_isdigit(s[i]))
		i++;
	return i;
}

size_t fio_number(const char *s, size_t n, double *value, double *step)
{
	guint64 mantissa = 0;
	size_t i = 0, digits = 0, decimals = 0, exponent;
	bool minus = n && s[0] == '-';

	for (i = minus; i < n && g_ascii_isdigit(s[i]); i++, digits++)
		mantissa = mantissa * 10 + (guint64)(s[i] - '0');
	if (!digits)
		return 0;
	if (i + 1 < n && s[i] == '.' && g_ascii_isdigit(s[i + 1]))
		for (i++; i < n && g_ascii_isdigit(s[i]); i++, digits++, decimals++)
			mantissa = mantissa * 10 + (guint64)(s[i] - '0');
	exponent = exponent_length(s + i, n - i);
	if (digits < G_N_ELEMENTS(powers) && !exponent) {
		double positive = (double)mantissa / powers[decimals];

		*value = minus ? -positive : positive;
	} else if (!slow_number(s, i + exponent, value)) {
		return 0;
	}
	if (step)
		*step = exponent ? fabs(*value) * 1e-6 : pow(10, -(double)decimals);
	return i + exponent;
}

static int prefix_power(char c)
{
	static const char prefixes[] = "kMGTPE";
	const char *at = c ? strchr(prefixes, c == 'K' ? 'k' : c) : NULL;

	return at ? (int)(at - prefixes) + 1 : 0;
}

bool fio_quantity(const char *s, struct fio_quantity *q)
{
	const char *at = s;

	*q = (struct fio_quantity){0};
	q->digits = fio_number(s, strnlen(s, 4 * FIO_NUMBER_MAX), &q->number, &q->step);
	if (!q->digits)
		return false;
	at += q->digits;
	q->power = prefix_power(*at);
	at += q->power > 0;
	if (q->power && *at == 'i') {
		q->iec = true;
		at++;
	}
	q->bits = g_str_has_prefix(at, "bit");
	while (g_ascii_isalpha(*at))
		at++;
	if (at[0] == '/' && at[1] == 's')
		at += 2;
	q->n = (size_t)(at - s);
	return true;
}

double fio_quantity_value(const struct fio_quantity *q, double base)
{
	return q->number * pow(q->iec ? 1024 : base, q->power) / (q->bits ? 8 : 1);
}

double fio_quantity_step(const struct fio_quantity *q, double base)
{
	return q->step * pow(q->iec ? 1024 : base, q->power) / (q->bits ? 8 : 1);
}

double fio_scale(double number, double factor)
{
	return factor < 1 ? number / round(1 / factor) : number * factor;
}

size_t fio_option_size(const char *s, unsigned kb_base, guint64 *size)
{
	char *end;
	guint64 number = g_ascii_strtoull(s, &end, 10), base = kb_base;
	int power = prefix_power(g_ascii_toupper(*end)); /* letter case does not matter */

	if (end == s || !g_ascii_isdigit(*s))
		return 0;
	if (power) {
		end++;
		if (!g_ascii_strncasecmp(end, "ib", 2)) {
			base = kb_base == 1024 ? 1000 : 1024;
			end += 2;
		} else if (g_ascii_toupper(*end) == 'I' || g_ascii_toupper(*end) == 'B') {
			end++;
		}
	} else if (g_ascii_toupper(*end) == 'B') {
		end++;
	}
	while (power--)
		if (!g_uint64_checked_mul(&number, number, base))
			return 0;
	*size = number;
	return (size_t)(end - s);
}

bool fio_seconds(const char *iso, gint64 *seconds)
{
	g_autoptr(GTimeZone) utc = g_time_zone_new_utc();
	g_autoptr(GDateTime) date = g_date_time_new_from_iso8601(iso, utc);

	if (date)
		*seconds = g_date_time_to_unix(date);
	return date != NULL;
}

void fio_timestamp(gint64 seconds, GString *out)
{
	g_autoptr(GDateTime) date = g_date_time_new_from_unix_utc(seconds);
	g_autofree char *text = date ? g_date_time_format(date, "%Y-%m-%dT%H:%M:%SZ") : NULL;

	if (text)
		g_string_append(out, text);
}
