#include "parsers/context.h"

#include "parsers/parser.h"
#include "tests/unit/parsers/witness.h"
#include <glib/gstdio.h>
#include <string.h>

/*
 * A tool of our own: `tool` begins a run, a number is its figure, all else means nothing.  With
 * `own`, runs bring a layout and factors, as records do.
 */
struct toy {
	struct sink *out;
	bool open, own;
	struct run run;
};

static void toy_end(struct toy *toy)
{
	if (toy->open)
		toy->out->run_end(toy->out, &toy->run);
	toy->open = false;
}

static void toy_begin(struct toy *toy, struct pos pos)
{
	const struct level level[] = {{"raid", "own"}, {"slog", "own"}};

	toy_end(toy);
	toy->run = (struct run){.tool = "toy", .status = RUN_COMPLETE, .pos = pos};
	if (toy->own) {
		toy->run.factors = pool_set(toy->out->pool, level, G_N_ELEMENTS(level));
		toy->run.label = "own";
		toy->run.layout = "1*raidz1(2+1)";
		toy->run.host = "own";
	}
	toy->open = true;
	toy->out->run_begin(toy->out, &toy->run);
}

static void toy_figure(const struct toy *toy, const struct text *t)
{
	const struct metric *metric = metrics_get(toy->out->metrics, "iozone:write");
	const struct measurement m = {
		.metric = metric,
		.at = pool_set(toy->out->pool, NULL, 0),
		.value = g_ascii_strtod(t->s, NULL),
		.stddev = NAN,
		.line = t->line,
	};

	if (toy->open && toy->out->wants(toy->out, metric))
		toy->out->measure(toy->out, &m, 1);
}

static void toy_parse(struct input *in, struct sink *out, bool own)
{
	struct toy toy = {.out = out, .own = own};
	enum input_event event;
	struct text t;

	while ((event = input_next(in, &t)) != INPUT_END) {
		struct pos pos = {input_name(in), t.line};

		if (event == INPUT_BREAK)
			toy_end(&toy);
		else if (t.n == 4 && !memcmp(t.s, "tool", 4))
			toy_begin(&toy, pos);
		else if (t.n && g_ascii_isdigit(*t.s))
			toy_figure(&toy, &t);
		else if (out->line)
			out->line(out, pos, LINE_UNKNOWN, t.s, t.n);
		if (event == INPUT_LINE)
			out->lines[LINE_NOISE]++;
	}
	toy_end(&toy);
}

static void tell_line(
	struct sink *sink, struct pos pos, enum line_class class, const char *text, size_t n)
{
	g_string_append_printf(((struct witness *)sink)->log, "%s @%u '%.*s'\n",
		line_class_name(class), pos.line, (int)n, text);
}

static const char study_text[] =
	"markers:\n"
	"  - begin: 'start (?<layout>\\S+)( by (?<raid>\\S+))?( host (?<host>\\w+))?'\n"
	"    end: 'finish (?<secs>\\S+) (?<msecs>\\S+)'\n"
	"  - begin: 'load (?<load>\\d+) (?<kind>\\S+)'\n"
	"    end: 'unload'\n"
	"  - begin: 'open (?<kind>\\S+)'\n"
	"metrics:\n"
	"  secs: {unit: s, better: lower, class: time}\n"
	"  msecs: {unit: ms, better: lower, class: time}\n"
	"  load: {unit: s, better: lower, class: time}\n"
	"layouts:\n"
	"  odd: {shape: 6x(4+2)}\n";

static struct study *study(void)
{
	char *dir = g_dir_make_tmp("context-XXXXXX", NULL);
	g_autofree char *path = g_build_filename(dir, "study.yaml", NULL);
	GError *error = NULL;
	struct study *s;

	g_assert_true(g_file_set_contents(path, study_text, -1, NULL));
	s = study_read(path, &error);
	g_assert_no_error(error);
	g_remove(path);
	g_rmdir(dir);
	g_free(dir);
	return s;
}

struct row {
	const char *name;
	const char *set; /* KEY=VALUE;KEY=VALUE from the command line, from the path behind `|` */
	const char *text, *expected;
	enum { TOY, TOY_LINES, TOY_OWN, TOY_ORIGINS, NO_MARKERS, IOZONE } how;
};

