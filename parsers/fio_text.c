#include "parsers/fio_text.h"

#include "parsers/ctime.h"
#include "parsers/fio_head.h"
#include "parsers/fio_value.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A direction of the block that is read, until the counts at its end are there. */
struct side {
	bool present, old; /* old: of 2.x, where K may be 1000 or 1024 */
	gssize bw, iops, io;
	struct fio_quantity bandwidth, amount;
	double rate, rate_step, seconds;
	guint32 line;
};

struct fio_text {
	struct fio_runs *runs;
	struct sink *out;
	const char *file;
	struct fio_report *report; /* NULL: none is open */
	GString *name, *percentile;
	guint32 line;

	bool block;   /* lines of a job's block come */
	bool decimal; /* its bandwidths come in powers of 1000 first */
	enum fio_direction direction;
	struct side side[FIO_DIRECTION_COUNT];
	double total[FIO_DIRECTION_COUNT], lost[FIO_DIRECTION_COUNT]; /* lost: short or dropped */
	struct fio_word total_text[FIO_DIRECTION_COUNT];
	GString *issued; /* the line they point into */
	guint32 issued_line;
	int percentiles; /* of which latency the lines that come are; -1: of none that is read */
	double percentile_unit;
	const char *percentile_name;
	int rounded_key; /* the latency that had a key rounded to 100; -1: none */
	int group;       /* whose lines come; -1: none */
};

struct fio_text *fio_text_new(struct fio_runs *runs, struct sink *out, const char *file)
{
	struct fio_text *t = g_new0(struct fio_text, 1);

	t->runs = runs;
	t->out = out;
	t->file = file;
	t->name = g_string_new(NULL);
	t->percentile = g_string_new(NULL);
	t->issued = g_string_new(NULL);
	t->group = t->percentiles = -1;
	return t;
}

void fio_text_free(struct fio_text *t)
{
	fio_text_end(t);
	g_string_free(t->name, TRUE);
	g_string_free(t->percentile, TRUE);
	g_string_free(t->issued, TRUE);
	g_free(t);
}

/* The word behind `key=`: without blanks around it, up to a comma or bracket; `s` NULL: none. */
static struct fio_word value_of(const char *s, const char *key)
{
	size_t length = strlen(key);

	for (const char *at = s; (at = strstr(at, key)); at += length) {
		if (at > s && at[-1] != ' ' && at[-1] != ',')
			continue;
		at += length;
		at += strspn(at, " ");
		length = strcspn(at, ", )");
		return length ? (struct fio_word){at, length} : (struct fio_word){NULL, 0};
	}
	return (struct fio_word){NULL, 0};
}

static guint32 rounded_if(bool rounded)
{
	return rounded ? QUALITY_BIT(QUALITY_ROUNDED) : 0;
}

static struct fio_figure figure(const struct fio_text *t, unsigned id, const char *unit)
{
	return (struct fio_figure){.id = (guint16)id, .unit = unit, .stddev = NAN, .line = t->line};
}

/* A word with a decimal prefix, "18790k"; flagged when it was cut to fewer digits. */
static void add_abbreviated(struct fio_text *t, unsigned id, const struct fio_word *word,
	double factor, const char *unit, bool exact)
{
	struct fio_figure f = figure(t, id, unit);
	struct fio_quantity q;

	if (!word->s)
		return;
	if (!fio_quantity(word->s, &q) || q.n != word->n || !q.power) {
		f.flags = rounded_if(!exact);
		fio_report_number(t->report, fio_runs_wanted(t->runs), &f, word, factor);
		return;
	}
	f.value = fio_scale(fio_quantity_value(&q, 1000), factor);
	f.step = (float)(fio_quantity_step(&q, 1000) * factor);
	f.flags = rounded_if(true);
	fio_report_add(t->report, fio_runs_wanted(t->runs), &f, word->s, word->n);
}

/* ---- the head of a run ---------------------------------------------------------------------- */

static bool head_line(struct fio_text *t, const char *s)
{
	struct fio_head_line head;

	if (!fio_head_read(s, t->out->pool, &head))
		return false;
	fio_text_end(t);
	fio_runs_section(t->runs, s, head.name, head.group, &head.setup, t->line);
	return true;
}

