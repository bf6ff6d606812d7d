#!/bin/bash
# iorun bonnie++ prints what the real one prints: output of release 2.00a, with the figures masked, and its
# refusals.  TAP.
# variants: release
set -u
# shellcheck source=tests/tap.sh
. "$SRC/tests/tap.sh"
real=$SRC/tests/runner/bonnie
me=$(id -un)

mask() { perl "$SRC/tests/oracles/iorun-bonnie.pl" "$@"; }

bonnie() { # OPTION...: in d, as this user; out, err
	rm -rf d
	mkdir d
	timeout -s KILL 120 "$IORUN" bonnie++ -d d -u "$me" -r 0 "$@" >out 2>err </dev/null
}

same() { # NAME WANT GOT
	diff -u "$2" "$3" >difference
	ok $? "$1" difference
}

options() { # TEXT: sets `args`, in which a "_" was a blank
	local word
	args=()
	for word in $1; do args+=("${word//_/ }"); done
}

# ---- the output of each run that is kept --------------------------------------------------------

while IFS='|' read -r name theirs ours; do
	name=${name// /}
	case $name in "" | \#*) continue ;; esac
	options "$ours"
	bonnie -m benchhost "${args[@]}"
	status=$?
	if [ "$name" = v200a-direct-f ] && [ $status != 0 ]; then
		skip "$name" "$(tail -n 1 err)"
		continue
	fi
	mask "${args[@]}" <out >got
	mask "${args[@]}" <err >got.err
	options "$theirs"
	mask "${args[@]}" <"$real/$name.out" >want
	mask "${args[@]}" <"$real/$name.err" >want.err
	if grep -q 'is not <' got want; then
		ok 1 "$name: what follows from the options" got
	fi
	same "$name" want got
	same "$name: stderr" want.err got.err
	[ $status = 0 ] && [ -z "$(ls d)" ]
	ok $? "$name: ends with 0, leaves nothing"
done <"$SRC/tests/runner/bonnie.list"

# ---- the same digits ----------------------------------------------------------------------------

# The real run's csv line with its figures as times: the whole output has to come out of them again, with
# the rates of the csv where the real text has the number of files.
true_rates() {
	perl -e '
		my @lines = <STDIN>;
		my @f = split /,/, $lines[-1], -1;
		my $extra = @f - 50;
		my $rates = join "", map { sprintf " %5s %3s", @f[$extra + 26 + 2 * $_, $extra + 27 + 2 * $_] } 0 .. 5;
		my $files = 0;
		for (@lines) {
			$files = 1 if /Sequential Create/;
			s/^(.{19})(?: [ \d+]{5} [ \d+]{3}){6}$/$1$rates/ if $files;
			s/2\.00a/2.00i/;
			print;
		}'
}

if cc -std=c11 -D_POSIX_C_SOURCE=200809L -o report "$SRC/tests/runner/report.c" "$SRC"/runner/bonnie*.c \
	"$SRC"/runner/[dls]*.c -lpthread 2>why; then
	while IFS='|' read -r name theirs ours; do
		name=${name// /}
		case $name$theirs in "" | \#* | *' -x '*) continue ;; esac
		options "$theirs"
		machine=benchhost char=3
		for i in "${!args[@]}"; do
			[ "${args[i]}" != -m ] || machine=${args[i + 1]}
			[[ ! ${args[i]} =~ ^-f([0-9]+) ]] || char=${BASH_REMATCH[1]}
		done
		seed=$(tail -n 1 "$real/$name.out" | sed "s/^1\.98,2\.00a,$machine,[0-9]*,\([0-9]*\),.*/\1/")
		NAME=$machine PER_CHAR=$char perl "$SRC/tests/oracles/iorun-bonnie-figures.pl" <"$real/$name.out" |
			./report -u "$me" -r 0 -z "$seed" -m "$machine" "${args[@]}" >seen 2>text
		if [ "$name" = v200a-quiet-q ]; then
			grep -v '^iorun\|^Using' text | cat - seen >got
			cat "$real/$name.err" "$real/$name.out" | true_rates >want
		else
			cp seen got
			true_rates <"$real/$name.out" >want
		fi
		same "$name: every digit" want got
	done <"$SRC/tests/runner/bonnie.list"
else
	ok 1 'the report builds alone' why
fi

# ---- refusals -----------------------------------------------------------------------------------

# Beside our own options in the usage, our version and our name.
plain() {
	sed '/^      \[--/d; /^iorun: /d; s/2\.00[ai]/VERSION/; s/^Using.*/Using/; s,^[^ ]*bonnie++: ,bonnie++: ,
		s,"[^"]*nowhere","nowhere",'
}

refused() { # NAME STATUS OPTION...
	local name=$1 want=$2 status
	shift 2
	bonnie "$@"
	status=$?
	plain <"$real/$name.err" >want
	plain <err >got
	same "$name" want got
	[ $status = "$want" ] && [ ! -s out ] && [ -z "$(ls d)" ]
	ok $? "$name: ends with $want, prints and leaves nothing"
}

refused v200a-err-ram 1 -s 100M -r 64
refused v200a-err-usage 1 -Q
refused v200a-err-chunk 1 -s 256M:1000
if [ "$(id -u)" = 0 ]; then
	"$IORUN" bonnie++ -d . -s 256M >out 2>err
	ok $((1 - $?)) 'root without -u'
	plain <"$real/v200a-err-root.err" >want
	plain <err >got
	same v200a-err-root want got
else
	skip v200a-err-root 'not root'
fi
"$IORUN" bonnie++ -d nowhere -u "$me" >out 2>err
plain <"$real/v200a-err-dir.err" >want
plain <err >got
same v200a-err-dir want got

for options in '-s' '-c 0' '-c 201' '-f 10' '-s -1' '-n -1' '-s 0 -n 0' '-n 1:10:20' '-n 1:-3' '-n 1:1:1:100000' \
	'-n 1:1:1:1:3000' '-s 8:128' '-s 8:2M' '-s 8:8k:0' '-s 8:8k:1:0' '-s x' '-s 99999999999999' '-y q' '-y' \
	'-x -1' '-z x' '--data zip' '--data' '--what' '--csv 1.97' 'more' '-- more'; do
	# shellcheck disable=SC2086
	bonnie -s 8 -n 0 $options
	status=$?
	[ $status = 1 ] && grep -q '^usage:' err && [ ! -s out ] && [ -z "$(ls d)" ]
	ok $? "refused: $options" err
done
bonnie -s 8 -n 0 -g no-such-group
ok $((1 - $?)) 'refused: a group that is not there'
grep -q "Can't find gid for no-such-group" err
ok $? 'and says so' err
bonnie -s 16 -n 100000 -r 8
ok $((1 - $?)) 'refused: more files than memory'
grep -q '^When testing 100000K of files in 8 MiB of RAM' err
ok $? 'and says so' err
bonnie -s 0 -n 30000
ok $((1 - $?)) 'refused: more files than anybody remembers'
grep -q '^Not enough ram to test with 30000K files.' err
ok $? 'and says so' err
bonnie -q -x 0 &&
	[ ! -s out ] && [ ! -s err ]
ok $? 'no run: nothing'
"$IORUN" bonnie++ --help >out 2>err &&
	grep -q '^Version: 2.00i' out && [ ! -s err ]
ok $? '--help' out
ln -s "$IORUN" bonnie++
./bonnie++ -d . -u "$me" -r 0 -s 1 -f -n 0 -x 1 2>err | grep -q '^1\.98,2\.00i,.*,1M,,8192,5,,,'
ok $? 'called as bonnie++' err

# ---- the csv of 1.03 ----------------------------------------------------------------------------

csv() { # WANT OPTION...: the last line of the output, figures masked
	local want=$1
	shift
	bonnie -m host "$@" --csv 1.03
	tail -n 1 out | awk -F, -v OFS=, '{ for (i = 3; i <= NF; i++) if (i != 15 && $i != "") $i = "F" } 1' >got
	echo "$want" >want
	same "csv of 1.03: $*" want got
}

six=,F,F,F,F,F,F,F,F,F,F,F,F
csv "host,8M$six,1$six" -f1 -s 8 -n 1
csv "host,8M:64k,,,F,F,F,F,,,F,F,F,F,1:4096:512/2$six" -f -s 8:64k -n 1:4096:512:2
csv "host,,,,,,,,,,,,,,1:link$six" -s 0 -n 1:-1
csv "host,8M$six,,,,,,,,,,,,," -f1 -s 8 -n 0
bonnie -q -s 1 -f -n 0 -x 2 --csv 1.03
head -n 1 out | awk -F, 'NF != 27 || $1 != "name" || $15 != "num_files" || $27 != "ran_del_cpu" { exit 1 }'
ok $? 'csv of 1.03: the header' out
awk -F, 'NF != 27 { exit 1 }' out
ok $? 'csv of 1.03: 27 fields' out

# ---- rates that are true ------------------------------------------------------------------------

# Slow enough to have figures: files of 64 KiB, each written to disk.
bonnie -s 0 -n 1:65536:65536 -b -m host
perl -ne '
	$text = [split] if /^ +1:65536:65536 /;
	@csv = split /,/ if /^1\.98/;
	END {
		my $bad = !$text || @csv != 50;
		for (0 .. 5) { $bad ||= $text->[1 + 2 * $_] ne $csv[26 + 2 * $_] || $text->[1 + 2 * $_] eq "1024" }
		exit $bad;
	}' out
ok $? 'the text has the rates of the csv' out

# ---- other readers ------------------------------------------------------------------------------

bonnie -f1 -s 8 -n 1 -q -m host
for reader in bon_csv2html bon_csv2txt; do
	if command -v $reader >/dev/null; then
		$reader <out >seen 2>why
		[ ! -s why ] && grep -q host seen
		ok $? "$reader takes the csv" why
	else
		skip "$reader" 'not installed'
	fi
done
if "$IOTAB" list formats 2>/dev/null | grep -q '^bonnie'; then
	bonnie -f1 -s 8 -n 1 -m host
	cat err out >host.log
	"$IOTAB" check -t tsv host.log >seen 2>&1 && awk -F '\t' 'NR == 2 { exit $NF != 0 }' seen
	ok $? 'iotab knows every line' seen
	"$IOTAB" records host.log --to csv >seen 2>why
	ok $? 'iotab reads the figures' why
else
	skip iotab 'this one reads no bonnie++'
fi
echo "1..$n"
