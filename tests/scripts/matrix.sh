#!/bin/bash
# Campaigns of iorun matrix: run, cut off, resumed, and what they may not destroy.  TAP.
# Pools are folders with a file `id`; the benchmark prints a log of iozone with the row in a figure.
# shellcheck disable=SC2016,SC2015,SC2119,SC2120
set -u
n=0
work=$PWD
host=$(uname -n)
log=$SAMPLES/iozone/subset-i0-i2.log

check() { # NAME COMMAND...
	local name=$1
	shift
	n=$((n + 1))
	if "$@" >out 2>&1; then echo "ok $n - $name"; else
		echo "not ok $n - $name"
		{
			cat out
			echo "--- $dir"
			tail -n 20 "$dir/messages" "$dir/log.journal"
		} 2>&1 | sed 's/^/# /' | head -60
	fi
}

skip() { # NAME WHY
	n=$((n + 1))
	echo "ok $n - $1 # SKIP $2"
}

# A folder with a plan: [campaign] lines, [factors] lines, benchmark; KEY=VALUE replaces a hook.
plan() { # DIR CAMPAIGN FACTORS COMMAND [HOOK=COMMAND...]
	dir=$work/$1
	local campaign=$2 factors=$3 command=$4 guard=true
	local create='mkdir {target}/pool && echo id-$$-{row} >{target}/pool/id'
	local identify='cat {target}/pool/id' destroy='rm -r {target}/pool'
	shift 4
	for hook; do local "${hook%%=*}=${hook#*=}"; done
	mkdir -p "$dir/target"
	printf '%s\n' "[campaign]" "host = $host" "target = $dir/target" "lock = $dir/lock" "$campaign" \
		"[factors]" "$factors" "[hooks]" "guard = $guard" "create = $create" \
		"identify = $identify" "destroy = $destroy" "[benchmark]" "command = $command" >"$dir/plan"
}

bench="sh '$SRC/tests/runner/bench.sh' '$log'"
many=$'layout = 2x21, 3x14, 6x7, 7x6\nraid = z, z2\nslog = n, y\ncache = 0, 1, 2'

# Runs or resumes the plan of $dir; messages go to its file of that name.
run() { # [OPTION...]
	"$IORUN" matrix "$dir/plan" --execute --yes "$host" --log "$dir/log" "$@" >>"$dir/shown" 2>>"$dir/messages"
}

resume() {
	"$IORUN" matrix --resume "$dir/log" --yes "$host" >>"$dir/shown" 2>>"$dir/messages"
}

# The same behind the test, which finds its process in $pid.
start() {
	"$IORUN" matrix "$dir/plan" --execute --yes "$host" --log "$dir/log" >>"$dir/shown" 2>>"$dir/messages" &
	pid=$!
}

start_resume() {
	"$IORUN" matrix --resume "$dir/log" --yes "$host" >>"$dir/shown" 2>>"$dir/messages" &
	pid=$!
}

gives() { # STATUS COMMAND...
	local want=$1
	shift
	"$@"
	local got=$?
	[ $got = "$want" ] || { echo "exit status $got, not $want"; return 1; }
}

says() { grep -F -- "$1" "$dir/messages"; }
logged() { grep -E -- "$1" "$dir/log"; }
not() { ! "$@"; }
until_true() { # COMMAND...: within ten seconds
	for ((i = 0; i < 200; i++)); do
		"$@" && return
		sleep 0.05
	done
	return 1
}

begun() { # ROW
	grep -q "^iorun: # command" "$dir/log" 2>/dev/null && grep -q "^begin row=$1 " "$dir/log.journal"
}

# ---- a whole campaign, killed in a row and resumed --------------------------------------------

