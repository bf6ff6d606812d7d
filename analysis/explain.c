#include "analysis/explain.h"

#include <string.h>

static struct explain *of(struct sink *sink)
{
	return (struct explain *)sink;
}

static bool is_here(const struct explain *e, const char *file)
{
	return file && g_str_equal(file, e->file);
}

static void run_begin(struct sink *sink, const struct run *run)
{
	struct explain *e = of(sink);

	e->open = true;
	e->foreign = !is_here(e, run->pos.file);
	e->touched = false;
	for (size_t i = 0; i < run->n_origins; i++)
		e->touched = e->touched || run->origins[i].line == e->line;
}

static void keep(const struct explain *e, GArray *figures, const struct measurement *m)
{
	struct measurement copy = *m;

	copy.original = pool_str(e->sink.pool, m->original);
	copy.original_unit = pool_str(e->sink.pool, m->original_unit);
	g_array_append_val(figures, copy);
}

static void measure(struct sink *sink, const struct measurement *m, size_t n)
{
	struct explain *e = of(sink);

	for (size_t i = 0; i < n; i++) {
		if (!is_here(e, m[i].file)) {
			keep(e, e->waiting, &m[i]);
		} else if (m[i].line == e->line) {
			keep(e, e->figures, &m[i]);
			e->touched = true;
		}
	}
}

static void copy_run(struct explain *e, const struct run *run)
{
	struct pool *pool = e->sink.pool;

	e->has_run = true;
	e->run = *run;
	e->run.tool = pool_str(pool, run->tool);
	e->run.version = pool_str(pool, run->version);
	e->run.command = pool_str(pool, run->command);
	e->run.host = pool_str(pool, run->host);
	e->run.when = pool_str(pool, run->when);
	e->run.layout = pool_str(pool, run->layout);
	e->run.label = pool_str(pool, run->label);
	e->run.error = pool_str(pool, run->error);
	e->run.pos.file = pool_str(pool, run->pos.file);
	for (size_t i = 0; i < run->n_origins; i++) {
		struct origin copy = run->origins[i];

		copy.key = pool_str(pool, copy.key);
		g_array_append_val(e->origins, copy);
	}
	e->run.origins = (const struct origin *)(const void *)e->origins->data;
	e->run_last = e->foreign ? 0 : MAX(e->known_last, run->pos.line);
}

static void run_end(struct sink *sink, const struct run *run)
{
	struct explain *e = of(sink);
	bool around = !e->foreign && run->pos.line <= e->line && e->line <= e->known_last;

	e->open = false;
	if (!e->touched && !around)
		return;
	if (!e->has_run)
		copy_run(e, run);
	else
		e->more_runs++;
}

/* Lines of these classes are part of a run, others may stand between runs as well. */
static bool is_part(enum line_class class)
{
	return class != LINE_BLANK && class != LINE_MARKER && class != LINE_NOISE &&
	       class != LINE_UNKNOWN;
}

static void take_line(struct explain *e, enum line_class class, const char *text, size_t n)
{
	e->classed = true;
	e->class = class;
	g_string_append_len(e->text, text, (gssize)n);
	g_array_append_vals(e->figures, e->waiting->data, e->waiting->len);
	e->touched = e->touched || (e->open && e->foreign && class == LINE_FIGURES);
}

static void line(
	struct sink *sink, struct pos pos, enum line_class class, const char *text, size_t n)
{
	struct explain *e = of(sink);

	e->last_line = MAX(e->last_line, pos.line);
	if (is_part(class))
		e->known_last = pos.line;
	if (pos.line == e->line)
		take_line(e, class, text, n);
	g_array_set_size(e->waiting, 0);
}

struct explain *explain_new(
	const char *file, guint32 line_number, struct metrics *metrics, struct diag *diag)
{
	struct explain *e = g_new0(struct explain, 1);

	e->file = file;
	e->line = line_number;
	e->sink = (struct sink){
		.pool = pool_new(),
		.metrics = metrics,
		.diag = diag,
		.want_original = true,
		.want_origins = true,
		.run_begin = run_begin,
		.measure = measure,
		.run_end = run_end,
		.line = line,
	};
	e->text = g_string_new(NULL);
	e->figures = g_array_new(FALSE, FALSE, sizeof(struct measurement));
	e->waiting = g_array_new(FALSE, FALSE, sizeof(struct measurement));
	e->origins = g_array_new(FALSE, FALSE, sizeof(struct origin));
	return e;
}

void explain_free(struct explain *e)
{
	if (!e)
		return;
	pool_free(e->sink.pool);
	g_string_free(e->text, TRUE);
	g_array_free(e->figures, TRUE);
	g_array_free(e->waiting, TRUE);
	g_array_free(e->origins, TRUE);
	g_free(e);
}

static bool part_of_number(char c)
{
	return g_ascii_isdigit(c) || c == '.';
}

/* Figures that ran into each other have digits of their neighbours around them. */
static bool stands_alone(const char *start, const char *end, const struct explain *e)
{
	return (start == e->text->str || !part_of_number(start[-1])) && !part_of_number(*end);
}

/* How many figures on the line are printed like this one, and which of them it is, from 0. */
static size_t alike(const struct explain *e, const struct measurement *m, size_t *which)
{
	size_t n = 0;

	for (guint i = 0; i < e->figures->len; i++) {
		const struct measurement *other = &g_array_index(e->figures, struct measurement, i);

		if (other == m)
			*which = n;
		n += other->original == m->original; /* of one pool */
	}
	return n;
}

bool explain_columns(
	const struct explain *e, const struct measurement *m, size_t *first, size_t *last)
{
	size_t n = m->original ? strlen(m->original) : 0, found = 0, which = 0;
	size_t wanted = alike(e, m, &which);
	bool fused = m->flags & QUALITY_BIT(QUALITY_FUSED);
	const char *at = e->text->str, *end = at + e->text->len;

	while (n && (at = memmem(at, (size_t)(end - at), m->original, n))) {
		if (fused || stands_alone(at, at + n, e)) {
			if (found++ == which)
				*first = (size_t)(at - e->text->str) + 1;
		}
		at++;
	}
	if (!found || found != wanted)
		return false;
	*last = *first + n - 1;
	return true;
}
