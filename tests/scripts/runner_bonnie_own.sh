#!/bin/bash
# What iorun bonnie++ does to files, seen while it waits before a test, and its options beyond the original.  TAP.
set -u
# shellcheck source=tests/tap.sh
. "$SRC/tests/tap.sh"
top=$PWD
real=$SRC/tests/runner/bonnie
me=$(id -un)

bonnie() { # OPTION...: in d, as this user; out, err
	rm -rf d
	mkdir d
	timeout -s KILL 120 "$IORUN" bonnie++ -d d -u "$me" -r 0 "$@" >out 2>err </dev/null
}

same() { # NAME WANT GOT
	diff -u "$2" "$3" >difference
	ok $? "$1" difference
}

# Beside our version and name.
plain() {
	sed '/^iorun: /d; s/^Using.*/Using/'
}

# ---- what is in the file ------------------------------------------------------------------------

# A run that asks before each test; `at TEST` lets it go on until it asks for that one.
begin() { # OPTION...
	rm -rf d
	mkdir d
	mkfifo d.in d.out
	timeout -s KILL 120 "$IORUN" bonnie++ -y p -d d -u "$me" -r 0 "$@" <d.in >d.out 2>err &
	pid=$!
	exec 8>d.in 9<d.out
	rm d.in d.out
	next=0
}

at() { # TEST
	local c
	while :; do
		c=
		while IFS= read -r -t 60 -N 1 c <&9 && [ "$c" != : ]; do :; done
		[ "$c" = : ] || return 1
		next=$((next + 1))
		[ "$((next - 1))" = "$1" ] && return 0
		echo >&8
	done
}

finish() {
	exec 8>&-
	cat <&9 >rest
	exec 9<&-
	wait "$pid"
}

# Bytes that are left of 4 MiB when they are compressed, in percent.
pressed() { echo $(($(gzip -1 <"$1" | wc -c) * 100 / 4194304)); }

