#include "model/diag.h"

#include <string.h>

static const struct diag_info table[] = {
	[DIAG_CANNOT_READ] = {"cannot-read", DIAG_ERROR, true, "cannot read"},
	[DIAG_NO_LOG] = {"no-log", DIAG_NOTE, false, "no log of a known tool"},
	[DIAG_EMPTY] = {"empty", DIAG_NOTE, false, "nothing in it"},
	[DIAG_BINARY] = {"binary", DIAG_NOTE, false, "binary data, not read"},
	[DIAG_SAME_INPUT] = {"same-input", DIAG_NOTE, false,
		"same content as another input, not read again"},
	[DIAG_LONG_LINE] = {"long-line", DIAG_WARNING, true, "line is too long and was skipped"},
	[DIAG_NUL_BYTES] = {"nul-bytes", DIAG_WARNING, false, "NUL bytes left out"},
	[DIAG_PATH_UNUSED] = {"path-unused", DIAG_WARNING, false, "path template fits no input"},

	[DIAG_MARKER_LIMIT] = {"marker-limit", DIAG_ERROR, true,
		"marker pattern takes too long and is no longer tried"},
	[DIAG_MARKER_CUT] = {"marker-cut", DIAG_WARNING, false, "section ends inside a run"},
	[DIAG_MARKER_LEVEL] = {"marker-level", DIAG_WARNING, false,
		"word of a marker is no level and was left out"},
	[DIAG_NO_OUTPUT] = {"no-output", DIAG_WARNING, false,
		"section has no output of a known tool"},
	[DIAG_NO_END_MARKER] = {"no-end-marker", DIAG_WARNING, false, "section has no end marker"},
	[DIAG_LAYOUT_UNKNOWN] = {"layout-unknown", DIAG_WARNING, false,
		"layout name is not understood"},
	[DIAG_ROW_UNREADABLE] = {"row-unreadable", DIAG_WARNING, true,
		"row does not fit the columns"},
	[DIAG_ROW_PARTIAL] = {"row-partial", DIAG_WARNING, false, "row ends early"},
	[DIAG_ROW_PUSHED] = {"row-pushed", DIAG_WARNING, true,
		"wide figures pushed the row out of its columns"},
	[DIAG_ROW_NO_LAYOUT] = {"row-no-layout", DIAG_WARNING, true,
		"columns of the row are not known"},
	[DIAG_CUT_FIGURE] = {"cut-figure", DIAG_WARNING, true,
		"figure is cut off by the end of the log"},
	[DIAG_RUN_INCOMPLETE] = {"run-incomplete", DIAG_WARNING, false,
		"run ends before it is complete"},
	[DIAG_NO_ROWS] = {"no-rows", DIAG_WARNING, true,
		"run says that it is complete, but no row of it could be read"},
	[DIAG_RUN_ERROR] = {"run-error", DIAG_WARNING, false, "run reports an error"},
	[DIAG_RUN_REFUSED] = {"run-refused", DIAG_WARNING, false, "tool refused to run"},
	[DIAG_INVALID_MODE] = {"invalid-mode", DIAG_WARNING, false,
		"figures of this mode are no measurement"},
	[DIAG_UNIT_GUESSED] = {"unit-guessed", DIAG_WARNING, false,
		"unit is not stated and was guessed"},
	[DIAG_PHASE_UNREADABLE] = {"phase-unreadable", DIAG_WARNING, true,
		"line of throughput mode cannot be read"},
	[DIAG_REPORT_DIFFERS] = {"report-differs", DIAG_WARNING, true,
		"report has another figure than the log above it"},
	[DIAG_REPORT_UNREADABLE] = {"report-unreadable", DIAG_WARNING, true,
		"line of the report cannot be read"},
	[DIAG_UNKNOWN_LINES] = {"unknown-lines", DIAG_NOTE, false, "lines of no known meaning"},

	[DIAG_FORMS_DIFFER] = {"forms-differ", DIAG_WARNING, true,
		"two forms of one run have different figures"},
	[DIAG_BOGUS_TEXT] = {"bogus-text", DIAG_WARNING, false,
		"text table is known to print no figures here"},
	[DIAG_UNIT_MISLABELLED] = {"unit-mislabelled", DIAG_NOTE, false,
		"heading names a unit that the column never has"},
	[DIAG_ONLY_PROGRESS] = {"only-progress", DIAG_NOTE, false,
		"progress of a run whose results are not in this input"},
	[DIAG_OTHER_OUTPUT] = {"other-output", DIAG_NOTE, false,
		"output whose figures are not read"},
	[DIAG_SAME_RUN] = {"same-run", DIAG_NOTE, false,
		"run stands in another input as well, not counted again"},
	[DIAG_JOB_UNREADABLE] = {"job-unreadable", DIAG_WARNING, true,
		"job of a report cannot be read"},
	[DIAG_FIGURE_UNREADABLE] = {"figure-unreadable", DIAG_WARNING, true,
		"figure cannot be read"},
	[DIAG_STATUS_REPORTS] = {"status-reports", DIAG_NOTE, false,
		"reports of a run that went on, left out"},
	[DIAG_TOO_MANY_JOBS] = {"too-many-jobs", DIAG_WARNING, true,
		"run has more jobs than are read"},
	[DIAG_JOB_FILE] = {"job-file", DIAG_NOTE, false,
		"job file of fio: describes runs and has no figures"},
	[DIAG_LOG_TYPE] = {"log-type", DIAG_WARNING, true,
		"name of the file does not say what the figures of this fio log are"},
	[DIAG_LOG_COMPRESSED] = {"log-compressed", DIAG_WARNING, true,
		"compressed log of fio is not read"},
	[DIAG_LOG_ROW] = {"log-row", DIAG_WARNING, true, "row of a fio log cannot be read"},
	[DIAG_LOGS_MISSING] = {"logs-missing", DIAG_WARNING, false,
		"logs of some jobs are missing"},
	[DIAG_TIME_BACK] = {"time-back", DIAG_WARNING, false,
		"time runs back: what follows is read as another run"},
	[DIAG_LATENCY_PLAIN] = {"latency-plain", DIAG_WARNING, false,
		"latency of several jobs is their plain mean for want of IOPS logs"},

	[DIAG_RECORD_BAD] = {"record-bad", DIAG_ERROR, true, "record cannot be read"},
};

