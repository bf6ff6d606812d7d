# Mean and standard deviation for each layout and column of a zpool-test log, as tsv.
# whole=0: the rows of 32 GiB and 64 KiB only, with the total time.  whole=1: all rows, by file and
# record size.  Cells are numbered, which awk finds faster than cells of composed names.

/^ +[0-9]+ +[0-9]+ +[0-9]/ {
	if (whole)
		row = layout "\t" $1 "\t" $2
	else if ($1 == 33554432 && $2 == 64)
		row = layout
	else
		next
	if (!(row in first)) {
		first[row] = count * 16
		name[count++] = row
	}
	cell = first[row]
	n[cell]++
	for (i = 3; i <= NF; i++) {
		sum[cell + i] += $i
		squares[cell + i] += $i * $i
	}
	next
}

/^Create zpool with / {
	layout = $4 "\t" $5 "\t" $6 "\t" $7
	next
}

/^all destroyed, test ran for / {
	if (!whole) {
		sum[cell] += $6
		squares[cell] += $6 * $6
	}
}

function show(cell, runs,   mean, variance) {
	mean = sum[cell] / runs
	variance = runs > 1 ? (squares[cell] - sum[cell] * mean) / (runs - 1) : 0
	return sprintf("\t%.0f±%.0f", mean, sqrt(variance > 0 ? variance : 0))
}

END {
	for (k = 0; k < count; k++) {
		line = name[k]
		for (i = 3; i <= 15; i++)
			line = line show(16 * k + i, n[16 * k])
		print line (whole ? "" : show(16 * k, n[16 * k]))
	}
}
