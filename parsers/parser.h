#ifndef PARSERS_PARSER_H
#define PARSERS_PARSER_H

#include "model/sink.h"
#include "parsers/bundle.h"
#include "parsers/input.h"

/*
 * One format: one file in parsers/, one row in registry.c.  A parser pulls lines and pushes runs; a
 * bad line costs that line, never the file, and several runs in one input are the normal case.  On
 * INPUT_BREAK it ends its open run and goes on.  A figure that touches the end of an input without
 * a line end is cut: flagged, not used.
 */
struct parser {
	const char *name;  /* "iozone" */
	const char *title; /* for `iotab list formats` */
	/* 0: no ... 100: certain.  Pure; `n` is at most INPUT_HEAD. */
	int (*sniff)(const char *head, size_t n);
	/*
	 * NULL: a run never stands in several inputs.  Notes the runs of an input for that; nothing
	 * is reported.
	 */
	void (*scout)(struct input *in, const struct twins_view *view);
	/* Reads the whole input.  0, or -1 when nothing in it could be read. */
	int (*parse)(struct input *in, struct sink *out);
	/* Its inputs already carry layout and factors: no markers, no study layouts. */
	bool complete;
	/* Inputs of this form hold no run by themselves; `told` says why, and parse is NULL. */
	bool no_runs;
	enum diag_code told;
};

/*
 * A format of which one run fills several files: the twelve logs of a fio job.  bundle.c finds the
 * files that belong together by their names; each such set is read as a whole, by one thread.
 */
struct set_parser {
	/*
	 * What all files of one set have in common, for a path; NULL: the name is none of this
	 * format.  The caller frees it.
	 */
	char *(*key)(const char *path);
	/* Does a file with such a name and these first bytes belong to the format?  Pure. */
	bool (*takes)(const char *path, const char *head, size_t n);
	/*
	 * Reads what describes runs in the other inputs of a directory; what it returns is handed
	 * to parse() for every set there and is not changed by it.
	 */
	void *(*beside_new)(struct bundle_input *const *inputs, size_t n);
	void (*beside_free)(void *beside);
	/* Reads a set; `inputs` in canonical order.  0, or -1 when nothing could be read. */
	int (*parse)(
		struct bundle_input *const *inputs, size_t n, const void *beside, struct sink *out);
};

extern const struct parser parser_iozone, parser_bonnie, parser_fio, parser_fio_log,
	parser_fio_hist, parser_fio_job, parser_records_csv, parser_records_jsonl;
extern const struct set_parser set_parser_fio;

/* The table of formats. */
const struct parser *const *parsers(size_t *n);

/* The parser that is most certain of these first bytes; NULL when none takes them. */
const struct parser *parser_sniff(const char *head, size_t n);

#endif
