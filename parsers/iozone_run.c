#include "parsers/iozone_run.h"

#include "parsers/iozone_line.h"
#include <string.h>

static struct run facts(const struct iozone_run *r)
{
	const struct iozone_head *h = &r->head;
	struct run run = {
		.tool = "iozone",
		.version = h->version->len ? h->version->str : NULL,
		.command = h->command->len ? h->command->str : NULL,
		.when = h->when->len ? h->when->str : NULL,
		.error = r->error->len ? r->error->str : NULL,
		.pos = {r->file, r->line},
	};

	if (r->complete && r->n_figures && !r->damaged)
		run.status = RUN_COMPLETE;
	else if (r->interrupted && !r->error->len)
		run.status = RUN_INTERRUPTED;
	else
		run.status = r->n_figures ? RUN_PARTIAL : RUN_FAILED;
	if (run.status == RUN_FAILED && !run.error)
		run.error = !r->complete    ? "the output ends before any figure"
			    : h->throughput ? "no phase with a figure"
					    : "no row in its table";
	return run;
}

void iozone_run_begin(struct iozone_run *r)
{
	struct run run = facts(r);

	if (r->begun)
		return;
	r->begun = true;
	r->out->run_begin(r->out, &run);
}

static void report_end(struct iozone_run *r, const struct run *run)
{
	struct diag *diag = r->out->diag;

	if (r->error->len)
		diag_at(diag, r->refused ? DIAG_RUN_REFUSED : DIAG_RUN_ERROR, r->file, r->line,
			"%s", r->error->str);
	else if (r->complete && !r->n_figures)
		diag_at(diag, DIAG_NO_ROWS, r->file, r->line, NULL);
	else if (run->status != RUN_COMPLETE)
		diag_at(diag, DIAG_RUN_INCOMPLETE, r->file, r->line, "%s, %zu %s",
			run_status_name(run->status), r->n_figures,
			r->head.throughput ? "phases" : "figures");
	if (r->head.invalid)
		diag_at(diag, DIAG_INVALID_MODE, r->file, r->line, NULL);
	if (!r->head.unit_said && !r->head.throughput && r->n_figures)
		diag_at(diag, DIAG_UNIT_GUESSED, r->file, r->line, "kBytes/sec taken");
}

static void reset(struct iozone_run *r)
{
	GString *error = g_string_truncate(r->error, 0);

	r->present = r->begun = r->header = false;
	r->complete = r->interrupted = r->refused = r->damaged = r->error_open = false;
	r->reported = r->crowded = false;
	r->n_rows = r->n_figures = 0;
	r->error = error;
	r->shape = (struct iozone_shape){0, -1, -1, -1};
	r->memo.misses = 0;
}

void iozone_run_init(struct iozone_run *r, struct sink *out, const char *file)
{
	*r = (struct iozone_run){.out = out, .file = file, .error = g_string_new(NULL)};
	iozone_head_init(&r->head);
	r->rows = iozone_rows_new(out, &r->head, file);
	r->throughput = iozone_throughput_new(out, &r->head, file);
	r->excel = iozone_excel_new(out->diag, file);
	r->kept = iozone_kept_new(out->diag, file);
	iozone_wrap_init(&r->wrap);
	reset(r);
}

void iozone_run_clear(struct iozone_run *r)
{
	iozone_rows_free(r->rows);
	iozone_throughput_free(r->throughput);
	iozone_excel_free(r->excel);
	iozone_kept_free(r->kept);
	iozone_wrap_clear(&r->wrap);
	iozone_head_clear(&r->head);
	g_string_free(r->error, TRUE);
}

/* What the head has said by now, until the first row has been read by it. */
static void settle(struct iozone_run *r)
{
	if (r->n_rows)
		return;
	iozone_rows_settle(r->rows);
	r->shape.tests = r->head.tests;
	iozone_release(r->head.version->len ? r->head.version->str : NULL, &r->shape.version_layout,
		&r->shape.version_blanks);
}

