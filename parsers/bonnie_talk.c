#include "parsers/bonnie_talk.h"

#include <string.h>

struct phrase {
	const char *text;
	enum bonnie_talk talk;
};

/* Where a line begins so. */
static const struct phrase phrases[] = {
	{"Using uid:", BONNIE_TALK_BEGIN},
	{"Writing with putc()...", BONNIE_TALK_FIRST},
	{"Writing a byte at a time...", BONNIE_TALK_FIRST},
	{"Writing intelligently...", BONNIE_TALK_PROGRESS},
	{"Rewriting...", BONNIE_TALK_PROGRESS},
	{"Reading with getc()...", BONNIE_TALK_PROGRESS},
	{"Reading a byte at a time...", BONNIE_TALK_PROGRESS},
	{"Reading intelligently...", BONNIE_TALK_PROGRESS},
	{"start 'em...", BONNIE_TALK_PROGRESS},
	{"Seeker ", BONNIE_TALK_PROGRESS},
	{"Create files in sequential order...", BONNIE_TALK_PROGRESS},
	{"Stat files in sequential order...", BONNIE_TALK_PROGRESS},
	{"Delete files in sequential order...", BONNIE_TALK_PROGRESS},
	{"Create files in random order...", BONNIE_TALK_PROGRESS},
	{"Stat files in random order...", BONNIE_TALK_PROGRESS},
	{"Delete files in random order...", BONNIE_TALK_PROGRESS},
	{"File './Bonnie.", BONNIE_TALK_SIZE},
	{"File '/", BONNIE_TALK_SIZE},
	{"Version: ", BONNIE_TALK_VERSION},
	{"usage:", BONNIE_TALK_USAGE},
	{"bonnie++ [-d scratch-dir]", BONNIE_TALK_USAGE},
	{"[-n number-to-stat", BONNIE_TALK_USAGE},
	{"[-m machine-name]", BONNIE_TALK_USAGE},
	{"[-x number-of-tests]", BONNIE_TALK_USAGE},
	{"[-q] [-f] [-b]", BONNIE_TALK_USAGE},
	{"[-D]", BONNIE_TALK_USAGE},
	{"iorun: ", BONNIE_TALK_NOISE},
	{"Creating semaphore for ", BONNIE_TALK_NOISE},
	{"Semaphore removed.", BONNIE_TALK_NOISE},
	{"#block offset (GiB)", BONNIE_TALK_ZCAV},
	{"block offset (GiB)", BONNIE_TALK_ZCAV},
	{"#loops:", BONNIE_TALK_ZCAV},
	{"Finished loop ", BONNIE_TALK_ZCAV},
	{"# Finished loop ", BONNIE_TALK_ZCAV},
	{"Extending file...", BONNIE_TALK_GETC_PUTC},
	{"Writing with write(fd", BONNIE_TALK_GETC_PUTC},
	{"Reading with read(fd", BONNIE_TALK_GETC_PUTC},
	{"Writing with putc(c", BONNIE_TALK_GETC_PUTC},
	{"Reading with getc() no thread", BONNIE_TALK_GETC_PUTC},
	{"Writing with putc_unlocked(", BONNIE_TALK_GETC_PUTC},
	{"Reading with getc_unlocked()", BONNIE_TALK_GETC_PUTC},
};

/* Where a line or what follows the progress of a test begins so. */
static const struct phrase errors[] = {
	{"Can't write", BONNIE_TALK_ERROR},
	{"Can't read", BONNIE_TALK_ERROR},
	{"Can't open", BONNIE_TALK_ERROR},
	{"Can't create", BONNIE_TALK_ERROR},
	{"Can't sync", BONNIE_TALK_ERROR},
	{"Bonnie: drastic I/O error", BONNIE_TALK_ERROR},
	{"Cleaning up test directory after error.", BONNIE_TALK_ERROR},
	{"Exceeded CPU usage.", BONNIE_TALK_ERROR},
	{"exceeded file storage limits.", BONNIE_TALK_ERROR},
	{"Can't change to directory \"", BONNIE_TALK_REFUSED},
	{"File size should be double RAM", BONNIE_TALK_REFUSED},
	{"You must use the \"-u\" switch", BONNIE_TALK_REFUSED},
	{"When testing ", BONNIE_TALK_REFUSED},
	{"Not enough ram to test with ", BONNIE_TALK_REFUSED},
};

