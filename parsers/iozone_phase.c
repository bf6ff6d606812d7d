#include "parsers/iozone_phase.h"

#include "parsers/iozone_excel.h"
#include <string.h>

/* More processes than any release can start. */
#define CHILDREN_MAX 65535

/* What the tool calls a phase, and the test it is. */
static const struct {
	const char *words;
	const char *test;
} phases[] = {
	{"initial writers", "write"},
	{"rewriters", "rewrite"},
	{"readers", "read"},
	{"re-readers", "reread"},
	{"reverse readers", "backward-read"},
	{"stride readers", "stride-read"},
	{"random readers", "random-read"},
	{"mixed workload", "mixed"},
	{"random writers", "random-write"},
	{"pwrite writers", "pwrite"},
	{"pread readers", "pread"},
	{"fwriters", "fwrite"},
	{"freaders", "fread"},
};

void iozone_phase_clear(gpointer phase)
{
	g_array_free(((struct iozone_phase *)phase)->children, TRUE);
}

static const char *skip_blanks(const char *s, const char *end)
{
	while (s < end && (*s == ' ' || *s == '\t'))
		s++;
	return s;
}

const char *iozone_whole_read(const char *s, const char *end, guint64 *number)
{
	const char *start = s = skip_blanks(s, end);

	for (*number = 0; s < end && g_ascii_isdigit(*s); s++)
		if (s - start < 15)
			*number = *number * 10 + (guint64)(*s - '0');
	return s == start || s - start > 15 ? NULL : s;
}

/* kB is 1024 in every release and spelling. */
static bool read_unit(struct iozone_figure *f, bool rate)
{
	static const char *const units[] = {"kB", "KB", "ops"};

	for (size_t i = 0; i < G_N_ELEMENTS(units); i++) {
		size_t n = strlen(units[i]);

		if (strncmp(f->unit, units[i], n) != 0 ||
			strcmp(f->unit + n, rate ? "/sec" : "") != 0)
			continue;
		f->ops = i == 2;
		return true;
	}
	return false;
}

const char *iozone_figure_read(
	const char *s, const struct text *line, bool rate, struct iozone_figure *f)
{
	const char *end = line->s + line->n, *number, *unit;

	*f = (struct iozone_figure){.line = line->line, .cut = line->cut};
	s = memchr(s, '=', (size_t)(end - s));
	if (!s)
		return NULL;
	number = s = skip_blanks(s + 1, end);
	while (s < end && (g_ascii_isdigit(*s) || *s == '.'))
		s++;
	if (s == number || s - number > IOZONE_FIGURE_DIGITS)
		return NULL;
	memcpy(f->text, number, (size_t)(s - number));
	unit = s = skip_blanks(s, end);
	while (s < end && (g_ascii_isalpha(*s) || *s == '/'))
		s++;
	if ((s == end && line->cut) || (size_t)(s - unit) >= sizeof(f->unit))
		return NULL;
	memcpy(f->unit, unit, (size_t)(s - unit));
	f->cut = false;
	if (!read_unit(f, rate) || strchr(f->text, '.') != strrchr(f->text, '.'))
		return NULL;
	f->value = g_ascii_strtod(f->text, NULL) * (f->ops ? 1 : 1024);
	f->there = true;
	return s;
}

bool iozone_share_read(const char *s, const struct text *line, struct iozone_figure *f)
{
	const char *end = line->s + line->n, *mark = memchr(s, '%', (size_t)(end - s));
	const char *number;

	*f = (struct iozone_figure){.line = line->line, .cpu = true};
	if (!mark)
		return false;
	if (mark + 1 < end && mark[1] == '=') {
		number = s = skip_blanks(mark + 2, end);
		while (s < end && (g_ascii_isdigit(*s) || *s == '.'))
			s++;
		f->cut = line->cut && s == end;
	} else {
		for (s = mark; s > line->s && s[-1] == ' '; s--)
			;
		for (number = s;
			number > line->s && (g_ascii_isdigit(number[-1]) || number[-1] == '.');
			number--)
			;
	}
	if (s == number || s - number > IOZONE_FIGURE_DIGITS || f->cut)
		return false;
	memcpy(f->text, number, (size_t)(s - number));
	f->unit[0] = '%';
	f->value = iozone_share(f->text);
	f->there = true;
	return true;
}

static const char *phase_test(const char *s, size_t n)
{
	while (n && (s[n - 1] == ' ' || s[n - 1] == '\t'))
		n--;
	for (size_t i = 0; i < G_N_ELEMENTS(phases); i++)
		if (strlen(phases[i].words) == n && !memcmp(phases[i].words, s, n))
			return phases[i].test;
	return NULL;
}

bool iozone_sum_read(struct iozone_phase *phase, const char *s, const struct text *line)
{
	const char *end = line->s + line->n;
	const char *equals = memchr(s, '=', (size_t)(end - s));
	struct iozone_figure *f = &phase->figure[IOZONE_SUM];
	guint64 threads;

	*f = (struct iozone_figure){.cut = line->cut};
	s = skip_blanks(s, end);
	if (!equals || equals - s < 4 || memcmp(s, "for", 3) != 0)
		return false;
	f->cut = false;
	s = iozone_whole_read(s + 3, equals, &threads);
	if (!s || !threads || threads > CHILDREN_MAX)
		return false;
	s = skip_blanks(s, equals);
	phase->threads = (unsigned)threads;
	phase->test = phase_test(s, (size_t)(equals - s));
	if (!phase->test)
		return false;
	return iozone_figure_read(equals, line, true, f) || f->cut;
}
