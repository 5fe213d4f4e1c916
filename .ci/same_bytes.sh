#!/bin/sh
# Bakes every scene with two builds of navbake and compares the files byte for byte. Bakes meshes with both profiles and every
# partition as one tile. Bakes them also with tiles, once with landmarks (the level is kept in memory) and otherwise tile by
# tile to the file. Bakes floor plans (.geojson) with every partition method.
# Usage: same_bytes.sh NAVBAKE_A NAVBAKE_B SCENE...
set -eu
a=$1
b=$2
shift 2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
count=0

# compare SCENE OPTION...
compare() {
    scene=$1
    shift
    $a "$scene" -o "$folder/a.nav" -q "$@"
    $b "$scene" -o "$folder/b.nav" -q "$@"
    if ! cmp "$folder/a.nav" "$folder/b.nav"; then
        echo "$scene $*: $a and $b differ" >&2
        exit 1
    fi
    count=$((count + 1))
}

for scene in "$@"; do
    case $scene in
        *.geojson)
            for options in "--agent-radius 0" "--agent-radius 0.3" "--agent-radius 0.3 --plan-partition meadow" \
                "--agent-radius 0.3 --plan-triangulation monotone"; do
                compare "$scene" $options
            done
            ;;
        *)
            for options in "--profile accurate" "--profile recast" "--profile recast --partition monotone" \
                "--profile accurate --partition layers" "--profile accurate --partition sheets" \
                "--profile accurate --tile-size 19.2 --landmarks 4" "--profile accurate --tile-size 12" \
                "--profile recast --tile-size 15"; do
                compare "$scene" $options
            done
            ;;
    esac
done
echo "$count bakes, same bytes"
