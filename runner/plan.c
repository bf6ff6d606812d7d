#include "plan.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reader {
	struct plan *plan;
	struct text *error;
	int line;
	bool said[64];           /* which keys of `keys` */
	struct pairs *variables; /* of the section that is open */
};

static bool fail(struct reader *r, int line, const char *what, const char *subject)
{
	if (line)
		text_printf(r->error, "%s:%d: ", r->plan->name, line);
	else
		text_printf(r->error, "%s: ", r->plan->name);
	text_printf(r->error, what, subject);
	return false;
}

/* With the name that may be meant. */
static bool unknown(
	struct reader *r, const char *what, const char *word, const char *const *names, size_t n)
{
	const char *near = words_nearest(word, names, n);

	text_printf(r->error, "%s:%d: unknown %s '%s'", r->plan->name, r->line, what, word);
	if (near)
		text_printf(r->error, ", did you mean '%s'?", near);
	return false;
}

/* ---- values -----------------------------------------------------------------------------------
 */

static bool read_text(struct reader *r, const char *value, void *to)
{
	(void)r;
	*(char **)to = words_copy(value, strlen(value));
	return true;
}

static bool read_command(struct reader *r, const char *value, void *to)
{
	*(struct plan_command *)to =
		(struct plan_command){words_copy(value, strlen(value)), r->line};
	return true;
}

static bool read_repeats(struct reader *r, const char *value, void *to)
{
	char *end;
	unsigned long n = strtoul(value, &end, 10);

	if (!isdigit((unsigned char)*value) || *end || n < 1 || n > 1000)
		return fail(r, r->line, "repeats are a number from 1 to 1000, not '%s'", value);
	*(unsigned *)to = (unsigned)n;
	return true;
}

static bool read_seed(struct reader *r, const char *value, void *to)
{
	char *end;

	*(uint64_t *)to = strtoull(value, &end, 10);
	r->plan->has_seed = true;
	return (isdigit((unsigned char)*value) && !*end) ||
	       fail(r, r->line, "a seed is a whole number, not '%s'", value);
}

static bool read_size(struct reader *r, const char *value, void *to)
{
	return words_size(value, to) || fail(r, r->line, "no size, as 512M or 10G: '%s'", value);
}

static bool read_writes(struct reader *r, const char *value, void *to)
{
	r->plan->has_writes = true;
	return read_size(r, value, to);
}

static bool read_reads(struct reader *r, const char *value, void *to)
{
	r->plan->has_reads = true;
	return read_size(r, value, to);
}

static bool read_seconds(struct reader *r, const char *value, void *to)
{
	if (!words_seconds(value, to) || *(double *)to <= 0)
		return fail(r, r->line, "no time, as 90s, 30m, 4h or 7d: '%s'", value);
	return true;
}

static bool read_load(struct reader *r, const char *value, void *to)
{
	char *end;

	*(double *)to = strtod(value, &end);
	return (end != value && !*end && *(double *)to > 0) ||
	       fail(r, r->line, "a load is a number above 0, not '%s'", value);
}

static bool read_rate(struct reader *r, const char *value, void *to)
{
	char *copy = words_copy(value, strlen(value)), *slash = strstr(copy, "/s");
	uint64_t bytes;
	bool good;

	if (slash && !slash[2])
		*slash = 0;
	good = words_size(copy, &bytes) && bytes > 0;
	free(copy);
	*(double *)to = good ? (double)bytes : 0;
	return good || fail(r, r->line, "no rate, as 500 MB/s: '%s'", value);
}

static bool read_window(struct reader *r, const char *value, void *to)
{
	int a, b, c, d, n = 0;

	(void)to;
	if (sscanf(value, "%2d:%2d-%2d:%2d%n", &a, &b, &c, &d, &n) != 4 || value[n] || a < 0 ||
		b < 0 || c < 0 || d < 0 || a > 24 || c > 24 || b > 59 || d > 59 ||
		a * 60 + b == c * 60 + d)
		return fail(r, r->line, "a window is as 20:00-06:00, not '%s'", value);
	r->plan->window_from = a * 60 + b;
	r->plan->window_to = c * 60 + d;
	return true;
}

