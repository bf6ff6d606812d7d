#include "model/study.h"

#include "model/error.h"
#include <glib/gstdio.h>
#include <string.h>

/* Reads `size` bytes as a study; the path in the message becomes "F". */
static struct study *read_bytes(const char *bytes, size_t size, char **message, int *code)
{
	char *dir = g_dir_make_tmp("study-XXXXXX", NULL);
	char *path = g_build_filename(dir, "study.yaml", NULL);
	GError *error = NULL;
	struct study *study;

	g_assert_true(g_file_set_contents(path, bytes, (gssize)size, NULL));
	study = study_read(path, &error);
	g_assert_true((study == NULL) == (error != NULL));
	*message = NULL;
	*code = -1;
	if (study) {
		g_assert_cmpstr(study->path, ==, path);
	} else {
		GString *text = g_string_new(error->message);

		g_assert_true(error->domain == IOTAB_ERROR);
		*code = error->code;
		g_string_replace(text, path, "F", 0);
		*message = g_string_free(text, FALSE);
		g_error_free(error);
	}
	g_remove(path);
	g_rmdir(dir);
	g_free(path);
	g_free(dir);
	return study;
}

static struct study *read_good(const char *text)
{
	char *message;
	int code;
	struct study *study = read_bytes(text, strlen(text), &message, &code);

	if (!study)
		g_error("'%s' gives %s", text, message);
	return study;
}

static void assert_marker(const struct study *study, guint i, const char *begin, const char *end,
	int begin_line, int end_line)
{
	const struct study_marker *marker = g_ptr_array_index(study->markers, i);

	g_assert_cmpstr(marker->begin, ==, begin);
	g_assert_cmpstr(marker->end, ==, end);
	g_assert_cmpint(marker->begin_line, ==, begin_line);
	g_assert_cmpint(marker->end_line, ==, end_line);
}

static void assert_builtin(const struct study *study)
{
	const struct study_metric *metric;

	g_assert_cmpuint(study->markers->len, >, 1);
	assert_marker(study, study->markers->len - 2,
		"^\\W*iorun: begin row=\\S+ repeat=\\S+(?: again=(?<again>\\d+))?(?<levels>(?: "
		".*)?)$",
		"^\\W*iorun: end row=\\S+ status=(?<status>\\S+)(?: seconds=(?<tottime>[\\d.]+))?",
		0, 0);
	assert_marker(study, study->markers->len - 1,
		"^\\W*Create zpool with (?<layout>\\S+) (?<raid>\\S+) (?<slog>\\S+) (?<cache>\\S+)",
		"^\\W*[Aa]ll destroyed, test ran for\\s+(?<tottime>\\d+)\\b", 0, 0);
	g_assert_cmpuint(study->metrics->len, >, 0);
	metric = g_ptr_array_index(study->metrics, study->metrics->len - 1);
	g_assert_cmpstr(metric->name, ==, "tottime");
	g_assert_cmpint(metric->unit, ==, UNIT_SECOND);
	g_assert_cmpfloat(metric->factor, ==, 1);
	g_assert_cmpint(metric->better, ==, BETTER_LOWER);
	g_assert_cmpint(metric->class, ==, CLASS_TIME);
}

static void test_new(void)
{
	struct study *study = study_new();

	assert_builtin(study);
	g_assert_cmpuint(study->markers->len, ==, 2);
	g_assert_cmpuint(study->metrics->len, ==, 1);
	g_assert_null(study->path);
	g_assert_null(study->title);
	study_free(study);
	study_free(NULL);
}

static void test_nothing(void)
{
	static const char *const texts[] = {
		"",
		"\n\n",
		"# only a comment\n",
		"---\n",
		"---\n...\n",
		"{}",
		"\xef\xbb\xbf# with a byte order mark\n",
		"hardware:\nmarkers:\nlayouts:\nmetrics:\ntitles:\nrequire:\npaths:\nhosts:\n",
		"hardware: {}\nmarkers: []\nrequire: []\npaths: []\nhosts: {}\n",
	};

	for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
		struct study *study = read_good(texts[i]);

		assert_builtin(study);
		g_assert_cmpuint(study->markers->len, ==, 2);
		g_assert_cmpuint(study->layouts->len + study->titles->len + study->require->len +
					 study->paths->len + study->hosts->len,
			==, 0);
		g_assert_cmpint(study->hardware.disks, ==, 0);
		g_assert_cmpint(study->hardware.placement, ==, PLACEMENT_UNSAID);
		study_free(study);
	}
}

