#!/bin/sh
# Inputs that cannot be opened or read.
# shellcheck source=tests/commands/try.sh
. "$SRC/tests/commands/try.sh"

ln -s nowhere dangling.log
mkdir logs
ln -s nowhere logs/dangling.log
cp good.log logs/

try table missing.log
beside missing.log
try table dangling.log
beside dangling.log
beside missing.log dangling.log
echo '# a directory with a link to nothing'
try table --cell raw --metric write --to tsv logs
echo '# opened, but every read of it fails'
beside /proc/self/mem
try records missing.log
try check missing.log
