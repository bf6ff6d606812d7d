#ifndef PARSERS_FIO_MERGE_H
#define PARSERS_FIO_MERGE_H

#include "parsers/fio_report.h"

/* Compares reports, and puts the forms of one report together. */

/* The report whose jobs are counted: the json form before the others; NULL when there is none. */
struct fio_report *fio_merge_first(struct fio_report *const form[FIO_FORM_COUNT]);

/* When it was printed: with its zone where a form has it; NULL: no form tells. */
const char *fio_merge_when(struct fio_report *const form[FIO_FORM_COUNT]);

/* How many directions have figures, whether anybody wants them or not. */
size_t fio_merge_directions(const struct fio_report *report);

/* Are these two forms of one report? */
bool fio_merge_is_same(const struct fio_report *a, const struct fio_report *b);

/* Were both printed at the same time, as far as they tell? */
bool fio_merge_same_time(const struct fio_report *a, const struct fio_report *b);

/* Is `next`, of the same form, a later report of the same jobs, which go on counting? */
bool fio_merge_is_later(const struct fio_report *old, const struct fio_report *next);

/* A walk over the jobs of one report in its forms. */
struct fio_merge {
	const struct fio_report *report; /* whose jobs are walked now */
	struct fio_report *const *form;
	enum fio_form first, now;
	bool single;
	guint cursor[FIO_FORM_COUNT];
	GByteArray *used[FIO_FORM_COUNT]; /* jobs that belong to one of the first report */
	GArray *figures;
	struct diag *diag;
	const char *file;
};

/* `form` outlives it; at least one is there. */
struct fio_merge *fio_merge_new(
	struct fio_report *const form[FIO_FORM_COUNT], struct diag *diag, const char *file);
void fio_merge_free(struct fio_merge *merge);

/*
 * The figures of a job of merge->report, each from the form that tells it most precisely; where
 * forms differ by more than their rounding it is missing, and that is said.  *job, a copy of the
 * job, gets what other forms know of it.  Jobs come in their order; valid until the next call.
 */
const struct fio_figure *fio_merge_job(struct fio_merge *merge, struct fio_job *job, size_t *n);

/* Goes on to the next form, of which only jobs count that no other form has; false: no more. */
bool fio_merge_next(struct fio_merge *merge);

/* Was job `i` of merge->report part of another form's? */
bool fio_merge_is_used(const struct fio_merge *merge, guint i);

#endif
