#!/bin/sh
# The tables of the published page out of the rebuilt log.
exec perl "$SRC/tests/oracles/thumper.pl"