static bool read_markers(struct reader *r, const char *value, void *to)
{
	*(bool *)to = strcmp(value, "thumper") == 0;
	return *(bool *)to || strcmp(value, "iorun") == 0 ||
	       fail(r, r->line, "markers are 'iorun' or 'thumper', not '%s'", value);
}

/* ---- keys -------------------------------------------------------------------------------------
 */

#define AT(member) offsetof(struct plan, member)
#define HOOK(hook) (AT(hook) + sizeof(struct plan_command) * (hook))

static const struct {
	const char *section, *key;
	bool (*read)(struct reader *r, const char *value, void *to);
	size_t at;
} keys[] = {
	{"campaign", "title", read_text, AT(title)},
	{"campaign", "host", read_text, AT(host)},
	{"campaign", "target", read_text, AT(target)},
	{"campaign", "repeats", read_repeats, AT(repeats)},
	{"campaign", "seed", read_seed, AT(seed)},
	{"campaign", "limit", read_seconds, AT(limit)},
	{"campaign", "window", read_window, 0},
	{"campaign", "max-load", read_load, AT(max_load)},
	{"campaign", "max-total", read_seconds, AT(max_total)},
	{"campaign", "min-free", read_size, AT(min_free)},
	{"campaign", "assume", read_rate, AT(assume)},
	{"campaign", "markers", read_markers, AT(thumper)},
	{"campaign", "lock", read_text, AT(lock)},
	{"hooks", "guard", read_command, AT(hook[PLAN_GUARD])},
	{"hooks", "create", read_command, AT(hook[PLAN_CREATE])},
	{"hooks", "identify", read_command, AT(hook[PLAN_IDENTIFY])},
	{"hooks", "destroy", read_command, AT(hook[PLAN_DESTROY])},
	{"benchmark", "command", read_command, AT(hook[PLAN_BENCHMARK])},
	{"benchmark", "writes", read_writes, AT(writes)},
	{"benchmark", "reads", read_reads, AT(reads)},
};

#define KEYS (sizeof(keys) / sizeof(keys[0]))

static const char *const sections[] = {
	"campaign", "factors", "rows", "variables", "when", "hooks", "benchmark"};

#define SECTIONS (sizeof(sections) / sizeof(sections[0]))

const char *plan_hook_name(enum plan_hook hook)
{
	static const char *const names[PLAN_HOOKS] = {
		"create", "identify", "destroy", "command", "guard"};

	return names[hook];
}

static bool known_key(struct reader *r, const char *section, const char *key, const char *value)
{
	const char *names[KEYS];
	char what[64];
	size_t n = 0;

	for (size_t i = 0; i < KEYS; i++) {
		if (strcmp(keys[i].section, section) != 0)
			continue;
		names[n++] = keys[i].key;
		if (strcmp(keys[i].key, key) != 0)
			continue;
		if (r->said[i])
			return fail(r, r->line, "'%s' is said twice", key);
		r->said[i] = true;
		return keys[i].read(r, value, (char *)r->plan + keys[i].at);
	}
	snprintf(what, sizeof(what), "key of [%s]", section);
	return unknown(r, what, key, names, n);
}

/* Names that iotab has for other things, or that commands get anyway. */
static bool factor_name(struct reader *r, const char *name)
{
	static const char *const taken[] = {"tool", "version", "status", "metric", "flag", "source",
		"when", "vdevs", "width", "parity", "run", "file", "line", "row", "rows", "repeat",
		"again", "target", "log", "host", "devices"};

	if (!words_name(name))
		return fail(r, r->line,
			"no name, a letter and then letters, digits, '_', '-', '.': '%s'", name);
	for (size_t i = 0; i < sizeof(taken) / sizeof(taken[0]); i++)
		if (strcmp(taken[i], name) == 0)
			return fail(
				r, r->line, "'%s' can be no factor, it means something else", name);
	return true;
}

