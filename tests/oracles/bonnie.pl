#!/usr/bin/perl
# Reads the golden logs of bonnie++ a second time: csv by the number of its fields, text tables by
# their words, and compares every figure with what iotab gives.  Knows nothing of iotab's code.
# Logs that mail and the web have damaged must give the figures of their source.  TAP.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Oracle;

my $golden = "$ENV{SRC}/tests/golden/bonnie";
my @TESTS  = qw(putc put-block rewrite getc get-block seeks
	seq-create seq-stat seq-del ran-create ran-stat ran-del);
my $n = 0;

# fields => [version, name, first of six pairs, first of the six file pairs, first latency]
my %SHAPE = (
	27 => [undef, 0, 2, 15, undef],
	47 => [1, 2, undef, 23, 35], # -s 0 up to 1.96
	48 => [1, 2, 7, 24, 36],
	50 => [1, 2, 9, 26, 38],
);

csv_logs();
text_logs();
damaged_logs();
apart();
mail();
public_logs();
print "1..$n\n";

# ---- what a log says ------------------------------------------------------------------------

# One cell: a number in the base unit, or the flag it is missing with.
sub cell {
	my ($test, $part, $text, $blank) = @_;
	return $blank // 'not-run' if $text eq '';
	return 'too-fast' if $text =~ /^\++$/;
	if ($part eq '.latency') {
		my ($number, $unit) = $text =~ /^(\d+)(us|ms|s)$/ or die "latency '$text'\n";
		return $number / { us => 1e6, ms => 1e3, s => 1 }->{$unit};
	}
	return $text / 100 if $part eq '.cpu';
	return $text =~ /^[\d.]+$/ ? $text * ($test < 5 ? 1024 : 1) : die "rate '$text'\n";
}

# { "NAME put-block.cpu" => value or flag } of one csv line
sub from_csv {
	my ($line) = @_;
	my @f = split /,/, $line, -1;
	my $count = @f;
	if ($count == 51) { splice @f, 2, 2, "$f[2],$f[3]"; $count = 50 }
	my ($version, $name, $io, $files, $latency) = @{ $SHAPE{$count} or die "$count fields\n" };
	my %cell;
	for my $t (0 .. 11) {
		my $at = $t < 6 ? defined $io ? $io + 2 * $t : undef : $files + 2 * ($t - 6);
		my ($rate, $cpu) = defined $at ? @f[$at, $at + 1] : ('', '');
		$cell{ $TESTS[$t] } = cell($t, '', $rate);
		$cell{"$TESTS[$t].cpu"} = cell($t, '.cpu', $cpu);
		next unless defined $latency;
		$cell{"$TESTS[$t].latency"} =
			cell($t, '.latency', $f[$latency + $t], $rate eq '' ? 'not-run' : 'below-resolution');
	}
	return { host => $f[$name], version => defined $version ? $f[$version] : undef, %cell };
}

