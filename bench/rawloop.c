/*
 * rawloop FILE MEGABYTES RECORD-KB: the system calls and the touched bytes of
 * `iozone -i 0 -i 1 -i 2`, nothing else: no options, no checks for errors but one, no clock, no
 * table. What a runner needs beyond this is its own.  Writes twice, reads twice, reads and writes
 * in random order.
 */
#define _FILE_OFFSET_BITS 64
#define _XOPEN_SOURCE     700
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PAGE 4096

static unsigned char *buffer;
static size_t record, records, *order, bad;

static void pass(const char *file, int flags, int writes, int shuffled)
{
	uint64_t pattern = 0x3a3a3a3a3a3a3a3au, found;
	int fd = open(file, flags, 0640);

	fsync(fd);
	for (size_t i = 0; writes && i < record; i += PAGE)
		memcpy(buffer + i, &pattern, sizeof(pattern));
	if (!writes && !shuffled) {
		bad += read(fd, buffer, record) != (ssize_t)record;
		lseek(fd, 0, SEEK_SET);
	}
	for (size_t i = 0; i < records; i++) {
		ssize_t n;

		if (shuffled)
			lseek(fd, (off_t)(order[i] * record), SEEK_SET);
		n = writes ? write(fd, buffer, record) : read(fd, buffer, record);
		bad += n != (ssize_t)record;
		for (size_t k = 0; !writes && k < record; k += PAGE) {
			memcpy(&found, buffer + k, sizeof(found));
			bad += found != pattern;
		}
	}
	fsync(fd);
	close(fd);
}

static void shuffle(void)
{
	uint64_t state = 1;

	for (size_t i = 0; i < records; i++)
		order[i] = i;
	for (size_t i = records; i-- > 0;) {
		size_t k, kept = order[i];

		state = state * 6364136223846793005u + 1442695040888963407u;
		k = (state >> 33) % (i + 1);
		order[i] = order[k];
		order[k] = kept;
	}
}

int main(int argc, char **argv)
{
	void *memory;

	if (argc != 4)
		return 3;
	record = (size_t)atol(argv[3]) * 1024;
	records = (size_t)atol(argv[2]) * 1024 * 1024 / record;
	order = malloc(records * sizeof(*order));
	if (!order || posix_memalign(&memory, PAGE, record) != 0)
		return 1;
	buffer = memory;
	shuffle();
	sync();
	sync();
	pass(argv[1], O_RDWR | O_CREAT | O_EXCL, 1, 0);
	pass(argv[1], O_RDWR, 1, 0);
	pass(argv[1], O_RDONLY, 0, 0);
	pass(argv[1], O_RDONLY, 0, 0);
	pass(argv[1], O_RDWR, 0, 1);
	pass(argv[1], O_RDWR, 1, 1);
	unlink(argv[1]);
	return bad ? 1 : 0;
}
