#!/bin/sh
# What must not show in the results: threads, the order of arguments, line ends, how logs are put
# together, locale, time zone, and a way through records and back.
exec perl - "$SRC/tests/golden/iozone" <<'END_OF_PERL'
use strict;
use warnings;
use File::Copy qw(copy);
use List::Util qw(shuffle);

my ($golden) = @ARGV;
my $n = 0;
my %env = %ENV;

# Sanitised programs are slow: a part of the ways shows memory errors as well.
my $quick = ($ENV{VARIANT} // 'release') ne 'release';

# Logs with a head of their own that end in a whole line: those that stand beside others unchanged.
mkdir $_ or die "$_: $!\n" for qw(logs crlf cr set);
my %text  = map { m{([^/]+)$} => slurp($_) } glob "$golden/*.log";
my @names = sort keys %text;
my @whole = grep { $text{$_} =~ /Iozone: Performance/ && $text{$_} =~ /\n\z/ } @names;
my @plain = grep { $text{$_} !~ /\r/ } @whole;
for (@whole) { copy("$golden/$_", "logs/$_") or die "$_: $!\n" }
die "too few logs\n" if @plain < 100;

threads_and_order();
line_ends();
together();
noise();
there_and_back();
surroundings();
print "1..$n\n";

# ---- the properties -------------------------------------------------------------------------

sub threads_and_order {
	my $seed = time ^ $$;
	print "# seed $seed\n";
	srand $seed;
	my @files = map { "logs/$_" } @whole;
	my $rows  = '--rows version,file-size,record-size --metric all';
	my @ways  = (
		"table --to text $rows --cell raw",
		"table --to text $rows --over async,mmap,stride --cell mean±sd",
		"table --to csv $rows --cell median --over mmap,async",
		"table --to json --rows file-size --cell mean±sd --over version,record-size",
		"table --to twiki --rows file-size,record-size --where version=3.414 --cell raw",
		"table --to text",
		'records --to csv',
		'records --to jsonl',
		'check -v',
	);
	@ways = @ways[0, 1, 3, 6] if $quick;
	for my $way (@ways) {
		my $want = iotab("$way --threads 1 @files");
		ok($want->{out} ne '', "$way: writes something", $want->{err});
		same($want, iotab("$way --threads 4 @files"), "$way: as many threads as one");
		same($want, iotab("$way --threads $_->[0] " . join ' ', shuffle(@files)),
			"$way: $_->[1]")
			for [1, 'shuffled arguments'], [4, 'shuffled arguments, many threads'];
		same($want, iotab("$way logs"), "$way: the directory for its files");
	}
}

sub line_ends {
	mkdir "lf" or die "lf: $!\n";
	for (@plain) {
		my ($crlf, $cr) = ($text{$_}, $text{$_});
		$crlf =~ s/\n/\r\n/g;
		$cr   =~ s/\n/\r/g;
		put("lf/$_",   $text{$_});
		put("crlf/$_", $crlf);
		put("cr/$_",   $cr);
	}
	my $want = iotab('records --to csv .', dir => 'lf');
	ok($want->{out} =~ /\n./, 'line ends: there are records', $want->{err});
	same($want, iotab('records --to csv .', dir => 'crlf'), 'CRLF for LF');
	same($want, iotab('records --to csv .', dir => 'cr'),   'CR for LF');
}

sub together {
	my $want = loose(iotab('records --to csv logs'));
	for (['one after the other', @whole], ['backwards', reverse @whole]) {
		my ($how, @order) = @$_;
		put('all.log', join '', @text{@order});
		union($want, loose(iotab('records --to csv all.log')), "all logs in one file, $how");
	}
	for my $pair (pairs()) {
		my ($a, $b) = @$pair;
		put('two.log', $text{$a} . $text{$b});
		my $want = loose(map { iotab("records --to csv logs/$_") } $a, $b);
		union($want,
			loose(iotab('records --to csv two.log')), "$a, $b in one file");
	}
	put('one.log', $text{'v414-seed.log'});
	my $file = iotab('records --to csv one.log');
	my $pipe = iotab('records --to csv - <one.log');
	$pipe->{out} =~ s/,-,(\d+)/,one.log,$1/g;
	same($file, $pipe, 'the standard input for a file');
}

# What one run says must not colour the next: other units, modes, tests, widths, errors.
sub pairs {
	return map { ["$_->[0].log", "$_->[1].log"] } (
		[qw(ops-O-single subset-i0-i1)],       [qw(usec-N-auto v471-auto-g1M)],
		[qw(opt-e-c-I single-all)],            [qw(opt-n-no-retest single-i0-i1-i2)],
		[qw(opt-V-verify single-all)],         [qw(v414-E v430-E)],
		[qw(v430-i0-i7 v471-i0-i7)],           [qw(v414-auto-g1M v471-auto-g1M)],
		[qw(err-enospc-write single-all)],     [qw(err-no-file-read subset-i0-i1)],
		[qw(err-thr-and-auto single-all)],     [qw(opt-n-above-max single-default)],
		[qw(opt-B-mmap single-all)],           [qw(opt-E-existing single-i0-i1-i2)],
		[qw(campaign-v414 single-all)],        [qw(single-all campaign-v414)],
		[qw(campaign-v414 campaign-v414)],     [qw(opt-j-K-S-L subset-i0-i3-i5)],
		[qw(opt-k-async opt-D-mmap)],          [qw(subset-i0-i2 subset-i0-i3)],
		[qw(thr-T-t4-i0-i1 thr-t2-all)],       [qw(thr-O-t2 single-all)],
		[qw(err-enospc-thr thr-t4-C-i0-i1)],   [qw(single-all thr-cpu-R-C)],
	);
}

# Lines of other programs that begin like a row, before every line of a log.
sub noise {
	for my $log (qw(opt-e-c-I subset-i0-i7 ops-O-single usec-N-auto opt-n-no-retest campaign-v414),
		qw(v414-auto-g1M opt-B-mmap opt-z-A pread-E-i0-i9-i10))
	{
		my $want = loose(iotab("records --to csv logs/$log.log"));
		for my $noise ('12:33:01 up 3 days, load 0.1', ' 4 disks are fine', '100%') {
			next if $quick && $noise !~ /:/;
			put('noisy.log', $text{"$log.log"} =~ s{^}{$noise\n}mgr);
			union($want, loose(iotab('records --to csv noisy.log')),
				"$log.log among lines of '$noise'");
		}
	}
}

sub there_and_back {
	my $csv   = iotab('records --to csv logs')->{out};
	my $jsonl = iotab('records --to jsonl logs')->{out};
	put('a.csv',   $csv);
	put('a.jsonl', $jsonl);
	for my $from ('a.csv', 'a.jsonl') {
		ok(iotab("records --to csv $from")->{out} eq $csv,     "$from to csv");
		ok(iotab("records --to jsonl $from")->{out} eq $jsonl, "$from to jsonl");
	}
	my $campaign = "$ENV{SAMPLES}/thumper/zpool-test.log";
	my $study    = "--study $ENV{SAMPLES}/thumper/study.yaml";
	put('thumper.csv',   iotab("records --to csv $study $campaign")->{out});
	put('thumper.jsonl', iotab("records --to jsonl $study $campaign")->{out});
	for (
		[$campaign, 'thumper', "$study --rows layout,raid,slog,cache"],
		[$campaign, 'thumper', "$study --rows layout --over raid,slog,cache --cell mean±sd"],
		[$campaign, 'thumper', "$study --rows raid,cache --over layout,slog --cell median"],
		[$campaign, 'thumper', "$study --safe --rows layout,raid,slog,cache --metric all"],
		['logs', 'a', '--no-study --rows version,file-size,record-size --cell raw'],
		['logs', 'a', '--no-study --rows file-size --where version=3.508'],
		)
	{
		my ($logs, $records, $options) = @$_;
		for my $to ('text', 'csv') {
			my $want = iotab("table $options --to $to $logs");
			ok($want->{out} =~ /\n./, "table $options --to $to: has rows", $want->{err});
			ok(iotab("table $options --to $to $records.$_")->{out} eq $want->{out},
				"table $options --to $to: from $_ as from logs")
				for 'csv', 'jsonl';
		}
	}
}

sub surroundings {
	my $logs = 'logs/campaign-v414.log logs/v430-auto-g1M.log logs/usec-N-auto.log';
	my @ways = (
		"records --to csv $logs",
		"table --to text --rows version,file-size,layout --over record-size,cache,raid,slog $logs",
		"table --to csv --rows file-size --metric all --over record-size logs/v430-auto-g1M.log",
		"check $logs",
		"table --rows nosuchkey $logs",
	);
	my @settings = (
		{ LC_ALL => 'C' }, { LC_ALL => 'xx' }, { LC_ALL => 'de_DE.UTF-8' },
		{ LC_ALL => '', LC_NUMERIC => 'de_DE.UTF-8' }, { LC_ALL => '', LANG => 'de_DE' },
		{ LC_ALL => 'C', G_FILENAME_ENCODING => 'ISO-8859-1' },
		{ TZ => 'Asia/Kathmandu' }, { TZ => 'America/St_Johns' }, { TZ => 'XXX-14' },
		{ COLUMNS => 40 }, { TERM => 'xterm' }, { LANGUAGE => 'de' },
	);
	splice @ways, 2 if $quick;
	@settings = @settings[1, 6] if $quick;
	for my $way (@ways) {
		my $want = iotab($way);
		for my $setting (@settings) {
			same($want, iotab($way, env => $setting),
				join(' ', map { "$_=$setting->{$_}" } sort keys %$setting) . ": $way");
		}
	}
}

# ---- helpers --------------------------------------------------------------------------------

sub iotab {
	my ($args, %how) = @_;
	local @ENV{ keys %{ $how{env} } } = values %{ $how{env} } if $how{env};
	my $in     = $how{dir} ? "cd $how{dir} && " : '';
	my $top    = $how{dir} ? '..' : '.';
	my $status = system("$in$env{IOTAB} $args >$top/out 2>$top/err") >> 8;
	return { out => slurp('out'), err => slurp('err'), status => $status };
}

sub same {
	my ($want, $got, $name) = @_;
	my @wrong = grep { $want->{$_} ne $got->{$_} } qw(out err status);
	ok(!@wrong, $name, map { first_difference($want->{$_}, $got->{$_}) } @wrong);
}

sub first_difference {
	my @want = split /\n/, $_[0];
	my @got  = split /\n/, $_[1];
	for (0 .. (@want > @got ? $#want : $#got)) {
		my ($w, $g) = ($want[$_] // '(end)', $got[$_] // '(end)');
		return 'line ' . ($_ + 1), $w, $g if $w ne $g;
	}
	return 'they differ in line ends only';
}

# Records without run, file and line, as a bag.
sub loose {
	my %bag;
	for (map { split /\n/, $_->{out} } @_) {
		s/^\d+,// or next;
		s{,(?:logs/)?[\w.-]+\.log,\d+,}{,,,};
		$bag{$_}++;
	}
	return \%bag;
}

sub union {
	my ($want, $got, $name) = @_;
	my @wrong = (
		(map { "missing: $_" } grep { $want->{$_} > ($got->{$_} // 0) } sort keys %$want),
		(map { "new: $_" } grep { $got->{$_} > ($want->{$_} // 0) } sort keys %$got),
	);
	ok(!@wrong && scalar %$want, $name, @wrong);
}

sub ok {
	my ($good, $name, @why) = @_;
	printf "%sok %d - %s\n", $good ? '' : 'not ', ++$n, $name;
	return if $good;
	splice @why, 5, @why - 5, '...' if @why > 5;
	print map { "# $_\n" } map { split /\n/ } @why;
}

sub slurp {
	open my $fh, '<:raw', $_[0] or die "$_[0]: $!\n";
	local $/;
	return <$fh> // '';
}

sub put {
	open my $fh, '>:raw', $_[0] or die "$_[0]: $!\n";
	print $fh $_[1];
	close $fh or die "$_[0]: $!\n";
}
END_OF_PERL
