#include "model/study_walk.h"
#include <string.h>

#define DISKS_MAX     1000000
#define UNITS_MAX     10000
#define DOMAINS_MAX   32
#define DISK_SIZE_MAX 0x1p60
#define RAM_MAX       0x1p50

#define DOMAIN_PREFIX "domain."

static const struct {
	const char *plural, *singular;
} known_domains[] = {
	{"controllers", "controller"},
	{"shelves", "shelf"},
	{"hbas", "hba"},
};

static void domain_free(struct domain *domain)
{
	g_free(domain->name);
	g_free(domain->slots);
	g_free(domain);
}

void hardware_clear(struct hardware *hardware)
{
	for (guint i = 0; i < hardware->domains->len; i++)
		domain_free(g_ptr_array_index(hardware->domains, i));
	g_ptr_array_unref(hardware->domains);
	g_free(hardware->zfs_era);
}

void study_host_free(gpointer data)
{
	struct study_host *host = data;

	hardware_clear(&host->hardware);
	g_free(host->name);
	g_free(host);
}

/* "controllers" and "domain.controllers" are the domain "controller". */
static const char *domain_canonical(const char *name)
{
	if (g_str_has_prefix(name, DOMAIN_PREFIX))
		name += strlen(DOMAIN_PREFIX);
	for (size_t i = 0; i < G_N_ELEMENTS(known_domains); i++)
		if (strcmp(name, known_domains[i].plural) == 0)
			return known_domains[i].singular;
	return name;
}

/* The place of the domain with that canonical name, or how many there are. */
static guint domain_index(const GPtrArray *domains, const char *name, size_t len)
{
	guint i;

	for (i = 0; i < domains->len; i++) {
		const struct domain *domain = g_ptr_array_index(domains, i);

		if (strlen(domain->name) == len && memcmp(domain->name, name, len) == 0)
			break;
	}
	return i;
}

const struct domain *hardware_domain(const struct hardware *hardware, const char *name)
{
	const GPtrArray *domains = hardware->domains;
	const char *canonical = domain_canonical(name);
	size_t len = strlen(canonical);
	guint i = domain_index(domains, canonical, len);

	if (i == domains->len && len > 1 && canonical[len - 1] == 's')
		i = domain_index(domains, canonical, len - 1);
	return i < domains->len ? g_ptr_array_index(domains, i) : NULL;
}

static bool int_parse(const char *text, int min, int max, int *out)
{
	char *bare = g_strstrip(g_strdup(text));
	gint64 number = 0;
	bool good = g_ascii_string_to_signed(bare, 10, min, max, &number, NULL);

	g_free(bare);
	*out = (int)number;
	return good;
}

/* The data disks on each unit: "12,12,12" or a YAML list; -1 when one is no number of disks. */
static int slots_parse(const struct study_node *value, GArray *slots)
{
	char **parts = value->kind == STUDY_SCALAR ? g_strsplit(value->text, ",", -1) : NULL;
	guint n = parts ? g_strv_length(parts) : value->child->len;
	bool good = n > 0 && n <= UNITS_MAX;

	for (guint i = 0; good && i < n; i++) {
		const struct study_node *item = parts ? NULL : g_ptr_array_index(value->child, i);
		const char *text = parts ? parts[i] : item->text;
		int disks;

		good = text && int_parse(text, 1, DISKS_MAX, &disks);
		if (good)
			g_array_append_val(slots, disks);
	}
	g_strfreev(parts);
	return good ? (int)n : -1;
}

/* A single scalar is a number of units, everything else the disks on each. */
static bool domain_fill(const struct study_node *value, struct domain *domain)
{
	GArray *slots;
	bool good;

	if (value->kind == STUDY_MAPPING)
		return false;
	if (value->kind == STUDY_SCALAR && !strchr(value->text, ','))
		return int_parse(value->text, 1, UNITS_MAX, &domain->units);
	slots = g_array_new(FALSE, FALSE, sizeof(int));
	domain->units = slots_parse(value, slots);
	good = domain->units > 0;
	if (good)
		domain->slots = g_memdup2(slots->data, slots->len * sizeof(int));
	g_array_unref(slots);
	return good;
}

/* The line of the first key of the section that names this domain. */
static guint32 domain_line(const struct study_node *section, const char *name)
{
	for (guint i = 0; i < section->child->len; i += 2) {
		const struct study_node *key = g_ptr_array_index(section->child, i);

		if (strcmp(domain_canonical(key->text), name) == 0)
			return key->line;
	}
	return 0;
}

/* "disks" is what a rule calls single drives. */
static bool domain_name_is_good(const char *name)
{
	return study_name_is_good(name) && strcmp(name, "disk") != 0 && strcmp(name, "disks") != 0;
}

