#include "analysis/judge.h"

#include <string.h>

/* All rules on one layout and one hardware. */
struct judged {
	enum verdict verdict;
	GString *reason; /* of those that do not hold */
};

/* One line with the worst that was found for it. */
struct judged_line {
	const struct judged *worst;
	const char *layout; /* key or label; NULL: none */
};

struct judge {
	struct judge_question question;
	GHashTable *judged; /* host, layout -> struct judged * */
	GHashTable *lines;  /* line_name() -> struct judged_line * */
	GHashTable *used;   /* set of const struct study_host *; NULL: the study's hardware */
};

static void judged_free(gpointer data)
{
	struct judged *judged = data;

	g_string_free(judged->reason, TRUE);
	g_free(judged);
}

static const struct hardware *hardware_of(const struct judge *j, const struct study_host *host)
{
	return host ? &host->hardware : &j->question.study->hardware;
}

/* NO is worse than unknown, which is worse than YES. */
static int badness(enum verdict verdict)
{
	static const int rank[] = {[VERDICT_YES] = 0, [VERDICT_UNKNOWN] = 1, [VERDICT_NO] = 2};

	return rank[verdict];
}

static struct judged *judge_layout(
	const struct judge *j, const struct study_host *host, const char *key)
{
	struct judged *result = g_new0(struct judged, 1);

	result->reason = g_string_new(NULL);
	if (host)
		g_string_printf(result->reason, "on %s: ", host->name);
	result->verdict =
		safety_judge(j->question.rules, key, hardware_of(j, host), result->reason);
	if (result->verdict == VERDICT_YES)
		g_string_truncate(result->reason, 0);
	return result;
}

static const struct judged *judged_of(
	struct judge *j, const struct study_host *host, const char *layout)
{
	g_autofree char *name =
		g_strdup_printf("%s\n%s", host ? host->name : "", layout ? layout : "");
	struct judged *known = g_hash_table_lookup(j->judged, name);

	if (!known) {
		known = judge_layout(j, host, layout);
		g_hash_table_insert(j->judged, g_steal_pointer(&name), known);
	}
	return known;
}

/* A text that is equal for what stands in one line and has one layout, and for nothing else. */
static char *line_name(
	const struct judge *j, const char *const *level, const char *layout, guint64 run)
{
	const struct judge_question *q = &j->question;
	GString *name = g_string_new(layout);

	for (size_t i = 0; i < q->n_keys; i++)
		if (!g_str_equal(q->keys[i], PIVOT_METRIC))
			g_string_append_printf(
				name, "\n%c%s", level[i] ? '=' : '-', level[i] ? level[i] : "");
	if (q->by_run)
		g_string_append_printf(name, "\n%" G_GUINT64_FORMAT, run);
	return g_string_free(name, FALSE);
}

static char *group_name(const struct judge *j, const struct fold_group *group)
{
	const struct judge_question *q = &j->question;
	g_autofree const char **level = g_new(const char *, q->n_keys + 1);
	const char *run = keyset_get(group->class, FOLD_KEY_RUN);

	for (size_t i = 0; i < q->n_keys; i++)
		level[i] = pivot_level(group, NULL, q->keys[i]);
	return line_name(j, level, keyset_get(group->class, FOLD_KEY_LAYOUT),
		run ? g_ascii_strtoull(run, NULL, 10) : 0);
}

static void add_group(struct judge *j, const struct fold_group *group)
{
	const struct study_host *host = study_host_of(j->question.study,
		keyset_get(group->class, FOLD_KEY_HOST), keyset_get(group->class, "label"));
	const char *layout = keyset_get(group->class, FOLD_KEY_LAYOUT);
	const struct judged *judged = judged_of(j, host, layout);
	g_autofree char *name = group_name(j, group);
	struct judged_line *line = g_hash_table_lookup(j->lines, name);

	g_hash_table_add(j->used, (gpointer)host);
	if (!line) {
		line = g_new(struct judged_line, 1);
		*line = (struct judged_line){judged, layout};
		g_hash_table_insert(j->lines, g_steal_pointer(&name), line);
	} else if (badness(judged->verdict) > badness(line->worst->verdict)) {
		line->worst = judged;
	}
}

struct judge *judge_new(const struct fold *fold, const struct judge_question *question)
{
	struct judge *j = g_new0(struct judge, 1);

	j->question = *question;
	j->judged = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, judged_free);
	j->lines = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	j->used = g_hash_table_new(NULL, NULL);
	for (size_t i = 0; i < fold_count(fold); i++) {
		const struct fold_group *group = fold_get(fold, i);

		if (group->n || group->bare)
			add_group(j, group);
	}
	return j;
}

