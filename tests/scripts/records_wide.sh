#!/bin/sh
# Do others read wide records as we mean them?  Means per layout and cache from python and R against
# iotab's own table.
# variants: release
set -u
n=0

ok() { # STATUS NAME
	n=$((n + 1))
	if [ "$1" = 0 ]; then echo "ok $n - $2"; else echo "not ok $n - $2"; fi
}

skip() { # NAME
	n=$((n + 1))
	echo "ok $n # SKIP no $1"
}

"$IOTAB" records --wide "$SAMPLES/thumper" -o wide.csv 2>/dev/null
"$IOTAB" table "$SAMPLES/thumper" --rows layout,raid,cache --metric read --cell mean --over slog \
	--unit KiB/s --digits 3 --to tsv 2>/dev/null | tail -n +2 | sort >want
[ "$(wc -l <want)" = 24 ]
ok $? '24 rows of layout, raid and cache'

if command -v python3 >/dev/null; then
	python3 - <<'END' | sort >got
import csv
cells = {}
for row in csv.DictReader(open("wide.csv", newline="")):
    if row["metric"] == "iozone:read" and not row["flags"]:
        key = row["label"], row["factors.raid"], row["factors.cache"]
        cells.setdefault(key, []).append(float(row["value"]))
for key, values in cells.items():
    print(*key, "%.3f" % (sum(values) / len(values) / 1024), sep="\t")
END
	diff want got >out
	ok $? 'python reads the same'
	sed 's/^/# /' out
else
	skip python3
fi

if command -v Rscript >/dev/null; then
	Rscript --vanilla - <<'END' | sort >got
d <- subset(read.csv("wide.csv"), metric == "iozone:read")
m <- aggregate(value ~ label + factors.raid + factors.cache, d, mean)
cat(sprintf("%s\t%s\t%s\t%.3f\n", m$label, m$factors.raid, m$factors.cache, m$value / 1024), sep = "")
END
	diff want got >out
	ok $? 'R reads the same'
	sed 's/^/# /' out
else
	skip R
fi
echo "1..$n"
