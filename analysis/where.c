#include "analysis/where.h"

#include "analysis/where_compare.h"
#include "model/near.h"
#include <string.h>

/* Parentheses and `not` inside each other; keeps recursion off the end of the stack. */
#define DEPTH_MAX 64

#define BLANKS    " \t\r\n"
#define OPERATORS "=!<>~"

enum node_kind { NODE_AND, NODE_OR, NODE_NOT, NODE_COMPARE };

static const char *const words[] = {
	[NODE_AND] = "and",
	[NODE_OR] = "or",
	[NODE_NOT] = "not",
};

struct node {
	enum node_kind kind;
	GPtrArray *child;              /* struct node *; `not`: one */
	struct where_compare *compare; /* NODE_COMPARE */
};

struct where {
	struct node *root;
	GPtrArray *compares; /* struct where_compare *, in the order of the text */
};

struct parser {
	const char *text, *at;
	struct where *where;
	struct metrics *metrics;
	GError **error;
	int depth;
};

static struct node *parse_chain(struct parser *p, enum node_kind kind);

static void node_free(gpointer data)
{
	struct node *node = data;

	if (!node)
		return;
	if (node->child)
		g_ptr_array_unref(node->child);
	g_free(node);
}

static struct node *node_new(enum node_kind kind, struct node *first)
{
	struct node *node = g_new0(struct node, 1);

	node->kind = kind;
	if (first) {
		node->child = g_ptr_array_new_with_free_func(node_free);
		g_ptr_array_add(node->child, first);
	}
	return node;
}

/* In characters, from 1. */
static size_t column_of(const struct parser *p, const char *at)
{
	size_t column = 1;

	for (const char *s = p->text; s < at; s++)
		column += ((unsigned char)*s & 0xc0) != 0x80;
	return column;
}

static void skip_blanks(struct parser *p)
{
	p->at += strspn(p->at, BLANKS);
}

/* The length of the name at `s`; 0 when something else stands there. */
static size_t name_length(const char *s)
{
	return strcspn(s, BLANKS OPERATORS "()\"'");
}

static bool word_is(const char *s, size_t len, const char *word)
{
	return strlen(word) == len && memcmp(s, word, len) == 0;
}

static bool is_keyword(const char *s, size_t len)
{
	for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
		if (word_is(s, len, words[i]))
			return true;
	return false;
}

/* Steps over that keyword when it is next. */
static bool take_keyword(struct parser *p, enum node_kind kind)
{
	size_t len;

	skip_blanks(p);
	len = name_length(p->at);
	if (!word_is(p->at, len, words[kind]))
		return false;
	p->at += len;
	return true;
}

/* Something stands where a comparison is complete. */
static void fail_after(struct parser *p)
{
	size_t len = name_length(p->at);
	char *word = g_strndup(p->at, len ? len : MAX(1, strspn(p->at, OPERATORS)));
	GString *hint = g_string_new(NULL);

	near_hint(hint, word, words, NODE_OR + 1);
	where_fail(
		p->error, column_of(p, p->at), hint->str, "expected 'and' or 'or', not '%s'", word);
	g_string_free(hint, TRUE);
	g_free(word);
}

static bool parse_operator(struct parser *p, const char *key, enum where_op *op)
{
	const char *names[WHERE_OP_COUNT];
	GString *hint;
	char *found;
	size_t len;

	skip_blanks(p);
	len = strspn(p->at, OPERATORS);
	for (unsigned i = 0; i < WHERE_OP_COUNT; i++) {
		names[i] = where_op_name((enum where_op)i);
		if (len && word_is(p->at, len, names[i])) {
			*op = (enum where_op)i;
			p->at += len;
			return true;
		}
	}
	if (!len) {
		where_fail(p->error, column_of(p, p->at), "",
			"expected =, !=, <, <=, >, >= or =~ after '%s'", key);
		return false;
	}
	found = g_strndup(p->at, len);
	hint = g_string_new(NULL);
	near_hint(hint, found, names, G_N_ELEMENTS(names));
	where_fail(p->error, column_of(p, p->at), hint->str, "unknown operator '%s'", found);
	g_string_free(hint, TRUE);
	g_free(found);
	return false;
}

/* A backslash takes the special sense from a quote or backslash and else stands for itself. */
static char *parse_quoted(struct parser *p)
{
	const char *start = p->at;
	char quote = *p->at++;
	GString *text = g_string_new(NULL);

	while (*p->at && *p->at != quote) {
		if (*p->at == '\\' && (p->at[1] == quote || p->at[1] == '\\'))
			p->at++;
		g_string_append_c(text, *p->at++);
	}
	if (*p->at == quote) {
		p->at++;
		return g_string_free(text, FALSE);
	}
	g_string_free(text, TRUE);
	where_fail(p->error, column_of(p, start), "", "no closing %c for the one", quote);
	return NULL;
}

/* The length of a bare value: "9*raidz1(3+1)" keeps the parentheses that open in it. */
static size_t value_length(const char *s)
{
	size_t len = 0;
	int open = 0;

	while (s[len] && !strchr(BLANKS, s[len])) {
		if (s[len] == ')' && open-- == 0)
			break;
		open += s[len] == '(';
		len += s[len] == '\\' && s[len + 1] ? 2 : 1;
	}
	return len;
}

static char *parse_value(struct parser *p, enum where_op op)
{
	size_t len;
	char *text;

	skip_blanks(p);
	if (*p->at == '"' || *p->at == '\'')
		return parse_quoted(p);
	len = value_length(p->at);
	if (!len || is_keyword(p->at, len)) {
		where_fail(p->error, column_of(p, p->at), "", "expected a value after '%s'",
			where_op_name(op));
		return NULL;
	}
	text = g_strndup(p->at, len);
	/* `a=1&&b=2` is no value of `a` */
	if (op != WHERE_MATCH && strpbrk(text, "=<>&")) {
		where_fail(p->error, column_of(p, p->at), "",
			"expected quotes around the value '%s'", text);
		g_free(text);
		return NULL;
	}
	p->at += len;
	return text;
}

