#include "render/records.h"

#include <math.h>
#include <string.h>

#include "model/record_columns.h"
#include "render/dialects/common.h"

/* Text is handed on in pieces of about this size. */
#define BUFFER (64u << 10)

/* What the two forms write differently. */
struct form {
	const char *begin, *end; /* of a row */
	void (*column)(enum record_column column, GString *out);
	/* In place of a column without a value. */
	void (*missing)(enum record_column column, GString *out);
	void (*text)(const char *text, GString *out);
	void (*set)(const struct keyset *set, GString *out);
	void (*flags)(guint32 flags, GString *out);
};

/* Columns rendered once and used for as many rows as have the same `of`. */
struct part {
	const void *of;
	GString *text;
};

struct writer {
	struct sink sink; /* first: what is handed out */
	const struct form *form;
	const struct records_wide *wide; /* NULL: sets are a column each */
	struct records_output output;
	bool failed;
	guint64 run;
	bool has_rows;
	GString *front, *back; /* columns of the run, before `at` and after `line` */
	struct part at, file;
	GString *out;
};

/* RFC 4180, and blanks at the ends, which readers drop when they stand outside quotes. */
static bool csv_needs_quotes(const char *text)
{
	size_t n = strlen(text);

	return n == 0 || strpbrk(text, ",\"\r\n") || strchr(" \t", text[0]) ||
	       strchr(" \t", text[n - 1]);
}

static void csv_text(const char *text, GString *out)
{
	if (!csv_needs_quotes(text)) {
		g_string_append(out, text);
		return;
	}
	g_string_append_c(out, '"');
	for (; *text; text++) {
		if (text[0] == '\r' && text[1] == '\n')
			continue;
		if (*text == '"')
			g_string_append_c(out, '"');
		g_string_append_c(out, *text == '\r' ? '\n' : *text);
	}
	g_string_append_c(out, '"');
}

static void csv_safe_text(const char *text, GString *out)
{
	g_autofree char *guarded = NULL;

	if (common_is_formula(text))
		text = guarded = g_strconcat("'", text, NULL);
	csv_text(text, out);
}

static void csv_column(enum record_column column, GString *out)
{
	if (column != RECORD_RUN)
		g_string_append_c(out, ',');
}

static void csv_set(const struct keyset *set, GString *out)
{
	g_autoptr(GString) text = g_string_new(NULL);

	keyset_print(set, text);
	csv_text(text->str, out);
}

static void json_char(guchar c, GString *out)
{
	static const char hex[] = "0123456789abcdef";
	const char escape[] = {'\\', 'u', '0', '0', hex[c >> 4], hex[c & 15]};

	if (c == '"' || c == '\\') {
		g_string_append_c(out, '\\');
		g_string_append_c(out, (char)c);
	} else if (c == '\n') {
		g_string_append(out, "\\n");
	} else if (c == '\t') {
		g_string_append(out, "\\t");
	} else if (c < 0x20) {
		g_string_append_len(out, escape, sizeof(escape));
	} else {
		g_string_append_c(out, (char)c);
	}
}

static void json_invalid_byte(guchar c, GString *out)
{
	static const char hex[] = "0123456789abcdef";
	const char escape[] = {'\\', 'u', 'd', 'c', hex[c >> 4], hex[c & 15]};

	g_string_append_len(out, escape, sizeof(escape));
}

static void json_text(const char *text, GString *out)
{
	const char *end;

	g_string_append_c(out, '"');
	while (*text) {
		g_utf8_validate(text, -1, &end);
		for (; text < end; text++)
			json_char((guchar)*text, out);
		if (*text)
			json_invalid_byte((guchar)*text++, out);
	}
	g_string_append_c(out, '"');
}

static void json_column(enum record_column column, GString *out)
{
	g_string_append(out, column == RECORD_RUN ? "\"" : ",\"");
	g_string_append(out, record_column_name(column));
	g_string_append(out, "\":");
}

static void json_missing(enum record_column column, GString *out)
{
	(void)column;
	(void)out;
}

static void json_set(const struct keyset *set, GString *out)
{
	for (size_t i = 0; i < set->n; i++) {
		g_string_append_c(out, i ? ',' : '{');
		json_text(set->level[i].key, out);
		g_string_append_c(out, ':');
		json_text(set->level[i].value, out);
	}
	g_string_append_c(out, '}');
}

static void json_flags(guint32 flags, GString *out)
{
	char separator = '[';

	for (int q = 0; q < QUALITY_COUNT; q++) {
		if (!(flags & QUALITY_BIT(q)))
			continue;
		g_string_append_c(out, separator);
		json_text(quality_name((enum quality)q), out);
		separator = ',';
	}
	g_string_append_c(out, ']');
}

