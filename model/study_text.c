#include "model/study_text.h"

#include "model/diag.h"
#include <ctype.h>
#include <string.h>
#include <yaml.h>

/* YAML wants a key on one line of at most 1024 characters, escapes included. */
#define QUOTED_MAX 1000

static int collect(void *out, unsigned char *bytes, size_t n)
{
	g_string_append_len(out, (const char *)bytes, (gssize)n);
	return 1;
}

/* Takes over the event. */
static bool emit(yaml_emitter_t *emitter, yaml_event_t *event, int made)
{
	return made && yaml_emitter_emit(emitter, event);
}

/* Inside of a list in brackets, whose rules for plain scalars are the strictest. */
static bool emit_list(yaml_emitter_t *emitter, const char *text, yaml_scalar_style_t style)
{
	yaml_event_t event;
	yaml_char_t *value = (yaml_char_t *)text;

	return emit(emitter, &event,
		       yaml_stream_start_event_initialize(&event, YAML_UTF8_ENCODING)) &&
	       emit(emitter, &event,
		       yaml_document_start_event_initialize(&event, NULL, NULL, NULL, 1)) &&
	       emit(emitter, &event,
		       yaml_sequence_start_event_initialize(
			       &event, NULL, NULL, 1, YAML_FLOW_SEQUENCE_STYLE)) &&
	       emit(emitter, &event,
		       yaml_scalar_event_initialize(
			       &event, NULL, NULL, value, (int)strlen(text), 1, 1, style)) &&
	       emit(emitter, &event, yaml_sequence_end_event_initialize(&event)) &&
	       emit(emitter, &event, yaml_document_end_event_initialize(&event, 1)) &&
	       emit(emitter, &event, yaml_stream_end_event_initialize(&event));
}

/* The other styles would break a line where the text does. */
static yaml_scalar_style_t style_for(const char *text, bool quoted)
{
	for (; *text; text++)
		if (g_ascii_iscntrl(*text) || !isascii((unsigned char)*text))
			return YAML_DOUBLE_QUOTED_SCALAR_STYLE;
	return quoted ? YAML_SINGLE_QUOTED_SCALAR_STYLE : YAML_ANY_SCALAR_STYLE;
}

bool study_text_quote(const char *text, bool quoted, GString *out)
{
	g_autoptr(GString) list = g_string_new(NULL);
	yaml_emitter_t emitter;
	const char *end;
	bool good;

	if (!*text || !g_utf8_validate(text, -1, NULL) || !yaml_emitter_initialize(&emitter))
		return false;
	yaml_emitter_set_output(&emitter, collect, list);
	yaml_emitter_set_unicode(&emitter, 1);
	yaml_emitter_set_width(&emitter, -1);
	good = emit_list(&emitter, text, style_for(text, quoted));
	yaml_emitter_delete(&emitter);
	end = strrchr(list->str, ']');
	if (!good || list->str[0] != '[' || !end || end - list->str > QUOTED_MAX ||
		memchr(list->str, '\n', (size_t)(end - list->str)))
		return false;
	g_string_append_len(out, list->str + 1, end - list->str - 1);
	return true;
}

void study_text_comment(const char *text, GString *out)
{
	g_autoptr(GString) shown = g_string_new(NULL);

	diag_print_visible(text, shown);
	/* characters that a terminal may show, but YAML has nowhere */
	g_string_replace(shown, "\xef\xbf\xbe", "\\ufffe", 0);
	g_string_replace(shown, "\xef\xbf\xbf", "\\uffff", 0);
	g_string_append(out, shown->str);
}
