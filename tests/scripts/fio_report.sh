#!/bin/sh
# Logs over time against what fio's own report says of the same run, and what must not show in the
# results: order, threads, line ends, a file more or less of another run.
exec perl - "$SRC/tests/golden/fio-logs" <<'END_OF_PERL'
use strict;
use warnings;
use File::Copy qw(copy);
use List::Util qw(shuffle sum);

my ($golden) = @ARGV;
my $n = 0;

totals();
latencies();
properties();
many();
print "1..$n\n";

sub ok {
	my ($good, $name, @why) = @_;
	$n++;
	print $good ? '' : 'not ', "ok $n - $name\n";
	print map { "# $_\n" } @why if !$good;
}

sub slurp {
	open my $fh, '<:raw', $_[0] or die "cannot read '$_[0]': $!\n";
	local $/;
	return <$fh> // '';
}

sub iotab { return scalar qx{"$ENV{IOTAB}" @_ 2>/dev/null} }

# "write.bw number=3" => value, of the figures of the whole time
sub records {
	my ($head, @rows) = map { [split /,/, $_, -1] } split /\n/, iotab("records @_");
	my %found;
	for (@rows) {
		my %r;
		@r{@$head} = @$_;
		next if $r{at} =~ /state=/;
		my $name = $r{metric} =~ s/fio://r;
		$name .= " $1" if $r{at} =~ /((?:percentile|number)=[\d.]+)/;
		$found{$name} = $r{value};
	}
	return %found;
}

# The report has bytes over the whole run; the logs end with the last whole window of each job.
sub totals {
	my %r = records("$golden/write12.set");
	my $report = slurp("$golden/write12.set/write12.txt");
	my ($mib, $msec) = $report =~ /BW=(\d+)MiB\/s .*\/(\d+)msec\)/ or die 'no bandwidth';
	my $logs = $r{'write.io'} / $r{'write.runtime'} / 1048576;
	ok(abs($logs - 7486) < 1, 'write12: 7486 MiB/s to the end of the logs', $logs);
	ok(abs($logs / $mib - 1) < 0.025, "write12: within 2.5 % of the report's $mib MiB/s", $logs);
	my $tail = $msec / 1000 - $r{'write.runtime'};
	ok($tail > 0 && $tail <= 0.5, 'write12: the logs lack no more than one window', $tail);
	for my $type (qw(bw iops)) {
		my $sum = sum(map { $r{"write.$type number=$_"} } 1 .. 12);
		ok(abs($sum / $r{"write.$type"} - 1) < 1e-12, "write12: the jobs add up to the $type", $sum);
	}
	ok(abs($r{'write.bw'} / $r{'write.iops'} / 131072 - 1) < 0.001,
		'write12: bandwidth is IOPS times block size');
	my ($ios) = $report =~ /issued rwts: total=0,(\d+)/;
	my $lost = 1 - $r{'write.ios'} / $ios;
	ok($lost > 0 && $lost < 0.5 / ($msec / 1000), 'write12: as many I/Os as the time allows', $lost);
}

# Of the 298908 I/Os of the report the logs have all but 36, which may have been the fastest or the
# slowest; the report's percentiles, rounded up to microseconds, lie between.
sub latencies {
	my %r = records("$golden/write12.set");
	my $report = slurp("$golden/write12.set/write12.txt");
	my ($ios) = $report =~ /issued rwts: total=0,(\d+)/;
	my @count;
	for my $file (glob "$golden/write12.set/*_clat_hist.*.log") {
		for (split /\n/, slurp($file)) {
			my ($time, $direction, $bs, @c) = split /, /;
			$count[$_] += $c[$_] for 0 .. $#c;
		}
	}
	my $have = sum(@count);
	ok($have == 298872, 'write12: the histograms count 298872 I/Os', $have);
	my ($same, @wrong) = (0);
	while ($report =~ /([\d.]+)th=\[ *(\d+)\]/g) {
		my ($p, $usec) = ($1 + 0, $2);
		my $rank = $p / 100 * $ios;
		my ($low, $high) = map { ceil_usec(value_at(\@count, $_)) } $rank - ($ios - $have), $rank;
		push @wrong, "$p: $usec not in $low to $high" if $usec < $low || $usec > $high;
		my $ours = ceil_usec($r{"write.clat.percentile percentile=$p"} * 1e9);
		push @wrong, "$p: $ours not in $low to $high" if $ours < $low || $ours > $high;
		$same += $ours == $usec;
	}
	ok(!@wrong, "write12: the report's percentiles lie where the lost I/Os allow", @wrong);
	ok($same >= 12, "write12: $same of 17 percentiles are the report's to its rounding");
}

