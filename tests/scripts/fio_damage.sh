#!/bin/bash
# Reports of fio that mail, terminals, collectors and power cuts have damaged give the figures of the
# report each was made from, wherever the information is still there.  TAP.
set -u
golden=$SRC/tests/golden/fio

# Damaged report, its source, and what is lost: `all` nothing, `part` whatever stood behind a cut (each
# figure that is there is one of the source), else a pattern of metrics that are missing.
table='
damaged-bom.json           json-randrw.json             all
damaged-crlf.json          json-randrw.json             all
damaged-ts_prefix.json     json-randrw.json             all
damaged-utf16.json         json-randrw.json             all
damaged-nan.json           json-randrw.json             ^fio:[a-z]+\.iops\.mean$
damaged-truncated.json     json-randrw.json             part
damaged-crlf.txt           normal-randrw_direct.txt     all
damaged-colour.txt         normal-randrw_direct.txt     all
damaged-syslog_prefix.txt  normal-randrw_direct.txt     all
damaged-utf16.txt          normal-randrw_direct.txt     all
damaged-truncated.txt      normal-randrw_direct.txt     part
damaged-wrapped80.txt      normal-randrw_4jobs_group.txt all
damaged-quoted.txt         normal-fsync.txt             all
damaged-prompt.txt         normal-fsync.txt             all
damaged-fenced.txt         normal-fsync.txt             all
damaged-truncated.v3.terse terse-randrw.v3.terse        part
'

# at, metric, value, original of a report; those of figures that have a value.
figures() {
	cp "$golden/$1" .
	"$IOTAB" records "$1" --to csv 2>/dev/null |
		perl -ne 'chomp; my @f = split /,/, $_, -1; next if $. == 1 || $f[9] eq "";
			$f[7] =~ s/\\.//g; print join("|", @f[7 .. 9, 13]), "\n"' | sort
}

n=0
ok() { # TRUE NAME
	n=$((n + 1))
	if [ "$1" = 1 ]; then echo "ok $n - $2"; else echo "not ok $n - $2"; fi
}

while read -r damaged source lost; do
	[ -n "$damaged" ] || continue
	figures "$source" >want
	figures "$damaged" >got
	case $lost in
	all) cmp -s want got && [ -s want ] && good=1 || good=0 ;;
	part)
		# Bandwidth and rate of normal output follow from counts at the end of a block, which is cut off.
		grep -vE '\|fio:(read|write)\.(bw|iops|io)\|' got | comm -23 - want >odd
		[ -s got ] && [ ! -s odd ] && good=1 || good=0
		;;
	*)
		perl -ne 'my @f = split /\|/; print unless $f[1] =~ m{'"$lost"'}' want >less
		cmp -s less got && [ -s less ] && good=1 || good=0
		;;
	esac
	ok "$good" "$damaged has what is left of $source"
	[ "$good" = 1 ] || diff want got | head -10 | sed 's/^/# /'
done <<<"$table"

# Several reports, of one run each, in one file.
while read -r damaged sources; do
	[ -n "$damaged" ] || continue
	for source in $sources; do figures "$source"; done | sort >want
	figures "$damaged" >got
	cmp -s want got && [ -s want ] && good=1 || good=0
	ok "$good" "$damaged has the figures of $sources"
	[ "$good" = 1 ] || diff want got | head -10 | sed 's/^/# /'
done <<'END'
damaged-concat.json json-randrw.json json-fsync.json
damaged-concat.txt normal-randrw_direct.txt json-randrw.json normal-fsync.txt
END

echo "1..$n"
