#!/bin/bash
# Logs that mail, editors, web pages and syslog have damaged give the figures of the log each was made
# from, wherever the information is still there.  TAP.
set -u
golden=$SRC/tests/golden/iozone

# damaged log, its source, what is lost and why (nothing: the same figures, sizes, units and metrics)
pairs='
dmg-blank-doubled   single-all
dmg-crlf            single-all
dmg-trailing-trimmed single-all
dmg-left-trimmed    single-all
dmg-row-only        single-all
dmg-email-quoted    single-all
dmg-timestamps      single-all
dmg-html-br         single-all
dmg-csv-pasted      single-all
dmg-cr-only-tail    subset-i0-i2
dmg-collapsed-spaces subset-i0-i2
dmg-unexpanded-tabs subset-i0-i2
dmg-subset-rows-no-header subset-i0-i2
dmg-cut-head        auto-i0-i1-g4M
dmg-stderr-interleaved err-enospc-write
dmg-wrap72-words    single-all
dmg-wrap80-hard     v414-auto-g1M
dmg-report-only     excel-multi-r-s
'

# at, metric, value, original: what a damaged log can still hold
figures() {
	cp "$golden/$1.log" .
	"$IOTAB" records "$1.log" --to csv 2>/dev/null |
		perl -ne 'chomp; s/"[^"]*"//g; my @f = split /,/, $_, -1;
			print join("|", @f[7, 8, 9, 13]), "\n" if $. > 1 && $f[8] ne ""' | sort
}

n=0
while read -r damaged source; do
	[ -n "$damaged" ] || continue
	n=$((n + 1))
	if [ "$(figures "$damaged")" = "$(figures "$source")" ] && [ -n "$(figures "$source")" ]; then
		echo "ok $n - $damaged equals $source"
	else
		echo "not ok $n - $damaged equals $source"
		diff <(figures "$source") <(figures "$damaged") | head -20 | sed 's/^/# /'
	fi
done <<<"$pairs"
echo "1..$n"
