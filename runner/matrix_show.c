/* What would be done and what it can prove; what is done. */
#include "matrix.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The square root of a number below 1, by Newton; no libm here. */
static double root(double x)
{
	double y = 1;

	for (int i = 0; i < 40; i++)
		y = (y + x / y) / 2;
	return y;
}

/*
 * How far apart two means of `n` runs each have to be, in standard deviations of a run, so that a
 * two-sided t test at 5 % finds it four times of five: the power function of the noncentral t
 * distribution, integrated; 2.024 for 5 and 1.325 for 10 are in any table.  Above 12 the normal
 * approximation with a correction, within 0.5 %.
 */
static double detectable(size_t n)
{
	static const double exact[] = {
		0, 0, 5.653, 3.071, 2.381, 2.024, 1.796, 1.632, 1.507, 1.407, 1.325, 1.257, 1.197};

	if (n < sizeof(exact) / sizeof(exact[0]))
		return exact[n];
	return 2.802 * (1 + 0.5 / (double)n) * root(2 / (double)n);
}

/* Seconds of earlier rows: by their levels, and the mean of all. */
struct estimate {
	struct pairs seconds; /* levels as text -> seconds */
	double sum;
	size_t n;
};

static void read_end(struct estimate *e, const char *line, const struct text *levels)
{
	static const char thumper[] = "all destroyed, test ran for ";
	const char *at = strstr(line, " seconds=");
	struct text value = {0};
	double seconds = 0;

	if (strncmp(line, "iorun: end ", 11) == 0 && at)
		seconds = strtod(at + 9, NULL);
	else if (strncmp(line, thumper, sizeof(thumper) - 1) == 0)
		seconds = strtod(line + sizeof(thumper) - 1, NULL);
	if (seconds <= 0)
		return;
	e->sum += seconds;
	e->n++;
	text_printf(&value, "%.3f", seconds);
	pairs_set(&e->seconds, text_of(levels), text_of(&value));
	text_free(&value);
}

static bool read_estimate(const char *path, struct estimate *e, struct text *error)
{
	FILE *f = fopen(path, "r");
	struct text levels = {0};
	char line[4096];

	if (!f) {
		text_printf(error, "cannot read '%s': %s", path, strerror(errno));
		return false;
	}
	while (fgets(line, sizeof(line), f)) {
		char *at = strstr(line, " repeat=");

		line[strcspn(line, "\r\n")] = 0;
		if (strncmp(line, "iorun: begin ", 13) == 0 && at) {
			at += strcspn(at + 1, " ") + 1;
			if (strncmp(at, " again=", 7) == 0)
				at += strcspn(at + 1, " ") + 1;
			text_clear(&levels);
			text_put(&levels, at);
		} else if (strncmp(line, "Create zpool with ", 18) == 0) {
			text_clear(&levels);
		} else {
			read_end(e, line, &levels);
		}
	}
	fclose(f);
	text_free(&levels);
	if (e->n)
		return true;
	text_printf(error, "'%s' has no row that ended well, to estimate from", path);
	return false;
}

/* Seconds of a row; below 0: unknown. */
static double seconds_of(const struct matrix *m, size_t row, const struct estimate *e)
{
	double written, read;

	if (e && e->n) {
		struct text levels = {0};
		const char *known;

		for (size_t i = 0; i < m->row[row].levels.n; i++)
			words_put_pair(&levels, m->row[row].levels.pair[i].key,
				m->row[row].levels.pair[i].value);
		known = pairs_get(&e->seconds, text_of(&levels));
		text_free(&levels);
		return known ? strtod(known, NULL) : e->sum / (double)e->n;
	}
	if (!matrix_bytes(m, row, &written, &read))
		return -1;
	return (written + read) / m->plan.assume;
}

static void show_row(const struct matrix *m, size_t row, const struct estimate *e)
{
	static const enum plan_hook order[PLAN_HOOKS] = {
		PLAN_GUARD, PLAN_CREATE, PLAN_IDENTIFY, PLAN_BENCHMARK, PLAN_DESTROY};
	struct text t = {0}, error = {0};
	double written, read, seconds = seconds_of(m, row, e);

	matrix_row_name(m, row, true, &t);
	printf("\n%s\n", t.s);
	for (size_t i = 0; i < PLAN_HOOKS; i++) {
		enum plan_hook h = order[i];

		if (!m->plan.hook[h].text)
			continue;
		text_clear(&t);
		matrix_expand(m, row, h, &t, &error);
		printf("  %-10s%s\n", plan_hook_name(h), t.s);
	}
	text_clear(&t);
	if (matrix_bytes(m, row, &written, &read)) {
		words_put_size(&t, written);
		text_put(&t, ", reads ");
		words_put_size(&t, read);
	} else {
		text_put(&t, "unknown; [benchmark] writes = SIZE tells it");
	}
	if (seconds >= 0) {
		text_put(&t, ", ");
		words_put_seconds(&t, seconds);
	}
	printf("  %-10s%s\n", "writes", t.s);
	text_free(&t);
	text_free(&error);
}

