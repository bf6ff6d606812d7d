# The logs are of real runs; what their figures are is read from the text by Oracle::blocks.
use strict;
use warnings;
use Test::More;
use FindBin;
use lib $FindBin::Bin;
use Oracle;

my %title = ('random-read' => 'random read', 'random-write' => 'random write',
	'backward-read' => 'backward read', 'record-rewrite' => 'record rewrite',
	'stride-read' => 'stride read');
# The shape a layout word and a level of redundancy stand for.
my %parity = (z => 1, z2 => 2);

sub check_log {
	my ($log, $count, $fused_min) = @_;
	my ($name)  = $log =~ m{([^/]+)\.log$};
	my $text    = slurp($log);
	my @blocks  = blocks($text);
	my @lines   = split /\n/, $text;
	my ($unit)  = $text =~ /Output is in (\S+)/;
	my @heads   = map { $title{$_} // $_ } @METRICS;

	is(scalar @blocks, $count, "$name: so many blocks");
	my ($exit, $out, $err) = run('table', $log, qw(--cell raw --to tsv));
	my ($head, @got) = tsv($out);
	is($exit, 0, "$name: exit status");
	is($err, '', "$name: nothing to complain of");
	is_deeply($head, [qw(layout raid slog cache), (map { "$_ [$unit]" } @heads), 'tottime [s]'],
		"$name: the head");
	# Rows are sorted by their keys; so are the blocks.
	my @want = map {
		[split(/ /, $_->{key}), @{ $_->{runs}[0]{cell} }{@METRICS}, $_->{seconds}]
	} @blocks;
	is_deeply(\@got, \@want, "$name: every cell is what stands between the ends of its field");

	($exit, $out, $err) = run('records', $log);
	my @records = csv($out);
	is($exit, 0, "$name: records: exit status");
	is(scalar @records, 14 * $count, "$name: records: 13 figures and a time each");
	my ($fused, @bad) = (0);
	for my $i (0 .. $#records) {
		my ($r, $b) = ($records[$i], $blocks[$i / 14]);
		my $run = $b->{runs}[0];
		my ($layout, $raid, $slog, $cache) = split / /, $b->{key};
		my ($vdevs, $width) = split /x/, $layout;
		my $metric = $METRICS[$i % 14];
		my $want = $metric ? $run->{cell}{$metric} : $b->{seconds};
		my $p = $parity{$raid};
		$fused++ if $r->{flags} =~ /fused/;
		my %ok = (
			run => $r->{run} == 1 + int($i / 14),
			tool => "$r->{tool} $r->{version} $r->{status}" eq "iozone $run->{version} complete",
			layout => "$r->{label} $r->{layout}" eq "$layout $vdevs*raidz$p("
				. ($width - $p) . "+$p)",
			factors => $r->{factors} eq "cache=$cache;raid=$raid;slog=$slog",
			original => $r->{original} eq $want,
			file => $r->{file} eq $log,
			metric => !$metric || $r->{metric} eq "iozone:$metric",
			value => !$metric || $r->{value} == $want * 1024 && $r->{unit} eq 'B/s',
			line => !$metric || $r->{line} == $run->{line},
			at => !$metric || $r->{at} eq 'file-size=' . 1024 * $run->{kb} . ';record-size='
				. 1024 * $run->{reclen},
			seconds => $metric || $lines[ $r->{line} - 1 ] eq "all destroyed, test ran for $want",
			fused => !$metric || ($r->{flags} =~ m{fused} ? 1 : 0) == ($run->{fused}{$metric} // 0),
		);
		my @wrong = grep { !$ok{$_} } sort keys %ok;
		push @bad, "record $i: @wrong" if @wrong;
	}
	is(join("\n", @bad), '', "$name: records: value, unit, size, layout, factors, line, flags");
	cmp_ok($fused, '>=', $fused_min, "$name: so many figures touched their neighbour");
}

check_log("$ENV{SRC}/tests/golden/iozone/zpool-v414-first8.log", 8, 30);
SKIP: {
	skip 'no folder of further logs', 1
		unless $ENV{SHARED} ne '' && -d "$ENV{SHARED}/corpus/iozone";
	check_log("$ENV{SHARED}/corpus/iozone/zpool-test.log",      48, 0);
	check_log("$ENV{SHARED}/corpus/iozone/zpool-test-v414.log", 48, 300);
}
done_testing();
