#!/bin/sh
# LABEL=PATH gives the runs of an input the factor label.
# shellcheck source=tests/commands/try.sh
. "$SRC/tests/commands/try.sh"

sed 's/4262040/5262040/' good.log >new.log
try table -m write old=good.log new=new.log
try table -m write new=new.log old=good.log
echo '# directories, and the standard input'
mkdir dir a=b
cp new.log dir/1.log
sed 's/4262040/6262040/' good.log >dir/2.log
try table -m write old=good.log new=dir
echo '$ iotab table -m write old=good.log piped=- <new.log'
"$IOTAB" table -m write old=good.log piped=- <new.log
echo '# one file may have several labels'
try table -m write a=good.log b=good.log a=good.log
try check -v -t tsv b=good.log a=good.log
echo '# what is there is a path; the label ends where a path begins'
cp good.log x=good.log
cp good.log a=b/c=d.log
try table -m write -r label,source x=good.log
try table -m write -r label,source y=x=good.log
try table -m write -r label,source a=b=a=b/c=d.log
try table -m write -r label,source a=b y=a=b
echo '# a label is no layout; it is stronger than --set and --path'
try table -m write -r layout,label 6x7=good.log
try table -m write --path '{label}.log' --set label=set --set layout=6x7 said=good.log new.log
try table -m write --path '{label}.log' good.log new.log
try table -m write --where 'label = old' old=good.log new=new.log
echo '# nothing there'
try table -m write old=gone.log new=new.log
try table -m write layout=6x7 new.log
try table -m write =good.log new.log
try table -m write old= new.log
