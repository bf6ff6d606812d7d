#!/bin/sh
# One run of fio in normal, terse and json form: what forms have in common is equal within the rounding
# of each, and what a form lacks is in the table below.
exec perl "-I$SRC/tests/oracles" - "$SRC/tests/golden/fio" "$SHARED" <<'END_OF_PERL'
use strict;
use warnings;
use Oracle;

my ($golden, $shared) = @ARGV;
my $n = 0;

# What a form lacks: metrics and keys of `at`.  Lines of groups are in normal output only.
my $SAMPLES = '\.iops\.(?:mean|min|max)$';
my $SETUP   = 'rw|bs|ioengine|iodepth';
my %lacks = (
	'normal'      => { metric => 'none',            at => 'none' },
	'normal-2'    => { metric => $SAMPLES,          at => 'none' },
	'json'        => { metric => 'none',            at => 'group' },
	'json-2.21'   => { metric => $SAMPLES,          at => 'group' },
	'json-2.2.10' => { metric => $SAMPLES,          at => "group|$SETUP" },
	'json-2.0.15' => { metric => "$SAMPLES|\\.ios\$", at => "group|$SETUP" },
	'terse'       => { metric => "$SAMPLES|\\.ios\$|^fio:sync", at => "group|$SETUP" },
	'terse5'      => { metric => '\.ios$|^fio:sync', at => "group|$SETUP" },
);

