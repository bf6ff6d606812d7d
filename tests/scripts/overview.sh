#!/bin/bash
# The overview fits one screen of 80 columns and 40 lines together with its messages, whatever it is
# given, and the commands it names work as they stand.  TAP.
set -u
n=0
cp -R "$SAMPLES" samples
cp -R "$SRC/tests/golden" golden
printf '#!/bin/sh\nexec "%s" "$@"\n' "$IOTAB" >iotab
chmod +x iotab
PATH=$PWD:$PATH

ok() { # STATUS NAME
	n=$((n + 1))
	if [ "$1" = 0 ]; then echo "ok $n - $2"; else echo "not ok $n - $2"; sed 's/^/# /' why; fi
}

# Says what of the screen is too wide or too long; messages wrap as on a terminal.
screen() { # WHAT
	perl -CSD -e '
		my ($what, $lines) = (shift, 0);
		open my $out, "<", "out" or die;
		while (<$out>) { chomp; $lines++; print "$what: wide: $_\n" if length > 80 }
		open my $err, "<", "err" or die;
		while (<$err>) { chomp; $lines += 1 + int((length() - 1) / 80) }
		print "$what: $lines lines\n" if $lines > 40' -- "$(echo "$1" | cut -c 1-60)"
}

# An overview of these inputs must be one screen, in ASCII as well.
look() { # INPUT...
	iotab --no-study "$@" >out 2>err
	status=$?
	[ $status -le 2 ] || echo "$*: exit status $status" >>why
	screen "$*" >>why
	iotab --no-study --ascii "$@" >out 2>err
	screen "$* --ascii" >>why
	! LC_ALL=C grep -n '[^ -~]' out >>why || echo "$*: not ASCII" >>why
}

# The commands below "Next:", one a line.
next() { # OUTPUT
	sed -n '/^Next:$/,$p' "$1" | tail -n +2 | sed -e ':a' -e '/\\$/N; s/\\\n//; ta'
}

# They do their work, or are of a command that this version has not.
follow() { # INPUT
	iotab "$1" >out 2>/dev/null
	next out >commands
	while read -r line; do
		word=$(echo "$line" | cut -d ' ' -f 2)
		case $line in *INPUT...*) continue ;; esac
		iotab help "$word" >/dev/null 2>&1 || continue
		sh -c "$line" >answer 2>err </dev/null
		status=$?
		[ $status -le 2 ] || { echo "$line: exit status $status"; cat err; } >>why
		[ "$word" = init ] || [ -s answer ] || echo "$line: no answer" >>why
		rm -f study.yaml
	done <commands
	[ -s commands ] || [ ! -s out ] || echo "$1: nothing to type next" >>why
}

: >why
for input in samples samples/* samples/*/*.log; do look "$input"; done
[ ! -s why ]
ok $? 'samples fit one screen'

: >why
for input in golden golden/*; do look "$input"; done
[ ! -s why ]
ok $? 'folders of golden logs fit one screen'

: >why
for input in golden/*/*.log; do look "$input"; done
[ ! -s why ]
ok $? 'each golden log fits one screen'

: >why
for input in samples/* samples/*/*.log golden/* golden/*/*.log; do follow "$input"; done
[ ! -s why ]
ok $? 'the commands it names work'

: >why
iotab golden samples --no-study --threads 1 >one 2>&1
iotab samples golden --no-study --threads 4 >four 2>&1
# head and commands name inputs as they were given
diff <(sed '1,2d; /^Next:/,$d' one) <(sed '1,2d; /^Next:/,$d' four) >why
ok $? 'threads and the order of inputs do not show'

if [ -d "$SHARED/corpus/iozone" ]; then
	: >why
	look "$SHARED/corpus/iozone"
	for input in "$SHARED"/corpus/iozone/*.log; do look "$input"; done
	look "$SHARED"/corpus/iozone/*.log
	[ ! -s why ]
	ok $? 'a large corpus and each of its logs fit one screen'
else
	n=$((n + 1))
	echo "ok $n - a large corpus # SKIP it is not there"
fi

# Names of 300 bytes, of wide characters, and of bytes that no terminal should see.
: >why
long=$(printf 'x%.0s' $(seq 240))
mkdir -p "deep/$long/$long"
cp samples/iozone/single-all.log "deep/$long/$long/a.log"
look "deep/$long/$long/a.log"
look --set "layout=$long" --set "$long=$long" "deep/$long/$long/a.log" \
	--set "layout=b$long" deep/../samples/iozone/v414-seed.log
for i in $(seq 30); do
	cp samples/iozone/single-all.log "deep/$i.log"
	echo "# $i" >>"deep/$i.log"
	set -- "$@" --set "layout=layout-$i-$long" --set "factor$i=$i" "deep/$i.log"
done
look "$@"
look deep
[ ! -s why ]
ok $? 'long names, many layouts and many factors fit one screen'
echo "1..$n"
