#!/bin/sh
# Installs the build tree into an empty folder, then builds and runs a user's project with it.
# Usage: run.sh SOURCE_DIR BUILD_DIR GENERATOR
set -eu
prefix=$(mktemp -d)
trap 'rm -rf "$prefix"' EXIT
cmake --install "$2" --prefix "$prefix/usr" >/dev/null
cmake -S "$1/tests/install" -B "$prefix/build" -G "$3" -DCMAKE_PREFIX_PATH="$prefix/usr" -DCMAKE_CXX_COMPILER="${CXX:-c++}" \
    -DCMAKE_CXX_FLAGS="${CXXFLAGS:-}" >/dev/null
cmake --build "$prefix/build" >/dev/null
"$prefix/build/consumer"
