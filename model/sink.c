#include "model/sink.h"

static const struct {
	const char *name, *help;
} classes[] = {
	[LINE_BLANK] = {"blank", "an empty line"},
	[LINE_BANNER] = {"banner", "the tool's name, version, authors or date"},
	[LINE_HEAD] = {"head", "options, command line or units of a run"},
	[LINE_HEADER] = {"header", "heads of columns"},
	[LINE_FIGURES] = {"figures", "a line with figures"},
	[LINE_REPORT] = {"report", "a second form of figures that stand elsewhere"},
	[LINE_HINT] = {"hint", "the tool's advice between figures"},
	[LINE_ERROR] = {"error", "an error of the tool or of the system"},
	[LINE_END] = {"end", "completion or interruption of a run"},
	[LINE_MARKER] = {"marker", "a run marker, built in or of the study"},
	[LINE_NOISE] = {"noise", "known to mean nothing here"},
	[LINE_UNKNOWN] = {"unknown", "without a known meaning"},
};

G_STATIC_ASSERT(G_N_ELEMENTS(classes) == LINE_CLASS_COUNT);

const char *line_class_name(enum line_class c)
{
	return classes[c].name;
}

const char *line_class_help(enum line_class c)
{
	return classes[c].help;
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
	hold->sink.want_origins = inner->want_origins;
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
