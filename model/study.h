#ifndef MODEL_STUDY_H
#define MODEL_STUDY_H

#include "model/metric.h"
#include "model/path_template.h"
#include <glib.h>
#include <stdbool.h>

/* Failure domains of the hardware: controllers, shelves, hbas, domain.NAME. */
struct domain {
	char *name; /* "controller", "shelf", "hba", NAME: the singular used in rules */
	int units;  /* how many of them */
	int *slots; /* data disks on each unit, `units` of them; NULL: not told */
};

enum placement {
	PLACEMENT_UNSAID, /* best is assumed, and said */
	PLACEMENT_BEST,
	PLACEMENT_ROUND_ROBIN
};

struct hardware {
	int disks;        /* 0: not told */
	double disk_size; /* bytes; 0: not told */
	double ram;       /* bytes; 0: not told */
	int ashift;       /* 0: not told */
	char *zfs_era;    /* NULL: not told */
	double afr;       /* 0.03 for 3 %; 0: not told */
	enum placement placement;
	GPtrArray *domains; /* struct domain * */
};

/* A machine whose hardware differs; what the study does not tell of it is as in `hardware`. */
struct study_host {
	char *name;
	struct hardware hardware;
};

/* One pair of run markers, PCRE2 patterns on bytes; `end` may be NULL. */
struct study_marker {
	char *begin;
	char *end;
	int begin_line, end_line; /* in the study file, 0 for built-in ones */
};

struct study_metric {
	char *name;
	enum unit unit;
	double factor; /* printed number * factor = value in the base unit */
	char *unit_text;
	enum metric_better better;
	enum metric_class class;
};

struct study_layout {
	char *name;
	char *shape; /* NULL: the name says it */
};

struct study {
	char *path; /* NULL: no file, built-in defaults only */
	char *title;
	struct hardware hardware;
	GPtrArray *hosts;   /* struct study_host * */
	GPtrArray *markers; /* struct study_marker *, built-in ones last */
	GPtrArray *metrics; /* struct study_metric * */
	GPtrArray *layouts; /* struct study_layout * */
	GPtrArray *titles;  /* char *: metric word, title, metric word, title, ... */
	GPtrArray *require; /* char *: rules as written */
	GPtrArray *paths;   /* struct path_template * */
};

/* A study that says nothing, with the built-in markers. */
struct study *study_new(void);
void study_free(struct study *study);

/*
 * Reads a study file (YAML 1.1 by libyaml, scalars raw).  NULL and a usage error
 * "PATH:LINE:COLUMN: ..." for an unknown key (the nearest is suggested), a repeated key, a bad
 * value or broken YAML; a system error when it cannot be read.
 */
struct study *study_read(const char *path, GError **error);

/*
 * Sets one hardware fact from the command line, KEY=VALUE with the keys of the study's `hardware`
 * section ("controllers=6", "disk-size=500G", "domain.pdu=12,12,12"); replaces what the study says,
 * also of its hosts.
 */
bool study_set_hardware(struct study *study, const char *assignment, GError **error);

/* Can a study declare a metric of that name? */
bool study_metric_name_is_good(const char *name);

/*
 * The machine of runs with that host or, where the study has no host of that name, with that level
 * of the factor `label`; either may be NULL.  NULL: study->hardware is theirs.
 */
const struct study_host *study_host_of(
	const struct study *study, const char *host, const char *label);

/* The failure domain a rule names ("controller", "controllers", "shelf", NAME), or NULL. */
const struct domain *hardware_domain(const struct hardware *hardware, const char *name);

#endif
