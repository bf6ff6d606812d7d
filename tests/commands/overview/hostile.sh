#!/bin/sh
# Labels and names of any bytes stay text, on one line, in every dialect; commands stay quoted.
# shellcheck source=tests/commands/try.sh
. "$SRC/tests/commands/try.sh"

cp "$SAMPLES/iozone/v414-seed.log" "it's a; log.log"
bell=$(printf '\007\033[31m\377')
wide=$(printf '%0300d' 7)
for to in text markdown twiki json csv; do
	try --to "$to" --set 'layout=a|b' --set 'kind=<b>&amp;' good.log \
		--set "layout=$bell" --set "kind=$wide" "it's a; log.log"
done
try "it's a; log.log"
# shellcheck disable=SC2016 # the shell must not expand it
try --set 'x=$(touch pwned) `id`' "it's a; log.log" --ascii
echo '--set' >-x.log
cat good.log >>-x.log
try -- -x.log
try - <good.log
leftovers
