#!/bin/sh
# Builds a copy of this project against an installed navspan. Then changes a file that only the depfile names, and checks that
# the next build bakes the level again.
# Usage: test.sh NAVSPAN_BUILD_FOLDER CMAKE_GENERATOR
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$1" --prefix "$work/usr" >/dev/null
cp -R "$here" "$work/game"
cd "$work"
cmake -S game -B build -G "$2" -DCMAKE_PREFIX_PATH="$work/usr" >/dev/null

cmake --build build >log || { cat log; exit 1; }
build/game build/levels/yard.nav

# Wait, because some file systems store times in whole seconds.
sleep 1
cmake --build build >log
grep -q Baking log && echo "error: baked again without a change" && exit 1

# Change yard.obj. CMakeLists.txt names only yard.gset; the depfile names yard.obj.
sed '/^v/s/ 12$/ 8/' game/levels/yard.obj >shorter.obj
cp shorter.obj game/levels/yard.obj
cmake --build build >log || { cat log; exit 1; }
grep -q "Baking yard.gset" log && echo "yard.obj has changed: yard.gset was baked again"
build/game build/levels/yard.nav
