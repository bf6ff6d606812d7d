#define PCRE2_CODE_UNIT_WIDTH 8
#include "parsers/markers.h"

#include "model/error.h"
#include "tests/unit/parsers/witness.h"
#include <glib/gstdio.h>
#include <pcre2.h>
#include <string.h>

/* What a pattern's syntax shows; "" where it shows nothing, or nothing that is safe. */
static const struct {
	const char *pattern, *literal;
} literals[] = {
	{"", ""},
	{"abc", "abc"},
	{"^abc$", "abc"},
	{"Create zpool with (?<layout>\\S+) (?<raid>\\S+)", "Create zpool with "},
	{"[Aa]ll destroyed, test ran for\\s+(?<tottime>\\d+)\\b", "ll destroyed, test ran for"},
	{"abc|abd", ""},
	{"|abc", ""},
	{"abc|", ""},
	{"abc(d|e)fghi", "fghi"},
	{"(abcdef)gh", "gh"},
	{"(abcdef|x)gh", "gh"},
	{"(a(bc)d)?efg", "efg"},
	{"ab(cd)*efg", "efg"},
	{"ab.cde", "cde"},
	{"abc?d", "ab"},
	{"abc*d", "ab"},
	{"abc+d", "abc"},
	{"abc{0}defg", "defg"},
	{"abc{2,3}d", "ab"},
	{"abc??d", "ab"},
	{"abc*+d", "ab"},
	{"abc+?de", "abc"},
	{"a?", ""},
	{"a\\.b\\+c", "a.b+c"},
	{"\\(abc\\)", "(abc)"},
	{"a\\?b", "a?b"},
	{"ab\\.?c", "ab"},
	{"ab\\d+cde", "cde"},
	{"ab\\wcde\\W", "cde"},
	{"\\babc\\B", "abc"},
	{"[abc]def", "def"},
	{"[]abc]def", "def"},
	{"[^]abc]def", "def"},
	{"[a\\]b]def", "def"},
	{"[[:alpha:]b]def", "def"},
	{"[[:x]def", "def"},
	{"[[:alpha:][:^digit:]]def", "def"},
	{"[(]def", "def"},
	{"([)]abcd)ef", "ef"},
	{"(\\)abcd)ef", "ef"},
	{"(?:abcd)ef", "ef"},
	{"(?<n>abcd)ef", "ef"},
	{"(?P<n>abcd)ef", "ef"},
	{"(?=abcd)ab", "ab"},
	{"(?!abcd)ab", "ab"},
	{"(?<=abcd)ab", "ab"},
	{"(?<!abcd)ab", "ab"},
	{"(?>abcd)ef", "ef"},
	/* letters that may mean something else: nothing is shown */
	{"(?i)abc", ""},
	{"(?i:x)abc", ""},
	{"(?x)a b c", ""},
	{"(*UTF)abc", ""},
	{"\\Qa|b\\Eabc", ""},
	{"\\x41bcd", ""},
	{"abc\\nd", ""},
	{"(?#abc)d", ""},
};

static void test_literals(void)
{
	g_autoptr(GString) got = g_string_new("before");

	for (size_t i = 0; i < G_N_ELEMENTS(literals); i++) {
		marker_literal(literals[i].pattern, got);
		if (g_strcmp0(got->str, literals[i].literal))
			fail_row("'%s': got '%s', expected '%s'", literals[i].pattern, got->str,
				literals[i].literal);
	}
}

/* Unfinished patterns do not compile, but they must not be read beyond their end either. */
static void test_unfinished(void)
{
	static const char *const patterns[] = {"(", "(a", "[", "[a", "[^", "[]", "[[:", "[[:a",
		"a\\", "a{", "a{1", "(\\", "([", "([a", "(a[\\", "*", "?", "{", "(?", "(?<", "(*",
		"[a\\"};
	g_autoptr(GString) got = g_string_new(NULL);

	for (size_t i = 0; i < G_N_ELEMENTS(patterns); i++) {
		char *exact = g_strdup(patterns[i]);

		marker_literal(exact, got);
		g_assert_cmpuint(got->len, <=, strlen(exact));
		g_free(exact);
	}
}

