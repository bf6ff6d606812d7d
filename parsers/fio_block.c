#include "parsers/fio_block.h"

#include <math.h>
#include <string.h>

void fio_block_init(struct fio_block *b, struct fio_runs *runs, struct sink *out, const char *file)
{
	*b = (struct fio_block){.runs = runs, .out = out, .file = file, .percentiles = -1};
	b->percentile = g_string_new(NULL);
	b->issued = g_string_new(NULL);
}

void fio_block_clear(struct fio_block *b)
{
	g_string_free(b->percentile, TRUE);
	g_string_free(b->issued, TRUE);
}

void fio_block_start(struct fio_block *b, struct fio_report *report)
{
	b->report = report;
	b->open = true;
	b->decimal = false;
	b->direction = FIO_DIRECTION_COUNT;
	b->percentiles = b->rounded_key = -1;
	memset(b->side, 0, sizeof(b->side));
	for (int d = 0; d < FIO_DIRECTION_COUNT; d++)
		b->total[d] = NAN;
	g_string_truncate(b->issued, 0);
}

struct fio_word fio_word_after(const char *s, const char *key)
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

static struct fio_figure figure(const struct fio_block *b, unsigned id, const char *unit)
{
	return (struct fio_figure){.id = (guint16)id, .unit = unit, .stddev = NAN, .line = b->line};
}

/* A word with a decimal prefix, "18790k"; flagged when it was cut to fewer digits. */
static void add_abbreviated(struct fio_block *b, unsigned id, const struct fio_word *word,
	double factor, const char *unit, bool exact)
{
	struct fio_figure f = figure(b, id, unit);
	struct fio_quantity q;

	if (!word->s)
		return;
	if (!fio_quantity(word->s, &q) || q.n != word->n || !q.power) {
		f.flags = rounded_if(!exact);
		fio_report_number(b->report, fio_runs_wanted(b->runs), &f, word, factor);
		return;
	}
	f.value = fio_scale(fio_quantity_value(&q, 1000), factor);
	f.step = (float)(fio_quantity_step(&q, 1000) * factor);
	f.flags = rounded_if(true);
	fio_report_add(b->report, fio_runs_wanted(b->runs), &f, word->s, word->n);
}

/* ---- directions ----------------------------------------------------------------------------- */

gssize fio_block_quantity(struct fio_block *b, unsigned id, const struct fio_word *word,
	double base, struct fio_quantity *q, guint32 flags)
{
	struct fio_figure f = figure(b, id, NULL);

	if (!word->s)
		return -1;
	f.flags = rounded_if(true) | flags;
	if (!fio_quantity(word->s, q)) {
		fio_report_number(b->report, fio_runs_wanted(b->runs), &f, word, 1);
		return -1;
	}
	f.value = fio_quantity_value(q, base);
	f.step = (float)fio_quantity_step(q, base);
	if (id % FIO_KIND_COUNT == FIO_IOPS) {
		f.unit = "1/s";
		return fio_report_add(b->report, fio_runs_wanted(b->runs), &f, word->s, q->n);
	}
	f.unit = pool_str_len(b->out->pool, word->s + q->digits, q->n - q->digits);
	return fio_report_add(b->report, fio_runs_wanted(b->runs), &f, word->s, q->digits);
}

/* Bandwidth, rate and amount of a direction, as printed, and its run time. */
static void note_side(struct fio_block *b, enum fio_direction d, const struct fio_word word[3],
	const struct fio_word *seconds, bool old)
{
	struct fio_side *side = &b->side[d];
	struct fio_figure f = figure(b, fio_id(d, FIO_RUNTIME), "msec");
	double base = old ? 1024 : 1000;
	struct fio_quantity rate = {0};

	*side = (struct fio_side){.present = true, .old = old, .line = b->line, .seconds = NAN};
	side->bw = fio_block_quantity(b, fio_id(d, FIO_BW), &word[0], base, &side->bandwidth, 0);
	side->iops = fio_block_quantity(b, fio_id(d, FIO_IOPS), &word[1], 1000, &rate, 0);
	side->io = fio_block_quantity(b, fio_id(d, FIO_IO), &word[2], base, &side->amount, 0);
	side->rate = fio_quantity_value(&rate, 1000);
	side->rate_step = fio_quantity_step(&rate, 1000);
	fio_report_number(b->report, fio_runs_wanted(b->runs), &f, seconds, 1e-3);
	if (seconds->s && fio_number(seconds->s, seconds->n, &side->seconds, NULL))
		side->seconds /= 1000;
}

/* `read : io=102844KB, bw=50712KB/s, iops=12678 , runt=  2028msec` */
static bool old_direction(struct fio_block *b, enum fio_direction d, const char *s)
{
	const struct fio_word word[3] = {
		fio_word_after(s, "bw="), fio_word_after(s, "iops="), fio_word_after(s, "io=")};
	struct fio_word seconds = fio_word_after(s, "runt=");

	seconds.n = seconds.s ? strspn(seconds.s, "0123456789") : 0;
	if (!seconds.n)
		seconds.s = NULL;
	note_side(b, d, word, &seconds, true);
	return true;
}

