#!/bin/sh
# Bakes each level that has a routes file and tests its routes. For CI: fails if a change of a level blocks a route, opens a
# forbidden route or removes ground.
# Usage: check_levels.sh LEVEL_FOLDER ROUTES_FOLDER OUTPUT_FOLDER [NAVBAKE_FLAG...]
# The variables NAVBAKE and NAVQUERY name the programs; if unset, the script looks for them in PATH.
set -u
levels=$1 routes=$2 output=$3
shift 3
navbake=${NAVBAKE:-navbake} navquery=${NAVQUERY:-navquery}
mkdir -p "$output" || exit 1
tested=0 failed=0

for file in "$routes"/*.json; do
    name=$(basename "$file" .json)
    tested=$((tested + 1))
    # --strict turns warnings into errors, --check tests all invariants, and --verify compares random paths with the voxels.
    if ! "$navbake" "$levels/$name.obj" -o "$output/$name.nav" --strict --check --verify 200 \
        --report "$output/$name.report.json" -q "$@"; then
        echo "$name: the bake failed"
        failed=$((failed + 1))
    elif "$navquery" "$output/$name.nav" --routes "$file"; then
        echo "$name: ok"
    else
        echo "$name: a route failed, see $output/$name.stages"
        failed=$((failed + 1))
        # Write a picture of each stage. The first picture without the missing ground shows which stage removed it.
        "$navbake" "$levels/$name.obj" -o "$output/$name.nav" --pictures "$output/$name.stages" -q "$@"
    fi
done

echo "$tested levels, $failed failed"
[ "$tested" -gt 0 ] && [ "$failed" -eq 0 ]
