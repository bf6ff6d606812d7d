#ifndef PARSERS_IOZONE_EXCEL_H
#define PARSERS_IOZONE_EXCEL_H

#include "model/diag.h"
#include "parsers/input.h"
#include <stdbool.h>

/*
 * Reads the report that -R and -b print after the table, and -R after the phases of throughput
 * mode: the figures of the run once more, for a spreadsheet, and with -+u the use of the CPU, which
 * stands nowhere else.  Figures are parted by blanks there, so that none can run into another.
 *
 *     "Writer report"                          "  Initial write " 4796687.00  8434978.50
 *             "4"  "8"  "16"
 *     "64"   1033216  2133730  2772930
 *
 * Left: rows are file sizes, columns record sizes, both in kB.  Right: one figure per number of
 * processes.
 */
#define IOZONE_REPORTED_DIGITS 15

struct iozone_reported {
	const char *test; /* as in iozone_columns: "random-read"; compare the text */
	bool phase;       /* of throughput mode */
	bool cpu;         /* per cent of CPU, not a rate */
	bool ops, kb;     /* in throughput mode: the unit it says */
	guint64 file_kb;  /* 0 in throughput mode */
	guint64 record_kb;
	guint32 nth; /* which number of processes, from 0 */
	guint32 line;
	unsigned char n; /* bytes of the text */
	char text[IOZONE_REPORTED_DIGITS + 1];
};

/* The share of one that a text of per cent, "80.18", stands for, to the last bit: 0.8018. */
double iozone_share(const char *text);

/* What the report of one run says so far. */
struct iozone_excel;

struct iozone_excel *iozone_excel_new(struct diag *diag, const char *file);
void iozone_excel_free(struct iozone_excel *excel);

/*
 * Takes a line that starts, after blanks, with a quote or a number.  False: it is none of a
 * report.
 */
bool iozone_excel_line(struct iozone_excel *excel, const struct text *line);

/* Is this the title of a block that the report already has?  Then another run's report begins. */
bool iozone_excel_repeats(const struct iozone_excel *excel, const struct text *line);

/* The figures, in their order; valid until the next line or reset.  *damaged: some could not be
 * read, which has been reported. */
const struct iozone_reported *iozone_excel_figures(
	const struct iozone_excel *excel, size_t *n, bool *damaged);

/* Forgets everything: the run is over. */
void iozone_excel_reset(struct iozone_excel *excel);

#endif