RANDOM=${SEED:=$$}
echo "# SEED=$SEED"
victim=$((2 + RANDOM % 40))
plan whole 'seed = 11' "$many" "test {row} != $victim || test -e $work/whole/second || { touch $work/whole/second; sleep 60; }; $bench"
start
check "row $victim is reached" until_true test -e "$dir/second"
kill -9 $pid
wait $pid 2>/dev/null
check 'what ran is ended with it' until_true not pgrep -f "touch $work/whole/second"
check 'it is resumed' gives 0 resume
check 'each row is there once' perl "$SRC/tests/oracles/matrix_rows.pl" "$dir/log" 48
check 'one begin says that it is a second' test "$(grep -c ' again=1 ' "$dir/log")" = 1
check 'no pool is left' test ! -e "$dir/target/pool"
check 'nor output that was not moved' test ! -e "$dir/log.row"
"$IOTAB" table "$dir/log" >"$dir/table" 2>"$dir/iotab"
check 'iotab shows 48 rows' test "$(grep -c '^[2367]x[0-9]' "$dir/table")" = 48
check 'one of them marked' test "$(grep -c '^[2367]x[0-9]* \[1\]' "$dir/table")" = 1
check 'and why' grep -q '^\[1\] a test was cut off and begun again' "$dir/table"
# The figure of each row, by its levels, against the log.
"$IOTAB" records "$dir/log" --to jsonl 2>/dev/null | grep '"iozone:write"' |
	sed 's/.*"label":"\([^"]*\)".*"factors":{"cache":"\(.\)","raid":"\([^"]*\)","slog":"\(.\)"}.*"original":"\([0-9]*\)".*/\1 \3 \4 \2 \5/' |
	sort >"$dir/got"
sed -n 's/^iorun: begin row=\([0-9]*\).* layout=\(.*\) raid=\(.*\) slog=\(.*\) cache=\(.*\)/\2 \3 \4 \5 \1/p' "$dir/log" |
	awk '{ print $1, $2, $3, $4, 100000 + $5 }' | sort -u >"$dir/want"
check 'each figure stands at its levels' diff "$dir/want" "$dir/got"
check 'iotab check knows every line' sh -c "'$IOTAB' check '$dir/log' 2>/dev/null | awk 'NR == 3 { exit \$NF != 0 }'"
check 'status tells it' sh -c "'$IORUN' matrix --status '$dir/log' | grep -qx 'rows    48: 48 ok, 0 failed, 0 left, 1 begun again'"
check 'a log is never overwritten' gives 3 run
check 'and the message says what to do' says -- '--resume goes on'
check 'resuming what is complete changes nothing' gives 0 resume
check 'each row is still there once' perl "$SRC/tests/oracles/matrix_rows.pl" "$dir/log" 48

# ---- power cuts at any moment -----------------------------------------------------------------

# Where create was cut off, only a person can tell whose the pool is: the test does what the message says.
cuts() {
	local status tries=0 humans=0
	start
	while :; do
		sleep "0.$(printf %03d $((RANDOM % (160 + 5 * tries) % 1000)))"
		kill -9 $pid 2>/dev/null
		wait $pid 2>/dev/null
		status=$?
		tries=$((tries + 1))
		[ $status != 0 ] && [ $tries -lt 300 ] || break
		if [ $status = 5 ]; then
			humans=$((humans + 1))
			sh -c "$(grep '^  rm -r' "$dir/messages" | tail -n 1)"
		fi
		# Nothing was done before the journal begins.
		if grep -q ^start "$dir/log.journal"; then start_resume; else
			rm -f "$dir/log" "$dir/log.journal"
			start
		fi
	done
	echo "# $tries tries, $humans by hand" >&2
	[ $status = 0 ]
}

plan cuts 'seed = 3' $'layout = 6x7, 7x6\nraid = z, z2\ncache = 0, 1, 2' "sleep 0.05; $bench" \
	'create=sleep 0.02; mkdir {target}/pool && sleep 0.02 && echo id-$$-{row} >{target}/pool/id'
check 'it is complete after many power cuts' cuts
check 'no row is lost or doubled' perl "$SRC/tests/oracles/matrix_rows.pl" "$dir/log" 12
check 'iotab reads twelve figures' test "$("$IOTAB" records "$dir/log" 2>/dev/null | grep -c iozone:write,)" = 12
check 'nothing is left' test ! -e "$dir/target/pool"

