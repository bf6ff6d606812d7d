#ifndef PARSERS_IOZONE_TABLE_H
#define PARSERS_IOZONE_TABLE_H

#include <glib.h>
#include <stdbool.h>

/*
 * The position model of iozone's table.  A row is two numbers (file kB in columns 1-16, record kB
 * in 17-24) and, test by test, either the test's cells or a run of blanks, and the widths of both
 * depend on the release.  The column heads do not tell where the cells of a row with skipped tests
 * stand, so every cell is found by the sum of the widths before it.
 */

/* Widths by release: ~2003-2005, up to 3.428, up to 3.497, later. */
enum iozone_layout { IOZONE_L0, IOZONE_L1, IOZONE_L2, IOZONE_L3, IOZONE_LAYOUT_COUNT };

/* Blanks printed for a skipped test: up to 3.433, later. */
enum iozone_blanks { IOZONE_BLANKS_OLD, IOZONE_BLANKS_NEW, IOZONE_BLANKS_COUNT };

#define IOZONE_TESTS   13 /* -i 0 ... -i 12 */
#define IOZONE_COLUMNS 21
#define IOZONE_KEYS    24 /* where the record size ends */
#define IOZONE_DIGITS  13 /* longer figures are two or more that ran together */

/* The tests of a plain run, and those that only -E adds. */
#define IOZONE_TESTS_PLAIN 0x0ffu
#define IOZONE_TESTS_PREAD 0x600u

/* The columns, in the order in which they are printed. */
struct iozone_column {
	const char *name;   /* "random-read", as in the metric iozone:NAME */
	unsigned char test; /* the -i number it belongs to */
	bool again;         /* second pass: 0 under -+n */
};

extern const struct iozone_column iozone_columns[IOZONE_COLUMNS];

/* Where the cells of one kind of row end: column index and end (length of the line up to it). */
struct iozone_plan {
	unsigned tests; /* bit t: test t prints cells */
	enum iozone_layout layout;
	enum iozone_blanks blanks;
	size_t n;
	unsigned char column[IOZONE_COLUMNS];
	unsigned short end[IOZONE_COLUMNS];
};

void iozone_plan(struct iozone_plan *plan, unsigned tests, enum iozone_layout layout,
	enum iozone_blanks blanks);

/* What is known when a row is read. */
struct iozone_shape {
	unsigned tests;     /* from the command line; 0: unknown */
	int header;         /* enum iozone_layout by the column heads; -1: unknown */
	int version_layout; /* by the release; -1: unknown */
	int version_blanks; /* enum iozone_blanks by the release; -1: unknown */
};

enum iozone_fit {
	IOZONE_NO_ROW,     /* does not start with a file and a record size */
	IOZONE_ROW,        /* every cell found */
	IOZONE_ROW_PART,   /* the first cells found, the rest is not there */
	IOZONE_ROW_PUSHED, /* cells ran together and were pushed: `lost` says which are unknown */
	IOZONE_ROW_UNFIT   /* numbers, but no set of columns fits them */
};

struct iozone_cell {
	const char *s; /* NULL: not there, or lost */
	guint64 figure;
	unsigned char n; /* digits */
	bool fused;      /* touches its left neighbour */
	bool disputed;   /* the report of the same run has another figure: neither is used */
	guint32 line;    /* where it stands when not in the row; 0: there */
};

struct iozone_row {
	guint64 file_kb, record_kb;
	struct iozone_plan plan; /* which columns the cells are */
	struct iozone_cell cell[IOZONE_COLUMNS];
	size_t n;                  /* cells that are there or lost; at most plan.n */
	size_t lost_from, lost_to; /* cells that ran together beyond repair: [from, to) */
	bool counted;              /* spacing is lost: columns by their number and order */
	size_t length;             /* bytes of the line that were read; text may follow */
};

/*
 * What the rows before have shown: a row that ends where the last one did is read like it.  Zero it
 * at first; runs of one shape may share it.
 */
struct iozone_memo {
	struct iozone_plan plan;   /* n 0: none; ends as found */
	struct iozone_shape shape; /* for which it was made */
	bool counted;              /* its columns are known by their number only */
	size_t line;               /* bytes of the whole line */
	unsigned misses;
};

/*
 * Reads only file and record size.  False: no row.  Sets *same when the line is as long as the last
 * row of `memo` and so, for all that its length can tell, a whole row of the same columns.
 */
bool iozone_row_keys(const char *s, size_t n, const struct iozone_shape *shape,
	const struct iozone_memo *memo, struct iozone_row *row, bool *same);

/*
 * Reads one line as a row.  `memo` makes the next row of the same kind fast.  Fails at once on
 * lines that do not start with two numbers.
 */
enum iozone_fit iozone_row_read(const char *s, size_t n, const struct iozone_shape *shape,
	struct iozone_memo *memo, struct iozone_row *row);

/* Is the line the second header line?  Sets the layout it shows, or -1 when damaged. */
bool iozone_header_read(const char *s, size_t n, int *layout);

/* The layout and blanks of a release; -1 for one that cannot be read. */
void iozone_release(const char *version, int *layout, int *blanks);

#endif
