#include "model/path_template.h"

#include "model/error.h"
#include <string.h>

/* "layout=6x7;files=96", "no" when it does not fit. */
static char *match(const struct path_template *t, const char *path)
{
	GArray *levels = g_array_new(FALSE, FALSE, sizeof(struct level));
	GStringChunk *strings = g_string_chunk_new(64);
	GString *out = g_string_new(NULL);

	if (!path_template_match(t, path, levels, strings)) {
		g_assert_cmpuint(levels->len, ==, 0);
		g_string_append(out, "no");
	}
	for (guint i = 0; i < levels->len; i++) {
		const struct level *l = &g_array_index(levels, struct level, i);

		g_string_append_printf(out, "%s%s=%s", i ? ";" : "", l->key, l->value);
	}
	g_array_free(levels, TRUE);
	g_string_chunk_free(strings);
	return g_string_free(out, FALSE);
}

#define BW "/data/results/6x4p2/streamwrite-n96/bw.1.log"

static const struct {
	const char *template, *path, *levels;
} rows[] = {
	/* with the file and without it */
	{"results/{layout}/{test}-n{files}/*", BW, "layout=6x4p2;test=streamwrite;files=96"},
	{"{layout}/{test}-n{files}", BW, "layout=6x4p2;test=streamwrite;files=96"},
	{"{layout}/{test}-n{files}/", BW, "layout=6x4p2;test=streamwrite;files=96"},
	{"{layout}/{test}", BW, "layout=streamwrite-n96;test=bw.1.log"},
	{"{layout}/{test}/", BW, "layout=6x4p2;test=streamwrite-n96"},
	{"{test}.log", "/a/bw.log", "test=bw"},
	{"{test}.log", "/a.log/bw", "test=a"},
	{"{test}.log", "/a.log/bw.log", "test=bw"},
	{"{test}.log/", "/a.log/bw.log", "test=a"},
	{"{layout}", "/6x7", "layout=6x7"},
	{"{layout}/", "/6x7", "no"},
	{"{layout}/", "/6x7/a", "layout=6x7"},
	{"{layout}", "6x7.log", "layout=6x7.log"},
	{"{layout}", "", "no"},
	{"{a}", "-", "a=-"},
	/* at a border of components, and at the end of the path */
	{"results/{layout}/*", "/myresults/6x7/a", "no"},
	{"results/{layout}/*", "results/6x7/a", "layout=6x7"},
	{"sults/{layout}/*", "/results/6x7/a", "no"},
	{"results/{layout}/*", "/results/6x7/a/b", "layout=6x7"},
	{"results/{layout}/*", "/results/6x7/a/b/c", "no"},
	{"results/{layout}", "/results/6x7/a/b", "no"},
	{"results/{layout}/*", "/results/x/results/6x7/a", "layout=6x7"},
	{"{a}/{b}/{c}", "/x/y", "no"},
	/* as a whole */
	{"/data/{layout}/*", "/data/6x7/a", "layout=6x7"},
	{"/data/{layout}", "/data/6x7/a", "layout=6x7"},
	{"/data/{layout}/*", "/old/data/6x7/a", "no"},
	{"/{layout}", "/6x7", "layout=6x7"},
	{"/{layout}", "6x7", "no"},
	/* the last place where text can stand */
	{"{test}-n{files}", "/a/rand-new-n8", "test=rand-new;files=8"},
	{"{test}-{repeat}.log", "/random-read-1.log", "test=random-read;repeat=1"},
	{"{a}-{b}-{c}", "/1-2-3-4", "a=1-2;b=3;c=4"},
	{"{a}--{b}", "/1---2", "a=1-;b=2"},
	{"{a}--{b}", "/1--", "no"},
	{"{a}-{b}", "/---", "a=-;b=-"},
	{"{a}-{b}", "/--", "no"},
	{"{a}.{b}.log", "/bw.1.log.log", "a=bw.1;b=log"},
	{"n{a}n", "/nnn", "a=n"},
	{"n{a}n", "/nn", "no"},
	{"{a}ab{b}", "/xababab", "a=xab;b=ab"},
	/* any bytes */
	{"{a}-*", "/x-", "a=x"},
	{"{a}-*", "/x-y-z", "a=x-y"},
	{"*-{a}", "/-z", "a=z"},
	{"*-{a}.log", "/x-y-z.log", "a=z"},
	{"*/{a}/*", "/p/q/r", "a=q"},
	{"*/{a}", "/x", "no"},
	{"*/{a}", "/x/y", "a=y"},
	{"*/{a}/**", "/x/y", "no"},
	{"/*/{a}", "/x/y", "a=y"},
	{"bw.*.{a}", "/bw.1.2.log", "a=log"},
	{"bw.*.{a}", "/bw..log", "a=log"},
	{"bw.*.{a}", "/bw.log", "no"},
	/* any components */
	{"results/**/{a}.log", "/results/x.log", "a=x"},
	{"results/**/{a}.log", "/results/1/2/3/x.log", "a=x"},
	{"results/{a}/**", "/results/6x7/1/2/x.log", "a=6x7"},
	{"results/{a}/**", "/results/x.log", "no"},
	{"results/{a}/**/", "/results/6x7/1/2/x.log", "a=6x7"},
	{"results/{a}/**/", "/results/x.log", "no"},
	{"results/{a}/**", "/results/a/results/b/x", "a=b"},
	{"{a}/**/{b}", "/1/2/3/4", "a=3;b=4"},
	{"{a}/**", "/1/2/3", "a=2"},
	{"**/{a}/{b}", "/1/2/3", "a=2;b=3"},
	{"/**/{a}", "/1/2/3", "a=3"},
	{"/r/**/{a}", "/r/2/3", "a=3"},
	{"/r/**/{a}", "/q/r/2/3", "no"},
	/* braces */
	{"{{{a}}}", "/{x}", "a=x"},
	{"{{{a}}}", "/x", "no"},
	{"{{a}}-{a}", "/{a}-x", "a=x"},
	{"{a}}}{{", "/x}{", "a=x"},
	/* what means something elsewhere means itself */
	{"a.b{x}", "/a.bc", "x=c"},
	{"a.b{x}", "/aXbc", "no"},
	{"(a|b)+[c]?^$\\d{x}", "/(a|b)+[c]?^$\\d7", "x=7"},
	{"(a|b)+[c]?^$\\d{x}", "/a7", "no"},
	{"\\Q{x}\\E", "/\\Qy\\E", "x=y"},
	{"#(?#{x})", "/#(?#y)", "x=y"},
	{" {x} ", "/ y ", "x=y"},
	{"{x}\n", "/y\n", "x=y"},
	{"{x}", "/a\nb", "x=a\nb"},
	{"{x}/*", "/a\nb/c\nd", "x=a\nb"},
	{"{x}$", "/y", "no"},
	/* bytes */
	{"\xff{x}\xfe", "/\xff\x80\xfe", "x=\x80"},
	{"{x}\xc3\xa4", "/y\xc3\xa4", "x=y"},
	{"{x}.log", "/\xe4\xf6.log", "x=\xe4\xf6"},
	{"\xe4{x}", "/\xc3\xa4y", "no"},
	/* names */
	{"{a.b-c_d}", "/1", "a.b-c_d=1"},
	{"{label}/*", "/old/x", "label=old"},
	{"{host}.{raid}.{layout}", "/h.z2.6x7", "host=h;raid=z2;layout=6x7"},
};

