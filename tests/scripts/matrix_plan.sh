#!/bin/bash
# Plans of iorun matrix: what is refused and where, what a dry run shows.  TAP.
set -u
n=0

ok() { # STATUS NAME
	n=$((n + 1))
	if [ "$1" = 0 ]; then echo "ok $n - $2"; else
		echo "not ok $n - $2"
		sed 's/^/# /' got | head -30
	fi
}

base='[campaign]
host = box
target = /bench
seed = 1
[factors]
layout = 6x7, 7x6
raid = z, z2
[benchmark]
command = iozone -s 1G -r 64k -i 0 -i 1 -f {target}/f'

# The base plan with a sed script applied to it.
made() { printf '%s\n' "$base" | sed "$1" >p.plan; }

refused() { # SED MESSAGE
	made "$1"
	"$IORUN" matrix p.plan >got 2>&1
	local status=$?
	[ $status = 2 ] && [ "$(cat got)" = "iorun: $2" ]
	ok $? "$2"
}

"$IORUN" matrix p.plan >got 2>&1
[ $? = 2 ] && [ "$(cat got)" = "iorun: cannot read 'p.plan': No such file or directory" ]
ok $? 'a plan that is not there'
refused '1s/campaign/campain/' "p.plan:1: unknown section 'campain', did you mean 'campaign'?"
refused '1s/]//' "p.plan:1: a section is as [factors], not '[campaign'"
refused '1d' "p.plan:1: 'host' stands before any section"
refused '2s/host/hots/' "p.plan:2: unknown key of [campaign] 'hots', did you mean 'host'?"
refused '2s/=/is/' "p.plan:2: neither [section] nor key = value: 'host is box'"
refused '2s/box//' "p.plan:2: 'host' has no value"
refused '2d' "p.plan: [campaign] has no 'host', the machine it may run on"
refused '2p' "p.plan:3: 'host' is said twice"
refused '3s|/bench|bench|' "p.plan: [campaign] has no 'target', the absolute path that is written to"
refused '3s/$/\nrepeats = 0/' "p.plan:4: repeats are a number from 1 to 1000, not '0'"
refused '3s/$/\nlimit = soon/' "p.plan:4: no time, as 90s, 30m, 4h or 7d: 'soon'"
refused '3s/$/\nmin-free = 1X/' "p.plan:4: no size, as 512M or 10G: '1X'"
refused '3s/$/\nassume = fast/' "p.plan:4: no rate, as 500 MB/s: 'fast'"
refused '3s/$/\nwindow = 25:00-26:00/' "p.plan:4: a window is as 20:00-06:00, not '25:00-26:00'"
refused '3s/$/\nmax-load = 0/' "p.plan:4: a load is a number above 0, not '0'"
refused '4s/1/x/' "p.plan:4: a seed is a whole number, not 'x'"
refused '3s/$/\nmarkers = none/' "p.plan:4: markers are 'iorun' or 'thumper', not 'none'"
refused '3s/$/\nmarkers = thumper/' \
	"p.plan: markers = thumper wants the factors layout, raid, slog and cache, and no others"
refused '6s/7x6/6x7/' "p.plan:6: a level of 'layout' is empty or stands there twice"
refused '6s/7x6//' "p.plan:6: a level of 'layout' is empty or stands there twice"
refused '7s/raid/layout/' "p.plan:7: factor 'layout' is said twice"
refused '7s/raid/status/' "p.plan:7: 'status' can be no factor, it means something else"
refused '7s/raid/1raid/' \
	"p.plan:7: no name, a letter and then letters, digits, '_', '-', '.': '1raid'"
refused '9d' "p.plan: [benchmark] has no 'command'"
refused '9s/target/tarket/' \
	"p.plan:9: '{tarket}' is no variable of row=1/4 repeat=1 layout=7x6 raid=z, did you mean '{target}'?"
refused '9s/{target}/{zzzzzzz}/' \
	"p.plan:9: '{zzzzzzz}' is no variable of row=1/4 repeat=1 layout=7x6 raid=z; '{{' stands for a brace"
refused '9s/command/comand/' "p.plan:9: unknown key of [benchmark] 'comand', did you mean 'command'?"
refused '5,7d' 'p.plan: it wants factors or rows, and not both'
refused '8s/^/[rows]\nrow = layout=6x7\n/' 'p.plan: it wants factors or rows, and not both'
refused '5,7c[rows]\nrow = layout=6x7\nrow = layout=6x7' "p.plan:7: this row is there already: 'layout=6x7'"
refused '5,7c[rows]\nraw = layout=6x7' "p.plan:6: unknown key of [rows] 'raw', did you mean 'row'?"
refused '5,7c[rows]\nrow = 6x7' "p.plan:6: no key=level: '6x7'"
refused '5,7c[rows]\nrow = vdevs="a b"' "p.plan:6: a row without a level: 'vdevs=\"a b\"'"
refused '8s/^/[when layout=9x9]\npool = x\n/' 'p.plan:8: no row has layout=9x9'
refused '8s/^/[hooks]\ndestroy = rm x\n/' \
	"p.plan:9: 'destroy' without 'create': nothing is destroyed that was not made"