static bool begins(const char *s, size_t n, const char *text)
{
	size_t length = strlen(text);

	return n >= length && !memcmp(s, text, length);
}

static enum bonnie_talk error_of(const char *s, size_t n)
{
	for (size_t i = 0; i < G_N_ELEMENTS(errors); i++)
		if (begins(s, n, errors[i].text))
			return errors[i].talk;
	if (begins(s, n, "Expected ") && memmem(s, n, " files but only got ", 20))
		return BONNIE_TALK_ERROR;
	if (memmem(s, n, "onnie", 5) && (memmem(s, n, ": invalid option -- ", 20) ||
						memmem(s, n, ": option requires an argument", 29)))
		return BONNIE_TALK_REFUSED;
	return BONNIE_TALK_NONE;
}

/* "3:", which -y p prints before each test. */
static bool is_prompt(const char *s, size_t n)
{
	return n > 1 && n < 4 && s[n - 1] == ':' && g_ascii_isdigit(s[0]) &&
	       (n == 2 || g_ascii_isdigit(s[1]));
}

enum bonnie_talk bonnie_talk_line(const char *s, size_t n, const char **rest)
{
	while (n && (*s == ' ' || *s == '\t'))
		s++, n--;
	*rest = s;
	if (!n)
		return BONNIE_TALK_NONE;
	for (size_t i = 0; i < G_N_ELEMENTS(phrases); i++) {
		if (*s != phrases[i].text[0] || !begins(s, n, phrases[i].text))
			continue;
		*rest = s + strlen(phrases[i].text);
		if (phrases[i].talk == BONNIE_TALK_SIZE && !memmem(s, n, ", size: ", 8))
			return BONNIE_TALK_NONE;
		return phrases[i].talk;
	}
	if (memmem(s, n, " megs in ", 9) && memmem(s, n, "megabytes per second", 20))
		return BONNIE_TALK_ZCAV;
	if (memmem(s, n, "putcNT getcNT", 13))
		return BONNIE_TALK_GETC_PUTC;
	if (is_prompt(s, n))
		return BONNIE_TALK_NOISE;
	return error_of(s, n);
}

enum line_class bonnie_talk_class(enum bonnie_talk talk)
{
	static const enum line_class class[] = {
		[BONNIE_TALK_NONE] = LINE_UNKNOWN,
		[BONNIE_TALK_BEGIN] = LINE_BANNER,
		[BONNIE_TALK_FIRST] = LINE_NOISE,
		[BONNIE_TALK_PROGRESS] = LINE_NOISE,
		[BONNIE_TALK_ERROR] = LINE_ERROR,
		[BONNIE_TALK_REFUSED] = LINE_ERROR,
		[BONNIE_TALK_USAGE] = LINE_HINT,
		[BONNIE_TALK_VERSION] = LINE_BANNER,
		[BONNIE_TALK_SIZE] = LINE_HEAD,
		[BONNIE_TALK_NOISE] = LINE_NOISE,
		[BONNIE_TALK_ZCAV] = LINE_NOISE,
		[BONNIE_TALK_GETC_PUTC] = LINE_NOISE,
	};

	G_STATIC_ASSERT(G_N_ELEMENTS(class) == BONNIE_TALK_COUNT);
	return class[talk];
}

bool bonnie_talk_done(const char *rest, const char *end)
{
	while (end > rest && (end[-1] == '.' || end[-1] == ' '))
		end--;
	return end - rest >= 4 && !memcmp(end - 4, "done", 4);
}
