#include "parsers/json_text.h"

#include <string.h>

/* Four hex digits, which jsmn has checked. */
static gunichar hex4(const char *s)
{
	gunichar c = 0;

	for (int i = 0; i < 4; i++)
		c = c << 4 | (gunichar)g_ascii_xdigit_value(s[i]);
	return c;
}

/* Appends what follows `\u` at `s`; how many bytes that took, 0 when it is no character. */
static size_t decode_unicode(const char *s, const char *end, GString *out)
{
	gunichar c = hex4(s), low;

	if (c >= 0xdc80 && c <= 0xdcff) { /* a byte that was no UTF-8 */
		g_string_append_c(out, (char)(c & 0xff));
		return 4;
	}
	if (c < 0xd800 || c > 0xdfff) {
		g_string_append_unichar(out, c);
		return c ? 4 : 0;
	}
	if (c > 0xdbff || end - s < 10 || s[4] != '\\' || s[5] != 'u')
		return 0;
	low = hex4(s + 6);
	if (low < 0xdc00 || low > 0xdfff)
		return 0;
	g_string_append_unichar(out, 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00));
	return 10;
}

/* Appends what the backslash before `s` escapes; how many bytes that took, 0: none. */
static size_t decode_escape(const char *s, const char *end, GString *out)
{
	static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
	size_t n;

	if (*s != 'u') {
		g_string_append_c(out, to[strchr(from, *s) - from]);
		return 1;
	}
	n = decode_unicode(s + 1, end, out);
	return n ? n + 1 : 0;
}

bool json_text(const char *s, const char *end, GString *out)
{
	while (s < end) {
		const char *stop = memchr(s, '\\', (size_t)(end - s));
		size_t n;

		g_string_append_len(out, s, (stop ? stop : end) - s);
		if (!stop)
			break;
		n = decode_escape(stop + 1, end, out);
		if (!n)
			return false;
		s = stop + 1 + n;
	}
	return true;
}
