#!/bin/sh
# Reports of fio: jobs are rows, sums are none, percentiles, forms of one run.
# shellcheck source=tests/commands/try.sh
. "$SRC/tests/commands/try.sh"

for log in normal-groups.txt normal-fsync.txt json-randrw.json json-all_formats.txt normal-unified_both.txt; do
	cp "$SRC/tests/golden/fio/$log" .
done

try table normal-groups.txt
try table normal-groups.txt --rows job --over number,rw -m write.bw
try table json-randrw.json -m read.clat.percentile --rows percentile --where 'percentile >= 99'
try table json-randrw.json json-all_formats.txt -m read.bw,read.iops
try table normal-fsync.txt -m sync.lat,write.clat
try table normal-unified_both.txt
try check json-all_formats.txt
