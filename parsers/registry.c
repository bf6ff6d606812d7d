#include "parsers/parser.h"

static const struct parser *const table[] = {
	&parser_iozone,
	&parser_fio_log,
	&parser_fio_hist,
	&parser_fio_job,
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

	for (size_t i = 0; i < G_N_ELEMENTS(table); i++) {
		int sure = table[i]->sniff(head, n);

		if (sure > most) {
			most = sure;
			best = table[i];
		}
	}
	return best;
}
