#!/bin/sh
# Options and expressions that are no sense: one message, no output.
# shellcheck source=tests/commands/try.sh
. "$SRC/tests/commands/try.sh"

try table
try table --rows file-size,file-size good.log
try table --rows file-size,,record-size good.log
try table --rows file-size --cols file-size good.log
try table --digits x good.log
try table --digits 99 good.log
try table --threads x good.log
try table --threads 0 good.log
try table --threads -1 good.log
try table --set foo good.log
try table --set =6x7 good.log
try table -W loud good.log
try table --diag xml good.log
try table --unit MB good.log
try table good.log --rows
try table --where 'file-size >' good.log
try table --where '(file-size > 4M' good.log
try table --where 'file-size > 4 parsecs' good.log
try table --where '' good.log
echo "# records are exact: nothing there to render"
try records --ascii good.log
