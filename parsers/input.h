#ifndef PARSERS_INPUT_H
#define PARSERS_INPUT_H

#include "model/diag.h"
#include "parsers/twins.h"
#include <glib.h>
#include <stdbool.h>

/* Lines this long or longer are reported and skipped; nothing a benchmark prints comes near. */
#define INPUT_LINE_MAX (1u << 20)

/* How many bytes sniffers see. */
#define INPUT_HEAD (64u << 10)

/* One line, without its end; bytes of any kind, not NUL-terminated; valid until the next call. */
struct text {
	const char *s;
	size_t n;
	guint32 line; /* from 1 */
	bool cut;     /* the input ended before a line end */
};

enum input_event {
	INPUT_END,
	INPUT_LINE,
	INPUT_BREAK /* a run marker: whatever run is open ends here; call again for the next line */
};

/* What a filter says of a line. */
enum input_verdict {
	INPUT_PASS, /* it is the parser's */
	INPUT_SKIP, /* nobody's: the parser never learns of it */
	INPUT_TAKE  /* a run marker: the parser is told INPUT_BREAK */
};

/* Receives the lines of an input before its parser does; see markers.h. */
struct input_filter {
	/*
	 * `limit` ends the bytes in memory at and after the line; `fresh` is set when they were
	 * read anew since the last call.
	 */
	enum input_verdict (*take)(struct input_filter *filter, const struct text *line,
		const char *limit, bool fresh);
	/* The parser has been told of the last taken line and has closed its run. */
	void (*taken)(struct input_filter *filter);
	/* There are no more lines; called before the parser learns it. */
	void (*end)(struct input_filter *filter);
};

/*
 * A stream of lines with positions: LF, CR LF and CR ends, a byte order mark dropped, one buffer
 * whatever the size.  Line numbers count LFs, or CRs in an input whose first buffer has no LF.
 */
struct input;

/*
 * Opens a file, or the standard input for "-".  `name` is what positions and messages show and must
 * outlive the input.  NULL and a system error when it cannot be opened or read.
 */
struct input *input_open(const char *path, const char *name, struct diag *diag, GError **error);
void input_close(struct input *in);

/* Where a line begins. */
struct input_place {
	guint64 offset; /* in the file */
	guint32 line;   /* how many come before it */
};

/*
 * Opens a file to be read together with many others: with a buffer of `buffer` bytes, which bounds
 * the length of lines and the head as well, from `place` on, and with its NUL bytes.
 */
struct input *input_open_at(const char *path, const char *name, const struct input_place *place,
	size_t buffer, struct diag *diag, GError **error);

/* Where the next line begins, of an input that input_open_at() has opened. */
struct input_place input_place(const struct input *in);

/* An input over bytes in memory, which must outlive it; NUL bytes stay, unlike in files. */
struct input *input_memory(const char *bytes, size_t n, const char *name, struct diag *diag);

const char *input_name(const struct input *in);

/* The first bytes, at most INPUT_HEAD; before any line was taken. */
const char *input_head(const struct input *in, size_t *n);

void input_set_filter(struct input *in, struct input_filter *filter);

/* What is known of the runs of other inputs; it is nothing unless set. */
void input_set_twins(struct input *in, const struct twins_view *view);
const struct twins_view *input_twins(const struct input *in);

/* The next line or event.  A read error ends the input with a diagnostic. */
enum input_event input_next(struct input *in, struct text *out);

#endif
