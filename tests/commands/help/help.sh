#!/bin/sh
# Help of the program and of each command, three ways.
# shellcheck source=tests/commands/try.sh
. "$SRC/tests/commands/try.sh"

try help
try help help
try --help
try -h
try --version
for command in check records table init list; do
	try help "$command"
	cp out first
	"$IOTAB" "$command" --help >out
	cmp first out && echo "the same with --help"
	"$IOTAB" "$command" -h >out
	cmp first out && echo "the same with -h"
done
