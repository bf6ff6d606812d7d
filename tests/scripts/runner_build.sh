#!/bin/bash
# The runner builds anywhere: one command, no library, strict C11 under each compiler that is there, and
# without what POSIX.1-2008 has beyond XPG6 in all files but one.  TAP.
# variants: release
set -u
n=0
check() { # NAME COMMAND...
	local name=$1
	shift
	n=$((n + 1))
	if "$@" >out 2>&1; then echo "ok $n - $name"; else
		echo "not ok $n - $name"
		sed 's/^/# /' out | head -20
	fi
}

check 'cc runner/*.c -lpthread' cc "$SRC"/runner/*.c -lpthread -o iorun
check 'it runs' ./iorun --version
for cc in gcc clang; do
	command -v $cc >/dev/null || continue
	check "strict C11 under $cc" $cc -std=c11 -D_POSIX_C_SOURCE=200809L -pedantic -Wall -Wextra \
		-Wshadow -Wvla -Werror -O2 "$SRC"/runner/*.c -lpthread -o strict
done
for f in "$SRC"/runner/*.c; do
	case $f in */sys_special.c) continue ;; esac
	check "XPG6: ${f##*/}" cc -std=c11 -D_XOPEN_SOURCE=600 -pedantic -Wall -Wextra -Werror -c "$f" -o out.o
done
echo "1..$n"
