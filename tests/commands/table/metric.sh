#!/bin/sh
# Which figures: by name, by title, all; the default leaves out times and latencies.
# shellcheck source=tests/commands/try.sh
. "$SRC/tests/commands/try.sh"

cp -r "$SAMPLES/thumper" .

cp "$SAMPLES"/iozone/usec-N-single.log "$SAMPLES"/iozone/ops-O-single.log .
chosen="layout = 7x6 and raid = z2 and slog = y"
try table thumper --where "$chosen" -m write
try table thumper --where "$chosen" -m iozone:write,ranread,x:tottime
try table thumper --where "$chosen" -m tottime,freread,fread
try table thumper --where "$chosen" --to tsv
try table thumper --where "$chosen" -m all --to tsv
try table usec-N-single.log
try table usec-N-single.log -m all
try table ops-O-single.log usec-N-single.log -m write.iops,write.latency
try table thumper -m wrte
try table thumper -m iozone:wrte
try table thumper -m ''
