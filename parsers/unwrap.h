#ifndef PARSERS_UNWRAP_H
#define PARSERS_UNWRAP_H

#include "parsers/input.h"

/*
 * What mail, syslog and web pages put around the lines of a log: `> ` quoting, a prefix whose words
 * stay and whose digits change (time stamps), closing tags such as <br>.  Only slices: no byte of a
 * log is changed.
 */
#define UNWRAP_PREFIX 96

struct unwrap {
	size_t n; /* bytes of the prefix; 0: none was learned */
	char prefix[UNWRAP_PREFIX];
};

/*
 * Learns the prefix of a line in which known text begins at `at`.  The margin of the text itself, a
 * tab or further blanks, is no part of the prefix.
 */
void unwrap_learn(struct unwrap *unwrap, const struct text *line, const char *at);

/* Can there be anything around the line?  Nearly always not. */
static inline bool unwrap_wanted(const struct unwrap *unwrap, const struct text *line)
{
	return line->n && (unwrap->n || line->s[0] == '>' || line->s[line->n - 1] == '>');
}

/* The line without what is around it. */
struct text unwrap_line(const struct unwrap *unwrap, const struct text *line);

/*
 * A row of numbers as it was before an editor put tabs for blanks, eight columns wide, or commas
 * went between its numbers: then only their order is left.  In `buffer` where it had to be changed.
 */
struct text unwrap_row(GString *buffer, const struct text *row);

#endif
