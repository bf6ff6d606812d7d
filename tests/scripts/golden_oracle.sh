#!/bin/sh
# The expected records of the iozone logs, compared with the logs by a second reader: each row is
# cut by the widths of the release that printed it, without any part of iotab.
# Phases of throughput mode are read by patterns, and the least child is worked out anew.  The reports
# of -R have to agree with the table or the phases above them, cell by cell.
# Logs in $SHARED are read the same way, where it is there.
# variants: release
exec perl - "$SRC/tests/golden/iozone" <<'END_OF_PERL'
use strict;
use warnings;

my ($dir) = @ARGV;
my $shared = $ENV{SHARED} ne '' ? "$ENV{SHARED}/corpus" : '';

# Columns: test, metric, whether it is a second pass.
my @columns = map { [split] } split /\n/, <<'END';
0 write 0
0 rewrite 1
1 read 0
1 reread 1
2 random-read 0
2 random-write 0
3 backward-read 0
4 record-rewrite 0
5 stride-read 0
6 fwrite 0
6 frewrite 1
7 fread 0
7 freread 1
9 pwrite 0
9 repwrite 1
10 pread 0
10 repread 1
END

# Where a full row's cells end: releases to 3.428, to 3.497, later.
my %ends = (
	L1 => [32, 40, 49, 58, 66, 74, 82, 91, 100, 109, 118, 126, 135, 143, 152, 160, 169],
	L2 => [33, 42, 51, 60, 69, 78, 87, 97, 107, 116, 125, 134, 143, 152, 161, 169, 178],
	L3 => [34, 44, 54, 64, 74, 84, 94, 105, 116, 126, 136, 146, 156, 166, 176, 186, 196],
);

# Blanks printed for a test that is left out: to 3.433, later.
my %blanks = (
	old => [16, 18, 16, 8, 8, 8, 18, 16, 0, 17, 19],
	new => [18, 18, 18, 9, 10, 10, 18, 17, 0, 18, 18],
);

# Phases of throughput mode: the test, and the tool's words.
my %phases = reverse split /[=\n]/, <<'END' =~ s/ *= */=/gr;
write         = initial writers
rewrite       = rewriters
read          = readers
reread        = re-readers
backward-read = reverse readers
stride-read   = stride readers
random-read   = random readers
mixed         = mixed workload
random-write  = random writers
pwrite        = pwrite writers
pread         = pread readers
fwrite        = fwriters
fread         = freaders
END
# The report of -R: what its blocks, and its lines of throughput mode, are called.
my %reports = map { reverse split /\s*=\s*/ } split /\n/, <<'END';
write          = Writer
rewrite        = Re-writer
read           = Reader
reread         = Re-Reader
random-read    = Random read
random-write   = Random write
backward-read  = Backward read
record-rewrite = Record rewrite
stride-read    = Stride read
fwrite         = Fwrite
frewrite       = Re-Fwrite
fread          = Fread
freread        = Re-Fread
pwrite         = Pwrite
repwrite       = Re-Pwrite
pread          = Pread
repread        = Re-Pread
END
my %summed = map { reverse split /\s*=\s*/ } split /\n/, <<'END';
write   = Initial write
rewrite = Rewrite
read    = Read
reread  = Re-read
END
my %beside = (Parent => 'parent', Min => 'min', Max => 'max', Avg => 'avg');

# Logs that have lost their head: what the run was that they were cut from, and `opens`, where the
# first line is not where a run begins.
my %headless = (
	'mmap_ramdisk_9cols.txt'  => { version => '3.327' },
	'ops_throughput_64k.txt'  => {},
	'subset_md_block.txt'     => { version => '3.471', tests => [0 .. 2], opens => qr/kB  reclen/ },
	'throughput_nfs_before_after.txt' => { opens => qr/Command line used:/ },
	'dmg-row-only.log'              => { version => '3.508', tests => [0 .. 7] },
	'dmg-rows-no-header.log'        => { version => '3.414', tests => [0 .. 7] },
	'dmg-subset-rows-no-header.log' => { version => '3.508', tests => [0, 2] },
	'dmg-cut-head.log'              => { version => '3.508', tests => [0, 1] },
);