static size_t read_set(const char *text, struct level *level, char ***kept)
{
	size_t n = 0;

	*kept = g_strsplit(text ? text : "", ";", -1);
	for (char **p = *kept; *p; p++) {
		char *eq = strchr(*p, '=');

		*eq = 0;
		level[n++] = (struct level){*p, eq + 1};
	}
	return n;
}

static void check(const struct row *row, const struct study *s, const struct markers *markers)
{
	struct level set[8], path[8];
	g_auto(GStrv) said = g_strsplit(row->set ? row->set : "", "|", 2);
	char **kept, **kept_path;
	size_t n = read_set(said[0], set, &kept);
	size_t n_path = read_set(said[0] ? said[1] : NULL, path, &kept_path);
	const struct context_facts facts = {
		.markers = row->how == TOY_OWN || row->how == NO_MARKERS ? NULL : markers,
		.study = s,
		.set = set,
		.n_set = n,
		.path = path,
		.n_path = n_path,
		.overlay = row->how == TOY_OWN,
	};
	struct witness w;
	struct input *in;
	struct context *context;

	witness_init(&w);
	w.terse = true;
	w.sink.line = row->how == TOY_LINES ? tell_line : NULL;
	w.sink.want_origins = row->how == TOY_ORIGINS;
	in = input_memory(row->text, strlen(row->text), "log", w.sink.diag);
	context = context_new(&facts, in, &w.sink);
	if (row->how == IOZONE)
		parser_iozone.parse(in, context_sink(context));
	else
		toy_parse(in, context_sink(context), row->how == TOY_OWN);
	context_finish(context);
	context_free(context);
	input_close(in);
	witness_diags(w.sink.diag, w.log);
	assert_told(row->name, w.log->str, row->expected);
	witness_clear(&w);
	g_strfreev(kept);
	g_strfreev(kept_path);
}

static void check_rows(const struct row *row, size_t n)
{
	struct study *s = study();
	struct markers *markers = markers_new(s, NULL);

	g_assert_nonnull(markers);
	for (size_t i = 0; i < n; i++)
		check(&row[i], s, markers);
	markers_free(markers);
	study_free(s);
}

/* The built-in pair, and what its sections read as. */
#define CREATE    "Create zpool with 2x21 z n 0\n"
#define DESTROYED "all destroyed, test ran for 12\n"
#define FACTORS   "[cache=0;raid=z;slog=n] label=2x21 layout=2*raidz1(20+1) "

