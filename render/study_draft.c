#include "render/study_draft.h"

#include "analysis/path_guess.h"
#include "model/layout.h"
#include "model/study_text.h"
#include <string.h>

/* Prose ends before this column; of long lists so many things are named. */
#define WIDTH    96
#define LIST_MAX 40

struct draft {
	const struct survey *s;
	const struct study *builtin;
	struct guessed_marker guess;
	GString *out;
};

/* One paragraph of explanation, words of any bytes. */
static void prose(struct draft *d, const char *format, ...) G_GNUC_PRINTF(2, 3);

static void prose(struct draft *d, const char *format, ...)
{
	g_autofree char *text = NULL;
	g_autoptr(GString) shown = g_string_new(NULL);
	g_auto(GStrv) words = NULL;
	size_t column = 0;
	va_list args;

	va_start(args, format);
	text = g_strdup_vprintf(format, args);
	va_end(args);
	study_text_comment(text, shown);
	words = g_strsplit(shown->str, " ", -1);
	for (char **word = words; *word; word++) {
		size_t n = (size_t)g_utf8_strlen(*word, -1);

		if (!column || column + n + 1 > WIDTH) {
			g_string_append(d->out, column ? "\n##" : "##");
			column = 2;
		}
		g_string_append_printf(d->out, " %s", *word);
		column += n + 1;
	}
	g_string_append_c(d->out, '\n');
}

/* "INTRO: a, b, c" */
static void prose_list(struct draft *d, const char *intro, const GPtrArray *texts)
{
	g_autoptr(GString) list = g_string_new(NULL);

	for (guint i = 0; i < MIN(texts->len, LIST_MAX); i++)
		g_string_append_printf(list, "%s%s", i ? ", " : "", (char *)texts->pdata[i]);
	if (texts->len > LIST_MAX)
		g_string_append_printf(list, " and %u more", texts->len - LIST_MAX);
	prose(d, "%s: %s", intro, list->str);
}

static void section(struct draft *d, const char *key)
{
	g_string_append_printf(d->out, "%s:\n", key);
}

static void gap(struct draft *d)
{
	g_string_append_c(d->out, '\n');
}

static void head(struct draft *d)
{
	prose(d, "A first study for iotab: %u input%s, %zu run%s.", d->s->files->len,
		d->s->files->len == 1 ? "" : "s", d->s->runs, d->s->runs == 1 ? "" : "s");
	if (d->s->tools->len)
		prose_list(d, "Tools", d->s->tools);
	prose(d, "As study.yaml beside the logs it is found by itself; iotab-study(5) explains all "
		 "keys.");
	prose(d, "It changes nothing yet: take the # from the start of a line to make it hold. '?' "
		 "is what no log says, and counts for nothing until a value stands there. Lines "
		 "with ## only explain.");
}

/* The name of what all inputs lie in, or of the only one; NULL: there is none. */
static char *place_name(const struct survey *s)
{
	g_autofree char *common = s->files->len ? g_strdup(s->files->pdata[0]) : g_strdup(".");
	char *name, *dot;

	for (guint i = 1; i < s->files->len; i++)
		while (strchr(common, '/') && !g_str_has_prefix(s->files->pdata[i], common))
			*strrchr(common, '/') = '\0';
	for (guint i = 1; i < s->files->len; i++)
		if (!g_str_has_prefix(s->files->pdata[i], common))
			return NULL;
	name = g_path_get_basename(common);
	dot = s->files->len == 1 ? strrchr(name, '.') : NULL;
	if (dot && dot > name)
		*dot = '\0';
	if (*name != '.' && *name != '/' && *name != '-' && g_utf8_validate(name, -1, NULL))
		return name;
	g_free(name);
	return NULL;
}

static void title(struct draft *d)
{
	g_autofree char *name = place_name(d->s);

	gap(d);
	prose(d, "Heads every table.");
	g_string_append(d->out, "#title: ");
	if (!name || !study_text_quote(name, false, d->out))
		g_string_append(d->out, "Storage benchmarks");
	gap(d);
}

/* Of all layouts that are known, the one with the most drives. */
static int most_drives(const struct survey *s)
{
	int most = 0;

	for (guint i = 0; i < s->layouts->len; i++) {
		const struct survey_layout *l = s->layouts->pdata[i];
		struct layout layout;

		if (l->key && layout_parse_key(l->key, &layout))
			most = MAX(most, layout_drives(&layout));
	}
	return most;
}

