#!/bin/sh
# Studies that cannot be used: nothing is read, one message with its place.
# shellcheck source=tests/commands/try.sh
. "$SRC/tests/commands/try.sh"

study() {
	printf '%b' "$1" >study.txt
	echo
	cat study.txt
	try table --study study.txt good.log
}
study 'titel: x\n'
study 'foo: bar\n'
study 'title: x\nhardware: {disks: 4}\ntitle: y\n'
study 'hardware: {controlers: 6}\n'
study 'hardware: {controllers: six}\n'
study 'hardware: {disks: 6, disks: 7}\n'
study 'markers:\n  - begin: "Create (zpool"\n'
study 'markers:\n  - begin: Create\n    begun: x\n'
study 'markers: foo\n'
study 'metrics: {tottime: {unit: furlong}}\n'
study 'metrics: {tottime: {unit: s, better: more}}\n'
study 'titles: {iozone:writ: w}\n'
study 'layouts: {odd: {shape: 6x}}\n'
study 'layouts: {odd: {shpae: 6x7}}\n'
study 'title: [\n'
study 'title: x\n---\ntitle: y\n'
study '- a\n'
echo '# a study that is not there, or is a directory'
mkdir directory
try table --study missing.yaml good.log
try table --study directory good.log
