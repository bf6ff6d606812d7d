#ifndef PARSERS_BUNDLE_H
#define PARSERS_BUNDLE_H

#include "model/diag.h"
#include "model/path_template.h"
#include "model/pool.h"

/* One file to read. */
struct bundle_input {
	char *path;              /* as given or found; what positions show */
	const struct level *set; /* from the command line, for this input */
	size_t n_set;
	struct level *by_path; /* what a template makes of the path */
	size_t n_by_path;
	bool named; /* given on the command line itself, not found in a directory */
	guint64 device, inode;
	gint64 size; /* -1: no plain file */
	/* A sum of its first and last bytes, and a checksum of all; not there: not needed so far.
	 */
	guint64 ends;
	bool has_ends;
	char *digest;
};

/* What is read by one parser: one input, or several that one run has written. */
struct bundle_unit {
	GPtrArray *inputs;            /* struct bundle_input *, in canonical order */
	const struct set_parser *set; /* NULL: one input of any format */
	const void *beside;           /* what the other inputs of its directory say; see parser.h */
};

/*
 * The inputs of one invocation.  Directories are walked; dot files, studies, and what this program
 * writes (*.records.csv, *.records.jsonl stay: they are inputs) are left out.
 */
struct bundle {
	GPtrArray *inputs;   /* struct bundle_input * */
	GPtrArray *units;    /* struct bundle_unit *, after bundle_settle() */
	GHashTable *besides; /* of bundle_set.c */
	GStringChunk *strings;
};

struct bundle *bundle_new(void);
void bundle_free(struct bundle *bundle);

/*
 * Adds a file, a directory with all below it, or "-" for the standard input.  `set` must outlive
 * the bundle.  What cannot be read becomes a diagnostic.
 */
void bundle_add(struct bundle *bundle, const char *path, const struct level *set, size_t n_set,
	struct diag *diag);

/*
 * Gives every input the levels of the first of the templates (struct path_template *, which
 * outlive the bundle) that fits its path, made absolute so that it does not matter where one
 * stands; the standard input has none.  Sets fits[i] for each template that fits any.
 */
void bundle_match(struct bundle *bundle, const GPtrArray *templates, bool *fits);

/*
 * Puts the inputs in canonical order (by path, runs of digits as numbers) and drops those that
 * are there twice with the same levels: the same file, or another one with the same bytes; each
 * with a note.  Then puts together what is read together (bundle_set.c); of such sets only whole
 * ones are dropped, for two logs of one run may well have the same bytes.  Levels that the paths of
 * one set do not share are taken away: they say something of the file, not of the run.
 */
void bundle_settle(struct bundle *bundle, struct diag *diag);

/*
 * The study that holds for these arguments: `study.yaml` in a directory argument, beside a file
 * argument, or in a directory above it up to the working directory.  NULL when there is none.  When
 * arguments lead to different ones, *other is set to a second one (caller frees both).
 */
char *bundle_find_study(const char *const *paths, size_t n, char **other);

#define BUNDLE_STUDY "study.yaml"

/* For bundle.c and bundle_set.c. */
bool bundle_same_bytes(struct bundle_input *a, struct bundle_input *b);
bool bundle_same_file(const struct bundle_input *a, const struct bundle_input *b);
int bundle_compare_said(const struct bundle_input *a, const struct bundle_input *b);
/* Is it one file of a set?  Opens the file when its name says so. */
bool bundle_in_set(const struct bundle_input *in);
void bundle_make_units(struct bundle *bundle, struct diag *diag);
void bundle_free_units(struct bundle *bundle);

#endif
