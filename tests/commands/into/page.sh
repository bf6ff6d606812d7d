#!/bin/sh
# A block of a page is replaced, by its dialect, and nothing else: bytes, line ends, permissions.
# shellcheck source=tests/commands/try.sh
. "$SRC/tests/commands/try.sh"

# into FILE WORD...: replaces; shows every byte of the page; a second run changes none.
into() {
	page=$1
	shift
	try table --cell raw -m write good.log --into "$page" "$@"
	cat -A "$page"
	echo
	cp "$page" first
	"$IOTAB" table --cell raw -m write good.log --into "$page" "$@" >out 2>&1
	cmp "$page" first && cat out
}

printf '# Results\n\n<!-- iotab begin table -->\n<!-- iotab end table -->\n\nmore\n' >page.md
into page.md
cp page.md topic.twiki
into topic.twiki
cp page.md Topic.txt
into Topic.txt --to twiki
echo '# --to wins over the ending, and blocks have names'
printf '<!-- iotab begin a-1 -->\nA\n<!-- iotab end a-1 -->\n' >two.md
printf '<!-- iotab begin b -->\nB\n<!-- iotab end b -->\n' >>two.md
into two.md --to twiki --block b
into two.md --block a-1
echo '# line ends, no final newline, bytes that are no text'
printf '\357\273\277a\r\n\r\n <!--iotab begin table-->\t\r\nold\n<!-- iotab end table -->\r\nb\377\200\r' \
	>dos.md
into dos.md
echo '# permissions and links stay'
chmod 640 page.md
ln -s page.md link.md
into link.md --ascii
find . -name '*.md' -perm 640
find . -name 'link.md' -type l
leftovers
