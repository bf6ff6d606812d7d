#include "data.h"

#include "sys.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Places in the pool at which a block may begin; with records behind the last of them. */
#define ALIGN  4096u
#define STARTS (48u << 20)

/* A mix changes between random bytes and zeros within this length, so that any block has both. */
#define MIX 4096u

static const char *const names[] = {
	[DATA_ORIGINAL] = "original",
	[DATA_ZERO] = "zero",
	[DATA_PATTERN] = "pattern",
	[DATA_RANDOM] = "random",
	[DATA_MIXED] = "mixed",
};

bool data_parse(const char *text, struct data *data)
{
	static const char mixed[] = "mixed:";
	char *end;

	data->share = 1;
	for (int kind = DATA_ZERO; kind <= DATA_RANDOM; kind++)
		if (strcmp(text, names[kind]) == 0) {
			data->kind = (enum data_kind)kind;
			return true;
		}
	if (strncmp(text, mixed, sizeof(mixed) - 1) != 0)
		return false;
	data->kind = DATA_MIXED;
	data->share = strtod(text + sizeof(mixed) - 1, &end);
	return end != text + sizeof(mixed) - 1 && *end == 0 && data->share >= 0 && data->share <= 1;
}

void data_name(const struct data *data, char *out, size_t n)
{
	if (data->kind == DATA_MIXED)
		snprintf(out, n, "mixed:%g", data->share);
	else
		snprintf(out, n, "%s", names[data->kind]);
}

/* Steele, Lea, Flood: Fast splittable pseudorandom number generators (2014), the mixing function.
 */
static uint64_t mix(uint64_t x)
{
	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
	x = (x ^ x >> 27) * 0x94d049bb133111ebu;
	return x ^ x >> 31;
}

static unsigned char *make_pool(const struct data *data, size_t n)
{
	unsigned char *pool = sys_buffer(n, ALIGN);
	size_t random = data->kind == DATA_MIXED ? (size_t)(data->share * MIX) : MIX;

	for (size_t i = 0; i < n && data->kind != DATA_ZERO; i += 8) {
		uint64_t word = mix(i + 0x9e3779b97f4a7c15u);

		for (size_t k = 0; k < 8; k++)
			if (data->kind == DATA_PATTERN)
				pool[i + k] = (unsigned char)(i + k);
			else if ((i + k) % MIX < random)
				pool[i + k] = (unsigned char)(word >> 8 * k);
	}
	return pool;
}

const void *data_at(const struct data *data, uint64_t offset)
{
	static unsigned char *pool;
	uint64_t block = offset / ALIGN, within = offset % ALIGN;

	if (!pool)
		pool = make_pool(data, STARTS + DATA_RECORD + ALIGN);
	/* Blocks of a file begin all over the pool, so that hardly two of them are equal. */
	if (data->kind == DATA_RANDOM || data->kind == DATA_MIXED)
		block = mix(block) % (STARTS / ALIGN);
	else
		block = 0;
	return pool + block * ALIGN + within;
}

size_t data_check(const struct data *data, const void *bytes, uint64_t offset, size_t n)
{
	const unsigned char *want = data_at(data, offset), *got = bytes;
	size_t i = 0;

	if (memcmp(want, got, n) == 0)
		return n;
	while (want[i] == got[i])
		i++;
	return i;
}