/* `section` is the mapping this pair stands in, NULL for the command line, which may replace. */
static bool read_domain(struct study_walk *walk, const struct study_node *key,
	const struct study_node *value, void *section)
{
	GPtrArray *domains = walk->hardware->domains;
	const char *name = domain_canonical(key->text);
	guint i = domain_index(domains, name, strlen(name));
	struct domain *domain;

	if (!domain_name_is_good(name))
		return study_walk_fail(walk, key, "'%s' is no name for a failure domain", name);
	if (i < domains->len && section)
		return study_walk_fail(walk, key,
			"failure domain '%s' is repeated, first on line %u", name,
			domain_line(section, name));
	if (i == DOMAINS_MAX)
		return study_walk_fail(walk, key, "more than %d failure domains", DOMAINS_MAX);
	domain = g_new0(struct domain, 1);
	domain->name = g_strdup(name);
	if (!domain_fill(value, domain)) {
		domain_free(domain);
		return study_walk_fail(walk, value,
			"'%s' wants a number of units, or the data disks on each as in 12,12,12",
			key->text);
	}
	if (i < domains->len)
		domain_free(g_ptr_array_remove_index(domains, i));
	g_ptr_array_insert(domains, (gint)i, domain);
	return true;
}

static bool read_int(struct study_walk *walk, const struct study_node *key,
	const struct study_node *value, int min, int max, int *out)
{
	const char *text = study_walk_text(walk, key, value);
	int number;

	if (!text)
		return false;
	if (!int_parse(text, min, max, &number))
		return study_walk_fail(walk, value,
			"'%s' wants a whole number from %d to %d, not '%s'", key->text, min, max,
			text);
	*out = number;
	return true;
}

static bool read_size(struct study_walk *walk, const struct study_node *key,
	const struct study_node *value, double max, double *out)
{
	const char *text = study_walk_text(walk, key, value);
	enum unit unit;
	double size;

	if (!text)
		return false;
	if (!unit_quantity(text, &size, &unit) || (unit != UNIT_BYTE && unit != UNIT_ONE))
		return study_walk_fail(
			walk, value, "'%s' wants a size such as 500G, not '%s'", key->text, text);
	if (!(size >= 1 && size <= max))
		return study_walk_fail(
			walk, value, "'%s' is out of range for '%s'", text, key->text);
	*out = size;
	return true;
}

static bool read_disks(struct study_walk *walk, const struct study_node *key,
	const struct study_node *value, G_GNUC_UNUSED void *section)
{
	return read_int(walk, key, value, 1, DISKS_MAX, &walk->hardware->disks);
}

static bool read_disk_size(struct study_walk *walk, const struct study_node *key,
	const struct study_node *value, G_GNUC_UNUSED void *section)
{
	return read_size(walk, key, value, DISK_SIZE_MAX, &walk->hardware->disk_size);
}

static bool read_ram(struct study_walk *walk, const struct study_node *key,
	const struct study_node *value, G_GNUC_UNUSED void *section)
{
	return read_size(walk, key, value, RAM_MAX, &walk->hardware->ram);
}

static bool read_ashift(struct study_walk *walk, const struct study_node *key,
	const struct study_node *value, G_GNUC_UNUSED void *section)
{
	return read_int(walk, key, value, 9, 16, &walk->hardware->ashift);
}

static bool read_zfs_era(struct study_walk *walk, const struct study_node *key,
	const struct study_node *value, G_GNUC_UNUSED void *section)
{
	const char *text = study_walk_text(walk, key, value);

	if (!text)
		return false;
	g_free(walk->hardware->zfs_era);
	walk->hardware->zfs_era = g_strdup(text);
	return true;
}

static bool read_afr(struct study_walk *walk, const struct study_node *key,
	const struct study_node *value, G_GNUC_UNUSED void *section)
{
	const char *text = study_walk_text(walk, key, value);
	enum unit unit;
	double share;

	if (!text)
		return false;
	if (!unit_quantity(text, &share, &unit) || unit != UNIT_ONE || share <= 0 || share >= 1)
		return study_walk_fail(walk, value,
			"'%s' wants a share between 0 and 1 such as 3%%, not '%s'", key->text,
			text);
	walk->hardware->afr = share;
	return true;
}

static bool read_placement(struct study_walk *walk, const struct study_node *key,
	const struct study_node *value, G_GNUC_UNUSED void *section)
{
	static const struct {
		const char *name;
		enum placement placement;
	} places[] = {{"best", PLACEMENT_BEST}, {"round-robin", PLACEMENT_ROUND_ROBIN}};
	const char *names[G_N_ELEMENTS(places)];
	const char *text = study_walk_text(walk, key, value);

	if (!text)
		return false;
	if (strcmp(text, "zpool") == 0)
		return study_walk_fail(
			walk, value, "placement '%s' is not read by this version", text);
	for (size_t i = 0; i < G_N_ELEMENTS(places); i++) {
		names[i] = places[i].name;
		if (strcmp(text, places[i].name) == 0) {
			walk->hardware->placement = places[i].placement;
			return true;
		}
	}
	return study_walk_fail_near(walk, value, "placement", names, G_N_ELEMENTS(names));
}

