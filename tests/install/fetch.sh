#!/bin/sh
# Builds and runs a user's project that takes the sources in by FetchContent, without a network.
# Usage: fetch.sh SOURCE_DIR GENERATOR [compile]
# With "compile" the project's own source is compiled and the library is not built, which takes minutes.
set -eu
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
# without optimisation: what is built is not the question; as unity builds, which many a large project is
cmake -S "$1/tests/install/fetch" -B "$build" -G "$2" -DNAVSPAN_SOURCE="$1" -DCMAKE_CXX_COMPILER="${CXX:-c++}" \
    -DCMAKE_CXX_FLAGS="${CXXFLAGS:-}" -DFETCHCONTENT_FULLY_DISCONNECTED=ON -DCMAKE_UNITY_BUILD=ON \
    -DCMAKE_UNITY_BUILD_BATCH_SIZE=16 >/dev/null
if [ "${3:-}" = compile ]; then
    cmake --build "$build" --target fetcher_source >/dev/null
    exit
fi
cmake --build "$build" --parallel "$(nproc)" --target fetcher >/dev/null
"$build/fetcher"