G_STATIC_ASSERT(G_N_ELEMENTS(table) == DIAG_CODE_COUNT);

static const char *const level_names[] = {
	[DIAG_NOTE] = "note",
	[DIAG_WARNING] = "warning",
	[DIAG_ERROR] = "error",
};

G_STATIC_ASSERT(G_N_ELEMENTS(level_names) == DIAG_LEVEL_COUNT);

/* How often a code came in one file, and where its last entry stands. */
struct tally {
	enum diag_code code;
	const char *file; /* of diag.files: the same name, the same pointer */
	guint entries;
	guint last;
};

struct diag {
	GArray *entries;   /* struct diag_entry */
	GHashTable *tally; /* struct tally *, owned */
	GStringChunk *files;
	int worst;
	bool lost;
	guint32 watched;
};

const struct diag_info *diag_info(enum diag_code code)
{
	return &table[code];
}

const char *diag_level_name(enum diag_level level)
{
	return level_names[level];
}

enum diag_level diag_level_by_name(const char *name)
{
	int i = 0;

	while (i < DIAG_LEVEL_COUNT && strcmp(name, level_names[i]) != 0)
		i++;
	return (enum diag_level)i;
}

static guint tally_hash(gconstpointer key)
{
	const struct tally *tally = key;

	return g_direct_hash(tally->file) * 31 + (guint)tally->code;
}

static gboolean tally_equal(gconstpointer a, gconstpointer b)
{
	const struct tally *s = a, *t = b;

	return s->code == t->code && s->file == t->file;
}

static void entry_clear(gpointer entry)
{
	g_free(((struct diag_entry *)entry)->detail);
}

struct diag *diag_new(void)
{
	struct diag *diag = g_new0(struct diag, 1);

	diag->entries = g_array_new(FALSE, FALSE, sizeof(struct diag_entry));
	g_array_set_clear_func(diag->entries, entry_clear);
	diag->tally = g_hash_table_new_full(tally_hash, tally_equal, g_free, NULL);
	diag->files = g_string_chunk_new(128);
	diag->worst = -1;
	return diag;
}

void diag_free(struct diag *diag)
{
	if (!diag)
		return;
	g_array_free(diag->entries, TRUE);
	g_hash_table_destroy(diag->tally);
	g_string_chunk_free(diag->files);
	g_free(diag);
}

void diag_watch(struct diag *diag, guint32 line)
{
	diag->watched = line;
}

/* The tally of a code in a file, counting what comes now; the file name becomes an own copy. */
static struct tally *tally_for(struct diag *diag, enum diag_code code, const char *file)
{
	struct tally key = {.code = code}, *tally;

	if (file)
		key.file = g_string_chunk_insert_const(diag->files, file);
	tally = g_hash_table_lookup(diag->tally, &key);
	if (!tally) {
		tally = g_memdup2(&key, sizeof(key));
		g_hash_table_add(diag->tally, tally);
	}
	return tally;
}

/* Adds an entry or folds it; takes over its detail. */
static void take(struct diag *diag, struct diag_entry entry)
{
	const struct diag_info *info = diag_info(entry.code);
	struct tally *tally = tally_for(diag, entry.code, entry.file);
	bool watched = diag->watched && entry.line == diag->watched;

	diag->worst = MAX(diag->worst, (int)info->level);
	diag->lost |= info->loses;
	if (watched || tally->entries < DIAG_FOLD) {
		entry.file = tally->file;
		if (!watched) {
			tally->entries++;
			tally->last = diag->entries->len;
		}
		g_array_append_val(diag->entries, entry);
		return;
	}
	g_array_index(diag->entries, struct diag_entry, tally->last).repeats += 1 + entry.repeats;
	g_free(entry.detail);
}

