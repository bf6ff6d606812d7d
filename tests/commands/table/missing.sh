#!/bin/sh
# Figures that are not there, runs that have none, tables that are empty.
# shellcheck source=tests/commands/try.sh
. "$SRC/tests/commands/try.sh"

cp "$SAMPLES"/iozone/opt-n-no-retest.log "$SAMPLES"/iozone/subset-i0-i2.log .
{
	echo 'Create zpool with 6x7 z2 n 0'
	cat good.log
	echo 'all destroyed, test ran for 9'
	echo 'Create zpool with 7x6 z2 n 0'
	echo 'cannot create pool: no such device'
	echo 'all destroyed, test ran for 1'
} >campaign.log
try table -m write,rewrite,read opt-n-no-retest.log
try table -m write,rewrite,read opt-n-no-retest.log subset-i0-i2.log
try table -m write,rewrite,read opt-n-no-retest.log --cell raw
try table -m write,read --where 'status = complete' campaign.log
try table -m write,read campaign.log
try table -m write,read campaign.log --rows layout,status
try table -m write,read campaign.log --where 'file-size > 1T'
try table -m write,read campaign.log --where 'layout = 9x9'
try table -m pwrite campaign.log
