#include "parsers/bonnie_sniff.h"
#include "parsers/bonnie_clean.h"
#include "parsers/bonnie_csv.h"

#include <string.h>

static bool is_csv(struct bonnie_clean *clean, struct bonnie_csv_line *csv, const struct text *line)
{
	const struct text bare = bonnie_clean_line(clean, line);

	switch (bonnie_csv_read(csv, bare.s, bare.n)) {
	case BONNIE_CSV_WHOLE:
	case BONNIE_CSV_QUOTE:
		return true;
	case BONNIE_CSV_SHORT:
		return csv->n > 8;
	case BONNIE_CSV_BAD:
		return csv->n > 20;
	default:
		return false;
	}
}

static bool holds_csv(const char *head, size_t n)
{
	struct bonnie_csv_line csv;
	struct bonnie_clean clean;
	bool found = false;

	bonnie_csv_init(&csv);
	bonnie_clean_init(&clean);
	for (size_t i = 0; i < n && !found;) {
		size_t length = 0;

		while (i + length < n && head[i + length] != '\n' && head[i + length] != '\r')
			length++;
		if (memchr(head + i, ',', length))
			found = is_csv(&clean, &csv, &(struct text){head + i, length, 1, false});
		i += length + 1;
	}
	bonnie_csv_clear(&csv);
	bonnie_clean_clear(&clean);
	return found;
}

int bonnie_sniff(const char *head, size_t n)
{
	static const char *const signs[] = {
		"Sequential Output",
		"Sequential Create",
		"Writing intelligently...",
		"Writing a byte at a time...",
		"Writing with putc()...",
		"Create files in sequential order...",
		"File size should be double RAM",
		"You must use the \"-u\" switch",
		"bonnie++ [-d scratch-dir]",
		"Bonnie++ Benchmark results",
		"#block offset (GiB)",
		"# Finished loop ",
		"putcNT getcNT",
		"Extending file...done",
		"Creating semaphore for ",
		"Semaphore removed.",
		"format_version,bonnie_version,",
		"name,file_size,putc,",
	};

	for (size_t i = 0; i < G_N_ELEMENTS(signs); i++)
		if (memmem(head, n, signs[i], strlen(signs[i])))
			return i < 2 ? 85 : 75;
	return holds_csv(head, n) ? 80 : 0;
}
