#!/bin/sh
# bench.sh LOG: what iozone printed, with a figure for `write` that tells the row of the campaign.
exec sed "s/^\( *4096 *64 *\)[0-9]*/\1$((100000 + IORUN_ROW))/" "$1"
