#include "render/table_scale.h"
#include "model/error.h"
#include "model/unit.h"
#include <math.h>
#include <stdlib.h>

struct chooser {
	const struct pivot *pivot;
	const struct table_options *options;
	bool metric_in_rows;
	double *magnitude; /* per line: what unit and digits are chosen for */
	struct scale *scale;
};

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

double table_median(double *v, size_t n)
{
	if (!n)
		return NAN;
	qsort(v, n, sizeof(*v), compare_doubles);
	return n % 2 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
}

/* The middle one of the magnitudes of a line. */
static double line_magnitude(const struct chooser *b, size_t line)
{
	const struct pivot *p = b->pivot;
	size_t n = 0, most = b->metric_in_rows ? p->n_cols : p->n_rows;
	double *v = g_new(double, most + 1), result;

	for (size_t i = 0; i < most; i++) {
		const struct pivot_cell *c =
			b->metric_in_rows ? cell_at(p, line, i) : cell_at(p, i, line);

		if (c->used && c->sum.n)
			v[n++] = fabs(c->sum.mean);
	}
	result = table_median(v, n);
	g_free(v);
	return result;
}

/* Four significant digits of the typical figure. */
static int digits_for(double magnitude)
{
	if (!(magnitude > 0))
		return 0;
	return CLAMP(3 - (int)floor(log10(magnitude)), 0, 9);
}

static const struct metric *line_metric(const struct chooser *b, size_t line)
{
	return b->metric_in_rows ? b->pivot->row[line].metric : b->pivot->col[line].metric;
}

static size_t line_count(const struct chooser *b)
{
	return b->metric_in_rows ? b->pivot->n_rows : b->pivot->n_cols;
}

/* One unit for all lines of a base unit, so that figures side by side compare at a glance. */
static const char *common_unit(const struct chooser *b, enum unit unit, double *divisor)
{
	size_t n = 0;
	g_autofree double *v = g_new(double, line_count(b) + 1);

	for (size_t i = 0; i < line_count(b); i++) {
		const struct metric *m = line_metric(b, i);

		if (m && m->unit == unit && !isnan(b->magnitude[i]))
			v[n++] = b->magnitude[i];
	}
	return unit_for_display(unit, table_median(v, n), divisor);
}

static bool choose_scale(struct chooser *b, const struct metric *metric, size_t line,
	struct scale *s, GError **error)
{
	struct unit_scale wanted;

	if (b->options->cell == TABLE_N) {
		*s = (struct scale){NULL, 1, 0};
		return true;
	}
	if (b->options->unit) {
		if (!unit_tidy(b->options->unit, PREFIX_DECIMAL, &wanted)) {
			g_set_error(error, IOTAB_ERROR, IOTAB_ERROR_USAGE,
				"--unit: '%s' is no unit", b->options->unit);
			return false;
		}
		if (wanted.unit == metric->unit) {
			s->unit = b->options->unit;
			s->divisor = wanted.factor;
		}
	}
	if (!s->unit)
		s->unit = common_unit(b, metric->unit, &s->divisor);
	if (!*s->unit)
		s->unit = NULL;
	s->digits = b->options->digits >= 0 ? b->options->digits
					    : digits_for(b->magnitude[line] / s->divisor);
	return true;
}

/* Raw figures keep the unit they were printed with, where the whole line has the same one. */
static void choose_raw_scale(const struct chooser *b, size_t line, struct scale *s)
{
	const struct pivot *p = b->pivot;
	size_t most = b->metric_in_rows ? p->n_cols : p->n_rows;

	*s = (struct scale){NULL, 1, 0};
	for (size_t i = 0; i < most; i++) {
		const struct pivot_cell *c =
			b->metric_in_rows ? cell_at(p, line, i) : cell_at(p, i, line);

		if (!c->used || !c->sum.original_unit)
			continue;
		/* Releases differ in how they write kB, not in what they mean by it. */
		if (s->unit && g_ascii_strcasecmp(s->unit, c->sum.original_unit)) {
			s->unit = NULL;
			return;
		}
		s->unit = c->sum.original_unit;
	}
}

static bool choose_scales(struct chooser *b, GError **error)
{
	size_t n = line_count(b);
	bool fits = n == 0 || !b->options->unit || b->options->cell == TABLE_RAW ||
		    b->options->cell == TABLE_N;

	b->scale = g_new0(struct scale, n + 1);
	for (size_t i = 0; i < n && b->options->cell != TABLE_RAW; i++)
		b->magnitude[i] = line_magnitude(b, i);
	for (size_t i = 0; i < n; i++) {
		const struct metric *m = line_metric(b, i);

		if (!m)
			continue;
		if (b->options->cell == TABLE_RAW)
			choose_raw_scale(b, i, &b->scale[i]);
		else if (!choose_scale(b, m, i, &b->scale[i], error))
			return false;
		fits = fits || b->scale[i].unit == b->options->unit;
	}
	if (!fits)
		g_set_error(error, IOTAB_ERROR, IOTAB_ERROR_USAGE,
			"--unit: no metric of the table can be shown in '%s'", b->options->unit);
	return fits;
}

struct scale *table_scales(const struct pivot *pivot, bool metric_in_rows,
	const struct table_options *options, GError **error)
{
	struct chooser b = {.pivot = pivot, .options = options, .metric_in_rows = metric_in_rows};
	bool ok;

	b.magnitude = g_new0(double, line_count(&b) + 1);
	ok = choose_scales(&b, error);
	g_free(b.magnitude);
	if (ok)
		return b.scale;
	g_free(b.scale);
	return NULL;
}
