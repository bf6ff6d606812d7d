#!/bin/sh
# A rule in the study that says nothing: an error even where nobody asks what is safe.
# shellcheck source=tests/commands/try.sh
. "$SRC/tests/commands/try.sh"

printf 'require: [survive=controller]\n' >study.txt
try table --study study.txt good.log
try table --study study.txt --safe good.log
