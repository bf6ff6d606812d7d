#!/bin/sh
# A list in another form, and lists that there are not.
# shellcheck source=tests/commands/try.sh
. "$SRC/tests/commands/try.sh"

try list cells --to csv
try list --to markdown cells
try list -t twiki formats
try list
try list cells flags
try list metric
try list fnord
try list cells --to cvs
try list cells --too csv
try list --help
