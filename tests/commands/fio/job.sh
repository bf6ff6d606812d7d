#!/bin/sh
# Job files tell what logs are of; a section's jobs are summed, those of several are not.
# shellcheck source=tests/commands/try.sh
. "$SRC/tests/commands/try.sh"

sets=$SRC/tests/golden/fio-logs
mkdir a
for i in 1 2 3; do cp "$sets/write12.set/write12_bw.$i.log" "a/run_bw.$i.log"; done
# at: what the records of a say of each figure of bandwidth
at() {
	"$IOTAB" records a 2>&1 >a.csv | cat
	grep -E '^1,.*fio:[a-z]*\.bw,' a.csv | grep -v state= | cut -d, -f8,9
}
cat >a/my.fio <<'END'
; a comment
[global]
bs=128K,64ki
ioengine=libaio
write_bw_log=logs/run
log_avg_msec=500
[first]
numjobs=2
readwrite=write
iodepth=4
[second; odd]
rw = randwrite
blocksize=4KiB
END
echo '# two sections'
at
echo '# kb_base turns sizes round; one more job than logs'
printf '[third]\nkb_base=1000\n' >>a/my.fio
at
echo '# fewer jobs than logs: it is not of these logs'
printf '[global]\nwrite_bw_log=run\nbs=4k\n[only]\nnumjobs=2\nrw=write\n' >a/my.fio
at
echo '# of two job files neither'
printf '[run]\nnumjobs=3\nrw=write\nbs=4k\nwrite_bw_log\n' >a/my.fio
at
{ cat a/my.fio; echo iodepth=2; } >a/other.fio
at
echo '# the greatest value of a window is no mean'
rm a/other.fio
printf '[run]\nnumjobs=3\nrw=write\nbs=4k\nwrite_bw_log\nlog_max_value=1\n' >a/my.fio
at
