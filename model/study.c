#include "model/study.h"

#include "model/error.h"
#include "model/layout.h"
#include "model/record.h"
#include "model/study_walk.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

#define FILE_MAX (1024 * 1024)

/* What the zpool test script of 2010 printed around each run, and the one metric in it. */
#define BUILTIN_BEGIN                                                                              \
	"^\\W*Create zpool with (?<layout>\\S+) (?<raid>\\S+) (?<slog>\\S+) (?<cache>\\S+)"
#define BUILTIN_END "^\\W*[Aa]ll destroyed, test ran for\\s+(?<tottime>\\d+)\\b"

/* What iorun prints. */
#define BUILTIN_BEGIN_RUNNER                                                                       \
	"^\\W*iorun: begin row=\\S+ repeat=\\S+(?: again=(?<again>\\d+))?(?<levels>(?: .*)?)$"
#define BUILTIN_END_RUNNER                                                                         \
	"^\\W*iorun: end row=\\S+ status=(?<status>\\S+)(?: seconds=(?<tottime>[\\d.]+))?"
#define BUILTIN_METRIC "tottime"

static void marker_free(gpointer data)
{
	struct study_marker *marker = data;

	g_free(marker->begin);
	g_free(marker->end);
	g_free(marker);
}

static void metric_free(gpointer data)
{
	struct study_metric *metric = data;

	g_free(metric->name);
	g_free(metric->unit_text);
	g_free(metric);
}

static void layout_free(gpointer data)
{
	struct study_layout *layout = data;

	g_free(layout->name);
	g_free(layout->shape);
	g_free(layout);
}

static struct study *study_blank(void)
{
	struct study *study = g_new0(struct study, 1);

	study->hardware.domains = g_ptr_array_new();
	study->hosts = g_ptr_array_new_with_free_func(study_host_free);
	study->markers = g_ptr_array_new_with_free_func(marker_free);
	study->metrics = g_ptr_array_new_with_free_func(metric_free);
	study->layouts = g_ptr_array_new_with_free_func(layout_free);
	study->titles = g_ptr_array_new_with_free_func(g_free);
	study->require = g_ptr_array_new_with_free_func(g_free);
	study->paths = g_ptr_array_new_with_free_func((GDestroyNotify)path_template_free);
	return study;
}

static bool study_has_metric(const struct study *study, const char *name)
{
	for (guint i = 0; i < study->metrics->len; i++) {
		const struct study_metric *metric = g_ptr_array_index(study->metrics, i);

		if (strcmp(metric->name, name) == 0)
			return true;
	}
	return false;
}

static struct study_metric *add_metric(struct study *study, const char *name, enum unit unit)
{
	struct study_metric *metric = g_new0(struct study_metric, 1);

	metric->name = g_strdup(name);
	metric->unit = unit;
	metric->factor = 1;
	metric->unit_text = g_strdup(unit_name(unit));
	metric->better = BETTER_NONE;
	metric->class = CLASS_OTHER;
	g_ptr_array_add(study->metrics, metric);
	return metric;
}

static void add_marker(struct study *study, const char *begin, const char *end)
{
	struct study_marker *marker = g_new0(struct study_marker, 1);

	marker->begin = g_strdup(begin);
	marker->end = g_strdup(end);
	g_ptr_array_add(study->markers, marker);
}

static void add_builtin(struct study *study)
{
	struct study_metric *metric;

	add_marker(study, BUILTIN_BEGIN_RUNNER, BUILTIN_END_RUNNER);
	add_marker(study, BUILTIN_BEGIN, BUILTIN_END); /* last: the one to copy */
	if (study_has_metric(study, BUILTIN_METRIC))
		return;
	metric = add_metric(study, BUILTIN_METRIC, UNIT_SECOND);
	metric->better = BETTER_LOWER;
	metric->class = CLASS_TIME;
}

struct study *study_new(void)
{
	struct study *study = study_blank();

	add_builtin(study);
	return study;
}

void study_free(struct study *study)
{
	if (!study)
		return;
	hardware_clear(&study->hardware);
	g_ptr_array_unref(study->hosts);
	g_ptr_array_unref(study->markers);
	g_ptr_array_unref(study->metrics);
	g_ptr_array_unref(study->layouts);
	g_ptr_array_unref(study->titles);
	g_ptr_array_unref(study->require);
	g_ptr_array_unref(study->paths);
	g_free(study->path);
	g_free(study->title);
	g_free(study);
}

