#include "parsers/fio_head.h"

#include "parsers/fio_value.h"
#include <stdlib.h>
#include <string.h>

static const char *group_at(const char *s)
{
	const char *at = strstr(s, ": (g=");
	const char *end;

	if (!at || !g_ascii_isdigit(at[5]))
		return NULL;
	end = at + 5 + strspn(at + 5, "0123456789");
	return g_str_has_prefix(end, "): rw=") ? at : NULL;
}

bool fio_head_is(const char *s)
{
	return group_at(s) != NULL;
}

/* The word behind `key`, up to a comma or blank; interned. */
static const char *word_after(const char *s, const char *key, struct pool *pool)
{
	const char *at = strstr(s, key);
	size_t n;

	if (!at)
		return NULL;
	at += strlen(key);
	n = strcspn(at, ", ");
	return n ? pool_str_len(pool, at, n) : NULL;
}

/*
 * Whole bytes of "64.0KiB" or "4K".  Four digits are printed: a size that is no multiple of a
 * sector was rounded, and is not known.
 */
static bool size_at(const char **s, guint64 *bytes)
{
	struct fio_quantity q;
	double value;

	if (!fio_quantity(*s, &q))
		return false;
	*s += q.n;
	value = fio_quantity_value(&q, 1024);
	*bytes = value >= 0 && value < 1e15 ? (guint64)value : 0;
	return *bytes && (!q.power || (value == (double)*bytes && *bytes % 512 == 0));
}

static const char *range_text(guint64 least, guint64 most, struct pool *pool)
{
	char text[48];

	if (least == most)
		g_snprintf(text, sizeof(text), "%" G_GUINT64_FORMAT, least);
	else
		g_snprintf(text, sizeof(text), "%" G_GUINT64_FORMAT "-%" G_GUINT64_FORMAT, least,
			most);
	return pool_str(pool, text);
}

/* "4096B-65536B" */
static const char *range_at(const char **s, struct pool *pool)
{
	guint64 least, most;

	if (!size_at(s, &least) || **s != '-')
		return NULL;
	++*s;
	return size_at(s, &most) ? range_text(least, most, pool) : NULL;
}

static void read_sizes(const char *s, struct pool *pool, struct fio_setup *setup)
{
	static const char *const names[] = {"(R) ", "(W) ", "(T) "};
	const char *at = strstr(s, ", bs="), *old;

	if (!at || strstr(s, "bs_is_seq_rand"))
		return; /* there, they are not of directions */
	old = at += 5;
	for (int d = 0; d < FIO_MIXED; d++) {
		const char *named = strstr(at, names[d]);

		if (named) {
			named += strlen(names[d]);
			setup->bs[d] = range_at(&named, pool);
		} else if (g_ascii_isdigit(*old)) {
			setup->bs[d] = range_at(&old, pool);
			old += *old == '/';
		}
	}
}

bool fio_head_read(const char *s, struct pool *pool, struct fio_head_line *out)
{
	const char *at = group_at(s);

	if (!at)
		return false;
	*out = (struct fio_head_line){.name = (size_t)(at - s), .group = atoi(at + 5)};
	out->setup.rw = word_after(at, "): rw=", pool);
	out->setup.ioengine = word_after(at, "ioengine=", pool);
	out->setup.iodepth = word_after(at, "iodepth=", pool);
	out->whole = out->setup.iodepth != NULL;
	read_sizes(at, pool, &out->setup);
	return true;
}

/* ---- options -------------------------------------------------------------------------------- */

static const char *option(const struct fio_option *o, size_t n, const char *key)
{
	const char *value = NULL;

	for (size_t i = 0; i < n; i++)
		if (g_str_equal(o[i].key, key))
			value = o[i].value;
	return value;
}

/* One direction's part of bs, bsrange or bssplit: "4k", "4k-64k", "4k/60:64k/40". */
static const char *part_text(const char *s, unsigned kb_base, struct pool *pool)
{
	guint64 least = G_MAXUINT64, most = 0, size;

	while (*s && *s != ',') {
		size_t n = fio_option_size(s, kb_base, &size);

		if (!n)
			return NULL;
		least = MIN(least, size);
		most = MAX(most, size);
		s += n;
		if (*s == '/')
			s += strspn(s, "/0123456789");
		if (*s == '-' || *s == ':')
			s++;
	}
	return most ? range_text(least, most, pool) : NULL;
}

/* The last part given holds for the directions after it; an empty one is the default. */
static void option_sizes(
	const char *s, unsigned kb_base, struct pool *pool, struct fio_setup *setup)
{
	const char *last = NULL;

	for (int d = 0; d < FIO_MIXED; d++) {
		const char *comma = strchr(s, ',');

		if (*s == ',')
			last = pool_str(pool, "4096");
		else if (*s)
			last = part_text(s, kb_base, pool);
		setup->bs[d] = last;
		s = comma ? comma + 1 : s + strlen(s);
	}
}

/* "readwrite" is "rw"; what follows a colon says how offsets go on. */
static const char *mode(const char *rw, struct pool *pool)
{
	size_t n = rw ? strcspn(rw, ":") : 0;

	if (!rw)
		return pool_str(pool, "read");
	if (n == 9 && g_str_has_prefix(rw, "readwrite"))
		return pool_str(pool, "rw");
	return pool_str_len(pool, rw, n);
}

void fio_head_options(const struct fio_option *o, size_t n, struct pool *pool,
	struct fio_setup *setup, unsigned *jobs)
{
	const char *base = option(o, n, "kb_base"), *depth = option(o, n, "iodepth");
	const char *clones = option(o, n, "numjobs"), *sizes = option(o, n, "bssplit");
	unsigned kb_base = base && g_str_equal(base, "1000") ? 1000 : 1024;

	setup->rw = mode(option(o, n, "rw"), pool);
	setup->ioengine = pool_str(pool, option(o, n, "ioengine"));
	setup->iodepth = pool_str(pool, depth ? depth : "1");
	sizes = sizes ? sizes : option(o, n, "bsrange");
	sizes = sizes ? sizes : option(o, n, "bs");
	if (!option(o, n, "bs_is_seq_rand"))
		option_sizes(sizes ? sizes : "4096", kb_base, pool, setup);
	*jobs = clones ? (unsigned)MIN(strtoul(clones, NULL, 10), 1u << 20) : 1;
}
