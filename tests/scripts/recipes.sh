#!/bin/bash
# The recipes of README.md, pasted as they stand in a fresh copy of the folders that they name.  TAP.
set -u
mkdir build tests recipes
ln -s "$IOTAB" build/iotab
cp -r "$SRC/samples" .
cp -r "$SRC/tests/golden" tests/

# Each block under "## Recipes" to a file of its own.
awk '/^## / { on = $0 == "## Recipes" }
	on && /^```/ { inside = !inside; n += inside; next }
	on && inside { print >("recipes/" sprintf("%02d", n)) }' "$SRC/README.md"

n=0
for recipe in recipes/*; do
	n=$((n + 1))
	first=$(head -n 1 "$recipe")
	if sh -e "$recipe" >out 2>err && { [ -s out ] || [ "$(find build -newer "$recipe" -type f | wc -l)" -gt 0 ]; }; then
		echo "ok $n - $first"
	else
		echo "not ok $n - $first"
		sed 's/^/# /' err
	fi
done
if [ "$n" -ge 10 ]; then echo "ok $((n + 1)) - $n recipes"; else echo "not ok $((n + 1)) - $n recipes"; fi
if grep -q '^Nothing else changes' build/page.md && [ "$(grep -c 'iotab begin' build/page.md)" = 1 ]; then
	echo "ok $((n + 2)) - the page keeps what stands around its table"
else
	echo "not ok $((n + 2)) - the page keeps what stands around its table"
fi
echo "1..$((n + 2))"
