#!/bin/sh
# What a cell may pool, and what it says when it pools more.
# shellcheck source=tests/commands/try.sh
. "$SRC/tests/commands/try.sh"

cp -r "$SAMPLES/thumper" .

try table thumper -m write,read --rows layout,raid --over slog,cache
try table thumper -m write,read --rows layout,raid --over slog,cache --ascii
try table thumper -m write,read --rows layout,raid --over slog
try table thumper -m write,read --rows layout,raid
try table thumper -m write,read --rows layout,raid --ascii
try table thumper -m write --rows layout,raid --over fs
echo '# two poolings in one table: releases in some cells'
cp "$SAMPLES"/iozone/v4*.log "$SAMPLES"/iozone/subset-i0-i2.log .
rm good.log
try table -m write,fread,random-read ./*.log
try table -m write,fread,random-read ./*.log --to markdown
try table -m write,fread,random-read ./*.log --over version
try table -m write,fread,random-read ./*.log --rows version
