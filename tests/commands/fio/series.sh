#!/bin/sh
# records --series: the points of logs over time.
# shellcheck source=tests/commands/try.sh
. "$SRC/tests/commands/try.sh"

sets=$SRC/tests/golden/fio-logs
mkdir jobs single
cp "$sets/lg-3.42.set"/lg_bw* jobs
cp "$sets/trimlog.set"/*bw* single

# points DIRECTORY...: metric, at, value, flags and file of each row
points() {
	"$IOTAB" records --series "$@" | cut -d, -f8-10,16,17
	echo "exit $?"
}
echo '# of each job and of their sum'
points jobs
echo '# of one job there is only one series; a clock in the log stays its clock'
points single --where 'time > 0'
cp "$sets/epoch.set"/epoch_bw.1.log .
points epoch_bw.1.log --where 'time < 1796045260.5'
echo '# windows without I/O are zeros'
printf '500, 10, 1, 0, 0\n1000, 10, 1, 0, 0\n1500, 10, 1, 0, 0\n5000, 20, 1, 0, 0\n5500, 20, 1, 0, 0\n' >gap_bw.1.log
points gap_bw.1.log
echo '# points are no samples'
"$IOTAB" records --series jobs -o points.csv
try table points.csv -r layout -m write.bw
try table points.csv --over time
try check points.csv --to tsv