static const struct row sections[] = {
	{"a section", NULL, CREATE "tool\n5\n" DESTROYED,
		"begin toy " FACTORS "@2\niozone:write=5 @3\nx:tottime=12 @4\nend complete\n", TOY},
	{"CR LF", NULL,
		"Create zpool with 2x21 z n 0\r\ntool\r\n5\r\nall destroyed, test ran for 12\r\n",
		"begin toy " FACTORS "@2\niozone:write=5 @3\nx:tottime=12 @4\nend complete\n", TOY},
	{"two sections", NULL,
		CREATE "tool\n5\n" DESTROYED "Create zpool with 6x7 z2 y 1\ntool\n6\n" DESTROYED,
		"begin toy " FACTORS "@2\niozone:write=5 @3\nx:tottime=12 @4\nend complete\n"
		"begin toy [cache=1;raid=z2;slog=y] label=6x7 layout=6*raidz2(5+2) @6\n"
		"iozone:write=6 @7\nx:tottime=12 @8\nend complete\n",
		TOY},
	{"several runs: the figure is of them all", NULL, CREATE "tool\n5\ntool\n6\n" DESTROYED,
		"begin toy " FACTORS "@2\niozone:write=5 @3\nend complete\n"
		"begin toy " FACTORS
		"@4\niozone:write=6 @5\nx:tottime=12 aggregate @6\nend complete\n",
		TOY},
	{"no end marker", NULL, CREATE "tool\n5\n",
		"begin toy " FACTORS
		"@2\niozone:write=5 @3\nx:tottime= truncated @1\nend complete\n"
		"no-end-marker @1\n",
		TOY},
	{"the next begin marker ends it", NULL, CREATE "tool\n5\n" CREATE "tool\n6\n" DESTROYED,
		"begin toy " FACTORS
		"@2\niozone:write=5 @3\nx:tottime= truncated @1\nend complete\n"
		"begin toy " FACTORS "@5\niozone:write=6 @6\nx:tottime=12 @7\nend complete\n"
		"no-end-marker @1\n",
		TOY},
	{"no run", NULL, CREATE DESTROYED,
		"begin - " FACTORS "@1\nx:tottime=12 @2\n"
		"end failed error=no benchmark output between the markers\n"
		"no-output @1\n",
		TOY},
	{"no run, no end", NULL, CREATE,
		"begin - " FACTORS "@1\nx:tottime= truncated @1\n"
		"end failed error=no benchmark output between the markers\n"
		"no-output @1\nno-end-marker @1\n",
		TOY},
	{"no run, then the next section", NULL, CREATE CREATE "tool\n5\n" DESTROYED,
		"begin - " FACTORS "@1\nx:tottime= truncated @1\n"
		"end failed error=no benchmark output between the markers\n"
		"begin toy " FACTORS "@3\niozone:write=5 @4\nx:tottime=12 @5\nend complete\n"
		"no-output @1\nno-end-marker @1\n",
		TOY},
	{"runs outside of sections", NULL, "tool\n1\n" CREATE "tool\n5\n" DESTROYED "tool\n7\n",
		"begin toy @1\niozone:write=1 @2\nend complete\n"
		"begin toy " FACTORS "@4\niozone:write=5 @5\nx:tottime=12 @6\nend complete\n"
		"begin toy @7\niozone:write=7 @8\nend complete\n",
		TOY},
	{"no markers in use", NULL, CREATE "tool\n5\n" DESTROYED,
		"begin toy @2\niozone:write=5 @3\nend complete\n", NO_MARKERS},
	{"a runner's section: levels, no row or repeat", NULL,
		"iorun: begin row=7/48 repeat=2 layout=6x7 raid=z2 mode=\"a \\\"b\\\" "
		"\\\\c\"\ntool\n5\n"
		"iorun: end row=7/48 status=ok seconds=1.5\n",
		"begin toy [mode=a \"b\" \\\\c;raid=z2] label=6x7 layout=6*raidz2(5+2) @2\n"
		"iozone:write=5 @3\nx:tottime=1.5 @4\nend complete\n",
		TOY},
	{"a runner's section without levels", NULL,
		"iorun: begin row=1/1 repeat=1\ntool\n5\niorun: end row=1/1 status=ok seconds=2\n",
		"begin toy @2\niozone:write=5 @3\nx:tottime=2 @4\nend complete\n", TOY},
	{"equal levels of other names are other levels", NULL,
		"iorun: begin row=1/2 repeat=1 a=x\ntool\niorun: end row=1/2 status=ok\n"
		"iorun: begin row=2/2 repeat=1 b=x\ntool\niorun: end row=2/2 status=ok\n",
		"begin toy [a=x] @2\nend complete\nbegin toy [b=x] @5\nend complete\n", TOY},
	{"begun again", NULL,
		"iorun: begin row=7/48 repeat=1 raid=z\n"
		"iorun: begin row=7/48 repeat=1 again=1 raid=z\ntool\n5\n"
		"iorun: end row=7/48 status=ok seconds=3\n"
		"iorun: begin row=8/48 repeat=1 raid=z2\ntool\n6\n"
		"iorun: end row=8/48 status=ok seconds=4\n",
		"begin - [raid=z] @1\nx:tottime= truncated @1\n"
		"end failed error=no benchmark output between the markers\n"
		"begin toy [raid=z] @3\niozone:write=5 repeated @4\nx:tottime=3 repeated @5\n"
		"end complete\n"
		"begin toy [raid=z2] @7\niozone:write=6 @8\nx:tottime=4 @9\nend complete\n"
		"no-output @1\nno-end-marker @1\n",
		TOY},
	{"its campaign says that it did not end well", NULL,
		"iorun: begin row=1/2 repeat=1 a=x\ntool\n5\n"
		"iorun: end row=1/2 status=timeout after=60\n"
		"iorun: begin row=2/2 repeat=1 a=y\niorun: end row=2/2 status=create-failed "
		"after=1\n",
		"begin toy [a=x] @2\niozone:write=5 @3\nend partial error=its campaign says: "
		"timeout\n"
		"begin - [a=y] @5\nend failed error=its campaign says: create-failed\n"
		"no-output @5\n",
		TOY},
	{"words that are no levels", NULL,
		"iorun: begin row=1/1 repeat=1 a=x word =y tool=z 1=2 c=\"\" b=\"never x\ntool\n"
		"iorun: end row=1/1 status=ok\n",
		"begin toy [a=x;c=] @2\nend complete\n"
		"marker-level @1: 'word'\nmarker-level @1: '=y'\nmarker-level @1: 'tool=z'\n"
		"marker-level @1: '1=2'\nmarker-level @1: 'b=\"never x'\n",
		TOY},
	{"notes are nobody's", NULL,
		"iorun: | create = x\niorun: # RAM 1\niorun: begin row=1/1 repeat=1 a=x\ntool\n5\n"
		"iorun: # 7\n6\niorun: end row=1/1 status=ok\n",
		"begin toy [a=x] @4\niozone:write=5 @5\niozone:write=6 @7\nend complete\n", TOY},
	{"a pair without an end", NULL, "open one\ntool\n1\nopen two\ntool\n2\n",
		"begin toy [kind=one] @2\niozone:write=1 @3\nend complete\n"
		"begin toy [kind=two] @5\niozone:write=2 @6\nend complete\n",
		TOY},
	{"nothing", NULL, "", "", TOY},
};

