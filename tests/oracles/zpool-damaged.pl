# Logs of 48 runs were damaged in known places (README of the corpus): block 4 ran out of space,
# block 6 was killed within its row and has no end, block 9 has no output, block 12 holds two runs,
# block 13 a run of another size and fewer tests, block 15 has DOS line ends and another spelling of
# its end, block 21 is a run of an old release, and the log ends within block 47.
use strict;
use warnings;
use Test::More;
use FindBin;
use lib $FindBin::Bin;
use Oracle;

my $corpus = "$ENV{SHARED}/corpus/iozone";
plan skip_all => 'no folder of further logs' unless $ENV{SHARED} ne '' && -d $corpus;

my $log     = "$corpus/zpool-test-damaged.log";
my @source  = blocks(slurp("$corpus/zpool-test.log"));
my ($old)   = blocks(slurp("$corpus/v414-seed.log"));
my ($big)   = blocks(slurp("$corpus/single-i0-i1-i2.log"));
my @damaged = blocks(slurp($log)); # for line numbers only
my $wrong_lines = 0; # of the one-liner

# What block N (from 1) must show, run by run: the figures, what is not there, and the run's status.
sub expected {
	my ($n) = @_;
	my $run = $source[ $n - 1 ]{runs}[0];
	my %first5 = map { $_ => $run->{cell}{$_} } @METRICS[0 .. 4];
	return (
		$n == 4  ? ({ cell => {}, empty => [@METRICS], status => 'failed',
			error => qr/No space left on device/ })
		: $n == 6  ? ({ cell => \%first5, empty => [@METRICS[5 .. 12]], status => 'partial' })
		: $n == 9  ? ({ cell => {}, status => 'failed', error => qr/no .*output/ })
		: $n == 12 ? ({ cell => $run->{cell}, status => 'complete' },
			{ cell => $source[12]{runs}[0]{cell}, status => 'complete' })
		: $n == 13 ? ({ cell => $big->{runs}[0]{cell}, status => 'complete', kb => 16384 })
		: $n == 21 ? ({ cell => $old->{runs}[0]{cell}, status => 'complete', version => '3.414' })
		: $n == 47 ? ({ cell => {}, status => 'failed', error => qr/./ })
		: ({ cell => $run->{cell}, status => 'complete' })
	);
}

# Blocks whose end tells no seconds of one run.
my %no_seconds = map { $_ => 1 } 6, 12, 47;

is(scalar @damaged, 47, '47 blocks in the log');

# ---- the table ------------------------------------------------------------------------------

my ($exit, $out, $err) = run('table', $log, '--rows', 'layout,raid,slog,cache',
	qw(--cell raw --to tsv));
