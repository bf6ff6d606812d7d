#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include <glib.h>
#include <stdbool.h>

/*
 * Where results go: the standard output, or a file that appears whole or not at all (written beside
 * its place under a temporary name).  What is no plain file, such as /dev/null, is written
 * directly.
 */
struct output;

/* `path` NULL or "-": the standard output. */
struct output *output_open(const char *path, GError **error);

/* False once something could not be written; the first reason is kept. */
bool output_write(void *output, const char *text, size_t n);

/* Puts the file in place; frees.  False and a system error when any write failed. */
bool output_commit(struct output *output, GError **error);

/* Gives up: no file appears.  Frees. */
void output_abandon(struct output *output);

#endif
