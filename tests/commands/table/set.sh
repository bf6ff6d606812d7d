#!/bin/sh
# --set gives the inputs after it a layout or a factor.
# shellcheck source=tests/commands/try.sh
. "$SRC/tests/commands/try.sh"

cp "$SAMPLES"/iozone/single-all.log one.log
sed 's/4262040/5262040/' one.log >two.log
sed 's/4262040/6262040/' one.log >three.log
# the same, as runs of a campaign that names its layouts
for n in one two; do
	{ echo 'Create zpool with 6x7 z2 n 0'; cat "$n.log"; echo 'all destroyed, test ran for 9'; } >"c-$n.log"
done
try table -m write one.log two.log three.log
try table -m write one.log --set fs=zfs two.log --set fs=ext4 three.log
try table -m write --set layout=6x7 --set raid=z2 one.log --set layout=7x6 two.log
try table -m write --rows layout,parity --set layout=6x7 one.log
try table -m write --set label=before one.log --set label=after two.log
echo '# the label of an input is not the name of the layout'
try table -m write --set label=before c-one.log --set label=after c-two.log
try table -m write --rows layout --set label=before c-one.log --set label=after c-two.log
try table -m write --rows layout --set run=1 c-one.log --set run=2 c-two.log
try table -m write --rows host --set host=a one.log --set host=b two.log three.log
try table -m write --rows source one.log two.log
try table -m write --rows when,status one.log two.log
