#!/bin/sh
# Sets itself up, builds with asserts and runs every test but those of the viewer in a browser (tests/viewer/run.sh), and says
# which were skipped. Stops at the first error with its reason.
# NAVSPAN_SCENES=FOLDER adds a folder of further scenes to the tests that can use them. NAVSPAN_BUILD_DIR builds elsewhere,
# NAVSPAN_OPTIMIZE=-O1 with less optimisation and the library's sources compiled several as one; warnings are no errors then, as
# sanitizers make the compiler warn of what is not so.
set -eu
cd "$(dirname "$0")/.."
. tools/setup.sh

ensure_packages $BUILD_PACKAGES $TEST_PACKAGES
ensure_packages valgrind || echo "skipped: instruction counts, valgrind cannot be installed"
build=${NAVSPAN_BUILD_DIR:-build-test}
quietly "configuring" cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DNAVSPAN_WERROR=ON -DNAVSPAN_ASSERTS=ON \
    -DNAVSPAN_QUICK_BUILD=ON \
    ${NAVSPAN_OPTIMIZE:+"-DCMAKE_CXX_FLAGS_RELEASE=$NAVSPAN_OPTIMIZE" -DCMAKE_UNITY_BUILD=ON \
    -DCMAKE_UNITY_BUILD_BATCH_SIZE=8 -DNAVSPAN_WERROR=OFF}
quietly "building" cmake --build "$build"

[ -n "${NAVSPAN_SCENES:-}" ] || echo "skipped: tests on further scenes, NAVSPAN_SCENES is not set"
if grep -qE '^(RECAST|DETOUR)_(INCLUDE_DIR|LIBRARY):.*NOTFOUND' "$build/CMakeCache.txt"; then
    echo "skipped: conformance, librecast is not found"
fi
[ -z "${NAVSPAN_OPTIMIZE:-}${CXXFLAGS:-}" ] || echo "skipped: instruction counts, they are of Release builds without further flags"
echo "skipped: the viewer's pages in a browser, run sh tests/viewer/run.sh"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! ctest --test-dir "$build" -j "$(nproc)" --output-on-failure --no-tests=error >"$log" 2>&1 </dev/null; then
    grep -vE '^ *Start |Test +#[0-9]+: .* Passed' "$log" | head -n 200 >&2
    exit 1
fi
grep -E '\*\*\*Skipped' "$log" | sed 's/^.*Test *#[0-9]*: /skipped: /; s/ \.\.\.*.*//' || true
grep -E '^[0-9]+% tests passed|^Total Test time' "$log"