/* ---- a block -------------------------------------------------------------------------------- */

static const char *last_of(const char *s, const char *what)
{
	const char *found = NULL;

	for (const char *at = s; (at = strstr(at, what)); at++)
		found = at;
	return found;
}

static void read_date(struct fio_text *t, const char *s)
{
	char iso[20];

	s += strspn(s, " ");
	if (!ctime_iso(s, strlen(s), iso) || !fio_seconds(iso, &t->report->printed))
		return;
	t->report->when = pool_str(t->out->pool, iso);
}

/* `err=28 (TEXT): pid=1: DATE` or `err= 0: pid=1: DATE` */
static void read_end_of_head(struct fio_text *t, const char *s, struct fio_job *job)
{
	const char *text = strchr(s, '('), *pid = last_of(s, ": pid=");
	char *end;

	job->error = strtol(s, &end, 10);
	if (!pid)
		return;
	if (text && text < pid && pid[-1] == ')' && pid - text > 2 && !t->report->error)
		t->report->error = pool_str_len(t->out->pool, text + 1, (size_t)(pid - text) - 2);
	job->pid = g_ascii_strtoull(pid + 6, &end, 10);
	job->has_pid = end > pid + 6;
	if (*end == ':')
		read_date(t, end + 1);
}

static void end_block(struct fio_text *t);

static void open_report(struct fio_text *t)
{
	if (!t->report)
		t->report = fio_report_new(FIO_TEXT, t->line);
}

static void start_block(struct fio_text *t)
{
	t->block = true;
	t->decimal = false;
	t->direction = FIO_DIRECTION_COUNT;
	t->percentiles = t->rounded_key = -1;
	memset(t->side, 0, sizeof(t->side));
	for (int d = 0; d < FIO_DIRECTION_COUNT; d++)
		t->total[d] = NAN;
	g_string_truncate(t->issued, 0);
}

static bool block_head(struct fio_text *t, const char *s)
{
	const char *at = last_of(s, ": (groupid="), *jobs, *error;
	struct fio_job *job;

	if (!at)
		return false;
	jobs = strstr(at, ", jobs=");
	error = strstr(at, "): err=");
	if (!jobs || !error)
		return false;
	end_block(t);
	/* What comes after the groups is another report, but for those of a client's servers. */
	if (t->report && t->report->whole && !fio_runs_is_client(t->runs))
		fio_text_end(t);
	open_report(t);
	t->group = -1;
	g_string_truncate(t->name, 0);
	g_string_append_len(t->name, s, at - s);
	job = fio_runs_job(t->runs, t->report, t->name->str, t->line);
	if (!job)
		return true;
	start_block(t);
	job->group = atoi(at + 11);
	job->clones = (unsigned)strtoul(jobs + 7, NULL, 10);
	job->aggregate = g_str_equal(t->name->str, "All clients");
	read_end_of_head(t, error + 7, job);
	return true;
}

/*
 * A figure as it is printed with four digits or so; `base` is what a prefix without i means.  -1:
 * nobody wants it, or nothing can be read.
 */
static gssize add_quantity(struct fio_text *t, unsigned id, const struct fio_word *word,
	double base, struct fio_quantity *q, guint32 flags)
{
	struct fio_figure f = figure(t, id, NULL);

	if (!word->s)
		return -1;
	f.flags = rounded_if(true) | flags;
	if (!fio_quantity(word->s, q)) {
		fio_report_number(t->report, fio_runs_wanted(t->runs), &f, word, 1);
		return -1;
	}
	f.value = fio_quantity_value(q, base);
	f.step = (float)fio_quantity_step(q, base);
	if (id % FIO_KIND_COUNT == FIO_IOPS) {
		f.unit = "1/s";
		return fio_report_add(t->report, fio_runs_wanted(t->runs), &f, word->s, q->n);
	}
	f.unit = pool_str_len(t->out->pool, word->s + q->digits, q->n - q->digits);
	return fio_report_add(t->report, fio_runs_wanted(t->runs), &f, word->s, q->digits);
}

