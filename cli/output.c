#include "cli/output.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct output {
	int fd;
	char *name;              /* for messages */
	char *place, *temporary; /* NULL: written directly */
	int failed;              /* errno of the first failure */
};

static int cannot_open(const char *path, GError **error)
{
	g_set_error(error, G_FILE_ERROR, (int)g_file_error_from_errno(errno),
		"cannot write '%s': %s", path, g_strerror(errno));
	return -1;
}

/* New files get the permissions the user's mask allows, as with any program. */
static mode_t mode_for(const char *place)
{
	struct stat st;
	mode_t mask = umask(0);

	umask(mask);
	return stat(place, &st) ? 0666 & ~mask : st.st_mode & 07777;
}

static int open_temporary(struct output *o, const char *path, GError **error)
{
	g_autofree char *real = realpath(path, NULL);
	g_autofree char *directory = NULL;
	int fd;

	o->place = g_strdup(real ? real : path);
	directory = g_path_get_dirname(o->place);
	o->temporary = g_build_filename(directory, ".iotab-XXXXXX", NULL);
	fd = g_mkstemp_full(o->temporary, O_RDWR | O_CLOEXEC, 0600);
	if (fd < 0)
		return cannot_open(path, error);
	if (fchmod(fd, mode_for(o->place))) {
		cannot_open(path, error);
		close(fd);
		g_unlink(o->temporary);
		return -1;
	}
	return fd;
}

static int open_direct(const char *path, GError **error)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);

	return fd < 0 ? cannot_open(path, error) : fd;
}

static void output_free(struct output *o)
{
	g_free(o->name);
	g_free(o->place);
	g_free(o->temporary);
	g_free(o);
}

struct output *output_open(const char *path, GError **error)
{
	struct output *o = g_new0(struct output, 1);
	struct stat st;

	o->name = g_strdup(path && !g_str_equal(path, "-") ? path : "standard output");
	if (!path || g_str_equal(path, "-"))
		o->fd = STDOUT_FILENO;
	else if (!stat(path, &st) && !S_ISREG(st.st_mode))
		o->fd = open_direct(path, error);
	else
		o->fd = open_temporary(o, path, error);
	if (o->fd < 0) {
		output_free(o);
		return NULL;
	}
	return o;
}

bool output_write(void *output, const char *text, size_t n)
{
	struct output *o = output;

	while (n && !o->failed) {
		ssize_t done = write(o->fd, text, n);

		if (done < 0 && errno == EINTR)
			continue;
		if (done < 0) {
			o->failed = errno;
			break;
		}
		text += done;
		n -= (size_t)done;
	}
	return !o->failed;
}

bool output_commit(struct output *o, GError **error)
{
	bool ok;

	if (o->fd != STDOUT_FILENO && close(o->fd) && !o->failed)
		o->failed = errno;
	if (!o->failed && o->temporary && g_rename(o->temporary, o->place))
		o->failed = errno;
	ok = !o->failed;
	if (!ok) {
		g_set_error(error, G_FILE_ERROR, (int)g_file_error_from_errno(o->failed),
			"cannot write '%s': %s", o->name, g_strerror(o->failed));
		if (o->temporary)
			g_unlink(o->temporary);
	}
	output_free(o);
	return ok;
}

void output_abandon(struct output *o)
{
	if (o->fd != STDOUT_FILENO)
		close(o->fd);
	if (o->temporary)
		g_unlink(o->temporary);
	output_free(o);
}
