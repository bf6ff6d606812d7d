/* Rules: what a layout must survive. */
#include "analysis/safety.h"
#include "model/error.h"

#include <string.h>

#define RULE_START    "survive="
#define RULE_NUMBER   10000
#define DOMAIN_PREFIX "domain."

static bool refuse(GError **error, const char *rule, const char *format, ...) G_GNUC_PRINTF(3, 4);

static bool refuse(GError **error, const char *rule, const char *format, ...)
{
	va_list args;
	char *cause;

	va_start(args, format);
	cause = g_strdup_vprintf(format, args);
	va_end(args);
	g_set_error(error, IOTAB_ERROR, IOTAB_ERROR_USAGE,
		"%s in rule '%s', an example is 'survive=controller:1'", cause, rule);
	g_free(cause);
	return false;
}

/* The name a rule keeps for a word of it. */
static const char *canonical_name(const char *word)
{
	static const struct {
		const char *plural, *name;
	} names[] = {{"controllers", "controller"}, {"shelves", "shelf"}, {"hbas", "hba"},
		{"disk", "disks"}};

	for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
		if (g_str_equal(word, names[i].plural))
			return names[i].name;
	}
	return g_str_has_prefix(word, DOMAIN_PREFIX) ? word + strlen(DOMAIN_PREFIX) : word;
}

static bool add_domain(struct rule *rule, const char *name, int units, GError **error)
{
	for (int i = 0; i < rule->n; i++) {
		if (g_str_equal(rule->term[i].domain, name))
			return refuse(error, rule->text, "'%s' stands twice", name);
	}
	if (rule->n == RULE_TERMS)
		return refuse(error, rule->text, "more than %d failure domains", RULE_TERMS);
	rule->term[rule->n++] = (struct rule_term){g_strdup(name), units};
	return true;
}

static bool add_term(struct rule *rule, char *term, GError **error)
{
	char *colon = strchr(term, ':');
	const char *name;
	guint64 number;

	if (colon == NULL || !g_ascii_isalpha(*term) || !g_ascii_isdigit(colon[1]))
		return refuse(error, rule->text, "'%s' is no NAME:NUMBER", term);
	if (!g_ascii_string_to_unsigned(colon + 1, 10, 1, RULE_NUMBER, &number, NULL))
		return refuse(
			error, rule->text, "'%s' is not between 1 and %d", colon + 1, RULE_NUMBER);
	*colon = '\0';
	name = canonical_name(term);
	if (*name == '\0' ||
		strspn(name, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "-_.") < strlen(name))
		return refuse(error, rule->text, "'%s' is no failure domain", term);
	if (!g_str_equal(name, "disks"))
		return add_domain(rule, name, number, error);
	if (rule->disks > 0)
		return refuse(error, rule->text, "'%s' stands twice", name);
	rule->disks = number;
	return true;
}

struct rule *rule_new(const char *text, GError **error)
{
	struct rule *rule = g_new0(struct rule, 1);
	char **terms = NULL;
	bool good = g_str_has_prefix(text, RULE_START);

	rule->text = g_strdup(text);
	if (!good)
		refuse(error, text, "no '%s'", RULE_START);
	else
		terms = g_strsplit(text + strlen(RULE_START), "+", -1);
	if (good && terms[0] == NULL)
		good = refuse(error, text, "nothing to survive");
	for (int i = 0; good && terms[i]; i++)
		good = add_term(rule, terms[i], error);
	g_strfreev(terms);
	if (good)
		return rule;
	rule_free(rule);
	return NULL;
}

void rule_free(struct rule *rule)
{
	if (rule == NULL)
		return;
	for (int i = 0; i < rule->n; i++)
		g_free(rule->term[i].domain);
	g_free(rule->text);
	g_free(rule);
}

enum verdict safety_judge(
	const GPtrArray *rules, const char *key, const struct hardware *hardware, GString *reason)
{
	enum verdict all = VERDICT_YES;
	struct layout layout;
	const char *before = "";

	if (!key || !layout_parse_key(key, &layout)) {
		g_string_append(reason, "its layout is not known");
		return VERDICT_UNKNOWN;
	}
	for (guint i = 0; i < rules->len; i++) {
		g_autoptr(GString) one = g_string_new(NULL);
		enum verdict v = safety_check(rules->pdata[i], &layout, hardware, NULL, one);

		if (v == VERDICT_YES)
			continue;
		all = all == VERDICT_NO ? all : v;
		g_string_append_printf(reason, "%s%s", before, one->str);
		before = "; ";
	}
	return all;
}