/* Bandwidth, rate and amount of a direction, as printed, and its run time. */
static void note_side(struct fio_text *t, enum fio_direction d, const struct fio_word word[3],
	const struct fio_word *seconds, bool old)
{
	struct side *side = &t->side[d];
	struct fio_figure f = figure(t, fio_id(d, FIO_RUNTIME), "msec");
	double base = old ? 1024 : 1000;
	struct fio_quantity rate = {0};

	*side = (struct side){.present = true, .old = old, .line = t->line, .seconds = NAN};
	side->bw = add_quantity(t, fio_id(d, FIO_BW), &word[0], base, &side->bandwidth, 0);
	side->iops = add_quantity(t, fio_id(d, FIO_IOPS), &word[1], 1000, &rate, 0);
	side->io = add_quantity(t, fio_id(d, FIO_IO), &word[2], base, &side->amount, 0);
	side->rate = fio_quantity_value(&rate, 1000);
	side->rate_step = fio_quantity_step(&rate, 1000);
	fio_report_number(t->report, fio_runs_wanted(t->runs), &f, seconds, 1e-3);
	if (seconds->s && fio_number(seconds->s, seconds->n, &side->seconds, NULL))
		side->seconds /= 1000;
}

/* `read : io=102844KB, bw=50712KB/s, iops=12678 , runt=  2028msec` */
static bool old_direction(struct fio_text *t, enum fio_direction d, const char *s)
{
	const struct fio_word word[3] = {
		value_of(s, "bw="), value_of(s, "iops="), value_of(s, "io=")};
	struct fio_word seconds = value_of(s, "runt=");

	seconds.n = seconds.s ? strspn(seconds.s, "0123456789") : 0;
	if (!seconds.n)
		seconds.s = NULL;
	note_side(t, d, word, &seconds, true);
	return true;
}

/* `read: IOPS=17.0k, BW=265MiB/s (278MB/s)(531MiB/2005msec); 0 zone resets` */
static bool new_direction(struct fio_text *t, enum fio_direction d, const char *s)
{
	struct fio_word word[3] = {value_of(s, "BW="), value_of(s, "IOPS=")}, seconds = {NULL, 0};
	const char *bracket = strstr(s, ")("), *slash = bracket ? strchr(bracket, '/') : NULL;

	if (bracket && slash) {
		word[2] = (struct fio_word){bracket + 2, (size_t)(slash - bracket) - 2};
		seconds = (struct fio_word){slash + 1, strspn(slash + 1, "0123456789")};
		if (!seconds.n || strncmp(seconds.s + seconds.n, "msec", 4) != 0)
			seconds.s = NULL;
	}
	note_side(t, d, word, &seconds, false);
	t->decimal = t->decimal || (t->side[d].bandwidth.power && !t->side[d].bandwidth.iec);
	return true;
}

static bool direction_line(struct fio_text *t, const char *s)
{
	enum fio_direction d = fio_direction_at(s);
	const char *rest;

	if (d == FIO_DIRECTION_COUNT)
		return false;
	rest = s + strlen(fio_direction_name(d));
	rest += strspn(rest, " ");
	if (*rest++ != ':')
		return false;
	rest += strspn(rest, " ");
	if (!g_str_has_prefix(rest, "io=") && !g_str_has_prefix(rest, "IOPS="))
		return false;
	t->direction = d;
	t->percentiles = -1;
	return *rest == 'i' ? old_direction(t, d, rest) : new_direction(t, d, rest);
}

/* ---- latencies ------------------------------------------------------------------------------ */

/* Which latency the text begins with; *rest is behind it.  -1: none. */
static int latency_at(const struct fio_text *t, const char *s, const char **rest)
{
	static const struct {
		const char *name;
		unsigned kind;
	} names[] = {{"slat ", FIO_SLAT}, {"clat ", FIO_CLAT}, {"lat ", FIO_LAT}};

	if (g_str_has_prefix(s, "sync ")) {
		*rest = s + 5;
		return FIO_SYNC;
	}
	for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
		if (!g_str_has_prefix(s, names[i].name))
			continue;
		*rest = s + strlen(names[i].name);
		return t->direction == FIO_DIRECTION_COUNT
			       ? -1
			       : (int)fio_id(t->direction, names[i].kind);
	}
	return -1;
}

