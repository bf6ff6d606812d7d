#include "model/metric_tables.h"

/* clang-format off */
/*
 * fio names directions: whether they are sequential or random says the `at` key rw of a figure, not
 * its metric, since not all forms of fio's output tell.
 */
#define DIRECTIONS(ROW)                       \
	ROW("read", "read", CLASS_READ)       \
	ROW("write", "write", CLASS_WRITE)    \
	ROW("trim", "trim", CLASS_OTHER)      \
	ROW("mixed", "mixed", CLASS_MIXED)

/* Of a whole job: bytes over run time, operations over run time. */
#define BW_ROW(d, text, c) \
	{"fio:" d ".bw", text " bandwidth", UNIT_BYTES_PER_SECOND, BETTER_HIGHER, KIND_THROUGHPUT, c, 0},
#define IOPS_ROW(d, text, c) \
	{"fio:" d ".iops", text " IOPS", UNIT_PER_SECOND, BETTER_HIGHER, KIND_IOPS, c, 0},

#define LATENCIES(d, text, c, word, name)                                                           \
	{"fio:" d "." word, text " " name " latency", UNIT_SECOND, BETTER_LOWER, KIND_LATENCY, c, 0}, \
	{"fio:" d "." word ".min", text " least " name " latency", UNIT_SECOND, BETTER_LOWER,         \
		KIND_LATENCY, c, 0},                                                                 \
	{"fio:" d "." word ".max", text " longest " name " latency", UNIT_SECOND, BETTER_LOWER,       \
		KIND_LATENCY, c, 0},                                                                 \
	/* with the at key percentile */                                                             \
	{"fio:" d "." word ".percentile", text " " name " latency percentile", UNIT_SECOND,          \
		BETTER_LOWER, KIND_LATENCY, c, 0},
#define SLAT_ROW(d, text, c) LATENCIES(d, text, c, "slat", "submission")
#define CLAT_ROW(d, text, c) LATENCIES(d, text, c, "clat", "completion")
#define LAT_ROW(d, text, c)  LATENCIES(d, text, c, "lat", "total")

/* Of samples taken every half second or as the logs have it; not the same as the job's own. */
#define SAMPLES(d, text, word, name, unit)                                                          \
	{"fio:" d "." word ".mean", text " mean of " name " samples", unit, BETTER_HIGHER, KIND_OTHER, \
		CLASS_OTHER, 0},                                                                     \
	{"fio:" d "." word ".min", text " least " name " sample", unit, BETTER_HIGHER, KIND_OTHER,    \
		CLASS_OTHER, 0},                                                                     \
	{"fio:" d "." word ".max", text " greatest " name " sample", unit, BETTER_HIGHER, KIND_OTHER, \
		CLASS_OTHER, 0},
/* From logs over time: how much windows differ, and the jobs with least and most. */
#define SPREAD(d, text, word, name, unit)                                                           \
	{"fio:" d "." word ".cv", text " " name " variation", UNIT_ONE, BETTER_LOWER, KIND_OTHER,     \
		CLASS_OTHER, 0},                                                                     \
	{"fio:" d "." word ".job-min", text " " name " of the least job", unit, BETTER_HIGHER,        \
		KIND_OTHER, CLASS_OTHER, 0},                                                         \
	{"fio:" d "." word ".job-max", text " " name " of the greatest job", unit, BETTER_HIGHER,     \
		KIND_OTHER, CLASS_OTHER, 0},
#define SPREAD_ROW(d, text, c)                                             \
	SPREAD(d, text, "bw", "bandwidth", UNIT_BYTES_PER_SECOND)          \
	SPREAD(d, text, "iops", "IOPS", UNIT_PER_SECOND)
#define SAMPLES_ROW(d, text, c)                                             \
	SAMPLES(d, text, "bw", "bandwidth", UNIT_BYTES_PER_SECOND)          \
	SAMPLES(d, text, "iops", "IOPS", UNIT_PER_SECOND)

#define AMOUNT_ROW(d, text, c)                                                                      \
	{"fio:" d ".io", text " amount", UNIT_BYTE, BETTER_NONE, KIND_OTHER, CLASS_OTHER, 0},        \
	{"fio:" d ".ios", text " operations", UNIT_ONE, BETTER_NONE, KIND_OTHER, CLASS_OTHER, 0},    \
	{"fio:" d ".runtime", text " run time", UNIT_SECOND, BETTER_NONE, KIND_OTHER, CLASS_OTHER, 0},

static const struct metric rows[] = {
	DIRECTIONS(BW_ROW)
	DIRECTIONS(IOPS_ROW)
	DIRECTIONS(LAT_ROW)
	DIRECTIONS(CLAT_ROW)
	DIRECTIONS(SLAT_ROW)
	LATENCIES("sync", "sync", CLASS_OTHER, "lat", "total")
	DIRECTIONS(SAMPLES_ROW)
	DIRECTIONS(SPREAD_ROW)
	DIRECTIONS(AMOUNT_ROW)
	{"fio:usr-cpu", "user cpu", UNIT_ONE, BETTER_LOWER, KIND_CPU, CLASS_CPU, 0},
	{"fio:sys-cpu", "system cpu", UNIT_ONE, BETTER_LOWER, KIND_CPU, CLASS_CPU, 0},
	{"fio:ctx", "context switches", UNIT_ONE, BETTER_LOWER, KIND_OTHER, CLASS_OTHER, 0},
	{"fio:majf", "major faults", UNIT_ONE, BETTER_LOWER, KIND_OTHER, CLASS_OTHER, 0},
	{"fio:minf", "minor faults", UNIT_ONE, BETTER_LOWER, KIND_OTHER, CLASS_OTHER, 0},
};
/* clang-format on */

const struct metric_table metrics_fio = {rows, G_N_ELEMENTS(rows)};
