#ifndef PARSERS_PARSER_H
#define PARSERS_PARSER_H

#include "model/sink.h"
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
};

extern const struct parser parser_iozone, parser_bonnie, parser_fio, parser_records_csv,
	parser_records_jsonl;

/* The table of formats. */
const struct parser *const *parsers(size_t *n);

/* The parser that is most certain of these first bytes; NULL when none takes them. */
const struct parser *parser_sniff(const char *head, size_t n);

#endif
