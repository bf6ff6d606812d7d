#ifndef RENDER_DIALECTS_DIALECTS_H
#define RENDER_DIALECTS_DIALECTS_H

#include "render/dialect.h"

/* For the table in render/dialect.c only; everybody else asks that table. */
extern const struct dialect dialect_text;
extern const struct dialect dialect_markdown;
extern const struct dialect dialect_twiki;
extern const struct dialect dialect_mediawiki;
extern const struct dialect dialect_dokuwiki;
extern const struct dialect dialect_csv;
extern const struct dialect dialect_tsv;
extern const struct dialect dialect_json;

#endif
