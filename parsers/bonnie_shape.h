#ifndef PARSERS_BONNIE_SHAPE_H
#define PARSERS_BONNIE_SHAPE_H

#include <glib.h>
#include <stdbool.h>

/* Which field of a line of csv is what, by release. */

/* Positions of fields; 0: there is none, except that a line without version begins with the name.
 */
struct bonnie_csv_shape {
	unsigned char n, version, name, concurrency, size, chunk, seeks, seekers, io;
	unsigned char files, max, min, directories[2], create, latency;
};

/* Without a version before the name: up to 1.04. */
extern const struct bonnie_csv_shape bonnie_shape_103;

/* -s 0 from 1.92b up to 1.96: a comma is missing before the files, and there are no sizes. */
extern const struct bonnie_csv_shape bonnie_shape_no_size;

/* That of the releases which write this format, for which bonnie_is_format() holds. */
const struct bonnie_csv_shape *bonnie_shape_of(const char *format, size_t n);

/* "2", "1.93c", "1.98": what field 0 is from 1.90 on. */
bool bonnie_is_format(const char *s, size_t n);

/* A description of sizes: "16G", "1G:64k"; `letter`: only with one. */
bool bonnie_is_size(const char *s, size_t n, bool letter);

#endif
