#ifndef PARSERS_IOZONE_PHRASE_H
#define PARSERS_IOZONE_PHRASE_H

#include "model/sink.h"
#include <glib.h>
#include <stdbool.h>

/* What a line of iozone's output means to its reader, beyond its class. */
enum iozone_word {
	IOZONE_NOTHING,
	IOZONE_BANNER,
	IOZONE_VERSION,
	IOZONE_BUILD,
	IOZONE_AUTHORS,
	IOZONE_BEGAN,
	IOZONE_COMMAND,
	IOZONE_OUTPUT, /* unit, text follows */
	IOZONE_OPS,
	IOZONE_USEC,
	IOZONE_NO_RETEST,
	IOZONE_NO_VERIFY, /* -+E: random write is not done */
	IOZONE_INVALID,   /* the tool says its figures are no measurement */
	IOZONE_FSYNC,
	IOZONE_CLOSE,
	IOZONE_SYNC,
	IOZONE_DSYNC,
	IOZONE_DIRECT,
	IOZONE_DATA,    /* of iorun: what is written */
	IOZONE_DROPPED, /* of iorun: the system's caches before each test */
	IOZONE_MMAP,
	IOZONE_ASYNC,
	IOZONE_THROUGHPUT, /* of -t, but no figure that is read */
	IOZONE_SIZES,      /* of each process or thread of -t */
	IOZONE_CHILDREN,   /* from here the lines of a phase, in their order */
	IOZONE_PARENT,
	IOZONE_MIN,
	IOZONE_MAX,
	IOZONE_AVG,
	IOZONE_XFER,
	IOZONE_CPU,
	IOZONE_CHILD,
	IOZONE_HINT,
	IOZONE_REPORT, /* -R: the figures again, as a spreadsheet wants them, will follow */
	IOZONE_COMPLETE,
	IOZONE_INTERRUPTED,
	IOZONE_EXITING,
	IOZONE_REFUSED, /* options it does not accept */
	IOZONE_ERROR,
	IOZONE_REASON, /* the system's text behind an error */
	IOZONE_WORD_COUNT
};

/* A line known by the words it starts with, after blanks, and by the form of the rest. */
struct iozone_phrase {
	const char *text;
	size_t length;
	enum iozone_word word;
	enum line_class class;
	const char *form; /* of what follows; NULL: anything may */
};

/* Finds phrases fast: for each first byte the range of rows that start with it. */
struct iozone_phrases {
	unsigned char first[256], past[256];
};

void iozone_phrases_index(struct iozone_phrases *index);

/* The phrase at the start of the line, blanks and tabs skipped; *rest is set behind it. */
const struct iozone_phrase *iozone_phrase_at_start(
	const struct iozone_phrases *index, const char *s, size_t n, const char **rest);

/*
 * For a line that is otherwise unknown: the first distinctive phrase anywhere in it (echo lines
 * glued together, prefixes of other programs).
 */
const struct iozone_phrase *iozone_phrase_inside(const char *s, size_t n, const char **rest);

#endif
