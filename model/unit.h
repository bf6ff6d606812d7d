#ifndef MODEL_UNIT_H
#define MODEL_UNIT_H

#include <glib.h>
#include <stdbool.h>

/* Base units: every value in the model is in one of these. */
enum unit {
	UNIT_BYTES_PER_SECOND,
	UNIT_PER_SECOND,
	UNIT_SECOND,
	UNIT_BYTE,
	UNIT_ONE, /* a count, a ratio or a share; 1 % is 0.01 */
	UNIT_COUNT
};

/* What a k, M, G before a unit means where the text does not say (`K`, `kB` instead of `KiB`). */
enum unit_prefix {
	PREFIX_BINARY,  /* 1024: iozone, bonnie++ */
	PREFIX_DECIMAL, /* 1000: fio 3 */
	PREFIX_UNKNOWN  /* published pages: 1000 is taken, and `ambiguous` says so */
};

struct unit_scale {
	enum unit unit;
	double factor;  /* value in the base unit = number * factor */
	bool ambiguous; /* the prefix may mean 1000 or 1024 */
};

/* "B/s", "1/s", "s", "B", "1": how records name the base units. */
const char *unit_name(enum unit unit);

/* The base unit with that name; UNIT_COUNT when there is none. */
enum unit unit_by_name(const char *name);

/*
 * Reads a unit as tools and people write it: "kBytes/sec", "KB/s", "MiB/s", "B", "usec", "us/op",
 * "ops/sec", "IO/s", "/s", "%", "Mbit/s" ...  Letter case counts only where it must (m/M).
 * Returns false when it is none.
 */
bool unit_tidy(const char *text, enum unit_prefix prefix, struct unit_scale *out);

/*
 * A unit in which to show values of `unit` whose typical size is `magnitude`: "MiB/s", "us", ...
 * Bytes get binary prefixes, everything else decimal ones.  Sets *divisor to what one of the
 * returned unit is in the base unit.  The string is static, "" for UNIT_ONE.
 */
const char *unit_for_display(enum unit unit, double magnitude, double *divisor);

/*
 * Reads a size or duration with an optional unit: "64k", "32G", "32GiB", "500107862016", "1.5h",
 * "26:20:13", "250ms", "3%".  A bare k, M, G, T is binary for sizes, as in the tools' own options,
 * and so is KiB, but kB, MB, GB are decimal; m is M, minutes are "min".  Sets *unit to UNIT_BYTE,
 * UNIT_SECOND or UNIT_ONE (a bare number or %, which is 0.01).  False when it is neither.
 */
bool unit_quantity(const char *text, double *value, enum unit *unit);

/* Shortest decimal form that strtod() reads back to the same double; NAN gives "". */
void number_print(double value, GString *out);

#endif
