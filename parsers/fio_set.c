/* Which files make a run of fio, and what is missing among them. */
#include "parsers/fio_log.h"

#include <string.h>

#include "parsers/parser.h"

/* Shorter than any window: what tells jobs of one file apart. */
#define STEP_MAX 500

static const struct fio_part *part_at(const struct fio_logs *l, guint i)
{
	return &g_array_index(l->parts, struct fio_part, i);
}

/* Job N belongs to the section up to whose clones it counts; the count of all is returned. */
static unsigned section_of(const struct fio_job_file *job, unsigned number, unsigned *section)
{
	unsigned sum = 0;

	*section = 0;
	for (guint s = 0; s < job->sections->len; s++) {
		sum += fio_section_clones(job->sections->pdata[s]);
		if (sum < number)
			*section = s + 1;
	}
	return sum;
}

static unsigned greatest_number(const struct fio_logs *l)
{
	unsigned greatest = 0;

	for (guint i = 0; i < l->numbers->len; i++)
		greatest = MAX(greatest, g_array_index(l->numbers, unsigned, i));
	return greatest;
}

/* Puts parts in the sections of the job file, unless that has fewer jobs than there are logs. */
static void settle_sections(struct fio_logs *l, const struct fio_beside *beside)
{
	unsigned section;

	l->job = fio_beside_job(beside, l->prefix);
	if (l->job && section_of(l->job, 1, &section) < greatest_number(l))
		l->job = NULL;
	l->sections = l->job ? l->job->sections->len : 1;
	for (guint i = 0; l->job && i < l->parts->len; i++) {
		struct fio_part *part = &g_array_index(l->parts, struct fio_part, i);

		section_of(l->job, g_array_index(l->numbers, unsigned, part->job), &part->section);
	}
}

/* Does the log of this type and number have to be there? */
static bool is_expected(const struct fio_logs *l, unsigned number)
{
	unsigned section;

	if (!l->job)
		return true;
	section_of(l->job, number, &section);
	return fio_section_writes(fio_logs_section(l, section), l->prefix);
}

static bool has_part(const struct fio_logs *l, enum fio_log_type type, unsigned number)
{
	for (guint i = 0; i < l->parts->len; i++)
		if (part_at(l, i)->type == type &&
			(!number ||
				g_array_index(l->numbers, unsigned, part_at(l, i)->job) == number))
			return true;
	return false;
}

/* "write12_bw: 11 of 12 files, no 7"; true: some log is missing. */
static bool tell_missing(const struct fio_logs *l, const char *first)
{
	unsigned section, most = l->job ? section_of(l->job, 1, &section) : greatest_number(l);
	bool any = false;

	for (int t = 0; t < FIO_LOG_TYPE_COUNT; t++) {
		g_autoptr(GString) gone = g_string_new(NULL);
		unsigned expected = 0, missing = 0;

		for (unsigned n = 1; n <= most && has_part(l, (enum fio_log_type)t, 0); n++) {
			if (!is_expected(l, n))
				continue;
			expected++;
			if (has_part(l, (enum fio_log_type)t, n))
				continue;
			if (missing++ < 10)
				g_string_append_printf(gone, "%s %u", missing > 1 ? "," : "", n);
		}
		if (!missing)
			continue;
		any = true;
		diag_at(l->out->diag, DIAG_LOGS_MISSING, first, 0, "%s_%s: %u of %u files, no%s%s",
			l->prefix, fio_log_type_name((enum fio_log_type)t), expected - missing,
			expected, gone->str, missing > 10 ? " ..." : "");
	}
	return any;
}

static unsigned job_slot(struct fio_logs *l, unsigned number)
{
	for (guint i = 0; i < l->numbers->len; i++)
		if (g_array_index(l->numbers, unsigned, i) == number)
			return i;
	g_array_append_val(l->numbers, number);
	return l->numbers->len - 1;
}

static void add_part(struct fio_logs *l, const char *path, enum fio_log_type type, unsigned number,
	const struct input_place *start, guint32 last_line)
{
	const struct fio_part part = {
		.path = path,
		.type = type,
		.job = job_slot(l, number),
		.start = *start,
		.last_line = last_line,
		.may_go_on = !last_line,
	};

	g_array_append_val(l->parts, part);
}

/*
 * A log of all jobs: the time falls back where the next one begins.  Directions of histograms are
 * not looked at, for their rows are added up anyway.
 */
