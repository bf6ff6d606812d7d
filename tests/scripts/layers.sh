#!/bin/sh
# The check of the layers passes on the tree and fails for one forbidden include of each kind.
# variants: release
set -u
n=0

ok() { # STATUS NAME
	n=$((n + 1))
	if [ "$1" = 0 ]; then echo "ok $n - $2"; else echo "not ok $n - $2"; sed 's/^/# /' out; fi
}

probe() { # FILE INCLUDE: checks the copy with one more file in it
	mkdir -p "tree/$(dirname "$1")"
	printf '/* first line */\n#include %s\n' "$2" >"tree/$1"
	sh "$SRC/tests/layers.sh" tree >out 2>&1
	status=$?
	rm "tree/$1"
	return $status
}

breaks() { # FILE INCLUDE: the check fails, names this line and nothing else
	probe "$1" "$2"
	[ $? = 1 ] && [ "$(wc -l <out)" = 1 ] && grep -q "^$1:2: " out
	ok $? "$1 may not include $2"
}

allows() { # FILE INCLUDE
	probe "$1" "$2"
	ok $? "$1 may include $2"
}

sh "$SRC/tests/layers.sh" >out 2>&1
ok $? 'the tree keeps its layers'

mkdir tree
for dir in model parsers analysis render cli runner tests/unit; do
	mkdir -p "tree/$dir"
	[ ! -d "$SRC/$dir" ] || cp -R "$SRC/$dir/." "tree/$dir"
done
sh "$SRC/tests/layers.sh" tree >out 2>&1
ok $? 'so does a copy of it'

for layer in parsers analysis render cli runner; do
	breaks model/probe.c "\"$layer/x.h\""
done
for layer in analysis render cli runner; do
	breaks parsers/probe.h "\"$layer/x.h\""
done
for layer in parsers render cli runner; do
	breaks analysis/probe.c "\"$layer/x.h\""
done
for layer in parsers cli runner; do
	breaks render/dialects/probe.c "\"$layer/x.h\""
done
for layer in model parsers analysis render cli; do
	breaks runner/probe.c "\"$layer/x.h\""
done
breaks runner/probe.c '"../model/x.h"'
breaks runner/probe.c '<model/x.h>'
allows runner/probe.c '"x.h"'
breaks cli/probe.c '"runner/x.h"'
breaks tests/unit/model/probe.c '"parsers/x.h"'
breaks model/probe.c '"x.h"'
breaks model/probe.c '"model/../cli/x.h"'
breaks model/probe.c '<cli/x.h>'
breaks model/probe.c 'CLI_HEADER'

for layer in model parsers analysis render cli; do
	allows cli/probe.c "\"$layer/x.h\""
done
allows model/probe.c '<glib.h>'
allows model/probe.c '<sys/stat.h>'
allows parsers/probe.c '"model/x.h"'
allows analysis/probe.c '"model/x.h"'
allows render/probe.c '"analysis/x.h"'
allows tests/unit/render/probe.c '"tests/unit/render/x.h"'
echo "1..$n"
