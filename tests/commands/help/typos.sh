#!/bin/sh
# Commands that are none.
# shellcheck source=tests/commands/try.sh
. "$SRC/tests/commands/try.sh"

try
try tabel
try help tabel
try fnord
try help fnord
try --versoin
try good.log
try ./table
try table --halp
try check --verbos good.log