static bool add_factor(struct reader *r, const char *name, char *value)
{
	struct plan *plan = r->plan;
	struct plan_factor f = {NULL, NULL, 0, r->line};

	if (!factor_name(r, name))
		return false;
	for (size_t i = 0; i < plan->n_factors; i++)
		if (strcmp(plan->factor[i].name, name) == 0)
			return fail(r, r->line, "factor '%s' is said twice", name);
	if (plan->n_factors == PLAN_FACTORS)
		return fail(r, r->line, "more factors than can be: '%s'", name);
	f.name = words_copy(name, strlen(name));
	for (char *comma; value; value = comma) {
		char *level;

		comma = strchr(value, ',');
		if (comma)
			*comma++ = 0;
		level = words_trim(value);
		for (size_t i = 0; i < f.n; i++)
			if (strcmp(f.level[i], level) == 0)
				*level = 0;
		f.level = words_room(f.level, f.n + 1, sizeof(f.level[0]));
		f.level[f.n++] = words_copy(level, strlen(level));
	}
	plan->factor = words_room(plan->factor, plan->n_factors + 1, sizeof(f));
	plan->factor[plan->n_factors++] = f;
	for (size_t i = 0; i < f.n; i++)
		if (!*f.level[i])
			return fail(
				r, r->line, "a level of '%s' is empty or stands there twice", name);
	return true;
}

/* Words `key=value` into pairs; `vdevs`, `devices` and what follows a lone `:` are variables. */
static bool add_pairs(
	struct reader *r, const char *words, struct pairs *levels, struct pairs *variables)
{
	struct text key = {0}, value = {0};
	bool good = true, behind = false;

	while (good && words_pair(&words, &key, &value)) {
		bool variable = behind || strcmp(text_of(&key), "vdevs") == 0 ||
				strcmp(text_of(&key), "devices") == 0;

		if (!key.n && strcmp(text_of(&value), ":") == 0 && variables && !behind) {
			behind = true;
			continue;
		}
		if (!key.n)
			good = fail(r, r->line, "no key=level: '%s'", text_of(&value));
		else if (pairs_get(levels, key.s) || (variables && pairs_get(variables, key.s)))
			good = fail(r, r->line, "'%s' is said twice", key.s);
		else if (!variables || !variable)
			good = factor_name(r, key.s);
		else if (!words_name(key.s))
			good = fail(r, r->line, "no name: '%s'", key.s);
		if (good)
			pairs_set(
				variables && variable ? variables : levels, key.s, text_of(&value));
	}
	text_free(&key);
	text_free(&value);
	return good;
}

static bool add_row(struct reader *r, const char *key, const char *value)
{
	struct plan *plan = r->plan;
	struct plan_row *row;

	if (strcmp(key, "row") != 0) {
		static const char *const names[] = {"row"};

		return unknown(r, "key of [rows]", key, names, 1);
	}
	plan->row = words_room(plan->row, plan->n_rows + 1, sizeof(plan->row[0]));
	row = &plan->row[plan->n_rows++];
	*row = (struct plan_row){{NULL, 0}, {NULL, 0}, r->line};
	if (!add_pairs(r, value, &row->levels, &row->variables))
		return false;
	if (!row->levels.n)
		return fail(r, r->line, "a row without a level: '%s'", value);
	for (size_t i = 0; i + 1 < plan->n_rows; i++)
		if (pairs_equal(&plan->row[i].levels, &row->levels))
			return fail(r, r->line, "this row is there already: '%s'", value);
	return true;
}

static bool add_variable(struct reader *r, const char *key, const char *value)
{
	if (!words_name(key))
		return fail(r, r->line, "no name for a variable: '%s'", key);
	if (pairs_get(r->variables, key))
		return fail(r, r->line, "'%s' is said twice", key);
	pairs_set(r->variables, key, value);
	return true;
}

