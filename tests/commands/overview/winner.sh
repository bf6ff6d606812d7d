#!/bin/sh
# Three runs each of three layouts: a clear winner needs runs that repeat, and a difference to all.
# shellcheck source=tests/commands/try.sh
. "$SRC/tests/commands/try.sh"

# run FILE FACTOR: the good log with all figures times the factor.
run() {
	perl -pe 'if (/^(\s+8192\s+64)(\s.*)$/) {
			my ($head, $rest) = ($1, $2);
			$rest =~ s/(\s+\d+)/sprintf "%*d", length $1, $1 * $ENV{FACTOR}/ge;
			$_ = "$head$rest\n";
		}' good.log >"$1"
}
layout=0
for factors in '0.60 0.61 0.62' '0.80 0.81 0.83' '0.59 0.61 0.63'; do
	layout=$((layout + 1))
	repeat=0
	for factor in $factors; do
		repeat=$((repeat + 1))
		FACTOR=$factor run "$layout-$repeat.log"
	done
done
try --set layout=2x6z2 1-?.log --set layout=3x6z2 2-?.log --set layout=4x6z2 3-?.log
try --set layout=2x6z2 1-?.log --set layout=4x6z2 3-?.log
try --set layout=2x6z2 1-?.log --set layout=3x6z2 2-1.log
try --set layout=2x6z2 1-1.log --set layout=3x6z2 2-1.log
try --set layout=2x6z2 1-?.log --set host=b --set layout=3x6z2 2-?.log
