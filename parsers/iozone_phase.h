#ifndef PARSERS_IOZONE_PHASE_H
#define PARSERS_IOZONE_PHASE_H

#include "model/pool.h"
#include "parsers/input.h"
#include "parsers/iozone_head.h"
#include <stdbool.h>

/* One phase of throughput mode, and how each of its lines is read. */

#define IOZONE_FIGURE_DIGITS 20

/* The lines of a phase, in the order of their words in enum iozone_word. */
enum {
	IOZONE_SUM, /* over the children: the figure of the phase */
	IOZONE_BY_PARENT,
	IOZONE_MIN_RATE,
	IOZONE_MAX_RATE,
	IOZONE_AVG_RATE,
	IOZONE_MIN_XFER,
	IOZONE_CPU_USE,
	IOZONE_PHASE_FIGURES
};

G_STATIC_ASSERT(IOZONE_CPU - IOZONE_CHILDREN == IOZONE_CPU_USE);

struct iozone_figure {
	bool there;
	bool cut;     /* it is not, since the input ends in it */
	bool ops;     /* operations, not kB */
	bool cpu;     /* neither: a share of the time */
	double value; /* in the base unit */
	guint32 line, flags;
	char text[IOZONE_FIGURE_DIGITS + 1];
	char unit[12];
};

struct iozone_child {
	unsigned index;
	struct iozone_figure xfer, rate, cpu;
};

struct iozone_phase {
	enum { IOZONE_PHASE_NONE, IOZONE_PHASE_OPEN, IOZONE_PHASE_LOST } state;
	const char *test; /* "random-read", as in the metric iozone:NAME */
	unsigned threads;
	bool failed;
	const struct keyset *at;
	struct iozone_figure figure[IOZONE_PHASE_FIGURES];
	GArray *children; /* struct iozone_child; owned */
};

/* Frees what a phase owns; a GDestroyNotify. */
void iozone_phase_clear(gpointer phase);

/*
 * The functions below read from `s`, which lies in `line`.  A whole number: returns where it ends;
 * NULL: there is none, or one too long to be any size or count.
 */
const char *iozone_whole_read(const char *s, const char *end, guint64 *number);

/*
 * "=    3456.00 kB": the figure behind the next `=`, a rate ("kB/sec") or an amount.  What touches
 * the end of a cut line may lack digits or be another unit.  Returns where it ends; NULL: no
 * figure, f->cut says whether that is why.
 */
const char *iozone_figure_read(
	const char *s, const struct text *line, bool rate, struct iozone_figure *f);

/*
 * "Wall time    0.002    CPU time    0.002    CPU utilization  80.18 %" and "%= 67.99": the share,
 * by the mark before or behind it.
 */
bool iozone_share_read(const char *s, const struct text *line, struct iozone_figure *f);

/* " for  4 re-readers \t= 14061400.06 kB/sec": test, number of children and the sum over them. */
bool iozone_sum_read(struct iozone_phase *phase, const char *s, const struct text *line);

#endif
