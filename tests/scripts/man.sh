#!/bin/sh
# The manual says what the program does, and its check notices when it does not.
# variants: release
set -u
n=0

ok() { # STATUS NAME
	n=$((n + 1))
	if [ "$1" = 0 ]; then echo "ok $n - $2"; else echo "not ok $n - $2"; sed 's/^/# /' out; fi
}

for part in tables layouts examples; do
	sh "$SRC/tests/man.sh" "$SRC/man" "$part" >out 2>&1
	ok $? "the manual is true: $part"
done

# A copy with one mistake of each kind, and the words that each must be noticed with.
cp -R "$SRC/man" man
: >words
mistake() { # PAGE SED-SCRIPT WORDS
	sed "$2" "man/$1" >changed
	cmp -s "man/$1" changed && echo "nothing to change for: $3" >>words
	mv changed "man/$1"
	printf '%s\n' "$3" >>words
}

mistake iotab.1 's/^\.Ss check$/.Ss chekc/' "'chekc' is unknown to the program"
mistake iotab.1 '/^\.It Fl -threads/d' "options of check: '--threads=' is not documented"
mistake iotab.1 's/^\.It Fl -safe$/.It Fl -save/' "options of table: '--save' is unknown"
mistake iotab.1 's/^\.It Fl -best$/& Ns = Ns Ar N/' "options of table: '--best=' is unknown"
mistake iotab.1 '/^\.It Cm iozone$/d' "formats: 'iozone' is not documented"
mistake iotab.1 's/^\.It Cm markdown$/.It Cm markup/' "dialects: 'markdown' is not documented"
mistake iotab.1 's/^\.It Cm outlier$/.It Cm outlaw/' "flags: 'outlaw' is unknown"
mistake iotab.1 's/^\.It Cm median$/.It Cm medium/' "cells: 'median' is not documented"
mistake iotab.1 's/^\(\.It Cm row-pushed Pq warning\), .*/\1/' "'row-pushed warning no' is unknown"
mistake iotab.1 's/^\(\.It Cm empty Pq \)note/\1error/' "'empty note no' is not documented"
mistake iotab.1 's/^\(\.It Cm fwrite , frewrite\) , fread/\1/' "metrics: 'fread' is not documented"
mistake iotab.1 's/^\.It Cm \.iops$/.It Cm .ops/' "metrics: '.ops' is unknown"
mistake iotab.1 's/^\.It Cm stddev , n$/.It Cm stddev/' "records: 'n' is not documented"
mistake iotab.1 's/^\.It Cm width$/.It Cm breadth/' "WHERE: 'width' is not documented"
mistake iotab.1 's/(?<slog>/(?<log>/' 'RUN MARKERS'
mistake iotab-study.5 '/^\.It Cm afr$/d' "sections and keys: 'afr' is not documented"
mistake iotab-study.5 's/^\.It Cm titles$/.It Cm names/' "sections and keys: 'names' is unknown"
mistake iotab.1 's/\*raidz2(19+2)/*raidz2(20+1)/' "'2x21' with 'z2' is '2*raidz2(19+2)'"
mistake iotab.1 's/exit status 3/exit status 2/' 'other output of: iotab records thumper'
mistake iotab.1 's/\\-\\-best/\\-\\-bets/' 'exit status 3 of: iotab table thumper'
mistake iotab-study.5 's/^  controllers: 6/  controllers: 7/' 'other output of: cat thumper'

sh "$SRC/tests/man.sh" man >out 2>&1
[ $? = 1 ]
ok $? 'mistakes in the manual make the check fail'
while read -r line; do
	grep -qF -e "$line" out
	ok $? "it notices: $line"
done <words

if command -v mandoc >/dev/null; then
	mandoc -Tlint -W warning "$SRC"/man/*.[15] >out 2>&1
	ok $? 'mandoc has no warning'
else
	n=$((n + 1))
	echo "ok $n - mandoc has no warning # SKIP no mandoc"
fi
echo "1..$n"
