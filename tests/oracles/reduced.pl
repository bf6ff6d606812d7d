# reduced.pl FILE: what `iotab records FILE` has, in fewer words: the facts of a run once, then its
# figures place by place, `METRIC ORIGINAL VALUE FLAGS` each, '-' where there is none.  Commands, hosts
# and names of files are left out, so that nothing of a log that is not ours stands in what is
# expected of it: a job is its number among the names of the log.  Messages and exit status are those
# of iotab.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Oracle;

my ($exit, $out, $err) = run('records', $ARGV[0], '--to', 'csv');
my ($facts, $place) = ('', '');
my %names;
for my $r (csv($out)) {
	my $now = join '', map { $r->{$_} eq '' ? () : " $_=$r->{$_}" }
		qw(tool version status layout label factors when error);
	print "run $r->{run}:$now\n" if $facts ne "$r->{run}$now";
	$place = '' if $facts ne "$r->{run}$now";
	$facts = "$r->{run}$now";
	next if $r->{metric} eq '';
	$r->{at} =~ s/\b(job|client)=((?:\\.|[^\\;])*)/"$1=" . number($1, $2)/ge;
	$now = "line $r->{line}: " . join ' ', map { $r->{$_} eq '' ? '-' : $r->{$_} }
		qw(at original_unit unit);
	print "$now\n" if $place ne $now;
	$place = $now;
	print join(' ', map { $r->{$_} eq '' ? '-' : $r->{$_} } qw(metric original value flags)), "\n";
}
sub number {
	my ($kind, $name) = @_;
	my $names = $names{$kind} //= {};
	$names->{$name} = 1 + keys %$names unless $names->{$name};
	return $names->{$name};
}
print STDERR $err;
exit($exit =~ /^\d+$/ ? $exit : 99);
