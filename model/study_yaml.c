#include "model/study_yaml.h"

#include "model/error.h"
#include <string.h>
#include <yaml.h>

/* The deepest thing a study says, a pattern of a marker, is at level 4. */
#define DEPTH_MAX 8

struct reader {
	yaml_parser_t yaml;
	const char *path;
	const char *bytes;
	GError **error;
};

static struct study_node *node_build(struct reader *reader, yaml_event_t *event, int depth);

void study_node_free(struct study_node *node)
{
	if (!node)
		return;
	g_free(node->text);
	if (node->child)
		g_ptr_array_unref(node->child);
	g_free(node);
}

static void node_destroy(gpointer node)
{
	study_node_free(node);
}

const char *study_node_kind_name(const struct study_node *node)
{
	static const char *const names[] = {
		[STUDY_SCALAR] = "a value",
		[STUDY_SEQUENCE] = "a list",
		[STUDY_MAPPING] = "a mapping",
	};

	return names[node->kind];
}

bool study_yaml_fail(
	GError **error, const char *path, guint32 line, guint32 column, const char *format, ...)
{
	va_list ap;
	char *text;

	va_start(ap, format);
	text = g_strdup_vprintf(format, ap);
	va_end(ap);
	if (path)
		g_set_error(error, IOTAB_ERROR, IOTAB_ERROR_USAGE, "%s:%u:%u: %s", path, line,
			column, text);
	else
		g_set_error_literal(error, IOTAB_ERROR, IOTAB_ERROR_USAGE, text);
	g_free(text);
	return false;
}

static bool fail_at(struct reader *reader, yaml_mark_t mark, const char *what)
{
	return study_yaml_fail(reader->error, reader->path, (guint32)mark.line + 1,
		(guint32)mark.column + 1, "%s", what);
}

/* Trouble with bytes comes with an offset only. */
static yaml_mark_t mark_of_offset(const char *bytes, size_t offset)
{
	yaml_mark_t mark = {.index = offset};

	for (size_t i = 0; i < offset; i++) {
		if (bytes[i] == '\n') {
			mark.line++;
			mark.column = 0;
		} else if (((unsigned char)bytes[i] & 0xc0) != 0x80) {
			mark.column++;
		}
	}
	return mark;
}

static bool fail_yaml(struct reader *reader)
{
	const yaml_parser_t *yaml = &reader->yaml;
	const char *problem = yaml->problem ? yaml->problem : "cannot parse YAML";
	yaml_mark_t mark = yaml->problem_mark;
	char *what;

	if (yaml->error == YAML_READER_ERROR)
		mark = mark_of_offset(reader->bytes, yaml->problem_offset);
	what = yaml->context ? g_strdup_printf("%s %s", problem, yaml->context) : g_strdup(problem);
	fail_at(reader, mark, what);
	g_free(what);
	return false;
}

static bool event_next(struct reader *reader, yaml_event_t *event)
{
	return yaml_parser_parse(&reader->yaml, event) ? true : fail_yaml(reader);
}

/* Reads the next event, which must be of that type; its content is not looked at. */
static bool event_skip(struct reader *reader, yaml_event_type_t type, const char *otherwise)
{
	yaml_event_t event;
	bool fits;

	if (!event_next(reader, &event))
		return false;
	fits = event.type == type;
	if (!fits)
		fail_at(reader, event.start_mark, otherwise);
	yaml_event_delete(&event);
	return fits;
}

/* Anchors, aliases and tags would let one place of the file change the meaning of another. */
static bool event_is_simple(struct reader *reader, const yaml_event_t *event, int depth)
{
	const yaml_char_t *anchor = NULL, *tag = NULL;

	if (event->type == YAML_ALIAS_EVENT)
		return fail_at(reader, event->start_mark, "an alias ('*') is not read in a study");
	if (event->type == YAML_SCALAR_EVENT) {
		anchor = event->data.scalar.anchor;
		tag = event->data.scalar.tag;
	} else if (event->type == YAML_SEQUENCE_START_EVENT) {
		anchor = event->data.sequence_start.anchor;
		tag = event->data.sequence_start.tag;
	} else if (event->type == YAML_MAPPING_START_EVENT) {
		anchor = event->data.mapping_start.anchor;
		tag = event->data.mapping_start.tag;
	}
	if (anchor)
		return fail_at(reader, event->start_mark, "an anchor ('&') is not read in a study");
	if (tag)
		return fail_at(reader, event->start_mark, "a tag ('!') is not read in a study");
	if (depth > DEPTH_MAX)
		return fail_at(reader, event->start_mark, "nested too deep for a study");
	return true;
}

