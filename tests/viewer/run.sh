#!/bin/sh
# Tests the pages of navquery --html and navbake --html in headless Chromium. Build the programs first.
# Usage: run.sh [BUILD]. BUILD is the build folder, by default "build". Screenshots are written to BUILD/viewer.
set -eu
cd "$(dirname "$0")/../.."
. tools/setup.sh
build=$(cd "${1:-build}" && pwd)

command -v npm >/dev/null 2>&1 || ensure_packages nodejs npm
command -v chromium >/dev/null 2>&1 || ensure_packages chromium

# Compile the queries to WebAssembly if a source is newer than the last result.
wasm=$build/tools/navspan_viewer.wasm
if [ ! -f "$wasm" ] || [ -n "$(find include src/core src/navmesh src/query tools/viewer/wasm tools/viewer/*.sh -newer "$wasm" -type f | head -n 1)" ]; then
    cmake --build "$build" --target wasm
fi

sh tests/viewer/headless.sh "$build"

# Install the driver in the build folder, so that the source tree does not change.
driver=$build/viewer/driver
mkdir -p "$driver"
cp tests/viewer/package.json tests/viewer/package-lock.json tests/viewer/.npmrc tests/viewer/*.mjs "$driver"
if [ ! -d "$driver/node_modules/playwright-core" ] || [ tests/viewer/package-lock.json -nt "$driver/node_modules" ]; then
    (cd "$driver" && quietly "installing the driver" npm ci --no-audit --no-fund)
fi
NAVSPAN_SOURCE=$PWD NAVSPAN_BUILD=$build node --test --test-concurrency=1 --test-reporter=spec "$driver/viewer_test.mjs" "$driver/level_test.mjs"
