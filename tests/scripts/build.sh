#!/bin/sh
# What make makes besides the program: compile database, install, uninstall.
# variants: release
set -u
n=0

ok() { # STATUS NAME
	n=$((n + 1))
	if [ "$1" = 0 ]; then echo "ok $n - $2"; else echo "not ok $n - $2"; sed 's/^/# /' out; fi
}

root=$PWD/root
into() { # TARGET
	make -s -C "$SRC" VARIANT=release DESTDIR="$root" PREFIX=/opt/iotab "$1" >out 2>&1
}

into install
ok $? 'install works'
(cd "$root" && find . -type f ! -path '*/man/*' | sort) >files
printf '%s\n' ./opt/iotab/bin/iorun ./opt/iotab/bin/iotab ./opt/iotab/share/doc/iotab/README.md | diff - files >out
ok $? 'it installs the programs and the README'
(cd "$SRC/man" && find . -name '*.[15]' | sed 's|^\./\(.*\)\.\(.\)$|./man\2/\1.\2|' | sort) >pages
(cd "$root/opt/iotab/share/man" && find . -type f | sort) >installed
diff pages installed >out
ok $? 'and every manual page'
cmp "$IOTAB" "$root/opt/iotab/bin/iotab" >out 2>&1
ok $? 'the program is the one that was built'
into uninstall
[ -z "$(find "$root" -type f)" ]
ok $? 'uninstall leaves no file'

make -s -C "$SRC" VARIANT=no-such >out 2>&1
[ $? = 2 ] && grep -q "VARIANT is 'no-such'" out
ok $? 'an unknown variant is refused'

(cd "$SRC" && find model parsers analysis render cli runner tests/unit tests/referees -name '*.c' | sort) >sources
perl -MJSON::PP -e '
	local $/;
	open my $fh, "<", "$ENV{SRC}/compile_commands.json" or die "compile_commands.json: $!\n";
	my $all = decode_json(<$fh>);
	for (@$all) {
		die "$_->{file}: no compile command\n" unless $_->{command} =~ / -c -o \S+\.o \Q$_->{file}\E$/;
		die "$_->{file}: not of this tree\n" unless $_->{directory} eq $ENV{SRC};
	}
	print map { "$_\n" } sort map { $_->{file} } @$all;' >database 2>out &&
	diff sources database >out
ok $? 'the compile database holds every source'

# What tests and scripts leave behind belongs in no commit.
if git -C "$SRC" rev-parse >/dev/null 2>&1; then
	git -C "$SRC" ls-files | grep -v / >rooted
	printf '%s\n' .clang-format .gitignore CONTRIBUTING.md Makefile README.md | diff - rooted >out
	ok $? 'only these files stand at the root'
fi
echo "1..$n"