# Where columns or table are lost, or rows broken, nothing can be cut; tests/scripts/damage.sh has those against their sources.
# Sections without a run are for zpool-damaged.pl.
my @logs = grep { !/collapsed-spaces|csv-pasted|report-|wrap/ } sort glob "$dir/*.log";
my @more = grep { -f && !/zpool-test-damaged/ && !-e "$dir/" . s{.*/}{}r && !/wrap/ }
	sort glob "$shared/iozone/*.log $shared/public/iozone/*" if $shared ne '';
print '1..', 5 + @logs + @more, "\n";
my ($n, $rows, $cells, $phases, $again) = (0, 0, 0, 0, 0);
for my $path (@logs, @more) {
	my @wrong = compare($path);
	ok(!@wrong, $path =~ s{.*/}{}r);
	splice @wrong, 10, @wrong - 10, '...' if @wrong > 10;
	print "# $_\n" for @wrong;
}
ok($rows > 500,   "$rows rows");
ok($cells > 6000, "$cells cells");
ok($phases > 90,  "$phases phases");
ok($again > 2500, "$again figures of reports");
if (@more) {
	my @none = grep { -f && !-e "$dir/" . s{.*/}{}r . '.records.csv' && !-e "$dir/" . s{.*/}{}r . '.diag'
		&& !-e s{^\Q$ENV{SHARED}\E}{$dir/../shared}r . '.records' }
		glob "$shared/iozone/*.log $shared/public/iozone/*";
	ok(!@none, "@{[scalar @more]} further logs; something is expected of every log" . join ' ', '', @none);
} else {
	printf "ok %d # SKIP no folder of further logs\n", ++$n;
}

sub ok {
	my ($good, $name) = @_;
	printf "%sok %d - %s\n", $good ? '' : 'not ', ++$n, $name;
}

