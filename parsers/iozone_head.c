#include "parsers/iozone_head.h"
#include "parsers/ctime.h"

#include "parsers/iozone_table.h"
#include <stdlib.h>
#include <string.h>

#define P(words) words, sizeof(words) - 1

/* Grouped by first byte; of two that start alike the longer stands first. */
static const struct iozone_phrase phrases[] = {
	{P(">>> I/O Diagnostic mode enabled. <<<"), IOZONE_INVALID, LINE_HEAD},
	{P(">>> No Verify mode. <<<"), IOZONE_NO_VERIFY, LINE_HEAD},
	{P(">>> O_DSYNC mode enabled. <<<"), IOZONE_DSYNC, LINE_HEAD},
	{P("Auto Mode"), IOZONE_NOTHING, LINE_HEAD},
	{P("Avg throughput per"), IOZONE_AVG, LINE_FIGURES},
	{P("Binding of processors"), IOZONE_NOTHING, LINE_HEAD},
	{P("Build:"), IOZONE_NOTHING, LINE_BANNER},
	{P("CPU utilization Excel chart enabled"), IOZONE_NOTHING, LINE_HEAD},
	{P("CPU utilization Resolution"), IOZONE_NOTHING, LINE_HEAD},
	{P("CPU utilization:"), IOZONE_CPU, LINE_FIGURES},
	{P("CPU Utilization:"), IOZONE_CPU, LINE_FIGURES},
	{P("Can not mix"), IOZONE_REFUSED, LINE_ERROR},
	{P("Can not use"), IOZONE_REFUSED, LINE_ERROR},
	{P("Can not"), IOZONE_ERROR, LINE_ERROR},
	{P("Child["), IOZONE_CHILD, LINE_FIGURES},
	{P("Child "), IOZONE_NOTHING, LINE_NOISE},
	{P("Children see throughput"), IOZONE_CHILDREN, LINE_FIGURES},
	{P("Command line used:"), IOZONE_COMMAND, LINE_HEAD},
	{P("Compiled for"), IOZONE_NOTHING, LINE_BANNER},
	{P("Compute time"), IOZONE_NOTHING, LINE_HEAD},
	{P("Contributors:"), IOZONE_AUTHORS, LINE_BANNER},
	{P("Cross over of record size disabled"), IOZONE_NOTHING, LINE_HEAD},
	{P("Dedup "), IOZONE_NOTHING, LINE_HEAD},
	{P("Delay "), IOZONE_NOTHING, LINE_HEAD},
	{P("Disrupted read patterns selected"), IOZONE_NOTHING, LINE_HEAD},
	{P("Each process writes a"), IOZONE_SIZES, LINE_HEAD},
	{P("Each thread writes a"), IOZONE_SIZES, LINE_HEAD},
	{P("Enable mmap & file I/O mixing"), IOZONE_MMAP, LINE_HEAD},
	{P("Error"), IOZONE_ERROR, LINE_ERROR},
	{P("Excel chart generation enabled"), IOZONE_REPORT, LINE_HEAD},
	{P("Excel output is below:"), IOZONE_REPORT, LINE_REPORT},
	{P("File size set to"), IOZONE_NOTHING, LINE_HEAD},
	{P("File stride size set to"), IOZONE_NOTHING, LINE_HEAD},
	{P("Found pattern:"), IOZONE_ERROR, LINE_ERROR},
	{P("Hostname = "), IOZONE_NOTHING, LINE_HEAD},
	{P("I/O error during read."), IOZONE_HINT, LINE_HINT},
	{P("Include close in write timing"), IOZONE_CLOSE, LINE_HEAD},
	{P("Include fsync in write timing"), IOZONE_FSYNC, LINE_HEAD},
	{P("Iozone: Performance Test of File I/O"), IOZONE_BANNER, LINE_BANNER},
	{P("Lock file when reading/writing"), IOZONE_NOTHING, LINE_HEAD},
	{P("Machine = "), IOZONE_NOTHING, LINE_HEAD},
	{P("Max process ="), IOZONE_THROUGHPUT, LINE_HEAD},
	{P("Max throughput per"), IOZONE_MAX, LINE_FIGURES},
	{P("Microseconds/op Mode"), IOZONE_USEC, LINE_HEAD},
	{P("Min process ="), IOZONE_THROUGHPUT, LINE_HEAD},
	{P("Min throughput per"), IOZONE_MIN, LINE_FIGURES},
	{P("Min xfer"), IOZONE_XFER, LINE_FIGURES},
	{P("Multi_buffer. Work area"), IOZONE_NOTHING, LINE_HEAD},
	{P("Network distribution mode enabled"), IOZONE_THROUGHPUT, LINE_HEAD},
	{P("No retest option selected"), IOZONE_NO_RETEST, LINE_HEAD},
	{P("OPS Mode. Output is in"), IOZONE_OPS, LINE_HEAD},
	{P("O_DIRECT feature enabled"), IOZONE_DIRECT, LINE_HEAD},
	{P("Offset/latency files enabled"), IOZONE_NOTHING, LINE_HEAD},
	{P("Output is in"), IOZONE_OUTPUT, LINE_HEAD},
	{P("POSIX Async I/O"), IOZONE_ASYNC, LINE_HEAD},
	{P("POSIX async I/O"), IOZONE_ASYNC, LINE_HEAD},
	{P("Parent sees throughput"), IOZONE_PARENT, LINE_FIGURES},
	{P("Percent read in mix test"), IOZONE_NOTHING, LINE_HEAD},
	{P("Performance measurements are invalid in this mode"), IOZONE_INVALID, LINE_HEAD},
	{P("Processor cache line size set to"), IOZONE_NOTHING, LINE_HEAD},
	{P("Processor cache size set to"), IOZONE_NOTHING, LINE_HEAD},
	{P("Purge Mode On"), IOZONE_NOTHING, LINE_HEAD},
	{P("Read & Write sync mode active"), IOZONE_SYNC, LINE_HEAD},
	{P("Record # "), IOZONE_NOTHING, LINE_ERROR},
	{P("Record Size "), IOZONE_NOTHING, LINE_HEAD},
	{P("Run began: "), IOZONE_BEGAN, LINE_BANNER},
	{P("SYNC Mode"), IOZONE_SYNC, LINE_HEAD},
	{P("Selected test not available on the version"), IOZONE_NOTHING, LINE_HEAD},
	{P("Setting no_unlink"), IOZONE_NOTHING, LINE_HEAD},
	{P("Stonewall disabled"), IOZONE_NOTHING, LINE_HEAD},
	{P("Test cleanup:"), IOZONE_THROUGHPUT, LINE_HEAD},
	{P("Test running:"), IOZONE_THROUGHPUT, LINE_HEAD},
	{P("The test completed too quickly to give a good result"), IOZONE_HINT, LINE_HINT},
	{P("Throughput test with"), IOZONE_THROUGHPUT, LINE_HEAD},
	{P("Time Resolution ="), IOZONE_NOTHING, LINE_HEAD},
	{P("Timer resolution is poor."), IOZONE_HINT, LINE_HINT},
	{P("Unsupported option"), IOZONE_REFUSED, LINE_ERROR},
	{P("Usage: For usage information"), IOZONE_REFUSED, LINE_ERROR},
	{P("Using Maximum Record Size"), IOZONE_NOTHING, LINE_HEAD},
	{P("Using Minimum Record Size"), IOZONE_NOTHING, LINE_HEAD},
	{P("Using maximum file size of"), IOZONE_NOTHING, LINE_HEAD},
	{P("Using minimum file size of"), IOZONE_NOTHING, LINE_HEAD},
	{P("Using mmap files"), IOZONE_MMAP, LINE_HEAD},
	{P("Using msync("), IOZONE_MMAP, LINE_HEAD},
	{P("Verify Mode. Pattern"), IOZONE_INVALID, LINE_HEAD},
	{P("Version $Revision: "), IOZONE_VERSION, LINE_BANNER},
	{P("You must use"), IOZONE_REFUSED, LINE_ERROR},
	{P("You will get a more precise measure"), IOZONE_HINT, LINE_HINT},
	{P("creat: "), IOZONE_REASON, LINE_ERROR},
	{P("exiting iozone"), IOZONE_EXITING, LINE_END},
	{P("fread: "), IOZONE_REASON, LINE_ERROR},
	{P("fsync: "), IOZONE_REASON, LINE_ERROR},
	{P("fwrite: "), IOZONE_REASON, LINE_ERROR},
	{P("iozone test complete."), IOZONE_COMPLETE, LINE_END},
	{P("iozone: interrupted"), IOZONE_INTERRUPTED, LINE_END},
	{P("iozone: "), IOZONE_REFUSED, LINE_ERROR},
	{P("open: "), IOZONE_REASON, LINE_ERROR},
	{P("performance by re-running"), IOZONE_HINT, LINE_HINT},
	{P("pread: "), IOZONE_REASON, LINE_ERROR},
	{P("pwrite: "), IOZONE_REASON, LINE_ERROR},
	{P("read: "), IOZONE_REASON, LINE_ERROR},
	{P("reported inaccurate results. Sizes"), IOZONE_HINT, LINE_HINT},
	{P("where 0x"), IOZONE_NOTHING, LINE_ERROR},
	{P("write: "), IOZONE_REASON, LINE_ERROR},
	{P("zpool destroyed"), IOZONE_NOTHING, LINE_NOISE},
};

