#define PCRE2_CODE_UNIT_WIDTH 8

#include "analysis/where_compare.h"

#include "model/error.h"
#include "model/layout.h"
#include "model/near.h"
#include <pcre2.h>
#include <stdio.h>
#include <string.h>

/* Names and levels are short; a pattern that needs more than this is no search but an accident. */
#define MATCH_LIMIT       100000
#define MATCH_HEAP_KIB    1024
#define PATTERN_BYTES_MAX 4096

struct where_compare {
	const struct name_row *row; /* NULL: a factor or `at` key */
	char *key;
	size_t key_column;
	enum where_op op;
	char *text;
	/* The text as something better, read once: */
	bool is_quantity;
	double value;
	enum unit unit;
	char *layout;       /* canonical key; NULL: no layout name */
	GPtrArray *metrics; /* that the text may mean; NULL: one of the logs' own */
	unsigned item;      /* a status or a flag */
	pcre2_code *pattern;
	pcre2_match_context *limits;
};

/* What the value must be for a built-in name; false and a usage error when it is not. */
typedef bool prepare_fn(
	struct where_compare *c, size_t column, struct metrics *metrics, GError **error);
typedef enum where_truth eval_fn(
	const struct where_compare *c, const struct run *run, const struct measurement *m);

struct name_row {
	const char *name;
	unsigned needs;
	prepare_fn *prepare; /* NULL: any text; not called for =~ */
	eval_fn *eval;       /* whether the comparison holds, `!=` taken as `=` */
	size_t offset;       /* of a string in struct run */
	int (*number)(const struct layout *layout);
};

static const char *const op_names[] = {
	[WHERE_EQUAL] = "=",
	[WHERE_UNEQUAL] = "!=",
	[WHERE_LESS] = "<",
	[WHERE_AT_MOST] = "<=",
	[WHERE_MORE] = ">",
	[WHERE_AT_LEAST] = ">=",
	[WHERE_MATCH] = "=~",
};

G_STATIC_ASSERT(G_N_ELEMENTS(op_names) == WHERE_OP_COUNT);

const char *where_op_name(enum where_op op)
{
	return op_names[op];
}

void where_fail(GError **error, size_t column, const char *hint, const char *format, ...)
{
	va_list ap;
	char *what;

	va_start(ap, format);
	what = g_strdup_vprintf(format, ap);
	va_end(ap);
	g_set_error(error, IOTAB_ERROR, IOTAB_ERROR_USAGE, "--where: %s at column %zu%s", what,
		column, hint);
	g_free(what);
}

static void fail_near(GError **error, size_t column, const char *what, const char *word,
	const char *const *names, size_t n)
{
	GString *hint = g_string_new(NULL);

	near_hint(hint, word, names, n);
	where_fail(error, column, hint->str, "unknown %s '%s'", what, word);
	g_string_free(hint, TRUE);
}

/* A limit that is reached counts as not found. */
static bool text_matches(const struct where_compare *c, const char *text)
{
	pcre2_match_data *data = pcre2_match_data_create(1, NULL);
	int found = pcre2_match(c->pattern, (PCRE2_SPTR)text, strlen(text), 0, 0, data, c->limits);

	pcre2_match_data_free(data);
	return found >= 0;
}

/* A bare number stands for any base unit: `at` keys hold sizes as plain bytes. */
static bool units_agree(enum unit a, enum unit b)
{
	return a == b || a == UNIT_ONE || b == UNIT_ONE;
}

static int text_order(const struct where_compare *c, const char *text)
{
	enum unit unit;
	double value;

	if (c->is_quantity && unit_quantity(text, &value, &unit) && units_agree(unit, c->unit))
		return (value > c->value) - (value < c->value);
	return level_compare(text, c->text);
}

