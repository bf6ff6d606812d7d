#!/bin/sh
# init: what it finds, and where it writes nothing.
# shellcheck source=tests/commands/try.sh
. "$SRC/tests/commands/try.sh"

mkdir -p logs/6x7/n1 logs/7x6/n2
{ echo '== pool odd: thing slog=y' && cat good.log && echo 'took 12 s'; } >logs/6x7/n1/a.log
{ echo '== pool 7x6: slog=n' && cat good.log && echo 'took 99 s'; } >logs/7x6/n2/b.log
{
	for layout in 6x7 7x6z2 wide; do
		for slog in y n; do
			echo "== pool $layout: slog=$slog,"
			cat good.log
			echo "took 12.${#layout} s"
		done
	done
} >marked.log

echo "# paths, hosts, names that are and are not understood"
try init --set layout=6x7 --set host=box1 logs/6x7 --set layout='odd: "one"' \
	--set host='box #2' logs/7x6
sed 's/^#\([^#]\)/\1/' out >paths.yaml
try table logs --study paths.yaml --rows layout,level3 --metric write --cell raw
echo "# lines that look like markers: uncovered they are"
try init marked.log -o study.yaml
grep -A 12 '^markers' study.yaml
grep -A 3 '^metrics' study.yaml
sed 's/^#\([^#]\)/\1/; s/: {shape: .*/: {shape: 1xraidz2(4+2)}/' study.yaml >full.yaml
try table marked.log --study full.yaml --rows layout,slog --metric write,took
echo "# the study that is there"
try init marked.log
try init marked.log --study full.yaml
try init marked.log --no-study -o study.yaml
try init marked.log --no-study -o study.yaml --force
try init marked.log --no-study --to yaml -o /dev/null
echo "# nothing to say, or no place"
try init marked.log --no-study --to text
try init gone.log --no-study
try init --no-study study.yaml
try init --no-study marked.log -o gone/study.yaml
try init
leftovers