static bool read_title(struct study_walk *walk, const struct study_node *key,
	const struct study_node *value, G_GNUC_UNUSED void *target)
{
	walk->study->title = g_strdup(study_walk_text(walk, key, value));
	return walk->study->title;
}

static bool read_begin(struct study_walk *walk, const struct study_node *key,
	const struct study_node *value, void *target)
{
	struct study_marker *marker = target;

	marker->begin = g_strdup(study_walk_text(walk, key, value));
	marker->begin_line = (int)value->line;
	return marker->begin;
}

static bool read_end(struct study_walk *walk, const struct study_node *key,
	const struct study_node *value, void *target)
{
	struct study_marker *marker = target;

	marker->end = g_strdup(study_walk_text(walk, key, value));
	marker->end_line = (int)value->line;
	return marker->end;
}

static bool read_marker_key(struct study_walk *walk, const struct study_node *key,
	const struct study_node *value, void *target)
{
	static const struct study_key keys[] = {{"begin", read_begin}, {"end", read_end}};

	return study_walk_key(walk, "marker key", keys, G_N_ELEMENTS(keys), key, value, target);
}

static bool read_markers(struct study_walk *walk, G_GNUC_UNUSED const struct study_node *key,
	const struct study_node *value, G_GNUC_UNUSED void *target)
{
	if (study_walk_blank(value))
		return true;
	if (value->kind != STUDY_SEQUENCE)
		return study_walk_fail(
			walk, value, "'markers' wants a list, not %s", study_node_kind_name(value));
	for (guint i = 0; i < value->child->len; i++) {
		const struct study_node *item = g_ptr_array_index(value->child, i);
		struct study_marker *marker = g_new0(struct study_marker, 1);

		g_ptr_array_add(walk->study->markers, marker);
		if (!study_walk_mapping(walk, "a marker", item, read_marker_key, marker))
			return false;
		if (!marker->begin)
			return study_walk_fail(walk, item, "a marker wants 'begin'");
	}
	return true;
}

static bool read_shape(struct study_walk *walk, const struct study_node *key,
	const struct study_node *value, void *target)
{
	struct study_layout *layout = target;
	struct layout shape;

	layout->shape = g_strdup(study_walk_text(walk, key, value));
	if (!layout->shape)
		return false;
	if (layout_parse(layout->shape, NULL, &shape))
		return true;
	return study_walk_fail(walk, value, "'%s' is no layout such as 6x(4+2)", layout->shape);
}

static bool read_layout_key(struct study_walk *walk, const struct study_node *key,
	const struct study_node *value, void *target)
{
	static const struct study_key keys[] = {
		{"shape", read_shape},
		{"capacity", NULL},
		{"resilver", NULL},
		{"resilver-load", NULL},
	};

	return study_walk_key(walk, "layout key", keys, G_N_ELEMENTS(keys), key, value, target);
}

static bool shape_is_open(const struct study_node *layout)
{
	for (guint i = 0; layout->kind == STUDY_MAPPING && i < layout->child->len; i += 2) {
		const struct study_node *key = g_ptr_array_index(layout->child, i);

		if (g_str_equal(key->text, "shape"))
			return study_walk_open(g_ptr_array_index(layout->child, i + 1));
	}
	return false;
}

static bool read_layout(struct study_walk *walk, const struct study_node *key,
	const struct study_node *value, G_GNUC_UNUSED void *target)
{
	struct study_layout *layout = g_new0(struct study_layout, 1);
	struct layout shape;

	g_ptr_array_add(walk->study->layouts, layout);
	layout->name = g_strdup(key->text);
	if (!study_walk_mapping(walk, "a layout", value, read_layout_key, layout))
		return false;
	if (layout->shape || shape_is_open(value) || layout_parse(layout->name, NULL, &shape))
		return true;
	return study_walk_fail(
		walk, key, "layout '%s' wants 'shape', for its name tells none", layout->name);
}

static bool read_layouts(struct study_walk *walk, G_GNUC_UNUSED const struct study_node *key,
	const struct study_node *value, G_GNUC_UNUSED void *target)
{
	return study_walk_mapping(walk, "'layouts'", value, read_layout, NULL);
}

