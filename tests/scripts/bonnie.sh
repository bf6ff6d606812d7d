#!/bin/sh
# Every figure of the golden logs of bonnie++ against a reader of our own for the tests.  TAP.
exec perl "$SRC/tests/oracles/bonnie.pl"
