/* The log for iotab and people, and the journal of what was made and what is done. */
#include "iorun.h"
#include "life.h"
#include "matrix.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static char *with_ending(const char *path, const char *ending)
{
	struct text t = {0};

	text_printf(&t, "%s%s", path, ending);
	return t.s;
}

void matrix_log_name(struct matrix *m, const char *log)
{
	m->log = with_ending(log, "");
	m->journal = with_ending(log, ".journal");
	m->spool = with_ending(log, ".row");
}

/* A full disk may pass: what cannot be written is tried until somebody stops the campaign. */
static void write_all(const struct matrix *m, int fd, const char *bytes, size_t n)
{
	bool told = false;

	while (n) {
		ssize_t done = write(fd, bytes, n);

		if (done > 0) {
			bytes += done;
			n -= (size_t)done;
		} else if (errno != EINTR) {
			struct timespec second = {1, 0};

			if (!told)
				fprintf(stderr, "iorun: cannot write '%s': %s; trying again\n",
					m->log, strerror(errno));
			told = true;
			if (life_stops > 1)
				exit(MATRIX_STOPPED);
			nanosleep(&second, NULL);
		}
	}
}

void matrix_line(const struct matrix *m, const char *line)
{
	struct text t = {0};

	text_printf(&t, "%s\n", line);
	write_all(m, m->log_fd, t.s, t.n);
	fsync(m->log_fd);
	text_free(&t);
}

/* One line, whatever is in the text. */
static void note(const struct matrix *m, const char *mark, const char *label, const char *s)
{
	struct text t = {0};

	text_printf(&t, "iorun: %s %s%s%s", mark, label, *label ? ": " : "", s);
	for (char *p = t.s; *p; p++)
		if ((unsigned char)*p < ' ' && *p != '\t')
			*p = ' ';
	matrix_line(m, t.s);
	text_free(&t);
}

void matrix_note(const struct matrix *m, const char *format, ...)
{
	struct text t = {0};
	char line[2048];
	va_list args;

	va_start(args, format);
	vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	text_put(&t, line);
	note(m, "#", "", t.s);
	text_free(&t);
}

void matrix_note_lines(const struct matrix *m, const char *label, FILE *from)
{
	char line[1024];

	rewind(from);
	while (fgets(line, sizeof(line), from)) {
		line[strcspn(line, "\r\n")] = 0;
		note(m, "#", label, line);
	}
}

/* A new name is on disk only when its folder is. */
static void sync_folder(const char *path)
{
	char *folder = with_ending(path, ""), *slash = strrchr(folder, '/');
	int fd;

	if (slash)
		slash[slash == folder] = 0;
	fd = open(slash ? folder : ".", O_RDONLY);
	if (fd != -1) {
		fsync(fd);
		close(fd);
	}
	free(folder);
}

static int make(const char *path, struct text *error)
{
	int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_APPEND, 0644);

	if (fd == -1 && errno == EEXIST)
		text_printf(error,
			"'%s' is there; --resume goes on with a campaign, another --log "
			"begins one",
			path);
	else if (fd == -1)
		text_printf(error, "cannot make '%s': %s", path, strerror(errno));
	else
		fcntl(fd, F_SETFD, FD_CLOEXEC);
	return fd;
}

static void put_time(struct text *out)
{
	time_t now = time(NULL);
	char text[32];

	strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", gmtime(&now));
	text_put(out, text);
}

static void set_number(struct pairs *pairs, const char *key, double value)
{
	char text[64];

	snprintf(text, sizeof(text), "%.15g", value);
	pairs_set(pairs, key, text);
}

bool matrix_log_begin(struct matrix *m, struct text *error)
{
	struct text t = {0};
	struct pairs facts = {NULL, 0};
	char seed[32];

	m->log_fd = make(m->log, error);
	if (m->log_fd == -1)
		return false;
	m->journal_fd = make(m->journal, error);
	if (m->journal_fd == -1) {
		close(m->log_fd);
		unlink(m->log);
		return false;
	}
	put_time(&t);
	matrix_note(m, "iorun matrix %s, begun %s on %s", IORUN_VERSION, t.s, m->plan.host);
	text_free(&t);
	matrix_note(m, "%lu rows: %lu combinations x %u, seed %llu", (unsigned long)m->n_rows,
		(unsigned long)m->n_combinations, m->plan.repeats, (unsigned long long)m->seed);
	for (const char *p = m->plan.text, *end; *p; p = *end ? end + 1 : end) {
		char *line;

		end = p + strcspn(p, "\n");
		line = words_copy(p, (size_t)(end - p));
		note(m, "|", "", line);
		free(line);
	}
	snprintf(seed, sizeof(seed), "%llu", (unsigned long long)m->seed);
	pairs_set(&facts, "seed", seed);
	set_number(&facts, "rows", (double)m->n_rows);
	pairs_set(&facts, "plan", m->plan.name);
	matrix_journal(m, "start", 0, &facts);
	pairs_free(&facts);
	sync_folder(m->log);
	return true;
}

