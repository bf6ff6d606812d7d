#include "parsers/fio_beside.h"

#include <stdlib.h>
#include <string.h>

#include "parsers/input.h"

/* Reports are much longer, job files never. */
#define JOB_MAX (1u << 20)

struct report {
	char *stem; /* its name up to the first dot */
	char *release;
};

struct fio_beside {
	GPtrArray *reports; /* struct report * */
	GPtrArray *jobs;    /* struct fio_job_file * */
};

static void report_free(gpointer data)
{
	struct report *r = data;

	g_free(r->stem);
	g_free(r->release);
	g_free(r);
}

/* The end of "3.33-12-gabc" at `s`; `s` itself: it is no release. */
static const char *release_end(const char *s, const char *end)
{
	const char *p = s;

	while (p < end && g_ascii_isdigit(*p))
		p++;
	if (p == s || p == end || *p != '.' || p + 1 == end || !g_ascii_isdigit(p[1]))
		return s;
	while (p < end && (g_ascii_isalnum(*p) || strchr(".-+~", *p)))
		p++;
	return p;
}

/* "fio-3.33" as a line of its own, a string of JSON or a field of terse output. */
char *fio_release(const char *text, size_t n)
{
	const char *end = text + n;

	for (const char *p = text; (p = memmem(p, (size_t)(end - p), "fio-", 4)); p += 4) {
		const char *last = release_end(p + 4, end);

		if (last != p + 4 && (p == text || strchr("\n\r\";", p[-1])) &&
			(last == end || strchr("\n\r\";", *last)))
			return g_strndup(p + 4, (gsize)(last - p - 4));
	}
	return NULL;
}

bool fio_release_is_nsec(const char *release)
{
	char *end;
	unsigned long major = strtoul(release, &end, 10);
	unsigned long minor = *end == '.' ? strtoul(end + 1, NULL, 10) : 0;

	return major > 2 || (major == 2 && minor >= 99);
}

static void take_input(struct fio_beside *b, const struct bundle_input *in)
{
	struct diag *unheard = diag_new(); /* who reads the input for itself says it */
	struct input *file = input_open(in->path, in->path, unheard, NULL);
	size_t n = 0;
	const char *head = file ? input_head(file, &n) : NULL;

	if (file && in->size <= JOB_MAX && fio_job_sniff(head, n)) {
		g_autofree char *text = NULL;
		gsize length;

		if (g_file_get_contents(in->path, &text, &length, NULL))
			g_ptr_array_add(b->jobs, fio_job_read(text, length));
	} else if (file) {
		char *release = fio_release(head, n);

		if (release) {
			struct report *r = g_new(struct report, 1);
			g_autofree char *base = g_path_get_basename(in->path);

			r->stem = g_strndup(base, strcspn(base, "."));
			r->release = release;
			g_ptr_array_add(b->reports, r);
		}
	}
	input_close(file);
	diag_free(unheard);
}

struct fio_beside *fio_beside_new(struct bundle_input *const *inputs, size_t n)
{
	struct fio_beside *b = g_new0(struct fio_beside, 1);

	b->reports = g_ptr_array_new_with_free_func(report_free);
	b->jobs = g_ptr_array_new_with_free_func((GDestroyNotify)fio_job_free);
	for (size_t i = 0; i < n; i++)
		take_input(b, inputs[i]);
	return b;
}

void fio_beside_free(struct fio_beside *b)
{
	if (!b)
		return;
	g_ptr_array_free(b->reports, TRUE);
	g_ptr_array_free(b->jobs, TRUE);
	g_free(b);
}

/* Reports called as the logs, else all of them. */
static bool named_alike(const struct fio_beside *b, const char *prefix)
{
	for (guint i = 0; i < b->reports->len; i++)
		if (g_str_equal(((struct report *)b->reports->pdata[i])->stem, prefix))
			return true;
	return false;
}

const char *fio_beside_release(const struct fio_beside *b, const char *prefix)
{
	bool alike = named_alike(b, prefix);
	const char *release = NULL;

	for (guint i = 0; i < b->reports->len; i++) {
		const struct report *r = b->reports->pdata[i];

		if (alike && !g_str_equal(r->stem, prefix))
			continue;
		if (release && !g_str_equal(release, r->release))
			return NULL;
		release = r->release;
	}
	return release;
}

int fio_beside_is_nsec(const struct fio_beside *b, const char *prefix)
{
	bool alike = named_alike(b, prefix);
	int is = -1;

	for (guint i = 0; i < b->reports->len; i++) {
		const struct report *r = b->reports->pdata[i];
		int its = fio_release_is_nsec(r->release);

		if (alike && !g_str_equal(r->stem, prefix))
			continue;
		if (is >= 0 && is != its)
			return -1;
		is = its;
	}
	return is;
}

/* Options whose values are prefixes of logs, and may be paths. */
static const char *const writers[] = {
	"write_bw_log", "write_iops_log", "write_lat_log", "write_hist_log"};

bool fio_section_writes(const struct fio_section *s, const char *prefix)
{
	for (size_t i = 0; i < G_N_ELEMENTS(writers); i++) {
		const char *value = fio_section_get(s, writers[i]);
		g_autofree char *base = value ? g_path_get_basename(value) : NULL;

		if (value && g_str_equal(*value ? base : s->name, prefix))
			return true;
	}
	return false;
}

const struct fio_job_file *fio_beside_job(const struct fio_beside *b, const char *prefix)
{
	const struct fio_job_file *found = NULL;

	for (guint i = 0; i < b->jobs->len; i++) {
		const struct fio_job_file *job = b->jobs->pdata[i];
		bool writes = false;

		for (guint k = 0; k < job->sections->len; k++)
			writes |= fio_section_writes(job->sections->pdata[k], prefix);
		if (writes && found)
			return NULL;
		found = writes ? job : found;
	}
	return found;
}
