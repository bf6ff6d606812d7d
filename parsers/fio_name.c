#include "parsers/fio_name.h"

#include <string.h>

/* No run has more jobs than this. */
#define NUMBER_DIGITS 7

static const char *const names[] = {
	[FIO_LOG_BW] = "bw",
	[FIO_LOG_IOPS] = "iops",
	[FIO_LOG_SLAT] = "slat",
	[FIO_LOG_CLAT] = "clat",
	[FIO_LOG_LAT] = "lat",
	[FIO_LOG_HIST] = "clat_hist",
};

G_STATIC_ASSERT(G_N_ELEMENTS(names) == FIO_LOG_TYPE_COUNT);

const char *fio_log_type_name(enum fio_log_type type)
{
	return names[type];
}

/* The last ".log" that ends the name or has a dot behind it. */
static const char *find_log(const char *base)
{
	const char *found = NULL;

	for (const char *p = strstr(base, ".log"); p; p = strstr(p + 1, ".log"))
		if (!p[4] || p[4] == '.')
			found = p;
	return found;
}

/* Takes ".12" off the end; the number, 0: there is none. */
static unsigned take_number(const char *base, const char **end)
{
	const char *p = *end;
	unsigned number = 0;

	while (p > base && g_ascii_isdigit(p[-1]))
		p--;
	if (p == *end || *end - p > NUMBER_DIGITS || p == base || p[-1] != '.')
		return 0;
	for (const char *d = p; d < *end; d++)
		number = number * 10 + (unsigned)(*d - '0');
	if (number)
		*end = p - 1;
	return number;
}

/* Is `word` what stands before `end`, at the start or behind a `_`?  Then *end is the prefix's. */
static bool take_type(const char *base, const char **end, const char *word)
{
	size_t n = strlen(word);
	const char *p;

	if ((size_t)(*end - base) < n)
		return false;
	p = *end - n;
	if (memcmp(p, word, n) != 0 || (p > base && p[-1] != '_'))
		return false;
	*end = p > base ? p - 1 : p;
	return true;
}

bool fio_log_name_read(const char *path, struct fio_log_name *out)
{
	const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
	const char *log = find_log(base), *end = log;

	if (!log)
		return false;
	*out = (struct fio_log_name){.prefix = base, .type = FIO_LOG_TYPE_COUNT};
	if (g_str_equal(log, ".log.fz"))
		out->compressed = true;
	else if (log[4])
		out->host = log + 5;
	if (out->host && !*out->host)
		return false;
	out->number = take_number(base, &end);
	for (int t = 0; t < FIO_LOG_TYPE_COUNT && out->type == FIO_LOG_TYPE_COUNT; t++)
		if (take_type(base, &end, names[t]))
			out->type = (enum fio_log_type)t;
	if (out->type == FIO_LOG_TYPE_COUNT && take_type(base, &end, "hist"))
		out->type = FIO_LOG_HIST; /* as the documentation has it */
	out->n_prefix = (size_t)(end - base);
	return out->type != FIO_LOG_TYPE_COUNT;
}
