#include "parsers/ingest.h"

#include "parsers/context.h"
#include "parsers/parser.h"
#include <string.h>

/* How many units per thread may wait to be joined. */
#define READ_AHEAD 4

/* One unit on its way. */
struct job {
	const struct bundle_unit *unit;
	struct twins_view view;
	struct diag *diag;
	void *partial; /* NULL: it was no log */
	bool done;
};

struct crew {
	const struct ingest *ingest;
	const struct ingest_ops *ops;
	GMutex mutex;
	GCond done;
};

/* Text has no NUL bytes early on, and hardly any bytes below the blank. */
static bool looks_binary(const char *head, size_t n)
{
	size_t odd = 0;

	for (size_t i = 0; i < n; i++)
		odd += (unsigned char)head[i] < ' ' && !strchr("\t\n\r\f\b\033", head[i]);
	return n && odd * 20 > n;
}

/* Of a set, the one whose path stands for all. */
static const struct bundle_input *first_input(const struct job *job)
{
	return job->unit->inputs->pdata[0];
}

static void report_no_log(const struct job *job, const char *head, size_t n)
{
	const char *path = first_input(job)->path;

	if (diag_worst(job->diag) == DIAG_ERROR)
		return; /* it could not be read, and that was said */
	if (!n)
		diag_at(job->diag, DIAG_EMPTY, path, 0, NULL);
	else if (looks_binary(head, n))
		diag_at(job->diag, DIAG_BINARY, path, 0, NULL);
	else
		diag_at(job->diag, DIAG_NO_LOG, path, 0, NULL);
}

/* What stands around the runs of a job; `parser` is NULL for a set, whose logs have no markers. */
static struct context_facts facts_of(
	const struct crew *crew, const struct job *job, const struct parser *parser)
{
	const struct bundle_input *in = first_input(job);
	bool complete = parser && parser->complete;

	return (struct context_facts){
		.markers = complete || !parser ? NULL : crew->ingest->markers,
		.study = crew->ingest->study,
		/* Records have kept what their own paths said. */
		.path = in->by_path,
		.n_path = complete ? 0 : in->n_by_path,
		.set = in->set,
		.n_set = in->n_set,
		.overlay = complete,
	};
}

static void parse_input(
	const struct crew *crew, struct job *job, const struct parser *parser, struct input *in)
{
	const struct context_facts facts = facts_of(crew, job, parser);
	struct context *context;
	struct sink *sink;

	job->partial = crew->ops->open(crew->ops->user, job->diag, &sink);
	context = context_new(&facts, in, sink);
	parser->parse(in, context_sink(context));
	context_finish(context);
	context_free(context);
}

static void read_input(const struct crew *crew, struct job *job)
{
	const struct parser *parser;
	const char *head, *path = first_input(job)->path;
	g_autoptr(GError) error = NULL;
	struct input *in = input_open(path, path, job->diag, &error);
	size_t n;

	if (!in) {
		diag_at(job->diag, DIAG_CANNOT_READ, path, 0, "%s",
			strrchr(error->message, ':') + 2);
		return;
	}
	input_set_twins(in, &job->view);
	head = input_head(in, &n);
	parser = looks_binary(head, n) ? NULL : parser_sniff(head, n);
	if (!parser)
		report_no_log(job, head, n);
	else if (parser->no_runs)
		diag_at(job->diag, parser->told, path, 0, NULL);
	else
		parse_input(crew, job, parser, in);
	input_close(in);
}

static void read_set(const struct crew *crew, struct job *job)
{
	const struct context_facts facts = facts_of(crew, job, NULL);
	const struct bundle_unit *unit = job->unit;
	struct input *nothing = input_memory("", 0, first_input(job)->path, job->diag);
	struct context *context;
	struct sink *sink;

	job->partial = crew->ops->open(crew->ops->user, job->diag, &sink);
	context = context_new(&facts, nothing, sink);
	unit->set->parse((struct bundle_input *const *)unit->inputs->pdata, unit->inputs->len,
		unit->beside, context_sink(context));
	context_finish(context);
	context_free(context);
	input_close(nothing);
}

static void work(gpointer data, gpointer user)
{
	struct job *job = data;
	struct crew *crew = user;

	if (job->unit->set)
		read_set(crew, job);
	else
		read_input(crew, job);
	g_mutex_lock(&crew->mutex);
	job->done = true;
	g_cond_broadcast(&crew->done);
	g_mutex_unlock(&crew->mutex);
}

