#ifndef PARSERS_BONNIE_PUSH_H
#define PARSERS_BONNIE_PUSH_H

#include "model/sink.h"
#include "parsers/bonnie_run.h"

/*
 * Turns runs into measurements.  Which figures are wanted is asked once; `at` sets are kept by what
 * they are made of, since runs repeat it.
 */
struct bonnie_push;

/* `out` and `file` outlive it. */
struct bonnie_push *bonnie_push_new(struct sink *out, const char *file);
void bonnie_push_free(struct bonnie_push *push);

/*
 * Gives the run and its figures to the sink.  Of a line of csv nobody has looked into only what is
 * wanted is; returns how many of these fields are no figures.
 */
size_t bonnie_push_run(struct bonnie_push *push, struct bonnie_run *run);

#endif