static void random_pattern(GRand *rand, GString *out, int depth)
{
	static const char *const atoms[] = {"a", "b", "c", "ab", "1", " ", ".", "\\.", "\\d", "\\w",
		"\\s", "\\S", "[ab]", "[^a]", "[]b]", "[a\\]]", "[[:digit:]]", "[[:a]", "\\b", "^",
		"$", "\\(", "\\\\", "\\?", "(?i)", "(?x)", "\\Qa\\E", "\\x61"};
	static const char *const opens[] = {
		"(", "(?:", "(?<n%d>", "(?=", "(?!", "(?<=", "(?>", "(?i:"};
	static const char *const counts[] = {
		"?", "*", "+", "{0}", "{2}", "{0,2}", "??", "*?", "+?", "*+", "{,2}", "{x}"};
	int n = g_rand_int_range(rand, 1, 6);

	for (int i = 0; i < n; i++) {
		if (depth < 3 && g_rand_int_range(rand, 0, 4) == 0) {
			int open = g_rand_int_range(rand, 0, G_N_ELEMENTS(opens));

			if (open == 2)
				g_string_append_printf(out, "(?<n%zu>", out->len);
			else
				g_string_append(out, opens[open]);
			random_pattern(rand, out, depth + 1);
			g_string_append_c(out, ')');
		} else {
			/* rare atoms make the whole pattern unreadable: mostly letters */
			int most = g_rand_int_range(rand, 0, 3) ? 5 : (int)G_N_ELEMENTS(atoms);

			g_string_append(out, atoms[g_rand_int_range(rand, 0, most)]);
		}
		if (g_rand_int_range(rand, 0, 4) == 0)
			g_string_append(
				out, counts[g_rand_int_range(rand, 0, G_N_ELEMENTS(counts))]);
		if (g_rand_int_range(rand, 0, 9) == 0)
			g_string_append_c(out, '|');
	}
}

static void random_line(GRand *rand, GString *out)
{
	static const char alphabet[] = "aaabbbcc11 .(\\?A]x{},2";
	int n = g_rand_int_range(rand, 0, 24);

	g_string_truncate(out, 0);
	while (n--)
		g_string_append_c(out, alphabet[g_rand_int_range(rand, 0, sizeof(alphabet) - 1)]);
}

