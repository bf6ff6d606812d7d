#!/bin/sh
# Which files make one run, and what is said when some are missing, damaged or of no known name.
# shellcheck source=tests/commands/try.sh
. "$SRC/tests/commands/try.sh"

sets=$SRC/tests/golden/fio-logs
runs() {
	try check --to tsv "$@"
}
mkdir a
cp "$sets/missing.set"/* a
echo '# eleven of twelve; without the job file the greatest number tells'
runs a
rm a/write12.fio
runs a
rm a/write12_bw.1*.log
try table a -m write.bw -r layout --over time

echo '# the name is read from its right end'
mkdir -p 'b/d ir'
cp a/write12_bw.2.log 'b/d ir/a.b_bw.1_bw.1.log'
cp a/write12_bw.2.log 'b/d ir/a.b_bw.1_bw.2.log'
cp a/write12_bw.2.log 'b/d ir/x_bw.log'
cp a/write12_bw.2.log 'b/d ir/x_bw.1.log.host-9.example.org'
cp a/write12_bw.2.log b/bw.1.log
try records -t csv b -o b.csv
cut -d, -f1,18,20 b.csv | sort -u

echo '# a copy of a whole set is left out, logs of equal bytes in one set are not'
mkdir c c/copy c/other
cp a/write12_bw.2.log c/x_bw.1.log
cp a/write12_bw.2.log c/x_bw.2.log
cp c/x_bw.?.log c/copy
cp c/x_bw.1.log c/other
runs -v c
try table c c c/x_bw.1.log -m write.bw -r jobs --over time

echo '# names that say nothing, contents that are something else'
cp a/write12_bw.2.log numbers.txt
runs numbers.txt
cp good.log d_bw.1.log
runs d_bw.1.log
cp "$sets/coarse.set/coarse_clat_hist.1.log" hist.txt
runs hist.txt
: >empty_bw.1.log
runs empty_bw.1.log
cp "$sets/write12.set/write12.fio" .
runs write12.fio
echo '# the unit of 4 columns is guessed unless a report tells it'
mkdir e
cp "$sets/lg-2.21.set"/lg_clat.1.log e
try table e -m read.clat --over time -r layout
echo 'fio-2.21' >e/lg.txt
try table e -m read.clat --over time -r layout

echo '# levels of paths that only some files have belong to no run'
try table c/x_bw.1.log c/x_bw.2.log --path '{dir}/{piece}.log' -m write.bw -r dir --over time

echo '# time runs back: another run of the same files'
mkdir f
for i in 1 2; do
	head -4 a/write12_bw.$((i + 1)).log >f/x_bw.$i.log
	tail -6 a/write12_bw.$((i + 3)).log | awk -F, -v OFS=, '{ $1 -= 1000; print }' >>f/x_bw.$i.log
done
runs f
echo '# rows that are none, a time that leaps'
printf '500, 10, 1, 0, 0\nfio: something\n1000, 10, 1, 0, 0\n1500, x, 1, 0, 0\n99999999999999, 10, 1, 0, 0\n2000, 10, 7, 0, 0\n2500, 10, 1, 0, 0\n3000, 10, 1, 0\n' >g_bw.1.log
runs g_bw.1.log
try table g_bw.1.log --metric all --over time -r layout --to tsv
echo '# inflate first'
cp -R "$sets/gzst.set" .
runs gzst.set
