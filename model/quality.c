#include "model/quality.h"

#include <string.h>

static const struct {
	const char *name;
	const char *help;
} table[] = {
	[QUALITY_NOT_RUN] = {"not-run", "The tool prints 0 here because it did not do this test."},
	[QUALITY_TOO_FAST] = {"too-fast",
		"The test ended too soon for the tool to print a figure (+++++)."},
	[QUALITY_BELOW_RESOLUTION] = {"below-resolution",
		"The figure is below what the tool's clock or its whole numbers can show."},
	[QUALITY_NOT_RETESTED] = {"not-retested",
		"The second pass of this test was switched off (iozone -+n)."},
	[QUALITY_TOOL_ERROR] = {"tool-error", "The tool reported an error for this figure."},
	[QUALITY_TRUNCATED] = {"truncated",
		"The log or its row ends before or inside this figure."},
	[QUALITY_INTERRUPTED] = {"interrupted",
		"The run was stopped before it got to this figure."},
	[QUALITY_UNREADABLE] = {"unreadable",
		"Text stands where the figure should be, but no number that can be trusted."},
	[QUALITY_FUSED] = {"fused",
		"The figure ran into its neighbour in the log and was cut off by its column."},
	[QUALITY_AGGREGATE] = {"aggregate",
		"The figure is a sum or total of others and never counts as a sample."},
	[QUALITY_ROUNDED] = {"rounded", "The figure was printed with fewer digits than measured."},
	[QUALITY_DERIVED] = {"derived", "The figure was computed from other figures of the log."},
	[QUALITY_UNIT_GUESSED] = {"unit-guessed", "The log does not say the unit of this figure."},
	[QUALITY_PREFIX_AMBIGUOUS] = {"prefix-ambiguous",
		"The k, M or G of the unit may mean 1000 or 1024."},
	[QUALITY_BOGUS_TEXT] = {"bogus-text",
		"This release of the tool is known to print this figure wrong."},
	[QUALITY_INVALID_MODE] = {"invalid-mode",
		"The tool says itself that its figures are no measurement in this mode."},
	[QUALITY_IN_CACHE] = {"in-cache", "The figure shows the page cache and not the disks."},
	[QUALITY_DUPLICATE] = {"duplicate", "The same run stands in another input as well."},
	[QUALITY_OUTLIER] = {"outlier", "The figure lies far from the others of its cell."},
	[QUALITY_POINT] = {"point",
		"The figure is one window of a series and never counts as a sample."},
	[QUALITY_REPEATED] = {"repeated",
		"The test was cut off before and begun again; the figure is of its last try."},
};

G_STATIC_ASSERT(G_N_ELEMENTS(table) == QUALITY_COUNT);

const char *quality_name(enum quality q)
{
	return table[q].name;
}

const char *quality_help(enum quality q)
{
	return table[q].help;
}

void quality_print(guint32 flags, GString *out)
{
	const char *separator = "";

	for (int q = 0; q < QUALITY_COUNT; q++) {
		if (!(flags & QUALITY_BIT(q)))
			continue;
		g_string_append(out, separator);
		g_string_append(out, table[q].name);
		separator = ";";
	}
}

/* The flag named by the `n` bytes at `name`; QUALITY_COUNT: none. */
static int quality_by_name(const char *name, size_t n)
{
	int q = 0;

	while (q < QUALITY_COUNT &&
		(strncmp(name, table[q].name, n) != 0 || table[q].name[n] != '\0'))
		q++;
	return q;
}

bool quality_parse(const char *text, guint32 *flags)
{
	guint32 bits = 0;

	while (*text) {
		size_t n = strcspn(text, ";");
		int q = quality_by_name(text, n);

		if (q == QUALITY_COUNT)
			return false;
		bits |= QUALITY_BIT(q);
		text += n;
		if (*text == ';' && *++text == '\0')
			return false;
	}
	*flags = bits;
	return true;
}
