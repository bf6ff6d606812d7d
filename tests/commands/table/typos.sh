#!/bin/sh
# Names that are none, with the nearest one.
# shellcheck source=tests/commands/try.sh
. "$SRC/tests/commands/try.sh"

cp -r "$SAMPLES/thumper" .

try table thumper --rows layuot
try table thumper --cols cach
try table thumper --over slgo
try table thumper --over slog,fs
try table thumper --where 'slgo = n'
try table thumper --where 'slog == n'
try table thumper --where 'status = compleet'
try table thumper --wher 'slog = n'
try table thumper --cell medain
try table thumper --to markdwon
try table thumper --unit MBs
try table thumper --sort layuot
try table thumper --hw contrllers=6
try table thumper --require survive=contrller:1
try table thumper --require surviv=controller:1
try table --sort
