/* Rows one by one: make, tell who it is, measure, see that it is still the same, destroy. */
#include "life.h"
#include "matrix.h"
#include "sys.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static void say(const char *what, const struct text *text)
{
	fflush(stdout);
	fprintf(stderr, "iorun: %s%s\n", what, text_of(text));
}

/* The command that goes on, for a shell. */
static void put_resume(const struct matrix *m, struct text *out)
{
	text_put(out, "iorun matrix --resume ");
	words_put_shell(out, m->log);
}

/* What a person can do about something that is in the way and that is not ours to destroy. */
static int ask_human(const struct matrix *m, size_t row, const char *why)
{
	struct text command = {0}, error = {0}, name = {0};

	matrix_row_name(m, row, true, &name);
	matrix_note(m, "stopped at %s: %s; nothing was destroyed", name.s, why);
	fflush(stdout);
	fprintf(stderr, "iorun: stopped at %s: %s\niorun: nothing was destroyed\n", name.s, why);
	if (m->plan.hook[PLAN_DESTROY].text &&
		matrix_expand(m, row, PLAN_DESTROY, &command, &error)) {
		matrix_note(m, "if it may go: %s", command.s);
		fprintf(stderr, "iorun: look at it; if it may go, destroy it yourself:\n  %s\n",
			command.s);
	}
	text_clear(&name);
	put_resume(m, &name);
	fprintf(stderr, "iorun: then go on:\n  %s\n", name.s);
	text_free(&command);
	text_free(&error);
	text_free(&name);
	return MATRIX_HUMAN;
}

/* What identify tells now, in one line; empty: nothing is there, which with `quiet` is expected. */
static void identify(const struct matrix *m, size_t row, bool quiet, struct text *out)
{
	struct matrix_end end;
	size_t n;

	text_clear(out);
	if (!m->plan.hook[PLAN_IDENTIFY].text)
		return;
	end = matrix_hook(m, row, PLAN_IDENTIFY, out, quiet);
	if (end.code != 0)
		text_clear(out);
	for (n = out->n; n && strchr(" \t\r\n", out->s[n - 1]); n--)
		out->s[n - 1] = 0;
	out->n = n;
	for (size_t i = 0; i < n; i++)
		if ((unsigned char)out->s[i] < ' ')
			out->s[i] = ' ';
}

/* ---- destroying -------------------------------------------------------------------------------
 */

static int run_destroy(struct matrix *m, size_t row)
{
	struct text now = {0}, why = {0};
	struct matrix_end end;
	int code = MATRIX_DONE;

	matrix_journal(m, "destroying", row, NULL);
	m->row[row].destroying = true;
	end = matrix_hook(m, row, PLAN_DESTROY, NULL, false);
	if (end.code != 0)
		identify(m, row, false, &now);
	if (end.code != 0 && now.n) {
		text_printf(&why, "destroy ended with status %d%s, and '%s' is still there",
			end.code, end.late ? ", over the time limit" : "", now.s);
		code = ask_human(m, row, why.s);
	} else {
		if (end.code != 0)
			matrix_note(
				m, "destroy ended with status %d, but nothing is left", end.code);
		matrix_journal(m, "destroyed", row, NULL);
		m->row[row].gone = true;
	}
	text_free(&now);
	text_free(&why);
	return code;
}

/* Destroys what the row's create made, if it is still the same. */
static int tear_down(struct matrix *m, size_t row)
{
	struct matrix_row *r = &m->row[row];
	struct text now = {0}, why = {0};
	int code = MATRIX_DONE;

	if (!r->created || r->gone || !m->plan.hook[PLAN_DESTROY].text)
		return MATRIX_DONE;
	identify(m, row, false, &now);
	if (!now.n) {
		matrix_note(m, "nothing is there any more that was made for row %lu%s",
			(unsigned long)row + 1,
			r->destroying ? "" : "; it was not destroyed by this campaign");
		matrix_journal(m, "gone", row, NULL);
		r->gone = true;
	} else if (strcmp(now.s, r->identity) != 0) {
		text_printf(&why,
			"what is there is not what this campaign made: it was '%s' and is '%s'",
			r->identity, now.s);
		code = ask_human(m, row, why.s);
	} else {
		code = run_destroy(m, row);
	}
	text_free(&now);
	text_free(&why);
	return code;
}

/* ---- a row ------------------------------------------------------------------------------------
 */

static void finish(struct matrix *m, size_t row, const char *status, double seconds)
{
	struct matrix_row *r = &m->row[row];
	struct pairs facts = {NULL, 0};
	char text[64];

	free(r->status);
	r->status = words_copy(status, strlen(status));
	r->done = true;
	pairs_set(&facts, "status", status);
	snprintf(text, sizeof(text), "%.3f", seconds);
	r->seconds = strtod(text, NULL); /* as a campaign that is resumed reads it */
	pairs_set(&facts, "seconds", text);
	matrix_journal(m, "done", row, &facts);
	pairs_free(&facts);
}

