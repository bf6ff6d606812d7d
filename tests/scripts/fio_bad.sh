#!/bin/bash
# Reports of fio that nobody would print: each gives a clear message with its line, the rest is kept, and
# memory stays below 64 MiB.  TAP.
set -u
n=0
ok() { # TRUE NAME [WHY...]
	n=$((n + 1))
	if [ "$1" = 0 ]; then echo "ok $n - $2"; else echo "not ok $n - $2"; shift 2; printf '# %s\n' "$@"; fi
}

job() { # NAME [MORE MEMBERS]
	echo "{ \"jobname\" : \"$1\", ${2:-}\"read\" : { \"io_bytes\" : 4096000, \"io_kbytes\" : 4000,"
	echo '"bw" : 4000, "iops" : 1000.5, "runtime" : 1000, "total_ios" : 1000 } }'
}
document() { # of the jobs that are read
	printf '{\n"fio version" : "fio-3.33",\n"timestamp" : 1796045061,\n"jobs" : [\n'
	cat
	printf ']\n}\n'
}

# FILE, how many figures are left, what is said with its line, exit status.
check() {
	"$IOTAB" records "$1" --to csv >out 2>err
	status=$?
	got=$(tail -n +2 out | cut -d, -f10 | grep -c .)
	grep -qF -- "$3" err && [ "$got" = "$2" ] && [ "$status" = "$4" ]
	ok $? "$1: $3" "exit $status, $got figures" "$(head -3 err)"
}

repeat() { perl -e 'print $ARGV[0] x $ARGV[1]' "$1" "$2"; } # TEXT TIMES

{ job deep "\"x\" : $(repeat '[' 100000)$(repeat ']' 100000), "; echo ,; job good; } | document >deep.json
check deep.json 5 'deep.json:5: warning: job of a report cannot be read: nested too deep' 2

{ job deep "\"x\" : $(repeat $'[\n' 100000)$(repeat $']\n' 100000), "; echo ,; job good; } | document >lines.json
check lines.json 5 'lines.json:5: warning: job of a report cannot be read: nested too deep' 2

{ job deep "\"x\" : $(repeat '{"a":' 100000) 1 "; echo; } | document >open.json
check open.json 0 'open.json:5: warning: job of a report cannot be read: nested too deep' 2

digits=$(repeat 7 10000)
{ job long | sed "s/4096000/$digits/"; echo ,; job good; } | document >digits.json
check digits.json 9 "digits.json:5: warning: figure cannot be read: '7777777777777777777777777777777777777777...'" 2

sed "s/max=5828/max=$digits/" "$SRC/tests/golden/fio/normal-randrw_direct.txt" >digits.txt
check digits.txt 84 "digits.txt:8: warning: figure cannot be read: '7777" 2

sed "s/;82824;/;$digits;/" "$SRC/tests/golden/fio/terse-randrw.v3.terse" >digits.terse
check digits.terse 69 "digits.terse:1: warning: figure cannot be read: '7777" 2

lat='"clat_ns" : { "min" : 1, "max" : 5, "mean" : 2.0, "percentile" :
{ "abc" : 3, "99.0" : 4,
"101" : 5, "" : 2, "-1" : 1 } },'
{ job odd | sed "s/\"io_bytes\"/$(echo "$lat" | tr '\n' ' ')\"io_bytes\"/"; } | document >keys.json
check keys.json 9 "keys.json:5: warning: figure cannot be read: percentile 'abc'" 2

{ echo '{ "name" : "no job of fio" },'; job good; } | document >nojob.json
check nojob.json 5 'nojob.json:5: warning: job of a report cannot be read: no jobname' 2

job good | document | head -c 200 >cut.json
check cut.json 0 'cut.json:5: warning: job of a report cannot be read: the input ends inside it' 2

repeat "x;" 300 | sed 's/^/3;fio-3.33;/' >odd.terse
echo >>odd.terse
check odd.terse 0 'odd.terse:1: warning: job of a report cannot be read: terse line without percentiles' 2

# A brace in a name, quotes, and bytes that are no text: nothing of it is taken for structure.
{ job "a}]{[\\\"\\\\"; echo ,; job good; } | document >brace.json
"$IOTAB" records brace.json --to csv 2>err | cut -d, -f10 | grep -c . >count
grep -qx 11 count && [ ! -s err ]
ok $? 'brackets in a name are a name' "$(cat count err)"

# A million jobs.  The sanitizer has memory of its own.
case $IOTAB in
*/asan/*) ok 0 'a million jobs # SKIP memory of the sanitizer' ;;
*)
	perl -e 'my $job = shift; $job =~ s/\s+//g; print qq({\n"fio version" : "fio-3.33",\n"jobs" : [\n);
		print $job =~ s/NAME/j$_/r, $_ < 1e6 ? ",\n" : "\n" for 1 .. 1e6; print "]\n}\n"' "$(job NAME)" >million.json
	(ulimit -d 65536 && "$IOTAB" records million.json --to csv 2>err | cut -d, -f10 | grep -c . >count)
	grep -qx $((32768 * 5 + 1)) count &&
		grep -qF 'million.json:32772: warning: run has more jobs than are read: over 32768' err
	ok $? 'a million jobs in less than 64 MiB' "$(cat count; head -3 err)"
	rm -f million.json
	;;
esac
echo "1..$n"