/* `(usec)`, alone at the start of the text: seconds, 0 for none, and what follows. */
static double unit_at(const char *s, const char **name, const char **rest)
{
	static const struct {
		const char *text, *name;
		double factor;
	} units[] = {{"(nsec)", "nsec", 1e-9}, {"(usec)", "usec", 1e-6}, {"(msec)", "msec", 1e-3},
		{"(sec)", "sec", 1}};

	for (size_t i = 0; i < G_N_ELEMENTS(units); i++)
		if (g_str_has_prefix(s, units[i].text)) {
			*name = units[i].name;
			*rest = s + strlen(units[i].text);
			return units[i].factor;
		}
	return 0;
}

static bool whole_usec(const struct fio_text *t)
{
	int d = 0;

	while (d < FIO_DIRECTION_COUNT && !t->side[d].present)
		d++;
	return d < FIO_DIRECTION_COUNT && t->side[d].old;
}

/* Releases before 2.99 measure in usec: until then, nothing is lost by it. */
static bool is_exact(const struct fio_text *t, double unit)
{
	const char *version = fio_runs_version_now(t->runs);

	if (unit == 1e-9)
		return true;
	return unit == 1e-6 && (whole_usec(t) || (version && g_ascii_strtod(version, NULL) < 2.99));
}

static void add_spread(
	struct fio_text *t, unsigned id, const char *s, double factor, const char *unit, bool exact)
{
	struct fio_word word[FIO_WORD_COUNT] = {
		[FIO_WORD_MEAN] = value_of(s, "avg="), [FIO_WORD_STDDEV] = value_of(s, "stdev=")};
	struct fio_word least = value_of(s, "min="), most = value_of(s, "max=");
	struct fio_word samples = value_of(s, "samples=");
	struct fio_figure f = figure(t, id, unit);
	double n;

	f.flags = rounded_if(true);
	if (samples.s && fio_number(samples.s, samples.n, &n, NULL))
		f.n = (guint32)n;
	fio_report_spread(t->report, fio_runs_wanted(t->runs), &f, word, factor);
	add_abbreviated(t, id + FIO_MIN, &least, factor, unit, exact);
	add_abbreviated(t, id + FIO_MAX, &most, factor, unit, exact);
}

/*
 * `slat (usec): min=3, max=4753, avg= 6.03, stdev=32.75`, `clat percentiles (usec):`, and the
 * histogram, `lat (usec)   : 4=0.01%, 20=0.59%`, which is not read.
 */
static enum line_class latency_line(struct fio_text *t, const char *s)
{
	const char *rest, *unit;
	int id = latency_at(t, s, &rest);
	double factor;

	if (id < 0) /* of a whole job, or of a priority, "high prio (20.24%) clat percentiles" */
		return g_str_has_prefix(s, "lat (") ? LINE_NOISE : LINE_CLASS_COUNT;
	if (g_str_has_prefix(rest, "percentiles ")) {
		t->percentile_unit = unit_at(rest + 12, &t->percentile_name, &rest);
		t->percentiles = t->percentile_unit > 0 ? id : -1;
		return LINE_HEADER;
	}
	if (g_str_has_prefix(rest, "prio ")) {
		if (strstr(rest, "percentiles"))
			t->percentiles = -1;
		return LINE_NOISE;
	}
	factor = unit_at(rest, &unit, &rest);
	rest += strspn(rest, " ");
	if (!(factor > 0) || *rest != ':')
		return LINE_CLASS_COUNT;
	if (!strstr(rest, "min="))
		return LINE_NOISE;
	add_spread(t, (unsigned)id, rest, factor, unit, is_exact(t, factor));
	return LINE_FIGURES;
}

static void add_percentile(
	struct fio_text *t, const char *key, size_t n, const struct fio_word *word)
{
	struct fio_figure f =
		figure(t, (unsigned)t->percentiles + FIO_PERCENTILE, t->percentile_name);

