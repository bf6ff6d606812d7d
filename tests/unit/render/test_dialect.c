#include "render/dialect.h"

#include <math.h>
#include <string.h>

#include "model/quality.h"

/* Each text is shown by the real engines byte for byte when it is escaped so; NULL: as it is. */
static const struct {
	const char *text, *twiki, *markdown;
} hazards[] = {
	{"*bold*", "&#42;bold&#42;", "\\*bold\\*"},
	{"_it_", "&#95;it&#95;", "\\_it\\_"},
	{"__u__", "&#95;&#95;u&#95;&#95;", "\\_\\_u\\_\\_"},
	{"//it//", NULL, NULL},
	{"''x''", NULL, NULL},
	{"'''b'''", NULL, NULL},
	{"http://example.com/", "http&#58;//example.com/", "http:<!-- -->//example.com/"},
	{"-", NULL, NULL},
	{"-5", NULL, NULL},
	{"+5", NULL, NULL},
	{"+++++", NULL, NULL},
	{"--", NULL, NULL},
	{"---", NULL, NULL},
	{"a--b", NULL, NULL},
	{"~~x~~", NULL, "\\~\\~x\\~\\~"},
	{"~~~~", NULL, "\\~\\~\\~\\~"},
	{"^sup^", NULL, NULL},
	{"a^b", NULL, NULL},
	{"!WikiWord", "&#33;&#87;ikiWord", "\\!WikiWord"},
	{"!", "&#33;", "\\!"},
	{"!!", "&#33;&#33;", "\\!\\!"},
	{"@cmd", "&#64;cmd", "@<!-- -->cmd"},
	{"|", "&#124;", "\\|"},
	{"||", "&#124;&#124;", "\\|\\|"},
	{"a||b", "a&#124;&#124;b", "a\\|\\|b"},
	{"\\", "&#92;", "\\\\"},
	{"a\\|b", "a\\&#124;b", "a\\\\\\|b"},
	{"\\\\", "\\&#92;", "\\\\\\\\"},
	{"C:\\", "C&#58;&#92;", "C:\\\\"},
	{"`code`", "&#96;code&#96;", "\\`code\\`"},
	{"$x$", NULL, "\\$x\\$"},
	{"x_1", "x&#95;1", "x\\_1"},
	{"#1", NULL, NULL},
	{"# 1", NULL, NULL},
	{"* x", "&#42; x", "\\* x"},
	{"1. x", NULL, NULL},
	{"9 x ( 3 + 1 )", NULL, NULL},
	{"640x480", NULL, NULL},
	{"12x2p1", NULL, NULL},
	{"10 x 10", NULL, NULL},
	{":-)", "&#58;-)", NULL},
	{"(c)", NULL, NULL},
	{"(R)", NULL, NULL},
	{"...", NULL, NULL},
	{"->", "-&#62;", "-\\>"},
	{"=>", "&#61;&#62;", "=\\>"},
	{"<=", "&#60;&#61;", "\\<="},
	{"{x}", NULL, "\\{x\\}"},
	{"{{{x}}}", NULL, "\\{\\{\\{x\\}\\}\\}"},
	{"{+1}", NULL, "\\{+1\\}"},
	{"&amp;", "&#38;amp;", "\\&amp;"},
	{"&#124;", "&#38;#124;", "\\&#124;"},
	{"~", NULL, "\\~"},
	{"//", NULL, NULL},
	{"a/b", NULL, NULL},
	{"\"q\"", NULL, NULL},
	{"it's", NULL, NULL},
	{"=x=", "&#61;x&#61;", NULL},
	{"==", "&#61;&#61;", NULL},
	{"?", NULL, NULL},
	{"?\?", NULL, NULL},
	{"?\?x?\?", NULL, NULL},
	{"[x]", "&#91;x]", "\\[x\\]"},
	{"[1]", "&#91;1]", "\\[1\\]"},
	{"<nowiki>", "&#60;nowiki&#62;", "\\<nowiki\\>"},
	{"%%", "&#37;&#37;", NULL},
	{"100%", "100&#37;", NULL},
	{"50 %", "50 &#37;", NULL},
	{"%x%y%", "&#37;x&#37;y&#37;", NULL},
	{"a@b.org", "a&#64;b.org", "a@<!-- -->b.org"},
	{"FooBar-Baz", "&#70;ooBar-Baz", NULL},
	{"ABC", "&#65;BC", NULL},
	{"Main.TopicName", "Main.&#84;opicName", NULL},
	{"r12", NULL, NULL},
	{"draid2:8d:24c:2s", NULL, NULL},
	{"6 +1", NULL, NULL},
	{"6+", NULL, NULL},
	{"2+", NULL, NULL},
	{"x a", NULL, NULL},
	{"159:31.23", NULL, NULL},
	{"0", NULL, NULL},
	{"1,5", NULL, NULL},
	{"1 234", NULL, NULL},
	{"±", NULL, NULL},
	{"a b", NULL, NULL},
	{"trailing", NULL, NULL},
	{"TODO", "&#84;ODO", NULL},
	{"FIXME", "&#70;IXME", NULL},
	{"__TOC__", "&#95;&#95;&#84;OC&#95;&#95;", "\\_\\_TOC\\_\\_"},
	{"-{x}-", NULL, "-\\{x\\}-"},
	{"ISBN 0306406152", "&#73;SBN 0306406152", NULL},
	{"{|", "{&#124;", "\\{\\|"},
	{"|}", "&#124;}", "\\|\\}"},
	{"|-", "&#124;-", "\\|-"},
	{":x", NULL, NULL},
	{"; x", NULL, NULL},
	{"}}", NULL, "\\}\\}"},
	{"]]", NULL, "\\]\\]"},
	{">", "&#62;", "\\>"},
	{"&", "&#38;", "\\&"},
	{"a <b> c", "a &#60;b&#62; c", "a \\<b\\> c"},
	{"x\ny", "x %BR% y", "x<br>y"},
	{"-->", "--&#62;", "--\\>"},
	{"<!-- x -->", "&#60;&#33;-- x --&#62;", "\\<\\!-- x --\\>"},
	{"µs", NULL, NULL},
	{"½", NULL, NULL},
	{"3×14", NULL, NULL},
	{"%TOC%", "&#37;&#84;OC&#37;", NULL},
	{"$percnt", NULL, "\\$percnt"},
	{"<br>", "&#60;br&#62;", "\\<br\\>"},
	{"-1.5", NULL, NULL},
	{"=", "&#61;", NULL},
	{"'", NULL, NULL},
	{"\"", NULL, NULL},
	{"1 - 2", NULL, NULL},
	{"bq. x", NULL, NULL},
	{"h1. x", NULL, NULL},
	{"p. x", NULL, NULL},
	{"_x", "&#95;x", "\\_x"},
	{"a_b_c", "a&#95;b&#95;c", "a\\_b\\_c"},
	{"a*b*c", "a&#42;b&#42;c", "a\\*b\\*c"},
	{"a-b-c", NULL, NULL},
	{"-x-", NULL, NULL},
	{"x +y+ z", NULL, NULL},
	{"(x)", NULL, NULL},
	{"[[", "&#91;&#91;", "\\[\\["},
	{"{{", NULL, "\\{\\{"},
	{"~/x", NULL, "\\~/x"},
	{"\\n", NULL, "\\\\n"},
	{"\\vert", NULL, "\\\\vert"},
	{"%s", "&#37;s", NULL},
	{"<nop>", "&#60;nop&#62;", "\\<nop\\>"},
	{"CarstenAulbert", "&#67;arstenAulbert", NULL},
	{"X4500", NULL, NULL},
	{"ZFS2ARC", "&#90;FS2ARC", NULL},
	{"snv_55b", "snv&#95;55b", "snv\\_55b"},
	{"c6t4d0", NULL, NULL},
	{"data-das/perftest", NULL, NULL},
	{"^", "&#94;", NULL},
	{"foo-WikiWord", "foo-&#87;ikiWord", NULL},
	{"<nowiki></nowiki>", "&#60;nowiki&#62;&#60;/nowiki&#62;", "\\<nowiki\\>\\</nowiki\\>"},
	{"&&", "&#38;&#38;", "\\&\\&"},
	{"a&b;c", "a&#38;b;c", "a\\&b;c"},
	{"&copy", "&#38;copy", "\\&copy"},
	{"{{{", NULL, "\\{\\{\\{"},
	{"}}}", NULL, "\\}\\}\\}"},
	{"||||", "&#124;&#124;&#124;&#124;", "\\|\\|\\|\\|"},
	{"+-", NULL, NULL},
	{"1.5 ±", NULL, NULL},
	{"x86_64", "x86&#95;64", "x86\\_64"},
	{"a 2+", NULL, NULL},
	{"r12 #5", NULL, NULL},
	{"*", "&#42;", "\\*"},
	{"_", "&#95;", "\\_"},
	{"**", "&#42;&#42;", "\\*\\*"},
	{"`", "&#96;", "\\`"},
	{"``", "&#96;&#96;", "\\`\\`"},
	{"~~", NULL, "\\~\\~"},
	{"a\\", "a&#92;", "a\\\\"},
	{"\\|", "\\&#124;", "\\\\\\|"},
	{"|x", "&#124;x", "\\|x"},
	{"x|", "x&#124;", "x\\|"},
	{"1e+03", NULL, NULL},
	{"http://a.b/c?d=e&f=[g]", "http&#58;//a.b/c?d&#61;e&#38;f&#61;&#91;g]",
		"http:<!-- -->//a.b/c?d=e\\&f=\\[g\\]"},
	/* heads and cells of a published table */
	{"RAIDZ2 [MB/s]", "RAIDZ2 &#91;MB/s]", "RAIDZ2 \\[MB/s\\]"},
	{"write [kB/s]", "write &#91;kB/s]", "write \\[kB/s\\]"},
	{"1034.55±46.04", NULL, NULL},
	{"1034.55 ± 46.04", NULL, NULL},
	{"1034.55 +- 46.04 kB/s", NULL, NULL},
	{"1034.55 MiB/s", "1034.55 &#77;iB/s", NULL},
	{"random read [MiB/s]", "random read &#91;MiB/s]", "random read \\[MiB/s\\]"},
	{"", NULL, NULL},
	/* links and pictures that the engines make of bare words */
	{"www.example.com", NULL, "www<!-- -->.example.com"},
	{"mailto:a@b.org", "mailto&#58;a&#64;b.org", "mailto:a@<!-- -->b.org"},
	{"Wikipedia:Foo", "Wikipedia&#58;Foo", NULL},
	{":x:", NULL, ":<!-- -->x:"},
	{"10:100:20", NULL, "10:<!-- -->100:20"},
	{"20:10:40", NULL, NULL},
	{"x :8ball: y", NULL, "x :<!-- -->8ball: y"},
	{"a ;-) b", "a &#59;-) b", NULL},
	{"ÄrgerÜber", "&#196;rgerÜber", NULL},
	{"IOPS ABCs ABCd IO/s", "&#73;OPS &#65;BCs ABCd IO/s", NULL},
	/* blanks and line breaks */
	{" a \t b ", "a b", "a b"},
	{"\n a \r\n\tb\r", "a %BR% b", "a<br>b"},
	/* bytes that are no text */
	{"a\xff\xc3", "a\ufffd\ufffd", "a\ufffd\ufffd"},
	{"\x1b[2J", "\\x1b&#91;2J", "\\\\x1b\\[2J"},
	{"a\u202eb", "a\\u202eb", "a\\\\u202eb"},
};

