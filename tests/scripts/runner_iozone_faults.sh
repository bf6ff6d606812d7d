#!/bin/bash
# What goes wrong under iorun iozone: the right exit status, the first cause in the log, no file left, and
# no wait for ever.  TAP.
# variants: release
set -u
# shellcheck source=tests/tap.sh
. "$SRC/tests/tap.sh"
# shellcheck disable=SC2034 # what ok shows
shown=log
I=$IORUN
top=$PWD

# A run whose log has to hold each LINE, end with STATUS and leave nothing.
check() { # NAME STATUS LINE...
	local name=$1 want=$2 line
	shift 2
	[ "$status" = "$want" ]
	ok $? "$name: ends with $want, not $status"
	for line; do
		grep -qaF -- "$line" log
		ok $? "$name: the log says '$line'"
	done
	rest=$(cd d && find . ! -type d | sort | tr '\n' ' ')
	[ -z "$rest" ]
	ok $? "$name: no file is left${rest:+, but $rest}"
	rm -rf d
	mkdir d
}

run() { # WORD...: in d
	(cd d && exec timeout -s KILL 60 "$I" iozone "$@") >log 2>&1
	status=$?
}

shim() { # CALL AT DO WORD...
	local call=$1 at=$2 what=$3
	shift 3
	(cd d && SHIM_CALL=$call SHIM_AT=$at SHIM_DO=$what SHIM_ONCE=$top/once \
		LD_PRELOAD=$top/shim.so exec timeout -s KILL 60 "$I" iozone "$@") >log 2>&1
	status=$?
	rm -f once
}

first_error() { # NAME TEXT: what iotab holds for the cause
	"$IOTAB" check log 2>&1 | grep -qF "run reports an error: $2"
	ok $? "$1: iotab tells that cause"
}

mkdir d

# ---- the disk is full, or broken
mkdir small
if mount -t tmpfs -o size=3m none small 2>/dev/null; then
	(cd small && exec "$I" iozone -i 0 -s 4M -r 64k) >log 2>&1
	status=$?
	[ "$status" = 23 ] && grep -q '^iorun: error: 4096 kB do not fit: 3072 kB are free' log &&
		[ -z "$(ls small)" ]
	ok $? 'no room for the file: nothing is begun'
	(cd small && exec "$I" iozone -i 0 -t 4 -s 1M -r 64k --no-space-check) >log 2>&1
	status=$?
	[ "$status" = 74 ] && grep -q '^write: No space left on device' log && [ -z "$(ls small)" ]
	ok $? 'no room for the files of processes'
	umount small
else
	n=$((n + 1))
	echo "ok $n - a full file system # SKIP none can be mounted here"
fi

