#!/bin/sh
# Installs missing packages, builds the programs, bakes a scene, finds a path through it and writes a page for the browser.
set -eu
cd "$(dirname "$0")/.."
. tools/setup.sh

ensure_packages $BUILD_PACKAGES
# The first configuration compiles the sources in batches, which takes a third of the time of separate files. It omits the
# tests, which need further packages. If build/ is already configured, its settings do not change.
first=""
[ -f build/CMakeCache.txt ] ||
    first="-DNAVSPAN_BUILD_TESTS=OFF -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=40"
quietly "configuring" cmake -S . -B build -G Ninja -DCMAKE_BUILD_TYPE=Release $first
show_build "compiling" cmake --build build --target navbake navquery navspan_manuals

mkdir -p out
build/tools/navbake data/scenes/courtyard.obj -o out/courtyard.nav --pictures out/stages --html out/courtyard.html -q
build/tools/navquery out/courtyard.nav --from 18,3.2,15 --to 57.5,2.4,10.5 --svg out/path.svg

cat <<END

the level:           out/courtyard.nav
the path's picture:  out/path.svg
the stage pictures:  out/stages/
next: build/tools/navbake your-level.obj -o level.nav   (build/tools/navbake --help lists the common flags)
level and mesh, to open in a browser: $PWD/out/courtyard.html
END