static void test_sections(void)
{
	check_rows(sections, G_N_ELEMENTS(sections));
}

static const struct row cuts[] = {
	{"cut in the begin marker: nothing ran", NULL, "Create zpool with 2x21 z n 0",
		"marker-cut @1: 'cache'\n", TOY},
	{"cut in the end marker's figure", NULL, CREATE "tool\n5\nall destroyed, test ran for 12",
		"begin toy " FACTORS
		"@2\niozone:write=5 @3\nx:tottime= truncated @4\nend complete\n"
		"marker-cut @4: 'tottime'\n",
		TOY},
	{"cut after the end marker's figure", NULL,
		CREATE "tool\n5\nall destroyed, test ran for 12 s",
		"begin toy " FACTORS "@2\niozone:write=5 @3\nx:tottime=12 @4\nend complete\n", TOY},
	{"cut before the end marker's figure", NULL, CREATE "tool\n5\nall destroyed, test ran",
		"begin toy " FACTORS
		"@2\niozone:write=5 @3\nx:tottime= truncated @1\nend complete\n"
		"no-end-marker @1\n",
		TOY},
};

static void test_cuts(void)
{
	check_rows(cuts, G_N_ELEMENTS(cuts));
}

static const struct row sets[] = {
	{"the command line beats the marker", "raid=z2;host=h1;extra=e",
		CREATE "tool\n5\n" DESTROYED,
		"begin toy [cache=0;extra=e;raid=z2;slog=n] host=h1 label=2x21 "
		"layout=2*raidz2(19+2) @2\n"
		"iozone:write=5 @3\nx:tottime=12 @4\nend complete\n",
		TOY},
	{"its layout, too", "layout=6x7", CREATE "tool\n5\n" DESTROYED,
		"begin toy [cache=0;raid=z;slog=n] label=6x7 layout=6*raidz1(6+1) @2\n"
		"iozone:write=5 @3\nx:tottime=12 @4\nend complete\n",
		TOY},
	{"outside of sections", "layout=6x7z2;os=sol", "tool\n5\n",
		"begin toy [os=sol] label=6x7z2 layout=6*raidz2(5+2) @1\n"
		"iozone:write=5 @2\nend complete\n",
		TOY},
	{"of one key the later holds", "os=a;os=b", "tool\n", "begin toy [os=b] @1\nend complete\n",
		TOY},
	{"runs with facts of their own keep them", NULL, CREATE "tool\n5\n",
		"begin toy [raid=own;slog=own] host=own label=own layout=1*raidz1(2+1) @2\n"
		"iozone:write=5 @3\nend complete\n",
		TOY_OWN},
	{"and get what the command line adds", "slog=y;new=n;host=h2", "tool\n5\n",
		"begin toy [new=n;raid=own;slog=y] host=h2 label=own layout=1*raidz1(2+1) @1\n"
		"iozone:write=5 @2\nend complete\n",
		TOY_OWN},
	{"a layout from the command line holds for them", "layout=6x7z2", "tool\n5\n",
		"begin toy [raid=own;slog=own] host=own label=6x7z2 layout=6*raidz2(5+2) @1\n"
		"iozone:write=5 @2\nend complete\n",
		TOY_OWN},
};

