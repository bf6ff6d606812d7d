#!/bin/sh
# -v: every run with its layout, factors and error, and unknown lines.
# shellcheck source=tests/commands/try.sh
. "$SRC/tests/commands/try.sh"

cp -r "$SAMPLES" .
head -n 27 good.log >cut.log
{ cat good.log; echo 'something else'; echo 'and more of it'; } >noisy.log
{
	echo 'Create zpool with 6x7 z2 n 0'
	cat good.log
	echo 'all destroyed, test ran for 9'
	echo 'Create zpool with 7x6 z2 n 0'
	echo 'cannot create pool: no such device'
	echo 'all destroyed, test ran for 1'
} >campaign.log
rm good.log
try check -v samples/thumper
try check -v samples/iozone
try check -v ./*.log
try check -v --set layout=6x7 --set fs=zfs noisy.log