/* `read: IOPS=17.0k, BW=265MiB/s (278MB/s)(531MiB/2005msec); 0 zone resets` */
static bool new_direction(struct fio_block *b, enum fio_direction d, const char *s)
{
	struct fio_word word[3] = {fio_word_after(s, "BW="), fio_word_after(s, "IOPS=")},
			seconds = {NULL, 0};
	const char *bracket = strstr(s, ")("), *slash = bracket ? strchr(bracket, '/') : NULL;

	if (bracket && slash) {
		word[2] = (struct fio_word){bracket + 2, (size_t)(slash - bracket) - 2};
		seconds = (struct fio_word){slash + 1, strspn(slash + 1, "0123456789")};
		if (!seconds.n || strncmp(seconds.s + seconds.n, "msec", 4) != 0)
			seconds.s = NULL;
	}
	note_side(b, d, word, &seconds, false);
	b->decimal = b->decimal || (b->side[d].bandwidth.power && !b->side[d].bandwidth.iec);
	return true;
}

static bool direction_line(struct fio_block *b, const char *s)
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
	b->direction = d;
	b->percentiles = -1;
	return *rest == 'i' ? old_direction(b, d, rest) : new_direction(b, d, rest);
}

/* ---- latencies ------------------------------------------------------------------------------ */

/* Which latency the text begins with; *rest is behind it.  -1: none. */
static int latency_at(const struct fio_block *b, const char *s, const char **rest)
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
		return b->direction == FIO_DIRECTION_COUNT
			       ? -1
			       : (int)fio_id(b->direction, names[i].kind);
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

static bool whole_usec(const struct fio_block *b)
{
	int d = 0;

	while (d < FIO_DIRECTION_COUNT && !b->side[d].present)
		d++;
	return d < FIO_DIRECTION_COUNT && b->side[d].old;
}

/* Releases before 2.99 measure in usec: until then, nothing is lost by it. */
static bool is_exact(const struct fio_block *b, double unit)
{
	const char *version = fio_runs_version_now(b->runs);

	if (unit == 1e-9)
		return true;
	return unit == 1e-6 && (whole_usec(b) || (version && g_ascii_strtod(version, NULL) < 2.99));
}

static void add_spread(struct fio_block *b, unsigned id, const char *s, double factor,
	const char *unit, bool exact)
{
	struct fio_word word[FIO_WORD_COUNT] = {[FIO_WORD_MEAN] = fio_word_after(s, "avg="),
		[FIO_WORD_STDDEV] = fio_word_after(s, "stdev=")};
	struct fio_word least = fio_word_after(s, "min="), most = fio_word_after(s, "max=");
	struct fio_word samples = fio_word_after(s, "samples=");
	struct fio_figure f = figure(b, id, unit);
	double n;

	f.flags = rounded_if(true);
	if (samples.s && fio_number(samples.s, samples.n, &n, NULL))
		f.n = (guint32)n;
	fio_report_spread(b->report, fio_runs_wanted(b->runs), &f, word, factor);
	add_abbreviated(b, id + FIO_MIN, &least, factor, unit, exact);
	add_abbreviated(b, id + FIO_MAX, &most, factor, unit, exact);
}

/*
 * `slat (usec): min=3, max=4753, avg= 6.03, stdev=32.75`, `clat percentiles (usec):`, and the
 * histogram, `lat (usec)   : 4=0.01%, 20=0.59%`, which is not read.
 */
static enum line_class latency_line(struct fio_block *b, const char *s)
{
	const char *rest, *unit;
	int id = latency_at(b, s, &rest);
	double factor;

	if (id < 0) /* of a whole job, or of a priority, "high prio (20.24%) clat percentiles" */
		return g_str_has_prefix(s, "lat (") ? LINE_NOISE : LINE_CLASS_COUNT;
	if (g_str_has_prefix(rest, "percentiles ")) {
		b->percentile_unit = unit_at(rest + 12, &b->percentile_name, &rest);
		b->percentiles = b->percentile_unit > 0 ? id : -1;
		return LINE_HEADER;
	}
	if (g_str_has_prefix(rest, "prio ")) {
		if (strstr(rest, "percentiles"))
			b->percentiles = -1;
		return LINE_NOISE;
	}
	factor = unit_at(rest, &unit, &rest);
	rest += strspn(rest, " ");
	if (!(factor > 0) || *rest != ':')
		return LINE_CLASS_COUNT;
	if (!strstr(rest, "min="))
		return LINE_NOISE;
	add_spread(b, (unsigned)id, rest, factor, unit, is_exact(b, factor));
	return LINE_FIGURES;
}

static void add_percentile(
	struct fio_block *b, const char *key, size_t n, const struct fio_word *word)
{
	struct fio_figure f =
		figure(b, (unsigned)b->percentiles + FIO_PERCENTILE, b->percentile_name);