static bool text_holds(const struct where_compare *c, const char *text)
{
	switch (c->op) {
	case WHERE_EQUAL:
	case WHERE_UNEQUAL:
		return text_order(c, text) == 0;
	case WHERE_LESS:
		return text_order(c, text) < 0;
	case WHERE_AT_MOST:
		return text_order(c, text) <= 0;
	case WHERE_MORE:
		return text_order(c, text) > 0;
	case WHERE_AT_LEAST:
		return text_order(c, text) >= 0;
	case WHERE_MATCH:
		return text_matches(c, text);
	case WHERE_OP_COUNT:
		break;
	}
	g_assert_not_reached();
}

static enum where_truth truth_of(bool holds)
{
	return holds ? WHERE_YES : WHERE_NO;
}

static enum where_truth eval_text(const struct where_compare *c, const struct run *run,
	G_GNUC_UNUSED const struct measurement *m)
{
	const char *text = G_STRUCT_MEMBER(const char *, run, c->row->offset);

	return truth_of(text && text_holds(c, text));
}

/* A label given to an input is a factor; the one a layout was found under stands in the run. */
static enum where_truth eval_label(const struct where_compare *c, const struct run *run,
	G_GNUC_UNUSED const struct measurement *m)
{
	const char *given = keyset_get(run->factors, "label");

	return truth_of(
		(given && text_holds(c, given)) || (run->label && text_holds(c, run->label)));
}

static bool prepare_layout(struct where_compare *c, G_GNUC_UNUSED size_t column,
	G_GNUC_UNUSED struct metrics *metrics, G_GNUC_UNUSED GError **error)
{
	struct layout layout;
	GString *key;

	if (!layout_parse(c->text, NULL, &layout))
		return true;
	key = g_string_new(NULL);
	layout_print_key(&layout, key);
	c->layout = g_string_free(key, FALSE);
	return true;
}

static enum where_truth eval_layout(const struct where_compare *c, const struct run *run,
	G_GNUC_UNUSED const struct measurement *m)
{
	const char *shown = run->label ? run->label : run->layout;

	if (!shown)
		return WHERE_NO;
	if (text_holds(c, shown))
		return WHERE_YES;
	if (!run->layout ||
		(c->op != WHERE_EQUAL && c->op != WHERE_UNEQUAL && c->op != WHERE_MATCH))
		return WHERE_NO;
	return truth_of(text_holds(c, run->layout) || g_strcmp0(c->layout, run->layout) == 0);
}

static bool prepare_number(struct where_compare *c, size_t column,
	G_GNUC_UNUSED struct metrics *metrics, GError **error)
{
	c->is_quantity = unit_quantity(c->text, &c->value, &c->unit);
	if (c->is_quantity && c->unit == UNIT_ONE)
		return true;
	where_fail(error, column, "", "'%s' wants a number, not '%s'", c->key, c->text);
	return false;
}

static enum where_truth eval_number(const struct where_compare *c, const struct run *run,
	G_GNUC_UNUSED const struct measurement *m)
{
	struct layout layout;
	char text[16];
	int number;

	if (!run->layout || !layout_parse_key(run->layout, &layout))
		return WHERE_NO;
	number = c->row->number(&layout);
	if (number == LAYOUT_UNKNOWN)
		return WHERE_NO;
	snprintf(text, sizeof text, "%d", number);
	return truth_of(text_holds(c, text));
}

static bool op_is_equality(const struct where_compare *c, size_t column, GError **error)
{
	if (c->op == WHERE_EQUAL || c->op == WHERE_UNEQUAL)
		return true;
	where_fail(error, column, "", "'%s' has no order, '%s' does not fit before the value",
		c->key, op_names[c->op]);
	return false;
}

/* Logs bring metrics of their own, so an x:NAME need not exist yet. */
static bool prepare_metric(
	struct where_compare *c, size_t column, struct metrics *metrics, GError **error)
{
	g_autofree char *why = NULL;

	if (!op_is_equality(c, column, error))
		return false;
	c->metrics = metrics_find_all(metrics, c->text, &why);
	if (!c->metrics && !g_str_has_prefix(c->text, "x:")) {
		g_autofree char *hint = g_strdup_printf(": %s", why);

		where_fail(error, column, hint, "bad metric");
		return false;
	}
	return true;
}

