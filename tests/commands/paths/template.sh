#!/bin/sh
# --path and the study's `paths`: layout, host and factors from the paths of inputs.
# shellcheck source=tests/commands/try.sh
. "$SRC/tests/commands/try.sh"

# log FIGURE FILE: a run with that figure
log() {
	mkdir -p "$(dirname "$2")"
	sed "s/4262040/$1/" good.log >"$2"
}
log 4162040 results/6x4p2/streamwrite-n96/bw.1.log
log 4262040 results/6x4p2/streamwrite-n96/bw.2.log
log 5162040 results/6x4p2/rand-new-n8/bw.1.log
log 6162040 results/4x9p2/streamwrite-n96/bw.1.log

echo '# with the name of the file and without it'
try table -m write --path 'results/{layout}/{test}-n{files}/*' results
try table -m write --path '{layout}/{test}-n{files}' results
try table -m write --path '{layout}/*/*.{repeat}.log' -r layout --over repeat results
try table -m write --path 'host-{host}.{raid}.log' --path '{layout}/{test}-n*' -r layout,test,host results/4x9p2
cp results/4x9p2/streamwrite-n96/bw.1.log host-box1.z2.log
try table -m write --path 'host-{host}.{raid}.log' --set layout=6x7 -r layout,raid,host host-box1.z2.log
echo '# it does not matter where one stands'
(cd results/4x9p2 && try table -m write --path 'results/{layout}/{test}-n{files}/*' streamwrite-n96/../streamwrite-n96)
rm results/4x9p2/out results/4x9p2/err

echo '# the first that fits holds, --path before the study, --set before both'
printf "paths: ['results/{layout}/{test}-n{files}/*', '{never}/seen.txt']\n" >study.yaml
try table -m write results/6x4p2
try table -m write --path '{kind}.{repeat}.log' results/6x4p2
try table -m write --set test=mine --set layout=2x21 results/6x4p2
try table -m write --path '{test}-n{files}' --path '{layout}/{other}/*' --no-study results/6x4p2

echo '# check and records see it'
try check -v -t tsv results/4x9p2
try records -o figures.csv results/6x4p2
cut -d, -f5-7 figures.csv | sort -u
echo '# records have layouts and factors of their own'
mkdir -p results/2x21/other-n1
mv figures.csv results/2x21/other-n1/all.records.csv
try table -m write results/2x21

echo '# runs of the same bytes are other runs under other paths'
rm study.yaml
log 4162040 results/4x9p2/streamwrite-n96/bw.1.log
try table -m write --path '{layout}/*/*' results/4x9p2 results/6x4p2/streamwrite-n96/bw.1.log
try table -m write results/4x9p2 results/6x4p2/streamwrite-n96/bw.1.log

echo '# markers in the log are weaker'
{ echo 'Create zpool with 6x7 z2 n 0'; cat good.log; echo 'all destroyed, test ran for 9'; } >7x6-y.log
try table -m write --path '{layout}-{slog}.log' -r layout,raid,slog 7x6-y.log
