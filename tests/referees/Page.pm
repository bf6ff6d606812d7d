# What a reader sees of a page of HTML that an engine made: headings, paragraphs and tables with
# the texts of their cells.  Strict, since a cell of ours is text and nothing else: an element that
# no dialect writes (a link, a picture, struck text) shows up in the text as <name>.
package Page;
use strict;
use warnings;
use Exporter 'import';
our @EXPORT_OK = qw(blocks);

# What may stand around text: our own bold and breaks, and what engines add without a change.
my %silent = map { $_ => 1 } qw(html head body div span section strong b abbr colgroup col thead
	tbody tfoot);
my %entity = (amp => '&', lt => '<', gt => '>', quot => '"', apos => "'", nbsp => ' ');
my $name   = qr/[A-Za-z][A-Za-z0-9]*/;

# blocks(HTML): a list of { kind => heading|paragraph, text => ... } and
# { kind => table, caption => TEXT or undef, rows => [[{ text, head, right, bold }, ...], ...] },
# texts with line breaks as \n.
sub blocks {
	my ($html) = @_;
	my ($table, $text, $open, $bold, $skip, @blocks) = (undef, undef, '', 0, 0);

	# Ends what is open and keeps it.
	my $end = sub {
		return if $open eq '';
		my $seen = tidy($text->{text});
		if ($open =~ /^t[hd]$/) { push @{ $table->{rows}[-1] }, { %$text, text => $seen } }
		elsif ($open eq 'caption') { $table->{caption} = $seen }
		else { push @blocks, { kind => $open eq 'p' ? 'paragraph' : 'heading', text => $seen } }
		$open = '';
	};
	my $start = sub {
		my ($tag, $attributes) = @_;
		$end->();
		$open = $tag;
		$text = {
			text  => '',
			head  => $tag eq 'th' ? 1 : 0,
			right => $attributes =~ /text-align:\s*right|align="right"|\brightalign\b/ ? 1 : 0,
			bold  => 0,
		};
	};

	while ($html =~ /\G(?:<!--.*?-->|<!DOCTYPE[^>]*>|<(?<end>\/?)(?<tag>$name)(?<more>(?:[^<>"']|"[^"]*"|'[^']*')*)>|(?<text>[^<]+))/gcs) {
		my ($tag, $is_end, $more) = (lc($+{tag} // ''), $+{end}, $+{more});
		if (defined $+{text}) {
			next if $skip;
			my $seen = decode($+{text});
			if ($open ne '') {
				$text->{text} .= $seen;
				$text->{bold} ||= $bold > 0 if $seen =~ /\S/;
			} elsif ($seen =~ /\S/) {
				push @blocks, { kind => 'paragraph', text => "<bare text> " . tidy($seen) };
			}
		} elsif ($tag eq '') { # a comment
		} elsif ($skip) {      # inside of what is not ours
			$skip += $is_end ? -1 : 1 if $tag eq 'div' || $tag eq 'span';
		} elsif (!$is_end && $tag =~ /^(?:div|span)$/ && $more =~ /\bid="(?:toc|dw__toc)"|\bmw-editsection\b/) {
			$skip = 1;
		} elsif ($tag eq 'table') {
			$end->();
			if ($is_end) { push @blocks, $table // (); undef $table }
			else { $table = { kind => 'table', rows => [] } }
		} elsif ($tag eq 'tr') {
			$end->();
			push @{ $table->{rows} }, [] unless $is_end;
		} elsif ($tag =~ /^(?:t[hd]|caption|h[1-6])$/ || $tag eq 'p' && !$table) {
			$is_end ? $end->() : $start->($tag, $more);
		} elsif ($tag eq 'br') {
			$text->{text} .= "\x01";
		} elsif ($tag eq 'strong' || $tag eq 'b') {
			$bold += $is_end ? -1 : 1;
		} elsif (!$silent{$tag} && $tag ne 'p') {
			$text->{text} .= "<$tag>" unless $is_end;
		}
	}
	die 'cannot read from ' . substr($html, pos $html // 0, 60) . "\n"
		if (pos $html // 0) < length $html;
	return @blocks;
}

sub decode {
	my ($text) = @_;
	$text =~ s{&(?:#([0-9]+)|#[xX]([0-9A-Fa-f]+)|($name));}
		{ defined $1 ? chr $1 : defined $2 ? chr hex $2 : $entity{$3} // "<unknown &$3;>" }ge;
	$text =~ tr/\xa0/ /;
	return $text;
}

# Blanks as a browser shows them.
sub tidy {
	my ($text) = @_;
	$text =~ s/[ \t\r\n]+/ /g;
	$text =~ s/ ?\x01 ?/\n/g;
	return $text =~ s/\A | \z//gr;
}

1;