/* ---- lines ------------------------------------------------------------------------------------
 */

static bool open_section(struct reader *r, char *head, const char **section)
{
	char *end = strrchr(head, ']'), *rest;
	struct plan *plan = r->plan;

	if (!end || *words_trim(end + 1))
		return fail(r, r->line, "a section is as [factors], not '%s'", head);
	*end = 0;
	head = words_trim(head + 1);
	rest = head + strcspn(head, " \t");
	if (*rest)
		*rest++ = 0;
	*section = NULL;
	for (size_t i = 0; i < SECTIONS; i++)
		if (strcmp(sections[i], head) == 0)
			*section = sections[i];
	if (!*section)
		return unknown(r, "section", head, sections, SECTIONS);
	r->variables = &plan->variables;
	if (strcmp(*section, "when") != 0)
		return !*words_trim(rest) || fail(r, r->line, "more than a name: '%s'", rest);
	plan->when = words_room(plan->when, plan->n_when + 1, sizeof(plan->when[0]));
	plan->when[plan->n_when++] = (struct plan_when){{NULL, 0}, {NULL, 0}, r->line};
	r->variables = &plan->when[plan->n_when - 1].variables;
	return add_pairs(r, rest, &plan->when[plan->n_when - 1].match, NULL);
}

static bool read_line(struct reader *r, char *line, const char **section)
{
	char *key, *value = NULL;

	line = words_trim(line);
	if (!*line || *line == '#' || *line == ';')
		return true;
	if (*line == '[')
		return open_section(r, line, section);
	value = strchr(line, '=');
	if (!value)
		return fail(r, r->line, "neither [section] nor key = value: '%s'", line);
	*value = 0;
	key = words_trim(line);
	value = words_trim(value + 1);
	if (!*section)
		return fail(r, r->line, "'%s' stands before any section", key);
	if (strcmp(*section, "variables") == 0 || strcmp(*section, "when") == 0)
		return add_variable(r, key, value);
	if (!*value)
		return fail(r, r->line, "'%s' has no value", key);
	if (strcmp(*section, "factors") == 0)
		return add_factor(r, key, value);
	if (strcmp(*section, "rows") == 0)
		return add_row(r, key, value);
	return known_key(r, *section, key, value);
}

/* Keys and levels of [when] have to be there, or the section never holds. */
static bool check_when(struct reader *r, const struct plan_when *when)
{
	const struct plan *plan = r->plan;

	for (size_t i = 0; i < when->match.n; i++) {
		const struct pair *p = &when->match.pair[i];
		bool found = false;

		for (size_t k = 0; k < plan->n_factors; k++)
			for (size_t l = 0; l < plan->factor[k].n; l++)
				found |= strcmp(plan->factor[k].name, p->key) == 0 &&
					 strcmp(plan->factor[k].level[l], p->value) == 0;
		for (size_t k = 0; k < plan->n_rows; k++) {
			const char *level = pairs_get(&plan->row[k].levels, p->key);

			found |= level && strcmp(level, p->value) == 0;
		}
		if (!found) {
			struct text pair = {0};

			words_put_pair(&pair, p->key, p->value);
			fail(r, when->line, "no row has%s", text_of(&pair));
			text_free(&pair);
			return false;
		}
	}
	return true;
}