# The output of the last row is in the log by half, and the journal does not say that it is whole.
plan moving 'seed = 3' $'layout = 6x7, 7x6\nraid = z, z2' "$bench"
run
cp "$dir/log" "$dir/before"
offset=$(sed -n 's/^append row=4 offset=//p' "$dir/log.journal")
tail -c +"$((offset + 1))" "$dir/log" | sed '/^iorun: /d' >"$dir/log.row"
head -c "$((offset + 500))" "$dir/before" | sed '/^iorun: # complete/d' >"$dir/log"
sed -i '/^logged row=4/d' "$dir/log.journal"
check 'a row that was moved by half' gives 0 resume
check 'is moved once more' diff <(grep -v '^iorun: # ' "$dir/before") <(grep -v '^iorun: # ' "$dir/log")
check 'and whole' perl "$SRC/tests/oracles/matrix_rows.pl" "$dir/log" 4

sed -i '/^done row=2/d' "$dir/log.journal"
check 'a journal that lost a line: the row is left' sh -c "'$IORUN' matrix --status '$dir/log' | grep -qx 'rows    4: 3 ok, 0 failed, 1 left, 0 begun again'"

# ---- what is not ours stays -------------------------------------------------------------------

plan exists '' 'layout = 6x7, 7x6' "$bench"
mkdir "$dir/target/pool"
echo precious >"$dir/target/pool/id"
check 'create fails as the pool is there: the campaign stops' gives 5 run
check 'the pool is there' grep -qx precious "$dir/target/pool/id"
check 'the row is failed' logged '^iorun: end row=1/2 status=create-failed after='
check 'the message has the command' says "rm -r $dir/target/pool"
mv "$dir/target/pool" "$dir/target/other"
check 'then it goes on' gives 1 resume
check 'the row stays failed' test "$(grep -c '^iorun: end' "$dir/log")" = 2
check 'and the other is done' logged '^iorun: end row=2/2 status=ok'

plan content '' 'layout = 6x7' "$bench" 'create=mkdir -p {target}/pool'
mkdir "$dir/target/pool"
echo precious >"$dir/target/pool/id"
check 'create would be content with the pool that is there: it stops' gives 5 run
check 'it is not taken for our own' grep -qx precious "$dir/target/pool/id"

plan half '' 'layout = 6x7' "$bench" 'create=mkdir {target}/pool && echo x >{target}/pool/id && false'
check 'create makes it and fails: it stops' gives 5 run
check 'nothing is destroyed' grep -qx x "$dir/target/pool/id"
check 'with the reason' says "create failed, and 'x' is there now"

plan fails '' 'layout = 6x7, 7x6' "$bench" "create=test {row} != 1 && mkdir {target}/pool && echo a >{target}/pool/id" \
	"destroy=echo {row} >>$work/fails/destroyed; rm -r {target}/pool"
check 'create fails and nothing is there: the next row' gives 1 run
check 'destroy runs for what was made alone' grep -qx 2 "$dir/destroyed"
check 'once' test "$(wc -l <"$dir/destroyed")" = 1

plan replaced '' 'layout = 6x7, 7x6' "test -e $work/replaced/second || { touch $work/replaced/second; sleep 60; }; $bench"
start
until_true test -e "$dir/second"
kill -9 $pid
wait $pid 2>/dev/null
echo 'another pool' >"$dir/target/pool/id"
check 'the pool was replaced meanwhile: it stops' gives 5 resume
check 'the pool is untouched' grep -qx 'another pool' "$dir/target/pool/id"
check 'the message says what it was and is' says "and is 'another pool'"
check 'it does so again' gives 5 resume
check 'untouched' grep -qx 'another pool' "$dir/target/pool/id"
rm -r "$dir/target/pool"
check 'without it the campaign goes on' gives 0 resume
check 'to its end' perl "$SRC/tests/oracles/matrix_rows.pl" "$dir/log" 2

plan changed '' 'layout = 6x7' "$bench; echo foreign >{target}/pool/id"
check 'it changes while the benchmark runs' gives 5 run
check 'it is untouched' grep -qx foreign "$dir/target/pool/id"
check 'the figures are kept' perl "$SRC/tests/oracles/matrix_rows.pl" "$dir/log" 1

plan stays '' 'layout = 6x7, 7x6' "$bench" 'destroy=false'
check 'destroy fails: it stops' gives 5 run
check 'with one row done' test "$(grep -c '^iorun: end' "$dir/log")" = 1

# ---- what has to hold -------------------------------------------------------------------------

