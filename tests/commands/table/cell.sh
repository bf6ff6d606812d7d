#!/bin/sh
# Each kind of cell, where a cell has one run, repeats, and different things.
# shellcheck source=tests/commands/try.sh
. "$SRC/tests/commands/try.sh"

cp -r "$SAMPLES/thumper" .

for cell in raw mean mean±sd mean+-sd median min max n; do
	try table thumper -m write,tottime --where 'layout = 2x21 and cache = 0' --cell "$cell"
done
for cell in mean mean±sd median min max n; do
	try table thumper -m write,tottime --rows layout --over raid,slog,cache --cell "$cell"
	try table thumper -m write,tottime --rows layout --over raid --cell "$cell"
done
try table thumper --cell mode
