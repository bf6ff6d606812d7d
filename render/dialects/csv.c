#include <string.h>

#include "render/dialects/common.h"
#include "render/dialects/dialects.h"

/* RFC 4180, and blanks at the ends, which some readers drop when they stand outside quotes. */
static bool needs_quotes(const char *text, bool alone)
{
	size_t n = strlen(text);

	if (n == 0)
		return alone; /* an empty record would be an empty line */
	return strpbrk(text, ",\"\r\n") || text[0] == ' ' || text[n - 1] == ' ';
}

static void append_field(const char *text, bool alone, GString *out)
{
	bool quotes = needs_quotes(text, alone);

	if (quotes)
		g_string_append_c(out, '"');
	while (*text) {
		gunichar c = common_next(&text);

		if (c == '"')
			g_string_append_c(out, '"');
		g_string_append_unichar(out, c);
	}
	if (quotes)
		g_string_append_c(out, '"');
}

static void csv_field(
	const char *text, bool alone, const struct dialect_options *options, GString *out)
{
	if (options->csv_safe && common_is_formula(text)) {
		g_autofree char *guarded = g_strconcat("'", text, NULL);

		append_field(guarded, alone, out);
	} else {
		append_field(text, alone, out);
	}
}

static const struct common_records csv_records = {',', "\r\n", csv_field};

static void csv_render(const struct doc *doc, const struct dialect_options *options, GString *out)
{
	if (options->csv_bom)
		g_string_append(out, "\ufeff");
	common_write_records(&csv_records, doc, options, out);
}

static void csv_escape(const char *text, GString *out)
{
	append_field(text, false, out);
}

static const char *const endings[] = {".csv", NULL};

const struct dialect dialect_csv = {
	.name = "csv",
	.title = "comma-separated values (RFC 4180)",
	.endings = endings,
	.render = csv_render,
	.escape = csv_escape,
};
