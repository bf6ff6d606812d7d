#include "parsers/input.h"

#include "tests/unit/parsers/witness.h"
#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

/* Bytes of a literal that may hold NUL bytes, and how many. */
#define BYTES(text) text, sizeof(text) - 1

/* How the same bytes come in. */
enum source { FROM_MEMORY, FROM_FILE, SOURCES };

struct scratch {
	char *dir, *path;
};

static void scratch_make(struct scratch *s, const char *bytes, size_t n)
{
	s->dir = g_dir_make_tmp("input-XXXXXX", NULL);
	s->path = g_build_filename(s->dir, "log", NULL);
	g_assert_true(g_file_set_contents(s->path, bytes, (gssize)n, NULL));
}

static void scratch_remove(struct scratch *s)
{
	g_remove(s->path);
	g_rmdir(s->dir);
	g_free(s->path);
	g_free(s->dir);
}

/* A line as `NUMBER:TEXT|`, one that is cut as `NUMBER:TEXT~`; long ones by their length. */
static void tell(GString *log, const struct text *t)
{
	g_string_append_printf(log, "%u:", t->line);
	if (t->n > 40)
		g_string_append_printf(log, "<%zu>", t->n);
	else
		for (size_t i = 0; i < t->n; i++)
			g_string_append_c(log, t->s[i]);
	g_string_append_c(log, t->cut ? '~' : '|');
}

static void drain(struct input *in, GString *log)
{
	enum input_event event;
	struct text t;

	while ((event = input_next(in, &t)) != INPUT_END) {
		g_assert_cmpint(event, ==, INPUT_LINE);
		tell(log, &t);
	}
	g_assert_cmpint(input_next(in, &t), ==, INPUT_END);
}

/* All lines of the bytes, and how many diagnostics of each code came with them. */
static char *lines_of(
	enum source source, const char *bytes, size_t n, guint counts[DIAG_CODE_COUNT])
{
	struct diag *diag = diag_new();
	GString *log = g_string_new(NULL);
	struct scratch scratch;
	struct input *in;

	if (source == FROM_FILE) {
		scratch_make(&scratch, bytes, n);
		in = input_open(scratch.path, "log", diag, NULL);
	} else {
		in = input_memory(bytes, n, "log", diag);
	}
	g_assert_nonnull(in);
	g_assert_cmpstr(input_name(in), ==, "log");
	drain(in, log);
	input_close(in);
	if (source == FROM_FILE)
		scratch_remove(&scratch);
	memset(counts, 0, sizeof(counts[0]) * DIAG_CODE_COUNT);
	for (size_t i = 0; i < diag_count(diag); i++)
		counts[diag_get(diag, i)->code]++;
	diag_free(diag);
	return g_string_free(log, FALSE);
}

static void check(const char *name, enum source source, const char *bytes, size_t n,
	const char *expected, guint long_lines, guint nuls)
{
	guint counts[DIAG_CODE_COUNT];
	g_autofree char *got = lines_of(source, bytes, n, counts);

	if (g_strcmp0(got, expected) || counts[DIAG_LONG_LINE] != long_lines ||
		counts[DIAG_NUL_BYTES] != nuls)
		fail_row("%s from %s: got '%s' (%u long, %u nul), expected '%s'", name,
			source == FROM_FILE ? "file" : "memory", got, counts[DIAG_LONG_LINE],
			counts[DIAG_NUL_BYTES], expected);
}