/* Words that may stand anywhere in a line: long enough to mean nothing else. */
#define DISTINCTIVE 14

void iozone_phrases_index(struct iozone_phrases *index)
{
	G_STATIC_ASSERT(G_N_ELEMENTS(phrases) < 255);
	memset(index, 0, sizeof(*index));
	for (size_t i = G_N_ELEMENTS(phrases); i-- > 0;) {
		unsigned char c = (unsigned char)phrases[i].text[0];

		index->first[c] = (unsigned char)i;
		if (!index->past[c])
			index->past[c] = (unsigned char)(i + 1);
	}
}

static bool starts(const char *s, size_t n, const struct iozone_phrase *p, const char **rest)
{
	/* Most phrases differ in their second byte already. */
	if (n < p->length || (p->length > 1 && s[1] != p->text[1]) ||
		memcmp(s, p->text, p->length) != 0)
		return false;
	*rest = s + p->length;
	return true;
}

const struct iozone_phrase *iozone_phrase_at_start(
	const struct iozone_phrases *index, const char *s, size_t n, const char **rest)
{
	static const struct iozone_phrase hint = {P("iozone "), IOZONE_HINT, LINE_HINT};
	unsigned char c;

	for (; n && (*s == ' ' || *s == '\t'); s++, n--)
		;
	if (!n)
		return NULL;
	c = (unsigned char)*s;
	for (size_t i = index->first[c]; i < index->past[c]; i++)
		if (starts(s, n, &phrases[i], rest))
			return &phrases[i];
	/* The command the hint proposes: "iozone 284 (i.e., file size = ...". */
	return starts(s, n, &hint, rest) && memmem(s, n, "(i.e.", 5) ? &hint : NULL;
}

