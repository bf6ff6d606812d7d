#!/bin/sh
# A line of 200 MB: one message, little memory, and the runs around it are read.
# shellcheck source=tests/commands/try.sh
. "$SRC/tests/commands/try.sh"

{
	cat good.log
	perl -e 'my $mb = "x" x (1 << 20); print $mb for 1 .. 200; print "\n"'
	cat good.log
} >long.log
# An address space this small does not hold the line; the sanitizers need more for themselves.
# shellcheck disable=SC3045
if [ "$VARIANT" != asan ]; then ulimit -v 150000; fi
try table --cell raw --metric write --to tsv long.log
beside long.log
rm long.log
