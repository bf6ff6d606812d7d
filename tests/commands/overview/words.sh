#!/bin/sh
# What is a command and what is an input.
# shellcheck source=tests/commands/try.sh
. "$SRC/tests/commands/try.sh"

for wrong in tabel fnord; do try $wrong good.log; done
try good.log table
try --ascii check good.log
try missing.log
try ./table
try --versoin
try good.log --row layout
try good.log --to yaml
try good.log --where layuot=a
try good.log --help
# a file of that name needs a path
cp good.log table
try table
try ./table
