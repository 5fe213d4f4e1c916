#!/bin/sh
# Fails if the opening comment of a file in src has a line "In:", but not each of the lines In, Out, Idea, Source and Weak cases
# once, in this order (CONTRIBUTING.md).
# Usage: header_labels.sh SOURCE_DIR
set -eu
cd "$1"
files=$(grep -rl '^// In:' --include='*.cpp' --include='*.h' src | sort)
[ -n "$files" ] || { echo "src: no file with the label In found"; exit 1; }
wrong=0
for file in $files; do
    # In a .cpp file, only the comment at the start counts. In a .h file, the comment follows #pragma once.
    labels=$(awk 'FILENAME ~ /\.cpp$/ && !/^\/\// { exit } { print }' "$file" |
        sed -nE 's#^// (In|Out|Idea|Source|Weak cases):.*#\1#p' | tr '\n' ',')
    [ -z "$labels" ] && continue
    [ "$labels" = "In,Out,Idea,Source,Weak cases," ] && continue
    echo "$file: has the labels ${labels%,}; wanted: In, Out, Idea, Source, Weak cases, each at the start of a line"
    wrong=1
done
exit $wrong
