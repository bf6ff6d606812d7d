# What the tests of whole tables share: running iotab, reading its output, and an own reader of
# zpool transcripts.  The column model here is written from the widths that iozone's printf uses in
# each release; it knows nothing of iotab's code.
package Oracle;
use strict;
use warnings;
use Exporter 'import';
our @EXPORT = qw(run slurp tsv csv figure within blocks @METRICS);

# The 13 columns of a table, and the -i test each belongs to.
our @METRICS = qw(write rewrite read reread random-read random-write backward-read record-rewrite
	stride-read fwrite frewrite fread freread);
my @test = (0, 0, 1, 1, 2, 2, 3, 4, 5, 6, 6, 7, 7);

# Widths of the cells as printed, and of the blanks printed for a test that was not chosen.
my @eras = (
	{   upto  => 3.428, # 3.3xx to 3.42x
		width => [8, 8, 9, 9, 8, 8, 8, 9, 9, 9, 9, 8, 9],
		blank => [16, 18, 16, 8, 8, 8, 18, 16],
	},
	{   upto  => 3.431,
		width => [9, 9, 9, 9, 9, 9, 9, 10, 10, 9, 9, 9, 9],
		blank => [16, 18, 16, 8, 8, 8, 18, 16],
	},
	{   upto  => 3.497,
		width => [9, 9, 9, 9, 9, 9, 9, 10, 10, 9, 9, 9, 9],
		blank => [18, 18, 18, 9, 10, 10, 18, 17],
	},
	{   upto  => 9,
		width => [10, 10, 10, 10, 10, 10, 10, 11, 11, 10, 10, 10, 10],
		blank => [18, 18, 18, 9, 10, 10, 18, 17],
	},
);

# Runs iotab; gives (exit status, stdout, stderr), both as bytes.
sub run {
	my @words = @_;
	my $pid = fork // die "cannot fork: $!\n";
	if (!$pid) {
		open STDOUT, '>', 'run.out' or die;
		open STDERR, '>', 'run.err' or die;
		exec $ENV{IOTAB}, @words or die "cannot run '$ENV{IOTAB}': $!\n";
	}
	waitpid $pid, 0;
	return ($? & 127 ? "signal $?" : $? >> 8, slurp('run.out'), slurp('run.err'));
}

sub slurp {
	my ($file) = @_;
	open my $fh, '<:raw', $file or die "cannot read '$file': $!\n";
	local $/;
	return <$fh> // '';
}

# Rows of cells.
sub tsv { return map { [split /\t/, $_, -1] } split /\n/, $_[0] }

# Rows as hashes by the names in the first row.  Quotes as in RFC 4180; no line ends within cells.
sub csv {
	my ($head, @rows) = map {
		my ($line, @cells) = ("$_,");
		push @cells, defined $1 ? $1 =~ s/""/"/gr : $2
			while $line =~ /\G(?:"((?:[^"]|"")*)"|([^,]*)),/g;
		\@cells;
	} split /\n/, $_[0];
	return map { my %row; @row{@$head} = @$_; \%row } @rows;
}

# The number of a cell; a unit behind it is let pass.
sub figure { return $_[0] =~ /^(-?[0-9.]+)(?: \S+)?$/ ? $1 : $_[0] }

# Is the printed number what `exact` rounds to, with as many digits as it has?
sub within {
	my ($printed, $exact) = @_;
	my $digits = $printed =~ /\.(\d+)$/ ? length $1 : 0;
	return abs($printed - $exact) <= 0.5 * 10**-$digits * (1 + 1e-9) + 1e-12 * abs $exact;
}

# A transcript as blocks { key => "2x21 z n 0", seconds, runs => [...] }, each run
# { version, kb, reclen, line, cell => { metric => figure }, fused => { metric => 1 } }.  Fused
# figures have no blank between them.
sub blocks {
	my ($text) = @_;
	my (@blocks, $run, $line);
	for (split /\n/, $text, -1) {
		$line++;
		s/\r$//;
		if (/^Create zpool with (\S+ \S+ \S+ \S+)/i) {
			push @blocks, { key => $1, runs => [] };
		} elsif (/all destroyed, test ran for\s+(\d+)/i) {
			$blocks[-1]{seconds} = $1;
		} elsif (/Iozone: Performance Test of File/) {
			push @blocks, { key => '', runs => [] } if !@blocks;
			push @{ $blocks[-1]{runs} }, $run = { tests => {}, cell => {}, fused => {} };
		} elsif (/Version \$Revision: (\S+) /) {
			$run->{version} = $1;
		} elsif (/Command line used:(.*)/) {
			my $words = $1;
			$run->{tests}{$1} = 1 while $words =~ / -i\s*(\d+)/g;
		} elsif ($run && !defined $run->{kb} && /^([ \d]{15}\d)([ \d]{7}\d)(.*)/) {
			@$run{qw(kb reclen line)} = ($1 + 0, $2 + 0, $line);
			$run->{cell} = cut($run, $3);
		}
	}
	return @blocks;
}

# Cells of one row by the ends of their fields; those beyond the end of the row are not there.
sub cut {
	my ($run, $rest) = @_;
	my ($era) = grep { $run->{version} <= $_->{upto} } @eras;
	my ($at, $last, %cell, %blanked) = (0);
	for my $c (0 .. $#METRICS) {
		my $t = $test[$c];
		if (%{ $run->{tests} } && !$run->{tests}{$t}) {
			$at += $era->{blank}[$t] unless $blanked{$t}++;
			next;
		}
		last if $at >= length $rest;
		my $field = substr $rest, $at, $era->{width}[$c];
		$at += $era->{width}[$c];
		last if $field =~ /^ *$/;
		$field =~ /^ *(\d+)$/ or die "line $run->{line}: '$field' is no field\n";
		$cell{ $METRICS[$c] } = $1;
		$run->{fused}{$_} = 1 for $last && $field !~ m{^ } ? ($last, $METRICS[$c]) : ();
		$last = $METRICS[$c];
	}
	substr($rest, $at < length $rest ? $at : length $rest) =~ /^ *$/
		or die "line $run->{line}: the row is longer than its fields\n";
	return \%cell;
}

1;
