#include "parsers/bundle.h"

#include "tests/unit/parsers/witness.h"
#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A directory of our own, which is the working directory while it is there. */
struct tree {
	char *dir, *before;
};

static void tree_make(struct tree *t)
{
	g_autofree char *made = g_dir_make_tmp("bundle-XXXXXX", NULL);

	t->before = g_get_current_dir();
	g_assert_cmpint(g_chdir(made), ==, 0);
	t->dir = g_get_current_dir(); /* without links */
}

static void remove_all(const char *path)
{
	GDir *dir = g_file_test(path, G_FILE_TEST_IS_SYMLINK) ? NULL : g_dir_open(path, 0, NULL);
	const char *name;

	while (dir && (name = g_dir_read_name(dir))) {
		g_autofree char *child = g_build_filename(path, name, NULL);

		remove_all(child);
	}
	if (dir)
		g_dir_close(dir);
	g_assert_cmpint(g_remove(path), ==, 0);
}

static void tree_remove(struct tree *t)
{
	g_assert_cmpint(g_chdir(t->before), ==, 0);
	remove_all(t->dir);
	g_free(t->dir);
	g_free(t->before);
}

/* A file with its directories; its text is its name unless said. */
static void put(const char *path, const char *text)
{
	g_autofree char *dir = g_path_get_dirname(path);

	g_assert_cmpint(g_mkdir_with_parents(dir, 0700), ==, 0);
	g_assert_true(g_file_set_contents(path, text ? text : path, -1, NULL));
}

static void put_all(const char *paths)
{
	g_auto(GStrv) path = g_strsplit(paths, " ", -1);

	for (size_t i = 0; path[i]; i++)
		put(path[i], NULL);
}

/* Adds the arguments (with one blank between) and tells what is in the bundle, then diagnostics. */
static char *bundle_of(const char *arguments)
{
	g_auto(GStrv) path = g_strsplit(arguments, " ", -1);
	struct bundle *b = bundle_new();
	struct diag *diag = diag_new();
	GString *out = g_string_new(NULL);

	for (size_t i = 0; path[i]; i++)
		bundle_add(b, path[i], NULL, 0, diag);
	bundle_settle(b, diag);
	for (guint i = 0; i < b->inputs->len; i++) {
		const struct bundle_input *in = g_ptr_array_index(b->inputs, i);

		g_string_append_printf(out, "%s%s%s", i ? " " : "", in->path, in->named ? "!" : "");
	}
	for (size_t i = 0; i < diag_count(diag); i++) {
		const struct diag_entry *e = diag_get(diag, i);

		g_string_append_printf(out, "\n%s %s: %s", diag_info(e->code)->name, e->file,
			e->detail ? e->detail : "");
	}
	diag_free(diag);
	bundle_free(b);
	return g_string_free(out, FALSE);
}

/* Files that are made, what is given, and what is then read; `!`: named. */
static const struct {
	const char *name, *files, *arguments, *inputs;
} walks[] = {
	{"files", "a b", "b a", "a! b!"},
	{"numbers by their value", "d/run10 d/run2 d/run1", "d", "d/run1 d/run2 d/run10"},
	{"directories below", "d/x/1 d/a d/x/y/2", "d", "d/a d/x/1 d/x/y/2"},
	{"dot files and dot directories", "d/a d/.b d/.c/x", "d", "d/a"},
	{"a dot file that is named", "d/.b", "d/.b", "d/.b!"},
	{"studies", "d/a d/study.yaml d/x/study.yaml", "d", "d/a"},
	{"our own records are inputs", "d/a.records.csv d/b.records.jsonl", "d",
		"d/a.records.csv d/b.records.jsonl"},
	{"arguments in another order", "d/a e/b c", "e c d", "c! d/a e/b"},
	{"a slash at the end", "d/a", "d/", "d/a"},
	{"the working directory", "a", "./a", "./a!"},
	{"nothing there", "a", "none a", "a!\ncannot-read none: No such file or directory"},
	{"an empty directory", "d/study.yaml", "d", "\nno-log d: the directory holds no files"},
	{"standard input", "a", "- a", "-! a!"},
	{"twice the same", "a", "a a", "a!"},
	{"named and found", "d/a", "d d/a", "d/a!"},
	{"found and named", "d/a", "d/a d", "d/a!"},
};

