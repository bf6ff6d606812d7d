#!/bin/bash
# What goes wrong under iorun bonnie++: the right exit status, the first cause on the standard error, no
# file or directory left.  System calls are broken by a preloaded library (tests/runner/faults.c).  TAP.
# variants: release
set -u
# shellcheck source=tests/tap.sh
. "$SRC/tests/tap.sh"
me=$(id -un)

if ! cc -shared -fPIC -o faults.so "$SRC/tests/runner/faults.c" -ldl 2>why; then
	echo '1..0 # SKIP no library to preload can be made'
	exit 0
fi

# Ended with STATUS, the cause first, nothing printed, nothing left.
ended() { # NAME STATUS WANT CAUSE
	local name=$1 status=$2 want=$3 cause=$4 first
	# What stands first beside the conditions and the progress.
	first=$(grep -v '^iorun: \(file\|RAM\|warning\)' err | sed 's/.*\.\.\.//' | grep -v '^done\|^Using\|^$' | head -n 1)
	[ "$status" = "$want" ] && [[ $first =~ $cause ]] && [ ! -s out ] && [ -z "$(ls -A d)" ]
	ok $? "$name: ends with $want, $cause" err
	[ -z "$(ls -A d)" ] || { find d | sed 's/^/# left: /' && rm -rf d && mkdir d; }
}

fault() { # FAULT STATUS CAUSE OPTION...
	local fault=$1 want=$2 cause=$3
	shift 3
	mkdir -p d
	IORUN_FAULT=$fault LD_PRELOAD=$PWD/faults.so timeout -s KILL 60 "$IORUN" bonnie++ -d d -u "$me" -r 0 "$@" \
		>out 2>err </dev/null
	ended "$fault ($*)" $? "$want" "$cause"
}

io='-f -s 8 -n 0'
files='-s 0 -n 1'
sized='-s 0 -n 1:20000:20000'

# shellcheck disable=SC2086
{
	fault write:EIO:1 1 "^Can't write block.: Input/output error" $io
	tail -n 1 err | grep -q "^Can't write block 0\.$"
	ok $? 'the number of the block' err
	fault write:ENOSPC:100 1 "^Can't write block.: No space left on device" $io
	tail -n 1 err | grep -q "^Can't write block 99\.$"
	ok $? 'the number of the block that did not fit' err
	fault write:EFBIG:100 5 '^exceeded file storage limits' $io
	fault write:EIO:1500 1 "^Can't write block.: Input/output error" $io
	fault write:EIO:2100 1 "^Can't write block.: Input/output error" $io
	fault write:ENOSPC:10 1 "^Can't write\(\) - disk full" -s 8 -n 0
	fault read:EIO:10 1 "^Can't read block.: Input/output error" $io
	fault read:EIO:1500 1 "^Can't read block.: Input/output error" $io
	fault read:EIO:3000 1 "^Can't read block.: Input/output error" $io
	fault read:eof:10 1 "^Can't read block.: the file ends early" $io
	fault fsync:EIO:1 1 "^Can't close the file: Input/output error" $io
	fault fsync:EIO:4 1 "^Can't close the file: Input/output error" $io
	fault close:EIO:3 1 "^Can't close the file: Input/output error" $io
	fault write:corrupt:77 1 '^Byte 626688 of ./Bonnie.[0-9]* is not what was written: ' $io --verify
	fault write:corrupt:77 1 '^Byte 626688 of ./Bonnie.[0-9]* is not what was written: ' $io --verify --data random
	fault write:corrupt:1100 1 '^Byte [0-9]* of ./Bonnie.[0-9]* is not what was written: ' $io --verify
	fault write:SIGINT:100 5 '^iorun: stopped by SIGINT' $io
	fault read:SIGINT:100 5 '^iorun: stopped by SIGINT' $io
	fault read:SIGINT:3000 5 '^iorun: stopped by SIGINT' $io
	fault fsync:SIGINT:1 5 '^iorun: stopped by SIGINT' $io
	fault write:SIGTERM:100 5 '^iorun: stopped by SIGTERM' $io
	fault write:SIGXCPU:100 5 '^Exceeded CPU usage' $io

	fault mkdir:EACCES:1 1 "^Can't make directory ./Bonnie.*: Permission denied" $files
	fault mkdir:EIO:3 1 "^Can't make directory 00001: Input/output error" -s 0 -n 1:0:0:4
	fault link:EMLINK:5 1 "^Can't make link .*: Too many links" -s 0 -n 1:-1
	fault symlink:EIO:5 1 "^Can't make link .*: Input/output error" -s 0 -n 1:-2
	fault write:ENOSPC:100 1 "^Can't write to file .*: No space left on device" $sized
	fault read:EIO:100 1 "^Can't read file .*: Input/output error" $sized
	fault read:eof:100 1 "^Can't read file .*: the file ends early" $sized
	fault write:corrupt:100 1 'is not what was written: ' $sized --verify
	fault unlink:EIO1:100 1 "^Can't delete file .*: Input/output error" $files
	fault fsync:EIO:100 1 "^Can't write to (file|disk) .*: Input/output error" $files -b
	fault write:SIGINT:100 1 '^iorun: stopped by SIGINT' $sized
	grep -q '^Cleaning up test directory after error\.$' err
	ok $? 'and the directory is cleaned' err
	fault read:SIGTERM:100 1 '^iorun: stopped by SIGTERM' $sized
	fault unlink:SIGINT:100 1 '^iorun: stopped by SIGINT' -s 0 -n 1:0:0:4
}

