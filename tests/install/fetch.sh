#!/bin/sh
# Builds and runs a user's project that includes the sources with FetchContent, without a network.
# Usage: fetch.sh SOURCE_DIR GENERATOR [compile]
# With "compile", only compiles the project's own source, because building the library takes minutes.
set -eu
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
# Disable optimisation, because only compiling matters here. Use unity builds, because many large projects use them.
cmake -S "$1/tests/install/fetch" -B "$build" -G "$2" -DNAVSPAN_SOURCE="$1" -DCMAKE_CXX_COMPILER="${CXX:-c++}" \
    -DCMAKE_CXX_FLAGS="${CXXFLAGS:-}" -DFETCHCONTENT_FULLY_DISCONNECTED=ON -DCMAKE_UNITY_BUILD=ON >/dev/null
if [ "${3:-}" = compile ]; then
    cmake --build "$build" --target fetcher_source >/dev/null
    exit
fi
cmake --build "$build" --parallel "$(nproc)" --target fetcher >/dev/null
"$build/fetcher"