static void split_jobs(struct fio_logs *l, const char *path, enum fio_log_type type)
{
	g_autoptr(GError) error = NULL;
	struct input_place start = {0, 0}, place = {0, 0};
	struct input *in = input_open_at(path, path, &start, 2 * INPUT_HEAD, l->out->diag, &error);
	guint64 last = 0, window = 0;
	unsigned number = 1;
	struct text text;

	while (in && (place = input_place(in), input_next(in, &text) != INPUT_END)) {
		char *end;
		guint64 time = 0;

		if (!text.n || text.cut || !g_ascii_isdigit(*text.s))
			continue;
		time = g_ascii_strtoull(text.s, &end, 10); /* a line end is behind it */
		if (*end != ',')
			continue;
		window = !window ? time : MIN(window, time);
		if (last && !fio_time_goes_on(last, time, MIN(window, STEP_MAX))) {
			add_part(l, path, type, number++, &start, place.line);
			start = place;
		}
		last = time;
	}
	input_close(in);
	add_part(l, path, type, number, &start, G_MAXUINT32);
}

static void add_input(struct fio_logs *l, const struct bundle_input *in)
{
	static const struct input_place start = {0, 0};
	struct fio_log_name name;
	const char *path = in->path;

	if (!fio_log_name_read(in->path, &name))
		g_assert_not_reached();
	if (name.compressed)
		diag_at(l->out->diag, DIAG_LOG_COMPRESSED, path, 0,
			"`fio --inflate-log=%s` makes text of it", path);
	else if (!in->size)
		diag_at(l->out->diag, DIAG_EMPTY, path, 0, NULL);
	if (!name.compressed && name.number)
		add_part(l, path, name.type, name.number, &start, 0);
	else if (!name.compressed)
		split_jobs(l, path, name.type);
}

static int parse_set(
	struct bundle_input *const *inputs, size_t n, const void *beside, struct sink *out)
{
	struct fio_logs l = {
		.out = out,
		.parts = g_array_new(FALSE, FALSE, sizeof(struct fio_part)),
		.numbers = g_array_new(FALSE, FALSE, sizeof(unsigned)),
	};
	struct fio_log_name name;
	g_autofree char *prefix = NULL;
	const char *first = inputs[0]->path;
	bool missing, any = false;

	fio_log_name_read(first, &name);
	l.prefix = prefix = g_strndup(name.prefix, name.n_prefix);
	l.host = name.host;
	l.release = fio_beside_release(beside, prefix);
	for (size_t i = 0; i < n; i++)
		add_input(&l, inputs[i]);
	settle_sections(&l, beside);
	missing = name.number && tell_missing(&l, first);
	do
		any |= fio_logs_read(&l, beside, first, missing);
	while (fio_logs_next(&l));
	g_array_free(l.parts, TRUE);
	g_array_free(l.numbers, TRUE);
	return any ? 0 : -1;
}

/* Directory, prefix, host, and whether each job has a file of its own. */
static char *set_key(const char *path)
{
	struct fio_log_name name;

	if (!fio_log_name_read(path, &name))
		return NULL;
	return g_strdup_printf("%.*s\n%s\n%d", (int)(name.prefix + name.n_prefix - path), path,
		name.host ? name.host : "", name.number > 0);
}

/* zlib's header, as log_store_compressed=1 writes it. */
static bool is_compressed(const char *head, size_t n)
{
	return n >= 2 && head[0] == 0x78 && strchr("\x01\x5e\x9c\xda", head[1]) && head[1];
}

/* Of a histogram the first row may be longer than what is seen of it. */
static bool is_numbers(const char *head, size_t n)
{
	size_t same = 0;

	while (same < n && strchr("0123456789, \r\n", head[same]) && head[same])
		same++;
	return same > 64;
}

static bool takes(const char *path, const char *head, size_t n)
{
	struct fio_log_name name;
	size_t nuls = 0;

	if (!fio_log_name_read(path, &name))
		return false;
	if (name.compressed)
		return is_compressed(head, n);
	while (nuls < n && !head[nuls])
		nuls++;
	head += nuls;
	n -= nuls;
	return !n || fio_row_mostly(head, n) || is_numbers(head, n);
}

static void *beside_new(struct bundle_input *const *inputs, size_t n)
{
	return fio_beside_new(inputs, n);
}

static void beside_free(void *beside)
{
	fio_beside_free(beside);
}

const struct set_parser set_parser_fio = {
	.key = set_key,
	.takes = takes,
	.beside_new = beside_new,
	.beside_free = beside_free,
	.parse = parse_set,
};

/* Of logs whose name no set takes. */
const struct parser parser_fio_log = {
	.name = "fio-log",
	.title = "logs of fio over time: PREFIX_TYPE.N.log, TYPE being bw, iops, slat, clat, lat",
	.sniff = fio_row_sniff,
	.no_runs = true,
	.told = DIAG_LOG_TYPE,
};
