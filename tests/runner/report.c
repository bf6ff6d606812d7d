/*
 * report OPTION...: prints as iorun bonnie++ does with these options, but for figures that it is
 * given: twelve lines of the standard input, "elapsed cpu latency" of a test in seconds.
 */
#include "../../runner/bonnie.h"
#include <stdio.h>

int main(int argc, char **argv)
{
	struct bonnie_options o;
	struct bonnie_run run = {.o = &o};

	if (bonnie_options(argc, argv, &o) != -1)
		return 2;
	for (int i = 0; i < BONNIE_TESTS; i++)
		if (scanf("%lf %lf %lf", &run.results[i].elapsed, &run.results[i].cpu,
			    &run.results[i].latency) != 3)
			return 2;
	return !bonnie_report(&run);
}