sub ceil_usec {
	my $usec = int($_[0] / 1000);
	return $usec * 1000 < $_[0] - 1e-3 ? $usec + 1 : $usec;
}

# Bins are 1 ns wide up to 128, then 64 of each power of two; the middle of the one with that rank.
sub value_at {
	my ($count, $rank) = @_;
	my ($i, $seen, $low, $width) = (0, $count->[0], 0, 1);
	while ($seen < $rank) {
		$low += $width;
		$i++;
		$width *= 2 if $i >= 128 && $i % 64 == 0;
		$seen += $count->[$i] // return $low;
	}
	return $low + int($width / 2);
}

sub properties {
	mkdir $_ for qw(a crlf one);
	my @files = map { m{([^/]+)$} } glob "$golden/avg4.set/* $golden/csl.set/*log* $golden/lg-3.42.set/*";
	for my $set (qw(avg4 csl lg-3.42)) {
		copy($_, 'a/' . m{([^/]+)$} && "a/$1") for glob "$golden/$set.set/*";
	}
	srand(my $seed = time ^ $$);
	print "# seed $seed\n";
	for my $way ('records --to csv', 'table --metric all --to tsv --over time', 'records --series', 'check') {
		my $want = iotab("$way --threads 1 a");
		ok(length $want > 500, "$way: writes something");
		ok($want eq iotab("$way --threads 4 a"), "$way: as many threads as one");
		ok($want eq iotab("$way --threads 4 " . join ' ', shuffle(map { "a/$_" } @files, 'csl.job')),
			"$way: files in any order");
	}
	for my $file (@files) {
		open my $out, '>:raw', "crlf/$file";
		print $out slurp("a/$file") =~ s/\n/\r\n/gr;
	}
	copy('a/csl.job', 'crlf/csl.job');
	ok(iotab('records a') =~ s/\ba\///gr eq iotab('records crlf') =~ s/\bcrlf\///gr, 'CR LF as LF');
	# every file cut: rows that are left are what they were
	for my $cut (map { 40 * $_ } 1 .. 12) {
		open my $out, '>:raw', 'one/x_bw.1.log';
		my $text = substr slurp("$golden/avg4.set/avg4_bw.1.log"), 0, $cut;
		print $out $text;
		close $out;
		my %r = records('one');
		my $rows = () = $text =~ /\n/g;
		my @row = map { [split /, /] } grep { /\n/ } split /(?<=\n)/, $text;
		my ($last, $io) = (0, 0);
		for (grep { $_->[2] == 1 } @row) {
			$io += $_->[1] * 1024 * ($_->[0] - $last) / 1000;
			$last = $_->[0];
		}
		ok(abs(($r{'write.io'} // 0) - $io) <= 1e-9 * $io, "cut after $cut bytes: $rows rows count",
			"$io, not " . ($r{'write.io'} // '-'));
	}
}

# More jobs than a program may usually have files open; each has its rates at times of its own.
sub many {
	mkdir 'many';
	my ($jobs, $sum) = (600, 0);
	for my $job (1 .. $jobs) {
		for my $type (qw(bw iops clat)) {
			open my $out, '>', "many/x_$type.$job.log";
			print $out map { sprintf "%d, %d, 1, 0, 0\n", 500 * $_ + $job % 7, 100 + $job } 1 .. 6;
		}
		$sum += (100 + $job) * 1024;
	}
	my ($row) = grep { /fio:write\.bw,/ && /jobs=600;window/ }
		split /\n/, qx{ulimit -Sn 256; "$ENV{IOTAB}" records many 2>&1};
	my @cell = split /,/, $row // '';
	# the first window has all of it: rates hold from the start of the job
	ok(@cell > 9 && abs($cell[9] / $sum - 1) < 1e-9, '600 jobs: the sum', $row // 'no row', $sum);
}
END_OF_PERL