/* The figures of a row; of what is missing the reader is told. */
static void give_row(struct iozone_run *r, const struct iozone_row *row, guint32 line)
{
	struct diag *diag = r->out->diag;
	size_t figures = 0, lost = 0;

	for (size_t i = 0; i < row->n; i++) {
		figures += row->cell[i].s && !row->cell[i].disputed;
		lost += !row->cell[i].s;
	}
	if (lost)
		diag_at(diag, DIAG_ROW_PUSHED, r->file, line, "%zu figures of %zu", lost,
			row->plan.n);
	else if (row->n < row->plan.n)
		diag_at(diag, DIAG_ROW_PARTIAL, r->file, line, "%zu figures of %zu", row->n,
			row->plan.n);
	r->damaged = r->damaged || row->n < row->plan.n;
	r->n_figures += figures;
	iozone_rows_push(r->rows, row, line);
}

static void give_kept(struct iozone_run *r)
{
	const struct iozone_kept_row *kept;

	for (size_t i = 0; (kept = iozone_kept_get(r->kept, i)); i++)
		give_row(r, &kept->row, kept->line);
	iozone_kept_reset(r->kept);
}

/* Now, or at the end of the run when a report may follow that has the same figures. */
static void take_row(struct iozone_run *r, const struct iozone_row *row, guint32 line)
{
	if (iozone_head_reports(&r->head) && !r->crowded) {
		if (iozone_kept_add(r->kept, row, line))
			return;
		give_kept(r);
		r->crowded = true;
	}
	give_row(r, row, line);
}

/*
 * Figures of the report that no row has: all of them when the table is not there, else use of the
 * CPU and rows that were lost.  In a run that was stopped the last ones may be anything.
 */
static void give_reported(
	struct iozone_run *r, const struct iozone_reported *figures, size_t n, const bool *used)
{
	bool wanted = !r->n_rows || (r->complete && !r->crowded);

	for (size_t i = 0; i < n; i++) {
		if (figures[i].phase || used[i] || !(figures[i].cpu || wanted))
			continue;
		iozone_rows_reported(r->rows, &figures[i]);
		r->n_figures += !figures[i].cpu;
	}
}

/* The rows that were kept, and what the report adds to them. */
static void end_table(struct iozone_run *r)
{
	bool unreadable, disputed = false;
	size_t n;
	const struct iozone_reported *figures = iozone_excel_figures(r->excel, &n, &unreadable);
	g_autofree bool *used = g_new0(bool, n + 1);

	settle(r);
	r->head.throughput = r->head.throughput || (n && figures[0].phase);
	iozone_throughput_report(r->throughput, figures, n);
	iozone_kept_match(r->kept, figures, n, r->complete, used, &disputed);
	give_kept(r);
	give_reported(r, figures, n, used);
	r->damaged = r->damaged || disputed || (unreadable && !r->n_rows);
	iozone_excel_reset(r->excel);
}

void iozone_run_start(struct iozone_run *r, guint32 line)
{
	if (r->present)
		return;
	r->present = true;
	r->line = line;
}

/* The last number of an input that ends without a line end may lack digits. */
static void drop_cut(struct iozone_run *r, struct iozone_row *row, const struct text *t)
{
	if (!t->cut || row->length != t->n)
		return;
	if (row->n)
		row->n--;
	diag_at(r->out->diag, DIAG_CUT_FIGURE, r->file, t->line, NULL);
}

/* What follows the last cell on the line comes from another writer. */
static bool shares_line(const struct text *t, const struct iozone_row *row)
{
	for (size_t i = row->length; i < t->n; i++)
		if (t->s[i] != ' ' && t->s[i] != '\t')
			return true;
	return false;
}

static bool plausible(const struct iozone_run *r, const struct iozone_row *row)
{
	if (r->header)
		return row->record_kb && row->file_kb >= row->record_kb;
	return iozone_usual_row(row);
}

static enum line_class unread_row(struct iozone_run *r, const struct text *t)
{
	if (r->header || r->n_rows) {
		diag_at(r->out->diag, DIAG_ROW_UNREADABLE, r->file, t->line, NULL);
		r->damaged = true;
		return LINE_FIGURES;
	}
	return LINE_UNKNOWN;
}

