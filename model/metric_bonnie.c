#include "model/metric_tables.h"

/* clang-format off */
/*
 * The twelve tests in the order of every output of bonnie++.  Per-character figures are bound by the
 * CPU and, from 1.92 on, of another amount of data: no class of throughput.
 */
#define TESTS(ROW)                                                                                  \
	ROW("putc", "putc", BYTES_PER_SECOND, THROUGHPUT, CLASS_OTHER)                              \
	ROW("put-block", "block write", BYTES_PER_SECOND, THROUGHPUT, CLASS_SEQUENTIAL_WRITE)       \
	ROW("rewrite", "block rewrite", BYTES_PER_SECOND, THROUGHPUT, CLASS_MIXED)                  \
	ROW("getc", "getc", BYTES_PER_SECOND, THROUGHPUT, CLASS_OTHER)                              \
	ROW("get-block", "block read", BYTES_PER_SECOND, THROUGHPUT, CLASS_SEQUENTIAL_READ)         \
	ROW("seeks", "seeks", PER_SECOND, IOPS, CLASS_RANDOM_READ)                                  \
	ROW("seq-create", "sequential create", PER_SECOND, IOPS, CLASS_METADATA)                    \
	ROW("seq-stat", "sequential stat", PER_SECOND, IOPS, CLASS_METADATA)                        \
	ROW("seq-del", "sequential delete", PER_SECOND, IOPS, CLASS_METADATA)                       \
	ROW("ran-create", "random create", PER_SECOND, IOPS, CLASS_METADATA)                        \
	ROW("ran-stat", "random stat", PER_SECOND, IOPS, CLASS_METADATA)                            \
	ROW("ran-del", "random delete", PER_SECOND, IOPS, CLASS_METADATA)

#define RATE_ROW(word, text, unit, kind, c) \
	{"bonnie:" word, text, UNIT_##unit, BETTER_HIGHER, KIND_##kind, c, 0},
#define CPU_ROW(word, text, unit, kind, c) \
	{"bonnie:" word ".cpu", text " cpu", UNIT_ONE, BETTER_LOWER, KIND_CPU, CLASS_CPU, 0},
#define LATENCY_ROW(word, text, unit, kind, c) \
	{"bonnie:" word ".latency", text " longest", UNIT_SECOND, BETTER_LOWER, KIND_LATENCY, c, 0},

static const struct metric rows[] = {
	TESTS(RATE_ROW)
	TESTS(CPU_ROW)
	TESTS(LATENCY_ROW)
};
/* clang-format on */

const struct metric_table metrics_bonnie = {rows, G_N_ELEMENTS(rows)};
