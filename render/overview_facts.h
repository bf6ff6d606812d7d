#ifndef RENDER_OVERVIEW_FACTS_H
#define RENDER_OVERVIEW_FACTS_H

#include "render/overview.h"

/* For render/overview*.c only: the facts of an overview, one row of a table each. */

/* "layouts" and two blanks stand before a fact. */
#define FACT_KEY   8
#define FACT_WIDTH (OVERVIEW_WIDTH - FACT_KEY - 2)

struct facts {
	const struct overview *o;
	const struct overview_facts *given;
	GPtrArray *rows; /* char *: key and text in turn */
	bool ascii;
	bool tight; /* no second rows: there are too many facts */
};

/* Adds a fact, which is cut to its width. */
void facts_add(struct facts *facts, const char *key, const char *text);

/* Adds a list as one row or two, the second under the key "and"; `behind` stands at its end. */
void facts_add_list(
	struct facts *facts, const char *key, const GPtrArray *list, const char *behind);

/* Appends "1 file" or "3 files". */
void facts_count(GString *out, guint64 n, const char *one, const char *many);

/* An empty list that frees its texts. */
GPtrArray *facts_list_new(void);

/* What was tested: layouts, factors, sizes, modes, what is mixed, repeats. */
void facts_tested(struct facts *facts);

/* At which sizes the best are looked for, where sizes differ. */
void facts_fixed(struct facts *facts);

/* What casts doubt on figures, and which layouts are safe. */
void facts_suspects(struct facts *facts);
void facts_safety(struct facts *facts);

#endif