static void test_walks(void)
{
	for (size_t i = 0; i < G_N_ELEMENTS(walks); i++) {
		struct tree t;
		g_autofree char *got = NULL;

		tree_make(&t);
		put_all(walks[i].files);
		got = bundle_of(walks[i].arguments);
		assert_told(walks[i].name, got, walks[i].inputs);
		tree_remove(&t);
	}
}

/* Other names for the same bytes. */
static void test_same_bytes(void)
{
	struct tree t;
	g_autofree char *got = NULL, *empty = NULL;

	tree_make(&t);
	put("d/a", "text one");
	put("d/b", "text two"); /* as long, but not the same */
	put("d/c", "text one");
	g_assert_cmpint(link("d/b", "d/hard"), ==, 0);
	g_assert_cmpint(symlink("b", "d/soft"), ==, 0);
	got = bundle_of("d");
	g_assert_cmpstr(got, ==,
		"d/a d/b\n"
		"same-input d/c: same bytes as 'd/a'"); /* links to d/b are d/b itself */
	put("e/a", "");
	put("e/b", "");
	empty = bundle_of("e"); /* nothing in either: both are told of */
	g_assert_cmpstr(empty, ==, "e/a e/b");
	tree_remove(&t);
}

/* The same file under other levels is another input. */
static void test_sets(void)
{
	const struct level one[] = {{"raid", "z"}}, two[] = {{"raid", "z2"}},
			   three[] = {{"raid", "z"}};
	struct bundle *b = bundle_new();
	struct diag *diag = diag_new();
	const struct bundle_input *in;
	struct tree t;

	tree_make(&t);
	put("a", NULL);
	bundle_add(b, "a", one, 1, diag);
	bundle_add(b, "a", two, 1, diag);
	bundle_add(b, "a", three, 1, diag); /* says the same as the first */
	bundle_add(b, "a", NULL, 0, diag);
	bundle_settle(b, diag);
	g_assert_cmpuint(b->inputs->len, ==, 3);
	g_assert_cmpuint(diag_count(diag), ==, 0);
	in = g_ptr_array_index(b->inputs, 0);
	g_assert_cmpstr(in->path, ==, "a");
	g_assert_cmpint(in->size, ==, 1);
	bundle_free(b);
	diag_free(diag);
	tree_remove(&t);
}

/* The order of arguments does not show, even where one file stands for several inputs. */
static void test_order(void)
{
	const struct level set[][1] = {{{"label", "9"}}, {{"label", "10"}}, {{"fs", "zfs"}}};
	static const int orders[][3] = {{0, 1, 2}, {2, 1, 0}, {1, 2, 0}};
	struct diag *diag = diag_new();
	struct tree t;

	tree_make(&t);
	put("a", NULL);
	for (size_t o = 0; o < G_N_ELEMENTS(orders); o++) {
		struct bundle *b = bundle_new();
		static const char *const wanted[] = {"zfs", "9", "10"};

		for (int i = 0; i < 3; i++)
			bundle_add(b, "a", set[orders[o][i]], 1, diag);
		bundle_settle(b, diag);
		g_assert_cmpuint(b->inputs->len, ==, 3);
		for (guint i = 0; i < 3; i++)
			g_assert_cmpstr(((struct bundle_input *)b->inputs->pdata[i])->set->value,
				==, wanted[i]);
		bundle_free(b);
	}
	diag_free(diag);
	tree_remove(&t);
}

