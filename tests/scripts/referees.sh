#!/bin/sh
# Real wikis and readers judge the tables of every dialect.
# variants: release
exec perl "$SRC/tests/referees/judge.pl"