static char *escape(const struct dialect *dialect, const char *text)
{
	GString *out = g_string_new(NULL);

	dialect->escape(text, out);
	return g_string_free(out, FALSE);
}

static void check_escape(const char *dialect, const char *text, const char *expected)
{
	g_autofree char *escaped = escape(dialect_by_name(dialect), text);

	expected = expected ? expected : text;
	if (strcmp(escaped, expected) != 0)
		g_test_message("%s: '%s'", dialect, text);
	g_assert_cmpstr(escaped, ==, expected);
}

static void test_hazards(void)
{
	for (size_t i = 0; i < G_N_ELEMENTS(hazards); i++) {
		check_escape("twiki", hazards[i].text, hazards[i].twiki);
		check_escape("markdown", hazards[i].text, hazards[i].markdown);
	}
}

static void test_plain_escapes(void)
{
	static const struct {
		const char *text, *plain, *csv, *tsv, *json;
	} rows[] = {
		{"6x7", "6x7", "6x7", "6x7", "\"6x7\""},
		{"", "-", "", "", "\"\""},
		{"a,b", "a,b", "\"a,b\"", "a,b", "\"a,b\""},
		{"a\"b", "a\"b", "\"a\"\"b\"", "a\"b", "\"a\\\"b\""},
		{"a\nb", "a b", "\"a\nb\"", "a\\nb", "\"a\\nb\""},
		{"a\r\nb", "a b", "\"a\r\nb\"", "a\\r\\nb", "\"a\\u000d\\nb\""},
		{"a\tb", "a b", "a\tb", "a\\tb", "\"a\\tb\""},
		{"a\\nb", "a\\nb", "a\\nb", "a\\\\nb", "\"a\\\\nb\""},
		{" a", "a", "\" a\"", " a", "\" a\""},
		{"a ", "a", "\"a \"", "a ", "\"a \""},
		{"a  b", "a b", "a  b", "a  b", "\"a  b\""},
		{"=1+1", "=1+1", "=1+1", "=1+1", "\"=1+1\""},
		{"\x1b[2J", "\\x1b[2J", "\x1b[2J", "\x1b[2J", "\"\\u001b[2J\""},
		{"\x7f\xc2\x9b", "\\x7f\\x9b", "\x7f\xc2\x9b", "\x7f\xc2\x9b",
			"\"\\u007f\\u009b\""},
		{"\xc3(\xff", "\ufffd(\ufffd", "\ufffd(\ufffd", "\ufffd(\ufffd",
			"\"\ufffd(\ufffd\""},
		{"\xed\xa0\x80", "\ufffd\ufffd\ufffd", "\ufffd\ufffd\ufffd", "\ufffd\ufffd\ufffd",
			"\"\ufffd\ufffd\ufffd\""},
		{"3 × 日本 ±", "3 × 日本 ±", "3 × 日本 ±", "3 × 日本 ±", "\"3 × 日本 ±\""},
	};

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		check_escape("text", rows[i].text, rows[i].plain);
		check_escape("csv", rows[i].text, rows[i].csv);
		check_escape("tsv", rows[i].text, rows[i].tsv);
		check_escape("json", rows[i].text, rows[i].json);
	}
}