	g_string_truncate(t->percentile, 0);
	if (!fio_percentile(key, n, t->percentile)) {
		diag_at(t->out->diag, DIAG_FIGURE_UNREADABLE, t->file, t->line, "percentile '%.*s'",
			(int)MIN(n, 40), key);
		return;
	}
	f.percentile = pool_str(t->out->pool, t->percentile->str);
	if (n == 3 && !strncmp(key, "100", 3)) {
		/* 3.42 rounds the keys of a client's sum: all above 99.5 become 100. */
		if (t->rounded_key == t->percentiles)
			return;
		t->rounded_key = t->percentiles;
		f.value = NAN;
		f.flags = QUALITY_BIT(QUALITY_BOGUS_TEXT);
		fio_report_add(t->report, fio_runs_wanted(t->runs), &f, word->s, word->n);
		return;
	}
	f.flags = rounded_if(!is_exact(t, t->percentile_unit));
	fio_report_number(t->report, fio_runs_wanted(t->runs), &f, word, t->percentile_unit);
}

/* `|  1.00th=[   86],  5.00th=[  110],` */
static bool percentile_line(struct fio_text *t, const char *s)
{
	if (*s++ != '|')
		return false;
	while (*(s += strspn(s, " ,"))) {
		const char *th = strstr(s, "th=["), *end = th ? strchr(th, ']') : NULL;
		struct fio_word word;

		if (!end)
			break;
		word.s = th + 4 + strspn(th + 4, " ");
		word.n = (size_t)(end - word.s);
		if (t->percentiles >= 0)
			add_percentile(t, s, (size_t)(th - s), &word);
		s = end + 1;
	}
	return true;
}

/*
 * `bw (  KiB/s): min=..`, `bw (KB/s)  : min=..`: KiB, whatever is written, but a prefix M was made
 * with the base of the report.
 */
static bool sample_line(struct fio_text *t, const char *s)
{
	const char *unit = s + 4 + strspn(s + 4, " "), *end, *values;
	double factor = 1024;

	if (t->direction == FIO_DIRECTION_COUNT)
		return false;
	if (g_str_has_prefix(s, "iops ")) {
		add_spread(t, fio_id(t->direction, FIO_IOPS_SAMPLES), s, 1, "1/s", true);
		return true;
	}
	end = strchr(s, ')');
	values = end ? strchr(end, ':') : NULL;
	if (!g_str_has_prefix(s, "bw (") || !values)
		return false;
	if (*unit == 'M')
		factor *= t->decimal ? 1000 : 1024;
	add_spread(t, fio_id(t->direction, FIO_BW_SAMPLES), values, factor,
		pool_str_len(t->out->pool, unit, (size_t)(end - unit)), *unit != 'M');
	return true;
}

/* ---- the end of a block --------------------------------------------------------------------- */

static void cpu_line(struct fio_text *t, const char *s)
{
	static const struct {
		const char *key;
		unsigned id;
	} keys[] = {{"usr=", FIO_USR_CPU}, {"sys=", FIO_SYS_CPU}, {"ctx=", FIO_CTX},
		{"majf=", FIO_MAJF}, {"minf=", FIO_MINF}};

	for (size_t i = 0; i < G_N_ELEMENTS(keys); i++) {
		struct fio_word word = value_of(s, keys[i].key);
		bool percent = word.s && word.s[word.n - 1] == '%';
		struct fio_figure f = figure(t, keys[i].id, percent ? "%" : "1");

		word.n -= percent;
		f.flags = rounded_if(percent);
		fio_report_number(
			t->report, fio_runs_wanted(t->runs), &f, &word, percent ? 0.01 : 1);
	}
}

/* `total=1,2,3,4` or `total=r=1/w=2/d=3`: of each direction; what is not there stays. */
static void read_counts(
	const char *s, const char *key, double count[FIO_MIXED], struct fio_word text[FIO_MIXED])
{
	const char *at = strstr(s, key);

	if (!at)
		return;
	at += strlen(key);
	for (int d = 0; d < FIO_MIXED; d++) {
		size_t n;
		double value;

		if (g_ascii_isalpha(*at) && at[1] == '=')
			at += 2;
		n = fio_number(at, strspn(at, "0123456789"), &value, NULL);
		if (!n)
			return;
		count[d] += value;
		if (text)
			text[d] = (struct fio_word){at, n};
		at += n;
		if (*at != ',' && *at != '/')
			return;
		at++;
	}
}

