#include "model/error.h"

GQuark iotab_error_quark(void)
{
	return g_quark_from_static_string("iotab-error");
}
