#!/bin/sh
# What was understood, of good logs and of others.
# shellcheck source=tests/commands/try.sh
. "$SRC/tests/commands/try.sh"

cp -r "$SAMPLES" .
head -n 27 good.log >cut.log
{ cat good.log; echo 'something else'; echo 'and more of it'; } >noisy.log
rm good.log
try check samples
try check samples/iozone/opt-n-no-retest.log samples/iozone/pread-E-auto.log
try check ./*.log
try check ./*.log --to csv
try check cut.log -W note
