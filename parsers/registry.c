#include "parsers/parser.h"

/* None of the others will be as sure of an input that one is so sure of. */
#define CERTAIN 98

static const struct parser *const table[] = {
	&parser_bonnie,
	&parser_iozone,
	&parser_fio_job,
	&parser_fio_log,
	&parser_fio_hist,
	&parser_fio,
	&parser_records_csv,
	&parser_records_jsonl,
};

const struct parser *const *parsers(size_t *n)
{
	*n = G_N_ELEMENTS(table);
	return table;
}

const struct parser *parser_sniff(const char *head, size_t n)
{
	const struct parser *best = NULL;
	int most = 0;

	/* The last ones know theirs by the first lines; most inputs of any size are of the first.
	 */
	for (size_t i = G_N_ELEMENTS(table); i-- > 0 && most < CERTAIN;) {
		int sure = table[i]->sniff(head, n);

		if (sure && sure >= most) {
			most = sure;
			best = table[i];
		}
	}
	return best;
}
