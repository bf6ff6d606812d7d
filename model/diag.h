#ifndef MODEL_DIAG_H
#define MODEL_DIAG_H

#include <glib.h>
#include <stdbool.h>

/* Parser and reader trouble with a position.  All other errors are GErrors (model/error.h). */
enum diag_level { DIAG_NOTE, DIAG_WARNING, DIAG_ERROR, DIAG_LEVEL_COUNT };

enum diag_code {
	/* inputs */
	DIAG_CANNOT_READ,
	DIAG_NO_LOG,
	DIAG_EMPTY,
	DIAG_BINARY,
	DIAG_SAME_INPUT,
	DIAG_LONG_LINE,
	DIAG_NUL_BYTES,
	DIAG_PATH_UNUSED,
	/* markers and layouts */
	DIAG_MARKER_LIMIT,
	DIAG_MARKER_CUT,
	DIAG_MARKER_LEVEL,
	DIAG_NO_OUTPUT,
	DIAG_NO_END_MARKER,
	DIAG_LAYOUT_UNKNOWN,
	/* iozone */
	DIAG_ROW_UNREADABLE,
	DIAG_ROW_PARTIAL,
	DIAG_ROW_PUSHED,
	DIAG_ROW_NO_LAYOUT,
	DIAG_CUT_FIGURE,
	DIAG_RUN_INCOMPLETE,
	DIAG_NO_ROWS,
	DIAG_RUN_ERROR,
	DIAG_RUN_REFUSED,
	DIAG_INVALID_MODE,
	DIAG_UNIT_GUESSED,
	DIAG_PHASE_UNREADABLE,
	DIAG_REPORT_DIFFERS,
	DIAG_REPORT_UNREADABLE,
	DIAG_UNKNOWN_LINES,
	DIAG_FORMS_DIFFER,
	/* bonnie++ */
	DIAG_BOGUS_TEXT,
	DIAG_UNIT_MISLABELLED,
	DIAG_ONLY_PROGRESS,
	DIAG_OTHER_OUTPUT,
	DIAG_SAME_RUN,
	/* fio */
	DIAG_JOB_UNREADABLE,
	DIAG_FIGURE_UNREADABLE,
	DIAG_STATUS_REPORTS,
	DIAG_TOO_MANY_JOBS,
	/* fio's logs */
	DIAG_JOB_FILE,
	DIAG_LOG_TYPE,
	DIAG_LOG_COMPRESSED,
	DIAG_LOG_ROW,
	DIAG_LOGS_MISSING,
	DIAG_TIME_BACK,
	DIAG_LATENCY_PLAIN,
	/* records */
	DIAG_RECORD_BAD,
	DIAG_CODE_COUNT
};

/* One row of the table of diagnostics: what `iotab list diagnostics` and the manual show. */
struct diag_info {
	const char *name; /* "row-unreadable" */
	enum diag_level level;
	bool loses;       /* figures of a recognised log were lost: exit status 2 */
	const char *text; /* lower case, no full stop: "row does not fit the columns" */
};

const struct diag_info *diag_info(enum diag_code code);
const char *diag_level_name(enum diag_level level);
enum diag_level diag_level_by_name(const char *name); /* DIAG_LEVEL_COUNT: none */

struct diag_entry {
	enum diag_code code;
	const char *file; /* owned by the collection */
	guint32 line;     /* 0: the file as a whole */
	char *detail;     /* may be NULL */
	guint64 repeats;  /* later ones of this code in this file, folded into this last entry */
};

/*
 * A collection of diagnostics in the order they came; not for several threads at once.  After
 * DIAG_FOLD entries of one code in one file the rest is only counted, in the last entry.
 */
#define DIAG_FOLD 10

struct diag;

struct diag *diag_new(void);
void diag_free(struct diag *diag);

/* From now on entries about this line of any file are neither folded nor counted for it; 0: none.
 */
void diag_watch(struct diag *diag, guint32 line);

/* Records one; `format` may be NULL: no detail.  Bytes of any kind may stand in the detail. */
void diag_at(struct diag *diag, enum diag_code code, const char *file, guint32 line,
	const char *format, ...) G_GNUC_PRINTF(5, 6);

size_t diag_count(const struct diag *diag);
const struct diag_entry *diag_get(const struct diag *diag, size_t i);

/* Moves all entries of `from`, by line, behind those of `to`; `from` is then empty. */
void diag_join(struct diag *to, struct diag *from);

/* The worst level so far, -1 when there is none; and whether figures were lost. */
int diag_worst(const struct diag *diag);
bool diag_lost(const struct diag *diag);

/* Appends a text with control and non-UTF-8 bytes made visible as \xNN. */
void diag_print_visible(const char *text, GString *out);

/*
 * Appends one entry as text, `iotab: FILE:LINE: level: text: detail` and a newline, its texts as
 * diag_print_visible() shows them; or as one JSON object and a newline.
 */
void diag_print(const struct diag_entry *entry, GString *out);
void diag_print_json(const struct diag_entry *entry, GString *out);

/* diag_print() with texts around the level, which a terminal shows as a colour. */
void diag_print_styled(
	const struct diag_entry *entry, const char *before, const char *after, GString *out);

#endif