static const struct {
	const char *name, *bytes;
	size_t n;
	const char *expected;
	guint nuls;
} rows[] = {
	{"nothing", BYTES(""), "", 0},
	{"LF", BYTES("ab\n\ncd\n"), "1:ab|2:|3:cd|", 0},
	{"no line end at the end", BYTES("ab\ncd"), "1:ab|2:cd~", 0},
	{"one unfinished line", BYTES("ab"), "1:ab~", 0},
	{"CR LF", BYTES("ab\r\n\r\ncd\r\n"), "1:ab|2:|3:cd|", 0},
	{"CR LF, unfinished", BYTES("ab\r\ncd"), "1:ab|2:cd~", 0},
	{"CR LF, ends after the CR", BYTES("ab\r\ncd\r"), "1:ab|2:cd|", 0},
	{"CR only", BYTES("ab\r\rcd\r"), "1:ab|2:|3:cd|", 0},
	{"CR only, unfinished", BYTES("ab\rcd"), "1:ab|2:cd~", 0},
	{"CR among LF counts no line", BYTES("a\rb\nc\rd\ne"), "1:a|1:b|2:c|2:d|3:e~", 0},
	{"CR among CR LF", BYTES("a\rb\r\nc\r\n"), "1:a|1:b|2:c|", 0},
	{"CR CR LF", BYTES("a\r\r\nb\n"), "1:a|1:|2:b|", 0},
	{"LF CR", BYTES("a\n\rb\n"), "1:a|2:|2:b|", 0},
	{"only line ends", BYTES("\n\r\n\n"), "1:|2:|3:|", 0},
	{"a blank line end", BYTES("\n"), "1:|", 0},
	{"a lone CR", BYTES("\r"), "1:|", 0},
	{"byte order mark",
		BYTES("\xef\xbb\xbf"
		      "ab\ncd\n"),
		"1:ab|2:cd|", 0},
	{"byte order mark alone", BYTES("\xef\xbb\xbf"), "", 0},
	{"byte order mark before CR",
		BYTES("\xef\xbb\xbf"
		      "ab\rcd\r"),
		"1:ab|2:cd|", 0},
	{"half a mark", BYTES("\xef\xbb\n"), "1:\xef\xbb|", 0},
	{"mark on a later line",
		BYTES("a\n\xef\xbb\xbf"
		      "b\n"),
		"1:a|2:\xef\xbb\xbf"
		"b|",
		0},
	{"NUL inside a line", BYTES("a\0b\nc\n"), "1:ab|2:c|", 1},
	{"many NUL bytes, told once", BYTES("\0\n\0\0\n"), "1:|2:|", 1},
	{"NUL at the end", BYTES("a\nb\0"), "1:a|2:b~", 1},
	{"NUL before a line end", BYTES("a\r\0\nb\0\n"), "1:a|2:b|", 1},
	{"nothing but NUL", BYTES("\0\0\0"), "", 1},
	{"bytes of any kind", BYTES("\xff\x01\xc3\n"), "1:\xff\x01\xc3|", 0},
};

static void test_line_ends(void)
{
	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++)
		/* memory is read as it is: NUL bytes are left out of files only */
		for (int s = rows[i].nuls ? FROM_FILE : FROM_MEMORY; s < SOURCES; s++)
			check(rows[i].name, (enum source)s, rows[i].bytes, rows[i].n,
				rows[i].expected, 0, rows[i].nuls);
}

/* Lines of 7 bytes and their end up to `size` bytes. */
static GString *filler(size_t size, const char *end)
{
	GString *text = g_string_sized_new(size + 64);

	while (text->len + 7 + strlen(end) <= size)
		g_string_append_printf(text, "%07zu%s", text->len, end);
	return text;
}

/* The line end that closes at `at` bytes: the buffer must neither split nor double it. */
static void check_boundary(size_t at, const char *end)
{
	g_autoptr(GString) text = filler(at - 64, "\n");
	guint line = (guint)(text->len / 8);
	struct diag *diag = diag_new();
	GString *got = g_string_new(NULL), *expected = g_string_new(NULL);
	struct scratch scratch;
	struct input *in;
	struct text t;
	size_t n = at - text->len - strlen(end);

	for (size_t i = 0; i < n; i++)
		g_string_append_c(text, 'x');
	g_string_append_printf(text, "%stail%slast", end, end);
	g_string_append_printf(expected, "%u:<%zu>|%u:tail|%u:last~", line + 1, n,
		line + 1 + (strchr(end, '\n') != NULL), line + 1 + 2 * (strchr(end, '\n') != NULL));
	scratch_make(&scratch, text->str, text->len);
	in = input_open(scratch.path, "log", diag, NULL);
	for (guint i = 1; i <= line; i++) {
		g_assert_cmpint(input_next(in, &t), ==, INPUT_LINE);
		g_assert_cmpuint(t.line, ==, i);
		g_assert_cmpuint(t.n, ==, 7);
		g_assert_cmpmem(t.s, t.n, text->str + (i - 1) * 8, 7);
	}
	drain(in, got);
	if (g_strcmp0(got->str, expected->str))
		fail_row("line end '%s' that closes at byte %zu: got '%s', expected '%s'",
			strlen(end) == 2 ? "CR LF"
			: *end == '\r'   ? "CR"
					 : "LF",
			at, got->str, expected->str);
	input_close(in);
	scratch_remove(&scratch);
	g_string_free(got, TRUE);
	g_string_free(expected, TRUE);
	diag_free(diag);
}