static void test_whole(void)
{
	struct study *study =
		read_good("title: Testing different zpool layouts\n"
			  "hardware: {disks: 42, disk-size: 500107862016, controllers: 6, ram: "
			  "16G, ashift: 9,\n"
			  "  zfs-era: onnv2010, afr: 3%, placement: round-robin}\n"
			  "markers:\n"
			  "  - begin: 'start (?<layout>\\S+)'\n"
			  "    end: 'stop'\n"
			  "  - begin: only a begin\n"
			  "layouts:\n"
			  "  6x4p2: {shape: 6x(4+2)}\n"
			  "  3xraidz2:\n"
			  "metrics:\n"
			  "  tottime: {unit: min, better: lower, class: time}\n"
			  "  speed: {unit: MB/s, better: higher, class: mixed}\n"
			  "  binary: {unit: MiB/s}\n"
			  "  plain:\n"
			  "titles: {'iozone:random-read': ranread, speed: 'how fast: really'}\n"
			  "require: ['survive=controller:1', 'survive=disks:2']\n");
	const struct hardware *hardware = &study->hardware;
	static const struct {
		const char *name;
		enum unit unit;
		double factor;
		const char *unit_text;
		enum metric_better better;
		enum metric_class class;
	} metrics[] = {
		{"tottime", UNIT_SECOND, 60, "min", BETTER_LOWER, CLASS_TIME},
		{"speed", UNIT_BYTES_PER_SECOND, 1e6, "MB/s", BETTER_HIGHER, CLASS_MIXED},
		{"binary", UNIT_BYTES_PER_SECOND, 0x1p20, "MiB/s", BETTER_NONE, CLASS_OTHER},
		{"plain", UNIT_ONE, 1, "1", BETTER_NONE, CLASS_OTHER},
	};
	const struct study_layout *layout;

	g_assert_cmpstr(study->title, ==, "Testing different zpool layouts");
	g_assert_cmpint(hardware->disks, ==, 42);
	g_assert_cmpfloat(hardware->disk_size, ==, 500107862016.0);
	g_assert_cmpfloat(hardware->ram, ==, 17179869184.0);
	g_assert_cmpint(hardware->ashift, ==, 9);
	g_assert_cmpstr(hardware->zfs_era, ==, "onnv2010");
	g_assert_cmpfloat(hardware->afr, ==, 0.03);
	g_assert_cmpint(hardware->placement, ==, PLACEMENT_ROUND_ROBIN);
	g_assert_cmpint(hardware_domain(hardware, "controller")->units, ==, 6);

	g_assert_cmpuint(study->markers->len, ==, 4);
	assert_marker(study, 0, "start (?<layout>\\S+)", "stop", 5, 6);
	assert_marker(study, 1, "only a begin", NULL, 7, 0);

	g_assert_cmpuint(study->layouts->len, ==, 2);
	layout = g_ptr_array_index(study->layouts, 0);
	g_assert_cmpstr(layout->name, ==, "6x4p2");
	g_assert_cmpstr(layout->shape, ==, "6x(4+2)");
	layout = g_ptr_array_index(study->layouts, 1);
	g_assert_cmpstr(layout->name, ==, "3xraidz2");
	g_assert_null(layout->shape);

	g_assert_cmpuint(study->metrics->len, ==, G_N_ELEMENTS(metrics));
	for (guint i = 0; i < study->metrics->len; i++) {
		const struct study_metric *metric = g_ptr_array_index(study->metrics, i);

		g_assert_cmpstr(metric->name, ==, metrics[i].name);
		g_assert_cmpint(metric->unit, ==, metrics[i].unit);
		g_assert_cmpfloat(metric->factor, ==, metrics[i].factor);
		g_assert_cmpstr(metric->unit_text, ==, metrics[i].unit_text);
		g_assert_cmpint(metric->better, ==, metrics[i].better);
		g_assert_cmpint(metric->class, ==, metrics[i].class);
	}

	g_assert_cmpuint(study->titles->len, ==, 4);
	g_assert_cmpstr(g_ptr_array_index(study->titles, 0), ==, "iozone:random-read");
	g_assert_cmpstr(g_ptr_array_index(study->titles, 3), ==, "how fast: really");
	g_assert_cmpuint(study->require->len, ==, 2);
	g_assert_cmpstr(g_ptr_array_index(study->require, 1), ==, "survive=disks:2");
	study_free(study);
}

