# Writes nasty texts in every dialect, asks a program that reads it what it sees, and compares text
# by text.  Prints TAP.  README.md tells who judges what.
use strict;
use warnings;
use Encode qw(decode_utf8 encode_utf8);
use FindBin qw($Bin);
use JSON::PP;
use lib $Bin;
use Page qw(blocks);

my $write = "$ENV{SRC}/build/$ENV{VARIANT}/tests/referees/write";
my @files = map { "$Bin/$_.tsv" } qw(nasty hazards more);
my @texts = map { { name => m{([^/]+)\.tsv$}, rows => [rows($_)] } } @files;
my @pandoc = qw(pandoc --wrap=none --mathjax --to html --from);
my $all   = ($ENV{REFEREES} // '') eq 'all';
my $n     = 0;

# A table of the program itself, whose texts are those of the tab separated form.
my @campaign = split /\n/, decode_utf8(real('tsv'));

# `run` makes HTML (or what `read` takes) of a page; `read` makes tables of it.  `heads`: the dialect
# has row heads; `right`: what of a column of figures is to the right; `captions`: what they become.
my @referees = (
	{ dialect => 'text', name => 'columns', read => \&columns, folds => 1 },
	{
		dialect => 'markdown', name => 'cmark-gfm', captions => 'paragraph', right => 'all',
		run => [qw(cmark-gfm --unsafe -e table -e strikethrough -e autolink -e tagfilter)],
	},
	{
		dialect => 'markdown', name => 'pandoc', captions => 'paragraph', right => 'all',
		run => [@pandoc, 'gfm'],
	},
	{
		dialect => 'twiki', name => 'pandoc', captions => '', right => 'all',
		run => [@pandoc, 'twiki'],
	},
	{
		dialect => 'mediawiki', name => 'MediaWiki', captions => 'caption', heads => 1,
		right => 'data', run => ["$Bin/mediawiki"],
	},
	{
		dialect => 'dokuwiki', name => 'DokuWiki', captions => 'paragraph', heads => 1,
		right => 'all', run => ["$Bin/dokuwiki"],
	},
	{
		dialect => 'csv', name => 'python', read => \&records,
		run => ['python3', '-c', 'import csv, io, json, sys
text = sys.stdin.buffer.read().decode("utf-8")
json.dump(list(csv.reader(io.StringIO(text, newline=""), strict=True)), sys.stdout)'],
	},
	{ dialect => 'tsv', name => 'perl', read => \&tab_separated },
	{ dialect => 'json', name => 'JSON::PP', read => \&json },
);

for my $referee (@referees) {
	my $program = $referee->{run} ? $referee->{run}[0] : '';
	my $title   = "$referee->{dialect}, read by $referee->{name}";
	if ($program ne '' && $program !~ m{/} && !grep { -x "$_/$program" } split /:/, $ENV{PATH}) {
		missing($title, "$program is not installed");
		next;
	}
	my @pages = map { command($write, $referee->{dialect}, $_, @files) } qw(tables prose);
	if ($referee->{read}) { judge_tables($title, $referee, @pages) }
	else { judge_page($title, $referee, join "\n", @pages, real($referee->{dialect})) }
}
for (split /\n/, command($ENV{IOTAB}, qw(list dialects --to tsv))) {
	my ($dialect) = split /\t/;
	next if $dialect eq 'dialect'; # the head
	my $judged = grep { $_->{dialect} eq $dialect } @referees;
	verdict("$dialect has a judge", $judged ? () : "no row in $0");
}
print "1..$n\n";

sub real {
	return command($ENV{IOTAB}, 'table', "$ENV{SAMPLES}/thumper", '--rows', 'layout,raid', '--over',
		'slog,cache', '--best', '--study', "$ENV{SAMPLES}/thumper/study.yaml", '--to', @_);
}

# ---- judging --------------------------------------------------------------------------------

# A program that makes HTML: the whole page at once.
sub judge_page {
	my ($title, $referee, $page) = @_;
	my ($status, $html, $err) = filter($page, @{ $referee->{run} });
	return missing($title, $html =~ s/\n.*//sr) if $status == 77;
	return verdict($title, "exit status $status", $err) if $status;

	my @blocks = eval { blocks(decode_utf8($html, Encode::FB_CROAK)) };
	return verdict($title, "no page: $@") if $@;
	@blocks = grep { $_->{kind} ne 'paragraph' || $_->{text} ne '' } @blocks; # of %TABLE{}%
	my @tables = grep { $_->{kind} eq 'table' } @blocks;
	for my $texts (@texts) {
		my @uses = splice @tables, 0, 4;
		judge_uses($title, $referee, $texts, map { $_->{rows} } @uses);
	}

	my @rows = map { join "\t", map { escaped($_->{text}) } @$_ } @{ @tables ? $tables[-1]{rows} : [] };
	verdict("$title: a campaign", differences(\@rows, \@campaign));

	my @seen = map { $_->{kind} ne 'table' ? "$_->{kind}: $_->{text}" :
			defined $_->{caption} ? "caption: $_->{caption}" : () } @blocks;
	my @wanted = map { prose($referee, $_->[1]) } map { @{ $_->{rows} } } @texts;
	splice @seen, scalar @wanted; # what stands around the campaign's table
	verdict("$title: prose", differences(\@seen, \@wanted));
}

# One that gives tables only: a list of rows, or of the same as cells, for each table.
sub judge_tables {
	my ($title, $referee, $tables, $prose) = @_;
	my $text = eval { decode_utf8("$tables$prose", Encode::FB_CROAK) };
	$text =~ s/\r\n/\n/g if defined $text && $referee->{dialect} eq 'csv';
	verdict("$title: UTF-8 without control characters", !defined $text ? "no UTF-8: $@" :
		map { sprintf 'control character %02x', ord } $text =~ /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g);
	my ($status, $out, $err) = (0, $tables);
	($status, $out, $err) = filter($tables, @{ $referee->{run} }) if $referee->{run};
	return verdict($title, "exit status $status", $err) if $status;
	my @seen = eval { $referee->{read}->($out) };
	return verdict($title, "no tables: $@") if $@;
	for my $texts (@texts) {
		judge_uses($title, $referee, $texts, splice @seen, 0, 4);
	}
	verdict("$title: nothing else", @seen ? scalar(@seen) . ' tables more' : ());
}

# The texts as data, as row heads, as best figures and as heads.
sub judge_uses {
	my ($title, $referee, $texts, @seen) = @_;
	my ($head, @body) = @{ $texts->{rows} };
	my @second = map { $_->[1] } $head, @body;
	my @wanted = (
		[data           => [cells($head, 1), map { cells($_) } @body]],
		['row heads'    => [cells($head, 1), map { cells($_, $referee->{heads}) } @body]],
		[best           => [cells($head, 1, 1), map { cells($_, 0, 1, 1) } @body]],
		['column heads' => [cells(\@second, 1), cells([('x') x @second])]],
	);
	for my $i (0 .. $#wanted) {
		my ($use, $rows) = @{ $wanted[$i] };
		my @shown = map { join "\t", map { shown($referee, $_) } @$_ } @$rows;
		my @read  = map { join "\t", map { shown($referee, $_, 1) } @$_ } @{ $seen[$i] // [] };
		verdict("$title: $texts->{name} as $use", differences(\@read, \@shown));
	}
}

sub cells {
	my ($texts, $head, $right, $bold) = @_;
	return [map { { text => $_, head => $head ? 1 : 0, right => $right ? 1 : 0,
				bold => $bold && $_ ne '' ? 1 : 0 } } @$texts];
}

# A cell as one text, with all that this program tells of it.
sub shown {
	my ($referee, $cell, $read) = @_;
	return escaped($cell) if $referee->{read} && $read;
	return folded($cell) if $referee->{folds};
	return escaped($cell->{text}) if $referee->{read};
	my $right = $cell->{right} && $cell->{text} ne '' && ($read || $referee->{right} eq 'all' ||
		!$cell->{head});
	return join ' ', $cell->{head} ? 'head' : 'data', $right ? 'right' : (),
		$cell->{bold} && !$cell->{head} ? 'bold' : (), escaped($cell->{text});
}

# A cell of aligned text: one line, with a star for the best and a dash for nothing.
sub folded {
	my ($cell) = @_;
	my $text = $cell->{text} =~ s/\n+/ /gr;
	return escaped($text eq '' ? '-' : $text . ($cell->{bold} ? '*' : ''));
}

sub prose {
	my ($referee, $text) = @_;
	return () if $text eq '';
	my $line = $text =~ s/\n+/ /gr;
	return ("heading: $line", "paragraph: $text",
		$referee->{captions} ? "$referee->{captions}: $line" : ());
}

# ---- readers of what is no HTML -------------------------------------------------------------

# Aligned text: the dashes below the heads say where columns are.
sub columns {
	my @tables;
	for (split /\n\n/, decode_utf8($_[0])) {
		my ($head, $dashes, @rows) = split /\n/;
		next unless ($dashes // '') =~ /^-[- ]*$/; # the key to the star
		my @table;
		for my $line ($head, @rows) {
			my @cells;
			while ($dashes =~ /(-+ *)/g) {
				my $cell = $-[0] < length $line ? substr $line, $-[0], length $1 : '';
				push @cells, $cell =~ s/\A +| +\z//gr;
			}
			push @table, \@cells;
		}
		push @tables, \@table;
	}
	return @tables;
}

sub records {
	my @tables = ([]);
	for (@{ decode_json($_[0]) }) {
		if (@$_) { push @{ $tables[-1] }, $_ }
		else { push @tables, [] }
	}
	return @tables;
}

sub tab_separated {
	return map { [map { [map { unescaped($_) } split /\t/, $_, -1] } split /\n/] }
		split /\n\n/, decode_utf8($_[0]);
}

sub json {
	my @tables;
	for my $table (@{ decode_json($_[0])->{blocks} }) {
		push @tables, [[map { $_->{name} } @{ $table->{columns} }],
			map { [map { ref $_ ? $_->{text} : $_ } @$_] } @{ $table->{rows} }];
	}
	return @tables;
}

# ---- helpers --------------------------------------------------------------------------------

sub rows {
	open my $fh, '<:encoding(UTF-8)', $_[0] or die "cannot read '$_[0]': $!\n";
	return map { chomp; [map { unescaped($_) } split /\t/, $_, -1] } <$fh>;
}

sub unescaped {
	my %form = (n => "\n", r => "\r", t => "\t");
	return $_[0] =~ s/\\(.)/$form{$1} \/\/ $1/ger;
}

sub escaped { return $_[0] =~ s/\\/\\\\/gr =~ s/\n/\\n/gr =~ s/\t/\\t/gr }

# What a program writes, which has to succeed.
sub command {
	my @words = @_;
	open my $fh, '-|', @words or die "cannot run '$words[0]': $!\n";
	local $/;
	my $page = <$fh>;
	close $fh or die "@words: status $?\n";
	return $page;
}

# Gives a program a page; (exit status, stdout, stderr).
sub filter {
	my ($page, @command) = @_;
	open my $in, '>', 'page' or die "cannot write 'page': $!\n";
	print $in $page;
	close $in;
	my $pid = fork // die "cannot fork: $!\n";
	if (!$pid) {
		open STDIN, '<', 'page';
		open STDOUT, '>', 'page.out';
		open STDERR, '>', 'page.err';
		exec { $command[0] } @command or exit 127;
	}
	waitpid $pid, 0;
	my $status = $? & 127 ? 128 + ($? & 127) : $? >> 8;
	return ($status, map { slurp("page.$_") } qw(out err));
}

sub slurp {
	open my $fh, '<:raw', $_[0] or die "cannot read '$_[0]': $!\n";
	local $/;
	return <$fh> // '';
}

# What is read and not wanted, line by line.
sub differences {
	my ($seen, $wanted) = @_;
	my @all;
	for my $i (0 .. (@$seen > @$wanted ? $#$seen : $#$wanted)) {
		my ($s, $w) = ($seen->[$i] // '(nothing)', $wanted->[$i] // '(nothing)');
		push @all, "wanted: $w\n  read: $s" if $s ne $w;
	}
	return @all;
}

sub verdict {
	my ($title, @faults) = @_;
	$n++;
	print @faults ? 'not ok' : 'ok', " $n - $title\n";
	splice @faults, 8, @faults - 8, '...' if @faults > 8;
	print map { encode_utf8("# $_\n") } map { split /\n/ } @faults;
}

sub missing {
	my ($title, $why) = @_;
	$n++;
	print $all ? "not ok $n - $title: $why\n" : "ok $n - $title # SKIP $why\n";
}
