#include "iozone.h"

#include "life.h"
#include "sys.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char header[] = "                                                                    "
			     "random    random      bkwd"
			     "     record     stride                                        \n"
			     "              kB  reclen    write    rewrite      read    reread     "
			     " read     write      read"
			     "    rewrite       read    fwrite  frewrite     fread   freread\n";

static const char header_pread[] = "                                                               "
				   "     random    random      bkwd"
				   "     record     stride                                         "
				   "                                "
				   "       \n"
				   "              kB  reclen    write    rewrite      read    "
				   "reread      read     write      read"
				   "    rewrite       read    fwrite  frewrite     fread   freread "
				   "   pwrite  repwrite     pread   "
				   "repread\n";

static const char header_short[] =
	"                                                                \n"
	"              kB  reclen    write    rewrite      read    reread\n";

/* For a test that is not selected; its width is not that of its figures. */
static const int blanks[] = {18, 18, 18, 9, 10, 10, 18, 17, 0, 18, 18};

#define TESTS (sizeof(blanks) / sizeof(blanks[0]))

/* ---- sizes ---------------------------------------------------------------------------------- */

static void put(struct iozone_list *list, uint64_t value)
{
	if (list->n < IOZONE_LIST)
		list->value[list->n++] = value;
}

/* In ascending order, each once: the original loses those that do not ascend. */
static void sorted(const struct iozone_list *from, struct iozone_list *to)
{
	to->n = 0;
	for (size_t i = 0; i < from->n; i++) {
		size_t k = to->n;

		while (k > 0 && to->value[k - 1] > from->value[i])
			k--;
		if (k > 0 && to->value[k - 1] == from->value[i])
			continue;
		memmove(&to->value[k + 1], &to->value[k], (to->n++ - k) * sizeof(to->value[0]));
		to->value[k] = from->value[i];
	}
}

static bool sweeps(const struct iozone *z)
{
	return z->automatic || z->plain_auto || z->sizes.n > 1 || z->records.n > 1;
}

void iozone_sizes(const struct iozone *z, struct iozone_list *list)
{
	uint64_t size = z->least_size ? z->least_size : 64 * 1024;
	uint64_t most = z->most_size ? z->most_size : (uint64_t)512 << 20;

	sorted(&z->sizes, list);
	if (list->n)
		return;
	if (!sweeps(z)) {
		put(list, 512 * 1024);
		return;
	}
	for (; size <= most && list->n < IOZONE_LIST; size *= z->multiplier)
		put(list, size);
}

/* Small records of large files take long and tell little. */
static bool crosses_over(const struct iozone *z)
{
	return !(z->no_crossover || z->plain_auto || z->records.n || z->sizes.n ||
		 z->least_record || z->most_record);
}

void iozone_records(const struct iozone *z, uint64_t size, struct iozone_list *list)
{
	struct iozone_list all;
	uint64_t record = z->least_record ? z->least_record : 4096;
	uint64_t most = z->most_record ? z->most_record : IOZONE_LARGEST;

	sorted(&z->records, &all);
	if (!all.n && !sweeps(z))
		put(&all, 4096);
	if (!all.n) {
		if (size > IOZONE_LARGEST && crosses_over(z) && record < 64 * 1024)
			record = 64 * 1024;
		for (; record <= most; record *= z->multiplier)
			put(&all, record);
	}
	list->n = 0;
	for (size_t i = 0; i < all.n; i++)
		if (!size || all.value[i] <= size)
			put(list, all.value[i]);
}

/* ---- rows ----------------------------------------------------------------------------------- */

/* What a pass took, as the table shows it; the rules of the original, down to what they cut. */
static uint64_t shown(struct iozone *z, struct iozone_worker *w)
{
	double records = (double)w->records;

	if (w->seconds < 1e-6) {
		w->seconds = z->resolution > 1e-6 ? z->resolution : 1e-6;
		z->poor = w->record > z->poor ? w->record : z->poor;
	}
	switch (z->unit) {
	case UNIT_OPS:
		return (uint64_t)(records / w->seconds);
	case UNIT_USEC:
		return (uint64_t)(1e6 * w->seconds / records);
	default:
		return (uint64_t)(records * (double)w->record / w->seconds) / 1024;
	}
}

static int run_cell(
	struct iozone *z, struct iozone_worker *w, struct iozone_row *row, enum iozone_id id)
{
	int status = 0;

	if (iozone_passes[id].second && z->no_retest) {
		row->has[id] = true;
	} else {
		status = iozone_pass_run(w, &iozone_passes[id]);
		if (status)
			return status;
		row->has[id] = true;
		row->value[id] = shown(z, w);
		row->cpu[id] = w->seconds > 0 && w->cpu > 0 ? 100 * w->cpu / w->seconds : 0;
	}
	iozone_say(z, id == PASS_RECORD || id == PASS_STRIDE ? " %10llu" : "%10llu",
		(unsigned long long)row->value[id]);
	return 0;
}

