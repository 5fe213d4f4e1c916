#!/bin/sh
# Draws the files of data/pictures again, except viewer.png, and compares the bytes. With NAVSPAN_UPDATE_DOCS=1, replaces the
# files instead.
# Usage: pictures.sh SOURCE_DIR BUILD_DIR
set -eu
cd "$1"
build=$2
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

bake() { "$build/tools/navbake" -q "$@"; }
draw_path() { "$build/tools/navquery" "$@" >/dev/null; }

# docs/concepts.md: the stages. The default partition needs no distance field, and the courtyard has no links.
bake data/scenes/courtyard.obj --config data/configs/volumes.json -o "$out/volumes.nav" --pictures "$out/stages"
bake data/scenes/courtyard.obj --config data/configs/volumes.json --partition watershed -o "$out/watershed.nav" \
    --pictures "$out/watershed"
bake data/scenes/roofs.obj --config data/configs/jumps.json -o "$out/roofs.nav" --pictures "$out/roofs"
mkdir "$out/pictures"
for file in "$out"/stages/* "$out"/watershed/*_distance_field.png "$out"/roofs/*_generate_links.png; do
    mv "$file" "$out/pictures/$(basename "$file" | sed 's/^[0-9]*_//')"
done

# README.md, docs/links-and-agents.md and docs/floor-plans-and-grids.md
bake data/scenes/courtyard.obj -o "$out/courtyard.nav"
draw_path "$out/courtyard.nav" --from 3,0,25 --to 57.5,2.4,10.5 --svg "$out/pictures/path.svg"
draw_path "$out/roofs.nav" --from 2,0,2 --to 28,4.7,14 --svg "$out/pictures/links.svg"
bake data/plans/office.geojson --agent-radius 0.3 -o "$out/office.nav"
draw_path "$out/office.nav" --from 20,0,-13 --to 9,0,-15 --svg "$out/pictures/plan.svg"

if [ "${NAVSPAN_UPDATE_DOCS:-}" = 1 ]; then
    cp "$out"/pictures/* data/pictures
    exit
fi
cp data/pictures/viewer.png "$out/pictures"
diff -rq data/pictures "$out/pictures" || {
    echo "data/pictures differs from what the programs draw; run NAVSPAN_UPDATE_DOCS=1 sh tests/docs/pictures.sh . BUILD_DIR"
    exit 1
}
