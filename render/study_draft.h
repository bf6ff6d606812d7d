#ifndef RENDER_STUDY_DRAFT_H
#define RENDER_STUDY_DRAFT_H

#include "analysis/survey.h"
#include "model/study.h"

/*
 * A first study from what was found, UTF-8 and valid YAML whatever stood in the logs.  It says
 * nothing: sections are empty, what they could hold stands behind a `#`, line for line ready to be
 * uncovered, with '?' for what nobody knows; lines with `##` explain.  `builtin` is a study without
 * a file: its markers and metrics are those that hold already.
 */
void study_draft(const struct survey *survey, const struct study *builtin, GString *out);

#endif
