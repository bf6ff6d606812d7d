#!/bin/sh
# Each operator of the expression, on each kind of name.
# shellcheck source=tests/commands/try.sh
. "$SRC/tests/commands/try.sh"

cp -r "$SAMPLES/thumper" .

cp "$SAMPLES"/iozone/pread-E-auto.log .
for expr in 'cache = 2' 'cache != 2' 'cache < 1' 'cache <= 1' 'cache > 1' 'cache >= 1' \
	'raid =~ ^z$' 'layout = 7x6' 'layout = 7*raidz2(4+2)' 'layout =~ ^7' 'not (cache = 0 or cache = 1)' \
	'parity = 2 and width < 7' 'vdevs >= 7' 'metric =~ write' 'metric != tottime' 'tool = iozone' \
	'version < 3.4' 'when >= 2010-07' 'source =~ zpool' 'status = complete' 'flag = fused' \
	'host = thumper2' 'file-size = 32G' 'file-size < 1T and slog = y'; do
	try table thumper -m write,rewrite,tottime --rows layout,raid --over slog,cache --cell n --to tsv \
		--where "$expr"
done
for expr in 'file-size = 64k' 'file-size >= 256KiB and record-size < 16k' 'record-size = 4096'; do
	try table pread-E-auto.log -m write --cell raw --to tsv --where "$expr"
done
