#!/bin/sh
# One table in each dialect, in both scripts, and into files by their ending.
# shellcheck source=tests/commands/try.sh
. "$SRC/tests/commands/try.sh"

cp -r "$SAMPLES/thumper" .

chosen='layout = 7x6 and slog = n'
for to in text markdown twiki mediawiki dokuwiki csv tsv json; do
	try table thumper -m write,tottime --rows raid --over cache --where "$chosen" --to "$to"
	try table thumper -m write,tottime --rows raid --where "$chosen" --to "$to" --ascii
done
for ending in txt md markdown twiki mediawiki dokuwiki csv tsv json out; do
	try table thumper -m write --rows raid --over cache --where "$chosen" -o "file.$ending"
	head -n 4 "file.$ending"
done
try table thumper -m write --rows raid --over cache --where "$chosen" -o file.csv --to twiki
head -n 4 file.csv
try table thumper -m write --rows raid --over cache --where "$chosen" --to csv --csv-safe --csv-bom
