#include "parsers/iozone_head.h"
#include "parsers/ctime.h"

#include "parsers/iozone_table.h"
#include <stdlib.h>
#include <string.h>

void iozone_head_init(struct iozone_head *head)
{
	*head = (struct iozone_head){
		.version = g_string_new(NULL),
		.when = g_string_new(NULL),
		.command = g_string_new(NULL),
		.unit = g_string_new(NULL),
	};
}

void iozone_head_reset(struct iozone_head *head)
{
	struct iozone_head fresh = {
		.version = g_string_truncate(head->version, 0),
		.when = g_string_truncate(head->when, 0),
		.command = g_string_truncate(head->command, 0),
		.unit = g_string_truncate(head->unit, 0),
	};

	*head = fresh;
}

void iozone_head_clear(struct iozone_head *head)
{
	g_string_free(head->version, TRUE);
	g_string_free(head->when, TRUE);
	g_string_free(head->command, TRUE);
	g_string_free(head->unit, TRUE);
}

static void set_mode(struct iozone_head *head, const char *key, const char *value)
{
	size_t k = 0;

	while (k < head->n_modes && !g_str_equal(head->mode_key[k], key))
		k++;
	if (k == IOZONE_MODES)
		return;
	head->mode_key[k] = key;
	g_strlcpy(head->mode_value[k], value, sizeof(head->mode_value[k]));
	head->n_modes = MAX(head->n_modes, k + 1);
}

/* Options with a value, and single letters that change what is measured. */
#define WITH_VALUE "bdfgHijJklLnPqrsStuUVXyY"
#define LONG_VALUE "mhpqxwyCtOiQ" /* after -+ */

static const struct {
	char letter;
	enum iozone_word word;
} letters[] = {
	{'e', IOZONE_FSYNC},
	{'c', IOZONE_CLOSE},
	{'o', IOZONE_SYNC},
	{'I', IOZONE_DIRECT},
	{'O', IOZONE_OPS},
	{'N', IOZONE_USEC},
	{'B', IOZONE_MMAP},
	{'D', IOZONE_MMAP},
	{'G', IOZONE_MMAP},
};

bool iozone_head_reports(const struct iozone_head *head)
{
	return head->report || !head->command->len;
}

bool iozone_word_throughput(enum iozone_word word)
{
	return word >= IOZONE_THROUGHPUT && word <= IOZONE_CHILD;
}

static void take_word(struct iozone_head *head, enum iozone_word word)
{
	switch (word) {
	case IOZONE_FSYNC:
		set_mode(head, "fsync", "y");
		break;
	case IOZONE_CLOSE:
		set_mode(head, "close", "y");
		break;
	case IOZONE_SYNC:
		set_mode(head, "sync", "y");
		break;
	case IOZONE_DSYNC:
		set_mode(head, "dsync", "y");
		break;
	case IOZONE_DIRECT:
		head->direct = true;
		set_mode(head, "direct", "y");
		break;
	case IOZONE_DROPPED:
		set_mode(head, "drop-caches", "y");
		break;
	case IOZONE_MMAP:
		head->mapped = true;
		set_mode(head, "mmap", "y");
		break;
	case IOZONE_ASYNC: /* its depth is in the command */
		head->mapped = true;
		break;
	case IOZONE_OPS:
		head->figures = IOZONE_FIGURES_OPS;
		break;
	case IOZONE_USEC:
		head->figures = IOZONE_FIGURES_LATENCY;
		break;
	case IOZONE_NO_RETEST:
		head->no_retest = true;
		break;
	case IOZONE_NO_VERIFY:
		head->no_random_write = true;
		break;
	case IOZONE_INVALID:
		head->invalid = true;
		break;
	case IOZONE_REPORT:
		head->report = true;
		break;
	default:
		head->throughput = head->throughput || iozone_word_throughput(word);
	}
}

struct options {
	unsigned selected;
	bool pread, short_auto;
};