static void test_boundary(void)
{
	static const char *const ends[] = {"\n", "\r\n", "\r"};

	for (size_t e = 0; e < G_N_ELEMENTS(ends); e++)
		for (int off = -2; off <= 3; off++)
			check_boundary((size_t)((int)INPUT_LINE_MAX + off), ends[e]);
}

/* `before`, a line of `n` bytes, `after`. */
static void check_long(const char *name, const char *before, size_t n, const char *after,
	const char *expected, guint long_lines)
{
	g_autoptr(GString) text = g_string_new(before);

	for (size_t i = 0; i < n; i++)
		g_string_append_c(text, 'x');
	g_string_append(text, after);
	check(name, FROM_FILE, text->str, text->len, expected, long_lines, 0);
}

static void test_long_lines(void)
{
	const size_t max = INPUT_LINE_MAX;

	check_long("just short enough", "a\n", max - 1, "\nb\n", "1:a|2:<1048575>|3:b|", 0);
	check_long("first and short enough", "", max - 2, "\r\nb\n", "1:<1048574>|2:b|", 0);
	check_long("too long", "a\n", max + 1, "\nb\nc\n", "1:a|3:b|4:c|", 1);
	check_long("first and too long", "", max + 1, "\nb\n", "2:b|", 1);
	check_long("far too long", "a\n", 3 * max + 17, "\nb\n", "1:a|3:b|", 1);
	check_long("two buffers exactly", "", 2 * max - 1, "\nb\n", "2:b|", 1);
	check_long("too long, CR LF", "a\r\n", max + 1, "\r\nb\r\n", "1:a|3:b|", 1);
	check_long("too long, unfinished", "a\n", max + 1, "", "1:a|", 1);
	check_long("too long, ends the input", "a\n", max + 1, "\n", "1:a|", 1);
	check_long("too long, then an unfinished one", "a\n", max + 1, "\nb", "1:a|3:b~", 1);
	check_long("too long, CR only", "a\r", max + 1, "\rb\rc\r", "1:a|3:b|4:c|", 1);
}

static void test_two_long_lines(void)
{
	g_autoptr(GString) text = g_string_new("a\n");

	for (int k = 0; k < 2; k++) {
		for (size_t i = 0; i < INPUT_LINE_MAX + 5; i++)
			g_string_append_c(text, 'x');
		g_string_append(text, "\nb\n");
	}
	check("two long lines", FROM_FILE, text->str, text->len, "1:a|3:b|5:b|", 2, 0);
}

static void test_memory_has_no_limit(void)
{
	g_autoptr(GString) text = g_string_new(NULL);

	for (size_t i = 0; i < INPUT_LINE_MAX + 5; i++)
		g_string_append_c(text, 'x');
	g_string_append(text, "\nb\n");
	check("long line", FROM_MEMORY, text->str, text->len, "1:<1048581>|2:b|", 0, 0);
}

static void test_many_buffers(void)
{
	g_autoptr(GString) text = filler(3 * INPUT_LINE_MAX + 1000, "\r\n");
	struct diag *diag = diag_new();
	struct scratch scratch;
	struct input *in;
	struct text t;
	guint32 line = 0;

	scratch_make(&scratch, text->str, text->len);
	in = input_open(scratch.path, "log", diag, NULL);
	while (input_next(in, &t) == INPUT_LINE) {
		g_assert_cmpuint(t.line, ==, ++line);
		g_assert_cmpmem(t.s, t.n, text->str + (line - 1) * 9, 7);
		g_assert_false(t.cut);
	}
	g_assert_cmpuint(line, ==, text->len / 9);
	g_assert_cmpuint(diag_count(diag), ==, 0);
	input_close(in);
	scratch_remove(&scratch);
	diag_free(diag);
}

