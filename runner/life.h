#ifndef RUNNER_LIFE_H
#define RUNNER_LIFE_H

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

/*
 * How a benchmark ends: files that it made are gone, whatever ends it but SIGKILL, and the log says
 * why.  For one process; children made by fork() have to forget what is not theirs.
 */

/* Files and signals.  `stop` is the number of the signal that asked for an end, 0: none did. */
extern volatile sig_atomic_t life_stop;

/* How many came; SIGTERM, which does not ask twice, counts as two. */
extern volatile sig_atomic_t life_stops;

/*
 * SIGINT, SIGTERM and SIGXCPU, and SIGHUP unless `keeps_on`, set life_stop; system calls they
 * interrupt fail with EINTR.  SIGPIPE and SIGXFSZ are ignored: the write that raises them fails
 * with an error.
 */
void life_begin(bool keeps_on);

/*
 * A file that this process has made and that has to go at its end; false: there is no room to
 * remember it (LIFE_FILES).  life_keep() forgets it again; the path is copied.
 */
#define LIFE_FILES 4096
bool life_made(const char *path);
void life_keep(const char *path);
bool life_remembers(const char *path);

/* Removes a file that is remembered, and forgets it.  What has taken the place of one meanwhile is
 * not touched: only what was made is removed. */
void life_remove(const char *path);

/* Removes what is remembered, the last first; also at exit(). */
void life_clean(void);

/* After fork(), in the child: remembers nothing. */
void life_child(void);

/*
 * Makes a file that must not exist yet, open for reading and writing, and remembers it.  With
 * `reuse` an existing file is taken and emptied, and stays at the end.  -1 and errno: EEXIST;
 * ELOOP: it is a link; ENOTBLK: it is a block device.
 */
int life_create(const char *path, bool reuse, mode_t mode);

#endif
