#ifndef RENDER_RECORDS_H
#define RENDER_RECORDS_H

#include "model/sink.h"

/*
 * The normalised measurements as text, exact both ways: the records parsers read back what this
 * writes, and writing that again gives the same bytes.  One row per measurement, in the order they
 * come; a run without measurements is one row with an empty metric.  Columns (csv) or members
 * (jsonl, those without a value left out):
 *
 *   run,tool,version,status,layout,label,factors,at,metric,value,unit,stddev,n,original,
 *   original_unit,flags,file,line,when,host,command,error
 *
 * `run` counts from 1.  `value` is in the base unit, shortest form that reads back to the same
 * double, empty when missing; `n` is empty when unknown.
 *
 * csv: a line of column names, rows that end in LF, RFC 4180 quotes where needed; bytes of texts
 * stand as they are, except that each line break inside of one becomes LF.  A text that is empty
 * but known is "", one that is not known is nothing.  `factors` and `at` are as keyset_print()
 * writes them, `flags` as quality_print() does.
 *
 * jsonl: an object per line, valid JSON; `factors` and `at` are objects of strings, `flags` is an
 * array of names.  A byte that is no UTF-8 is the lone surrogate \udcNN, which reads back to it.
 */
enum records_form { RECORDS_CSV, RECORDS_JSONL };

/*
 * Wide records are csv with a column per key in the place of `factors` and `at`
 * (record_column_wide_name()), keys in byte order, nothing where a set has no such key.  They are
 * read back as exactly, unless `csv_safe` put an apostrophe before a text that a spreadsheet would
 * run as a formula.
 */
struct records_wide {
	bool csv_safe;
	bool csv_bom;       /* starts with a byte order mark */
	GPtrArray *factors; /* char *: the keys; of the caller */
	GPtrArray *at;
};

/* Takes finished text; returns false when it could not be written, which ends the writing. */
struct records_output {
	bool (*write)(void *user, const char *text, size_t n);
	void *user;
};

/*
 * A sink that writes.  It needs the final status of a run at run_begin: put it behind sink_hold().
 * The pool and diag are the caller's.
 */
struct sink *records_writer_new(enum records_form form, const struct records_output *output,
	struct pool *pool, struct metrics *metrics, struct diag *diag);

/* Likewise, wide csv of sets that have no other keys than these; `wide` is the caller's. */
struct sink *records_wide_writer_new(const struct records_wide *wide,
	const struct records_output *output, struct pool *pool, struct metrics *metrics,
	struct diag *diag);

/* Flushes and frees; false when some write failed. */
bool records_writer_free(struct sink *writer);

#endif
