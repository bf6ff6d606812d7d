#!/bin/sh
# Inputs that are no logs: a note where that is all there is to say, else with -v.
# shellcheck source=tests/commands/try.sh
. "$SRC/tests/commands/try.sh"

mkdir empty nologs
echo 'nothing here' >nologs/readme.txt
: >empty.log
perl -e 'print map { chr } (0 .. 255) x 20' >binary.log

for input in empty nologs empty.log binary.log; do
	try table "$input"
done
beside empty nologs empty.log binary.log
beside -v empty nologs empty.log binary.log
