#define PCRE2_CODE_UNIT_WIDTH 8
#include "parsers/markers.h"

#include "model/error.h"
#include "model/record.h"
#include "parsers/marker_levels.h"
#include <pcre2.h>
#include <string.h>

/* Enough for any pattern that reads one line; a pattern that needs more backtracks without end. */
#define MATCH_LIMIT 200000
#define HEAP_LIMIT  4096 /* KiB */

struct pattern {
	pcre2_code *code;
	char *source;
	GString *literal;
	bool begin;
	size_t pair;
	guint32 names; /* named groups, in the order of their numbers */
	const char *name[MARKER_GROUPS];
	guint32 number[MARKER_GROUPS];
};

struct markers {
	GArray *patterns; /* struct pattern, begin before end, pairs in the study's order */
};

struct state {
	pcre2_match_data *match;
	const char *candidate; /* next place of the literal at or after the last look, NULL: none */
	bool off;
};

struct marker_scan {
	const struct markers *markers;
	struct diag *diag;
	pcre2_match_context *limits;
	struct state *state;
	const char *quiet; /* no pattern can match a line that ends before here */
};

/* Where the class that opens at `p` ends; the terminating NUL when it never does. */
static const char *class_end(const char *p)
{
	p++;
	p += *p == '^';
	p += *p == ']';
	for (; *p && *p != ']'; p++) {
		size_t named = *p == '[' && p[1] == ':'
				       ? 2 + strspn(p + 2, "^abcdefghijklmnopqrstuvwxyz")
				       : 0;

		if (named && p[named] == ':' && p[named + 1] == ']') /* [:alpha:] */
			p += named + 1;
		else if (*p == '\\' && p[1])
			p++;
	}
	return p;
}

/* Where the group that opens at `p` ends; the terminating NUL when it never does. */
static const char *group_end(const char *p)
{
	int depth = 0;

	for (; *p; p++) {
		if (*p == '\\' && p[1])
			p++;
		else if (*p == '(')
			depth++;
		else if (*p == ')' && !--depth)
			return p;
		else if (*p == '[' && !*(p = class_end(p)))
			return p;
	}
	return p;
}

static void keep_longer(GString *best, GString *run)
{
	if (run->len > best->len)
		g_string_assign(best, run->str);
	g_string_truncate(run, 0);
}

/* Options, verbs and quoting change what letters mean: such a pattern shows no literal. */
static bool plain_syntax(const char *pattern)
{
	for (const char *p = pattern; (p = strchr(p, '(')); p++)
		if (p[1] == '*' || (p[1] == '?' && !strchr("<:=!P'>", p[2])))
			return false;
	return !strstr(pattern, "\\Q") && !strstr(pattern, "[[.") && !strstr(pattern, "[[=");
}

void marker_literal(const char *pattern, GString *out)
{
	g_autoptr(GString) run = g_string_new(NULL);

	g_string_truncate(out, 0);
	if (!plain_syntax(pattern))
		return;
	for (const char *p = pattern; *p; p++) {
		switch (*p) {
		case '|':
			g_string_truncate(out, 0);
			return;
		case '(':
			keep_longer(out, run);
			p = group_end(p);
			break;
		case '[':
			keep_longer(out, run);
			p = class_end(p);
			break;
		case '*':
		case '?':
		case '{':
			if (run->len)
				g_string_truncate(run, run->len - 1);
			keep_longer(out, run);
			if (*p == '{')
				p += strcspn(p, "}");
			break;
		case '\\':
			if (g_ascii_isalnum(p[1])) {
				keep_longer(out, run);
				if (p[1] != 's' && p[1] != 'S' && p[1] != 'd' && p[1] != 'D' &&
					p[1] != 'w' && p[1] != 'W' && p[1] != 'b' && p[1] != 'B') {
					g_string_truncate(out, 0);
					return;
				}
			} else if (p[1]) {
				g_string_append_c(run, p[1]);
			}
			p += p[1] != 0;
			break;
		case '+':
		case '.':
		case '^':
		case '$':
			keep_longer(out, run);
			break;
		default:
			g_string_append_c(run, *p);
		}
		if (!*p)
			break;
	}
	keep_longer(out, run);
}

