#ifndef PARSERS_FIO_JSON_TEXT_H
#define PARSERS_FIO_JSON_TEXT_H

#include "parsers/fio_report.h"

/* Text cut out of a document, with the lines it stands in. */
struct fio_json_text {
	GString *bytes;
	GArray *lines; /* struct fio_json_line_start */
	guint32 line;  /* the first */
};

struct fio_json_line_start {
	guint32 offset, line;
};

void fio_json_text_init(struct fio_json_text *text);
void fio_json_text_clear(struct fio_json_text *text);

/* Empties it; what is added next stands in this line. */
void fio_json_text_start(struct fio_json_text *text, guint32 line);

/* A line begins; the one before it ended. */
void fio_json_text_line(struct fio_json_text *text, guint32 line);
void fio_json_text_add(struct fio_json_text *text, const char *s, const char *end);

/* Takes the last line out again. */
void fio_json_text_drop_line(struct fio_json_text *text);

/*
 * The tokens of such a text, numbered from 0, the value itself.  Objects and arrays come before
 * what is in them, the name of a member before its value.
 */
struct fio_json_tokens {
	GArray *tokens; /* jsmntok_t, room for more than there are */
	guint n;
	const char *bytes;
	size_t length;
	const struct fio_json_text *text;
	bool whole;    /* the text does not end inside the value */
	GString *word; /* the last one that was decoded */
};

void fio_json_tokens_init(struct fio_json_tokens *tokens);
void fio_json_tokens_clear(struct fio_json_tokens *tokens);

/* Reads a text, which must outlive the use; false when it is damaged: the tokens before that are
 * there. */
bool fio_json_tokens_read(
	struct fio_json_tokens *tokens, const struct fio_json_text *text, bool whole);

bool fio_json_is_object(const struct fio_json_tokens *tokens, guint i);
bool fio_json_is_array(const struct fio_json_tokens *tokens, guint i);

/* Did the end of the object or array come? */
bool fio_json_is_closed(const struct fio_json_tokens *tokens, guint i);

/* The token after the value `i` and all that is in it. */
guint fio_json_after(const struct fio_json_tokens *tokens, guint i);

/* The token of a member's value, whose name is token `i`; 0: it has none. */
guint fio_json_value(const struct fio_json_tokens *tokens, guint i);

/* Sets at[k] to the value of the member keys[k] of the object, 0 where there is none. */
void fio_json_find(const struct fio_json_tokens *tokens, guint object, const char *const *keys,
	size_t n, guint *at);

/* A string, as it stands between its quotes, number or word; none for token 0 and all others. */
struct fio_word fio_json_word(const struct fio_json_tokens *tokens, guint i);

/* The text of a string; NULL when it is none.  Valid until the next call. */
const char *fio_json_string(struct fio_json_tokens *tokens, guint i);

/* A number; NAN when it is none. */
double fio_json_number(const struct fio_json_tokens *tokens, guint i);

/* The line of the input in which the token begins. */
guint32 fio_json_line_of(const struct fio_json_tokens *tokens, guint i);

#endif