static const struct study_key hardware_keys[] = {
	{"disks", read_disks},
	{"disk-size", read_disk_size},
	{"controllers", read_domain},
	{"shelves", read_domain},
	{"hbas", read_domain},
	{"ram", read_ram},
	{"ashift", read_ashift},
	{"zfs-era", read_zfs_era},
	{"afr", read_afr},
	{"placement", read_placement},
};

static bool read_key(struct study_walk *walk, const struct study_node *key,
	const struct study_node *value, void *section)
{
	if (g_str_has_prefix(key->text, DOMAIN_PREFIX))
		return read_domain(walk, key, value, section);
	/* {shelves: 12,12,12} without quotes is for YAML {shelves: 12, 12: , 12: } */
	if (section && !key->text[strspn(key->text, G_CSET_DIGITS)])
		return study_walk_fail(walk, key,
			"unknown hardware key '%s', inside braces a list wants quotes or brackets",
			key->text);
	return study_walk_key(walk, "hardware key", hardware_keys, G_N_ELEMENTS(hardware_keys), key,
		value, section);
}

bool study_walk_hardware(struct study_walk *walk, G_GNUC_UNUSED const struct study_node *key,
	const struct study_node *value, G_GNUC_UNUSED void *target)
{
	walk->hardware = &walk->study->hardware;
	return study_walk_mapping(walk, "'hardware'", value, read_key, (void *)value);
}

static bool read_host(struct study_walk *walk, const struct study_node *key,
	const struct study_node *value, G_GNUC_UNUSED void *target)
{
	struct study_host *host = g_new0(struct study_host, 1);

	host->name = g_strdup(key->text);
	host->hardware.domains = g_ptr_array_new();
	g_ptr_array_add(walk->study->hosts, host);
	walk->hardware = &host->hardware;
	return study_walk_mapping(walk, "a host", value, read_key, (void *)value);
}

bool study_walk_hosts(struct study_walk *walk, G_GNUC_UNUSED const struct study_node *key,
	const struct study_node *value, G_GNUC_UNUSED void *target)
{
	return study_walk_mapping(walk, "'hosts'", value, read_host, NULL);
}

static void inherit_domains(GPtrArray *domains, const GPtrArray *base)
{
	for (guint i = 0; i < base->len; i++) {
		const struct domain *from = g_ptr_array_index(base, i);
		struct domain *to;

		if (domain_index(domains, from->name, strlen(from->name)) < domains->len)
			continue;
		to = g_new(struct domain, 1);
		*to = (struct domain){g_strdup(from->name), from->units,
			g_memdup2(
				from->slots, from->slots ? (size_t)from->units * sizeof(int) : 0)};
		g_ptr_array_add(domains, to);
	}
}

void hardware_inherit(struct hardware *hardware, const struct hardware *base)
{
	hardware->disks = hardware->disks ? hardware->disks : base->disks;
	hardware->disk_size = hardware->disk_size > 0 ? hardware->disk_size : base->disk_size;
	hardware->ram = hardware->ram > 0 ? hardware->ram : base->ram;
	hardware->ashift = hardware->ashift ? hardware->ashift : base->ashift;
	hardware->zfs_era = hardware->zfs_era ? hardware->zfs_era : g_strdup(base->zfs_era);
	hardware->afr = hardware->afr > 0 ? hardware->afr : base->afr;
	if (hardware->placement == PLACEMENT_UNSAID)
		hardware->placement = base->placement;
	inherit_domains(hardware->domains, base->domains);
}

static const struct study_host *host_named(const struct study *study, const char *name)
{
	for (guint i = 0; name && i < study->hosts->len; i++) {
		const struct study_host *host = g_ptr_array_index(study->hosts, i);

		if (strcmp(host->name, name) == 0)
			return host;
	}
	return NULL;
}

const struct study_host *study_host_of(
	const struct study *study, const char *host, const char *label)
{
	const struct study_host *found = host_named(study, host);

	return found ? found : host_named(study, label);
}

bool study_set_hardware(struct study *study, const char *assignment, GError **error)
{
	struct study_walk walk = {.study = study, .hardware = &study->hardware, .error = error};
	struct study_node key = {.kind = STUDY_SCALAR}, value = {.kind = STUDY_SCALAR};
	const char *equals = strchr(assignment, '=');
	bool good;

	if (!equals || equals == assignment)
		return study_walk_fail(&walk, &key,
			"expected KEY=VALUE such as controllers=6, not '%s'", assignment);
	key.text = g_strstrip(g_strndup(assignment, (size_t)(equals - assignment)));
	value.text = g_strstrip(g_strdup(equals + 1));
	good = read_key(&walk, &key, &value, NULL);
	for (guint i = 0; good && i < study->hosts->len; i++) {
		walk.hardware = &((struct study_host *)study->hosts->pdata[i])->hardware;
		good = read_key(&walk, &key, &value, NULL);
	}
	g_free(key.text);
	g_free(value.text);
	return good;
}