/* Whatever bytes come in, text comes out; controls only where a machine reads. */
static void test_any_bytes(void)
{
	size_t n;
	const struct dialect *const *all = dialects(&n);

	for (int round = 0; round < 2000; round++) {
		char text[12];
		int len = g_test_rand_int_range(0, sizeof(text));

		for (int i = 0; i < len; i++)
			text[i] = g_test_rand_int_range(1, 256);
		text[len] = '\0';
		for (size_t i = 0; i < n; i++) {
			g_autofree char *escaped = escape(all[i], text);
			bool machine = strcmp(all[i]->name, "csv") == 0 ||
				       strcmp(all[i]->name, "tsv") == 0;

			if (!g_utf8_validate(escaped, -1, NULL))
				g_error("%s: not UTF-8: '%s'", all[i]->name, escaped);
			for (const char *p = escaped; *p && !machine; p++)
				if (g_ascii_iscntrl(*p))
					g_error("%s: control in '%s'", all[i]->name, escaped);
		}
	}
}

static void test_lookup(void)
{
	static const struct {
		const char *path, *name;
	} rows[] = {
		{"out.csv", "csv"},
		{"out.tsv", "tsv"},
		{"out.json", "json"},
		{"dir.csv/out.md", "markdown"},
		{"README.markdown", "markdown"},
		{"page.twiki", "twiki"},
		{"page.txt", "text"},
		{"PAGE.TXT", "text"},
		{"page", NULL},
		{"csv", NULL},
		{"page.csv.gz", NULL},
		{"", NULL},
	};
	size_t n;
	const struct dialect *const *all = dialects(&n);

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		const struct dialect *found = dialect_by_ending(rows[i].path);

		g_test_message("'%s'", rows[i].path);
		g_assert_cmpstr(found ? found->name : NULL, ==, rows[i].name);
	}
	g_assert_cmpuint(n, ==, 6);
	for (size_t i = 0; i < n; i++) {
		g_assert_true(dialect_by_name(all[i]->name) == all[i]);
		g_assert_true(all[i]->title && all[i]->endings && all[i]->render && all[i]->escape);
	}
	g_assert_null(dialect_by_name("tex"));
	g_assert_null(dialect_by_name(""));
}

