#include "render/records_wide.h"

#include <string.h>

struct kept_run {
	struct run run;
	guint end; /* of its figures */
};

struct kept {
	struct sink sink;                  /* first: what is handed out */
	GArray *runs;                      /* struct kept_run */
	GArray *figures;                   /* struct measurement */
	GStringChunk *numbers;             /* as printed */
	GHashTable *factor_sets, *at_sets; /* interned sets */
};

static void run_begin(struct sink *sink, const struct run *run)
{
	struct kept *kept = (struct kept *)sink;
	struct pool *pool = sink->pool;
	struct kept_run copy = {.run = *run};

	copy.run.tool = pool_str(pool, run->tool);
	copy.run.version = pool_str(pool, run->version);
	copy.run.command = pool_str(pool, run->command);
	copy.run.host = pool_str(pool, run->host);
	copy.run.when = pool_str(pool, run->when);
	copy.run.layout = pool_str(pool, run->layout);
	copy.run.label = pool_str(pool, run->label);
	copy.run.error = pool_str(pool, run->error);
	copy.run.pos.file = pool_str(pool, run->pos.file);
	if (run->factors)
		g_hash_table_add(kept->factor_sets, (gpointer)run->factors);
	g_array_append_val(kept->runs, copy);
}

static void measure(struct sink *sink, const struct measurement *m, size_t n)
{
	struct kept *kept = (struct kept *)sink;

	for (size_t i = 0; i < n; i++) {
		struct measurement copy = m[i];

		if (copy.original)
			copy.original = g_string_chunk_insert(kept->numbers, copy.original);
		copy.original_unit = pool_str(sink->pool, copy.original_unit);
		g_array_append_val(kept->figures, copy);
	}
	if (n && m->at)
		g_hash_table_add(kept->at_sets, (gpointer)m->at);
}

static void run_end(struct sink *sink, const struct run *run)
{
	struct kept *kept = (struct kept *)sink;

	(void)run;
	g_array_index(kept->runs, struct kept_run, kept->runs->len - 1).end = kept->figures->len;
}

static int compare_keys(gconstpointer a, gconstpointer b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The keys of all these sets, in byte order. */
static GPtrArray *keys_of(GHashTable *sets)
{
	g_autoptr(GHashTable) keys = g_hash_table_new(g_str_hash, g_str_equal);
	GPtrArray *sorted = g_ptr_array_new();
	GHashTableIter iter;
	gpointer key;

	g_hash_table_iter_init(&iter, sets);
	while (g_hash_table_iter_next(&iter, &key, NULL)) {
		const struct keyset *set = key;

		for (size_t i = 0; i < set->n; i++)
			if (g_hash_table_add(keys, (gpointer)set->level[i].key))
				g_ptr_array_add(sorted, (gpointer)set->level[i].key);
	}
	g_ptr_array_sort(sorted, compare_keys);
	return sorted;
}

struct sink *records_wide_new(struct pool *pool, struct metrics *metrics, struct diag *diag)
{
	struct kept *kept = g_new0(struct kept, 1);

	kept->sink = (struct sink){
		.pool = pool,
		.metrics = metrics,
		.diag = diag,
		.want_original = true,
		.run_begin = run_begin,
		.measure = measure,
		.run_end = run_end,
	};
	kept->runs = g_array_new(FALSE, FALSE, sizeof(struct kept_run));
	kept->figures = g_array_new(FALSE, FALSE, sizeof(struct measurement));
	kept->numbers = g_string_chunk_new(64u << 10);
	kept->factor_sets = g_hash_table_new(NULL, NULL);
	kept->at_sets = g_hash_table_new(NULL, NULL);
	return &kept->sink;
}

/* Figures of a run in stretches with one `at`, as parsers push them. */
static void hand_on(const struct kept *kept, guint start, guint end, struct sink *writer)
{
	const struct measurement *m = (const struct measurement *)(const void *)kept->figures->data;

	for (guint next = start; start < end; start = next) {
		while (next < end && m[next].at == m[start].at)
			next++;
		writer->measure(writer, m + start, next - start);
	}
}

bool records_wide_write(
	struct sink *sink, const struct records_wide *wide, const struct records_output *output)
{
	const struct kept *kept = (const struct kept *)sink;
	g_autoptr(GPtrArray) factors = keys_of(kept->factor_sets), at = keys_of(kept->at_sets);
	struct records_wide full = *wide;
	struct sink *writer;
	guint start = 0;

	full.factors = factors;
	full.at = at;
	writer = records_wide_writer_new(&full, output, sink->pool, sink->metrics, sink->diag);
	for (guint i = 0; i < kept->runs->len; i++) {
		const struct kept_run *one = &g_array_index(kept->runs, struct kept_run, i);

		writer->run_begin(writer, &one->run);
		hand_on(kept, start, one->end, writer);
		writer->run_end(writer, &one->run);
		start = one->end;
	}
	return records_writer_free(writer);
}

void records_wide_free(struct sink *sink)
{
	struct kept *kept = (struct kept *)sink;

	if (!kept)
		return;
	g_array_free(kept->runs, TRUE);
	g_array_free(kept->figures, TRUE);
	g_string_chunk_free(kept->numbers);
	g_hash_table_destroy(kept->factor_sets);
	g_hash_table_destroy(kept->at_sets);
	g_free(kept);
}
