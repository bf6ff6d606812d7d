# Mean and deviation of the bandwidth of all jobs, per second: what people write for fio's logs.
# Rows are put in the second of their time, as if all jobs had the same clock.
BEGIN {
	FS = ", "
}
$3 == 1 {
	second = int($1 / 1000)
	sum[second] += $2
	rows[second]++
	if (second > last)
		last = second
}
END {
	for (s = 0; s < last; s++) {
		rate = sum[s] / 2 # two windows a second
		n++
		d = rate - mean
		mean += d / n
		m2 += d * (rate - mean)
	}
	printf "%.1f\t%.1f\t%d\n", mean / 1024, sqrt(m2 / (n - 1)) / 1024, n
}
