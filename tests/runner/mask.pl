#!/usr/bin/perl
# mask.pl [rows=KB] [size=A:B] [all] <LOG: what iozone printed from `Command line used:` on, its figures
# masked.  A figure becomes N, together with the blanks before it, so that each ends where it did; what
# depends on how fast it went is left out: remarks on the clock and hints.  `all`: logs without that line.
use strict;
use warnings;

my %arg = map { /^(\w+)(?:=(.*))?/ ? ($1, $2 // 1) : () } @ARGV;
local $/;
my $log = <STDIN> // '';
$log =~ s/\A.*?^(?=\tCommand line used:)//ms or $arg{all} or die "mask.pl: no command line\n";
my $usec = $log =~ /^\tCommand line used:.* -N/;
my ($from, $to) = split /:/, $arg{size} // '';

# The command itself is the caller's affair, but its words are not.
$log =~ s/^(\tCommand line used: \S*?iozone).*$/$1/m;
$log =~ s{/benchtest/(?:\w+/)?|/dev/shm/|\bnodir/}{}g;
$log =~ s/^Timer resolution is poor\..*\n.*\n//m;
$log =~ s/^\n(?:I\/O error during read|The test completed too quickly).*\n(?:.+\n)*\n\tiozone .*\n//mg;
$log =~ s/Time Resolution = [\d.]+/Time Resolution = N/;
if ($to) {
	$log =~ s/^ *$from(?= {6}64\b)/sprintf '%16d', $to/mge;
	$log =~ s/^(\tFile size set to )$from\b/$1$to/mg;
}
print map { masked($_) } split /(?<=\n)/, $log;

# The unit of -N is small: 0 is a figure there, elsewhere it says that there is none.
sub cells {
	my ($text, $zero) = @_;
	$text =~ s/( *)(\d+)/$2 eq '0' && !$zero ? $1 . $2 : 'N' x length "$1$2"/ge;
	return $text;
}

# " %*.2f" in at least so many places.
sub number {
	my ($text, $places) = @_;
	return $text if length $text < $places || (length $text > $places && $text =~ /^ /);
	return 'N';
}

sub masked {
	my ($line) = @_;
	if ($line =~ /^(?=.{24})( *\d+)( +\d+)(.*\n?)\z/s && length "$1$2" == 24) {
		return $arg{rows} && $1 > $arg{rows} ? '' : "$1$2" . cells($3, $usec);
	}
	if ($line =~ /^("(\d+)"  )((?: \d+ )+)$/) {
		my ($head, $size, $rest) = ($1, $2, $3);
		return '' if $arg{rows} && $size > $arg{rows};
		$rest =~ s/ (\d+) /$1 eq '0' && !$usec ? " 0 " : " N "/ge;
		return "$head$rest\n";
	}
	if ($line =~ /^("\d+"  )((?: +\d+\.\d\d)+)$/) {
		my ($head, $rest) = ($1, $2);
		$rest =~ s/ ( *\d+\.\d\d)/' ' . number($1, 6)/ge;
		return "$head$rest\n";
	}
	$line =~ s/ ( *\d+\.\d\d) /$1 == 0 ? " $1 " : ' ' . number($1, 10) . ' '/ge if $line =~ /^" *[A-Za-z-]+/;
	$line =~ s/= ( *\d+\.\d\d)/'= ' . number($1, 10)/ge if $line =~ /^\t(?:Chi|Par|M|A)/;
	$line =~ s/(?<=[=e]) ?( *\d+\.\d{2,3})/N/g if $line =~ /^\tC/;
	$line =~ s/(CPU utilization) +\d+\.\d\d/$1 N/;
	$line =~ s/fd= \d+/fd= N/;
	$line =~ s/\b(?:0x)?[0-9a-f]{11,14}x?\b/A/ if $line =~ /addr|where|block/;
	return $line;
}
