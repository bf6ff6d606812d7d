#!/bin/bash
# iorun iozone prints what the real tool printed for the same options, but for the figures; and our own
# reader knows every line of it.  TAP.
# variants: release
set -u
# shellcheck source=tests/tap.sh
. "$SRC/tests/tap.sh"
# shellcheck disable=SC2034 # what ok shows
shown=out
golden=$SRC/tests/golden/iozone
mask=$SRC/tests/runner/mask.pl

note() { # KEY NOTES
	sed -n "s/\(.* \|^\)$1=\([^ ]*\).*/\2/p" <<<"$2"
}

# Runs it in a directory of its own: $dir/got, and its exit status.
run() { # COMMAND NOTES
	local words file status
	read -ra words <<<"$1"
	for file in $(note pre "$2" | tr , ' '); do
		"$IORUN" iozone -w -i 0 -s 4M -r 64k -f "$dir/$file" >/dev/null
	done
	for file in $(note zeros "$2"); do head -c 1048576 /dev/zero >"$dir/$file"; done
	[[ $1 = *' -t '* || $1 = *' -l '* ]] && words+=(--pause 0)
	[ -n "$(note room "$2")" ] && words+=(--no-space-check)
	(cd "$dir" && exec "$IORUN" "${words[@]}") >got 2>&1
	status=$?
	# Lines that only iorun prints; they stand before the command line, where the original echoes options.
	perl -ne 'print unless /^\t(Main memory is|The files fit)/' got >got.plain
	return $status
}

# The lines before: those that options leave, in their order.
echoes() { sed -n '/^	Run began:/,/^	Command line used:/{/Run began\|Command line/d;/^$/d;p}' "$1"; }

while IFS='|' read -r log command notes; do
	log=${log// /} command=${command# } command=${command% } notes=${notes# }
	case $log in '' | '#'*) continue ;; esac
	if [[ $notes = out:* ]]; then
		[ -f "$golden/$log.log" ]
		ok $? "$log: out of scope,${notes#out:}"
		continue
	fi
	dir=here
	mkdir -p here
	room=$(note room "$notes")
	if [ -n "$room" ]; then
		dir=small
		mkdir -p small
		if ! mount -t tmpfs -o "size=${room}m" none small 2>/dev/null; then
			n=$((n + 1))
			echo "ok $n - $log: $command # SKIP no file system of $room MiB can be mounted here"
			continue
		fi
	fi
	run "$command" "$notes"
	status=$?
	want=$(note exit "$notes")
	left=$(cd "$dir" && find . -type f | LC_ALL=C sort | tr '\n' ' ')
	[ "$dir" = small ] && umount small
	all=
	grep -qa '	Command line used:' "$golden/$log.log" || all=yes
	masks=(rows="$(note rows "$notes")" size="$(note size "$notes")" ${all:+all})
	perl "$mask" "${masks[@]}" <got.plain >mine && perl "$mask" "${masks[@]}" <"$golden/$log.log" >real
	diff -a real mine >out
	ok $? "$log: $command"
	if [ -z "$all" ] && [ "$log" != opt-p-m ] && [ -z "$(note size "$notes")$(note rows "$notes")" ]; then
		diff <(echoes "$golden/$log.log") <(echoes got.plain) >out
		ok $? "$log: options are echoed alike"
	fi
	[ "$status" = "${want:-0}" ]
	ok $? "$log: ends with ${want:-0}, not $status"
	if [[ $command != *' -w '* && -z "$(note pre "$notes")$(note zeros "$notes")" ]]; then
		echo "$left" >out
		[ -z "$left" ]
		ok $? "$log: no file is left"
	fi
	mkdir -p logs
	cp got "logs/$log.log"
	rm -rf here small
done <"$SRC/tests/runner/options.list"

# Each log of the release whose lines iorun prints is in the list.
for f in "$golden"/*.log; do
	grep -qa 'Revision: 3\.508 ' "$f" || continue
	log=$(basename "$f" .log)
	case $log in dmg-* | zpool-* | campaign-* | iorun-*) continue ;; esac
	grep -q "^$log |" "$SRC/tests/runner/options.list" || echo "$log"
done >out
[ ! -s out ]
ok $? 'every log of 3.508 is in the list'

"$IOTAB" check --to csv logs 2>told | tr -d '\r' >out
awk -F, '/^logs/ { n++; if ($NF != 0) bad = 1 } END { exit bad || n < 90 }' out
ok $? 'no line of it is unknown to iotab'
echo "1..$n"
