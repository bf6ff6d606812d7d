/* Layouts of `zpool create` commands. */
#include "model/layout.h"

#include <stdlib.h>
#include <string.h>

static bool same_vdevs(const struct layout_group *a, const struct layout_group *b)
{
	return a->kind == b->kind && a->width == b->width && a->parity == b->parity &&
	       a->children == b->children && a->spares == b->spares;
}

static bool add_vdev(struct layout *layout, const struct layout_group *vdev)
{
	for (int i = 0; i < layout->n; i++) {
		if (same_vdevs(&layout->group[i], vdev)) {
			layout->group[i].count++;
			return true;
		}
	}
	if (layout->n == LAYOUT_GROUPS)
		return false;
	layout->group[layout->n++] = *vdev;
	return true;
}

/* Larger groups first, so that the order of a command line does not count. */
static int compare_groups(const void *a, const void *b)
{
	struct layout left = {.n = 1, .group = {*(const struct layout_group *)a}};
	struct layout right = {.n = 1, .group = {*(const struct layout_group *)b}};

	return -layout_compare(&left, &right);
}

/* Where a device of a `zpool create` command goes. */
enum zpool_role { ZPOOL_DATA, ZPOOL_ASIDE, ZPOOL_SPARE };

struct zpool {
	struct layout layout;
	enum zpool_role role;
	const char *kind; /* of the vdev the next devices belong to; NULL: each is one of its own */
	int devices;
};

static bool zpool_end_vdev(struct zpool *z)
{
	struct layout vdev;
	char *name;
	char *drives;
	bool good;

	if (z->kind == NULL || z->role != ZPOOL_DATA)
		return true;
	name = g_strdup_printf("1x%s", z->kind);
	drives = g_strdup_printf("%d", z->devices);
	z->kind = NULL;
	good = layout_parse(name, drives, &vdev) && add_vdev(&z->layout, &vdev.group[0]);
	g_free(name);
	g_free(drives);
	return good;
}

static bool zpool_device(struct zpool *z)
{
	static const struct layout_group disk = {.kind = LAYOUT_STRIPE, .count = 1, .width = 1};

	if (z->role == ZPOOL_SPARE)
		z->layout.hot_spares++;
	else if (z->role == ZPOOL_DATA && z->kind)
		z->devices++;
	else if (z->role == ZPOOL_DATA)
		return add_vdev(&z->layout, &disk);
	return true;
}

/* The vdev types of zpool; short names of kinds are devices there. */
static bool is_vdev_type(const char *word)
{
	return g_str_equal(word, "mirror") || g_str_equal(word, "raidz") ||
	       (g_str_has_prefix(word, "raidz") && strspn(word + 5, "123") == 1 &&
		       word[6] == '\0') ||
	       (g_str_has_prefix(word, "draid") &&
		       strspn(word + 5, "0123456789dcs:") == strlen(word + 5));
}

/* False when the command says what a layout cannot. */
static bool zpool_word(struct zpool *z, const char *word)
{
	bool aside = g_str_equal(word, "log") || g_str_equal(word, "cache");

	/* Losing a special or dedup vdev loses the pool: no layout says that. */
	if (g_str_equal(word, "special") || g_str_equal(word, "dedup") ||
		strpbrk(word, "{}[]*?$`'\"\\|;&<>#"))
		return false;
	if (aside || g_str_equal(word, "spare")) {
		bool ended = zpool_end_vdev(z);

		z->role = aside ? ZPOOL_ASIDE : ZPOOL_SPARE;
		return ended;
	}
	if (!is_vdev_type(word))
		return zpool_device(z);
	/* zpool takes mirrored logs, but no other vdev behind one. */
	if (z->role == ZPOOL_SPARE || (z->role == ZPOOL_ASIDE && !g_str_equal(word, "mirror")))
		return false;
	if (!zpool_end_vdev(z))
		return false;
	z->kind = word;
	z->devices = 0;
	return true;
}

static char **split_words(const char *text)
{
	char **words = g_strsplit_set(text, " \t\r\n", -1);
	char **to = words;

	/* Blanks in a row give empty words. */
	for (char **from = words; *from; from++) {
		if (**from)
			*to++ = *from;
		else
			g_free(*from);
	}
	*to = NULL;
	return words;
}

/* The place behind options and pool name, NULL when the words are no `zpool create`. */
static char **zpool_vdevs(char **words)
{
	if (*words && (g_str_equal(*words, "sudo") || g_str_equal(*words, "pfexec")))
		words++;
	if (*words == NULL || !(g_str_equal(*words, "zpool") || g_str_has_suffix(*words, "/zpool")))
		return NULL;
	if (*++words == NULL || !g_str_equal(*words, "create"))
		return NULL;
	for (words++; *words && **words == '-'; words++) {
		/* -o, -O, -m, -R and -t take a value, perhaps in the same word. */
		if (strchr("oOmRt", (*words)[1]) && (*words)[1] && (*words)[2] == '\0' && words[1])
			words++;
	}
	return *words ? words + 1 : NULL;
}

bool layout_parse_zpool(const char *command, struct layout *out)
{
	char **words = split_words(command);
	char **word = zpool_vdevs(words);
	struct zpool z = {.role = ZPOOL_DATA};
	bool good = word != NULL;

	while (good && *word)
		good = zpool_word(&z, *word++);
	good = good && zpool_end_vdev(&z) && layout_valid(&z.layout);
	g_strfreev(words);
	if (!good)
		return false;
	qsort(z.layout.group, z.layout.n, sizeof(z.layout.group[0]), compare_groups);
	*out = z.layout;
	return true;
}
