#!/bin/bash
# What iorun iozone has beyond the original: data, verification, caches, memory; and what it refuses.  TAP.
# variants: release
set -u
# shellcheck source=tests/tap.sh
. "$SRC/tests/tap.sh"
# shellcheck disable=SC2034 # what ok shows
shown=log
I=$IORUN

level() { # TEXT: do all figures of the log have it?
	"$IOTAB" records log --to csv 2>/dev/null | awk -v text="$1" \
		'NR > 1 { n++; if (!index($0, text)) bad = 1 } END { exit bad || !n }'
}

# ---- what is written
for kind in zero pattern random mixed:0.5 mixed:0 mixed:1; do
	"$I" iozone -w --data $kind -i 0 -i 2 -i 4 -i 6 -s 1M -r 64k -f f >log
	ok $? "--data $kind"
	grep -q "^	Data written is $kind$" log && level "data=$kind"
	ok $? "--data $kind: the log says so, and iotab a level of each figure"
	packed=$(gzip -1 <f | wc -c)
	# Of 1024 KiB, record rewrite writes the first record only, with the same.
	case $kind in
	zero | mixed:0) [ "$packed" -lt 10000 ] ;;
	pattern) [ "$packed" -lt 40000 ] ;;
	random | mixed:1) [ "$packed" -gt 1040000 ] ;;
	*) [ "$packed" -gt 500000 ] && [ "$packed" -lt 600000 ] ;;
	esac
	ok $? "--data $kind: gzip makes $packed of 1048576"
	"$I" iozone --data $kind --verify -i 1 -s 1M -r 64k -f f >log
	ok $? "--data $kind: every byte is as it was written"
	printf '\125' | dd of=f bs=1 seek=700001 conv=notrunc 2>/dev/null
	"$I" iozone --data $kind --verify -i 1 -s 1M -r 64k -f f >log
	[ $? = 63 ] && grep -q '^Error in file: Position 700001 $' log && grep -q '^Record # 10 ' log
	ok $? "--data $kind: one that is not is found"
	rm -f f
done
"$I" iozone --data mixed:0.5 -t 2 -i 0 -i 1 -i 2 -i 8 --verify --pause 0 -s 2M -r 32k >log
ok $? 'processes write and verify it'
"$I" iozone -T --data random -t 2 --verify --pause 0 -s 2M -r 32k >log
ok $? 'threads do'
"$I" iozone --data random --verify -a -E -K -p -n 64k -g 256k >log && level data=random
ok $? 'all tests verify it'
"$I" iozone --verify -a -E -n 64k -g 256k >log
ok $? 'all tests verify what the original writes'
grep -q 'Performance measurements are invalid in this mode' log && level invalid-mode
ok $? 'figures with --verify are marked as none'
"$I" iozone -w -i 0 -s 1M -r 64k -f f >log
printf '\125' | dd of=f bs=1 seek=700001 conv=notrunc 2>/dev/null
"$I" iozone -i 1 -s 1M -r 64k -f f >log
ok $? 'without --verify only the first bytes of a page are looked at'
"$I" iozone --verify -i 1 -s 1M -r 64k -f f >log
[ $? = 63 ]
ok $? 'with it all of them'
rm -f f
"$I" iozone -w --data random -i 0 -s 1M -r 64k -f f >log
"$I" iozone -i 1 -s 1M -r 64k -f f >log
[ $? = 63 ] && "$IOTAB" check log 2>&1 | grep -q 'run reports an error: Error in file: Found'
ok $? 'other data than was written is an error'
rm -f f
for bad in nothing mixed mixed:2 mixed:-1 mixed:x ''; do
	"$I" iozone --data "$bad" -i 0 >log
	[ $? = 255 ] && grep -q 'it is zero, pattern, random or mixed:RATIO' log
	ok $? "--data '$bad' is refused"
done

# ---- memory and caches
kb=$(($(getconf _PHYS_PAGES) * $(getconf PAGESIZE) / 1024))
"$I" iozone -t 3 -i 0 --pause 0 -s 1M -r 64k >log
grep -q "^	Main memory is $kb kB; files of 3072 kB$" log && grep -q '^	The files fit into main memory: ' log
ok $? 'memory stands beside the size of all files, with a warning when they fit'
"$I" iozone -a -g 1G -n 2G -i 0 >log
grep -q '; files of 0 kB$' log
ok $? 'a sweep without a file'
"$I" iozone --drop-caches -i 0 -i 1 -s 1M -r 64k >log
if grep -q '^	Caches are dropped before each test: wrote 3 to ' log; then
	level drop-caches=y
