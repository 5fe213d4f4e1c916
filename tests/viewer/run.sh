#!/bin/sh
# Looks at the pages of navquery --html and navbake --html in headless Chromium. Needs the programs built.
# Usage: run.sh [BUILD]; default build. Screenshots are kept in BUILD/viewer.
set -eu
cd "$(dirname "$0")/../.."
. tools/setup.sh
build=$(cd "${1:-build}" && pwd)

command -v npm >/dev/null 2>&1 || ensure_packages nodejs npm
command -v chromium >/dev/null 2>&1 || ensure_packages chromium

# the queries are compiled again when a source is newer
wasm=$build/tools/navspan_viewer.wasm
if [ ! -f "$wasm" ] || [ -n "$(find include src/core src/navmesh src/query tools/viewer/wasm tools/viewer/*.sh -newer "$wasm" -type f | head -n 1)" ]; then
    sh tools/viewer/build_wasm.sh "$wasm"
fi

# the driver is installed beside the build, so that the sources stay as they are
driver=$build/viewer/driver
mkdir -p "$driver"
cp tests/viewer/package.json tests/viewer/package-lock.json tests/viewer/.npmrc tests/viewer/*.mjs "$driver"
if [ ! -d "$driver/node_modules/playwright-core" ] || [ tests/viewer/package-lock.json -nt "$driver/node_modules" ]; then
    (cd "$driver" && quietly "installing the driver" npm ci --no-audit --no-fund)
fi
NAVSPAN_SOURCE=$PWD NAVSPAN_BUILD=$build node --test --test-reporter=spec "$driver/viewer_test.mjs"