static void test_sets(void)
{
	check_rows(sets, G_N_ELEMENTS(sets));
}

/* From the path: stronger than markers, weaker than the command line. */
static const struct row paths[] = {
	{"alone", "|layout=6x7z2;test=w;files=96;host=h", "tool\n5\n",
		"begin toy [files=96;test=w] host=h label=6x7z2 layout=6*raidz2(5+2) @1\n"
		"iozone:write=5 @2\nend complete\n",
		NO_MARKERS},
	{"over a marker", "|layout=6x7;cache=9", CREATE "tool\n" DESTROYED "tool\n",
		"begin toy [cache=9;raid=z;slog=n] label=6x7 layout=6*raidz1(6+1) @2\n"
		"x:tottime=12 @3\nend complete\n"
		"begin toy [cache=9] label=6x7 layout=6*any(7) @4\nend complete\n",
		TOY},
	{"raid completes what a marker says", "|raid=z3", CREATE "tool\n" DESTROYED,
		"begin toy [cache=0;raid=z3;slog=n] label=2x21 layout=2*raidz3(18+3) @2\n"
		"x:tottime=12 @3\nend complete\n",
		TOY},
	{"under the command line", "layout=7x6;test=x|layout=6x7;test=w;files=1", "tool\n",
		"begin toy [files=1;test=x] label=7x6 layout=7*any(6) @1\nend complete\n", TOY},
	{"no layout", "|layout=logs", "tool\n",
		"begin toy label=logs @1\nend complete\nlayout-unknown @0: 'logs'\n", TOY},
	{"a shape of the study", "|layout=odd", "tool\n",
		"begin toy label=odd layout=6*any(4+2) @1\nend complete\n", TOY},
};

static void test_paths(void)
{
	check_rows(paths, G_N_ELEMENTS(paths));
}

static const struct row names[] = {
	{"the study's shape", NULL, "start odd\ntool\nfinish 1 2\n",
		"begin toy label=odd layout=6*any(4+2) @2\n"
		"x:secs=1 @3\nx:msecs=0.002 @3\nend complete\n",
		TOY},
	{"the study's shape and a level", NULL, "start odd by z2\ntool\nfinish 1 2\n",
		"begin toy [raid=z2] label=odd layout=6*raidz2(4+2) @2\n"
		"x:secs=1 @3\nx:msecs=0.002 @3\nend complete\n",
		TOY},
	{"host is no factor", NULL, "start 6x7 by z host h9\ntool\nfinish 1 2\n",
		"begin toy [raid=z] host=h9 label=6x7 layout=6*raidz1(6+1) @2\n"
		"x:secs=1 @3\nx:msecs=0.002 @3\nend complete\n",
		TOY},
	{"a level that says nothing of the layout", NULL, "start 6x7z2 by fast\ntool\nfinish 1 2\n",
		"begin toy [raid=fast] label=6x7z2 layout=6*raidz2(5+2) @2\n"
		"x:secs=1 @3\nx:msecs=0.002 @3\nend complete\n",
		TOY},
	{"no layout name, told once", NULL,
		"start what\ntool\nfinish 1 2\nstart what\ntool\nfinish 1 2\n",
		"begin toy label=what @2\nx:secs=1 @3\nx:msecs=0.002 @3\nend complete\n"
		"begin toy label=what @5\nx:secs=1 @6\nx:msecs=0.002 @6\nend complete\n"
		"layout-unknown @1: 'what'\n",
		TOY},
};

static void test_names(void)
{
	check_rows(names, G_N_ELEMENTS(names));
}

