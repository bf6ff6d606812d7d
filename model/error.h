#ifndef MODEL_ERROR_H
#define MODEL_ERROR_H

#include <glib.h>
#include <stdbool.h>

/* Errors that are not about a line of a log; the code decides the exit status. */
#define IOTAB_ERROR iotab_error_quark()
GQuark iotab_error_quark(void);

enum iotab_error {
	IOTAB_ERROR_USAGE,  /* exit 3: options, names, expressions, the study */
	IOTAB_ERROR_SYSTEM, /* exit 4: files that cannot be read or written */
	IOTAB_ERROR_DATA    /* exit 2: nothing usable */
};

#endif