static enum where_truth eval_metric(const struct where_compare *c,
	G_GNUC_UNUSED const struct run *run, const struct measurement *m)
{
	if (!m)
		return WHERE_OPEN;
	if (!c->metrics)
		return truth_of(text_holds(c, m->metric->name));
	return truth_of(g_ptr_array_find(c->metrics, m->metric, NULL));
}

static bool prepare_flag(struct where_compare *c, size_t column,
	G_GNUC_UNUSED struct metrics *metrics, GError **error)
{
	const char *names[QUALITY_COUNT];

	if (!op_is_equality(c, column, error))
		return false;
	for (unsigned q = 0; q < QUALITY_COUNT; q++) {
		names[q] = quality_name((enum quality)q);
		if (strcmp(names[q], c->text) == 0) {
			c->item = q;
			return true;
		}
	}
	fail_near(error, column, "flag", c->text, names, G_N_ELEMENTS(names));
	return false;
}

static enum where_truth eval_flag(const struct where_compare *c,
	G_GNUC_UNUSED const struct run *run, const struct measurement *m)
{
	if (!m)
		return WHERE_OPEN;
	if (c->op != WHERE_MATCH)
		return truth_of(m->flags & QUALITY_BIT(c->item));
	for (unsigned q = 0; q < QUALITY_COUNT; q++)
		if ((m->flags & QUALITY_BIT(q)) && text_matches(c, quality_name((enum quality)q)))
			return WHERE_YES;
	return WHERE_NO;
}

static bool prepare_status(struct where_compare *c, size_t column,
	G_GNUC_UNUSED struct metrics *metrics, GError **error)
{
	const char *names[RUN_STATUS_COUNT];

	if (!op_is_equality(c, column, error))
		return false;
	c->item = run_status_by_name(c->text);
	if (c->item != RUN_STATUS_COUNT)
		return true;
	for (unsigned i = 0; i < RUN_STATUS_COUNT; i++)
		names[i] = run_status_name((enum run_status)i);
	fail_near(error, column, "status", c->text, names, G_N_ELEMENTS(names));
	return false;
}

static enum where_truth eval_status(const struct where_compare *c, const struct run *run,
	G_GNUC_UNUSED const struct measurement *m)
{
	if (c->op == WHERE_MATCH)
		return truth_of(text_matches(c, run_status_name(run->status)));
	return truth_of((unsigned)run->status == c->item);
}

/* clang-format off */
static const struct name_row rows[] = {
	{"metric", WHERE_NEEDS_METRIC, prepare_metric, eval_metric, 0, NULL},
	{"flag", WHERE_NEEDS_METRIC, prepare_flag, eval_flag, 0, NULL},
	{"status", WHERE_NEEDS_RUN_END, prepare_status, eval_status, 0, NULL},
	{"layout", WHERE_NEEDS_CLASS, prepare_layout, eval_layout, 0, NULL},
	{"label", WHERE_NEEDS_CLASS, NULL, eval_label, 0, NULL},
	{"vdevs", WHERE_NEEDS_CLASS, prepare_number, eval_number, 0, layout_vdevs},
	{"width", WHERE_NEEDS_CLASS, prepare_number, eval_number, 0, layout_width},
	{"parity", WHERE_NEEDS_CLASS, prepare_number, eval_number, 0, layout_parity},
	{"tool", WHERE_NEEDS_CLASS, NULL, eval_text, offsetof(struct run, tool), NULL},
	{"version", WHERE_NEEDS_CLASS, NULL, eval_text, offsetof(struct run, version), NULL},
	{"when", WHERE_NEEDS_RUN, NULL, eval_text, offsetof(struct run, when), NULL},
	{"host", WHERE_NEEDS_RUN, NULL, eval_text, offsetof(struct run, host), NULL},
	{"source", WHERE_NEEDS_RUN, NULL, eval_text, offsetof(struct run, pos.file), NULL},
};
/* clang-format on */

static const struct name_row *row_find(const char *name)
{
	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++)
		if (strcmp(rows[i].name, name) == 0)
			return &rows[i];
	return NULL;
}

