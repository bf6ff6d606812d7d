#include "model/metric_tables.h"

/* clang-format off */
#define IOZONE_TESTS(ROW)                                                 \
	ROW("write", "write", CLASS_SEQUENTIAL_WRITE)                     \
	ROW("rewrite", "rewrite", CLASS_SEQUENTIAL_WRITE)                 \
	ROW("read", "read", CLASS_SEQUENTIAL_READ)                        \
	ROW("reread", "reread", CLASS_SEQUENTIAL_READ)                    \
	ROW("random-read", "random read", CLASS_RANDOM_READ)              \
	ROW("random-write", "random write", CLASS_RANDOM_WRITE)           \
	ROW("backward-read", "backward read", CLASS_OTHER)                \
	ROW("record-rewrite", "record rewrite", CLASS_OTHER)              \
	ROW("stride-read", "stride read", CLASS_OTHER)                    \
	ROW("fwrite", "fwrite", CLASS_SEQUENTIAL_WRITE)                   \
	ROW("frewrite", "frewrite", CLASS_SEQUENTIAL_WRITE)               \
	ROW("fread", "fread", CLASS_SEQUENTIAL_READ)                      \
	ROW("freread", "freread", CLASS_SEQUENTIAL_READ)                  \
	ROW("pwrite", "pwrite", CLASS_SEQUENTIAL_WRITE)                   \
	ROW("repwrite", "repwrite", CLASS_SEQUENTIAL_WRITE)               \
	ROW("pread", "pread", CLASS_SEQUENTIAL_READ)                      \
	ROW("repread", "repread", CLASS_SEQUENTIAL_READ)                  \
	ROW("pwritev", "pwritev", CLASS_SEQUENTIAL_WRITE)                 \
	ROW("repwritev", "repwritev", CLASS_SEQUENTIAL_WRITE)             \
	ROW("preadv", "preadv", CLASS_SEQUENTIAL_READ)                    \
	ROW("repreadv", "repreadv", CLASS_SEQUENTIAL_READ)

/* The tests that throughput mode has phases for. */
#define IOZONE_PHASES(ROW)                    \
	ROW("write", "write")                 \
	ROW("rewrite", "rewrite")             \
	ROW("read", "read")                   \
	ROW("reread", "reread")               \
	ROW("backward-read", "backward read") \
	ROW("stride-read", "stride read")     \
	ROW("random-read", "random read")     \
	ROW("mixed", "mixed")                 \
	ROW("random-write", "random write")   \
	ROW("pwrite", "pwrite")               \
	ROW("pread", "pread")                 \
	ROW("fwrite", "fwrite")               \
	ROW("fread", "fread")

#define THROUGHPUT_ROW(word, text, c) \
	{"iozone:" word, text, UNIT_BYTES_PER_SECOND, BETTER_HIGHER, KIND_THROUGHPUT, c, 0},
#define IOPS_ROW(word, text, c) \
	{"iozone:" word ".iops", text " iops", UNIT_PER_SECOND, BETTER_HIGHER, KIND_IOPS, c, 0},
#define LATENCY_ROW(word, text, c) \
	{"iozone:" word ".latency", text " latency", UNIT_SECOND, BETTER_LOWER, KIND_LATENCY, c, 0},
#define CPU_ROW(word, text, c) \
	{"iozone:" word ".cpu", text " cpu", UNIT_ONE, BETTER_LOWER, KIND_CPU, CLASS_CPU, 0},

/* What a phase prints beside its result: no table shows it unless asked. */
#define BESIDE(word, text, unit, better) \
	{"iozone:" word, text, unit, better, KIND_OTHER, CLASS_OTHER, 0},
#define BESIDES(word, text, unit, unit_xfer)                             \
	BESIDE(word ".parent", text " by parent", unit, BETTER_HIGHER)   \
	BESIDE(word ".min", text " least child", unit, BETTER_HIGHER)    \
	BESIDE(word ".max", text " best child", unit, BETTER_HIGHER)     \
	BESIDE(word ".avg", text " mean child", unit, BETTER_HIGHER)     \
	BESIDE(word ".min-xfer", text " least transfer", unit_xfer, BETTER_NONE) \
	BESIDE(word ".child", text " child", unit, BETTER_HIGHER)
#define CHILD_CPU_ROW(word, text) \
	{"iozone:" word ".child-cpu", text " child cpu", UNIT_ONE, BETTER_LOWER, KIND_CPU, \
		CLASS_CPU, 0},
#define THROUGHPUT_BESIDES(word, text) BESIDES(word, text, UNIT_BYTES_PER_SECOND, UNIT_BYTE)
#define IOPS_BESIDES(word, text) BESIDES(word ".iops", text " iops", UNIT_PER_SECOND, UNIT_ONE)

static const struct metric rows[] = {
	IOZONE_TESTS(THROUGHPUT_ROW)
	THROUGHPUT_ROW("mixed", "mixed", CLASS_MIXED)
	IOZONE_TESTS(IOPS_ROW)
	IOPS_ROW("mixed", "mixed", CLASS_MIXED)
	IOZONE_TESTS(LATENCY_ROW)
	IOZONE_TESTS(CPU_ROW)
	CPU_ROW("mixed", "mixed", CLASS_CPU)
	IOZONE_PHASES(THROUGHPUT_BESIDES)
	IOZONE_PHASES(IOPS_BESIDES)
	IOZONE_PHASES(CHILD_CPU_ROW)
};
/* clang-format on */

const struct metric_table metrics_iozone = {rows, G_N_ELEMENTS(rows)};
