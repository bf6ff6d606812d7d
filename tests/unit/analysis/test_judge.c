#include "analysis/judge.h"

#include "tests/unit/model/feed.h"
#include <string.h>

#define Z  "6*raidz1(6+1)"
#define Z2 "6*raidz2(5+2)"
#define Z3 "6*raidz3(4+3)"

/*
 * With parity 1, 2 and 3, 7 drives of a vdev survive one of 7, 4 and 3 controllers, for the fullest
 * holds ceil(7/7) = 1, ceil(7/4) = 2 and ceil(7/3) = 3 of them.  `big` has 7, `small` 3 and `same`
 * as many as the study says.
 */
static const char *const controllers[] = {"big", "small", "same"};

static struct study *study_of(int units)
{
	struct study *study = study_new();

	for (size_t i = 0; i < G_N_ELEMENTS(controllers); i++) {
		struct study_host *host = g_new0(struct study_host, 1);

		host->name = g_strdup(controllers[i]);
		host->hardware.domains = g_ptr_array_new();
		g_ptr_array_add(study->hosts, host);
	}
	for (guint i = 0; i < 4; i++) {
		struct hardware *h =
			i ? &((struct study_host *)study->hosts->pdata[i - 1])->hardware
			  : &study->hardware;
		struct domain *domain = g_new0(struct domain, 1);

		domain->name = g_strdup("controller");
		domain->units = i == 1 ? 7 : i == 2 ? 3 : units;
		if (domain->units)
			g_ptr_array_add(h->domains, domain);
		else
			g_free(domain->name), g_free(domain);
	}
	return study;
}

#define CAPTION(n) "survive=controller:1 (best placement over " n " controllers assumed"

static const struct {
	const char *name;
	int units; /* of the study's own hardware */
	struct feed_row row[4];
	const char *keys[3];
	const char *lines;  /* a sign a row: + safe, - not */
	const char *reason; /* of the first line that is not, else "" */
	size_t unknown;
	const char *rules;
} cases[] = {
	{"no host", 4, {{.layout = Z}, {.layout = Z2}}, {"layout"}, "-+",
		"2 of 7 drives of a vdev share a controller, parity 1", 0, CAPTION("4") ")"},
	{"each on its own", 4,
		{{.layout = Z, .host = "big"}, {.layout = Z, .host = "x"},
			{.layout = Z3, .host = "small"}, {.layout = Z2, .host = "small"}},
		{"layout", "host"}, "+-+-", "2 of 7 drives of a vdev share a controller, parity 1",
		0,
		CAPTION("4") "; on big: best placement over 7 controllers assumed; on small: best "
			     "placement over 3 controllers assumed)"},
	{"a line of two", 4,
		{{.layout = Z, .host = "big"}, {.layout = Z, .host = "x"},
			{.layout = Z2, .host = "big"}, {.layout = Z2}},
		{"layout"}, "--++", "2 of 7 drives of a vdev share a controller, parity 1", 0,
		CAPTION("4") "; on big: best placement over 7 controllers assumed)"},
	{"the worse host is named", 7,
		{{.layout = Z2, .host = "big"}, {.layout = Z2, .host = "small"}, {.layout = Z2}},
		{"layout"}, "---", "on small: 3 of 7 drives of a vdev share a controller, parity 2",
		0, CAPTION("7") "; on small: best placement over 3 controllers assumed)"},
	{"by label", 4, {{.layout = Z, .factors = "label=big"}, {.layout = Z}}, {"layout", "label"},
		"+-", "2 of 7 drives of a vdev share a controller, parity 1", 0,
		CAPTION("4") "; on big: best placement over 7 controllers assumed)"},
	{"the host is stronger than the label", 4,
		{{.layout = Z, .host = "small", .factors = "label=big"}}, {"layout"}, "-",
		"on small: 3 of 7 drives of a vdev share a controller, parity 1", 0,
		CAPTION("3") ")"},
	{"a host that is none of the study", 4,
		{{.layout = Z, .host = "other", .factors = "label=big"}}, {"layout"}, "+", "", 0,
		CAPTION("7") ")"},
	{"all of one host", 0, {{.layout = Z, .host = "big"}}, {"layout"}, "+", "", 0,
		CAPTION("7") ")"},
	{"unknown for some", 0,
		{{.layout = Z, .host = "big"}, {.layout = Z}, {.layout = Z3, .host = "big"}},
		{"layout"}, "--+", "no study says how many controllers there are", 1,
		"survive=controller:1 (on big: best placement over 7 controllers assumed)"},
	{"not safe is worse than unknown", 0, {{.layout = Z}, {.layout = Z, .host = "small"}},
		{"layout"}, "--", "on small: 3 of 7 drives of a vdev share a controller, parity 1",
		0, "survive=controller:1 (on small: best placement over 3 controllers assumed)"},
	{"one assumption for two", 4, {{.layout = Z2, .host = "same"}, {.layout = Z2}}, {"layout"},
		"++", "", 0, CAPTION("4") ")"},
	{"two hosts, two assumptions", 4,
		{{.layout = Z, .host = "big"}, {.layout = Z3, .host = "small"}}, {"layout"}, "++",
		"", 0,
		"survive=controller:1 (on big: best placement over 7 controllers assumed; on "
		"small: "
		"best placement over 3 controllers assumed)"},
	{"no layout", 4, {{.label = "odd"}, {.layout = Z2}, {.label = NULL}}, {"layout"}, "-+-",
		"its layout is not known", 2, CAPTION("4") ")"},
	/* Lines of two layouts keep what is safe of them. */
	{"layouts in one line", 4, {{.layout = Z}, {.layout = Z2}}, {"host"}, "-+",
		"2 of 7 drives of a vdev share a controller, parity 1", 0, CAPTION("4") ")"},
	{"by at key", 4,
		{{.layout = Z, .at = "threads=1", .host = "big"},
			{.layout = Z, .at = "threads=2", .host = "small"}},
		{"layout", "threads"}, "+-",
		"on small: 3 of 7 drives of a vdev share a controller, parity 1", 0,
		"survive=controller:1 (on big: best placement over 7 controllers assumed; on "
		"small: "
		"best placement over 3 controllers assumed)"},
};

