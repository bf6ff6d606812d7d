#ifndef PARSERS_BONNIE_TALK_H
#define PARSERS_BONNIE_TALK_H

#include "model/sink.h"
#include <stdbool.h>

/* What bonnie++ and its companions say besides their results. */
enum bonnie_talk {
	BONNIE_TALK_NONE,
	BONNIE_TALK_BEGIN,    /* "Using uid:65534, gid:65534." */
	BONNIE_TALK_FIRST,    /* progress of the test that is the first, if it is not left out */
	BONNIE_TALK_PROGRESS, /* of another one: "Rewriting...done" */
	BONNIE_TALK_ERROR,
	BONNIE_TALK_REFUSED, /* "File size should be double RAM for good results, RAM is 64M." */
	BONNIE_TALK_USAGE,
	BONNIE_TALK_VERSION, /* the last line of the usage */
	BONNIE_TALK_SIZE,    /* of the original: "File './Bonnie.9315', size: 17179869184" */
	BONNIE_TALK_NOISE,
	BONNIE_TALK_ZCAV, /* lines of other programs, whose figures are not read */
	BONNIE_TALK_GETC_PUTC,
	BONNIE_TALK_COUNT
};

/*
 * What the line is; *rest is what follows the words it was known by, of progress without "done", of
 * errors the whole text from its beginning.
 */
enum bonnie_talk bonnie_talk_line(const char *s, size_t n, const char **rest);

enum line_class bonnie_talk_class(enum bonnie_talk talk);

/* Does the progress of a test end with its being done? */
bool bonnie_talk_done(const char *rest, const char *end);

#endif
