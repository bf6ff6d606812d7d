#include "parsers/bundle.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

/* Deeper than any archive of logs; a loop of links ends here. */
#define DEPTH_MAX 64

static void input_free(gpointer data)
{
	struct bundle_input *in = data;

	g_free(in->path);
	g_free(in->by_path);
	g_free(in->digest);
	g_free(in);
}

struct bundle *bundle_new(void)
{
	struct bundle *b = g_new0(struct bundle, 1);

	b->inputs = g_ptr_array_new_with_free_func(input_free);
	b->strings = g_string_chunk_new(1024);
	return b;
}

void bundle_free(struct bundle *b)
{
	if (!b)
		return;
	bundle_free_units(b);
	g_ptr_array_free(b->inputs, TRUE);
	g_string_chunk_free(b->strings);
	g_free(b);
}

/* The arguments behind one call of bundle_add(). */
struct walk {
	struct bundle *bundle;
	const struct level *set;
	size_t n_set;
	struct diag *diag;
};

static void add_file(const struct walk *w, const char *path, const struct stat *st, bool named)
{
	struct bundle_input *in = g_new0(struct bundle_input, 1);

	in->path = g_strdup(path);
	in->set = w->set;
	in->n_set = w->n_set;
	in->named = named;
	in->size = -1;
	if (st) {
		in->device = st->st_dev;
		in->inode = st->st_ino;
		in->size = S_ISREG(st->st_mode) ? st->st_size : -1;
	}
	g_ptr_array_add(w->bundle->inputs, in);
}

static void cannot_read(const struct walk *w, const char *path, int number)
{
	diag_at(w->diag, DIAG_CANNOT_READ, path, 0, "%s", g_strerror(number));
}

static size_t add_directory(const struct walk *w, const char *path, int depth);

/* Returns how many files it added. */
static size_t add_entry(const struct walk *w, const char *path, int depth)
{
	struct stat st;

	if (stat(path, &st)) {
		cannot_read(w, path, errno);
		return 0;
	}
	if (S_ISDIR(st.st_mode))
		return add_directory(w, path, depth);
	if (!S_ISREG(st.st_mode))
		return 0; /* sockets, devices: no log, and reading may never end */
	add_file(w, path, &st, false);
	return 1;
}

static size_t add_directory(const struct walk *w, const char *path, int depth)
{
	GDir *dir;
	const char *name;
	size_t n = 0;

	if (depth > DEPTH_MAX) {
		cannot_read(w, path, ELOOP);
		return 0;
	}
	dir = g_dir_open(path, 0, NULL);
	if (!dir) {
		cannot_read(w, path, errno);
		return 0;
	}
	while ((name = g_dir_read_name(dir))) {
		g_autofree char *child = g_build_filename(path, name, NULL);

		if (name[0] != '.' && !g_str_equal(name, BUNDLE_STUDY))
			n += add_entry(w, child, depth + 1);
	}
	g_dir_close(dir);
	return n;
}

void bundle_add(struct bundle *bundle, const char *path, const struct level *set, size_t n_set,
	struct diag *diag)
{
	const struct walk w = {bundle, set, n_set, diag};
	struct stat st;

	if (g_str_equal(path, "-"))
		add_file(&w, path, NULL, true);
	else if (stat(path, &st))
		cannot_read(&w, path, errno);
	else if (!S_ISDIR(st.st_mode))
		add_file(&w, path, &st, true);
	else if (!add_directory(&w, path, 0))
		diag_at(diag, DIAG_NO_LOG, path, 0, "the directory holds no files");
}

/* Returns whether the template fits; only the first one that does gives the levels. */
static bool match_input(struct bundle *bundle, struct bundle_input *in, const char *path,
	const struct path_template *template)
{
	GArray *levels = g_array_new(FALSE, FALSE, sizeof(struct level));
	bool fits = path_template_match(template, path, levels, bundle->strings);

	if (fits && !in->by_path) {
		in->n_by_path = levels->len;
		in->by_path = (struct level *)(void *)g_array_free(levels, FALSE);
	} else {
		g_array_free(levels, TRUE);
	}
	return fits;
}

