#!/bin/sh
# Reports of fio, each figure compared with the log by a second reader: those that are here and, where
# that folder is there, those of $SHARED.  Damaged ones are held against their sources by fio_damage.sh.
# variants: release
set -u
golden=$SRC/tests/golden
set --
for log in "$golden"/fio/*; do
	case $log in
	*.records.csv | *.diag | *.exit | *.md | */damaged-*) ;;
	*_bw.* | *_iops.* | *_lat.* | *_clat* | *_slat.* | *.fio | *.job) ;; # logs and jobs, no reports
	*) set -- "$@" "$log" ;;
	esac
done
for log in "$golden"/shared/corpus/fio/*.records "$golden"/shared/corpus/fio/*/*.records \
	"$golden"/shared/corpus/public/fio/*.records; do
	log=${log%.records}
	log=$SHARED/${log#"$golden/shared/"}
	case $log in
	*/damaged/* | *_bw.* | *_iops.* | *_lat.* | *_clat* | *_slat.* | *clat_hist*) ;;
	*) [ ! -f "$log" ] || set -- "$@" "$log" ;;
	esac
done
exec perl "$SRC/tests/oracles/fio.pl" "$@"
