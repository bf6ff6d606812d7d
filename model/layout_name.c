/* Layout names as people and tools write them; keys are in layout.c. */
#include "model/layout_scan.h"

#include <string.h>

/* What the pieces of a name say; all numbers may be LAYOUT_UNKNOWN. */
struct facts {
	enum layout_kind kind; /* LAYOUT_ANY: not told */
	bool nested;           /* raid10, raid50, raid60: several sets by definition */
	int count, width, data, parity;
	int total;  /* drives of all vdevs */
	int amount; /* of "12-disk KIND": drives of one vdev, of all for nested kinds and stripes */
	int children, spares;
	int hot_spares;
};

static const struct facts no_facts = {
	.kind = LAYOUT_ANY,
	.count = LAYOUT_UNKNOWN,
	.width = LAYOUT_UNKNOWN,
	.data = LAYOUT_UNKNOWN,
	.parity = LAYOUT_UNKNOWN,
	.total = LAYOUT_UNKNOWN,
	.amount = LAYOUT_UNKNOWN,
	.children = LAYOUT_UNKNOWN,
	.spares = LAYOUT_UNKNOWN,
	.hot_spares = LAYOUT_UNKNOWN,
};

static bool learn_kind(struct facts *f, enum layout_kind kind)
{
	if (kind == LAYOUT_ANY)
		return true;
	if (f->kind == LAYOUT_ANY)
		f->kind = kind;
	return f->kind == kind;
}

/*
 * One way to write a layout.  Capitals take a number: N vdevs, W drives of one vdev, D data, P
 * parity, T drives in all, A see facts.amount, S hot spares, I is of no interest; K takes a kind.
 * `x` is a times sign; other words stand for their synonyms; `?` makes a word optional.  `only` is
 * a kind the way is for, LAYOUT_ANY: all.
 */
struct form {
	const char *pattern;
	enum layout_kind only;
};

static const struct form name_forms[] = {
	{"N x D dp P", LAYOUT_ANY},
	{"N x D dp P -? K", LAYOUT_ANY},
	{"N x ( D dp P ) K?", LAYOUT_ANY},
	{"hw? K -? N x D dp P", LAYOUT_ANY},
	{"hw? K -? N x ( D dp P )", LAYOUT_ANY},
	{"N x W -? width -? K", LAYOUT_ANY},
	{"N x W -? K", LAYOUT_ANY},
	{"N x W -? wide", LAYOUT_ANY},
	{"N x W", LAYOUT_ANY},
	{"hw? K -? N x W -? narrow", LAYOUT_ANY},
	{"hw? K -? N x W", LAYOUT_ANY},
	{"N x K ( D dp P )", LAYOUT_ANY},
	{"N x K D dp P", LAYOUT_ANY},
	{"N x K ( W )", LAYOUT_ANY},
	{"N x K - W", LAYOUT_ANY},
	{"N x disk", LAYOUT_STRIPE},
	{"N x K", LAYOUT_ANY},
	{"N vdevs of W -? width -? K", LAYOUT_ANY},
	{"N vdevs of W disks?", LAYOUT_ANY},
	{"N K vdevs of W disks?", LAYOUT_ANY},
	{"N K vdevs", LAYOUT_ANY},
	{"W -? narrow -? K x N", LAYOUT_ANY},
	{"W -? narrow -? K", LAYOUT_ANY},
	{"W -? way K x N", LAYOUT_MIRROR},
	{"W -? way K", LAYOUT_MIRROR},
	{"W -? disk -? K x N", LAYOUT_ANY},
	{"A -? disk -? K", LAYOUT_ANY},
	{"T disks over? a? hw? K", LAYOUT_ANY},
	{"hw? K ( D dp P )", LAYOUT_ANY},
	{"hw? K ( D , P )", LAYOUT_EC}, /* of RS(n,k) and RS(k,m) the second */
	{"hw? K :? D dp P", LAYOUT_ANY},
	{"hw? K x N", LAYOUT_ANY},
	{"hw? K T disks?", LAYOUT_STRIPE},
	{"hw? K", LAYOUT_ANY},
	{"D plus P -? K", LAYOUT_ANY},
	{"D plus P", LAYOUT_ANY},
	{"( D dp P ) K?", LAYOUT_ANY},
};