static void test_head(void)
{
	g_autoptr(GString) text = filler(INPUT_HEAD + 5000, "\n");
	struct diag *diag = diag_new();
	struct input *in = input_memory(text->str, text->len, "m", diag);
	struct scratch scratch;
	const char *head;
	size_t n;
	struct text t;

	head = input_head(in, &n);
	g_assert_cmpmem(head, n, text->str, INPUT_HEAD);
	g_assert_cmpint(input_next(in, &t), ==, INPUT_LINE);
	g_assert_cmpuint(t.line, ==, 1);
	input_close(in);

	scratch_make(&scratch, BYTES("\xef\xbb\xbf"
				     "short\n"));
	in = input_open(scratch.path, "f", diag, NULL);
	head = input_head(in, &n);
	g_assert_cmpmem(head, n, "short\n", 6);
	input_close(in);
	scratch_remove(&scratch);
	diag_free(diag);
}

static gpointer write_in_pieces(gpointer data)
{
	int fd = GPOINTER_TO_INT(data);
	static const char *const pieces[] = {"on", "e\r", "\ntw", "o\r", "\n"};

	for (size_t i = 0; i < G_N_ELEMENTS(pieces); i++) {
		g_assert_cmpint(
			write(fd, pieces[i], strlen(pieces[i])), ==, (gssize)strlen(pieces[i]));
		g_usleep(3000);
	}
	close(fd);
	return NULL;
}

/* Short reads: what a sniffer sees and the lines do not depend on how a pipe cuts its bytes. */
static void test_pipe(void)
{
	struct diag *diag = diag_new();
	g_autoptr(GString) log = g_string_new(NULL);
	g_autofree char *path = NULL;
	struct input *in;
	const char *head;
	GThread *writer;
	int fd[2];
	size_t n;

	g_assert_cmpint(pipe(fd), ==, 0);
	path = g_strdup_printf("/dev/fd/%d", fd[0]);
	if (!g_file_test(path, G_FILE_TEST_EXISTS)) {
		g_test_skip("no /dev/fd");
		close(fd[0]);
		close(fd[1]);
		diag_free(diag);
		return;
	}
	writer = g_thread_new("writer", write_in_pieces, GINT_TO_POINTER(fd[1]));
	in = input_open(path, "pipe", diag, NULL);
	g_assert_nonnull(in);
	head = input_head(in, &n);
	g_assert_cmpmem(head, n, "one\r\ntwo\r\n", 10);
	drain(in, log);
	g_assert_cmpstr(log->str, ==, "1:one|2:two|");
	input_close(in);
	g_thread_join(writer);
	close(fd[0]);
	diag_free(diag);
}

/* "-" is the standard input, which stays open for its owner. */
static void test_standard_input(void)
{
	struct diag *diag = diag_new();
	g_autoptr(GString) log = g_string_new(NULL);
	struct scratch scratch;
	struct input *in;
	int kept = dup(STDIN_FILENO);

	scratch_make(&scratch, BYTES("a\nb\n"));
	g_assert_nonnull(freopen(scratch.path, "r", stdin));
	in = input_open("-", "stdin", diag, NULL);
	g_assert_nonnull(in);
	drain(in, log);
	g_assert_cmpstr(log->str, ==, "1:a|2:b|");
	input_close(in);
	g_assert_cmpint(lseek(STDIN_FILENO, 0, SEEK_CUR), ==, 4);
	if (kept >= 0) {
		dup2(kept, STDIN_FILENO);
		close(kept);
	}
	scratch_remove(&scratch);
	diag_free(diag);
}

static void test_cannot_open(void)
{
	struct diag *diag = diag_new();
	GError *error = NULL;
	char *dir = g_dir_make_tmp("input-XXXXXX", NULL);
	g_autofree char *path = g_build_filename(dir, "none", NULL);

	g_assert_null(input_open(path, "shown", diag, &error));
	g_assert_nonnull(error);
	g_assert_true(g_str_has_prefix(error->message, "cannot read 'shown': "));
	g_assert_true(g_str_has_suffix(error->message, g_strerror(ENOENT)));
	g_error_free(error);
	input_close(NULL);
	g_rmdir(dir);
	g_free(dir);
	diag_free(diag);
}

