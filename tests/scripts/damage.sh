#!/bin/bash
# Logs that mail, editors, web pages and syslog have damaged give the figures of the log each was made
# from, wherever the information is still there.  TAP.
set -u
golden=$SRC/tests/golden/iozone

# damaged log, its source or sources: the same figures, sizes and metrics.  Nothing is lost in any of them.
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
dmg-rows-no-header  v414-auto-g1M
dmg-concatenated    single-i0-i1-i2 v414-seed thr-t4-i0-i1-i2 usec-N-single
dmg-stderr-interleaved err-enospc-write
dmg-wrap72-words    single-all
dmg-wrap80-hard     v414-auto-g1M
dmg-report-only     excel-multi-r-s
'

# at, metric, value, original: what a damaged log can still hold
figures() {
	for log; do
		cp "$golden/$log.log" .
		"$IOTAB" records "$log.log" --to csv 2>/dev/null |
			perl -ne 'chomp; s/"[^"]*"//g; my @f = split /,/, $_, -1;
				print join("|", @f[7, 8, 9, 13]), "\n" if $. > 1 && $f[8] ne ""'
	done | sort
}

n=0
while read -r damaged source; do
	[ -n "$damaged" ] || continue
	n=$((n + 1))
	# shellcheck disable=SC2086 # several sources are several words
	if [ "$(figures "$damaged")" = "$(figures $source)" ] && [ -n "$(figures $source)" ]; then
		echo "ok $n - $damaged equals $source"
	else
		echo "not ok $n - $damaged equals $source"
		# shellcheck disable=SC2086
		diff <(figures $source) <(figures "$damaged") | head -20 | sed 's/^/# /'
	fi
done <<<"$pairs"
echo "1..$n"