/* What a second column may say besides. */
static const struct form raid_forms[] = {
	{"disk", LAYOUT_STRIPE},
	{"T disks? , W disks? per K", LAYOUT_ANY},
	{"T disks? over? N zfs? vdevs", LAYOUT_ANY},
	{"T disks?", LAYOUT_ANY},
};

/* What may follow a form, any number of them. */
static const struct form extra_forms[] = {
	{"and S? hot? spare", LAYOUT_ANY},
	{"and I? aux", LAYOUT_ANY},
	{"and T disks? , W disks? per K", LAYOUT_ANY},
	{"and W disks? per K", LAYOUT_ANY},
	{"( T disks? over? set? and? S? hot? spare )", LAYOUT_ANY},
	{"( T disks? over? set? )", LAYOUT_ANY},
	{"and? over? all? T disks", LAYOUT_ANY},
};

struct synonyms {
	const char *item;
	const char *words[10];
};

static const struct synonyms synonyms[] = {
	{"dp", {"+", "p", ":"}},
	{"plus", {"+", "p"}}, /* a bare 12:30 is a time */
	{"width", {"wide", "w", "way", "disk", "drive"}},
	{"narrow", {"wide", "w"}}, /* bare, a w is a watt */
	{"disk", {"disk", "drive"}},
	{"disks", {"disks", "disk", "drives", "drive"}},
	{"vdevs", {"vdevs", "vdev", "groups", "group", "sets", "set"}},
	{"over", {"across", "on", "over", "in", "with", "of", "as"}},
	{"hw", {"hw", "hardware", "sw", "software", "md", "zfs"}},
	{"set", {"set", "vdev", "group"}},
	{"and", {"+", ",", "and", "with", "plus", "&"}},
	{"spare", {"spare", "spares"}},
	{"aux", {"slog", "log", "logs", "l2arc", "cache", "caches"}},
};

static bool token_is(const struct token *t, const char *word, size_t length)
{
	return t->type == TOKEN_WORD && t->length == length && memcmp(t->text, word, length) == 0;
}

static bool match_word(const char *item, size_t length, const struct token *t)
{
	for (size_t i = 0; i < G_N_ELEMENTS(synonyms); i++) {
		const struct synonyms *s = &synonyms[i];

		if (strlen(s->item) != length || memcmp(s->item, item, length) != 0)
			continue;
		for (size_t k = 0; k < G_N_ELEMENTS(s->words) && s->words[k]; k++) {
			if (token_is(t, s->words[k], strlen(s->words[k])))
				return true;
		}
		return false;
	}
	return token_is(t, item, length);
}

static bool match_kind(const struct token *t, struct facts *f)
{
	if (t->type != TOKEN_KIND)
		return false;
	f->nested |= t->kind->nested;
	return learn_kind(f, t->kind->kind) && layout_learn(&f->parity, t->kind->parity) &&
	       (t->kind->kind != LAYOUT_DRAID || (layout_learn(&f->data, t->data) &&
							 layout_learn(&f->children, t->children) &&
							 layout_learn(&f->spares, t->spares)));
}

static int *fact_of(char letter, struct facts *f)
{
	switch (letter) {
	case 'N':
		return &f->count;
	case 'W':
		return &f->width;
	case 'D':
		return &f->data;
	case 'P':
		return &f->parity;
	case 'T':
		return &f->total;
	case 'A':
		return &f->amount;
	case 'S':
		return &f->hot_spares;
	default:
		return NULL;
	}
}

static bool match_item(const char *item, size_t length, const struct token *t, struct facts *f)
{
	int *fact = length == 1 ? fact_of(*item, f) : NULL;

	if (fact) {
		bool may_be_zero = *item == 'P' || *item == 'S';

		return t->type == TOKEN_NUMBER && (t->value > 0 || may_be_zero) &&
		       layout_learn(fact, t->value);
	}
	if (length == 1 && *item == 'I')
		return t->type == TOKEN_NUMBER;
	if (length == 1 && *item == 'K')
		return match_kind(t, f);
	if (length == 1 && *item == 'x')
		return t->type == TOKEN_TIMES;
	if (!match_word(item, length, t))
		return false;
	/* "a spare" without a number is one. */
	if (g_str_has_prefix(item, "spare") && f->hot_spares == LAYOUT_UNKNOWN)
		f->hot_spares = 1;
	return true;
}

