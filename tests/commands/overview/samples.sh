#!/bin/sh
# The overview of the campaign, with and without its study, and of logs that have nothing in common.
# shellcheck source=tests/commands/try.sh
. "$SRC/tests/commands/try.sh"

cp -R "$SAMPLES" samples
try samples/thumper
try samples/thumper --no-study --ascii
try samples/thumper --require survive=shelf:1
try samples/thumper --where 'raid=z2 and slog=n' --hw controllers=12
try samples/iozone
try good.log