static void test_paths(void)
{
	struct study *study = read_good("paths: ['results/{layout}/*', \"{test}\"]\n");

	g_assert_cmpuint(study->paths->len, ==, 2);
	g_assert_cmpstr(path_template_text(study->paths->pdata[0]), ==, "results/{layout}/*");
	g_assert_cmpstr(path_template_text(study->paths->pdata[1]), ==, "{test}");
	study_free(study);
	study = read_good("paths: results/{layout}/{test}-n{files}/*\n");
	g_assert_cmpuint(study->paths->len, ==, 1);
	study_free(study);
}

static void test_raw_scalars(void)
{
	struct study *study = read_good("title: no\nrequire: survive=shelf:1\n"
					"titles: {a: yes, b: 0x10, c: ~, d: 1e3}\n");

	g_assert_cmpstr(study->title, ==, "no");
	g_assert_cmpuint(study->require->len, ==, 1);
	g_assert_cmpstr(g_ptr_array_index(study->require, 0), ==, "survive=shelf:1");
	g_assert_cmpstr(g_ptr_array_index(study->titles, 1), ==, "yes");
	g_assert_cmpstr(g_ptr_array_index(study->titles, 3), ==, "0x10");
	g_assert_cmpstr(g_ptr_array_index(study->titles, 5), ==, "~");
	g_assert_cmpstr(g_ptr_array_index(study->titles, 7), ==, "1e3");
	study_free(study);
}

/* "3" a count, "12,10" slots. */
static char *domain_text(const struct domain *domain)
{
	GString *text = g_string_new(NULL);

	if (!domain)
		return g_string_free(g_string_append(text, "none"), FALSE);
	g_string_append_printf(text, "%s %d", domain->name, domain->units);
	for (int i = 0; domain->slots && i < domain->units; i++)
		g_string_append_printf(text, "%c%d", i ? ',' : ':', domain->slots[i]);
	return g_string_free(text, FALSE);
}

static void test_domains(void)
{
	static const struct {
		const char *name, *want;
	} rows[] = {
		{"controller", "controller 6"},
		{"controllers", "controller 6"},
		{"domain.controller", "controller 6"},
		{"shelf", "shelf 3:12,11,12"},
		{"shelves", "shelf 3:12,11,12"},
		{"hba", "hba 2:20,22"},
		{"hbas", "hba 2:20,22"},
		{"pdu", "pdu 1:42"},
		{"pdus", "pdu 1:42"},
		{"domain.pdu", "pdu 1:42"},
		{"pd", "none"},
		{"rack", "none"},
		{"s", "none"},
		{"", "none"},
	};
	struct study *study = read_good("hardware:\n"
					"  controllers: 6\n"
					"  shelves: 12, 11 ,12\n"
					"  hbas: [20, 22]\n"
					"  domain.pdu: [42]\n");

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		char *got = domain_text(hardware_domain(&study->hardware, rows[i].name));

		if (strcmp(got, rows[i].want) != 0)
			g_test_fail_printf("'%s' gives '%s'", rows[i].name, got);
		g_free(got);
	}
	study_free(study);
}

