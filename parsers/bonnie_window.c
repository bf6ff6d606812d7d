#include "parsers/bonnie_window.h"

#include "parsers/bonnie_fields.h"
#include "parsers/bonnie_push.h"
#include <string.h>

#define WINDOW 256

struct bonnie_window {
	struct sink *out;
	const char *file;
	struct bonnie_push *push; /* NULL: runs are only noted in `view` */
	struct twins_view view;
	GQueue runs;     /* struct bonnie_run *, by line */
	GPtrArray *free; /* runs to be used again */
	size_t tables;   /* how many of `runs` come from a table */
	bool used;
	struct bonnie_csv_line look; /* of a line of csv that is looked into late */
};

struct bonnie_window *bonnie_window_new(
	struct sink *out, const char *file, const struct twins_view *view, bool scouts)
{
	struct bonnie_window *w = g_new0(struct bonnie_window, 1);

	w->out = out;
	w->file = file;
	w->view = *view;
	w->push = scouts ? NULL : bonnie_push_new(out, file);
	g_queue_init(&w->runs);
	w->free = g_ptr_array_new();
	bonnie_csv_init(&w->look);
	return w;
}

void bonnie_window_free(struct bonnie_window *w)
{
	bonnie_window_flush(w);
	for (guint i = 0; i < w->free->len; i++)
		bonnie_run_free(w->free->pdata[i]);
	g_ptr_array_free(w->free, TRUE);
	if (w->push)
		bonnie_push_free(w->push);
	bonnie_csv_clear(&w->look);
	g_free(w);
}

static void report_bad(struct bonnie_window *w, const struct bonnie_run *run, size_t bad)
{
	if (bad)
		diag_at(w->out->diag, DIAG_ROW_UNREADABLE, w->file, run->line,
			"%zu fields of csv are no figures", bad);
}

/* Looks into a line of csv if nobody has so far. */
static void look(struct bonnie_window *w, struct bonnie_run *run)
{
	if (run->fields.shape)
		report_bad(w, run, bonnie_fields_look(run, &w->look));
}

static GList *best_partner(struct bonnie_window *w, const struct bonnie_run *run)
{
	GList *best = NULL;
	unsigned most = 0;

	if (run->csv && !run->table && !w->tables)
		return NULL;
	for (GList *l = w->runs.head; l; l = l->next) {
		unsigned fit = bonnie_run_fit(run, l->data);

		if (fit > most) {
			most = fit;
			best = l;
		}
	}
	return best;
}

static void report(struct bonnie_window *w, const struct bonnie_run *run)
{
	struct diag *diag = w->out->diag;
	guint32 bogus = 0;

	for (int t = BONNIE_SEQ_CREATE; t < BONNIE_TESTS && !bogus; t++)
		if (run->cell[t][BONNIE_RATE].state == BONNIE_BOGUS)
			bogus = run->cell[t][BONNIE_RATE].line;
	if (bogus)
		diag_at(diag, DIAG_BOGUS_TEXT, w->file, bogus, "create rates of bonnie++ %s",
			run->version->len ? run->version->str : "1.98 or later");
	if (run->error->len && !run->cut)
		diag_at(diag, run->refused ? DIAG_RUN_REFUSED : DIAG_RUN_ERROR, w->file, run->line,
			"%s", run->error->str);
	if (run->cut)
		diag_at(diag, DIAG_RUN_INCOMPLETE, w->file, run->line, NULL);
}

static void give(struct bonnie_window *w, struct bonnie_run *run)
{
	if (!run->fields.shape)
		report(w, run);
	report_bad(w, run, bonnie_push_run(w->push, run));
}

/* What other forms of the run may lack: csv has no version up to 1.04, no chunk size in 2.00. */
static struct twin twin_of(const struct bonnie_run *run)
{
	struct twin twin = {.print = bonnie_run_print(run), .rank = run->csv};

	twin.extra[0] = run->facts.chunk;
	memcpy(&twin.extra[1], run->version->str, MIN(run->version->len, sizeof(twin.extra[1])));
	return twin;
}

/* Does another input have the run in a better form, or earlier? */
static bool stands_elsewhere(struct bonnie_window *w, struct bonnie_run *run)
{
	struct twin twin;
	const char *file;

	if (!w->view.twins)
		return false;
	twin = twin_of(run);
	file = twins_better(&w->view, &twin);
	if (file) {
		diag_at(w->out->diag, DIAG_SAME_RUN, w->file, run->line, "'%s'", file);
		return true;
	}
	run->facts.chunk = twin.extra[0];
	if (!run->version->len)
		g_string_append_len(run->version, (const char *)&twin.extra[1],
			(gssize)strnlen((const char *)&twin.extra[1], sizeof(twin.extra[1])));
	return false;
}

/* Hands on the oldest run, with what the later ones of the same run add to it. */
static void emit(struct bonnie_window *w)
{
	struct bonnie_run *run = g_queue_pop_head_link(&w->runs)->data;
	GList *found;

	if (w->view.twins || !w->push)
		look(w, run);
	w->tables -= run->table;
	while ((found = best_partner(w, run))) {
		struct bonnie_run *partner = found->data;

		g_queue_unlink(&w->runs, found);
		w->tables -= partner->table;
		bonnie_run_merge(run, partner, w->out->diag, w->file);
		g_ptr_array_add(w->free, partner);
	}
	if (!w->push)
		twins_note(&w->view, twin_of(run));
	else if (!stands_elsewhere(w, run))
		give(w, run);
	g_ptr_array_add(w->free, run);
}

struct bonnie_run *bonnie_window_add(struct bonnie_window *w, guint32 line)
{
	struct bonnie_run *run = w->free->len
					 ? g_ptr_array_steal_index_fast(w->free, w->free->len - 1)
					 : bonnie_run_new();

	bonnie_run_reset(run, line);
	run->link = (GList){.data = run};
	g_queue_push_tail_link(&w->runs, &run->link);
	w->used = true;
	while (w->runs.length > WINDOW && !((struct bonnie_run *)w->runs.head->data)->open)
		emit(w);
	return run;
}

struct bonnie_run *bonnie_window_add_table(struct bonnie_window *w, guint32 line)
{
	struct bonnie_run *run = bonnie_window_add(w, line);

	/* From now on there is something to compare lines of csv with. */
	for (GList *l = w->tables ? NULL : w->runs.head; l; l = l->next)
		look(w, l->data);
	run->table = true;
	w->tables++;
	return run;
}

bool bonnie_window_tables(const struct bonnie_window *w)
{
	return w->tables > 0;
}

bool bonnie_window_used(const struct bonnie_window *w)
{
	return w->used;
}

void bonnie_window_flush(struct bonnie_window *w)
{
	while (w->runs.length)
		emit(w);
}
