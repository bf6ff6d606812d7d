#include "parsers/input.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define BUFFER INPUT_LINE_MAX

struct input {
	int fd; /* -1: all bytes are in memory */
	const char *name;
	struct diag *diag;
	struct input_filter *filter;
	struct twins_view twins;
	char *buffer; /* NULL for memory */
	size_t size;  /* of the buffer */
	guint64 read; /* bytes of the file up to the end of the buffer */
	const char *next, *end;
	guint32 line;
	bool eof, fresh, has_cr, cr_counts, nul_seen, nul_told, taken, keeps_nuls;
};

static void note_bytes(struct input *in, const char *from)
{
	in->has_cr = in->has_cr || memchr(from, '\r', (size_t)(in->end - from));
}

/* Takes the NUL bytes out of `n` bytes; returns how many remain. */
static size_t drop_nuls(struct input *in, char *s, size_t n)
{
	char *to = memchr(s, 0, n);

	if (G_LIKELY(!to))
		return n;
	in->nul_seen = true;
	for (const char *from = to; from < s + n; from++)
		if (*from)
			*to++ = *from;
	return (size_t)(to - s);
}

/* Moves the unread bytes to the front and reads behind them; false when nothing more came. */
static bool fill(struct input *in)
{
	size_t left = (size_t)(in->end - in->next);
	ssize_t got;

	if (in->eof || in->fd < 0)
		return false;
	memmove(in->buffer, in->next, left);
	in->next = in->buffer;
	in->end = in->buffer + left;
	in->has_cr = false;
	do
		got = read(in->fd, in->buffer + left, in->size - left);
	while (got < 0 && errno == EINTR);
	if (got < 0)
		diag_at(in->diag, DIAG_CANNOT_READ, in->name, in->line, "%s", g_strerror(errno));
	if (got <= 0) {
		in->eof = true;
		note_bytes(in, in->next);
		return false;
	}
	in->read += (size_t)got;
	in->end += in->keeps_nuls ? (size_t)got : drop_nuls(in, in->buffer + left, (size_t)got);
	in->fresh = true;
	note_bytes(in, in->next);
	return true;
}

static void skip_mark(struct input *in)
{
	if (in->end - in->next >= 3 && !memcmp(in->next, "\xef\xbb\xbf", 3))
		in->next += 3;
}

static void start(struct input *in)
{
	in->cr_counts = !memchr(in->next, '\n', (size_t)(in->end - in->next));
	in->fresh = true;
	skip_mark(in);
}

static struct input *open_input(
	const char *path, const char *name, size_t buffer, struct diag *diag, GError **error)
{
	struct input *in = g_new0(struct input, 1);

	in->fd = g_str_equal(path, "-") ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC);
	if (in->fd < 0) {
		g_set_error(error, G_FILE_ERROR, (int)g_file_error_from_errno(errno),
			"cannot read '%s': %s", name, g_strerror(errno));
		g_free(in);
		return NULL;
	}
	in->name = name;
	in->diag = diag;
	in->size = buffer;
	in->next = in->end = in->buffer = g_malloc(buffer);
	return in;
}

static void fill_head(struct input *in)
{
	while ((size_t)(in->end - in->next) < MIN(in->size, INPUT_HEAD) && fill(in))
		;
	start(in);
}

struct input *input_open(const char *path, const char *name, struct diag *diag, GError **error)
{
	struct input *in = open_input(path, name, BUFFER, diag, error);

	if (in)
		fill_head(in);
	return in;
}

struct input *input_open_at(const char *path, const char *name, const struct input_place *place,
	size_t buffer, struct diag *diag, GError **error)
{
	struct input *in = open_input(path, name, buffer, diag, error);

	if (!in)
		return NULL;
	in->keeps_nuls = true;
	in->line = place->line;
	in->read = place->offset;
	if (place->offset && lseek(in->fd, (off_t)place->offset, SEEK_SET) < 0)
		diag_at(diag, DIAG_CANNOT_READ, name, place->line, "%s", g_strerror(errno));
	fill_head(in);
	return in;
}