if cc -shared -fPIC -o shim.so "$SRC/tests/runner/shim.c" -ldl 2>log; then
	shim write 40 error:28 -i 0 -s 4M -r 64k
	check 'no space' 74 'Error writing block 39, fd= ' 'write: No space left on device' 'iozone: interrupted'
	shim write 5 error:5 -i 0 -i 1 -s 1M -r 64k
	first_error 'a write fails' 'Error writing block 4, fd= 3; write: Input/output error'
	check 'a write fails' 74 'write: Input/output error' 'exiting iozone'
	shim read 30 error:5 -i 0 -i 1 -s 1M -r 64k
	first_error 'a read fails' 'Error reading block '
	check 'a read fails' 61 'read: Input/output error'
	shim read 40 error:5 -i 0 -i 2 -s 4M -r 64k
	check 'a random read fails' 70 'Error reading block at ' 'read: Input/output error'
	shim read 10 error:5 -i 0 -i 3 -s 1M -r 64k
	check 'a backward read fails' 79 'Error reading block 9' 'read: Input/output error'
	shim read 10 error:5 -i 0 -i 5 -s 4M -r 64k
	check 'a stride read fails' 88 'Filename iozone.tmp Read returned 0' 'Seeked to ' 'read: Input/output error'
	shim pwrite 3 error:5 -E -i 9 -s 1M -r 64k
	check 'a pwrite fails' 74 'Error pwriting block 2, fd= ' 'pwrite: Input/output error'
	shim pread 3 error:5 -E -i 0 -i 10 -s 1M -r 64k
	check 'a pread fails' 103 'Error reading block 2 ' 'pread: Input/output error'
	shim fsync 2 error:5 -e -i 0 -s 1M -r 64k
	check 'fsync fails' 74 'fsync: Input/output error'
	shim fsync 4 error:5 -i 0 -s 1M -r 64k
	check 'fsync fails behind the clock' 74 'fsync: Input/output error'
	for mode in '' -T; do
		# shellcheck disable=SC2086  # nothing is an option, too
		shim write 5 error:5 $mode -t 3 -i 0 -i 1 -s 1M -r 64k
		check "a write of a ${mode:-process} fails" 74 'Error writing block ' 'write: Input/output error' \
			'iozone: interrupted'
	done

	# ---- calls that do less than they should
	shim write 5 short -i 0 -i 1 --verify -s 1M -r 64k
	check 'short writes are gone on with' 0 'iozone test complete.'
	shim read 5 short -i 0 -i 1 -i 2 --verify -s 1M -r 64k
	check 'short reads are gone on with' 0 'iozone test complete.'
	shim read 5 short -t 2 -i 0 -i 1 --pause 0 -s 1M -r 64k
	check 'short reads of processes' 0 'iozone test complete.'

	# ---- one of them dies
	shim write 3 kill -t 4 -i 0 -i 1 -s 1M -r 64k
	check 'a child is killed' 90 'was ended by signal 9' 'iozone: interrupted'
	grep -q 'iozone test complete' log
	[ $? = 1 ]
	ok $? 'a child is killed: and no figure is told of it'
	shim read 1 kill -t 4 -i 0 -i 1 --pause 0 -s 1M -r 64k
	check 'a child is killed before it starts' 90 'was ended by signal 9'

	# ---- the clock of the day
	(cd d && SHIM_CLOCK=1 LD_PRELOAD=$top/shim.so exec "$I" iozone -i 0 -i 1 -s 8M -r 64k) >log 2>&1
	status=$?
	awk '$1 == 8192 { found = NF == 6; for (i = 3; i <= NF; i++) if ($i < 1000 || $i > 1e9) found = 0 }
		END { exit !found }' log
	ok $? 'the clock of the day jumps: the figures are sound'
	check 'the clock of the day jumps' 0 'iozone test complete.'
else
	n=$((n + 1))
	echo "ok $n - calls that fail # SKIP no shared library can be made here"
fi

# ---- files that are not there, not long enough, not what they were
run -i 1 -s 1M -r 64k -f none
check 'no file to read' 58 'Can not open temporary file none for read' 'open: No such file or directory'
run -t 2 -i 2 -s 1M -r 64k
check 'no files for processes' 66 'Child 0' 'open: No such file or directory'
run -t 2 -i 0 -s 1M -r 64k -F nodir/a nodir/b
check 'no directory for the files' 44 'Can not open temp file: nodir/a' 'open: No such file or directory'
(cd d && "$I" iozone -w -i 0 -s 1M -r 64k -f f >/dev/null && truncate -s 300000 f)
run -i 1 -s 1M -r 64k -f f
size=$(stat -c %s d/f)
rm d/f
[ "$size" = 300000 ]
ok $? 'a file that was there before stays'
check 'a short file' 61 'Error reading block 4 ' 'iorun: reason: the file ends after 37856 of 65536 bytes'

echo precious >victim
ln -s "$PWD/victim" d/f
run -i 0 -s 1M -r 64k -f f --overwrite
[ -L d/f ] && [ "$(cat victim)" = precious ]
ok $? 'a link: neither it nor what it leads to is touched'
rm -f d/f
check 'a link' 44 'iorun: reason: it is a symbolic link'

(cd d && exec timeout -s KILL 60 "$I" iozone -+q 2 -i 0 -i 1 -s 1M -r 64k -f f) >log 2>&1 &
pid=$!
for _ in $(seq 200); do grep -q '^            1024      64 *[0-9]\+ *[0-9]' log && break; sleep 0.05; done
rm -f d/f
ln -s "$PWD/victim" d/f
wait $pid
status=$?
[ -L d/f ] && [ "$(cat victim)" = precious ]
ok $? 'a link put in its place: neither it nor what it leads to is touched'
rm -f d/f
check 'a link put in its place' 58 'open: Too many levels of symbolic links'

