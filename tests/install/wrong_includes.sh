#!/bin/sh
# Tests .ci/check_includes.sh: adds wrong includes to a copy of the sources and checks that they are reported.
# Usage: wrong_includes.sh SOURCE_DIR
set -eu
cd "$1"
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
cp -R src include "$copy"
check() { sh .ci/check_includes.sh "$copy"; }
check

# wrong FILE HEADER: makes FILE include HEADER. Fails unless the check reports exactly this include.
wrong() {
    cp "$copy/$1" "$copy/saved"
    echo "#include \"$2\"" >>"$copy/$1"
    if reported=$(check); then
        echo "$1: an include of $2 is not reported"
        exit 1
    fi
    case $reported in
    "$1: "*" must not include it ($2)") ;;
    *) printf '%s: an include of %s is reported as\n%s\n' "$1" "$2" "$reported"; exit 1 ;;
    esac
    mv "$copy/saved" "$copy/$1"
}
wrong src/io/input/gset.cpp navspan/io/mesh_export.h
wrong src/navmesh/mesh/bvh.cpp navspan/navmesh/nav_file.h
wrong src/bake/voxelize/grid.cpp navspan/bake/regions.h
wrong src/query/search/astar.h query/state.h
wrong include/navspan/bake/triangle_soup.h navspan/bake/contours.h