static void take_value(struct iozone_head *head, struct options *o, char letter, const char *value)
{
	switch (letter) {
	case 'i': {
		long test = strtol(value, NULL, 10);

		/* Tests beyond the last one are run as test 0. */
		o->selected |= 1u << (test >= 0 && test < IOZONE_TESTS - 1 ? test : 0);
		break;
	}
	case 'j':
		set_mode(head, "stride", value);
		break;
	case 'H':
	case 'k':
		head->mapped = true;
		set_mode(head, "async", value);
		break;
	case 'V':
		head->invalid = true;
		break;
	case 'b':
		head->report = true;
		break;
	case 't':
	case 'l':
	case 'u':
		head->throughput = true;
		break;
	}
}

static void take_letter(struct iozone_head *head, struct options *o, char letter)
{
	if (letter == 'E')
		o->pread = true;
	else if (letter == 'A')
		o->short_auto = true;
	else if (letter == 'R')
		head->report = true;
	else if (letter == 'T')
		head->threaded = true;
	else if (letter == 'p')
		set_mode(head, "purge", "y");
	else if (letter == 'K')
		set_mode(head, "disrupted", "y");
	else if (letter == 'm')
		set_mode(head, "multi-buffer", "y");
	for (size_t i = 0; i < G_N_ELEMENTS(letters); i++)
		if (letters[i].letter == letter)
			take_word(head, letters[i].word);
}

/* Long options are iorun's own, and its head says what they changed. */
static bool long_takes_value(const char *word)
{
	return g_str_equal(word, "--data") || g_str_equal(word, "--pause") ||
	       g_str_equal(word, "--i-mean-this-device");
}

/* One word that starts with `-`; returns whether it used up the next word. */
static bool take_option(
	struct iozone_head *head, struct options *o, const char *word, const char *next)
{
	if (word[1] == '-')
		return long_takes_value(word) && next;
	if (word[1] == '+') {
		char letter = word[2];

		if (letter == 'n')
			head->no_retest = true;
		else if (letter == 'E')
			head->no_random_write = true;
		else if (letter == 'D')
			take_word(head, IOZONE_DSYNC);
		else if (letter == 'r')
			take_word(head, IOZONE_SYNC);
		else if (letter == 'd' || letter == 'X' || letter == 'Z')
			head->invalid = true;
		return letter && strchr(LONG_VALUE, letter) && !word[3] && next;
	}
	for (const char *p = word + 1; *p; p++) {
		if (!strchr(WITH_VALUE, *p)) {
			take_letter(head, o, *p);
			continue;
		}
		take_value(head, o, *p, p[1] ? p + 1 : next ? next : "");
		return !p[1] && next;
	}
	return false;
}

/* Which tests print cells: the rules of the tool for -i, -E, -A and mapped or asynchronous I/O. */
static unsigned tests_of(const struct iozone_head *head, const struct options *o)
{
	unsigned tests = o->selected;

	if (o->short_auto)
		return 0x3;
	if (!tests)
		tests = IOZONE_TESTS_PLAIN | (o->pread ? IOZONE_TESTS_PREAD : 0);
	tests &= ~(1u << 8 | 1u << 11 | 1u << 12);
	if (!o->pread)
		tests &= ~IOZONE_TESTS_PREAD;
	if (head->mapped)
		tests &= ~(1u << 6 | 1u << 7);
	return tests ? tests : 1u << 8; /* a test without columns: rows have sizes only */
}

/* More words than any command that was ever typed; the rest is not looked at. */
#define COMMAND_WORDS 128

static void read_command(struct iozone_head *head)
{
	g_autofree char *copy = g_strdup(head->command->str);
	const char *word[COMMAND_WORDS];
	struct options o = {0};
	char *rest = copy, *at;
	size_t n = 0;

	while (n < COMMAND_WORDS && (at = strtok_r(rest, " \t", &rest)))
		word[n++] = at;
	for (size_t i = 1; i < n; i++)
		if (word[i][0] == '-' && word[i][1])
			i += take_option(head, &o, word[i], i + 1 < n ? word[i + 1] : NULL);
	head->tests = tests_of(head, &o);
}

