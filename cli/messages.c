#include "cli/messages.h"

#include "cli/colour.h"
#include "render/fit.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Lines of a screen that messages may take before they are counted instead; errors always may. */
#define SCREEN_WIDTH  80
#define SCREEN_LINES  4
#define SCREEN_WHOLE  30 /* where there is no log, and messages are all there is */
#define SCREEN_ERRORS 2

static const char *const colours[] = {
	[DIAG_NOTE] = "\033[1;36m",
	[DIAG_WARNING] = "\033[1;33m",
	[DIAG_ERROR] = "\033[1;31m",
};

G_STATIC_ASSERT(G_N_ELEMENTS(colours) == DIAG_LEVEL_COUNT);

struct printer {
	const struct session *s;
	bool notes, json, colour;
	size_t lines; /* of a screen */
};

/* What was named on the command line and is no log must not pass silently. */
static bool is_named(const struct session *s, const char *file)
{
	for (guint i = 0; file && i < s->paths->len; i++)
		if (g_str_equal(s->paths->pdata[i], file))
			return true;
	return false;
}

static bool is_shown(const struct printer *p, const struct diag_entry *e)
{
	bool no_log = e->code == DIAG_NO_LOG || e->code == DIAG_EMPTY || e->code == DIAG_BINARY;

	return p->notes || diag_info(e->code)->level != DIAG_NOTE ||
	       (no_log && is_named(p->s, e->file));
}

static void print(const struct printer *p, const struct diag_entry *e, GString *out)
{
	if (p->json)
		diag_print_json(e, out);
	else if (p->colour)
		diag_print_styled(e, colours[diag_info(e->code)->level], "\033[0m", out);
	else
		diag_print(e, out);
}

/* All that is shown of one level. */
static void print_level(const struct printer *p, enum diag_level level, GString *out)
{
	for (size_t i = 0; i < diag_count(p->s->diag); i++) {
		const struct diag_entry *e = diag_get(p->s->diag, i);

		if (diag_info(e->code)->level == level && is_shown(p, e))
			print(p, e, out);
	}
}

/* How many lines of a screen the text takes. */
static size_t screen_lines(const char *text)
{
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
	size_t n = 0;

	for (char **line = lines; *line; line++)
		if (**line)
			n += 1 + (fit_width(*line) - 1) / SCREEN_WIDTH;
	return n;
}

static gint by_count(gconstpointer a, gconstpointer b, gpointer counts)
{
	const guint64 *n = counts;
	guint64 x = n[*(const int *)a], y = n[*(const int *)b];

	return (x < y) - (x > y);
}

/* "iotab: 57 warnings: 20 run-error, 12 row-partial, 4 cut-figure, and 3 more (iotab check)" */
static void count_level(const struct printer *p, enum diag_level level, GString *out)
{
	static const char advice[] = " (iotab check)", notes[] = " (iotab check -v)";
	guint64 counts[DIAG_CODE_COUNT] = {0}, all = 0;
	int codes[DIAG_CODE_COUNT];
	g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
	g_autoptr(GString) line = g_string_new(NULL);
	const char *name = diag_level_name(level), *end = level == DIAG_NOTE ? notes : advice;

	for (size_t i = 0; i < diag_count(p->s->diag); i++) {
		const struct diag_entry *e = diag_get(p->s->diag, i);

		if (diag_info(e->code)->level != level || !is_shown(p, e))
			continue;
		counts[e->code] += 1 + e->repeats;
		all += 1 + e->repeats;
	}
	if (!all)
		return;
	for (int i = 0; i < DIAG_CODE_COUNT; i++)
		codes[i] = i;
	g_qsort_with_data(codes, DIAG_CODE_COUNT, sizeof(*codes), by_count, counts);
	for (int i = 0; i < DIAG_CODE_COUNT && counts[codes[i]]; i++)
		g_ptr_array_add(texts, g_strdup_printf("%" G_GUINT64_FORMAT " %s", counts[codes[i]],
					       diag_info((enum diag_code)codes[i])->name));
	g_string_printf(
		line, "iotab: %" G_GUINT64_FORMAT " %s%s: ", all, name, all == 1 ? "" : "s");
	fit_list(line, texts, 0, SCREEN_WIDTH - strlen(end), true, false);
	g_string_append(line, end);
	if (p->colour) {
		g_autofree char *bright = g_strconcat(colours[level], name, "\033[0m", NULL);

		g_string_replace(line, name, bright, 1);
	}
	g_string_append_printf(out, "%s\n", line->str);
}

static void print_screen(const struct printer *p, GString *out)
{
	const struct printer plain = {.s = p->s, .notes = p->notes};
	g_autoptr(GString) all = g_string_new(NULL), errors = g_string_new(NULL);

	for (int level = DIAG_LEVEL_COUNT - 1; level >= 0; level--)
		print_level(&plain, (enum diag_level)level, all);
	print_level(&plain, DIAG_ERROR, errors);
	for (int level = DIAG_LEVEL_COUNT - 1; level >= 0; level--) {
		bool whole = screen_lines(all->str) <= p->lines ||
			     (level == DIAG_ERROR && screen_lines(errors->str) <= SCREEN_ERRORS);

		(whole ? print_level : count_level)(p, (enum diag_level)level, out);
	}
}

static void count_copies(const char *what, const char *why, guint64 n, GString *out)
{
	if (n)
		g_string_append_printf(out,
			"iotab: %" G_GUINT64_FORMAT " %s%s %s and %s left out (-v)\n", n, what,
			n > 1 ? "s" : "", why, n > 1 ? "were" : "was");
}

/* In the order they came; those left out as copies are counted at the end. */
static void print_all(const struct printer *p, GString *out)
{
	guint64 inputs = 0, runs = 0;

	for (size_t i = 0; i < diag_count(p->s->diag); i++) {
		const struct diag_entry *e = diag_get(p->s->diag, i);

		if (is_shown(p, e))
			print(p, e, out);
		else if (e->code == DIAG_SAME_INPUT)
			inputs++;
		else if (e->code == DIAG_SAME_RUN)
			runs += 1 + e->repeats;
	}
	if (p->json)
		return;
	count_copies("input", "had the same bytes as another", inputs, out);
	count_copies("run", "stood in another input as well", runs, out);
}

void messages_print(const struct session *s, bool no_logs)
{
	const struct printer p = {
		.s = s,
		.notes = s->verbose || no_logs,
		.json = s->diag_form && g_str_equal(s->diag_form, "json"),
		.colour = colour_wanted(STDERR_FILENO),
		.lines = no_logs ? SCREEN_WHOLE : SCREEN_LINES,
	};
	g_autoptr(GString) text = g_string_new(NULL);

	if (s->command->screen && !s->verbose && !p.json)
		print_screen(&p, text);
	else
		print_all(&p, text);
	fwrite(text->str, 1, text->len, stderr);
}