struct input_place input_place(const struct input *in)
{
	return (struct input_place){in->read - (guint64)(in->end - in->next), in->line};
}

struct input *input_memory(const char *bytes, size_t n, const char *name, struct diag *diag)
{
	struct input *in = g_new0(struct input, 1);

	in->fd = -1;
	in->name = name;
	in->diag = diag;
	in->next = bytes;
	in->end = bytes + n;
	in->eof = true;
	note_bytes(in, bytes);
	start(in);
	return in;
}

void input_close(struct input *in)
{
	if (!in)
		return;
	if (in->fd >= 0)
		close(in->fd);
	g_free(in->buffer);
	g_free(in);
}

const char *input_name(const struct input *in)
{
	return in->name;
}

const char *input_head(const struct input *in, size_t *n)
{
	*n = MIN((size_t)(in->end - in->next), INPUT_HEAD);
	return in->next;
}

void input_set_filter(struct input *in, struct input_filter *filter)
{
	in->filter = filter;
}

void input_set_twins(struct input *in, const struct twins_view *view)
{
	in->twins = *view;
}

const struct twins_view *input_twins(const struct input *in)
{
	return &in->twins;
}

/* The line end at or after `from`: an LF, or a CR where there are any; NULL when none is read. */
static const char *line_end(const struct input *in, const char *from)
{
	const char *lf = memchr(from, '\n', (size_t)(in->end - from));
	const char *cr;

	if (G_LIKELY(!in->has_cr))
		return lf;
	cr = memchr(from, '\r', (size_t)((lf ? lf : in->end) - from));
	if (!cr || cr + 1 == lf)
		return lf;
	if (cr + 1 == in->end && !in->eof)
		return NULL; /* an LF may follow in the next buffer */
	return cr;
}

/* Drops bytes up to the end of a line that is longer than the buffer. */
static void skip_long(struct input *in)
{
	const char *end = NULL;

	diag_at(in->diag, DIAG_LONG_LINE, in->name, in->line + 1, "over %zu bytes", in->size);
	do
		in->next = in->end;
	while (fill(in) && !(end = line_end(in, in->next)));
	in->next = end ? end + 1 : in->end;
	in->line++;
}

static bool next_line(struct input *in, struct text *out)
{
	const char *end;

	while (!(end = line_end(in, in->next))) {
		size_t left = (size_t)(in->end - in->next);

		if (left == in->size && in->buffer) {
			skip_long(in);
			continue;
		}
		if (fill(in))
			continue;
		end = line_end(in, in->next);
		if (end)
			break;
		if (in->next == in->end)
			return false;
		*out = (struct text){in->next, left, in->line + 1, true};
		in->next = in->end;
		return true;
	}
	*out = (struct text){in->next, (size_t)(end - in->next), in->line + 1, false};
	if (*end == '\n' || in->cr_counts)
		in->line++;
	if (G_UNLIKELY(in->has_cr) && out->n && *end == '\n' && out->s[out->n - 1] == '\r')
		out->n--;
	in->next = end + 1;
	return true;
}

enum input_event input_next(struct input *in, struct text *out)
{
	if (G_UNLIKELY(in->nul_seen && !in->nul_told)) {
		in->nul_told = true;
		diag_at(in->diag, DIAG_NUL_BYTES, in->name, 0, NULL);
	}
	if (in->taken) {
		in->taken = false;
		in->filter->taken(in->filter);
	}
	while (next_line(in, out)) {
		bool fresh = in->fresh;
		enum input_verdict verdict;

		if (!in->filter)
			return INPUT_LINE;
		in->fresh = false;
		verdict = in->filter->take(in->filter, out, in->end, fresh);
		in->taken = verdict == INPUT_TAKE;
		if (verdict != INPUT_SKIP)
			return in->taken ? INPUT_BREAK : INPUT_LINE;
	}
	if (in->filter)
		in->filter->end(in->filter);
	return INPUT_END;
}