static void hardware(struct draft *d)
{
	static const struct {
		const char *key, *what;
	} facts[] = {
		{"controllers", "how many, or the data disks on each as in '12,12,12'"},
		{"shelves", "likewise"},
		{"hbas", "likewise"},
		{"placement", "of a vdev's drives on these: best or round-robin"},
		{"disks", "data disks, spares left out"},
		{"disk-size", "of one disk, as in 500107862016 or 4TB"},
		{"ram", "main memory, as in 16G"},
		{"ashift", "9 for sectors of 512 bytes, 12 for 4096"},
		{"zfs-era", "release of ZFS, any text"},
		{"afr", "share of disks that fail in a year, as in 3%"},
	};
	int drives = most_drives(d->s);

	gap(d);
	prose(d, "Missing, as no log tells the hardware. What safe means is asked of controllers, "
		 "shelves or hbas; without the one that a rule names no layout is known to be "
		 "safe.");
	if (drives > 0)
		prose(d, "The largest layout that is understood has %d drives.", drives);
	section(d, "hardware");
	for (size_t i = 0; i < G_N_ELEMENTS(facts); i++) {
		g_autofree char *entry = g_strdup_printf("%s: '" STUDY_OPEN "'", facts[i].key);

		g_string_append_printf(d->out, "#  %-16s  # %s\n", entry, facts[i].what);
	}
}

static void hosts(struct draft *d)
{
	const char *separator = "{";

	gap(d);
	if (!d->s->hosts->len) {
		prose(d, "No marker names a host. Hardware that differs from host to host would "
			 "stand in a section hosts.");
		return;
	}
	prose_list(d, "Hosts found, whose hardware may differ from the above", d->s->hosts);
	g_string_append(d->out, "#hosts: ");
	for (guint i = 0; i < d->s->hosts->len; i++) {
		g_autoptr(GString) name = g_string_new(NULL);

		if (!study_text_quote(d->s->hosts->pdata[i], false, name))
			continue;
		g_string_append_printf(d->out, "%s%s: {}", separator, name->str);
		separator = ", ";
	}
	g_string_append(d->out, *separator == '{' ? "{}\n" : "}\n");
}

static void known_layouts(struct draft *d)
{
	bool any = false;

	for (guint i = 0; i < d->s->layouts->len; i++) {
		const struct survey_layout *l = d->s->layouts->pdata[i];

		if (!l->key)
			continue;
		if (!any)
			prose(d, "Layouts whose names tell their shape:");
		any = true;
		prose(d, "  %s%s%s: %s", l->label, l->raid ? " with raid " : "",
			l->raid ? l->raid : "", l->key);
	}
}

static void open_layouts(struct draft *d)
{
	const char *last = NULL;

	for (guint i = 0; i < d->s->layouts->len; i++) {
		const struct survey_layout *l = d->s->layouts->pdata[i];
		g_autoptr(GString) name = g_string_new(NULL);

		if (l->key || g_strcmp0(last, l->label) == 0)
			continue;
		if (!last)
			prose(d, "Layouts whose names are not understood, so that their safety "
				 "cannot be known. A shape is written as in 6x(4+2) or "
				 "3xraidz2(8+2).");
		last = l->label;
		if (study_text_quote(l->label, false, name))
			g_string_append_printf(
				d->out, "#  %s: {shape: '" STUDY_OPEN "'}\n", name->str);
		else
			prose(d,
				"  '%s' cannot be written in a study: give it another name with "
				"--set layout=NAME",
				l->label);
	}
}

static void layouts(struct draft *d)
{
	gap(d);
	known_layouts(d);
	if (d->s->unnamed)
		prose(d,
			"%zu run%s no layout: nothing in the logs names one. --set layout=NAME "
			"before an input, a marker or a path does.",
			d->s->unnamed, d->s->unnamed == 1 ? " has" : "s have");
	section(d, "layouts");
	open_layouts(d);
}

static void marker(struct draft *d, const char *begin, const char *end)
{
	g_string_append(d->out, "#  - begin: ");
	study_text_quote(begin, true, d->out);
	gap(d);
	if (!end)
		return;
	g_string_append(d->out, "#    end: ");
	study_text_quote(end, true, d->out);
	gap(d);
}

static void guessed(struct draft *d)
{
	const struct guessed_marker *m = &d->guess;

	prose(d, "%zu lines before runs are like this one, and no marker matches them: %s",
		m->begins, m->begin_example);
	if (m->end)
		prose(d, "%zu lines behind runs are like this one: %s", m->ends, m->end_example);
	prose(d, "If they say what was tested, this pattern reads them. A group (?<layout>) is the "
		 "layout, (?<host>) the host, any other a factor: name them as you like.");
	marker(d, m->begin, m->end);
}

static void factors(struct draft *d)
{
	for (guint i = 0; i < d->s->factors->len; i++) {
		const struct survey_factor *f = d->s->factors->pdata[i];
		g_autofree char *intro = g_strdup_printf("Factor %s", f->key);

		prose_list(d, intro, f->levels);
	}
}

