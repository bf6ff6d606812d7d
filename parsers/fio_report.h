#ifndef PARSERS_FIO_REPORT_H
#define PARSERS_FIO_REPORT_H

#include "model/sink.h"
#include <glib.h>
#include <stdbool.h>

/* What one report of fio says, in whichever form: jobs with their figures. */
enum fio_form { FIO_TEXT, FIO_TERSE, FIO_JSON, FIO_FORM_COUNT };

enum fio_direction { FIO_READ, FIO_WRITE, FIO_TRIM, FIO_MIXED, FIO_DIRECTION_COUNT };

/* The figures of a direction.  Those of a latency are in the order mean, min, max, percentile. */
enum fio_kind {
	FIO_BW,
	FIO_IOPS,
	FIO_IO,
	FIO_IOS,
	FIO_RUNTIME,
	FIO_SLAT,
	FIO_CLAT = FIO_SLAT + 4,
	FIO_LAT = FIO_CLAT + 4,
	FIO_BW_SAMPLES = FIO_LAT + 4,          /* mean, min, max */
	FIO_IOPS_SAMPLES = FIO_BW_SAMPLES + 3, /* mean, min, max */
	FIO_KIND_COUNT = FIO_IOPS_SAMPLES + 3
};

enum { FIO_MEAN, FIO_MIN, FIO_MAX, FIO_PERCENTILE };

/* All figures: direction * FIO_KIND_COUNT + kind, then those of a whole job. */
enum fio_id {
	FIO_SYNC = FIO_DIRECTION_COUNT * FIO_KIND_COUNT,
	FIO_USR_CPU = FIO_SYNC + 4,
	FIO_SYS_CPU,
	FIO_CTX,
	FIO_MAJF,
	FIO_MINF,
	FIO_ID_COUNT
};

static inline unsigned fio_id(enum fio_direction d, unsigned kind)
{
	return (unsigned)d * FIO_KIND_COUNT + kind;
}

/* "read", "write", "trim", "mixed". */
const char *fio_direction_name(enum fio_direction d);

/* The direction whose name stands at the start of the text; FIO_DIRECTION_COUNT: none. */
enum fio_direction fio_direction_at(const char *s);

struct fio_figure {
	const char *percentile; /* interned, "99.9"; NULL for other figures */
	const char *original;   /* of the report; NULL: not asked for */
	const char *unit;       /* as printed; static or interned */
	double value, stddev;   /* in the base unit; NAN: none */
	float step;             /* how far another form may be from it by rounding alone */
	guint16 id;
	guint32 flags, line, n;
};

/* What stands in the head of a run, or in the options of a job, of how it was run. */
struct fio_setup {
	const char *rw, *ioengine, *iodepth; /* interned; NULL: not known */
	const char *bs[FIO_MIXED];           /* bytes, "4096" or "4096-65536" */
};

struct fio_job {
	const char *name;   /* interned; NULL: a line of a group */
	const char *client; /* interned; NULL: not client mode */
	int group;          /* -1: not known */
	unsigned clones;    /* that the figures sum; 0: not known */
	bool aggregate;     /* the sum of other jobs of the report */
	bool has_pid;
	guint64 pid;
	long error;
	guint32 line;
	struct fio_setup setup;
	unsigned base;    /* what a K means, 1000 or 1024; 0: not known or not needed */
	guint first, end; /* its figures */
	/* Of each direction, whoever wants the figures: they tell reports of one run. */
	double io[FIO_DIRECTION_COUNT], runtime[FIO_DIRECTION_COUNT];
	double io_step[FIO_DIRECTION_COUNT];
	double least[FIO_DIRECTION_COUNT], longest[FIO_DIRECTION_COUNT]; /* clat; NAN */
	double ctx;
	gint64 eta; /* seconds; -1: not told */
	/* When it was started, 0: not told: from the clock, or as the report says it. */
	gint64 began, job_start;
	gint64 elapsed; /* seconds; 0: not told */
};

struct fio_report {
	enum fio_form form;
	GArray *jobs;    /* struct fio_job */
	GArray *figures; /* struct fio_figure */
	GStringChunk *text;
	const char *version; /* interned, "3.33"; NULL */
	const char *when;    /* interned, ISO 8601; NULL */
	const char *error;   /* interned: the first job's own words; NULL */
	gint64 printed;      /* local time as if it were UTC; 0: not told */
	guint32 line;
	guint32 disks; /* hash of what it says of the disks; 0: nothing */
	bool whole;    /* its end is there */
	bool crowded;  /* figures were handed on before its end */
};

/* Which figures are wanted, asked when one comes; of others only what tells reports apart is kept.
 */
struct fio_wanted {
	struct sink *sink;
	const char *file;
	const struct metric *metric[FIO_ID_COUNT]; /* NULL: not asked for so far */
	bool wanted[FIO_ID_COUNT];
};

bool fio_wants(struct fio_wanted *wanted, unsigned id);

struct fio_report *fio_report_new(enum fio_form form, guint32 line);
void fio_report_free(struct fio_report *report);

/* Starts a job; the one before it ends.  The job is valid until the next is started. */
struct fio_job *fio_report_job(struct fio_report *report, const char *name, guint32 line);

struct fio_job *fio_report_last(const struct fio_report *report);

/*
 * Adds a figure to the last job and notes what tells reports apart.  `original` has `n` bytes and
 * is copied; NULL: none.  Returns its index, or -1 when nobody wants it.
 */
gssize fio_report_add(struct fio_report *report, struct fio_wanted *wanted,
	const struct fio_figure *figure, const char *original, size_t n);

/* Text of a report, not ended by a NUL byte; `s` NULL: none. */
struct fio_word {
	const char *s;
	size_t n;
};

/*
 * Adds a figure like `like`, whose value is the number in the text times `factor`.  Text that is no
 * number gives a missing figure, which is reported but for nan and inf, and so does a latency of 0,
 * which is less than could be shown.
 */
gssize fio_report_number(struct fio_report *report, struct fio_wanted *wanted,
	const struct fio_figure *like, const struct fio_word *text, double factor);

enum { FIO_WORD_MEAN, FIO_WORD_MIN, FIO_WORD_MAX, FIO_WORD_STDDEV, FIO_WORD_COUNT };

/* Adds mean, with its deviation, min and max of a latency or of samples: like->id and the next two.
 */
void fio_report_spread(struct fio_report *report, struct fio_wanted *wanted,
	const struct fio_figure *like, const struct fio_word word[FIO_WORD_COUNT], double factor);

/*
 * Gives the figure with that index, a bandwidth or rate that was printed, the value it has by
 * amount and run time.  Nothing happens when one of them is not known.
 */
void fio_report_derive(struct fio_report *report, gssize index, double amount, double seconds);

/* A sum of read and write that stands beside them in the last job is no sample of its own. */
void fio_report_mark_sums(struct fio_report *report);

/* Appends the shortest form of a percentile's key, "99.900000"; false: it is none. */
bool fio_percentile(const char *s, size_t n, GString *out);

/* The figure with that index; valid until the next is added. */
struct fio_figure *fio_report_figure(struct fio_report *report, gssize index);

#endif
