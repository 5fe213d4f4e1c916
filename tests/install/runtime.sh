#!/bin/sh
# Builds only navspan::runtime, with all packages unavailable, and installs it. Then builds and runs a user's program with it:
# with find_package, and with pkg-config, without exceptions and RTTI. Also checks that only the headers of the runtime are
# installed, and in the compiler's dependency files that no object includes a third-party header.
# Usage: runtime.sh SOURCE_DIR [shared]        (shared: builds a shared library)
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ "${2:-}" = shared ] && shared=ON || shared=OFF
# At -Og, g++ compiles faster than at -O0. Batch size 0 compiles each target in one batch.
cmake -S "$1" -B "$work/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE=-Og -DNAVSPAN_RUNTIME_ONLY=ON \
    -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=0 -DCMAKE_PROJECT_navspan_INCLUDE="$1/tests/install/no_packages.cmake" \
    -DBUILD_SHARED_LIBS=$shared \
    -DCMAKE_CXX_COMPILER="${CXX:-c++}" -DCMAKE_CXX_FLAGS="${CXXFLAGS:-}" >/dev/null
cmake --build "$work/build" >/dev/null
cmake --install "$work/build" --prefix "$work/usr" >/dev/null
sh "$(dirname "$0")/third_party.sh" "$work/build" navspan_runtime
[ $shared = OFF ] || ls "$work"/usr/lib*/libnavspan_runtime.so* "$work"/usr/lib*/*/libnavspan_runtime.so* 2>/dev/null | grep -q .

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

command -v pkg-config >/dev/null || exit 0
file=$(find "$work/usr" -name navspan-runtime.pc)
libraries=$(dirname "$(dirname "$file")")
export PKG_CONFIG_PATH="$libraries/pkgconfig"
# The command of docs/getting-started.md, with this test's compiler and without exceptions and RTTI.
cd "$work"
cp "$1/tests/install/runtime/main.cpp" main.cpp
# The eval expands the variables.
# shellcheck disable=SC2016
eval "$(sed -n 's/^c++ /"${CXX:-c++}" ${CXXFLAGS:-} -fno-exceptions -fno-rtti /p' "$1/docs/getting-started.md")"
LD_LIBRARY_PATH=$libraries ./game