/* The stronger one holds, as of the levels; a marker seen before is another place. */
static const struct row origins[] = {
	{"none", NULL, "tool\n", "begin toy @1\nend complete\n", TOY_ORIGINS},
	{"marker, study, command line", "raid=z2;fs=zfs",
		"start odd by z host h\ntool\nfinish 1 2\ntool\nstart 6x7\ntool\nfinish 1 2\n"
		"start 6x7\ntool\nfinish 1 2\n",
		"begin toy [fs=zfs;raid=z2] host=h label=odd layout=6*raidz2(4+2) "
		"{layout: marker at line 1} {raid: command line} {host: marker at line 1} {fs: "
		"command line} "
		"{: study} @2\n"
		"x:secs=1 @3\nx:msecs=0.002 @3\nend complete\n"
		"begin toy [fs=zfs;raid=z2] {raid: command line} {fs: command line} @4\nend "
		"complete\n"
		"begin toy [fs=zfs;raid=z2] label=6x7 layout=6*raidz2(5+2) "
		"{layout: marker at line 5} {raid: command line} {fs: command line} @6\n"
		"x:secs=1 @7\nx:msecs=0.002 @7\nend complete\n"
		"begin toy [fs=zfs;raid=z2] label=6x7 layout=6*raidz2(5+2) "
		"{layout: marker at line 8} {raid: command line} {fs: command line} @9\n"
		"x:secs=1 @10\nx:msecs=0.002 @10\nend complete\n",
		TOY_ORIGINS},
	{"path, stronger than markers and weaker than the command line",
		"fs=zfs|fs=p;raid=z3;host=p", "start 6x7 by z2\ntool\n5\nfinish 1 2\n",
		"begin toy [fs=zfs;raid=z3] host=p label=6x7 layout=6*raidz3(4+3) "
		"{layout: marker at line 1} {raid: path} {fs: command line} {host: path} @2\n"
		"iozone:write=5 @3\nx:secs=1 @4\nx:msecs=0.002 @4\nend complete\n",
		TOY_ORIGINS},
	{"a section without a run; figures have none", NULL, "load 7 k\nunload\n",
		"begin - [kind=k] {kind: marker at line 1} @1\nx:load=7 @1\n"
		"end failed error=no benchmark output between the markers\nno-output @1\n",
		TOY_ORIGINS},
};

static void test_origins(void)
{
	check_rows(origins, G_N_ELEMENTS(origins));
}

static const struct row figures[] = {
	{"of the begin marker", NULL, "load 7 k\ntool\n5\nunload\n",
		"begin toy [kind=k] @2\niozone:write=5 @3\nx:load=7 @1\nend complete\n", TOY},
	{"of the begin marker, several runs", NULL, "load 7 k\ntool\ntool\nunload\n",
		"begin toy [kind=k] @2\nend complete\n"
		"begin toy [kind=k] @3\nx:load=7 aggregate @1\nend complete\n",
		TOY},
	{"no numbers", NULL, "start 6x7\ntool\nfinish 1x inf\n",
		"begin toy label=6x7 layout=6*any(7) @2\n"
		"x:secs= unreadable @3\nx:msecs= unreadable @3\nend complete\n",
		TOY},
	{"numbers of all kinds", NULL, "start 6x7\ntool\nfinish -1.5 1e3\n",
		"begin toy label=6x7 layout=6*any(7) @2\n"
		"x:secs=-1.5 @3\nx:msecs=1 @3\nend complete\n",
		TOY},
};

static void test_figures(void)
{
	check_rows(figures, G_N_ELEMENTS(figures));
}

/* Which lines the parser sees, and which a listener hears of as markers. */
static const struct row lines[] = {
	{"markers never reach the parser", NULL, "a\n" CREATE "tool\nb\n" DESTROYED "c\n",
		"unknown @1 'a'\n"
		"marker @2 'Create zpool with 2x21 z n 0'\n"
		"begin toy " FACTORS "@3\n"
		"unknown @4 'b'\n"
		"marker @5 'all destroyed, test ran for 12'\n"
		"x:tottime=12 @5\nend complete\n"
		"unknown @6 'c'\n",
		TOY_LINES},
	{"an end marker without its section is a line like any other", NULL,
		DESTROYED "start 6x7\ntool\n" DESTROYED "finish 1 2\n" DESTROYED,
		"unknown @1 'all destroyed, test ran for 12'\n"
		"marker @2 'start 6x7'\n"
		"begin toy label=6x7 layout=6*any(7) @3\n"
		"unknown @4 'all destroyed, test ran for 12'\n"
		"marker @5 'finish 1 2'\n"
		"x:secs=1 @5\nx:msecs=0.002 @5\nend complete\n"
		"unknown @6 'all destroyed, test ran for 12'\n",
		TOY_LINES},
};