static int run_test(struct iozone *z, struct iozone_worker *w, struct iozone_row *row, int test)
{
	int status = 0;

	iozone_between(z);
	for (int id = 0; id < PASS_COUNT && !status; id++) {
		if (iozone_passes[id].test != test)
			continue;
		status = run_cell(z, w, row, (enum iozone_id)id);
		/* The second backward pass is run, but not told. */
		if (!status && id == PASS_BACKWARD && !z->no_retest)
			status = iozone_pass_run(w, &iozone_passes[id]);
		iozone_flush(z);
	}
	return status;
}

static int last_test(const struct iozone *z)
{
	if (z->plain_auto)
		return 1;
	return z->pread ? (int)TESTS - 1 : 8;
}

static int run_row(struct iozone *z, struct iozone_file *file, struct iozone_row *row)
{
	struct iozone_worker w;
	int status = 0;

	sys_sync();
	sys_sync();
	iozone_say(
		z, "%16llu%8llu", (unsigned long long)row->size, (unsigned long long)row->record);
	iozone_flush(z);
	iozone_worker_init(&w, z, file, row->size * 1024, row->record * 1024);
	for (int test = 0; test <= last_test(z) && !status; test++)
		if (iozone_selected(z, test))
			status = run_test(z, &w, row, test);
		else
			iozone_say(z, "%*s", blanks[test], "");
	if (!status && life_stop)
		status = 128 + life_stop;
	iozone_say(z, "%s", status ? w.trouble : "\n");
	iozone_flush(z);
	iozone_remove(z, file);
	iozone_worker_clear(&w);
	return status;
}

static int run_rows(struct iozone *z, struct iozone_file *file, struct iozone_rows *rows)
{
	struct iozone_list sizes, records;
	int status = 0;

	iozone_sizes(z, &sizes);
	for (size_t i = 0; i < sizes.n && !status; i++) {
		iozone_records(z, sizes.value[i], &records);
		for (size_t k = 0; k < records.n && !status; k++) {
			struct iozone_row *row =
				realloc(rows->row, (rows->n + 1) * sizeof(rows->row[0]));
			struct iozone_row fresh = {
				.size = sizes.value[i] / 1024, .record = records.value[k] / 1024};

			if (!row)
				return 1;
			rows->row = row;
			row[rows->n++] = fresh;
			status = run_row(z, file, &row[rows->n - 1]);
		}
	}
	return status;
}

static void say_poor(struct iozone *z)
{
	if (z->poor)
		iozone_say(z,
			"Timer resolution is poor. Some small transfers may have \n"
			"reported inaccurate results. Sizes %llu kBytes and below.\n",
			(unsigned long long)z->poor / 1024);
}

/* Write errors end as signals do, others at once, as the original. */
static int ended(struct iozone *z, const struct iozone_rows *rows, int status)
{
	if (status == 0) {
		iozone_say(z, "\niozone test complete.\n");
		say_poor(z);
		if (z->excel)
			iozone_report(z, rows);
	} else if (status == IOZONE_CANNOT_WRITE || status > 128) {
		iozone_interrupted(z, rows);
		say_poor(z);
	}
	iozone_flush(z);
	return status;
}

int iozone_table(struct iozone *z)
{
	struct iozone_file file = {.path = z->path ? z->path : "iozone.tmp"};
	struct iozone_rows rows = {NULL, 0};
	struct iozone_list sizes, records;
	int status;

	iozone_sizes(z, &sizes);
	iozone_records(z, 0, &records);
	status = iozone_check_targets(z, &file, 1, iozone_largest(z));
	if (status)
		return status;
	iozone_say(z, "%s", z->plain_auto ? header_short : z->pread ? header_pread : header);
	if (sizes.n && records.n && records.value[0] > sizes.value[0]) {
		iozone_say(z, "Error: record length %llu is greater than filesize %llu kB\n ",
			(unsigned long long)records.value[0],
			(unsigned long long)sizes.value[0] / 1024);
		iozone_flush(z);
		return IOZONE_SIZES;
	}
	status = ended(z, &rows, run_rows(z, &file, &rows));
	free(rows.row);
	return status;
}

/* ---- for the head of the log ---------------------------------------------------------------- */

uint64_t iozone_files(const struct iozone *z)
{
	uint64_t most = z->least_workers;

	for (size_t i = 0; i < z->counts.n; i++)
		most = z->counts.value[i] > most ? z->counts.value[i] : most;
	most = z->most_workers > most ? z->most_workers : most;
	return most ? most : 1;
}

uint64_t iozone_largest(const struct iozone *z)
{
	struct iozone_list sizes;

	iozone_sizes(z, &sizes);
	return sizes.n ? sizes.value[sizes.n - 1] : 0;
}