static void add_figure(
	struct doc_table *table, const char *text, const char *unit, struct doc_cell cell)
{
	cell.text = (char *)text;
	cell.unit = (char *)unit;
	doc_table_cell(table, &cell);
}

/* One of everything. */
static struct doc *sample(void)
{
	struct doc *doc = doc_new("Thumper – layouts");
	struct doc_table *table;
	unsigned pooled, cut;

	doc_heading(doc, 1, "Results");
	doc_paragraph(doc, "# 1 | first\nsecond");
	table = doc_table(doc, "write, \"best\" first");
	pooled = doc_table_note(table, "pooled over slog {n,y}");
	cut = doc_table_note(table, "log is cut");
	doc_table_column(table, "layout", NULL, true, false);
	doc_table_column(table, "random read", "MiB/s", false, true);
	doc_table_column(table, "remark", NULL, false, false);
	doc_table_row(table);
	doc_table_text(table, "6x7");
	add_figure(table, "1034.55 ± 46.04", NULL,
		(struct doc_cell){.kind = CELL_MEAN_SD,
			.value = 1034.55,
			.sd = 46.04,
			.lo = NAN,
			.hi = NAN,
			.n = 3,
			.best = true});
	doc_table_text(table, "a|b");
	doc_table_row(table);
	doc_table_text(table, "12x2p1");
	add_figure(table, "0.5–3", "GiB/s",
		(struct doc_cell){.kind = CELL_RANGE,
			.value = NAN,
			.sd = NAN,
			.lo = 0.5,
			.hi = 3,
			.n = 2,
			.mark = pooled});
	doc_table_text(table, "");
	doc_table_row(table);
	doc_table_text(table, "2x21");
	add_figure(table, NULL, NULL,
		(struct doc_cell){.kind = CELL_MISSING,
			.value = NAN,
			.sd = NAN,
			.lo = NAN,
			.hi = NAN,
			.flags = QUALITY_BIT(QUALITY_TRUNCATED) | QUALITY_BIT(QUALITY_TOO_FAST),
			.mark = cut});
	doc_table_text(table, NULL);
	doc_note(doc, "one run each");
	return doc;
}

