#include "parsers/records_row.h"

#include <math.h>
#include <string.h>

/* What all rows of a run have in common. */
static const enum record_column facts[] = {
	RECORD_TOOL,
	RECORD_VERSION,
	RECORD_STATUS,
	RECORD_LAYOUT,
	RECORD_LABEL,
	RECORD_FACTORS,
	RECORD_WHEN,
	RECORD_HOST,
	RECORD_COMMAND,
	RECORD_ERROR,
};

/* What only a row with a figure has. */
static const enum record_column figure_columns[] = {
	RECORD_AT,
	RECORD_VALUE,
	RECORD_UNIT,
	RECORD_STDDEV,
	RECORD_N,
	RECORD_ORIGINAL,
	RECORD_ORIGINAL_UNIT,
	RECORD_FLAGS,
};

/* The last set that was read: rows repeat it. */
struct last_set {
	GString *text;
	const struct keyset *set; /* NULL: none yet */
};

struct records_reader {
	struct input *in;
	struct sink *out;
	records_read_set *read_set;
	struct last_set at, factors;
	bool some; /* a row could be read */

	bool open;
	guint64 id;                       /* of the open run, as written */
	struct run run;                   /* its strings are in `kept` */
	const char *fact[RECORD_COLUMNS]; /* its facts as written */
	GStringChunk *kept;
};

static const char *field(const struct records_row *row, enum record_column column)
{
	return row->at[column] < 0 ? NULL : row->text->str + row->at[column];
}

void records_row_init(struct records_row *row)
{
	row->text = g_string_new(NULL);
	records_row_begin(row, 0);
}

void records_row_clear(struct records_row *row)
{
	g_string_free(row->text, TRUE);
}

void records_row_begin(struct records_row *row, guint32 line)
{
	row->line = line;
	g_string_truncate(row->text, 0);
	for (int c = 0; c < RECORD_COLUMNS; c++)
		row->at[c] = -1;
}

void records_reader_bad(struct records_reader *r, guint32 line, const char *format, ...)
{
	g_autofree char *detail = NULL;
	va_list args;

	va_start(args, format);
	detail = g_strdup_vprintf(format, args);
	va_end(args);
	diag_at(r->out->diag, DIAG_RECORD_BAD, input_name(r->in), line, "%s", detail);
}

void records_reader_line(struct records_reader *r, const struct text *line, enum line_class class)
{
	struct sink *out = r->out;

	out->lines[class]++;
	if (out->line)
		out->line(
			out, (struct pos){input_name(r->in), line->line}, class, line->s, line->n);
}

/* Reports a field that cannot be read; false. */
static bool bad_field(
	struct records_reader *r, const struct records_row *row, enum record_column column)
{
	const char *text = field(row, column);

	if (text)
		records_reader_bad(r, row->line, "%s is '%.80s'", record_column_name(column), text);
	else
		records_reader_bad(r, row->line, "no %s", record_column_name(column));
	return false;
}

/* A missing number is NAN.  Decimal and finite: not all that strtod() takes. */
static bool read_number(struct records_reader *r, const struct records_row *row,
	enum record_column column, double *out)
{
	const char *text = field(row, column);
	char *end;

	*out = NAN;
	if (!text)
		return true;
	*out = g_ascii_strtod(text, &end);
	if (end == text || *end || text[strspn(text, "0123456789+-.eE")] || !isfinite(*out))
		return bad_field(r, row, column);
	return true;
}

/* A missing count is 0. */
static bool read_count(struct records_reader *r, const struct records_row *row,
	enum record_column column, guint32 *out)
{
	const char *text = field(row, column);
	guint64 count = 0;

	if (text && !g_ascii_string_to_unsigned(text, 10, 0, G_MAXUINT32, &count, NULL))
		return bad_field(r, row, column);
	*out = (guint32)count;
	return true;
}

static bool read_id(struct records_reader *r, const struct records_row *row, guint64 *id)
{
	const char *text = field(row, RECORD_RUN);

	if (!text || !g_ascii_string_to_unsigned(text, 10, 0, G_MAXUINT64, id, NULL))
		return bad_field(r, row, RECORD_RUN);
	return true;
}

static bool read_set(struct records_reader *r, const struct records_row *row,
	enum record_column column, struct last_set *last, const struct keyset **out)
{
	const char *text = field(row, column);

	if (!text) {
		*out = pool_set(r->out->pool, NULL, 0);
		return true;
	}
	if (!last->set || strcmp(last->text->str, text) != 0) {
		last->set = r->read_set(r->out->pool, text);
		g_string_assign(last->text, text);
	}
	*out = last->set;
	return *out || bad_field(r, row, column);
}

static bool read_flags(struct records_reader *r, const struct records_row *row, guint32 *flags)
{
	const char *text = field(row, RECORD_FLAGS);

	*flags = 0;
	return !text || quality_parse(text, flags) || bad_field(r, row, RECORD_FLAGS);
}

/* Makes an own metric that does not exist yet: the last thing to do, when all else is read. */
static bool read_metric(
	struct records_reader *r, const struct records_row *row, const struct metric **out)
{
	const char *name = field(row, RECORD_METRIC), *unit_text = field(row, RECORD_UNIT);
	const struct metric *metric = metrics_get(r->out->metrics, name);
	enum unit unit = unit_text ? unit_by_name(unit_text) : UNIT_COUNT;

