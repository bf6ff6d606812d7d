#!/bin/sh
# --markers writes what --into takes up again.
# shellcheck source=tests/commands/try.sh
. "$SRC/tests/commands/try.sh"

for to in markdown twiki mediawiki; do
	try table --cell raw -m write good.log --markers --to "$to"
	cp out "page.$to"
	try table --cell raw -m write good.log --into "page.$to" --to "$to"
	"$IOTAB" table --cell raw -m write good.log --markers --to "$to" | cmp - "page.$to"
done
try table --cell raw -m write good.log --markers --block last-month -o new.md
cat new.md
echo '# next month has other figures'
try table --cell raw -m read good.log --into new.md --block last-month
cat new.md
echo '# text that looks like a marker stays text'
mark='<!-- iotab end table -->'
try table --cell raw -m write --rows layout --set "layout=$mark" good.log --markers -o odd.md
"$IOTAB" table --cell raw -m write --rows layout --set "layout=$mark" good.log --into odd.md 2>&1
echo "exit $?"
cat odd.md
echo '# dialects without comments'
for to in text csv tsv json dokuwiki; do
	try table good.log --markers --to "$to"
	try table good.log --into new.md --to "$to"
done
try table good.log --markers
try table good.log --markers -o new.csv
leftovers
