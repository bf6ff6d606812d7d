#include "render/dialect.h"

#include <math.h>
#include <string.h>

#include "model/quality.h"

/* Each text is shown by the real engines byte for byte when it is escaped so; NULL: as it is. */
static const struct {
	const char *text, *twiki, *markdown, *mediawiki, *dokuwiki;
} hazards[] = {
	{"*bold*", "&#42;bold&#42;", "\\*bold\\*", "&#42;bold*", "<nowiki>*bold*</nowiki>"},
	{"_it_", "&#95;it&#95;", "\\_it\\_", NULL, "<nowiki>_it_</nowiki>"},
	{"__u__", "&#95;&#95;u&#95;&#95;", "\\_\\_u\\_\\_", "&#95;&#95;u&#95;&#95;",
		"<nowiki>__u__</nowiki>"},
	{"//it//", NULL, NULL, NULL, "<nowiki>//it//</nowiki>"},
	{"''x''", NULL, NULL, "&#39;&#39;x&#39;&#39;", "<nowiki>''x''</nowiki>"},
	{"'''b'''", NULL, NULL, "&#39;&#39;&#39;b&#39;&#39;&#39;", "<nowiki>'''b'''</nowiki>"},
	{"http://example.com/", "http&#58;//example.com/", "http:<!-- -->//example.com/",
		"http&#58;//example.com/", "<nowiki>http://example.com/</nowiki>"},
	{"-", NULL, NULL, NULL, NULL},
	{"-5", NULL, NULL, NULL, NULL},
	{"+5", NULL, NULL, NULL, NULL},
	{"+++++", NULL, NULL, "&#43;++++", NULL},
	{"--", NULL, NULL, "&#45;-", "<nowiki>--</nowiki>"},
	{"---", NULL, NULL, "&#45;--", "<nowiki>---</nowiki>"},
	{"a--b", NULL, NULL, NULL, "<nowiki>a--b</nowiki>"},
	{"~~x~~", NULL, "\\~\\~x\\~\\~", "&#126;&#126;x&#126;&#126;", "<nowiki>~~x~~</nowiki>"},
	{"~~~~", NULL, "\\~\\~\\~\\~", "&#126;&#126;&#126;&#126;", "<nowiki>~~~~</nowiki>"},
	{"^sup^", NULL, NULL, NULL, "<nowiki>^sup^</nowiki>"},
	{"a^b", NULL, NULL, NULL, "<nowiki>a^b</nowiki>"},
	{"!WikiWord", "&#33;&#87;ikiWord", "\\!WikiWord", NULL, NULL},
	{"!", "&#33;", "\\!", NULL, NULL},
	{"!!", "&#33;&#33;", "\\!\\!", "&#33;&#33;", NULL},
	{"@cmd", "&#64;cmd", "@<!-- -->cmd", NULL, "<nowiki>@cmd</nowiki>"},
	{"|", "&#124;", "\\|", "&#124;", "<nowiki>|</nowiki>"},
	{"||", "&#124;&#124;", "\\|\\|", "&#124;&#124;", "<nowiki>||</nowiki>"},
	{"a||b", "a&#124;&#124;b", "a\\|\\|b", "a&#124;&#124;b", "<nowiki>a||b</nowiki>"},
	{"\\", "&#92;", "\\\\", NULL, "<nowiki>\\</nowiki>"},
	{"a\\|b", "a\\&#124;b", "a\\\\\\|b", "a\\&#124;b", "<nowiki>a\\|b</nowiki>"},
	{"\\\\", "\\&#92;", "\\\\\\\\", NULL, "<nowiki>\\\\</nowiki>"},
	{"C:\\", "C&#58;&#92;", "C:\\\\", "C&#58;\\", "<nowiki>C:\\</nowiki>"},
	{"`code`", "&#96;code&#96;", "\\`code\\`", NULL, "<nowiki>`code`</nowiki>"},
	{"$x$", NULL, "\\$x\\$", NULL, "<nowiki>$x$</nowiki>"},
	{"x_1", "x&#95;1", "x\\_1", NULL, "<nowiki>x_1</nowiki>"},
	{"#1", NULL, NULL, "&#35;1", NULL},
	{"# 1", NULL, NULL, "&#35; 1", NULL},
	{"* x", "&#42; x", "\\* x", "&#42; x", "<nowiki>*</nowiki> x"},
	{"1. x", NULL, NULL, NULL, NULL},
	{"9 x ( 3 + 1 )", NULL, NULL, NULL, NULL},
	{"640x480", NULL, NULL, NULL, "<nowiki>640x480</nowiki>"},
	{"12x2p1", NULL, NULL, NULL, "<nowiki>12x2p1</nowiki>"},
	{"10 x 10", NULL, NULL, NULL, NULL},
	{":-)", "&#58;-)", NULL, "&#58;-)", "<nowiki>:-)</nowiki>"},
	{"(c)", NULL, NULL, NULL, "<nowiki>(c)</nowiki>"},
	{"(R)", NULL, NULL, NULL, "<nowiki>(R)</nowiki>"},
	{"...", NULL, NULL, NULL, "<nowiki>...</nowiki>"},
	{"->", "-&#62;", "-\\>", "&#45;&#62;", "<nowiki>-></nowiki>"},
	{"=>", "&#61;&#62;", "=\\>", "&#61;&#62;", "<nowiki>=></nowiki>"},
	{"<=", "&#60;&#61;", "\\<=", "&#60;=", "<nowiki><=</nowiki>"},
	{"{x}", NULL, "\\{x\\}", "&#123;x}", "<nowiki>{x}</nowiki>"},
	{"{{{x}}}", NULL, "\\{\\{\\{x\\}\\}\\}", "&#123;&#123;&#123;x}}}",
		"<nowiki>{{{x}}}</nowiki>"},
	{"{+1}", NULL, "\\{+1\\}", "&#123;+1}", "<nowiki>{+1}</nowiki>"},
	{"&amp;", "&#38;amp;", "\\&amp;", "&#38;amp;", "<nowiki>&amp;</nowiki>"},
	{"&#124;", "&#38;#124;", "\\&#124;", "&#38;#124;", "<nowiki>&#124;</nowiki>"},
	{"~", NULL, "\\~", "&#126;", "<nowiki>~</nowiki>"},
	{"//", NULL, NULL, NULL, "<nowiki>//</nowiki>"},
	{"a/b", NULL, NULL, NULL, NULL},
	{"\"q\"", NULL, NULL, NULL, "<nowiki>\"q\"</nowiki>"},
	{"it's", NULL, NULL, "it&#39;s", "<nowiki>it's</nowiki>"},
	{"=x=", "&#61;x&#61;", NULL, "&#61;x=", NULL},
	{"==", "&#61;&#61;", NULL, "&#61;=", "<nowiki>==</nowiki>"},
	{"?", NULL, NULL, NULL, NULL},
	{"?\?", NULL, NULL, NULL, NULL},
	{"?\?x?\?", NULL, NULL, NULL, NULL},
	{"[x]", "&#91;x]", "\\[x\\]", "&#91;x]", NULL},
	{"[1]", "&#91;1]", "\\[1\\]", "&#91;1]", NULL},
	{"<nowiki>", "&#60;nowiki&#62;", "\\<nowiki\\>", "&#60;nowiki&#62;",
		"<nowiki><nowiki></nowiki>"},
	{"%%", "&#37;&#37;", NULL, NULL, "<nowiki>%%</nowiki>"},
	{"100%", "100&#37;", NULL, NULL, NULL},
	{"50 %", "50 &#37;", NULL, NULL, NULL},
	{"%x%y%", "&#37;x&#37;y&#37;", NULL, NULL, NULL},
	{"a@b.org", "a&#64;b.org", "a@<!-- -->b.org", NULL, "<nowiki>a@b.org</nowiki>"},
	{"FooBar-Baz", "&#70;ooBar-Baz", NULL, NULL, NULL},
	{"ABC", "&#65;BC", NULL, NULL, NULL},
	{"Main.TopicName", "Main.&#84;opicName", NULL, NULL, NULL},
	{"r12", NULL, NULL, NULL, NULL},
	{"draid2:8d:24c:2s", NULL, NULL, "draid2:8d&#58;24c&#58;2s", NULL},
	{"6 +1", NULL, NULL, NULL, NULL},
	{"6+", NULL, NULL, NULL, NULL},
	{"2+", NULL, NULL, NULL, NULL},
	{"x a", NULL, NULL, NULL, NULL},
	{"159:31.23", NULL, NULL, NULL, NULL},
	{"0", NULL, NULL, NULL, NULL},
	{"1,5", NULL, NULL, NULL, NULL},
	{"1 234", NULL, NULL, NULL, NULL},
	{"±", NULL, NULL, NULL, NULL},
	{"a b", NULL, NULL, NULL, NULL},
	{"trailing", NULL, NULL, NULL, NULL},
	{"TODO", "&#84;ODO", NULL, NULL, NULL},
	{"FIXME", "&#70;IXME", NULL, NULL, "<nowiki>FIXME</nowiki>"},
	{"__TOC__", "&#95;&#95;&#84;OC&#95;&#95;", "\\_\\_TOC\\_\\_", "&#95;&#95;TOC&#95;&#95;",
		"<nowiki>__TOC__</nowiki>"},
	{"-{x}-", NULL, "-\\{x\\}-", "&#45;&#123;x}-", "<nowiki>-{x}-</nowiki>"},
	{"ISBN 0306406152", "&#73;SBN 0306406152", NULL, "&#73;SBN 0306406152", NULL},
	{"{|", "{&#124;", "\\{\\|", "&#123;&#124;", "<nowiki>{|</nowiki>"},
	{"|}", "&#124;}", "\\|\\}", "&#124;}", "<nowiki>|}</nowiki>"},
	{"|-", "&#124;-", "\\|-", "&#124;-", "<nowiki>|-</nowiki>"},
	{":x", NULL, NULL, "&#58;x", NULL},
	{"; x", NULL, NULL, "&#59; x", NULL},
	{"}}", NULL, "\\}\\}", NULL, "<nowiki>}}</nowiki>"},
	{"]]", NULL, "\\]\\]", NULL, NULL},
	{">", "&#62;", "\\>", "&#62;", "<nowiki>></nowiki>"},
	{"&", "&#38;", "\\&", "&#38;", "<nowiki>&</nowiki>"},
	{"a <b> c", "a &#60;b&#62; c", "a \\<b\\> c", "a &#60;b&#62; c",
		"a <nowiki><b></nowiki> c"},
	{"x\ny", "x %BR% y", "x<br>y", "x<br>y", "x \\\\ y"},
	{"-->", "--&#62;", "--\\>", "&#45;-&#62;", "<nowiki>--></nowiki>"},
	{"<!-- x -->", "&#60;&#33;-- x --&#62;", "\\<\\!-- x --\\>", "&#60;!-- x --&#62;",
		"<nowiki><!-- x --></nowiki>"},
	{"µs", NULL, NULL, NULL, NULL},
	{"½", NULL, NULL, NULL, NULL},
	{"3×14", NULL, NULL, NULL, NULL},
	{"%TOC%", "&#37;&#84;OC&#37;", NULL, NULL, NULL},
	{"$percnt", NULL, "\\$percnt", NULL, "<nowiki>$percnt</nowiki>"},
	{"<br>", "&#60;br&#62;", "\\<br\\>", "&#60;br&#62;", "<nowiki><br></nowiki>"},
	{"-1.5", NULL, NULL, NULL, NULL},
	{"=", "&#61;", NULL, "&#61;", NULL},
	{"'", NULL, NULL, "&#39;", "<nowiki>'</nowiki>"},
	{"\"", NULL, NULL, NULL, "<nowiki>\"</nowiki>"},
	{"1 - 2", NULL, NULL, NULL, NULL},
	{"bq. x", NULL, NULL, NULL, NULL},
	{"h1. x", NULL, NULL, NULL, NULL},
	{"p. x", NULL, NULL, NULL, NULL},
	{"_x", "&#95;x", "\\_x", NULL, "<nowiki>_x</nowiki>"},
	{"a_b_c", "a&#95;b&#95;c", "a\\_b\\_c", NULL, "<nowiki>a_b_c</nowiki>"},
	{"a*b*c", "a&#42;b&#42;c", "a\\*b\\*c", NULL, "<nowiki>a*b*c</nowiki>"},
	{"a-b-c", NULL, NULL, NULL, NULL},
	{"-x-", NULL, NULL, "&#45;x-", NULL},
	{"x +y+ z", NULL, NULL, NULL, NULL},
	{"(x)", NULL, NULL, NULL, NULL},
	{"[[", "&#91;&#91;", "\\[\\[", "&#91;&#91;", "<nowiki>[[</nowiki>"},
	{"{{", NULL, "\\{\\{", "&#123;&#123;", "<nowiki>{{</nowiki>"},
	{"~/x", NULL, "\\~/x", "&#126;/x", "<nowiki>~/x</nowiki>"},
	{"\\n", NULL, "\\\\n", NULL, "<nowiki>\\n</nowiki>"},
	{"\\vert", NULL, "\\\\vert", NULL, "<nowiki>\\vert</nowiki>"},
	{"%s", "&#37;s", NULL, NULL, NULL},
	{"<nop>", "&#60;nop&#62;", "\\<nop\\>", "&#60;nop&#62;", "<nowiki><nop></nowiki>"},
	{"CarstenAulbert", "&#67;arstenAulbert", NULL, NULL, NULL},
	{"X4500", NULL, NULL, NULL, NULL},
	{"ZFS2ARC", "&#90;FS2ARC", NULL, NULL, NULL},
	{"snv_55b", "snv&#95;55b", "snv\\_55b", NULL, "<nowiki>snv_55b</nowiki>"},
	{"c6t4d0", NULL, NULL, NULL, NULL},
	{"data-das/perftest", NULL, NULL, NULL, NULL},
	{"^", "&#94;", NULL, NULL, "<nowiki>^</nowiki>"},
	{"foo-WikiWord", "foo-&#87;ikiWord", NULL, NULL, NULL},
	{"<nowiki></nowiki>", "&#60;nowiki&#62;&#60;/nowiki&#62;", "\\<nowiki\\>\\</nowiki\\>",
		"&#60;nowiki&#62;&#60;/nowiki&#62;",
		"<nowiki><nowiki><</nowiki><nowiki>/nowiki></nowiki>"},
	{"&&", "&#38;&#38;", "\\&\\&", "&#38;&#38;", "<nowiki>&&</nowiki>"},
	{"a&b;c", "a&#38;b;c", "a\\&b;c", "a&#38;b;c", "<nowiki>a&b;c</nowiki>"},
	{"&copy", "&#38;copy", "\\&copy", "&#38;copy", "<nowiki>&copy</nowiki>"},
	{"{{{", NULL, "\\{\\{\\{", "&#123;&#123;&#123;", "<nowiki>{{{</nowiki>"},
	{"}}}", NULL, "\\}\\}\\}", NULL, "<nowiki>}}}</nowiki>"},
	{"||||", "&#124;&#124;&#124;&#124;", "\\|\\|\\|\\|", "&#124;&#124;&#124;&#124;",
		"<nowiki>||||</nowiki>"},
	{"+-", NULL, NULL, "&#43;-", NULL},
	{"1.5 ±", NULL, NULL, NULL, NULL},
	{"x86_64", "x86&#95;64", "x86\\_64", NULL, "<nowiki>x86_64</nowiki>"},
	{"a 2+", NULL, NULL, NULL, NULL},
	{"r12 #5", NULL, NULL, NULL, NULL},
	{"*", "&#42;", "\\*", "&#42;", "<nowiki>*</nowiki>"},
	{"_", "&#95;", "\\_", NULL, "<nowiki>_</nowiki>"},
	{"**", "&#42;&#42;", "\\*\\*", "&#42;*", "<nowiki>**</nowiki>"},
	{"`", "&#96;", "\\`", NULL, "<nowiki>`</nowiki>"},
	{"``", "&#96;&#96;", "\\`\\`", NULL, "<nowiki>``</nowiki>"},
	{"~~", NULL, "\\~\\~", "&#126;&#126;", "<nowiki>~~</nowiki>"},
	{"a\\", "a&#92;", "a\\\\", NULL, "<nowiki>a\\</nowiki>"},
	{"\\|", "\\&#124;", "\\\\\\|", "\\&#124;", "<nowiki>\\|</nowiki>"},
	{"|x", "&#124;x", "\\|x", "&#124;x", "<nowiki>|x</nowiki>"},
	{"x|", "x&#124;", "x\\|", "x&#124;", "<nowiki>x|</nowiki>"},
	{"1e+03", NULL, NULL, NULL, NULL},
	{"http://a.b/c?d=e&f=[g]", "http&#58;//a.b/c?d&#61;e&#38;f&#61;&#91;g]",
		"http:<!-- -->//a.b/c?d=e\\&f=\\[g\\]", "http&#58;//a.b/c?d=e&#38;f=&#91;g]",
		"<nowiki>http://a.b/c?d=e&f=[g]</nowiki>"},
	/* heads and cells of a published table */
	{"RAIDZ2 [MB/s]", "RAIDZ2 &#91;MB/s]", "RAIDZ2 \\[MB/s\\]", "RAIDZ2 &#91;MB/s]", NULL},
	{"write [kB/s]", "write &#91;kB/s]", "write \\[kB/s\\]", "write &#91;kB/s]", NULL},
	{"1034.55±46.04", NULL, NULL, NULL, NULL},
	{"1034.55 ± 46.04", NULL, NULL, NULL, NULL},
	{"1034.55 +- 46.04 kB/s", NULL, NULL, NULL, NULL},
	{"1034.55 MiB/s", "1034.55 &#77;iB/s", NULL, NULL, NULL},
	{"random read [MiB/s]", "random read &#91;MiB/s]", "random read \\[MiB/s\\]",
		"random read &#91;MiB/s]", NULL},
	{"", NULL, NULL, NULL, NULL},
	/* links and pictures that the engines make of bare words */
	{"www.example.com", NULL, "www<!-- -->.example.com", NULL,
		"<nowiki>www.example.com</nowiki>"},
	{"mailto:a@b.org", "mailto&#58;a&#64;b.org", "mailto:a@<!-- -->b.org", "mailto&#58;a@b.org",
		"<nowiki>mailto:a@b.org</nowiki>"},
	{"Wikipedia:Foo", "Wikipedia&#58;Foo", NULL, "Wikipedia&#58;Foo", NULL},
	{":x:", NULL, ":<!-- -->x:", "&#58;x:", NULL},
	{"10:100:20", NULL, "10:<!-- -->100:20", NULL, NULL},
	{"20:10:40", NULL, NULL, NULL, NULL},
	{"x :8ball: y", NULL, "x :<!-- -->8ball: y", NULL, NULL},
	{"a ;-) b", "a &#59;-) b", NULL, NULL, "a <nowiki>;-)</nowiki> b"},
	{"ÄrgerÜber", "&#196;rgerÜber", NULL, NULL, NULL},
	{"IOPS ABCs ABCd IO/s", "&#73;OPS &#65;BCs ABCd IO/s", NULL, NULL, NULL},
	/* blanks and line breaks */
	{" a \t b ", "a b", "a b", "a b", "a b"},
	{"\n a \r\n\tb\r", "a %BR% b", "a<br>b", "a<br>b", "a \\\\ b"},
	/* bytes that are no text */
	{"a\xff\xc3", "a\ufffd\ufffd", "a\ufffd\ufffd", "a\ufffd\ufffd", "a\ufffd\ufffd"},
	{"\x1b[2J", "\\x1b&#91;2J", "\\\\x1b\\[2J", "\\x1b&#91;2J", "<nowiki>\\x1b[2J</nowiki>"},
	{"a\u202eb", "a\\u202eb", "a\\\\u202eb", "a\\u202eb", "<nowiki>a\\u202eb</nowiki>"},
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
		check_escape("mediawiki", hazards[i].text, hazards[i].mediawiki);
		check_escape("dokuwiki", hazards[i].text, hazards[i].dokuwiki);
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
		{"page.mediawiki", "mediawiki"},
		{"page.dokuwiki", "dokuwiki"},
		{"page.wiki", NULL},
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
	g_assert_cmpuint(n, ==, 8);
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
		{"mediawiki", false,
			"== Thumper – layouts ==\n"
			"\n"
			"=== Results ===\n"
			"\n"
			"&#35; 1 &#124; first<br>second\n"
			"\n"
			"{| class=\"wikitable sortable\"\n"
			"|+ write, \"best\" first\n"
			"! scope=\"col\" | layout\n"
			"! scope=\"col\" data-sort-type=\"number\" | random read &#91;MiB/s]\n"
			"! scope=\"col\" | remark\n"
			"|-\n"
			"! scope=\"row\" | 6x7\n"
			"| style=\"text-align:right\" data-sort-value=\"1084804300.8\" | "
			"'''1034.55 ± 46.04'''\n"
			"| a&#124;b\n"
			"|-\n"
			"! scope=\"row\" | 12x2p1\n"
			"| style=\"text-align:right\" data-sort-value=\"536870912\" | 0.5–3 GiB/s "
			"&#91;1]\n"
			"|\n"
			"|-\n"
			"! scope=\"row\" | 2x21\n"
			"| style=\"text-align:right\" | - &#91;2]\n"
			"| -\n"
			"|}\n"
			"\n"
			"&#91;1] pooled over slog &#123;n,y}<br>&#91;2] log is cut\n"
			"\n"
			"Note: one run each\n"},
		{"dokuwiki", false,
			"====== Thumper – layouts ======\n"
			"\n"
			"===== Results =====\n"
			"\n"
			"# 1 <nowiki>|</nowiki> first \\\\ second\n"
			"\n"
			"**write, <nowiki>\"best\"</nowiki> first**\n"
			"\n"
			"^ layout ^  random read [MiB/s] ^ remark ^\n"
			"^ <nowiki>6x7</nowiki> |  **1034.55 ± 46.04** | <nowiki>a|b</nowiki> |\n"
			"^ <nowiki>12x2p1</nowiki> |  0.5–3 GiB/s [1] |  |\n"
			"^ <nowiki>2x21</nowiki> |  - [2] | - |\n"
			"\n"
			"[1] pooled over slog <nowiki>{n,y}</nowiki> \\\\ [2] log is cut\n"
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
		const char *text, *markdown, *twiki, *plain, *mediawiki, *dokuwiki;
	} rows[] = {
		{"a * b", "a \\* b", "a &#42; b", NULL, "a * b", "a <nowiki>*</nowiki> b"},
		{"- x", "\\- x", "&#45; x", NULL, "&#45; x", "- x"},
		{"+ x", "\\+ x", "&#43; x", NULL, "&#43; x", "+ x"},
		{"#Anchor", "\\#Anchor", "&#35;Anchor", NULL, "&#35;Anchor", "#Anchor"},
		{"x #", "x \\#", "x #", NULL, "x #", "x #"},
		{"1. x", "1\\. x", "1. x", NULL, "1. x", "1. x"},
		{"12) x", "12\\) x", "12) x", NULL, "12) x", "12) x"},
		{"===", "\\===", "&#61;&#61;&#61;", NULL, "&#61;==", "<nowiki>===</nowiki>"},
		{":--", "\\:--", "&#58;--", NULL, "&#58;--", "<nowiki>:--</nowiki>"},
		{"---+ x", "\\---+ x", "&#45;--+ x", NULL, "&#45;--+ x", "<nowiki>---+</nowiki> x"},
		{"> x", "\\> x", "&#62; x", NULL, "&#62; x", "<nowiki>></nowiki> x"},
		{"    x", "x", "x", "x", "x", "x"},
		{"", "", "", NULL, "", ""},
		{"a\n- b", "a<br>- b", "a %BR% - b", NULL, "a<br>- b", "a \\\\ - b"},
		{"x\\", "x\\\\", "x&#92;", NULL, "x\\", "<nowiki>x\\</nowiki>"},
		{"\x1b]0;x\a", "\\\\x1b\\]0;x\\\\x07", "\\x1b]0;x\\x07", "\\x1b]0;x\\x07",
			"\\x1b]0;x\\x07", "<nowiki>\\x1b]0;x\\x07</nowiki>"},
		{"\xfe", "\ufffd", "\ufffd", "\ufffd", "\ufffd", "\ufffd"},
	};

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		const char *plain = rows[i].plain ? rows[i].plain : rows[i].text;
		const struct {
			const char *dialect, *expected;
		} each[] = {{"markdown", rows[i].markdown}, {"twiki", rows[i].twiki},
			{"text", plain}, {"mediawiki", rows[i].mediawiki},
			{"dokuwiki", rows[i].dokuwiki}};
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
		{"mediawiki", false,
			"{| class=\"wikitable sortable\"\n! scope=\"col\" | a\n|-\n! scope=\"row\" "
			"|\n"
			"|-\n! scope=\"row\" | -\n|}\n\n"
			"{| class=\"wikitable sortable\"\n! scope=\"col\" | b\n|}\n"},
		{"dokuwiki", false, "^ a ^\n^  |\n^ - |\n\n^ b ^\n"},
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

/* A column sorts by its figures, whatever their texts say beside them. */
static void test_mediawiki_sort(void)
{
	static const struct {
		struct doc_cell cell;
		const char *attribute; /* as far as it is there */
	} rows[] = {
		{{.kind = CELL_VALUE, .value = 5, .text = (char *)"5"}, NULL},
		{{.kind = CELL_VALUE, .value = 5, .text = (char *)"5", .mark = 1}, "5"},
		{{.kind = CELL_VALUE, .value = 1e300, .text = (char *)"5", .mark = 1}, "1e+300"},
		{{.kind = CELL_VALUE, .value = INFINITY, .text = (char *)"5", .mark = 1}, NULL},
		{{.kind = CELL_MEAN_SD, .value = 1034.55, .text = (char *)"1034.55 ± 4"},
			"1034.55"},
		{{.kind = CELL_MEAN_SD, .value = 2.0 / 3, .text = (char *)"0.7 ± 4"},
			"0.666666666667"},
		{{.kind = CELL_RANGE, .value = NAN, .lo = -1.5, .text = (char *)"-1.5–3"}, "-1.5"},
		{{.kind = CELL_RANGE, .value = NAN, .lo = NAN, .text = (char *)"?"}, NULL},
		{{.kind = CELL_TEXT, .value = 5, .text = (char *)"5"}, NULL},
		{{.kind = CELL_MISSING, .value = 5, .mark = 1}, NULL},
	};

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		struct doc *doc = doc_new(NULL);
		struct doc_table *table = doc_table(doc, NULL);
		g_autofree char *out = NULL, *expected = NULL;
		char *line;

		doc_table_note(table, "n");
		doc_table_column(table, "x", "MiB/s", false, true);
		doc_table_row(table);
		doc_table_cell(table, &rows[i].cell);
		out = rendered("mediawiki", doc, (struct dialect_options){0});
		expected = rows[i].attribute ? g_strdup_printf(" data-sort-value=\"%s\" | ",
						       rows[i].attribute)
					     : g_strdup(" | ");
		line = strstr(out, "style=\"text-align:right\"");
		g_test_message("row %zu: %s", i, out);
		g_assert_nonnull(line);
		g_assert_true(
			g_str_has_prefix(line + strlen("style=\"text-align:right\""), expected));
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
	g_test_add_func("/dialect/mediawiki-sort", test_mediawiki_sort);
	return g_test_run();
}
