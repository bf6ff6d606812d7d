#!/bin/sh
# What safe means has to be said, and understood.
# shellcheck source=tests/commands/try.sh
. "$SRC/tests/commands/try.sh"

try table --safe good.log
try table --safe --require foo good.log
try table --require survive=controller:x good.log
try table --require survive=controller:0 good.log
try table --hw controllers good.log
try table --hw controllers=six good.log
try table --hw controllers=-6 good.log
try table --hw control=6 good.log
try table --hw foo=6 good.log
try table --hw disks=many good.log
try table --hw '' good.log