void matrix_journal(const struct matrix *m, const char *what, size_t row, const struct pairs *more)
{
	struct text t = {0};

	text_printf(&t, "%s row=%lu", what, (unsigned long)row + 1);
	for (size_t i = 0; more && i < more->n; i++)
		words_put_pair(&t, more->pair[i].key, more->pair[i].value);
	text_put(&t, "\n");
	write_all(m, m->journal_fd, t.s, t.n);
	fsync(m->journal_fd);
	text_free(&t);
}

/* ---- reading ----------------------------------------------------------------------------------
 */

/* A line without its end; false: none, or one that was cut. */
static bool get_line(FILE *f, struct text *line)
{
	int c;

	text_clear(line);
	while ((c = getc(f)) != EOF && c != '\n') {
		char byte = (char)c;

		text_add(line, &byte, 1);
	}
	return c == '\n';
}

static bool start_of(struct matrix *m, struct text *error)
{
	FILE *f = fopen(m->journal, "r");
	struct text line = {0}, key = {0}, value = {0};
	const char *at;
	bool good = false;

	if (!f) {
		text_printf(error, "cannot read '%s', the campaign's journal: %s", m->journal,
			strerror(errno));
		return false;
	}
	if (get_line(f, &line) && strncmp(text_of(&line), "start ", 6) == 0)
		for (at = line.s + 6; words_pair(&at, &key, &value);)
			if (strcmp(text_of(&key), "seed") == 0) {
				m->seed = strtoull(text_of(&value), NULL, 10);
				good = true;
			}
	if (!good)
		text_printf(error,
			"'%s' is no journal of a campaign that began; cut off at its "
			"very start, remove it and '%s' and begin anew",
			m->journal, m->log);
	fclose(f);
	text_free(&line);
	text_free(&key);
	text_free(&value);
	return good;
}

bool matrix_log_read(struct matrix *m, struct text *error)
{
	static const char mark[] = "iorun: | ";
	struct text line = {0}, plan = {0};
	FILE *f;
	bool good;

	if (!start_of(m, error))
		return false;
	f = fopen(m->log, "r");
	if (!f) {
		text_printf(error, "cannot read '%s': %s", m->log, strerror(errno));
		return false;
	}
	while (get_line(f, &line) && strncmp(text_of(&line), "iorun: begin ", 13) != 0)
		if (strncmp(text_of(&line), mark, sizeof(mark) - 1) == 0)
			text_printf(&plan, "%s\n", line.s + sizeof(mark) - 1);
	fclose(f);
	good = plan_read(&m->plan, m->log, text_of(&plan), plan.n, error);
	if (good)
		matrix_rows(m);
	text_free(&line);
	text_free(&plan);
	return good;
}

/* Did this begin what may have been cut off before the next line? */
static bool leaves_half(bool half, const char *what)
{
	if (strcmp(what, "begin") == 0 || strcmp(what, "destroying") == 0)
		return true;
	if (strcmp(what, "created") == 0 || strcmp(what, "destroyed") == 0 ||
		strcmp(what, "done") == 0)
		return false;
	return half;
}

/* What a line of the journal says of its row. */
static void tell_row(struct matrix_row *row, const char *what, const struct pairs *p)
{
	const char *text = pairs_get(p, "time");
	double when = text ? strtod(text, NULL) : 0;

	if (strcmp(what, "begin") == 0) {
		row->begun++;
		row->created = row->destroying = row->gone = row->done = row->appending = false;
		row->began = when;
	} else if (strcmp(what, "created") == 0) {
		row->created = true;
		free(row->identity);
		text = pairs_get(p, "identity");
		row->identity = words_copy(text ? text : "", text ? strlen(text) : 0);
	} else if (strcmp(what, "destroying") == 0) {
		row->destroying = true;
	} else if (strcmp(what, "destroyed") == 0 || strcmp(what, "gone") == 0) {
		row->gone = true;
	} else if (strcmp(what, "done") == 0) {
		row->done = true;
		free(row->status);
		text = pairs_get(p, "status");
		row->status = words_copy(text ? text : "?", text ? strlen(text) : 1);
		text = pairs_get(p, "seconds");
		row->seconds = text ? strtod(text, NULL) : 0;
	} else if (strcmp(what, "append") == 0) {
		text = pairs_get(p, "offset");
		row->appending = text && row->done;
		row->offset = text ? strtol(text, NULL, 10) : 0;
	} else if (strcmp(what, "logged") == 0) {
		row->logged = row->done;
		row->ended = when;
	}
}