sub ok {
	my ($good, $name, @why) = @_;
	printf "%sok %d - %s\n", $good ? '' : 'not ', ++$n, $name;
	print map { "# $_\n" } @why[0 .. ($#why < 9 ? $#why : 9)] unless $good;
}

# ---- one run --------------------------------------------------------------------------------

# A file of several forms, cut into one file for each.
sub parts {
	my ($file) = @_;
	my (%part, $json);
	for (split /^/, slurp($file)) {
		$json = 1 if /^\{/;
		my $form = $json ? 'json' : /^3;fio-/ ? 'terse' : 'normal';
		$part{$form} .= $_;
		$json = 0 if /^\}/;
	}
	return \%part;
}

# The other versions of the same terse line.
sub terse_versions {
	my ($line, $json) = @_;
	chomp $line;
	my @f = split /;/, $line, -1;
	my @none = (('0') x 12, ('0%=0') x 20, ('0') x 9);
	my @head = @f[1 .. 4];
	my @read = @f[5 .. 45];
	my @write = @f[46 .. 86];
	my @rest = @f[87 .. $#f];
	my @samples = map { my $d = $_; [map { sample($json, $d, $_) } qw(bw_samples iops_min iops_max
			iops_mean iops_stddev iops_samples)] } qw(read write);
	return (
		terse2 => join(';', 2, @head[1 .. 3], @read, @write, @none, @rest[0 .. 33]),
		terse4 => join(';', 4, @head, @read, @write, @none, @rest),
		terse5 => join(';', 5, @head, @read, @{ $samples[0] }, @write, @{ $samples[1] }, @none,
			('0') x 6, @rest),
	);
}

sub sample {
	my ($json, $d, $key) = @_;
	my ($part) = $json =~ /"$d" : \{(.*?)\n      \}/s;
	return $part =~ /"$key" : ([\d.]+)/ ? $1 : die "no $key of $d\n";
}

# { "METRIC PERCENTILE" => record } of the only run, without lines of groups.
sub figures {
	my ($name, $text) = @_;
	open my $out, '>:raw', $name or die;
	print $out $text;
	close $out;
	my (undef, $csv) = run('records', $name, '--to', 'csv');
	my %got;
	for my $r (csv($csv)) {
		die "$name: more than one run\n" if $r->{run} != 1;
		next if $r->{metric} eq '' || $r->{at} =~ /(?:^|;)group=/;
		my ($percentile) = $r->{at} =~ /percentile=([\d.]+)/;
		$got{ "$r->{metric} " . ($percentile // '') } = $r;
	}
	return \%got;
}

# What one in the last digit that was printed stands for.
sub step {
	my ($r) = @_;
	my ($digits) = $r->{original} =~ /^([\d.]+)/ or return 0;
	my $decimals = $digits =~ /\.(\d+)/ ? length $1 : 0;
	return $digits > 0 ? $r->{value} / $digits / 10**$decimals : 1e-6;
}

sub at {
	my ($r, $without) = @_;
	return join ';', grep { !/^(?:$without)=/ } split /;/, $r->{at};
}

sub hold {
	my ($name, $a, $b, $form_a, $form_b) = @_;
	my ($la, $lb) = @lacks{ $form_a, $form_b };
	my (@wrong, $same);
	for my $key (sort keys %{ { %$a, %$b } }) {
		my ($metric) = split / /, $key;
		if (!$a->{$key} || !$b->{$key}) {
			my $lack = $a->{$key} ? $lb : $la;
			push @wrong, "$key is in one form only" unless $metric =~ /$lack->{metric}/;
			next;
		}
		my ($x, $y) = ($a->{$key}, $b->{$key});
		push @wrong, "$key: at $x->{at}, $y->{at}"
			if at($x, "$la->{at}|$lb->{at}") ne at($y, "$la->{at}|$lb->{at}");
		next if $x->{value} eq '' && $x->{flags} =~ /below-resolution/;
		next if $y->{value} eq '' && $y->{flags} =~ /below-resolution/;
		my $room = step($x) + step($y) + 1e-9 * $x->{value};
		push @wrong, "$key: $x->{value}, $y->{value}"
			if $x->{value} eq '' || $y->{value} eq '' || abs($x->{value} - $y->{value}) > $room;
		$same++;
	}
	push @wrong, 'nothing in common' unless $same;
	ok(!@wrong, "$name: $form_a equals $form_b" . ($same ? ", $same figures" : ''), @wrong);
}

for my $file (map { "$golden/$_" } qw(json-all_formats.txt json-normal_json.txt normal-append_terse.txt)) {
	my ($name) = $file =~ m{([^/]+)$};
	my $part = parts($file);
	my %all = %$part;
	%all = (%all, terse_versions($part->{terse}, $part->{json})) if $part->{terse} && $part->{json};
	my %got = map { $_ => figures("$_.log", $all{$_}) } sort keys %all;
	my @forms = sort keys %got;
	for my $i (0 .. $#forms) {
		for my $k ($i + 1 .. $#forms) {
			my @kinds = map { s/^(terse)[234]$/$1/r } @forms[$i, $k];
			hold("$name $forms[$i] $forms[$k]", @got{ @forms[$i, $k] }, @kinds);
		}
	}
	# The file as it is has one run, with each figure of all forms once.
	my $whole = figures('whole.log', slurp($file));
	my %union = map { %$_ } values %{ { map { $_ => $got{$_} } keys %$part } };
	my @wrong = grep { !$whole->{$_} || !$union{$_} } keys %{ { %$whole, %union } };
	ok(!@wrong, "$name: one run has each figure of its forms once", @wrong);
	my ($best) = grep { $got{$_} } qw(json terse normal);
	@wrong = grep { ($whole->{$_}{value} // '') ne $got{$best}{$_}{value} }
		grep { $got{$best}{$_}{value} ne '' && ($best eq 'json' || !/iops $/) } keys %{ $got{$best} };
	ok(!@wrong, "$name: from the form that tells most", @wrong);
}

# Forms that contradict each other: the figure is missing, and that is said.
{
	my $text = slurp("$golden/json-normal_json.txt");
	$text =~ s/("ctx" : )(\d+)/$1 . ($2 + 9)/e or die;
	my $got = figures('differs.log', $text);
	my $r = $got->{'fio:ctx '};
	ok($r->{value} eq '' && $r->{flags} eq 'unreadable', 'what two forms tell differently is missing');
	ok(slurp('run.err') =~ /forms-differ|two forms of a report have different figures/, 'and is reported');
}

# ---- several releases: other runs of the same job -------------------------------------------

my @releases = (
	['2.0.15', { txt => 'normal-2', json => 'json-2.0.15', 'v2.terse' => 'terse', 'v3.terse' => 'terse' }],
	['2.2.10', { txt => 'normal-2', json => 'json-2.2.10', 'v2.terse' => 'terse', 'v3.terse' => 'terse' }],
	['2.21', { txt => 'normal-2', json => 'json-2.21', 'v2.terse' => 'terse', 'v3.terse' => 'terse' }],
	['3.1', { txt => 'normal', json => 'json', 'v2.terse' => 'terse', 'v3.terse' => 'terse' }],
	['3.42', { txt => 'normal', json => 'json', 'v2.terse' => 'terse', 'v3.terse' => 'terse',
		'v5.terse' => 'terse5' }],
);
for (@releases) {
	my ($release, $forms) = @$_;
	my %got = map { $_ => figures("$_.log", slurp("$golden/old-$release-randrw.$_")) } keys %$forms;
	my %union = map { %$_ } values %got;
	my ($normal) = grep { $_->{metric} =~ /read\.bw$/ } values %{ $got{txt} };
	for my $form (sort keys %$forms) {
		my $lack = $lacks{ $forms->{$form} };
		my (@wrong, @lost);
		for my $key (sort keys %union) {
			my ($metric) = split / /, $key;
			# A run that was shorter than the time of a sample has none.
			next if $metric =~ /\.bw\.(?:mean|min|max)$|$SAMPLES/;
			my $lacks = $metric =~ /$lack->{metric}/;
			push @wrong, "no $key" if !$got{$form}{$key} && !$lacks;
			push @wrong, "$key, which this form lacks" if $got{$form}{$key} && $lacks;
		}
		my ($r) = grep { $_->{metric} =~ /read\.bw$/ } values %{ $got{$form} };
		push @wrong, "at $r->{at}, not " . at($normal, $lack->{at})
			if $r->{at} ne at($normal, $lack->{at});
		push @wrong, "version $r->{version}"
			if $r->{version} ne ($form eq 'v2.terse' ? '' : $release);
		ok(!@wrong, "$release $form has what its form has", @wrong);
	}
}

# ---- units ----------------------------------------------------------------------------------

# The same load of 4096 bytes an operation: bytes a second are 4096 times the operations, whatever the
# letters say; and completion of a 4 KiB read takes microseconds, not nanoseconds or seconds.
my %loads = map { $_ => 4096 } qw(normal-kb1000.txt old-2.0.15-kb1000.txt old-2.2.10-kb1000.txt
	old-2.21-kb1000.txt old-3.1-kb1000.txt old-3.42-kb1000.txt old-2.0.15-randrw.txt
	old-2.0.15-randrw.json old-2.2.10-randrw.json old-2.21-randrw.json old-3.1-randrw.json
	old-3.42-randrw.json old-2.0.15-randrw.v2.terse old-3.42-randrw.v5.terse);
$loads{'normal-unitbits.txt'} = $loads{'normal-sigfigs6.txt'} = 65536;
for my $log (sort keys %loads) {
	my $got = figures('load.log', slurp("$golden/$log"));
	my ($d) = grep { $got->{"fio:$_.bw "} } qw(read write);
	my ($bw, $rate, $io, $clat) = map { $got->{"fio:$d.$_ "}{value} } qw(bw iops io clat);
	my $seconds = $got->{"fio:$d.runtime "}{value};
	ok(abs($bw / $rate / $loads{$log} - 1) < 0.001, "$log: bytes a second by operations a second",
		$bw / $rate);
	ok(abs($io / $seconds / $bw - 1) < 1e-6, "$log: bytes by seconds", $io / $seconds, $bw);
	ok($clat > 2e-5 && $clat < 0.01, "$log: completion latency is in seconds", $clat);
	# Samples of half a second: near the mean, wherever they are there.
	my $mean = $got->{"fio:$d.bw.mean "};
	ok(!$mean || ($mean->{value} / $bw > 0.6 && $mean->{value} / $bw < 1.6),
		"$log: samples of the bandwidth", $mean && $mean->{value}, $bw);
}

# Without the block size, and with a prefix that more than one size fits, nobody can tell.
{
	my $text = slurp("$golden/old-2.0.15-kb1000.txt") =~ s/^si: \(g=0\).*\n//mr;
	my $got = figures('lost.log', $text);
	ok($got->{'fio:write.bw '}{flags} =~ /prefix-ambiguous/, 'K without a block size is ambiguous');
	$got = figures('known.log', slurp("$golden/old-2.0.15-kb1000.txt"));
	ok($got->{'fio:write.bw '}{flags} !~ /ambiguous/, 'and with one it is not');
}

# ---- runs of public archives that have two forms --------------------------------------------

for my $file ($shared eq '' ? () : sort glob "$shared/corpus/public/fio/textjson_*") {
	my ($name) = $file =~ m{([^/]+)$};
	my $part = parts($file);
	hold($name, figures('json.log', $part->{json}), figures('normal.log', $part->{normal}), 'json', 'normal');
}
print "1..$n\n";
END_OF_PERL
