#ifndef PARSERS_BONNIE_CLEAN_H
#define PARSERS_BONNIE_CLEAN_H

#include "parsers/input.h"

/*
 * Takes off what mail, forums, wikis and blogs put into the lines of a log: quoting, tags and
 * entities, BBCode, markdown, typographic dashes, and the soft line breaks of quoted-printable
 * mail.
 */
struct bonnie_clean {
	GString *text; /* of the last line that had to be changed */
	GString *held; /* the pieces of a line that quoted-printable has broken */
	guint32 held_line;
	bool quoted_printable;
};

void bonnie_clean_init(struct bonnie_clean *clean);
void bonnie_clean_clear(struct bonnie_clean *clean);

/*
 * Joins lines that quoted-printable has broken.  False: the line goes on in the next one and is
 * held. *whole is valid until the next call.
 */
bool bonnie_clean_join(struct bonnie_clean *clean, const struct text *line, struct text *whole);

/* The line without what was put into it; valid until the next call. */
struct text bonnie_clean_line(struct bonnie_clean *clean, const struct text *line);

#endif