bool matrix_journal_read(struct matrix *m, struct text *error)
{
	FILE *f = fopen(m->journal, "r");
	struct text line = {0}, key = {0}, value = {0};

	if (!f) {
		text_printf(error, "cannot read '%s': %s", m->journal, strerror(errno));
		return false;
	}
	while (get_line(f, &line)) {
		struct pairs p = {NULL, 0};
		char *what = line.s;
		const char *rest, *number;
		unsigned long row;

		if (!what || !strchr(what, ' '))
			continue;
		rest = strchr(what, ' ') + 1;
		what[rest - what - 1] = 0;
		while (words_pair(&rest, &key, &value))
			pairs_set(&p, text_of(&key), text_of(&value));
		number = pairs_get(&p, "row");
		row = number ? strtoul(number, NULL, 10) : 0;
		if (row >= 1 && row <= m->n_rows && strcmp(what, "start") != 0)
			tell_row(&m->row[row - 1], what, &p);
		m->half = leaves_half(m->half, what);
		pairs_free(&p);
	}
	fclose(f);
	text_free(&line);
	text_free(&key);
	text_free(&value);
	return true;
}

/* Opens a file to go on behind its last whole line; a line that was cut goes when `drop`. */
static int reopen(const char *path, bool drop, struct text *error)
{
	int fd = open(path, O_RDWR | O_APPEND);
	char byte = '\n';
	off_t end;

	if (fd == -1) {
		text_printf(error, "cannot open '%s': %s", path, strerror(errno));
		return -1;
	}
	fcntl(fd, F_SETFD, FD_CLOEXEC);
	end = lseek(fd, 0, SEEK_END);
	while (end > 0 && pread(fd, &byte, 1, end - 1) == 1 && byte != '\n' && drop)
		end--;
	if (drop ? ftruncate(fd, end) == -1 : byte != '\n' && write(fd, "\n", 1) != 1) {
		text_printf(error, "cannot write '%s': %s", path, strerror(errno));
		close(fd);
		return -1;
	}
	return fd;
}

bool matrix_log_resume(struct matrix *m, struct text *error)
{
	struct text t = {0};
	bool appending = false;

	for (size_t i = 0; i < m->n_rows; i++)
		appending |= m->row[i].appending && !m->row[i].logged;
	m->journal_fd = reopen(m->journal, true, error);
	if (m->journal_fd == -1)
		return false;
	m->log_fd = reopen(m->log, false, error);
	if (m->log_fd == -1)
		return false;
	if (appending)
		return true; /* what was moved to the log by half goes first */
	put_time(&t);
	matrix_note(m, "resumed %s", t.s);
	text_free(&t);
	return true;
}

/* ---- the row's output -------------------------------------------------------------------------
 */

int matrix_spool(struct matrix *m, struct text *error)
{
	int fd;

	unlink(m->spool);
	fd = open(m->spool, O_RDWR | O_CREAT | O_EXCL | O_APPEND, 0644);
	if (fd == -1)
		text_printf(error, "cannot make '%s': %s", m->spool, strerror(errno));
	else
		fcntl(fd, F_SETFD, FD_CLOEXEC);
	return fd;
}

static void copy_spool(struct matrix *m)
{
	int fd = open(m->spool, O_RDONLY);
	char bytes[65536], last = '\n';
	ssize_t n;

	if (fd == -1)
		return;
	while ((n = read(fd, bytes, sizeof(bytes))) > 0) {
		write_all(m, m->log_fd, bytes, (size_t)n);
		last = bytes[n - 1];
	}
	if (last != '\n')
		write_all(m, m->log_fd, "\n", 1);
	close(fd);
}

static void put_end(struct matrix *m, size_t row)
{
	const struct matrix_row *r = &m->row[row];
	bool ok = strcmp(r->status, "ok") == 0;
	struct text t = {0};

	if (!m->plan.thumper)
		text_printf(&t, "iorun: end row=%lu/%lu status=%s %s=%.*f", (unsigned long)row + 1,
			(unsigned long)m->n_rows, r->status, ok ? "seconds" : "after",
			r->seconds < 100 ? 2 : 0, r->seconds);
	else if (ok)
		text_printf(&t, "all destroyed, test ran for %.0f", r->seconds);
	else
		text_printf(&t, "iorun: # not ok: %s", r->status);
	matrix_line(m, t.s);
	text_free(&t);
}

bool matrix_append(struct matrix *m, size_t row, struct text *error)
{
	struct matrix_row *r = &m->row[row];
	struct pairs facts = {NULL, 0};
	struct stat s;

	if (!r->appending) {
		r->offset = (long)lseek(m->log_fd, 0, SEEK_END);
		set_number(&facts, "offset", (double)r->offset);
		matrix_journal(m, "append", row, &facts);
		pairs_free(&facts);
		r->appending = true;
	} else if (fstat(m->log_fd, &s) == -1 || s.st_size < r->offset ||
		   ftruncate(m->log_fd, r->offset) == -1) {
		text_printf(error, "'%s' is not as the journal left it: it has less than %ld bytes",
			m->log, r->offset);
		return false;
	}
	copy_spool(m);
	put_end(m, row);
	set_number(&facts, "time", (double)time(NULL));
	matrix_journal(m, "logged", row, &facts);
	pairs_free(&facts);
	r->logged = true;
	unlink(m->spool);
	return true;
}

void matrix_spool_drop(struct matrix *m)
{
	FILE *f = fopen(m->spool, "r");

	if (!f)
		return;
	matrix_note_lines(m, "cut", f);
	fclose(f);
	unlink(m->spool);
}