static bool check(struct reader *r)
{
	struct plan *plan = r->plan;
	struct plan_command *hook = plan->hook;
	const char *pool = pairs_get(&plan->variables, "pool");
	size_t rows = plan->n_rows ? plan->n_rows : 1;

	for (size_t i = 0; i < plan->n_factors && !plan->n_rows; i++) {
		rows *= plan->factor[i].n;
		if (rows > PLAN_ROWS / plan->repeats)
			return fail(r, plan->factor[i].line, "with '%s' there are too many rows",
				plan->factor[i].name);
	}
	if (!plan->host)
		return fail(r, 0, "[campaign] has no '%s', the machine it may run on", "host");
	if (!plan->target || *plan->target != '/')
		return fail(r, 0, "[campaign] has no '%s', the absolute path that is written to",
			"target");
	if (!hook[PLAN_BENCHMARK].text)
		return fail(r, 0, "[benchmark] has no '%s'", "command");
	if (!plan->n_factors == !plan->n_rows)
		return fail(r, 0, "it wants factors or rows, and not both%s", "");
	if (hook[PLAN_DESTROY].text && !hook[PLAN_CREATE].text)
		return fail(r, hook[PLAN_DESTROY].line,
			"'%s' without 'create': nothing is destroyed that was not made", "destroy");
	if (hook[PLAN_DESTROY].text && !hook[PLAN_IDENTIFY].text) {
		/* Old releases have no -H and -o. */
		static const char zpool[] = "zpool get guid {pool} | awk 'NR == 2 {{ print $3 }'";

		if (!pool)
			return fail(r, hook[PLAN_DESTROY].line,
				"'%s' without 'identify', and no variable 'pool' whose GUID could "
				"serve",
				"destroy");
		hook[PLAN_IDENTIFY] = (struct plan_command){
			words_copy(zpool, sizeof(zpool) - 1), hook[PLAN_DESTROY].line};
	}
	for (size_t i = 0; i < plan->n_when; i++)
		if (!check_when(r, &plan->when[i]))
			return false;
	return true;
}

bool plan_read(struct plan *plan, const char *name, const char *bytes, size_t n, struct text *error)
{
	struct reader r;
	const char *section = NULL, *from = bytes, *end = bytes + n;
	bool good = true;

	memset(plan, 0, sizeof(*plan));
	memset(&r, 0, sizeof(r));
	r.plan = plan;
	r.error = error;
	plan->name = words_copy(name, strlen(name));
	plan->text = words_copy(bytes, n);
	plan->repeats = 1;
	plan->assume = 500e6;
	plan->window_from = plan->window_to = -1;
	if (memchr(bytes, 0, n))
		return fail(&r, 0, "it holds NUL bytes, it is no %s", "plan");
	while (good && from < end) {
		/* A line that ends with `\` goes on in the next. */
		struct text line = {0};
		bool more = true;
		int follow = 0;

		for (r.line++; more && from < end;) {
			const char *lf = memchr(from, '\n', (size_t)(end - from));
			size_t length = (size_t)((lf ? lf : end) - from);

			const char *next = from + length + (lf != NULL);

			length -= length && from[length - 1] == '\r';
			more = lf && length && from[length - 1] == '\\';
			text_add(&line, from, length - more);
			from = next;
			follow += more;
		}
		good = read_line(&r, line.s, &section);
		r.line += follow;
		text_free(&line);
	}
	return good && check(&r);
}

void plan_free(struct plan *plan)
{
	for (size_t i = 0; i < plan->n_factors; i++) {
		for (size_t k = 0; k < plan->factor[i].n; k++)
			free(plan->factor[i].level[k]);
		free(plan->factor[i].level);
		free(plan->factor[i].name);
	}
	for (size_t i = 0; i < plan->n_rows; i++) {
		pairs_free(&plan->row[i].levels);
		pairs_free(&plan->row[i].variables);
	}
	for (size_t i = 0; i < plan->n_when; i++) {
		pairs_free(&plan->when[i].match);
		pairs_free(&plan->when[i].variables);
	}
	for (int i = 0; i < PLAN_HOOKS; i++)
		free(plan->hook[i].text);
	pairs_free(&plan->variables);
	free(plan->factor);
	free(plan->row);
	free(plan->when);
	free(plan->name);
	free(plan->text);
	free(plan->title);
	free(plan->host);
	free(plan->target);
	free(plan->lock);
	memset(plan, 0, sizeof(*plan));
}