static void test_match(void)
{
	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		GError *error = NULL;
		struct path_template *t = path_template_new(rows[i].template, &error);
		g_autofree char *got = NULL;

		g_assert_no_error(error);
		g_assert_cmpstr(path_template_text(t), ==, rows[i].template);
		got = match(t, rows[i].path);
		if (strcmp(got, rows[i].levels) != 0)
			g_test_fail_printf("'%s' on '%s' gives %s, not %s", rows[i].template,
				rows[i].path, got, rows[i].levels);
		path_template_free(t);
	}
	path_template_free(NULL);
}

#define NO_NAME " is no name: a letter, then letters, digits, '.', '_', '-'"
#define OPEN    "no text tells where the piece before it ends and this one begins"

static const struct {
	const char *template, *message;
} bad_rows[] = {
	{"", "'', character 1: a component is empty"},
	{"/", "'/', character 2: a component is empty"},
	{"//{a}", "'//{a}', character 2: a component is empty"},
	{"a//{b}", "'a//{b}', character 3: a component is empty"},
	{"{a}//", "'{a}//', character 5: a component is empty"},
	{"./{a}", "'./{a}', character 1: '.' and '..' stand in no path that is looked at"},
	{"{a}/../*", "'{a}/../*', character 5: '.' and '..' stand in no path that is looked at"},
	{"a/*", "'a/*', character 1: no {name} in it, as in '{layout}/{test}.log'"},
	{"**", "'**', character 1: no {name} in it, as in '{layout}/{test}.log'"},
	{"{{a}}", "'{{a}}', character 1: no {name} in it, as in '{layout}/{test}.log'"},
	{"x/{a", "'x/{a', character 3: '{' is not closed"},
	{"{a/b}", "'{a/b}', character 1: '{' is not closed"},
	{"{a}/{", "'{a}/{', character 5: '{' is not closed"},
	{"{a}x}", "'{a}x}', character 5: '}' closes nothing, '}}' is a brace"},
	{"}", "'}', character 1: '}' closes nothing, '}}' is a brace"},
	{"{}", "'{}', character 1: ''" NO_NAME},
	{"{1}", "'{1}', character 1: '1'" NO_NAME},
	{"{a b}", "'{a b}', character 1: 'a b'" NO_NAME},
	{"{a{b}", "'{a{b}', character 1: 'a{b'" NO_NAME},
	{"{a*}", "'{a*}', character 1: 'a*'" NO_NAME},
	{"\xc3\xa4{\xc3\xa4}", "'\xc3\xa4{\xc3\xa4}', character 2: '\xc3\xa4'" NO_NAME},
	{"{tool}", "'{tool}', character 1: 'tool' is a fact of each run and cannot be set"},
	{"x-{line}", "'x-{line}', character 3: 'line' is a fact of each run and cannot be set"},
	{"{a}/{a}", "'{a}/{a}', character 5: '{a}' stands twice"},
	{"{a}{b}", "'{a}{b}', character 4: " OPEN},
	{"{a}*", "'{a}*', character 4: " OPEN},
	{"x*{a}", "'x*{a}', character 3: " OPEN},
	{"a**/{b}", "'a**/{b}', character 2: '**' is a component of its own"},
	{"***/{b}", "'***/{b}', character 1: '**' is a component of its own"},
	{"**/{a}/**", "'**/{a}/**', character 8: '**' stands twice"},
};

