#!/bin/sh
# man.sh [MAN [PART...]]: is the manual in the folder MAN true to the program?
# Names each difference and exits with 1 when there is one.  PART is tables, layouts or examples;
# all of them unless said.  In displays, a line that starts with "$ " is a command, "> " goes on
# with it, and what follows is its output if it is shown at all; "..." stands for any lines.
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
man=$(cd "${1:-$root/man}" && pwd) || exit 2
[ $# = 0 ] || shift
iotab=${IOTAB:-$root/build/iotab}
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
trap 'exit 2' HUP INT TERM
bad=$tmp/bad
: >"$bad"

# ---- reading the manual ---------------------------------------------------------------------

# The lines of one section, without mdoc's escapes.
section() { # PAGE SECTION
	awk -v want=".Sh $2" '/^\.Sh / { on = $0 == want } on' "$man/$1" | unescape
}

unescape() {
	sed 's/\\(aq/'"'"'/g; s/\\(dq/"/g; s/\\(ga/`/g; s/\\(ti/~/g; s/\\(ha/^/g; s/\\(+-/±/g
		s/\\(en/–/g; s/\\-/-/g; s/\\&//g; s/\\e/\\/g'
}

# The names that the items of a section are about.
items() { # PAGE SECTION
	section "$1" "$2" | awk '/^\.It Cm / {
		for (i = 3; i <= NF && $i !~ /^(Pq|Po|Ns|No|Ar)$/; i++) if ($i != ",") print $i
	}'
}

# The options under those headings that name the command: "-o=", "--output=", "--safe".
options() { # COMMAND
	section iotab.1 COMMANDS | awk -v command="$1" '
	/^\.Ss / {
		on = 0
		for (i = 2; i <= NF; i++) { word = $i; sub(",", "", word); on = on || word == command }
	}
	on && /^\.It Fl / {
		for (i = 2; i <= NF; i++) if ($i == "Fl") {
			value = $(i + 2) == "Ar" || $(i + 2) == "Ns" ? "=" : ""
			print "-" $(i + 1) value
		}
	}'
}

# ---- reading the program --------------------------------------------------------------------

list() { # LIST COLUMNS
	"$iotab" list "$1" --to tsv | tail -n +2 | cut -f "$2"
}

commands() {
	"$iotab" help | awk '/^commands:/ { on = 1; next } /^$/ { on = 0 } on { print $1 }'
}

# The overview is no command; an input stands for it.
program_options() { # COMMAND
	[ "$1" != overview ] || set -- ./input
	"$iotab" "$1" --help | awk '/^  (-., )?--/ {
		sub(",", "", $1)
		for (i = 1; i <= NF && $i ~ /^-/; i++) { name[i] = $i; sub(/=.*/, "=", name[i]) }
		value = name[i - 1] ~ /=$/ ? "=" : ""
		for (k = 1; k < i; k++) { sub(/=$/, "", name[k]); print name[k] value }
	}'
}

# The tests in names of metrics, "random-read", and the words behind them, ".iops".
metric_words() {
	list metrics 1 | awk '{
		n = split(substr($1, index($1, ":") + 1), word, ".")
		print word[1]
		for (i = 2; i <= n; i++) print "." word[i]
	}'
}

# The names in rows {"name", VALUE...} of constant tables.
rows() { # VALUE FILE...
	value=$1
	shift
	grep -Eoh "\{\"[a-z-]+\", $value" "$@" | cut -d '"' -f 2
}

# The patterns of the built-in markers, as C strings hold them.
builtin_markers() {
	awk '/^#define BUILTIN_(BEGIN|END)/ { on = 1 } on && match($0, /".*"/) {
		print substr($0, RSTART + 1, RLENGTH - 2)
		on = 0
	}' "$root/model/study.c" | sed 's/\\\\/\\/g'
}

# ---- tables ---------------------------------------------------------------------------------

same() { # WHERE DOCUMENTED KNOWN (files)
	sort -u "$2" >"$tmp/documented"
	sort -u "$3" >"$tmp/known"
	[ -s "$tmp/known" ] || echo "$1: the program names nothing" >>"$bad"
	comm -23 "$tmp/documented" "$tmp/known" | sed "s|.*|$1: '&' is unknown to the program|" >>"$bad"
	comm -13 "$tmp/documented" "$tmp/known" | sed "s|.*|$1: '&' is not documented|" >>"$bad"
}