static struct node *parse_compare(struct parser *p)
{
	size_t len = name_length(p->at), key_column = column_of(p, p->at), column;
	struct where_compare *compare;
	struct node *node;
	enum where_op op;
	char *key, *text;

	if (!len || is_keyword(p->at, len)) {
		where_fail(p->error, key_column, "", "expected a name");
		return NULL;
	}
	key = g_strndup(p->at, len);
	p->at += len;
	if (!parse_operator(p, key, &op)) {
		g_free(key);
		return NULL;
	}
	skip_blanks(p);
	column = column_of(p, p->at);
	text = parse_value(p, op);
	if (!text) {
		g_free(key);
		return NULL;
	}
	compare = where_compare_new(key, key_column, op, text, column, p->metrics, p->error);
	if (!compare)
		return NULL;
	g_ptr_array_add(p->where->compares, compare);
	node = node_new(NODE_COMPARE, NULL);
	node->compare = compare;
	return node;
}

static struct node *parse_group(struct parser *p)
{
	const char *start = p->at++;
	struct node *node = parse_chain(p, NODE_OR);

	if (!node)
		return NULL;
	skip_blanks(p);
	if (*p->at == ')') {
		p->at++;
		return node;
	}
	if (*p->at)
		fail_after(p);
	else
		where_fail(p->error, column_of(p, start), "", "no ')' for the '('");
	node_free(node);
	return NULL;
}

static struct node *parse_operand(struct parser *p)
{
	struct node *node;

	skip_blanks(p);
	if (++p->depth > DEPTH_MAX) {
		where_fail(p->error, column_of(p, p->at), "", "nested too deep");
		return NULL;
	}
	if (*p->at == '(') {
		node = parse_group(p);
	} else if (take_keyword(p, NODE_NOT)) {
		node = parse_operand(p);
		node = node ? node_new(NODE_NOT, node) : NULL;
	} else {
		node = parse_compare(p);
	}
	p->depth--;
	return node;
}

static struct node *parse_link(struct parser *p, enum node_kind kind)
{
	return kind == NODE_OR ? parse_chain(p, NODE_AND) : parse_operand(p);
}

/* Operands joined by `or`, each of them operands joined by `and`. */
static struct node *parse_chain(struct parser *p, enum node_kind kind)
{
	struct node *first = parse_link(p, kind), *chain, *next;

	if (!first || !take_keyword(p, kind))
		return first;
	chain = node_new(kind, first);
	do {
		next = parse_link(p, kind);
		if (!next) {
			node_free(chain);
			return NULL;
		}
		g_ptr_array_add(chain->child, next);
	} while (take_keyword(p, kind));
	return chain;
}

static void compare_free(gpointer compare)
{
	where_compare_free(compare);
}

struct where *where_new(const char *text, struct metrics *metrics, GError **error)
{
	struct where *where = g_new0(struct where, 1);
	struct parser p = {
		.text = text, .at = text, .where = where, .metrics = metrics, .error = error};

	where->compares = g_ptr_array_new_with_free_func(compare_free);
	where->root = parse_chain(&p, NODE_OR);
	if (where->root) {
		skip_blanks(&p);
		if (!*p.at)
			return where;
		fail_after(&p);
	}
	where_free(where);
	return NULL;
}

void where_free(struct where *where)
{
	if (!where)
		return;
	node_free(where->root);
	g_ptr_array_unref(where->compares);
	g_free(where);
}

unsigned where_needs(const struct where *where)
{
	unsigned needs = 0;

	for (guint i = 0; i < where->compares->len; i++)
		needs |= where_compare_needs(g_ptr_array_index(where->compares, i));
	return needs;
}

/* The three-valued `not`, `and`, `or` of Kleene. */
static enum where_truth node_eval(const struct node *node, const struct run *run,
	const struct keyset *at, const struct measurement *m)
{
	enum where_truth decisive = node->kind == NODE_AND ? WHERE_NO : WHERE_YES, all, truth;

	if (node->kind == NODE_COMPARE)
		return where_compare_eval(node->compare, run, at, m);
	if (node->kind == NODE_NOT) {
		truth = node_eval(g_ptr_array_index(node->child, 0), run, at, m);
		if (truth == WHERE_OPEN)
			return WHERE_OPEN;
		return truth == WHERE_YES ? WHERE_NO : WHERE_YES;
	}
	all = decisive == WHERE_NO ? WHERE_YES : WHERE_NO;
	for (guint i = 0; i < node->child->len; i++) {
		truth = node_eval(g_ptr_array_index(node->child, i), run, at, m);
		if (truth == decisive)
			return decisive;
		if (truth == WHERE_OPEN)
			all = WHERE_OPEN;
	}
	return all;
}

enum where_truth where_eval(const struct where *where, const struct run *run,
	const struct keyset *at, const struct measurement *m)
{
	return node_eval(where->root, run, at, m);
}

bool where_names(const struct where *where, const char *key)
{
	for (guint i = 0; i < where->compares->len; i++)
		if (where_compare_names(g_ptr_array_index(where->compares, i), key))
			return true;
	return false;
}

bool where_names_known(
	const struct where *where, const char *const *known, size_t n, GError **error)
{
	for (guint i = 0; i < where->compares->len; i++)
		if (!where_compare_known(g_ptr_array_index(where->compares, i), known, n, error))
			return false;
	return true;
}