(cd d && exec timeout -s KILL 60 "$I" iozone -+q 2 -i 0 -i 4 -s 1M -r 64k -f f) >log 2>&1 &
pid=$!
for _ in $(seq 200); do grep -q '^            1024      64 *[0-9]\+ *[0-9]' log && break; sleep 0.05; done
rm -f d/f
cp victim d/f
wait $pid
status=$?
[ "$(cat d/f)" = precious ]
ok $? 'another file put in its place is not touched'
rm -f d/f
check 'another file put in its place' 44 'iorun: reason: another file has taken its place'

cp victim d/f
run -i 0 -s 1M -r 64k -f f
[ "$(cat d/f)" = precious ]
ok $? 'a file that is there already is not touched'
rm -f d/f
check 'a file that is there already' 44 'open: File exists' '--overwrite writes into it'
cp victim d/f
run -i 6 -s 1M -r 64k -f f
[ "$(cat d/f)" = precious ]
ok $? 'nor by fwrite'
rm -f d/f
cp victim d/b
run -t 2 -i 0 -s 1M -r 64k -F a b
[ "$(cat d/b)" = precious ]
ok $? 'nor by processes'
rm -f d/b
check 'nor by processes' 44 'open: File exists'
cp victim d/f
run -i 0 -s 1M -r 64k -f f --overwrite
[ "$(stat -c %s d/f)" = 1048576 ]
ok $? 'unless told'
rm -f d/f
check 'unless told' 0 'iozone test complete.'

if mknod d/disk b 240 199 2>/dev/null; then
	run -i 0 -s 1M -r 64k -f disk --overwrite
	[ -b d/disk ]
	ok $? 'a block device is still there'
	rm -f d/disk
	check 'a block device' 44 'iorun: reason: it is a block device; --i-mean-this-device NAME is not given'
fi

# ---- signals
# Starts a run, waits until its log has a figure, sends it a signal.
signal() { # SIGNAL PATTERN WORD...
	local number=$1 pattern=$2
	shift 2
	(cd d && exec "$I" iozone "$@") >log 2>&1 &
	pid=$!
	for _ in $(seq 400); do grep -q "$pattern" log && break; sleep 0.02; done
	kill -s "$number" $pid
	(sleep 30; kill -s KILL $pid 2>/dev/null) &
	watch=$!
	wait $pid
	status=$?
	kill $watch 2>/dev/null
	wait $watch 2>/dev/null
}

signal INT '^ *64 ' -a -g 512M -R
check 'SIGINT' 130 'iozone: interrupted' 'exiting iozone' '"Writer report"'
signal TERM '^ *64 ' -a -g 512M
check 'SIGTERM' 143 'iozone: interrupted'
signal HUP '^ *64 ' -a -g 512M
check 'SIGHUP' 129 'iozone: interrupted'
"$IOTAB" check --to csv log 2>/dev/null | grep -q '^log,0,0,0,1,'
ok $? 'iotab calls it interrupted'
signal INT 'initial writers' -t 4 -i 0 -i 1 -s 16M -r 64k
check 'SIGINT to processes' 130 'iozone: interrupted'
signal TERM 'initial writers' -T -t 4 -i 0 -i 1 -s 16M -r 64k
check 'SIGTERM to threads' 143 'iozone: interrupted'
# In the middle of a phase: the children stop, too.
signal INT 'Each process' -t 2 -i 0 -i 1 -x -s 128M -r 4k
check 'SIGINT in a phase' 130 'iozone: interrupted'
sleep 0.2
! pgrep -P $pid >/dev/null
ok $? 'SIGINT in a phase: no child is left'

(cd d && "$I" iozone -a -g 64M; echo $? >../code) 2>&1 | head -1 >log
status=$(cat code)
check 'SIGPIPE' 141 'Iozone: Performance Test'
(cd d && "$I" iozone -t 2 -s 4M --pause 0; echo $? >../code) 2>&1 | head -1 >log
status=$(cat code)
check 'SIGPIPE to processes' 141 'Iozone: Performance Test'
if [ -w /dev/full ]; then
	(cd d && exec "$I" iozone -a -g 64M) >/dev/full 2>log
	status=$?
	check 'a log that cannot be written' 1 'iorun: cannot write the log: No space left on device'
fi

echo "1..$n"
