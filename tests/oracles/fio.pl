# fio.pl LOG...: the records of reports of fio, compared figure by figure with the logs by a second
# reader: patterns for normal output, a table of fields for terse output, a JSON reader of its own.
# A record must have the value that a form of the report has on its line; each figure of the report
# must be among the records once.  Prints TAP.
use strict;
use warnings;
use FindBin;
use File::Basename qw(basename);
use lib $FindBin::Bin;
use Oracle;

# Runs of several forms, and runs of which only the last report counts, by their names.
my $FORMS  = qr/all_formats|normal_json|append_terse|textjson/;
my $STATUS = qr/status_interval|sigkill_si/;

my ($n, $total) = (0, 0);
for my $log (@ARGV) {
	my @wrong = compare($log);
	ok(!@wrong, basename($log));
	splice @wrong, 10, @wrong - 10, '...' if @wrong > 10;
	print "# $_\n" for @wrong;
}
ok($total > 60 * @ARGV / 2, "$total figures");
print "1..$n\n";

sub ok {
	my ($good, $name) = @_;
	printf "%sok %d - %s\n", $good ? '' : 'not ', ++$n, $name;
}

sub compare {
	my ($log) = @_;
	my ($exit, $out) = run('records', $log, '--to', 'csv');
	my @reports = read_log($log);
	@reports = $reports[-1] if $log =~ $STATUS && @reports;
	my (%want, %seen, @wrong);
	for my $i (0 .. $#reports) {
		my $run = $log =~ $FORMS ? 0 : $i;
		for my $f (@{ $reports[$i] }) {
			my $key = join ' ', $run, @$f{qw(job metric percentile)};
			$want{$key}{"$f->{line}"} = $f->{value};
		}
	}
	my %where; # line, metric and percentile tell the figure
	for my $key (keys %want) {
		my (undef, undef, $metric, $percentile) = split / /, $key, 4;
		$where{"$_ $metric $percentile"} = [$key, $want{$key}{$_}] for keys %{ $want{$key} };
	}
	for my $r (csv($out)) {
		next if $r->{metric} eq '';
		my ($percentile) = $r->{at} =~ /percentile=([\d.]+)/;
		my $found = $where{ join ' ', @$r{qw(line metric)}, $percentile // '' };
		if (!$found) {
			push @wrong, "line $r->{line}: $r->{metric} is not in the log";
			next;
		}
		$total++;
		push @wrong, "line $r->{line}: $r->{metric} twice" if $seen{ $found->[0] }++;
		push @wrong, "line $r->{line}: $r->{metric} is $r->{value}, not $found->[1]"
			unless same($r->{value}, $found->[1]);
	}
	push @wrong, map { "no $_" } grep { !$seen{$_} } sort keys %want;
	return @wrong;
}

sub same {
	my ($got, $want) = @_;
	return $got eq '' if $want eq '';
	return $got ne '' && abs($got - $want) <= 1e-12 * abs($want);
}

# ---- a log: reports, each a list of figures { job, metric, percentile, value, line } ----------

sub read_log {
	my ($log) = @_;
	open my $in, '<', $log or die "fio.pl: cannot read '$log': $!\n";
	local $/;
	my $text = <$in> // '';
	my @lines = split /\n/, $text, -1;
	my (@reports, %bs, $json, $text_report, $terse);
	for (my $i = 0; $i < @lines; $i++) {
		my $line = $lines[$i];
		$line =~ s/\r$//;
		$line =~ s/^.*\r//;
		$line =~ s/^<\S+> //;
		if ($line =~ /^\s*\{\s*$/ && ($lines[ $i + 1 ] // '') =~ /"fio version"/) {
			my ($document, $end) = json(\@lines, $i);
			push @reports, json_report($document);
			$i = $end;
			next;
		}
		if ($line =~ /([2-5];(?:fio-[^;]*;)?[^;]*;.*%=.*)/ && $line =~ tr/;// > 70) {
			my $where = $1;
			my @f = split /;/, $where, -1;
			my $disks = join ';', grep { defined } @f[ -9 .. -1 ];
			# One report a run of lines; where the log says more, by name.
			if (!$terse || $log =~ $STATUS) {
				push @reports, $terse = [];
			}
			terse_job($terse, \@f, $i + 1);
			next;
		}
		if ($line =~ /^(.+): \(g=\d+\): rw=[^,]+, bs=(.*), ioengine=/) {
			my ($name, $sizes) = ($1, $2);
			my @bs = map { size($_) } $sizes =~ m{^\d\S*-} ? split(m{/}, $sizes)
				: $sizes =~ /\([RWT]\) ([^,]+)/g;
			$bs{$name} = \@bs;
			undef $text_report;
		} elsif ($line =~ /: \(groupid=\d+, jobs=\d+\): err=/) {
			# A job again: another report.
			undef $text_report
				if $text_report && $text_report->{groups} && !$text_report->{client};
			if (!$text_report) {
				push @reports, [];
				$text_report = { out => $reports[-1], jobs => 0 };
				$text_report->{client} = $text =~ /^hostname=/m;
			}
			my $end = $i + 1;
			$end++ while $end < @lines && $lines[$end] =~ /^ +\S/;
			text_job($text_report, \%bs, \@lines, $i, $end);
			$i = $end - 1;
		} elsif ($line =~ /^Run status group (\d+)/ && $text_report) {
			$text_report->{groups} = 1;
			$text_report->{group} = $1;
		} elsif ($line =~ /^ +(READ|WRITE|TRIM|MIXED): (.*)/ && $text_report) {
			group_line($text_report, lc $1, $2, $i + 1);
		}
	}
	return grep { @$_ } @reports;
}

sub add {
	my ($out, $job, $line, $metric, $value, $percentile) = @_;
	push @$out, { job => $job, metric => "fio:$metric", line => $line, value => $value,
		percentile => $percentile // '' };
}

# A latency of 0 is less than could be shown.
sub latency {
	my ($out, $job, $line, $metric, $value, $percentile) = @_;
	add($out, $job, $line, $metric, $value == 0 ? '' : $value, $percentile);
}

sub short { return $_[0] + 0 . '' }

# ---- normal output --------------------------------------------------------------------------

# "64.0KiB-64.0KiB": bytes, when it is one size.
sub size {
	my ($least, $most) = split /-/, $_[0];
	return $least eq ($most // '') ? amount($least, 1024) : 0;
}

sub amount {
	my ($text, $base) = @_;
	my ($number, $prefix, $i, $rest) = $text =~ /^([\d.]+)([kKMGTP]?)(i?)(.*)$/ or return 0;
	my $power = index 'kMGTP', $prefix eq 'K' ? 'k' : $prefix;
	$power = $prefix eq '' ? 0 : $power + 1;
	return $number * ($i ? 1024 : $base)**$power / ($rest =~ /^bit/ ? 8 : 1);
}

# What one in the last digit is worth.
sub step {
	my ($text, $base) = @_;
	my ($digits, $unit) = $text =~ /^([\d.]+)(.*)$/ or return 0;
	my $decimals = $digits =~ /\.(\d+)/ ? length $1 : 0;
	return amount("1$unit", $base) / 10**$decimals;
}

sub text_job {
	my ($report, $bs, $lines, $start, $end) = @_;
	my $out = $report->{out};
	my ($head, $err) = $lines->[$start] =~ /^(?:.*\r)?(.*): \(groupid=\d+, jobs=\d+\): err=\s*(\d+)/;
	my $job = ++$report->{jobs};
	my (%side, %whole, $d, $what, $unit, @total, @lost, $issued);
	my %unit = (nsec => 1e9, usec => 1e6, msec => 1e3);
	for my $i ($start + 1 .. $end - 1) {
		my ($line, $at) = ($lines->[$i] =~ s/\r$//r, $i + 1);
		if ($line =~ /^ +(read|write|trim|mixed) ?: (io=|IOPS=)/) {
			$d = $1;
			my $s = $side{$d} = { line => $at, old => $2 eq 'io=' };
			@$s{qw(iops bw io ms)} = $s->{old}
				? map { $line =~ /\b$_=\s*([\d.]+\w*)/ } qw(iops bw io runt)
				: $line =~ m{IOPS=(\S+), BW=(\S+) \(\S+\)\((\S+?)/(\d+)msec};
			$s->{ms} =~ s/msec$//;
		} elsif ($line =~ /^ +(slat|clat|lat|sync) \((.sec)\)\s*: min=\s*(\S+?)\s*, max=\s*(\S+?)\s*, avg=\s*([\d.]+)/) {
			my $metric = $1 eq 'sync' ? 'sync.lat' : "$d.$1";
			my ($div, $min, $max, $avg) = ($unit{$2}, $3, $4, $5);
			latency($out, $job, $at, $metric, $avg / $div);
			latency($out, $job, $at, "$metric.min", amount($min, 1000) / $div);
			latency($out, $job, $at, "$metric.max", amount($max, 1000) / $div);
		} elsif ($line =~ /^ +(slat|clat|lat|sync) percentiles \((.sec)\)/) {
			$what = ($1 eq 'sync' ? 'sync.lat' : "$d.$1") . '.percentile';
			$unit = $unit{$2};
		} elsif ($line =~ /percentiles/) {
			undef $what;
		} elsif ($line =~ /^ +\|/ && defined $what) {
			while ($line =~ /([\d.]+)th=\[\s*(\d+)\]/g) {
				my ($key, $value) = ($1, $2);
				# 3.42 rounds the keys of a client's sum: all above 99.5 become 100.
				add($out, $job, $at, $what, $key eq '100' ? '' : $value / $unit, short($key))
					unless $key eq '100' && $whole{"$job $what"}++;
			}
		} elsif ($line =~ /^ +bw \(\s*(\w)\S*\s*\/s\)\s*: min=\s*(\d+)\s*, max=\s*(\d+)\s*, .*avg=\s*([\d.]+)/) {
			my ($prefix, $min, $max, $avg) = ($1, $2, $3, $4);
			my $si = $side{$d}{bw} =~ /^[\d.]+[kMG]B/ && !$side{$d}{old};
			my $factor = 1024 * ($prefix eq 'M' ? $si ? 1000 : 1024 : 1);
			add($out, $job, $at, "$d.bw.mean", $avg * $factor);
			add($out, $job, $at, "$d.bw.min", $min * $factor);
			add($out, $job, $at, "$d.bw.max", $max * $factor);
		} elsif ($line =~ /^ +iops +: min=\s*(\d+), max=\s*(\d+), avg=\s*([\d.]+)/) {
			add($out, $job, $at, "$d.iops.mean", $3);
			add($out, $job, $at, "$d.iops.min", $1);
			add($out, $job, $at, "$d.iops.max", $2);
		} elsif ($line =~ /^ +cpu +: usr=([\d.]+)%, sys=([\d.]+)%, ctx=(\d+), majf=(\d+), minf=(\d+)/) {
			next unless %side;
			add($out, $job, $at, 'usr-cpu', $1 / 100);
			add($out, $job, $at, 'sys-cpu', $2 / 100);
			add($out, $job, $at, 'ctx', $3);
			add($out, $job, $at, 'majf', $4);
			add($out, $job, $at, 'minf', $5);
		} elsif ($line =~ /^ +issued +[^:]*: (.*)/ || $line =~ /^ +issued rwts?: (.*)/) {
			$issued = $at;
			my $rest = $1;
			@total = $rest =~ /total=\D*(\d+)\D+(\d+)\D+(\d+)/;
			for my $key (qw(short drop dropped)) {
				my @lost_now = $rest =~ /\b$key=\D*(\d+)\D+(\d+)\D+(\d+)/ or next;
				$lost[$_] += $lost_now[$_] for 0 .. 2;
			}
		}
	}
	my @names = qw(read write trim);
	my $sizes = $bs->{ $head =~ s/^.*\]//r } // $bs->{$head} // [0, 0, 0];
	for my $d (sort keys %side) {
		my $s = $side{$d};
		my ($k) = grep { $names[$_] eq $d } 0 .. 2;
		my ($ops, $lost, $bytes) = (undef, 0, 0);
		if (@total && defined $k) {
			($ops, $lost, $bytes) = ($total[$k], $lost[$k] // 0, $total[$k] * $sizes->[$k]);
		} elsif (@total) {
			$ops += $_ for @total;
			$lost += $_ // 0 for @lost[0 .. 2];
			$bytes = $sizes->[0] == $sizes->[1] ? $ops * $sizes->[0] : 0;
		}
		# What K is in 2.x: 1000 when only that fits.
		my $base = $s->{old} ? 1024 : 1000;
		my $step = sub { my $t = shift; step($s->{old} ? $t =~ s/\.\d+//r : $t, $base) };
		$base = 1000 if $s->{old} && $bytes
			&& abs(amount($s->{io}, 1024) - $bytes) > $step->($s->{io})
			&& abs(amount($s->{io}, 1000) - $bytes) <= $step->($s->{io});
		my $bogus = $d eq 'mixed' && $s->{iops} eq '0' && $ops;
		my $fits = $bytes && !$lost && !$err
			&& ($bogus || abs(amount($s->{io}, $base) - $bytes) <= $step->($s->{io}));
		my $ms = $s->{ms};
		add($out, $job, $s->{line}, "$d.runtime", $ms / 1000);
		add($out, $job, $s->{line}, "$d.io", $fits ? $bytes : $bogus ? '' : amount($s->{io}, $base));
		add($out, $job, $s->{line}, "$d.bw",
			$fits ? $bytes / ($ms / 1000) : $bogus ? '' : amount($s->{bw}, $base));
		add($out, $job, $s->{line}, "$d.iops",
			defined $ops ? $ops / ($ms / 1000) : amount($s->{iops}, 1000));
		add($out, $job, $issued, "$d.ios", $ops) if defined $ops;
	}
	$report->{base} = 1000 if grep { $_->{old} && amount($_->{io}, 1024) > 1e6 && @total
			&& abs(amount($_->{io}, 1000) - $total[1] * $sizes->[1]) < 1001 } values %side;
}

sub group_line {
	my ($report, $d, $rest, $line) = @_;
	my $job = $report->{client} ? "group$line" : "group$report->{group}";
	my $out = $report->{out};
	my $base = $rest =~ /aggrb=/ ? $report->{base} // 1024 : 1000;
	my ($bw) = $rest =~ /\b(?:aggrb|bw)=([\d.]+\w*)/;
	my ($io) = $rest =~ /\bio=([\d.]+\w*)/;
	my ($ms) = $rest =~ /(?:maxt=|run=\d+-)(\d+)msec/;
	add($out, $job, $line, "$d.bw", amount($bw, $base));
	add($out, $job, $line, "$d.io", amount($io, $base));
	add($out, $job, $line, "$d.runtime", $ms / 1000);
}

# ---- terse output ---------------------------------------------------------------------------

my %terse_jobs;

sub terse_job {
	my ($out, $f, $line) = @_;
	my $version = $f->[0];
	my $job = ++$terse_jobs{$out};
	my ($at) = grep { my $k = $_; !grep { ($f->[ $k + 12 + $_ ] // '') !~ /%=/ } 0 .. 19 } 4 .. 20;
	# The line may end inside its first block.
	($at) = grep { ($f->[ $_ + 12 ] // '') =~ /%=/ } 4 .. 20 unless defined $at;
	my $size = $version == 5 ? 47 : 41;
	my @blocks;
	for (my $k = $at; ($f->[ $k + 12 ] // '') =~ /%=/; $k += $size) { push @blocks, $k }
	my @names = @blocks == 1 && $f->[ $at + $size ] ? ('mixed')
		: $version == 3 ? qw(read write mixed) : qw(read write trim mixed);
	my $did;
	for my $i (0 .. $#blocks) {
		my ($d, @b) = ($names[$i], @$f[ $blocks[$i] .. $blocks[$i] + $size - 1 ]);
		next unless $b[3];
		$did = 1;
		add($out, $job, $line, "$d.bw", $b[0] * 1024 / ($b[3] / 1000));
		add($out, $job, $line, "$d.iops", $b[2]);
		add($out, $job, $line, "$d.io", $b[0] * 1024);
		add($out, $job, $line, "$d.runtime", $b[3] / 1000);
		my %latency = (slat => 4, clat => 8, lat => 32);
		for my $name (sort keys %latency) {
			my ($min, $max, $mean) = @b[ $latency{$name} .. $latency{$name} + 2 ];
			next unless defined $mean && ($min || $max || $mean > 0);
			latency($out, $job, $line, "$d.$name", $mean / 1e6);
			latency($out, $job, $line, "$d.$name.min", $min / 1e6);
			latency($out, $job, $line, "$d.$name.max", $max / 1e6);
		}
		for my $p (@b[12 .. 31]) {
			next unless ($p // '') =~ /^([\d.]+)%=(\d+)$/ && $1 > 0;
			latency($out, $job, $line, "$d.clat.percentile", $2 / 1e6, short($1));
		}
		my %samples = (bw => [36, 37, 39, 1024], $size == 47 ? (iops => [42, 43, 44, 1]) : ());
		for my $name (sort keys %samples) {
			my ($min, $max, $mean, $factor) = @{ $samples{$name} };
			next unless $b[40] && $b[37] || ($b[37] // 0) > 0;
			add($out, $job, $line, "$d.$name.mean", $b[$mean] * $factor);
			add($out, $job, $line, "$d.$name.min", $b[$min] * $factor);
			add($out, $job, $line, "$d.$name.max", $b[$max] * $factor);
		}
	}
	my $behind = $at + $size * @blocks;
	if ($did && ($f->[ $behind + 4 ] // '') ne '') {
		my @cpu = @$f[ $behind .. $behind + 4 ];
		add($out, $job, $line, 'usr-cpu', $cpu[0] =~ s/%//r / 100);
		add($out, $job, $line, 'sys-cpu', $cpu[1] =~ s/%//r / 100);
		add($out, $job, $line, 'ctx', $cpu[2]);
		add($out, $job, $line, 'majf', $cpu[3]);
		add($out, $job, $line, 'minf', $cpu[4]);
	}
}

# ---- json output ----------------------------------------------------------------------------

# The object that begins in line $i, values as [value, line]; and the last line of it.
sub json {
	my ($lines, $i) = @_;
	my @open;
	my ($key, $top);
	for (; $i < @$lines; $i++) {
		my $text = $lines->[$i] =~ s/\r$//r;
		while ($text =~ /\G\s*(?:("(?:[^"\\]|\\.)*")\s*(:)?|([\[\{])|([\]\}])|,|([^\s,\]\}]+))/gc) {
			my ($string, $colon, $open, $close, $word) = ($1, $2, $3, $4, $5);
			if (defined $colon) {
				$key = $string =~ s/^"|"$//gr;
			} elsif (defined $open) {
				my $new = $open eq '{' ? {} : [];
				hang(\@open, $key, [$new, $i + 1]) if @open;
				$top //= $new;
				push @open, $new;
			} elsif (defined $close) {
				pop @open;
				return ($top, $i) unless @open;
			} elsif (defined($string // $word)) {
				hang(\@open, $key, [$string // $word, $i + 1]);
			}
		}
	}
	return ($top, $i);
}

sub hang {
	my ($open, $key, $value) = @_;
	if (ref $open->[-1] eq 'HASH') {
		$open->[-1]{$key} = $value;
	} else {
		push @{ $open->[-1] }, $value;
	}
}

sub number {
	my ($at) = @_;
	return $at && $at->[0] =~ /^-?[\d.]+(?:e[-+]?\d+)?$/i ? $at->[0] : undef;
}

sub json_report {
	my ($document) = @_;
	my @out;
	my $jobs = ($document->{jobs} // $document->{client_stats} // [[]])->[0];
	my $job = 0;
	for my $member (map { $_->[0] } @$jobs) {
		$job++;
		my $did;
		for my $d (qw(read write trim mixed)) {
			my $side = ($member->{$d} // next)->[0];
			$did += json_side(\@out, $job, $d, $side);
		}
		if (my $sync = $member->{sync}) {
			json_latency(\@out, $job, 'sync.lat', $sync->[0]{lat_ns}, 1e9);
		}
		my %cpu = (usr_cpu => ['usr-cpu', 100], sys_cpu => ['sys-cpu', 100], ctx => ['ctx', 1],
			majf => ['majf', 1], minf => ['minf', 1]);
		for my $key ($did ? sort keys %cpu : ()) {
			my $at = $member->{$key} // next;
			add(\@out, $job, $at->[1], $cpu{$key}[0], number($at) / $cpu{$key}[1]);
		}
	}
	return \@out;
}

sub json_side {
	my ($out, $job, $d, $side) = @_;
	my $ms = number($side->{runtime});
	return 0 unless $ms;
	my $bytes = number($side->{io_bytes}) * ($side->{io_kbytes} ? 1 : 1024);
	my $bw = $side->{bw_bytes} // $side->{bw};
	add($out, $job, $bw->[1], "$d.bw", $bytes / ($ms / 1000));
	my $iops = number($side->{iops});
	$iops = number($side->{total_ios}) / ($ms / 1000) if $iops !~ /\./ && $side->{total_ios};
	add($out, $job, $side->{iops}[1], "$d.iops", $iops);
	add($out, $job, $side->{io_bytes}[1], "$d.io", $bytes);
	add($out, $job, $side->{total_ios}[1], "$d.ios", number($side->{total_ios}))
		if $side->{total_ios};
	add($out, $job, $side->{runtime}[1], "$d.runtime", $ms / 1000);
	for my $name (qw(slat clat lat)) {
		json_latency($out, $job, "$d.$name", $side->{$name}, 1e6);
		json_latency($out, $job, "$d.$name", $side->{"${name}_ns"}, 1e9);
	}
	my %factor = (bw => 1024, iops => 1);
	for my $name (qw(bw iops)) {
		next if !$side->{"${name}_max"} || (number($side->{"${name}_max"}) // 1) == 0;
		for my $key (qw(mean min max)) {
			my $at = $side->{"${name}_$key"} // next;
			my $value = number($at);
			add($out, $job, $at->[1], "$d.$name.$key",
				defined $value ? $value * $factor{$name} : '');
		}
	}
	return 1;
}

sub json_latency {
	my ($out, $job, $metric, $at, $div) = @_;
	my $l = ($at // return)->[0];
	my ($mean, $min, $max) = map { number($l->{$_}) } qw(mean min max);
	return if defined $l->{N} && number($l->{N}) == 0;
	return if !($mean + 0) && !$min && !$max;
	latency($out, $job, $l->{mean}[1], $metric, $mean / $div);
	latency($out, $job, $l->{min}[1], "$metric.min", $min / $div);
	latency($out, $job, $l->{max}[1], "$metric.max", $max / $div);
	my $p = ($l->{percentile} // return)->[0];
	for my $key (keys %$p) {
		latency($out, $job, $p->{$key}[1], "$metric.percentile", number($p->{$key}) / $div, short($key))
			if $key > 0;
	}
}