void judge_free(struct judge *judge)
{
	if (!judge)
		return;
	g_hash_table_destroy(judge->lines);
	g_hash_table_destroy(judge->judged);
	g_hash_table_destroy(judge->used);
	g_free(judge);
}

enum verdict judge_verdict(const struct judge *j, const struct fold_group *group, const char **why)
{
	g_autofree char *name = group_name(j, group);
	const struct judged_line *line = g_hash_table_lookup(j->lines, name);

	if (why)
		*why = line ? line->worst->reason->str : "";
	return line ? line->worst->verdict : VERDICT_UNKNOWN;
}

bool judge_keeps(const void *judge, const struct fold_group *group)
{
	return judge_verdict(judge, group, NULL) == VERDICT_YES;
}

const char *judge_reason(const struct judge *judge, const struct pivot_line *line)
{
	g_autofree char *name = line_name(judge, line->level, line->layout, line->run);
	const struct judged_line *judged = g_hash_table_lookup(judge->lines, name);

	return judged ? judged->worst->reason->str : "";
}

size_t judge_unknown(const struct judge *judge)
{
	g_autoptr(GHashTable) layouts = g_hash_table_new(g_str_hash, g_str_equal);
	GHashTableIter iter;
	gpointer value;

	g_hash_table_iter_init(&iter, judge->lines);
	while (g_hash_table_iter_next(&iter, NULL, &value)) {
		const struct judged_line *line = value;

		if (line->worst->verdict == VERDICT_UNKNOWN)
			g_hash_table_add(layouts, (gpointer)(line->layout ? line->layout : ""));
	}
	return g_hash_table_size(layouts);
}

/* Hosts for which one thing is assumed; NULL among them: whatever the study names no host for. */
struct assumption {
	char *text;
	GPtrArray *hosts; /* const struct study_host * */
};

static void assumption_clear(gpointer data)
{
	struct assumption *a = data;

	g_free(a->text);
	g_ptr_array_unref(a->hosts);
}

static void assume(const struct judge *j, const struct rule *rule, const struct study_host *host,
	GArray *assumptions)
{
	g_autoptr(GString) text = g_string_new(NULL);
	struct assumption fresh, *same = NULL;

	if (!g_hash_table_contains(j->used, host))
		return;
	safety_assumption(rule, hardware_of(j, host), text);
	for (guint i = 0; i < assumptions->len && !same; i++) {
		struct assumption *a = &g_array_index(assumptions, struct assumption, i);

		same = g_str_equal(a->text, text->str) ? a : NULL;
	}
	if (!same) {
		fresh = (struct assumption){g_strdup(text->str), g_ptr_array_new()};
		g_array_append_val(assumptions, fresh);
		same = &g_array_index(assumptions, struct assumption, assumptions->len - 1);
	}
	g_ptr_array_add(same->hosts, (gpointer)host);
}

/* "on a, b and c: " */
static void append_hosts(GString *out, const GPtrArray *hosts)
{
	for (guint i = 0; i < hosts->len; i++)
		g_string_append_printf(out, "%s%s",
			!i                   ? "on "
			: i + 1 < hosts->len ? ", "
					     : " and ",
			((const struct study_host *)hosts->pdata[i])->name);
	g_string_append(out, ": ");
}

void judge_print_assumption(const struct judge *j, const struct rule *rule, GString *out)
{
	const GPtrArray *hosts = j->question.study->hosts;
	g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(struct assumption));
	const char *before = "";

	g_array_set_clear_func(all, assumption_clear);
	assume(j, rule, NULL, all);
	for (guint i = 0; i < hosts->len; i++)
		assume(j, rule, hosts->pdata[i], all);
	for (guint i = 0; i < all->len; i++) {
		const struct assumption *a = &g_array_index(all, struct assumption, i);

		if (!*a->text)
			continue;
		g_string_append(out, before);
		if (all->len > 1 && a->hosts->pdata[0])
			append_hosts(out, a->hosts);
		g_string_append(out, a->text);
		before = "; ";
	}
}

void judge_print_rules(const struct judge *judge, GString *out)
{
	const GPtrArray *rules = judge->question.rules;

	for (guint i = 0; i < rules->len; i++) {
		const struct rule *rule = rules->pdata[i];
		g_autoptr(GString) assumed = g_string_new(NULL);

		judge_print_assumption(judge, rule, assumed);
		g_string_append_printf(out, "%s%s", i ? " and " : "", rule->text);
		if (assumed->len)
			g_string_append_printf(out, " (%s)", assumed->str);
	}
}
