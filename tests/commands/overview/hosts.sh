#!/bin/sh
# A layout is safe when it is so on the hardware of every host that has it.
# shellcheck source=tests/commands/try.sh
. "$SRC/tests/commands/try.sh"

{
	echo 'Create zpool with 6x7 z n 0'
	cat good.log
	echo 'all destroyed, test ran for 9'
} >one.log
sed 's/4262040/4362040/' one.log >two.log
cat >study.yaml <<'END'
hosts: {small: {controllers: 3}}
hardware: {controllers: 7}
require: ['survive=controller:1']
END
try one.log
try one.log small=two.log