static void markers(struct draft *d)
{
	const struct study_marker *own = d->builtin->markers->pdata[d->builtin->markers->len - 1];
	size_t lines = d->s->sink.lines[LINE_MARKER];

	gap(d);
	factors(d);
	if (lines)
		prose(d,
			"%zu lines are run markers of the pair that is built in. It holds "
			"already; this is a copy to change.",
			lines);
	else
		prose(d, "Lines of a script that say what was tested. None is like the pair that "
			 "is built in, of which this is a copy to change.");
	section(d, "markers");
	marker(d, own->begin, own->end);
	if (d->guess.begin)
		guessed(d);
}

static void paths(struct draft *d)
{
	g_autofree char *template = path_guess(d->s->files);
	g_autoptr(GString) text = g_string_new(NULL);

	gap(d);
	if (!template || !study_text_quote(template, true, text)) {
		prose(d, "No directories differ from input to input, so that paths would tell "
			 "nothing.");
		return;
	}
	prose(d, "The directories of the inputs differ. If they say what was tested, this makes "
		 "their names the layout and factors; name them as you like.");
	g_string_append_printf(d->out, "#paths: [%s]\n", text->str);
}

static const struct study_metric *declared(const struct draft *d, const char *name)
{
	for (guint i = 0; i < d->builtin->metrics->len; i++) {
		const struct study_metric *m = d->builtin->metrics->pdata[i];

		if (g_str_equal(m->name, name))
			return m;
	}
	return NULL;
}

static void own_metric(struct draft *d, const struct metric *m)
{
	const char *name = m->name + strlen("x:");

	if (!study_metric_name_is_good(name)) {
		prose(d, "  '%s' cannot be the name of a metric in a study", name);
		return;
	}
	g_string_append_printf(d->out, "#  %s: {unit: %s, better: %s, class: %s}\n", name,
		unit_name(m->unit), metric_better_name(m->better), metric_class_name(m->class));
}

static void metrics(struct draft *d)
{
	const GPtrArray *all = d->s->metrics;

	gap(d);
	prose(d, "Figures that markers bring, by the names of their groups; unit is that of the "
		 "log, better is higher, lower or none.");
	section(d, "metrics");
	for (guint i = 0; i < all->len; i++)
		if (g_str_has_prefix(((const struct metric *)all->pdata[i])->name, "x:"))
			own_metric(d, all->pdata[i]);
	for (guint i = 0; i < d->guess.figures->len; i++)
		g_string_append_printf(d->out,
			"#  %s: {unit: '" STUDY_OPEN "', better: none, class: other}\n",
			(char *)d->guess.figures->pdata[i]);
}

/* Those of single children and such have long names that no table shows unless asked. */
static bool has_title(const struct draft *d, const struct metric *m)
{
	const char *dot = strchr(m->name, '.');

	if (g_str_has_prefix(m->name, "x:"))
		return declared(d, m->name + strlen("x:"));
	return (m->kind == KIND_THROUGHPUT || m->kind == KIND_IOPS) &&
	       (!dot || g_str_equal(dot, ".iops"));
}

static void titles(struct draft *d)
{
	gap(d);
	prose(d, "What heads the columns of tables.");
	section(d, "titles");
	for (guint i = 0; i < d->s->metrics->len; i++) {
		const struct metric *m = d->s->metrics->pdata[i];

		if (!has_title(d, m))
			continue;
		g_string_append_printf(d->out, "#  %s: ", m->name);
		study_text_quote(m->title, false, d->out);
		gap(d);
	}
}

static void rules(struct draft *d)
{
	gap(d);
	prose(d, "What --safe means: all that one rule names is lost at the same time.");
	section(d, "require");
	g_string_append(d->out, "#  - survive=disks:1\n"
				"#  - survive=controller:1  # wants controllers above\n"
				"#  - survive=shelf:1       # wants shelves\n");
	gap(d);
	prose(d, "Kept for later versions, which rank layouts:");
	prose(d, "  rank: {throughput: [read, write], weights: {capacity: 1, safety: 1, "
		 "throughput: 1}}");
}

void study_draft(const struct survey *survey, const struct study *builtin, GString *out)
{
	struct draft d = {.s = survey, .builtin = builtin, .out = out};

	marker_guess_result(survey->guess, &d.guess);
	head(&d);
	title(&d);
	hardware(&d);
	hosts(&d);
	layouts(&d);
	markers(&d);
	paths(&d);
	metrics(&d);
	titles(&d);
	rules(&d);
	guessed_marker_clear(&d.guess);
}