static bool pattern_prepare(struct where_compare *c, size_t column, GError **error)
{
	pcre2_compile_context *context = pcre2_compile_context_create(NULL);
	PCRE2_UCHAR why[120];
	PCRE2_SIZE offset;
	int code;

	pcre2_set_max_pattern_length(context, PATTERN_BYTES_MAX);
	c->pattern = pcre2_compile((PCRE2_SPTR)c->text, strlen(c->text), PCRE2_NEVER_BACKSLASH_C,
		&code, &offset, context);
	pcre2_compile_context_free(context);
	if (!c->pattern) {
		char *hint;

		pcre2_get_error_message(code, why, sizeof why);
		hint = g_strdup_printf(": %s after %zu bytes", (const char *)why, (size_t)offset);
		where_fail(error, column, hint, "bad pattern '%s'", c->text);
		g_free(hint);
		return false;
	}
	c->limits = pcre2_match_context_create(NULL);
	pcre2_set_match_limit(c->limits, MATCH_LIMIT);
	pcre2_set_heap_limit(c->limits, MATCH_HEAP_KIB);
	return true;
}

static bool value_prepare(
	struct where_compare *c, size_t column, struct metrics *metrics, GError **error)
{
	if (c->op == WHERE_MATCH)
		return pattern_prepare(c, column, error);
	if (!c->row)
		c->is_quantity = unit_quantity(c->text, &c->value, &c->unit);
	return !c->row || !c->row->prepare || c->row->prepare(c, column, metrics, error);
}

struct where_compare *where_compare_new(char *key, size_t key_column, enum where_op op, char *text,
	size_t text_column, struct metrics *metrics, GError **error)
{
	struct where_compare *c = g_new0(struct where_compare, 1);

	c->key = key;
	c->key_column = key_column;
	c->op = op;
	c->text = text;
	c->row = row_find(key);
	if (value_prepare(c, text_column, metrics, error))
		return c;
	where_compare_free(c);
	return NULL;
}

void where_compare_free(struct where_compare *c)
{
	g_free(c->key);
	g_free(c->text);
	g_free(c->layout);
	pcre2_code_free(c->pattern);
	pcre2_match_context_free(c->limits);
	g_clear_pointer(&c->metrics, g_ptr_array_unref);
	g_free(c);
}

unsigned where_compare_needs(const struct where_compare *c)
{
	return c->row ? c->row->needs : WHERE_NEEDS_CLASS | WHERE_NEEDS_AT;
}

/* A factor decides before the `at` key of the same name, so that it does without `at`, too. */
static enum where_truth eval_level(
	const struct where_compare *c, const struct run *run, const struct keyset *at)
{
	const char *text = keyset_get(run->factors, c->key);

	if (!text && !at)
		return WHERE_OPEN;
	if (!text)
		text = keyset_get(at, c->key);
	return truth_of(text && text_holds(c, text));
}

enum where_truth where_compare_eval(const struct where_compare *c, const struct run *run,
	const struct keyset *at, const struct measurement *m)
{
	enum where_truth truth = c->row ? c->row->eval(c, run, m) : eval_level(c, run, at);

	if (c->op != WHERE_UNEQUAL || truth == WHERE_OPEN)
		return truth;
	return truth_of(truth == WHERE_NO);
}

bool where_compare_names(const struct where_compare *c, const char *key)
{
	return !c->row && g_str_equal(c->key, key);
}

bool where_compare_known(
	const struct where_compare *c, const char *const *known, size_t n, GError **error)
{
	GPtrArray *names;

	if (c->row)
		return true;
	for (size_t i = 0; i < n; i++)
		if (strcmp(known[i], c->key) == 0)
			return true;
	names = g_ptr_array_new();
	for (size_t i = 0; i < n; i++)
		g_ptr_array_add(names, (gpointer)known[i]);
	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++)
		g_ptr_array_add(names, (gpointer)rows[i].name);
	fail_near(error, c->key_column, "name", c->key, (const char *const *)names->pdata,
		names->len);
	g_ptr_array_unref(names);
	return false;
}
