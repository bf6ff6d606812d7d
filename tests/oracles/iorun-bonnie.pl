#!/usr/bin/perl
# iorun-bonnie.pl [OPTION...] < OUTPUT: the output of bonnie++ with these options, figures masked.
# Labels and the fields of the csv line that follow from the options are checked against them and
# become "ok"; so runs of the same kind but of other sizes read alike.  Shares no code with iorun.
use strict;
use warnings;

my %o = (s => '300', n => '16', c => 1, m => 'benchhost');
my %flag;
while (defined(my $arg = shift)) {
	my ($letter, $rest) = $arg =~ /^-(.)(.*)$/ or die "no option: $arg\n";
	if ($letter =~ /[qfbD]/) { $flag{$letter} = 1 }
	else { $o{$letter} = $rest ne '' ? $rest : shift }
}
my ($size, $chunk, $seeks, $seekers) = pieces($o{s}, 0, 8192, 8192, 5);
my ($files, $max, $min, $dirs) = pieces($o{n}, 0, 0, 0, 1);
$size = $o{s} =~ m{^(\d+)G}i ? "$1G" : $size % 1024 ? "${size}M" : $size / 1024 . "G";
my $links = $max == -1 ? 'link' : $max == -2 ? 'symlink' : '';
my $table = '';

while (my $line = <STDIN>) {
	chomp $line;
	if ($line =~ /^iorun: /) { next }
	elsif ($line =~ /^Version ( [\d.]{4}|[\d.]{4}.)       -+Sequential (Output|Create)-/) {
		$table = $2;
		substr $line, 8, 5, 'VVVVV';
	}
	elsif ($line =~ /^Latency/) { $line = latencies($line) }
	elsif ($line =~ /^1\.98,/) { $line = csv($line) }
	elsif ($line =~ /^.{19,24}(?: {6}| \s*[\d.]+[kmg]?| \+{5})(?: {4}| \s*\d+| \+{3}) / && $table) {
		$line = row($line);
	}
	elsif ($line =~ /^(.{19}) -Create-- /) {
		$line = check($1, sprintf('%-19.19s', $o{m})) . substr $line, 19;
	}
	elsif ($line =~ /^Using uid/) { $line =~ s/\d+/N/g }
	print "$line\n";
}

sub pieces {
	my ($text, @defaults) = @_;
	my @given = map { /^(-?\d+)k$/ ? $1 * 1024 : /^(-?\d+)/ ? $1 : undef } split /:/, $text;
	return map { $given[$_] // $defaults[$_] } 0 .. $#defaults;
}

sub check { return $_[0] eq $_[1] ? '<ok>' : "<$_[0]> is not <$_[1]>" }

sub kilo { return $_[0] % 1024 ? $_[0] : $_[0] / 1024 . 'k' }

# The label of a row of figures: name and size, or the number of files.
sub label {
	my $files_text = join '', $files, $links ? ":$links" : $max ? ":$max:$min" : '',
		$dirs > 1 ? "/$dirs" : '';
	return sprintf '%19s', $files_text if $table eq 'Create';
	my $text = join ':', $size, $chunk == 8192 ? '' : kilo($chunk), $o{c} == 1 ? '' : $o{c},
		$seeks == 8192 ? '' : $seeks, $seekers == 5 || $seekers < 10 ? '' : $seekers;
	$text =~ s/:+$//;
	return $text if length $text > 18;
	my $name = substr $o{m} . ' ' x 19, 0, 18 - length $text;
	return "$name $text";
}

sub row {
	my ($line) = @_;
	my $label = label();
	my $rest = substr $line, length $label;
	my $out = check(substr($line, 0, length $label), $label);
	for (1 .. 6) {
		if ($rest =~ s/^ {10}//) { $out .= ' none' }
		elsif ($rest =~ s/^( [ \d.]{4}[kmg\d]| \+{5}| \d{6,}|  ?\d+\.\dm)( [ \d]{2}\d| \+{3})//) {
			$out .= ' figure';
		}
		else { return "$out and then <$rest>" }
	}
	return $out . ($rest eq '' ? '' : " and then <$rest>");
}

sub latencies {
	my ($line) = @_;
	my $rest = substr $line, 17;
	my $out = substr($line, 0, 17) . '|';
	while ($rest =~ s/^(.{10})//) {
		$out .= $1 =~ /^ {10}$/ ? ' none' : $1 =~ /^ +\d+(us|ms|s)$/ ? ' time' : " <$1>";
	}
	return "$out$rest";
}

sub csv {
	my ($line) = @_;
	$line =~ s/^(1\.98),(2\.00.),\Q$o{m}\E,/$1,VERSION,NAME,/ or return $line;
	my @field = split /,/, $line, -1;
	my @want;
	@want[3, 4] = ($o{c}, $o{z});
	@want[5, 7, 8] = ($size, $seeks, $seekers) if $o{s} ne '0';
	@want[21, 22, 23, 25] = ($files, $links || $max || '', $min || '', $dirs > 1 ? $dirs : '')
		if $files;
	for (0 .. $#field) {
		if (defined $want[$_]) { $field[$_] = check($field[$_], $want[$_]) }
		elsif ($_ == 4) { $field[$_] =~ s/^\d+$/SEED/ }
		elsif ($_ >= 38) { $field[$_] =~ s/^\d+(us|ms|s)$/time/ }
		elsif ($_ >= 9 && ($_ <= 20 || $_ >= 26)) { $field[$_] =~ s/^(\d+(\.\d)?|\+{5}|\+{3})$/figure/ }
	}
	return join ',', @field;
}