/* The levels of all inputs, "PATH: KEY=VALUE ...", then which templates fit: "yes no". */
static char *matches(const char *arguments, const char *words)
{
	g_auto(GStrv) path = g_strsplit(arguments, " ", -1), text = g_strsplit(words, " ", -1);
	GPtrArray *all = g_ptr_array_new_with_free_func((GDestroyNotify)path_template_free);
	bool fits[8] = {false};
	struct bundle *b = bundle_new();
	struct diag *diag = diag_new();
	GString *out = g_string_new(NULL);

	for (size_t i = 0; path[i]; i++)
		bundle_add(b, path[i], NULL, 0, diag);
	for (size_t i = 0; text[i]; i++)
		g_ptr_array_add(all, path_template_new(text[i], NULL));
	bundle_match(b, all, fits);
	bundle_settle(b, diag);
	for (guint i = 0; i < b->inputs->len; i++) {
		const struct bundle_input *in = g_ptr_array_index(b->inputs, i);

		g_string_append_printf(out, "%s:", in->path);
		for (size_t k = 0; k < in->n_by_path; k++)
			g_string_append_printf(
				out, " %s=%s", in->by_path[k].key, in->by_path[k].value);
		g_string_append_c(out, '\n');
	}
	for (guint i = 0; i < all->len; i++)
		g_string_append_printf(out, "%s%s", i ? " " : "", fits[i] ? "yes" : "no");
	bundle_free(b);
	diag_free(diag);
	g_ptr_array_free(all, TRUE);
	return g_string_free(out, FALSE);
}

static const struct {
	const char *name, *arguments, *templates, *levels;
} templates[] = {
	{"the first that fits", "r/6x7/w-n9 r/7x6/w-n9", "{a}/w-n{b} {test}-n{files} {c}.log",
		"r/6x7/w-n9: a=6x7 b=9\nr/7x6/w-n9: a=7x6 b=9\nyes yes no"},
	{"another for what is left", "r/6x7/w-n9 r/7x6/w", "{test}-n{files} {test}",
		"r/6x7/w-n9: test=w files=9\nr/7x6/w: test=w\nyes yes"},
	{"odd ways to the same file", ".//r/../r/6x7//w-n9", "r/{layout}/*",
		".//r/../r/6x7//w-n9: layout=6x7\nyes"},
	{"a directory with a slash behind it", "r/", "r/{layout}/{name}",
		"r/6x7/w-n9: layout=6x7 name=w-n9\nr/7x6/w: layout=7x6 name=w\n"
		"r/7x6/w-n9: layout=7x6 name=w-n9\nyes"},
	{"no matter where one stands", "w-n9", "{layout}/{test}-n*",
		"w-n9: layout=6x7 test=w\nyes"},
	{"standard input", "-", "{a}", "-:\nno"},
	{"same bytes, other levels", "r/6x7/w-n9 r/7x6/w-n9", "{layout}/*",
		"r/6x7/w-n9: layout=6x7\nr/7x6/w-n9: layout=7x6\nyes"},
	{"same bytes, same levels", "r/6x7/w-n9 r/7x6/w-n9", "{layout}/*/w-n{files}",
		"r/6x7/w-n9: layout=r files=9\nyes"},
};

static void test_match(void)
{
	struct tree t;

	tree_make(&t);
	put("r/6x7/w-n9", "same");
	put("r/7x6/w-n9", "same");
	put("r/7x6/w", NULL);
	for (size_t i = 0; i < G_N_ELEMENTS(templates); i++) {
		bool inside = g_str_equal(templates[i].arguments, "w-n9");
		g_autofree char *got = NULL;

		g_assert_cmpint(g_chdir(inside ? "r/6x7" : "."), ==, 0);
		got = matches(templates[i].arguments, templates[i].templates);
		g_assert_cmpint(g_chdir(t.dir), ==, 0);
		assert_told(templates[i].name, got, templates[i].levels);
	}
	tree_remove(&t);
}

