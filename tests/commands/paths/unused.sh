#!/bin/sh
# Templates that fit nothing, and what is no template.
# shellcheck source=tests/commands/try.sh
. "$SRC/tests/commands/try.sh"

try check -t tsv --path '{layout}/{test}-n{files}' good.log
try check -t tsv --path '{layout}/{test}-n{files}' --path '{name}.log' --path 'x{y}' good.log -W warning
printf "paths: ['a/{layout}/*', 'b/{layout}/*']\n" >study.yaml
try check -t tsv good.log
echo '# of the study, one that fits is enough'
mkdir -p b/6x7 && cp good.log b/6x7/x.log
try check -t tsv b
echo '# the standard input has no path'
echo "$ iotab check --path '{layout}' - <good.log"
"$IOTAB" check --no-study -t tsv --path '{layout}' - <good.log 2>&1
rm study.yaml

echo '# no templates'
for template in '' '{' '{a' '{a}{b}' '{a}*' 'results/*' '{tool}/*' '{a}/{a}' '{a}//*' './{a}' '{a}}' '{1}' 'a**/{b}'; do
	try check --path "$template" good.log
done
try check good.log --path
for text in "paths: 'results/*'" "paths: ['{layout}/*', '{layout']" 'paths: {a: b}' 'path: x'; do
	echo "$text" >study.yaml
	cat study.yaml
	try check good.log
done
