#!/bin/sh
# A command that fails leaves the file it was to write as it was.
# shellcheck source=tests/commands/try.sh
. "$SRC/tests/commands/try.sh"

echo 'last month' >page.csv
ln -s page.csv link.csv
for words in 'table missing.log' 'table --rows foo good.log' 'table --metric foo good.log' \
	'table --sort foo good.log' 'table --safe good.log' 'records missing.log' \
	'records --where foo=1 good.log' 'check missing.log' 'table --to foo good.log'; do
	# shellcheck disable=SC2086
	try $words -o page.csv
	cat page.csv
done
leftovers
echo '# a limit on the size of files, met in the middle'
# shellcheck disable=SC3045
(
	ulimit -c 0
	ulimit -f 1
	exec "$IOTAB" records -o link.csv good.log 2>err
)
echo "exit $?"
cat err
cat page.csv
leftovers
echo '# and one that does not replaces what the link names, in whole'
try table --cell raw --metric write -o link.csv good.log
cat page.csv
find . -name 'link.csv' -type l
