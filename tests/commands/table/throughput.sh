#!/bin/sh
# Throughput mode: what stands beside a phase's result is hidden, and so are the children as rows.
# shellcheck source=tests/commands/try.sh
. "$SRC/tests/commands/try.sh"

cp "$SRC/tests/golden/iozone/thr-t4-C-i0-i1.log" "$SRC/tests/golden/iozone/thr-l1-u3-R.log" .

try table thr-t4-C-i0-i1.log
try table thr-l1-u3-R.log
try table thr-t4-C-i0-i1.log -m read,read.parent,read.min
try table thr-t4-C-i0-i1.log -m read.child
try table good.log thr-t4-C-i0-i1.log -m write