/* The token behind the ones that `pattern` takes, NULL when it does not fit. */
static const struct token *match(const char *pattern, const struct token *t, struct facts *f)
{
	size_t length = strcspn(pattern, " ");
	const char *next = pattern + length + strspn(pattern + length, " ");
	bool optional = length > 1 && pattern[length - 1] == '?';
	struct facts before = *f;

	if (length == 0)
		return t;
	if (match_item(pattern, length - optional, t, f)) {
		const struct token *end = match(next, t + 1, f);
		if (end)
			return end;
	}
	*f = before;
	return optional ? match(next, t, f) : NULL;
}

static const struct token *match_form(
	const struct form *form, const struct token *t, struct facts *f)
{
	const struct token *end = match(form->pattern, t, f);

	if (end == NULL || !learn_kind(f, form->only))
		return NULL;
	if (form->only == LAYOUT_STRIPE && !layout_learn(&f->parity, 0))
		return NULL;
	return end;
}

static bool match_extras(const struct token *t, struct facts *f)
{
	while (t->type != TOKEN_END) {
		const struct token *end = NULL;

		for (size_t i = 0; end == NULL && i < G_N_ELEMENTS(extra_forms); i++) {
			struct facts with = *f;

			end = match_form(&extra_forms[i], t, &with);
			if (end)
				*f = with;
		}
		if (end == NULL)
			return false;
		t = end;
	}
	return true;
}

static bool match_forms(
	const struct form *forms, size_t n, const struct token *tokens, struct facts *f)
{
	for (size_t i = 0; i < n; i++) {
		struct facts with = *f;
		const struct token *end = match_form(&forms[i], tokens, &with);

		if (end && match_extras(end, &with)) {
			*f = with;
			return true;
		}
	}
	return false;
}

/* Adds what a name or a second column says to the facts; false when it is none or contradicts. */
static bool read_name(const char *text, bool is_raid, struct facts *f)
{
	char words[LAYOUT_BYTES];
	struct token tokens[LAYOUT_TOKENS + 1];

	if (!layout_scan(text, words, tokens))
		return false;
	if (is_raid)
		return match_forms(raid_forms, G_N_ELEMENTS(raid_forms), tokens, f) ||
		       match_forms(name_forms, G_N_ELEMENTS(name_forms), tokens, f);
	if (tokens[0].type == TOKEN_KIND && tokens[0].kind->weak && tokens[1].type == TOKEN_END)
		return false;
	return match_forms(name_forms, G_N_ELEMENTS(name_forms), tokens, f);
}

/* What the kind says of numbers not told; false when the facts contradict. */
static bool complete_facts(struct facts *f)
{
	bool of_all = f->nested || f->kind == LAYOUT_STRIPE;

	if (!layout_learn(of_all ? &f->total : &f->width, f->amount))
		return false;
	if (f->kind == LAYOUT_DRAID) {
		/* A draid's own numbers speak of groups, everybody else's of the vdev. */
		if (!layout_learn(&f->children, f->width))
			return false;
		f->width = LAYOUT_UNKNOWN;
		f->count = f->count == LAYOUT_UNKNOWN ? 1 : f->count;
		f->spares = MAX(f->spares, 0);
	}
	if (f->kind == LAYOUT_MIRROR) {
		/* "5xmirror": two-way unless said. */
		if (f->count != LAYOUT_UNKNOWN && f->width == LAYOUT_UNKNOWN &&
			f->parity == LAYOUT_UNKNOWN && f->total == LAYOUT_UNKNOWN)
			f->parity = 1;
		if (!layout_learn(&f->data, 1))
			return false;
		if (f->width != LAYOUT_UNKNOWN && !layout_learn(&f->parity, f->width - 1))
			return false;
	}
	if (f->data != LAYOUT_UNKNOWN && f->parity != LAYOUT_UNKNOWN &&
		!layout_learn(&f->width, f->data + f->parity))
		return false;
	if (f->kind == LAYOUT_STRIPE && f->width == LAYOUT_UNKNOWN)
		f->width = 1;
	return true;
}

