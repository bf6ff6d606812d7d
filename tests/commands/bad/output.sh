#!/bin/sh
# Output that cannot be written: exit status 4, no part of a file, no temporary file.
# shellcheck source=tests/commands/try.sh
. "$SRC/tests/commands/try.sh"

mkdir dir
for command in table records check; do
	try $command -o nodir/out.csv good.log
	try $command -o dir good.log
	try $command -o good.log/out.csv good.log
	try $command -o /dev/full good.log
	echo "# $command to a full standard output"
	"$IOTAB" $command good.log >/dev/full
	echo "exit $?"
done 2>&1
for words in help 'help table' 'table --help' 'list metrics' --version --help; do
	echo "# $words to a full standard output"
	# shellcheck disable=SC2086
	"$IOTAB" $words >/dev/full
	echo "exit $?"
done 2>&1
leftovers
