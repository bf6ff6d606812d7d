#!/bin/sh
# The best figure of each metric: the most, or the least time; ties; nothing beside a single one.
# shellcheck source=tests/commands/try.sh
. "$SRC/tests/commands/try.sh"

cp -r "$SAMPLES/thumper" .

try table thumper -m write,ranread,tottime --where 'layout = 7x6' --best
try table thumper -m write,ranread,tottime --where 'layout = 7x6' --best --to markdown
try table thumper -m write,tottime --where 'layout = 7x6 and slog = n' --best --transpose
try table thumper -m write,tottime --rows raid --over layout,slog,cache --cell n --best
try table thumper -m write,tottime --where 'layout = 7x6 and raid = z and slog = n and cache = 0' --best
