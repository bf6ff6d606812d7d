#ifndef MODEL_RECORD_COLUMNS_H
#define MODEL_RECORD_COLUMNS_H

#include <glib.h>
#include <stddef.h>

/* The columns of normalised records, in the order in which they are written. */
enum record_column {
	RECORD_RUN,
	RECORD_TOOL,
	RECORD_VERSION,
	RECORD_STATUS,
	RECORD_LAYOUT,
	RECORD_LABEL,
	RECORD_FACTORS,
	RECORD_AT,
	RECORD_METRIC,
	RECORD_VALUE,
	RECORD_UNIT,
	RECORD_STDDEV,
	RECORD_N,
	RECORD_ORIGINAL,
	RECORD_ORIGINAL_UNIT,
	RECORD_FLAGS,
	RECORD_FILE,
	RECORD_LINE,
	RECORD_WHEN,
	RECORD_HOST,
	RECORD_COMMAND,
	RECORD_ERROR,
	RECORD_COLUMNS
};

/* "run", "tool", ...: the head of the csv column, the member's name in jsonl. */
const char *record_column_name(enum record_column column);

/*
 * The column named by the `n` bytes at `name`; RECORD_COLUMNS: none.  Looks at `first` first and
 * then at those after it, for names that are expected in order.
 */
enum record_column record_column_by_name(const char *name, size_t n, enum record_column first);

/*
 * Wide records have a column per key instead of the columns `factors` and `at`: "factors.slog",
 * "at.file-size", which no other column and no key of the other set can be called.  Appends the
 * name of that column; `column` is RECORD_FACTORS or RECORD_AT.
 */
void record_column_wide_name(enum record_column column, const char *key, GString *out);

/* The inverse: the set whose key the name shows from *key on; RECORD_COLUMNS: no such name. */
enum record_column record_column_wide(const char *name, const char **key);

#endif
