#ifndef ANALYSIS_PATH_GUESS_H
#define ANALYSIS_PATH_GUESS_H

#include <glib.h>

/*
 * A template for paths of inputs (char *) whose directories differ: "results/{layout}/{level3}/"
 * and a star for the file.  What is the same in all of them is itself, what differs a name to be
 * chosen.  NULL when there are fewer than two of one depth, when only the names of files differ, or
 * when a directory has a name that a template cannot hold.  The caller frees.
 */
char *path_guess(const GPtrArray *files);

#endif
