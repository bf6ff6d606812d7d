# mawk -F, -v column=N -f bonnie.awk FILE: mean and standard deviation of that column of bonnie++ 2.00
# csv for each machine; column=0: of all rates, shares of the CPU and latencies.  "+++++" and blanks
# are no figures.  Cells are numbered, which awk finds faster than cells of composed names.
BEGIN {
	for (i = 10; i <= 50; i++)
		if (column ? i == column : i <= 21 || i >= 27)
			wanted[++columns] = i
}
{
	if (!($3 in first)) {
		first[$3] = machines * 64
		name[machines++] = $3
	}
	cell = first[$3]
	for (w = 1; w <= columns; w++) {
		i = wanted[w]
		x = $i + 0
		if (!x && $i !~ /^0/)
			continue
		if (i > 38)
			x /= $i ~ /us$/ ? 1e6 : $i ~ /ms$/ ? 1e3 : 1
		n[cell + i]++
		sum[cell + i] += x
		squares[cell + i] += x * x
	}
}
END {
	for (k = 0; k < machines; k++) {
		line = name[k]
		for (w = 1; w <= columns; w++) {
			cell = 64 * k + wanted[w]
			mean = n[cell] ? sum[cell] / n[cell] : 0
			variance = n[cell] > 1 ? (squares[cell] - sum[cell] * mean) / (n[cell] - 1) : 0
			line = line sprintf("\t%.6g±%.3g", mean, sqrt(variance > 0 ? variance : 0))
		}
		print line
	}
}