static void test_set_hardware(void)
{
	static const char *const good[] = {
		"disks=24",
		"controllers=4",
		"disk-size = 1T",
		"domain.shelf=12,12",
		"placement=best",
		"afr=0.05",
		"zfs-era=a=b",
	};
	static const struct {
		const char *assignment, *message;
	} bad[] = {
		{"disks", "expected KEY=VALUE such as controllers=6, not 'disks'"},
		{"=4", "expected KEY=VALUE such as controllers=6, not '=4'"},
		{"disk=4", "unknown hardware key 'disk', did you mean 'disks'?"},
		{"7=4", "unknown hardware key '7'"},
		{"disks=", "'disks' has no value"},
		{"disks=-1", "'disks' wants a whole number from 1 to 1000000, not '-1'"},
		{"shelves=12,x", "'shelves' wants a number of units, or the data disks on each as "
				 "in 12,12,12"},
	};
	struct study *study = read_good("hardware: {disks: 42, controllers: '7,7', shelves: 3}");
	char *text;

	for (size_t i = 0; i < G_N_ELEMENTS(good); i++)
		if (!study_set_hardware(study, good[i], NULL))
			g_test_fail_printf("'%s' is refused", good[i]);
	for (size_t i = 0; i < G_N_ELEMENTS(bad); i++) {
		GError *error = NULL;

		g_assert_false(study_set_hardware(study, bad[i].assignment, &error));
		g_assert_error(error, IOTAB_ERROR, IOTAB_ERROR_USAGE);
		g_assert_cmpstr(error->message, ==, bad[i].message);
		g_error_free(error);
	}
	g_assert_cmpint(study->hardware.disks, ==, 24);
	g_assert_cmpfloat(study->hardware.disk_size, ==, 0x1p40);
	g_assert_cmpint(study->hardware.placement, ==, PLACEMENT_BEST);
	g_assert_cmpfloat(study->hardware.afr, ==, 0.05);
	g_assert_cmpstr(study->hardware.zfs_era, ==, "a=b");
	g_assert_cmpuint(study->hardware.domains->len, ==, 2);
	text = domain_text(hardware_domain(&study->hardware, "controller"));
	g_assert_cmpstr(text, ==, "controller 4");
	g_free(text);
	text = domain_text(hardware_domain(&study->hardware, "shelf"));
	g_assert_cmpstr(text, ==, "shelf 2:12,12");
	g_free(text);
	study_free(study);
}

/* All that hardware tells, in the order of the structure. */
static char *hardware_text(const struct hardware *h)
{
	GString *text = g_string_new(NULL);

	g_string_append_printf(text, "%d %g %g %d %s %g %d", h->disks, h->disk_size, h->ram,
		h->ashift, h->zfs_era ? h->zfs_era : "-", h->afr, (int)h->placement);
	for (guint i = 0; i < h->domains->len; i++) {
		g_autofree char *domain = domain_text(g_ptr_array_index(h->domains, i));

		g_string_append_printf(text, " %s", domain);
	}
	return g_string_free(text, FALSE);
}

static void expect_host(
	const struct study *study, const char *host, const char *label, const char *want)
{
	const struct study_host *found = study_host_of(study, host, label);
	g_autofree char *got = hardware_text(found ? &found->hardware : &study->hardware);

	if (strcmp(got, want) != 0)
		g_test_fail_printf(
			"%s, %s gives '%s'", host ? host : "-", label ? label : "-", got);
}

#define BASE "42 1024 2048 9 old 0.03 2 controller 6 shelf 2:21,21"