/* "RAIDZ2 (11 disks)" is one vdev; "mirror of 12 disks" may be anything. */
static bool is_single_set(const struct facts *f)
{
	if (f->count != LAYOUT_UNKNOWN || f->width != LAYOUT_UNKNOWN || f->nested)
		return false;
	return f->kind == LAYOUT_RAIDZ || f->kind == LAYOUT_RAID ||
	       (f->kind == LAYOUT_MIRROR && f->total == 2);
}

static bool facts_layout(const struct facts *facts, struct layout *out)
{
	struct facts f = *facts;
	struct layout layout = {.n = 1};
	bool uncounted = f.count == LAYOUT_UNKNOWN;

	if (!complete_facts(&f))
		return false;
	/* "1+0" alone is RAID 1+0 without its name, or a sum. */
	if (f.kind == LAYOUT_ANY && f.parity == 0 && uncounted)
		return false;
	if (f.total != LAYOUT_UNKNOWN && is_single_set(&f))
		f.count = 1;
	layout.group[0] = (struct layout_group){
		.kind = f.kind,
		.count = f.count,
		.width = f.width,
		.parity = f.parity,
		.children = f.kind == LAYOUT_DRAID ? f.children : 0,
		.spares = f.kind == LAYOUT_DRAID ? f.spares : 0,
	};
	layout.hot_spares = MAX(f.hot_spares, 0);
	if (!layout_valid(&layout))
		return false;
	if (f.total == LAYOUT_UNKNOWN && f.kind == LAYOUT_DRAID)
		f.total = layout_drives(&layout);
	/* Erasure codes spread over more drives than one stripe has. */
	if (f.total != LAYOUT_UNKNOWN && (f.kind != LAYOUT_EC || !uncounted) &&
		!layout_complete(&layout, f.total))
		return false;
	*out = layout;
	return true;
}

static struct facts group_facts(const struct layout *layout)
{
	const struct layout_group *g = &layout->group[0];
	struct facts f = no_facts;

	f.kind = g->kind;
	f.count = g->count;
	f.parity = g->parity;
	f.hot_spares = layout->hot_spares > 0 ? layout->hot_spares : LAYOUT_UNKNOWN;
	if (g->kind != LAYOUT_DRAID) {
		f.width = g->width;
		return f;
	}
	f.data = g->width == LAYOUT_UNKNOWN ? LAYOUT_UNKNOWN : g->width - g->parity;
	f.children = g->children;
	f.spares = g->spares;
	return f;
}

/* Of several groups a second column can only repeat one. */
static bool raid_repeats(const struct layout *layout, const char *raid)
{
	struct facts f = no_facts;

	if (!read_name(raid, true, &f) || f.kind == LAYOUT_ANY)
		return false;
	for (int i = 0; i < layout->n; i++) {
		const struct layout_group *g = &layout->group[i];

		if (g->kind == f.kind && layout_learn(&f.parity, g->parity))
			return true;
	}
	return false;
}

static bool parse_trimmed(const char *text, const char *raid, struct layout *out)
{
	struct layout whole;
	struct facts f = no_facts;

	if (layout_parse_key(text, &whole) || layout_parse_zpool(text, &whole)) {
		if (raid && whole.n > 1 && !raid_repeats(&whole, raid))
			return false;
		if (raid == NULL || whole.n > 1) {
			*out = whole;
			return true;
		}
		f = group_facts(&whole);
	} else if (!read_name(text, false, &f)) {
		return false;
	}
	return (raid == NULL || read_name(raid, true, &f)) && facts_layout(&f, out);
}

bool layout_parse(const char *text, const char *raid, struct layout *out)
{
	char *trimmed = g_strstrip(g_strdup(text));
	bool good;

	if (raid && raid[strspn(raid, " \t\r\n")] == '\0')
		raid = NULL;
	good = parse_trimmed(trimmed, raid, out);
	g_free(trimmed);
	return good;
}
