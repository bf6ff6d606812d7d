#!/bin/sh
# NUL bytes and bytes that are no UTF-8, inside words, numbers and names.
# shellcheck source=tests/commands/try.sh
. "$SRC/tests/commands/try.sh"

mkdir clean nul bytes
cp good.log clean/log
perl -pe 's/Auto/Au\0to/; s/(Record|Command|complete)/\0$1\0/; s/( 64 )/\0$1/;
	s/^/\0/ if $. == 3' good.log >nul/log
perl -pe 's/Contributors/\xff\xfe\xe9/; s/Nnnnn/\xc3\x28/g;
	s/File stride/\x80$&/' good.log >bytes/log
(cd clean && "$IOTAB" records log >../clean.csv)
for kind in nul bytes; do
	echo "# $kind"
	(cd $kind && try records log >../shown)
	grep -a -v ^1, shown
	cmp clean.csv $kind/out && echo 'the records are those of the log without them'
done

echo '# in names: shown, but every form is UTF-8 and what is a mark-up sign is no mark-up'
perl -pe 's/2x21 z n 0/2x21\xff z\xc3( n 0/; s/2x21 z n 1/2x21<b>|x z"\x27 n 1/' \
	"$SRC/tests/golden/iozone/zpool-v414-first8.log" >names.log
for form in text markdown twiki mediawiki dokuwiki tsv csv json; do
	try table --cell raw --metric write --to $form names.log | grep -v '2x21 .*z.*[ny] .*[12]'
	perl -MEncode -0777 -ne 'decode("UTF-8", $_, Encode::FB_CROAK)' out || echo "$form: no UTF-8"
done