static char *rendered(const char *dialect, const struct doc *doc, struct dialect_options options)
{
	GString *out = g_string_new(NULL);

	dialect_by_name(dialect)->render(doc, &options, out);
	return g_string_free(out, FALSE);
}

static void test_sample(void)
{
	static const struct {
		const char *dialect;
		bool ascii;
		const char *expected;
	} rows[] = {
		{"text", false,
			"Thumper – layouts\n"
			"=================\n"
			"\n"
			"Results\n"
			"-------\n"
			"\n"
			"# 1 | first\n"
			"second\n"
			"\n"
			"write, \"best\" first\n"
			"layout  random read [MiB/s]  remark\n"
			"------  -------------------  ------\n"
			"6x7     1034.55 ± 46.04*     a|b\n"
			"12x2p1      0.5–3 GiB/s [1]  -\n"
			"2x21                  - [2]  -\n"
			"\n"
			"* best\n"
			"\n"
			"[1] pooled over slog {n,y}\n"
			"[2] log is cut\n"
			"\n"
			"Note: one run each\n"},
		{"text", true,
			"Thumper - layouts\n"
			"=================\n"
			"\n"
			"Results\n"
			"-------\n"
			"\n"
			"# 1 | first\n"
			"second\n"
			"\n"
			"write, \"best\" first\n"
			"layout   random read [MiB/s]  remark\n"
			"------  --------------------  ------\n"
			"6x7     1034.55 +- 46.04*     a|b\n"
			"12x2p1       0.5-3 GiB/s [1]  -\n"
			"2x21                   - [2]  -\n"
			"\n"
			"* best\n"
			"\n"
			"[1] pooled over slog {n,y}\n"
			"[2] log is cut\n"
			"\n"
			"Note: one run each\n"},
		{"markdown", false,
			"# Thumper – layouts\n"
			"\n"
			"## Results\n"
			"\n"
			"\\# 1 \\| first<br>second\n"
			"\n"
			"write, \"best\" first\n"
			"\n"
			"| layout | random read \\[MiB/s\\] | remark |\n"
			"| :-- | --: | :-- |\n"
			"| 6x7 | **1034.55 ± 46.04** | a\\|b |\n"
			"| 12x2p1 | 0.5–3 GiB/s \\[1\\] |  |\n"
			"| 2x21 | - \\[2\\] | - |\n"
			"\n"
			"\\[1\\] pooled over slog \\{n,y\\}<br>\\[2\\] log is cut\n"
			"\n"
			"Note: one run each\n"},
		{"twiki", false,
			"---+ Thumper – layouts\n"
			"\n"
			"---++ Results\n"
			"\n"
			"&#35; 1 &#124; first %BR% second\n"
			"\n"
			"%TABLE{caption=\"write, &#34;best&#34; first\" sort=\"on\"}%\n"
			"| *layout* |  *random read &#91;MiB/s]* | *remark* |\n"
			"| 6x7  |  <b>1034.55 ± 46.04</b> | a&#124;b |\n"
			"| 12x2p1  |  0.5–3 &#71;iB/s &#91;1] | |\n"
			"| 2x21  |  - &#91;2] | - |\n"
			"\n"
			"&#91;1] pooled over slog {n,y} %BR% &#91;2] log is cut\n"
			"\n"
			"Note: one run each\n"},
		{"csv", false,
			"layout,random read [MiB/s],remark\r\n"
			"6x7,1034.55 ± 46.04,a|b\r\n"
			"12x2p1,0.5–3 GiB/s,\r\n"
			"2x21,,\r\n"},
		{"csv", true,
			"layout,random read [MiB/s],remark\r\n"
			"6x7,1034.55 +- 46.04,a|b\r\n"
			"12x2p1,0.5-3 GiB/s,\r\n"
			"2x21,,\r\n"},
		{"tsv", false,
			"layout\trandom read [MiB/s]\tremark\n"
			"6x7\t1034.55 ± 46.04\ta|b\n"
			"12x2p1\t0.5–3 GiB/s\t\n"
			"2x21\t\t\n"},
		{"json", false,
			"{\"title\": \"Thumper – layouts\", \"blocks\": [\n"
			"{\"type\": \"heading\", \"level\": 1, \"text\": \"Results\"},\n"
			"{\"type\": \"paragraph\", \"text\": \"# 1 | first\\nsecond\"},\n"
			"{\"type\": \"table\", \"caption\": \"write, \\\"best\\\" first\", "
			"\"columns\": [\n"
			"\t{\"name\": \"layout\", \"unit\": null, \"key\": true},\n"
			"\t{\"name\": \"random read\", \"unit\": \"MiB/s\", \"key\": false},\n"
			"\t{\"name\": \"remark\", \"unit\": null, \"key\": false}], \"rows\": [\n"
			"\t[\"6x7\", {\"value\": 1034.55, \"sd\": 46.04, \"n\": 3, \"best\": true, "
			"\"text\": \"1034.55 ± 46.04\"}, \"a|b\"],\n"
			"\t[\"12x2p1\", {\"lo\": 0.5, \"hi\": 3, \"n\": 2, \"unit\": \"GiB/s\", "
			"\"note\": 1, \"text\": \"0.5–3\"}, \"\"],\n"
			"\t[\"2x21\", {\"flags\": [\"too-fast\", \"truncated\"], \"note\": 2}, "
			"null]], \"notes\": [\"pooled over slog {n,y}\", \"log is cut\"]},\n"
			"{\"type\": \"note\", \"text\": \"one run each\"}]}\n"},
	};
	struct doc *doc = sample();

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autofree char *out = rendered(
			rows[i].dialect, doc, (struct dialect_options){.ascii = rows[i].ascii});

		g_test_message("%s%s", rows[i].dialect, rows[i].ascii ? ", ascii" : "");
		g_assert_cmpstr(out, ==, rows[i].expected);
	}
	doc_free(doc);
}