static void wait_for(struct crew *crew, const struct job *job)
{
	g_mutex_lock(&crew->mutex);
	while (!job->done)
		g_cond_wait(&crew->done, &crew->mutex);
	g_mutex_unlock(&crew->mutex);
}

/* Returns whether it was a log. */
static bool finish(const struct crew *crew, struct job *job, struct diag *diag)
{
	bool log = job->partial != NULL;

	diag_join(diag, job->diag);
	if (log)
		crew->ops->join(crew->ops->user, job->partial);
	diag_free(job->diag);
	return log;
}

static guint64 salt_of(const struct bundle_input *input)
{
	guint64 salt = 0;

	for (size_t i = 0; i < input->n_set + input->n_by_path; i++) {
		const struct level *l =
			i < input->n_set ? &input->set[i] : &input->by_path[i - input->n_set];

		salt = (salt * 31 + g_str_hash(l->key)) * 31 + g_str_hash(l->value);
	}
	return salt;
}

/* The parser of a plain file if its runs may stand in other inputs as well. */
static const struct parser *scout_parser(struct input *in)
{
	size_t n;
	const char *head = input_head(in, &n);
	const struct parser *parser = looks_binary(head, n) ? NULL : parser_sniff(head, n);

	return parser && parser->scout ? parser : NULL;
}

/* Reads an input for its runs; without a view it only says whether that is worth while. */
static bool scout_input(
	const struct bundle_input *input, const struct twins_view *view, struct diag *diag)
{
	struct input *in =
		input->size > 0 ? input_open(input->path, input->path, diag, NULL) : NULL;
	const struct parser *parser = in ? scout_parser(in) : NULL;

	if (parser && view)
		parser->scout(in, view);
	input_close(in);
	return parser;
}

/* Notes the runs of all inputs that may have some in common; what is wrong is said later. */
static struct twins *scout(const GPtrArray *units, struct job *jobs)
{
	struct diag *diag = diag_new();
	struct twins *twins = twins_new();
	GArray *found = g_array_new(FALSE, FALSE, sizeof(guint));

	for (guint i = 0; units->len > 1 && i < units->len; i++) {
		const struct bundle_unit *unit = units->pdata[i];

		if (!unit->set && scout_input(unit->inputs->pdata[0], NULL, diag))
			g_array_append_val(found, i);
	}
	for (guint k = 0; found->len > 1 && k < found->len; k++) {
		guint i = g_array_index(found, guint, k);
		const struct bundle_unit *unit = units->pdata[i];
		const struct bundle_input *input = unit->inputs->pdata[0];

		jobs[i].view = (struct twins_view){twins, input->path, i, salt_of(input)};
		scout_input(input, &jobs[i].view, diag);
	}
	twins_settle(twins);
	g_array_free(found, TRUE);
	diag_free(diag);
	return twins;
}

size_t ingest_run(const struct ingest *ingest, const struct ingest_ops *ops, struct diag *diag)
{
	const GPtrArray *units = ingest->bundle->units;
	struct crew crew = {.ingest = ingest, .ops = ops};
	struct job *jobs = g_new0(struct job, units->len + 1);
	struct twins *twins = scout(units, jobs);
	unsigned threads = MIN(ingest->threads, units->len);
	GThreadPool *pool = NULL;
	size_t logs = 0, pushed = 0;

	g_mutex_init(&crew.mutex);
	g_cond_init(&crew.done);
	if (threads > 1)
		pool = g_thread_pool_new(work, &crew, (gint)threads, FALSE, NULL);
	for (guint i = 0; i < units->len; i++) {
		for (; pushed < units->len && pushed < i + (pool ? threads * READ_AHEAD : 1);
			pushed++) {
			jobs[pushed].unit = units->pdata[pushed];
			jobs[pushed].diag = diag_new();
			if (pool)
				g_thread_pool_push(pool, &jobs[pushed], NULL);
			else
				work(&jobs[pushed], &crew);
		}
		wait_for(&crew, &jobs[i]);
		logs += finish(&crew, &jobs[i], diag);
		if (ingest->progress)
			ingest->progress(ingest->progress_user, i + 1, units->len);
	}
	if (pool)
		g_thread_pool_free(pool, FALSE, TRUE);
	g_cond_clear(&crew.done);
	g_mutex_clear(&crew.mutex);
	twins_free(twins);
	g_free(jobs);
	return logs;
}