static pcre2_code *compile(const char *pattern)
{
	int code;
	PCRE2_SIZE offset;

	return pcre2_compile((PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED, 0, &code, &offset, NULL);
}

/* Whatever matches holds the literal. */
static void test_literal_property(void)
{
	const guint32 seed = 1001;
	GRand *rand = g_rand_new_with_seed(seed);
	g_autoptr(GString) pattern = g_string_new(NULL), line = g_string_new(NULL);
	g_autoptr(GString) literal = g_string_new(NULL);
	guint shown = 0, matched = 0, wrong = 0;

	for (int i = 0; i < 20000; i++) {
		pcre2_code *code;
		pcre2_match_data *match;

		g_string_truncate(pattern, 0);
		random_pattern(rand, pattern, 0);
		code = compile(pattern->str);
		if (!code)
			continue;
		marker_literal(pattern->str, literal);
		shown += literal->len > 0;
		match = pcre2_match_data_create_from_pattern(code, NULL);
		for (int k = 0; k < 12 && literal->len; k++) {
			random_line(rand, line);
			if (pcre2_match(
				    code, (PCRE2_SPTR)line->str, line->len, 0, 0, match, NULL) <= 0)
				continue;
			matched++;
			if (!strstr(line->str, literal->str) && ++wrong < 10)
				fail_row("seed %u: '%s' matches '%s' without '%s'", seed,
					pattern->str, line->str, literal->str);
		}
		pcre2_match_data_free(match);
		pcre2_code_free(code);
	}
	g_assert_cmpuint(shown, >, 3000);
	g_assert_cmpuint(matched, >, 1000);
	g_rand_free(rand);
}

/* A study with the given pairs, then the built-in one; line numbers 10, 11, 20, 21 ... */
static struct study *study_of(const char *const (*pairs)[2], size_t n)
{
	struct study *study = study_new();

	study->path = g_strdup("study.yaml");
	for (size_t i = 0; i < n; i++) {
		struct study_marker *m = g_new0(struct study_marker, 1);

		m->begin = g_strdup(pairs[i][0]);
		m->end = g_strdup(pairs[i][1]);
		m->begin_line = 10 * (int)(i + 1);
		m->end_line = m->begin_line + 1;
		g_ptr_array_insert(study->markers, (gint)i, m);
	}
	return study;
}

/* Runs each line through the patterns themselves, as marker_scan_line() must. */
struct oracle {
	size_t n;
	pcre2_code *code[16];
	pcre2_match_data *match[16];
	bool begin[16];
	size_t pair[16];
};

static void oracle_init(struct oracle *o, const struct study *study)
{
	o->n = 0;
	for (int begin = 1; begin >= 0; begin--)
		for (guint i = 0; i < study->markers->len; i++) {
			const struct study_marker *m = g_ptr_array_index(study->markers, i);

			if (!begin && !m->end)
				continue;
			o->code[o->n] = compile(begin ? m->begin : m->end);
			o->match[o->n] = pcre2_match_data_create_from_pattern(o->code[o->n], NULL);
			o->begin[o->n] = begin;
			o->pair[o->n++] = i;
		}
}

static void oracle_clear(struct oracle *o)
{
	for (size_t i = 0; i < o->n; i++) {
		pcre2_match_data_free(o->match[i]);
		pcre2_code_free(o->code[i]);
	}
}

/* The number of the pattern that matches first; -1: none. */
static int oracle_line(const struct oracle *o, const struct text *line)
{
	for (size_t i = 0; i < o->n; i++)
		if (pcre2_match(o->code[i], (PCRE2_SPTR)line->s, line->n, 0, 0, o->match[i], NULL) >
			0)
			return (int)i;
	return -1;
}

/* A filter that asks both for each line. */
struct judge {
	struct input_filter filter;
	struct marker_scan *scan;
	const struct oracle *oracle;
	guint hits, lines;
};

static bool same_groups(const struct marker_hit *hit, pcre2_match_data *match,
	const pcre2_code *code, const struct text *line)
{
	const PCRE2_SIZE *at = pcre2_get_ovector_pointer(match);

	for (size_t i = 0; i < hit->n; i++) {
		const struct marker_group *g = &hit->group[i];
		int number = pcre2_substring_number_from_name(code, (PCRE2_SPTR)g->name);
		PCRE2_SIZE from = at[2 * number], to = at[2 * number + 1];

		if (from == PCRE2_UNSET ? g->value != NULL
					: g->value != line->s + from || g->n != to - from ||
						  g->at_end != (to == line->n))
			return false;
	}
	return true;
}

static enum input_verdict judge_take(
	struct input_filter *filter, const struct text *line, const char *limit, bool fresh)
{
	struct judge *j = (struct judge *)filter;
	struct marker_hit hit;
	bool got = marker_scan_line(j->scan, line, "log", limit, fresh, &hit);
	int expected = oracle_line(j->oracle, line);

	j->lines++;
	j->hits += got;
	if (got != (expected >= 0))
		fail_row("line %u '%.*s': %s", line->line, (int)MIN(line->n, 200), line->s,
			got ? "found what does not match" : "missed");
	else if (got && (hit.begin != j->oracle->begin[expected] ||
				hit.pair != j->oracle->pair[expected] ||
				!same_groups(&hit, j->oracle->match[expected],
					j->oracle->code[expected], line)))
		fail_row("line %u '%.*s': another marker or other groups", line->line,
			(int)MIN(line->n, 200), line->s);
	return INPUT_PASS;
}

static void judge_taken(struct input_filter *filter)
{
	(void)filter;
}

static const char *const scan_pairs[][2] = {
	{"start (?<layout>\\S+)( on (?<host>\\w+))?", "finish (?<secs>\\d+)"},
	{"(?<any>x+)yz", NULL}, /* literal at the end */
	{"layout=(?<layout>\\S*) ?$", "^-- $"},
	{"(?<a>foo|bar)", "done|ready"}, /* no literal */
	{"(?i)BEGIN (?<b>.*)", "(?i)END"},
};

static const char *const scan_words[] = {"start ", "start a", " on h1", "finish ", "finish 12",
	"xxyz", "xyz", "xy", "yz", "layout=", "layout=2x21 ", "-- ", "fo", "foo", "bar", "done",
	"begin it", "End", "Create zpool with ", "Create zpool with a b c d",
	"all destroyed, test ran for 7", " ", "nothing", "sta"};

static GString *random_log(guint32 seed, size_t size, const char *end)
{
	GRand *rand = g_rand_new_with_seed(seed);
	GString *text = g_string_sized_new(size + 200);

	while (text->len < size) {
		int n = g_rand_int_range(rand, 0, 4);

		/* long stretches without any marker, as in a log */
		for (int quiet = g_rand_int_range(rand, 0, 30); quiet > 0; quiet--)
			g_string_append_printf(text, "    %8d    4444%s", quiet, end);
		while (n--)
			g_string_append(text,
				scan_words[g_rand_int_range(rand, 0, G_N_ELEMENTS(scan_words))]);
		g_string_append(text, end);
	}
	g_rand_free(rand);
	return text;
}

static void check_scan(const char *end, size_t size, bool from_file)
{
	struct study *study = study_of(scan_pairs, G_N_ELEMENTS(scan_pairs));
	struct markers *markers = markers_new(study, NULL);
	struct diag *diag = diag_new();
	g_autoptr(GString) text = random_log(77, size, end);
	struct oracle oracle;
	struct judge judge = {{judge_take, judge_taken, judge_taken}, NULL, &oracle, 0, 0};
	char *dir = NULL, *path = NULL;
	struct input *in;
	struct text t;

	g_assert_nonnull(markers);
	oracle_init(&oracle, study);
	judge.scan = marker_scan_new(markers, diag);
	if (from_file) {
		dir = g_dir_make_tmp("markers-XXXXXX", NULL);
		path = g_build_filename(dir, "log", NULL);
		g_assert_true(g_file_set_contents(path, text->str, (gssize)text->len, NULL));
		in = input_open(path, "log", diag, NULL);
	} else {
		in = input_memory(text->str, text->len, "log", diag);
	}
	input_set_filter(in, &judge.filter);
	while (input_next(in, &t) != INPUT_END)
		;
	g_assert_cmpuint(judge.hits, >, 20);
	g_assert_cmpuint(judge.hits, <, judge.lines);
	g_assert_cmpuint(diag_count(diag), ==, 0);
	input_close(in);
	if (from_file) {
		g_remove(path);
		g_rmdir(dir);
	}
	g_free(path);
	g_free(dir);
	marker_scan_free(judge.scan);
	oracle_clear(&oracle);
	markers_free(markers);
	study_free(study);
	diag_free(diag);
}

static void test_scan(void)
{
	check_scan("\n", 100000, false);
	check_scan("\r\n", 100000, false);
	check_scan("\r", 100000, false);
}

static void test_scan_refills(void)
{
	check_scan("\n", 2 * INPUT_LINE_MAX + 5000, true);
	check_scan("\r\n", INPUT_LINE_MAX + 5000, true);
}

/* One line by itself; the marker's groups as NAME=VALUE, at_end with `$`. */
static char *hit_of(struct marker_scan *scan, const char *line, guint32 number)
{
	const struct text t = {line, strlen(line), number, false};
	GString *out = g_string_new(NULL);
	struct marker_hit hit;

	if (!marker_scan_line(scan, &t, "log", t.s + t.n, true, &hit))
		return g_string_free(out, FALSE);
	g_string_append_printf(out, "%s%zu", hit.begin ? "begin" : "end", hit.pair);
	for (size_t i = 0; i < hit.n; i++)
		if (hit.group[i].value)
			g_string_append_printf(out, " %s=%.*s%s", hit.group[i].name,
				(int)hit.group[i].n, hit.group[i].value,
				hit.group[i].at_end ? "$" : "");
		else
			g_string_append_printf(out, " %s-", hit.group[i].name);
	return g_string_free(out, FALSE);
}

static const char *const group_pairs[][2] = {
	{"(?<zeta>\\d) (?<alpha>\\d) (?<mid>\\d)", "over (?<secs>\\d+)"},
	{"opt (?<a>x)?(?<b>y)?", NULL},
	{"outer (?<o>a(?<i>b)c)", "outer"},
	{"over (?<first>\\w+)", "two"},
};

static const struct {
	const char *line, *hit;
} group_rows[] = {
	{"1 2 3", "begin0 zeta=1 alpha=2 mid=3$"}, /* as the pattern has them, not by alphabet */
	{"<1 2 3>", "begin0 zeta=1 alpha=2 mid=3"},
	{"opt x", "begin1 a=x$ b-"},
	{"opt y.", "begin1 a- b=y"},
	{"opt ", "begin1 a- b-"},
	{"outer abc", "begin2 o=abc$ i=b"},
	{"over 12", "begin3 first=12$"}, /* begin before end */
	{"outer", "end2"},
	{"two", "end3"},
	{"Create zpool with 2x21 z n 0", "begin5 layout=2x21 raid=z slog=n cache=0$"},
	{"all destroyed, test ran for 12 s", "end5 tottime=12"},
	{"nothing", ""},
	{"", ""},
};

static void test_groups(void)
{
	struct study *study = study_of(group_pairs, G_N_ELEMENTS(group_pairs));
	struct markers *markers = markers_new(study, NULL);
	struct diag *diag = diag_new();
	struct marker_scan *scan = marker_scan_new(markers, diag);
	const char *names[MARKER_GROUPS];

	for (size_t i = 0; i < G_N_ELEMENTS(group_rows); i++) {
		g_autofree char *got = hit_of(scan, group_rows[i].line, (guint32)i + 1);

		if (g_strcmp0(got, group_rows[i].hit))
			fail_row("'%s': got '%s', expected '%s'", group_rows[i].line, got,
				group_rows[i].hit);
	}
	g_assert_cmpuint(markers_end_groups(markers, 0, names), ==, 1);
	g_assert_cmpstr(names[0], ==, "secs");
	g_assert_cmpuint(markers_end_groups(markers, 1, names), ==, 0); /* has no end */
	g_assert_cmpuint(markers_end_groups(markers, 2, names), ==, 0); /* has no groups */
	g_assert_cmpuint(markers_end_groups(markers, 99, names), ==, 0);
	marker_scan_free(scan);
	markers_free(markers);
	study_free(study);
	diag_free(diag);
}

static const char *const slow_pairs[][2] = {
	{"(?<slow>(a+)+)$", NULL},
	{"ok (?<n>\\d)", NULL},
};

/* A pattern that backtracks without end costs one message and itself, in this input only. */
static void test_limit(void)
{
	struct study *study = study_of(slow_pairs, G_N_ELEMENTS(slow_pairs));
	struct markers *markers = markers_new(study, NULL);
	g_autoptr(GString) line = g_string_new("ok 1 ");

	for (int i = 0; i < 40; i++)
		g_string_append_c(line, 'a');
	g_string_append_c(line, 'b');
	for (int input = 0; input < 2; input++) {
		struct diag *diag = diag_new();
		struct marker_scan *scan = marker_scan_new(markers, diag);
		g_autofree char *fast = hit_of(scan, "aaa", 1), *slow = hit_of(scan, line->str, 2);
		g_autofree char *off = hit_of(scan, "aaa", 3), *again = hit_of(scan, line->str, 4);

		g_assert_cmpstr(fast, ==, "begin0 slow=aaa$");
		g_assert_cmpstr(slow, ==, "begin1 n=1");
		g_assert_cmpstr(off, ==, "");
		g_assert_cmpstr(again, ==, "begin1 n=1");
		g_assert_cmpuint(diag_count(diag), ==, 1);
		g_assert_cmpint(diag_get(diag, 0)->code, ==, DIAG_MARKER_LIMIT);
		g_assert_cmpuint(diag_get(diag, 0)->line, ==, 2);
		g_assert_true(g_str_has_prefix(diag_get(diag, 0)->detail, "'(?<slow>(a+)+)$': "));
		marker_scan_free(scan);
		diag_free(diag);
	}
	markers_free(markers);
	study_free(study);
}

/* Bad pairs, and how the message begins and ends. */
static const struct {
	const char *begin, *end, *starts, *holds;
} bad[] = {
	{"run (", NULL, "study.yaml:10: ", "'run ('"},
	{"run (?<n>\\d", NULL, "study.yaml:10: ", "'run (?<n>\\d'"},
	{"(?<n>x)", "end [", "study.yaml:11: ", "'end ['"},
	{"(?<n>x)*+*", NULL, "study.yaml:10: ", "(?<n>x)*+*"},
	{"(?<n>a)(?<n>b)", NULL, "study.yaml:10: ", "(?<n>a)(?<n>b)"},
	{"(?<tool>\\S+)", NULL, "study.yaml:10: ", "'tool'"},
	{"(?<good>\\S+) (?<metric>x)", NULL, "study.yaml:10: ", "'metric'"},
	{"(?<good>\\S+)", "(?<version>\\d)", "study.yaml:11: ", "'version'"},
	{"begin of a run", NULL, "study.yaml:10: ", "group"},
	{"begin (of) a run", "(?<secs>\\d)", "study.yaml:10: ", "group"},
};

static void test_bad(void)
{
	for (size_t i = 0; i < G_N_ELEMENTS(bad); i++) {
		const char *pair[1][2] = {{bad[i].begin, bad[i].end}};
		struct study *study = study_of((const char *const(*)[2])pair, 1);
		g_autoptr(GError) error = NULL;
		struct markers *markers = markers_new(study, &error);

		if (markers)
			fail_row("'%s' is taken", bad[i].begin);
		else if (!g_error_matches(error, IOTAB_ERROR, IOTAB_ERROR_USAGE) ||
			 !g_str_has_prefix(error->message, bad[i].starts) ||
			 !strstr(error->message, bad[i].holds))
			fail_row("'%s': %s", bad[i].begin, error->message);
		markers_free(markers);
		study_free(study);
	}
}

/* All names that mean something else in tables and conditions. */
static void test_reserved(void)
{
	static const char *const names[] = {"tool", "version", "status", "metric", "flag", "source",
		"vdevs", "width", "parity"};

	for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
		g_autofree char *begin = g_strdup_printf("x (?<%s>y)", names[i]);
		const char *pair[1][2] = {{begin, NULL}};
		struct study *study = study_of((const char *const(*)[2])pair, 1);
		g_autoptr(GError) error = NULL;

		if (markers_new(study, &error))
			fail_row("group name '%s' is taken", names[i]);
		study_free(study);
	}
}