#define RECORDS_CSV_SAFE (RECORDS_JSONL + 1) /* of wide records, in which no set is a column */

static const struct form forms[] = {
	[RECORDS_CSV] = {"", "\n", csv_column, csv_column, csv_text, csv_set, quality_print},
	[RECORDS_CSV_SAFE] = {"", "\n", csv_column, csv_column, csv_safe_text, csv_set,
		quality_print},
	[RECORDS_JSONL] = {"{", "}\n", json_column, json_missing, json_text, json_set, json_flags},
};

G_STATIC_ASSERT(G_N_ELEMENTS(forms) == RECORDS_CSV_SAFE + 1);

static void put_text(
	const struct form *form, enum record_column column, const char *text, GString *out)
{
	if (!text) {
		form->missing(column, out);
		return;
	}
	form->column(column, out);
	form->text(text, out);
}

static void put_count(
	const struct form *form, enum record_column column, guint64 count, GString *out)
{
	char digits[20];
	size_t at = sizeof(digits);

	form->column(column, out);
	do {
		digits[--at] = (char)('0' + count % 10);
		count /= 10;
	} while (count);
	g_string_append_len(out, digits + at, (gssize)(sizeof(digits) - at));
}

static void put_number(
	const struct form *form, enum record_column column, double value, GString *out)
{
	if (!isfinite(value)) {
		form->missing(column, out);
		return;
	}
	form->column(column, out);
	number_print(value, out);
}

static const GPtrArray *wide_keys(const struct records_wide *wide, enum record_column column)
{
	return column == RECORD_FACTORS ? wide->factors : wide->at;
}

static void put_levels(
	const struct writer *w, enum record_column column, const struct keyset *set, GString *out)
{
	const GPtrArray *keys = wide_keys(w->wide, column);

	for (guint i = 0; i < keys->len; i++)
		put_text(w->form, column, set ? keyset_get(set, keys->pdata[i]) : NULL, out);
}

static void put_set(
	const struct writer *w, enum record_column column, const struct keyset *set, GString *out)
{
	const struct form *form = w->form;

	if (w->wide) {
		put_levels(w, column, set, out);
		return;
	}
	if (!set || !set->n) {
		form->missing(column, out);
		return;
	}
	form->column(column, out);
	form->set(set, out);
}

static void put_flags(const struct form *form, guint32 flags, GString *out)
{
	if (!flags) {
		form->missing(RECORD_FLAGS, out);
		return;
	}
	form->column(RECORD_FLAGS, out);
	form->flags(flags, out);
}

static void append(GString *out, const GString *part)
{
	g_string_append_len(out, part->str, (gssize)part->len);
}

static void put_at(struct writer *w, const struct keyset *at)
{
	if (w->at.of != at) {
		w->at.of = at;
		g_string_truncate(w->at.text, 0);
		put_set(w, RECORD_AT, at, w->at.text);
	}
	append(w->out, w->at.text);
}

static void put_position(struct writer *w, const char *file, guint32 line)
{
	if (w->file.of != file) {
		w->file.of = file;
		g_string_truncate(w->file.text, 0);
		put_text(w->form, RECORD_FILE, file, w->file.text);
	}
	append(w->out, w->file.text);
	put_count(w->form, RECORD_LINE, line, w->out);
}

static void put_figure(const struct form *form, const struct measurement *m, GString *out)
{
	guint32 flags = m->flags;

	/* JSON has no infinity; no parser makes one. */
	if (isinf(m->value))
		flags |= QUALITY_BIT(QUALITY_UNREADABLE);
	put_text(form, RECORD_METRIC, m->metric->name, out);
	put_number(form, RECORD_VALUE, m->value, out);
	put_text(form, RECORD_UNIT, unit_name(m->metric->unit), out);
	put_number(form, RECORD_STDDEV, m->stddev, out);
	if (m->n)
		put_count(form, RECORD_N, m->n, out);
	else
		form->missing(RECORD_N, out);
	put_text(form, RECORD_ORIGINAL, m->original, out);
	put_text(form, RECORD_ORIGINAL_UNIT, m->original_unit, out);
	put_flags(form, flags, out);
}

static void flush(struct writer *w)
{
	if (w->out->len && !w->failed)
		w->failed = !w->output.write(w->output.user, w->out->str, w->out->len);
	g_string_truncate(w->out, 0);
}

static void row_begin(struct writer *w)
{
	w->has_rows = true;
	append(w->out, w->front);
}

static void row_end(struct writer *w)
{
	append(w->out, w->back);
	if (w->out->len >= BUFFER)
		flush(w);
}