my ($head, @got) = tsv($out);
is($exit, 0, 'table: exit status: nothing was lost that was there');
my (@want, @missing, @bad);
for my $n (1 .. 47) {
	for my $run (expected($n)) {
		push @want, [split(/ /, $source[ $n - 1 ]{key}),
			(map { $run->{cell}{$_} // '' } @METRICS),
			$no_seconds{$n} ? '' : $damaged[ $n - 1 ]{seconds}];
	}
}
is(scalar @got, 48, 'table: a row per run');
is_deeply([map { [map { figure($_) } @$_] } @got], \@want,
	'table: every cell is that of the source run, or empty');

($exit, $out, $err) = run('table', $log, qw(--cell raw --to tsv));
($head, @got) = tsv($out);
ok((grep { $_ eq 'file-size' } @$head), 'table without --rows: the size varies, so it is shown');
is(scalar @got, 48, 'table without --rows: a row per run');
my ($odd) = grep { "@$_[0 .. 3]" eq '3x14 z n 0' } @got;
like(join(' ', @{ $odd // [] }), qr/\b16 MiB\b/, 'table without --rows: block 13 has its own size');
like($err, qr/:104: .*No space left on device/, 'messages: the full disk of block 4');
like($err, qr/:206: .*5 figures of 13/, 'messages: the row of block 6');
like($err, qr/:275: .*no output/, 'messages: the empty block 9');
like($err, qr/:176: .*no end marker/, 'messages: block 6 has no end');
like($err, qr/:1564: .*no end marker/, 'messages: nor has block 47');

# ---- the records ----------------------------------------------------------------------------

# Is there a record, and does it say where the row stands?
sub stands {
	my ($record, $run) = @_;
	return $record && $record->{file} eq $log && $record->{line} == $run->{line};
}

($exit, $out, $err) = run('records', $log);
my %records;
push @{ $records{ $_->{run} } }, $_ for csv($out);
is(scalar keys %records, 48, 'records: 48 runs');
my $at = 0;
for my $n (1 .. 47) {
	my $r = -1;
	for my $run (expected($n)) {
		my @all = @{ $records{ ++$at } // [] };
		my $there = $damaged[ $n - 1 ]{runs}[ ++$r ];
		my %of = map { $_->{metric} =~ /^iozone:(.*)/ ? ($1 => $_) : (time => $_) } @all;
		my @wrong;
		for my $m (@METRICS) {
			my ($got, $figure) = ($of{$m}, $run->{cell}{$m});
			if (defined $figure) {
				push @wrong, $m
					unless stands($got, $there) && $got->{original} eq $figure
					&& $got->{value} == 1024 * $figure;
			} elsif (grep { $_ eq $m } @{ $run->{empty} // [] }) {
				push @wrong, "$m (no figure)"
					unless stands($got, $there) && "$got->{original}$got->{value}" eq ''
					&& $got->{flags} =~ /^(truncated|tool-error)$/;
			} else {
				push @wrong, "$m (not run)" if $got;
			}
		}
		push @wrong, 'status' if grep { $_->{status} ne $run->{status} } @all or !@all;
		push @wrong, 'error' if $run->{error} && $all[0]{error} !~ $run->{error};
		push @wrong, 'version'
			if $there && grep { $_->{version} ne ($run->{version} // '3.508') } @all;
		push @wrong, 'size' if grep { $_->{at} ne 'file-size=' . 1024 * ($run->{kb} // 4096)
			. ';record-size=65536' } grep { $_->{metric} =~ /^iozone/ } @all;
		push @wrong, 'fused' if $n == 21
			&& join(' ', sort grep { $of{$_} && $of{$_}{flags} =~ /fused/ } keys %of)
			ne join(' ', sort keys %{ $old->{runs}[0]{fused} });
		push @bad, "block $n: @wrong" if @wrong;
	}
}
is(join("\n", @bad), '',
	'records: figures with their lines, gaps with line and flag, status, size, release');
my ($both) = grep { $_->{metric} eq 'x:tottime' } @{ $records{13} };
like($both->{flags}, qr/aggregate/,
	'records: the seconds of two runs in one block are marked as such');
is(join(' ', map { $_->{value} } grep { $_->{metric} eq 'x:tottime' } @{ $records{16} }), 1,
	'records: an end in another spelling, with a DOS line end');

# ---- the one-liner of the published page ----------------------------------------------------

# With the size that these logs have; pass one prints what it matches, pass two makes bars.
sub one_liner {
	my $pass = '';
	for (split /(?<=\n)/, $_[0]) {
		/Create zpool with (.+)$/ && ($pass .= " $1 ");
		/4096\s+64\s+(.+)$/ && ($pass .= $1);
		/all destroyed, test ran for\s+(\d+)/ && ($pass .= " $1 \n");
	}
	return map { s/ +/ |  /gr =~ s/^ //r =~ s/ $//r } split /(?<=\n)/, $pass;
}

my @summary = one_liner(slurp($log));
comment('the one-liner of the page makes of this log lines with other than 18 cells:');
for (@summary) {
	my $cells = () = /\|  [^|]/g;
	next if $cells == 18;
	$wrong_lines++;
	comment(sprintf '%2d cells: %s', $cells, s/[\r\n]+//gr);
}
is(scalar grep({ (() = /\|  [^|]/g) == 18 } one_liner(slurp("$corpus/zpool-test.log"))), 48,
	'the one-liner: right on the undamaged log');
# Blocks 4, 6 with 7, 9, 12, 13, 15 with 16, 21 and 47.
is($wrong_lines, 8, 'the one-liner: eight of its lines have not 18 cells');
is(scalar @summary, 45, 'the one-liner: two blocks have no line of their own');

sub comment { print "# $_[0]\n" }

done_testing();
