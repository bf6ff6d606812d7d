#ifndef MODEL_STUDY_WALK_H
#define MODEL_STUDY_WALK_H

#include "model/study.h"
#include "model/study_yaml.h"

/* Private to the study files of model/: what readers of sections share. */
struct study_walk {
	struct study *study;
	struct hardware *hardware; /* what keys of hardware go to */
	const char *path;          /* NULL: the command line; messages then have no position */
	GError **error;
};

/*
 * Reads one key and its value into the study, or sets an error and returns false.  `target` is
 * what the caller of study_walk_mapping() gave.
 */
typedef bool study_pair_fn(struct study_walk *walk, const struct study_node *key,
	const struct study_node *value, void *target);

/* One row of a table of fixed keys; `read` is NULL where this version has no use for the key. */
struct study_key {
	const char *name;
	study_pair_fn *read;
};

#define STUDY_KEYS_MAX 16

/* Sets a usage error with the position of `at`; returns false. */
bool study_walk_fail(struct study_walk *walk, const struct study_node *at, const char *format, ...)
	G_GNUC_PRINTF(3, 4);

/* "unknown WHAT 'TEXT'" with the nearest of the names; returns false. */
bool study_walk_fail_near(struct study_walk *walk, const struct study_node *at, const char *what,
	const char *const *names, size_t n);

/* `key: '?'`: not known yet, as a draft has it; the same as when the key were not there. */
bool study_walk_open(const struct study_node *value);

/* `key:` with nothing behind it, as when all below it is commented out. */
bool study_walk_blank(const struct study_node *value);

/* The text of a scalar that is not empty, or NULL and an error. */
const char *study_walk_text(
	struct study_walk *walk, const struct study_node *key, const struct study_node *value);

/* Calls `read` for every pair of a mapping, in order.  A key that stands twice is an error. */
bool study_walk_mapping(struct study_walk *walk, const char *what, const struct study_node *node,
	study_pair_fn *read, void *target);

/* Hands a pair whose value is not open to the row of its key; `n` is at most STUDY_KEYS_MAX. */
bool study_walk_key(struct study_walk *walk, const char *what, const struct study_key *keys,
	size_t n, const struct study_node *key, const struct study_node *value, void *target);

/* [A-Za-z][A-Za-z0-9._-]*: names of metrics and failure domains. */
bool study_name_is_good(const char *name);

/* The sections `hardware` and `hosts` (study_hardware.c). */
study_pair_fn study_walk_hardware, study_walk_hosts;
void hardware_clear(struct hardware *hardware);
void study_host_free(gpointer host);

/* Takes from `base` what `hardware` does not tell. */
void hardware_inherit(struct hardware *hardware, const struct hardware *base);

#endif