/* What no log can be, and what cannot be read, costs nothing else. */
static void test_odd_entries(void)
{
	struct tree t;
	g_autofree char *got = NULL, *locked = NULL;

	tree_make(&t);
	put_all("d/a d/z");
	g_assert_cmpint(mkfifo("d/fifo", 0600), ==, 0);
	g_assert_cmpint(symlink("nowhere", "d/gone"), ==, 0);
	got = bundle_of("d");
	g_assert_cmpstr(got, ==, "d/a d/z\ncannot-read d/gone: No such file or directory");
	g_assert_cmpint(symlink("..", "d/loop"), ==, 0); /* ends, whatever it finds */
	g_free(bundle_of("d"));
	if (geteuid()) {
		put("e/a", NULL);
		put("e/shut/b", NULL);
		g_assert_cmpint(g_chmod("e/shut", 0), ==, 0);
		locked = bundle_of("e");
		g_assert_cmpint(g_chmod("e/shut", 0700), ==, 0);
		g_assert_cmpstr(locked, ==, "e/a\ncannot-read e/shut: Permission denied");
	}
	tree_remove(&t);
}

/* `@` stands for the working directory. */
static const struct {
	const char *name, *files, *paths, *study, *other;
} studies[] = {
	{"none", "d/a", "d", NULL, NULL},
	{"in the directory", "d/a d/study.yaml", "d", "d/study.yaml", NULL},
	{"beside the file", "d/a d/study.yaml", "d/a", "d/study.yaml", NULL},
	{"above the directory", "d/e/f/a d/study.yaml", "d/e/f", "d/study.yaml", NULL},
	{"above the file", "d/e/f/a d/study.yaml", "d/e/f/a", "d/study.yaml", NULL},
	{"in the working directory", "d/a study.yaml", "d", "study.yaml", NULL},
	{"beside a file without a directory", "a study.yaml", "a", "study.yaml", NULL},
	{"for the working directory itself", "a study.yaml", ".", "study.yaml", NULL},
	{"for the standard input", "study.yaml", "-", "study.yaml", NULL},
	{"the nearest holds", "d/e/a d/e/study.yaml d/study.yaml study.yaml", "d/e/a",
		"d/e/study.yaml", NULL},
	{"not below", "d/a d/e/study.yaml", "d", NULL, NULL},
	{"one for all", "d/a d/b d/e/c d/study.yaml", "d/a d/b d/e", "d/study.yaml", NULL},
	{"some have none", "c/a d/b d/study.yaml", "c d", "d/study.yaml", NULL},
	{"two", "d/a d/study.yaml e/a e/study.yaml", "d e", "d/study.yaml", "e/study.yaml"},
	{"the outer and the inner", "a study.yaml d/b d/study.yaml", "a d", "study.yaml",
		"d/study.yaml"},
	{"a directory of that name is none", "d/a d/study.yaml/x", "d", NULL, NULL},
	{"an absolute path", "d/e/a d/study.yaml", "@/d/e/a", "@/d/study.yaml", NULL},
	{"the same by another spelling", "d/a d/study.yaml", "./d d/a", "./d/study.yaml", NULL},
	{"no arguments", "study.yaml", "", NULL, NULL},
};

static char *with_directory(const char *text, const struct tree *t)
{
	GString *s = text ? g_string_new(text) : NULL;

	if (!s)
		return NULL;
	g_string_replace(s, "@", t->dir, 0);
	return g_string_free(s, FALSE);
}

static void test_studies(void)
{
	for (size_t i = 0; i < G_N_ELEMENTS(studies); i++) {
		struct tree t;
		g_autofree char *paths = NULL, *expected = NULL, *got = NULL, *other = NULL;
		g_auto(GStrv) path = NULL;

		tree_make(&t);
		put_all(studies[i].files);
		paths = with_directory(studies[i].paths, &t);
		expected = with_directory(studies[i].study, &t);
		path = g_strsplit(paths, " ", -1);
		got = bundle_find_study(
			(const char *const *)path, *paths ? g_strv_length(path) : 0, &other);
		if (g_strcmp0(got, expected) || g_strcmp0(other, studies[i].other))
			fail_row("%s: got '%s' and '%s'", studies[i].name, got ? got : "none",
				other ? other : "none");
		tree_remove(&t);
	}
}