/* A read error ends the input with a diagnostic. */
static void test_read_error(void)
{
	struct diag *diag = diag_new();
	GError *error = NULL;
	char *dir = g_dir_make_tmp("input-XXXXXX", NULL);
	struct input *in = input_open(dir, "dir", diag, &error);
	struct text t;

	if (in) {
		g_assert_cmpint(input_next(in, &t), ==, INPUT_END);
		g_assert_cmpuint(diag_count(diag), ==, 1);
		g_assert_cmpint(diag_get(diag, 0)->code, ==, DIAG_CANNOT_READ);
		g_assert_cmpstr(diag_get(diag, 0)->detail, ==, g_strerror(EISDIR));
	} else {
		g_assert_nonnull(error);
		g_error_free(error);
	}
	input_close(in);
	g_rmdir(dir);
	g_free(dir);
	diag_free(diag);
}

/* A filter that takes lines with an M, skips those with an S and writes down what it is told. */
struct spy {
	struct input_filter filter;
	GString *log;
	const char *limit;
	guint fresh, lines;
};

static enum input_verdict spy_take(
	struct input_filter *filter, const struct text *line, const char *limit, bool fresh)
{
	struct spy *spy = (struct spy *)filter;
	enum input_verdict verdict = memchr(line->s, 'M', line->n)   ? INPUT_TAKE
				     : memchr(line->s, 'S', line->n) ? INPUT_SKIP
								     : INPUT_PASS;
	static const char *const words[] = {
		[INPUT_PASS] = "look", [INPUT_SKIP] = "skip", [INPUT_TAKE] = "take"};

	g_assert_true(line->s + line->n <= limit);
	g_assert_true(fresh || limit == spy->limit);
	g_assert_true(fresh || spy->lines);
	spy->limit = limit;
	spy->fresh += fresh;
	spy->lines++;
	if (spy->log)
		g_string_append_printf(
			spy->log, "%s(%.*s) ", words[verdict], (int)line->n, line->s);
	return verdict;
}

static void spy_taken(struct input_filter *filter)
{
	struct spy *spy = (struct spy *)filter;

	if (spy->log)
		g_string_append(spy->log, "taken ");
}

static void spy_end(struct input_filter *filter)
{
	struct spy *spy = (struct spy *)filter;

	if (spy->log)
		g_string_append(spy->log, "end ");
}

static const struct {
	const char *bytes, *expected;
} filter_rows[] = {
	{"", "end END"},
	{"a\nb\n", "look(a) LINE look(b) LINE end END"},
	{"a\nM\nb\n", "look(a) LINE take(M) BREAK taken look(b) LINE end END"},
	{"M1\nM2\n", "take(M1) BREAK taken take(M2) BREAK taken end END"},
	{"a\nM", "look(a) LINE take(M) BREAK taken end END"},
	{"a\nS\nS\nb\n", "look(a) LINE skip(S) skip(S) look(b) LINE end END"},
	{"S\nM\nS", "skip(S) take(M) BREAK taken skip(S) end END"},
	{"M\r\nb", "take(M) BREAK taken look(b) LINE end END"},
};

static void test_filter(void)
{
	static const char *const names[] = {
		[INPUT_END] = "END", [INPUT_LINE] = "LINE ", [INPUT_BREAK] = "BREAK "};

	for (size_t i = 0; i < G_N_ELEMENTS(filter_rows); i++) {
		const char *bytes = filter_rows[i].bytes;
		struct diag *diag = diag_new();
		struct input *in = input_memory(bytes, strlen(bytes), "m", diag);
		struct spy spy = {{spy_take, spy_taken, spy_end}, g_string_new(NULL), NULL, 0, 0};
		enum input_event event;
		struct text t;

		input_set_filter(in, &spy.filter);
		do {
			event = input_next(in, &t);
			g_string_append(spy.log, names[event]);
		} while (event != INPUT_END);
		if (g_strcmp0(spy.log->str, filter_rows[i].expected))
			fail_row("filter row %zu: got '%s', expected '%s'", i, spy.log->str,
				filter_rows[i].expected);
		g_assert_cmpuint(spy.fresh, ==, spy.lines ? 1 : 0);
		g_string_free(spy.log, TRUE);
		input_close(in);
		diag_free(diag);
	}
}