static size_t rows_of(const struct feed_row *row)
{
	size_t n = 4;

	while (n && !row[n - 1].layout && !row[n - 1].label && !row[n - 1].host &&
		!row[n - 1].factors && !row[n - 1].metric)
		n--;
	return n;
}

/* The signs of the groups, in the order of rows. */
static char *signs(const struct judge *judge, const struct fold *fold)
{
	GString *out = g_string_new(NULL);

	for (size_t i = 0; i < fold_count(fold); i++)
		g_string_append_c(out, judge_keeps(judge, fold_get(fold, i)) ? '+' : '-');
	return g_string_free(out, FALSE);
}

static const char *first_reason(const struct judge *judge, const struct pivot *pivot)
{
	for (size_t i = 0; i < pivot->n_rows; i++)
		if (*judge_reason(judge, &pivot->row[i]))
			return judge_reason(judge, &pivot->row[i]);
	return "";
}

static void check(size_t i, const GPtrArray *rules)
{
	struct study *study = study_of(cases[i].units);
	struct metrics *metrics = metrics_new();
	struct diag *diag = diag_new();
	const struct fold_options options = {0};
	struct fold *fold = fold_new(&options, metrics, diag);
	const char *cols[] = {PIVOT_METRIC};
	size_t keys = g_strv_length((char **)cases[i].keys), n = rows_of(cases[i].row);
	const struct pivot_spec spec = {
		.rows = cases[i].keys, .n_rows = keys, .cols = cols, .n_cols = 1};
	const struct judge_question question = {
		.study = study, .rules = rules, .keys = cases[i].keys, .n_keys = keys};
	g_autofree struct feed_row *rows = g_memdup2(cases[i].row, sizeof(cases[i].row));
	g_autoptr(GString) text = g_string_new(NULL);
	g_autofree char *got = NULL;
	struct judge *judge;
	struct pivot *pivot;

	n = MAX(n, strlen(cases[i].lines));
	for (size_t k = 0; k < n; k++)
		rows[k].metric = "iozone:write";
	feed_rows(fold_sink(fold), rows, n);
	judge = judge_new(fold, &question);
	pivot = pivot_new(fold, &spec);
	got = signs(judge, fold);
	judge_print_rules(judge, text);
	if (strcmp(got, cases[i].lines) != 0 || strcmp(text->str, cases[i].rules) != 0 ||
		strcmp(first_reason(judge, pivot), cases[i].reason) != 0 ||
		judge_unknown(judge) != cases[i].unknown)
		g_test_fail_printf("%s: %s, '%s', %zu, '%s'", cases[i].name, got,
			first_reason(judge, pivot), judge_unknown(judge), text->str);
	pivot_free(pivot);
	judge_free(judge);
	fold_free(fold);
	diag_free(diag);
	metrics_free(metrics);
	study_free(study);
}

static void test_lines(void)
{
	g_autoptr(GPtrArray) rules = g_ptr_array_new_with_free_func((GDestroyNotify)rule_free);

	g_ptr_array_add(rules, rule_new("survive=controller:1", NULL));
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++)
		check(i, rules);
	judge_free(NULL);
}

/* All rules have to hold; reasons of all that do not, the host once. */
static void test_rules(void)
{
	g_autoptr(GPtrArray) rules = g_ptr_array_new_with_free_func((GDestroyNotify)rule_free);
	const struct feed_row row = {.layout = Z, .host = "small", .metric = "iozone:write"};
	const char *keys[] = {"layout"}, *cols[] = {PIVOT_METRIC};
	struct study *study = study_of(7);
	struct metrics *metrics = metrics_new();
	struct diag *diag = diag_new();
	const struct fold_options options = {0};
	struct fold *fold = fold_new(&options, metrics, diag);
	const struct judge_question question = {
		.study = study, .rules = rules, .keys = keys, .n_keys = 1};
	const struct pivot_spec spec = {.rows = keys, .n_rows = 1, .cols = cols, .n_cols = 1};
	g_autoptr(GString) text = g_string_new(NULL);
	struct judge *judge;
	struct pivot *pivot;

	g_ptr_array_add(rules, rule_new("survive=disks:2", NULL));
	g_ptr_array_add(rules, rule_new("survive=disks:1", NULL));
	g_ptr_array_add(rules, rule_new("survive=controller:1", NULL));
	feed_rows(fold_sink(fold), &row, 1);
	judge = judge_new(fold, &question);
	pivot = pivot_new(fold, &spec);
	g_assert_cmpstr(judge_reason(judge, &pivot->row[0]), ==,
		"on small: any 2 drives lost, parity 1; 3 of 7 drives of a vdev share a "
		"controller, parity 1");
	judge_print_rules(judge, text);
	g_assert_cmpstr(text->str, ==, "survive=disks:2 and survive=disks:1 and " CAPTION("3") ")");
	pivot_free(pivot);
	judge_free(judge);
	fold_free(fold);
	diag_free(diag);
	metrics_free(metrics);
	study_free(study);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/judge/lines", test_lines);
	g_test_add_func("/judge/rules", test_rules);
	return g_test_run();
}
