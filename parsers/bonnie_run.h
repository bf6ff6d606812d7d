#ifndef PARSERS_BONNIE_RUN_H
#define PARSERS_BONNIE_RUN_H

#include "model/diag.h"
#include "parsers/input.h"
#include <stdbool.h>

/*
 * One run of bonnie++ or Bonnie, put together from the forms in which its figures may stand: rows
 * of the text tables and a line of csv.
 */

/* The tests, in the order of every output. */
enum bonnie_test {
	BONNIE_PUTC,
	BONNIE_PUT_BLOCK,
	BONNIE_REWRITE,
	BONNIE_GETC,
	BONNIE_GET_BLOCK,
	BONNIE_SEEKS,
	BONNIE_SEQ_CREATE,
	BONNIE_SEQ_STAT,
	BONNIE_SEQ_DEL,
	BONNIE_RAN_CREATE,
	BONNIE_RAN_STAT,
	BONNIE_RAN_DEL,
	BONNIE_TESTS
};

enum bonnie_part { BONNIE_RATE, BONNIE_CPU, BONNIE_LATENCY, BONNIE_PARTS };

/* "put-block", as in the names of metrics. */
const char *bonnie_test_name(enum bonnie_test test);

/* Per cent of one processor, "71"; a number of K a second; "128ms". */
enum bonnie_state {
	BONNIE_ABSENT, /* nothing is known of it */
	BONNIE_BLANK,  /* not run */
	BONNIE_FAST,   /* "+++++": over before it could be timed */
	BONNIE_FIGURE,
	BONNIE_BELOW,    /* a latency of less than a microsecond is not printed */
	BONNIE_BOGUS,    /* a number that is no rate: the text tables of 1.98 and later */
	BONNIE_DISPUTED, /* two forms of the run have different figures */
	BONNIE_CUT,      /* the log ends before or in it */
	BONNIE_UNREADABLE,
};

struct bonnie_cell {
	guint32 line;
	guint32 start; /* of its text, in that of the run */
	unsigned char n, state;
};

/* Longer than any figure. */
#define BONNIE_DIGITS 31

enum bonnie_links { BONNIE_NO_LINKS, BONNIE_HARD_LINKS, BONNIE_SYMBOLIC_LINKS };

/* What was asked for; 0: the default, or not said.  No padding: compared as bytes. */
struct bonnie_facts {
	guint64 file_size, chunk;          /* bytes */
	guint64 files, file_max, file_min; /* how many; bytes */
	guint64 concurrency, directories;
	guint64 seeks, seekers;
	guint64 links;
};

/* Of a line of csv nobody has looked into so far: where its fields begin. */
struct bonnie_fields {
	const struct bonnie_csv_shape *shape; /* NULL: the run is no such line */
	guint16 at[52];
};

struct bonnie_run {
	GList link; /* of the queue it stands in */
	struct bonnie_fields fields;
	struct bonnie_facts facts;
	struct bonnie_cell cell[BONNIE_TESTS][BONNIE_PARTS];
	GString *text; /* of the cells */
	GString *name, *version, *command, *error;
	bool titled;     /* the name is the title above a row that has none */
	bool csv, table; /* the forms it was read from */
	bool mega;       /* rates without a letter are M/sec, not K/sec */
	bool cut, refused;
	bool open; /* the table it comes from is still being read */
	guint32 line;
};

struct bonnie_run *bonnie_run_new(void);
void bonnie_run_free(struct bonnie_run *run);

/* Makes it a run of which nothing is known. */
void bonnie_run_reset(struct bonnie_run *run, guint32 line);

/* A figure in base units, and what one of its last printed digit stands for. */
struct bonnie_number {
	double value, step;
	size_t digits; /* bytes of the number itself; the rest is its unit */
	int prefix;    /* of a rate: 'k', 'm', 'g'; 0: none */
};

/* Reads the text of a figure; false: it is none. */
bool bonnie_number_read(const char *s, size_t n, enum bonnie_test test, enum bonnie_part part,
	bool mega, struct bonnie_number *out);

/* Sets a cell from its text: a figure, plus signs, nothing; UNREADABLE and false: anything else. */
bool bonnie_run_set(struct bonnie_run *run, enum bonnie_test test, enum bonnie_part part,
	const char *s, size_t n, guint32 line);

/* The text of a cell, not terminated. */
static inline const char *bonnie_cell_text(
	const struct bonnie_run *run, const struct bonnie_cell *cell)
{
	return run->text->str + cell->start;
}

/* Reads "16G", "300M", "300" (MiB) as bytes; `letter`: only with one. */
bool bonnie_size_read(const char *s, size_t n, bool letter, guint64 *bytes);

/*
 * Reads the description in a row: "1G:64k", "1G::4", "4G:::262144" and, of bon_csv2txt,
 * "1G::8192:5".
 */
bool bonnie_description_read(const char *s, size_t n, bool letter, struct bonnie_facts *facts);

/* Reads that of a row of file tests: "16", "4:4096:512/4", "4:link". */
bool bonnie_files_read(const char *s, size_t n, struct bonnie_facts *facts);

/* A whole number; false: anything else. */
bool bonnie_count_read(const char *s, size_t n, guint64 *count);

/* Is one name the beginning of the other, as where a column cut it?  Nothing is of any. */
bool bonnie_names_fit(const GString *a, const GString *b);

/*
 * How well two runs fit as forms of one run: 0 not at all; the more figures are the same, the more.
 * Two lines of csv never do: each is a run.
 */
unsigned bonnie_run_fit(const struct bonnie_run *a, const struct bonnie_run *b);

/*
 * Adds what `from` knows to `run`.  Of two figures the more precise one is kept; where they
 * contradict each other there is none, which is reported.
 */
void bonnie_run_merge(
	struct bonnie_run *run, const struct bonnie_run *from, struct diag *diag, const char *file);

/*
 * A number that is the same for all forms of one run and for no other run; 0: too little of it is
 * known.
 */
guint64 bonnie_run_print(const struct bonnie_run *run);

/* Is it a release whose text tables have no create rates? */
bool bonnie_version_modern(const GString *version);

#endif