plan host '' 'layout = 6x7' "$bench"
sed -i 's/^host = .*/host = elsewhere/' "$dir/plan"
check 'the plan is for another host' gives 3 run --yes elsewhere
check 'refused by name' says "for host 'elsewhere', and this is '$host'"
check 'no log' test ! -e "$dir/log"

plan yes '' 'layout = 6x7' "$bench"
check 'no terminal and no --yes' gives 3 "$IORUN" matrix "$dir/plan" --execute --log "$dir/log" </dev/null
check 'another name behind --yes' gives 3 "$IORUN" matrix "$dir/plan" --execute --yes other --log "$dir/log"
check 'nothing began' test ! -e "$dir/log"
if script -qec true /dev/null >/dev/null 2>&1; then
	typed() { printf '%s\n' "$1" | script -qec "'$IORUN' matrix '$dir/plan' --execute --log '$dir/log'" /dev/null >"$dir/messages"; }
	check 'a wrong name is typed' gives 3 typed nonsense
	check 'it was asked for' says 'Name of this host:'
	check 'with what is at stake' says 'devices that will be written to:'
	check 'the right name is typed' gives 0 typed "$host"
	check 'and the campaign ran' perl "$SRC/tests/oracles/matrix_rows.pl" "$dir/log" 1
else
	skip 'the name is typed' 'no script, or no pseudo-terminal'
fi

plan target '' 'layout = 6x7' "$bench"
check 'the log lies on the target' gives 3 "$IORUN" matrix "$dir/plan" --execute --yes "$host" --log "$dir/target/../target/log"
ln -s target "$dir/link"
check 'through a link, too' gives 3 "$IORUN" matrix "$dir/plan" --execute --yes "$host" --log "$dir/link/log"
check 'nothing is written there' test -z "$(ls "$dir/target")"

mounted=$(awk '$1 ~ "^/dev/" { print $1 }' /proc/self/mounts 2>/dev/null | while read -r d; do [ -b "$d" ] && echo "$d" && break; done)
plan mounted '' 'layout = 6x7' "$bench"
if [ -n "$mounted" ]; then
	printf '[variables]\ndevices = %s\n' "$mounted" >>"$dir/plan"
	check "device $mounted is mounted: refused" gives 3 run
	check 'with where' says 'is mounted on'
	check 'no log begins' test ! -e "$dir/log"
else
	skip 'a device is mounted: refused' 'no device is mounted here'
fi
plan absent '' 'layout = 6x7' "$bench"
printf '[variables]\nvdevs = raidz2 %s/none mirror\n' "$dir" >>"$dir/plan"
check 'a device is not there: refused' gives 3 run
check 'by name' says "device '$dir/none' is not there"
plan files '' 'layout = 6x7' "ls {@vdevs} && $bench"
: >"$dir/f1"; : >"$dir/f2"
printf '[variables]\nvdevs = %s %s\n' "$dir/f1" "$dir/f2" >>"$dir/plan"
check 'files serve as devices' gives 0 run

plan guard '' 'layout = 6x7, 7x6, 3x14' "$bench" "guard=test {row} -lt 3"
check 'the guard fails: it stops' gives 4 run
check 'two rows are done' test "$(grep -c '^iorun: end' "$dir/log")" = 2
check 'the message says why' says 'guard ended with status 1'
check 'nothing is left' test ! -e "$dir/target/pool"

plan late 'limit = 1s' 'layout = 6x7, 7x6' "$bench; test {row} != 1 || sleep 60"
check 'a row is over the limit' gives 1 run
check 'its end says so' logged '^iorun: end row=1/2 status=timeout after=1'
check 'the next is done' logged '^iorun: end row=2/2 status=ok'
check 'iotab has it as partial' sh -c "'$IOTAB' records '$dir/log' 2>/dev/null | grep -q ',partial,.*its campaign says: timeout'"

