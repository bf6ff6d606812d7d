#!/bin/sh
# The test runner itself, on a small tree of its own: what fails is counted as failed.
# variants: release
# shellcheck disable=SC2016  # scripts of the small tree expand these, not this one
set -u
n=0

ok() { # STATUS NAME
	n=$((n + 1))
	if [ "$1" = 0 ]; then echo "ok $n - $2"; else echo "not ok $n - $2"; sed 's/^/# /' out; fi
}

# A tree with an iotab that prints its arguments, warns and ends with the status in file `status`.
fresh() {
	rm -rf tree
	mkdir -p tree/tests/unit/model tree/tests/commands/a tree/tests/golden/f tree/tests/scripts \
		tree/build/v/tests/model
	cp "$SRC/tests/run" tree/tests/run
	printf '#!/bin/sh\necho "got $*"\necho warned >&2\nexit "$(cat "$SRC/status")"\n' \
		>tree/build/v/iotab
	chmod +x tree/build/v/iotab
	echo 0 >tree/status
}

unit() { # TEXT: a unit program that is this shell script
	echo >tree/tests/unit/model/test_x.c
	printf '#!/bin/sh\n%s\n' "$1" >tree/build/v/tests/model/test_x
	chmod +x tree/build/v/tests/model/test_x
}

gives() { # STATUS LAST-LINE NAME [OPTION...]: how a run on the tree ends
	want=$1 last=$2 name=$3
	shift 3
	tree/tests/run "$@" v >out 2>&1
	status=$?
	[ $status = "$want" ] && [ "$(tail -n 1 out)" = "$last" ]
	ok $? "$name"
}

has() { # TEXT NAME: what the last run printed
	grep -qF -- "$1" out
	ok $? "$2"
}

fresh
gives 1 '0 passed, 0 failed' 'nothing ran'

unit 'echo 1..2; echo ok 1 /a; echo "ok 2 /b # SKIP no"'
gives 0 '1 passed, 0 failed, 1 skipped' 'a test passes, one is skipped'
unit 'echo 1..2; echo ok 1 /a; echo not ok 2 /b; exit 1'
gives 1 '1 passed, 1 failed' 'a test fails'
has 'not ok 2 /b' 'the failed line is shown'
unit 'echo 1..3; echo ok 1 /a'
gives 1 '1 passed, 1 failed' 'a program that stops early fails'
unit 'echo ok 1 /a'
gives 1 '1 passed, 1 failed' 'a program without a plan fails'
unit 'echo 1..1; echo ok 1 /a; echo leaked >&2; exit 99'
gives 1 '1 passed, 1 failed' 'a bad end after all passed fails'
has 'leaked' 'its stderr is shown'
unit 'echo 1..1; kill -SEGV $$'
gives 1 '0 passed, 1 failed' 'a crash fails'
unit 'echo 1..1; sleep 20; echo ok 1 /a'
gives 1 '0 passed, 1 failed' 'a test that hangs fails' --timeout 0.3
rm tree/build/v/tests/model/test_x
gives 1 '0 passed, 1 failed' 'a program that was not built fails'

fresh
echo '$IOTAB one; pwd >where; test "$(ls)" = where' >tree/tests/commands/a/c.sh
gives 1 '0 passed, 1 failed' 'output where none is expected fails'
has '+got one' 'the difference is shown'
gives 0 '1 passed, 0 failed' 'the expected files are written' --set
gives 0 '1 passed, 0 failed' 'and then it passes'
echo other >tree/tests/commands/a/c.stderr
gives 1 '0 passed, 1 failed' 'other stderr fails'
echo 3 >tree/status
gives 1 '0 passed, 1 failed' 'the exit status counts'
echo '$IOTAB one' >tree/tests/commands/a/c.sh
gives 0 '1 passed, 0 failed' 'an exit status is written' --set
[ "$(cat tree/tests/commands/a/c.exit)" = 3 ]
ok $? 'to NAME.exit'
echo 0 >tree/status
gives 1 '0 passed, 1 failed' 'success where failure is expected fails'

fresh
echo data >tree/tests/golden/f/x.log
gives 0 '1 passed, 0 failed' 'golden files are written' --set
[ "$(cat tree/tests/golden/f/x.log.records.csv)" = 'got records x.log --to csv' ]
ok $? 'the file is known by its bare name'
gives 0 '1 passed, 0 failed' 'and then it passes'
rm tree/tests/golden/f/x.log.diag
gives 1 '0 passed, 1 failed' 'a diagnostic that is not expected fails'

fresh
mkdir -p tree/tests/golden/shared/d tree/tests/oracles
cp "$SRC/tests/oracles/Oracle.pm" "$SRC/tests/oracles/reduced.pl" tree/tests/oracles/
: >tree/tests/golden/shared/d/y.txt.records
gives 1 '0 passed, 0 failed, 1 skipped' 'a log that is not ours is skipped where it is not'
has '1 skipped: no folder of further logs' 'with the reason'
gives 1 '0 passed, 0 failed, 1 skipped' 'and nothing is written for it' --set
test -e tree/tests/golden/shared/d/y.txt.records
ok $? 'nor lost'
mkdir -p shared/d
echo data >shared/d/y.txt
printf '#!/bin/sh\necho run,metric,original\necho "1,m,$2"\necho warned >&2\nexit 2\n' \
	>tree/build/v/iotab
gives 0 '1 passed, 0 failed' 'what is expected of it is written' --set
[ "$(tail -n 1 tree/tests/golden/shared/d/y.txt.records)" = 'm y.txt - -' ] &&
	[ "$(cat tree/tests/golden/shared/d/y.txt.exit)" = 2 ]
ok $? 'in fewer words, and the exit status'
gives 0 '1 passed, 0 failed' 'and then it passes'
echo more >>tree/tests/golden/shared/d/y.txt.diag
gives 1 '0 passed, 1 failed' 'another diagnostic fails'
rm -r shared

fresh
printf '#!/bin/sh\necho "1..0 # SKIP none here"\n' >tree/tests/scripts/s.sh
gives 1 '0 passed, 0 failed, 1 skipped' 'nothing but skips is no pass'
printf '#!/bin/sh\n# variants: w\nexit 1\n' >tree/tests/scripts/t.sh
printf '#!/bin/sh\necho "1..1"; echo ok 1; echo "$VARIANT $TZ $LC_ALL" >"$SRC/env"\n' \
	>tree/tests/scripts/s.sh
gives 0 '1 passed, 0 failed' 'a script runs in the variants it names'
[ "$(cat tree/env)" = 'v UTC C.UTF-8' ]
ok $? 'a script finds its environment'
printf '#!/bin/sh\necho "1..1"; echo ok 1; echo "<$CI><$REFEREES>" >>"$SRC/env"\n' \
	>tree/tests/scripts/s.sh
rm tree/env
(unset CI && tree/tests/run v >out 2>&1)
CI=false tree/tests/run v >out 2>&1
CI=true tree/tests/run v >out 2>&1
[ "$(paste -s -d ' ' tree/env)" = '<><> <><> <><all>' ]
ok $? 'and that no judge may be missing, where CI says so'
echo "1..$n"
