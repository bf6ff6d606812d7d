#ifndef ANALYSIS_SERIES_H
#define ANALYSIS_SERIES_H

#include "analysis/fold.h"

/*
 * Figures of logs over time have the `at` key `window`: a mean over windows of that many seconds,
 * whose deviation and number are those of the windows.  They stand beside the figure that the tool
 * itself gives of the same run and are never pooled with it.  Besides the whole log there are parts
 * of it: single jobs (`number`) and the time without its first and last window (`state`).
 */
#define SERIES_KEY FOLD_AT_WINDOW

enum series_over {
	SERIES_OVER_RUNS, /* cells are taken over runs */
	SERIES_OVER_TIME  /* over the windows of one run */
};

/*
 * Lets go of the groups that take no part: over time, of all that are not from logs over time; over
 * runs, of those where there are others with figures that show (`hides` as in pivot_spec).  Either
 * way, of parts of logs unless `named` says that their key was asked for.  Returns whether figures
 * of logs over time that would show were left out because there are others.
 */
bool series_choose(struct fold *fold, enum series_over over,
	bool (*hides)(const struct metric *metric),
	bool (*named)(const void *user, const char *key), const void *user);

/* Is there any figure from logs over time? */
bool series_any(const struct fold *fold);

#endif
