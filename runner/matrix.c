#include "iorun.h"

#include <stdio.h>

int matrix_main(int argc, char **argv)
{
	(void)argc;
	fprintf(stderr, "%s: not in this version\n", argv[0]);
	return 1;
}