plan locked '' 'layout = 6x7' "$bench"
plan holder '' 'layout = 6x7' "sleep 60"
sed -i "s|^lock = .*|lock = $work/locked/lock|" "$dir/plan"
start
until_true begun 1
dir=$work/locked
check 'another campaign runs: refused' gives 3 run
check 'with its process' says 'another campaign runs on this host: process'
dir=$work/holder
kill -HUP $pid
sleep 0.2
check 'SIGHUP does not stop it' kill -0 $pid
kill -INT $pid
sleep 0.3
check 'the first SIGINT waits for the row' kill -0 $pid
kill -INT $pid
check 'the second tears it down' gives 4 wait $pid
check 'nothing is left' test ! -e "$dir/target/pool"
check 'the log says so' logged 'stopped: the row was torn down'
dir=$work/locked
check 'the lock is free' gives 0 run

plan signal '' 'layout = 6x7, 7x6, 3x14' "touch $work/signal/ready; sleep 0.5; $bench"
start
until_true test -e "$dir/ready"
kill -INT $pid
check 'one SIGINT: it ends' gives 4 wait $pid
check 'behind the row' test "$(grep -c '^iorun: end row=1/3 status=ok' "$dir/log")" = 1
check 'and goes on later' gives 0 resume
check 'to its end' perl "$SRC/tests/oracles/matrix_rows.pl" "$dir/log" 3
check 'without a mark' not grep -q again= "$dir/log"

plan term '' 'layout = 6x7' "touch $work/term/ready; sleep 60"
start
until_true test -e "$dir/ready"
kill -TERM $pid
check 'SIGTERM tears down at once' gives 4 wait $pid
check 'nothing is left' test ! -e "$dir/target/pool"

plan free 'min-free = 900P' 'layout = 6x7' "$bench"
check 'too little is free' gives 4 run
check 'the message says how much' says "are free on '$dir/target'"
check 'nothing is left' test ! -e "$dir/target/pool"

hour=$(date +%H)
plan window "window = $(((10#$hour + 2) % 24)):00-$(((10#$hour + 3) % 24)):00" 'layout = 6x7' "$bench"
start
check 'outside of the window it waits' until_true grep -q '^waiting: outside of the window' "$dir/shown"
kill -INT $pid
check 'until it is told to stop' gives 4 wait $pid
check 'no row began' not logged '^iorun: begin'
plan total 'max-total = 1s' $'layout = 6x7, 7x6, 3x14' "sleep 0.6; $bench"
check 'max-total' gives 4 run
check 'two rows fit' test "$(grep -c '^iorun: end' "$dir/log")" = 2
plan load 'max-load = 1000' 'layout = 6x7' "$bench"
check 'the load is low enough' gives 0 run

# ---- forms ------------------------------------------------------------------------------------

plan thumper 'markers = thumper' "$many" "$bench"
check 'the markers of 2010' gives 0 run
check 'iotab reads 48 rows of them' test "$("$IOTAB" table "$dir/log" 2>/dev/null | grep -c '^[2367]x[0-9]')" = 48
plan quoted '' $'mode = fast and loose, "x", it\'s; $(touch bad)' "printf '%s\\n' {mode} \"\$IORUN_MODE\" >>$work/quoted/modes; $bench"
check 'levels with blanks and quotes' gives 0 run
check 'reach commands as one word and by the environment' diff <(sort "$dir/modes") <(for m in 'fast and loose' '"x"' "it's; \$(touch bad)"; do echo "$m"; echo "$m"; done | sort)
check 'and iotab' sh -c "'$IOTAB' records '$dir/log' --to jsonl 2>/dev/null | grep -qF '\"mode\":\"fast and loose\"'"
plan repeats $'repeats = 3\nseed = 9' 'layout = 6x7, 7x6' "$bench"
run
check 'repeats are blocks of all rows' test "$(sed -n 's/^iorun: begin .*repeat=\([0-9]\) .*/\1/p' "$dir/log" | tr -d '\n')" = 112233
check 'each block has each combination' test "$(sed -n 's/^iorun: begin .*repeat=\([0-9] .*\)/\1/p' "$dir/log" | sort -u | wc -l)" = 6
check 'iotab pools them' sh -c "'$IOTAB' table '$dir/log' -r layout -m write 2>/dev/null | grep -q 'n = 3 per cell'"
plan own '' 'layout = 6x7' 'iorun --version; iorun matrix --help'
check 'iorun itself is found' gives 0 run
check 'and ran' logged '^usage: iorun matrix'

# ---- pools, by a zpool of the tests -----------------------------------------------------------

