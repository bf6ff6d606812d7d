# Undamaged logs have no unknown line.  A made-up line put into one is counted as unknown and changes
# no record; where it starts with two numbers, it may be told of instead.  And no line of any log that
# starts with two numbers is dropped silently.
use strict;
use warnings;
use Test::More;
use FindBin;
use lib $FindBin::Bin;
use Oracle;

my $golden = "$ENV{SRC}/tests/golden";

# Nothing that iozone prints, though some of it starts like a line that it does.
my @prose = ('foo bar baz', '"foo bar"', '"foo" "bar" 3', 'Errors were made', 'Error: the pool is busy',
	'Child care', 'iozone rocks', 'iozone: command not found', 'read: IOPS=24.7k, BW=96.6MiB/s',
	'Output is in /tmp/results', 'Record Size matters', 'Hostname = my little host',
	'Can not say', 'Dedup is on', 'Delay until noon', 'Auto Mode off', 'Run began: yesterday',
	'Machine = the blue one', "\tForeign words behind a tab");
my @numbers = ('12 34 hello', '64 4 hello', '12 34', "\t64\t4\tx", '64 4', '4096 64 1 2 3 4 5');

# Where a line is put before; undef: after the end.
my %before = (
	banner  => qr/^\t\tCompiled for/,
	options => qr/Command line used:/,
	head    => qr/Time Resolution =/,
	rows    => qr/^ +\d+ +\d+ +\d+(?!.*^ +\d+ +\d+ +\d+)/ms,
	phases  => qr/Parent sees throughput/,
	phase   => qr/Max throughput per/,
	titles  => qr/^"Re-writer report"/,
	report  => qr/^"\d+"   /,
	end     => qr/^iozone test complete/,
	after   => undef,
);

