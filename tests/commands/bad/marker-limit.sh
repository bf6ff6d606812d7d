#!/bin/sh
# Marker patterns that would try for ever: given up with one message, the logs are read.
# shellcheck source=tests/commands/try.sh
. "$SRC/tests/commands/try.sh"

hostile() { perl -e 'print "a" x 5000, "!\n" for 1 .. 100'; }
{
	echo 'begin 6x7'
	cat good.log
	hostile
	echo 'begin 3x14'
	cat good.log
	hostile
} >hostile.log
for pattern in '^(?<layout>(a+)+)$' '(?<layout>(a|aa)+)$'; do
	cat >study.txt <<END
markers:
  - begin: '$pattern'
  - begin: 'begin (?<layout>\S+)'
END
	try table --study study.txt --cell raw --metric write --to tsv hostile.log
done
echo '# as the end of a section'
cat >study.txt <<'END'
markers:
  - begin: 'begin (?<layout>\S+)'
    end: '^(a+)+$'
END
try table --study study.txt --cell raw --metric write --to tsv hostile.log
