#ifndef MODEL_QUALITY_H
#define MODEL_QUALITY_H

#include <glib.h>
#include <stdbool.h>

/* Why a figure is missing, or what to keep in mind when it is used.  Bits of measurement.flags. */
enum quality {
	QUALITY_NOT_RUN,          /* the tool prints 0 for a test it did not do */
	QUALITY_TOO_FAST,         /* the tool refuses to print a figure: "+++++" */
	QUALITY_BELOW_RESOLUTION, /* below what the tool's clock or integer output can show */
	QUALITY_NOT_RETESTED,     /* second pass switched off (iozone -+n) */
	QUALITY_TOOL_ERROR,       /* the tool reported an error for it */
	QUALITY_TRUNCATED,        /* the log or the row ends before or inside it */
	QUALITY_INTERRUPTED,      /* the run was stopped before it */
	QUALITY_UNREADABLE,       /* text stands there, but not a figure that can be trusted */
	QUALITY_FUSED,            /* ran into its neighbour in the log, cut apart by position */
	QUALITY_AGGREGATE,        /* sum or total of others: never a sample */
	QUALITY_ROUNDED,          /* printed with fewer digits than measured */
	QUALITY_DERIVED,          /* computed from other figures of the log */
	QUALITY_UNIT_GUESSED,     /* the log does not say the unit */
	QUALITY_PREFIX_AMBIGUOUS, /* k, M, G may mean 1000 or 1024 */
	QUALITY_BOGUS_TEXT,       /* known to be printed wrong by this release */
	QUALITY_INVALID_MODE,     /* the tool itself says its figures are no measurement */
	QUALITY_IN_CACHE,         /* served by the page cache, not the disks */
	QUALITY_DUPLICATE,        /* the same run stands in another input */
	QUALITY_OUTLIER,
	QUALITY_POINT,    /* one window of a series */
	QUALITY_REPEATED, /* of the second try of a test that was cut off */
	QUALITY_COUNT
};

G_STATIC_ASSERT(QUALITY_COUNT <= 32);

#define QUALITY_BIT(q) (1u << (q))

/* The name used in records ("too-fast"), and one sentence for `iotab list flags`. */
const char *quality_name(enum quality q);
const char *quality_help(enum quality q);

/* Appends the names of all set bits, joined by `;`. */
void quality_print(guint32 flags, GString *out);

/* The inverse of quality_print(); false when a name is unknown. */
bool quality_parse(const char *text, guint32 *flags);

/* Figures with one of these bits are kept in records but never enter a sample. */
#define QUALITY_NO_SAMPLE                                                                          \
	(QUALITY_BIT(QUALITY_AGGREGATE) | QUALITY_BIT(QUALITY_INVALID_MODE) |                      \
		QUALITY_BIT(QUALITY_DUPLICATE) | QUALITY_BIT(QUALITY_BELOW_RESOLUTION) |           \
		QUALITY_BIT(QUALITY_POINT))

#endif
