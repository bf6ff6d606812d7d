#!/bin/sh
# The expected records of fio's logs, computed a second time from the logs, without any part of
# iotab: whole files at once instead of streams, what the columns are from a list instead of from
# the rows, and bins counted off one by one instead of by formula.
# variants: release
exec perl - "$SRC/tests/golden/fio-logs" <<'END_OF_PERL'
use strict;
use warnings;
use List::Util qw(sum min max);

my ($golden) = @ARGV;
my @RATES = qw(bw iops);
my $n = 0;

# Set, columns of direction and block size, window in ms, unit of latencies in seconds; single: rows
# are I/Os; epoch: times are a clock's.
my @sets = map { [split] } grep { /\S/ } split /\n/, <<'END';
avg4           2 3 250 1e-9
both-3.42      3 4 250 1e-9
bothplain-3.42 3 4 250 1e-9
bsrange        2 3 500 1e-9 single
csl            2 3 500 1e-9
coarse         2 3 500 1e-9
coarse6        2 3 500 1e-9
dmg-crlf       2 3 500 1e-9
dmg-nultail    2 3 500 1e-9
dmg-truncated  2 3 500 1e-9
epoch          2 3 250 1e-9 epoch
hist-2.21      2 3 500 1e-6
hist-3.1       2 3 500 1e-9
hist-3.42      2 3 500 1e-9
issue-3.42     2 3 500 1e-9 single
lg-2.0.15      2 3 500 1e-6
lg-2.21        2 3 250 1e-6
lg-3.1         2 3 250 1e-9
lg-3.42        2 3 250 1e-9
maxv           2 3 250 1e-9
missing        2 3 500 1e-9
no-report      2 3 250 1e-9
offs           2 3 500 1e-9 single
onefile        2 3 250 1e-9
perio          2 3 500 1e-9 single
prio           2 3 500 1e-9 single
ramped         2 3 250 1e-9
staggered      2 3 250 1e-9
trimlog        2 3 200 1e-9
write12        2 3 500 1e-9
END

for (@sets) {
	my ($set, $dircol, $bscol, $window, $unit, $kind) = @$_;
	$kind //= '';
	my %logs = read_set("$golden/$set.set");
	my %records = read_records("$golden/$set.set.records.csv");
	my %mine;
	series(\%mine, $_, \%logs, $dircol, $bscol, $window, $unit, $kind) for @RATES, qw(slat clat lat);
	percentiles(\%mine, $logs{clat_hist}, $unit) if $logs{clat_hist};
	compare($set, \%mine, \%records);
}
print "1..$n\n";

# ---- the logs -------------------------------------------------------------------------------