static void read_when(struct iozone_head *head, const char *s, const char *end)
{
	char iso[20];

	while (s < end && (*s == ' ' || *s == '\t'))
		s++;
	while (s < end && (end[-1] == ' ' || end[-1] == '\t'))
		end--;
	g_string_truncate(head->when, 0);
	if (ctime_iso(s, (size_t)(end - s), iso))
		g_string_append(head->when, iso);
	else
		g_string_append_len(head->when, s, end - s);
}

static void assign_trimmed(GString *to, const char *s, const char *end)
{
	while (s < end && (*s == ' ' || *s == '\t'))
		s++;
	while (s < end && (end[-1] == ' ' || end[-1] == '\t'))
		end--;
	g_string_truncate(to, 0);
	g_string_append_len(to, s, end - s);
}

/* "kBytes/sec", " operations per second.", " Mode. Output is in microseconds per operation." */
static void read_unit(struct iozone_head *head, const char *s, const char *end)
{
	static const char output[] = "Output is in ";
	const char *at = memmem(s, (size_t)(end - s), output, sizeof(output) - 1);

	assign_trimmed(head->unit, at ? at + sizeof(output) - 1 : s, end);
	if (g_str_has_suffix(head->unit->str, "."))
		g_string_truncate(head->unit, head->unit->len - 1);
}

/* "iorun 0.1, prints as ...": the release is that of its lines, and the figures are of another
 * program: they are told apart. */
static void read_build(struct iozone_head *head, const char *s, const char *end)
{
	static const char name[] = "iorun ";
	const char *stop;

	while (s < end && *s == ' ')
		s++;
	stop = memchr(s, ',', (size_t)(end - s));
	if (stop && head->version->len && stop - s > (ptrdiff_t)sizeof(name) - 1 &&
		!memcmp(s, name, sizeof(name) - 1) && !strchr(head->version->str, '('))
		g_string_append_printf(head->version, " (%.*s)", (int)MIN(stop - s, 32), s);
}

static void read_data(struct iozone_head *head, const char *s, const char *end)
{
	g_autofree char *word = g_strndup(s, (size_t)(end - s));

	set_mode(head, "data", g_strchomp(word));
}

void iozone_head_line(struct iozone_head *head, const struct iozone_phrase *phrase,
	const char *rest, const char *end, bool cut)
{
	const char *stop;

	take_word(head, phrase->word);
	switch (phrase->word) {
	case IOZONE_VERSION:
		stop = memchr(rest, ' ', (size_t)(end - rest));
		if (stop)
			assign_trimmed(head->version, rest, stop);
		break;
	case IOZONE_BUILD:
		read_build(head, rest, end);
		break;
	case IOZONE_DATA:
		if (!cut)
			read_data(head, rest, end);
		break;
	case IOZONE_BEGAN:
		if (!cut)
			read_when(head, rest, end);
		break;
	case IOZONE_COMMAND:
		if (cut)
			break;
		assign_trimmed(head->command, rest, end);
		read_command(head);
		break;
	case IOZONE_SIZES:
		head->threaded = g_str_has_prefix(phrase->text, "Each thread");
		break;
	case IOZONE_OUTPUT:
	case IOZONE_OPS:
	case IOZONE_USEC:
		head->unit_said = !cut;
		read_unit(head, rest, end);
		break;
	default:
		break;
	}
}

void iozone_head_command(struct iozone_head *head, const char *s, size_t n, bool glued)
{
	while (n && (s[n - 1] == ' ' || s[n - 1] == '\t'))
		n--;
	if (!glued)
		g_string_append_c(head->command, ' ');
	g_string_append_len(head->command, s, (gssize)n);
	read_command(head);
}
