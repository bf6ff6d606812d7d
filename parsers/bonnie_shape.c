#include "parsers/bonnie_shape.h"

#include "parsers/bonnie_run.h"
#include <string.h>

/* clang-format off */
const struct bonnie_csv_shape bonnie_shape_103 = {.n = 27, .size = 1, .io = 2, .files = 14, .create = 15};

static const struct bonnie_csv_shape
	shape_190 = {.n = 45, .version = 1, .name = 2, .size = 3, .chunk = 4, .io = 5, .files = 17,
		.max = 18, .min = 19, .directories = {20, 20}, .create = 21, .latency = 33},
	shape_191 = {.n = 46, .version = 1, .name = 2, .size = 3, .chunk = 4, .io = 5, .files = 17,
		.max = 18, .min = 19, .directories = {20, 21}, .create = 22, .latency = 34},
	shape_192a = {.n = 47, .version = 1, .name = 2, .size = 4, .chunk = 5, .io = 6, .files = 18,
		.max = 19, .min = 20, .directories = {21, 22}, .create = 23, .latency = 35},
	shape_197 = {.n = 48, .version = 1, .name = 2, .concurrency = 3, .size = 5, .chunk = 6, .io = 7,
		.files = 19, .max = 20, .min = 21, .directories = {22, 23}, .create = 24, .latency = 36},
	shape_200 = {.n = 50, .version = 1, .name = 2, .concurrency = 3, .size = 5, .chunk = 6,
		.seeks = 7, .seekers = 8, .io = 9, .files = 21, .max = 22, .min = 23,
		.directories = {24, 25}, .create = 26, .latency = 38};

const struct bonnie_csv_shape bonnie_shape_no_size = {.n = 47, .version = 1, .name = 2,
	.concurrency = 3, .files = 18, .max = 19, .min = 20, .directories = {21, 22}, .create = 23,
	.latency = 35};
/* clang-format on */

bool bonnie_is_format(const char *s, size_t n)
{
	size_t i = 2;

	if (n == 1)
		return s[0] == '2';
	if (n < 3 || n > 6 || s[1] != '.' || (s[0] != '1' && s[0] != '2') ||
		!g_ascii_isdigit(s[2]) || (s[0] == '1' && s[2] != '9'))
		return false;
	while (i < n && g_ascii_isdigit(s[i]))
		i++;
	return i == n || (i + 1 == n && g_ascii_islower(s[i]));
}

bool bonnie_is_size(const char *s, size_t n, bool letter)
{
	struct bonnie_facts facts;

	return n && g_ascii_isdigit(s[0]) && bonnie_description_read(s, n, letter, &facts);
}

const struct bonnie_csv_shape *bonnie_shape_of(const char *format, size_t n)
{
	static const char *const of_191[] = {"1.91", "1.91a", "1.91b", "1.91c", "1.92"};

	if (n == 1)
		return &shape_190;
	for (size_t i = 0; i < G_N_ELEMENTS(of_191); i++)
		if (n == strlen(of_191[i]) && !memcmp(format, of_191[i], n))
			return &shape_191;
	if (n == 5 && !memcmp(format, "1.92a", n))
		return &shape_192a;
	return format[0] == '1' && n > 3 && format[3] < '8' ? &shape_197 : &shape_200;
}
