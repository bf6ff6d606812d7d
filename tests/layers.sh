#!/bin/sh
# layers.sh [ROOT]: proves from the includes that dependencies flow one way:
# cli -> render -> analysis -> model <- parsers, and that runner stands alone.
# Prints each include that breaks this as FILE:LINE: ... and ends with status 1.
set -eu
cd "${1:-$(dirname "$0")/..}"

for dir in model parsers analysis render cli runner tests/unit; do
	[ ! -d "$dir" ] || find "$dir" -name '*.[ch]'
done | LC_ALL=C sort | xargs grep -Hn '^[[:space:]]*#[[:space:]]*include' /dev/null |
	LC_ALL=C awk '
	# LAYER may include its own headers and those of the others; its unit tests also theirs.
	function allow(layer, others,   n, name, i) {
		n = split(layer " " others, name, " ")
		for (i = 1; i <= n; i++)
			may[layer, name[i]] = 1
		known[layer] = 1
	}
	BEGIN {
		allow("model")
		allow("parsers", "model")
		allow("analysis", "model")
		allow("render", "analysis model")
		allow("cli", "render analysis parsers model")
		allow("runner")
	}
	{
		match($0, /^[^:]*:[0-9]*:/)
		where = substr($0, 1, RLENGTH)
		layer = where
		test = sub(/^tests\/unit\//, "", layer)
		sub(/\/.*/, "", layer)

		what = substr($0, length(where) + 1)
		sub(/^[ \t]*#[ \t]*include[ \t]*/, "", what)
		quote = substr(what, 1, 1)
		name = quote == "\"" || quote == "<" ? substr(what, 2) : what
		sub(/[">].*/, "", name)
		top = name
		sub(/\/.*/, "", top)

		# Angle brackets are for headers of the system, unless they reach into our folders.
		if (quote == "<" && !(top in known && name ~ /\//))
			next
		if (quote != "\"" && quote != "<")
			why = "cannot be read"
		else if (name !~ /\// && layer == "runner" && !test)
			next # `cc runner/*.c` has to do
		else if (name !~ /\//)
			why = "is not rooted"
		else if (name ~ /(^|\/)\.\.?(\/|$)/)
			why = "goes through . or .."
		else if (!((layer, top) in may) && !(test && top == "tests"))
			why = "is not for " layer
		else
			next
		print where " include of \"" name "\" " why
		bad = 1
	}
	END { exit bad }'
