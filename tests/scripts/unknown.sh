#!/bin/sh
# No line is unknown that the tool printed, and none is known that it did not.
# variants: release
exec perl "$SRC/tests/oracles/unknown.pl"
