#include "model/record.h"

#include <string.h>

static const char *const status_names[] = {
	[RUN_COMPLETE] = "complete",
	[RUN_PARTIAL] = "partial",
	[RUN_FAILED] = "failed",
	[RUN_INTERRUPTED] = "interrupted",
};

G_STATIC_ASSERT(G_N_ELEMENTS(status_names) == RUN_STATUS_COUNT);

const char *run_status_name(enum run_status status)
{
	return status_names[status];
}

enum run_status run_status_by_name(const char *name)
{
	int i = 0;

	while (i < RUN_STATUS_COUNT && strcmp(name, status_names[i]) != 0)
		i++;
	return (enum run_status)i;
}

static const char *const origin_names[] = {
	[ORIGIN_MARKER] = "marker",
	[ORIGIN_STUDY] = "study",
	[ORIGIN_PATH] = "path",
	[ORIGIN_SET] = "command line",
};

G_STATIC_ASSERT(G_N_ELEMENTS(origin_names) == ORIGIN_KIND_COUNT);

void origin_print(const struct origin *origin, GString *out)
{
	g_string_append(out, origin_names[origin->kind]);
	if (origin->line)
		g_string_append_printf(out, " at line %u", origin->line);
}

const struct origin *run_origin(const struct run *run, const char *key)
{
	for (size_t i = 0; i < run->n_origins; i++)
		if (g_str_equal(run->origins[i].key, key))
			return &run->origins[i];
	return NULL;
}

bool run_fact_name(const char *name)
{
	static const char *const facts[] = {"tool", "version", "status", "metric", "flag", "source",
		"when", "vdevs", "width", "parity", "run", "file", "line"};

	for (size_t i = 0; i < G_N_ELEMENTS(facts); i++)
		if (g_str_equal(facts[i], name))
			return true;
	return false;
}
