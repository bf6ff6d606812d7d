/* Rows of a campaign: what is combined, in which order, and the commands of each. */
#include "matrix.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Steele, Lea, Flood: Fast splittable pseudorandom number generators (2014). */
static uint64_t next_random(uint64_t *state)
{
	uint64_t x = *state += 0x9e3779b97f4a7c15u;

	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
	x = (x ^ x >> 27) * 0x94d049bb133111ebu;
	return x ^ x >> 31;
}

/* Below `n`, each equally likely. */
static uint64_t below(uint64_t *state, uint64_t n)
{
	uint64_t most = UINT64_MAX - UINT64_MAX % n, x;

	do
		x = next_random(state);
	while (x >= most);
	return x % n;
}

/* Levels of the combination; the last factor changes fastest. */
static void set_levels(const struct plan *plan, size_t combination, struct matrix_row *row)
{
	size_t product = 1;

	if (plan->n_rows) {
		const struct plan_row *r = &plan->row[combination];

		for (size_t i = 0; i < r->levels.n; i++)
			pairs_set(&row->levels, r->levels.pair[i].key, r->levels.pair[i].value);
		return;
	}
	for (size_t i = 0; i < plan->n_factors; i++)
		product *= plan->factor[i].n;
	for (size_t i = 0; i < plan->n_factors; i++) {
		const struct plan_factor *f = &plan->factor[i];

		product /= f->n;
		pairs_set(&row->levels, f->name, f->level[combination / product % f->n]);
	}
}

static void copy_pairs(const struct pairs *from, struct pairs *to)
{
	for (size_t i = 0; i < from->n; i++)
		pairs_set(to, from->pair[i].key, from->pair[i].value);
}

static bool holds(const struct plan_when *when, const struct pairs *levels)
{
	for (size_t i = 0; i < when->match.n; i++) {
		const char *level = pairs_get(levels, when->match.pair[i].key);

		if (!level || strcmp(level, when->match.pair[i].value) != 0)
			return false;
	}
	return true;
}

/* The weakest first: [variables], [when] in their order, the row's own, its levels. */
static void set_variables(const struct matrix *m, struct matrix_row *row)
{
	const struct plan *plan = &m->plan;

	copy_pairs(&plan->variables, &row->variables);
	for (size_t i = 0; i < plan->n_when; i++)
		if (holds(&plan->when[i], &row->levels))
			copy_pairs(&plan->when[i].variables, &row->variables);
	if (plan->n_rows)
		copy_pairs(&plan->row[row->combination].variables, &row->variables);
	copy_pairs(&row->levels, &row->variables);
	pairs_set(&row->variables, "target", plan->target);
}

static void set_number(struct pairs *pairs, const char *key, size_t n)
{
	struct text number = {0};

	text_printf(&number, "%lu", (unsigned long)n);
	pairs_set(pairs, key, text_of(&number));
	text_free(&number);
}

static size_t combinations(const struct plan *plan)
{
	size_t n = plan->n_rows ? plan->n_rows : 1;

	for (size_t i = 0; i < plan->n_factors; i++)
		n *= plan->factor[i].n;
	return n;
}

void matrix_rows(struct matrix *m)
{
	uint64_t state = m->seed;

	m->n_combinations = combinations(&m->plan);
	m->n_rows = m->n_combinations * m->plan.repeats;
	m->row = words_room(NULL, m->n_rows, sizeof(m->row[0]));
	memset(m->row, 0, m->n_rows * sizeof(m->row[0]));
	for (size_t i = 0; i < m->n_rows; i++) {
		m->row[i].repeat = (unsigned)(i / m->n_combinations) + 1;
		m->row[i].combination = i % m->n_combinations;
	}
	for (size_t block = 0; block < m->n_rows; block += m->n_combinations)
		for (size_t i = m->n_combinations - 1; i > 0; i--) {
			struct matrix_row *a = &m->row[block + i],
					  *b = &m->row[block + below(&state, i + 1)], keep = *a;

			*a = *b;
			*b = keep;
		}
	for (size_t i = 0; i < m->n_rows; i++) {
		struct matrix_row *row = &m->row[i];

		set_levels(&m->plan, row->combination, row);
		set_variables(m, row);
		set_number(&row->variables, "row", i + 1);
		set_number(&row->variables, "rows", m->n_rows);
		set_number(&row->variables, "repeat", row->repeat);
	}
}

