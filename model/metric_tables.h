#ifndef MODEL_METRIC_TABLES_H
#define MODEL_METRIC_TABLES_H

#include "model/metric.h"

/* The metrics of one tool, for metric.c. */
struct metric_table {
	const struct metric *rows;
	size_t n;
};

extern const struct metric_table metrics_iozone;

#endif
