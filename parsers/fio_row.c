#include "parsers/fio_row.h"

#include <string.h>

#define COLUMNS_MAX 8
#define DIGITS_MAX  19 /* always fit 64 bits */

/* Reads a whole number and what parts it from the next; NULL: there is none. */
static inline const char *take_number(const char *s, const char *end, guint64 *out)
{
	const char *start = s;
	guint64 n = 0;

	for (; s < end && (unsigned char)(*s - '0') < 10; s++)
		n = n * 10 + (guint64)(*s - '0');
	if (s == start || s - start > DIGITS_MAX)
		return NULL;
	*out = n;
	if (s == end)
		return s;
	if (*s != ',')
		return NULL;
	s++;
	if (s < end && *s == ' ')
		s++;
	return s < end ? s : NULL; /* a comma wants a number behind it */
}

static const char *trim_end(const char *s, const char *end)
{
	while (end > s && (unsigned char)end[-1] <= ' ')
		end--;
	return end;
}

/* The numbers of a line; 0: it is no row.  Priorities may be hexadecimal. */
static unsigned split(const char *s, size_t n, guint64 *out, bool *hex)
{
	const char *end = trim_end(s, s + n);
	unsigned columns = 0;

	while (s < end && columns < COLUMNS_MAX) {
		if (columns >= 4 && end - s > 2 && s[0] == '0' && s[1] == 'x') {
			const char *comma = memchr(s, ',', (size_t)(end - s));

			*hex = true;
			out[columns++] = 0;
			s = comma ? comma + 1 + (comma + 1 < end && comma[1] == ' ') : end;
			continue;
		}
		s = take_number(s, end, &out[columns]);
		if (!s)
			return 0;
		columns++;
	}
	return s == end ? columns : 0;
}

int fio_row_sniff(const char *head, size_t n)
{
	guint64 number[COLUMNS_MAX];
	unsigned columns = 0;
	int rows = 0;

	for (const char *end; rows < 3 && (end = memchr(head, '\n', n)); rows++) {
		size_t line = (size_t)(end - head);
		bool hex = false;
		unsigned found = split(head, line - (line && end[-1] == '\r'), number, &hex);

		if (found < 4 || (columns && found != columns) || !memmem(head, line, ", ", 2))
			return 0;
		columns = found;
		n -= line + 1;
		head = end + 1;
	}
	return rows ? 40 + 10 * rows : 0;
}

bool fio_row_mostly(const char *head, size_t n)
{
	guint64 number[COLUMNS_MAX];
	int rows = 0, lines = 0;

	for (const char *end; (end = memchr(head, '\n', n)); lines++) {
		size_t line = (size_t)(end - head);
		bool hex = false;

		rows += split(head, line, number, &hex) >= 3;
		n -= line + 1;
		head = end + 1;
	}
	return rows * 2 > lines;
}

void fio_row_learn(struct fio_row_evidence *e, const char *s, size_t n)
{
	guint64 c[COLUMNS_MAX] = {0};
	bool hex = false;
	unsigned columns = split(s, n, c, &hex);

	if (columns < 3 || (e->columns && columns != e->columns))
		return;
	if (!e->columns) {
		e->columns = columns;
		e->all_one = true;
		e->first = c[0];
	}
	e->last = c[0];
	e->third_above_2 |= c[2] > 2;
	e->fourth_above_2 |= columns > 3 && c[3] > 2;
	e->fifth_above_1 |= columns > 4 && c[4] > 1;
	e->hex |= hex;
	e->fourth_above_0 |= c[3] > 0;
	e->fifth_above_0 |= c[4] > 0;
	e->all_one &= c[1] == 1;
}

struct fio_row_form fio_row_settle(const struct fio_row_evidence *e)
{
	struct fio_row_form form = {.columns = e->columns};

	form.both = e->columns == 8 || (e->columns >= 6 && e->third_above_2);
	form.is_nsec = e->columns > 5 || (e->columns == 5 && (e->hex || !e->fifth_above_1));
	return form;
}

bool fio_row_is_single(const struct fio_row_evidence *e, const struct fio_row_form *form, bool iops)
{
	bool sizes = form->both ? e->fifth_above_0 : e->fourth_above_0;

	return e->columns && (sizes || e->columns == 3) && (iops ? e->all_one : sizes);
}

static inline unsigned commas(const char *s, const char *end)
{
	unsigned n = 0;

	for (; s < end; s++)
		n += *s == ',';
	return n;
}

bool fio_row_read(const struct fio_row_form *form, const char *s, size_t n, struct fio_row *row)
{
	const char *end = s + n;
	guint64 direction, greatest;
	unsigned taken = 3 + form->both;

	if (G_UNLIKELY(n && (unsigned char)end[-1] <= ' '))
		end = trim_end(s, end);
	if (!(s = take_number(s, end, &row->time)) || s == end ||
		!(s = take_number(s, end, &row->value)) || s == end)
		return false;
	if (form->both && (!(s = take_number(s, end, &greatest)) || s == end))
		return false;
	if (!(s = take_number(s, end, &direction)) || direction >= FIO_LOG_DIRECTION_COUNT)
		return false;
	row->direction = (unsigned)direction;
	row->block_size = 0;
	if (form->columns > taken) {
		if (s == end || !(s = take_number(s, end, &row->block_size)))
			return false;
		taken++;
	}
	return taken + (s < end) + commas(s, end) == form->columns;
}