static void render_front(struct writer *w, const struct run *run)
{
	const struct form *form = w->form;

	g_string_assign(w->front, form->begin);
	put_count(form, RECORD_RUN, w->run, w->front);
	put_text(form, RECORD_TOOL, run->tool, w->front);
	put_text(form, RECORD_VERSION, run->version, w->front);
	put_text(form, RECORD_STATUS, run_status_name(run->status), w->front);
	put_text(form, RECORD_LAYOUT, run->layout, w->front);
	put_text(form, RECORD_LABEL, run->label, w->front);
	put_set(w, RECORD_FACTORS, run->factors, w->front);
}

static void render_back(struct writer *w, const struct run *run)
{
	const struct form *form = w->form;

	g_string_truncate(w->back, 0);
	put_text(form, RECORD_WHEN, run->when, w->back);
	put_text(form, RECORD_HOST, run->host, w->back);
	put_text(form, RECORD_COMMAND, run->command, w->back);
	put_text(form, RECORD_ERROR, run->error, w->back);
	g_string_append(w->back, form->end);
}

/* An address is the identity of a set or name only as long as the run is open. */
static void forget(struct part *part)
{
	part->of = part;
}

static void run_begin(struct sink *sink, const struct run *run)
{
	struct writer *w = (struct writer *)sink;

	w->run++;
	w->has_rows = false;
	render_front(w, run);
	render_back(w, run);
	forget(&w->at);
	forget(&w->file);
}

static void measure(struct sink *sink, const struct measurement *m, size_t n)
{
	struct writer *w = (struct writer *)sink;

	for (size_t i = 0; i < n; i++) {
		row_begin(w);
		put_at(w, m[i].at);
		put_figure(w->form, &m[i], w->out);
		put_position(w, m[i].file, m[i].line);
		row_end(w);
	}
}

static void run_end(struct sink *sink, const struct run *run)
{
	struct writer *w = (struct writer *)sink;

	if (w->has_rows)
		return;
	row_begin(w);
	put_set(w, RECORD_AT, NULL, w->out);
	for (int c = RECORD_METRIC; c < RECORD_FILE; c++)
		w->form->missing((enum record_column)c, w->out);
	put_position(w, run->pos.file, run->pos.line);
	row_end(w);
}

static void write_wide_heads(const struct writer *w, enum record_column column)
{
	const GPtrArray *keys = wide_keys(w->wide, column);
	g_autoptr(GString) name = g_string_new(NULL);

	for (guint i = 0; i < keys->len; i++) {
		g_string_truncate(name, 0);
		record_column_wide_name(column, keys->pdata[i], name);
		put_text(w->form, column, name->str, w->out);
	}
}

static void write_header(const struct writer *w)
{
	for (enum record_column c = 0; c < RECORD_COLUMNS; c++) {
		if (w->wide && (c == RECORD_FACTORS || c == RECORD_AT))
			write_wide_heads(w, c);
		else
			put_text(w->form, c, record_column_name(c), w->out);
	}
	g_string_append_c(w->out, '\n');
}

static struct writer *writer_new(const struct form *form, const struct records_output *output,
	struct pool *pool, struct metrics *metrics, struct diag *diag)
{
	struct writer *w = g_new0(struct writer, 1);

	w->sink = (struct sink){
		.pool = pool,
		.metrics = metrics,
		.diag = diag,
		.want_original = true,
		.run_begin = run_begin,
		.measure = measure,
		.run_end = run_end,
	};
	w->form = form;
	w->output = *output;
	w->front = g_string_new(NULL);
	w->back = g_string_new(NULL);
	w->at.text = g_string_new(NULL);
	w->file.text = g_string_new(NULL);
	w->out = g_string_sized_new(BUFFER + BUFFER / 4);
	return w;
}

struct sink *records_writer_new(enum records_form form, const struct records_output *output,
	struct pool *pool, struct metrics *metrics, struct diag *diag)
{
	struct writer *w = writer_new(&forms[form], output, pool, metrics, diag);

	if (form == RECORDS_CSV)
		write_header(w);
	return &w->sink;
}

struct sink *records_wide_writer_new(const struct records_wide *wide,
	const struct records_output *output, struct pool *pool, struct metrics *metrics,
	struct diag *diag)
{
	const struct form *form = &forms[wide->csv_safe ? RECORDS_CSV_SAFE : RECORDS_CSV];
	struct writer *w = writer_new(form, output, pool, metrics, diag);

	w->wide = wide;
	if (wide->csv_bom)
		g_string_append(w->out, "\ufeff");
	write_header(w);
	return &w->sink;
}

bool records_writer_free(struct sink *writer)
{
	struct writer *w = (struct writer *)writer;
	bool written;

	flush(w);
	written = !w->failed;
	g_string_free(w->front, TRUE);
	g_string_free(w->back, TRUE);
	g_string_free(w->at.text, TRUE);
	g_string_free(w->file.text, TRUE);
	g_string_free(w->out, TRUE);
	g_free(w);
	return written;
}
