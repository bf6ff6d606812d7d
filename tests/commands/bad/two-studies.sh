#!/bin/sh
# Two inputs with a study each: neither is preferred.
# shellcheck source=tests/commands/try.sh
. "$SRC/tests/commands/try.sh"

for dir in a b same; do
	mkdir $dir
	cp good.log $dir/$dir.log
	echo "# of $dir" >>$dir/$dir.log
	echo "title: The study of $dir" >$dir/study.yaml
done
try table a b
try table b a
try table a/a.log b/b.log
echo '# one of them chosen, or none'
try table --metric write --study a/study.yaml a b
try table --metric write --no-study a b
echo '# one study for both inputs is no matter'
try table --metric write --rows source a/a.log a
