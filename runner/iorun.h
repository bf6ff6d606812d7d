#ifndef RUNNER_IORUN_H
#define RUNNER_IORUN_H

#define IORUN_VERSION "0.1"

/*
 * The programs in one: argv[0] is the name it was called by, "iozone"; each returns the exit
 * status. They write their log to the standard output.
 */
int iozone_main(int argc, char **argv);
int bonnie_main(int argc, char **argv);
int matrix_main(int argc, char **argv);

#endif