check_tables() {
	section iotab.1 COMMANDS | sed -n 's/^\.Ss \([a-z]*\)$/\1/p' >"$tmp/a"
	commands >"$tmp/b"
	same 'iotab.1: COMMANDS' "$tmp/a" "$tmp/b"
	for command in overview $(commands); do
		[ "$command" != help ] || continue
		options "$command" >"$tmp/a"
		program_options "$command" >"$tmp/b"
		same "iotab.1: options of $command" "$tmp/a" "$tmp/b"
	done
	for name in formats dialects flags cells; do
		items iotab.1 "$(echo "$name" | tr '[:lower:]' '[:upper:]')" >"$tmp/a"
		list "$name" 1 >"$tmp/b"
		same "iotab.1: $name" "$tmp/a" "$tmp/b"
	done
	section iotab.1 DIAGNOSTICS | awk 'sub(/^\.It Cm /, "") {
		loses = sub(/, figures lost$/, "") ? "yes" : "no"
		sub(" Pq ", " ")
		print $0, loses
	}' >"$tmp/a"
	list diagnostics 1-3 | tr '\t' ' ' >"$tmp/b"
	same 'iotab.1: diagnostics (name, level, figures lost)' "$tmp/a" "$tmp/b"
	items iotab.1 METRICS >"$tmp/a"
	metric_words >"$tmp/b"
	same 'iotab.1: metrics' "$tmp/a" "$tmp/b"
	items iotab.1 RECORDS >"$tmp/a"
	"$iotab" records --no-study "$root/samples/iozone/single-all.log" |
		head -n 1 | tr ',' '\n' >"$tmp/b"
	same 'iotab.1: columns of records' "$tmp/a" "$tmp/b"
	items iotab.1 WHERE >"$tmp/a"
	rows WHERE_NEEDS_ "$root"/analysis/where*.c >"$tmp/b"
	same 'iotab.1: names of WHERE' "$tmp/a" "$tmp/b"
	section iotab.1 'RUN MARKERS' | grep -F '(?<' >"$tmp/a"
	builtin_markers >"$tmp/b"
	same 'iotab.1: RUN MARKERS' "$tmp/a" "$tmp/b"
	for name in SECTIONS HARDWARE MARKERS METRICS LAYOUTS; do
		items iotab-study.5 "$name"
	done >"$tmp/a"
	rows '(read|study_walk)_' "$root"/model/study*.c >"$tmp/b"
	same 'iotab-study.5: sections and keys' "$tmp/a" "$tmp/b"
}

# ---- layouts --------------------------------------------------------------------------------

# Each row of the display with the head "name, second column, key": does the name give the key?
check_layouts() {
	section iotab.1 'LAYOUT NAMES' | awk -F '  +' '
		/^\.Ed/ { on = 0 }
		on { print $1 "\t" $2 "\t" $3 }
		/^name +second column +key$/ { on = 1 }' >"$tmp/layouts"
	[ -s "$tmp/layouts" ] || echo 'iotab.1: LAYOUT NAMES: no table' >>"$bad"
	while IFS='	' read -r name raid key; do
		set -- --set "layout=$name"
		[ "$raid" = - ] || set -- "$@" --set "raid=$raid"
		got=$("$iotab" records --no-study "$@" --to jsonl "$root/samples/iozone/v430-i0-i7.log" 2>&1 |
			sed -n '1s/.*"layout":"\([^"]*\)".*/\1/p')
		[ "$got" = "$key" ] ||
			echo "iotab.1: LAYOUT NAMES: '$name' with '$raid' is '$got', not '$key'" >>"$bad"
	done <"$tmp/layouts"
}

# ---- examples -------------------------------------------------------------------------------

# Writes the commands of each display to DISPLAY/N.command and their output to DISPLAY/N.output.
split_examples() { # PAGE INTO
	unescape <"$man/$1" | awk -v into="$2" '
	/^\.Bd / { display++; n = 0; on = 1; next }
	/^\.Ed/ { on = 0 }
	!on { next }
	/^\$ / {
		dir = sprintf("%s/%03d", into, display)
		if (!n) system("mkdir -p " dir)
		file = sprintf("%s/%03d", dir, ++n)
		print substr($0, 3) >(file ".command")
		next
	}
	!n { next }
	/^> / { print substr($0, 3) >(file ".command"); next }
	{ print >(file ".output") }'
}

# Is the text in GOT the one in WANTED, where "..." stands for any lines?
matches() { # WANTED GOT
	perl -e 'undef $/;
		my ($wanted, $got) = map { open my $fh, "<:raw", $_ or die "$_: $!\n"; <$fh> } @ARGV;
		my $form = join "", map { $_ eq "..." ? "(?:.*\n)*?" : quotemeta . "\n" }
			split /\n/, $wanted;
		exit($got !~ /\A$form\z/)' "$1" "$2"
}

run_display() { # PAGE DIRECTORY
	mkdir "$2/work"
	cp -R "$root/samples/." "$2/work"
	for command in "$2"/*.command; do
		output=${command%.command}.output
		(cd "$2/work" && PATH=$tmp/bin:$PATH LC_ALL=C.UTF-8 sh "$command") >"$tmp/got" 2>&1 </dev/null
		status=$?
		[ $status = 0 ] || {
			echo "$1: exit status $status of: $(head -n 1 "$command")"
			sed 's/^/	/' "$tmp/got"
		} >>"$bad"
		[ ! -e "$output" ] || matches "$output" "$tmp/got" || {
			echo "$1: other output of: $(head -n 1 "$command")"
			diff "$output" "$tmp/got" | sed 's/^/	/'
		} >>"$bad"
	done
	rm -rf "$2/work"
}

check_examples() {
	mkdir "$tmp/bin"
	ln -s "$iotab" "$tmp/bin/iotab"
	for page in iotab.1 iotab-study.5; do
		split_examples "$page" "$tmp/$page"
		[ -d "$tmp/$page" ] || echo "$page: no examples" >>"$bad"
		for display in "$tmp/$page"/*; do
			[ ! -d "$display" ] || run_display "$page" "$display"
		done
	done
}

[ $# != 0 ] || set -- tables layouts examples
for part; do
	"check_$part"
done
cat "$bad"
[ ! -s "$bad" ]