static void issued_line(struct fio_text *t, const char *s)
{
	g_string_assign(t->issued, s);
	t->issued_line = t->line;
	for (int d = 0; d < FIO_DIRECTION_COUNT; d++)
		t->total[d] = t->lost[d] = 0;
	memset(t->total_text, 0, sizeof(t->total_text));
	read_counts(t->issued->str, "total=", t->total, t->total_text);
	read_counts(s, "short=", t->lost, NULL);
	read_counts(s, "drop=", t->lost, NULL);
	read_counts(s, "dropped=", t->lost, NULL);
	/* All directions in one are counted as reads. */
	for (int d = 0; d < FIO_MIXED; d++) {
		t->total[FIO_MIXED] += t->total[d];
		t->lost[FIO_MIXED] += t->lost[d];
	}
}

/* Bytes of an operation where that is known to be one number; 0: it is not. */
static double block_size(const struct fio_setup *setup, enum fio_direction d)
{
	const char *bs = d < FIO_MIXED                                 ? setup->bs[d]
			 : setup->bs[FIO_READ] == setup->bs[FIO_WRITE] ? setup->bs[FIO_READ]
								       : NULL;

	return bs && !strchr(bs, '-') ? g_ascii_strtod(bs, NULL) : 0;
}

/* Before 2.20, what stands behind the point is no decimal fraction. */
static bool is_near(const struct fio_quantity *q, double base, double bytes, bool old)
{
	struct fio_quantity wide = *q;

	wide.step = old && q->step < 1 ? 1 : q->step;
	return fabs(fio_quantity_value(q, base) - bytes) <= fio_quantity_step(&wide, base);
}

/* What K means in 2.x: 1024, unless only 1000 fits to the number of operations; 0: undecided. */
static unsigned base_of(const struct side *side, double bytes, double size)
{
	static const unsigned bases[] = {1024, 1000};
	double per_operation;

	if (!side->amount.power && !side->bandwidth.power)
		return 1024; /* no prefix at all */
	for (size_t i = 0; i < G_N_ELEMENTS(bases) && bytes > 0; i++)
		if (is_near(&side->amount, bases[i], bytes, true))
			return bases[i];
	for (size_t i = 0; i < G_N_ELEMENTS(bases) && size > 0 && side->rate > 100; i++) {
		per_operation = fio_quantity_value(&side->bandwidth, bases[i]) / side->rate;
		if (side->bandwidth.number > 200 && fabs(per_operation / size - 1) < 0.01)
			return bases[i];
	}
	return 0;
}

/* Gives figures of 2.x the prefix they have. */
static void settle_prefix(struct fio_text *t, struct side *side, unsigned base)
{
	const gssize index[] = {side->bw, side->io};
	const struct fio_quantity *q[] = {&side->bandwidth, &side->amount};

	for (size_t i = 0; i < G_N_ELEMENTS(index); i++) {
		struct fio_figure *f;

		if (index[i] < 0 || !q[i]->power || q[i]->iec)
			continue;
		f = fio_report_figure(t->report, index[i]);
		f->value = fio_quantity_value(q[i], base ? base : 1024);
		f->step = (float)fio_quantity_step(q[i], base ? base : 1024);
		if (!base)
			f->flags |= QUALITY_BIT(QUALITY_PREFIX_AMBIGUOUS);
	}
}

static void add_operations(struct fio_text *t, enum fio_direction d)
{
	struct fio_figure f = figure(t, fio_id(d, FIO_IOS), "1");
	const struct fio_word *text = d < FIO_MIXED ? &t->total_text[d] : &t->total_text[FIO_READ];

	f.line = t->issued_line;
	if (d == FIO_MIXED && t->total[FIO_MIXED] != t->total[FIO_READ]) {
		f.value = t->total[FIO_MIXED];
		f.flags = QUALITY_BIT(QUALITY_DERIVED);
		fio_report_add(t->report, fio_runs_wanted(t->runs), &f, NULL, 0);
	} else {
		fio_report_number(t->report, fio_runs_wanted(t->runs), &f, text, 1);
	}
}

/* The sum of unified_rw_reporting=both is printed as 0 before 3.39. */
static bool is_bogus(const struct fio_text *t, const struct side *side, enum fio_direction d)
{
	return d == FIO_MIXED && side->rate == 0 && t->total[d] > 0;
}