if command -v gzip >/dev/null; then
	begin -f -s 4 -n 0
	next=1
	at 2
	cp d/Bonnie.* written
	stat -c '%a %s' d/Bonnie.* >mode
	[ "$(cat mode)" = '600 4194304' ]
	ok $? 'the file: mode and size' mode
	echo >&8
	at 3
	cp d/Bonnie.* rewritten
	finish
	[ $? = 1 ] && [ -z "$(ls d)" ]
	ok $? 'nobody answers: ends with 1, leaves nothing' err
	perl -e '
		my ($n, @count) = (8192, (0) x 8192);
		open my $w, "<:raw", "written" or die;
		open my $r, "<:raw", "rewritten" or die;
		for my $i (0 .. 511) {
			$count[$i % $n]++;
			read $w, my $block, $n;
			my $want = pack "C*", map { $_ & 255 } @count;
			die "block $i as written\n" if $block ne $want;
			read $r, $block, $n;
			$count[$i % $n]++;
			$want = pack "C*", map { $_ & 255 } @count;
			$count[$i % $n]--;
			die "block $i as rewritten\n" if $block ne $want;
		}' 2>why
	ok $? 'the file holds what the original writes' why
	for kind in zero:0:0 pattern:0:2 random:98:102 mixed:0.5:45:60 mixed:0.1:5:20; do
		most=${kind##*:} name=${kind%:*}
		least=${name##*:} name=${name%:*}
		begin -f -s 4 -n 0 --data "$name"
		next=1
		at 2
		share=$(pressed d/Bonnie.*)
		[ "$share" -ge "$least" ] && [ "$share" -le "$most" ]
		ok $? "--data $name: $share % are left when compressed"
		finish
		grep -q "^iorun: .*data $name$" err
		ok $? "--data $name: the log says so" err
	done
fi

# ---- what files the tests make ------------------------------------------------------------------

begin -s 0 -n 1:4096:512:4 --data random
next=6
at 7
(cd d/Bonnie.* && find . -type f -printf '%f %s %m\n') >names
perl -ane 'exit 1 if $F[0] !~ /^[0-9a-f]{10}[a-zA-Z0-9]{0,12}$/ || $F[1] < 512 || $F[1] > 4096 || $F[2] != 600;
	END { exit 1 if $. != 1024 }' names
ok $? 'sequential: names, sizes, modes' names
[ "$(cd d/Bonnie.* && for i in 00000 00001 00002 00003; do find $i -type f | wc -l; done | paste -s -d ' ')" = '257 257 257 253' ]
ok $? 'one more than even in each directory, fewer in the last'
echo >&8
next=8
at 10
(cd d/Bonnie.* && find . -type f -printf '%f %s\n') >names
perl -ane 'exit 1 if $F[0] !~ /^[a-zA-Z0-9]{0,12}[0-9a-f]{10}$/; END { exit 1 if $. != 1024 }' names
ok $? 'random: names' names
finish

begin -s 0 -n 1:-2:0:2
next=6
at 7
(cd d/Bonnie.* && [ "$(find . -type l | wc -l)" = 1023 ] && [ -z "$(find . -xtype l)" ])
ok $? 'symbolic links lead to the first file'
finish
begin -s 0 -n 1:-1
next=6
at 7
(cd d/Bonnie.* && [ "$(find . -type f -links 1024 | wc -l)" = 1024 ])
ok $? 'hard links to one file'
finish

# ---- in the way ---------------------------------------------------------------------------------

# The process keeps its number when the shell becomes it.
in_the_way() { # NAME COMMAND-THAT-MAKES-$f OPTION...
	local name=$1 make=$2 status
	shift 2
	rm -rf d
	mkdir d
	echo precious >victim
	MAKE=$make sh -c 'f=d/Bonnie.$$; eval "$MAKE"; exec "$@"' sh \
		"$IORUN" bonnie++ -d d -u "$me" -r 0 "$@" >out 2>err
	status=$?
	[ $status = 1 ] && [ ! -s out ]
	ok $? "$name: ends with 1" err
	grep -q "^\(Writing .*\|Create .*\)\?Can't \(create\|make directory\) ./Bonnie" err
	ok $? "$name: says why" err
	[ "$(cat victim)" = precious ] && [ "$(find d | wc -l)" = 2 ]
	ok $? "$name: nothing is touched"
}

# shellcheck disable=SC2016
{
	in_the_way 'a link' 'ln -s ../victim "$f"' -s 1 -n 0
	in_the_way 'a link that leads nowhere' 'ln -s ../new "$f"' -s 1 -n 0
	in_the_way 'a file' 'cp victim "$f"' -s 1 -n 0
	in_the_way 'a link for the directory' 'mkdir dir; ln -s ../dir "$f"' -s 0 -n 1
}
[ ! -e new ]
ok $? 'nothing is made through a link'

begin -f -s 1 -n 0
next=1
at 2
echo precious >victim
f=$(echo d/Bonnie.*)
mv "$f" moved
ln -s ../victim "$f"
echo >&8
finish
[ $? = 1 ] && grep -q "Can't open ./Bonnie.*symbolic links" err
ok $? 'a link put in place of the file: ends with 1' err
[ "$(cat victim)" = precious ] && [ -L "$f" ]
ok $? 'a link put in place of the file: not followed, not removed'
begin -f -s 1 -n 0
next=1
at 2
f=$(echo d/Bonnie.*)
mv "$f" moved
cp victim "$f"
echo >&8
finish
[ $? = 1 ] && grep -q 'is not the file that this run made' err && [ "$(cat "$f")" = precious ]
ok $? 'another file put in place of it: ends with 1, not touched' err

# ---- the rest -----------------------------------------------------------------------------------

bonnie -f -s 1 -n 0
grep -q '^iorun: file 1M, RAM [0-9]*M, data original$' err && grep -q '^iorun: warning: the file fits in RAM' err
ok $? 'RAM beside the size, and a warning' err
bonnie -s 8k -n 0 -f
grep -q '^iorun: warning: -s 8k: the size is in MiB' err && grep -q ' 8M ' out
ok $? '-s 8k is 8 MiB and says so' err
bonnie -f -s 1 -n 0 --drop-caches &&
	grep -q '^iorun: \(warning: \)\?\(caches \(not \)\?dropped\|only the file.s cache dropped\)' err
ok $? '--drop-caches says what was done' err
printf '\0\0\0\1\0\0\0\12' >numbers
bonnie -f -s 1 -n 1 -Z "$top/numbers" -x 1
grep -q "^1\.98,2\.00i,[^,]*,1,$top/numbers,1M," out
ok $? '-Z: numbers of a file' err
: >numbers
bonnie -f -s 1 -n 0 -Z "$top/numbers"
[ $? = 1 ] && grep -q "Can't read random numbers from $top/numbers: there are none" err
ok $? '-Z: none in it' err
bonnie -f -s 1 -n 1:5000:100:2:16k --verify --data mixed:0.3 &&
	grep -q '^ *1:5000:100/2 ' out
ok $? 'a chunk of -n, which crashes the original' err
for data in original zero pattern random mixed:0.5; do
	set --
	[ $data = original ] || set -- --data=$data
	bonnie -f -s 2:256:2000:3 -n 1:5000:100:2:256 --verify "$@" -q -x 1
	ok $? "--verify of $data" err
done

if [ "$(id -u)" = 0 ] && id nobody >/dev/null 2>&1; then
	mkdir -m 777 open
	chmod 755 . .. ../.. 2>/dev/null
	if setpriv --reuid=nobody --clear-groups true 2>/dev/null && setpriv --reuid=nobody --clear-groups test -w open; then
		"$IORUN" bonnie++ -y p -d open -u nobody -s 1 -n 0 -f -r 0 </dev/null >out 2>err
		grep -q "^Using uid:$(id -u nobody), gid:$(id -g nobody)\.$" err
		ok $? 'root becomes the user of -u' err
	else
		skip '-u nobody' 'nobody cannot write here'
	fi
else
	skip '-u nobody' 'not root'
fi

# ---- copies that wait for each other ------------------------------------------------------------

if ! command -v ipcs >/dev/null || ipcs -s | grep -qi '0x00001267'; then
	skip 'semaphores' 'no ipcs, or others are there'
else
	"$IORUN" bonnie++ -p 2 -u "$me" >got 2>&1
	plain <got >out
	plain <"$real/v200a-sem-create.out" >want
	same '-p 2' want out
	mkdir a b
	for copy in a b; do
		timeout -s KILL 60 "$IORUN" bonnie++ -y s -d $copy -u "$me" -m copy$copy -f -s 8 -r 0 -n 0 >$copy.out \
			2>$copy.err </dev/null &
		[ $copy = b ] || sleep 1
		[ $copy = b ] || cp a.err early
	done
	wait
	grep -q Writing early
	ok $((1 - $?)) 'the first waits for the second' early
	for copy in a b; do
		plain <$copy.err >got
		plain <"$real/v200a-sem-a.err" >want
		same "copy $copy" want got
		grep -q "^1.98,2.00i,copy$copy," $copy.out
		ok $? "copy $copy: has a result"
	done
	"$IORUN" bonnie++ -p -1 -u "$me" >got 2>&1
	plain <got >out
	plain <"$real/v200a-sem-remove.out" >want
	same '-p -1' want out
	ipcs -s | grep -qi '0x00001267'
	ok $((1 - $?)) 'no semaphore is left'
	bonnie -y s -s 1 -n 0
	[ $? = 1 ] && grep -q "Can't get semaphore: " err
	ok $? '-y s without them' err
fi

echo "1..$n"