/* Text outside of cells: the start of a line must not become a list, a heading, a rule ... */
static void test_paragraphs(void)
{
	static const struct {
		const char *text, *markdown, *twiki, *plain;
	} rows[] = {
		{"a * b", "a \\* b", "a &#42; b", NULL},
		{"- x", "\\- x", "&#45; x", NULL},
		{"+ x", "\\+ x", "&#43; x", NULL},
		{"#Anchor", "\\#Anchor", "&#35;Anchor", NULL},
		{"x #", "x \\#", "x #", NULL},
		{"1. x", "1\\. x", "1. x", NULL},
		{"12) x", "12\\) x", "12) x", NULL},
		{"===", "\\===", "&#61;&#61;&#61;", NULL},
		{":--", "\\:--", "&#58;--", NULL},
		{"---+ x", "\\---+ x", "&#45;--+ x", NULL},
		{"> x", "\\> x", "&#62; x", NULL},
		{"    x", "x", "x", "x"},
		{"", "", "", NULL},
		{"a\n- b", "a<br>- b", "a %BR% - b", NULL},
		{"x\\", "x\\\\", "x&#92;", NULL},
		{"\x1b]0;x\a", "\\\\x1b\\]0;x\\\\x07", "\\x1b]0;x\\x07", "\\x1b]0;x\\x07"},
		{"\xfe", "\ufffd", "\ufffd", "\ufffd"},
	};

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		const char *plain = rows[i].plain ? rows[i].plain : rows[i].text;
		const struct {
			const char *dialect, *expected;
		} each[] = {
			{"markdown", rows[i].markdown}, {"twiki", rows[i].twiki}, {"text", plain}};
		struct doc *doc = doc_new(NULL);

		doc_paragraph(doc, rows[i].text);
		for (size_t k = 0; k < G_N_ELEMENTS(each); k++) {
			g_autofree char *out =
				rendered(each[k].dialect, doc, (struct dialect_options){0});
			g_autofree char *expected = g_strconcat(each[k].expected, "\n", NULL);

			g_test_message("%s: '%s'", each[k].dialect, rows[i].text);
			g_assert_cmpstr(out, ==, expected);
		}
		doc_free(doc);
	}
}