static void mark_bogus(struct fio_text *t, const struct side *side)
{
	const gssize index[] = {side->bw, side->io, side->iops};

	for (size_t i = 0; i < G_N_ELEMENTS(index); i++) {
		struct fio_figure *f;

		if (index[i] < 0)
			continue;
		f = fio_report_figure(t->report, index[i]);
		f->value = NAN;
		f->flags = QUALITY_BIT(QUALITY_BOGUS_TEXT);
	}
}

/* Operations and run time are whole numbers of the log; json has the same with six decimals. */
static void settle_rate(struct fio_text *t, const struct side *side, double total)
{
	fio_report_derive(t->report, side->iops, total, side->seconds);
	if (side->iops >= 0 && side->seconds > 0)
		fio_report_figure(t->report, side->iops)->step = 2e-6f;
}

/*
 * The counts at the end of a block are exact, what was printed above has four digits.  Bytes follow
 * where all operations had one size and were whole.
 */
static void settle_side(struct fio_text *t, enum fio_direction d, const struct fio_setup *setup)
{
	struct side *side = &t->side[d];
	struct fio_job *job = fio_report_last(t->report);
	double size = block_size(setup, d), bytes = t->total[d] * size;
	bool bogus = is_bogus(t, side, d);
	unsigned base = side->old ? base_of(side, bytes, size) : 1000;

	if (side->old) {
		settle_prefix(t, side, base);
		job->base = base;
	}
	if (bogus)
		mark_bogus(t, side);
	if (isnan(t->total[d]))
		return;
	add_operations(t, d);
	if (bogus || fabs(t->total[d] / side->seconds - side->rate) <= side->rate_step + 1)
		settle_rate(t, side, t->total[d]);
	if (!(bytes > 0) || t->lost[d] > 0 || job->error ||
		(!bogus && !is_near(&side->amount, base ? base : 1024, bytes, side->old)))
		return;
	fio_report_derive(t->report, side->bw, bytes, side->seconds);
	fio_report_derive(t->report, side->io, bytes, 1);
}

static void end_block(struct fio_text *t)
{
	struct fio_job *job;
	struct fio_setup setup;

	if (!t->block)
		return;
	t->block = false;
	job = fio_report_last(t->report);
	setup = fio_runs_setup(t->runs, job->name, job->group);
	for (int d = 0; d < FIO_DIRECTION_COUNT; d++)
		if (t->side[d].present)
			settle_side(t, (enum fio_direction)d, &setup);
	fio_report_mark_sums(t->report);
}

void fio_text_end(struct fio_text *t)
{
	end_block(t);
	t->group = -1;
	if (!t->report)
		return;
	t->report->whole = t->report->whole || fio_runs_is_client(t->runs);
	fio_runs_report(t->runs, t->report);
	t->report = NULL;
}

/* `errors    : total=64, first_error=84/<text>` */
static void errors_line(struct fio_text *t, const char *s)
{
	const char *text = strchr(s, '<'), *end = text ? strrchr(text, '>') : NULL;

	if (end && !t->report->error)
		t->report->error = pool_str_len(t->out->pool, text + 1, (size_t)(end - text) - 1);
}

/* ---- groups --------------------------------------------------------------------------------- */

static bool group_head(struct fio_text *t, const char *s)
{
	if (!g_str_has_prefix(s, "Run status group ") || !g_ascii_isdigit(s[17]))
		return false;
	end_block(t);
	open_report(t);
	t->report->whole = true;
	t->group = atoi(s + 17);
	return true;
}

static unsigned known_base(const struct fio_report *report)
{
	for (guint i = report->jobs->len; i-- > 0;) {
		const struct fio_job *job = &g_array_index(report->jobs, struct fio_job, i);

		if (job->name)
			return job->base;
	}
	return 0;
}

static void add_group_quantity(
	struct fio_text *t, unsigned id, const struct fio_word *word, bool old, unsigned base)
{
	struct fio_quantity q;
	bool ambiguous = old && !base && word->s && fio_quantity(word->s, &q) && q.power;

	add_quantity(t, id, word,
		!old   ? 1000
		: base ? base
		       : 1024,
		&q, ambiguous ? QUALITY_BIT(QUALITY_PREFIX_AMBIGUOUS) : 0);
}