/* `fresh` is told whenever the bytes in memory changed, and only then (spy_take checks). */
static void test_filter_refill(void)
{
	g_autoptr(GString) text = filler(2 * INPUT_LINE_MAX + 1000, "\n");
	struct diag *diag = diag_new();
	struct spy spy = {{spy_take, spy_taken, spy_end}, NULL, NULL, 0, 0};
	struct scratch scratch;
	struct input *in;
	struct text t;

	scratch_make(&scratch, text->str, text->len);
	in = input_open(scratch.path, "log", diag, NULL);
	input_set_filter(in, &spy.filter);
	while (input_next(in, &t) != INPUT_END)
		g_assert_true(t.s + t.n <= spy.limit);
	g_assert_cmpuint(spy.lines, ==, text->len / 8);
	g_assert_cmpuint(spy.fresh, >=, 3);
	g_assert_cmpuint(spy.fresh, <, 100);
	input_close(in);
	scratch_remove(&scratch);
	diag_free(diag);
}

/* Reads to a line in the middle, and from there a second time, NUL bytes and all. */
static void test_places(void)
{
	static const char bytes[] = "one\r\ntw\0o\nthree\n\nfive and more\nsix";
	const struct input_place start = {0, 0};
	struct input_place place[6];
	struct scratch scratch;
	struct diag *diag = diag_new();
	struct input *in;
	struct text t;
	size_t n = 0;

	scratch_make(&scratch, BYTES(bytes));
	in = input_open_at(scratch.path, "log", &start, 16, diag, NULL);
	do
		place[n] = input_place(in);
	while (input_next(in, &t) != INPUT_END && ++n < 6);
	g_assert_cmpuint(n, ==, 6);
	g_assert_true(t.cut);
	input_close(in);
	for (size_t i = 0; i < n; i++) {
		const char *from = bytes + place[i].offset;

		in = input_open_at(scratch.path, "log", &place[i], 16, diag, NULL);
		g_assert_cmpuint(input_next(in, &t), ==, INPUT_LINE);
		g_assert_cmpuint(t.line, ==, i + 1);
		g_assert_cmpmem(t.s, t.n, from, t.n);
		g_assert_cmpuint(t.n, ==, ((const size_t[]){3, 4, 5, 0, 13, 3})[i]);
		input_close(in);
	}
	g_assert_cmpuint(diag_count(diag), ==, 0);
	scratch_remove(&scratch);
	diag_free(diag);
}

/* A buffer bounds lines. */
static void test_small_buffer(void)
{
	const struct input_place start = {0, 0};
	struct scratch scratch;
	struct diag *diag = diag_new();
	struct input *in;
	struct text t;

	scratch_make(&scratch, BYTES("a line of twenty five byte\nshort\n"));
	in = input_open_at(scratch.path, "log", &start, 16, diag, NULL);
	g_assert_cmpuint(input_next(in, &t), ==, INPUT_LINE);
	g_assert_cmpmem(t.s, t.n, "short", 5);
	g_assert_cmpuint(t.line, ==, 2);
	g_assert_cmpuint(input_next(in, &t), ==, INPUT_END);
	g_assert_cmpuint(diag_count(diag), ==, 1);
	g_assert_cmpstr(diag_get(diag, 0)->detail, ==, "over 16 bytes");
	input_close(in);
	g_assert_null(input_open_at("/no/such", "log", &start, 16, diag, NULL));
	scratch_remove(&scratch);
	diag_free(diag);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/input/line-ends", test_line_ends);
	g_test_add_func("/input/boundary", test_boundary);
	g_test_add_func("/input/long-lines", test_long_lines);
	g_test_add_func("/input/two-long-lines", test_two_long_lines);
	g_test_add_func("/input/memory-has-no-limit", test_memory_has_no_limit);
	g_test_add_func("/input/many-buffers", test_many_buffers);
	g_test_add_func("/input/head", test_head);
	g_test_add_func("/input/pipe", test_pipe);
	g_test_add_func("/input/standard-input", test_standard_input);
	g_test_add_func("/input/cannot-open", test_cannot_open);
	g_test_add_func("/input/read-error", test_read_error);
	g_test_add_func("/input/places", test_places);
	g_test_add_func("/input/small-buffer", test_small_buffer);
	g_test_add_func("/input/filter", test_filter);
	g_test_add_func("/input/filter-refill", test_filter_refill);
	return g_test_run();
}
