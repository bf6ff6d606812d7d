#!/bin/sh
# Runs of bonnie++ that were refused, that contradict themselves, that stand in several files.
# shellcheck source=tests/commands/try.sh
. "$SRC/tests/commands/try.sh"
golden="$SRC/tests/golden/bonnie"
cp "$golden/v1973-default.out.log" run.log

echo '# no result'
cp "$golden/v200a-err-ram.err.log" refused.log
cp "$golden/v200a-diskfull.err.log" full.log
cp "$golden/v1973-default.err.log" progress.log
try records -v --to csv refused.log full.log progress.log
beside refused.log
echo '# text and csv contradict each other; the rest of the run stays'
sed 's/,784127,39/,794127,39/' run.log >differs.log
try table -r host -m put-block,rewrite differs.log
echo '# rounding is no contradiction'
sed 's/8127,33/8127.4,33/' run.log >rounded.log
try table -r host -m seeks --cell raw rounded.log
echo '# a quote that never closes, a number without end, a line too short'
{
	sed -n '$s/benchhost/"benchhost/p' run.log
	sed -n '$p' run.log | awk -F, -v OFS=, '{ for (n = 0; n < 10000; n++) $10 = $10 "7"; print }'
	sed -n '$s/,784127,39//p' run.log
	sed -n '$p' run.log
} >odd.csv
try table -r host -m put-block,rewrite --cell raw odd.csv
echo '# text in one file, csv in another: one run, whatever they are called'
sed '$d' run.log >1.txt
sed -n '$p' run.log >2.csv
try table -v -r host,version -m put-block 1.txt 2.csv
try table -r host,version -m put-block 2.csv 1.txt
echo '# a log and a part of it'
try table -v -r host -m put-block run.log 2.csv
echo '# unless they are told apart'
try table -r label -m put-block text=1.txt csv=2.csv
echo '# repeats inside one input are runs of their own'
cat 2.csv 2.csv >repeated.csv
try table -r host -m put-block repeated.csv
echo '# create rates of 2.00 without the csv'
sed '$d' "$golden/v200a-default16.out.log" >text.log
try table -m seq-create,ran-create,put-block --cell raw text.log
