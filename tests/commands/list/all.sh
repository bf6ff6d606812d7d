#!/bin/sh
# Each list.
# shellcheck source=tests/commands/try.sh
. "$SRC/tests/commands/try.sh"

for list in formats dialects metrics flags cells diagnostics; do
	try list "$list"
done
