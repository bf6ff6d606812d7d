#!/bin/sh
# A first study changes nothing: records and tables are the same with and without it.  All of it can
# be uncovered, and names of any bytes stay what they are.
exec perl - "$SAMPLES" "$SRC/tests/golden/iozone" "${SHARED:+$SHARED/corpus/iozone}" <<'END_OF_PERL'
use strict;
use warnings;

my ($samples, @folders) = @ARGV;
my $n = 0;
my $quick = ($ENV{VARIANT} // 'release') ne 'release';

my @inputs = ("$samples/thumper", $samples, glob("$samples/iozone/*.log"),
	map { glob "$_/*.log" } grep { length } @folders);
@inputs = grep { $_ !~ m{/public-} } @inputs;
@inputs = @inputs[grep { $_ % 12 < 1 } 0 .. $#inputs] if $quick;
for my $input (@inputs) {
	my $name = $input =~ s{^.*/(samples|golden|corpus)(?=/|$)}{$1}r;
	my $init = iotab('init', '--no-study', '-o', 'study.yaml', '--force', $input);
	next if $init->{err} =~ /no input is a benchmark log/;
	ok(-s 'study.yaml', "$name: a study", $init->{err});
	changes_nothing($input, $name);
	uncovered($input, $name);
}

# What is one text to the log is one text to the study.
my @names = ('6x7', 'two words', "it's", 'say "x"', 'a: b', 'a #b', '#c', '- d', '? e', '?', '&f', '*g',
	'!h', '{i}', '[j]', '%k', '@l', '`m', '|n', '>o', '~', 'null', 'no', '1', ':', ',', ' lead', 'trail ',
	"tab\tbed", "line\nbreak", "cr\rx", "\e[31mred", "\x7f", "\xc3\xa9", "\xe2\x80\xa8", "\xc2\x85x",
	"\xef\xbb\xbfbom", "\xef\xbf\xbe", "\xff\xfe", "\xed\xa0\x80", "\\", '\n', 'x' x 400, 'y' x 2000,
	'---', '...', '=', '<<', 'a,b', "a\n\nb\n", "'", "''", '"', "\xf0\x9f\x92\xbe");
my $log = "$samples/iozone/single-all.log";
for my $label (@names) {
	my $shown = substr($label, 0, 40) =~ s/([^ -~])/sprintf '\\x%02x', ord $1/ger;
	my @set = ('--set', "layout=$label", '--set', "host=$label", '--set', "$label=$label");
	@set = @set[0 .. 3] if $label =~ /^=/ || !length $label;
	iotab('init', '--no-study', '-o', 'study.yaml', '--force', @set, $log);
	my $without = iotab('records', '--no-study', @set, $log);
	my $with    = iotab('records', '--study', 'study.yaml', @set, $log);
	ok($with->{out} eq $without->{out} && $with->{err} eq $without->{err},
		"'$shown': the same with its study", $with->{err});
	my $text = uncover(slurp('study.yaml'));
	my $open = $text =~ s/\{shape: '\?'\}/{shape: 4x(3+1)}/g || 0;
	spew('full.yaml', $text);
	my $full = iotab('records', '--study', 'full.yaml', '--to', 'jsonl', @set, $log);
	my $key  = $full->{out} =~ /"layout":"([^"]*)"/ ? $1 : '';
	my $able = $label !~ /^\x{ff}|^\xed|^y{2000}/ ;
	my $want = $label eq '6x7' ? '6*any(7)' : $able ? '4*any(3+1)' : '';
	ok($full->{status} == 0 && $key eq $want && $open == ($want =~ /^4/ ? 1 : 0),
		"'$shown': its shape can be told", "key '$key', $open open: $full->{err}");
}
print "1..$n\n";

sub changes_nothing {
	my ($input, $name) = @_;
	for my $way (['table'], ['records'], ['check', '-v'], ['table', '--metric', 'all', '--cell', 'raw']) {
		my @way = @$way;
		next if $quick && $way[0] eq 'check';
		my $without = iotab(@way, '--no-study', $input);
		my $with = iotab(@way, '--study', 'study.yaml', $input);
		ok($with->{out} eq $without->{out} && $with->{err} eq $without->{err}
				&& $with->{status} == $without->{status},
			"$name: @way is the same", $with->{err});
	}
}

# Every line behind a single # holds when it is uncovered, alone with its section and all together.
sub uncovered {
	my ($input, $name) = @_;
	spew('full.yaml', uncover(slurp('study.yaml')));
	my $full = iotab('check', '--study', 'full.yaml', $input);
	ok($full->{status} != 3, "$name: can be uncovered", $full->{err});
	my ($clean) = slurp('study.yaml') =~ /[^\x20-\x7e\n]/ ? 0 : 1;
	ok($clean, "$name: plain text");
}

# Sections that this version of the program does not read yet stay covered.
sub uncover {
	my $text = shift;
	$text =~ s/^#(?!#)//mg;
	for my $section (qw(hosts paths)) {
		spew('probe.yaml', "$section:\n");
		my $probe = iotab('check', '--study', 'probe.yaml', "$samples/iozone/single-all.log");
		$text =~ s/^$section: /#$section: /m if $probe->{err} =~ /not read by this version/;
	}
	return $text;
}

sub iotab {
	my @args = @_;
	my $pid = fork // die "fork: $!\n";
	if (!$pid) {
		open STDIN,  '<', '/dev/null';
		open STDOUT, '>', 'out';
		open STDERR, '>', 'err';
		exec $ENV{IOTAB}, @args or die "exec: $!\n";
	}
	waitpid $pid, 0;
	return { status => $? >> 8, out => slurp('out'), err => slurp('err') };
}

sub slurp {
	my $file = shift;
	open my $fh, '<:raw', $file or return '';
	local $/;
	return scalar <$fh> // '';
}

sub spew {
	my ($file, $text) = @_;
	open my $fh, '>:raw', $file or die "$file: $!\n";
	print $fh $text;
	close $fh or die "$file: $!\n";
}

sub ok {
	my ($good, $name, $why) = @_;
	$n++;
	print $good ? '' : 'not ', "ok $n - ", $name =~ s/#/\\#/gr, "\n";
	print map { "# $_\n" } split /\n/, substr $why // '', 0, 600 unless $good;
}
END_OF_PERL