else
	grep -q '^	Caches cannot be dropped: [A-Z]' log && ! level drop-caches=y
fi
ok $? '--drop-caches: the log says what was done'
"$IOTAB" check --to csv log 2>/dev/null | tr -d '\r' | grep -q '^log,1,.*,0$'
ok $? '--drop-caches: iotab knows all its lines'

# ---- called by its name
ln -s "$I" iozone
./iozone -i 0 -s 1M -r 64k >log
grep -q '^	Command line used: ./iozone -i 0 -s 1M -r 64k$' log
ok $? 'a link named iozone is it'
grep -q '^		Build: iorun [0-9.]*, prints as iozone 3.508 (layout L3) $' log && ! grep -q Contributors log
ok $? 'its banner says who it is'
"$IOTAB" records log --to csv | grep -q ',3.508 (iorun [0-9.]*),'
ok $? 'iotab tells its figures from those of the original'

# ---- options of the original that are out of scope, and what does not go together
refused() { # STATUS TEXT WORD...
	local want=$1 text=$2
	shift 2
	"$I" iozone "$@" >log 2>&1
	status=$?
	[ $status = "$want" ] && grep -qF -- "$text" log && [ -z "$(find . -name 'iozone.tmp' -o -name 'iozone.DUMMY*')" ]
	ok $? "$*: refused with $want, not $status"
}
for letter in B D G Z H k b V d J M P Q U W X Y m; do
	refused 255 "iozone: invalid option -- '$letter': " -$letter 4 -i 0
	[ "$(wc -l <log)" = 1 ]
	ok $? "-$letter: in one line"
done
for letter in m h O z T E r w y C S k d N; do
	refused 255 "iozone: invalid option -- '+$letter': not supported" -+$letter 4 -i 0
done
refused 255 "iozone: invalid option -- '5'" -5
refused 255 "iozone: invalid option -- '-nonsense'" --nonsense
refused 255 "iozone: option requires an argument -- 's'" -i 0 -s
refused 255 "iozone: option requires an argument -- '+q'" -+q
refused 255 "iozone: option requires an argument -- '-data'" --data
refused 255 'it is a number of seconds' -t 2 --pause long
refused 17 'Can not mix throughput mode and auto-mode flags.' -t 2 -a
refused 17 'Can not mix throughput mode and auto-mode flags.' -t 2 -s 1M -s 2M
refused 17 'Can not mix throughput mode and auto-mode flags.' -t 2 -g 1M
refused 17 'Can not mix throughput mode and auto-mode flags.' -t 2 -y 4k
refused 17 'Can not mix throughput mode and microseconds mode.' -t 2 -N
refused 17 'You must use -t when using -F.' -a -F a
refused 17 'You must use -F with a file for each thread or process.' -t 2 -F a
refused 23 'Error: record length 65536 is greater than filesize 4 kB' -t 1 -s 4k -r 64k

# ---- what the original gets wrong
"$I" iozone -i 0 -s 4M -s 1M -s 1M -r 64k >log
[ "$(awk '$2 == 64 && NF == 4 { print $1 }' log | tr '\n' ' ')" = '1024 4096 ' ]
ok $? 'a list that does not ascend loses nothing'
"$I" iozone -T -t 4 -C -i 0 -i 1 --pause 0 -s 1M -r 64k >log
awk '/Children see/ { sum = $(NF - 1) } /Min thr/ { min = $(NF - 1) } /Max thr/ { max = $(NF - 1) }
	/Child\[/ { n++; v = $(NF - 1); total += v; if (n == 1 || v < low) low = v; if (v > high) high = v
		if (n == 4) { if (min != low || max != high || (sum - total) ^ 2 > .01) bad = 1; n = total = high = 0; seen++ } }
	END { exit bad || seen != 4 }' log
ok $? 'sum, least and greatest are those of the children'
"$I" iozone -Oi0 -s1M -r64k -+n -fg >log && grep -q 'Record Size 64 kB' log && ! [ -e g ]
ok $? 'values may be glued to their letters'
printf '%s\n' '-s 0' '-r 0' '-s x' >log
"$I" iozone -s x -r -3 -i 0 >log && grep -q '^             512       4 ' log
ok $? 'sizes that are none are the usual ones'
find . -maxdepth 1 -type f ! -name log >left
[ "$(cat left)" = ./left ]
ok $? 'no file is left'
echo "1..$n"
