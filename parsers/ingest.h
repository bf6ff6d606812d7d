#ifndef PARSERS_INGEST_H
#define PARSERS_INGEST_H

#include "model/sink.h"
#include "model/study.h"
#include "parsers/bundle.h"
#include "parsers/markers.h"

/*
 * Reads all inputs of a settled bundle: each unit (one input, or a set of them) into a sink of its
 * own, in parallel where more than one thread is allowed, and hands the sinks over in canonical
 * order, so that the result never depends on timing.  At most a few units are read ahead of the one
 * that is joined next.
 */
struct ingest_ops {
	/*
	 * A new partial result for one unit and the sink that fills it, whose diagnostics go to
	 * `diag`; called on the thread that reads.
	 */
	void *(*open)(void *user, struct diag *diag, struct sink **sink);
	/* Takes back a filled partial; called on the caller's thread, in canonical order. */
	void (*join)(void *user, void *partial);
	void *user;
};

struct ingest {
	const struct bundle *bundle;
	const struct study *study;
	const struct markers *markers;
	unsigned threads; /* 1: everything on the caller's thread, one input after the other */
	/* Called on the caller's thread after each unit; NULL: nobody wants to know. */
	void (*progress)(void *user, size_t done, size_t of);
	void *progress_user;
};

/*
 * Returns how many units were read as logs.  An input that is none is a note; one that cannot be
 * read is an error among the diagnostics, and the others are read all the same.
 */
size_t ingest_run(const struct ingest *ingest, const struct ingest_ops *ops, struct diag *diag);

#endif