/* "{name}" or "{@name}" at `p`: the name's length, 0: it is neither. */
static size_t braced(const char *p, bool *many)
{
	size_t n = 0;

	*many = p[1] == '@';
	p += 1 + *many;
	if (!isalpha((unsigned char)*p))
		return 0;
	while (isalnum((unsigned char)p[n]) || (p[n] && strchr("_-.", p[n])))
		n++;
	return p[n] == '}' ? n : 0;
}

static void put_words(struct text *out, const char *value)
{
	const char *before = "";

	for (value += strspn(value, " \t"); *value; value += strspn(value, " \t")) {
		size_t n = strcspn(value, " \t");
		char *word = words_copy(value, n);

		text_put(out, before);
		words_put_shell(out, word);
		before = " ";
		free(word);
		value += n;
	}
}

static bool no_variable(const struct matrix *m, size_t row, const struct plan_command *command,
	const char *name, struct text *error)
{
	const struct pairs *have = &m->row[row].variables;
	const char **names = words_room(NULL, have->n, sizeof(names[0])), *near;
	struct text where = {0};

	for (size_t i = 0; i < have->n; i++)
		names[i] = have->pair[i].key;
	near = words_nearest(name, names, have->n);
	free(names);
	matrix_row_name(m, row, true, &where);
	text_printf(error, "%s:%d: '{%s}' is no variable of %s", m->plan.name, command->line, name,
		text_of(&where));
	text_free(&where);
	if (near)
		text_printf(error, ", did you mean '{%s}'?", near);
	else
		text_printf(error, "; '{{' stands for a brace");
	return false;
}

bool matrix_expand(const struct matrix *m, size_t row, enum plan_hook hook, struct text *out,
	struct text *error)
{
	const struct plan_command *command = &m->plan.hook[hook];
	bool good = true;

	for (const char *p = command->text; good && *p; p++) {
		bool many;
		size_t n = *p == '{' ? braced(p, &many) : 0;

		if (*p == '{' && p[1] == '{') {
			text_put(out, "{");
			p++;
		} else if (n) {
			char *name = words_copy(p + 1 + many, n);
			const char *value = pairs_get(&m->row[row].variables, name);

			if (!value)
				good = no_variable(m, row, command, name, error);
			else if (many)
				put_words(out, value);
			else
				words_put_shell(out, value);
			p += n + 1 + many;
			free(name);
		} else {
			text_add(out, p, 1);
		}
	}
	return good;
}

bool matrix_check_commands(const struct matrix *m, struct text *error)
{
	struct text out = {0};
	bool good = true;

	for (size_t i = 0; good && i < m->n_rows; i++)
		for (int hook = 0; good && hook < PLAN_HOOKS; hook++)
			if (m->plan.hook[hook].text) {
				text_clear(&out);
				good = matrix_expand(m, i, (enum plan_hook)hook, &out, error);
			}
	text_free(&out);
	return good;
}

void matrix_row_name(const struct matrix *m, size_t row, bool levels, struct text *out)
{
	const struct matrix_row *r = &m->row[row];

	text_printf(out, "row=%lu/%lu repeat=%u", (unsigned long)row + 1, (unsigned long)m->n_rows,
		r->repeat);
	for (size_t i = 0; levels && i < r->levels.n; i++)
		words_put_pair(out, r->levels.pair[i].key, r->levels.pair[i].value);
}

/* What vdevs hold beside devices. */
static bool is_kind(const char *word)
{
	static const char *const kinds[] = {
		"mirror", "raidz", "draid", "log", "cache", "spare", "special", "dedup"};

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		size_t n = strlen(kinds[i]);

		if (strncmp(word, kinds[i], n) != 0)
			continue;
		if (!word[n] || ((i == 1 || i == 2) &&
					strspn(word + n, "0123456789:dcs") == strlen(word + n)))
			return true;
	}
	return false;
}

void matrix_devices(const struct matrix_row *row, struct text *out)
{
	const char *devices = pairs_get(&row->variables, "devices"),
		   *vdevs = pairs_get(&row->variables, "vdevs");

	if (devices || !vdevs) {
		text_put(out, devices ? devices : "");
		return;
	}
	for (vdevs += strspn(vdevs, " \t"); *vdevs; vdevs += strspn(vdevs, " \t")) {
		char *word = words_copy(vdevs, strcspn(vdevs, " \t"));

		if (!is_kind(word))
			text_printf(out, "%s%s", out->n ? " " : "", word);
		vdevs += strlen(word);
		free(word);
	}
}