static void check_many(unsigned n, bool good)
{
	GString *begin = g_string_new(NULL);
	const char *pair[1][2] = {{NULL, NULL}};
	g_autoptr(GError) error = NULL;
	struct study *study;
	struct markers *markers;

	for (unsigned i = 0; i < n; i++)
		g_string_append_printf(begin, "(?<g%u>\\d)", i);
	pair[0][0] = begin->str;
	study = study_of((const char *const(*)[2])pair, 1);
	markers = markers_new(study, &error);
	g_assert_true((markers != NULL) == good);
	if (!good)
		g_assert_error(error, IOTAB_ERROR, IOTAB_ERROR_USAGE);
	markers_free(markers);
	study_free(study);
	g_string_free(begin, TRUE);
}

static void test_many_groups(void)
{
	check_many(MARKER_GROUPS, true);
	check_many(MARKER_GROUPS + 1, false);
	check_many(3 * MARKER_GROUPS, false);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/markers/literals", test_literals);
	g_test_add_func("/markers/unfinished", test_unfinished);
	g_test_add_func("/markers/literal-property", test_literal_property);
	g_test_add_func("/markers/scan", test_scan);
	g_test_add_func("/markers/scan-refills", test_scan_refills);
	g_test_add_func("/markers/groups", test_groups);
	g_test_add_func("/markers/limit", test_limit);
	g_test_add_func("/markers/bad", test_bad);
	g_test_add_func("/markers/reserved", test_reserved);
	g_test_add_func("/markers/many-groups", test_many_groups);
	return g_test_run();
}