# type => [[rows of job 1], ...]; a file whose time falls back goes on with the next job.
sub read_set {
	my %logs;
	for my $file (glob "$_[0]/*.log*") {
		next unless $file =~ /_(bw|iops|slat|clat|lat|clat_hist)(?:\.(\d+))?\.log/;
		my ($type, $job, $last) = ($1, $2 // 1, 0);
		open my $fh, '<', $file or die "$file: $!\n";
		local $/;
		my $text = <$fh> =~ tr/\0\r//dr;
		$text =~ s/[^\n]*\z//; # a line without an end
		for (split /\n/, $text) {
			my @row = split /, /;
			$job++ if $row[0] < $last / 2;
			$last = $row[0];
			push @{ $logs{$type}{$job} }, \@row;
		}
	}
	return %logs;
}

# Means, deviations and amounts of one type, over all jobs and of each.
sub series {
	my ($mine, $type, $logs, $dircol, $bscol, $window, $unit, $kind) = @_;
	my $of = $logs->{$type} or return;
	my $rate = grep { $_ eq $type } @RATES;
	my @all = map { @$_ } values %$of;
	return if !@all;
	my $zero = $kind eq 'epoch'
		? min(map { $_->[0] } map { @$_ } map { values %$_ } values %$logs) - $window : 0;
	my $end = max(map { $_->[0] } @all) - $zero;
	my $scale = $type eq 'bw' ? 1024 : $type eq 'iops' ? 1 : $unit;
	for my $d (0 .. 2) {
		my (%sum, %weight);
		for my $job (keys %$of) {
			my @rows = grep { $_->[$dircol] == $d } @{ $of->{$job} };
			spread(\@rows, $type, $bscol, $window, $zero, $kind, \%{ $sum{$job} }, \%{ $weight{$job} })
				if @rows;
		}
		next if !%sum;
		my $direction = qw(read write trim)[$d];
		my $count = windows($end, $window);
		my (@total, %one);
		for my $w (0 .. $count - 1) {
			my $ms = min($window, $end - $w * $window);
			if ($rate) {
				$one{$_}[$w] = ($sum{$_}{$w} // 0) / $ms for keys %sum;
				$total[$w] = sum(map { $one{$_}[$w] } keys %sum);
				next;
			}
			my @there = grep { $weight{$_}{$w} } keys %sum;
			$one{$_}[$w] = $sum{$_}{$w} / $weight{$_}{$w} for @there;
			my %ios = map { $_ => $kind eq 'single' ? $weight{$_}{$w}
				: ios_in($logs->{iops}{$_}, $dircol, $d, $w, $window, $zero, $kind) } @there;
			%ios = map { $_ => 1 } @there if !sum(0, values %ios);
			my $weight = sum(0, values %ios);
			$total[$w] = sum(map { $ios{$_} * $one{$_}[$w] } @there) / $weight if $weight;
		}
		note($mine, "$direction.$type", $scale, \@total, $count);
		if (keys %$of > 1) {
			note($mine, "$direction.$type #$_", $scale, $one{$_}, $count) for keys %sum;
		}
		next if !$rate;
		my $amount = sum(map { values %$_ } values %sum) / 1000 * $scale;
		$mine->{ "$direction." . ($type eq 'bw' ? 'io' : 'ios') } = [$amount];
		$mine->{"$direction.runtime"} = [$end / 1000] if $type eq 'bw';
	}
}

sub windows {
	my ($end, $window) = @_;
	my $whole = int($end / $window);
	return max(1, $whole + ($end - $whole * $window >= 0.9 * $window ? 1 : 0));
}

# Puts rows into windows; sums are value x ms.
sub spread {
	my ($rows, $type, $bscol, $window, $zero, $kind, $sum, $weight) = @_;
	my $last = $kind eq 'epoch' ? undef : 0;
	for (@$rows) {
		my ($to, $value) = ($_->[0] - $zero, $_->[1]);
		if ($kind eq 'single') {
			my $w = int($to / $window);
			$sum->{$w} += $type eq 'bw' ? $_->[$bscol] / 1.024 : $type eq 'iops' ? 1000 : $value;
			$weight->{$w}++;
			next;
		}
		my $from = $last // $to - $window;
		next if $to <= $from;
		$from = $to - $window if $to - $from >= 1.75 * $window; # windows without I/O between
		for my $w (int($from / $window) .. int($to / $window)) {
			my $ms = min($to, ($w + 1) * $window) - max($from, $w * $window);
			next if $ms <= 0;
			$sum->{$w} += $value * $ms;
			$weight->{$w} += $ms;
		}
		$last = $to;
	}
}

sub ios_in {
	my ($rows, $dircol, $d, $w, $window, $zero, $kind) = @_;
	my %sum;
	spread([grep { $_->[$dircol] == $d } @{ $rows // [] }], 'iops', 3, $window, $zero, $kind, \%sum, {});
	return $sum{$w} // 0;
}

sub note {
	my ($mine, $name, $scale, $values, $count) = @_;
	my @all = map { $_ * $scale } grep { defined } @$values[0 .. $count - 1];
	$mine->{$name} = [moments(@all)];
	return if $count < 4;
	my @middle = map { $_ * $scale } grep { defined } @$values[1 .. $count - 2];
	$mine->{"$name steady"} = [moments(@middle)] if @middle;
}

sub moments {
	my $mean = sum(@_) / @_;
	my $sd = @_ > 1 ? sqrt(sum(map { ($_ - $mean)**2 } @_) / (@_ - 1)) : undef;
	return ($mean, $sd, scalar @_);
}

# ---- histograms -----------------------------------------------------------------------------

# [lower edge, upper edge] of each fine bin: 128 of width 1, then 64 of each width.
sub bins {
	my ($count) = @_;
	my ($low, $width, @bins) = (0, 1);
	while (@bins < $count) {
		push @bins, [$low, $low + $width];
		$low += $width;
		$width *= 2 if @bins >= 128 && @bins % 64 == 0;
	}
	return @bins;
}

sub percentiles {
	my ($mine, $of, $unit) = @_;
	my %count;
	for (map { @$_ } values %$of) {
		my ($time, $d, $bs, @counts) = @$_;
		$count{$d}[$_] += $counts[$_] for grep { $counts[$_] } 0 .. $#counts;
		$count{columns} = @counts;
	}
	my $columns = delete $count{columns} or return;
	my ($fine) = grep { my $f = $_; grep { $columns << $_ == $f } 0 .. 6 } 1856, 1216;
	my @bins = bins($fine);
	my $stride = $fine / $columns;
	for my $d (keys %count) {
		my @c = map { $_ // 0 } @{ $count{$d} }[0 .. $columns - 1];
		my $total = sum(@c);
		for my $p (1, 5, map({ 10 * $_ } 1 .. 9), 95, 99, 99.5, 99.9, 99.95, 99.99) {
			my ($i, $seen) = (0, $c[0]);
			$seen += $c[++$i] while $seen < $p / 100 * $total;
			my ($low, $high) = ($bins[$i * $stride][0], $bins[$i * $stride + $stride - 1][1]);
			my $direction = qw(read write trim)[$d];
			$mine->{"$direction.clat.percentile $p"} = [int($low + ($high - $low) / 2) * $unit];
		}
	}
}

# ---- the records ----------------------------------------------------------------------------

# "write.bw #3 steady" => [value, stddev, n]
sub read_records {
	my ($file) = @_;
	open my $fh, '<', $file or die "$file: $!\n";
	chomp(my $head = <$fh>);
	my @head = split /,/, $head;
	my %found;
	while (<$fh>) {
		chomp;
		my (@cells, %r) = split /,/, $_, -1;
		@r{@head} = @cells;
		my %at = map { split /=/, $_, 2 } split /;/, $r{at};
		next if $r{tool} ne 'fio' || !exists $at{window};
		my $name = $r{metric} =~ s/^fio://r;
		next if $name =~ /\.(min|max|cv|job-min|job-max)$/;
		$name .= " $at{percentile}" if defined $at{percentile};
		$name .= " #$at{number}" if defined $at{number};
		$name .= ' steady' if ($at{state} // '') eq 'steady';
		$found{$name} = [$r{value}, $r{stddev}, $r{n}];
	}
	return %found;
}

sub compare {
	my ($set, $mine, $records) = @_;
	my @wrong;
	for my $name (sort keys %{ { %$mine, %$records } }) {
		my ($got, $want) = ($records->{$name}, $mine->{$name});
		if (!$got || !$want) {
			push @wrong, "$name: only " . ($got ? 'in the records' : 'computed');
			next;
		}
		for my $i (0 .. 2) {
			my ($g, $w) = ($got->[$i], $want->[$i]);
			next if !defined $w && ($g // '') eq '';
			push @wrong, "$name: $g, computed $w"
				if !defined $w || ($g // '') eq '' || abs($g - $w) > 1e-9 * abs($w) + 1e-15;
		}
	}
	$n++;
	print @wrong ? 'not ' : '', "ok $n - $set: ", scalar keys %$mine, " figures\n";
	print "# $_\n" for @wrong[0 .. min($#wrong, 9)];
}
END_OF_PERL