static const char *const reasons[] = {"No space left on device", "No such file or directory",
	"Input/output error", "Permission denied", "Read-only file system", "Disk quota exceeded",
	"Is a directory", "File too large", "Stale file handle", "Too many open files"};

const struct iozone_phrase *iozone_phrase_inside(const char *s, size_t n, const char **rest)
{
	static const struct iozone_phrase reason = {P(""), IOZONE_REASON, LINE_ERROR};
	const struct iozone_phrase *best = NULL;
	const char *at = NULL;

	for (size_t i = 0; i < G_N_ELEMENTS(phrases); i++) {
		const char *here;

		if (phrases[i].length < DISTINCTIVE || phrases[i].class == LINE_NOISE)
			continue;
		here = memmem(s, n, phrases[i].text, phrases[i].length);
		if (here && (!at || here < at)) {
			at = here;
			best = &phrases[i];
			*rest = here + phrases[i].length;
		}
	}
	for (size_t i = 0; !best && i < G_N_ELEMENTS(reasons); i++)
		if (memmem(s, n, reasons[i], strlen(reasons[i]))) {
			best = &reason;
			*rest = s + n;
		}
	return best;
}

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

/* One word that starts with `-`; returns whether it used up the next word. */
static bool take_option(
	struct iozone_head *head, struct options *o, const char *word, const char *next)
{
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