	g_string_truncate(b->percentile, 0);
	if (!fio_percentile(key, n, b->percentile)) {
		diag_at(b->out->diag, DIAG_FIGURE_UNREADABLE, b->file, b->line, "percentile '%.*s'",
			(int)MIN(n, 40), key);
		return;
	}
	f.percentile = pool_str(b->out->pool, b->percentile->str);
	if (n == 3 && !strncmp(key, "100", 3)) {
		/* 3.42 rounds the keys of a client's sum: all above 99.5 become 100. */
		if (b->rounded_key == b->percentiles)
			return;
		b->rounded_key = b->percentiles;
		f.value = NAN;
		f.flags = QUALITY_BIT(QUALITY_BOGUS_TEXT);
		fio_report_add(b->report, fio_runs_wanted(b->runs), &f, word->s, word->n);
		return;
	}
	f.flags = rounded_if(!is_exact(b, b->percentile_unit));
	fio_report_number(b->report, fio_runs_wanted(b->runs), &f, word, b->percentile_unit);
}

/* `|  1.00th=[   86],  5.00th=[  110],` */
static bool percentile_line(struct fio_block *b, const char *s)
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
		if (b->percentiles >= 0)
			add_percentile(b, s, (size_t)(th - s), &word);
		s = end + 1;
	}
	return true;
}

/*
 * `bw (  KiB/s): min=..`, `bw (KB/s)  : min=..`: KiB, whatever is written, but a prefix M was made
 * with the base of the report.
 */
static bool sample_line(struct fio_block *b, const char *s)
{
	const char *unit = s + 4 + strspn(s + 4, " "), *end, *values;
	double factor = 1024;

	if (b->direction == FIO_DIRECTION_COUNT)
		return false;
	if (g_str_has_prefix(s, "iops ")) {
		add_spread(b, fio_id(b->direction, FIO_IOPS_SAMPLES), s, 1, "1/s", true);
		return true;
	}
	end = strchr(s, ')');
	values = end ? strchr(end, ':') : NULL;
	if (!g_str_has_prefix(s, "bw (") || !values)
		return false;
	if (*unit == 'M')
		factor *= b->decimal ? 1000 : 1024;
	add_spread(b, fio_id(b->direction, FIO_BW_SAMPLES), values, factor,
		pool_str_len(b->out->pool, unit, (size_t)(end - unit)), *unit != 'M');
	return true;
}

/* ---- the end of a block --------------------------------------------------------------------- */

static void cpu_line(struct fio_block *b, const char *s)
{
	static const struct {
		const char *key;
		unsigned id;
	} keys[] = {{"usr=", FIO_USR_CPU}, {"sys=", FIO_SYS_CPU}, {"ctx=", FIO_CTX},
		{"majf=", FIO_MAJF}, {"minf=", FIO_MINF}};

	for (size_t i = 0; i < G_N_ELEMENTS(keys); i++) {
		struct fio_word word = fio_word_after(s, keys[i].key);
		bool percent = word.s && word.s[word.n - 1] == '%';
		struct fio_figure f = figure(b, keys[i].id, percent ? "%" : "1");

		word.n -= percent;
		f.flags = rounded_if(percent);
		fio_report_number(
			b->report, fio_runs_wanted(b->runs), &f, &word, percent ? 0.01 : 1);
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

static void issued_line(struct fio_block *b, const char *s)
{
	g_string_assign(b->issued, s);
	b->issued_line = b->line;
	for (int d = 0; d < FIO_DIRECTION_COUNT; d++)
		b->total[d] = b->lost[d] = 0;
	memset(b->total_text, 0, sizeof(b->total_text));
	read_counts(b->issued->str, "total=", b->total, b->total_text);
	read_counts(s, "short=", b->lost, NULL);
	read_counts(s, "drop=", b->lost, NULL);
	read_counts(s, "dropped=", b->lost, NULL);
	/* All directions in one are counted as reads. */
	for (int d = 0; d < FIO_MIXED; d++) {
		b->total[FIO_MIXED] += b->total[d];
		b->lost[FIO_MIXED] += b->lost[d];
	}
}

/* `errors    : total=64, first_error=84/<text>` */
static void errors_line(struct fio_block *b, const char *s)
{
	const char *text = strchr(s, '<'), *end = text ? strrchr(text, '>') : NULL;

	if (end && !b->report->error)
		b->report->error = pool_str_len(b->out->pool, text + 1, (size_t)(end - text) - 1);
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

enum line_class fio_block_line(struct fio_block *b, const char *s)
{
	enum line_class class;

	if (percentile_line(b, s))
		return LINE_FIGURES;
	class = latency_line(b, s);
	if (class != LINE_CLASS_COUNT)
		return class;
	if (direction_line(b, s) || sample_line(b, s))
		return LINE_FIGURES;
	if (g_str_has_prefix(s, "cpu ")) {
		b->direction = FIO_DIRECTION_COUNT;
		cpu_line(b, s);
		return LINE_FIGURES;
	}
	if (g_str_has_prefix(s, "issued ")) {
		issued_line(b, s);
		return LINE_FIGURES;
	}
	if (g_str_has_prefix(s, "errors ")) {
		errors_line(b, s);
		return LINE_ERROR;
	}
	if (!is_detail(s))
		return LINE_CLASS_COUNT;
	if (strstr(s, "prio") && strstr(s, "percentiles"))
		b->percentiles = -1;
	return LINE_NOISE;
}