refused '8s/^/[hooks]\ncreate = a\ndestroy = b\n/' \
	"p.plan:10: 'destroy' without 'identify', and no variable 'pool' whose GUID could serve"
refused '4s/$/\nrepeats = 1000/;6s/$/, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, A, B, C, D, E, F, G, H/;7s/$/, z3/' \
	"p.plan:8: with 'raid' there are too many rows"
refused '9s/^/\\\n\\\n[bad\\\n/' "p.plan:9: a section is as [factors], not '[badcommand = iozone -s 1G -r 64k -i 0 -i 1 -f {target}/f'"

# ---- a dry run --------------------------------------------------------------------------------

shows() { # SED TEXT NAME [OPTION...]
	local text=$2 name=$3
	made "$1"
	shift 3
	"$IORUN" matrix p.plan "$@" >got 2>&1 && grep -qF -- "$text" got
	ok $? "$name"
}

shows '' 'a dry run: nothing was done' 'a dry run is what there is without --execute'
[ ! -e p.plan.log ] && [ ! -e p.plan.log.journal ]
ok $? 'it writes no file'
shows '' '  command   iozone -s 1G -r 64k -i 0 -i 1 -f /bench/f' 'commands are exact'
shows '' 'writes    2 GiB, reads 2 GiB, 8.6 s' 'bytes of iozone: -i 0 -i 1, each twice'
shows '9s/-i 0 -i 1//' 'writes    6 GiB, reads 7 GiB, 28 s' 'all tests of iozone'
shows '9s/-s 1G/-t 4 -s 1G/' 'writes    8 GiB, reads 8 GiB, 34 s' 'four threads'
shows '9s/-i 0/-+n -i 0/' 'writes    1 GiB, reads 1 GiB, 4.3 s' 'no second pass'
shows '9s/iozone .*/iozone -a -n 1M -g 4M -r 64k -i 0/' 'writes    14 MiB, reads 0 B' 'sizes that double'
shows '9s/iozone .*/bonnie++ -d {target} -s 1G -f -u root/' 'writes    2 GiB, reads 2 GiB' 'bonnie++'
shows '9s/iozone .*/fio job/' 'writes    unknown; [benchmark] writes = SIZE tells it' 'fio: not known'
shows '9s/iozone .*/fio job\nwrites = 10G\nreads = 5G/' 'writes    10 GiB, reads 5 GiB, 32 s' 'but said'
shows '4s/$/\nassume = 1 GB\/s/' '4.3 s' 'another rate'
shows '' 'in all     4 rows, 8 GiB written' 'the sum'
shows '' 'time       34 s at 500 MB/s, which is assumed' 'the time and that it is assumed'
shows '4s/$/\nlimit = 1h/' 'at most 4 h 0 min by the limit of each row' 'the most by limits'
shows '' '1 repeat   proves nothing of a single row' 'one repeat proves nothing'
shows '4s/$/\nrepeats = 5/' 'differ by 2.0 standard deviations' 'five repeats'
shows '4s/$/\nrepeats = 20/' 'differ by 0.9 standard deviations' 'twenty'
shows '4s/$/\nrepeats = 5/' 'raid, over all other factors: 10 runs of each level, 1.3' 'of one factor there are more runs'
shows '9s/{target}.*/x; awk "{{print}"/' 'awk "{print}"' 'a brace'
shows '4s/seed.*//' '(another one without --seed)' 'a seed nobody said'
shows '4s/seed.*//' 'seed 77' 'a seed of the command line' --seed 77
first=$(made ''; "$IORUN" matrix p.plan | grep ^row=)
[ "$first" = "$("$IORUN" matrix p.plan --seed=1 | grep ^row=)" ] &&
	[ "$first" != "$("$IORUN" matrix p.plan --seed=2 | grep ^row=)" ]
ok $? 'the order is that of the seed'
"$IORUN" matrix p.plan --seed 5 >got
for levels in 'layout=6x7 raid=z' 'layout=6x7 raid=z2' 'layout=7x6 raid=z' 'layout=7x6 raid=z2'; do
	grep -qx "row=./4 repeat=1 $levels" got
	ok $? "the row $levels"
done
shows '5,7c[rows]\nrow = layout="a b" vdevs="raidz x y" : pool=p\\\n  extra=1\n[variables]\npool = q
s/-f.*/{@vdevs} {pool} {extra} {vdevs}/' \
	"raidz x y p 1 'raidz x y'" 'rows of their own with variables, a line that goes on'
