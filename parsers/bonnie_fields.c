#include "parsers/bonnie_fields.h"

#include "parsers/bonnie_shape.h"
#include <string.h>

/*
 * What may stand in fields of figures and of sizes of files, and in names; what mail and the web
 * may have put into a line is none of it.
 */
enum { FIGURE_BYTE = 1, NAME_BYTE = 2 };

/* clang-format off */
#define NAME(from, to) [from ... to] = NAME_BYTE
#define BOTH(from, to) [from ... to] = FIGURE_BYTE | NAME_BYTE

static const guchar bytes[256] = {
	NAME(' ', ' '), NAME('%', '%'), NAME('(', ')'), NAME('-', '-'), NAME('@', '@'),
	NAME('A', 'Z'), NAME('_', '_'), NAME('a', 'l'), NAME('n', 'r'), NAME('t', 't'), NAME('v', 'z'),
	BOTH('+', ','), BOTH('.', ':'), BOTH('m', 'm'), BOTH('s', 's'), BOTH('u', 'u'),
};
/* clang-format on */

/*
 * Cuts up to `most` fields from byte `i` on; returns their number, 0 when a byte is none of `kind`.
 */
static size_t cut_fields(const char *s, size_t n, size_t i, struct bonnie_fields *fields,
	size_t count, size_t most, guchar kind)
{
	guchar all = kind;

	for (; i < n && count < most; i++) {
		all &= bytes[(guchar)s[i]];
		if (s[i] == ',')
			fields->at[count++] = (guint16)(i + 1);
	}
	return all ? count : 0;
}

static const struct bonnie_csv_shape *plain_shape(const char *s, const struct bonnie_fields *fields)
{
	size_t format = fields->at[1] - 1u, second = fields->at[2] - fields->at[1] - 1u;

	if (bonnie_is_format(s, format))
		return bonnie_shape_of(s, format);
	return bonnie_is_size(s + fields->at[1], second, true) ? &bonnie_shape_103 : NULL;
}

static size_t span(const struct bonnie_fields *fields, size_t from, size_t to)
{
	return (size_t)(fields->at[to] - fields->at[from]);
}

bool bonnie_fields_find(const char *s, size_t n, struct bonnie_fields *fields)
{
	const struct bonnie_csv_shape *shape;
	const char *size;
	size_t count;

	if (n > G_MAXUINT16 - 1)
		return false;
	fields->at[0] = 0;
	count = cut_fields(s, n, 0, fields, 1, 3, NAME_BYTE);
	if (count < 3 || !(shape = plain_shape(s, fields)))
		return false;
	if (shape->io > 2)
		count = cut_fields(s, n, fields->at[2], fields, 3, shape->io + 1u, NAME_BYTE);
	if (count < shape->io + 1u)
		return false;
	count = cut_fields(s, n, fields->at[count - 1], fields, count, 51, FIGURE_BYTE);
	if (count != shape->n)
		return false;
	fields->at[count] = (guint16)(n + 1);
	fields->shape = shape;
	size = s + fields->at[shape->size];
	/* A size, or none and no figures of it; and figures: else the line has to be looked at. */
	return g_ascii_isdigit(*size) ||
	       (*size == ',' && span(fields, shape->create, shape->create + 12u) > 12);
}

void bonnie_fields_keep(
	struct bonnie_run *run, const struct bonnie_fields *fields, const char *s, size_t n)
{
	run->fields = *fields;
	run->csv = true;
	g_string_append_len(run->text, s, (gssize)n);
}

/* What a field is by its first byte; of figures only their length is looked at. */
static enum bonnie_state field_state(const char *s, size_t n)
{
	if (!n)
		return BONNIE_BLANK;
	if (G_UNLIKELY(n > BONNIE_DIGITS))
		return BONNIE_UNREADABLE;
	if (*s != '+')
		return BONNIE_FIGURE;
	for (size_t i = 1; i < n; i++)
		if (s[i] != '+')
			return BONNIE_UNREADABLE;
	return BONNIE_FAST;
}

static struct bonnie_cell cell_at(const struct bonnie_run *run, size_t i)
{
	guint16 start = run->fields.at[i];
	size_t n = (size_t)(run->fields.at[i + 1] - start - 1);

	return (struct bonnie_cell){
		.line = run->line,
		.start = start,
		.n = (unsigned char)MIN(n, BONNIE_DIGITS),
		.state = (unsigned char)field_state(run->text->str + start, n),
	};
}

void bonnie_fields_cell(struct bonnie_run *run, enum bonnie_test test, enum bonnie_part part)
{
	const struct bonnie_csv_shape *s = run->fields.shape;
	size_t rate = test <= BONNIE_SEEKS ? s->io + 2u * test
					   : s->create + 2u * (test - BONNIE_SEQ_CREATE);
	struct bonnie_cell *cell = &run->cell[test][part];

	if (part != BONNIE_LATENCY) {
		*cell = cell_at(run, rate + (part == BONNIE_CPU));
	} else if (s->latency) {
		*cell = cell_at(run, s->latency + (size_t)test);
		if (cell->state == BONNIE_FAST)
			cell->state = BONNIE_UNREADABLE;
		if (cell->state == BONNIE_BLANK &&
			run->fields.at[rate + 1] - run->fields.at[rate] > 1)
			cell->state = BONNIE_BELOW;
	}
}

static void assign_field(GString *to, const struct bonnie_run *run, size_t i)
{
	g_string_truncate(to, 0);
	g_string_append_len(to, run->text->str + run->fields.at[i],
		run->fields.at[i + 1] - run->fields.at[i] - 1);
}

void bonnie_fields_name(struct bonnie_run *run)
{
	assign_field(run->name, run, run->fields.shape->name);
	if (run->fields.shape->version)
		assign_field(run->version, run, run->fields.shape->version);
}

void bonnie_fields_spans(const struct bonnie_run *run, struct bonnie_span span_of[BONNIE_SPANS])
{
	const struct bonnie_csv_shape *s = run->fields.shape;
	const unsigned char from[] = {s->concurrency, s->size, s->files};
	const unsigned char to[] = {s->concurrency + (s->concurrency > 0), s->io, s->create};

	for (size_t i = 0; i < BONNIE_SPANS; i++)
		span_of[i] = (struct bonnie_span){
			run->fields.at[from[i]], (guint16)span(&run->fields, from[i], to[i])};
}

size_t bonnie_fields_look(struct bonnie_run *run, struct bonnie_csv_line *line)
{
	const struct bonnie_csv_shape *shape = run->fields.shape;
	g_autofree char *text = g_strndup(run->text->str, run->text->len);

	bonnie_csv_read(line, text, run->text->len);
	/* Found already; that many of its fields may be no figures is another matter. */
	line->shape = shape;
	line->extra = 0;
	g_string_truncate(run->text, 0);
	g_string_truncate(run->name, 0);
	g_string_truncate(run->version, 0);
	run->fields.shape = NULL;
	return bonnie_csv_take(line, false, run->line, run);
}
