# matrix_rows.pl LOG ROWS: is each row of the campaign in the log once, whole, with its own figure, in sections that end?
# Reads the text alone, without iotab or the journal.
use strict;
use warnings;

my ($log, $rows) = @ARGV;
my (%ended, @bad, $open, $figure);
open my $fh, '<', $log or die "$log: $!\n";
while (<$fh>) {
	if (/^iorun: begin row=(\d+)\//) {
		push @bad, "line $.: row $1 begins, and row $open did not end but has a figure"
			if defined $open && defined $figure;
		($open, $figure) = ($1, undef);
	} elsif (/^iorun: end row=(\d+)\/\d+ status=(\S+)/) {
		push @bad, "line $.: row $1 ends and did not begin" if !defined $open || $open != $1;
		push @bad, "line $.: row $1 ends with $2" if $2 ne 'ok';
		push @bad, "line $.: row $1 has the figure " . ($figure // 'none')
			if ($figure // 0) != 100000 + $1;
		push @bad, "line $.: row $1 ends a second time" if $ended{$1}++;
		($open, $figure) = ();
	} elsif (/^ +4096 +64 +(\d+)/) {
		push @bad, "line $.: a second figure" if defined $figure;
		push @bad, "line $.: a figure outside of a row" if !defined $open;
		$figure = $1;
	}
}
push @bad, "row $_ is lost" for grep { !$ended{$_} } 1 .. $rows;
print "$_\n" for @bad;
exit(@bad != 0);
