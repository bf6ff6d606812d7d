#!/bin/sh
# table --over time: mean and spread over the windows inside one run.
# shellcheck source=tests/commands/try.sh
. "$SRC/tests/commands/try.sh"

sets=$SRC/tests/golden/fio-logs
cp -R "$sets/avg4.set" .
# put SET DIRECTORY: the logs of a set as those of a run there
put() {
	mkdir -p "$2"
	cp "$sets/$1.set"/*bw* "$sets/$1.set"/*iops* "$2"
}
put write12 results/6x4p2/streamwrite-n96
put lg-3.42 results/6x4p2/streamwrite-n12
put avg4 results/2x21/streamwrite-n96
path='results/{layout}/{test}-n{files}/*'

echo '# a tree of results, in one command'
try table results --rows layout --cols files --metric write.bw --cell mean±sd --over time --path "$path"
try table results/6x4p2/streamwrite-n96 --over time --ascii --to markdown
try table results/2x21 --over time --cell mean
try table results/2x21 --over time --cell n --metric all
echo '# single jobs, and the time without its first and last window'
try table results/2x21 --over time -r number -m read.bw
try table results/2x21 --over time -r state -m read.bw
try table results/2x21 --over time --where 'state = steady' -m read.bw,read.bw.cv
echo '# over runs it is one figure a run, and its spread over time is not shown'
try table results --rows layout,files --metric write.bw --path "$path"

echo '# repeats have no common spread'
try table --set repeat=1 avg4.set --set repeat=2 results/2x21 -r layout --over time,repeat -m read.bw
try table --set repeat=1 avg4.set --set repeat=2 results/2x21 -r layout --over time -m read.bw
try table --set repeat=1 avg4.set --set repeat=2 results/2x21 -r repeat --over time -m read.bw
mkdir -p again
cp results/2x21/streamwrite-n96/* again
tail -n +3 again/avg4_bw.4.log >one.log && mv one.log again/avg4_bw.4.log
try table again results/2x21 -r layout --over time -m read.bw
try table again results/2x21 -r layout,source --over time -m read.bw
echo '# over runs the mean of each run is a sample'
try table again results/2x21 -r layout -m read.bw

echo '# logs over time never stand beside figures of runs'
try table results/2x21 good.log -m write,read.bw -r tool
try table results/2x21 good.log -m write,read.bw -r tool --over time
try table good.log --over time
try table results --over runs -r layout -m write.bw --path "$path" --over files

echo '# what makes no sense'
try table results --over time,runs
try table results --over window
try table results --over time --cell max
try table results --over time --cell raw
try table results --over tim
