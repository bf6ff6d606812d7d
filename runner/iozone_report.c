#include "iozone.h"

/*
 * The figures again, a block for each test, a line for each size of file.  A figure belongs to the
 * record size that stands as far right as it does, so that zeros stand for record sizes that were
 * left out before it, and for the tests that an interrupted row did not come to.
 */
static double figure(const struct iozone_row *row, enum iozone_id id, bool cpu)
{
	return cpu ? row->cpu[id] : (double)row->value[id];
}

static void put_figure(struct iozone *z, double value, bool cpu)
{
	if (cpu)
		iozone_say(z, " %6.2f", value);
	else
		iozone_say(z, " %llu ", (unsigned long long)value);
}

static const struct iozone_row *cell(const struct iozone_rows *rows, uint64_t size, uint64_t record)
{
	for (size_t i = 0; i < rows->n; i++)
		if (rows->row[i].size == size && rows->row[i].record == record)
			return &rows->row[i];
	return NULL;
}

static void put_line(struct iozone *z, const struct iozone_rows *rows, uint64_t size,
	const struct iozone_list *records, enum iozone_id id, bool cpu)
{
	size_t last = records->n;

	while (last > 0 && !cell(rows, size, records->value[last - 1] / 1024))
		last--;
	if (!last)
		return;
	iozone_say(z, "\"%llu\"  ", (unsigned long long)size);
	for (size_t i = 0; i < last; i++) {
		const struct iozone_row *row = cell(rows, size, records->value[i] / 1024);

		put_figure(z, row ? figure(row, id, cpu) : 0, cpu);
	}
	iozone_say(z, "\n");
}

static void put_block(struct iozone *z, const struct iozone_rows *rows,
	const struct iozone_list *records, enum iozone_id id, bool cpu)
{
	uint64_t size = 0;

	iozone_say(z, "\n\"%s %sreport%s\"\n      ", iozone_passes[id].title,
		cpu ? "CPU utilization " : "", cpu ? " (Zero values should be ignored)" : "");
	for (size_t i = 0; i < records->n; i++)
		iozone_say(z, "  \"%llu\"", (unsigned long long)records->value[i] / 1024);
	iozone_say(z, "\n");
	for (size_t i = 0; i < rows->n; i++)
		if (rows->row[i].size != size) {
			size = rows->row[i].size;
			put_line(z, rows, size, records, id, cpu);
		}
}

void iozone_report(struct iozone *z, const struct iozone_rows *rows)
{
	struct iozone_list records;

	iozone_records(z, 0, &records);
	iozone_say(z, "Excel output is below:\n");
	for (int cpu = 0; cpu <= z->cpu; cpu++)
		for (int id = 0; id < PASS_COUNT; id++)
			if (iozone_selected(z, iozone_passes[id].test))
				put_block(z, rows, &records, (enum iozone_id)id, cpu);
	iozone_flush(z);
}
