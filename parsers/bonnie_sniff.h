#ifndef PARSERS_BONNIE_SNIFF_H
#define PARSERS_BONNIE_SNIFF_H

#include <glib.h>

/* How certain it is that these first bytes are of bonnie++ or its companions: 0 to 100. */
int bonnie_sniff(const char *head, size_t n);

#endif
