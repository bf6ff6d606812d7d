#ifndef RUNNER_IOZONE_RECORD_H
#define RUNNER_IOZONE_RECORD_H

#include "iozone.h"

/* One record of a pass: where it is, how it is moved, what is wrong with it. */

#define IOZONE_PAGE 4096u

struct iozone_place {
	const struct iozone_pass *pass;
	int fd;
	FILE *f;
	uint64_t i, at; /* the record by its number in the pass; where it lies, in records */
	uint64_t wraps;
	size_t moved;     /* of the record at hand */
	const char *call; /* that failed, if not the pass's own */
};

/* What the original of this release writes at the beginning of each page, and looks for there. */
void iozone_put_pattern(unsigned char *buffer, size_t n);

void iozone_first_place(const struct iozone_worker *w, struct iozone_place *p);
void iozone_next_place(const struct iozone_worker *w, struct iozone_place *p);

/* Moves all of `n` bytes; false and errno, 0: the file ends. */
bool iozone_move(struct iozone_place *p, unsigned char *bytes, size_t n, off_t offset);

/* Reads a byte in each `step`. */
void iozone_touch(const unsigned char *bytes, size_t n, size_t step);

/* Seeks to the record, moves it and checks what was read.  0, or the exit status and what the log
 * has to say. */
int iozone_record(struct iozone_worker *w, struct iozone_place *p, bool writes);

/* The exit status for a call on the record that failed with errno `error`, and what the log has to
 * say. */
int iozone_record_failed(struct iozone_worker *w, const struct iozone_place *p, int error);

#endif
