#include "parsers/ingest.h"

#include "parsers/context.h"
#include "parsers/parser.h"
#include <string.h>

/* How many inputs per thread may wait to be joined. */
#define READ_AHEAD 4

/* One input on its way. */
struct job {
	const struct bundle_input *input;
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

static void report_no_log(const struct job *job, const char *head, size_t n)
{
	const char *path = job->input->path;

	if (diag_worst(job->diag) == DIAG_ERROR)
		return; /* it could not be read, and that was said */
	if (!n)
		diag_at(job->diag, DIAG_EMPTY, path, 0, NULL);
	else if (looks_binary(head, n))
		diag_at(job->diag, DIAG_BINARY, path, 0, NULL);
	else
		diag_at(job->diag, DIAG_NO_LOG, path, 0, NULL);
}

static void parse_input(
	const struct crew *crew, struct job *job, const struct parser *parser, struct input *in)
{
	const struct context_facts facts = {
		.markers = parser->complete ? NULL : crew->ingest->markers,
		.study = crew->ingest->study,
		/* Records have kept what their own paths said. */
		.path = job->input->by_path,
		.n_path = parser->complete ? 0 : job->input->n_by_path,
		.set = job->input->set,
		.n_set = job->input->n_set,
		.overlay = parser->complete,
	};
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
	const char *head;
	g_autoptr(GError) error = NULL;
	struct input *in = input_open(job->input->path, job->input->path, job->diag, &error);
	size_t n;

	if (!in) {
		diag_at(job->diag, DIAG_CANNOT_READ, job->input->path, 0, "%s",
			strrchr(error->message, ':') + 2);
		return;
	}
	input_set_twins(in, &job->view);
	head = input_head(in, &n);
	parser = looks_binary(head, n) ? NULL : parser_sniff(head, n);
	if (parser)
		parse_input(crew, job, parser, in);
	else
		report_no_log(job, head, n);
	input_close(in);
}

static void work(gpointer data, gpointer user)
{
	struct job *job = data;
	struct crew *crew = user;

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
static struct twins *scout(const GPtrArray *inputs, struct job *jobs)
{
	struct diag *diag = diag_new();
	struct twins *twins = twins_new();
	GArray *found = g_array_new(FALSE, FALSE, sizeof(guint));

	for (guint i = 0; inputs->len > 1 && i < inputs->len; i++)
		if (scout_input(inputs->pdata[i], NULL, diag))
			g_array_append_val(found, i);
	for (guint k = 0; found->len > 1 && k < found->len; k++) {
		guint i = g_array_index(found, guint, k);
		const struct bundle_input *input = inputs->pdata[i];

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
	const GPtrArray *inputs = ingest->bundle->inputs;
	struct crew crew = {.ingest = ingest, .ops = ops};
	struct job *jobs = g_new0(struct job, inputs->len + 1);
	struct twins *twins = scout(inputs, jobs);
	unsigned threads = MIN(ingest->threads, inputs->len);
	GThreadPool *pool = NULL;
	size_t logs = 0, pushed = 0;

	g_mutex_init(&crew.mutex);
	g_cond_init(&crew.done);
	if (threads > 1)
		pool = g_thread_pool_new(work, &crew, (gint)threads, FALSE, NULL);
	for (guint i = 0; i < inputs->len; i++) {
		for (; pushed < inputs->len && pushed < i + (pool ? threads * READ_AHEAD : 1);
			pushed++) {
			jobs[pushed].input = inputs->pdata[pushed];
			jobs[pushed].diag = diag_new();
			if (pool)
				g_thread_pool_push(pool, &jobs[pushed], NULL);
			else
				work(&jobs[pushed], &crew);
		}
		wait_for(&crew, &jobs[i]);
		logs += finish(&crew, &jobs[i], diag);
		if (ingest->progress)
			ingest->progress(ingest->progress_user, i + 1, inputs->len);
	}
	if (pool)
		g_thread_pool_free(pool, FALSE, TRUE);
	g_cond_clear(&crew.done);
	g_mutex_clear(&crew.mutex);
	twins_free(twins);
	g_free(jobs);
	return logs;
}