# What iotab says: a list of runs in their order.
sub from_iotab {
	my (@inputs) = @_;
	my ($status, $out, $err) = run('records', @inputs, '--to', 'csv');
	my (@runs, %nth);
	for (csv($out)) {
		my %r = %$_;
		next if $r{metric} eq '';
		my $run = $runs[$nth{ $r{run} } //= @runs] //= { host => $r{host} || $r{label}, version => $r{version} };
		my ($flag) = grep { $_ ne 'rounded' } split /;/, $r{flags};
		$run->{ $r{metric} =~ s/^bonnie://r } = $r{value} ne '' ? $r{value} : $flag;
	}
	return @runs;
}

# ---- the tests ------------------------------------------------------------------------------

sub csv_logs {
	for my $path (grep { !/dmg-/ } map { "$golden/$_" } sorted('*.log')) {
		my @lines = csv_lines($path);
		same($path =~ s{.*/}{}r, [from_iotab($path)], [map { from_csv($_) } @lines]) if @lines;
	}
}

sub csv_lines {
	return grep { tr/,// >= 26 && /\d/ && !/^(format_version|name,file_size|environment,)/ }
		split /\n/, slurp($_[0]);
}

# Tables alone: golden ones whose csv stands in another log.
sub text_logs {
	table_log("$golden/$_") for sorted('*quiet-q.err.log');
}

# Public logs are not part of this tree.
sub public_logs {
	my @logs = $ENV{SHARED} eq '' ? () : sort { $a cmp $b } glob "$ENV{SHARED}/corpus/public/bonnie/*";
	printf "ok %d # SKIP no folder of further logs\n", ++$n if !@logs;
	for my $path (@logs) {
		my @lines = csv_lines($path);
		if (@lines) { same($path =~ s{.*/}{}r, [from_iotab($path)], [map { from_csv($_) } @lines]) }
		else { table_log($path) }
	}
}

# The rows of a log of plain tables: runs as pairs of a row of each table, by their words.
sub table_log {
	my ($path) = @_;
	my $text = slurp($path) =~ s/^> //mgr;
	my $modern = $text =~ /Name:Size/;
	my (@io, @files, @wrong);
	for (split /\n/, $text) {
		my @words = split;
		next if @words < 13 || grep { !/^(\+{2,}|[\d.]+[kmg]?)$/ } @words[-12 .. -1];
		if ($words[-13] =~ /^\d+[MG]/) { push @io, [@words[-12 .. -1]] }
		elsif ($words[-13] =~ m{^\d+(:\d+)*(/\d+)?$}) { push @files, [@words[-12 .. -1]] }
	}
	my @got = from_iotab($path);
	push @wrong, @got . ' runs, not ' . @io if @got != @io || @io != @files || !@io;
	my %factor = (k => 1024, m => 1024**2, g => 1024**3);
	for my $i (0 .. $#io) {
		my @words = (@{ $io[$i] }, @{ $files[$i] });
		for my $t (0 .. 11) {
			my ($rate, $cpu) = @words[2 * $t, 2 * $t + 1];
			my $want =
				$rate =~ /^([\d.]+)([kmg])$/ ? $1 * $factor{$2}
				: $t >= 6 && $modern && $rate =~ /\d/ ? 'bogus-text'
				: cell($t, '', $rate);
			push @wrong, differ("run $i $TESTS[$t]", $got[$i]{ $TESTS[$t] }, $want),
				differ("run $i $TESTS[$t].cpu", $got[$i]{"$TESTS[$t].cpu"}, cell($t, '.cpu', $cpu));
		}
	}
	ok(!@wrong, $path =~ s{.*/}{}r . ', rates and CPU of its tables', @wrong);
}

sub damaged_logs {
	my %source = (
		'v103e-default.out' => [qw(d01-collapsed-103.txt d08-oddplus-103.txt
			d09-mislabelled-noname-103.txt d11-crlf-bom-103.txt d13-tabs-103.txt)],
		'v1973-default.out' => [qw(d03-mailwrap72-197.txt d05-quoted-197.txt d06-html-197.html
			d07-wordpress-197.txt d10-csv-wrapped-197.txt d12-markdown-197.md)],
		'v1973-fast-f.out'        => ['d02-collapsed-fast-197.txt'],
		'v200a-default16.out'     => ['d04-qp-200.eml'],
		'v103e-many-machines.csv' => [qw(d14-wrapped-last-number-103.txt d15-twice-103.txt)],
	);
	for my $source (sort keys %source) {
		my @lines = grep { tr/,// >= 26 } split /\n/, slurp("$golden/$source.log");
		for my $log (@{ $source{$source} }) {
			my @got = from_iotab("$golden/dmg-$log.log");
			my @want = map { from_csv($_) } @lines;
			# Tables do not say that a whole table was not run, nor their rows a name that is not there.
			for my $i (0 .. $#want) {
				delete $want[$i]{host} if $log =~ /noname/ || $log =~ /twice/ && $i == 0;
				for (grep { !/host|version/ } keys %{ $want[$i] }) {
					delete $want[$i]{$_} if $want[$i]{$_} eq 'not-run' && !exists $got[$i]{$_};
				}
			}
			same("dmg-$log equals $source", \@got, \@want);
		}
	}
}

# Text in one file, csv in another: the run of the csv, once.
sub apart {
	for my $log (sorted('v*.out.log')) {
		my @lines = split /(?<=\n)/, slurp("$golden/$log");
		my @csv   = grep { tr/,// >= 26 } @lines;
		next if @csv != 1 || @lines == 1;
		my %name = (text => "0-$log", csv => "1-$log");
		put($name{text}, join '', grep { $_ ne $csv[0] } @lines);
		put($name{csv}, $csv[0]);
		my @want = (from_csv($csv[0] =~ s/\n//r));
		my @got  = from_iotab($name{csv}, $name{text});
		# Hardly more than plus signs tells no run from another.
		my @f = split /,/, $csv[0];
		my $first = $SHAPE{@f}[2] // 0;
		next if @got == 2 && 10 > length join '', grep { /^\d+$/ } @f[$first .. $first + 9, -12 .. -1];
		same("$log, text and csv apart", \@got, \@want);
	}
}

# formats/bonnie.md, section 8: five runs, not nine.
sub mail {
	my $mail = "$ENV{SHARED}/seeds/t3b-bonnie-mail.txt";
	if ($ENV{SHARED} eq '' || !-e $mail) {
		printf "ok %d # SKIP no folder of further logs\n", ++$n;
		return;
	}
	my @want;
	for (
		'ufs_cache_on 23289/98 78140/84 21509/42 21272/99 77029/87 830.2/15'
		. ' 2439/36 FAST 2441/38 5316/71 FAST 6529/88',
		'ufs_directio 3711/20 9391/20 2287/7 8384/42 11955/17 660.9/7'
		. ' 3710/66 FAST 2453/46 5641/73 FAST 6587/91',
		'zfs 24383/98 86654/99 38173/72 22066/98 86612/79 794.5/11'
		. ' 6377/99 FAST 11079/99 6692/99 FAST 11039/99',
		'zfs_compression 26049/99 76441/88 39937/98 20058/99 101699/92 3254.3/191'
		. ' 6672/98 FAST 12008/100 7207/100 FAST 12165/99',
		'ufs_cache_off 22659/96 28608/31 709/1 21056/99 68828/78 504.0/9'
		. ' 1245/25 FAST 1170/20 2163/21 FAST 678/9',
		)
	{
		my ($host, @cells) = split;
		my %run = (host => $host, version => '1.03');
		for my $t (0 .. 11) {
			my ($rate, $cpu) = $cells[$t] eq 'FAST' ? ('+++++', '+++') : split m{/}, $cells[$t];
			$run{ $TESTS[$t] } = cell($t, '', $rate);
			$run{"$TESTS[$t].cpu"} = cell($t, '.cpu', $cpu);
		}
		push @want, \%run;
	}
	same('the mail of five runs', [from_iotab($mail)], \@want);
}

# ---- helpers --------------------------------------------------------------------------------

sub sorted { return map { m{([^/]+)$} } sort { $a cmp $b } glob "$golden/$_[0]" }

sub put {
	open my $fh, '>:raw', $_[0] or die "$_[0]: $!\n";
	print $fh $_[1];
	close $fh or die "$_[0]: $!\n";
}

sub differ {
	my ($what, $got, $want) = @_;
	$got //= 'nothing';
	return if $got eq $want;
	return if $got =~ /^[\d.e+-]+$/ && $want =~ /^[\d.e+-]+$/ && $got == $want;
	return "$what: $got, not $want";
}

sub same {
	my ($name, $got, $want) = @_;
	my @wrong = @$got == @$want ? () : (@$got . ' runs, not ' . @$want);
	for my $i (0 .. $#$want) {
		for my $key (sort keys %{ $want->[$i] }) {
			next if $key eq 'version' && !defined $want->[$i]{version};
			push @wrong, differ("run $i $key", $got->[$i]{$key}, $want->[$i]{$key});
		}
	}
	ok(!@wrong, $name, @wrong);
}

sub ok {
	my ($good, $name, @why) = @_;
	printf "%sok %d - %s\n", $good ? '' : 'not ', ++$n, $name;
	return if $good;
	splice @why, 8, @why - 8, '...' if @why > 8;
	print map { "# $_\n" } @why;
}
