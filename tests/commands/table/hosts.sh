#!/bin/sh
# What is safe on which machine: the section hosts of a study.
# shellcheck source=tests/commands/try.sh
. "$SRC/tests/commands/try.sh"

# run LAYOUT RAID FIGURE: a section of a campaign
run() {
	echo "Create zpool with $1 $2 n 0"
	sed "s/4262040/$3/" good.log
	echo 'all destroyed, test ran for 9'
}
{ run 6x7 z 4262040; run 6x7 z2 4362040; run 7x6 z 4462040; } >one.log
{ run 6x7 z 5262040; run 6x7 z2 5362040; run 7x6 z 5462040; } >two.log
cat >study.yaml <<'END'
hosts:
  two: {controllers: 7}
  small: {controllers: 3}
hardware: {controllers: 6}
require: ['survive=controller:1']
END
all='-m write --safe -v'
echo '# each row of one host'
# shellcheck disable=SC2086
{
	try table $all -r layout,raid,host --set host=one one.log --set host=two two.log
	try table $all -r host,raid --cols layout,metric --set host=one one.log --set host=two two.log
	echo '# rows of both: safe only where both are'
	try table $all -r layout,raid --set host=one one.log --set host=two two.log
	try table $all -r layout,raid --over host --set host=small one.log --set host=two two.log
	echo '# by label, as an input says it'
	try table $all one.log two=two.log
	try table $all --transpose one.log two=two.log
	try table $all --cell raw one.log two=two.log
	echo '# one machine: its hardware alone'
	try table $all --set host=two two.log
	echo '# the command line is stronger'
	try table $all --hw controllers=7 -r layout,raid,host --set host=small one.log --set host=two two.log
	echo '# nothing is known of machines without a name'
	printf 'hosts: {two: {controllers: 7}}\n' >study.yaml
	try table -v -m write --require survive=controller:1 one.log two=two.log
	echo '# a failure domain of one host'
	printf 'hosts: {two: {domain.pdu: 7}}\n' >study.yaml
	try table -m write --require survive=pdu:1 one.log two=two.log
	try table -m write --require survive=pdv:1 one.log two=two.log
}
printf 'hosts:\n  two: {controlers: 7}\n' >study.yaml
try table one.log
