# The published table and its 18 safe rows stand in tests/expected; means and deviations are
# computed here from those figures.
use strict;
use warnings;
use Test::More;
use FindBin;
use lib $FindBin::Bin;
use Oracle;

my $dir = "$ENV{SAMPLES}/thumper";
my ($head, @rows)    = tsv(slurp("$ENV{SRC}/tests/expected/thumper.tsv"));
my (undef, @reduced) = tsv(slurp("$ENV{SRC}/tests/expected/thumper-reduced.tsv"));
my @titles = @$head[4 .. $#$head];
$titles[-1] =~ s/\[s\]//;

sub table { return run('table', $dir, @_) }
sub key { return join ' ', @{ $_[0] }[0 .. 3] }

# The titles with and without their units; the page calls the factor raid "raidlv".
sub check_head {
	my ($got, $name) = @_;
	my @plain = @$got;
	my @units = map { s/ \[([^]]+)\]$// ? $1 : '' } @plain;
	is_deeply(\@plain, [qw(layout raid slog cache), @titles], "$name: titles of the page");
	is_deeply(\@units, [('') x 4, ('Kbytes/sec') x 13, 's'], "$name: units as iozone says them");
}

# TWiki cells: markup of the heads off, entities decoded.
sub twiki {
	return map {
		my @cells = map { s/^\s+|\s+$//gr } split /\|/, s/^\|//r, -1;
		pop @cells;
		s/^\*(.*)\*$/$1/, s/&#(\d+);/chr $1/ge for @cells;
		\@cells;
	} grep { /^\|/ } split /\n/, $_[0];
}

sub html {
	return map {
		[map { s/<[^>]*>//gr =~ s/&#(\d+);/chr $1/ger } m{<t[hd][^>]*>(.*?)</t[hd]>}gs]
	} $_[0] =~ m{<tr[^>]*>(.*?)</tr>}gs;
}

# ---- the whole table ------------------------------------------------------------------------

my ($exit, $out, $err) = table(qw(--to tsv --cell raw));
my ($first, @got) = tsv($out);
is($exit, 0, 'raw: exit status');
is($err, "iotab: using study '$dir/study.yaml'\n", 'raw: the study used is named, nothing else');
check_head($first, 'raw');
is_deeply(\@got, \@rows, 'raw: the 48 rows of the page in its order');

# ---- the reduced matrix ---------------------------------------------------------------------

($exit, $out, $err) = table(qw(--to tsv --cell raw --safe));
($first, @got) = tsv($out);
is($exit, 0, 'safe: exit status');
check_head($first, 'safe');
is_deeply(\@got, \@reduced, 'safe: the 18 rows of the page in its order');
unlike($err, qr/dropped/, 'safe: no reasons without -v');

($exit, $out, $err) = table(qw(--to tsv --cell raw --safe -v));
is_deeply([tsv($out)], [$first, @reduced], 'safe -v: the same table');
my %safe = map { key($_) => 1 } @reduced;
my @dropped = $err =~ /^iotab: dropped: (.*)$/mg;
is_deeply([map { /^([^:]+):/ } @dropped], [grep { !$safe{$_} } map { key($_) } @rows],
	'safe -v: the 30 other rows are named, each once');
is(scalar(grep { /: \d+ of \d+ drives of a vdev share a controller, parity \d$/ } @dropped), 30,
	'safe -v: each with its reason');
# 42 drives over 6 controllers: a vdev of w drives has at best ceil(w/6) on one.
my $wrong = 0;
for (@dropped) {
	my ($width, $level, $shared, $of, $parity) =
		/^\d+x(\d+) (z2?) .*: (\d+) of (\d+) drives .* parity (\d)$/ or $wrong++, next;
	$wrong++ unless $of == $width && $shared == int(($width + 5) / 6)
		&& $parity == ($level eq 'z2' ? 2 : 1) && $shared > $parity;
}
is($wrong, 0, 'safe -v: the numbers of the reasons are right');

($exit, $out, $err) = table(qw(--to text --safe));
like($out, qr/18 of 48 rows.*survive=controller:1.*6 controllers/,
	'safe: the caption tells how many, the rule and what it assumes');

# ---- TWiki ----------------------------------------------------------------------------------

($exit, my $wiki, $err) = table(qw(--to twiki --cell raw));
($first, @got) = twiki($wiki);
is($exit, 0, 'twiki: exit status');
like($wiki, qr/^\| \*layout\* \|/m, 'twiki: the first row is a head');
check_head($first, 'twiki');
is_deeply(\@got, \@rows, 'twiki: cells equal the figures of the page');
my @lines = grep { /^\| +\d+x/ } split /\n/, $wiki;
is(scalar(grep { /^(\| [^ |]+  ){4}(\|  \d+ ){14}\|$/ } @lines), 48,
	'twiki: texts to the left, figures to the right, 18 cells a line');

SKIP: {
	skip 'pandoc is not installed', 2 unless `sh -c 'command -v pandoc'`;
	open my $fh, '>', 'page.twiki' or die;
	print $fh $wiki;
	close $fh;
	($first, @got) = html(scalar `pandoc -f twiki -t html page.twiki`);
	check_head($first, 'pandoc') if $first;
	is_deeply(\@got, \@rows, 'pandoc sees the same cells');
}

# ---- cells of runs that differ --------------------------------------------------------------

# Layout and level together are the published layout: what --rows layout shows a row for.
my (@order, %figures);
for my $row (@rows) {
	my $name = "$row->[0] $row->[1]";
	push @order, $name unless $figures{$name};
	push @{ $figures{$name}[$_] }, $row->[4 + $_] for 0 .. $#titles;
}

my %factor = ('MiB/s' => 1 / 1024, 'GiB/s' => 1 / 1024**2, 'Kbytes/sec' => 1, s => 1);

# Compares every cell by `check`, which gets the cell and the figures in the unit of the column.
sub check_cells {
	my ($out, $name, $check) = @_;
	my ($head, @got) = tsv($out);
	my @units = map { / \[([^]]+)\]$/ ? $1 : '?' } @$head[1 .. $#$head];
	is_deeply([map { $_->[0] } @got], \@order, "$name: a row per layout");
	is_deeply([map { s/ \[.*//r } @$head], ['layout', @titles], "$name: a column per metric");
	my @bad;
	for my $r (0 .. $#got) {
		for my $c (0 .. $#titles) {
			my ($cell, $scale) = ($got[$r][1 + $c] // '', $factor{ $units[$c] } // 0);
			my @all = map { $_ * $scale } @{ $figures{ $order[$r] }[$c] };
			push @bad, "$order[$r] $titles[$c]: '$cell'" unless $check->($cell, @all);
		}
	}
	is(join("\n", @bad), '', "$name: all " . @got * @titles . ' cells');
}

sub mean { my $sum = 0; $sum += $_ for @_; return $sum / @_ }

sub sd {
	my ($mean, $sum) = (mean(@_), 0);
	$sum += ($_ - $mean)**2 for @_;
	return sqrt($sum / (@_ - 1));
}

sub median {
	my @s = sort { $a <=> $b } @_;
	return ($s[$#s / 2] + $s[@s / 2]) / 2;
}

($exit, $out, $err) = table('--rows', 'layout', '--cell', 'mean±sd', '--to', 'tsv');
is($exit, 0, 'mixed: exit status');
unlike($out, qr/±/, 'mixed: no ± for runs that differ');
check_cells($out, 'mixed', sub {
	my ($cell, @all) = @_;
	my ($low, $high) = (sort { $a <=> $b } @all)[0, -1];
	return $cell =~ /^([\d.]+)–([\d.]+) \(n (\d+)\)$/ && $3 == @all && within($1, $low)
		&& within($2, $high);
});
($exit, $out, $err) = table('--rows', 'layout', '--cell', 'mean±sd');
unlike($out, qr/±/, 'mixed, as text: no ± either');
like($out, qr/^(?:\[\d+\]|every cell) .*\bslog\{n,y\} cache\{0,1,2\}.*differ/m,
	'mixed, as text: the footnote names what differs');
my ($mark) = $out =~ /^\[(\d+)\] .*slog/m;
cmp_ok(scalar(() = $out =~ /\[$mark\]/g), '>=', 2,
	'mixed, as text: a numbered footnote has its mark in the table')
	if defined $mark;

($exit, $out, $err) = table('--rows', 'layout', '--cell', 'mean±sd', '--over', 'slog,cache', '--to',
	'tsv');
is($exit, 0, 'over: exit status');
check_cells($out, 'over', sub {
	my ($cell, @all) = @_;
	return $cell =~ /^([\d.]+) ± ([\d.]+)$/ && within($1, mean(@all)) && within($2, sd(@all));
});
($exit, $out, $err) = table('--rows', 'layout', '--cell', 'mean±sd', '--over', 'slog,cache');
like($out, qr/±.* over (?:runs|.*slog).*n = 6/, 'over: a note says what ± spans and n');
($exit, $out, $err) = table('--rows', 'layout', '--over', 'slog,cache', '--ascii');
like($out, qr/\d \+- \d/, 'over --ascii: +-');
unlike($out, qr/[^\x00-\x7f]/, 'over --ascii: no other bytes');

for ([mean => \&mean], [median => \&median], [min => sub { (sort { $a <=> $b } @_)[0] }],
	[max => sub { (sort { $a <=> $b } @_)[-1] }]) {
	my ($cell, $fold) = @$_;
	($exit, $out, $err) = table('--rows', 'layout', '--cell', $cell, '--over', 'slog,cache',
		'--digits', 6, '--to', 'tsv');
	check_cells($out, $cell, sub {
		my $got = shift;
		return $got =~ /^[\d.]+$/ && within($got, $fold->(@_));
	});
}

done_testing();