static void test_lines(void)
{
	check_rows(lines, G_N_ELEMENTS(lines));
}

/* With a real parser: what is printed after the tool has finished does not part it from its time.
 */
#define IOZONE_LOG                                                                                 \
	"\tIozone: Performance Test of File I/O\n\t        Version $Revision: 3.508 $\n"           \
	"\tCommand line used: iozone -i 0\n\tOutput is in kBytes/sec\n"                            \
	"              64       4       100       200\n\niozone test complete.\n"
#define IOZONE_READ                                                                                \
	"begin iozone " FACTORS "v=3.508 @2\niozone:write=102400 @6\niozone:rewrite=204800 @6\n"

static const struct row tools[] = {
	{"iozone", NULL, CREATE IOZONE_LOG DESTROYED, IOZONE_READ "x:tottime=12 @9\nend complete\n",
		IOZONE},
	{"iozone, then other output", NULL, CREATE IOZONE_LOG "rm: done\n" DESTROYED,
		IOZONE_READ "x:tottime=12 @10\nend complete\nunknown-lines @9: 1\n", IOZONE},
	{"iozone, then a line that starts with a number", NULL,
		CREATE IOZONE_LOG "12 files removed\n" DESTROYED,
		IOZONE_READ "x:tottime=12 @10\nend complete\nunknown-lines @9: 1\n", IOZONE},
	{"iozone, then two numbers", NULL, CREATE IOZONE_LOG "12 24 files removed\n" DESTROYED,
		IOZONE_READ "x:tottime=12 @10\nend complete\nunknown-lines @9: 1\n", IOZONE},
};

static void test_tools(void)
{
	check_rows(tools, G_N_ELEMENTS(tools));
}

/* What the inner sink wants and counts goes through. */
static void test_through(void)
{
	static const char text[] = CREATE "tool\n5\n" DESTROYED;
	struct study *s = study();
	struct markers *markers = markers_new(s, NULL);
	const struct context_facts facts = {.markers = markers, .study = s};
	struct witness w;
	struct input *in;
	struct context *context;
	struct sink *sink;

	witness_init(&w);
	w.unwanted = "iozone:write";
	in = input_memory(text, sizeof(text) - 1, "log", w.sink.diag);
	context = context_new(&facts, in, &w.sink);
	sink = context_sink(context);
	g_assert_true(sink->pool == w.sink.pool);
	g_assert_true(sink->metrics == w.sink.metrics);
	g_assert_true(sink->diag == w.sink.diag);
	g_assert_true(sink->want_original);
	toy_parse(in, sink, false);
	context_finish(context);
	context_free(context);
	input_close(in);
	g_assert_cmpstr(w.log->str, ==,
		"begin toy " FACTORS "@2\nx:tottime=12 '12' (s) [] @4\nend complete\n");
	g_assert_cmpuint(w.sink.lines[LINE_MARKER], ==, 2);
	g_assert_cmpuint(w.sink.lines[LINE_NOISE], ==, 2);
	witness_clear(&w);
	markers_free(markers);
	study_free(s);
	context_free(NULL);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/context/sections", test_sections);
	g_test_add_func("/context/cuts", test_cuts);
	g_test_add_func("/context/sets", test_sets);
	g_test_add_func("/context/paths", test_paths);
	g_test_add_func("/context/names", test_names);
	g_test_add_func("/context/origins", test_origins);
	g_test_add_func("/context/figures", test_figures);
	g_test_add_func("/context/lines", test_lines);
	g_test_add_func("/context/tools", test_tools);
	g_test_add_func("/context/through", test_through);
	return g_test_run();
}
