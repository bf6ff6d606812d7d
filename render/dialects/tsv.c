#include "render/dialects/common.h"
#include "render/dialects/dialects.h"

static void tsv_escape(const char *text, GString *out)
{
	while (*text) {
		gunichar c = common_next(&text);

		switch (c) {
		case '\n':
			g_string_append(out, "\\n");
			break;
		case '\r':
			g_string_append(out, "\\r");
			break;
		case '\t':
			g_string_append(out, "\\t");
			break;
		case '\\':
			g_string_append(out, "\\\\");
			break;
		default:
			g_string_append_unichar(out, c);
		}
	}
}

static void tsv_field(const char *text, G_GNUC_UNUSED bool alone,
	G_GNUC_UNUSED const struct dialect_options *options, GString *out)
{
	tsv_escape(text, out);
}

static const struct common_records tsv_records = {'\t', "\n", tsv_field};

static void tsv_render(const struct doc *doc, const struct dialect_options *options, GString *out)
{
	common_write_records(&tsv_records, doc, options, out);
}

static const char *const endings[] = {".tsv", NULL};

const struct dialect dialect_tsv = {
	.name = "tsv",
	.title = "tab-separated values",
	.endings = endings,
	.render = tsv_render,
	.escape = tsv_escape,
};
