#!/bin/sh
# --explain FILE:LINE: how one line was read, and lines that cannot be.
# shellcheck source=tests/commands/try.sh
. "$SRC/tests/commands/try.sh"

mkdir logs
cat >logs/study.yaml <<'END'
markers:
  - begin: '^== (?<layout>\S+) slog (?<slog>\S+) host (?<host>\S+)'
    end: '^== took (?<tottime>\S+)'
layouts: {wide: {shape: 1xraidz3(32+3)}}
END
{
	echo 'noise before'
	echo '== wide slog y host box'
	cat good.log
	printf 'odd \033[31m\t\377 line\n\n'
	echo '== took 9'
	echo '== 6x7 slog n host box'
	cat "$SAMPLES/iozone/opt-n-no-retest.log" good.log
	echo '== took 18 min'
	echo '== strange slog n host box'
	echo 'cannot create pool'
} >logs/a.log
cp logs/a.log copy.log
{ cat good.log && head -c 1050000 /dev/zero | tr '\0' x && echo; } >'odd:3.log'

line() { grep -an -m "${3-1}" "$2" "$1" | tail -n 1 | cut -d: -f1; }
n=$(line logs/a.log '8192.*64 ')

echo "# figures, a directory as input, what comes from where"
try check --explain "logs/a.log:$n" --set slog=x --set raid=z3 logs
cd logs && try check --explain "./a.log:$n" --to markdown && cd ..
try check --explain "logs/a.log:$n" --to csv --no-study
echo "# markers: the first run they are about; figures of the end marker"
try check --explain logs/a.log:2
try check --explain "logs/a.log:$(line logs/a.log 'took 9')"
try check --explain "logs/a.log:$(line logs/a.log '== 6x7')"
try check --explain "logs/a.log:$(line logs/a.log 'took 18')"
try check --explain "logs/a.log:$(line logs/a.log '== strange')"
echo "# flags"
try check --explain "logs/a.log:$(line logs/a.log '4096.*64 ')"
echo "# no figures"
try check --explain logs/a.log:1
try check --explain logs/a.log:3
try check --explain "logs/a.log:$(line logs/a.log '^odd')"
try check --explain "logs/a.log:$(($(line logs/a.log '^odd') + 1))"
echo "# the standard input; records; a line that was skipped; a colon in the name"
"$IOTAB" check --explain "-:$n" <logs/a.log 2>&1 | head -n 6
"$IOTAB" records logs -o all.records.csv 2>/dev/null
try check --explain all.records.csv:3 --set slog=z
try check --explain all.records.csv:1
try check --explain odd:3.log:30
try check --explain "odd:3.log:$(wc -l <odd:3.log)"
try check --explain odd:3.log:99
echo "# a message that is not among the first ten"
for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
	echo "Create zpool with odd$i z n 0"
done >many.log
cat good.log >>many.log
try check --explain many.log:12 --no-study

echo "# what cannot be explained"
try check --explain "logs/a.log:$(($(wc -l <logs/a.log) + 1))"
try check --explain logs/a.lgo:3 logs
try check --explain logs:3
try check --explain gone.log:3
try check --explain logs/a.log:1 copy.log logs
try check --explain copy.log:1 logs copy.log
try check --explain logs/study.yaml:1
for word in logs/a.log logs/a.log: logs/a.log:0 logs/a.log:x logs/a.log:-1 :3 logs/a.log:4294967296; do
	try check --explain "$word"
done
try check --explain
