#!/bin/sh
# Builds only navspan::runtime, with all packages unavailable, and installs it. Then builds and runs a user's program with it.
# Also checks that only the headers of the runtime are installed, and in the compiler's dependency files that no object includes
# a third-party header.
# Usage: runtime.sh SOURCE_DIR
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake -S "$1" -B "$work/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE=-O0 -DNAVSPAN_RUNTIME_ONLY=ON \
    -DCMAKE_UNITY_BUILD=ON -DCMAKE_PROJECT_navspan_INCLUDE="$1/tests/install/no_packages.cmake" \
    -DCMAKE_CXX_COMPILER="${CXX:-c++}" -DCMAKE_CXX_FLAGS="${CXXFLAGS:-}" >/dev/null
cmake --build "$work/build" >/dev/null
cmake --install "$work/build" --prefix "$work/usr" >/dev/null
sh "$(dirname "$0")/third_party.sh" "$work/build" navspan_runtime

# The installed headers are exactly those that navspan/runtime.h includes.
cd "$work/usr/include"
find navspan -name '*.h' | sort >"$work/installed.txt"
echo '#include "navspan/runtime.h"' | "${CXX:-c++}" -std=c++20 -I. -MM -x c++ - | tr ' \\' '\n\n' | sed -n 's|^\./||; /[.]h$/p' |
    sort >"$work/needed.txt"
diff "$work/installed.txt" "$work/needed.txt"

cmake -S "$1/tests/install/runtime" -B "$work/consumer" -G Ninja -DCMAKE_PREFIX_PATH="$work/usr" \
    -DCMAKE_CXX_COMPILER="${CXX:-c++}" -DCMAKE_CXX_FLAGS="${CXXFLAGS:-}" >/dev/null
cmake --build "$work/consumer" >/dev/null
"$work/consumer/runtime_consumer"
