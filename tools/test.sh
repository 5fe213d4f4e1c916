#!/bin/sh
# Installs missing packages, builds with asserts, runs every test except those of the viewer in a browser (tests/viewer/run.sh),
# and lists the skipped tests. Stops at the first error and prints its reason.
# Usage: test.sh [CMAKE_ARGUMENT...]
# NAVSPAN_SCENES=FOLDER is a folder of further scenes for the tests that can use them. NAVSPAN_BUILD_DIR changes the build
# folder. NAVSPAN_OPTIMIZE=-O1 reduces optimization, for builds with sanitizers. If g++ gives false warnings in such a build, add
# -DNAVSPAN_WERROR=OFF.
set -eu
cd "$(dirname "$0")/.."
. tools/setup.sh

ensure_packages $BUILD_PACKAGES $TEST_PACKAGES
ensure_packages valgrind || echo "skipped: instruction counts, because valgrind cannot be installed"
build=${NAVSPAN_BUILD_DIR:-build-test}
quietly "configuring" cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DNAVSPAN_WERROR=ON -DNAVSPAN_ASSERTS=ON \
    -DNAVSPAN_QUICK_BUILD=ON \
    ${NAVSPAN_OPTIMIZE:+"-DCMAKE_CXX_FLAGS_RELEASE=$NAVSPAN_OPTIMIZE" -DNAVSPAN_BUILD_EXAMPLES=OFF} "$@"
quietly "building" cmake --build "$build"

[ -n "${NAVSPAN_SCENES:-}" ] || echo "skipped: tests on further scenes; set NAVSPAN_SCENES"
if grep -qE '^(RECAST|DETOUR)_(INCLUDE_DIR|LIBRARY):.*NOTFOUND' "$build/CMakeCache.txt"; then
    echo "skipped: conformance, because librecast is not found"
fi
[ -z "${NAVSPAN_OPTIMIZE:-}${CXXFLAGS:-}" ] || echo "skipped: instruction counts, which need a Release build without further flags"
[ -z "${NAVSPAN_OPTIMIZE:-}" ] || echo "skipped: examples, tests of the source tree, of the installation and of the viewer, in which sanitizers find nothing"
echo "skipped: the viewer's pages in a browser; run sh tests/viewer/run.sh"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! ctest --test-dir "$build" ${NAVSPAN_OPTIMIZE:+-LE sources} -j "$(nproc)" --output-on-failure --no-tests=error >"$log" 2>&1 </dev/null; then
    grep -vE '^ *Start |Test +#[0-9]+: .* Passed' "$log" | head -n 200 >&2
    exit 1
fi
grep -E '\*\*\*Skipped' "$log" | sed 's/^.*Test *#[0-9]*: /skipped: /; s/ \.\.\.*.*//' || true
grep -E '^[0-9]+% tests passed|^Total Test time' "$log"
