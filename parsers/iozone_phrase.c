#include "parsers/iozone_phrase.h"

#include <string.h>

#define P(words) words, sizeof(words) - 1

/* The form of a perror() text: what the system says of an error number. */
#define SYSTEM "!"

/*
 * All lines that are known, noise among them; what is not here is counted as unknown.  Grouped by
 * first byte, what every log has first; of two that start alike the longer stands before the other.
 * A form has '#' for a number, a blank for any white space or none, '@' for a word, '*' for
 * anything, and '$' for the end.
 */
static const struct iozone_phrase phrases[] = {
	{P(">>> I/O Diagnostic mode enabled. <<<"), IOZONE_INVALID, LINE_HEAD, "$"},
	{P(">>> No Verify mode. <<<"), IOZONE_NO_VERIFY, LINE_HEAD, "$"},
	{P(">>> O_DSYNC mode enabled. <<<"), IOZONE_DSYNC, LINE_HEAD, "$"},
	{P("Auto Mode 2. This option is obsolete"), IOZONE_NOTHING, LINE_HEAD, NULL},
	{P("Auto Mode"), IOZONE_NOTHING, LINE_HEAD, "$"},
	{P("Avg throughput per process"), IOZONE_AVG, LINE_FIGURES, NULL},
	{P("Avg throughput per thread"), IOZONE_AVG, LINE_FIGURES, NULL},
	{P("Binding of processors beginning with"), IOZONE_NOTHING, LINE_HEAD, " #"},
	{P("Build:"), IOZONE_BUILD, LINE_BANNER, NULL},
	{P("Command line used:"), IOZONE_COMMAND, LINE_HEAD, NULL},
	{P("Compiled for"), IOZONE_NOTHING, LINE_BANNER, " # bit mode"},
	{P("Contributors:"), IOZONE_AUTHORS, LINE_BANNER, NULL},
	{P("CPU utilization Excel chart enabled"), IOZONE_NOTHING, LINE_HEAD, "$"},
	{P("CPU utilization Resolution"), IOZONE_NOTHING, LINE_HEAD, " = #"},
	{P("CPU utilization:"), IOZONE_CPU, LINE_FIGURES, " Wall time"},
	{P("CPU Utilization:"), IOZONE_CPU, LINE_FIGURES, " Wall time"},
	{P("Caches are dropped before each test:"), IOZONE_DROPPED, LINE_HEAD, NULL},
	{P("Caches cannot be dropped:"), IOZONE_NOTHING, LINE_HEAD, " @"},
	{P("Can not create temp file:"), IOZONE_ERROR, LINE_ERROR, NULL},
	{P("Can not fdopen temp file:"), IOZONE_ERROR, LINE_ERROR, NULL},
	{P("Can not mix throughput mode"), IOZONE_REFUSED, LINE_ERROR, NULL},
	{P("Can not open temp file:"), IOZONE_ERROR, LINE_ERROR, NULL},
	{P("Can not open temporary file"), IOZONE_ERROR, LINE_ERROR, "*for read"},
	{P("Child["), IOZONE_CHILD, LINE_FIGURES, "#]"},
	{P("Child "), IOZONE_NOTHING, LINE_NOISE, "#$"},
	{P("Children see throughput"), IOZONE_CHILDREN, LINE_FIGURES, NULL},
	{P("Compute time"), IOZONE_NOTHING, LINE_HEAD, " # seconds for reads and writes"},
	{P("Cross over of record size disabled"), IOZONE_NOTHING, LINE_HEAD, "$"},
	{P("Data written is "), IOZONE_DATA, LINE_HEAD, "@$"},
	{P("Dedup "), IOZONE_NOTHING, LINE_HEAD, "@ # percent$"},
	{P("Dedup "), IOZONE_NOTHING, LINE_HEAD, "@ @ #$"},
	{P("Dedup "), IOZONE_NOTHING, LINE_HEAD, "@ @ @ # percent$"},
	{P("Delay "), IOZONE_NOTHING, LINE_HEAD, "# seconds between tests enabled"},
	{P("Disrupted read patterns selected"), IOZONE_NOTHING, LINE_HEAD, "$"},
	{P("Each process writes a"), IOZONE_SIZES, LINE_HEAD, NULL},
	{P("Each thread writes a"), IOZONE_SIZES, LINE_HEAD, NULL},
	{P("Enable mmap & file I/O mixing"), IOZONE_MMAP, LINE_HEAD, "$"},
	{P("Error freading block"), IOZONE_ERROR, LINE_ERROR, NULL},
	{P("Error fwriting block"), IOZONE_ERROR, LINE_ERROR, NULL},
	{P("Error pwriting block"), IOZONE_ERROR, LINE_ERROR, NULL},
	{P("Error reading block"), IOZONE_ERROR, LINE_ERROR, NULL},
	{P("Error writing block"), IOZONE_ERROR, LINE_ERROR, NULL},
	{P("Error in file: Found"), IOZONE_ERROR, LINE_ERROR, NULL},
	{P("Error in file: Position"), IOZONE_ERROR, LINE_ERROR, " #"},
	{P("Error: maximum record size"), IOZONE_ERROR, LINE_ERROR, " #"},
	{P("Error: record length"), IOZONE_ERROR, LINE_ERROR, " #"},
	{P("Excel chart generation enabled"), IOZONE_REPORT, LINE_HEAD, "$"},
	{P("Excel output is below:"), IOZONE_REPORT, LINE_REPORT, "$"},
	{P("File size set to"), IOZONE_NOTHING, LINE_HEAD, " #"},
	{P("File stride size set to"), IOZONE_NOTHING, LINE_HEAD, NULL},
	{P("F_NOCACHE feature enabled"), IOZONE_DIRECT, LINE_HEAD, "$"},
	{P("Found pattern: Char >>"), IOZONE_ERROR, LINE_ERROR, NULL},
	{P("Found pattern: Hex >>"), IOZONE_ERROR, LINE_ERROR, NULL},
	{P("Histogram summary enabled"), IOZONE_NOTHING, LINE_HEAD, "$"},
	{P("Hostname = "), IOZONE_NOTHING, LINE_HEAD, "@$"},
	{P("Iozone: Performance Test of File I/O"), IOZONE_BANNER, LINE_BANNER, NULL},
	{P("I/O error during read."), IOZONE_HINT, LINE_HINT, " Try again"},
	{P("Include close in write timing"), IOZONE_CLOSE, LINE_HEAD, "$"},
	{P("Include fsync in write timing"), IOZONE_FSYNC, LINE_HEAD, "$"},
	{P("Lock file when reading/writing"), IOZONE_NOTHING, LINE_HEAD, "$"},
	{P("Machine = "), IOZONE_NOTHING, LINE_HEAD, "*#"},
	{P("Main memory is "), IOZONE_NOTHING, LINE_HEAD, "# kB; files of #"},
	{P("Main memory is unknown; files of"), IOZONE_NOTHING, LINE_HEAD, " # kB$"},
	{P("Max process ="), IOZONE_THROUGHPUT, LINE_HEAD, " #"},
	{P("Max throughput per process"), IOZONE_MAX, LINE_FIGURES, NULL},
	{P("Max throughput per thread"), IOZONE_MAX, LINE_FIGURES, NULL},
	{P("Microseconds/op Mode"), IOZONE_USEC, LINE_HEAD, ". Output is in"},
	{P("Min process ="), IOZONE_THROUGHPUT, LINE_HEAD, " #"},
	{P("Min throughput per process"), IOZONE_MIN, LINE_FIGURES, NULL},
	{P("Min throughput per thread"), IOZONE_MIN, LINE_FIGURES, NULL},
	{P("Min xfer"), IOZONE_XFER, LINE_FIGURES, NULL},
	{P("Multi_buffer. Work area"), IOZONE_NOTHING, LINE_HEAD, " #"},
	{P("Network distribution mode enabled"), IOZONE_THROUGHPUT, LINE_HEAD, "$"},
	{P("No retest option selected"), IOZONE_NO_RETEST, LINE_HEAD, "$"},
	{P("Output is in"), IOZONE_OUTPUT, LINE_HEAD, " Kbytes/sec"},
	{P("Output is in"), IOZONE_OUTPUT, LINE_HEAD, " kBytes/sec"},
	{P("OPS Mode. Output is in"), IOZONE_OPS, LINE_HEAD, NULL},
	{P("O_DIRECT feature enabled"), IOZONE_DIRECT, LINE_HEAD, "$"},
	{P("O_DIRECTIO feature enabled"), IOZONE_DIRECT, LINE_HEAD, "$"},
	{P("Offset/latency files enabled"), IOZONE_NOTHING, LINE_HEAD, "$"},
	{P("Processor cache line size set to"), IOZONE_NOTHING, LINE_HEAD, NULL},
	{P("Processor cache size set to"), IOZONE_NOTHING, LINE_HEAD, NULL},
	{P("POSIX Async I/O"), IOZONE_ASYNC, LINE_HEAD, " (no bcopy). Depth #"},
	{P("POSIX async I/O"), IOZONE_ASYNC, LINE_HEAD, " (with bcopy). Depth #"},
	{P("Parent sees throughput"), IOZONE_PARENT, LINE_FIGURES, NULL},
	{P("Percent read in mix test"), IOZONE_NOTHING, LINE_HEAD, " is #"},
	{P("Performance measurements are invalid in this mode"), IOZONE_INVALID, LINE_HEAD, "$"},
	{P("Purge Mode On"), IOZONE_NOTHING, LINE_HEAD, "$"},
	{P("Run began: "), IOZONE_BEGAN, LINE_BANNER, "@ @ #"},
	{P("Record Size "), IOZONE_NOTHING, LINE_HEAD, "#"},
	{P("Rate control active"), IOZONE_NOTHING, LINE_HEAD, " # Ops/sec"},
	{P("Read & Write sync mode active"), IOZONE_SYNC, LINE_HEAD, "$"},
	{P("Record # "), IOZONE_NOTHING, LINE_ERROR, "# Record size"},
	{P("SYNC Mode"), IOZONE_SYNC, LINE_HEAD, "$"},
	{P("Seeked to"), IOZONE_NOTHING, LINE_ERROR, " # Reclen ="},
	{P("Selected test not available on the version"), IOZONE_NOTHING, LINE_HEAD, "$"},
	{P("Setting no_unlink"), IOZONE_NOTHING, LINE_HEAD, "$"},
	{P("Stonewall disabled"), IOZONE_NOTHING, LINE_HEAD, "$"},
	{P("Time Resolution ="), IOZONE_NOTHING, LINE_HEAD, NULL},
	{P("Test cleanup:"), IOZONE_THROUGHPUT, LINE_HEAD, "$"},
	{P("Test running:"), IOZONE_THROUGHPUT, LINE_HEAD, "$"},
	{P("The files fit into main memory:"), IOZONE_NOTHING, LINE_HEAD, " figures may be"},
	{P("The test completed too quickly to give a good result"), IOZONE_HINT, LINE_HINT, NULL},
	{P("Throughput test with"), IOZONE_THROUGHPUT, LINE_HEAD, " #"},
	{P("Timer resolution is poor."), IOZONE_HINT, LINE_HINT, " Some small transfers"},
	{P("Using maximum file size of"), IOZONE_NOTHING, LINE_HEAD, NULL},
	{P("Using minimum file size of"), IOZONE_NOTHING, LINE_HEAD, NULL},
	{P("Unsupported option"), IOZONE_REFUSED, LINE_ERROR, " -> "},
	{P("Usage: For usage information"), IOZONE_REFUSED, LINE_ERROR, " type iozone"},
	{P("Using Maximum Record Size"), IOZONE_NOTHING, LINE_HEAD, NULL},
	{P("Using Minimum Record Size"), IOZONE_NOTHING, LINE_HEAD, NULL},
	{P("Using mmap files"), IOZONE_MMAP, LINE_HEAD, "$"},
	{P("Using msync(MS_"), IOZONE_MMAP, LINE_HEAD, NULL},
	{P("Verify Mode. Every byte is checked"), IOZONE_INVALID, LINE_HEAD, "$"},
	{P("Verify Mode. Pattern"), IOZONE_INVALID, LINE_HEAD, NULL},
	{P("Version $Revision: "), IOZONE_VERSION, LINE_BANNER, "#"},
	{P("VxFS advanced feature"), IOZONE_DIRECT, LINE_HEAD, NULL},
	{P("You must use -"), IOZONE_REFUSED, LINE_ERROR, NULL},
	{P("You will get a more precise measure"), IOZONE_HINT, LINE_HINT, " of this machine"},
	{P("close: "), IOZONE_REASON, LINE_ERROR, SYSTEM},
	{P("creat: "), IOZONE_REASON, LINE_ERROR, SYSTEM},
	{P("exiting iozone"), IOZONE_EXITING, LINE_END, "$"},
	{P("fopen: "), IOZONE_REASON, LINE_ERROR, SYSTEM},
	{P("fdopen: "), IOZONE_REASON, LINE_ERROR, SYSTEM},
	{P("fread: "), IOZONE_REASON, LINE_ERROR, SYSTEM},
	{P("fsync: "), IOZONE_REASON, LINE_ERROR, SYSTEM},
	{P("fwrite: "), IOZONE_REASON, LINE_ERROR, SYSTEM},
	{P("iorun: error: "), IOZONE_ERROR, LINE_ERROR, NULL},
	{P("iorun: reason: "), IOZONE_REASON, LINE_ERROR, NULL},
	{P("iozone test complete."), IOZONE_COMPLETE, LINE_END, NULL},
	{P("iozone: illegal option --"), IOZONE_REFUSED, LINE_ERROR, NULL},
	{P("iozone: interrupted"), IOZONE_INTERRUPTED, LINE_END, "$"},
	{P("iozone: invalid option --"), IOZONE_REFUSED, LINE_ERROR, NULL},
	{P("iozone: option requires an argument --"), IOZONE_REFUSED, LINE_ERROR, NULL},
	{P("iozone "), IOZONE_HINT, LINE_HINT, "# *(i.e"},
	{P("open: "), IOZONE_REASON, LINE_ERROR, SYSTEM},
	{P("performance by re-running"), IOZONE_HINT, LINE_HINT, " iozone using the command"},
	{P("pread: "), IOZONE_REASON, LINE_ERROR, SYSTEM},
	{P("pwrite: "), IOZONE_REASON, LINE_ERROR, SYSTEM},
	{P("read: "), IOZONE_REASON, LINE_ERROR, SYSTEM},
	{P("reported inaccurate results. Sizes"), IOZONE_HINT, LINE_HINT, " #"},
	{P("where 0x"), IOZONE_NOTHING, LINE_ERROR, "*loop #"},
	{P("write: "), IOZONE_REASON, LINE_ERROR, SYSTEM},
	{P("zpool destroyed"), IOZONE_NOTHING, LINE_NOISE, "$"},
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

/* What perror() says of files, in the C locale: iozone sets no other.  */
static const struct {
	const char *text;
	bool alone; /* means an error of storage wherever it stands */
} reasons[] = {
	{"No space left on device", true},
	{"No such file or directory", true},
	{"Input/output error", true},
	{"Permission denied", true},
	{"Read-only file system", true},
	{"Disk quota exceeded", true},
	{"Is a directory", true},
	{"File too large", true},
	{"Stale file handle", true},
	{"Stale NFS file handle", true},
	{"Too many open files", true},
	{"Bad address", false},
	{"Bad file descriptor", false},
	{"Bad message", false},
	{"Bad file number", false},
	{"Cannot allocate memory", false},
	{"Connection timed out", false},
	{"Device or resource busy", false},
	{"File exists", false},
	{"Function not implemented", false},
	{"Interrupted system call", false},
	{"Invalid argument", false},
	{"No such device", false},
	{"Not a directory", false},
	{"Not enough space", false},
	{"Operation not permitted", false},
	{"Operation not supported", false},
	{"Remote I/O error", false},
	{"Resource temporarily unavailable", false},
	{"Structure needs cleaning", false},
	{"Success", false},
	{"Text file busy", false},
	{"Transport endpoint is not connected", false},
	{"Unknown error", false},
	{"Value too large", false},
};

static bool is_reason(const char *s, size_t n)
{
	for (size_t i = 0; i < G_N_ELEMENTS(reasons); i++)
		if (n >= strlen(reasons[i].text) &&
			!memcmp(s, reasons[i].text, strlen(reasons[i].text)))
			return true;
	return false;
}

/* Behind the end there may be a full stop, and an echo line that a tab glued to this one. */
static bool is_end(const char *s, const char *end)
{
	while (s < end && (*s == ' ' || *s == '.' || *s == '\r'))
		s++;
	return s == end || *s == '\t';
}

static const char *skip(const char *s, const char *end, char what)
{
	const char *from = s;

	while (s < end && (what == ' '          ? *s == ' ' || *s == '\t'
				  : what == '#' ? g_ascii_isdigit(*s) || (*s == '.' && s > from)
						: *s != ' ' && *s != '\t'))
		s++;
	return s;
}

/* Takes linear time as long as what follows a '*' fails at its first characters. */
static bool fits(const char *s, const char *end, const char *form)
{
	for (; *form; form++) {
		const char *from = s;

		switch (*form) {
		case '$':
			return is_end(s, end);
		case '!':
			return is_reason(s, (size_t)(end - s));
		case '*':
			while (!fits(s, end, form + 1))
				if (s++ == end)
					return false;
			return true;
		case ' ':
			s = skip(s, end, ' ');
			break;
		case '#':
		case '@':
			s = skip(s, end, *form);
			if (s == from)
				return false;
			break;
		default:
			if (s == end || *s++ != *form)
				return false;
		}
	}
	return true;
}

static bool starts(const char *s, size_t n, const struct iozone_phrase *p, const char **rest)
{
	/* Most phrases differ in their second byte already. */
	if (n < p->length || (p->length > 1 && s[1] != p->text[1]) ||
		memcmp(s, p->text, p->length) != 0)
		return false;
	*rest = s + p->length;
	return !p->form || fits(*rest, s + n, p->form);
}

const struct iozone_phrase *iozone_phrase_at_start(
	const struct iozone_phrases *index, const char *s, size_t n, const char **rest)
{
	unsigned char c;

	for (; n && (*s == ' ' || *s == '\t'); s++, n--)
		;
	if (!n)
		return NULL;
	c = (unsigned char)*s;
	for (size_t i = index->first[c]; i < index->past[c]; i++)
		if (starts(s, n, &phrases[i], rest))
			return &phrases[i];
	return NULL;
}

const struct iozone_phrase *iozone_phrase_inside(const char *s, size_t n, const char **rest)
{
	static const struct iozone_phrase reason = {P(""), IOZONE_REASON, LINE_ERROR, NULL};
	const struct iozone_phrase *best = NULL;
	const char *at = NULL;

	for (size_t i = 0; i < G_N_ELEMENTS(phrases); i++) {
		const struct iozone_phrase *p = &phrases[i];
		const char *here, *behind;

		if (p->length < DISTINCTIVE || p->class == LINE_NOISE)
			continue;
		here = memmem(s, n, p->text, p->length);
		if (here && (!at || here < at) &&
			starts(here, n - (size_t)(here - s), p, &behind)) {
			at = here;
			best = p;
			*rest = behind;
		}
	}
	for (size_t i = 0; !best && i < G_N_ELEMENTS(reasons); i++)
		if (reasons[i].alone && memmem(s, n, reasons[i].text, strlen(reasons[i].text))) {
			best = &reason;
			*rest = s + n;
		}
	return best;
}
