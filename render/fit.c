#include "render/fit.h"

#include "render/dialects/common.h"
#include <string.h>

char *fit_plain(const char *text, bool ascii)
{
	const struct dialect_options options = {.ascii = ascii};
	g_autofree char *shown = common_shown(text, &options);
	g_autofree char *clean = common_clean_line(shown);
	GString *out;

	if (!ascii)
		return g_steal_pointer(&clean);
	out = g_string_new(NULL);
	for (const char *p = clean; *p; p = g_utf8_next_char(p)) {
		gunichar c = g_utf8_get_char(p);

		if (c < 0x80)
			g_string_append_c(out, (char)c);
		else
			g_string_append_printf(out, c > 0xffff ? "\\U%08x" : "\\u%04x", c);
	}
	return g_string_free(out, FALSE);
}

size_t fit_width(const char *text)
{
	return common_width(text, strlen(text));
}

/* The bytes at the start of `text` that take at most `width` columns. */
static size_t head_bytes(const char *text, size_t width)
{
	const char *p = text;

	while (*p) {
		const char *next = g_utf8_next_char(p);

		if (common_width(text, (size_t)(next - text)) > width)
			break;
		p = next;
	}
	return (size_t)(p - text);
}

/* The end of `text` that takes at most `width` columns. */
static const char *tail(const char *text, size_t width)
{
	while (fit_width(text) > width)
		text = g_utf8_next_char(text);
	return text;
}

static char *cut(const char *text, size_t width, size_t behind, bool ascii)
{
	g_autofree char *plain = fit_plain(text, ascii);
	const char *dots = ascii ? "..." : "…";
	size_t room = width - fit_width(dots);
	size_t head;

	if (fit_width(plain) <= width)
		return g_steal_pointer(&plain);
	behind = MIN(behind, room / 2);
	head = head_bytes(plain, room - behind);
	return g_strdup_printf("%.*s%s%s", (int)head, plain, dots, tail(plain, behind));
}

char *fit_end(const char *text, size_t width, bool ascii)
{
	return cut(text, width, 0, ascii);
}

char *fit_middle(const char *text, size_t width, bool ascii)
{
	return cut(text, width, width, ascii);
}

/* Columns that ", and N more" takes when `n` texts are left out. */
static size_t rest_width(guint n)
{
	return n ? strlen(", and  more") + 1 + (n > 9) + (n > 99) + (n > 999) * 7 : 0;
}

static bool all_fit(const GPtrArray *texts, guint first, size_t width, bool ascii)
{
	size_t used = 0;

	for (guint n = first; n < texts->len && used <= width; n++) {
		g_autofree char *item = fit_middle(texts->pdata[n], FIT_ITEM, ascii);

		used += fit_width(item) + (n > first ? 2 : 0);
	}
	return used <= width;
}

guint fit_list(
	GString *out, const GPtrArray *texts, guint first, size_t width, bool last, bool ascii)
{
	size_t before = fit_width(out->str);
	bool all = before <= width && all_fit(texts, first, width - before, ascii);
	guint n = first;

	for (; n < texts->len; n++) {
		g_autofree char *item = fit_middle(texts->pdata[n], FIT_ITEM, ascii);
		size_t used = fit_width(out->str) + fit_width(item) + (n > first ? 2 : 0);
		size_t rest = last ? rest_width(texts->len - n - 1) : 0;

		if (n > first && !all && used + rest > width)
			break;
		g_string_append_printf(out, "%s%s", n > first ? ", " : "", item);
	}
	if (last && n < texts->len)
		g_string_append_printf(out, ", and %u more", texts->len - n);
	return n;
}