shows '5,7c[rows]\nrow = layout="a b" vdevs="raidz x y"
s/-f.*//' 'row=1/1 repeat=1 layout="a b"' 'vdevs are no factor'

made 's/$/\r/' && "$IORUN" matrix p.plan >got 2>&1 && ! grep -q "$(printf '\r')" got
ok $? 'CR LF'

# ---- the sample --------------------------------------------------------------------------------

"$IORUN" matrix "$SAMPLES/plan/thumper.plan" >got 2>&1
ok $? 'the sample plan is read'
[ "$(grep -c ^row= got)" = 96 ] && [ "$(grep ^row= got | sed 's/.*layout/layout/' | sort -u | wc -l)" = 48 ]
ok $? 'it has 48 combinations, twice'
# Each vdev has as many disks as the layout says, all different.
awk '$1 == "create" {
	vdevs = disks = 0
	for (i = 7; i <= NF && $i != "log" && $i != "cache"; i++)
		if ($i ~ /^raidz/) vdevs++
		else { disks++; if (seen[NR, $i]++) exit 1 }
	print vdevs "x" disks / vdevs
}' got >shapes && [ "$(grep ^row= got | sed 's/.*layout=//; s/ .*//')" = "$(cat shapes)" ]
ok $? 'its vdevs are what its layouts say'
"$IORUN" matrix "$SAMPLES/plan/thumper.plan" --execute --yes thumper >got 2>&1
[ $? = 3 ] && grep -q "for host 'thumper'" got
ok $? 'and it is for another machine'

# ---- times from a log, status -----------------------------------------------------------------

printf '%s\n' 'iorun: begin row=1/2 repeat=1 layout=6x7 raid=z' 'iorun: end row=1/2 status=ok seconds=100' \
	'iorun: begin row=2/2 repeat=1 again=1 layout=7x6 raid=z' 'iorun: end row=2/2 status=ok seconds=300' \
	'iorun: begin row=2/2 repeat=1 layout=7x6 raid=z2' 'iorun: end row=2/2 status=timeout after=900' >old.log
made ''
"$IORUN" matrix p.plan --estimate-from old.log >got 2>&1
grep -q '^time       13 min, by 2 rows of the log given$' got
ok $? 'times of a log, by levels and else the mean: 100 + 300 + 2 x 200 s'
echo nothing >empty.log
"$IORUN" matrix p.plan --estimate-from empty.log >got 2>&1
[ $? = 2 ] && grep -q "'empty.log' has no row that ended well" got
ok $? 'a log without rows'
"$IORUN" matrix p.plan --estimate-from "$SAMPLES/thumper/zpool-test.log" >got 2>&1
grep -q 'by 48 rows of the log given' got
ok $? 'a log with the markers of 2010'
"$IORUN" matrix --status none.log >got 2>&1
[ $? = 2 ] && grep -q "cannot read 'none.log.journal'" got
ok $? 'status of what is not there'
for words in '' '--exec p.plan' 'p.plan q.plan' '--status' '--status a --resume b' 'p.plan --status a' '--execute=1 p.plan' \
	'p.plan --seed x'; do
	# shellcheck disable=SC2086
	"$IORUN" matrix $words >got 2>&1
	[ $? = 2 ] && grep -q '^iorun: ' got
	ok $? "usage: $words"
done
"$IORUN" matrix --exec p.plan 2>&1 | grep -q "did you mean '--execute'"
ok $? 'the nearest option'

# ---- the manual -------------------------------------------------------------------------------

sed -n 's/^.It Cm //p' "$SRC/man/iorun-plan.5" | tr -d ',' | tr ' ' '\n' | grep . | sort >documented
sed -n 's/^\t{"[a-z]*", "\([a-z-]*\)", read_.*/\1/p' "$SRC/runner/plan.c" | sort >known
diff documented known >got && [ -s known ]
ok $? 'each key is in the manual, and none that is unknown'
sed -n '/^.Sh MATRIX/,$s/^.It Fl -\([a-z-]*\).*/--\1/p' "$SRC/man/iorun.1" | sort >documented
"$IORUN" matrix --help | sed -n 's/^  \(--[a-z-]*\).*/\1/p' | sort >known
diff documented known >got && [ -s known ]
ok $? 'each option, too'
sed -n '/^Two layouts, each/,/^.Ed/p' "$SRC/man/iorun-plan.5" | grep -v '^\.\|^Two' >example.plan
"$IORUN" matrix example.plan >got 2>&1 && [ "$(grep -c ^row= got)" = 6 ]
ok $? 'its example is a plan of six rows'
echo "1..$n"