# ---- what does no harm --------------------------------------------------------------------------

for fault in write:short:1 read:short:1 write:EINTR1:100 read:EINTR1:100 write:SIGHUP:100; do
	mkdir -p d
	# shellcheck disable=SC2086
	IORUN_FAULT=$fault LD_PRELOAD=$PWD/faults.so timeout -s KILL 60 "$IORUN" bonnie++ -d d -u "$me" -r 0 -f -s 2 \
		-n 1:20000:10000 --verify -x 1 >out 2>err </dev/null &&
		[ "$(wc -l <out)" = 1 ] && [ -z "$(ls -A d)" ]
	ok $? "$fault: nothing is lost" err
done

# ---- real ones ----------------------------------------------------------------------------------

# By its number, from outside, in the IO tests and in the file tests.
killed() { # SIGNAL STATUS FAULT-THAT-SLOWS-IT OPTION...
	local signal=$1 want=$2 slow=$3 pid tries=0
	shift 3
	mkdir -p d
	IORUN_FAULT=$slow LD_PRELOAD=$PWD/faults.so timeout --foreground -s KILL 60 "$IORUN" bonnie++ -d d -u "$me" \
		-r 0 "$@" >out 2>err </dev/null &
	while [ -z "$(ls -A d)" ] && [ $((tries += 1)) -lt 100 ]; do sleep 0.1; done
	pid=$(ls d)
	kill -s "$signal" "${pid##*.}"
	wait $!
	ended "$signal from outside ($*)" $? "$want" "^iorun: stopped by SIG$signal"
}
killed INT 5 write:slow:1 -f -s 8 -n 0
killed TERM 5 write:slow:1 -f -s 8 -n 0
killed INT 1 write:slow:1 -s 0 -n 1:20000:20000
killed TERM 1 write:slow:1 -s 0 -n 1:20000:20000

mkdir -p d
{
	"$IORUN" bonnie++ -d d -u "$me" -r 0 -f -s 1 -n 0 2>err
	echo $? >status
} | true
[ "$(cat status)" = 1 ] && grep -q '^iorun: cannot write the results: Broken pipe' err && [ -z "$(ls -A d)" ]
ok $? 'nobody reads the results: ends with 1' err
{
	"$IORUN" bonnie++ -d d -u "$me" -r 0 -f -s 8 -n 0 2>&1 >out
	echo $? >status
} | true
[ "$(cat status)" = 5 ] && [ ! -s out ] && [ -z "$(ls -A d)" ]
ok $? "nobody reads the progress: ends with 5, not $(cat status)"
if [ -w /dev/full ]; then
	"$IORUN" bonnie++ -d d -u "$me" -r 0 -f -s 1 -n 0 >/dev/full 2>err
	[ $? = 1 ] && grep -q '^iorun: cannot write the results: No space left on device' err
	ok $? 'no room for the results: ends with 1' err
fi

mkdir small
if [ "$(id -u)" = 0 ] && mount -t tmpfs -o size=4m,nr_inodes=500 none small 2>why; then
	trap 'umount small' EXIT
	rm -rf d
	ln -s small d
	"$IORUN" bonnie++ -d d -u "$me" -r 0 -f -s 8 -n 0 >out 2>err
	ended 'a full file system' $? 1 "^Can't write block.: No space left on device"
	grep -q '^iorun: warning: the file takes 8M, only [0-4]M are free here' err
	ok $? 'which was told before' err
	real=$SRC/tests/runner/bonnie/v200a-diskfull.err
	diff <(sed '/^Using/d; s/[0-9][0-9]*/N/' "$real") <(sed '/^Using/d; /^iorun:/d; s/[0-9][0-9]*/N/' err) >difference
	ok $? 'v200a-diskfull' difference
	"$IORUN" bonnie++ -d d -u "$me" -r 0 -s 0 -n 1 >out 2>err
	ended 'no more files' $? 1 "^Can't create file .*: No space left on device"
	"$IORUN" bonnie++ -d d -u "$me" -r 0 -s 0 -n 1:100000:100000:3 >out 2>err
	ended 'no room for files' $? 1 "^Can't write to file .*: No space left on device"
else
	skip 'a full file system' "no tmpfs can be mounted: $(tail -n 1 why 2>/dev/null)"
fi
echo "1..$n"
