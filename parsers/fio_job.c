#include "parsers/fio_job.h"

#include <string.h>

#include "parsers/parser.h"

static const char *const aliases[][2] = {
	{"readwrite", "rw"},
	{"blocksize", "bs"},
	{"blocksize_range", "bsrange"},
	{"iodepth_batch_submit", "iodepth_batch"},
	{"log_window_value", "log_max_value"},
};

/* Options hardly any other file has: what makes `[name]` and `key=value` a job file. */
static const char *const telling[] = {"rw", "bs", "ioengine", "iodepth", "numjobs", "runtime",
	"time_based", "group_reporting", "filename", "filesize", "nrfiles", "log_avg_msec"};

static const char *main_name(const char *option)
{
	for (size_t i = 0; i < G_N_ELEMENTS(aliases); i++)
		if (g_str_equal(aliases[i][0], option))
			return aliases[i][1];
	return option;
}

static void section_free(gpointer data)
{
	struct fio_section *s = data;

	g_free(s->name);
	g_hash_table_destroy(s->option);
	g_free(s);
}

static struct fio_section *section_new(const char *name, const struct fio_section *global)
{
	struct fio_section *s = g_new0(struct fio_section, 1);
	GHashTableIter iter;
	gpointer key, value;

	s->name = g_strdup(name);
	s->option = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	if (!global)
		return s;
	g_hash_table_iter_init(&iter, global->option);
	while (g_hash_table_iter_next(&iter, &key, &value))
		g_hash_table_insert(s->option, g_strdup(key), g_strdup(value));
	return s;
}

/* Cuts a comment off: at the start of a line, and in the name of a section. */
static void drop_comment(char *line)
{
	if (*line == '#' || *line == ';')
		*line = 0;
	else if (*line == '[')
		line[strcspn(line, ";#")] = 0;
}

static void take_option(struct fio_section *s, char *line)
{
	char *equals = strchr(line, '=');
	g_autofree char *option = NULL;

	if (equals)
		*equals = 0;
	option = g_ascii_strdown(g_strstrip(line), -1);
	if (*option)
		g_hash_table_insert(s->option, g_strdup(main_name(option)),
			g_strdup(equals ? g_strstrip(equals + 1) : ""));
}

struct fio_job_file *fio_job_read(const char *text, size_t n)
{
	struct fio_job_file *job = g_new0(struct fio_job_file, 1);
	struct fio_section *global = section_new("global", NULL), *open = NULL;
	g_autofree char *copy = g_strndup(text, n);
	g_auto(GStrv) lines = g_strsplit_set(copy, "\r\n", -1);

	job->sections = g_ptr_array_new_with_free_func(section_free);
	for (char **l = lines; *l; l++) {
		char *line = g_strstrip(*l);

		drop_comment(line);
		if (*line == '[') {
			line[1 + strcspn(line + 1, "]")] = 0;
			g_strstrip(line + 1);
			open = global;
			if (!g_str_equal(line + 1, "global")) {
				open = section_new(line + 1, global);
				g_ptr_array_add(job->sections, open);
			}
		} else if (*line && open) {
			take_option(open, line);
		}
	}
	section_free(global);
	return job;
}

void fio_job_free(struct fio_job_file *job)
{
	if (!job)
		return;
	g_ptr_array_free(job->sections, TRUE);
	g_free(job);
}

static bool is_telling(char *line)
{
	char *equals = strchr(line, '=');
	const char *name;

	if (equals)
		*equals = 0;
	name = main_name(g_strstrip(line));
	for (size_t i = 0; i < G_N_ELEMENTS(telling); i++)
		if (g_str_equal(telling[i], name))
			return true;
	return false;
}

int fio_job_sniff(const char *head, size_t n)
{
	g_autofree char *copy = g_strndup(head, n);
	g_auto(GStrv) lines = g_strsplit_set(copy, "\r\n", 400);
	bool section = false;
	int options = 0;

	for (char **l = lines; *l; l++) {
		char *line = g_strstrip(*l);

		drop_comment(line);
		if (*line == '[')
			section = true;
		else if (*line && !section)
			return 0; /* anything before the first section */
		else if (*line)
			options += is_telling(line);
	}
	return options > 1 ? 60 : options ? 30 : 0;
}

const char *fio_section_get(const struct fio_section *s, const char *option)
{
	return g_hash_table_lookup(s->option, option);
}

/* What follows a colon says how offsets go on. */
char *fio_section_mode(const struct fio_section *s)
{
	const char *rw = fio_section_get(s, "rw");
	char *mode = rw ? g_strndup(rw, strcspn(rw, ":")) : g_strdup("read");

	if (!g_str_equal(mode, "readwrite"))
		return mode;
	g_free(mode);
	return g_strdup("rw");
}

guint64 fio_section_number(const struct fio_section *s, const char *option, guint64 otherwise)
{
	const char *text = fio_section_get(s, option);
	guint64 number;

	return text && g_ascii_string_to_unsigned(text, 10, 0, G_MAXUINT64, &number, NULL)
		       ? number
		       : otherwise;
}

unsigned fio_section_clones(const struct fio_section *s)
{
	return (unsigned)CLAMP(fio_section_number(s, "numjobs", 1), 1, 1000000);
}

bool fio_size(const char *text, bool kb_is_1000, guint64 *bytes)
{
	static const char letters[] = "kmgtp";
	char *end;
	guint64 number, base;
	const char *letter;
	bool other;

	if (!g_ascii_isdigit(*text))
		return false;
	number = g_ascii_strtoull(text, &end, 0);
	letter = *end ? strchr(letters, g_ascii_tolower(*end)) : NULL;
	if (letter)
		end++;
	/* only "kib" is the other base; "ki" is not */
	other = letter && !g_ascii_strcasecmp(end, "ib");
	if (*end && !other && g_ascii_strcasecmp(end, "b") && g_ascii_strcasecmp(end, "i"))
		return false;
	base = kb_is_1000 != other ? 1000 : 1024;
	for (long i = letter ? letter - letters + 1 : 0; i > 0; i--) {
		if (number > G_MAXUINT64 / base)
			return false;
		number *= base;
	}
	*bytes = number;
	return true;
}

guint64 fio_section_block_size(const struct fio_section *s, unsigned direction)
{
	const char *text = fio_section_get(s, "bs");
	bool kb_is_1000 = fio_section_number(s, "kb_base", 1024) == 1000;
	g_auto(GStrv) pieces = text ? g_strsplit(text, ",", 3) : NULL;
	guint64 bytes = 4096; /* the default */
	unsigned piece;

	if (fio_section_get(s, "bsrange") || fio_section_get(s, "bssplit"))
		return 0;
	if (!text)
		return bytes;
	/* of fewer values than directions the last one given holds */
	piece = MIN(direction, MAX(g_strv_length(pieces), 1) - 1);
	return pieces[piece] && fio_size(g_strstrip(pieces[piece]), kb_is_1000, &bytes) ? bytes : 0;
}

const struct parser parser_fio_job = {
	.name = "fio-job",
	.title = "job files of fio, which describe the runs beside them",
	.sniff = fio_job_sniff,
	.no_runs = true,
	.told = DIAG_JOB_FILE,
};
