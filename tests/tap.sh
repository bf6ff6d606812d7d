# For scripts that print TAP one test after another; sourced, counts in $n.
# shellcheck shell=bash
n=0

# ok STATUS NAME [FILE]: FILE, or the one that $shown names, is what a failure shows the end of.
ok() {
	local file=${3:-${shown:-}}
	n=$((n + 1))
	if [ "$1" = 0 ]; then
		echo "ok $n - $2"
		return
	fi
	echo "not ok $n - $2"
	[ -z "$file" ] || tail -n 40 "$file" | sed 's/^/# /'
}

skip() { # NAME WHY
	n=$((n + 1))
	echo "ok $n - $1 # SKIP $2"
}