static bool check_names(const struct pattern *p, const char *path, int line, GError **error)
{
	for (guint32 i = 0; i < p->names; i++)
		if (run_fact_name(p->name[i]) &&
			(p->begin || strcmp(p->name[i], MARKER_STATUS) != 0)) {
			g_set_error(error, IOTAB_ERROR, IOTAB_ERROR_USAGE,
				"%s:%d: group name '%s' of a marker is reserved", path, line,
				p->name[i]);
			return false;
		}
	return true;
}

/* PCRE2 lists the names by alphabet; tables want them as the pattern has them. */
static bool read_names(struct pattern *p)
{
	guint32 n, entry;
	PCRE2_SPTR table;

	pcre2_pattern_info(p->code, PCRE2_INFO_NAMECOUNT, &n);
	pcre2_pattern_info(p->code, PCRE2_INFO_NAMEENTRYSIZE, &entry);
	pcre2_pattern_info(p->code, PCRE2_INFO_NAMETABLE, &table);
	if (n > MARKER_GROUPS)
		return false;
	for (; p->names < n; p->names++, table += entry) {
		guint32 number = (guint32)(table[0] << 8 | table[1]), k = p->names;

		for (; k && p->number[k - 1] > number; k--) {
			p->number[k] = p->number[k - 1];
			p->name[k] = p->name[k - 1];
		}
		p->number[k] = number;
		p->name[k] = (const char *)table + 2;
	}
	return true;
}

static bool add(GArray *patterns, const char *source, bool begin, size_t pair,
	const struct study *study, int line, GError **error)
{
	const char *path = study->path ? study->path : "built-in marker";
	struct pattern p = {.begin = begin, .pair = pair};
	PCRE2_SIZE offset;
	bool complete;
	int code;

	p.code = pcre2_compile((PCRE2_SPTR)source, PCRE2_ZERO_TERMINATED, 0, &code, &offset, NULL);
	if (!p.code) {
		PCRE2_UCHAR text[120];

		pcre2_get_error_message(code, text, sizeof(text));
		g_set_error(error, IOTAB_ERROR, IOTAB_ERROR_USAGE,
			"%s:%d: bad regular expression '%s': %s at character %zu", path, line,
			source, (char *)text, (size_t)offset + 1);
		return false;
	}
	pcre2_jit_compile(p.code, PCRE2_JIT_COMPLETE);
	p.source = g_strdup(source);
	p.literal = g_string_new(NULL);
	marker_literal(source, p.literal);
	complete = read_names(&p);
	g_array_append_val(patterns, p);
	if (!complete) {
		g_set_error(error, IOTAB_ERROR, IOTAB_ERROR_USAGE,
			"%s:%d: more than %d named groups in a marker", path, line, MARKER_GROUPS);
		return false;
	}
	if (begin && !p.names) {
		g_set_error(error, IOTAB_ERROR, IOTAB_ERROR_USAGE,
			"%s:%d: begin marker '%s' has no named group for a factor or figure, as in "
			"(?<layout>\\S+)",
			path, line, source);
		return false;
	}
	return check_names(&p, path, line, error);
}

static void pattern_clear(gpointer data)
{
	struct pattern *p = data;

	pcre2_code_free(p->code);
	g_free(p->source);
	g_string_free(p->literal, TRUE);
}

struct markers *markers_new(const struct study *study, GError **error)
{
	struct markers *markers = g_new0(struct markers, 1);

	markers->patterns = g_array_new(FALSE, FALSE, sizeof(struct pattern));
	g_array_set_clear_func(markers->patterns, pattern_clear);
	for (int begin = 1; begin >= 0; begin--)
		for (guint i = 0; i < study->markers->len; i++) {
			const struct study_marker *m = g_ptr_array_index(study->markers, i);
			const char *source = begin ? m->begin : m->end;

			if (source && !add(markers->patterns, source, begin, i, study,
					      begin ? m->begin_line : m->end_line, error)) {
				markers_free(markers);
				return NULL;
			}
		}
	return markers;
}

void markers_free(struct markers *markers)
{
	if (!markers)
		return;
	g_array_free(markers->patterns, TRUE);
	g_free(markers);
}

