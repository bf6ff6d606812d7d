#!/bin/sh
# Machines of bonnie++, their names as hosts and as layouts; sizes in the caption.
# shellcheck source=tests/commands/try.sh
. "$SRC/tests/commands/try.sh"
golden="$SRC/tests/golden/bonnie"

cp "$golden/v1973-default.out.log" one.log
try table one.log
cp "$golden/v103e-many-machines.csv.log" many.csv
try table -r host -m put-block,rewrite,seeks,seq-create many.csv
try table -r host -m put-block.cpu,seeks.latency,ran-del many.csv one.log
echo '# names that are layouts'
sed 's/^host/6x/' many.csv >layouts.csv
try table -r layout -m putc --where 'file-size = 256M' layouts.csv
try table --set layout=2x21 -r layout,host -m putc --where 'file-size = 2G' layouts.csv
echo '# what is said of a run elsewhere is stronger'
try table --set host=said -r host -m putc one.log