pools() { # DIR: a plan with a pool on files, whose GUID is the identity unless said otherwise
	plan "$1" '' 'layout = 1x2, 2x1' "$bench" 'create=zpool create -m {target} {pool} {@vdevs}'
	sed -i '/^identify/d; s/^destroy = .*/destroy = zpool destroy {pool}/' "$dir/plan"
	: >"$dir/d1"
	: >"$dir/d2"
	printf '[variables]\npool = bench\nvdevs = mirror %s %s\n' "$dir/d1" "$dir/d2" >>"$dir/plan"
	mkdir "$dir/pools"
	export ZPOOLS=$dir/pools
}
old=$PATH
PATH=$SRC/tests/runner:$PATH
pools guid
check 'a pool, its GUID the identity' gives 0 run
check 'its status stands in the log' logged "^iorun: # zfs: .*$dir/d1 ONLINE"
check 'it is destroyed' test -z "$(ls "$ZPOOLS")"
pools imported
printf '%s\n' 77 "	$dir/d2 ONLINE" >"$ZPOOLS/home"
check 'a device is in an imported pool: refused' gives 3 run
check 'by name' says "device '$dir/d2' is in use: it is part of an imported pool"
check 'nothing began' test ! -e "$dir/log"
pools name
printf '%s\n' 77 "	other ONLINE" >"$ZPOOLS/bench"
check 'the pool is there' gives 5 run
check 'and stays' grep -qx 77 "$ZPOOLS/bench"
pools swapped
sed -i "s|^command = |command = test -e $dir/second \|\| { touch $dir/second; sleep 60; }; |" "$dir/plan"
start
until_true test -e "$dir/second"
kill -9 $pid
wait $pid 2>/dev/null
sed -i '1s/.*/12345/' "$ZPOOLS/bench"
check 'a pool of that name with another GUID' gives 5 resume
check 'is untouched' grep -qx 12345 "$ZPOOLS/bench"
PATH=$old

# ---- real pools -------------------------------------------------------------------------------

if ! command -v zfs-fuse >/dev/null || ! command -v zpool >/dev/null; then
	skip 'pools on sparse files' 'no zfs-fuse'
elif [ ! -e /dev/fuse ] || [ "$(id -u)" != 0 ]; then
	skip 'pools on sparse files' 'no /dev/fuse, or not root'
elif [ "$VARIANT" != release ]; then
	skip 'pools on sparse files' 'there can be one daemon only'
else
	zfs-fuse -n >/dev/null 2>&1 &
	daemon=$!
	sleep 2
	dir=$work/zfs
	mkdir -p "$dir"
	for i in 1 2 3 4 5 6; do truncate -s 256M "$dir/d$i"; done
	files=$(echo "$dir"/d?)
	printf '%s\n' '[campaign]' "host = $host" "target = $dir/target" "lock = $dir/lock" '[variables]' \
		"pool = iotest$$" '[rows]' "row = layout=1x6 raid=z vdevs=\"raidz $files\"" \
		"row = layout=1x6 raid=z2 vdevs=\"raidz2 $files\"" \
		"row = layout=1x6 raid=m vdevs=\"mirror $files\"" '[hooks]' \
		'create = zpool create -m {target} {pool} {@vdevs}' 'destroy = zpool destroy {pool}' \
		'[benchmark]' "command = df -Pk {target} | awk -v r={raid} 'END {{ print \"df\", r, \$4 }'; $bench" >"$dir/plan"
	check 'pools on sparse files' gives 0 run
	check 'raidz has five disks of six' awk '$1 == "df" && $2 == "z" { ok = $3 > 1100000 && $3 < 1310720 } END { exit !ok }' "$dir/log"
	check 'raidz2 four' awk '$1 == "df" && $2 == "z2" { ok = $3 > 850000 && $3 < 1048576 } END { exit !ok }' "$dir/log"
	check 'a mirror one' awk '$1 == "df" && $2 == "m" { ok = $3 > 180000 && $3 < 262144 } END { exit !ok }' "$dir/log"
	check 'their status stands in the log' logged '^iorun: # zfs: .*raidz2'
	check 'no pool is left' not zpool list "iotest$$"
	kill $daemon
	wait $daemon 2>/dev/null
fi
echo "1..$n"
