# For command tests that show several commands one after another.
# shellcheck shell=sh

cp "$SAMPLES/iozone/single-all.log" good.log

# try WORD...: runs iotab; shows the command, its messages, the exit status and `out`, its output.
try() {
	echo "\$ iotab $*"
	"$IOTAB" "$@" >out 2>err </dev/null
	status=$?
	cat err
	echo "exit $status"
	cat out
}

# beside WORD...: a table of these inputs and a good one, which must be there whatever they are.
beside() {
	try table --cell raw --metric write --to tsv "$@" good.log
}

# Says which files iotab left that it should not have.
leftovers() {
	find . -name '.?*' ! -name . | sort
	echo "$(find . -name '.?*' ! -name . | wc -l) temporary files left"
}
