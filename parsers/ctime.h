#ifndef PARSERS_CTIME_H
#define PARSERS_CTIME_H

#include <stdbool.h>
#include <stddef.h>

/*
 * The text of ctime(), "Mon Nov 30 13:20:08 2026", at the start of the `n` bytes, as ISO 8601;
 * local time, the zone is not told.  False when it is none.
 */
bool ctime_iso(const char *s, size_t n, char iso[20]);

#endif