/* A host has what it tells itself and, wherever that section stands, the rest from `hardware`. */
static void test_hosts(void)
{
	struct study *study = read_good(
		"hosts:\n"
		"  a: {controllers: 4, ram: 4K, domain.pdu: 2}\n"
		"  b: {shelves: '7,7,7', disks: 21, disk-size: 512, ashift: 12, zfs-era: new, afr: "
		"5%,\n"
		"      placement: best}\n"
		"  c:\n"
		"hardware: {disks: 42, disk-size: 1024, controllers: 6, ram: 2048, ashift: 9,\n"
		"  zfs-era: old, afr: 3%, placement: round-robin, shelves: '21,21'}\n");
	GError *error = NULL;

	expect_host(study, NULL, NULL, BASE);
	expect_host(study, "c", NULL, BASE);
	expect_host(study, "d", "d", BASE);
	expect_host(study, "a", NULL, "42 1024 4096 9 old 0.03 2 controller 4 pdu 2 shelf 2:21,21");
	expect_host(study, "b", NULL, "21 512 2048 12 new 0.05 1 shelf 3:7,7,7 controller 6");
	expect_host(study, NULL, "b", "21 512 2048 12 new 0.05 1 shelf 3:7,7,7 controller 6");
	expect_host(study, "d", "b", "21 512 2048 12 new 0.05 1 shelf 3:7,7,7 controller 6");
	expect_host(study, "a", "b", "42 1024 4096 9 old 0.03 2 controller 4 pdu 2 shelf 2:21,21");
	/* The command line is stronger than both. */
	g_assert_true(study_set_hardware(study, "controllers=9", &error));
	g_assert_true(study_set_hardware(study, "ram=1024", &error));
	expect_host(study, NULL, NULL, "42 1024 1024 9 old 0.03 2 controller 9 shelf 2:21,21");
	expect_host(study, "a", NULL, "42 1024 1024 9 old 0.03 2 controller 9 pdu 2 shelf 2:21,21");
	expect_host(study, "b", NULL, "21 512 1024 12 new 0.05 1 shelf 3:7,7,7 controller 9");
	g_assert_false(study_set_hardware(study, "controllers=x", &error));
	g_assert_error(error, IOTAB_ERROR, IOTAB_ERROR_USAGE);
	g_error_free(error);
	study_free(study);
}

#define NOT_READ " is not read by this version"
#define UNITS    " wants a number of units, or the data disks on each as in 12,12,12"

