#include "model/metric.h"

#include "model/metric_tables.h"
#include "model/near.h"
#include <string.h>

/* One table a tool, in the order of output; `index` is set when an invocation takes its copy. */
static const struct metric_table *const tables[] = {
	&metrics_iozone,
};

static const char *const kind_names[] = {
	[KIND_THROUGHPUT] = "throughput",
	[KIND_IOPS] = "iops",
	[KIND_LATENCY] = "latency",
	[KIND_TIME] = "time",
	[KIND_CPU] = "cpu",
	[KIND_CAPACITY] = "capacity",
	[KIND_OTHER] = "other",
};

G_STATIC_ASSERT(G_N_ELEMENTS(kind_names) == KIND_COUNT);

static const char *const class_names[] = {
	[CLASS_SEQUENTIAL_WRITE] = "sequential-write",
	[CLASS_SEQUENTIAL_READ] = "sequential-read",
	[CLASS_RANDOM_WRITE] = "random-write",
	[CLASS_RANDOM_READ] = "random-read",
	[CLASS_MIXED] = "mixed",
	[CLASS_METADATA] = "metadata",
	[CLASS_TIME] = "time",
	[CLASS_CPU] = "cpu",
	[CLASS_OTHER] = "other",
};

G_STATIC_ASSERT(G_N_ELEMENTS(class_names) == CLASS_COUNT);

static const char *const better_names[] = {
	[BETTER_NONE] = "none",
	[BETTER_HIGHER] = "higher",
	[BETTER_LOWER] = "lower",
};

/* The kind of a metric that somebody declared by unit and class only. */
static const enum metric_kind unit_kinds[] = {
	[UNIT_BYTES_PER_SECOND] = KIND_THROUGHPUT,
	[UNIT_PER_SECOND] = KIND_IOPS,
	[UNIT_SECOND] = KIND_TIME,
	[UNIT_BYTE] = KIND_CAPACITY,
	[UNIT_ONE] = KIND_OTHER,
};

G_STATIC_ASSERT(G_N_ELEMENTS(unit_kinds) == UNIT_COUNT);

struct metrics {
	GMutex lock;
	GPtrArray *all;      /* struct metric *, owned, by index */
	GHashTable *by_name; /* full name -> struct metric * */
	GStringChunk *text;
};

static const struct metric *add(struct metrics *metrics, const struct metric *facts)
{
	struct metric *metric = g_memdup2(facts, sizeof(*facts));

	metric->index = metrics->all->len;
	g_ptr_array_add(metrics->all, metric);
	g_hash_table_insert(metrics->by_name, (char *)metric->name, metric);
	return metric;
}

struct metrics *metrics_new(void)
{
	struct metrics *metrics = g_new0(struct metrics, 1);

	g_mutex_init(&metrics->lock);
	metrics->all = g_ptr_array_new_with_free_func(g_free);
	metrics->by_name = g_hash_table_new(g_str_hash, g_str_equal);
	metrics->text = g_string_chunk_new(256);
	for (size_t t = 0; t < G_N_ELEMENTS(tables); t++)
		for (size_t i = 0; i < tables[t]->n; i++)
			add(metrics, &tables[t]->rows[i]);
	return metrics;
}

void metrics_free(struct metrics *metrics)
{
	if (!metrics)
		return;
	g_hash_table_destroy(metrics->by_name);
	g_ptr_array_free(metrics->all, TRUE);
	g_string_chunk_free(metrics->text);
	g_mutex_clear(&metrics->lock);
	g_free(metrics);
}

const struct metric *metrics_get(struct metrics *metrics, const char *name)
{
	const struct metric *metric;

	g_mutex_lock(&metrics->lock);
	metric = g_hash_table_lookup(metrics->by_name, name);
	g_mutex_unlock(&metrics->lock);
	return metric;
}

static enum metric_kind own_kind(enum unit unit, enum metric_class class)
{
	if (class == CLASS_TIME)
		return KIND_TIME;
	return class == CLASS_CPU ? KIND_CPU : unit_kinds[unit];
}

/* What follows the tool in a full name. */
static const char *bare_name(const struct metric *metric)
{
	const char *colon = strchr(metric->name, ':');

	return colon ? colon + 1 : metric->name;
}

const struct metric *metrics_own(struct metrics *metrics, const char *name, enum unit unit,
	enum metric_better better, enum metric_class class)
{
	char *full = g_strconcat("x:", name, NULL);
	const struct metric *metric;

	g_mutex_lock(&metrics->lock);
	metric = g_hash_table_lookup(metrics->by_name, full);
	if (!metric) {
		struct metric facts = {
			.name = g_string_chunk_insert(metrics->text, full),
			.unit = unit,
			.better = better,
			.kind = own_kind(unit, class),
			.class = class,
		};

		facts.title = bare_name(&facts);
		metric = add(metrics, &facts);
	}
	g_mutex_unlock(&metrics->lock);
	g_free(full);
	return metric;
}

void metrics_set_title(struct metrics *metrics, const struct metric *metric, const char *title)
{
	struct metric *own;

	g_mutex_lock(&metrics->lock);
	own = g_ptr_array_index(metrics->all, metric->index);
	g_assert(own == metric);
	own->title = g_string_chunk_insert(metrics->text, title);
	g_mutex_unlock(&metrics->lock);
}

