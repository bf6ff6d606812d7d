#ifndef MODEL_LAYOUT_SCAN_H
#define MODEL_LAYOUT_SCAN_H

/* The words of a layout name; for layout_name.c only. */
#include "model/layout.h"

/* In `word`, `~` stands for an optional blank or hyphen. */
struct kind_word {
	const char *word;
	enum layout_kind kind;
	int parity;
	bool nested;
	bool weak; /* says too little to be a name of its own */
};

enum token_type { TOKEN_END, TOKEN_NUMBER, TOKEN_TIMES, TOKEN_KIND, TOKEN_WORD };

struct token {
	enum token_type type;
	const char *text; /* word or single character */
	size_t length;
	int value; /* number */
	const struct kind_word *kind;
	int data, children, spares; /* of a draid word */
};

/* Longer texts are prose, whatever they hold. */
#define LAYOUT_BYTES  256
#define LAYOUT_TOKENS 48

/*
 * Cuts a text into words with a TOKEN_END behind them.  `words` keeps the texts of the tokens.
 * False when it holds a byte or a number that no layout name has, or is too long for one.
 */
bool layout_scan(
	const char *text, char words[LAYOUT_BYTES], struct token tokens[LAYOUT_TOKENS + 1]);

/* Takes `value` for a number not known yet; false when another one is known. */
bool layout_learn(int *number, int value);

#endif
