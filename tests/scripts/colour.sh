#!/bin/bash
# Colour and bold type: on a terminal only, never in files and pipes, and not where NO_COLOR or TERM
# forbid it.  TAP.
set -u
n=0
log=$SRC/tests/golden/iozone/err-enospc-write.log
esc=$(printf '\033')
export TERM=xterm
unset NO_COLOR

command -v script >/dev/null || { echo '1..0 # SKIP script (util-linux) is not there'; exit 0; }

ok() { # STATUS NAME
	n=$((n + 1))
	if [ "$1" = 0 ]; then echo "ok $n - $2"; else echo "not ok $n - $2"; cat -v shown | sed 's/^/# /'; fi
}

# Runs a command on a terminal; what the terminal gets stands in `shown`.
terminal() { # COMMAND
	script -qec "$1" /dev/null </dev/null | tr -d '\r' >shown
}

has() { # TEXT
	grep -qF "$1" shown
}

plain() {
	! grep -qF "$esc" shown
}

cp "$log" a.log
cp "$SAMPLES/iozone/single-all.log" good.log
echo hello >b.txt
: "${IOTAB:?}"

terminal "$IOTAB a.log"
has "a.log:30: ${esc}[1;33mwarning${esc}[0m: row ends early"
ok $? 'warnings are yellow'
has "${esc}[1moverview${esc}[0m  ${esc}[1ma.log"
ok $? 'heads of the overview are bold'
has "${esc}[1minputs${esc}[0m    1 file"
ok $? 'and so are those of its rows, which still line up'
terminal "$IOTAB a.log | cat; $IOTAB a.log -o out >/dev/null"
! grep -qF "${esc}[1m" shown && ! grep -qF "$esc" out
ok $? 'nothing is bold in a pipe or a file'
terminal "$IOTAB good.log b.txt missing.log"
has "b.txt: ${esc}[1;36mnote${esc}[0m: no log" && has "missing.log: ${esc}[1;31merror${esc}[0m: cannot read"
ok $? 'notes are cyan and errors red'
mkdir many
for i in 1 2 3 4 5 6; do { cat a.log; echo "# $i"; } >"many/$i.log"; done
terminal "$IOTAB many"
has "iotab: 12 ${esc}[1;33mwarning${esc}[0ms: 6 "
ok $? 'counted messages are coloured'
terminal "$IOTAB check a.log"
has "${esc}[1;33mwarning${esc}[0m: " && ! has "${esc}[1m"
ok $? 'the other commands colour messages and have no bold type'
terminal "$IOTAB a.log 2>err"
! grep -qF "$esc" err && has "${esc}[1moverview"
ok $? 'the standard error and the standard output are looked at one by one'
terminal "$IOTAB a.log >out"
! grep -qF "$esc" out && has "${esc}[1;33mwarning"
ok $? 'either way'
terminal "$IOTAB a.log --to markdown 2>/dev/null"
plain
ok $? 'only text has bold heads'
terminal "$IOTAB a.log --diag json >/dev/null"
plain
ok $? 'JSON has no colour'
for setting in NO_COLOR=1 TERM=dumb TERM= 'TERM'; do
	case $setting in
	TERM) terminal "env -u TERM $IOTAB a.log" ;;
	*) terminal "env $setting $IOTAB a.log" ;;
	esac
	plain && has overview
	ok $? "no colour with $setting"
done
terminal "env NO_COLOR= $IOTAB a.log"
has "${esc}[1;33mwarning"
ok $? 'an empty NO_COLOR counts as not set'
"$IOTAB" a.log >out 2>err
! grep -qF "$esc" out err
ok $? 'and no colour without a terminal'
# The bytes of a log that look like colour stay text.
printf 'Error writing block 1\033[31m, fd= 3\n' | cat "$log" - >c.log
terminal "$IOTAB check -v c.log"
! has "${esc}[31m"
ok $? 'escape sequences of logs never reach the terminal'
echo "1..$n"
