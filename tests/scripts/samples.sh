#!/bin/sh
# The rebuilt log holds the published table, read back without iotab.
# variants: release
set -u
table=$SRC/tests/expected/thumper.tsv
reduced=$SRC/tests/expected/thumper-reduced.tsv
n=0

ok() { # STATUS NAME
	n=$((n + 1))
	if [ "$1" = 0 ]; then echo "ok $n - $2"; else echo "not ok $n - $2"; fi
}

awk -v OFS='\t' '
NR == FNR { if (FNR == 1) print; next }
/^Create zpool with / { run = $4 OFS $5 OFS $6 OFS $7; row = "" }
$1 == 33554432 && $2 == 64 { for (i = 3; i <= NF; i++) row = row OFS $i }
/^all destroyed, test ran for / { print run row, $6 }
' "$table" "$SAMPLES/thumper/zpool-test.log" >log.tsv
[ "$(wc -l <log.tsv)" = 49 ]
ok $? '48 runs have an end'
diff "$table" log.tsv >out
ok $? 'rows and total times equal the published table'
sed 's/^/# /' out

{
	head -n 1 "$table"
	awk '$1 == "6x7" && $2 == "z2" || $1 == "7x6"' "$table"
} | cmp -s - "$reduced"
ok $? 'the reduced table is that of 6x7 z2 and 7x6'
echo "1..$n"