static void add_group(struct fio_text *t, enum fio_direction d, const char *s)
{
	struct fio_word bw = value_of(s, "aggrb="), io = value_of(s, "io=");
	struct fio_word run = value_of(s, "maxt="), least;
	struct fio_figure f = figure(t, fio_id(d, FIO_RUNTIME), "msec");
	bool old = g_str_has_prefix(s, "io=");
	unsigned base = old ? known_base(t->report) : 0;

	if (!old) {
		bw = value_of(s, "bw=");
		run = value_of(s, "run=");
		least.n = run.s ? strspn(run.s, "0123456789") : 0;
		if (run.s && run.s[least.n] == '-')
			run.s += least.n + 1;
	}
	run.n = run.s ? strspn(run.s, "0123456789") : 0;
	add_group_quantity(t, fio_id(d, FIO_BW), &bw, old, base);
	add_group_quantity(t, fio_id(d, FIO_IO), &io, old, base);
	if (run.n)
		fio_report_number(t->report, fio_runs_wanted(t->runs), &f, &run, 1e-3);
}

/* `READ: bw=131MiB/s (137MB/s), ..., io=392MiB (411MB), run=3002-3002msec` */
static bool group_line(struct fio_text *t, const char *s)
{
	static const char *const names[] = {"READ:", "WRITE:", "TRIM:", "MIXED:"};
	int d = 0;

	G_STATIC_ASSERT(G_N_ELEMENTS(names) == FIO_DIRECTION_COUNT);
	while (d < FIO_DIRECTION_COUNT && !g_str_has_prefix(s, names[d]))
		d++;
	if (d == FIO_DIRECTION_COUNT || t->group < 0)
		return false;
	if (!t->report->jobs->len || fio_report_last(t->report)->name ||
		fio_report_last(t->report)->group != t->group) {
		struct fio_job *job = fio_runs_job(t->runs, t->report, NULL, t->line);

		if (!job)
			return true;
		job->group = t->group;
		job->aggregate = true;
	}
	s += strlen(names[d]);
	add_group(t, (enum fio_direction)d, s + strspn(s, " "));
	return true;
}

/* ---- lines ---------------------------------------------------------------------------------- */

/* Lines of a block that are known but not read. */
static bool is_detail(const char *s)
{
	static const char *const starts[] = {"IO depths ", "submit ", "complete ", "latency ",
		"steadystate ", "high prio", "low prio", "block lifetime", "fsync/fdatasync",
		"Description ", "states "};

	for (size_t i = 0; i < G_N_ELEMENTS(starts); i++)
		if (g_str_has_prefix(s, starts[i]))
			return true;
	return false;
}

static enum line_class block_line(struct fio_text *t, const char *s)
{
	enum line_class class;

	if (percentile_line(t, s))
		return LINE_FIGURES;
	class = latency_line(t, s);
	if (class != LINE_CLASS_COUNT)
		return class;
	if (direction_line(t, s) || sample_line(t, s))
		return LINE_FIGURES;
	if (g_str_has_prefix(s, "cpu ")) {
		t->direction = FIO_DIRECTION_COUNT;
		cpu_line(t, s);
		return LINE_FIGURES;
	}
	if (g_str_has_prefix(s, "issued ")) {
		issued_line(t, s);
		return LINE_FIGURES;
	}
	if (g_str_has_prefix(s, "errors ")) {
		errors_line(t, s);
		return LINE_ERROR;
	}
	if (!is_detail(s))
		return LINE_CLASS_COUNT;
	if (strstr(s, "prio") && strstr(s, "percentiles"))
		t->percentiles = -1;
	return LINE_NOISE;
}

bool fio_text_is(const char *s)
{
	const char *block = strstr(s, ": (groupid=");

	return fio_head_is(s) || g_str_has_prefix(s, "Run status group ") ||
	       (block && strstr(block, "): err="));
}

enum line_class fio_text_line(struct fio_text *t, const struct text *line)
{
	const char *s = line->s;

	t->line = line->line;
	if (head_line(t, s))
		return LINE_HEAD;
	if (block_head(t, s))
		return LINE_HEADER;
	s += strspn(s, " \t");
	if (group_head(t, s))
		return LINE_HEADER;
	if (t->group >= 0 && group_line(t, s))
		return LINE_FIGURES;
	return t->block ? block_line(t, s) : LINE_CLASS_COUNT;
}
