#ifndef PARSERS_IOZONE_HEAD_H
#define PARSERS_IOZONE_HEAD_H

#include "parsers/iozone_phrase.h"
#include <glib.h>
#include <stdbool.h>

/* What the head of a run says about all its rows. */
enum iozone_figures { IOZONE_FIGURES_BYTES, IOZONE_FIGURES_OPS, IOZONE_FIGURES_LATENCY };

#define IOZONE_MODES 16

struct iozone_head {
	GString *version, *when, *command, *unit; /* empty: not seen */
	unsigned tests;                           /* from the command; 0: unknown */
	enum iozone_figures figures;
	bool unit_said;
	bool no_retest, no_random_write, invalid, direct, throughput, threaded, mapped;
	bool report; /* the run prints its figures again at its end */
	/* `at` levels of options that change what is measured: direct=y, fsync=y, stride=5 ... */
	size_t n_modes;
	const char *mode_key[IOZONE_MODES];
	char mode_value[IOZONE_MODES][16];
};

void iozone_head_init(struct iozone_head *head);
void iozone_head_reset(struct iozone_head *head);
void iozone_head_clear(struct iozone_head *head);

/* May a report of all figures follow at the end of the run?  Nothing is known without its command.
 */
bool iozone_head_reports(const struct iozone_head *head);

/* Does only throughput mode print lines with this word? */
bool iozone_word_throughput(enum iozone_word word);

/*
 * Takes a line of the head: `rest` is what follows the phrase, up to `end`.  `cut`: the input
 * ends in it.
 */
void iozone_head_line(struct iozone_head *head, const struct iozone_phrase *phrase,
	const char *rest, const char *end, bool cut);

/*
 * Mail or a terminal has broken the command line, and this is its next piece; `glued`: inside a
 * word.
 */
void iozone_head_command(struct iozone_head *head, const char *s, size_t n, bool glued);

#endif