size_t markers_end_groups(const struct markers *markers, size_t pair, const char **names)
{
	for (guint i = 0; i < markers->patterns->len; i++) {
		const struct pattern *p = &g_array_index(markers->patterns, struct pattern, i);

		if (p->begin || p->pair != pair)
			continue;
		for (guint32 k = 0; k < p->names; k++)
			names[k] = p->name[k];
		return p->names;
	}
	return 0;
}

struct marker_scan *marker_scan_new(const struct markers *markers, struct diag *diag)
{
	struct marker_scan *scan = g_new0(struct marker_scan, 1);

	scan->markers = markers;
	scan->diag = diag;
	scan->limits = pcre2_match_context_create(NULL);
	pcre2_set_match_limit(scan->limits, MATCH_LIMIT);
	pcre2_set_heap_limit(scan->limits, HEAP_LIMIT);
	scan->state = g_new0(struct state, markers->patterns->len);
	for (guint i = 0; i < markers->patterns->len; i++)
		scan->state[i].match = pcre2_match_data_create_from_pattern(
			g_array_index(markers->patterns, struct pattern, i).code, NULL);
	return scan;
}

void marker_scan_free(struct marker_scan *scan)
{
	for (guint i = 0; i < scan->markers->patterns->len; i++)
		pcre2_match_data_free(scan->state[i].match);
	pcre2_match_context_free(scan->limits);
	g_free(scan->state);
	g_free(scan);
}

static void read_groups(const struct pattern *p, const struct state *state, const struct text *line,
	struct marker_hit *hit)
{
	const PCRE2_SIZE *at = pcre2_get_ovector_pointer(state->match);
	guint32 pairs = pcre2_get_ovector_count(state->match);

	hit->begin = p->begin;
	hit->pair = p->pair;
	hit->n = p->names;
	for (guint32 i = 0; i < p->names; i++) {
		guint32 number = p->number[i];
		struct marker_group *g = &hit->group[i];

		*g = (struct marker_group){.name = p->name[i]};
		if (number >= pairs || at[2 * number] == PCRE2_UNSET)
			continue;
		g->value = line->s + at[2 * number];
		g->n = at[2 * number + 1] - at[2 * number];
		g->at_end = at[2 * number + 1] == line->n;
	}
}

/* Can the pattern match this line at all?  Searches its literal ahead, once per place. */
static bool may_match(const struct pattern *p, struct state *state, const struct text *line,
	const char *limit, bool fresh)
{
	if (!p->literal->len)
		return true;
	if (fresh || (state->candidate && state->candidate < line->s))
		state->candidate = memmem(
			line->s, (size_t)(limit - line->s), p->literal->str, p->literal->len);
	return state->candidate && state->candidate + p->literal->len <= line->s + line->n;
}

/* The first place from which a line may match again. */
static const char *quiet_until(const struct marker_scan *scan, const char *from, const char *limit)
{
	const char *until = limit;

	for (guint i = 0; i < scan->markers->patterns->len; i++) {
		const struct state *state = &scan->state[i];

		if (state->off)
			continue;
		if (!g_array_index(scan->markers->patterns, struct pattern, i).literal->len)
			return from;
		if (state->candidate)
			until = MIN(until, MAX(state->candidate, from));
	}
	return until;
}

bool marker_scan_line(struct marker_scan *scan, const struct text *line, const char *file,
	const char *limit, bool fresh, struct marker_hit *hit)
{
	GArray *patterns = scan->markers->patterns;
	bool found = false;

	if (!fresh && line->s + line->n < scan->quiet)
		return false;
	for (guint i = 0; i < patterns->len; i++) {
		const struct pattern *p = &g_array_index(patterns, struct pattern, i);
		struct state *state = &scan->state[i];
		int got;

		if (state->off || !may_match(p, state, line, limit, fresh) || found)
			continue;
		got = pcre2_match(
			p->code, (PCRE2_SPTR)line->s, line->n, 0, 0, state->match, scan->limits);
		if (got > 0) {
			read_groups(p, state, line, hit);
			found = true;
		} else if (got < -1) {
			PCRE2_UCHAR text[120];

			pcre2_get_error_message(got, text, sizeof(text));
			diag_at(scan->diag, DIAG_MARKER_LIMIT, file, line->line, "'%s': %s",
				p->source, (char *)text);
			state->off = true;
		}
	}
	scan->quiet = quiet_until(scan, line->s, limit);
	return found;
}