static const struct {
	const char *text, *message;
} bad_rows[] = {
	/* keys */
	{"titel: x", "F:1:1: unknown section 'titel', did you mean 'title'?"},
	{"title: x\nhardware: {disk: 1}",
		"F:2:12: unknown hardware key 'disk', did you mean 'disks'?"},
	{"zzzzzzzz: x", "F:1:1: unknown section 'zzzzzzzz'"},
	{"title: x\n\ntitle: y", "F:3:1: key 'title' is repeated, first on line 1"},
	{"hardware:\n  disks: 1\n  ram: 1G\n  disks: 1\n",
		"F:4:3: key 'disks' is repeated, first on line 2"},
	{"hardware:\n  shelves: 2\n  domain.shelf: 2\n",
		"F:3:3: failure domain 'shelf' is repeated, first on line 2"},
	{"layouts: {2x21: {shape: 2x(19+2)}, 2x21: {shape: 2x(19+2)}}",
		"F:1:36: key '2x21' is repeated, first on line 1"},
	{"rank: {}", "F:1:1: section 'rank'" NOT_READ},
	{"layouts: {2x21: {capacity: 1T}}", "F:1:18: layout key 'capacity'" NOT_READ},
	{"layouts: {2x21: {resilver: 1h}}", "F:1:18: layout key 'resilver'" NOT_READ},
	{"layouts: {2x21: {resilver-load: 1h}}", "F:1:18: layout key 'resilver-load'" NOT_READ},
	{"[a]: x", "F:1:1: a key of a study wants a name"},
	{"'': x", "F:1:1: a key of a study wants a name"},
	{"- title", "F:1:1: a study wants keys and values, not a list"},
	{"title", "F:1:1: a study wants keys and values, not a value"},
	/* values */
	{"title: [a]", "F:1:8: 'title' wants one value, not a list"},
	{"title:", "F:1:7: 'title' has no value"},
	{"title: ''", "F:1:8: 'title' has no value"},
	{"hardware: 42", "F:1:11: 'hardware' wants keys and values, not a value"},
	{"hardware: {disks: 0}", "F:1:19: 'disks' wants a whole number from 1 to 1000000, not '0'"},
	{"hardware: {disks: 4.5}",
		"F:1:19: 'disks' wants a whole number from 1 to 1000000, not '4.5'"},
	{"hardware: {disks: {a: b}}", "F:1:19: 'disks' wants one value, not a mapping"},
	{"hardware: {ashift: 8}", "F:1:20: 'ashift' wants a whole number from 9 to 16, not '8'"},
	{"hardware: {ashift: 17}", "F:1:20: 'ashift' wants a whole number from 9 to 16, not '17'"},
	{"hardware: {ram: big}", "F:1:17: 'ram' wants a size such as 500G, not 'big'"},
	{"hardware: {ram: 3s}", "F:1:17: 'ram' wants a size such as 500G, not '3s'"},
	{"hardware: {ram: 0}", "F:1:17: '0' is out of range for 'ram'"},
	{"hardware: {ram: 5000T}", "F:1:17: '5000T' is out of range for 'ram'"},
	{"hardware: {disk-size: -1G}", "F:1:23: '-1G' is out of range for 'disk-size'"},
	{"hardware: {afr: 3}", "F:1:17: 'afr' wants a share between 0 and 1 such as 3%, not '3'"},
	{"hardware: {afr: 0%}", "F:1:17: 'afr' wants a share between 0 and 1 such as 3%, not '0%'"},
	{"hardware: {afr: 1h}", "F:1:17: 'afr' wants a share between 0 and 1 such as 3%, not '1h'"},
	{"hardware: {placement: zpool}", "F:1:23: placement 'zpool'" NOT_READ},
	{"hardware: {placement: bets}", "F:1:23: unknown placement 'bets', did you mean 'best'?"},
	{"hardware: {controllers: 0}", "F:1:25: 'controllers'" UNITS},
	{"hardware: {controllers: 10001}", "F:1:25: 'controllers'" UNITS},
	{"hardware: {controllers: '6,'}", "F:1:25: 'controllers'" UNITS},
	{"hardware: {controllers: [6, [7]]}", "F:1:25: 'controllers'" UNITS},
	{"hardware: {controllers: []}", "F:1:25: 'controllers'" UNITS},
	{"hardware: {controllers: {a: 1}}", "F:1:25: 'controllers'" UNITS},
	{"hardware: {controllers: }", "F:1:25: 'controllers'" UNITS},
	{"hardware: {shelves: 12,12,12}",
		"F:1:24: unknown hardware key '12', inside braces a list wants quotes or brackets"},
	{"hardware: {domain.: 1}", "F:1:12: '' is no name for a failure domain"},
	{"hardware: {domain.disks: 1}", "F:1:12: 'disks' is no name for a failure domain"},
	{"hardware: {domain.a:b: 1}", "F:1:12: 'a:b' is no name for a failure domain"},
	{"markers: {begin: x}", "F:1:10: 'markers' wants a list, not a mapping"},
	{"markers:\n  - end: x", "F:2:5: a marker wants 'begin'"},
	{"markers:\n  -", "F:2:4: a marker wants 'begin'"},
	{"markers:\n  - begin: ''", "F:2:12: 'begin' has no value"},
	{"markers:\n  - begin: x\n    en: y",
		"F:3:5: unknown marker key 'en', did you mean 'end'?"},
	{"markers: [x]", "F:1:11: a marker wants keys and values, not a value"},
	{"layouts: {foo: {shape: nothing}}", "F:1:24: 'nothing' is no layout such as 6x(4+2)"},
	{"layouts: {foo: }", "F:1:11: layout 'foo' wants 'shape', for its name tells none"},
	{"layouts: {foo: {capacity: '?'}}",
		"F:1:17: layout key 'capacity' is not read by this version"},
	{"markers: [{begin: '?'}]", "F:1:11: a marker wants 'begin'"},
	{"hardware: {diskz: '?'}", "F:1:12: unknown hardware key 'diskz', did you mean 'disks'?"},
	{"rank: '?'", "F:1:1: section 'rank' is not read by this version"},
	{"metrics: {9x: {}}",
		"F:1:11: '9x' is no metric name: a letter, then letters, digits, '.', '_', '-'"},
	{"metrics: {'x:a': {}}",
		"F:1:11: 'x:a' is no metric name: a letter, then letters, digits, '.', '_', '-'"},
	{"metrics: {width: {}}", "F:1:11: 'width' is reserved and cannot name a metric"},
	{"metrics: {line: {}}", "F:1:11: 'line' is reserved and cannot name a metric"},
	{"metrics: {a: {unit: parsec}}",
		"F:1:21: unknown unit 'parsec', known are s, MB/s, MiB/s, /s, %, 1 ..."},
	{"metrics: {a: {better: lowr}}", "F:1:23: unknown direction 'lowr', did you mean 'lower'?"},
	{"metrics: {a: {class: tiem}}", "F:1:22: unknown class 'tiem', did you mean 'time'?"},
	{"titles: {write: }", "F:1:17: 'write' has no value"},
	{"require: [[a]]", "F:1:11: 'require' wants one value, not a list"},
	{"require: {a: b}", "F:1:10: 'require' wants one value, not a mapping"},
	{"hosts: [a]", "F:1:8: 'hosts' wants keys and values, not a list"},
	{"hosts: {a: 6}", "F:1:12: a host wants keys and values, not a value"},
	{"hosts:\n  a: {ram: 1G}\n  b: {rom: 1G}\n",
		"F:3:7: unknown hardware key 'rom', did you mean 'ram'?"},
	{"hosts:\n  a: {ram: 1G}\n  a: {ram: 2G}\n", "F:3:3: key 'a' is repeated, first on line 2"},
	{"hosts: {a: {ram: 1G, ram: 2G}}", "F:1:22: key 'ram' is repeated, first on line 1"},
	{"hosts: {a: {shelves: 2, domain.shelf: 3}}",
		"F:1:25: failure domain 'shelf' is repeated, first on line 1"},
	{"hosts: {a: {disks: 0}}",
		"F:1:20: 'disks' wants a whole number from 1 to 1000000, not '0'"},
	{"hosts: {a: {placement: zpool}}", "F:1:24: placement 'zpool'" NOT_READ},
	{"hosts: {a: {shelves: 12,12}}",
		"F:1:25: unknown hardware key '12', inside braces a list wants quotes or brackets"},
	{"hosts: {'': {ram: 1G}}", "F:1:9: a key of 'hosts' wants a name"},
	{"paths: {a: b}", "F:1:8: 'paths' wants one value, not a mapping"},
	{"paths: ''", "F:1:8: 'paths' has no value"},
	{"paths: ['{layout}/*', ['{a}']]", "F:1:23: 'paths' wants one value, not a list"},
	{"paths:\n  - '{layout}/*'\n  - 'x/{layout'",
		"F:3:5: 'x/{layout', character 3: '{' is not closed"},
	{"paths: 'results/*'", "F:1:8: 'results/*', character 1: no {name} in it, as in "
			       "'{layout}/{test}.log'"},
	{"paths: ['{width}']",
		"F:1:9: '{width}', character 1: 'width' is a fact of each run and cannot be set"},
	/* YAML */
	{"title: &a x", "F:1:8: an anchor ('&') is not read in a study"},
	{"title: *a", "F:1:8: an alias ('*') is not read in a study"},
	{"hardware: &h {}", "F:1:11: an anchor ('&') is not read in a study"},
	{"title: !!str x", "F:1:8: a tag ('!') is not read in a study"},
	{"require: !own [x]", "F:1:10: a tag ('!') is not read in a study"},
	{"title: x\n---\ntitle: y", "F:2:1: a study is one YAML document, not two"},
	{"require: [[[[[[[[x]]]]]]]]", "F:1:17: nested too deep for a study"},
	{"title: \"a\\0b\"", "F:1:8: a NUL character stands in this value"},
	{"title: [a", "F:2:1: did not find expected ',' or ']' while parsing a flow sequence"},
	{"title: ok\n\ttabbed: x",
		"F:2:1: found a tab character that violates indentation while scanning a plain "
		"scalar"},
	{"title: ok\n# \xc3\xa4\xff", "F:2:4: invalid leading UTF-8 octet"},
	{"title: ok\nrequire: \x01", "F:2:10: control characters are not allowed"},
};

