#ifndef PARSERS_FIO_BLOCK_H
#define PARSERS_FIO_BLOCK_H

#include "parsers/fio_run.h"
#include "parsers/fio_value.h"

/* Reads the lines of a job's block of normal output, which follow its head. */

/* A direction, until the counts at the end of the block are there. */
struct fio_side {
	bool present, old; /* old: of 2.x, where K may be 1000 or 1024 */
	gssize bw, iops, io;
	struct fio_quantity bandwidth, amount;
	double rate, rate_step, seconds;
	guint32 line;
};

struct fio_block {
	struct fio_runs *runs;
	struct sink *out;
	const char *file;
	struct fio_report *report;
	guint32 line; /* the one that is read */

	bool open;
	bool decimal; /* its bandwidths come in powers of 1000 first */
	enum fio_direction direction;
	struct fio_side side[FIO_DIRECTION_COUNT];
	double total[FIO_DIRECTION_COUNT], lost[FIO_DIRECTION_COUNT]; /* lost: short or dropped */
	struct fio_word total_text[FIO_DIRECTION_COUNT];
	GString *issued; /* the line they point into */
	guint32 issued_line;
	GString *percentile;
	int percentiles; /* of which latency the lines that come are; -1: of none that is read */
	double percentile_unit;
	const char *percentile_name;
	int rounded_key; /* the latency that had a key rounded to 100; -1: none */
};

/* `runs` outlives it. */
void fio_block_init(
	struct fio_block *block, struct fio_runs *runs, struct sink *out, const char *file);
void fio_block_clear(struct fio_block *block);

/* A block begins: that of the last job of the report. */
void fio_block_start(struct fio_block *block, struct fio_report *report);

/* Reads the line `s`, whose margin is skipped; LINE_CLASS_COUNT: it is none of a block. */
enum line_class fio_block_line(struct fio_block *block, const char *s);

/*
 * Ends the block, if one is open: bandwidths and rates are worked out from the counts, which are
 * exact.
 */
void fio_block_end(struct fio_block *block);

/* The word behind `key=`: without blanks around it, up to a comma or bracket; `s` NULL: none. */
struct fio_word fio_word_after(const char *s, const char *key);

/*
 * Adds a figure as it is printed with four digits or so to the last job of the report; `base` is
 * what a prefix without i means.  -1: nobody wants it, or nothing can be read.
 */
gssize fio_block_quantity(struct fio_block *block, unsigned id, const struct fio_word *word,
	double base, struct fio_quantity *q, guint32 flags);

#endif