# The logs by their names in the list, where they are there.
sub listed {
	my (@there, $absent);
	for (grep { !/^#/ } split /\n/, slurp("$golden/undamaged.list")) {
		my ($file, $far) = ("$golden/$_");
		$far = $file = "$ENV{SHARED}/$1" if m{^shared/(.*)};
		if (!$far || $ENV{SHARED} ne '' && -e $file) { push @there, [$_, $file] }
		else { $absent++ }
	}
	return ($absent, @there);
}

# For each input its number of unknown lines.
sub unknown {
	my ($exit, $out) = run('check', '--to', 'tsv', @_);
	my @rows = tsv($out);
	return map { $_->[-1] } @rows[1 .. @_];
}

# For each input its records without names and lines of files, runs counted from 1, and what is told
# of it, as [line, text].
sub told {
	my (%of, %first, %told);
	my ($exit, $out, $err) = run('records', @_);
	for (split /\n/, $out) {
		next unless s/,(m\d+),\d*,/,/;
		my $name = $1;
		my ($run) = /^(\d+)/;
		$first{$name} //= $run;
		s/^\d+/$run - $first{$name} + 1/e;
		push @{ $of{$name} }, $_;
	}
	push @{ $told{$1} }, [$2, $3] while $err =~ /^iotab: (m\d+):(\d+): (.*)$/mg;
	return (\%of, \%told);
}

sub texts { return join "\n", sort map { $_->[1] } @{ $_[0] // [] } }

sub put {
	my ($name, $text) = @_;
	open my $fh, '>:raw', $name or die "cannot write '$name': $!\n";
	print $fh $text;
	close $fh or die "cannot write '$name': $!\n";
}

# All made-up lines, each in two places of the log; other places for the next one.
sub made_up {
	my ($text, $nth) = @_;
	my @places;
	for my $place (sort keys %before) {
		next if !defined $before{$place} && $text !~ /\n\z/;
		my $at = !defined $before{$place} ? length $text : $text =~ $before{$place} ? $-[0] : next;
		$at = 1 + rindex $text, "\n", $at - 1 if defined $before{$place}; # where its line begins
		push @places, [$place, $at] if $at > 0;
	}
	my @made;
	return unless @places;
	for my $line (@prose, @numbers) {
		$nth++;
		my %two = map { $_ % @places => 1 } $nth, $nth + 1 + int($#places / 2);
		for my $p (sort keys %two) {
			my ($place, $at) = @{ $places[$p] };
			my $number = 1 + (substr($text, 0, $at) =~ tr/\n//);
			push @made, { line => $line, place => $place, number => $number,
				text => substr($text, 0, $at) . "$line\n" . substr($text, $at) };
		}
	}
	return @made;
}

sub check_log {
	my ($file, $nth) = @_;
	my $text = slurp($file);
	my @made = made_up($text, $nth);
	my @names = map { "m$_" } 0 .. @made;
	put($names[0], $text);
	put($names[$_], $made[ $_ - 1 ]{text}) for 1 .. @made;
	my ($none, @unknown) = unknown(@names);
	my ($records, $told) = told(@names);
	my @wrong = $none ? "$none unknown lines" : ();
	for my $i (1 .. @made) {
		my ($m, $name) = ($made[ $i - 1 ], $names[$i]);
		my $what = "'$m->{line}' before $m->{place}, line $m->{number}";
		next if $m->{line} =~ /^\s*\d/ && grep { $_->[0] == $m->{number} } @{ $told->{$name} // [] };
		push @wrong, "$what: $unknown[$i - 1] unknown" if $unknown[ $i - 1 ] != 1;
		push @wrong, "$what: records differ"
			if join("\n", @{ $records->{$name} // [] }) ne join "\n", @{ $records->{m0} // [] };
		push @wrong, "$what: '" . texts($told->{$name}) . "'"
			if texts($told->{$name}) ne texts($told->{m0});
	}
	unlink @names;
	return @wrong;
}

# Lines that start with two numbers and of which nothing is said.
sub silent {
	my ($file) = @_;
	my @lines = split /\n/, slurp($file);
	my ($exit, $out, $err) = run('records', $file);
	my (%figures, %told);
	$figures{ $_->{line} } .= $_->{original} for csv($out);
	$told{$1} = 1 while $err =~ /^iotab: [^\n]*?:(\d+): /mg;
	my ($unknown) = unknown($file);
	my @silent;
	for my $n (grep { $lines[ $_ - 1 ] =~ /^\s*\d+\s+\d+(?:\s|$)/ } 1 .. @lines) {
		next if defined $figures{$n} || $told{$n};
		# The rest of a row that was broken, perhaps inside a number, belongs to where the row begins.
		my $rest = $lines[ $n - 1 ] =~ tr/0-9//cdr;
		push @silent, $n unless grep { ($figures{ $n - $_ } // '') =~ /$rest/ } 1, 2;
	}
	return @silent > $unknown ? "lines @silent" : ();
}

my ($absent, @listed) = listed();
my $nth = 0;
for (@listed) {
	my ($name, $file) = @$_;
	my @wrong = check_log($file, $nth++);
	splice @wrong, 10, @wrong - 10, '...' if @wrong > 10;
	is(join("\n", @wrong), '', $name);
}
my %listed = map { ($_->[0] => 1) } @listed;
is(join(' ', grep { !$listed{$_} && !/dmg-/ } map { s{^\Q$golden/}{}r } glob "$golden/iozone/*.log"), '',
	'every golden log is listed, but those that are damaged');

my @further = grep { -f && !-e "$golden/iozone/" . s{.*/}{}r } $ENV{SHARED} eq '' ? ()
	: glob "$ENV{SHARED}/corpus/iozone/*.log $ENV{SHARED}/corpus/public/iozone/*";
for (glob("$golden/iozone/*.log"), @further) {
	my @silent = silent($_);
	is("@silent", '', s{.*/}{}r . ': no line of numbers is dropped');
}
SKIP: { skip 'no folder of further logs', 1 if $absent; pass('all listed logs are there') }
done_testing();
