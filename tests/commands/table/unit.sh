#!/bin/sh
# Units and digits.
# shellcheck source=tests/commands/try.sh
. "$SRC/tests/commands/try.sh"

cp -r "$SAMPLES/thumper" .

chosen='layout = 7x6 and raid = z2 and slog = y'
try table thumper -m write,ranread,tottime --where "$chosen"
for unit in KiB/s kB/s MB/s GB/s Mbit/s s min; do
	try table thumper -m write,ranread,tottime --where "$chosen" --unit "$unit"
done
for digits in 0 1 5; do
	try table thumper -m write,ranread,tottime --where "$chosen" --digits "$digits"
done
try table thumper -m write --where "$chosen" --unit MB/s --digits 2 --transpose
echo '# no such unit, or none of these metrics'
try table thumper -m write --unit furlong
try table thumper -m write,ranread --unit us
try table thumper -m tottime --unit MB/s