static void test_bad(void)
{
	for (size_t i = 0; i < G_N_ELEMENTS(bad_rows); i++) {
		GError *error = NULL;
		struct path_template *t = path_template_new(bad_rows[i].template, &error);

		if (t) {
			g_test_fail_printf("'%s' is a template", bad_rows[i].template);
			path_template_free(t);
			continue;
		}
		g_assert_error(error, IOTAB_ERROR, IOTAB_ERROR_USAGE);
		g_assert_cmpstr(error->message, ==, bad_rows[i].message);
		g_error_free(error);
	}
}

/* `n` times `{aI}-`, without the last dash. */
static GString *many_names(int n)
{
	GString *text = g_string_new(NULL);

	for (int i = 1; i <= n; i++)
		g_string_append_printf(text, "%s{a%d}", i > 1 ? "-" : "", i);
	return text;
}

static void test_many(void)
{
	static const struct {
		int names, dashes;
		bool fits;
	} tries[] = {{50, 98, true}, {50, 97, false}, {50, 255, true}, {64, 4000, true}};
	GError *error = NULL;
	GString *text;

	for (size_t i = 0; i < G_N_ELEMENTS(tries); i++) {
		g_autofree char *path = g_strnfill((gsize)tries[i].dashes + 1, '-'), *got = NULL;
		struct path_template *t;

		text = many_names(tries[i].names);
		t = path_template_new(text->str, NULL);
		g_string_free(text, TRUE);
		/* Each name takes one dash, the first one what is left. */
		got = match(t, path);
		g_assert_cmpint(strcmp(got, "no") != 0, ==, tries[i].fits);
		g_assert_true(!tries[i].fits || g_str_has_suffix(got, ";a50=-") ||
			      g_str_has_suffix(got, ";a64=-"));
		path_template_free(t);
	}
	text = many_names(65);
	g_assert_null(path_template_new(text->str, &error));
	g_assert_true(g_str_has_suffix(error->message, ": more than 64 names"));
	g_error_free(error);
	g_string_free(text, TRUE);
}

/* Nothing backtracks without end, whatever the path. */
static void test_long(void)
{
	static const struct {
		const char *template, *piece, *end, *levels;
	} tries[] = {
		{"{a}/*", "x", "/y", NULL},
		{"r/**/{a}", "x/", "y", "no"},
		{"{b}/**/{a}", "x/", "y", "b=x;a=y"},
		{"{b}q/**/{a}.log", "x/", "y.log", "no"},
		{"/{b}/**/{a}.log", "x/", "y.log", "b=x;a=y"},
		{"*-{a}-*-{b}-*-{c}x", "-", "y", "no"},
		{"*a{x}a*a{y}a*a{z}b", "a", "c", "no"},
	};

	for (size_t i = 0; i < G_N_ELEMENTS(tries); i++) {
		struct path_template *t = path_template_new(tries[i].template, NULL);
		GString *path = g_string_new("/");
		g_autofree char *got = NULL;

		while (path->len + strlen(tries[i].piece) + strlen(tries[i].end) <= 4096)
			g_string_append(path, tries[i].piece);
		g_string_append(path, tries[i].end);
		got = match(t, path->str);
		if (tries[i].levels)
			g_assert_cmpstr(got, ==, tries[i].levels);
		else
			g_assert_cmpuint(strlen(got), ==, strlen("a=") + 4096 - strlen("//y"));
		g_string_free(path, TRUE);
		path_template_free(t);
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/path-template/match", test_match);
	g_test_add_func("/path-template/bad", test_bad);
	g_test_add_func("/path-template/many", test_many);
	g_test_add_func("/path-template/long", test_long);
	return g_test_run();
}