	if (!metric && (!g_str_has_prefix(name, "x:") || !name[2]))
		return bad_field(r, row, RECORD_METRIC);
	if (unit == UNIT_COUNT)
		return bad_field(r, row, RECORD_UNIT);
	if (!metric)
		metric = metrics_own(r->out->metrics, name + 2, unit, BETTER_NONE, CLASS_OTHER);
	if (metric->unit != unit) {
		records_reader_bad(r, row->line, "unit of '%.80s' is '%s', not '%s'", name,
			unit_text, unit_name(metric->unit));
		return false;
	}
	*out = metric;
	return true;
}

/* A row without a metric says that its run has no figures. */
static bool read_no_figure(struct records_reader *r, const struct records_row *row)
{
	for (size_t i = 0; i < G_N_ELEMENTS(figure_columns); i++) {
		if (field(row, figure_columns[i])) {
			records_reader_bad(r, row->line, "%s without a metric",
				record_column_name(figure_columns[i]));
			return false;
		}
	}
	return true;
}

static bool read_figure(
	struct records_reader *r, const struct records_row *row, struct measurement *m)
{
	if (!field(row, RECORD_METRIC))
		return read_no_figure(r, row);
	if (!read_number(r, row, RECORD_VALUE, &m->value) ||
		!read_number(r, row, RECORD_STDDEV, &m->stddev) ||
		!read_count(r, row, RECORD_N, &m->n) || !read_flags(r, row, &m->flags) ||
		!read_set(r, row, RECORD_AT, &r->at, &m->at))
		return false;
	if (isnan(m->value) && !m->flags) {
		records_reader_bad(r, row->line, "no value and no flag that says why");
		return false;
	}
	m->original = field(row, RECORD_ORIGINAL);
	m->original_unit = field(row, RECORD_ORIGINAL_UNIT);
	return read_metric(r, row, &m->metric);
}

/* Records made by hand need not say where they come from: it is here, then. */
static bool read_position(struct records_reader *r, const struct records_row *row, struct pos *pos)
{
	const char *file = field(row, RECORD_FILE);

	pos->file = pool_str(r->out->pool, file ? file : input_name(r->in));
	if (!read_count(r, row, RECORD_LINE, &pos->line))
		return false;
	if (!file)
		pos->line = row->line;
	return true;
}

static bool read_run(struct records_reader *r, const struct records_row *row, struct run *run)
{
	const char *status = field(row, RECORD_STATUS);

	run->status = status ? run_status_by_name(status) : RUN_STATUS_COUNT;
	if (run->status == RUN_STATUS_COUNT)
		return bad_field(r, row, RECORD_STATUS);
	return read_set(r, row, RECORD_FACTORS, &r->factors, &run->factors);
}

static bool in_open_run(const struct records_reader *r, const struct records_row *row, guint64 id)
{
	bool same = r->open && id == r->id;

	for (size_t i = 0; same && i < G_N_ELEMENTS(facts); i++)
		same = g_strcmp0(r->fact[facts[i]], field(row, facts[i])) == 0;
	return same;
}

void records_reader_break(struct records_reader *r)
{
	if (!r->open)
		return;
	r->open = false;
	r->out->run_end(r->out, &r->run);
	g_string_chunk_clear(r->kept);
}

static void begin_run(
	struct records_reader *r, const struct records_row *row, guint64 id, const struct run *read)
{
	const char *const *fact = r->fact;

	records_reader_break(r);
	for (size_t i = 0; i < G_N_ELEMENTS(facts); i++) {
		const char *text = field(row, facts[i]);

		r->fact[facts[i]] = text ? g_string_chunk_insert(r->kept, text) : NULL;
	}
	r->open = true;
	r->id = id;
	r->run = (struct run){
		.tool = fact[RECORD_TOOL],
		.version = fact[RECORD_VERSION],
		.command = fact[RECORD_COMMAND],
		.host = fact[RECORD_HOST],
		.when = fact[RECORD_WHEN],
		.layout = fact[RECORD_LAYOUT],
		.label = fact[RECORD_LABEL],
		.factors = read->factors,
		.status = read->status,
		.error = fact[RECORD_ERROR],
		.pos = read->pos,
	};
	r->out->run_begin(r->out, &r->run);
}

void records_reader_take(struct records_reader *r, const struct records_row *row)
{
	struct measurement m = {.metric = NULL};
	struct run run = {.status = RUN_COMPLETE};
	struct sink *out = r->out;
	guint64 id;
	bool same;

	if (!read_id(r, row, &id))
		return;
	same = in_open_run(r, row, id);
	if (!(same || read_run(r, row, &run)) || !read_position(r, row, &run.pos) ||
		!read_figure(r, row, &m))
		return;
	r->some = true;
	if (!same)
		begin_run(r, row, id, &run);
	if (!m.metric || (out->wants && !out->wants(out, m.metric)))
		return;
	m.file = run.pos.file;
	m.line = run.pos.line;
	out->measure(out, &m, 1);
}

struct records_reader *records_reader_new(
	struct input *in, struct sink *out, records_read_set *read_set_of_form)
{
	struct records_reader *r = g_new0(struct records_reader, 1);

	r->in = in;
	r->out = out;
	r->read_set = read_set_of_form;
	r->at.text = g_string_new(NULL);
	r->factors.text = g_string_new(NULL);
	r->kept = g_string_chunk_new(1024);
	return r;
}

int records_reader_free(struct records_reader *r)
{
	int result = r->some ? 0 : -1;

	records_reader_break(r);
	g_string_free(r->at.text, TRUE);
	g_string_free(r->factors.text, TRUE);
	g_string_chunk_free(r->kept);
	g_free(r);
	return result;
}
