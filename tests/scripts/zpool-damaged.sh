#!/bin/sh
# A transcript with every kind of damage: what is shown is right, what is missing has a reason.
exec perl "$SRC/tests/oracles/zpool-damaged.pl"
