#!/bin/sh
# What cannot be replaced is refused before logs are read, and the page stays as it is.
# shellcheck source=tests/commands/try.sh
. "$SRC/tests/commands/try.sh"

# page TEXT: writes page.md
page() {
	# shellcheck disable=SC2059
	printf "$1" >page.md
	cp page.md before
}

# refused WORD...
refused() {
	try table "$@" good.log
	cmp page.md before
}

begin='<!-- iotab begin table -->\n'
end='<!-- iotab end table -->\n'
page 'no marker\n'
refused --into page.md
refused --into page.md missing.log
page "${begin}old\n"
refused --into page.md
page "old\n$end"
refused --into page.md
page "$end$begin"
refused --into page.md
page "$begin$end\n$begin$end"
refused --into page.md
page "$begin<!-- iotab begin x -->\n<!-- iotab end x -->\n$end"
refused --into page.md
echo '# names'
page "$begin$end"
refused --into page.md --block tabel
for name in '' 'a b' 'a--b' 'a>' ä; do
	refused --into page.md --block "$name"
done
echo '# options'
refused --into page.md -o other.md
refused --into page.md --markers
refused --block x
refused --into -
refused --into
for command in check records; do
	try $command --into page.md good.log
done
echo '# dialects that cannot be told'
cp page.md page.txt
refused --into page.txt
echo 'no marker' >none.txt
refused --into none.txt
echo '# files that cannot be read'
mkdir dir
refused --into missing.md
refused --into dir
refused --into dir --to twiki
refused --into /dev/null --to twiki
refused --into page.md/x --to twiki
mkfifo fifo
refused --into fifo --to twiki
echo '# what fails later'
refused --into page.md --sort foo
try table --into page.md missing.log
cmp page.md before
find . -name 'other.md'
leftovers
