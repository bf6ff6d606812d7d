#include "cli/page.h"

#include "model/error.h"
#include "render/block.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool cannot_read(const char *path, const char *why, GError **error)
{
	g_set_error(error, IOTAB_ERROR, IOTAB_ERROR_SYSTEM, "cannot read '%s': %s", path, why);
	return false;
}

static bool read_all(int fd, GString *bytes)
{
	char buffer[65536];
	ssize_t n;

	do {
		n = read(fd, buffer, sizeof(buffer));
		if (n > 0)
			g_string_append_len(bytes, buffer, n);
	} while (n > 0 || (n < 0 && errno == EINTR));
	return n == 0;
}

/* Only of a plain file can a block be replaced; a pipe would keep us waiting. */
static bool read_page(const char *path, GString *bytes, GError **error)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat st;
	int code = 0;

	if (fd < 0)
		return cannot_read(path, g_strerror(errno), error);
	if (fstat(fd, &st) || !S_ISREG(st.st_mode)) {
		close(fd);
		return cannot_read(path, "it is no plain file", error);
	}
	if (!read_all(fd, bytes))
		code = errno;
	close(fd);
	return !code || cannot_read(path, g_strerror(code), error);
}

static const char *block_name(const struct session *s)
{
	return s->block ? s->block : s->command->name;
}

/* "markdown, twiki": those that have blocks and, with a page, markers in it; how many. */
static size_t name_dialects(const GString *page, const struct dialect **first, GString *out)
{
	size_t n, found = 0;
	const struct dialect *const *all = dialects(&n);

	for (size_t i = 0; i < n; i++) {
		if (!block_possible(all[i]) || (page && !block_found(all[i], page->str, page->len)))
			continue;
		if (!found++)
			*first = all[i];
		g_string_append_printf(out, "%s%s", found > 1 ? ", " : "", all[i]->name);
	}
	return found;
}

const struct dialect *page_dialect(const struct session *s, GError **error)
{
	const struct dialect *dialect = dialect_by_ending(s->into);
	g_autoptr(GString) page = g_string_new(NULL), names = g_string_new(NULL);
	size_t found;

	if (dialect && block_possible(dialect))
		return dialect;
	if (!read_page(s->into, page, error))
		return NULL;
	found = name_dialects(page, &dialect, names);
	if (found == 1)
		return dialect;
	if (!found)
		name_dialects(NULL, &dialect, names);
	g_set_error(error, IOTAB_ERROR, IOTAB_ERROR_USAGE,
		"cannot tell the dialect of '%s'%s: choose with --to (%s)", s->into,
		found ? ", whose markers several have" : "", names->str);
	return NULL;
}

static bool fail(GError **error, const char *text)
{
	g_set_error_literal(error, IOTAB_ERROR, IOTAB_ERROR_USAGE, text);
	return false;
}

static bool check_options(const struct session *s, GError **error)
{
	if (s->into && s->output)
		return fail(error, "--into and -o exclude each other");
	if (s->into && s->with_markers)
		return fail(error,
			"--into and --markers exclude each other: a block keeps its markers");
	if (s->into && g_str_equal(s->into, "-"))
		return fail(error, "--into needs the name of a file, not '-'");
	if (s->block && !s->into && !s->with_markers)
		return fail(error, "--block needs --into or --markers");
	if (s->block && !block_name_valid(s->block)) {
		g_set_error(error, IOTAB_ERROR, IOTAB_ERROR_USAGE,
			"--block: '%s' is no name of letters, digits and single '-', '.' or '_' "
			"between them",
			s->block);
		return false;
	}
	return true;
}

static bool check_dialect(const struct session *s, const struct dialect *dialect, GError **error)
{
	g_autoptr(GString) names = g_string_new(NULL);
	const struct dialect *first;

	if (block_possible(dialect))
		return true;
	name_dialects(NULL, &first, names);
	g_set_error(error, IOTAB_ERROR, IOTAB_ERROR_USAGE,
		"%s: '%s' has no comment to mark a block with, unlike %s",
		s->into ? "--into" : "--markers", dialect->name, names->str);
	return false;
}

bool page_check(const struct session *s, GError **error)
{
	const struct dialect *dialect;
	g_autoptr(GString) text = g_string_new(NULL);

	if (!check_options(s, error))
		return false;
	if (!s->into && !s->with_markers)
		return true;
	dialect = session_dialect(s, error);
	return dialect && check_dialect(s, dialect, error) && page_place(s, dialect, text, error);
}

/* The page is read again: it may have changed while logs were read. */
static bool fill(
	const struct session *s, const struct dialect *dialect, GString *text, GError **error)
{
	g_autoptr(GString) page = g_string_new(NULL);
	g_autofree char *block = g_strdup(text->str);

	if (!read_page(s->into, page, error))
		return false;
	g_string_truncate(text, 0);
	if (block_replace(dialect, page->str, page->len, block_name(s), block, text, error))
		return true;
	g_prefix_error(error, "%s: ", s->into);
	return false;
}

bool page_place(
	const struct session *s, const struct dialect *dialect, GString *text, GError **error)
{
	if (s->into)
		return fill(s, dialect, text, error);
	if (s->with_markers) {
		g_autofree char *inner = g_strdup(text->str);

		g_string_truncate(text, 0);
		block_wrap(dialect, block_name(s), inner, text);
	}
	return true;
}
