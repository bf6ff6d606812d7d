#ifndef RUNNER_SYS_H
#define RUNNER_SYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* What the runner asks of the system; POSIX but for sys_special.c. */

/* Seconds on a clock that does not jump. */
double sys_now(void);

/* The smallest step of it that was seen in ten tries, in seconds. */
double sys_resolution(void);

/* User and system time of this process in seconds; of one thread where the system tells, else -1.
 */
double sys_cpu(void);
double sys_cpu_thread(void);

/* Bytes of main memory, of a page; 0: the system does not tell. */
uint64_t sys_ram(void);
size_t sys_page(void);

/* `n` bytes at an address that is a multiple of `align` (a power of two), zeroed; never NULL: a
 * process that gets no memory ends with a message.  May be given to free(). */
void *sys_buffer(size_t n, size_t align);

/* Bytes free for this user on the file system of a path; false: the system does not tell. */
bool sys_free_space(const char *path, uint64_t *bytes);

/* ---- sys_special.c: what POSIX does not have --------------------------------------------------
 */

/* Has all that is to be written go to the disks. */
void sys_sync(void);

/* Switches the system's cache off for an open file.  NULL and errno: it cannot; else what was done,
 * as a phrase for the log ("O_DIRECT"). */
const char *sys_direct(int fd);

/* Drops the system's caches of clean pages.  NULL and errno: it cannot; else what was done. */
const char *sys_drop_caches(void);

/* Is this device, or a part of it, in use: mounted, swap, held by md, LVM or dm?  1: yes, and `why`
 * says by what; 0: no; -1: this system does not tell. */
int sys_device_busy(const char *device, char *why, size_t n);

/* Leaves the supplementary groups, as root does before it becomes another user. */
bool sys_forget_groups(void);

#endif