static int put_into_log(struct matrix *m, size_t row)
{
	struct text error = {0};
	bool good = matrix_append(m, row, &error);

	if (!good)
		say("", &error);
	text_free(&error);
	return good ? MATRIX_DONE : MATRIX_STOPPED;
}

static void begin(struct matrix *m, size_t row)
{
	struct matrix_row *r = &m->row[row];
	struct pairs facts = {NULL, 0};
	struct text line = {0};
	char now[32];

	snprintf(now, sizeof(now), "%.0f", (double)time(NULL));
	pairs_set(&facts, "time", now);
	matrix_journal(m, "begin", row, &facts);
	pairs_free(&facts);
	if (m->plan.thumper) {
		static const char *const keys[] = {"layout", "raid", "slog", "cache"};

		text_put(&line, "Create zpool with");
		for (size_t i = 0; i < 4; i++)
			text_printf(&line, " %s", pairs_get(&r->levels, keys[i]));
		if (r->begun)
			matrix_note(m, "row %lu is begun again", (unsigned long)row + 1);
	} else {
		text_put(&line, "iorun: begin ");
		matrix_row_name(m, row, false, &line);
		if (r->begun)
			text_printf(&line, " again=%u", r->begun);
		for (size_t i = 0; i < r->levels.n; i++)
			words_put_pair(&line, r->levels.pair[i].key, r->levels.pair[i].value);
	}
	matrix_line(m, line.s);
	r->begun++;
	r->created = r->destroying = r->gone = r->done = r->appending = false;
	text_free(&line);
}

/* The row is over without a benchmark, or left for later where a cut may be the cause. */
static int no_create(
	struct matrix *m, size_t row, const char *status, double seconds, const char *why)
{
	int code = MATRIX_DONE;

	if (m->half)
		return ask_human(m, row,
			*why ? why
			     : "it was cut off inside of create or destroy, and create fails now");
	finish(m, row, status, seconds);
	code = put_into_log(m, row);
	return *why ? ask_human(m, row, why) : code;
}

static void created(struct matrix *m, size_t row, const struct text *identity)
{
	struct matrix_row *r = &m->row[row];
	struct pairs facts = {NULL, 0};

	pairs_set(&facts, "identity", text_of(identity));
	matrix_journal(m, "created", row, &facts);
	pairs_free(&facts);
	matrix_note(m, "created, identity '%s'", text_of(identity));
	free(r->identity);
	r->identity = words_copy(text_of(identity), identity->n);
	r->created = true;
	m->half = false;
}

/* Runs create.  False: the row is over, and `*code` says whether the campaign is, too. */
static bool create(struct matrix *m, size_t row, int *code)
{
	const struct plan_command *hook = m->plan.hook;
	struct text now = {0}, why = {0};
	struct matrix_end end = {0, false, false, 0};

	if (!hook[PLAN_CREATE].text)
		return true;
	/* A create that is content with what is there must not make it ours. */
	if (hook[PLAN_DESTROY].text)
		identify(m, row, true, &now);
	if (now.n) {
		text_printf(&why, "'%s' is there before create, which this campaign did not make",
			now.s);
		*code = no_create(m, row, "create-failed", 0, why.s);
		text_free(&now);
		text_free(&why);
		return false;
	}
	end = matrix_hook(m, row, PLAN_CREATE, NULL, false);
	identify(m, row, false, &now);
	if (end.code == 0 && (now.n || !hook[PLAN_IDENTIFY].text)) {
		created(m, row, &now);
		text_free(&now);
		return true;
	}
	matrix_note(m, "create ended with status %d%s", end.code,
		end.code == 0 ? ", but identify tells nothing" : "");
	if (now.n)
		text_printf(&why, "create failed, and '%s' is there now", now.s);
	else if (end.code == 0)
		text_put(&why, "create said that it is done, but identify tells nothing");
	else if (matrix_busy(m, row, &why) == -1)
		text_clear(&why);
	*code = no_create(
		m, row, end.code ? "create-failed" : "not-identified", end.seconds, text_of(&why));
	text_free(&now);
	text_free(&why);
	return false;
}

/* The benchmark, into the spool.  Its status; NULL: it was torn down and is no result. */
static const char *measure(struct matrix *m, size_t row, double *seconds)
{
	static const char *const ends[] = {"ok", "failed", "timeout"};
	struct text script = {0}, error = {0};
	struct matrix_end end;
	int fd = matrix_spool(m, &error);

	if (fd == -1 || !matrix_expand(m, row, PLAN_BENCHMARK, &script, &error)) {
		say("", &error);
		text_free(&error);
		return NULL;
	}
	matrix_note(m, "command %s", script.s);
	end = matrix_child(m, row, script.s, fd, fd, 2);
	fsync(fd);
	close(fd);
	text_free(&script);
	*seconds = end.seconds;
	if (end.torn)
		return NULL;
	if (end.code != 0)
		matrix_note(m, "command ended with status %d%s", end.code,
			end.late ? ", over the time limit" : "");
	return ends[end.late ? 2 : end.code != 0];
}