void diag_at(struct diag *diag, enum diag_code code, const char *file, guint32 line,
	const char *format, ...)
{
	struct diag_entry entry = {.code = code, .file = file, .line = line};

	if (format) {
		va_list args;

		va_start(args, format);
		entry.detail = g_strdup_vprintf(format, args);
		va_end(args);
	}
	take(diag, entry);
}

size_t diag_count(const struct diag *diag)
{
	return diag->entries->len;
}

const struct diag_entry *diag_get(const struct diag *diag, size_t i)
{
	g_assert(i < diag->entries->len);
	return &g_array_index(diag->entries, struct diag_entry, i);
}

static gint by_line(gconstpointer a, gconstpointer b)
{
	const struct diag_entry *x = a, *y = b;
	int file = g_strcmp0(x->file, y->file);

	return file ? file : (x->line > y->line) - (x->line < y->line);
}

void diag_join(struct diag *to, struct diag *from)
{
	g_array_sort(from->entries, by_line); /* stable */
	for (guint i = 0; i < from->entries->len; i++) {
		struct diag_entry *entry = &g_array_index(from->entries, struct diag_entry, i);

		take(to, *entry);
		entry->detail = NULL;
	}
	g_array_set_size(from->entries, 0);
	g_hash_table_remove_all(from->tally);
	g_string_chunk_clear(from->files);
	from->worst = -1;
	from->lost = false;
}

int diag_worst(const struct diag *diag)
{
	return diag->worst;
}

bool diag_lost(const struct diag *diag)
{
	return diag->lost;
}

/*
 * How many of the bytes at `s` make one character that may be shown; 0: none.  Line separators and
 * the invisible format characters could make one message look like another.
 */
static size_t visible(const char *s)
{
	gunichar c = g_utf8_get_char_validated(s, -1);

	if (c == (gunichar)-1 || c == (gunichar)-2)
		return 0;
	switch (g_unichar_type(c)) {
	case G_UNICODE_CONTROL:
	case G_UNICODE_FORMAT:
	case G_UNICODE_LINE_SEPARATOR:
	case G_UNICODE_PARAGRAPH_SEPARATOR:
		return 0;
	default:
		return (size_t)(g_utf8_next_char(s) - s);
	}
}

void diag_print_visible(const char *s, GString *out)
{
	while (*s) {
		size_t n = visible(s);

		if (n == 0)
			g_string_append_printf(out, "\\x%02x", (guchar)*s++);
		else
			g_string_append_len(out, s, (gssize)n);
		s += n;
	}
}

void diag_print(const struct diag_entry *entry, GString *out)
{
	diag_print_styled(entry, "", "", out);
}

void diag_print_styled(
	const struct diag_entry *entry, const char *before, const char *after, GString *out)
{
	const struct diag_info *info = diag_info(entry->code);

	g_string_append(out, "iotab: ");
	if (entry->file) {
		diag_print_visible(entry->file, out);
		if (entry->line)
			g_string_append_printf(out, ":%u", entry->line);
		g_string_append(out, ": ");
	}
	g_string_append_printf(
		out, "%s%s%s: %s", before, diag_level_name(info->level), after, info->text);
	if (entry->detail) {
		g_string_append(out, ": ");
		diag_print_visible(entry->detail, out);
	}
	if (entry->repeats)
		g_string_append_printf(
			out, " (and %" G_GUINT64_FORMAT " more like this)", entry->repeats);
	g_string_append_c(out, '\n');
}

/* A JSON string or null; bytes that are no UTF-8 become \xNN in the text, as in diag_print(). */
static void print_json_string(const char *s, GString *out)
{
	if (!s) {
		g_string_append(out, "null");
		return;
	}
	g_string_append_c(out, '"');
	while (*s) {
		size_t n = visible(s);

		if (n == 0)
			g_string_append_printf(out, "\\\\x%02x", (guchar)*s++);
		else if (strchr("\"\\", *s))
			g_string_append_printf(out, "\\%c", *s);
		else
			g_string_append_len(out, s, (gssize)n);
		s += n;
	}
	g_string_append_c(out, '"');
}

void diag_print_json(const struct diag_entry *entry, GString *out)
{
	const struct diag_info *info = diag_info(entry->code);

	g_string_append_printf(out,
		"{\"code\":\"%s\",\"level\":\"%s\",\"loses\":%s,\"file\":", info->name,
		diag_level_name(info->level), info->loses ? "true" : "false");
	print_json_string(entry->file, out);
	g_string_append_printf(
		out, ",\"line\":%u,\"text\":\"%s\",\"detail\":", entry->line, info->text);
	print_json_string(entry->detail, out);
	g_string_append_printf(out, ",\"repeats\":%" G_GUINT64_FORMAT "}\n", entry->repeats);
}