static void test_display_width(void)
{
	struct doc *doc = doc_new(NULL);
	struct doc_table *table = doc_table(doc, NULL);
	static const char *const cells[] = {"日本", "e\u0301e", "abcde", "µs"};
	g_autofree char *out = NULL;

	doc_table_column(table, "k", NULL, true, false);
	doc_table_column(table, "", NULL, false, true);
	for (size_t i = 0; i < G_N_ELEMENTS(cells); i++) {
		doc_table_row(table);
		doc_table_text(table, cells[i]);
		doc_table_text(table, cells[i]);
	}
	out = rendered("text", doc, (struct dialect_options){0});
	g_assert_cmpstr(out, ==,
		"k\n"
		"-----  -----\n"
		"日本    日本\n"
		"e\u0301e        e\u0301e\n"
		"abcde  abcde\n"
		"µs        µs\n");
	doc_free(doc);
}

/* No line of a text page but those of a table or with one long word is wider than a page. */
static void test_wrap(void)
{
	struct doc *doc = doc_new(NULL);
	struct doc_table *table;
	GString *words = g_string_new("日");
	g_autofree char *out = NULL;
	g_auto(GStrv) lines = NULL;
	struct doc_cell cell = {.kind = CELL_TEXT, .text = (char *)"x"};
	size_t indented = 0;

	for (int i = 0; i < 60; i++)
		g_string_append_printf(words, " wörd%d", i);
	table = doc_table(doc, words->str);
	doc_table_column(table, "k", NULL, true, false);
	doc_table_row(table);
	cell.mark = doc_table_note(table, words->str);
	doc_table_cell(table, &cell);
	doc_paragraph(doc, words->str);
	out = rendered("text", doc, (struct dialect_options){0});
	lines = g_strsplit(out, "\n", 0);
	for (size_t i = 0; lines[i]; i++) {
		g_assert_cmpint(g_utf8_strlen(lines[i], -1), <=, 100);
		g_assert_false(g_str_has_suffix(lines[i], " "));
		indented += g_str_has_prefix(lines[i], "    w");
	}
	g_assert_true(g_str_has_prefix(lines[0], "日 wörd0 "));
	g_assert_cmpint(g_utf8_strlen(lines[0], -1), >, 90);
	g_assert_cmpint(indented, >, 1);
	g_string_free(words, TRUE);
	doc_free(doc);
}

static void test_csv_safe(void)
{
	static const struct {
		const char *text, *safe;
	} rows[] = {
		{"=1+1", "'=1+1"},
		{"+1+1", "'+1+1"},
		{"-1+1", "'-1+1"},
		{"@SUM(A1)", "'@SUM(A1)"},
		{"\tx", "'\tx"},
		{"\rx", "\"'\rx\""},
		{"=a,b", "\"'=a,b\""},
		{"-1 =cmd", "'-1 =cmd"},
		{"-.", "'-."},
		{"-1e", "'-1e"},
		{"-5+-3", "'-5+-3"},
		{"-inf", "'-inf"},
		{"--", "'--"},
		{"-1.5", "-1.5"},
		{"+5", "+5"},
		{"-.5", "-.5"},
		{"-1.2e+09", "-1.2e+09"},
		{"-", "-"},
		{"1=1", "1=1"},
		{"'x", "'x"},
		{"", ""},
	};

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		struct doc *doc = doc_new(NULL);
		struct doc_table *table = doc_table(doc, NULL);
		g_autofree char *plain = escape(dialect_by_name("csv"), rows[i].text);

		doc_table_column(table, rows[i].text, NULL, true, false);
		doc_table_column(table, "x", NULL, false, false);
		doc_table_row(table);
		doc_table_text(table, rows[i].text);
		doc_table_text(table, "y");
		for (int safe = 0; safe < 2; safe++) {
			const char *field = safe ? rows[i].safe : plain;
			g_autofree char *out =
				rendered("csv", doc, (struct dialect_options){.csv_safe = safe});
			g_autofree char *expected =
				g_strdup_printf("%s,x\r\n%s,y\r\n", field, field);

			g_test_message("'%s', safe %d", rows[i].text, safe);
			g_assert_cmpstr(out, ==, expected);
		}
		doc_free(doc);
	}
}