static bool enough_free(const struct matrix *m, struct text *why)
{
	uint64_t bytes;

	if (!m->plan.min_free || !sys_free_space(m->plan.target, &bytes) ||
		bytes >= m->plan.min_free)
		return true;
	text_put(why, "only ");
	words_put_size(why, (double)bytes);
	text_printf(why, " are free on '%s'", m->plan.target);
	return false;
}

static int stop(const struct matrix *m, const char *why)
{
	struct text command = {0};

	put_resume(m, &command);
	matrix_note(m, "stopped: %s", why);
	fflush(stdout);
	fprintf(stderr, "iorun: stopped: %s; go on with:\n  %s\n", why, command.s);
	text_free(&command);
	return MATRIX_STOPPED;
}

static void tell(const struct matrix *m, size_t row)
{
	struct text t = {0};

	matrix_row_name(m, row, true, &t);
	text_printf(&t, ": %s, ", m->row[row].status);
	words_put_seconds(&t, m->row[row].seconds);
	puts(t.s);
	fflush(stdout);
	text_free(&t);
}

static int run_row(struct matrix *m, size_t row)
{
	struct text why = {0};
	const char *status;
	double seconds = 0;
	int code = MATRIX_DONE, logged = MATRIX_DONE;

	begin(m, row);
	if (create(m, row, &code)) {
		if (!enough_free(m, &why)) {
			code = tear_down(m, row);
			code = code == MATRIX_DONE ? stop(m, why.s) : code;
			text_free(&why);
			return code;
		}
		matrix_pool_facts(m, row);
		status = measure(m, row, &seconds);
		if (!status) {
			code = tear_down(m, row);
			matrix_spool_drop(m);
			return code == MATRIX_DONE ? stop(m, "the row was torn down") : code;
		}
		finish(m, row, status, seconds);
		code = tear_down(m, row);
		logged = put_into_log(m, row);
	}
	if (m->row[row].done)
		tell(m, row);
	return code == MATRIX_DONE ? logged : code;
}

/* ---- a campaign -------------------------------------------------------------------------------
 */

int matrix_recover(struct matrix *m)
{
	struct text now = {0}, why = {0};
	int code = MATRIX_DONE;

	for (size_t i = 0; i < m->n_rows && code == MATRIX_DONE; i++) {
		struct matrix_row *r = &m->row[i];

		if (!r->begun || r->logged)
			continue;
		if (r->appending)
			code = put_into_log(m, i);
		if (code == MATRIX_DONE)
			code = tear_down(m, i);
		if (r->done && !r->logged && put_into_log(m, i) != MATRIX_DONE)
			return MATRIX_STOPPED;
		if (r->done || code != MATRIX_DONE)
			continue;
		matrix_spool_drop(m);
		/* What is there after a create that was cut off was not told to the journal. */
		if (!r->created)
			identify(m, i, true, &now);
		if (now.n) {
			text_printf(&why, "it was cut off before '%s' could be known as its own",
				now.s);
			code = ask_human(m, i, why.s);
		}
	}
	text_free(&now);
	text_free(&why);
	return code;
}

/* May the row begin?  MATRIX_DONE, or how the campaign ends. */
static int before_row(struct matrix *m, size_t row, double began)
{
	struct text why = {0};
	int code = MATRIX_DONE;

	if (!matrix_wait(m))
		return stop(m, "by a signal");
	if (m->plan.max_total > 0 && sys_now() - began > m->plan.max_total)
		return stop(m, "max-total is reached");
	if (m->plan.hook[PLAN_GUARD].text) {
		int status = matrix_hook(m, row, PLAN_GUARD, NULL, false).code;

		text_printf(&why, "guard ended with status %d", status);
		code = status ? stop(m, why.s) : MATRIX_DONE;
		text_clear(&why);
	}
	if (code == MATRIX_DONE && matrix_busy(m, row, &why) != 0) {
		stop(m, why.s);
		code = MATRIX_REFUSED;
	}
	if (code == MATRIX_DONE && life_stops)
		code = stop(m, "by a signal");
	text_free(&why);
	return code;
}

int matrix_run(struct matrix *m)
{
	double began = sys_now();
	size_t failed = 0;
	int code = MATRIX_DONE;

	for (size_t i = 0; i < m->n_rows && code == MATRIX_DONE; i++) {
		if (!m->row[i].logged) {
			code = before_row(m, i, began);
			if (code == MATRIX_DONE)
				code = run_row(m, i);
		}
		failed += m->row[i].logged && strcmp(m->row[i].status, "ok") != 0;
	}
	if (code != MATRIX_DONE)
		return code;
	matrix_note(m, "complete: %lu rows, %lu of them failed", (unsigned long)m->n_rows,
		(unsigned long)failed);
	printf("complete: %lu rows, %lu of them failed; now: iotab %s\n", (unsigned long)m->n_rows,
		(unsigned long)failed, m->log);
	return failed ? MATRIX_ROWS_FAILED : MATRIX_DONE;
}
