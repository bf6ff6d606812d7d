#!/bin/sh
# Logs of fio with flipped bits, cuts, NULs and bytes from elsewhere: the program ends in order, with
# messages of its own, and shows nothing that is no number.
exec perl - "$SRC/tests/golden/fio-logs" <<'END_OF_PERL'
use strict;
use warnings;
use File::Copy qw(copy);
use List::Util qw(shuffle);

my ($golden) = @ARGV;
my $rounds = $ENV{FUZZ_ROUNDS} // (($ENV{VARIANT} // '') eq 'release' ? 120 : 40);
my $seed = $ENV{FUZZ_SEED} // time ^ $$;
my @sets = grep { !/write12/ } glob "$golden/*.set";
my @jobs = ('records --series logs', 'table --over time --metric all logs', 'check -v logs', 'logs',
	'table --metric all --rows source logs');

print "# seed $seed\n";
srand $seed;
for my $round (1 .. $rounds) {
	my $set = $sets[rand @sets];
	my @wrong;
	mkdir 'logs';
	unlink glob 'logs/*';
	copy($_, 'logs/' . m{([^/]+)$} && "logs/$1") for glob "$set/*";
	damage($_) for grep { defined } (shuffle(glob 'logs/*'))[0 .. rand 4];
	for my $job ($jobs[0], $jobs[1 + rand @jobs - 1]) {
		my $out = qx{"$ENV{IOTAB}" $job 2>err};
		my ($status, $err) = ($?, slurp('err'));
		push @wrong, "$job: status $status" if $status != 0 && $status != 512;
		push @wrong, "$job: $_" for grep { !/^iotab: / } split /\n/, $err;
		push @wrong, "$job: $1" if $out =~ /(.*\b(?:nan|inf)\b.*)/;
	}
	print @wrong ? 'not ' : '', "ok $round - ", $set =~ m{([^/]+)$}, "\n";
	print "# $_\n" for @wrong[0 .. ($#wrong < 20 ? $#wrong : 20)];
}
print "1..$rounds\n";

sub slurp {
	open my $fh, '<:raw', $_[0] or die "cannot read '$_[0]': $!\n";
	local $/;
	return <$fh> // '';
}

sub bytes { return join '', map { chr int rand 256 } 1 .. 1 + rand $_[0] }

sub damage {
	my ($file) = @_;
	my $text = slurp($file);
	for (1 .. 1 + rand 5) {
		last if $text eq '';
		my $at = int rand length $text;
		my $what = int rand 8;
		if    ($what == 0) { substr($text, $at, 1) ^= chr(1 << int rand 8) }
		elsif ($what == 1) { substr($text, $at) = '' }
		elsif ($what == 2) { substr($text, $at, 1 + rand 30) = '' }
		elsif ($what == 3) { substr($text, $at, 0) = bytes(20) }
		elsif ($what == 4) { substr($text, $at, 0) = substr $text, rand length $text, 200 }
		elsif ($what == 5) { substr($text, $at, 0) = '9' x (1 + rand 22) }
		elsif ($what == 6) { substr($text, $at, 0) = "\0" x (1 + rand 600) }
		else { substr($text, $at, 0) = ("\n", ', ', "\r", '-', '0x', "\n0, 0, 0, 0\n")[rand 6] }
	}
	open my $fh, '>:raw', $file or die "cannot write '$file': $!\n";
	print $fh $text;
}
END_OF_PERL
