#ifndef MODEL_LAYOUT_H
#define MODEL_LAYOUT_H

#include <glib.h>
#include <stdbool.h>

/* How a vdev or RAID set keeps its data; ANY: parity known, kind not (`12x2p1`). */
enum layout_kind {
	LAYOUT_ANY,
	LAYOUT_STRIPE,
	LAYOUT_MIRROR,
	LAYOUT_RAIDZ,
	LAYOUT_RAID, /* raid5, raid6: level = parity + 4 */
	LAYOUT_DRAID,
	LAYOUT_EC,
	LAYOUT_KIND_COUNT
};

#define LAYOUT_UNKNOWN (-1)

/* `count` equal vdevs.  Each number may be LAYOUT_UNKNOWN; none is ever guessed. */
struct layout_group {
	enum layout_kind kind;
	int count;
	int width;  /* all drives of one vdev: data + parity; draid: of one redundancy group */
	int parity; /* drives of one vdev that may fail; mirror: width - 1 */
	/* draid only, else 0: all drives of one vdev, and its distributed spares */
	int children;
	int spares;
};

#define LAYOUT_GROUPS 16

/*
 * No number of a layout and no sum of drives is larger: more than any machine holds, and small
 * enough that screen sizes ("640x480") are no layouts.
 */
#define LAYOUT_MAX 50000

struct layout {
	int n;
	struct layout_group group[LAYOUT_GROUPS];
	int hot_spares; /* 0 when none is named */
};

/*
 * Whether the numbers of a layout fit together and its kinds: what both readers below accept and
 * layout_print_key() takes.
 */
bool layout_valid(const struct layout *layout);

/*
 * Reads a layout name as people and tools write it (grammar and table of canonical forms in
 * man/iotab.1, section LAYOUT NAMES).  `text` must be a layout name as a whole; blanks around it
 * do not count.  A key and a `zpool create` command are names, too.  `raid` is a second column that
 * completes it ("2x21" with "z2", "raid60" with "33, 11 per raid6", "1xraidz3" with "35" drives);
 * NULL or blank: none.  Returns false when it is no layout name, or when `raid` is given and is
 * none or contradicts it; *out is then untouched.
 */
bool layout_parse(const char *text, const char *raid, struct layout *out);

/*
 * The layout of a `zpool create` command, larger groups first; logs and caches are left out.  False
 * for everything else, also when its words need a shell or name special or dedup vdevs.
 */
bool layout_parse_zpool(const char *command, struct layout *out);

/*
 * Works out an unknown count or width from the number of all drives without hot spares, where that
 * leaves no choice.  False, and nothing changed, when the layout cannot have that many.
 */
bool layout_complete(struct layout *layout, int drives);

/*
 * Appends the canonical key: "9*raidz1(3+1)", "?*any(6+1)", "1*raidz2(9+2)+1s",
 * "draid2(8+2)/24c+2s", "1*raidz2(2+2),1*mirror(1+1)", "2*any(21)" when the parity is unknown.  The
 * exact inverse of layout_parse_key(), which refuses every other spelling.
 */
void layout_print_key(const struct layout *layout, GString *out);
bool layout_parse_key(const char *key, struct layout *out);

/* Total drives without hot spares; smallest parity of any vdev; LAYOUT_UNKNOWN when unknown. */
int layout_drives(const struct layout *layout);
int layout_parity(const struct layout *layout);
int layout_vdevs(const struct layout *layout);
int layout_width(const struct layout *layout); /* of all groups, when they are equal */

/* Order for tables: drives, parity, vdevs; unknown first; then by key. */
int layout_compare(const struct layout *a, const struct layout *b);

#endif
