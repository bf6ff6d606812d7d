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

# A name that two metrics have means the one with figures, or neither.
cat >study.yaml <<'END'
markers: [{begin: 'took (?<read>\d+) seconds'}]
metrics: {read: {unit: s, better: lower}}
END
cp "$SAMPLES/iozone/single-all.log" plain.log
{ cat plain.log; echo 'took 12 seconds'; } >marked.log
try table plain.log --study study.yaml -m read --sort read --to tsv
try table plain.log --study study.yaml --where 'metric = read' --to tsv
try table marked.log --study study.yaml -m read --to tsv
try table marked.log --study study.yaml -m x:read --to tsv
