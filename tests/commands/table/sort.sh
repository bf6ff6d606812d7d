#!/bin/sh
# Rows by a key or by a figure, up and down; rows without the figure come last.
# shellcheck source=tests/commands/try.sh
. "$SRC/tests/commands/try.sh"

cp -r "$SAMPLES/thumper" .

chosen='slog = n and cache != 1'
try table thumper -m write,tottime --where "$chosen"
try table thumper -m write,tottime --where "$chosen" --sort write
try table thumper -m write,tottime --where "$chosen" --sort iozone:write:desc
try table thumper -m write,tottime --where "$chosen" --sort tottime:asc
try table thumper -m write,tottime --where "$chosen" --sort layout:desc
try table thumper -m write,tottime --where "$chosen" --sort cache
cp "$SAMPLES"/iozone/subset-i0-i2.log "$SAMPLES"/iozone/single-all.log .
rm good.log
try table -m fread,write --sort fread ./*.log
try table -m fread,write --sort fread:desc ./*.log
try table thumper -m write --sort tottime
try table thumper -m write --sort raidd
try table thumper -m write --rows layout,raid,slog --cols cache --sort write