/* '?' is what nobody knows yet: the same as when the key were not there. */
static void test_open(void)
{
	struct study *study = read_good("title: '?'\n"
					"hardware: {disks: '?', controllers: '?', afr: \"?\"}\n"
					"layouts: {foo: {shape: '?'}, 2x21: {shape: '?'}}\n"
					"metrics: {a: {unit: '?', better: '?', class: '?'}}\n");
	const struct study_metric *metric = g_ptr_array_index(study->metrics, 0);
	GError *error = NULL;

	g_assert_null(study->title);
	g_assert_cmpint(study->hardware.disks, ==, 0);
	g_assert_cmpuint(study->hardware.domains->len, ==, 0);
	g_assert_cmpuint(study->layouts->len, ==, 2);
	g_assert_null(((struct study_layout *)study->layouts->pdata[0])->shape);
	g_assert_cmpstr(metric->name, ==, "a");
	g_assert_cmpint(metric->unit, ==, UNIT_ONE);
	g_assert_cmpint(metric->better, ==, BETTER_NONE);
	g_assert_false(study_set_hardware(study, "disks=?", &error));
	g_assert_error(error, IOTAB_ERROR, IOTAB_ERROR_USAGE);
	g_error_free(error);
	study_free(study);
}

static void test_bad(void)
{
	for (size_t i = 0; i < G_N_ELEMENTS(bad_rows); i++) {
		const char *text = bad_rows[i].text;
		char *message;
		int code;
		struct study *study = read_bytes(text, strlen(text), &message, &code);

		if (g_strcmp0(message, bad_rows[i].message) != 0)
			g_test_fail_printf("'%s' gives '%s'", text, message ? message : "a study");
		else
			g_assert_cmpint(code, ==, IOTAB_ERROR_USAGE);
		g_free(message);
		study_free(study);
	}
}