void bundle_match(struct bundle *bundle, const GPtrArray *templates, bool *fits)
{
	for (guint i = 0; templates->len && i < bundle->inputs->len; i++) {
		struct bundle_input *in = g_ptr_array_index(bundle->inputs, i);
		g_autofree char *path = g_canonicalize_filename(in->path, NULL);

		for (guint k = 0; k < templates->len && !g_str_equal(in->path, "-"); k++)
			fits[k] |= match_input(bundle, in, path, templates->pdata[k]);
	}
}

static int compare_levels(const struct level *a, size_t n_a, const struct level *b, size_t n_b)
{
	int c = 0;

	for (size_t i = 0; i < MIN(n_a, n_b) && !c; i++) {
		c = level_compare(a[i].key, b[i].key);
		c = c ? c : level_compare(a[i].value, b[i].value);
	}
	return c ? c : (n_a > n_b) - (n_a < n_b);
}

/* What the command line and the path say of two inputs. */
int bundle_compare_said(const struct bundle_input *a, const struct bundle_input *b)
{
	int c = compare_levels(a->set, a->n_set, b->set, b->n_set);

	return c ? c : compare_levels(a->by_path, a->n_by_path, b->by_path, b->n_by_path);
}

static gint compare_inputs(gconstpointer a, gconstpointer b)
{
	const struct bundle_input *x = *(const struct bundle_input *const *)a;
	const struct bundle_input *y = *(const struct bundle_input *const *)b;
	int c = level_compare(x->path, y->path);

	/* One file may stand for several inputs, with a label each. */
	c = c ? c : bundle_compare_said(x, y);
	/* Named inputs first: they are the ones that are kept. */
	return c ? c : y->named - x->named;
}

/* How much of either end tells most files of one size apart. */
#define ENDS 4096

/* A number that bytes of one kind hardly share by chance: what it lets pass a checksum decides. */
static guint64 mix(guint64 sum, const guchar *bytes, size_t n)
{
	for (; n; n -= MIN(n, sizeof(sum)), bytes += sizeof(sum)) {
		guint64 word = 0;

		memcpy(&word, bytes, MIN(n, sizeof(word)));
		sum = (sum ^ word) * G_GUINT64_CONSTANT(0x9e3779b97f4a7c15);
		sum ^= sum >> 29;
	}
	return sum;
}

/* Sums are kept: a file is compared with every other one of its size. */
static void digest(struct bundle_input *in, bool whole)
{
	g_autoptr(GMappedFile) map = g_mapped_file_new(in->path, FALSE, NULL);
	const guchar *bytes = map ? (const guchar *)g_mapped_file_get_contents(map) : NULL;
	size_t n = map ? g_mapped_file_get_length(map) : 0, part = MIN(n, ENDS);

	if (!bytes)
		return;
	if (whole) {
		in->digest = g_compute_checksum_for_data(G_CHECKSUM_SHA256, bytes, n);
		return;
	}
	in->ends = mix(mix(n, bytes, part), bytes + n - part, part);
	in->has_ends = true;
}

static bool same_ends(struct bundle_input *a, struct bundle_input *b)
{
	if (!a->has_ends)
		digest(a, false);
	if (!b->has_ends)
		digest(b, false);
	return a->has_ends && b->has_ends && a->ends == b->ends;
}

static bool same_digest(struct bundle_input *a, struct bundle_input *b)
{
	if (!a->digest)
		digest(a, true);
	if (!b->digest)
		digest(b, true);
	return a->digest && b->digest && g_str_equal(a->digest, b->digest);
}

bool bundle_same_file(const struct bundle_input *a, const struct bundle_input *b)
{
	return a->inode && a->inode == b->inode && a->device == b->device;
}

