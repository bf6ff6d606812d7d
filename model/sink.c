#include "model/sink.h"

static const char *const class_names[] = {
	[LINE_BLANK] = "blank",
	[LINE_BANNER] = "banner",
	[LINE_HEAD] = "head",
	[LINE_HEADER] = "header",
	[LINE_FIGURES] = "figures",
	[LINE_REPORT] = "report",
	[LINE_HINT] = "hint",
	[LINE_ERROR] = "error",
	[LINE_END] = "end",
	[LINE_MARKER] = "marker",
	[LINE_NOISE] = "noise",
	[LINE_UNKNOWN] = "unknown",
};

G_STATIC_ASSERT(G_N_ELEMENTS(class_names) == LINE_CLASS_COUNT);

const char *line_class_name(enum line_class c)
{
	return class_names[c];
}

struct hold {
	struct sink sink; /* first: what the parser sees */
	struct sink *inner;
	GArray *kept;       /* struct measurement of the open run */
	GStringChunk *text; /* their original texts */
	bool open;
};

static void hold_run_begin(struct sink *sink, const struct run *run)
{
	struct hold *hold = (struct hold *)sink;

	(void)run; /* run_end brings the same facts and more */
	g_assert(!hold->open);
	hold->open = true;
}

static const char *keep_text(struct hold *hold, const char *text)
{
	return text ? g_string_chunk_insert_const(hold->text, text) : NULL;
}

static void hold_measure(struct sink *sink, const struct measurement *m, size_t n)
{
	struct hold *hold = (struct hold *)sink;

	g_assert(hold->open);
	for (size_t i = 0; i < n; i++) {
		struct measurement copy = m[i];

		copy.original = keep_text(hold, copy.original);
		copy.original_unit = keep_text(hold, copy.original_unit);
		g_array_append_val(hold->kept, copy);
	}
}

/* Hands on what was kept; a batch is a stretch of measurements with one `at`. */
static void hand_on(struct hold *hold)
{
	const struct measurement *m = (const struct measurement *)(const void *)hold->kept->data;
	size_t n = hold->kept->len;

	for (size_t start = 0, end = 0; start < n; start = end) {
		while (end < n && m[end].at == m[start].at)
			end++;
		hold->inner->measure(hold->inner, m + start, end - start);
	}
}

static void hold_run_end(struct sink *sink, const struct run *run)
{
	struct hold *hold = (struct hold *)sink;

	g_assert(hold->open);
	hold->inner->run_begin(hold->inner, run);
	hand_on(hold);
	hold->inner->run_end(hold->inner, run);
	g_array_set_size(hold->kept, 0);
	g_string_chunk_clear(hold->text);
	hold->open = false;
}

static bool hold_wants(struct sink *sink, const struct metric *metric)
{
	struct sink *inner = ((struct hold *)sink)->inner;

	return inner->wants(inner, metric);
}

static void hold_line(
	struct sink *sink, struct pos pos, enum line_class c, const char *text, size_t len)
{
	struct sink *inner = ((struct hold *)sink)->inner;

	inner->line(inner, pos, c, text, len);
}

struct sink *sink_hold_new(struct sink *inner)
{
	struct hold *hold = g_new0(struct hold, 1);

	hold->sink.pool = inner->pool;
	hold->sink.metrics = inner->metrics;
	hold->sink.diag = inner->diag;
	hold->sink.want_original = inner->want_original;
	hold->sink.want_series = inner->want_series;
	hold->sink.run_begin = hold_run_begin;
	hold->sink.measure = hold_measure;
	hold->sink.run_end = hold_run_end;
	hold->sink.wants = inner->wants ? hold_wants : NULL;
	hold->sink.line = inner->line ? hold_line : NULL;
	hold->inner = inner;
	hold->kept = g_array_new(FALSE, FALSE, sizeof(struct measurement));
	hold->text = g_string_chunk_new(1024);
	return &hold->sink;
}

void sink_hold_free(struct sink *sink)
{
	struct hold *hold = (struct hold *)sink;

	if (!hold)
		return;
	g_array_free(hold->kept, TRUE);
	g_string_chunk_free(hold->text);
	g_free(hold);
}