static void test_bytes(void)
{
	static const char nul[] = "title: a\0b\n", utf16[] = "\xff\xfet\0i\0t\0l\0e\0";
	char *message;
	int code;

	g_assert_null(read_bytes(nul, sizeof nul - 1, &message, &code));
	g_assert_cmpstr(message, ==, "F:1:9: control characters are not allowed");
	g_free(message);
	g_assert_null(read_bytes(utf16, sizeof utf16 - 1, &message, &code));
	g_assert_cmpstr(message, ==, "F:1:1: invalid leading UTF-8 octet");
	g_free(message);
}

static void test_size(void)
{
	char *text = g_strnfill(1024 * 1024 + 1, '#'), *message;
	struct study *study;
	int code;

	study = read_bytes(text, 1024 * 1024, &message, &code);
	g_assert_nonnull(study);
	study_free(study);
	g_assert_null(read_bytes(text, 1024 * 1024 + 1, &message, &code));
	g_assert_cmpstr(message, ==, "cannot read 'F': a study is not larger than 1 MiB");
	g_assert_cmpint(code, ==, IOTAB_ERROR_USAGE);
	g_free(message);
	g_free(text);
}

static void test_domain_limit(void)
{
	GString *text = g_string_new("hardware:\n");
	char *message;
	int code;

	for (int i = 1; i <= 33; i++)
		g_string_append_printf(text, "  domain.d%d: 2\n", i);
	g_assert_null(read_bytes(text->str, text->len, &message, &code));
	g_assert_cmpstr(message, ==, "F:34:3: more than 32 failure domains");
	g_free(message);
	g_string_free(text, TRUE);
}

static void test_unreadable(void)
{
	static const char *const paths[] = {"/nonexistent/study.yaml", "/"};

	for (size_t i = 0; i < G_N_ELEMENTS(paths); i++) {
		GError *error = NULL;

		g_assert_null(study_read(paths[i], &error));
		g_assert_error(error, IOTAB_ERROR, IOTAB_ERROR_SYSTEM);
		g_assert_true(g_str_has_prefix(error->message, "cannot read '/"));
		g_error_free(error);
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/study/new", test_new);
	g_test_add_func("/study/nothing", test_nothing);
	g_test_add_func("/study/whole", test_whole);
	g_test_add_func("/study/paths", test_paths);
	g_test_add_func("/study/raw-scalars", test_raw_scalars);
	g_test_add_func("/study/domains", test_domains);
	g_test_add_func("/study/set-hardware", test_set_hardware);
	g_test_add_func("/study/open", test_open);
	g_test_add_func("/study/hosts", test_hosts);
	g_test_add_func("/study/bad", test_bad);
	g_test_add_func("/study/bytes", test_bytes);
	g_test_add_func("/study/size", test_size);
	g_test_add_func("/study/domain-limit", test_domain_limit);
	g_test_add_func("/study/unreadable", test_unreadable);
	return g_test_run();
}
