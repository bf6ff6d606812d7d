#!/bin/sh
# Texts beside the logs that only speak of them are no logs.
# shellcheck source=tests/commands/try.sh
. "$SRC/tests/commands/try.sh"

mkdir archive
cp good.log archive
cat >archive/README.md <<'END'
The loop prints "Create zpool with LAYOUT RAID SLOG CACHE" and then runs iozone -a -g 32G; at the end
it says all destroyed, test ran for 6652 seconds, and each log ends in "iozone test complete.".
END
cat >archive/run.sh <<'END'
	echo "Create zpool with $layout $raid $slog $cache"
	iozone -a -g 32G -n 32G -r 64k
	echo "all destroyed, test ran for $SECONDS"
END
try table --cell raw --metric write --to tsv -v archive