static void show_proof(const struct matrix *m)
{
	unsigned n = m->plan.repeats;

	if (n == 1)
		puts("1 repeat   proves nothing of a single row: no spread is known; 3 repeats "
		     "find\n"
		     "           3.1 standard deviations of a run, 5 repeats 2.0");
	else
		printf("%u repeats  two combinations that differ by %.1f standard deviations of a "
		       "run\n"
		       "           are told apart four times of five (t test, 5 %%); %u repeats "
		       "would\n"
		       "           find %.1f\n",
			n, detectable(n), 2 * n, detectable(2 * n));
	for (size_t i = 0; i < m->plan.n_factors; i++) {
		size_t each = m->n_rows / m->plan.factor[i].n;

		if (m->plan.factor[i].n > 1 && m->plan.n_factors > 1 && each > n && each > 1)
			printf("           %s, over all other factors: %lu runs of each level, "
			       "%.1f\n",
				m->plan.factor[i].name, (unsigned long)each, detectable(each));
	}
}

static void show_total(const struct matrix *m, const struct estimate *e)
{
	double written = 0, all = 0, w, r;
	size_t known = 0, timed = 0;
	struct text t = {0};

	for (size_t i = 0; i < m->n_rows; i++) {
		double seconds = seconds_of(m, i, e);

		if (matrix_bytes(m, i, &w, &r)) {
			known++;
			written += w;
		}
		timed += seconds >= 0;
		all += seconds >= 0 ? seconds : 0;
	}
	words_put_size(&t, written);
	printf("\nin all     %lu rows, %s written%s\n", (unsigned long)m->n_rows,
		known ? t.s : "unknown bytes",
		known && known < m->n_rows ? " by those that tell" : "");
	text_clear(&t);
	words_put_seconds(&t, all);
	if (e && e->n) {
		printf("time       %s, by %lu rows of the log given\n", t.s, (unsigned long)e->n);
	} else if (timed) {
		printf("time       %s", t.s);
		text_clear(&t);
		text_printf(&t, "%.0f", m->plan.assume / 1e6);
		printf(" at %s MB/s, which is assumed; random access takes longer\n", t.s);
	} else {
		puts("time       unknown; --estimate-from LOG takes it from a log");
	}
	if (m->plan.limit > 0) {
		text_clear(&t);
		words_put_seconds(&t, m->plan.limit * (double)m->n_rows);
		printf("           at most %s by the limit of each row\n", t.s);
	}
	text_free(&t);
	show_proof(m);
}

bool matrix_show(const struct matrix *m, const char *estimate, bool seed_given, struct text *error)
{
	struct estimate e = {{NULL, 0}, 0, 0};

	if (estimate && !read_estimate(estimate, &e, error)) {
		pairs_free(&e.seconds);
		return false;
	}
	if (m->plan.title)
		printf("%s\n", m->plan.title);
	printf("host %s, target %s: %lu rows, %lu combinations x %u, seed %llu%s\n", m->plan.host,
		m->plan.target, (unsigned long)m->n_rows, (unsigned long)m->n_combinations,
		m->plan.repeats, (unsigned long long)m->seed,
		seed_given ? "" : " (another one without --seed)");
	puts("a dry run: nothing was done, --execute does it");
	for (size_t i = 0; i < m->n_rows; i++)
		show_row(m, i, &e);
	show_total(m, &e);
	pairs_free(&e.seconds);
	return true;
}

double matrix_total(const struct matrix *m, const char **how)
{
	double all = 0;

	*how = "assumed by bytes and rate";
	for (size_t i = 0; i < m->n_rows; i++) {
		double seconds = m->row[i].logged ? 0 : seconds_of(m, i, NULL);

		if (seconds < 0)
			return -1;
		all += seconds;
	}
	return all;
}

void matrix_status(const struct matrix *m)
{
	size_t ok = 0, failed = 0, again = 0, left, timed = 0;
	double took = 0;
	struct text t = {0};

	for (size_t i = 0; i < m->n_rows; i++) {
		const struct matrix_row *r = &m->row[i];

		again += r->begun > 1;
		if (r->logged && strcmp(r->status, "ok") == 0)
			ok++;
		else if (r->logged)
			failed++;
		text_clear(&t);
		matrix_row_name(m, i, true, &t);
		if (r->logged && strcmp(r->status, "ok") != 0)
			printf("%-8s%s: %s\n", "failed", t.s, r->status);
		else if (!r->logged && r->begun)
			printf("%-8s%s\n", "begun", t.s);
		if (r->logged && r->began > 0 && r->ended >= r->began) {
			took += r->ended - r->began;
			timed++;
		}
	}
	left = m->n_rows - ok - failed;
	printf("rows    %lu: %lu ok, %lu failed, %lu left, %lu begun again\n",
		(unsigned long)m->n_rows, (unsigned long)ok, (unsigned long)failed,
		(unsigned long)left, (unsigned long)again);
	if (timed && left) {
		time_t end = time(NULL) + (time_t)(took / (double)timed * (double)left);
		char when[32];

		text_clear(&t);
		words_put_seconds(&t, took / (double)timed * (double)left);
		strftime(when, sizeof(when), "%Y-%m-%d %H:%M", localtime(&end));
		printf("time    %s left, until %s, by the %lu rows done\n", t.s, when,
			(unsigned long)timed);
	} else if (left) {
		puts("time    unknown, no row is done yet");
	}
	text_free(&t);
}
