#!/bin/sh
# Rows and columns: the factors that vary, chosen ones, exchanged ones.
# shellcheck source=tests/commands/try.sh
. "$SRC/tests/commands/try.sh"

cp -r "$SAMPLES/thumper" .

try table thumper -m write,tottime --where 'layout = 2x21'
try table thumper -m write --where 'raid = z2 and slog = y'
try table thumper -m write --rows layout,raid --cols slog,cache
try table thumper -m write,read --rows slog,cache --cols layout --where 'raid = z'
try table thumper --rows metric --cols cache --where 'layout = 7x6 and raid = z2 and slog = n'
try table thumper -m write,reread,tottime --where 'layout = 7x6 and raid = z' --transpose
try table thumper -m write --rows cache,layout,metric --cols slog --where 'raid = z'
try table thumper -m write --rows tool,version,record-size,file-size --over layout,raid,slog,cache

# Hosts that differ stand in rows of their own.
cp "$SAMPLES/iozone/v414-seed.log" other.log
try table --set host=one good.log --set host=two other.log -m write