static bool bare_fits(const struct metric *metric, const char *word)
{
	return strcmp(bare_name(metric), word) == 0;
}

static bool title_fits(const struct metric *metric, const char *word)
{
	return g_ascii_strcasecmp(metric->title, word) == 0;
}

/* All metrics that `fits` says yes to; the caller frees the array. */
static GPtrArray *collect(struct metrics *metrics, const char *word,
	bool (*fits)(const struct metric *, const char *))
{
	GPtrArray *found = g_ptr_array_new();

	for (guint i = 0; i < metrics->all->len; i++) {
		struct metric *metric = g_ptr_array_index(metrics->all, i);

		if (fits(metric, word))
			g_ptr_array_add(found, metric);
	}
	return found;
}

char *metrics_several(const char *word, const GPtrArray *found)
{
	GString *out = g_string_new(NULL);

	g_string_printf(out, "metric '%s' may mean", word);
	for (guint i = 0; i < found->len; i++) {
		const struct metric *metric = g_ptr_array_index(found, i);
		const char *before = i == 0 ? "" : i + 1 < found->len ? "," : " or";

		g_string_append_printf(out, "%s '%s'", before, metric->name);
	}
	return g_string_free(out, FALSE);
}

/* Hints at full names when the word has a tool, else at bare names, then titles. */
static char *why_none(struct metrics *metrics, const char *word)
{
	GPtrArray *names = g_ptr_array_new();
	GString *out = g_string_new(NULL);
	bool full = strchr(word, ':') != NULL;

	for (guint i = 0; i < metrics->all->len; i++) {
		const struct metric *metric = g_ptr_array_index(metrics->all, i);

		g_ptr_array_add(names, (char *)(full ? metric->name : bare_name(metric)));
	}
	for (guint i = 0; i < metrics->all->len && !full; i++) {
		const struct metric *metric = g_ptr_array_index(metrics->all, i);

		g_ptr_array_add(names, (char *)metric->title);
	}
	g_string_printf(out, "no metric '%s'", word);
	near_hint(out, word, (const char *const *)names->pdata, names->len);
	g_ptr_array_free(names, TRUE);
	return g_string_free(out, FALSE);
}

/* Those of that full name, else of that bare name, else of that title; the lock is held. */
static GPtrArray *find_all(struct metrics *metrics, const char *word)
{
	const struct metric *metric = g_hash_table_lookup(metrics->by_name, word);
	GPtrArray *found;

	if (metric) {
		found = g_ptr_array_new();
		g_ptr_array_add(found, (gpointer)metric);
		return found;
	}
	found = collect(metrics, word, bare_fits);
	if (found->len)
		return found;
	g_ptr_array_free(found, TRUE);
	return collect(metrics, word, title_fits);
}

GPtrArray *metrics_find_all(struct metrics *metrics, const char *word, char **why)
{
	GPtrArray *found;

	g_mutex_lock(&metrics->lock);
	found = find_all(metrics, word);
	if (!found->len) {
		if (why)
			*why = why_none(metrics, word);
		g_ptr_array_free(found, TRUE);
		found = NULL;
	}
	g_mutex_unlock(&metrics->lock);
	return found;
}

const struct metric *metrics_find(struct metrics *metrics, const char *word, char **why)
{
	g_autoptr(GPtrArray) found = metrics_find_all(metrics, word, why);

	if (!found)
		return NULL;
	if (found->len == 1)
		return found->pdata[0];
	if (why)
		*why = metrics_several(word, found);
	return NULL;
}

size_t metrics_count(struct metrics *metrics)
{
	size_t n;

	g_mutex_lock(&metrics->lock);
	n = metrics->all->len;
	g_mutex_unlock(&metrics->lock);
	return n;
}

const struct metric *metrics_at(struct metrics *metrics, size_t index)
{
	const struct metric *metric;

	g_mutex_lock(&metrics->lock);
	g_assert(index < metrics->all->len);
	metric = g_ptr_array_index(metrics->all, index);
	g_mutex_unlock(&metrics->lock);
	return metric;
}

static size_t n_builtin(void)
{
	size_t n = 0;

	for (size_t t = 0; t < G_N_ELEMENTS(tables); t++)
		n += tables[t]->n;
	return n;
}

int metric_compare(const struct metric *a, const struct metric *b)
{
	bool a_builtin = a->index < n_builtin();
	bool b_builtin = b->index < n_builtin();

	if (a_builtin && b_builtin)
		return (a->index > b->index) - (a->index < b->index);
	if (a_builtin != b_builtin)
		return a_builtin ? -1 : 1;
	return strcmp(a->name, b->name);
}

const char *metric_kind_name(enum metric_kind kind)
{
	return kind_names[kind];
}

const char *metric_class_name(enum metric_class class)
{
	return class_names[class];
}

enum metric_class metric_class_by_name(const char *name)
{
	int i = 0;

	while (i < CLASS_COUNT && strcmp(name, class_names[i]) != 0)
		i++;
	return (enum metric_class)i;
}

const char *metric_better_name(enum metric_better better)
{
	return better_names[better];
}
