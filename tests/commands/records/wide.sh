#!/bin/sh
# records --wide: a column per key; read back to the same; refused where it makes no sense.
# shellcheck source=tests/commands/try.sh
. "$SRC/tests/commands/try.sh"

cp "$SAMPLES/iozone/opt-n-no-retest.log" plain.log
{ echo 'Create zpool with =2+5 @z2 "n,o" --' && cat good.log; } >hostile.log
write='metric=write or metric=tottime'

echo "# a column per key of all inputs, in one order, whatever the order of inputs"
try records --wide --where "$write" --set zone=a,b --set label= good.log --set zone=x plain.log \
	hostile.log
"$IOTAB" records --wide good.log plain.log hostile.log >first 2>/dev/null
"$IOTAB" records --wide hostile.log plain.log good.log 2>/dev/null | cmp - first && echo same
try records --wide --where 'slog=y and zone=x' --set slog=n good.log --set zone=y plain.log

echo "# both ways"
"$IOTAB" records --set zone=a,b --set label= good.log hostile.log -o narrow.csv 2>/dev/null
"$IOTAB" records --wide narrow.csv -o wide.csv
"$IOTAB" records wide.csv | cmp - narrow.csv && echo same
"$IOTAB" records --to jsonl wide.csv -o narrow.jsonl
"$IOTAB" records --wide narrow.jsonl | cmp - wide.csv && echo same
for form in narrow wide; do
	"$IOTAB" table --rows zone,label --metric write --cell raw $form.csv >$form.table
done
cmp narrow.table wide.table && cat wide.table

echo "# for spreadsheets"
try records --wide --csv-safe --csv-bom --where "$write" hostile.log
cp out safe.csv
"$IOTAB" check safe.csv | head -n 3

echo "# what is refused"
try records --wide --where slgo=y hostile.log
try records --wide --where slgo=y hostile.log -o none.csv
ls none.csv 2>/dev/null
try records --wide --to jsonl hostile.log
try records --wide hostile.log -o none.jsonl
try records --csv-safe hostile.log
try records --csv-bom hostile.log
try records --wide good.log -o /dev/full
leftovers