/* Outside of the working directory nobody looks further up. */
static void test_studies_elsewhere(void)
{
	struct tree t;
	const char *const up[] = {"../outer/a"};
	g_autofree char *got = NULL, *other = NULL;

	tree_make(&t);
	put_all("outer/a study.yaml inner/x");
	g_assert_cmpint(g_chdir("inner"), ==, 0);
	got = bundle_find_study(up, 1, &other);
	g_assert_null(got);
	g_assert_null(other);
	tree_remove(&t);
}

/* What is read together, `NAME+NAME...` each; files with rows of their own unless said. */
static void test_units(void)
{
	static const char *const files[] = {"d/r_bw.2.log", "d/r_bw.10.log", "d/r_iops.2.log",
		"d/r_bw.log", "d/s_bw.1.log", "d/r_bw.1.log.host", "d/r.txt", "e/r_bw.2.log",
		"e/x_bw.1.log"};
	g_autofree char *dir = g_dir_make_tmp("units-XXXXXX", NULL), *was = g_get_current_dir();
	struct bundle *b = bundle_new();
	struct diag *diag = diag_new();
	g_autoptr(GString) told = g_string_new(NULL);

	g_assert_cmpint(chdir(dir), ==, 0);
	for (size_t i = 0; i < G_N_ELEMENTS(files); i++) {
		g_autofree char *place = g_path_get_dirname(files[i]);
		g_autofree char *rows = g_strdup_printf("500, %zu, 1, 0, 0\n", i);

		g_mkdir_with_parents(place, 0755);
		g_assert_true(g_file_set_contents(files[i],
			g_str_has_prefix(files[i], "e/x") ? "no rows\n" : rows, -1, NULL));
	}
	bundle_add(b, "d", NULL, 0, diag);
	bundle_add(b, "e", NULL, 0, diag);
	bundle_settle(b, diag);
	for (guint i = 0; i < b->units->len; i++) {
		const struct bundle_unit *u = b->units->pdata[i];

		for (guint k = 0; k < u->inputs->len; k++)
			g_string_append_printf(told, "%s%s",
				k   ? "+"
				: i ? " "
				    : "",
				((struct bundle_input *)u->inputs->pdata[k])->path);
		g_string_append(told, u->set ? "" : "!");
		g_assert_true(!u->set == !u->beside);
	}
	g_assert_cmpstr(told->str, ==,
		"d/r.txt! d/r_bw.1.log.host d/r_bw.2.log+d/r_bw.10.log+d/r_iops.2.log d/r_bw.log "
		"d/s_bw.1.log e/r_bw.2.log e/x_bw.1.log!");
	for (size_t i = 0; i < G_N_ELEMENTS(files); i++)
		g_remove(files[i]);
	g_rmdir("d");
	g_rmdir("e");
	g_assert_cmpint(chdir(was), ==, 0);
	g_rmdir(dir);
	bundle_free(b);
	diag_free(diag);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/bundle/walks", test_walks);
	g_test_add_func("/bundle/same-bytes", test_same_bytes);
	g_test_add_func("/bundle/sets", test_sets);
	g_test_add_func("/bundle/order", test_order);
	g_test_add_func("/bundle/match", test_match);
	g_test_add_func("/bundle/odd-entries", test_odd_entries);
	g_test_add_func("/bundle/studies", test_studies);
	g_test_add_func("/bundle/studies-elsewhere", test_studies_elsewhere);
	g_test_add_func("/bundle/units", test_units);
	return g_test_run();
}
