#ifndef PARSERS_FIO_PUSH_H
#define PARSERS_FIO_PUSH_H

#include "parsers/fio_report.h"

/* Hands the figures of a job to a sink. */
struct fio_push {
	const struct fio_wanted *wanted; /* whose sink takes them */
	const char *host;                /* the client of jobs that tell none; NULL: none */
};

/* A job and what is known of it beside its figures. */
struct fio_place {
	const struct fio_job *job;
	struct fio_setup setup;
	guint number; /* 0: alone in its run */
};

/* The run must be open.  Returns how many of the figures have a value. */
size_t fio_push_figures(const struct fio_push *push, const struct fio_place *place,
	const struct fio_figure *figures, size_t n);

#endif