static bool build_scalar(struct reader *reader, const yaml_event_t *event, struct study_node *node)
{
	const char *value = (const char *)event->data.scalar.value;

	if (memchr(value, '\0', event->data.scalar.length))
		return fail_at(reader, event->start_mark, "a NUL character stands in this value");
	node->text = g_strndup(value, event->data.scalar.length);
	node->plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
	return true;
}

static bool build_children(struct reader *reader, struct study_node *node, int depth)
{
	yaml_event_t event;

	node->child = g_ptr_array_new_with_free_func(node_destroy);
	for (;;) {
		struct study_node *child;

		if (!event_next(reader, &event))
			return false;
		if (event.type == YAML_SEQUENCE_END_EVENT || event.type == YAML_MAPPING_END_EVENT)
			break;
		child = node_build(reader, &event, depth + 1);
		yaml_event_delete(&event);
		if (!child)
			return false;
		g_ptr_array_add(node->child, child);
	}
	yaml_event_delete(&event);
	return true;
}

/* The node that starts with `event`, which stays the caller's. */
static struct study_node *node_build(struct reader *reader, yaml_event_t *event, int depth)
{
	struct study_node *node;
	bool good;

	if (!event_is_simple(reader, event, depth))
		return NULL;
	node = g_new0(struct study_node, 1);
	node->line = (guint32)event->start_mark.line + 1;
	node->column = (guint32)event->start_mark.column + 1;
	if (event->type == YAML_SCALAR_EVENT) {
		node->kind = STUDY_SCALAR;
		good = build_scalar(reader, event, node);
	} else {
		node->kind =
			event->type == YAML_MAPPING_START_EVENT ? STUDY_MAPPING : STUDY_SEQUENCE;
		good = build_children(reader, node, depth);
	}
	if (good)
		return node;
	study_node_free(node);
	return NULL;
}

static struct study_node *empty_mapping(void)
{
	struct study_node *node = g_new0(struct study_node, 1);

	node->kind = STUDY_MAPPING;
	node->line = node->column = 1;
	node->child = g_ptr_array_new_with_free_func(node_destroy);
	return node;
}

static struct study_node *document_build(struct reader *reader)
{
	struct study_node *root;
	yaml_event_t event;

	if (!event_next(reader, &event))
		return NULL;
	root = node_build(reader, &event, 1);
	yaml_event_delete(&event);
	if (!root)
		return NULL;
	if (event_skip(reader, YAML_DOCUMENT_END_EVENT, "expected the end of the document") &&
		event_skip(reader, YAML_STREAM_END_EVENT, "a study is one YAML document, not two"))
		return root;
	study_node_free(root);
	return NULL;
}

static struct study_node *stream_build(struct reader *reader)
{
	yaml_event_t event;
	bool empty;

	if (!event_skip(reader, YAML_STREAM_START_EVENT, "expected the start of the file") ||
		!event_next(reader, &event))
		return NULL;
	empty = event.type == YAML_STREAM_END_EVENT;
	yaml_event_delete(&event);
	return empty ? empty_mapping() : document_build(reader);
}

struct study_node *study_yaml_parse(
	const char *path, const char *bytes, size_t size, GError **error)
{
	struct reader reader = {.path = path, .bytes = bytes, .error = error};
	struct study_node *root;

	if (!yaml_parser_initialize(&reader.yaml))
		g_error("out of memory");
	yaml_parser_set_encoding(&reader.yaml, YAML_UTF8_ENCODING);
	yaml_parser_set_input_string(&reader.yaml, (const unsigned char *)bytes, size);
	root = stream_build(&reader);
	yaml_parser_delete(&reader.yaml);
	return root;
}