static void test_two_tables(void)
{
	static const struct {
		const char *dialect;
		bool bom;
		const char *expected;
	} rows[] = {
		{"csv", false, "a\r\n\"\"\r\n\"\"\r\n\r\nb\r\n"},
		{"csv", true, "\ufeffa\r\n\"\"\r\n\"\"\r\n\r\nb\r\n"},
		{"tsv", false, "a\n\n\n\nb\n"},
		{"text", false, "a\n-\n-\n-\n\nb\n-\n"},
		{"markdown", false, "| a |\n| :-- |\n|  |\n| - |\n\n| b |\n| :-- |\n"},
		{"twiki", false,
			"%TABLE{sort=\"on\"}%\n| *a* |\n| |\n| -  |\n\n"
			"%TABLE{sort=\"on\"}%\n| *b* |\n"},
	};
	struct doc *doc = doc_new(NULL);
	struct doc_table *table = doc_table(doc, NULL);

	doc_table_column(table, "a", NULL, true, false);
	doc_table_row(table);
	doc_table_text(table, "");
	doc_table_row(table);
	doc_table_text(table, NULL);
	doc_table(doc, "no columns: nothing to show");
	table = doc_table(doc, NULL);
	doc_table_column(table, "b", NULL, true, false);
	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autofree char *out = rendered(
			rows[i].dialect, doc, (struct dialect_options){.csv_bom = rows[i].bom});

		g_test_message("%s", rows[i].dialect);
		g_assert_cmpstr(out, ==, rows[i].expected);
	}
	doc_free(doc);
}

/* JSON knows no NaN and no infinity, and a figure keeps all its digits. */
static void test_json_numbers(void)
{
	static const struct {
		double value;
		const char *member;
	} rows[] = {
		{0.1, "{\"value\": 0.1, "},
		{1.0 / 3, "{\"value\": 0.3333333333333333, "},
		{1e300, "{\"value\": 1e+300, "},
		{0, "{\"value\": 0, "},
		{NAN, "{\"text\""},
		{INFINITY, "{\"text\""},
		{-INFINITY, "{\"text\""},
	};

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		struct doc *doc = doc_new(NULL);
		struct doc_table *table = doc_table(doc, NULL);
		g_autofree char *out = NULL;

		doc_table_column(table, "x", NULL, false, true);
		doc_table_row(table);
		add_figure(table, "shown", NULL,
			(struct doc_cell){.kind = CELL_VALUE,
				.value = rows[i].value,
				.sd = NAN,
				.lo = NAN,
				.hi = NAN});
		out = rendered("json", doc, (struct dialect_options){0});
		g_test_message("row %zu: %s", i, out);
		g_assert_nonnull(strstr(out, rows[i].member));
		doc_free(doc);
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/dialect/lookup", test_lookup);
	g_test_add_func("/dialect/hazards", test_hazards);
	g_test_add_func("/dialect/plain-escapes", test_plain_escapes);
	g_test_add_func("/dialect/any-bytes", test_any_bytes);
	g_test_add_func("/dialect/sample", test_sample);
	g_test_add_func("/dialect/paragraphs", test_paragraphs);
	g_test_add_func("/dialect/display-width", test_display_width);
	g_test_add_func("/dialect/wrap", test_wrap);
	g_test_add_func("/dialect/csv-safe", test_csv_safe);
	g_test_add_func("/dialect/two-tables", test_two_tables);
	g_test_add_func("/dialect/json-numbers", test_json_numbers);
	return g_test_run();
}
