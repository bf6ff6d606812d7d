#!/bin/sh
# What safe means: from the study, from --require, with the hardware of either.
# shellcheck source=tests/commands/try.sh
. "$SRC/tests/commands/try.sh"

cp -r "$SAMPLES/thumper" .

short='slog = n and cache = 0'
try table thumper -m write --where "$short" --safe
try table thumper -m write --where "$short" --safe -v
try table thumper -m write --where "$short" --safe --transpose
try table thumper -m write --where "$short" --safe --hw controllers=7
try table thumper -m write --where "$short" --safe --hw controllers=21
try table thumper -m write --where "$short" --require survive=disk:2
try table thumper -m write --where "$short" --require survive=disk:1 --require survive=controller:1
try table thumper -m write --where "$short" --require survive=controller:1 --hw placement=round-robin
try table thumper -m write --where "$short" --require survive=shelf:1
try table thumper -m write --where "$short" --require survive=shelf:1 --hw shelves=42 -v
try table thumper -m write --where "$short" --no-study --safe
try table thumper -m write --where "$short" --no-study --require survive=controller:1
try table thumper -m write --where "$short" --require survive=controller:3
