#!/usr/bin/perl
# iorun-bonnie-figures.pl < OUTPUT: from the csv line of bonnie++ 2.00, what each test must have taken:
# "elapsed cpu latency" in seconds, for tests/runner/report.c.  The csv truncates: half a unit is added.
use strict;
use warnings;

my ($name, $line) = ($ENV{NAME});
while (<STDIN>) { $line = $_ if /^1\.98,/ }
chomp $line;
$line =~ s/^(1\.98,[^,]*),\Q$name\E,/$1,,/ or die "no csv line\n";
my @f = split /,/, $line, -1;
my ($size, $unit) = ($f[5] || '0M') =~ /(\d+)([MG])/;
$size *= 1024 * 1024 if $unit eq 'G';
$size *= 1024 if $unit eq 'M';
my $char = ($ENV{PER_CHAR} || 3) * 1024;
my @amount = ($char, $size, $size, $char, $size, $f[7] || 0, (($f[21] || 0) * 1024) x 6);
for my $i (0 .. 11) {
	my ($rate, $cpu) = @f[($i < 6 ? 9 : 14) + 2 * $i, ($i < 6 ? 10 : 15) + 2 * $i];
	my ($value, $time) = ($f[38 + $i] || '0us') =~ /(\d+)(us|ms|s)/;
	my $latency = $value ? ($value + 0.5) * { us => 1e-6, ms => 1e-3, s => 1 }->{$time} : 0;
	my $half = $rate =~ /\./ || $i == 5 ? 0 : 0.5;
	my $elapsed = $rate eq '' ? 0 : $rate =~ /\+/ ? 0.1 : $amount[$i] / ($rate + $half);
	printf "%.12g %.12g %.12g\n", $elapsed, $cpu =~ /\d/ ? ($cpu + 0.5) / 100 * $elapsed : 0, $latency;
}
