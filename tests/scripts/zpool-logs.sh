#!/bin/sh
# Every cell of transcripts of real runs, against an own reader of the text.
exec perl "$SRC/tests/oracles/zpool-logs.pl"
