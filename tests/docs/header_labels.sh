#!/bin/sh
# Fails if the opening comment of a stage or of a polygon algorithm has no line "In:", or if the opening comment of a file
# has a line "In:", but not each of the lines In, Out, Idea, Source and Weak cases once, in this order (CONTRIBUTING.md).
# Usage: header_labels.sh SOURCE_DIR
set -eu
cd "$1"
files=$(grep -rlE '^// (In|Out|Idea|Source|Weak cases):' --include='*.cpp' --include='*.h' src tools tests | sort)
[ -n "$files" ] || { echo "no file with the label In found"; exit 1; }
wrong=0
for file in src/bake/voxelize/*.cpp src/bake/field/*.cpp src/bake/regions/*.cpp src/bake/contours/*.cpp \
    src/bake/polygons/*.cpp src/bake/detail/*.cpp src/bake/jumps/*.cpp src/polygon/*.cpp src/plan/*.cpp; do
    grep -q '^// In:' "$file" || { echo "$file: the opening comment has no label In"; wrong=1; }
done
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
