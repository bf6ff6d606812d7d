#ifndef TESTS_UNIT_PARSERS_WITNESS_H
#define TESTS_UNIT_PARSERS_WITNESS_H

#include "model/sink.h"
#include <math.h>

/*
 * A sink that writes down what it is told, a line for each call:
 *   begin TOOL [FACTORS] host=H label=L layout=K v=VERSION when=DATE {KEY: ORIGIN} @LINE
 *   METRIC=VALUE 'ORIGINAL' (UNIT) FLAGS [AT] @LINE
 *   end STATUS error=TEXT
 * What is not there is left out.  The status is final at the end only.
 */
struct witness {
	struct sink sink;
	GString *log;
	bool terse;           /* figures without original, unit and `at` */
	const char *unwanted; /* a metric nobody wants */
	const char *skipped;  /* a size, as of `at`, whose rows nobody wants; NULL: none */
};

static inline void witness_word(GString *log, const char *name, const char *value)
{
	if (value)
		g_string_append_printf(log, " %s=%s", name, value);
}

static inline void witness_run_begin(struct sink *sink, const struct run *run)
{
	GString *log = ((struct witness *)sink)->log;

	g_string_append_printf(log, "begin %s", run->tool ? run->tool : "-");
	if (run->factors && run->factors->n) {
		g_string_append(log, " [");
		keyset_print(run->factors, log);
		g_string_append_c(log, ']');
	}
	witness_word(log, "host", run->host);
	witness_word(log, "label", run->label);
	witness_word(log, "layout", run->layout);
	witness_word(log, "v", run->version);
	witness_word(log, "when", run->when);
	for (size_t i = 0; i < run->n_origins; i++) {
		g_assert_true(run_origin(run, run->origins[i].key) == &run->origins[i]);
		g_string_append_printf(log, " {%s: ", run->origins[i].key);
		origin_print(&run->origins[i], log);
		g_string_append_c(log, '}');
	}
	g_string_append_printf(log, " @%u\n", run->pos.line);
}

static inline void witness_measure(struct sink *sink, const struct measurement *m, size_t n)
{
	const struct witness *w = (const struct witness *)sink;

	for (size_t i = 0; i < n; i++) {
		g_assert_true(m[i].at == m[0].at);
		g_assert_true(!isnan(m[i].value) || m[i].flags); /* a missing figure says why */
		g_string_append_printf(w->log, "%s=", m[i].metric->name);
		number_print(m[i].value, w->log);
		if (m[i].original && !w->terse)
			g_string_append_printf(w->log, " '%s'", m[i].original);
		if (m[i].original_unit && !w->terse)
			g_string_append_printf(w->log, " (%s)", m[i].original_unit);
		if (m[i].flags) {
			g_string_append_c(w->log, ' ');
			quality_print(m[i].flags, w->log);
		}
		if (!w->terse) {
			g_string_append(w->log, " [");
			keyset_print(m[i].at, w->log);
			g_string_append_c(w->log, ']');
		}
		g_string_append_printf(w->log, " @%u\n", m[i].line);
	}
}

static inline void witness_run_end(struct sink *sink, const struct run *run)
{
	GString *log = ((struct witness *)sink)->log;

	g_string_append_printf(log, "end %s", run_status_name(run->status));
	witness_word(log, "error", run->error);
	g_string_append_c(log, '\n');
}

static inline bool witness_wants(struct sink *sink, const struct metric *metric)
{
	return g_strcmp0(metric->name, ((struct witness *)sink)->unwanted) != 0;
}

static inline bool witness_skips(struct sink *sink, const struct keyset *at)
{
	const char *skipped = ((struct witness *)sink)->skipped;

	return skipped && !g_strcmp0(keyset_get(at, "record-size"), skipped);
}

static inline void witness_init(struct witness *w)
{
	*w = (struct witness){
		.sink = {.pool = pool_new(),
			.metrics = metrics_new(),
			.diag = diag_new(),
			.want_original = true,
			.run_begin = witness_run_begin,
			.measure = witness_measure,
			.run_end = witness_run_end,
			.wants = witness_wants,
			.skips = witness_skips},
		.log = g_string_new(NULL),
	};
}

static inline void witness_clear(struct witness *w)
{
	g_string_free(w->log, TRUE);
	diag_free(w->sink.diag);
	metrics_free(w->sink.metrics);
	pool_free(w->sink.pool);
}

/* Appends diagnostics, `NAME @LINE: DETAIL` each. */
static inline void witness_diags(const struct diag *diag, GString *log)
{
	for (size_t i = 0; i < diag_count(diag); i++) {
		const struct diag_entry *e = diag_get(diag, i);

		g_string_append_printf(log, "%s @%u", diag_info(e->code)->name, e->line);
		if (e->detail)
			g_string_append_printf(log, ": %s", e->detail);
		g_string_append_c(log, '\n');
	}
}

/* Fails the test and goes on, so that every row of a table that is wrong is named. */
#define fail_row(...)                                                                              \
	do {                                                                                       \
		g_test_message(__VA_ARGS__);                                                       \
		g_test_fail();                                                                     \
	} while (0)

/* Compares two texts and names the case that differs. */
#define assert_told(name, got, expected)                                                           \
	do {                                                                                       \
		if (g_strcmp0(got, expected) != 0)                                                 \
			fail_row("%s\n--- got\n%s\n--- expected\n%s", name, got, expected);        \
	} while (0)

#endif
