#!/bin/sh
# Names that are not there: one message with the nearest one, no output.
# shellcheck source=tests/commands/try.sh
. "$SRC/tests/commands/try.sh"

try tabel good.log
try tabel
try --ascii table good.log
try good.log check
try missing.log
try no/such
try
try help tabel
try list dialect
try table --rows file-sise good.log
try table --rows foo good.log
try table --cols recordsize good.log
try table --over file-siz good.log
try table --metric iozone:writ good.log
try table --metric writ good.log
try table --metric foo good.log
try table --to twikki good.log
try table --to foo good.log
try table --cell mena good.log
try table --cell foo good.log
try table --sort wrte good.log
try table --sort foo good.log
try table --unit furlong good.log
try table --where 'file-sise > 4M' good.log
try table --where 'metric = iozone:writ' good.log
try table --wher 'file-size > 4M' good.log
try table --fooo good.log
try table -x good.log
try records --to jsonlines good.log
