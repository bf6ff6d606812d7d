#!/bin/sh
# Failed runs, damaged logs, no logs: what is wrong is counted and the first cause named.
# shellcheck source=tests/commands/try.sh
. "$SRC/tests/commands/try.sh"

golden=$SRC/tests/golden/iozone
mkdir failed mixed empty nolog
cp "$golden"/err-enospc-write.log "$golden"/err-no-args.log "$golden"/err-bad-opt.log failed
cp "$golden"/err-*.log "$golden"/dmg-*.log mixed
for i in 1 2 3 4 5 6 7 8; do echo "no log $i" >"nolog/$i.txt"; done
cp good.log copy.log
try failed
try mixed
try mixed -W warning -o mixed.txt
cut -c 1-30 mixed.txt | head -n 4
try empty
try nolog
try nolog good.log copy.log
try good.log --where 'file-size > 1T'
# all messages, with -v and as JSON
try failed -v
try failed --diag json -o /dev/null
