#ifndef TESTS_UNIT_PARSERS_LOGS_H
#define TESTS_UNIT_PARSERS_LOGS_H

#include "parsers/parser.h"
#include "tests/unit/parsers/witness.h"
#include <string.h>

/* A log and what a witness writes of it, tersely. */
struct row {
	const char *name, *text, *expected;
};

static inline void check_rows(const struct parser *parser, const struct row *rows, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct witness w;
		struct input *in;

		witness_init(&w);
		w.terse = true;
		in = input_memory(rows[i].text, strlen(rows[i].text), "log", w.sink.diag);
		parser->parse(in, &w.sink);
		input_close(in);
		witness_diags(w.sink.diag, w.log);
		assert_told(rows[i].name, w.log->str, rows[i].expected);
		witness_clear(&w);
	}
}

#endif