static enum line_class judge_row(
	struct iozone_run *r, enum iozone_fit fit, struct iozone_row *row, const struct text *t)
{
	if (fit == IOZONE_ROW_UNFIT || !plausible(r, row))
		return unread_row(r, t);
	if (t->cut && row->length == t->n && !row->n) {
		diag_at(r->out->diag, DIAG_CUT_FIGURE, r->file, t->line, NULL);
		return LINE_FIGURES; /* the record size itself is cut */
	}
	iozone_run_start(r, t->line);
	drop_cut(r, row, t);
	if (row->counted && !r->shape.tests && !r->n_rows)
		diag_at(r->out->diag, DIAG_ROW_NO_LAYOUT, r->file, t->line, "%zu columns",
			row->plan.n);
	iozone_run_begin(r);
	r->n_rows++;
	take_row(r, row, t->line);
	return shares_line(t, row) ? LINE_UNKNOWN : LINE_FIGURES;
}

static enum line_class judge_text(struct iozone_run *r, const struct text *t)
{
	struct iozone_row row;
	enum iozone_fit fit = iozone_row_read(t->s, t->n, &r->shape, &r->memo, &row);

	return judge_row(r, fit, &row, t);
}

/* What was held did not become a whole row: its first line is what it is, the others are nothing.
 */
void iozone_run_no_row(struct iozone_run *r)
{
	struct text line;
	guint32 last;

	if (!iozone_wrap_drop(&r->wrap, &line, &last))
		return;
	judge_text(r, &line);
	for (guint32 at = line.line + 1; at <= last; at++)
		diag_at(r->out->diag, DIAG_ROW_UNREADABLE, r->file, at, NULL);
}

void iozone_run_finish(struct iozone_run *r)
{
	struct run run;
	bool damaged;

	iozone_run_no_row(r);
	if (!r->present)
		return;
	iozone_run_begin(r);
	end_table(r);
	r->n_figures += iozone_throughput_end(r->throughput, &damaged);
	r->damaged = r->damaged || damaged;
	run = facts(r);
	report_end(r, &run);
	r->out->run_end(r->out, &run);
	r->read_something = true;
	reset(r);
	iozone_head_reset(&r->head);
}

/*
 * Rows that nobody wants are most of a sweep of which one size is asked for; of those that are as
 * long as the row before no more than the sizes is read.
 */
static bool skip_row(struct iozone_run *r, const struct text *t)
{
	struct iozone_row row;
	bool same;

	if (!r->out->skips || !r->begun || r->complete || t->cut ||
		!iozone_row_keys(t->s, t->n, &r->shape, &r->memo, &row, &same) || !same ||
		!r->out->skips(r->out, iozone_rows_at(r->rows, row.file_kb, row.record_kb)))
		return false;
	r->n_rows++;
	r->n_figures += r->memo.plan.n;
	return true;
}

/* Is it the start of a row that may go on in the next line? */
static bool may_go_on(const struct iozone_run *r, enum iozone_fit fit, const struct iozone_row *row,
	const struct text *t)
{
	if (t->cut || !(r->header || r->n_rows) || shares_line(t, row))
		return false;
	return fit == IOZONE_ROW_UNFIT || (fit == IOZONE_ROW_PART && plausible(r, row));
}

/* Does the line end a row that began above it, or does it at least belong to one? */
static bool goes_on(struct iozone_run *r, const struct text *t)
{
	struct text whole;

	switch (iozone_wrap_join(&r->wrap, t, &r->shape, &whole)) {
	case IOZONE_WRAP_WHOLE:
		judge_text(r, &whole);
		return true;
	case IOZONE_WRAP_MORE:
		return true;
	default:
		iozone_run_no_row(r);
		return false;
	}
}

enum line_class iozone_run_row(struct iozone_run *r, const struct text *t)
{
	struct iozone_row row;
	enum iozone_fit fit;

	if (r->wrap.line && goes_on(r, t))
		return LINE_FIGURES;
	if (skip_row(r, t))
		return LINE_FIGURES;
	/* A table after the completion line belongs to a run whose head is not there. */
	if (r->complete) {
		if (!iozone_stands_alone(t->s, t->n, &r->lone))
			return LINE_CLASS_COUNT;
		iozone_run_finish(r);
	}
	settle(r);
	fit = iozone_row_read(t->s, t->n, &r->shape, &r->memo, &row);
	if (fit == IOZONE_NO_ROW)
		return LINE_CLASS_COUNT;
	if (may_go_on(r, fit, &row, t)) {
		iozone_wrap_hold(&r->wrap, t, fit, &row);
		return LINE_FIGURES;
	}
	return judge_row(r, fit, &row, t);
}