/* Only files of equal size are worth a digest; most archives have none. */
bool bundle_same_bytes(struct bundle_input *a, struct bundle_input *b)
{
	if (a->size != b->size || a->size <= 0)
		return false;
	return bundle_same_file(a, b) || (same_ends(a, b) && same_digest(a, b));
}

/* The files of a set may have the same bytes; sets are compared as a whole. */
static bool is_twin(struct bundle_input *a, struct bundle_input *b, bool in_set)
{
	return in_set ? bundle_same_file(a, b) : bundle_same_bytes(a, b);
}

void bundle_settle(struct bundle *bundle, struct diag *diag)
{
	GHashTable *sizes = g_hash_table_new_full(
		g_int64_hash, g_int64_equal, NULL, (GDestroyNotify)g_ptr_array_unref);

	g_ptr_array_sort(bundle->inputs, compare_inputs);
	for (guint i = 0; i < bundle->inputs->len;) {
		struct bundle_input *in = g_ptr_array_index(bundle->inputs, i);
		GPtrArray *same = g_hash_table_lookup(sizes, &in->size);
		struct bundle_input *twin = NULL;
		bool in_set = bundle_in_set(in);

		if (!same) {
			same = g_ptr_array_new();
			g_hash_table_insert(sizes, &in->size, same);
		}
		for (guint k = 0; k < same->len && !twin; k++) {
			struct bundle_input *other = same->pdata[k];

			if (!bundle_compare_said(in, other) && is_twin(in, other, in_set))
				twin = other;
		}
		if (twin) {
			if (!bundle_same_file(in, twin)) /* naming one file twice is no news */
				diag_at(diag, DIAG_SAME_INPUT, in->path, 0, "same bytes as '%s'",
					twin->path);
			g_ptr_array_remove_index(bundle->inputs, i);
			continue;
		}
		g_ptr_array_add(same, in);
		i++;
	}
	g_hash_table_destroy(sizes);
	bundle_make_units(bundle, diag);
}

static bool is_file(const char *path)
{
	return g_file_test(path, G_FILE_TEST_IS_REGULAR);
}

/* The study in `directory` or above it, no higher than the working directory. */
static char *study_above(const char *directory)
{
	g_autofree char *here = g_canonicalize_filename(directory, NULL);
	g_autofree char *top = g_get_current_dir();
	bool inside = g_str_has_prefix(here, top) &&
		      (here[strlen(top)] == '/' || !here[strlen(top)] || g_str_equal(top, "/"));
	g_autofree char *at = g_strdup(directory);
	size_t levels = 0;

	if (inside)
		for (const char *p = here + strlen(top); *p; p++)
			levels += *p == '/';
	for (;; levels--) {
		char *study = g_str_equal(at, ".") ? g_strdup(BUNDLE_STUDY)
						   : g_build_filename(at, BUNDLE_STUDY, NULL);
		char *up;

		if (is_file(study))
			return study;
		g_free(study);
		if (!levels)
			return NULL;
		up = levels == 1 ? g_strdup(".") : g_path_get_dirname(at);
		g_free(at);
		at = up;
	}
}

static bool same_place(const char *a, const char *b)
{
	g_autofree char *x = g_canonicalize_filename(a, NULL),
			*y = g_canonicalize_filename(b, NULL);

	return g_str_equal(x, y);
}

char *bundle_find_study(const char *const *paths, size_t n, char **other)
{
	char *found = NULL;

	*other = NULL;
	for (size_t i = 0; i < n; i++) {
		g_autofree char *dir = g_str_equal(paths[i], "-") ? g_strdup(".")
				       : g_file_test(paths[i], G_FILE_TEST_IS_DIR)
					       ? g_strdup(paths[i])
					       : g_path_get_dirname(paths[i]);
		g_autofree char *study = study_above(dir);

		if (!study)
			continue;
		if (!found) {
			found = g_steal_pointer(&study);
		} else if (!same_place(found, study)) {
			if (!*other || level_compare(study, *other) < 0) {
				g_free(*other);
				*other = g_steal_pointer(&study);
			}
		}
	}
	return found;
}