/* In a file that people write, MB is what it says, 10^6; 2^20 is MiB. */
static bool read_unit(struct study_walk *walk, const struct study_node *key,
	const struct study_node *value, void *target)
{
	struct study_metric *metric = target;
	const char *text = study_walk_text(walk, key, value);
	struct unit_scale scale = {.factor = 1};

	if (!text)
		return false;
	scale.unit = unit_by_name(text);
	if (scale.unit == UNIT_COUNT && !unit_tidy(text, PREFIX_DECIMAL, &scale))
		return study_walk_fail(walk, value,
			"unknown unit '%s', known are s, MB/s, MiB/s, /s, %%, 1 ...", text);
	metric->unit = scale.unit;
	metric->factor = scale.factor;
	g_free(metric->unit_text);
	metric->unit_text = g_strdup(text);
	return true;
}

static bool read_better(struct study_walk *walk, const struct study_node *key,
	const struct study_node *value, void *target)
{
	static const enum metric_better ways[] = {BETTER_NONE, BETTER_HIGHER, BETTER_LOWER};
	struct study_metric *metric = target;
	const char *names[G_N_ELEMENTS(ways)];
	const char *text = study_walk_text(walk, key, value);

	if (!text)
		return false;
	for (size_t i = 0; i < G_N_ELEMENTS(ways); i++) {
		names[i] = metric_better_name(ways[i]);
		if (strcmp(text, names[i]) == 0) {
			metric->better = ways[i];
			return true;
		}
	}
	return study_walk_fail_near(walk, value, "direction", names, G_N_ELEMENTS(names));
}

static bool read_class(struct study_walk *walk, const struct study_node *key,
	const struct study_node *value, void *target)
{
	struct study_metric *metric = target;
	const char *names[CLASS_COUNT];
	const char *text = study_walk_text(walk, key, value);

	if (!text)
		return false;
	metric->class = metric_class_by_name(text);
	if (metric->class != CLASS_COUNT)
		return true;
	for (enum metric_class i = 0; i < CLASS_COUNT; i++)
		names[i] = metric_class_name(i);
	return study_walk_fail_near(walk, value, "class", names, CLASS_COUNT);
}

static bool read_metric_key(struct study_walk *walk, const struct study_node *key,
	const struct study_node *value, void *target)
{
	static const struct study_key keys[] = {
		{"unit", read_unit}, {"better", read_better}, {"class", read_class}};

	return study_walk_key(walk, "metric key", keys, G_N_ELEMENTS(keys), key, value, target);
}

/* Facts of a run, and names that markers give to facts of it. */
static bool name_is_reserved(const char *name)
{
	return run_fact_name(name) || !strcmp(name, "layout") || !strcmp(name, "label") ||
	       !strcmp(name, "host");
}

bool study_metric_name_is_good(const char *name)
{
	return study_name_is_good(name) && !name_is_reserved(name);
}

static bool read_metric(struct study_walk *walk, const struct study_node *key,
	const struct study_node *value, G_GNUC_UNUSED void *target)
{
	struct study_metric *metric;

	if (!study_name_is_good(key->text))
		return study_walk_fail(walk, key,
			"'%s' is no metric name: a letter, then letters, digits, '.', '_', '-'",
			key->text);
	if (name_is_reserved(key->text))
		return study_walk_fail(
			walk, key, "'%s' is reserved and cannot name a metric", key->text);
	metric = add_metric(walk->study, key->text, UNIT_ONE);
	return study_walk_mapping(walk, "a metric", value, read_metric_key, metric);
}

static bool read_metrics(struct study_walk *walk, G_GNUC_UNUSED const struct study_node *key,
	const struct study_node *value, G_GNUC_UNUSED void *target)
{
	return study_walk_mapping(walk, "'metrics'", value, read_metric, NULL);
}

static bool read_metric_title(struct study_walk *walk, const struct study_node *key,
	const struct study_node *value, G_GNUC_UNUSED void *target)
{
	const char *text = study_walk_text(walk, key, value);

	if (!text)
		return false;
	g_ptr_array_add(walk->study->titles, g_strdup(key->text));
	g_ptr_array_add(walk->study->titles, g_strdup(text));
	return true;
}

static bool read_titles(struct study_walk *walk, G_GNUC_UNUSED const struct study_node *key,
	const struct study_node *value, G_GNUC_UNUSED void *target)
{
	return study_walk_mapping(walk, "'titles'", value, read_metric_title, NULL);
}