sub compare {
	my ($path) = @_;
	my ($log)  = $path =~ m{([^/]+)$};
	my ($figures, $runs) = read_log($path);
	my (%got, @wrong, %run);
	push @wrong, map { check_report($_, $figures) } @$runs;
	for my $r (read_records($path)) {
		my $run = $run{ $r->{run} } //= $runs->[$r->{run} - 1];
		push @wrong, "run $r->{run} is not in the log" unless $run;
		push @wrong, check_run($r, $run) if $run;
		next if $r->{metric} eq '';
		# A line of a report has a figure for each record size.
		my ($size) = $r->{at} =~ /record-size=(\d+)/;
		my $key = join ' ', $r->{line}, $r->{metric}, $size // '';
		push @wrong, "line $r->{line}: $r->{metric} twice" if $got{$key};
		$got{$key} = $r;
		push @wrong, "line $r->{line}: file '$r->{file}'" if $r->{file} !~ m{(?:^|/)\Q$log\E$};
	}
	push @wrong, @$runs . ' runs in the log, ' . keys(%run) . ' in the records'
		if @$runs != keys %run;
	for my $f (@$figures) {
		my $r = delete $got{join ' ', $f->{line}, $f->{metric}, ($f->{at} // {})->{'record-size'} // ''};
		push @wrong, $r ? check_figure($r, $f) : "line $f->{line}: no $f->{metric}";
	}
	push @wrong, map { "line $got{$_}{line}: $got{$_}{metric} is not in the log" } sort keys %got;
	return @wrong;
}

# ---- the logs -------------------------------------------------------------------------------

# Takes back what was done to a damaged log, each by its own name.
sub undamaged {
	my ($log, $line) = @_;
	$line =~ s/^>>> ?//                              if $log =~ /email-quoted/;
	$line =~ s/^\S+ storehost bench\[\d+\]: ?//     if $log =~ /timestamps/;
	$line =~ s/(<\/?[a-z]+>)+$//                     if $log =~ /html-br/;
	$line =~ s/^ {4}//                               if $log =~ /subset_md_block/;
	if ($log =~ /unexpanded-tabs/ && $line =~ /^[\t ]*\d/) {
		1 while $line =~ s/^([^\t]*)\t/$1 . ' ' x (8 - length($1) % 8)/e;
	}
	return $line;
}

sub read_log {
	my ($path) = @_;
	my ($log)  = $path =~ m{([^/]+)$};
	open my $fh, '<:raw', $path or die "$log: $!\n";
	my ($run, @runs, @figures, $last, $section);
	my $open = sub { push @runs, $run = { %{ $headless{$log} // {} }, section => $section, @_ } };
	while (<$fh>) {
		my $cut = !s/\r?\n\z//;
		$_ = undamaged($log, $_);
		if (/Create zpool with (\S+) (\S+) (\S+) (\S+)/) { $section = [$1, $2, $3, $4] }
		if (/Iozone: Performance Test of File/) { $open->(head => 1) }
		elsif (my $like = $headless{$log}) { $open->() if $like->{opens} ? /$like->{opens}/ : !$run }
		# What the tool says when it refuses to start: a run without a banner.
		elsif (!$run && /^\tUsage: For usage|^iozone: invalid option|^Error: maximum/) { $open->() }
		next unless $run;
		$run->{version} = $1 if /Version \$Revision: (\S+) \$/;
		$run->{version} .= " ($1)" if /^\t\tBuild: (iorun \S+),/;
		$run->{data} = $1 if /^\tData written is (\S+)$/;
		$run->{when}    = when($1) if /Run began: (.*\S)/;
		read_command($run, $1) if /Command line used: (.*?)\s*$/;
		$run->{unit} = $1 if /Output is in (.*?)\.?\s*$/;
		$run->{complete} = 1 if /iozone test complete\./;
		$run->{throughput} = 1 if /^\s+Throughput test with/;
		if (/all destroyed, test ran for (\d+)/) {
			push @figures, { line => $., metric => 'x:tottime', text => $1, factor => 1, run => $run };
			undef $section;
		}
		next if read_report($run, $_);
		if ($run->{throughput}) { read_phase($run, $_, $cut); next }
		next unless /^ *(\d+) +(\d+)(?: |$)/;
		$rows++;
		my @cells = read_row($run, $_, $.);
		# A last number without a line end behind it may lack digits.
		if ($cut && /\d$/) { (grep { $_->{text} ne "" } @cells)[-1]{text} = "" }
		push @figures, @cells;
	}
	push @figures, map { phase_figures($_) } map { @{ $_->{phases} // [] } } @runs;
	push @figures, map { @{ $_->{cpu} // [] } } @runs;
	return (\@figures, \@runs);
}

# A line of the report.  Use of the CPU is a figure; rates are kept to be compared.
sub read_report {
	my ($run, $line) = @_;
	if ($line =~ /^"([^"]*?) (CPU utilization )?report(?: \(Zero values.*)?"$/) {
		$run->{block} = { test => $reports{$1} // die("$line\n"), cpu => $2 };
	} elsif ($line =~ /^"(Throughput|CPU utilization) report Y-axis/) {
		$run->{block} = { summed => 1, cpu => $1 ne 'Throughput' };
	} elsif ($line !~ /^ *"/) {
		return 0;
	} elsif ($run->{block}{summed}) {
		my ($title, $rest) = $line =~ /^" *([^"]*?) "(.*)/ or return 1;
		return 1 if $title =~ /=|Output/;
		my @texts = split ' ', $rest;
		push @{ $run->{reported} }, map {
			{ test => $summed{$title}, text => $texts[$_], nth => $_, cpu => $run->{block}{cpu}, line => $. }
		} 0 .. $#texts;
	} elsif (!$run->{block}{sizes}) {
		$run->{block}{sizes} = [$line =~ /"(\d+)"/g];
	} else {
		my ($kb, $rest) = $line =~ /^"(\d+)" (.*)/;
		my @texts = split ' ', $rest;
		for my $i (0 .. $#texts) {
			my %f = (test => $run->{block}{test}, text => $texts[$i], line => $., run => $run,
				at => { 'file-size' => $kb * 1024, 'record-size' => $run->{block}{sizes}[$i] * 1024 });
			if ($run->{block}{cpu}) {
				push @{ $run->{cpu} }, { %f, metric => "iozone:$f{test}.cpu", factor => .01, unit => '%' };
			} else {
				push @{ $run->{reported} }, \%f;
			}
		}
	}
	return 1;
}

# What the report says and the lines above it do not.  Zeros stand for what was not done.
sub check_report {
	my ($run, $figures) = @_;
	my (@wrong, %there, %nth);
	for my $f (grep { $_->{run} == $run && $_->{text} ne '' } @$figures) {
		next if $f->{metric} !~ /^iozone:([a-z-]+)(\.iops|\.latency|\.cpu)?$/;
		my $key = "$1 " . ($f->{metric} =~ /cpu$/ ? 'cpu' : '');
		my $place = $f->{phase} ? $nth{$key}++ : join ' ', @{ $f->{at} }{qw(file-size record-size)};
		$there{"$key $place"} = $f->{text};
	}
	for my $f (@{ $run->{reported} // [] }) {
		next unless defined $f->{test};
		my $place = $f->{at} ? join ' ', @{ $f->{at} }{qw(file-size record-size)} : $f->{nth};
		my $text = $there{"$f->{test} " . ($f->{cpu} ? 'cpu' : '') . " $place"};
		$again++;
		push @wrong, "line $f->{line}: report has '$f->{text}', not '" . ($text // '') . "'"
			if ($text // 0) ne $f->{text} && !(!defined $text && $f->{text} == 0);
	}
	return @wrong;
}

sub when {
	my ($month, $day, $time, $year) = $_[0] =~ /^\w+ (\w+) +(\d+) ([\d:]+) (\d+)$/ or return '';
	my $m = index('JanFebMarAprMayJunJulAugSepOctNovDec', $month) / 3 + 1;
	return sprintf '%d-%02d-%02dT%s', $year, $m, $day, $time;
}

sub read_command {
	my ($run, $command) = @_;
	my %tests = map { ($_ > 11 ? 0 : $_) => 1 } $command =~ /-i ?(\d+)/g;
	my $pread = $command =~ / -E\b/;
	%tests = map { $_ => 1 } 0 .. 10 unless %tests;
	%tests = (0 => 1, 1 => 1) if $command =~ / -A\b/;
	delete @tests{ 9, 10 } unless $pread;
	delete @tests{ 6, 7 } if $command =~ / -[BDGHk]\b/;
	$run->{command} = $command;
	$run->{tests}   = [sort { $a <=> $b } keys %tests];
	$run->{pass2}   = $command !~ / -\+n\b/;
	$run->{ranwr}   = $command !~ / -\+E\b/;
	$run->{kind}    = $command =~ / -O\b/ ? '.iops' : $command =~ / -N\b/ ? '.latency' : '';
}

# A line of throughput mode; figures of a phase are kept under what they are.
sub read_phase {
	my ($run, $line, $cut) = @_;
	my $number = qr/([\d.]+) (kB|KB|ops)/;
	if ($line =~ /Each (process|thread) writes a (\d+) [kK][bB]yte file in (\d+) [kK][bB]yte rec/) {
		my %mode = (e => "fsync", c => "close", I => "direct");
		my %on = map { $mode{$_} => "y" } grep { $run->{command} =~ / -$_\b/ } keys %mode;
		$on{data} = $run->{data} if $run->{data};
		$run->{sizes} = { %on, 'file-size' => $2 * 1024, 'record-size' => $3 * 1024 };
		$run->{sizes}{workers} = 'threads' if $1 eq 'thread';
	} elsif ($line =~ /^\s+Children see/) {
		$phases++;
		undef $run->{phase};
		$line =~ /throughput for +(\d+) ([\w -]+?)[ \t]*=\s*$number\/sec$/ or return;
		push @{ $run->{phases} }, $run->{phase} = {
			run => $run, n => $1, test => $phases{$2} // die("$line\n"),
			kind => $4 eq 'ops' ? '.iops' : '', at => { %{ $run->{sizes} }, threads => $1 },
			sum => { line => $., text => $3, unit => "$4/sec" },
		};
	}
	my $p = $run->{phase} or return;
	if ($line =~ /^\s+(Parent|Min|Max|Avg) (?:sees )?throughput .*=\s*([\d.]*)(?: (\S+))?/) {
		$p->{ $beside{$1} } = { line => $., $cut ? (text => '', unit => '') : (text => $2, unit => $3) };
	} elsif ($line =~ /^\s+Min xfer\s+=\s*$number$/) {
		$p->{'min-xfer'} = { line => $., text => $1, unit => $2 };
	} elsif ($line =~ /^\s+CPU [Uu]tilization: .*CPU utilization\s+([\d.]+) %$/) {
		$p->{cpu} = { line => $., text => $1, unit => '%' };
	} elsif ($line =~ /^\s+Child\[(\d+)\] xfer count =\s*$number, Throughput =\s*$number\/sec/) {
		push @{ $p->{children} }, { line => $., child => $1, text => $4, unit => "$5/sec",
			xfer => { line => $., text => $2, unit => $3 } };
		$p->{children}[-1]{cpu} = $1 if $line =~ /%=\s*([\d.]+)$/;
	}
}

# What the records have to say of a phase.
sub phase_figures {
	my ($p) = @_;
	my @children = @{ $p->{children} // [] };
	my $dead = $p->{sum}{text} == 0;
	if (@children == $p->{n}) {
		my ($rate) = sort { $a->{text} <=> $b->{text} } @children;
		my ($xfer) = sort { $a->{text} <=> $b->{text} } map { $_->{xfer} } @children;
		$p->{min} = { %$rate, flags => 'derived' } if $p->{min}{text} != $rate->{text};
		$p->{'min-xfer'} = { %$xfer, flags => 'derived' } if $p->{'min-xfer'}{text} != $xfer->{text};
	} elsif ($p->{min} && $p->{min}{text} > $p->{sum}{text} / $p->{n} * 1.001) {
		$_->{flags} = $_->{never} = 'bogus-text' for grep { $_ } @$p{qw(min min-xfer)};
	}
	my @found;
	for my $what (qw(sum parent min max avg min-xfer cpu)) {
		my $f = $p->{$what} or next;
		push @found, { %$f, metric => $what eq 'sum' ? '' : ".$what", at => $p->{at} };
	}
	push @found, map {
		{ %$_, metric => ".child", at => { %{ $p->{at} }, child => $_->{child} } }
	} @children;
	push @found, map {
		{ %$_, text => $_->{cpu}, unit => '%', metric => ".child-cpu", at => { %{ $p->{at} }, child => $_->{child} } }
	} grep { defined $_->{cpu} } @children;
	for my $f (@found) {
		$f->{run} = $p->{run};
		$f->{phase} = 1;
		my $kind = $f->{unit} eq '%' ? '' : $p->{kind};
		$f->{metric} = "iozone:$p->{test}$kind$f->{metric}";
		$f->{factor} = $f->{unit} =~ /^k/i ? 1024 : $f->{unit} eq '%' ? .01 : 1;
		$f->{flags} = $f->{never} = 'tool-error' if $dead;
		$f->{flags} = $f->{never} = 'truncated' if $f->{text} eq '';
	}
	return @found;
}

sub read_row {
	my ($run, $line, $number) = @_;
	my ($minor) = ($run->{version} // '') =~ /^3\.(\d+)/ or die "line $number: no version\n";
	my $full = $ends{ $minor >= 498 ? 'L3' : $minor >= 429 ? 'L2' : 'L1' };
	my $skip = $blanks{ $minor >= 434 ? 'new' : 'old' };
	my ($kb, $record) = $line =~ /^ *(\d+) +(\d+)/;
	my $at = $+[0];
	my %do = map { $_ => 1 } @{ $run->{tests} };
	my @found;
	for my $test (0 .. 10) {
		next if $test > 7 && !grep { $_ > 7 } @{ $run->{tests} };
		$at += $skip->[$test] unless $do{$test};
		for my $c (grep { $columns[$_][0] == $test && $do{$test} } 0 .. $#columns) {
			my $width = $full->[$c] - ($c ? $full->[$c - 1] : 24);
			my $field = $at < length $line ? substr $line, $at, $width : '';
			my $text  = $field =~ /^ *(\d+)$/ ? $1 : '';
			$at += $width;
			$cells++;
			my $fused = $text ne ''
				&& ((length $text == $width && substr($line, $at - $width - 1, 1) =~ /\d/ && @found)
				|| substr($line, $at, 1) =~ /\d/);
			push @found, {
				line   => $number,
				metric => "iozone:$columns[$c][1]" . ($run->{kind} // ''),
				text   => $text,
				never  => !($run->{pass2} // 1) && $columns[$c][2]
					|| !($run->{ranwr} // 1) && $columns[$c][1] eq 'random-write',
				factor => { '' => 1024, '.iops' => 1, '.latency' => 1e-6 }->{ $run->{kind} // '' },
				at     => { 'file-size' => $kb * 1024, 'record-size' => $record * 1024 },
				fused  => $fused,
				steps  => !$run->{kind} ? $kb * 1e6 : $run->{kind} eq '.iops' ? $kb / $record * 1e6 : -1,
				run    => $run,
			};
		}
	}
	my $digits = join '', map { $_->{text} } @found;
	my ($rest) = $line =~ /^ *\d+ +\d+(?= |$)([ \d]*)/;
	$rest =~ tr/ //d;
	die "line $number: a second reader cannot cut it: $line\n" if $rest ne $digits;
	return @found;
}

# ---- the records ----------------------------------------------------------------------------

sub read_records {
	my ($path) = @_;
	my $own = $path =~ m{^\Q$dir\E/};
	my ($text, $fh);
	if ($own) { open $fh, '<:raw', "$path.records.csv" or return }
	else { open $fh, '-|', 'sh', '-c', '"$0" records "$1" 2>/dev/null', $ENV{IOTAB}, $path or return }
	local $/;
	$text = <$fh>;
	my (@rows, @row);
	while ($text =~ /\G(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n)/g) {
		my ($field, $end) = ($1 // $2, $3);
		$field =~ s/""/"/g;
		push @row, $field;
		next if $end eq ',';
		push @rows, [@row];
		@row = ();
	}
	my $heads = shift @rows;
	return map { my %r; @r{@$heads} = @$_; \%r } @rows;
}

sub check_run {
	my ($r, $run) = @_;
	my @wrong;
	return if $run->{checked}++;
	my $say = sub { push @wrong, "run $r->{run}: " . join ' ', @_ };
	if ($run->{head}) {
		$say->("version '$r->{version}'") if $r->{version} ne ($run->{version} // '');
		$say->("command '$r->{command}'") if $r->{command} ne ($run->{command} // '');
		$say->("when '$r->{when}'")       if $r->{when} ne ($run->{when} // '');
	}
	$say->('complete without the closing line') if $r->{status} eq 'complete' && !$run->{complete};
	$say->('failed without an error') if $r->{status} eq 'failed' && $r->{error} eq '';
	if (my $s = $run->{section}) {
		$say->("label '$r->{label}'") if $r->{label} ne $s->[0];
		$say->("factors '$r->{factors}'")
			if $r->{factors} ne "cache=$s->[3];raid=$s->[1];slog=$s->[2]";
	}
	return @wrong;
}

sub check_phase_figure {
	my ($r, $f) = @_;
	my $say = "line $f->{line}: $f->{metric}:";
	my %want = (
		original => $f->{text}, original_unit => $f->{unit}, flags => $f->{flags} // '',
		at => join(';', map { "$_=$f->{at}{$_}" } sort keys %{ $f->{at} }),
	);
	my @wrong = map { "$say $_ '$r->{$_}', not '$want{$_}'" }
		grep { $r->{$_} ne $want{$_} } sort keys %want;
	if ($f->{never}) {
		push @wrong, "$say value $r->{value} of a figure that is none" if $r->{value} ne '';
	} elsif ($r->{value} eq '' || abs($r->{value} - $f->{text} * $f->{factor}) > 1e-12 * $r->{value}) {
		push @wrong, "$say value '$r->{value}' of $f->{text}";
	}
	return @wrong;
}

sub check_figure {
	my ($r, $f) = @_;
	return check_phase_figure($r, $f) if $f->{phase};
	my $say   = "line $f->{line}: $f->{metric}:";
	my %flag  = map { $_ => 1 } split /;/, $r->{flags};
	my $unit  = $f->{unit} // $f->{run}{unit} // '';
	my @wrong = $r->{original} ne $f->{text} ? ("$say '$r->{original}', not '$f->{text}'") : ();
	if ($f->{text} eq '' || $f->{text} == 0 && $f->{at}) {
		push @wrong, "$say value $r->{value} of nothing" if $r->{value} ne '';
		push @wrong, "$say no flag says why" if $r->{flags} eq '';
		push @wrong, "$say flags $r->{flags} for 0"
			if $f->{text} ne '' && !$flag{ $f->{never} ? 'not-run' : 'below-resolution' };
	} elsif ($r->{value} eq '' || abs($r->{value} - $f->{text} * $f->{factor}) > 1e-12 * $r->{value}) {
		push @wrong, "$say value '$r->{value}' of $f->{text}";
	}
	return @wrong unless $f->{at};
	my %at = map { split /=/ } split /;/, $r->{at};
	for (sort keys %{ $f->{at} }) {
		push @wrong, "$say $_ '$at{$_}', not $f->{at}{$_}" if ($at{$_} // '') ne $f->{at}{$_};
	}
	push @wrong, "$say unit '$r->{original_unit}', not '$unit'" if $r->{original_unit} ne $unit;
	push @wrong, "$say unit not flagged as guessed" if $unit eq '' && !$flag{'unit-guessed'};
	push @wrong, "$say fused or not" if !$f->{fused} != !$flag{fused};
	push @wrong, "$say one step of the clock, not flagged"
		if $f->{text} ne '' && $f->{text} == ($f->{steps} // -1) && !$flag{'below-resolution'};
	return @wrong;
}
END_OF_PERL