/* One value, or a list of them. */
static bool read_each(struct study_walk *walk, const struct study_node *key,
	const struct study_node *value, study_pair_fn *read)
{
	if (study_walk_blank(value))
		return true;
	if (value->kind != STUDY_SEQUENCE)
		return read(walk, key, value, NULL);
	for (guint i = 0; i < value->child->len; i++)
		if (!read(walk, key, g_ptr_array_index(value->child, i), NULL))
			return false;
	return true;
}

static bool read_rule(struct study_walk *walk, const struct study_node *key,
	const struct study_node *value, G_GNUC_UNUSED void *target)
{
	const char *text = study_walk_text(walk, key, value);

	if (text)
		g_ptr_array_add(walk->study->require, g_strdup(text));
	return text;
}

static bool read_require(struct study_walk *walk, const struct study_node *key,
	const struct study_node *value, G_GNUC_UNUSED void *target)
{
	return read_each(walk, key, value, read_rule);
}

static bool read_path(struct study_walk *walk, const struct study_node *key,
	const struct study_node *value, G_GNUC_UNUSED void *target)
{
	const char *text = study_walk_text(walk, key, value);
	g_autoptr(GError) why = NULL;
	struct path_template *template;

	if (!text)
		return false;
	template = path_template_new(text, &why);
	if (!template)
		return study_walk_fail(walk, value, "%s", why->message);
	g_ptr_array_add(walk->study->paths, template);
	return true;
}

static bool read_paths(struct study_walk *walk, const struct study_node *key,
	const struct study_node *value, G_GNUC_UNUSED void *target)
{
	return read_each(walk, key, value, read_path);
}

static bool read_section(struct study_walk *walk, const struct study_node *key,
	const struct study_node *value, void *target)
{
	static const struct study_key sections[] = {
		{"title", read_title},
		{"hardware", study_walk_hardware},
		{"hosts", study_walk_hosts},
		{"paths", read_paths},
		{"markers", read_markers},
		{"layouts", read_layouts},
		{"metrics", read_metrics},
		{"titles", read_titles},
		{"require", read_require},
		{"rank", NULL},
	};

	return study_walk_key(
		walk, "section", sections, G_N_ELEMENTS(sections), key, value, target);
}

static bool system_fail(const char *path, int code, GError **error)
{
	g_set_error(error, IOTAB_ERROR, IOTAB_ERROR_SYSTEM, "cannot read '%s': %s", path,
		g_strerror(code));
	return false;
}

/* At most one byte over the limit, so that a device or a wrong file costs nothing. */
static bool file_load(const char *path, GByteArray *bytes, GError **error)
{
	FILE *file = fopen(path, "rbe");
	int code;

	if (!file)
		return system_fail(path, errno, error);
	g_byte_array_set_size(bytes, FILE_MAX + 1);
	errno = 0;
	g_byte_array_set_size(bytes, (guint)fread(bytes->data, 1, FILE_MAX + 1, file));
	code = ferror(file) ? errno : 0;
	fclose(file);
	if (code)
		return system_fail(path, code, error);
	if (bytes->len <= FILE_MAX)
		return true;
	g_set_error(error, IOTAB_ERROR, IOTAB_ERROR_USAGE,
		"cannot read '%s': a study is not larger than 1 MiB", path);
	return false;
}

static struct study *study_parse(const char *path, const GByteArray *bytes, GError **error)
{
	struct study_walk walk = {.study = study_blank(), .path = path, .error = error};
	struct study_node *root;

	walk.study->path = g_strdup(path);
	root = study_yaml_parse(path, (const char *)bytes->data, bytes->len, error);
	if (!root || !study_walk_mapping(&walk, "a study", root, read_section, NULL)) {
		study_free(walk.study);
		walk.study = NULL;
	} else {
		add_builtin(walk.study);
		for (guint i = 0; i < walk.study->hosts->len; i++)
			hardware_inherit(
				&((struct study_host *)walk.study->hosts->pdata[i])->hardware,
				&walk.study->hardware);
	}
	study_node_free(root);
	return walk.study;
}

struct study *study_read(const char *path, GError **error)
{
	GByteArray *bytes = g_byte_array_new();
	struct study *study = NULL;

	if (file_load(path, bytes, error))
		study = study_parse(path, bytes, error);
	g_byte_array_unref(bytes);
	return study;
}
